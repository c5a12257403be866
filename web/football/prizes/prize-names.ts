import * as words from "#words/football";
import type { PrizeKind, PrizeSubject } from "../../backend/types/prize-rows.ts";
import { formatNumber } from "../../ui/text/format-number.ts";
import { competitionWithId } from "../rules/competitions.ts";
import { ordinal } from "../rules/ranking.ts";
import { roundName } from "../time/round-name.ts";

/** What a line of the plan is for: "Overall leaderboard", "Each matchday of the Premier League". */
export function nameOfPrizes(kind: PrizeKind, competitionId: string | null): string {
  const competition = competitionWithId(competitionId ?? "")?.name ?? "";
  return {
    overall: words.prizesOverall,
    competition: words.prizesOfCompetition({ competition }),
    matchday: words.prizesOfMatchdays({ competition }),
    cup: words.membersCup,
    last_standing: words.lastOneStanding,
  }[kind];
}

/** What a prize was won for: "Matchday 12, Premier League", "Winter cup". */
export function subjectOfPrize({ kind, competition_id, name }: PrizeSubject): string {
  if (kind === "matchday")
    return `${roundName(name ?? "")}, ${competitionWithId(competition_id ?? "")?.name ?? ""}`;
  return name ?? nameOfPrizes(kind, competition_id);
}

/** "1st", or of a shared place "1st, shared by 3". */
export function placeOfPrize({ place, shared_by }: { place: number; shared_by: number }): string {
  return shared_by > 1 ? words.sharedPlace({ place: ordinal(place), count: shared_by }) : ordinal(place);
}

/** "Rs 1,200". */
export const rupees = (amount: number) => words.rupees({ amount: formatNumber(amount) });
