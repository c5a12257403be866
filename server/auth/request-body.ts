import type { Context } from "hono";
import { z } from "zod";
import { readBytes } from "../gateway/bodies/body.ts";
import { parseJson } from "../gateway/bodies/json.ts";
import { AuthError } from "./errors.ts";

const MAX_BYTES = 64 * 1024;

/**
 * Reads and validates the JSON body. Throws bad_json (400) or validation_failed (400; 413 for a body that is too
 * large).
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const bytes = await readBytes(c.req.raw, MAX_BYTES);
  if (!bytes) throw new AuthError(413, "validation_failed", "Request body too large");
  const parsed = schema.safeParse(parse(new TextDecoder().decode(bytes)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "validation_failed",
    `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`,
  );
}

/** Clients send null, "" or nothing for an absent value. */
export const optionalText = z
  .string()
  .max(4096)
  .nullish()
  .transform((text) => text ?? "");

/** The client's free-form JSON. */
export const metadata = z.record(z.string(), z.unknown()).nullish();

/** The fields that start a PKCE flow. */
export const codeChallenge = {
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};

function parse(text: string): unknown {
  try {
    return parseJson(text === "" ? "{}" : text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
}
