/** What becomes of a device's push messages without its player's doing. Loaded only where push was once turned on. */
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
 * Puts right what has changed since the player said yes: the browser replaced its subscription, the club its key, the
 * permission was taken back, or somebody else signed in. Never throws, and asks nobody anything.
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
    console.warn("Push could not be set right, and will be at the next visit:", error);
  }
}

/**
 * Before a sign-out: this device gets no more messages, whether or not the club hears of it, for whose word it waits two
 * seconds. Never throws.
 */
export async function forgetDevice(): Promise<void> {
  const mark = pushDevice();
  if (!mark) return;
  const told = Promise.race([
    deletePushSubscription(mark.endpoint),
    new Promise((late) => setTimeout(late, 2_000)),
  ]);
  await Promise.allSettled([told, unsubscribeDevice()]);
}
