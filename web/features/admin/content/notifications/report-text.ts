import * as words from "#words/admin-content";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { RoundReportRow } from "../../../../backend/types/admin-rows.ts";
import { namesText } from "../../../../football/honours/names.ts";
import { ordinal } from "../../../../football/rules/ranking.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { roundName } from "../../../../football/time/round-name.ts";

/** How many places the text lists. */
const listed = 5;

/**
 * The text about a finished matchday for the club's chat: its winners, the first places, climbers, exact scores that one
 * member or nobody had, the next lock, and the address of its leaderboard. `now`: milliseconds since 1970.
 */
export function reportText(report: RoundReportRow, address: string, now: number): string {
  const { places, climbers, exact_scores: exact } = report;
  const winners = places.filter(({ rank }) => rank === 1);
  const [first] = winners;
  const head = [
    words.roundIsIn({ round: roundName(report.label), competition: report.league }),
    first &&
      words.winsRound({
        names: namesText(
          winners.map(({ name }) => name),
          winners.length,
        ),
        count: winners.length,
        points: first.points,
      }),
    first &&
      first.perfect_scores > 0 &&
      winners.length === 1 &&
      words.exactAmongThem({ count: first.perfect_scores }),
  ];
  const rows = places
    .slice(0, listed)
    .map(({ rank, name, points }) => words.placeLine({ rank: String(rank), name, points: String(points) }));
  const tail = [
    climbers.length > 0 &&
      words.climbersLine({
        names: climbers
          .map(({ name, places: up, rank }) =>
            words.climber({ name, places: String(up), rank: ordinal(rank) }),
          )
          .join("; "),
      }),
    ...exact.map(({ home, away, home_score, away_score, name }) => {
      const match = { home: clubName(home), away: clubName(away), score: `${home_score}–${away_score}` };
      return name === null ? words.nobodyHad(match) : words.onlyOneHad({ ...match, name });
    }),
    report.next_lock !== null && words.nextLockLine({ time: kickOffInSentence(report.next_lock, now) }),
  ];
  const parts = [head.filter(Boolean).join(" "), rows.join("\n"), tail.filter(Boolean).join("\n"), address];
  return parts.filter((part) => part !== "").join("\n\n");
}
