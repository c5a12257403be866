import { serviceFetch } from "../requests/service-fetch.ts";
import { backend } from "./client.ts";
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
  const answer = await send(name, body, waits);
  return answer.status === 204 ? null : answer.json();
}

/** Calls an edge function that answers with a picture. Throws as `callFunction` does. */
export async function pictureOfFunction(
  name: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Blob> {
  return (await send(name, body, false, { Accept: "image/*" })).blob();
}

async function send(
  name: string,
  body: Readonly<Record<string, unknown>>,
  waits: boolean,
  accepted: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { config, token } = backend();
  const post = async (added: Readonly<Record<string, string>>, signal: AbortSignal | null = null) =>
    serviceFetch(`${config.url}/functions/v1/${name}`, {
      method: "POST",
      headers: {
        ...added,
        ...accepted,
        apikey: config.publishable_key,
        Authorization: `Bearer ${await token()}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify(body),
      signal,
    });
  const first = await post({});
  const answer = waits ? await untilAdmitted(first, post) : first;
  if (answer.ok) return answer;
  const json: unknown = await answer.json().catch(() => null);
  throw new RequestError(textOf(json, "error"), textOf(json, "code"), answer.status);
}

/**
 * The email address of the account with this phone number, or null. Accounts that signed up by email use it to sign in by
 * phone. A refused number has no account; throws if there is no answer, or there were too many lookups.
 */
export async function lookUpPhone(phone: string): Promise<string | null> {
  try {
    return textOf(await callFunction("phone-lookup", { phone }, { waits: true }), "email") || null;
  } catch (error) {
    if (error instanceof RequestError && error.status < 500 && error.status !== 429) return null;
    throw error;
  }
}

function textOf(json: unknown, field: string): string {
  const value: unknown = typeof json === "object" && json !== null ? Reflect.get(json, field) : undefined;
  return typeof value === "string" ? value : "";
}
