import type { AuditRow } from "../../../../backend/types/admin-rows.ts";
import { importedWords } from "../../../../football/fixtures/import-plan.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { clubLongDate, lastDay } from "../../../../football/time/club-day.ts";
import { plural } from "../../../../ui/text/plural.ts";
import { accountSentences } from "./account-sentences.ts";
import { amount, type Entry, type Sentence, type Sentences, text, valuesOf } from "./audit-entry.ts";

/**
 * What an entry of the audit log says in words: `Cancelled Arsenal v Chelsea, 21 Nov 2026`. It contains no ids. `timeZone` is the
 * club's.
 */
export function sentenceOf(
  row: Pick<AuditRow, "action" | "subject" | "old_values" | "new_values">,
  player: string,
  timeZone: string,
): string {
  const sentence = auditSentences[row.action] ?? (() => "Made a change that this page has no words for");
  const { subject } = row;
  const [before, after] = [valuesOf(row.old_values), valuesOf(row.new_values)];
  return sentence({ before, after, subject, player, timeZone });
}

const match = ({ subject }: Entry) => subject ?? "a match";
/** The subject in quotes, after its kind: `the team 'Arsenal'`. */
const named = (kind: string, { subject }: Entry) => (subject === null ? kind : `${kind} '${subject}'`);

function score(prefix: string, { after }: Entry): string {
  const { home_score: home, away_score: away } = after;
  return typeof home === "number" && typeof away === "number" ? `${prefix}${home}–${away}` : "";
}

/** `the message 'Club night'` */
function messageOf(values: Entry["after"], thing = "message"): string {
  const title = text(values.title);
  return title === null ? `a ${thing}` : `the ${thing} '${title}'`;
}

function until({ after, timeZone }: Entry): string {
  const end = text(after.expires_at);
  if (end !== null) return ` until ${lastDay(end, timeZone)}`;
  const day = text(after.expires_on);
  return day === null ? "" : ` until ${clubLongDate(day)}`;
}

/** The plan's competition, by the id in the values. An undo's entry has none. */
function planOf({ before, after }: Entry): string | undefined {
  const { plan_type, subscription_type } = { ...before, ...after };
  return competitionWithId(text(plan_type) ?? text(subscription_type) ?? "")?.name;
}

/** `FA Cup subscription` */
function ofPlan(thing: string, entry: Entry): string {
  return [planOf(entry), thing].filter(Boolean).join(" ");
}

/** `: FA Cup subscription`, or nothing without a plan. */
function whichPlan(entry: Entry): string {
  return planOf(entry) ? `: ${ofPlan("subscription", entry)}` : "";
}

const changedMatch: Sentence = (entry) => {
  const { after } = entry;
  if (after.status === "cancelled") return `Cancelled ${match(entry)}`;
  if (after.status === "completed") return `Set the result of ${match(entry)}${score(" to ", entry)}`;
  if ("home_score" in after || "away_score" in after) return `Changed the score of ${match(entry)}`;
  if ("kickoff_at" in after) return `Moved ${match(entry)} to another kick-off`;
  return `Changed ${match(entry)}`;
};

const savedResults: Sentence = (entry) => {
  const saved = Object.values(entry.after);
  if (saved.length > 1) return `Saved ${plural(saved.length, "result")}`;
  const result = valuesOf((saved[0] ?? null) as AuditRow["new_values"]);
  return `Set the result of ${match(entry)}${score(" to ", { ...entry, after: result })}`;
};

const acceptedReport: Sentence = (entry) => {
  const { after } = entry;
  if (after.problem === "exchanged")
    return `Exchanged home and away of ${match(entry)}, as the provider reports it`;
  if (after.problem === "other_teams")
    return `Accepted the provider's ${text(after.home)} v ${text(after.away)} as ${match(entry)}`;
  return `Moved ${match(entry)} to the provider's kick-off and kept its predictions`;
};

/** The number of stored values in a list; 0 without a list. */
const countOf = (list: unknown) => (Array.isArray(list) ? list.length : 0);

const matchSentences: Sentences = {
  "matches.insert": (entry) => `Added ${match(entry)}`,
  "matches.update": changedMatch,
  "matches.delete": (entry) => `Deleted ${match(entry)}`,
  complete_matches: savedResults,
  cancel_match: (entry) => `Cancelled ${match(entry)}`,
  void_match: (entry) => `Voided ${match(entry)}${score(", which was ", { ...entry, after: entry.before })}`,
  delete_match: (entry) => `Deleted ${match(entry)} and its predictions`,
  delete_matches: ({ before }) =>
    "matches" in before
      ? `Deleted ${plural(countOf(before.matches), "match", "matches")} and their predictions`
      : "Deleted several matches",
  merge_matches: ({ before, after }) =>
    "matches" in before
      ? `Merged ${plural(countOf(before.matches), "match that was", "matches that were")} listed twice: ${plural(amount(after.moved), "prediction")} moved, ${amount(after.dropped)} not counted`
      : "Merged matches that were listed twice",
  reopen_match: (entry) => {
    const reason = text(entry.after.reason);
    return reason === null ? `Reopened ${match(entry)}` : `Reopened ${match(entry)}. Reason: ${reason}`;
  },
  set_running_score: (entry) => `Set the running score of ${match(entry)}${score(" to ", entry)}`,
  import_matches: ({ after }) => {
    const season = [text(after.league), text(after.season)].filter(Boolean).join(" ") || "a season";
    return `Imported ${season}: ${importedWords(after)}`;
  },
};

const liveScoreSentences: Sentences = {
  "live_scores.added": (entry) => `Added ${match(entry)}`,
  "live_scores.correction": (entry) => `Corrected the result of ${match(entry)}${score(" to ", entry)}`,
  "live_scores.kick-off": (entry) => `Changed whether the kick-off of ${match(entry)} is confirmed`,
  "live_scores.moved": (entry) => `Moved ${match(entry)} to another kick-off`,
  "live_scores.result": (entry) => `Set the result of ${match(entry)}${score(" to ", entry)}`,
  "live_scores.score": (entry) => `Set the running score of ${match(entry)}${score(" to ", entry)}`,
  "live_scores.started": (entry) => `Started ${match(entry)}`,
  accept_provider_score: (entry) => `Accepted the provider's score of ${match(entry)}${score(": ", entry)}`,
  accept_provider_match: acceptedReport,
  reject_provider_score: (entry) => `Rejected the provider's score of ${match(entry)}`,
  link_provider_match: (entry) =>
    entry.after.match_id === null
      ? `Unlinked ${match(entry)} from the provider's match`
      : `Linked ${match(entry)} to the provider's match`,
  ignore_provider_matches: ({ after }) =>
    `Ignored ${plural(amount(after.matches), "match", "matches")} of the provider`,
  set_provider_settings: () => "Changed the settings of the live-score provider",
  "sync-live-scores": () => "Loaded live scores from the provider",
  "update-api-key": () => "Saved a new key of the live-score provider",
  "team_aliases.insert": (entry) => `Added ${named("the team name", entry)}${aliasOf(entry.after.team_name)}`,
  "team_aliases.delete": (entry) =>
    `Deleted ${named("the team name", entry)}${aliasOf(entry.before.team_name)}`,
};

function aliasOf(team: unknown): string {
  const name = text(team);
  return name === null ? "" : ` for ${name}`;
}

const clearedAll: Sentence = ({ after }) =>
  after.outcome === "wrong_pin"
    ? "Entered a wrong PIN to clear all points"
    : `Cleared all points: ${plural(amount(after.predictions), "prediction")}`;

const deletedPrediction: Sentence = ({ before, player }) => {
  const [lost] = Array.isArray(before.predictions) ? before.predictions : [];
  const label = text(valuesOf(lost ?? null).match);
  return `Deleted ${player}'s prediction${label === null ? "" : ` of ${label}`}`;
};

const playerSentences: Sentences = {
  admin_user_predictions: ({ player }) => `Opened ${player}'s predictions`,
  "user_predictions.delete": ({ player }) => `Deleted ${player}'s prediction`,
  delete_user_prediction: deletedPrediction,
  clear_user_predictions: ({ after, player }) =>
    "deleted" in after
      ? `Deleted ${plural(amount(after.deleted), "prediction")} of ${player}`
      : `Deleted the predictions of ${player}`,
  clear_player_points: ({ player }) => `Set ${player}'s points to zero`,
  clear_all_points: clearedAll,
  recalculate_all_points: ({ after }) =>
    `Recalculated points for ${plural(amount(after.predictions), "prediction")}`,
  set_clear_points_pin: () => "Set the PIN for clearing all points",
  create_predictions_snapshot: (entry) => `Created ${named("the snapshot", entry)}`,
  "predictions_snapshots.insert": (entry) => `Created ${named("the snapshot", entry)}`,
};

const gaveSubscription: Sentence = (entry) =>
  `Gave ${entry.player} the ${ofPlan("subscription", entry)}${until(entry)}`;
const endedSubscription: Sentence = (entry) => `Ended ${entry.player}'s ${ofPlan("subscription", entry)}`;

const subscriptionSentences: Sentences = {
  give_subscription: gaveSubscription,
  end_subscription: endedSubscription,
  "subscriptions.insert": gaveSubscription,
  "subscriptions.update": () => "Changed a subscription",
  "subscriptions.delete": (entry) => `Deleted ${entry.player}'s ${ofPlan("subscription", entry)}`,
  generate_plan_code: (entry) => `Generated a code${whichPlan(entry)}${until(entry)}`,
  generate_plan_codes: (entry) =>
    `Generated ${plural(amount(entry.after.how_many), "code")}${whichPlan(entry)}${until(entry)}`,
  mark_plan_code_sent: (entry) => `Sent a code${whichPlan(entry)}`,
  revoke_plan_code: (entry) => `Revoked a code${whichPlan(entry)}`,
  record_payment: (entry) => `Recorded a payment of Rs ${amount(entry.after.amount_rs)}${whichPlan(entry)}`,
  change_payment: (entry) => `Changed a payment to Rs ${amount(entry.after.amount_rs)}${whichPlan(entry)}`,
  delete_payment: (entry) => `Deleted a payment of Rs ${amount(entry.before.amount_rs)}${whichPlan(entry)}`,
  "plan_codes.insert": (entry) => `Added a code${whichPlan(entry)}`,
  "plan_codes.update": () => "Changed a code",
  "plan_codes.delete": (entry) => `Deleted a code${whichPlan(entry)}`,
};

/** `the Premier League table 'Autumn'` */
function table(entry: Entry): string {
  const league = text(entry.after.league) ?? text(entry.before.league);
  return named(league === null ? "the table" : `the ${league} table`, entry);
}

const archiveSentences: Sentences = {
  "leaderboard_archives.insert": (entry) => `Archived ${table(entry)}`,
  "leaderboard_archives.delete": (entry) => `Deleted ${table(entry)} from the archives`,
  create_leaderboard_snapshot: (entry) =>
    `Saved ${table(entry)} with ${plural(amount(entry.after.players), "player")}`,
  create_subscription_archive: (entry) =>
    `Created ${named("the subscription archive", entry)} with ${plural(amount(entry.after.subscriptions), "subscription")}`,
  "subscription_period_archives.insert": (entry) => `Created ${named("the subscription archive", entry)}`,
  "subscription_period_archives.delete": (entry) => `Deleted ${named("the subscription archive", entry)}`,
  add_archived_subscription: (entry) =>
    `Added ${entry.player} to ${named("the subscription archive", entry)}`,
  "archived_subscriptions.insert": (entry) =>
    `Added ${entry.player} to ${named("the subscription archive", entry)}`,
  "archived_subscriptions.delete": (entry) => `Emptied ${named("the subscription archive", entry)}`,
};

const settingNames: Readonly<Record<string, string>> = {
  custom_countdown_config: "the custom countdown",
  quiet_hours: "the quiet hours",
  doubles: "the doubles",
};
const setting = ({ subject }: Entry) => settingNames[subject ?? ""] ?? "a setting";

/** `: Take a snapshot, 40 predictions of 12 members` */
function stepOf({ step, summary }: Entry["after"]): string {
  const words = [text(step), text(summary)].filter(Boolean).join(", ");
  return words === "" ? "" : `: ${words}`;
}

const clubSentences: Sentences = {
  "teams.insert": (entry) => `Added ${named("the team", entry)}`,
  "teams.update": (entry) => {
    const [old, current] = [text(entry.before.name), text(entry.after.name)];
    return old === null || current === null
      ? `Changed ${named("the team", entry)}`
      : `Renamed the team '${old}' to '${current}'`;
  },
  merge_teams: ({ before, after }) => {
    const [removed, kept] = [text(before.name), text(after.name)];
    return removed === null || kept === null
      ? "Merged two teams"
      : `Merged the team '${removed}' into '${kept}'`;
  },
  "teams.delete": (entry) => `Deleted ${named("the team", entry)}`,
  "news.insert": (entry) => `Added ${named("the news", entry)}`,
  "news.update": (entry) => `Changed ${named("the news", entry)}`,
  "news.delete": (entry) => `Deleted ${named("the news", entry)}`,
  notify_everyone: ({ after }) =>
    `Sent ${messageOf(after, "notification")} to ${plural(amount(after.players), "player")}`,
  add_member_note: ({ player }) => `Added a note about ${player}`,
  delete_member_note: ({ player }) => `Deleted a note about ${player}`,
  message_member: ({ player, after }) => `Sent ${messageOf(after)} to ${player}`,
  send_club_message: ({ after }) => `Sent ${messageOf(after)} to ${plural(amount(after.players), "player")}`,
  schedule_club_message: ({ after }) => `Scheduled ${messageOf(after)}`,
  reschedule_club_message: ({ after }) => `Changed the time of ${messageOf(after)}`,
  cancel_club_message: ({ before }) => `Cancelled ${messageOf(before)}`,
  withdraw_club_message: ({ after }) =>
    `Withdrew ${messageOf(after)} from ${plural(amount(after.players), "player")}`,
  "notifications.insert": ({ player }) => `Sent a notification to ${player}`,
  update_home_display_settings: () => "Changed the Home display settings",
  "admin_settings.insert": (entry) => `Saved ${setting(entry)}`,
  "admin_settings.update": (entry) => `Changed ${setting(entry)}`,
  "admin_settings.delete": (entry) => `Removed ${setting(entry)}`,
  tell_results: ({ after }) => `Told the results of ${text(after.days) ?? "a day"} now`,
  tell_winners: ({ after }) => `Told the winners of ${text(after.period) ?? "a matchday"} now`,
  hold_winners: ({ after }) =>
    `${after.is_held === false ? "Released" : "Held"} the message to the winners of ${text(after.period) ?? "a matchday"}`,
  run_job_now: (entry) => `Ran ${named("the job", entry)}`,
  take_season_step: (entry) => `Ended the season${stepOf(entry.after)}`,
  skip_season_step: (entry) => `Skipped a step of the season's end${stepOf(entry.after)}`,
  undo_season_step: (entry) => `Undid a step of the season's end${stepOf(entry.after)}`,
  undo_season: ({ after }) => `Undid the end of the season ${text(after.season) ?? ""}`.trim(),
  close_group: (entry) => `Closed ${named("the group", entry)}`,
};

const undone: Sentence = ({ before, subject, player, timeZone }) => {
  const action = text(before.action) ?? "";
  return `Undid: ${sentenceOf({ action, subject, old_values: null, new_values: null }, player, timeZone)}`;
};

/** The sentences by action. `tests/database/shared-lists.test.ts` compares the actions with those of the database. */
export const auditSentences: Sentences = {
  ...matchSentences,
  ...liveScoreSentences,
  ...playerSentences,
  ...accountSentences,
  ...subscriptionSentences,
  ...archiveSentences,
  ...clubSentences,
  undo: undone,
};
