const key = "cover-title";

/**
 * The title the cover had when it was last seen here. The first paint shows it before anything is known: most of the time
 * it is still the right one.
 */
export function recallTitle(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberTitle(title: string): void {
  try {
    localStorage.setItem(key, title);
  } catch {
    // Storage may be closed to the page: then the cover begins without a title.
  }
}
