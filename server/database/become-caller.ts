/**
 * Sets the role, claims and time limit of a caller, as one statement that precedes the caller's statements in the
 * transaction.
 */
import type { Caller, Statement } from "./database.ts";

/** The API's own roles and that of auth. Any other role comes from a token and must be granted to `authenticator`. */
const KNOWN_ROLES = new Set(["anon", "authenticated", "service_role", "supabase_auth_admin"]);
/** Verified claims are the same object for every request of a token. */
const claimsAsJson = new WeakMap<Caller["claims"], string>();
/** By the number of settings, so that the pool finds its prepared statement by the same string. */
const texts = { known: [] as string[], checked: [] as string[] };

/**
 * `limitMs` is the time limit per statement unless `caller.settings.statement_timeout` sets another. Without it, the
 * transaction's current limit stays.
 */
export function becomeCaller({ role, claims, settings = {} }: Caller, limitMs?: number): Statement {
  // The names of Supabase and PostgREST: auth.uid() and auth.jwt() read `request.jwt.claims`.
  const params = ["role", role, "request.jwt.claims", jsonOf(claims)];
  if (limitMs !== undefined) params.push("statement_timeout", `${limitMs}ms`);
  for (const name in settings) params.push(name, settings[name] ?? "");
  const count = params.length / 2;
  const known = KNOWN_ROLES.has(role);
  const kept = known ? texts.known : texts.checked;
  kept[count] ??= textFor(count, known ? "" : "host.requested_role");
  return { text: kept[count], params };
}

/** set_config(…, true) lasts until the end of the transaction; then the connection is the host's again. */
function textFor(count: number, roleCheck: string): string {
  const calls = Array.from({ length: count }, (_, index) => {
    const check = index === 0 ? roleCheck : "";
    return `set_config($${2 * index + 1}, ${check}($${2 * index + 2}), true)`;
  });
  // num_nulls() evaluates every argument and returns one small number instead of all the settings.
  return `select num_nulls(${calls.join(", ")})`;
}

function jsonOf(claims: Caller["claims"]): string {
  let json = claimsAsJson.get(claims);
  if (json === undefined) {
    json = JSON.stringify(claims);
    claimsAsJson.set(claims, json);
  }
  return json;
}
