/** Safari has no idle callback yet. */
const MEANWHILE_MS = 1_500;
const LATEST_MS = 4_000;

/** Does `act` once the browser has nothing better to do, four seconds from now at the latest. Returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, MEANWHILE_MS);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(act, { timeout: LATEST_MS });
  return () => window.cancelIdleCallback(handle);
}
