import { useEffect } from "react";

/** Keeps the display on while the page is visible, in browsers that can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      // The browser releases it when the page is hidden.
      if (document.visibilityState !== "visible") return;
      try {
        lock = await navigator.wakeLock?.request("screen");
        if (isOver) await lock?.release();
      } catch {
        // Refused, for example on a low battery: the device then decides.
      }
    };
    void ask();
    document.addEventListener("visibilitychange", ask);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      void lock?.release();
    };
  }, []);
}
