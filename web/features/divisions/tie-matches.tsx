import { ChevronDown, Lock } from "lucide-react";
import type { ReactNode } from "react";
import * as words from "#words/divisions";
import * as footballWords from "#words/football";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { TieMatchRow } from "../../backend/types/division-rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { Mark } from "../../football/components/form-marks.tsx";
import { kindOfPoints, pointsFor } from "../../football/rules/points.ts";
import { kickOffOf, liveMinute } from "../../football/time/match-time.ts";
import { matchPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { type OwnTie, opponentName } from "./ties.ts";

interface Props {
  tie: OwnTie;
  matches: readonly TieMatchRow[];
  now: number;
}

interface Shown {
  row: TieMatchRow;
  now: number;
  /** The first name of the opponent. */
  opponent: string;
}

/** The matches of the member's tie: those that make a difference, those to come, and the others. */
export function TieMatches({ tie, matches, now }: Props) {
  const opponent = tie.opponent ? (tie.opponent.name.split(" ")[0] ?? "") : opponentName(tie);
  const toCome = matches.filter(({ status }) => status === "upcoming");
  const begun = matches.filter(({ status }) => status !== "upcoming");
  const deciding = begun.filter((row) => row.status === "live" || swingOf(row) !== 0);
  const same = begun.filter((row) => !deciding.includes(row));
  const missing = toCome.filter((row) => isOpen(row, now) && row.my_home === null).length;
  const lines = (rows: readonly TieMatchRow[]) => (
    <ol>
      {rows.map((row) => (
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
      {lines(deciding)}
      <Fold
        title={words.toCome}
        note={words.matchesToCome({ count: toCome.length, missing })}
        count={toCome.length}
        isOpen={missing > 0 || begun.length === 0}
      >
        {lines(toCome)}
      </Fold>
      <Fold
        title={words.noDifference}
        note={words.countOfMatches({ count: same.length })}
        count={same.length}
      >
        {lines(same)}
      </Fold>
    </section>
  );
}

interface FoldProps {
  title: string;
  note: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}

export function Fold({ title, note, count, isOpen = false, children }: FoldProps) {
  if (count === 0) return null;
  return (
    <details className="duel-fold" open={isOpen}>
      <summary>
        <span>
          <span>{title}</span> <small>{note}</small>
        </span>
        <ChevronDown size={22} aria-hidden="true" />
      </summary>
      {children}
    </details>
  );
}

function isOpen({ locks_at }: TieMatchRow, now: number): boolean {
  return Date.parse(locks_at) > now;
}

interface Side {
  home: number | null;
  away: number | null;
  /** Final points, or those at the score of a live match; null before it. */
  points: number | null;
}

function sidesOf(row: TieMatchRow): [Side, Side] {
  const { status, home_score, away_score } = row;
  const pointsAt = (home: number | null, away: number | null, points: number | null) =>
    status === "live" && home !== null && away !== null && home_score !== null && away_score !== null
      ? pointsFor({ home, away }, { home: home_score, away: away_score })
      : points;
  return [
    {
      home: row.my_home,
      away: row.my_away,
      points: pointsAt(row.my_home, row.my_away, row.my_points),
    },
    {
      home: row.their_home,
      away: row.their_away,
      points: pointsAt(row.their_home, row.their_away, row.their_points),
    },
  ];
}

/** What the member gains in the match. */
function swingOf(row: TieMatchRow): number {
  const [mine, theirs] = sidesOf(row);
  return (mine.points ?? 0) - (theirs.points ?? 0);
}

// not a text: class names
const swingClasses = { "-1": "swing-points loss", 0: "swing-points", 1: "swing-points gain" } as const;

function TieMatch({ row, now, opponent }: Shown) {
  const swing = swingOf(row);
  const hasScore = row.status !== "upcoming" && row.home_score !== null;
  const [mine, theirs] = sidesOf(row);
  const open = isOpen(row, now);
  return (
    <li className="swing">
      <span className={swingClasses[Math.sign(swing) as -1 | 0 | 1]}>
        <span>{hasScore ? signed(swing) : "–"}</span>
        <small>{pointsLabel(row, swing)}</small>
      </span>
      <div>
        <p className="swing-match">
          <span>
            <Crest team={row.home_team_name} size="small" />
            <span>{clubName(row.home_team_name)}</span>
          </span>{" "}
          <b>{hasScore ? `${row.home_score}–${row.away_score}` : footballWords.versus}</b>{" "}
          <span>
            <span>{clubName(row.away_team_name)}</span>
            <Crest team={row.away_team_name} size="small" />
          </span>
        </p>
        <p className="swing-picks">
          {open && mine.home === null ? (
            <Link to={matchPath(row.match_id)}>{words.addYourPick}</Link>
          ) : (
            <Pick name={footballWords.you} side={mine} />
          )}
          {open ? (
            <span>
              <span>{opponent}</span>
              <Lock size={15} aria-hidden="true" />
              <span className="visually-hidden">{words.showsAtTheLock}</span>
            </span>
          ) : (
            <Pick name={opponent} side={theirs} />
          )}
          {row.status === "live" && <span className="live-tag">{liveMinute(row.kickoff_at, now)}</span>}
          {row.status === "upcoming" && <span>{kickOffOf(row, now)}</span>}
        </p>
      </div>
    </li>
  );
}

function pointsLabel({ status, home_score }: TieMatchRow, swing: number): string {
  if (status === "live") return words.asItStands;
  return home_score === null ? words.open : footballWords.labelOfPoints({ points: Math.abs(swing) });
}

function signed(swing: number): string {
  if (swing === 0) return "0";
  return swing > 0 ? `+${swing}` : `−${-swing}`;
}

function Pick({ name, side: { home, away, points } }: { name: string; side: Side }) {
  return (
    <span>
      <span>{name}</span> <Mark kind={points === null ? "none" : kindOfPoints(points)} />
      <b>{home === null ? footballWords.noPick : `${home}–${away}`}</b>
    </span>
  );
}
