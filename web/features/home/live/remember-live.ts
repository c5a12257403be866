const key = "home-live";

/**
 * Remembers on this device how much of Home live matches take, with the width of the window: `1440 612`, in CSS pixels. The
 * first paint of the next visit keeps that place (`app/first-paint/first-paint.js`), so that nothing moves when they load.
 */
export function rememberPlace(height: number): void {
  try {
    localStorage.setItem(key, `${window.innerWidth} ${height}`);
  } catch {
    // The storage is full: the place is not kept.
  }
}

/** Gives the place up, because no match is live. */
export function forgetPlace(): void {
  localStorage.removeItem(key);
  delete document.documentElement.dataset.live;
}
