/** Whether the host answers: yes, no (`silent`), or the device has no network (`offline`). */
export type Reachability = "here" | "silent" | "offline";

let away = false;
const listeners = new Set<() => void>();

export function currentReachability(): Reachability {
  if (!away) return "here";
  return navigator.onLine ? "silent" : "offline";
}

/** Records the status of an answer, 0 for none. A proxy error (502 to 504) counts as none. */
export function noteResponseStatus(status: number): void {
  away = status === 0 || (status >= 502 && status <= 504);
  for (const listener of listeners) listener();
}

export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
