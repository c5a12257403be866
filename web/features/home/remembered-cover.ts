/** What the cover showed when it was last seen here: until more is known it keeps that title, and that much room. */
interface RememberedCover {
  /** The first paint shows it too: most of the time it is still the right one. */
  title: string | null;
  /** Matches that the player may predict. */
  mine: number;
}

export function recallCover(): RememberedCover {
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
    // Storage may be closed to the page: then the cover begins without a title.
  }
}
