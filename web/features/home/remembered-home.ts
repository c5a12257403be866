/** What Home showed at the last visit on this device, used until the matches are loaded. */
interface RememberedHome {
  /** Also shown by the first paint, because it is usually still right. */
  title: string | null;
  /** The number of matches that the player may predict. */
  mine: number;
  /** Whether matches were live, whose place is then kept (`live/remember-live.ts`). */
  live: boolean;
}

export function readRememberedHome(): RememberedHome {
  try {
    return {
      title: localStorage.getItem("cover-title"),
      mine: Number(localStorage.getItem("cover-matches") ?? 10),
      live: localStorage.getItem("home-live") !== null,
    };
  } catch {
    return { title: null, mine: 10, live: false };
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
