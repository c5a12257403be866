/** The text forms of a transformation: in the query, in a body to sign, and in a signed token. */
import { z } from "zod";
import { StorageError } from "../errors.ts";
import type { Transformation } from "./image-renderer.ts";

const MAX_PIXELS = 2500;

/** 0 means no value and larger values are cut, as in Supabase Storage. */
const pixels = z
  .int()
  .min(0)
  .transform((given) => (given === 0 ? undefined : Math.min(given, MAX_PIXELS)))
  .optional();

const options = {
  width: pixels,
  height: pixels,
  resize: z.enum(["cover", "contain", "fill"]).optional(),
  quality: z.int().min(20).max(100).optional(),
  format: z.enum(["origin", "avif"]).optional(),
};

/** The form in a body, with numbers. */
export const transformationSchema = z.object(options);

/** Parses the form in the query. Throws invalid_request. */
export function transformationOf(query: Record<string, string>): Transformation {
  const numbers = ["width", "height", "quality"].flatMap((name) => {
    const text = query[name];
    return text === undefined ? [] : [[name, /^\d{1,9}$/.test(text) ? Number(text) : text]];
  });
  const parsed = transformationSchema.safeParse({ ...query, ...Object.fromEntries(numbers) });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StorageError("invalid_request", `querystring/${issue?.path.join("/")} ${issue?.message}`);
}

/** Supabase's form `width:200,height:100,resize:cover` with a fixed order; empty without options. */
export function writeTransformation({ width, height, resize, quality, format }: Transformation): string {
  const written = Object.entries({ height, width, resize, quality, format });
  return written.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`])).join(",");
}

/** Parses the result of `writeTransformation`. Throws invalid_request. */
export function readTransformation(text: string): Transformation {
  return transformationOf(
    Object.fromEntries(
      text
        .split(",")
        .filter(Boolean)
        .map((part) => part.split(":")),
    ),
  );
}
