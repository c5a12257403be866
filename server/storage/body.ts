import type { z } from "zod";
import type { StorageContext } from "./deps.ts";
import { StorageError } from "./errors.ts";

/** A thousand names of the longest kind. */
const MAX_BYTES = 2 * 1024 * 1024;

/** The request's JSON as `schema` reads it. Throws invalid_request or too_large. */
export async function readBody<Schema extends z.ZodType>(
  c: StorageContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (Number(c.req.header("content-length") ?? 0) > MAX_BYTES) throw new StorageError("too_large");
  const text = await c.req.text();
  if (text.length > MAX_BYTES) throw new StorageError("too_large");
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = ["body", ...(issue?.path ?? [])].join("/");
  throw new StorageError("invalid_request", `${path} ${issue?.message ?? "is not valid"}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    throw new StorageError("invalid_request", "Body is not valid JSON");
  }
}
