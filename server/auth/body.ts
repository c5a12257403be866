import type { Context } from "hono";
import { z } from "zod";
import { AuthError } from "./errors.ts";

const MAX_BYTES = 64 * 1024;

/** The request's JSON as `schema` reads it. Throws bad_json or validation_failed, both 400. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (Number(c.req.header("content-length") ?? 0) > MAX_BYTES) throw tooLarge();
  const text = await c.req.text();
  if (text.length > MAX_BYTES) throw tooLarge();
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AuthError(
    400,
    "validation_failed",
    `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`,
  );
}

/** Clients send null, "" and nothing alike for what is absent. */
export const optionalText = z
  .string()
  .max(4096)
  .nullish()
  .transform((text) => text ?? "");

/** Free-form JSON of the client's. */
export const metadata = z.record(z.string(), z.unknown()).nullish();

/** The fields that start a PKCE flow. */
export const codeChallenge = {
  code_challenge: optionalText,
  code_challenge_method: optionalText,
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text === "" ? "{}" : text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
}

function tooLarge(): AuthError {
  return new AuthError(400, "validation_failed", "Request body too large");
}
