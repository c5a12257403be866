/** Shows push messages and opens their pages. */
import { messageIn, pathIn } from "./message.ts";

export async function show(
  registration: ServiceWorkerRegistration,
  data: PushMessageData | null,
): Promise<void> {
  const { title, body, url, tag } = messageIn(data?.text() ?? "");
  await registration.showNotification(title, {
    body,
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: url,
    ...(tag ? { tag } : {}),
  });
}

/** Opens the message's page, in an open window if there is one. */
export async function open(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const url = pathIn(notification.data);
  const windows = await clients.matchAll({ type: "window" });
  const [window] = windows;
  if (!window) {
    await clients.openWindow(url);
    return;
  }
  // A browser may refuse to focus the window. It still receives the message below.
  await window.focus().catch(() => undefined);
  // The page navigates without a reload, so that unsaved input is not lost.
  window.postMessage({ kind: "open", url });
}

/** Subscribes again with the same key after the browser has dropped its subscription. The page saves it for the player. */
export async function subscribeAgain(
  { pushManager }: ServiceWorkerRegistration,
  clients: Clients,
  { oldSubscription }: PushSubscriptionChangeEvent,
): Promise<void> {
  const key = oldSubscription?.options.applicationServerKey;
  if (key) await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  for (const client of await clients.matchAll({ type: "window" }))
    client.postMessage({ kind: "push changed" });
}
