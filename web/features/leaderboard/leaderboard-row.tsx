import { memo } from "react";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { FormMarks } from "../../football/components/form-marks.tsx";
import { FigureCells, FigureHeads } from "../../football/components/leaderboard-figures.tsx";
import { MovementMark } from "../../football/components/movement-mark.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { movementOf } from "../../football/rules/ranking.ts";

interface Props {
  row: LeaderboardRow;
  form: readonly (number | null)[] | undefined;
  me: boolean;
  /** The address of the player's sheet. */
  to: string;
  /** The row's number in the whole table including the head, for screen readers. */
  index?: number;
}

/** One player's row. Memoised, because the table renders again with every scroll. */
export const LeaderboardTableRow = memo(function LeaderboardTableRow({ row, form, me, to, index }: Props) {
  return (
    <tr className={me ? "own-row" : ""} aria-rowindex={index}>
      <td className="rank">{row.rank ?? "–"}</td>
      <td>
        <MovementMark movement={movementOf(row)} />
      </td>
      <td>
        <PlayerName player={row.user_id} name={row.full_name} me={me} to={to} />
      </td>
      <td className="wide-cell">{form && <FormMarks points={form} />}</td>
      <FigureCells row={row} />
    </tr>
  );
});

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
            <span className="visually-hidden">Movement</span>
          </th>
          <th scope="col">Player</th>
          <th scope="col" className="wide-cell">
            Last five
          </th>
          <FigureHeads />
        </tr>
      </thead>
    </>
  );
}
