/** Remembers on this device whether matches are live, so that Home keeps their place (`remembered-home.ts`). */
export function rememberLive(isLive: boolean): void {
  try {
    if (isLive) localStorage.setItem("home-live", "1");
    else localStorage.removeItem("home-live");
  } catch {
    // Without storage the place is not kept.
  }
}
