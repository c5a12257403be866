import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type ManagedStatus, matchCount } from "./match-queries.ts";

const statuses: readonly (readonly [status: ManagedStatus, label: string])[] = [
  ["live", "Live"],
  ["awaiting", "Awaiting result"],
  ["upcoming", "Upcoming"],
  ["completed", "Completed"],
  ["cancelled", "Cancelled"],
];

/** The status in the address; `upcoming` without a valid one. */
export function statusIn(parameters: URLSearchParams): ManagedStatus {
  const requested = parameters.get("status");
  return statuses.find(([status]) => status === requested)?.[0] ?? "upcoming";
}

export function StatusTabs({ chosen }: { chosen: ManagedStatus }) {
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

function Count({ status }: { status: ManagedStatus }) {
  const count = useQuery(matchCount(status));
  return <small>{count.data ?? "–"}</small>;
}
