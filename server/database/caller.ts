/** Role, claims and time limit of a caller as one statement that precedes theirs in the same transaction. */
import type { Caller, Statement } from "./database.ts";

/**
 * `limitMs`: how long each of the caller's statements may run, unless `caller.settings.statement_timeout` says otherwise;
 * omitted: as long as the transaction allows already.
 */
export function becomeCaller(caller: Caller, limitMs?: number): Statement {
  const params: string[] = [];
  // set_config(…, true) lasts to the end of the transaction, so the connection is the host's own again afterwards.
  const set = (name: string, value: string) => {
    params.push(name, value);
    return `set_config($${params.length - 1}, $${params.length}, true)`;
  };
  const calls = [set("role", caller.role)];
  // The names are those of Supabase and PostgREST: auth.uid() and auth.jwt() read `request.jwt.claims`.
  calls.push(set("request.jwt.claims", JSON.stringify(caller.claims)));
  if (limitMs !== undefined) calls.push(set("statement_timeout", `${limitMs}ms`));
  for (const [name, value] of Object.entries(caller.settings ?? {})) calls.push(set(name, value));
  // num_nulls() evaluates every argument, and answers with one small number instead of all the settings.
  return { text: `select num_nulls(${calls.join(", ")})`, params };
}
