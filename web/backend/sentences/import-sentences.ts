/** Why a result, a merge of matches or a match of a file is refused. */
import * as words from "#words/server";
import type { Sentences } from "./sentence.ts";

export const entrySentences = {
  no_such_match: words.noSuchMatch,
  match_is_listed_twice: words.matchIsListedTwice,
  match_is_cancelled: words.matchIsCancelled,
  score_is_not_valid: words.scoreIsNotValid,
  match_is_kept_and_removed: words.matchIsKeptAndRemoved,
  matches_are_different: words.matchesAreDifferent,
  kept_match_was_reopened: words.keptMatchWasReopened,
} satisfies Sentences;

export const importSentences = {
  team_is_missing: words.teamIsMissing,
  team_name_is_not_valid: words.teamNameIsNotValid,
  teams_are_the_same: words.teamsAreTheSame,
  date_is_missing: words.dateIsMissing,
  date_is_out_of_range: words.dateIsOutOfRange,
  time_does_not_exist: words.timeDoesNotExist,
  round_is_missing: words.roundIsMissing,
  round_is_too_long: words.roundIsTooLong,
  status_is_not_known: words.statusIsNotKnown,
  one_score_is_missing: words.oneScoreIsMissing,
  score_is_out_of_range: words.scoreIsOutOfRange,
  match_is_in_the_file_twice: words.matchIsInTheFileTwice,
  sides_are_exchanged: words.sidesAreExchanged,
  is_cancelled_with_result: words.isCancelledWithResult,
  has_result_but_cancelled: words.hasResultButCancelled,
  has_result_but_awarded: words.hasResultButAwarded,
} satisfies Sentences;
