/** What Home showed at the last visit on this device, used until the matches are loaded. */
interface RememberedHome {
  /** Also shown by the first paint, because it is usually still right. */
  title: string | null;
  /** The number of matches that the player may predict. */
  mine: number;
}

export function readRememberedHome(): RememberedHome {
  return {
    title: localStorage.getItem("cover-title"),
    mine: Number(localStorage.getItem("cover-matches") ?? 10),
  };
}

export function rememberCover(title: string, mine: number): void {
  try {
    localStorage.setItem("cover-title", title);
    localStorage.setItem("cover-matches", String(mine));
  } catch {
    // The storage is full: the cover starts without a title.
  }
}
