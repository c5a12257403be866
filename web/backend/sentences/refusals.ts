/** The refusals that organisers meet: their facts are the detail of the database's error. */
import * as words from "#words/server";
import { answerSentences } from "./answer-sentences.ts";
import { entrySentences, importSentences } from "./import-sentences.ts";
import { mergeSentences, movingSentences } from "./member-sentences.ts";
import { titleOfStep } from "./season-sentences.ts";
import { factsOf, type Sentences, sentenceOf } from "./sentence.ts";

const ofSeason = {
  nothing_to_end: words.nothingToEnd,
  no_season_is_ending: words.noSeasonIsEnding,
  another_has_undone_this: words.anotherHasUndoneThis,
  first_comes_the_step: ({ step }: { step: string }) => words.firstComesTheStep({ step: titleOfStep(step) }),
  step_cannot_be_skipped: ({ step }: { step: string }) =>
    words.stepCannotBeSkipped({ step: titleOfStep(step) }),
  too_late_to_undo_the_season: words.tooLateToUndoTheSeason,
  first_undo_the_step: ({ step }: { step: string }) => words.firstUndoTheStep({ step: titleOfStep(step) }),
  next_season_is_not_open: words.nextSeasonIsNotOpen,
} satisfies Sentences;

const ofDivisions = {
  no_divisions_to_follow: words.noDivisionsToFollow,
  too_few_for_divisions: words.tooFewForDivisions,
  no_matchday_to_draw: words.noMatchdayToDraw,
} satisfies Sentences;

const ofCups = {
  too_few_for_cup: words.tooFewForCup,
  too_few_matchdays_for_cup: words.tooFewMatchdaysForCup,
} satisfies Sentences;

const ofLastStanding = {
  last_standing_runs: words.lastStandingRuns,
  matchday_is_not_open: words.matchdayIsNotOpen,
  game_without_codes: words.gameWithoutCodes,
} satisfies Sentences;

const ofPrizes = {
  prizes_need_a_fund: words.prizesNeedAFund,
  no_prizes: words.noPrizes,
  prizes_exceed_the_fund: words.prizesExceedTheFund,
  payment_of_prize_is_not_valid: words.paymentOfPrizeIsNotValid,
  prize_is_paid: words.prizeIsPaid,
} satisfies Sentences;

const ofMoving = {
  list_to_move_in_is_too_long: words.listToMoveInIsTooLong,
  matrix_needs_a_competition: words.matrixNeedsACompetition,
  matrix_is_too_large: words.matrixIsTooLarge,
  column_cannot_be_moved_in: ({ column, problem }: { column: number; problem: unknown }) =>
    words.columnCannotBeMovedIn({
      column: String(column),
      problem: sentenceOf(movingSentences, problem) ?? "",
    }),
  past_season_has_not_ended: words.pastSeasonHasNotEnded,
  archive_name_is_taken: words.archiveNameIsTaken,
  line_cannot_be_moved_in: ({ line, problem }: { line: number; problem: unknown }) =>
    words.lineCannotBeMovedIn({ line: String(line), problem: sentenceOf(movingSentences, problem) ?? "" }),
} satisfies Sentences;

const ofUndo = {
  too_late_to_undo: words.tooLateToUndo,
  changed_since: words.changedSince,
  undone_already: words.undoneAlready,
  added_matches_have_predictions: words.addedMatchesHavePredictions,
} satisfies Sentences;

const ofMatches = {
  entry_is_wrong: ({ label, problem }: { label: string; problem: unknown }) =>
    words.entryIsWrong({ label, problem: sentenceOf(entrySentences, problem) ?? "" }),
  import_is_too_long: words.importIsTooLong,
  season_name_is_not_valid: words.seasonNameIsNotValid,
  matches_cannot_be_imported: ({ reason, ...facts }: RefusedImport) =>
    words.matchesCannotBeImported({ ...facts, reason: sentenceOf(importSentences, reason) ?? "" }),
  team_with_itself: words.teamWithItself,
  merge_these_matches_first: ({ matches }: { matches: readonly (readonly string[])[] }) =>
    words.mergeTheseMatchesFirst({ matches: matches.map(pairOf).join("; ") }),
  provider_no_longer_reports: words.providerNoLongerReports,
  club_has_the_return_match: words.clubHasTheReturnMatch,
  team_is_on_the_other_side: words.teamIsOnTheOtherSide,
} satisfies Sentences;

interface RefusedImport {
  refused: number;
  matches: number;
  place: number;
  home: string;
  away: string;
  reason: unknown;
}

function pairOf([first = "", second]: readonly string[]): string {
  return second === undefined ? first : words.twoNames({ first, last: second });
}

const ofMessages = {
  period_is_not_final: words.periodIsNotFinal,
  result_of_period_can_be_undone: words.resultOfPeriodCanBeUndone,
  winners_were_told: words.winnersWereTold,
  result_can_be_undone: words.resultCanBeUndone,
  points_are_being_counted: words.pointsAreBeingCounted,
  choose_a_competition: words.chooseACompetition,
  choose_a_group: words.chooseAGroup,
  choose_a_time: words.chooseATime,
  fill_in_title_and_message: words.fillInTitleAndMessage,
  message_was_sent: words.messageWasSent,
  message_was_cancelled: words.messageWasCancelled,
  message_was_not_sent: words.messageWasNotSent,
  message_was_withdrawn: words.messageWasWithdrawn,
  list_is_too_long: words.listIsTooLong,
} satisfies Sentences;

export const refusals: Sentences = {
  ...ofSeason,
  ...ofDivisions,
  ...ofCups,
  ...ofLastStanding,
  ...ofPrizes,
  ...ofMoving,
  ...ofUndo,
  ...ofMatches,
  ...ofMessages,
  ...mergeSentences,
  ...answerSentences,
};

/** Why the database refused; null for an error without facts, such as that of a wrong call. */
export function refusalIn(error: unknown): string | null {
  return sentenceOf(refusals, factsOf(error));
}
