import { ClipboardList } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";

/** `Results to enter: N`, a link for organisers. Shows nothing without a missing result. */
export function ResultsToEnter({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Link className="notice warning results-to-enter" to={paths.enterResults}>
      <ClipboardList size={20} aria-hidden="true" />
      <span>
        Results to enter: <b>{count}</b>
      </span>
    </Link>
  );
}
