/** The browser's subscription to push messages, and what the club knows of it. */

import { backend } from "../connection/client.ts";
import { ensureSuccess, RequestError } from "../connection/response.ts";
import { registerWorker } from "../offline/service-worker-registration.ts";
import { setPushDevice } from "./push-device.ts";

export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The club's public key; null while it sends no push. */
export async function pushKey(): Promise<string | null> {
  const { data, error, status } = await backend().rest.rpc("push_key");
  if (error) throw new RequestError(error.message, error.code, status);
  return data;
}

/** A browser that cannot reach its maker's push service may never answer. */
const patience = 30_000;

/** The browser's subscription with this key of the club's, made anew when the club has another key by now. */
export async function subscriptionWith(key: string): Promise<PushSubscription> {
  if (!(await registerWorker())) throw new DOMException("No service worker", "NotSupportedError");
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known && keyOf(known) === key) return known;
  await known?.unsubscribe();
  const subscribed = pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return Promise.race([subscribed, tooLate()]);
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** From now on messages of this player's come to this device. */
export async function savePushSubscription(userId: string, subscription: PushSubscription): Promise<void> {
  const { endpoint } = subscription;
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  await ensureSuccess(
    backend().rest.rpc("save_push_subscription", { _endpoint: endpoint, _p256dh: p256dh, _auth: auth }),
  );
  setPushDevice({ userId, endpoint });
}

/** From now on none do: the club sends nothing to that address any more. */
export async function deletePushSubscription(endpoint: string): Promise<void> {
  await ensureSuccess(backend().rest.rpc("forget_push_subscription", { _endpoint: endpoint }));
}

/** The same without the club: nothing that it sends arrives. */
export async function unsubscribeDevice(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
  setPushDevice(null);
}

function tooLate(): Promise<never> {
  const error = new DOMException("The push service did not answer", "TimeoutError");
  return new Promise((_, reject) => setTimeout(() => reject(error), patience));
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
