import { useLayoutEffect } from "react";
import { decoded } from "./decoded.ts";
import { useLocation } from "./location.tsx";
import type { PageHistory } from "./page-history.ts";

const storageKey = "scroll-positions";

/** Pixels from the top, by the key of the history entry. Kept across reloads. */
const positions = new Map<string, number>(stored());

function stored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
  } catch {
    // The storage is blocked, or its value is not valid.
    return [];
  }
}

/** Scrolls a new page to its top or to the fragment of its address, and restores the position after a step in the history. */
export function useScrollRestoration(history: PageHistory): void {
  const location = useLocation();
  useLayoutEffect(() => {
    window.history.scrollRestoration = "manual";
    const remember = ({ key }: { key: string }) => void positions.set(key, window.scrollY);
    const store = () => {
      remember(history.location);
      try {
        sessionStorage.setItem(storageKey, JSON.stringify([...positions]));
      } catch {
        // Without storage a reload begins at the top.
      }
      window.history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", store);
    const stop = history.beforeLeaving(remember);
    return () => {
      window.removeEventListener("pagehide", store);
      stop();
    };
  }, [history]);
  useLayoutEffect(() => {
    const { action, hash, key, keepsScroll } = location;
    const known = action === "POP" ? positions.get(key) : undefined;
    const target = hash && document.getElementById(decoded(hash.slice(1)));
    if (known !== undefined) window.scrollTo(0, known);
    else if (target) target.scrollIntoView();
    else if (!keepsScroll) window.scrollTo(0, 0);
  }, [location]);
}
