import { pushMarkKey } from "./push-device-key.ts";

/** For whom this device takes push messages, and at which address of the browser's. */
export interface PushMark {
  userId: string;
  endpoint: string;
}

/** Null where nobody said yes on this device. */
export function pushMark(): PushMark | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(pushMarkKey) ?? "null");
    return isMark(value) ? value : null;
  } catch {
    return null;
  }
}

export function setPushMark(mark: PushMark | null): void {
  if (mark) localStorage.setItem(pushMarkKey, JSON.stringify(mark));
  else localStorage.removeItem(pushMarkKey);
}

function isMark(value: unknown): value is PushMark {
  if (typeof value !== "object" || value === null) return false;
  return (
    typeof Reflect.get(value, "userId") === "string" && typeof Reflect.get(value, "endpoint") === "string"
  );
}
