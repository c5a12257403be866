/** The scheduled jobs, what their runs did, and why the live-score provider or a poll failed. */
import * as words from "#words/server";
import { type Sentences, sentenceOf } from "./sentence.ts";

/** The names of the jobs by those in the database. */
export const jobNames: Readonly<Record<string, string>> = {
  "Start due matches": words.startDueMatches,
  "Expire subscriptions": words.expireSubscriptions,
  "Calculate match figures": words.runMatchFigures,
  "Announce match changes": words.runMatchChanges,
  "Announce news": words.runNews,
  "Announce results": words.runResults,
  "Announce subscription changes": words.runSubscriptionChanges,
  "Announce winners": words.runWinners,
  "Clean up": words.runCleanUp,
  "Count points": words.runCountPoints,
  "Count predictions": words.runCountPredictions,
  "Delete old messages": words.runDeleteOldMessages,
  "Remind organisers": words.runRemindOrganisers,
  "Remind players": words.runRemindPlayers,
  "Send messages": words.runSendMessages,
  "Send scheduled messages": words.runSendScheduledMessages,
  "Play last one standing": words.runPlayLastOneStanding,
  "Settle divisions": words.runSettleDivisions,
  "Settle the cup": words.runSettleTheCup,
  "Sync live scores": words.runSyncLiveScores,
  "Update records": words.runUpdateRecords,
};

/** The name of a job, in English if this build does not know it. */
export function nameOfJob(name: string): string {
  return jobNames[name] ?? name;
}

/** What a part of a run did, such as `{ kind: "scores", count: 2 }`. */
const parts = {
  fixtures: words.syncFixtures,
  linked: words.syncLinked,
  started: words.syncStarted,
  scores: words.syncScores,
  results: words.syncResults,
  corrections: words.syncCorrections,
  unreadable: words.syncUnreadable,
  emails: words.sentEmails,
  pushes: words.sentPushes,
  later: words.sentLater,
  failed: words.sentFailed,
  too_late: words.sentTooLate,
} satisfies Sentences;

const listOf = (done: readonly unknown[]) => done.flatMap((part) => sentenceOf(parts, part) ?? []).join(", ");

export const providerSentences = {
  provider_not_reached: words.providerNotReached,
  provider_too_slow: words.providerTooSlow,
  provider_answered: words.providerAnswered,
  provider_without_json: words.providerWithoutJson,
  provider_answered_words: words.providerAnsweredWords,
  provider_answered_only: words.providerAnsweredOnly,
  provider_without_fixtures: words.providerWithoutFixtures,
  provider_without_matches: words.providerWithoutMatches,
  provider_unknown_format: words.providerUnknownFormat,
} satisfies Sentences;

export const jobSentences: Sentences = {
  ...providerSentences,
  no_result_reported: words.noResultReported,
  no_key: words.syncNoKey,
  off: words.syncOff,
  not_due: words.syncNotDue,
  newer_sync: words.syncNewer,
  try_again: ({ seconds, reason }: { seconds: number; reason: unknown }) =>
    words.syncTryAgain({ seconds, reason: sentenceOf(providerSentences, reason) ?? words.syncCheckedNow }),
  nothing_new: words.syncNothingNew,
  sync_changed: ({ provider, done }: { provider: string; done: readonly unknown[] }) =>
    words.syncChanged({ provider, changes: listOf(done) }),
  messages_sent: ({ done }: { done: readonly unknown[] }) => listOf(done),
};

/** Why the provider's last request failed. */
export function lastErrorOf(state: { last_error: string | null; error_facts?: unknown }): string | null {
  return sentenceOf(providerSentences, state.error_facts) ?? state.last_error;
}
