/** Push messages: what is shown, and where a tap on it leads. */
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

/** Leads to the message's page: in a window that is open already, else in a new one. */
export async function open(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const url = pathIn(notification.data);
  const windows = await clients.matchAll({ type: "window" });
  const [known] = windows;
  if (!known) {
    await clients.openWindow(url);
    return;
  }
  // A browser may refuse, and shows the page some other way.
  await known.focus().catch(() => undefined);
  // The page goes there by itself, so that nothing that is being written is lost to a reload.
  known.postMessage({ kind: "open", url });
}

/** The browser has replaced its subscription: a new one with the club's same key. The page saves it, who knows the player. */
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
