import { serverNow } from "../connection/server-clock.ts";

/** So that not all pages ask in the same second. */
const spread = 20_000;
const longest = 86_400_000;

/** For moments at which a job acts, which runs each minute. */
export const jobDelay = 60_000;

/** Milliseconds until the next of these moments and `delay`, and a little longer; false without one. For `refetchInterval`. */
export function untilNext(moments: readonly (string | null)[], delay = 0): number | false {
  const left = moments
    .map((moment) => (moment === null ? 0 : Date.parse(moment) + delay - serverNow()))
    .filter((ms) => ms > 0);
  return left.length === 0 ? false : Math.min(...left, longest) + Math.random() * spread;
}
