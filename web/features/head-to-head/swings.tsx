import * as words from "#words/head-to-head";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { Mark } from "../../football/components/form-marks.tsx";
import { swingOf } from "../../football/duel/duel-score.ts";
import { DuelFold, DuelPick, DuelSwing } from "../../football/duel/duel-swing.tsx";
import { clubDay } from "../../football/time/club-day.ts";
import { roundName } from "../../football/time/round-name.ts";
import { useIncrementalCount } from "../../ui/loading/use-incremental-count.ts";
import { type DuelPlayer, sortedMatches } from "./duel.ts";

/** More swings are folded. */
const mostSwings = 5;

interface Props {
  rows: readonly HeadToHeadRow[];
  players: readonly [DuelPlayer, DuelPlayer];
  /** With all competitions a match names its own. */
  isOverall: boolean;
}

/** The matches that decided the duel; the others are folded. */
export function Swings({ rows, ...shown }: Props) {
  const [first, second] = shown.players;
  const { swings, same, withoutResult } = sortedMatches(rows);
  const smaller = swings.slice(mostSwings);
  return (
    <section aria-labelledby="swings">
      <div className="section-head">
        <h2 id="swings">{words.theMatchesThatDecidedIt}</h2>
        <p>{words.keyOfSwings({ first: inSentence(first), second: inSentence(second) })}</p>
      </div>
      {swings.length === 0 && <p className="muted">{words.noDifferenceYet}</p>}
      <ol>
        {swings.slice(0, mostSwings).map((row) => (
          <Swing key={row.match_id} row={row} {...shown} />
        ))}
      </ol>
      <Fold title={words.moreSwings({ count: smaller.length })} rows={smaller} {...shown} />
      <Fold title={words.samePointsForBoth} note={matchesOf(same)} rows={same} {...shown} />
      <Fold
        title={words.lockedWithoutAResult}
        note={matchesOf(withoutResult)}
        rows={withoutResult}
        {...shown}
      />
      <p className="duel-marks">
        <span>
          <Mark kind="exact" />
          <span>{words.keyPerfectScore}</span>
        </span>
        <span>
          <Mark kind="outcome" />
          <span>{words.keyRightOutcome}</span>
        </span>
        <span>
          <Mark kind="miss" />
          <span>{words.keyMiss}</span>
        </span>
      </p>
    </section>
  );
}

function inSentence({ isReader, short }: DuelPlayer): string {
  return isReader ? words.youInSentence : short;
}

function matchesOf(rows: readonly HeadToHeadRow[]): string {
  return words.countOfMatches({ count: rows.length });
}

interface FoldProps extends Props {
  title: string;
  note?: string;
}

function Fold({ title, note, rows, ...shown }: FoldProps) {
  if (rows.length === 0) return null;
  return (
    <DuelFold title={title} {...(note === undefined ? {} : { note })}>
      <FoldedMatches rows={rows} {...shown} />
    </DuelFold>
  );
}

function FoldedMatches({ rows, ...shown }: Props) {
  const count = useIncrementalCount(rows.length, 10, 20);
  return (
    <ol>
      {rows.slice(0, count).map((row) => (
        <Swing key={row.match_id} row={row} {...shown} />
      ))}
    </ol>
  );
}

function Swing({ row, players: [first, second], isOverall }: Omit<Props, "rows"> & { row: HeadToHeadRow }) {
  const round = row.round ? roundName(row.round) : clubDay(row.kickoff_at);
  return (
    <DuelSwing match={row} swing={row.home_score === null ? null : swingOf(row)}>
      <DuelPick name={first.short} home={row.my_home} away={row.my_away} points={row.my_points} />
      <DuelPick name={second.short} home={row.their_home} away={row.their_away} points={row.their_points} />
      <span>{isOverall ? `${row.match_league}, ${round}` : round}</span>
    </DuelSwing>
  );
}
