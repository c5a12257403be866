import { useQuery } from "@tanstack/react-query";
import { messageFor } from "../../../backend/errors.ts";
import type { PlanCodeRow } from "../../../backend/rows.ts";
import { serverNow } from "../../../backend/server-clock.ts";
import { CompetitionBadge } from "../../../football/competition.tsx";
import { longDate } from "../../../football/kick-off.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { latestCodes } from "./code-queries.ts";
import { planName } from "./code-rules.ts";

/** The latest codes and what became of them. */
export function CodeList() {
  const codes = useQuery(latestCodes);
  if (codes.isError)
    return (
      <Failure
        title="Failed to load codes"
        reason={messageFor(codes.error, "admin")}
        onRetry={() => void codes.refetch()}
      />
    );
  if (!codes.data) return <SkeletonRows count={5} height={44} label="Loading codes" />;
  if (codes.data.length === 0)
    return (
      <EmptyState title="No codes yet">
        The codes you generate are listed here until they are used.
      </EmptyState>
    );
  return (
    <div className="dense">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Plan</th>
            <th scope="col" className="wide">
              Expires
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {codes.data.map((code) => (
            <tr key={code.id}>
              <td className="num text-team">{code.code}</td>
              <td>
                <CompetitionBadge name={planName(code.plan_type)} />
              </td>
              <td className="wide">{longDate(code.expires_at)}</td>
              <td>{stateOf(code)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stateOf(code: PlanCodeRow): string {
  if (code.is_used) return "Used";
  return Date.parse(code.expires_at) < serverNow() ? "Expired" : "Open";
}
