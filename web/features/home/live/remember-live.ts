/**
 * Remembers on this device whether matches are live. Where they were at the last visit, the first paint marks the page with
 * `data-live` (`app/first-paint/first-paint.js`), and Home keeps their place until it knows better.
 */
export function rememberLive(isLive: boolean): void {
  if (!isLive) delete document.documentElement.dataset.live;
  try {
    if (isLive) localStorage.setItem("home-live", "");
    else localStorage.removeItem("home-live");
  } catch {
    // The storage is full: the place is not kept.
  }
}
