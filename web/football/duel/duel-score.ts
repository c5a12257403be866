import * as words from "#words/football";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { kindOfPoints } from "../rules/points.ts";

/** One of the two players of a comparison. */
interface Named {
  name: string;
  isReader: boolean;
}

export interface DuelScore {
  mine: number;
  theirs: number;
  /** Who leads. */
  verdict: string;
  /** What was compared. */
  compared: string;
}

/** The season that is compared: the one that was asked for (`all`: null), else the latest. */
export function comparedSeason(asked: string | null, seasons: readonly string[] | undefined): string | null {
  return asked === "all" ? null : (asked ?? seasons?.[0] ?? null);
}

/** The first player's points of a match minus those of the second one. */
export function swingOf({
  my_points,
  their_points,
}: Pick<HeadToHeadRow, "my_points" | "their_points">): number {
  return (my_points ?? 0) - (their_points ?? 0);
}

/** The result of a comparison: both players' points of the completed matches, in numbers and as a sentence. */
export function duelScore(
  rows: readonly HeadToHeadRow[],
  [first, second]: readonly [Named, Named],
  { league, season }: { league: string; season: string | null },
): DuelScore {
  const competition = league === "Overall" ? words.allCompetitions : league;
  const matches = rows.filter(({ home_score }) => home_score !== null).length;
  return {
    mine: sumOf(rows, ({ my_points }) => my_points ?? 0),
    theirs: sumOf(rows, ({ their_points }) => their_points ?? 0),
    verdict: matches === 0 ? words.noResultToCompareYet : verdictOf(rows, first, second),
    compared: words.comparedAfter({ competition, season: season ?? words.allSeasonsLower, matches }),
  };
}

/** Who leads: by points, then by perfect scores. */
function verdictOf(rows: readonly HeadToHeadRow[], first: Named, second: Named): string {
  const points = sumOf(rows, swingOf);
  if (points !== 0) {
    const { isReader, name } = points > 0 ? first : second;
    const by = Math.abs(points);
    return isReader ? words.youLeadBy({ points: by }) : words.nameLeadsBy({ name, points: by });
  }
  const mine = rows.filter(({ my_points }) => isPerfect(my_points)).length;
  const theirs = rows.filter(({ their_points }) => isPerfect(their_points)).length;
  if (mine === theirs) return words.levelOnPoints;
  const [most, fewest] = [Math.max(mine, theirs), Math.min(mine, theirs)];
  const { isReader, name } = mine > theirs ? first : second;
  return isReader ? words.levelYouLead({ most, fewest }) : words.levelNameLeads({ name, most, fewest });
}

const isPerfect = (points: number | null) => points !== null && kindOfPoints(points) === "exact";

function sumOf(rows: readonly HeadToHeadRow[], points: (row: HeadToHeadRow) => number): number {
  return rows.reduce((sum, row) => sum + points(row), 0);
}
