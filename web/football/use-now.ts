import { useEffect, useState } from "react";
import { serverNow } from "../backend/server-clock.ts";

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
