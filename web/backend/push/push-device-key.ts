export const pushDeviceKey = "scoreline-push";

/** Whether somebody turned push on here. Apart from the rest, because every page asks for it. */
export function hasPushDevice(): boolean {
  return localStorage.getItem(pushDeviceKey) !== null;
}
