import { subject } from "../queries/query-keys.ts";
import { later } from "../requests/service-fetch.ts";

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
  later.noteWrite = noteWrite;
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The subject that this write of the caller's own changes. */
export function subjectWritten(url: string, method = "GET"): string | undefined {
  if (method === "GET" || method === "HEAD") return undefined;
  return subjectOf[/\/rest\/v1\/([^?]*)/.exec(url)?.[1] ?? ""];
}

/** Reports a request that succeeded. Reads and other subjects are ignored. */
function noteWrite(url: string, method?: string): void {
  const changed = subjectWritten(url, method);
  if (changed) for (const listener of listeners) listener(changed);
}
