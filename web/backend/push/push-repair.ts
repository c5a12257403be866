/** What becomes of a device's push messages without its player's doing. Loaded only where push was once turned on. */
import { pushMark, setPushMark } from "./push-device.ts";
import {
  forget,
  isPushSupported,
  leaveDevice,
  pushKey,
  save,
  subscriptionWith,
} from "./push-subscription.ts";

/**
 * Puts right what has changed since the player said yes: the browser replaced its subscription, the club its key, the
 * permission was taken back, or somebody else signed in. Never throws, and asks nobody anything.
 */
export async function healPush(userId: string): Promise<void> {
  const mark = pushMark();
  if (!mark || !isPushSupported()) return;
  try {
    if (mark.userId !== userId) return await leaveDevice();
    if (Notification.permission !== "granted") {
      await forget(mark.endpoint);
      return setPushMark(null);
    }
    const key = await pushKey();
    if (key === null) return;
    const subscription = await subscriptionWith(key);
    if (subscription.endpoint === mark.endpoint) return;
    await save(userId, subscription);
    await forget(mark.endpoint);
  } catch (error) {
    console.warn("Push could not be set right, and will be at the next visit:", error);
  }
}

/**
 * Before a sign-out: this device gets no more messages, whether or not the club hears of it, for whose word it waits two
 * seconds. Never throws.
 */
export async function forgetDevice(): Promise<void> {
  const mark = pushMark();
  if (!mark) return;
  const told = Promise.race([forget(mark.endpoint), new Promise((late) => setTimeout(late, 2_000))]);
  await Promise.allSettled([told, leaveDevice()]);
}
