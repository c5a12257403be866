import * as words from "#words/football";
import { language } from "#words/language";
import { roundIn } from "../../../words/messages/round-name.ts";

/** The name of a round as the page writes it. The build of the English page leaves the rest out. */
export function roundName(round: string): string {
  return language === "en" ? round : roundIn(words, round);
}

/** The name of a round below its bar in a chart: `12` for `Matchday 12`, otherwise its name. */
export function shortRound(round: string): string {
  return /^(?:Matchday|Round) (\d+)$/.exec(round)?.[1] ?? roundName(round);
}
