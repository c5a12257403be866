/**
 * Every act takes its locks in the order that supabase/schemas/11_totals.sql states, so that no two of them deadlock. Each
 * act runs once for each lock while another transaction has that lock: what the act then has already must come before.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, Transaction } from "../../server/database/database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { eventually } from "../eventually.ts";

/** The locks in their order, each as the statement that takes it. */
const LOCKS = {
  account: "select from auth.users u, game where u.id = member for update of u",
  groups: "select pg_advisory_xact_lock(hashtextextended('groups:' || member, 0)) from game",
  provider: "select from private.live_score_provider f for update",
  match: "select from public.matches m, game where m.id = match for no key update of m",
  code: "select from public.plan_codes c, game where c.id = code for no key update of c",
  question: "select from public.season_questions q, game where q.id = question for no key update of q",
  totals: "select from private.scopes order by scope for update",
  group: "select from public.groups g, game where g.id = circle for no key update of g",
  subscription: "select from public.subscriptions s, game where s.user_id = member for no key update of s",
  prediction: "select from public.user_predictions p, game where p.user_id = member for no key update of p",
};
type Lock = keyof typeof LOCKS;
const ORDER = Object.keys(LOCKS) as Lock[];
/** What is last has no order among itself. */
const LAST: readonly Lock[] = ["subscription", "prediction"];

const PLAYED = `jsonb_build_array(jsonb_build_object('id', match, 'home_score', 1, 'away_score', 0))`;
const STEP = (step: string) => `select public.take_season_step('${step}', '{}')`;

/** Each act as an organiser, or as the member, with the function that it is about. `game` has the ids. */
const ACTS: Record<string, { as?: "member" | "owner"; sql: string | readonly string[] }> = {
  "delete an account": { as: "owner", sql: "delete from auth.users u using game where u.id = member" },
  "save a prediction": {
    as: "member",
    sql: "insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction) select member, other, 1, 0 from game",
  },
  "change a name": {
    as: "owner",
    sql: "update public.profiles p set full_name = 'New name' from game where p.id = member",
  },
  "expire subscriptions": {
    as: "owner",
    sql: ["update private.club set only_row = true", "update public.subscriptions set status = 'expired'"],
  },
  "delete a match": { sql: "delete from public.matches m using game where m.id = match" },
  add_season_question: {
    sql: "select public.add_season_question('friendly_club', 'number', 'Another', null, 5, now() + interval '1 day')",
  },
  answer_season_question: {
    as: "member",
    sql: "select public.answer_season_question(open_question, '{1}') from game",
  },
  cancel_match: { sql: "select public.cancel_match(other) from game" },
  change_season_question: {
    sql: "select public.change_season_question(open_question, 'friendly_club', 'number', 'Other words', null, 5, now() + interval '1 day') from game",
  },
  clear_player_points: { sql: "select public.clear_player_points(member) from game" },
  clear_user_predictions: { sql: "select public.clear_user_predictions(member) from game" },
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
            '{"payer_name": "A", "amount_rs": 100, "method": "cash"}') from game`,
  },
  import_matches: {
    sql: `select public.import_matches('FA Cup', 'tests', 'Indian/Mauritius', jsonb_agg(jsonb_build_object(
            'round', m.round, 'home', m.home_team_name, 'away', m.away_team_name, 'date', m.match_date,
            'time', '15:00', 'confirmed', true, 'status', null, 'home_score', 2, 'away_score', 0)))
            from public.matches m, game where m.id = match`,
  },
  mark_double: { as: "member", sql: "select public.mark_double(other, true) from game" },
  merge_matches: {
    sql: "select public.merge_matches(jsonb_build_array(jsonb_build_object('keep', match, 'remove', twin))) from game",
  },
  merge_members: { sql: "select public.merge_members(friend, member) from game" },
  merge_teams: {
    sql: `select public.merge_teams((select id from public.teams where name = 'Third'),
            (select id from public.teams where name = 'Home')) from game`,
  },
  recalculate_all_points: { sql: "select public.recalculate_all_points()" },
  redeem_plan_code: {
    as: "member",
    sql: "select public.redeem_plan_code(c.code) from public.plan_codes c, game where c.id = code",
  },
  reopen_match: { sql: "select public.reopen_match(match, now() + interval '3 days', 'A reason') from game" },
  reopen_season_question: {
    sql: [
      "select public.settle_season_question(question, '{1}') from game",
      "select public.reopen_season_question(question) from game",
    ],
  },
  save_settings: { sql: `select public.save_settings('{"doubles": "off"}')` },
  set_running_score: { sql: "select public.set_running_score(match, 1, 0, null, null) from game" },
  settle_season_question: { sql: "select public.settle_season_question(question, '{1}') from game" },
  start_due_matches: { as: "owner", sql: "select public.start_due_matches()" },
  update_group: {
    as: "member",
    sql: "select public.update_group(circle, 'Circle', '#112233', '#445566', true) from game",
  },
  void_match: {
    sql: [`select public.complete_matches(${PLAYED}) from game`, "select public.void_match(match) from game"],
  },
  revoke_plan_code: {
    sql: "select public.revoke_plan_code(c.code) from public.plan_codes c, game where c.id = code",
  },
  take_season_step: {
    sql: [`select public.complete_matches(${PLAYED}) from game`, STEP("matches"), STEP("leaderboards")],
  },
};

/** Acts of which the undo is tried too. */
const UNDONE = [
  "cancel_match",
  "clear_player_points",
  "clear_user_predictions",
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
  "revoke_plan_code",
  "settle_season_question",
] as const;

/** Functions that reach the totals' lock and are tried above by another name, or take no other lock before it. */
const OTHERS: Record<string, string> = {
  accept_provider_match: "provider-locks.test.ts",
  accept_provider_score: "provider-locks.test.ts",
  apply_provider_answer: "provider-locks.test.ts",
  link_provider_match: "provider-locks.test.ts",
  clear_all_points: "takes the totals' lock first, and needs a PIN",
  create_leaderboard_snapshot: "reads the totals",
  create_predictions_snapshot: "reads the totals",
  join_group: "provider of its lock order is update_group; its code is hashed",
  player_ranks: "takes no other lock",
  points_over_time: "takes no other lock",
  tell_results: "takes the totals' lock first",
  tell_winners: "takes the totals' lock first",
  undo: "after each act",
  undo_season: "as undo_season_step",
  undo_season_step: "takes the locks of lock_for_season_undo first",
};

class RollBack extends Error {}

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase("migrated");
  await db.script(
    readFileSync("supabase/tests/000_fixtures.sql", "utf8").replace(
      /schema extensions, tests/,
      "schema tests",
    ),
  );
  await db.script(`
    create table public.game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as member,
      tests.a_player('Amina B') as friend,
      tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Home', 'Away') as match,
      tests.a_match_kicking_off_in('2 hours', 'FA Cup', 'Home', 'Away') as twin,
      tests.a_match_kicking_off_in('1 day', 'FA Cup', 'Leeds', 'Hull') as other,
      gen_random_uuid() as question, gen_random_uuid() as open_question, gen_random_uuid() as circle,
      gen_random_uuid() as code;
    grant select on public.game to public;
    select tests.a_team('Third');
    select tests.a_subscription(member, 'fa_cup'), tests.a_subscription(friend, 'fa_cup') from public.game;
    select tests.predicts(p, match, 1, 0), tests.predicts(p, twin, 2, 0) from public.game, unnest(array[member, friend]) p;
    insert into public.plan_codes (id, code, plan_type, expires_at, created_by)
      select code, '7654321', 'fa_cup', now() + interval '60 days', olga from public.game;
    insert into public.season_questions (id, competition_id, kind, title, points, locks_at)
      select question, 'friendly_club', 'number', 'First', 5, now() + interval '1 hour' from public.game
      union all select open_question, 'friendly_club', 'number', 'Second', 5, now() + interval '1 day' from public.game;
    insert into public.season_answers (user_id, question_id, answer) select member, question, '{1}' from public.game;
    insert into public.groups (id, name, first_colour, second_colour, owner_id)
      select circle, 'Circle', '#112233', '#445566', member from public.game;
    insert into public.group_members (group_id, user_id) select circle, member from public.game on conflict do nothing;
    select tests.kickoff_moves_to(match, '-1 hour'), tests.kickoff_moves_to(twin, '-1 hour') from public.game;
    select private.rules_off();
    update public.season_questions q set locks_at = now() - interval '1 hour' from public.game where q.id = question;
  `);
});
afterAll(() => db.close());

/** Runs statements in a transaction as the organiser or the member. */
async function act(
  tx: Transaction,
  { as, sql }: { as?: "member" | "owner"; sql: string | readonly string[] },
) {
  await tx.query("delete from private.attempts");
  if (as !== "owner") await tx.query(`select tests.act_as(${as ?? "olga"}) from public.game`);
  for (const statement of [sql].flat()) await tx.query(statement);
}

/** The locks that an act has when it waits for `held`, which another transaction has. Empty if it does not wait. */
async function lockedBefore(held: Lock, what: Parameters<typeof act>[1]): Promise<Lock[]> {
  let before: Lock[] = [];
  let running: Promise<unknown> = Promise.resolve();
  await db.transaction(null, async (holder) => {
    await holder.query(LOCKS[held]);
    let ended = false;
    let pid = 0;
    running = db
      .transaction(null, async (tx) => {
        pid = (await tx.query<{ pid: number }>("select pg_backend_pid() as pid"))[0]?.pid ?? 0;
        await act(tx, what);
        throw new RollBack();
      })
      .catch((error: unknown) => (error instanceof RollBack ? undefined : error))
      .finally(() => {
        ended = true;
      });
    await eventually(async () => {
      if (ended) return;
      const [row] = await holder.query<{ waits: boolean }>(
        "select cardinality(pg_blocking_pids($1::int)) > 0 as waits",
        [String(pid)],
      );
      expect(row?.waits).toBe(true);
    });
    if (!ended) before = await takenByOthers(held);
  });
  const error = await running;
  if (error) throw error;
  return before;
}

/** Which locks, except `held`, another transaction has. */
async function takenByOthers(held: Lock): Promise<Lock[]> {
  const taken: Lock[] = [];
  for (const lock of ORDER.filter((name) => name !== held)) {
    await db
      .transaction(null, async (tx) => {
        await tx.query("set local lock_timeout = '20ms'");
        await tx.query(LOCKS[lock]);
        throw new RollBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RollBack)) taken.push(lock);
      });
  }
  return taken;
}

/** What an act takes too late: "match after totals". */
async function wrongOrders(what: Parameters<typeof act>[1]): Promise<string[]> {
  const wrong: string[] = [];
  for (const held of ORDER) {
    for (const before of await lockedBefore(held, what)) {
      if (ORDER.indexOf(before) > ORDER.indexOf(held) && !(LAST.includes(before) && LAST.includes(held)))
        wrong.push(`${held} after ${before}`);
    }
  }
  return wrong;
}

it.each(Object.keys(ACTS))("%s takes its locks in order, and so does its undo", async (name) => {
  const what = ACTS[name];
  if (!what) throw new Error(name);
  expect(await wrongOrders(what)).toEqual([]);
  if (!(UNDONE as readonly string[]).includes(name)) return;
  const undone = {
    as: undefined,
    sql: "select public.undo((select id from private.undos order by done_at desc limit 1))",
  };
  await db.transaction(null, (tx) => act(tx, what));
  await db
    .query("grant usage on schema private to authenticated; grant select on private.undos to authenticated")
    .catch(() => {});
  try {
    expect(await wrongOrders(undone)).toEqual([]);
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
