/** The text forms of a transformation: in the query, in a body to sign, and in a signed token. */
import { z } from "zod";
import { invalidInput } from "../validation.ts";
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
  format: z.enum(["origin", "avif", "webp"]).optional(),
};

/** The form in a body, with numbers. */
export const transformationSchema = z.object(options);

/** Parses the form in the query. Throws invalid_input. */
export function transformationOf(query: Record<string, string>): Transformation {
  const numbers = ["width", "height", "quality"].flatMap((name) => {
    const text = query[name];
    return text === undefined ? [] : [[name, /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : text]];
  });
  const parsed = transformationSchema.safeParse({ ...query, ...Object.fromEntries(numbers) });
  if (parsed.success) return parsed.data;
  throw invalidInput("querystring", parsed.error);
}

/** Supabase's form `width:200,height:100,resize:cover` with a fixed order; empty without options. */
export function writeTransformation({ width, height, resize, quality, format }: Transformation): string {
  const written = Object.entries({ height, width, resize, quality, format });
  return written.flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`])).join(",");
}

/** imgproxy's names of the client's `resize`. */
const RESIZING_TYPES = { cover: "fill", contain: "fit", fill: "force" } as const;

/** The value of the x-transformations header: imgproxy's options for the transformation, or null without options. */
export function appliedTransformations(transformation: Transformation): string | null {
  const { width, height, resize = "cover", quality, format } = transformation;
  const resizing_type = width || height ? RESIZING_TYPES[resize] : undefined;
  const applied = { height, width, resizing_type, quality, format: format === "origin" ? undefined : format };
  const written = Object.entries(applied).flatMap(([name, value]) => (value ? [`${name}:${value}`] : []));
  return written.join(",") || null;
}

/** Parses the result of `writeTransformation`. Throws invalid_input. */
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
