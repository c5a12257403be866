/** The season's end: its steps, what they do or did, what an undo keeps, and the warnings before archiving and clearing. */
import * as words from "#words/server";
import { type Sentences, sentenceOf } from "./sentence.ts";

const stepTitles: Readonly<Record<string, string>> = {
  matches: words.seasonMatches,
  leaderboards: words.seasonLeaderboards,
  subscriptions: words.seasonSubscriptions,
  snapshot: words.seasonSnapshot,
  honours: words.seasonHonours,
  access: words.seasonAccess,
  points: words.seasonPoints,
  import: words.seasonImport,
  members: words.seasonMembers,
};

/** The title of a step, or its key if this build does not know it. */
export function titleOfStep(step: string): string {
  return stepTitles[step] ?? step;
}

export const seasonSentences = {
  skipped: words.skipped,
  no_unfinished_matches: words.noUnfinishedMatches,
  unfinished_matches: words.unfinishedMatches,
  matches_cancelled: words.matchesCancelled,
  leaderboards: words.leaderboards,
  no_subscriptions: words.noSubscriptions,
  subscriptions: words.subscriptions,
  predictions: words.predictions,
  predictions_of_members: words.predictionsOfMembers,
  honours: words.honours,
  access_ends: words.accessEnds,
  access_ended: words.accessEnded,
  points_cleared: words.pointsCleared,
  no_next_season: words.noNextSeason,
  next_season: words.nextSeason,
  to_members: words.toMembers,
  to_members_by: words.toMembersBy,
  sent_to_members: words.sentToMembers,
  matches_kept: words.matchesKept,
  archives_kept: words.archivesKept,
  subscription_archive_kept: words.subscriptionArchiveKept,
  winners_kept: words.winnersKept,
  access_kept: words.accessKept,
  snapshot_kept: words.snapshotKept,
  next_season_kept: words.nextSeasonKept,
  message_kept: words.messageKept,
} satisfies Sentences;

export const warningSentences = {
  days_without_points: words.daysWithoutPoints,
  days_without_results: words.daysWithoutResults,
  points_without_archive: ({ leagues }: { leagues: readonly string[] }) =>
    words.pointsWithoutArchive({ leagues: listOf(leagues) }),
  results_missing: words.resultsMissing,
} satisfies Sentences;

/** "A", "A and B", "A, B and 2 others" */
function listOf(names: readonly string[]): string {
  if (names.length > 3)
    return words.otherNames({ names: names.slice(0, 2).join(", "), count: names.length - 2 });
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : words.twoNames({ first: names.slice(0, -1).join(", "), last });
}

/** What a step will do or did; `english` for a step that an earlier version has done. */
export function wordsOfStep(facts: unknown, english: string): string {
  return sentenceOf(seasonSentences, facts) ?? english;
}

/** What the draft of the message to members says. */
export interface DraftFacts {
  season: string;
  cancelled: number;
  has_ended_subscriptions: boolean;
  has_next_season: boolean;
}

/** The draft of the message to members in the language of the organiser, who may change it. */
export function draftOf(facts: DraftFacts): { title: string; message: string } {
  const sentences = [
    words.thankYouForPlaying,
    ...(facts.cancelled > 0 ? [words.matchesWereNotPlayed({ count: facts.cancelled })] : []),
    ...(facts.has_ended_subscriptions ? [words.subscriptionsHaveEnded] : []),
    ...(facts.has_next_season ? [words.newSeasonIsOpen] : []),
  ];
  const isYear = /^[0-9]/.test(facts.season);
  return {
    title: isYear ? words.theSeasonHasEnded({ season: facts.season }) : words.aSeasonHasEnded,
    message: sentences.join(" "),
  };
}
