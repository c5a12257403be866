/**
 * The server's clock, which countdowns and locks follow because a device's clock may be wrong by minutes. The `Date`
 * header has one-second resolution, so differences under two seconds are ignored.
 */
let offset = 0;

/** Reads the `Date` header of an answer. Another origin may hide it; the device's clock is used then. */
export function learnClock(answer: Response, now = Date.now()): void {
  const header = answer.headers.get("date");
  if (!header || Number.isFinite(Number(answer.headers.get("age") ?? Number.NaN))) return;
  const difference = new Date(header).getTime() - now;
  if (Number.isNaN(difference)) return;
  offset = Math.abs(difference) < 2_000 ? 0 : difference;
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset;
}
