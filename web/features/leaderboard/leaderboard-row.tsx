import { memo } from "react";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { FormMarks } from "../../football/components/form-marks.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { accuracyText, type Movement, movementOf } from "../../football/rules/ranking.ts";

interface Props {
  row: LeaderboardRow;
  form: readonly (number | null)[] | undefined;
  me: boolean;
  /** The address of the player's sheet. */
  to: string;
  /** Place in the whole table, head included, for screen readers. */
  index?: number;
}

/** Drawn again when something in it changes only: the table around it follows every scroll. */
export const LeaderboardTableRow = memo(function StandingLine({ row, form, me, to, index }: Props) {
  return (
    <tr className={me ? "me" : ""} aria-rowindex={index}>
      <td className="rank">{row.rank ?? "–"}</td>
      <td>
        <MovementMark movement={movementOf(row)} />
      </td>
      <td>
        <PlayerName player={row.user_id} name={row.full_name} me={me} to={to} />
      </td>
      <td className="wide">{form && <FormMarks points={form} />}</td>
      <td className="end wide perfect">{row.perfect_scores}</td>
      <td className="end wide accuracy">{accuracyText(row.accuracy)}</td>
      <td className="end total">{row.points}</td>
    </tr>
  );
});

function MovementMark({ movement }: { movement: Movement }) {
  switch (movement.kind) {
    case "none":
      return <span className="sr-only">no movement yet</span>;
    case "level":
      return (
        <span className="movement">
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d="M1 5h10v2.5H1z" />
          </svg>
          <span className="sr-only">no change</span>
        </span>
      );
    case "up":
    case "down":
      return (
        <span className={`movement ${movement.kind}`}>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={movement.kind === "up" ? "M6 1l5.5 10H.5z" : "M6 11 .5 1h11z"} />
          </svg>
          <span className="sr-only">{movement.kind} </span>
          {movement.places}
        </span>
      );
  }
}

export function LeaderboardHead() {
  return (
    <>
      <colgroup>
        <col className="rank-column" />
        <col className="movement-column" />
        <col />
        <col className="form-column" />
        <col className="figure-column wide-column" />
        <col className="figure-column wide-column" />
        <col className="figure-column" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">
            <span className="sr-only">Movement</span>
          </th>
          <th scope="col">Player</th>
          <th scope="col" className="wide">
            Last five
          </th>
          <th scope="col" className="end wide">
            Perfect
          </th>
          <th scope="col" className="end wide">
            Accuracy
          </th>
          <th scope="col" className="end">
            Points
          </th>
        </tr>
      </thead>
    </>
  );
}
