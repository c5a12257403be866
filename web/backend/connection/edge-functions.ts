import { backend } from "./client.ts";
import { noteFailure } from "./failed-requests.ts";
import { RequestError } from "./response.ts";
import { untilAdmitted } from "./wait-for-host.ts";

/**
 * Calls an edge function with the caller's token. Resolves to its JSON; throws RequestError with the function's
 * message. `waits`: waits for a place on a busy host, in a form with a `BusyNotice`.
 */
export async function callFunction(
  name: string,
  body: Readonly<Record<string, unknown>>,
  { waits = false } = {},
): Promise<unknown> {
  const { config, token } = backend();
  const send = async (added: Readonly<Record<string, string>>, signal: AbortSignal | null = null) =>
    fetch(`${config.url}/functions/v1/${name}`, {
      method: "POST",
      headers: {
        ...added,
        apikey: config.publishable_key,
        Authorization: `Bearer ${await token()}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
      signal,
    });
  const first = await send({});
  const answer = noteFailure(waits ? await untilAdmitted(first, send) : first);
  const json: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new RequestError(textOf(json, "error"), textOf(json, "code"), answer.status);
  return json;
}

/**
 * The email address of the account with this phone number, or null. Accounts that signed up by email use it to sign in by
 * phone. Never throws: a failed lookup counts as no account.
 */
export async function lookUpPhone(phone: string): Promise<string | null> {
  try {
    return textOf(await callFunction("phone-lookup", { phone }, { waits: true }), "email") || null;
  } catch {
    return null;
  }
}

function textOf(json: unknown, field: string): string {
  const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
  return typeof value === "string" ? value : "";
}
