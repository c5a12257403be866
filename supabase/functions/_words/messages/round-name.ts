// A copy of words/messages/round-name.ts, written by `npm run words`. Do not edit.
import type * as englishFootball from "../generated/en/football.ts";

export type RoundWords = Pick<
  typeof englishFootball,
  "roundNames" | "numberedMatchday" | "numberedRound" | "roundOfTeams" | "groupOfLetter"
>;

/** The rounds that have a name, in the order of `roundNames`. */
const NAMED = [
  /^quarter[- ]?finals?$/i,
  /^semi[- ]?finals?$/i,
  /^final$/i,
  /^finals$/i,
  /^(?:match for )?third place$/i,
  /^play-?offs?$/i,
  /^league(?: phase| stage)?$/i,
  /^group stage$/i,
  /^(?:first|1st) round(?: proper)?$/i,
  /^(?:second|2nd) round(?: proper)?$/i,
  /^(?:third|3rd) round(?: proper)?$/i,
  /^(?:fourth|4th) round(?: proper)?$/i,
  /^(?:fifth|5th) round(?: proper)?$/i,
  /^(?:sixth|6th) round(?: proper)?$/i,
];

/**
 * The name of a round in another language. Imports and providers write it in English: `Matchday 12`, `Playoffs, Matchday 1`. A name
 * that an organiser made up stays.
 */
export function roundIn(words: RoundWords, round: string): string {
  return round
    .split(", ")
    .map((part) => partIn(words, part))
    .join(", ");
}

function partIn(words: RoundWords, part: string): string {
  const at = NAMED.findIndex((name) => name.test(part));
  if (at >= 0) return words.roundNames.split("|")[at] ?? part;
  const numbered = (pattern: RegExp, write: (value: string) => string): string | undefined => {
    const value = pattern.exec(part)?.slice(1).find(Boolean);
    return value === undefined ? undefined : write(value);
  };
  return (
    numbered(/^matchday (\d+)$/i, (number) => words.numberedMatchday({ number })) ??
    numbered(/^(?:round (\d+)|(\d+)\. round)$/i, (number) => words.numberedRound({ number })) ??
    numbered(/^round of (\d+)$/i, (teams) => words.roundOfTeams({ teams })) ??
    numbered(/^group ([A-Z])$/i, (letter) => words.groupOfLetter({ letter })) ??
    part
  );
}
