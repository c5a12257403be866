import { isNoAnswer } from "../requests/service-answer.ts";

/** Whether the host answers; `offline` if the device has no network. */
export type Reachability = "reachable" | "unreachable" | "offline";

let isUnreachable = false;
const listeners = new Set<() => void>();

export function currentReachability(): Reachability {
  if (!isUnreachable) return "reachable";
  return navigator.onLine ? "unreachable" : "offline";
}

/** Records the status of an answer, 0 for none. */
export function noteResponseStatus(status: number): void {
  isUnreachable = isNoAnswer(status);
  for (const listener of listeners) listener();
}

export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
