import { useEffect, useRef, useState } from "react";
import * as words from "#words/ui";
import { formatNumber } from "./text/format-number.ts";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  /** The query of the list, which may still show the rows of another page. */
  list: { isPlaceholderData: boolean };
  onPage: (page: number) => void;
}

/** The button that was pressed last: 0 for the previous page, 1 for the next one. */
let pressed: 0 | 1 | null = null;

/** The position in a paged list, `1 to 20 of 312`, with buttons to the previous and next page; nothing for a single page. Until
 * another page has loaded, the position is that of the rows. */
export function Pager({ page, pageSize, total, list, onPage }: Props) {
  const [shown, setShown] = useState(page);
  if (shown !== page && !list.isPlaceholderData) setShown(page);
  const buttons = useRef<HTMLDivElement>(null);
  // The list and its pager may be drawn again while the page loads, which would leave the focus to the body.
  useEffect(() => {
    if (pressed === null || document.activeElement !== document.body) return;
    buttons.current?.querySelectorAll("button")[pressed]?.focus();
  }, []);
  if (total <= pageSize) return null;
  const turn = (by: -1 | 1) => {
    pressed = by === 1 ? 1 : 0;
    if (by === 1 ? lastOf(page) < total : page > 0) onPage(page + by);
  };
  const lastOf = (of: number) => Math.min(total, (of + 1) * pageSize);
  return (
    <nav className="pager" aria-label={words.pages}>
      <span role="status">
        {words.rowsOfTotal({
          from: formatNumber(shown * pageSize + 1),
          to: formatNumber(lastOf(shown)),
          total: formatNumber(total),
        })}
      </span>
      <div ref={buttons}>
        <button
          type="button"
          className="btn secondary small"
          aria-disabled={page === 0}
          onClick={() => turn(-1)}
        >
          {words.previous}
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-disabled={lastOf(page) >= total}
          onClick={() => turn(1)}
        >
          {words.next}
        </button>
      </div>
    </nav>
  );
}
