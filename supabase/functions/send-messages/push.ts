/** Web push (RFC 8030) with the library web-push, which encrypts (RFC 8291) and signs (VAPID, RFC 8292). */
// Deno reads only the types that a package has itself.
// @ts-types="@types/web-push"
import webPush from "web-push";
import { callAsService } from "../_http/database.ts";
import type { Environment } from "../_http/environment.ts";
import { AnswerTooLargeError, type Limits, send as sendRequest } from "../_http/outgoing.ts";
import { shorten } from "../_http/shorten.ts";
import { InsideAddressError, publicAddressesOf } from "./public-addresses.ts";
import type { Device, Message } from "./queue.ts";

export type Pushed =
  | { kind: "taken" }
  /** The subscription has expired: no message can reach the browser. */
  | { kind: "gone" }
  | { kind: "refused"; error: string }
  | { kind: "later"; error: string; waitSeconds?: number };

export interface Pusher {
  send(device: Device, message: Message): Promise<Pushed>;
}

/** Messages sent in parallel. */
export const PUSHES_IN_PARALLEL = 20;
/** Members choose the endpoints. RFC 8030 needs no body, and push services send at most a short error. */
const LIMITS = { timeMs: 10_000, bytes: 1024 };
/** The characters of an error that the organiser sees. */
const SAID = 200;
const DAY_S = 86_400;
/** The length that screens show; a payload has at most 4,096 bytes. */
const SHOWN = 300;
/** Kinds that may wake a sleeping phone. */
export const URGENT_KINDS: readonly string[] = ["reminder", "match_change"];

/** Creates the club's key pair at the first call; the database stores it. */
export async function openPusher(env: Environment): Promise<Pusher> {
  const keys = await pushKeys(env);
  const site = env.SITE_URL ?? "";
  // The contact address for push services; a site on loopback has none.
  const subject = site.startsWith("https:") ? site : "mailto:nobody@example.com";
  const onLoopback =
    URL.canParse(site) && ["127.0.0.1", "localhost", "[::1]"].includes(new URL(site).hostname);
  return {
    async send(device, message) {
      if (!onLoopback && !device.endpoint.startsWith("https:")) return { kind: "gone" };
      const seconds = message.dropAfter ? (message.dropAfter.getTime() - Date.now()) / 1000 : DAY_S;
      const options: webPush.RequestOptions = {
        vapidDetails: { subject, ...keys },
        TTL: Math.max(0, Math.min(DAY_S, Math.round(seconds))),
        urgency: URGENT_KINDS.includes(message.kind) ? "high" : "normal",
        // A duplicate replaces the first message while it waits for the browser.
        topic: `message-${message.id}`,
      };
      const details = encrypted(device, payloadOf(message), options);
      return details ? post(details, onLoopback ? {} : { resolve: publicAddressesOf }) : { kind: "gone" };
    },
  };
}

/** The notification for the service worker; `url` is a path of the site. */
function payloadOf({ title, body, link, tag }: Message): string {
  return JSON.stringify({ title, body: shorten(body, SHOWN), url: link ?? "/", tag });
}

/** Null if the key is not a point of the curve. */
function encrypted({ endpoint, p256dh, auth }: Device, payload: string, options: webPush.RequestOptions) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options);
  } catch {
    return null;
  }
}

async function post(
  { endpoint, headers, body }: webPush.RequestDetails,
  addresses: Pick<Limits, "resolve">,
): Promise<Pushed> {
  // fetch sets Content-Length.
  const { "Content-Length": _, ...sent } = headers;
  try {
    const init = {
      method: "POST",
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      body: body && new Uint8Array(body),
    };
    const response = await sendRequest(endpoint, init, { ...LIMITS, ...addresses });
    const said = (await response.text()).slice(0, SAID);
    return outcomeOf(response, `The push service answered ${response.status} ${said}`.trim());
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return outcomeOfLarge(error);
    if (error instanceof InsideAddressError)
      return { kind: "refused", error: `The push service is not used, because ${error.message}` };
    return { kind: "later", error: `The push service cannot be reached (${causeOf(error)})` };
  }
}

/** Statuses of RFC 8030, 5 and 7.3. */
function outcomeOf({ ok, status, headers }: Response, error: string): Pushed {
  if (ok) return { kind: "taken" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status !== 429 && status < 500) return { kind: "refused", error };
  const wait = Number(headers.get("retry-after"));
  return wait > 0 ? { kind: "later", error, waitSeconds: Math.min(wait, DAY_S) } : { kind: "later", error };
}

/** Refused, unless the status alone says what to do: some services send long pages with 404 and 503. */
function outcomeOfLarge({ response, message }: AnswerTooLargeError): Pushed {
  const error = `The push service answered ${response.status}, and ${message}`;
  return response.ok ? { kind: "refused", error } : outcomeOf(response, error);
}

/** fetch has the reason in `cause`. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

async function pushKeys(env: Environment): Promise<{ publicKey: string; privateKey: string }> {
  const [kept] = await callAsService(env, "store_push_keys", { _public_key: null, _private_key: null });
  const made = kept ? null : webPush.generateVAPIDKeys();
  const [row] = made
    ? await callAsService(env, "store_push_keys", {
        _public_key: made.publicKey,
        _private_key: made.privateKey,
      })
    : [kept];
  return { publicKey: String(row?.public_key), privateKey: String(row?.private_key) };
}
