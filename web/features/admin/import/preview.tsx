import type { ImportPlanRow } from "../../../backend/types/admin-rows.ts";
import { clubDate } from "../../../football/time/club-day.ts";

const labels: Readonly<Record<ImportPlanRow["change"], string>> = {
  refused: "refused",
  added: "added",
  moved: "moved",
  result: "result",
  "moved and result": "moved, with result",
  unchanged: "unchanged",
};
const order = Object.keys(labels);

/** What the import would do: the counts, then every match, refused ones first. Times are in the club's time zone. */
export function Preview({ plan }: { plan: readonly ImportPlanRow[] }) {
  const counts = order
    .map((change) => [change, plan.filter((row) => row.change === change).length] as const)
    .filter(([, count]) => count > 0);
  const rows = plan.toSorted(
    (one, other) => order.indexOf(one.change) - order.indexOf(other.change) || one.place - other.place,
  );
  return (
    <section aria-label="Preview">
      <p className="import-counts" role="status">
        {counts.map(([change, count]) => (
          <span key={change} className={change === "refused" ? "error" : ""}>
            <b>{count}</b> {labels[change as ImportPlanRow["change"]]}
          </span>
        ))}
      </p>
      <div className="import-list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Match</th>
              <th scope="col">Club time</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.place}>
                <td>
                  {row.home} {row.home_score === null ? "v" : `${row.home_score}–${row.away_score}`}{" "}
                  {row.away}
                  <small>{row.round}</small>
                </td>
                <td>
                  {row.match_date ? clubDate(row.match_date) : "–"} {row.match_time?.slice(0, 5)}
                </td>
                <td>{row.reason ? `Refused: ${row.reason}` : labels[row.change]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
