import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { type Act, act, openClubWithLocks, wrongOrders } from "./lock-order.fixture.ts";

const PLAYED = `jsonb_build_array(jsonb_build_object('id', match, 'home_score', 1, 'away_score', 0))`;

/** A statement about two matches as the data API runs it. */
const directly = (statement: string) => [
  "set local role authenticated",
  statement.replace(":ids", "array(select unnest(array[match, other]) from game)"),
  "reset role",
];

/** Each act as an organiser, or as the member, with the function that it is about. `game` has the ids. */
const ACTS: Record<string, Act> = {
  "delete an account": { as: "owner", sql: "delete from auth.users u using game where u.id = member" },
  "save a prediction": {
    as: "member",
    sql: "insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction) select member, other, 1, 0 from game",
  },
  "change a name": {
    as: "member",
    sql: "update public.profiles p set full_name = 'New name' from game where p.id = member",
  },
  "expire subscriptions": {
    as: "owner",
    sql: ["update private.club set only_row = true", "update public.subscriptions set status = 'expired'"],
  },
  "delete a match": { sql: "delete from public.matches m using game where m.id = game.match" },
  "delete several matches": { sql: directly("delete from public.matches where id = any (:ids)") },
  "complete several matches": {
    sql: directly(
      "update public.matches set status = 'completed', home_score = 1, away_score = 0 where id = any (:ids)",
    ),
  },
  "cancel several matches": {
    sql: directly("update public.matches set status = 'cancelled' where id = any (:ids)"),
  },
  "move several matches": {
    sql: directly(
      "update public.matches set match_date = match_date + 30, round = 'Another' where id = any (:ids)",
    ),
  },
  "delete predictions": { sql: directly("delete from public.user_predictions where match_id = any (:ids)") },
  "delete codes": { sql: directly("delete from public.plan_codes") },
  "delete a team": { sql: directly("delete from public.teams where name = 'Third'") },
  "rename a team": { sql: directly("update public.teams set name = 'Renamed' where name = 'Home'") },
  "give a team a logo": {
    sql: directly(
      "update public.teams set logo_url = 'https://example.com/a.png' where name in ('Home', 'Leeds')",
    ),
  },
  "change settings": {
    sql: directly("update public.admin_settings set setting_value = 'off' where setting_key = 'doubles'"),
  },
  "delete archives": { sql: directly("delete from public.leaderboard_archives") },
  "change subscriptions": {
    sql: ["set local role service_role", "update public.subscriptions set status = 'expired'", "reset role"],
  },
  "delete subscriptions": {
    sql: ["set local role service_role", "delete from public.subscriptions", "reset role"],
  },
  add_season_question: {
    sql: "select public.add_season_question('friendly_club', 'number', 'Another', null, 5, now() + interval '1 day')",
  },
  answer_season_question: {
    as: "member",
    sql: "select public.answer_season_question(open_question, '{1}') from game",
  },
  add_match: {
    sql: `select public.add_match('{"home_team_name": "Bury", "away_team_name": "Wigan", "match_date": "2090-01-05",
            "league": "FA Cup"}')`,
  },
  cancel_match: { sql: "select public.cancel_match(other) from game" },
  change_season_question: {
    sql: "select public.change_season_question(open_question, 'friendly_club', 'number', 'Other words', null, 5, now() + interval '1 day') from game",
  },
  clear_player_points: { sql: "select public.clear_player_points(member) from game" },
  clear_user_predictions: { sql: "select public.clear_user_predictions(member) from game" },
  close_account: { sql: "select public.close_account(member) from game" },
  close_group: { sql: "select public.close_group(circle) from game" },
  complete_matches: { sql: `select public.complete_matches(${PLAYED}) from game` },
  create_group: { as: "member", sql: "select public.create_group('Others', '#112233', '#445566', true)" },
  delete_match: { sql: "select public.delete_match(match) from game" },
  delete_matches: { sql: "select public.delete_matches(array[match]) from game" },
  delete_season_question: { sql: "select public.delete_season_question(question) from game" },
  delete_user_prediction: {
    sql: "select public.delete_user_prediction(p.id) from public.user_predictions p, game where p.user_id = member limit 1",
  },
  end_subscription: { sql: "select public.end_subscription(member, 'fa_cup') from game" },
  give_subscription: {
    sql: "select public.give_subscription(member, 'fa_cup', current_date + 60) from game",
  },
  give_paid_subscription: {
    sql: `select public.give_paid_subscription(member, 'fa_cup', current_date + 60,
            jsonb_build_object('payer_name', 'A', 'amount_rs', 100, 'method', 'cash', 'paid_on', current_date - 1)) from game`,
  },
  import_matches: {
    sql: `select public.import_matches('FA Cup', 'tests', 'Indian/Mauritius', jsonb_agg(jsonb_build_object(
            'round', m.round, 'home', m.home_team_name, 'away', m.away_team_name, 'date', m.match_date,
            'time', '15:00', 'confirmed', true, 'status', null, 'home_score', 2, 'away_score', 0)))
            from public.matches m, game where m.id = game.match`,
  },
  mark_double: {
    as: "member",
    sql: [
      "select tests.predicts(member, other, 1, 0) from game",
      "select public.mark_double(other, true) from game",
    ],
  },
  merge_matches: {
    sql: "select public.merge_matches(jsonb_build_array(jsonb_build_object('keep', match, 'remove', twin))) from game",
  },
  merge_members: { sql: "select public.merge_members(friend, member) from game" },
  move_in: {
    sql: `select public.move_in('Old pool', 'fa_cup', '[{"name": "New Comer", "points": 5}]')`,
  },
  "move a matrix in": {
    sql: `select public.move_in('Old pool', 'fa_cup', '[{"name": "Olga", "points": 5, "picks": ["2-0"]},
            {"name": "Amina", "points": 5, "picks": ["2-0"]}, {"name": "New Comer", "points": 5, "picks": ["2-0"]}]',
            '{}', '[{"home": "Derby", "away": "Hull"}]')`,
  },
  merge_teams: {
    sql: `select public.merge_teams((select id from public.teams where name = 'Third'),
            (select id from public.teams where name = 'Home')) from game`,
  },
  recalculate_all_points: { sql: "select public.recalculate_all_points()" },
  redeem_plan_code: {
    as: "member",
    sql: "select public.redeem_plan_code(c.code) from public.plan_codes c, game where c.id = game.code",
  },
  reopen_match: { sql: "select public.reopen_match(match, now() + interval '3 days', 'A reason') from game" },
  reopen_season_question: {
    sql: [
      "select public.settle_season_question(question, '{1}') from game",
      "select public.reopen_season_question(question) from game",
    ],
  },
  save_settings: { sql: `select public.save_settings('{"doubles": "off"}')` },
  set_running_score: { sql: "select public.set_running_score(match, 1, 0) from game" },
  settle_season_question: { sql: "select public.settle_season_question(question, '{1}') from game" },
  start_due_matches: { as: "owner", sql: "select public.start_due_matches()" },
  update_group: {
    as: "member",
    sql: "select public.update_group(circle, 'Circle', '#112233', '#445566', true) from game",
  },
  void_match: { sql: "select public.void_match(played) from game" },
  revoke_plan_code: {
    sql: "select public.revoke_plan_code(c.code) from public.plan_codes c, game where c.id = game.code",
  },
};

/** Acts of which the undo is tried too. */
const UNDONE = [
  "cancel_match",
  "clear_player_points",
  "clear_user_predictions",
  "close_account",
  "complete_matches",
  "delete_match",
  "delete_matches",
  "delete_season_question",
  "delete_user_prediction",
  "end_subscription",
  "import_matches",
  "merge_matches",
  "merge_members",
  "merge_teams",
  "move_in",
  "move a matrix in",
  "revoke_plan_code",
  "settle_season_question",
  "void_match",
] as const;

/** Functions that reach the totals' lock and are tried above by another name, or take no other lock before it. */
const OTHERS: Record<string, string> = {
  accept_provider_match: "provider-locks.test.ts",
  accept_provider_score: "provider-locks.test.ts",
  apply_provider_answer: "provider-locks.test.ts",
  link_provider_match: "provider-locks.test.ts",
  add_return_match: "adds a match as add_match does, after the provider's lock of provider-locks.test.ts",
  begin_admin_call: "writes a line of the audit log before an edge function acts",
  claim_points: "takes the locks of merge_members",
  clear_all_points: "takes the totals' lock first, and needs a PIN",
  draw_divisions: "takes the totals' lock first",
  end_divisions: "takes the totals' lock first",
  draw_cup: "takes the totals' lock first",
  end_cup: "takes the totals' lock first",
  create_leaderboard_snapshot: "reads the totals",
  create_predictions_snapshot: "reads the totals",
  join_group: "provider of its lock order is update_group; its code is hashed",
  player_ranks: "takes no other lock",
  points_over_time: "takes no other lock",
  tell_results: "takes the totals' lock first",
  tell_winners: "takes the totals' lock first",
  undo: "after each act",
  take_season_step: "below",
  undo_season: "as undo_season_step",
  undo_season_step: "below",
};

let db: Database;

beforeAll(async () => {
  db = await openClubWithLocks();
});
afterAll(() => db.close());

it.each(Object.keys(ACTS))("%s takes its locks in order, and so does its undo", async (name) => {
  const what = ACTS[name];
  if (!what) throw new Error(name);
  expect(await wrongOrders(db, what)).toEqual([]);
  if (!(UNDONE as readonly string[]).includes(name)) return;
  await db.transaction(null, (tx) => act(tx, what));
  const undone = { sql: "select public.undo((select id from public.open_undos() limit 1))" };
  try {
    expect(await wrongOrders(db, undone)).toEqual([]);
  } finally {
    await db.transaction(null, (tx) => act(tx, undone));
  }
});

it("every function that reaches the totals' lock is tried", async () => {
  const functions = await db.query<{ name: string; source: string }>(
    `select n.nspname || '.' || p.proname as name, p.prosrc as source from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private')`,
  );
  const triggers = await db.query<{ on_table: string; name: string }>(
    `select t.tgrelid::regclass::text as on_table, n.nspname || '.' || p.proname as name
       from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace where not t.tgisinternal`,
  );
  const reaching = new Set(["private.lock_totals"]);
  const reaches = (source: string) =>
    [...reaching].some((name) => source.includes(`${name}(`)) ||
    triggers.some(
      ({ on_table, name }) =>
        reaching.has(name) &&
        new RegExp(
          `(update|delete from|insert into) (public\\.)?${on_table.replace(/^public\./, "")}\\b`,
        ).test(source),
    );
  for (let size = 0; size < reaching.size; ) {
    size = reaching.size;
    for (const { name, source } of functions) if (reaches(source)) reaching.add(name);
  }
  const callable = [...reaching].filter((name) => name.startsWith("public.")).map((name) => name.slice(7));
  const tried = [...Object.keys(ACTS).filter((name) => !name.includes(" ")), ...Object.keys(OTHERS)];
  expect(callable.filter((name) => !tried.includes(name))).toEqual([]);
});

it("every step of the season's end takes its locks in order, and so does its undo", async () => {
  for (const step of [
    "matches",
    "leaderboards",
    "subscriptions",
    "snapshot",
    "honours",
    "access",
    "points",
  ]) {
    const taken = {
      sql: `select public.take_season_step('${step}', jsonb_build_object('cancel', array[match]), '4711') from game`,
    };
    expect([step, await wrongOrders(db, taken)]).toEqual([step, []]);
    await db.transaction(null, (tx) => act(tx, taken));
    const undone = { sql: `select public.undo_season_step('${step}')` };
    expect([step, await wrongOrders(db, undone)]).toEqual([step, []]);
  }
});
