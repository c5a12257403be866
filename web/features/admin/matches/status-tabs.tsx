import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { MatchStatus } from "../../../backend/types/rows.ts";
import { matchCount } from "./match-queries.ts";

const statuses: readonly (readonly [status: MatchStatus, label: string])[] = [
  ["live", "Live"],
  ["upcoming", "Upcoming"],
  ["completed", "Completed"],
  ["cancelled", "Cancelled"],
];

/** The status in the address; `upcoming` without a valid one. */
export function statusIn(parameters: URLSearchParams): MatchStatus {
  const requested = parameters.get("status");
  return statuses.find(([status]) => status === requested)?.[0] ?? "upcoming";
}

export function StatusTabs({ chosen }: { chosen: MatchStatus }) {
  return (
    <nav className="tabs" aria-label="Status">
      {statuses.map(([status, label]) => (
        <Link
          key={status}
          to={`?status=${status}`}
          preventScrollReset
          aria-current={status === chosen ? "true" : undefined}
        >
          {label} <Count status={status} />
        </Link>
      ))}
    </nav>
  );
}

function Count({ status }: { status: MatchStatus }) {
  const count = useQuery(matchCount(status));
  return <small>{count.data ?? "–"}</small>;
}
