/** What organisers did with subscriptions, codes, payments and archives. */
import * as words from "#words/admin-club";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { clubLongDate, lastDay } from "../../../../football/time/club-day.ts";
import { amount, type Entry, named, type Sentence, type Sentences, text } from "./audit-entry.ts";

/** ` until 31 May 2027`, or nothing without an end. */
function until({ after, timeZone }: Entry): string {
  const end = text(after.expires_at);
  if (end !== null) return ` ${words.untilDay({ day: lastDay(end, timeZone) })}`;
  const day = text(after.expires_on);
  return day === null ? "" : ` ${words.untilDay({ day: clubLongDate(day) })}`;
}

/** The plan's competition, by the id in the values. An undo's entry has none. */
function planOf({ before, after }: Entry): string | undefined {
  const { plan_type, subscription_type } = { ...before, ...after };
  return competitionWithId(text(plan_type) ?? text(subscription_type) ?? "")?.name;
}

/** `FA Cup subscription` */
function subscriptionOf(entry: Entry): string {
  const plan = planOf(entry);
  return plan ? words.subscriptionOf({ plan }) : words.subscription;
}

/** `: FA Cup subscription`, or nothing without a plan. */
function whichPlan(entry: Entry): string {
  return planOf(entry) ? `: ${subscriptionOf(entry)}` : "";
}

const gaveSubscription: Sentence = (entry) =>
  `${words.gaveSubscription({ player: entry.player, subscription: subscriptionOf(entry) })}${until(entry)}`;
const endedSubscription: Sentence = (entry) =>
  words.endedSubscription({ player: entry.player, subscription: subscriptionOf(entry) });

const subscriptionSentences: Sentences = {
  give_subscription: gaveSubscription,
  end_subscription: endedSubscription,
  "subscriptions.insert": gaveSubscription,
  "subscriptions.update": () => words.changedASubscription,
  "subscriptions.delete": (entry) =>
    words.deletedSubscription({ player: entry.player, subscription: subscriptionOf(entry) }),
  generate_plan_code: (entry) => `${words.generatedACode}${whichPlan(entry)}${until(entry)}`,
  generate_plan_codes: (entry) =>
    `${words.generatedCodes({ count: amount(entry.after.how_many) })}${whichPlan(entry)}${until(entry)}`,
  sell_subscriptions: ({ after }) =>
    words.soldSubscriptions({ count: amount(after.how_many), amount: amount(after.amount_rs) }),
  mark_plan_code_sent: (entry) => `${words.sentACode}${whichPlan(entry)}`,
  revoke_plan_code: (entry) => `${words.revokedACode}${whichPlan(entry)}`,
  record_payment: (entry) =>
    `${words.recordedAPayment({ amount: amount(entry.after.amount_rs) })}${whichPlan(entry)}`,
  change_payment: (entry) =>
    `${words.changedAPayment({ amount: amount(entry.after.amount_rs) })}${whichPlan(entry)}`,
  delete_payment: (entry) =>
    `${words.deletedAPayment({ amount: amount(entry.before.amount_rs) })}${whichPlan(entry)}`,
  "plan_codes.insert": (entry) => `${words.addedACode}${whichPlan(entry)}`,
  "plan_codes.update": () => words.changedACode,
  "plan_codes.delete": (entry) => `${words.deletedACode}${whichPlan(entry)}`,
};

/** `the Premier League table 'Autumn'` */
function table(entry: Entry): string {
  const league = text(entry.after.league) ?? text(entry.before.league);
  return named(league === null ? words.theTable : words.theTableOf({ league }), entry);
}

const archive = (entry: Entry) => named(words.theSubscriptionArchive, entry);
const createdArchive: Sentence = (entry) => words.created({ what: archive(entry) });
const addedToArchive: Sentence = (entry) =>
  words.addedPlayerTo({ player: entry.player, archive: archive(entry) });

const archiveSentences: Sentences = {
  "leaderboard_archives.insert": (entry) => words.archivedTable({ table: table(entry) }),
  "leaderboard_archives.delete": (entry) => words.deletedTableFromArchives({ table: table(entry) }),
  create_leaderboard_snapshot: (entry) =>
    words.savedTableWithPlayers({ table: table(entry), count: amount(entry.after.players) }),
  archive_past_table: (entry) =>
    words.archivedPastTable({ table: table(entry), count: amount(entry.after.players) }),
  create_subscription_archive: (entry) =>
    words.createdArchiveWith({ archive: archive(entry), count: amount(entry.after.subscriptions) }),
  "subscription_period_archives.insert": createdArchive,
  "subscription_period_archives.delete": (entry) => words.deleted({ what: archive(entry) }),
  add_archived_subscription: addedToArchive,
  "archived_subscriptions.insert": addedToArchive,
  "archived_subscriptions.delete": (entry) => words.emptiedArchive({ archive: archive(entry) }),
};

export const planSentences: Sentences = { ...subscriptionSentences, ...archiveSentences };
