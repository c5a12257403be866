/** Why an answer to a season question is refused. */
import * as words from "#words/server";
import type { Sentences } from "./sentence.ts";

export const answerSentences = {
  give_up_to_answers: words.giveUpToAnswers,
  give_up_to_teams: words.giveUpToTeams,
  choose_teams: words.chooseTeams,
  give_one_number: words.giveOneNumber,
  give_one_answer: words.giveOneAnswer,
  give_one_team: words.giveOneTeam,
  answer_is_not_a_number: words.answerIsNotANumber,
  answer_is_too_long: words.answerIsTooLong,
  choose_listed_teams: words.chooseListedTeams,
  choose_different_teams: words.chooseDifferentTeams,
} satisfies Sentences;
