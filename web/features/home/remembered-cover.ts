/** What the cover showed at the last visit on this device, used until the matches are loaded. */
interface RememberedCover {
  /** Also shown by the first paint, because it is usually still right. */
  title: string | null;
  /** The number of matches that the player may predict. */
  mine: number;
}

export function readRememberedCover(): RememberedCover {
  try {
    return {
      title: localStorage.getItem("cover-title"),
      mine: Number(localStorage.getItem("cover-matches") ?? 10),
    };
  } catch {
    return { title: null, mine: 10 };
  }
}

export function rememberCover(title: string, mine: number): void {
  try {
    localStorage.setItem("cover-title", title);
    localStorage.setItem("cover-matches", String(mine));
  } catch {
    // Without storage the cover starts without a title.
  }
}
