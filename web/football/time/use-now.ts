import { useEffect, useState } from "react";
import { serverNow } from "../../backend/connection/server-clock.ts";

/** The server's clock, read again every `interval` milliseconds while the page is visible. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === "visible") setNow(serverNow());
    };
    const timer = setInterval(tick, interval);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [interval]);
  return now;
}

/** `setTimeout` counts in 32 bits. */
const longestTimeout = 86_400_000;

/**
 * The server's clock, read again only when `next` says that what depends on it changes: it takes the time and answers the
 * next instant of a change, or Infinity. A hidden page catches up when it is shown again.
 */
export function useNowUntil(next: (now: number) => number): number {
  const [now, setNow] = useState(serverNow);
  const due = next(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      const left = due - serverNow();
      if (left <= 0) return setNow(serverNow());
      if (left < Number.POSITIVE_INFINITY) timer = setTimeout(look, Math.min(left, longestTimeout));
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [due]);
  return now;
}
