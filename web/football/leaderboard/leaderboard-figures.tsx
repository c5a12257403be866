import { Users } from "lucide-react";
import { memo } from "react";
import * as words from "#words/football";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { FormMarks } from "../components/form-marks.tsx";
import { MovementMark } from "../components/movement-mark.tsx";
import { PlayerName } from "../components/player-name.tsx";
import { accuracyText, movementOf } from "../rules/ranking.ts";
import "./leaderboard-table.css";

interface Props {
  row: { perfect_scores: number; accuracy: number | null; points: number };
  /** The points for season questions; null where there are none. Undefined: without this column. */
  questionPoints?: number | null | undefined;
  picks?: boolean;
}

/**
 * The last columns of a leaderboard's head: season questions if it has them, perfect scores and accuracy, and points. `picks`:
 * whether the points come from predictions, of which the table of another pool has none.
 */
export function FigureHeads({ questions = false, picks = true }: { questions?: boolean; picks?: boolean }) {
  return (
    <>
      {questions && (
        <th scope="col" className="align-end wide-cell">
          {words.questions}
        </th>
      )}
      {picks && (
        <>
          <th scope="col" className="align-end wide-cell">
            {words.perfect}
          </th>
          <th scope="col" className="align-end wide-cell accuracy-cell">
            {words.accuracy}
          </th>
        </>
      )}
      <th scope="col" className="align-end">
        {words.points}
      </th>
    </>
  );
}

/** The last columns of a leaderboard's row. */
export function FigureCells({ row, questionPoints, picks = true }: Props) {
  return (
    <>
      {questionPoints !== undefined && (
        <td className="align-end wide-cell perfect-scores">{questionPoints}</td>
      )}
      {picks && (
        <>
          <td className="align-end wide-cell perfect-scores">{row.perfect_scores}</td>
          <td className="align-end wide-cell accuracy accuracy-cell">{accuracyText(row.accuracy)}</td>
        </>
      )}
      <td className="align-end total">{row.points}</td>
    </>
  );
}

interface CrowdProps {
  /** Undefined while it loads, null before the first result. */
  crowd: Props["row"] | null | undefined;
  /** Whether there is a cell between the rank and the name, and between the name and the figures. */
  before?: boolean;
  after?: boolean;
  /** Whether the leaderboard has a column for season questions, which the crowd does not answer. */
  questions?: boolean;
  /** Whether the table has the points per match since joining, of which the crowd has none. */
  perMatch?: boolean;
}

/** The foot of a leaderboard: a row without a rank for the most common prediction of each match. */
export function CrowdRow({ crowd, before, after, questions = false, perMatch }: CrowdProps) {
  if (!crowd) return null;
  return (
    <tfoot>
      <tr className="crowd-row">
        <td className="rank">–</td>
        {before && <td />}
        <td>
          <span className="crowd-name">
            <Users size={18} aria-hidden="true" />
            <span>{words.theCrowd}</span>
          </span>
          <span className="faint crowd-words">{words.commonestPicks}</span>
        </td>
        {after && <td className="wide-cell form-cell" />}
        {perMatch && <td className="per-match" />}
        <FigureCells row={crowd} questionPoints={questions ? null : undefined} />
      </tr>
    </tfoot>
  );
}

/**
 * Compares a player's points with those of the most common pick of each match. Keeps its place while it loads; nothing before the
 * first result.
 */
export function AgainstTheCrowd({ crowd, points }: { crowd: CrowdProps["crowd"]; points: number }) {
  if (crowd === null) return null;
  const ahead = crowd && points - crowd.points;
  return (
    <p className="against-the-crowd">
      <b>
        {`${ahead === undefined ? "\u00a0" : ""}${ahead === 0 ? words.levelWithTheCrowd : ""}${ahead !== undefined && ahead > 0 ? words.youBeatTheCrowd({ points: ahead }) : ""}${ahead !== undefined && ahead < 0 ? words.theCrowdIsAhead({ points: -ahead }) : ""}`}
      </b>
      <span className="faint">{words.whoTheCrowdIs}</span>
    </p>
  );
}

interface RowProps {
  row: LeaderboardRow;
  form: readonly (number | null)[] | undefined;
  questionPoints?: Props["questionPoints"];
  /** The points per match since joining; empty while they load, undefined in a table without them. */
  perMatch?: string | undefined;
  me: boolean;
  /** The address of the player's sheet. */
  to: string;
  /** The row's number in the whole table including the head, for screen readers. */
  index?: number;
}

/** One player's row. Memoised, because the table renders again with every scroll. */
export const LeaderboardTableRow = memo(function LeaderboardTableRow(props: RowProps) {
  const { row, form, questionPoints, perMatch, me, to, index } = props;
  return (
    <tr className={me ? "own-row" : ""} aria-rowindex={index}>
      <td className="rank">{row.rank ?? "–"}</td>
      <td>
        <MovementMark movement={movementOf(row)} />
      </td>
      <td>
        <PlayerName player={row.user_id} name={row.full_name} me={me} to={to} />
      </td>
      <td className="wide-cell form-cell">{form && <FormMarks points={form} />}</td>
      {perMatch !== undefined && <td className="align-end per-match">{perMatch}</td>}
      <FigureCells row={row} questionPoints={questionPoints} />
    </tr>
  );
});

/** `questions`, `perMatch`: whether the table has these figures. */
export function LeaderboardHead({
  questions = false,
  perMatch = false,
}: {
  questions?: boolean;
  perMatch?: boolean;
}) {
  return (
    <>
      <colgroup>
        <col className="rank-column" />
        <col className="movement-column" />
        <col />
        <col className="form-column" />
        {perMatch && <col className="figure-column per-match-column" />}
        {questions && <col className="figure-column wide-column questions-column" />}
        <col className="figure-column wide-column" />
        <col className="figure-column wide-column accuracy-column" />
        <col className="figure-column" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{words.rank}</th>
          <th scope="col">
            <span className="visually-hidden">{words.movement}</span>
          </th>
          <th scope="col">{words.player}</th>
          <th scope="col" className="wide-cell form-cell">
            {words.lastFive}
          </th>
          {perMatch && (
            <th scope="col" className="align-end per-match">
              <abbr title={words.pointsPerMatchSinceJoining}>{words.perMatch}</abbr>
            </th>
          )}
          <FigureHeads questions={questions} />
        </tr>
      </thead>
    </>
  );
}
