import { later } from "../requests/service-fetch.ts";

const listeners = new Set<(changed: string) => void>();

/** Calls the listener with what each of the caller's successful own writes changed. Returns the unsubscribing function. */
export function onOwnWrite(listener: (changed: string) => void): () => void {
  later.noteWrite = (changed) => {
    for (const listen of listeners) listen(changed);
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
