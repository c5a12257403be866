import { useEffect, useState } from "react";
import { onClockChange, serverNow } from "../../backend/connection/server-clock.ts";

/** The server's time, updated every `interval` milliseconds while the page is visible and when the clock is corrected. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const tick = () => {
      if (document.visibilityState === "visible") setNow(serverNow());
    };
    const timer = setInterval(tick, interval);
    document.addEventListener("visibilitychange", tick);
    const unsubscribe = onClockChange(tick);
    return () => {
      clearInterval(timer);
      unsubscribe();
      document.removeEventListener("visibilitychange", tick);
    };
  }, [interval]);
  return now;
}

/** Shorter than the limit of `setTimeout`, which is 24.8 days. */
const maxTimeout = 86_400_000;

/**
 * The server's time, updated only at the instant that `next` returns for the current time: when something that depends on
 * the time changes, or Infinity; and when the clock is corrected, which can also move it back. A hidden page is updated
 * when it becomes visible.
 */
export function useNowUntil(next: (now: number) => number): number {
  const [now, setNow] = useState(serverNow);
  const due = next(now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      if (document.visibilityState !== "visible") return;
      const left = due - serverNow();
      if (left <= 0) return setNow(serverNow());
      if (left < Number.POSITIVE_INFINITY) timer = setTimeout(check, Math.min(left, maxTimeout));
    };
    check();
    document.addEventListener("visibilitychange", check);
    const unsubscribe = onClockChange(() => setNow(serverNow()));
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener("visibilitychange", check);
    };
  }, [due]);
  return now;
}
