import { backend } from "./client.ts";
import { noteFailure } from "./failed-requests.ts";
import { RequestError } from "./response.ts";

/**
 * Calls an edge function with the caller's token. Resolves to its JSON; throws RequestError with the function's
 * message.
 */
export async function callFunction(name: string, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { config, token } = backend();
  const request = fetch(`${config.url}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: config.publishable_key,
      Authorization: `Bearer ${await token()}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const answer = noteFailure(await request);
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
    return textOf(await callFunction("phone-lookup", { phone }), "email") || null;
  } catch {
    return null;
  }
}

function textOf(json: unknown, field: string): string {
  const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
  return typeof value === "string" ? value : "";
}
