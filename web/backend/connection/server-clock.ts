/**
 * The server's clock as far as a browser can know it. Countdowns and locks follow it, because a phone that is four
 * minutes slow would promise four minutes that are not there. The `Date` header has one-second resolution, so smaller
 * differences are taken as none.
 */
let offset = 0;

/** Learns from an answer's `Date` header; other origins may hide it, then the viewer's own clock stands. */
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
