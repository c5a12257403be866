import { useEffect, useState } from "react";

/** How long a search waits after the last letter, in milliseconds. */
export const searchPause = 250;

/** The trimmed text of a search when the reader last paused. An empty text has no pause. */
export function usePaused(text: string): string {
  const wanted = text.trim();
  const [paused, setPaused] = useState(wanted);
  if (wanted === "" && paused !== "") setPaused("");
  useEffect(() => {
    const timer = setTimeout(() => setPaused(wanted), searchPause);
    return () => clearTimeout(timer);
  }, [wanted]);
  return wanted === "" ? "" : paused;
}

/** The state of a `SearchField` and of the pages of its list. A new search starts at the first page. */
export function useSearch(initial = "") {
  const [typed, setTyped] = useState(initial);
  const searched = usePaused(typed);
  const [{ page, of }, turn] = useState({ page: 0, of: searched });
  return {
    typed,
    setTyped,
    /** What the list is to contain. */
    searched,
    page: of === searched ? page : 0,
    setPage: (next: number) => turn({ page: next, of: searched }),
  };
}
