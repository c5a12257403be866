import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { runHook } from "../hooks.ts";

type Claims = Readonly<Record<string, unknown>>;

const object = z.record(z.string(), z.unknown());

/** The claims that every token has. Source: supabase/auth, internal/tokens/service.go, MinimumViableTokenSchema. */
const minimum = z.looseObject({
  aud: z.union([z.string(), z.array(z.unknown())]),
  exp: z.int(),
  iat: z.int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
  iss: z.string().optional(),
  jti: z.string().optional(),
  nbf: z.int().optional(),
  client_id: z.string().optional(),
  app_metadata: object.optional(),
  user_metadata: object.optional(),
  amr: z.array(object).optional(),
});

/** The claims after the hook custom_access_token, if one is set. Throws unexpected_failure (500). */
export async function customClaims(
  tx: Queryable,
  deps: AuthDeps,
  payload: { user_id: string; claims: Claims; authentication_method: string },
): Promise<Claims> {
  const answer = await runHook(tx, deps, "custom_access_token", payload);
  if (!answer) return payload.claims;
  if (answer.claims === undefined)
    throw new AuthError(500, "unexpected_failure", "output claims field is missing");
  const claims = minimum.safeParse(answer.claims);
  if (claims.success) return claims.data;
  const wrong = claims.error.issues.map(
    ({ path, message }) => `- ${path.join(".") || "(root)"}: ${message}\n`,
  );
  throw new AuthError(
    500,
    "unexpected_failure",
    `output claims do not conform to the expected schema: \n${wrong.join("")}`,
  );
}
