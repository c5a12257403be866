import { ChevronDown } from "lucide-react";
import { useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/head-to-head";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { Mark } from "../../football/components/form-marks.tsx";
import { areDoubled } from "../../football/doubles/doubles-rule.ts";
import { swingOf } from "../../football/duel/duel-score.ts";
import { kindOfPoints } from "../../football/rules/points.ts";
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

/** Its matches are drawn when it is opened, because there may be thousands. */
function Fold({ title, note, rows, ...shown }: FoldProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (rows.length === 0) return null;
  return (
    <details className="duel-fold" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <span>
          <span>{title}</span> {note && <small>{note}</small>}
        </span>
        <ChevronDown size={22} aria-hidden="true" />
      </summary>
      {isOpen && <FoldedMatches rows={rows} {...shown} />}
    </details>
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

// not a text: class names
const swingClasses = { "-1": "swing-points loss", 0: "swing-points", 1: "swing-points gain" } as const;

function Swing({ row, players: [first, second], isOverall }: Omit<Props, "rows"> & { row: HeadToHeadRow }) {
  const swing = swingOf(row);
  const hasResult = row.home_score !== null;
  const round = row.round ? roundName(row.round) : clubDay(row.kickoff_at);
  return (
    <li className="swing">
      <span className={swingClasses[Math.sign(swing) as -1 | 0 | 1]}>
        <span>{hasResult ? signed(swing) : "–"}</span>
        <small>{hasResult ? words.labelOfPoints({ points: Math.abs(swing) }) : words.open}</small>
      </span>
      <div>
        <p className="swing-match">
          <span>
            <Crest team={row.home_team_name} size="small" />
            <span>{clubName(row.home_team_name)}</span>
          </span>{" "}
          <b>{hasResult ? `${row.home_score}–${row.away_score}` : footballWords.versus}</b>{" "}
          <span>
            <span>{clubName(row.away_team_name)}</span>
            <Crest team={row.away_team_name} size="small" />
          </span>
        </p>
        <p className="swing-picks">
          <Pick player={first} home={row.my_home} away={row.my_away} points={row.my_points} />
          <Pick player={second} home={row.their_home} away={row.their_away} points={row.their_points} />
          <span>{isOverall ? `${row.match_league}, ${round}` : round}</span>
        </p>
      </div>
    </li>
  );
}

function signed(swing: number): string {
  if (swing === 0) return "0";
  return swing > 0 ? `+${swing}` : `−${-swing}`;
}

interface PickProps {
  player: DuelPlayer;
  home: number | null;
  away: number | null;
  points: number | null;
}

function Pick({ player, home, away, points }: PickProps) {
  return (
    <span>
      <span>{player.short}</span>{" "}
      <Mark
        kind={points === null ? "none" : kindOfPoints(points)}
        isDouble={points !== null && areDoubled(points)}
      />
      <b>{home === null ? words.noPick : `${home}–${away}`}</b>
      {points !== null && (
        <span className="visually-hidden">{`, ${words.countOfPoints({ count: points })}`}</span>
      )}
    </span>
  );
}
