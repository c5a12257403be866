/**
 * The server's clock, which every "now" of the page follows, because a device's clock may be wrong by minutes or days.
 * This is the only file that reads the device's clock (`tools/lint/one-clock.grit`). The `Date` header has one-second
 * resolution, so differences under two seconds are ignored.
 */

/** The last known difference, for the next visit: its first screen comes from the cache, before any answer. */
const storageKey = "scoreline-clock-offset";

/** What to add to the device's clock, in milliseconds. */
let offset = storedOffset();
const listeners = new Set<(by: number) => void>();

/**
 * Reads the `Date` header of an answer to a request that was sent and received at these times of the device. Changes the
 * clock only if the header cannot have been written between them: a slow answer does not mean that the device is ahead.
 * Another origin may hide the header; the device's clock is used then.
 */
export function learnClock(answer: Response, sent: number, received = deviceNow()): void {
  const header = answer.headers.get("date");
  if (!header || Number.isFinite(Number(answer.headers.get("age") ?? Number.NaN))) return;
  const written = new Date(header).getTime();
  if (Number.isNaN(written)) return;
  const least = written - received;
  const most = written + 999 - sent;
  const possible = Math.min(Math.max(offset, least), most);
  const learnt = Math.abs(possible) < 2_000 ? 0 : possible;
  if (learnt === offset) return;
  const by = learnt - offset;
  offset = learnt;
  storeOffset();
  for (const listener of listeners) listener(by);
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return serverTimeOf(deviceNow());
}

/** Milliseconds since 1970 by the device's clock: for the times of a request, and to compare with what uses this clock. */
export function deviceNow(): number {
  return Date.now();
}

/** The milliseconds by which the device's clock is behind the server's; negative if it is ahead. */
export function deviceBehind(): number {
  return offset;
}

/** The server's time at an instant of the device's clock. */
export function serverTimeOf(deviceTime: number): number {
  return deviceTime + offset;
}

/** The time of the device's clock at an instant of the server. */
export function deviceTimeOf(serverTime: number): number {
  return serverTime - offset;
}

/** Calls the listener when an answer has corrected the clock, by so many milliseconds. Returns the unsubscribing function. */
export function onClockChange(listener: (by: number) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function storedOffset(): number {
  try {
    return Number(localStorage.getItem(storageKey)) || 0;
  } catch {
    return 0;
  }
}

function storeOffset(): void {
  try {
    if (offset === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(offset));
  } catch {
    // Without storage the first answer of the next visit teaches the clock.
  }
}
