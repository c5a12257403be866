import { Fragment } from "react";
import * as words from "#words/divisions";
import * as footballWords from "#words/football";
import type {
  DivisionFixtureRow,
  DivisionsRow,
  DivisionTableRow,
} from "../../backend/types/division-rows.ts";
import { MovementMark } from "../../football/components/movement-mark.tsx";
import { PlayerName } from "../../football/components/player-name.tsx";
import { boardIdOf } from "../../football/rules/competitions.ts";
import type { Movement } from "../../football/rules/ranking.ts";
import { headToHeadPath } from "../../paths.ts";
import type { Division } from "./division-queries.ts";

interface Props extends Division {
  userId: string;
  club: DivisionsRow;
  number: number;
}

/** The table of a division, with the lines above which members go up and below which they go down. */
export function DivisionTable({ userId, club, number, table, fixtures }: Props) {
  const ties = fixtures.filter((tie) => tie.number === club.matchday && tie.state === "running");
  const lastUp = table.findLastIndex(({ goes }) => goes === "up");
  const firstDown = table.findIndex(({ goes }) => goes === "down");
  return (
    <table className="table leaderboard-table division-table">
      <thead>
        <tr>
          <th scope="col" className="rank-column">
            {footballWords.rank}
          </th>
          <th scope="col" className="movement-column">
            <span className="visually-hidden">{footballWords.movement}</span>
          </th>
          <th scope="col">{footballWords.player}</th>
          {[words.won, words.level, words.lost, words.earned].map((title) => (
            <th scope="col" key={title} className="align-end wide-cell">
              {title}
            </th>
          ))}
          {ties.length > 0 && (
            <th scope="col" className="align-end now-column">
              {words.now}
            </th>
          )}
          <th scope="col" className="align-end figure-column">
            {footballWords.points}
          </th>
        </tr>
      </thead>
      <tbody>
        {table.map((row, at) => (
          <Fragment key={row.rank}>
            {at === firstDown && <Cut goes="down" number={number} table={table} hasTies={ties.length > 0} />}
            <Row row={row} userId={userId} club={club} ties={ties} />
            {at === lastUp && <Cut goes="up" number={number} table={table} hasTies={ties.length > 0} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: DivisionTableRow;
  userId: string;
  club: DivisionsRow;
  ties: readonly DivisionFixtureRow[];
}

function Row({ row, userId, club, ties }: RowProps) {
  const { user_id: id, full_name: name } = row;
  const me = id === userId;
  const competition = boardIdOf(club.league);
  return (
    <tr className={me ? "own-row" : undefined}>
      <td className="rank">{row.rank}</td>
      <td>
        <MovementMark movement={movementOf(row.movement)} />
      </td>
      <td>
        {id === null ? (
          <span className="player ghost-player">
            <span>{words.ghost}</span>
          </span>
        ) : (
          <PlayerName
            player={id}
            name={name ?? ""}
            me={me}
            {...(me ? {} : { to: headToHeadPath(id, userId, competition) })}
          />
        )}
      </td>
      {[row.won, row.level, row.lost, row.points_for].map((figure, at) => (
        <td key={at} className="align-end wide-cell number">
          {figure}
        </td>
      ))}
      {ties.length > 0 && (
        <td className="align-end">
          <span className="prediction-chip">{pointsNow(ties, id)}</span>
        </td>
      )}
      <td className="align-end total">{row.points}</td>
    </tr>
  );
}

function movementOf(movement: number | null): Movement {
  if (movement === null) return { kind: "none" };
  if (movement === 0) return { kind: "level" };
  return { kind: movement > 0 ? "up" : "down", places: Math.abs(movement) };
}

/** `7–4`: the own points of the running tie first. */
function pointsNow(ties: readonly DivisionFixtureRow[], id: string | null): string {
  const tie = ties.find(({ first_id, second_id }) => first_id === id || second_id === id);
  if (!tie) return "–";
  const [mine, theirs] =
    tie.first_id === id ? [tie.first_points, tie.second_points] : [tie.second_points, tie.first_points];
  return `${mine ?? 0}–${theirs ?? 0}`;
}

interface CutProps {
  goes: "up" | "down";
  number: number;
  table: readonly DivisionTableRow[];
  hasTies: boolean;
}

function Cut({ goes, number, table, hasTies }: CutProps) {
  const count = table.filter((row) => row.goes === goes).length;
  return (
    <tr className={goes === "up" ? "cut-row goes-up" : "cut-row goes-down"}>
      <td colSpan={3}>
        <span>
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={goes === "up" ? "M6 1l5.5 10H.5z" : "M6 11 .5 1h11z"} />
          </svg>
          <span>
            {goes === "up"
              ? words.goUp({ count, division: number - 1 })
              : words.goDown({ count, division: number + 1 })}
          </span>
        </span>
      </td>
      <td colSpan={4} className="wide-cell" />
      <td colSpan={hasTies ? 2 : 1} />
    </tr>
  );
}
