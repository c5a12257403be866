/**
 * Sets the role, claims and time limit of a caller, as one statement that precedes the caller's statements in the
 * transaction.
 */
import type { Caller, Statement } from "./database.ts";

/** The API's own roles and that of auth. Any other role comes from a token and must be granted to `authenticator`. */
const KNOWN_ROLES = new Set(["anon", "authenticated", "service_role", "supabase_auth_admin"]);

/**
 * `limitMs` is the time limit per statement unless `caller.settings.statement_timeout` sets another. Without it, the
 * transaction's current limit stays.
 */
export function becomeCaller(caller: Caller, limitMs?: number): Statement {
  const params: string[] = [];
  // set_config(…, true) lasts until the end of the transaction; then the connection is the host's again.
  const set = (name: string, value: string, check = "") => {
    params.push(name, value);
    return `set_config($${params.length - 1}, ${check}($${params.length}), true)`;
  };
  const calls = [set("role", caller.role, KNOWN_ROLES.has(caller.role) ? "" : "host.requested_role")];
  // The names of Supabase and PostgREST: auth.uid() and auth.jwt() read `request.jwt.claims`.
  calls.push(set("request.jwt.claims", JSON.stringify(caller.claims)));
  if (limitMs !== undefined) calls.push(set("statement_timeout", `${limitMs}ms`));
  for (const [name, value] of Object.entries(caller.settings ?? {})) calls.push(set(name, value));
  // num_nulls() evaluates every argument and returns one small number instead of all the settings.
  return { text: `select num_nulls(${calls.join(", ")})`, params };
}
