import { Lock } from "lucide-react";
import * as words from "#words/football";
import type { TieMatchRow } from "../../backend/types/division-rows.ts";
import { matchPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { swingOf } from "../duel/duel-score.ts";
import { DuelFold, DuelPick, DuelSwing } from "../duel/duel-swing.tsx";
import { pointsFor } from "../rules/points.ts";
import { kickOffOf, liveMinute } from "../time/match-time.ts";

interface Props {
  /** What the opponent is called. */
  opponent: string;
  matches: readonly TieMatchRow[];
  now: number;
}

/** The matches of the member's tie: those that make a difference, those to come, and the others. */
export function TieMatches({ opponent, matches, now }: Props) {
  const rows = matches.map(asItStands);
  const toCome = rows.filter(({ status }) => status === "upcoming");
  const begun = rows.filter(({ status }) => status !== "upcoming");
  const deciding = begun.filter((row) => row.status === "live" || swingOf(row) !== 0);
  const same = begun.filter((row) => !deciding.includes(row));
  const missing = toCome.filter((row) => isBeforeLock(row, now) && row.my_home === null).length;
  const list = (some: readonly TieMatchRow[]) => (
    <ol>
      {some.map((row) => (
        <TieMatch key={row.match_id} row={row} now={now} opponent={opponent} />
      ))}
    </ol>
  );
  return (
    <section aria-labelledby="tie-matches">
      <div className="section-head">
        <h2 id="tie-matches">{words.yourTie}</h2>
        <p>{words.keyOfSwings({ name: opponent })}</p>
      </div>
      {list(deciding)}
      {toCome.length > 0 && (
        <DuelFold
          title={words.toCome}
          note={words.matchesToCome({ count: toCome.length, missing })}
          startsOpen={missing > 0 || begun.length === 0}
        >
          {list(toCome)}
        </DuelFold>
      )}
      {same.length > 0 && (
        <DuelFold title={words.noDifference} note={words.countOfMatches({ count: same.length })}>
          {list(same)}
        </DuelFold>
      )}
    </section>
  );
}

/** A live match with the points at its score. */
function asItStands(row: TieMatchRow): TieMatchRow {
  const { status, home_score, away_score, my_home, my_away, their_home, their_away } = row;
  if (status !== "live" || home_score === null || away_score === null) return row;
  const pointsOf = (home: number | null, away: number | null) =>
    home === null || away === null ? null : pointsFor({ home, away }, { home: home_score, away: away_score });
  return { ...row, my_points: pointsOf(my_home, my_away), their_points: pointsOf(their_home, their_away) };
}

function isBeforeLock({ locks_at }: TieMatchRow, now: number): boolean {
  return Date.parse(locks_at) > now;
}

interface TieMatchProps {
  row: TieMatchRow;
  now: number;
  opponent: string;
}

function TieMatch({ row, now, opponent }: TieMatchProps) {
  const swing = row.status === "upcoming" || row.home_score === null ? null : swingOf(row);
  const isOpen = isBeforeLock(row, now);
  return (
    <DuelSwing match={row} swing={swing} label={row.status === "live" ? words.asItStands : undefined}>
      {isOpen && row.my_home === null ? (
        <Link to={matchPath(row.match_id)}>{words.addYourPick}</Link>
      ) : (
        <DuelPick name={words.you} home={row.my_home} away={row.my_away} points={row.my_points} />
      )}
      {isOpen ? (
        <span>
          <span>{opponent}</span>
          <Lock size={15} aria-hidden="true" />
          <span className="visually-hidden">{words.showsAtTheLock}</span>
        </span>
      ) : (
        <DuelPick name={opponent} home={row.their_home} away={row.their_away} points={row.their_points} />
      )}
      {row.status === "live" && <span className="live-tag">{liveMinute(row.kickoff_at, now)}</span>}
      {row.status === "upcoming" && <span>{kickOffOf(row, now)}</span>}
    </DuelSwing>
  );
}
