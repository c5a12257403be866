/** Whether the club answers this page: it does, it does not though there is a network, or the device has none. */
export type Reachability = "here" | "silent" | "offline";

let away = false;
const listeners = new Set<() => void>();

export function currentReachability(): Reachability {
  if (!away) return "here";
  return navigator.onLine ? "silent" : "offline";
}

/** The status of an answer, 0 for none. What a proxy says that found no host is none either. */
export function noteResponseStatus(status: number): void {
  away = status === 0 || (status >= 502 && status <= 504);
  for (const listener of listeners) listener();
}

export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
