import { refuse } from "./answers.ts";
import type { Environment } from "./environment.ts";
import { send } from "./outgoing.ts";

/** The functions that act for an admin, as the database's `private.admin_functions()` lists them. */
export const ADMIN_FUNCTIONS = [
  "add-members",
  "admin-reset-password",
  "delete-user",
  "send-test-email",
  "set-temporary-password",
  "sync-live-scores",
  "update-api-key",
] as const;
export type AdminFunction = (typeof ADMIN_FUNCTIONS)[number];

/**
 * Asks the database, as the caller, whether this call is allowed. The database checks the role, limits the calls and audits each.
 * Null if it is allowed, otherwise the error response.
 */
export async function unlessAdmin(
  request: Request,
  env: Environment,
  name: AdminFunction,
  recordId: string | null = null,
): Promise<Response | null> {
  const response = await send(`${env.SUPABASE_URL}/rest/v1/rpc/begin_admin_call`, {
    method: "POST",
    headers: {
      apikey: env.SUPABASE_ANON_KEY ?? "",
      authorization: request.headers.get("authorization") ?? "",
      "content-type": "application/json",
    },
    body: JSON.stringify({ _function: name, _record_id: recordId }),
  });
  if (response.ok) return null;
  if (response.status >= 500) throw new Error(`begin_admin_call answered ${response.status}`);
  const { code }: { code?: unknown } = await response.json();
  const limited = code === "SL004";
  const stable = typeof code === "string" ? code : "unauthorized";
  return refuse(limited ? 429 : 403, stable, "Unauthorized or rate limited");
}

/** Calls /auth/v1 with the secret key. */
export function callAuth(
  env: Environment,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const key = env.SUPABASE_SERVICE_ROLE_KEY ?? "";
  const headers = { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  return send(`${env.SUPABASE_URL}/auth/v1/${path}`, init, { timeMs: 30_000 });
}
