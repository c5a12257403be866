import type { StandingRow } from "../../backend/rows.ts";
import { Shirt } from "../../football/shirt.tsx";

/** The first three on the grass. Read out in their order; seen with the winner in the middle. */
export function Podium({ rows }: { rows: readonly StandingRow[] }) {
  return (
    <ol className="podium grass" aria-label="Podium">
      {rows.slice(0, 3).map((row) => (
        <li key={row.user_id}>
          <Shirt player={row.user_id} name={row.full_name} chalk />
          <span className="who">{row.full_name}</span>
          <span className="meta">{row.perfect_scores} exact</span>
          <div className="step">
            <span>
              <span className="sr-only">Rank </span>
              {row.rank}
            </span>
            <small>
              <b>{row.points}</b>
              {row.points === 1 ? "point" : "points"}
            </small>
          </div>
        </li>
      ))}
    </ol>
  );
}
