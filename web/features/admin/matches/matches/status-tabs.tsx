import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { Link } from "../../../../routing/link.tsx";
import { type ManagedStatus, matchCount } from "./match-queries.ts";

const statuses: readonly (readonly [status: ManagedStatus, label: string])[] = [
  ["live", words.live],
  ["awaiting", words.awaitingResult],
  ["upcoming", words.upcoming],
  ["postponed", words.postponed],
  ["completed", words.completed],
  ["cancelled", words.cancelled],
];

/** The status in the address; `upcoming` without a valid one. */
export function statusIn(parameters: URLSearchParams): ManagedStatus {
  const requested = parameters.get("status");
  return statuses.find(([status]) => status === requested)?.[0] ?? "upcoming";
}

export function StatusTabs({ chosen }: { chosen: ManagedStatus }) {
  return (
    <nav className="tabs" aria-label={words.status}>
      {statuses.map(([status, label]) => (
        <Link
          key={status}
          to={`?status=${status}`}
          keepsScroll
          aria-current={status === chosen ? "true" : undefined}
        >
          <span>{label}</span> <Count status={status} />
        </Link>
      ))}
    </nav>
  );
}

function Count({ status }: { status: ManagedStatus }) {
  const count = useQuery(matchCount(status));
  return <small>{count.data ?? "–"}</small>;
}
