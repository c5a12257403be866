import { useDeferredValue, useState } from "react";

/** The state of a search field above a list in pages. A new search starts at the first page. */
export function usePagedSearch() {
  const [words, setWords] = useState("");
  const [page, setPage] = useState(0);
  return {
    words,
    /** The trimmed words, which may lag behind the field while the list renders. */
    searched: useDeferredValue(words.trim()),
    search: (next: string) => {
      setWords(next);
      setPage(0);
    },
    page,
    setPage,
  };
}
