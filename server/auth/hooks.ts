import { z } from "zod";
import { DatabaseError, isOutage, type Queryable } from "../database/database.ts";
import type { AuthDeps } from "./deps.ts";
import { AuthError } from "./errors.ts";

export type HookName =
  | "before_user_created"
  | "password_verification_attempt"
  | "mfa_verification_attempt"
  | "custom_access_token"
  | "send_sms";

const output = z.record(z.string(), z.unknown());
const refusal = z.object({
  http_code: z.int().min(400).max(599).default(500),
  message: z.string().default("Hook errored out"),
});

/**
 * Calls the Postgres function that config.toml names (https://supabase.com/docs/guides/auth/auth-hooks) with one jsonb
 * argument. Returns null if no hook is set. Throws AuthError if the hook returns an `error`.
 */
export async function runHook(
  tx: Queryable,
  deps: AuthDeps,
  name: HookName,
  payload: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown> | null> {
  const hook = deps.config.auth.hook[name];
  if (!hook?.enabled) return null;
  // Schema and name were validated as plain identifiers when the settings were read.
  const rows = await tx
    .query<{ answer: unknown }>(`select "${hook.schema}"."${hook.name}"($1::jsonb) as answer`, [
      JSON.stringify(payload),
    ])
    .catch((error: unknown) => {
      deps.log?.(`hook ${hook.schema}.${hook.name}`, error);
      if (!(error instanceof DatabaseError) || isOutage(error)) throw error;
      const uri = `pg-functions://postgres/${hook.schema}/${hook.name}`;
      throw new AuthError(500, "unexpected_failure", `Error running hook URI: ${uri}`);
    });
  const answer = output.safeParse(rows[0]?.answer ?? {});
  if (!answer.success) throw new AuthError(500, "unexpected_failure", "Error unmarshaling hook output.");
  const refused = refusal.safeParse(answer.data.error);
  if (refused.success) throw new AuthError(refused.data.http_code, "unknown", refused.data.message);
  return answer.data;
}
