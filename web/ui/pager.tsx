import * as words from "#words/ui";
import { formatNumber } from "./text/format-number.ts";

interface Props {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** The position in a paged list, `1 to 20 of 312`, with buttons to the previous and next page; nothing for a single page. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  if (total <= pageSize) return null;
  const from = page * pageSize + 1;
  const to = Math.min(total, (page + 1) * pageSize);
  return (
    <nav className="pager" aria-label={words.pages}>
      <span role="status">
        {words.rowsOfTotal({
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(total),
        })}
      </span>
      <div>
        <button
          type="button"
          className="btn secondary small"
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
        >
          {words.previous}
        </button>
        <button
          type="button"
          className="btn secondary small"
          disabled={to >= total}
          onClick={() => onPage(page + 1)}
        >
          {words.next}
        </button>
      </div>
    </nav>
  );
}
