import { pushDeviceKey } from "./push-device-key.ts";

/** The player who receives push messages on this device, and the endpoint of the browser's subscription. */
export interface PushDevice {
  userId: string;
  endpoint: string;
}

/** Null if push was never turned on here. */
export function pushDevice(): PushDevice | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(pushDeviceKey) ?? "null");
    return isMark(value) ? value : null;
  } catch {
    return null;
  }
}

export function setPushDevice(mark: PushDevice | null): void {
  if (mark) localStorage.setItem(pushDeviceKey, JSON.stringify(mark));
  else localStorage.removeItem(pushDeviceKey);
}

function isMark(value: unknown): value is PushDevice {
  if (typeof value !== "object" || value === null) return false;
  return (
    typeof Reflect.get(value, "userId") === "string" && typeof Reflect.get(value, "endpoint") === "string"
  );
}
