export const pushDeviceKey = "scoreline-push";

/** Whether push was turned on on this device. A small module, because every page loads it. */
export function hasPushDevice(): boolean {
  return localStorage.getItem(pushDeviceKey) !== null;
}
