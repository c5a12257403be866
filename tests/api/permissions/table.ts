/**
 * Who may do what: the permissions of every table, view, function, bucket and channel, written by hand. The database's
 * catalog is compared with these lists, so that a new object without an entry fails.
 *
 * The columns are the callers of `CALLERS`: no key, a visitor; the row's player, the player's ended session, another
 * player, a banned player; an admin, an admin's ended session; the secret key. `helper-roles.ts` adds the helpers.
 *
 * "yes" is allowed (and for a row: reached it), "none" is allowed but reached no row, and anything else is the error
 * code: 42501 from PostgreSQL, SL001 "the match has locked", SL002 "no subscription", SL003 "only an admin may do
 * this", SL012 "the session has ended", PT404 "there is no such group", SL019 "the owner stays", 22023 from a function, and for storage the status.
 */

import { daysFromNow } from "../../club-time.ts";
import type { Sent } from "./callers.ts";
import {
  aCode,
  aCodeId,
  aCompletedMatch,
  aDuplicate,
  aGroup,
  aMatch,
  aNewMatch,
  anArchive,
  anExchangedReport,
  anotherGroup,
  aPayment,
  aPrediction,
  aProviderMatch,
  aReturnReport,
  aStartedMatch,
  aSubscription,
  aSubscriptionArchive,
  aTeam,
  done,
  GROUP,
  type World,
} from "./rows.ts";
import { aLockedQuestion, aQuestion, aSettledQuestion, QUESTION } from "./season-questions.ts";

const NOBODY = "42501 42501 42501 42501 42501 42501 42501 42501 42501";
const EVERYONE = "yes   yes   yes   yes   yes   yes   yes   yes   yes";
const SIGNED_IN = "42501 42501 yes   yes   yes   yes   yes   yes   yes";
const PEOPLE = "42501 42501 yes   yes   yes   yes   yes   yes   42501";
const PEOPLE_WRITE = "42501 42501 yes   SL012 yes   SL012 yes   SL012 42501";
/** Visitors may call it, and members whose session is open. */
const VISITORS_TOO = "yes   yes   yes   SL012 yes   SL012 yes   SL012 42501";
const SECRET_KEY = "42501 42501 42501 42501 42501 42501 42501 42501 yes";
const ADMINS = "42501 42501 SL003 SL003 SL003 SL003 yes   SL003 yes";
/** For admins, about a row that does not exist. */
const ADMINS_OF_NOTHING = "42501 42501 SL003 SL003 SL003 SL003 PT404 SL003 PT404";
/** For admins, with arguments that the function refuses in words. */
const ADMINS_WRONGLY = "42501 42501 SL003 SL003 SL003 SL003 22023 SL003 22023";
const ADMINS_READ = "42501 42501 none  none  none  none  yes   none  yes";
const OWN = "42501 42501 yes   yes   none  none  none  none  yes";
const OWN_WRITE = "42501 42501 yes   SL012 none  SL012 none  SL012 yes";
const OWN_AND_ADMINS = "42501 42501 yes   yes   none  none  yes   none  yes";
const PREDICT = "42501 42501 yes   SL012 42501 SL012 42501 SL012 yes";
const LOCKED = "42501 42501 SL001 SL012 42501 SL012 42501 SL012 SL001";
/** The player owns the group. For everyone else it does not exist. */
const GROUP_OWNER = "42501 42501 yes SL012 PT404 SL012 PT404 SL012 42501";
const UNSUBSCRIBED = "42501 42501 SL002 SL012 42501 SL012 42501 SL012 SL002";
const FUNCTION_DELETES = "42501 42501 SL003 SL003 SL003 SL003 none  SL003 yes";

/** What each caller may do to the row of `ROWS`. */
// biome-ignore format: aligned columns are easier to read
export const TABLES: Record<string, Record<"read" | "insert" | "upsert" | "update" | "delete", string>> = {
  user_roles: { read: "42501 42501 none none none none yes yes yes", insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  profiles: { read: OWN_AND_ADMINS, insert: NOBODY, upsert: NOBODY, update: OWN_WRITE, delete: NOBODY },
  competitions: { read: EVERYONE, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  admin_audit_log: { read: ADMINS_READ, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  admin_settings: { read: EVERYONE, insert: ADMINS, upsert: ADMINS, update: ADMINS, delete: ADMINS },
  "admin_settings: the jackpot's": { read: "none none yes yes yes yes yes yes yes", insert: ADMINS, upsert: ADMINS, update: ADMINS, delete: ADMINS },
  team_aliases: { read: ADMINS_READ, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: ADMINS },
  live_scores: { read: EVERYONE, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  teams: { read: EVERYONE, insert: ADMINS, upsert: ADMINS, update: ADMINS, delete: ADMINS },
  matches: { read: EVERYONE, insert: ADMINS, upsert: NOBODY, update: ADMINS, delete: ADMINS },
  subscriptions: { read: OWN_AND_ADMINS, insert: SECRET_KEY, upsert: SECRET_KEY, update: SECRET_KEY, delete: SECRET_KEY },
  payments: { read: ADMINS_READ, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  member_notes: { read: ADMINS_READ, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  plan_codes: { read: ADMINS_READ, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: ADMINS },
  "user_predictions: open": { read: OWN, insert: PREDICT, upsert: PREDICT, update: OWN_WRITE, delete: FUNCTION_DELETES },
  "user_predictions: locked": { read: SIGNED_IN, insert: LOCKED, upsert: LOCKED, update: "42501 42501 SL001 SL012 none SL012 none SL012 SL001", delete: ADMINS },
  "user_predictions: of a subscriber": { read: OWN, insert: PREDICT, upsert: PREDICT, update: OWN_WRITE, delete: FUNCTION_DELETES },
  "user_predictions: after the subscription": { read: OWN, insert: UNSUBSCRIBED, upsert: UNSUBSCRIBED, update: "42501 42501 SL002 SL012 none SL012 none SL012 SL002", delete: FUNCTION_DELETES },
  "prediction_changes: open": { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  "prediction_changes: locked": { read: SIGNED_IN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  season_questions: { read: SIGNED_IN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  "season_answers: open": { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  "season_answers: locked": { read: SIGNED_IN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  "season_answer_changes: open": { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  "season_answer_changes: locked": { read: SIGNED_IN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  notifications: { read: OWN, insert: ADMINS, upsert: NOBODY, update: OWN_WRITE, delete: NOBODY },
  "news: active": { read: EVERYONE, insert: ADMINS, upsert: NOBODY, update: ADMINS, delete: ADMINS },
  "news: inactive": { read: "none none none none none none yes none yes", insert: ADMINS, upsert: NOBODY, update: ADMINS, delete: ADMINS },
  leaderboard_archives: { read: EVERYONE, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: ADMINS },
  archived_leaderboard_rows: { read: EVERYONE, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  predictions_snapshots: { read: ADMINS_READ, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  snapshot_players: { read: ADMINS_READ, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  subscription_period_archives: { read: ADMINS_READ, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: ADMINS },
  groups: { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  group_members: { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  prediction_refusals: { read: OWN_AND_ADMINS, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  news_changes: { read: EVERYONE, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  group_changes: { read: OWN, insert: NOBODY, upsert: NOBODY, update: NOBODY, delete: NOBODY },
  archived_subscriptions: { read: ADMINS_READ, insert: ADMINS, upsert: NOBODY, update: NOBODY, delete: ADMINS },
};

type Arguments = (world: World) => Promise<object> | object;
const about: Arguments = ({ player }) => ({ _user_id: player.id });
const these: Arguments = ({ player }) => ({ user_ids: [player.id] });
const none: Arguments = () => ({});
const MESSAGE = "00000000-0000-4000-8000-000000000000";
const aMessage: Arguments = () => ({ _message_id: MESSAGE });
const ofGroup: Arguments = async (world) => ({ _group_id: await aGroup(world) });
const noMatches = { _league: "FA Cup", _season: "2050", _time_zone: "UTC", _matches: [] };
const code = { plan_type: "fa_cup", expires_on: daysFromNow(9) };
const paid = {
  payer_name: "Aunt Rose",
  amount_rs: 250,
  method: "cash",
  paid_on: daysFromNow(-1),
};

/** Who may call each function, with arguments that are created for each call. */
// biome-ignore format: aligned columns are easier to read
export const FUNCTIONS: Record<string, [string, Arguments]> = {
  match_reopenings: [SIGNED_IN, async (world) => ({ _match_ids: [await aMatch(world)] })],
  open_undos: [ADMINS, none],
  close_account: [ADMINS, async ({ host }) => ({ _user_id: (await host.person("Closed Account")).id })],
  preview_results: [ADMINS, async (world) => ({ _results: [{ id: await aMatch(world), home_score: 1, away_score: 0 }] })],
  reopen_match: [ADMINS, async (world) => ({ _match_id: (await aPrediction(world, "locked")).match, _kickoff: daysFromNow(2), _reason: "A mistake" })],
  results_to_enter: [ADMINS, none],
  member_sheet: [ADMINS, ({ player }) => ({ _user_id: player.id })],
  add_member_note: [ADMINS, ({ player }) => ({ _user_id: player.id, _note: "Pays in cash" })],
  delete_member_note: [ADMINS_OF_NOTHING, () => ({ _note_id: "00000000-0000-4000-8000-000000000000" })],
  message_member: [ADMINS, ({ player }) => ({ _user_id: player.id, _title: "Hello", _message: "there" })],
  results_to_tell: [ADMINS, none],
  tell_results: [ADMINS, none],
  winners_to_tell: [ADMINS, none],
  tell_winners: [ADMINS_OF_NOTHING, () => ({ _period_id: -1 })],
  hold_winners: [ADMINS_OF_NOTHING, () => ({ _period_id: -1, _held: true })],
  club_messages: [ADMINS, none],
  preview_club_message: [ADMINS, () => ({ _audience: "everyone" })],
  send_club_message: [ADMINS, () => ({ _title: "Hello", _message: "there" })],
  club_message_progress: [ADMINS_OF_NOTHING, aMessage],
  cancel_club_message: [ADMINS_OF_NOTHING, aMessage],
  withdraw_club_message: [ADMINS_OF_NOTHING, aMessage],
  reschedule_club_message: [ADMINS_OF_NOTHING, () => ({ _message_id: MESSAGE, _send_at: daysFromNow(1) })],
  set_running_score: [ADMINS, async (world) => ({ _match_id: await aStartedMatch(world), _home: 1, _away: 0 })],
  answer_season_question: [PEOPLE_WRITE, async (world) => ({ _question_id: await aQuestion(world), _answer: ["Saka"] })],
  my_season_questions: [PEOPLE, none],
  season_answer_counts: [SIGNED_IN, async (world) => ({ _question_id: await aQuestion(world) })],
  season_answers_of: [SIGNED_IN, async (world) => ({ _question_id: await aQuestion(world) })],
  player_season_answers: [SIGNED_IN, about],
  question_points: [SIGNED_IN, ({ player }) => ({ league: "Overall", user_ids: [player.id] })],
  divisions: [SIGNED_IN, none],
  division_table: [SIGNED_IN, none],
  division_fixtures: [SIGNED_IN, none],
  division_tie: [SIGNED_IN, none],
  join_divisions: ["42501 42501 PT404 SL012 PT404 SL012 PT404 SL012 42501", none],
  preview_divisions: [ADMINS, () => ({ _league: "FA Cup", _at_most: 8, _matchdays: 5 })],
  preview_division_members: [ADMINS, () => ({ _league: "FA Cup", _order: "overall", _at_most: 8 })],
  draw_divisions: [ADMINS_WRONGLY, () => ({ _league: "FA Cup", _order: "best", _at_most: 8, _matchdays: 5 })],
  end_divisions: [ADMINS_OF_NOTHING, none],
  cup: [SIGNED_IN, none],
  cup_draw: [SIGNED_IN, none],
  cup_rounds: [SIGNED_IN, none],
  cup_ties: [SIGNED_IN, none],
  cup_tie: [SIGNED_IN, none],
  preview_cup: [ADMINS, () => ({ _league: "FA Cup" })],
  draw_cup: [ADMINS_WRONGLY, () => ({ _league: "Chess", _name: "The cup" })],
  end_cup: [ADMINS_OF_NOTHING, none],
  last_standing: [SIGNED_IN, none],
  enter_last_standing: ["42501 42501 PT404 SL012 PT404 SL012 PT404 SL012 42501", none],
  choose_last_standing_team: [
    "42501 42501 PT404 SL012 PT404 SL012 PT404 SL012 42501",
    () => ({ _entry_id: MESSAGE, _number: 1, _team_id: MESSAGE }),
  ],
  preview_last_standing: [ADMINS, () => ({ _league: "FA Cup" })],
  start_last_standing: [
    ADMINS_WRONGLY,
    () => ({ _league: "FA Cup", _name: "Winter", _round: "Not open", _needs_code: true }),
  ],
  end_last_standing: [ADMINS_OF_NOTHING, none],
  make_last_standing_codes: [ADMINS_OF_NOTHING, () => ({ _how_many: 1 })],
  last_standing_codes: [ADMINS, none],
  prizes: [SIGNED_IN, none],
  admin_prizes: [ADMINS, none],
  save_prize_plan: [ADMINS_WRONGLY, () => ({ _fund_rs: null, _lines: [] })],
  pay_prize: [ADMINS_OF_NOTHING, () => ({ _prize_id: MESSAGE, _method: "cash", _paid_on: daysFromNow(-1) })],
  carried_points: [SIGNED_IN, ({ player }) => ({ league: "Overall", user_ids: [player.id] })],
  preview_move_in: [ADMINS, () => ({ _competition_id: "fa_cup", _lines: [{ name: "New Face", points: 3 }] })],
  move_in: [ADMINS_WRONGLY, () => ({ _label: "Old pool", _competition_id: "fa_cup", _lines: [] })],
  moved_in: [ADMINS, none],
  preview_past_table: [ADMINS, () => ({ _lines: [{ name: "New Face", points: 3 }] })],
  archive_past_table: [ADMINS_WRONGLY, () => ({ _name: "Past", _description: "", _league: "FA Cup", _start_date: daysFromNow(-9), _end_date: daysFromNow(-2), _lines: [] })],
  claim_points: ["42501 42501 PT404 SL012 PT404 SL012 PT404 SL012 42501", () => ({ _code: "no code" })],
  admin_season_questions: [ADMINS, none],
  add_season_question: [ADMINS, () => ({ ...QUESTION, _locks_at: daysFromNow(2) })],
  change_season_question: [ADMINS, async (world) => ({ ...QUESTION, _question_id: await aQuestion(world), _locks_at: daysFromNow(3) })],
  settle_season_question: [ADMINS, async (world) => ({ _question_id: await aLockedQuestion(world), _correct_answers: ["Saka"] })],
  reopen_season_question: [ADMINS, async (world) => ({ _question_id: await aSettledQuestion(world) })],
  delete_season_question: [ADMINS, async (world) => ({ _question_id: await aQuestion(world) })],
  season_plan: [ADMINS, none],
  season_unfinished_matches: [ADMINS, none],
  season_warnings: [ADMINS, () => ({ _act: "clear" })],
  take_season_step: [ADMINS_WRONGLY, () => ({ _step: "holiday" })],
  skip_season_step: [ADMINS_WRONGLY, () => ({ _step: "holiday" })],
  undo_season_step: [ADMINS_WRONGLY, () => ({ _step: "matches" })],
  undo_season: [ADMINS_WRONGLY, none],
  undo: [ADMINS, async (world) => ({ _undo_id: await done(world.host.secret.rpc("cancel_match", { _match_id: await aMatch(world) })) })],
  cancel_match: [ADMINS, async (world) => ({ _match_id: await aMatch(world) })],
  void_match: [ADMINS, async (world) => ({ _match_id: await aCompletedMatch(world) })],
  // Helpers complete no match that is still open.
  complete_matches: [ADMINS, async (world) => ({ _results: [{ id: await aStartedMatch(world), home_score: 1, away_score: 0 }] })],
  change_row: [ADMINS, async (world) => ({ _table: "matches", _id: await aMatch(world), _values: { season: "Later" }, _seen: {} })],
  save_settings: [ADMINS, () => ({ _values: { quiet_hours: "23:00-07:00" }, _seen: {} })],
  delete_match: [ADMINS, async (world) => ({ _match_id: await aMatch(world) })],
  delete_matches: [ADMINS, async (world) => ({ _match_ids: [await aMatch(world)] })],
  duplicates: [ADMINS, none],
  preview_match: [ADMINS, () => ({ _values: {} })],
  add_match: [ADMINS, (world) => ({ _values: aNewMatch(world) })],
  change_match: [ADMINS, async (world) => ({ _match_id: await aMatch(world), _values: { season: "Later" }, _seen: {} })],
  keep_matches_apart: [ADMINS, async (world) => { const { keep, remove } = await aDuplicate(world); return { _match_id: keep, _other_id: remove }; }],
  merge_matches: [ADMINS, async (world) => ({ _pairs: [await aDuplicate(world)] })],
  preview_merge_members: [ADMINS, ({ player, other }) => ({ _keep_id: player.id, _remove_id: other.id })],
  merge_members: [ADMINS_OF_NOTHING, ({ player }) => ({ _keep_id: player.id, _remove_id: "00000000-0000-4000-8000-000000000000" })],
  merge_teams: [ADMINS, async (world) => ({ _keep_id: await aTeam(world), _remove_id: await aTeam(world) })],
  add_archived_subscription: [ADMINS, async (world) => ({ archive_id: await aSubscriptionArchive(world), phone_number: "+23052599999", type: "fa_cup", status: "active", started_at: daysFromNow(0), expires_at: daysFromNow(1) })],
  admin_export: [ADMINS, none],
  admin_overview: [ADMINS, none],
  club_set_up: [ADMINS, none],
  admin_open_predictions: [ADMINS, none],
  admin_plan_codes: [ADMINS, none],
  admin_players: [ADMINS, none],
  admin_recent_activity: [ADMINS, none],
  admin_user_predictions: [ADMINS, about],
  before_user_created: [NOBODY, () => ({ event: {} })],
  begin_admin_call: [ADMINS, () => ({ _function: "sync-live-scores" })],
  begin_provider_poll: [SECRET_KEY, () => ({ _by_admin: false })],
  calculate_prediction_points: [EVERYONE, () => ({ home_prediction: 1, away_prediction: 0, home_score: 1, away_score: 0 })],
  set_message_choice: [PEOPLE_WRITE, () => ({ _kind: "news", _in_app: true, _email: false, _push: false })],
  calendar_feed: [SECRET_KEY, () => ({ _token: "0" })],
  claim_messages: [SECRET_KEY, () => ({ _channel: "email", _limit: 1 })],
  clear_all_points: [ADMINS, () => ({ pin: "0000" })],
  clear_player_points: [ADMINS, about],
  clear_points_pin_state: [ADMINS, none],
  clear_user_predictions: [ADMINS, about],
  create_leaderboard_snapshot: [ADMINS, async (world) => ({ archive_id: await anArchive(world), league: "FA Cup", start_date: daysFromNow(0), end_date: daysFromNow(0) })],
  create_predictions_snapshot: [ADMINS, () => ({ name: "x" })],
  create_subscription_archive: [ADMINS, () => ({ name: "x", description: "", start_date: daysFromNow(0), end_date: daysFromNow(0) })],
  delete_user_prediction: [ADMINS, async (world) => ({ _prediction_id: (await aPrediction(world, "open")).id })],
  end_subscription: [ADMINS, async (world) => { await aSubscription(world); return { _user_id: world.player.id, _type: "fa_cup" }; }],
  fail_provider_poll: [SECRET_KEY, () => ({ _poll: 0, _error: "x" })],
  provider_issues: [ADMINS, none],
  finish_job_run: [SECRET_KEY, () => ({ _run: 0, _has_failed: false, _detail: null })],
  delete_push_subscription: [PEOPLE, () => ({ _endpoint: "https://push.example.com/x" })],
  generate_plan_code: [ADMINS, () => code],
  generate_plan_codes: [ADMINS, () => ({ ...code, how_many: 2 })],
  get_points_by_league_for_users: [SIGNED_IN, these],
  get_prediction_completion_for_users: [SIGNED_IN, these],
  give_subscription: [ADMINS, ({ player }) => ({ _user_id: player.id, _type: "fa_cup", _expires_on: daysFromNow(9) })],
  expire_messages: [SECRET_KEY, none],
  grant_admin: [SECRET_KEY, ({ admin }) => ({ _identifier: admin.email })],
  has_role: [EVERYONE, ({ player }) => ({ _user_id: player.id, _role: "admin" })],
  home_leaderboards: [EVERYONE, none],
  ignore_provider_matches: [ADMINS, () => ({ _provider_match_ids: [] })],
  import_matches: [ADMINS, () => noMatches],
  is_open_job_run: [SECRET_KEY, () => ({ _run: 0 })],
  store_push_keys: [SECRET_KEY, () => ({ _public_key: null, _private_key: null })],
  reject_provider_score: [ADMINS, async (world) => ({ _provider_match_id: (await aProviderMatch(world)).id })],
  last_five: [SIGNED_IN, ({ player }) => ({ league: "FA Cup", user_ids: [player.id] })],
  leaderboard: [SIGNED_IN, none],
  leaderboard_per_match: [SIGNED_IN, none],
  points_per_match: [SIGNED_IN, ({ player }) => ({ league: "FA Cup", user_ids: [player.id] })],
  leaderboard_form: [SIGNED_IN, none],
  player_above: [PEOPLE, none],
  read_together: [SIGNED_IN, () => ({ _reads: [{ name: "home_leaderboards" }] })],
  leaderboard_periods: [SIGNED_IN, () => ({ kind: "month" })],
  champions: [SIGNED_IN, none],
  club_records: [SIGNED_IN, none],
  crowd: [SIGNED_IN, none],
  admin_payments: [ADMINS, none],
  my_payments: [PEOPLE, none],
  change_payment: [ADMINS, async (world) => ({ _payment_id: await aPayment(world), payment: paid })],
  delete_payment: [ADMINS, async (world) => ({ _payment_id: await aPayment(world) })],
  generate_paid_plan_codes: [ADMINS, () => ({ ...code, how_many: 1, payment: paid })],
  give_paid_subscription: [ADMINS, ({ player }) => ({ _user_id: player.id, _type: "fa_cup", _expires_on: daysFromNow(9), payment: paid })],
  payment_totals: [ADMINS, none],
  payments_received: [SIGNED_IN, none],
  sell_subscriptions: [ADMINS, ({ player }) => ({ _sales: [{ member_id: player.id, plan_type: "fa_cup", expires_on: daysFromNow(9), amount_rs: 250, method: "cash" }] })],
  plan_sales: [ADMINS, none],
  members_who_owe: [ADMINS, none],
  note_reminder: [ADMINS, ({ player }) => ({ _user_id: player.id, _about: "payment" })],
  remind_in_app: [ADMINS, ({ player }) => ({ _user_id: player.id, _about: "payment", _title: "x", _message: "y" })],
  record_payment: [ADMINS, async (world) => ({ _code_id: await aCodeId(world), payment: paid })],
  head_to_head: [PEOPLE, about],
  honours_of: [SIGNED_IN, about],
  career: [SIGNED_IN, about],
  season_highlights: [SIGNED_IN, ({ player }) => ({ _user_id: player.id, _season_id: "premier_league" })],
  period_winners: [SIGNED_IN, () => ({ kind: "month" })],
  seasons: [SIGNED_IN, none],
  winner_counts: [SIGNED_IN, none],
  leaderboard_summary: [SIGNED_IN, none],
  link_provider_match: [ADMINS, async (world) => { const { id, match } = await aProviderMatch(world); return { _provider_match_id: id, _match_id: match }; }],
  provider_state: [ADMINS, none],
  live_points: [ADMINS, () => ({ _match_ids: [] })],
  email_choice: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  mark_plan_code_sent: [ADMINS, async (world) => ({ code_id: await aCodeId(world) })],
  match_predictions: [PEOPLE, async (world) => ({ _match_id: (await aPrediction(world, "locked")).match })],
  match_splits: [PEOPLE, () => ({ _match_ids: [] })],
  my_calendar_token: [PEOPLE_WRITE, none],
  my_data: [PEOPLE, none],
  my_leaderboard_row: [PEOPLE, none],
  my_period_row: [PEOPLE, () => ({ _period_id: 1 })],
  my_message_choices: [PEOPLE, none],
  my_competitions: [PEOPLE, none],
  my_doubles: [PEOPLE, none],
  mark_double: [
    "42501 42501 yes SL012 SL023 SL012 SL023 SL012 42501",
    async (world) => ({ _match_id: (await aPrediction(world, "open")).match, _is_double: false }),
  ],
  my_push_subscriptions: [PEOPLE, none],
  notify_everyone: [ADMINS, () => ({ title: "Hello", message: "there" })],
  begin_phone_recovery: [SECRET_KEY, () => ({ _phone: "52500001", _address: "192.0.2.1" })],
  phone_lookup: [SECRET_KEY, () => ({ _phone: "52500001", _address: "192.0.2.1" })],
  next_rounds: [EVERYONE, none],
  changed_since: [EVERYONE, none],
  report_refused_prediction: [PEOPLE, async (world) => ({ _match_id: await aMatch(world), _reason: "lock", _tried_at: "2000-01-01" })],
  player_figures: [SIGNED_IN, about],
  period_leaderboard: [SIGNED_IN, () => ({ _period_id: 1 })],
  player_predictions: [PEOPLE, about],
  player_ranks: [SIGNED_IN, about],
  player_rounds: [SIGNED_IN, about],
  points_over_time: [ADMINS, none],
  predictions_over_time: [ADMINS, none],
  preview_import: [ADMINS, () => noMatches],
  preview_new_members: [ADMINS, () => ({ _members: [{ name: "Ben" }] })],
  note_test_email: [SECRET_KEY, () => ({ _admin_id: null, _outcome: "sent" })],
  note_added_members: [SECRET_KEY, () => ({ _user_ids: [], _admin_id: null })],
  push_key: [PEOPLE, none],
  quiet_hours: [SIGNED_IN, none],
  provisional_leaderboard: [ADMINS, none],
  round_reports: [ADMINS, none],
  recalculate_all_points: [ADMINS, none],
  redeem_plan_code: [PEOPLE_WRITE, () => ({ code: "1" })],
  report_messages: [SECRET_KEY, () => ({ _reports: [] })],
  resubscribe: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  renew_calendar_token: [PEOPLE_WRITE, none],
  revoke_admin: [SECRET_KEY, async ({ host }) => ({ _identifier: (await host.admin("Third")).email })],
  revoke_plan_code: [ADMINS, async (world) => ({ code: await aCode(world) })],
  run_job_now: [ADMINS, () => ({ _name: "Clean up" })],
  save_live_score_api_key: [SECRET_KEY, () => ({ _api_key: "x" })],
  save_push_subscription: [PEOPLE_WRITE, () => ({ _endpoint: "https://push.example.com/x", _p256dh: `B${"A".repeat(86)}`, _auth: "A".repeat(22) })],
  report_host: [SECRET_KEY, () => ({ _host: "x:1", _figures: {} })],
  scheduled_jobs: [ADMINS, none],
  club_health: [ADMINS, none],
  scheduled_runs: [ADMINS, none],
  search_leaderboard: [PEOPLE, () => ({ league: "Overall", query: "a" })],
  my_roles: [PEOPLE, none],
  find_members: [ADMINS, () => ({ search: "Player" })],
  set_helper_role: [ADMINS, ({ other }) => ({ _user_id: other.id, _role: "news", _has_it: false })],
  set_helper_role_of: [SECRET_KEY, ({ other }) => ({ _identifier: other.email, _role: "news", _has_it: false })],
  set_admin_role: [ADMINS, ({ other }) => ({ _user_id: other.id, _is_admin: false })],
  // Its PIN needs a recent password check.
  set_clear_points_pin: [ADMINS, async ({ admin }) => { await admin.api.auth.signInWithPassword(admin); return { pin: "2580" }; }],
  set_club_time_zone: [SECRET_KEY, () => ({ _time_zone: "Indian/Mauritius" })],
  set_provider_settings: [ADMINS, () => ({ _follows_scores: true, _follows_fixtures: false, _competitions: [] })],
  start_due_matches: [SECRET_KEY, none],
  subscriber_count: [SIGNED_IN, none],
  unsubscribe: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  apply_provider_answer: [SECRET_KEY, () => ({ _poll: 0, _matches: [] })],
  accept_provider_match: [ADMINS, anExchangedReport],
  add_return_match: [ADMINS, aReturnReport],
  accept_provider_score: [ADMINS, async (world) => ({ _provider_match_id: (await aProviderMatch(world)).id })],
  players_missing_predictions: [ADMINS, none],
  admin_groups: [ADMINS, none],
  close_group: [ADMINS, async (world) => ({ _group_id: await anotherGroup(world) })],
  create_group: [PEOPLE_WRITE, async (world) => { await anotherGroup(world); return GROUP; }],
  update_group: [GROUP_OWNER, async (world) => ({ _group_id: await aGroup(world), ...GROUP, _counts_from_joining: true })],
  delete_group: [GROUP_OWNER, ofGroup],
  restore_group: [GROUP_OWNER, ofGroup],
  renew_group_code: [GROUP_OWNER, ofGroup],
  revoke_group_code: [GROUP_OWNER, ofGroup],
  // The owner stays.
  leave_group: [GROUP_OWNER.replace("yes", "SL019"), ofGroup],
  remove_group_member: [GROUP_OWNER.replace("yes", "22023"), async (world) => ({ _group_id: await aGroup(world), _user_id: world.player.id })],
  hand_over_group: [GROUP_OWNER, async (world) => ({ _group_id: await aGroup(world), _user_id: world.player.id })],
  preview_group: [VISITORS_TOO, () => ({ _code: "00000000" })],
  bar_screen: ["PT404 PT404 PT404 PT404 PT404 PT404 PT404 PT404 42501", () => ({ _token: "none" })],
  bar_screen_link: [ADMINS, none],
  open_bar_screen: [ADMINS, none],
  set_bar_screen_names: [ADMINS, async ({ host }) => {
    await done(host.secret.rpc("open_bar_screen"));
    return { _shows_names: false };
  }],
  close_bar_screen: [ADMINS, none],
  club_notices: [EVERYONE, none],
  club_text: [EVERYONE, () => ({ _kind: "terms" })],
  club_text_versions: [ADMINS, none],
  publish_club_text: [ADMINS, async ({ host }) => {
    const versions = await done(host.secret.rpc("club_text_versions"));
    return { _kind: "privacy", _content: "Your data", _asks_again: false, _seen: versions.filter(({ kind }) => kind === "privacy").length };
  }],
  withdraw_club_text: [ADMINS, () => ({ _kind: "prize_rules" })],
  my_due_confirmation: [PEOPLE, none],
  confirm_age: [PEOPLE_WRITE, () => ({ _age: 18 })],
  confirm_age_of_member: [ADMINS, ({ other }) => ({ _user_id: other.id })],
  link_preview: [VISITORS_TOO, () => ({ _path: "/join/00000000" })],
  invite_picture_data: [SECRET_KEY, () => ({ _code: "00000000", _address: "192.0.2.1" })],
  share_picture_data: [GROUP_OWNER, async (world) => ({ kind: "group", _of: await aGroup(world) })],
  join_group: [PEOPLE_WRITE, () => ({ _code: "00000000" })],
  my_groups: [PEOPLE, none],
  my_group_standings: [PEOPLE, none],
  club_pages: [PEOPLE, none],
  match_guide: [SIGNED_IN, () => ({ _match_id: "00000000-0000-4000-8000-000000000000" })],
  group_next_matches: [PEOPLE, ofGroup],
  group_details: [PEOPLE, ofGroup],
  members_of_group: [PEOPLE, ofGroup],
  group_leaderboard: [PEOPLE, ofGroup],
  group_winners: [PEOPLE, ofGroup],
  group_crowd: [PEOPLE, ofGroup],
  group_last_five: [PEOPLE, async (world) => ({ _group_id: await aGroup(world), league: "FA Cup", user_ids: [world.player.id] })],
  live_standings: [PEOPLE, none],
  group_match_predictions: [PEOPLE, async (world) => ({ _match_id: (await aPrediction(world, "locked")).match })],
};

interface Stored {
  bucket: string;
  /** An existing object. */
  name: string;
  file: Blob;
}
type StorageRequest = (stored: Stored) => Sent & { finds?: string };

const ADMINS_STORE = "400 403 403 403 403 403 yes 403 yes";
const ADMINS_FIND = "400 404 404 404 404 404 yes 404 yes";
const ADMINS_LIST = "400 none none none none none yes none yes";
const SECRET_KEY_FINDS = "400 404 404 404 404 404 404 404 yes";
const ANY_KEY_READS = "400 yes yes yes yes yes yes yes yes";

/** Each bucket's verbs. The outcome of a list is "none" unless it has the object. */
// biome-ignore format: aligned columns are easier to read
export const STORAGE: Record<string, Record<string, [string, StorageRequest]>> = {
  "news-images": {
    upload: [ADMINS_STORE, ({ bucket, name, file }) => ({ method: "POST", path: `object/${bucket}/new-${name}`, body: file })],
    "upload over": [ADMINS_STORE, ({ bucket, name, file }) => ({ method: "POST", path: `object/${bucket}/${name}`, body: file, headers: { "x-upsert": "true" } })],
    "upload an existing name": ["400 403 403 403 403 403 409 403 409", ({ bucket, name, file }) => ({ method: "POST", path: `object/${bucket}/${name}`, body: file })],
    replace: [ADMINS_STORE, ({ bucket, name, file }) => ({ method: "PUT", path: `object/${bucket}/${name}`, body: file })],
    "public address": [EVERYONE, ({ bucket, name }) => ({ method: "GET", path: `object/public/${bucket}/${name}` })],
    download: [ANY_KEY_READS, ({ bucket, name }) => ({ method: "GET", path: `object/authenticated/${bucket}/${name}` })],
    info: [EVERYONE, ({ bucket, name }) => ({ method: "GET", path: `object/info/${bucket}/${name}` })],
    list: [ADMINS_LIST, ({ bucket, name }) => ({ method: "POST", path: `object/list/${bucket}`, body: { prefix: "news", limit: 1000 }, finds: name.slice(5) })],
    "list v2": [ADMINS_LIST, ({ bucket, name }) => ({ method: "POST", path: `object/list-v2/${bucket}`, body: { prefix: "news/", limit: 1000 }, finds: name })],
    move: [ADMINS_FIND, ({ bucket, name }) => ({ method: "POST", path: "object/move", body: { bucketId: bucket, sourceKey: name, destinationKey: `moved-${name}` } })],
    copy: [ADMINS_FIND, ({ bucket, name }) => ({ method: "POST", path: "object/copy", body: { bucketId: bucket, sourceKey: name, destinationKey: `copy-${name}` } })],
    remove: [ADMINS_FIND, ({ bucket, name }) => ({ method: "DELETE", path: `object/${bucket}/${name}` })],
    "remove several": [ADMINS_LIST, ({ bucket, name }) => ({ method: "DELETE", path: `object/${bucket}`, body: { prefixes: [name] }, finds: name })],
    sign: [ADMINS_FIND, ({ bucket, name }) => ({ method: "POST", path: `object/sign/${bucket}/${name}`, body: { expiresIn: 60 } })],
    "sign several": [ADMINS_LIST, ({ bucket, name }) => ({ method: "POST", path: `object/sign/${bucket}`, body: { expiresIn: 60, paths: [name] }, finds: "token=" })],
    "sign an upload": [ADMINS_STORE, ({ bucket, name }) => ({ method: "POST", path: `object/upload/sign/${bucket}/new-${name}`, body: {} })],
    "see the bucket": [SECRET_KEY_FINDS, ({ bucket }) => ({ method: "GET", path: `bucket/${bucket}` })],
    "list buckets": ["400 none none none none none none none yes", ({ bucket }) => ({ method: "GET", path: "bucket", finds: bucket })],
    "change the bucket": [SECRET_KEY_FINDS, ({ bucket }) => ({ method: "PUT", path: `bucket/${bucket}`, body: { public: true } })],
    "empty the bucket": [SECRET_KEY_FINDS, ({ bucket }) => ({ method: "POST", path: `bucket/${bucket}/empty` })],
    "delete the bucket": ["400 404 404 404 404 404 404 404 409", ({ bucket }) => ({ method: "DELETE", path: `bucket/${bucket}` })],
    "create a bucket": ["400 403 403 403 403 403 403 403 yes", ({ name }) => ({ method: "POST", path: "bucket", body: { id: name.replace("/", "-"), name: name.replace("/", "-") } })],
  },
};

const REFUSED =
  "401 Unauthorized Unauthorized Unauthorized Unauthorized Unauthorized Unauthorized Unauthorized yes";
const ANY_KEY = "401 yes yes yes yes yes yes yes yes";

const OWN_TOPIC = "401 Unauthorized yes yes Unauthorized Unauthorized Unauthorized Unauthorized yes";

/** Realtime's topics. Private ones are the secret key's only, except each member's own. */
export const TOPICS: Record<
  "public" | "private" | "member",
  Record<"subscribe" | "broadcast" | "presence" | "post", string>
> = {
  public: { subscribe: ANY_KEY, broadcast: ANY_KEY, presence: ANY_KEY, post: ANY_KEY },
  private: {
    subscribe: REFUSED,
    broadcast: REFUSED,
    presence: REFUSED,
    post: "401 403 403 403 403 403 403 403 yes",
  },
  member: {
    subscribe: OWN_TOPIC,
    broadcast: OWN_TOPIC,
    presence: REFUSED,
    post: "401 403 yes yes 403 403 403 403 yes",
  },
};

/** Policies on realtime.messages, which open private topics. */
export const TOPIC_POLICIES: readonly string[] = [
  "members receive from their own devices",
  "members send to their own devices",
];

/** Who receives an update of the row by a subscription to its table. */
export const CHANGES: Record<string, string> = {
  matches: ANY_KEY,
  live_scores: ANY_KEY,
  "news: active": ANY_KEY,
  news_changes: ANY_KEY,
  "news: inactive": "401 none none none none none yes none yes",
  admin_settings: ANY_KEY,
  "admin_settings: the jackpot's": "401 none yes yes yes yes yes yes yes",
  notifications: "401 none yes yes none none none none yes",
  group_changes: "401 none yes yes none none none none yes",
  subscriptions: "401 none yes yes none none yes none yes",
};
