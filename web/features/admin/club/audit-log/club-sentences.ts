/** What organisers did with teams, news, messages, settings and the season. */
import * as words from "#words/admin-club";
import { nameOfJob } from "../../../../backend/sentences/job-sentences.ts";
import { seasonSentences, titleOfStep } from "../../../../backend/sentences/season-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import { periodLabel } from "../../../../football/time/club-day.ts";
import { amount, type Entry, named, quoted, type Sentences, text } from "./audit-entry.ts";

const settingNames: Readonly<Record<string, string>> = {
  custom_countdown_config: words.theCustomCountdown,
  quiet_hours: words.theQuietHours,
  doubles: words.theDoubles,
  set_up: words.theFirstSteps,
  contact_email: words.theContact,
  contact_phone: words.theContact,
  entry: words.theEntry,
  minimum_age: words.theMinimumAge,
};
const setting = ({ subject }: Entry) => settingNames[subject ?? ""] ?? words.aSetting;

/** `the message 'Club night'` */
function messageOf(values: Entry["after"]): string {
  const title = text(values.title);
  return title === null ? words.aMessage : named(words.theMessage, { subject: title });
}

function notificationOf(values: Entry["after"]): string {
  const title = text(values.title);
  return title === null ? words.aNotification : named(words.theNotification, { subject: title });
}

/** `: Take a snapshot, 40 predictions of 12 members`. Entries of earlier versions have only the English. */
function stepOf({ step, summary, key, facts }: Entry["after"]): string {
  const title = typeof key === "string" ? titleOfStep(key) : text(step);
  const said = [title, sentenceOf(seasonSentences, facts) ?? text(summary)].filter(Boolean).join(", ");
  return said === "" ? "" : `: ${said}`;
}

const teamAndNewsSentences: Sentences = {
  "teams.insert": (entry) => words.added({ what: named(words.theTeam, entry) }),
  "teams.update": (entry) => {
    const [old, current] = [text(entry.before.name), text(entry.after.name)];
    return old === null || current === null
      ? words.changed({ what: named(words.theTeam, entry) })
      : words.renamedTheTeam({ old: quoted(old), current: quoted(current) });
  },
  merge_teams: ({ before, after }) => {
    const [removed, kept] = [text(before.name), text(after.name)];
    return removed === null || kept === null
      ? words.mergedTwoTeams
      : words.mergedTheTeam({ removed: quoted(removed), kept: quoted(kept) });
  },
  "teams.delete": (entry) => words.deleted({ what: named(words.theTeam, entry) }),
  "news.insert": (entry) => words.added({ what: named(words.theNews, entry) }),
  "news.update": (entry) => words.changed({ what: named(words.theNews, entry) }),
  "news.delete": (entry) => words.deleted({ what: named(words.theNews, entry) }),
};

const messageSentences: Sentences = {
  notify_everyone: ({ after }) =>
    words.sentToPlayers({ message: notificationOf(after), count: amount(after.players) }),
  note_reminder: ({ after, player }) => {
    if (after.is_written === false) return words.tookBackReminder({ player });
    return after.about === "picks" ? words.wroteAboutPicks({ player }) : words.wroteAboutPayment({ player });
  },
  add_member_note: ({ player }) => words.addedANote({ player }),
  confirm_age_of_member: ({ player }) => words.confirmedAgeOf({ player }),
  delete_member_note: ({ player }) => words.deletedANote({ player }),
  message_member: ({ player, after }) => words.sentToPlayer({ message: messageOf(after), player }),
  send_club_message: ({ after }) =>
    words.sentToPlayers({ message: messageOf(after), count: amount(after.players) }),
  schedule_club_message: ({ after }) => words.scheduledMessage({ message: messageOf(after) }),
  reschedule_club_message: ({ after }) => words.changedTimeOfMessage({ message: messageOf(after) }),
  cancel_club_message: ({ before }) => words.cancelledMessage({ message: messageOf(before) }),
  withdraw_club_message: ({ after }) =>
    words.withdrewFromPlayers({ message: messageOf(after), count: amount(after.players) }),
  "notifications.insert": ({ player }) => words.sentToPlayer({ message: words.aNotification, player }),
  tell_results: ({ after }) => words.toldTheResults({ days: text(after.days) ?? words.aDay }),
  tell_winners: ({ after }) => words.toldTheWinners({ period: periodOf(after) }),
  hold_winners: ({ after }) => {
    const period = periodOf(after);
    return after.is_held === false ? words.releasedTheMessage({ period }) : words.heldTheMessage({ period });
  },
};

function periodOf(after: Entry["after"]): string {
  const label = text(after.period);
  return label === null ? words.aMatchday : periodLabel(label);
}

const textNames: Readonly<Record<string, string>> = {
  terms: words.theTerms,
  privacy: words.thePrivacyNotice,
  prize_rules: words.thePrizeRules,
};
const textName = (kind: string | null) => textNames[kind ?? ""] ?? words.aText;

const settingSentences: Sentences = {
  update_home_display_settings: () => words.changedHomeSettings,
  "admin_settings.insert": (entry) => words.saved({ what: setting(entry) }),
  "admin_settings.update": (entry) => words.changed({ what: setting(entry) }),
  "admin_settings.delete": (entry) => words.removed({ what: setting(entry) }),
  run_job_now: ({ subject }) =>
    words.ranJob({ job: named(words.theJob, { subject: subject && nameOfJob(subject) }) }),
  take_season_step: (entry) => `${words.endedTheSeason}${stepOf(entry.after)}`,
  skip_season_step: (entry) => `${words.skippedASeasonStep}${stepOf(entry.after)}`,
  undo_season_step: (entry) => `${words.undidASeasonStep}${stepOf(entry.after)}`,
  undo_season: ({ after }) => `${words.undidEndOfSeason} ${text(after.season) ?? ""}`.trim(),
  draw_divisions: () => words.drewDivisions,
  end_divisions: () => words.endedDivisions,
  open_bar_screen: ({ after }) => (after.replaced === true ? words.replacedScreenLink : words.openedScreen),
  set_bar_screen_names: ({ after }) =>
    after.shows_names === true ? words.showedNamesOnScreen : words.hidNamesOnScreen,
  close_bar_screen: () => words.closedScreen,
  publish_club_text: ({ subject, after }) =>
    words.publishedText({ text: textName(subject), version: amount(after.version) }),
  withdraw_club_text: ({ subject }) => words.withdrewText({ text: textName(subject) }),
  draw_cup: () => words.drewCup,
  end_cup: () => words.endedCup,
  start_last_standing: ({ after }) => words.startedLastStanding({ name: text(after.name) ?? "" }),
  end_last_standing: ({ before }) => words.endedLastStanding({ name: text(before.name) ?? "" }),
  make_last_standing_codes: ({ after }) => words.madeLastStandingCodes({ count: amount(after.how_many) }),
  save_prize_plan: ({ after }) =>
    Array.isArray(after.lines) && after.lines.length === 0 ? words.endedPrizes : words.savedPrizes,
  pay_prize: ({ after }) => words.paidPrize({ amount: amount(after.amount_rs) }),
  move_in: ({ after }) =>
    words.movedIn({
      count: amount(after.members),
      label: text(after.label) ?? "",
      points: amount(after.points),
    }),
  close_group: (entry) => words.closedGroup({ group: named(words.theGroup, entry) }),
};

export const clubSentences: Sentences = {
  ...teamAndNewsSentences,
  ...messageSentences,
  ...settingSentences,
};
