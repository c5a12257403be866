/** Push messages on this device, as its player turns them on and off. */

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
 * `closed`: the club sends no push. `away from home`: an iPhone or iPad allows push to pages on its Home Screen alone.
 */
export type PushState = "on" | "off" | "denied" | "closed" | "unsupported" | "away from home";

/** How things stand for this player on this device. Throws what the club refused with. */
export async function pushState(userId: string): Promise<PushState> {
  if (!isPushSupported() || !canHaveWorker()) return isApple() ? "away from home" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  if ((await pushKey()) === null) return "closed";
  const isMine = pushDevice()?.userId === userId && (await currentSubscription()) !== null;
  return isMine && Notification.permission === "granted" ? "on" : "off";
}

/** Asks the player, by the browser's own question, and subscribes. Throws where browser or club cannot. */
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
  // An iPad calls itself a Mac, but is touched.
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Mac") && maxTouchPoints > 1);
}
