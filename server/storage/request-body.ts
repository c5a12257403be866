import type { z } from "zod";
import { readBytes } from "../gateway/bodies/body.ts";
import { parseJson } from "../gateway/bodies/json.ts";
import type { StorageContext } from "./endpoint.ts";
import { StorageError } from "./errors.ts";
import { invalidInput } from "./validation.ts";

/** Enough for a thousand names of the maximum length. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Reads and validates the JSON body. Throws invalid_input, invalid_request or too_large. */
export async function readBody<Schema extends z.ZodType>(
  c: StorageContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(c.req.raw, MAX_BYTES);
  if (!bytes) throw new StorageError("too_large");
  const parsed = schema.safeParse(parse(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  throw invalidInput("body", parsed.error);
}

function parse(text: string): unknown {
  try {
    return parseJson(text === "" ? "{}" : text);
  } catch {
    throw new StorageError("invalid_request", "Body is not valid JSON");
  }
}
