import * as words from "#words/football";
import { language } from "#words/language";
import { roundIn } from "../../../words/messages/round-name.ts";

const roundWords = {
  roundNames: words.roundNames,
  numberedMatchday: words.numberedMatchday,
  numberedRound: words.numberedRound,
  roundOfTeams: words.roundOfTeams,
  groupOfLetter: words.groupOfLetter,
};

/** The name of a round as the page writes it. The build of the English page leaves the rest out. */
export function roundName(round: string): string {
  return language === "en" ? round : roundIn(roundWords, round);
}
