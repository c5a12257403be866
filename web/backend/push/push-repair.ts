/** Keeps a device's push subscription valid. Loaded only where push was turned on. */
import { pushDevice, setPushDevice } from "./push-device.ts";
import {
  deletePushSubscription,
  isPushSupported,
  pushKey,
  savePushSubscription,
  subscriptionWith,
  unsubscribeDevice,
} from "./push-subscription.ts";

/**
 * Repairs the subscription after a change: the browser replaced it, the club has a new key, the permission was
 * withdrawn, or another player signed in. Never throws and never asks for permission.
 */
export async function repairPush(userId: string): Promise<void> {
  const mark = pushDevice();
  if (!mark || !isPushSupported()) return;
  try {
    if (mark.userId !== userId) return await unsubscribeDevice();
    if (Notification.permission !== "granted") {
      await deletePushSubscription(mark.endpoint);
      return setPushDevice(null);
    }
    const key = await pushKey();
    if (key === null) return;
    const subscription = await subscriptionWith(key);
    if (subscription.endpoint === mark.endpoint) return;
    await savePushSubscription(userId, subscription);
    await deletePushSubscription(mark.endpoint);
  } catch (error) {
    console.warn("Push messages could not be repaired. The next visit tries again:", error);
  }
}

/**
 * Ends push messages to this device before a sign-out. Waits at most two seconds for the host, and unsubscribes the
 * browser in any case. Never throws.
 */
export async function forgetDevice(): Promise<void> {
  const mark = pushDevice();
  if (!mark) return;
  const deleted = Promise.race([
    deletePushSubscription(mark.endpoint),
    new Promise((late) => setTimeout(late, 2_000)),
  ]);
  await Promise.allSettled([deleted, unsubscribeDevice()]);
}
