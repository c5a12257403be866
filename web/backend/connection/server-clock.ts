/**
 * The server's clock, which countdowns and locks follow because a device's clock may be wrong by minutes. The `Date`
 * header has one-second resolution, so differences under two seconds are ignored.
 */
let offset = 0;

/**
 * Reads the `Date` header of an answer to a request that was sent and received at these times of the device. Changes the
 * clock only if the header cannot have been written between them: a slow answer does not mean that the device is ahead.
 * Another origin may hide the header; the device's clock is used then.
 */
export function learnClock(answer: Response, sent: number, received = Date.now()): void {
  const header = answer.headers.get("date");
  if (!header || Number.isFinite(Number(answer.headers.get("age") ?? Number.NaN))) return;
  const written = new Date(header).getTime();
  if (Number.isNaN(written)) return;
  const least = written - received;
  const most = written + 999 - sent;
  const possible = Math.min(Math.max(offset, least), most);
  offset = Math.abs(possible) < 2_000 ? 0 : possible;
}

/** Milliseconds since 1970 by the server's clock. */
export function serverNow(): number {
  return Date.now() + offset;
}
