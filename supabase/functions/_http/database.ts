import type { Environment } from "./environment.ts";

/** Calls a database function with the secret key. Resolves to its rows; throws if the database refuses. */
export async function callAsService(
  env: Environment,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key } = env;
  if (!url || !key) throw new Error("SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set");
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(args),
    signal: AbortSignal.timeout(10_000),
  });
  // A void function answers 204 without a body.
  const text = await response.text();
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  const body: unknown = text === "" ? null : JSON.parse(text);
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  return rows.filter((row) => typeof row === "object" && row !== null).map((row) => ({ ...row }));
}
