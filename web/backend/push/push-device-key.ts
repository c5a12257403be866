export const pushMarkKey = "scoreline-push";

/** Whether somebody turned push on here. Apart from the rest, because every page asks for it. */
export function hasPushMark(): boolean {
  return localStorage.getItem(pushMarkKey) !== null;
}
