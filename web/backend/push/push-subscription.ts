/** The browser's push subscription, and its copy in the database. */

import { backend } from "../connection/client.ts";
import { ensureSuccess, RequestError } from "../connection/response.ts";
import { registerWorker } from "../offline/service-worker-registration.ts";
import { setPushDevice } from "./push-device.ts";

export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The club's public VAPID key; null while the club sends no push messages. */
export async function pushKey(): Promise<string | null> {
  const { data, error, status } = await backend().rest.rpc("push_key");
  if (error) throw new RequestError(error.message, error.code, status);
  return data;
}

/** Milliseconds to wait: a browser that cannot reach its push service may never answer. */
const answerTimeout = 30_000;

/** The browser's subscription for this key. Replaces one that was made for an earlier key. */
export async function subscriptionWith(key: string): Promise<PushSubscription> {
  // not a text: for developers
  if (!(await registerWorker())) throw new DOMException("No service worker", "NotSupportedError");
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === key) return known;
  await known?.unsubscribe();
  const subscribed = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return Promise.race([subscribed, timeout()]);
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Sends the player's push messages to this device. */
export async function savePushSubscription(userId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await ensureSuccess(
    backend().rest.rpc("save_push_subscription", { _endpoint: endpoint, _p256dh: p256dh, _auth: auth }),
  );
  setPushDevice({ userId, endpoint });
}

/** Stops push messages to this endpoint. */
export async function deletePushSubscription(endpoint: string): Promise<void> {
  await ensureSuccess(backend().rest.rpc("delete_push_subscription", { _endpoint: endpoint }));
}

/** Unsubscribes the browser, without a request to the host. */
export async function unsubscribeDevice(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
  setPushDevice(null);
}

function timeout(): Promise<never> {
  // not a text: for developers
  const error = new DOMException("The push service did not answer", "TimeoutError");
  return new Promise((_, reject) => setTimeout(() => reject(error), answerTimeout));
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
