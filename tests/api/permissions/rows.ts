/** Rows for the permission matrix: their owner, and valid values to write. */

import { daysFromNow } from "../../club-time.ts";
import type { Host } from "../support/host.ts";
import { answerChangeRow, answerRow, questionRow } from "./season-questions.ts";
import { done, type Row, type World } from "./world.ts";

export { done, type Row, type World } from "./world.ts";

/** The values of a match between two new teams that the club does not have. */
export function aNewMatch({ next }: World) {
  return {
    home_team_name: `Home ${next()}`,
    away_team_name: `Away ${next()}`,
    league: "Friendly Club",
    match_date: daysFromNow(1),
  };
}

/** A new match that kicks off tomorrow; its teams are new too. */
export async function aMatch({ host, next }: World, league = "Friendly Club"): Promise<string> {
  const [home, away] = [`Home ${next()}`, `Away ${next()}`];
  await done(
    host.secret
      .from("teams")
      .insert([{ name: home }, { name: away }])
      .select("id"),
  );
  const match = {
    home_team_name: home,
    away_team_name: away,
    league,
    match_date: daysFromNow(1),
  };
  return (await done(host.secret.from("matches").insert(match).select("id").single())).id;
}

/** The two entries of a match that is listed twice, as `merge_matches` takes them. */
export async function aDuplicate(world: World): Promise<{ keep: string; remove: string }> {
  const { secret } = world.host;
  const keep = await aMatch(world);
  const columns = "home_team_name, away_team_name, league, match_date";
  const match = await done(secret.from("matches").select(columns).eq("id", keep).single());
  const copy = { ...match, round: "Again" };
  return { keep, remove: (await done(secret.from("matches").insert(copy).select("id").single())).id };
}

/** A match that is being played, without a score. */
export async function aStartedMatch(world: World): Promise<string> {
  const id = await aMatch(world);
  await done(world.host.secret.from("matches").update({ status: "live" }).eq("id", id).select("id"));
  return id;
}

/** A new match with a result. */
export async function aCompletedMatch(world: World): Promise<string> {
  const id = await aMatch(world);
  const result = { status: "completed", home_score: 1, away_score: 0 };
  await done(world.host.secret.from("matches").update(result).eq("id", id).select("id"));
  return id;
}

/** A new team without matches. */
export async function aTeam({ host, next }: World): Promise<string> {
  return (
    await done(
      host.secret
        .from("teams")
        .insert({ name: `Team ${next()}` })
        .select("id")
        .single(),
    )
  ).id;
}

/** A prediction of the player for a match that is open, or that has locked and ended 1-0. */
export async function aPrediction(
  world: World,
  state: "open" | "locked",
): Promise<{ id: string; match: string }> {
  const { host, player } = world;
  const match = await aMatch(world);
  const prediction = { user_id: player.id, match_id: match, home_prediction: 1, away_prediction: 0 };
  const { id } = await done(host.secret.from("user_predictions").insert(prediction).select("id").single());
  if (state === "locked") {
    const result = { status: "completed", home_score: 1, away_score: 0, match_date: daysFromNow(0) };
    await done(host.secret.from("matches").update(result).eq("id", match).select("id"));
  }
  return { id, match };
}

export async function anArchive({ host, next }: World): Promise<string> {
  const archive = {
    name: `Archive ${next()}`,
    league: "Friendly Club",
    start_date: daysFromNow(-2),
    end_date: daysFromNow(2),
  };
  return (await done(host.secret.from("leaderboard_archives").insert(archive).select("id").single())).id;
}

/** An archive of today's subscriptions, which contains the player's. */
export async function aSubscriptionArchive(world: World): Promise<string> {
  const { host, next } = world;
  await aSubscription(world);
  const period = { start_date: daysFromNow(-1), end_date: daysFromNow(1) };
  const made = host.secret.rpc("create_subscription_archive", {
    name: `Period ${next()}`,
    description: "",
    ...period,
  });
  return (await done(made.single())).id;
}

/** The player's FA Cup subscription. */
export async function aSubscription({ host, player }: World): Promise<void> {
  await done(
    host.secret.rpc("give_subscription", {
      _user_id: player.id,
      _type: "fa_cup",
      _expires_on: daysFromNow(9),
    }),
  );
}

export async function aCode(world: World): Promise<string> {
  return (await codeRow(world)).code;
}

export async function aCodeId(world: World): Promise<string> {
  return (await codeRow(world)).id;
}

/** A payment for a new code. Returns its id. */
export async function aPayment(world: World): Promise<string> {
  const payment = {
    payer_name: "Aunt Rose",
    amount_rs: 250,
    method: "cash",
    paid_on: daysFromNow(-1),
  };
  const added = world.host.secret.rpc("record_payment", { _code_id: await aCodeId(world), payment });
  return (await done(added)).id;
}

function codeRow({ host }: World): Promise<{ id: string; code: string }> {
  return done(host.secret.rpc("generate_plan_code", { plan_type: "fa_cup", expires_on: daysFromNow(9) }));
}

interface PolledMatch {
  id: string;
  match: string;
  /** The number of the poll that returned it, whose answer may be applied again. */
  poll: number;
}

const providerMatches = new WeakMap<Host, Promise<PolledMatch>>();

/** A provider match, linked to a match of the club and awarded 3-0. */
export function aProviderMatch(world: World): Promise<PolledMatch> {
  const known = providerMatches.get(world.host) ?? polledOnce(world);
  providerMatches.set(world.host, known);
  return known;
}

async function polledOnce({ host, next }: World): Promise<PolledMatch> {
  const [home, away] = [`Home ${next()}`, `Away ${next()}`];
  await done(
    host.secret
      .from("teams")
      .insert([{ name: home }, { name: away }])
      .select("id"),
  );
  const match = { home_team_name: home, away_team_name: away, league: "FA Cup", match_date: daysFromNow(1) };
  const { id, kickoff_at: kickoff } = await done(
    host.secret.from("matches").insert(match).select("id, kickoff_at").single(),
  );
  await host.secret.rpc("save_live_score_api_key", { _api_key: "x" });
  const { poll } = await done(host.secret.rpc("begin_provider_poll", { _by_admin: true }).single());
  const theirs = { id: "1", competition: "fa_cup", home, away, kickoff, confirmed: true, state: "awarded" };
  await done(
    host.secret.rpc("apply_provider_answer", {
      _poll: poll,
      _matches: [{ ...theirs, home_score: 3, away_score: 0 }],
    }),
  );
  const [issue] = await done(host.secret.rpc("provider_issues"));
  return { id: issue?.provider_match_id ?? "", match: id, poll };
}

/** The arguments that accept a provider's match whose home and away are exchanged. */
export async function anExchangedReport(world: World) {
  return { ...(await exchangedReport(world, 0)), _problem: "exchanged" };
}

/** The arguments that add the return match that a provider reports for a match of the club. */
export function aReturnReport(world: World) {
  return exchangedReport(world, 10);
}

/** The provider's report of a match of the club with exchanged sides, some days later. */
async function exchangedReport(world: World, days: number) {
  const { poll } = await aProviderMatch(world);
  const id = await aMatch(world, "FA Cup");
  const match = await done(
    world.host.secret
      .from("matches")
      .select("home_team_name, away_team_name, kickoff_at")
      .eq("id", id)
      .single(),
  );
  const later = new Date(Date.parse(match.kickoff_at) + days * 86_400_000).toISOString();
  const answer = (home: string, away: string, kickoff: string) =>
    world.host.secret.rpc("apply_provider_answer", {
      _poll: poll,
      _matches: [
        {
          id,
          competition: "fa_cup",
          home,
          away,
          kickoff,
          confirmed: true,
          state: "scheduled",
        },
      ],
    });
  await done(answer(match.home_team_name, match.away_team_name, match.kickoff_at));
  await done(answer(match.away_team_name, match.home_team_name, later));
  const issues = await done(world.host.secret.rpc("provider_issues"));
  return {
    _provider_match_id: issues.find(({ match_id }) => match_id === id)?.provider_match_id ?? "",
    _home: match.away_team_name,
    _away: match.home_team_name,
    _kickoff: later,
  };
}

const groups = new WeakMap<Host, Promise<string>>();

/** The player's group, the same for every caller. It is restored if a caller has deleted it. */
export async function aGroup({ host, player }: World): Promise<string> {
  const made = groups.get(host) ?? done(player.api.rpc("create_group", GROUP));
  groups.set(host, made);
  await player.api.rpc("restore_group", { _group_id: await made });
  return made;
}

/** Another group of the player. The earlier ones are closed, because a player owns at most 10. */
export async function anotherGroup(world: World): Promise<string> {
  const shared = await aGroup(world);
  for (const { id } of await done(world.host.secret.from("groups").select("id").is("closed_at", null)))
    if (id !== shared) await world.host.secret.rpc("close_group", { _group_id: id });
  return done(world.player.api.rpc("create_group", GROUP));
}

export const GROUP = { _name: "Friday five", _first_colour: "#0b4f9e", _second_colour: "#f2d13c" };

async function predictionRow(world: World, state: "open" | "locked"): Promise<Row> {
  const { id, match } = await aPrediction(world, state);
  const match_id = state === "open" ? await aMatch(world) : match;
  const written = { user_id: world.player.id, home_prediction: 2, away_prediction: 2 };
  return {
    key: { id },
    insert: { ...written, match_id },
    upsert: { on: "user_id,match_id", values: { ...written, match_id: match } },
    update: { home_prediction: 3 },
  };
}

/** A prediction in the League Cup. Afterwards the player's subscription is active or has ended. */
async function subscribersRow(world: World, isActive: boolean): Promise<Row> {
  const { host, player } = world;
  const subscription = { _user_id: player.id, _type: "league_cup" };
  await done(host.secret.rpc("give_subscription", { ...subscription, _expires_on: daysFromNow(9) }));
  const [match, another] = [await aMatch(world, "League Cup"), await aMatch(world, "League Cup")];
  const goals = { home_prediction: 1, away_prediction: 0 };
  const prediction = { user_id: player.id, match_id: match, ...goals };
  const { id } = await done(host.secret.from("user_predictions").insert(prediction).select("id").single());
  if (!isActive) await host.secret.rpc("end_subscription", subscription);
  return {
    key: { id },
    insert: { ...prediction, match_id: another },
    upsert: { on: "user_id,match_id", values: prediction },
    update: { home_prediction: 3 },
  };
}

async function changeRow(world: World, state: "open" | "locked"): Promise<Row> {
  const { match } = await aPrediction(world, state);
  const written = { user_id: world.player.id, match_label: "x", change: "made" };
  return {
    key: { match_id: match },
    insert: { ...written, home_prediction: 1, away_prediction: 1 },
    update: { home_prediction: 3 },
  };
}

async function newsRow({ host, next }: World, is_active: boolean): Promise<Row> {
  const news = { title: `News ${next()}`, content: "Words", is_active };
  const { id } = await done(host.secret.from("news").insert(news).select("id").single());
  return { key: { id }, insert: news, update: { content: "Other words" } };
}

/** A row of each table, by the table's name and, if permissions differ by row, its kind. */
export const ROWS: Record<string, (world: World) => Promise<Row>> = {
  user_roles: async ({ admin, player }) => ({
    key: { user_id: admin.id },
    insert: { user_id: player.id, role: "admin" },
    update: { role: "admin" },
  }),
  profiles: async ({ player, other }) => ({
    key: { id: player.id },
    insert: { id: other.id },
    update: { full_name: "Renamed" },
  }),
  competitions: async () => ({
    key: { id: "fa_cup" },
    insert: { id: "la_liga", name: "La Liga", needs_subscription: false, position: 9 },
    update: { name: "The Cup" },
  }),
  admin_audit_log: async ({ host, player }) => {
    await host.secret.rpc("clear_player_points", { _user_id: player.id });
    const newest = host.secret.from("admin_audit_log").select("id").order("id", { ascending: false });
    const { id } = await done(newest.limit(1).single());
    const insert = { action: "x", table_name: "y" };
    return { key: { id }, insert, upsert: { on: "id", values: insert }, update: { action: "x" } };
  },
  admin_settings: ({ host, next }) => settingRow(host, `setting_${next()}`, `setting_${next()}`),
  "admin_settings: the jackpot's": async ({ host, next }) => {
    await host.secret.from("admin_settings").delete().eq("setting_key", "jackpot_display_settings");
    return settingRow(host, "jackpot_display_settings", `setting_${next()}`);
  },
  teams: async ({ host, next }) => {
    const name = `Team ${next()}`;
    await done(host.secret.from("teams").insert({ name }).select("id"));
    return {
      key: { name },
      insert: { name: `Team ${next()}` },
      upsert: { on: "name", values: { name, logo_url: "https://example.com/b.png" } },
      update: { logo_url: "https://example.com/a.png" },
    };
  },
  team_aliases: async ({ host, next }) => {
    const alias = `Alias ${next()}`;
    const team_name = "Arsenal FC";
    await done(host.secret.from("team_aliases").insert({ alias, team_name }).select("alias"));
    return {
      key: { alias },
      insert: { alias: `Alias ${next()}`, team_name },
      upsert: { on: "alias", values: { alias, team_name: "Chelsea FC" } },
      update: { team_name: "Chelsea FC" },
    };
  },
  live_scores: async (world) => {
    const { match: match_id } = await aProviderMatch(world);
    const row = { match_id, source: "x", state: "in_play", is_provisional: false };
    return { key: { match_id }, insert: row, update: { minute: 90 } };
  },
  matches: async (world) => {
    const id = await aMatch(world);
    const made = world.host.secret.from("matches").select("home_team_name, away_team_name, league");
    const again = await done(made.eq("id", id).single());
    return {
      key: { id },
      insert: { ...again, match_date: daysFromNow(3), season: "s", round: `${world.next()}` },
      update: { match_time: "19:00" },
    };
  },
  subscriptions: async (world) => {
    await aSubscription(world);
    const user_id = world.player.id;
    const another = { user_id, subscription_type: "premier_league" };
    await world.host.secret.from("subscriptions").delete().match(another);
    return {
      key: { user_id, subscription_type: "fa_cup" },
      insert: { ...another, expires_at: daysFromNow(9) },
      upsert: {
        on: "user_id,subscription_type",
        values: { user_id, subscription_type: "fa_cup", expires_at: daysFromNow(19) },
      },
      update: { status: "active" },
    };
  },
  member_notes: async ({ player, host }) => ({
    key: {
      id: (await done(host.secret.rpc("add_member_note", { _user_id: player.id, _note: "Owes" }))).id,
    },
    insert: { user_id: player.id, note: "Pays in cash", author_name: "A" },
    update: { note: "Owes" },
  }),
  payments: async (world) => ({
    key: { id: await aPayment(world) },
    insert: {
      plan_type: "fa_cup",
      expires_at: daysFromNow(9),
      payer_name: "A",
      amount_rs: 1,
      method: "cash",
      paid_on: daysFromNow(-1),
    },
    update: { amount_rs: 2 },
  }),
  plan_codes: async (world) => ({
    key: { code: await aCode(world) },
    insert: { code: `${1_000_000 + world.next()}`, plan_type: "fa_cup", expires_at: daysFromNow(9) },
    update: { expires_at: daysFromNow(20) },
  }),
  "user_predictions: open": (world) => predictionRow(world, "open"),
  "user_predictions: locked": (world) => predictionRow(world, "locked"),
  "user_predictions: of a subscriber": (world) => subscribersRow(world, true),
  "user_predictions: after the subscription": (world) => subscribersRow(world, false),
  "prediction_changes: open": (world) => changeRow(world, "open"),
  "prediction_changes: locked": (world) => changeRow(world, "locked"),
  season_questions: questionRow,
  "season_answers: open": (world) => answerRow(world, "open"),
  "season_answers: locked": (world) => answerRow(world, "locked"),
  "season_answer_changes: open": (world) => answerChangeRow(world, "open"),
  "season_answer_changes: locked": (world) => answerChangeRow(world, "locked"),
  prediction_refusals: async (world) => {
    const match_id = await aMatch(world);
    const report = { _match_id: match_id, _reason: "lock", _tried_at: new Date().toISOString() };
    const { error } = await world.player.api.rpc("report_refused_prediction", report);
    if (error) throw error;
    const times = { first_at: daysFromNow(0), last_at: daysFromNow(0) };
    return {
      key: { user_id: world.player.id, match_id, reason: "lock" },
      insert: { user_id: world.player.id, match_id, reason: "session", ...times },
      update: { times: 2 },
    };
  },
  notifications: async ({ host, player }) => {
    const notification = { user_id: player.id, title: "Hello", message: "there" };
    const { id } = await done(host.secret.from("notifications").insert(notification).select("id").single());
    return { key: { id }, insert: notification, update: { read: true } };
  },
  "news: active": (world) => newsRow(world, true),
  "news: inactive": (world) => newsRow(world, false),
  news_changes: async (world) => {
    await newsRow(world, true);
    return {
      key: { is_row: true },
      insert: { is_row: true },
      update: { changed_at: new Date().toISOString() },
    };
  },
  leaderboard_archives: async (world) => {
    const period = { league: "FA Cup", start_date: daysFromNow(0), end_date: daysFromNow(0) };
    return { key: { id: await anArchive(world) }, insert: { name: "x", ...period }, update: { name: "y" } };
  },
  archived_leaderboard_rows: async (world) => {
    await aPrediction(world, "locked");
    const archive_id = await anArchive(world);
    const period = { league: "Friendly Club", start_date: daysFromNow(-2), end_date: daysFromNow(2) };
    await done(world.host.secret.rpc("create_leaderboard_snapshot", { archive_id, ...period }));
    const figures = { predictions_scored: 1, points: 1, perfect_scores: 0 };
    return {
      key: { archive_id },
      insert: { archive_id, position: 99, rank: 99, full_name: "x", ...figures },
      update: { points: 99 },
    };
  },
  predictions_snapshots: async ({ host, next }) => {
    const made = host.secret.rpc("create_predictions_snapshot", { name: `Snapshot ${next()}` });
    const { id } = await done(made);
    return { key: { id }, insert: { snapshot_name: "x" }, update: { snapshot_name: "x" } };
  },
  snapshot_players: async (world) => {
    await aPrediction(world, "locked");
    const { id: snapshot_id } = await done(
      world.host.secret.rpc("create_predictions_snapshot", { name: "x" }),
    );
    const copy = {
      position: 999,
      user_id: world.player.id,
      user_name: "x",
      total_points: 1,
      predictions: "",
    };
    return { key: { snapshot_id }, insert: { snapshot_id, ...copy }, update: { total_points: 99 } };
  },
  subscription_period_archives: async (world) => ({
    key: { id: await aSubscriptionArchive(world) },
    insert: { name: "x", start_date: daysFromNow(0), end_date: daysFromNow(0) },
    update: { name: "x" },
  }),
  groups: async (world) => {
    const row = { name: "x group", first_colour: "#000000", second_colour: "#ffffff" };
    const insert = { ...row, owner_id: world.player.id };
    return { key: { id: await aGroup(world) }, insert, update: { name: "y group" } };
  },
  group_members: async (world) => {
    const group_id = await aGroup(world);
    return {
      key: { group_id, user_id: world.player.id },
      insert: { group_id, user_id: world.other.id },
      update: { joined_on: daysFromNow(-9) },
    };
  },
  group_changes: async (world) => {
    const group_id = await aGroup(world);
    return { key: { group_id }, insert: { group_id }, update: { changed_at: new Date().toISOString() } };
  },
  archived_subscriptions: async (world) => {
    const archive_id = await aSubscriptionArchive(world);
    const copy = { full_name: "x", subscription_type: "fa_cup", subscription_status: "active" };
    const times = { started_at: daysFromNow(0), expires_at: daysFromNow(1), was_admin_assigned: true };
    return { key: { archive_id }, insert: { archive_id, ...copy, ...times }, update: { full_name: "x" } };
  },
};

async function settingRow(host: Host, setting_key: string, added: string): Promise<Row> {
  await done(
    host.secret.from("admin_settings").insert({ setting_key, setting_value: "{}" }).select("setting_key"),
  );
  return {
    key: { setting_key },
    insert: { setting_key: added, setting_value: "{}" },
    upsert: { on: "setting_key", values: { setting_key, setting_value: "[1]" } },
    update: { setting_value: "[]" },
  };
}
