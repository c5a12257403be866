/**
 * The permissions of every table and function, written by hand and tried cell by cell. A table or function of the
 * database that is missing here fails.
 *
 * The five columns are: a visitor, the row's player, another player, an admin, the secret key.
 * "yes" is allowed (and for a table: reached the row), "none" is allowed but reached no row, and anything else is the
 * error code: 42501 from PostgreSQL, SL003 "only an admin may do this", SL001 "the match has locked".
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";
import {
  aCode,
  aMatch,
  anArchive,
  aPrediction,
  aProviderMatch,
  aStartedMatch,
  aSubscription,
  aSubscriptionArchive,
  done,
  inDays,
  ROWS,
  type Row,
  type World,
} from "./permission-rows.ts";

const NOBODY = "42501 42501 42501 42501 42501";
const EVERYONE = "yes   yes   yes   yes   yes";
const ADMINS_READ = "42501 none  none  yes   yes";
const ADMINS = "42501 SL003 SL003 yes   yes";
const OWN = "42501 yes   none  none  yes";
const SIGNED_IN = "42501 yes   yes   yes   yes";
const PEOPLE = "42501 yes   yes   yes   42501";
const SECRET_KEY = "42501 42501 42501 42501 yes";

/** What each of the five may do to the row of `ROWS`. */
// biome-ignore format: aligned columns are easier to read
const TABLES: Record<string, { read: string; insert: string; update: string; delete: string }> = {
  user_roles: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: NOBODY },
  profiles: { read: "42501 yes none yes yes", insert: NOBODY, update: OWN, delete: NOBODY },
  competitions: { read: EVERYONE, insert: NOBODY, update: NOBODY, delete: NOBODY },
  admin_audit_log: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: NOBODY },
  admin_settings: { read: EVERYONE, insert: ADMINS, update: ADMINS, delete: ADMINS },
  "admin_settings: the jackpot's": { read: "none yes yes yes yes", insert: ADMINS, update: ADMINS, delete: ADMINS },
  team_aliases: { read: ADMINS_READ, insert: ADMINS, update: NOBODY, delete: ADMINS },
  live_scores: { read: EVERYONE, insert: NOBODY, update: NOBODY, delete: NOBODY },
  teams: { read: EVERYONE, insert: ADMINS, update: ADMINS, delete: ADMINS },
  matches: { read: EVERYONE, insert: ADMINS, update: ADMINS, delete: ADMINS },
  subscriptions: { read: "42501 yes none yes yes", insert: SECRET_KEY, update: SECRET_KEY, delete: SECRET_KEY },
  plan_codes: { read: ADMINS_READ, insert: ADMINS, update: NOBODY, delete: ADMINS },
  "user_predictions: open": { read: OWN, insert: "42501 yes 42501 42501 yes", update: OWN, delete: "42501 SL003 SL003 none yes" },
  "user_predictions: locked": { read: SIGNED_IN, insert: "42501 SL001 SL001 SL001 SL001", update: "42501 SL001 none none SL001", delete: ADMINS },
  "prediction_changes: open": { read: OWN, insert: NOBODY, update: NOBODY, delete: NOBODY },
  "prediction_changes: locked": { read: SIGNED_IN, insert: NOBODY, update: NOBODY, delete: NOBODY },
  notifications: { read: OWN, insert: ADMINS, update: OWN, delete: NOBODY },
  "news: active": { read: EVERYONE, insert: ADMINS, update: ADMINS, delete: ADMINS },
  "news: inactive": { read: "none none none yes yes", insert: ADMINS, update: ADMINS, delete: ADMINS },
  leaderboard_archives: { read: EVERYONE, insert: ADMINS, update: NOBODY, delete: ADMINS },
  archived_leaderboard_rows: { read: EVERYONE, insert: NOBODY, update: NOBODY, delete: NOBODY },
  predictions_snapshots: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: NOBODY },
  snapshot_players: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: NOBODY },
  subscription_period_archives: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: ADMINS },
  archived_subscriptions: { read: ADMINS_READ, insert: NOBODY, update: NOBODY, delete: ADMINS },
};

type Arguments = (world: World) => Promise<object> | object;
const about: Arguments = ({ player }) => ({ _user_id: player.id });
const these: Arguments = ({ player }) => ({ user_ids: [player.id] });
const none: Arguments = () => ({});
const noMatches = { _league: "FA Cup", _season: "2050", _time_zone: "UTC", _matches: [] };
const code = { plan_type: "fa_cup", expires_on: inDays(9) };

/** Who may call each function, with arguments that are created for each call. */
// biome-ignore format: aligned columns are easier to read
const FUNCTIONS: Record<string, [string, Arguments]> = {
  add_archived_subscription: [ADMINS, async (world) => ({ archive_id: await aSubscriptionArchive(world), phone_number: "+23052599999", type: "fa_cup", status: "active", started_at: inDays(0), expires_at: inDays(1) })],
  admin_completion: [ADMINS, none],
  admin_overview: [ADMINS, none],
  admin_open_predictions: [ADMINS, none],
  admin_plan_codes: [ADMINS, none],
  admin_players: [ADMINS, none],
  admin_recent_activity: [ADMINS, none],
  admin_user_predictions: [ADMINS, about],
  before_user_created: [NOBODY, () => ({ event: {} })],
  begin_admin_call: [ADMINS, () => ({ _function: "sync-live-scores" })],
  begin_provider_poll: [SECRET_KEY, () => ({ _by_admin: false })],
  calculate_prediction_points: [EVERYONE, () => ({ home_prediction: 1, away_prediction: 0, home_score: 1, away_score: 0 })],
  match_reopenings: [SIGNED_IN, async (world) => ({ _match_ids: [await aMatch(world)] })],
  open_undos: [ADMINS, none],
  preview_results: [ADMINS, async (world) => ({ _results: [{ id: await aMatch(world), home_score: 1, away_score: 0 }] })],
  reopen_match: [ADMINS, async (world) => ({ _match_id: (await aPrediction(world, "locked")).match, _kickoff: inDays(2), _reason: "A mistake" })],
  results_to_enter: [ADMINS, none],
  set_running_score: [ADMINS, async (world) => ({ _match_id: await aStartedMatch(world), _home: 1, _away: 0, _seen_home: null, _seen_away: null })],
  undo: [ADMINS, async (world) => ({ _undo_id: await done(world.host.secret.rpc("cancel_match", { _match_id: await aMatch(world) })) })],
  set_message_choice: [PEOPLE, () => ({ _kind: "news", _in_app: true, _email: false, _push: false })],
  calendar_feed: [SECRET_KEY, () => ({ _token: "0" })],
  claim_messages: [SECRET_KEY, () => ({ _channel: "email", _limit: 1 })],
  cancel_match: [ADMINS, async (world) => ({ _match_id: await aMatch(world) })],
  clear_all_points: [ADMINS, () => ({ pin: "0000" })],
  clear_player_points: [ADMINS, about],
  clear_points_pin_state: [ADMINS, none],
  clear_user_predictions: [ADMINS, about],
  compare_with: [PEOPLE, about],
  complete_matches: [ADMINS, async (world) => ({ _results: [{ id: await aMatch(world), home_score: 1, away_score: 0 }] })],
  create_leaderboard_snapshot: [ADMINS, async (world) => ({ archive_id: await anArchive(world), league: "FA Cup", start_date: inDays(0), end_date: inDays(0) })],
  create_predictions_snapshot: [ADMINS, () => ({ name: "x" })],
  create_subscription_archive: [ADMINS, () => ({ name: "x", description: "", start_date: inDays(0), end_date: inDays(0) })],
  delete_match: [ADMINS, async (world) => ({ _match_id: await aMatch(world) })],
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
  give_subscription: [ADMINS, ({ player }) => ({ _user_id: player.id, _type: "fa_cup", _expires_on: inDays(9) })],
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
  leaderboard_summary: [SIGNED_IN, none],
  link_provider_match: [ADMINS, async (world) => { const { id, match } = await aProviderMatch(world); return { _provider_match_id: id, _match_id: match }; }],
  provider_state: [ADMINS, none],
  live_points: [ADMINS, () => ({ _match_ids: [] })],
  live_score_api_key_state: [ADMINS, none],
  email_choice: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  match_predictions: [PEOPLE, async (world) => ({ _match_id: (await aPrediction(world, "locked")).match })],
  match_splits: [PEOPLE, () => ({ _match_ids: [] })],
  my_calendar_token: [PEOPLE, none],
  my_data: [PEOPLE, none],
  my_leaderboard_row: [PEOPLE, none],
  my_message_choices: [PEOPLE, none],
  my_competitions: [PEOPLE, none],
  my_push_subscriptions: [PEOPLE, none],
  notify_everyone: [ADMINS, () => ({ title: "Hello", message: "there" })],
  phone_lookup: [SECRET_KEY, () => ({ _phone: "52500001", _address: "192.0.2.1" })],
  next_rounds: [EVERYONE, none],
  player_figures: [SIGNED_IN, about],
  player_predictions: [PEOPLE, about],
  player_ranks: [SIGNED_IN, about],
  player_rounds: [SIGNED_IN, about],
  points_over_time: [ADMINS, none],
  predictions_over_time: [ADMINS, none],
  preview_import: [ADMINS, () => noMatches],
  push_key: [PEOPLE, none],
  quiet_hours: [SIGNED_IN, none],
  provisional_leaderboard: [ADMINS, none],
  recalculate_all_points: [ADMINS, none],
  redeem_plan_code: [PEOPLE, () => ({ code: "1" })],
  report_messages: [SECRET_KEY, () => ({ _reports: [] })],
  resubscribe: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  renew_calendar_token: [PEOPLE, none],
  revoke_admin: [SECRET_KEY, async ({ host, other }) => { await done(host.secret.rpc("grant_admin", { _identifier: other.email })); return { _identifier: other.email }; }],
  revoke_plan_code: [ADMINS, async (world) => ({ code: await aCode(world) })],
  run_job_now: [ADMINS, () => ({ _name: "Clean up" })],
  save_live_score_api_key: [SECRET_KEY, () => ({ _api_key: "x" })],
  save_push_subscription: [PEOPLE, () => ({ _endpoint: "https://push.example.com/x", _p256dh: `B${"A".repeat(86)}`, _auth: "A".repeat(22) })],
  scheduled_jobs: [ADMINS, none],
  scheduled_runs: [ADMINS, none],
  search_leaderboard: [PEOPLE, () => ({ league: "Overall", query: "a" })],
  set_admin_role: [ADMINS, ({ other }) => ({ _user_id: other.id, _is_admin: false })],
  // Its PIN needs a recent password check.
  set_clear_points_pin: [ADMINS, async ({ admin }) => { await admin.api.auth.signInWithPassword(admin); return { pin: "2580" }; }],
  set_club_time_zone: [SECRET_KEY, () => ({ _time_zone: "Indian/Mauritius" })],
  set_provider_settings: [ADMINS, () => ({ _follows_scores: true, _follows_fixtures: false, _competitions: [] })],
  start_due_matches: [SECRET_KEY, none],
  subscriber_count: [SIGNED_IN, none],
  unsubscribe: [EVERYONE, () => ({ _token: "x", _kind: "news" })],
  apply_provider_answer: [SECRET_KEY, () => ({ _poll: 0, _matches: [] })],
  accept_provider_score: [ADMINS, async (world) => ({ _provider_match_id: (await aProviderMatch(world)).id })],
  players_missing_predictions: [ADMINS, none],
};

/** Only for this test: the tables and functions in the database's catalog. */
const inventory = `
  create function public.inventory() returns table (kind text, name text) language sql stable security definer set search_path = ''
  as $$ select 'table', c.relname::text from pg_catalog.pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        union all
        select distinct 'function', p.proname::text from pg_catalog.pg_proc p
         where p.pronamespace = 'public'::regnamespace and p.proname <> 'inventory' $$;
  grant execute on function public.inventory() to service_role;`;

const WHO = ["a visitor", "the player", "another player", "an admin", "the secret key"] as const;
const tableOf = (row: string): string => row.split(":")[0] ?? row;
const words = (cells: string): string[] => cells.split(/\s+/);

describe("permissions", () => {
  let host: Host;
  let world: World;
  let callers: SupabaseClient[];

  beforeAll(async () => {
    host = await startHost({ migrations: { inventory } });
    const [player, other] = await Promise.all([host.person("Player"), host.person("Other")]);
    const admin = await host.admin("Olga");
    await host.admin("Second");
    let last = 0;
    const next = (): number => {
      last += 1;
      return last;
    };
    world = { host, player, other, admin, next };
    callers = [host.visitor(), player.api, other.api, admin.api, host.secret];
  });
  afterAll(() => host.stop());

  it("cover every table and function", async () => {
    const api: SupabaseClient = host.secret;
    const there: { kind: string; name: string }[] = await done(api.rpc("inventory"));
    const named = (kind: string): string[] =>
      there.flatMap((one) => (one.kind === kind ? [one.name] : [])).sort();
    expect([...new Set(Object.keys(TABLES).map(tableOf))].sort()).toEqual(named("table"));
    expect(Object.keys(FUNCTIONS).sort()).toEqual(named("function"));
    expect(Object.keys(ROWS).sort()).toEqual(Object.keys(TABLES).sort());
  });

  describe.each(Object.entries(TABLES))("%s", (name, rules) => {
    const arrange = (): Promise<Row> => {
      const row = ROWS[name];
      if (!row) throw new Error(`No row is arranged for ${name}`);
      return row(world);
    };
    it.each(["read", "insert", "update", "delete"] as const)("%s", async (verb) => {
      const seen: Record<string, string> = {};
      for (const [index, caller] of callers.entries())
        seen[WHO[index] ?? ""] = await attempt(caller, verb, tableOf(name), await arrange());
      expect(seen).toEqual(Object.fromEntries(WHO.map((who, index) => [who, words(rules[verb])[index]])));
    });
  });

  it.each(Object.entries(FUNCTIONS))("%s()", async (name, [cells, make]) => {
    const seen: Record<string, string> = {};
    for (const [index, caller] of callers.entries()) {
      const { error } = await caller.rpc(name, await make(world));
      seen[WHO[index] ?? ""] = error ? error.code || error.message : "yes";
    }
    expect(seen).toEqual(Object.fromEntries(WHO.map((who, index) => [who, words(cells)[index]])));
  });
});

async function attempt(
  caller: SupabaseClient,
  verb: "read" | "insert" | "update" | "delete",
  table: string,
  { key, insert, update }: Row,
): Promise<string> {
  const rows = caller.from(table);
  if (verb === "insert") {
    const { error } = await rows.insert([insert]);
    return error ? error.code : "yes";
  }
  if (verb === "read") {
    const { data, error } = await rows.select(Object.keys(key).join()).match(key);
    return error ? error.code : data.length > 0 ? "yes" : "none";
  }
  const request =
    verb === "update" ? rows.update(update, { count: "exact" }) : rows.delete({ count: "exact" });
  const { count, error } = await request.match(key);
  return error ? error.code : count ? "yes" : "none";
}
