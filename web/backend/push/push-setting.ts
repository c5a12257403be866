/** Turns push messages on this device on and off. */

import { canHaveWorker } from "../offline/service-worker-registration.ts";
import { pushDevice } from "./push-device.ts";
import {
  currentSubscription,
  deletePushSubscription,
  isPushSupported,
  pushKey,
  savePushSubscription,
  subscriptionWith,
  unsubscribeDevice,
} from "./push-subscription.ts";

/**
 * `closed`: the club sends no push messages. `away from home`: iPhones and iPads allow push only for pages on the Home
 * Screen.
 */
// not a text: a state
export type PushState = "on" | "off" | "denied" | "closed" | "unsupported" | "away from home";

/** The state for this player on this device. Throws RequestError. */
export async function pushState(userId: string): Promise<PushState> {
  // not a text: a state
  if (!isPushSupported() || !canHaveWorker()) return isApple() ? "away from home" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  if ((await pushKey()) === null) return "closed";
  const isMine = pushDevice()?.userId === userId && (await currentSubscription()) !== null;
  return isMine && Notification.permission === "granted" ? "on" : "off";
}

/** Asks for the browser's permission and subscribes. Throws if the browser or the host refuses. */
export async function turnPushOn(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const key = await pushKey();
  if (key === null) return "closed";
  await savePushSubscription(userId, await subscriptionWith(key));
  return "on";
}

export async function turnPushOff(): Promise<void> {
  const known = await currentSubscription();
  if (known) await deletePushSubscription(known.endpoint);
  await unsubscribeDevice();
}

function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad identifies as a Mac, but has a touch screen.
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Mac") && maxTouchPoints > 1);
}
