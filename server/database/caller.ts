/** Role and claims of a caller as one statement that precedes theirs in the same transaction. */
import type { Caller, Statement } from "./database.ts";

/**
 * `set_config(…, true)` lasts to the end of the transaction, so a connection goes back to the pool as the host itself.
 * The names are those of Supabase and PostgREST: auth.uid() and auth.jwt() read `request.jwt.claims`.
 */
export function becomeCaller(caller: Caller): Statement {
  const params = [caller.role, JSON.stringify(caller.claims)];
  let text = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)";
  for (const [name, value] of Object.entries(caller.settings ?? {})) {
    params.push(name, value);
    text += `, set_config($${params.length - 1}, $${params.length}, true)`;
  }
  return { text, params };
}
