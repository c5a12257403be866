import * as words from "#words/football";

/** The club's rule for doubles: off, one per matchday of a competition, or a number per competition and season. */
export type DoublesRule = { kind: "off" } | { kind: "matchday" } | { kind: "season"; number: number };

/** The most doubles that a rule gives per season, as in the database. */
export const mostDoubles = 99;

/** The rule in the text of its setting. Off if it was never saved. */
export function doublesRuleIn(saved: string | undefined): DoublesRule {
  if (saved === "matchday") return { kind: "matchday" };
  const number = Number(/^season (\d{1,2})$/.exec(saved ?? "")?.[1] ?? 0);
  return number > 0 ? { kind: "season", number } : { kind: "off" };
}

/** The text of the setting. */
export function doublesRuleText(rule: DoublesRule): string {
  // not a text: the value of the setting
  return rule.kind === "season" ? `season ${rule.number}` : rule.kind;
}

/** Doubles that a player has spent. `round` is null unless the rule is one per matchday. */
export interface SpentDoubles {
  league: string;
  season: string | null;
  round: string | null;
  spent: number;
}

interface Game {
  league: string;
  season: string | null;
  round: string | null;
}

/** The doubles that are left for a match; null if the rule gives it none. */
export function doublesLeft(
  rule: DoublesRule,
  spent: readonly SpentDoubles[],
  { league, season, round }: Game,
): number | null {
  if (rule.kind === "off" || (rule.kind === "matchday" && round === null)) return null;
  const used = spent
    .filter((row) => row.league === league && row.season === season)
    .filter((row) => rule.kind === "season" || row.round === round)
    .reduce((sum, row) => sum + row.spent, 0);
  return Math.max(0, (rule.kind === "season" ? rule.number : 1) - used);
}

/** How many doubles are left, in words: `2 of 3 doubles left`. */
export function doublesLeftWords(rule: DoublesRule, left: number): string {
  if (rule.kind === "season") return words.doublesLeft({ left, most: rule.number });
  return left > 0 ? words.doubleForThisMatchday : words.doubleOfThisMatchdayUsed;
}

/** The spent doubles after a match was marked, or its mark was taken back. */
export function withMark(
  rule: DoublesRule,
  spent: readonly SpentDoubles[],
  { league, season, round }: Game,
  isDouble: boolean,
): SpentDoubles[] {
  const key = { league, season, round: rule.kind === "matchday" ? round : null };
  const isSame = (row: SpentDoubles) =>
    row.league === key.league && row.season === key.season && row.round === key.round;
  const before = spent.find(isSame)?.spent ?? 0;
  return [
    ...spent.filter((row) => !isSame(row)),
    { ...key, spent: Math.max(0, before + (isDouble ? 1 : -1)) },
  ];
}

/** Whether points were counted twice. A double without points cannot be told from them. */
export function areDoubled(points: number): boolean {
  return points === 2 || points === 6;
}
