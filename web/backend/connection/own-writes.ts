import { subject } from "../queries/query-keys.ts";

/** What the caller's own writes change, by their path below /rest/v1/. The member's other devices show it too. */
const subjectOf: Readonly<Record<string, string>> = {
  user_predictions: subject.predictions,
  "rpc/mark_double": subject.predictions,
  "rpc/answer_season_question": subject.questions,
  notifications: subject.notifications,
  profiles: subject.profile,
  "rpc/set_message_choice": subject.profile,
  "rpc/redeem_plan_code": subject.subscriptions,
};
const listeners = new Set<(changed: string) => void>();

/** Calls the listener with the subject of each of the caller's successful writes. Returns the unsubscribing function. */
export function onOwnWrite(listener: (changed: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Reports a request that succeeded. Reads and other subjects are ignored. */
export function noteWrite(url: string, method = "GET"): void {
  if (method === "GET" || method === "HEAD") return;
  const changed = subjectOf[/\/rest\/v1\/([^?]*)/.exec(url)?.[1] ?? ""];
  if (changed) for (const listener of listeners) listener(changed);
}
