import { storable } from "./answers.ts";
import type { Environment } from "./environment.ts";
import { send } from "./outgoing.ts";

/** A refusal by the database. `code` is its SQLSTATE, or empty if the answer has none. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Calls a database function with the secret key. Resolves to its rows; throws DatabaseError if the database refuses. Texts of the
 * arguments may come from other servers, such as a push service that a member has named, so they are made storable.
 */
export async function callAsService(
  env: Environment,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { SUPABASE_URL: url, SUPABASE_SERVICE_ROLE_KEY: key } = env;
  if (!url || !key) throw new Error("SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY are not set");
  const response = await send(`${url}/rest/v1/rpc/${name}`, {
    method: "POST",
    headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(args, (_name, part: unknown) => (typeof part === "string" ? storable(part) : part)),
  });
  // A void function answers 204 without a body.
  const text = await response.text();
  if (!response.ok) throw new DatabaseError(`${name} answered ${response.status}`, codeIn(text));
  const body: unknown = text === "" ? null : JSON.parse(text);
  const rows: unknown[] = Array.isArray(body) ? body : [body];
  return rows.filter((row) => typeof row === "object" && row !== null).map((row) => ({ ...row }));
}

function codeIn(text: string): string {
  try {
    return String(JSON.parse(text).code ?? "");
  } catch {
    return "";
  }
}
