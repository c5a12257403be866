import { ClipboardList } from "lucide-react";
import * as words from "#words/football";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Rich } from "../../ui/text/rich.tsx";

/** `Results to enter: N`, a link for organisers. Shows nothing without a missing result. */
export function ResultsToEnter({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Link className="notice warning results-to-enter" to={paths.enterResults}>
      <ClipboardList size={20} aria-hidden="true" />
      <span>
        <Rich parts={words.resultsToEnter({ count, b: (text) => <b>{text}</b> })} />
      </span>
    </Link>
  );
}
