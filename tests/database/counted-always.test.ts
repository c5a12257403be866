/** Points reach every leaderboard, whatever other sessions do meanwhile, and one statement counts once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase("migrated");
});
afterAll(() => db.close());

/** Two members with a subscription and no prediction, and six open matches. */
beforeEach(async () => {
  await db.script(`delete from public.matches; delete from auth.users; delete from public.teams;
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), n || '@example.com', jsonb_build_object('full_name', 'Player ' || n) from generate_series(1, 2) n;
    insert into public.subscriptions (user_id, subscription_type, expires_at)
    select id, 'premier_league', now() + interval '30 days' from public.profiles;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, 12) n;
    insert into public.matches (home_team_name, away_team_name, match_date, league)
    select 'Team ' || 2 * n, 'Team ' || 2 * n - 1, current_date + 3, 'Premier League' from generate_series(1, 6) n`);
});

const PREDICT = `insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, m.id, 1, 0 from public.profiles p, public.matches m`;
const COMPLETE = "update public.matches set status = 'completed', home_score = 1, away_score = 0";
const TOTALS = `select board_id, user_id, points from private.player_totals where points > 0 order by 1, 2`;

it.each([
  ["ends", "update public.subscriptions set status = 'inactive'"],
  ["is deleted", "delete from public.subscriptions"],
])("a first prediction is counted when the subscription %s before it commits", async (_, leave) => {
  let left: Promise<unknown> = Promise.resolve();
  await db.transaction(null, async (tx) => {
    await tx.query(PREDICT);
    left = db.query(leave);
  });
  await left;
  await db.query(COMPLETE);
  const counted = await db.query(TOTALS);
  expect(counted).toHaveLength(6);
  await db.query("select private.rebuild_totals()");
  expect(await db.query(TOTALS)).toEqual(counted);
});

it("lists a member who earns points without being listed", async () => {
  await db.query(PREDICT);
  await db.script(`delete from private.player_totals; delete from private.points_distribution;
    select private.order_leaderboard(id) from private.boards where is_standing`);
  await db.query(COMPLETE);
  const counted = await db.query(TOTALS);
  expect(counted).toHaveLength(6);
  await db.query("select private.rebuild_totals()");
  expect(await db.query(TOTALS)).toEqual(counted);
});

it("counts the results of one statement once", async () => {
  await db.query(PREDICT);
  const calls = await db.transaction(null, async (tx) => {
    await tx.query("set local track_functions = 'all'");
    await tx.query(COMPLETE);
    return tx.query(
      "select pg_stat_get_xact_function_calls('private.score_matches(uuid[],uuid[])'::regprocedure)::integer as n",
    );
  });
  expect(calls).toEqual([{ n: 1 }]);
});

it("takes as many advisory locks for a changed rule of doubles as for none", async () => {
  await db.query(`insert into public.admin_settings (setting_key, setting_value) values ('doubles', 'season 6')
    on conflict (setting_key) do update set setting_value = excluded.setting_value`);
  await db.query(PREDICT);
  await db.query("update public.user_predictions set is_double = true");
  const locks = await db.transaction(null, async (tx) => {
    await tx.query("delete from public.admin_settings where setting_key = 'doubles'");
    return tx.query(
      "select count(*)::integer as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
    );
  });
  expect(locks).toEqual([{ n: 1 }]);
});

it("keeps members without a name at their places", async () => {
  await db.script(`insert into auth.users (id, email) select gen_random_uuid(), 'n' || n || '@example.com'
      from generate_series(1, 1100) n;
    update public.profiles set full_name = null where full_name not like 'Player _';
    insert into public.subscriptions (user_id, subscription_type, expires_at)
    select id, 'premier_league', now() + interval '30 days' from public.profiles on conflict do nothing;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
    select p.id, m.id, 1, 0 from (select id from public.profiles where full_name is null order by id limit 3) p,
           (select id from public.matches limit 1) m`);
  await db.query(COMPLETE);
  const wrong = await db.query(`select l.user_id from (
      select b.board_id, p.id as user_id, row_number() over (partition by b.board_id order by b.starts_at, p.nth) as place
        from private.leaderboard_blocks b cross join unnest(b.players) with ordinality p (id, nth)) l
    full join (select t.board_id, t.user_id, row_number() over (partition by t.board_id
        order by t.points desc, t.perfect_scores desc, f.full_name, t.user_id) as place
        from private.player_totals t join public.profiles f on f.id = t.user_id
       where t.board_id in (select id from private.boards where is_standing)) t using (board_id, user_id)
    where l.place is distinct from t.place`);
  expect(wrong).toEqual([]);
});

it("no function tests a row with is not null, which is false if one of its columns is null", async () => {
  const functions = await db.query<{ name: string; source: string }>(
    `select p.proname as name, p.prosrc as source from pg_proc p
      where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace)`,
  );
  const rows = await db.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('private', 'public') and c.relkind in ('r', 'c', 'v')`,
  );
  const types = new Set(rows.map(({ name }) => name));
  const wrong = functions.flatMap(({ name, source }) =>
    [...source.matchAll(/^ +(\w+) (?:constant )?((?:private|public)\.\w+)(?: :=.*)?;$/gm)]
      .filter(([, , type = ""]) => types.has(type))
      .filter(([, variable = ""]) => new RegExp(`(?<![.\\w])${variable} is not null`).test(source))
      .map(([, variable]) => `${name}: ${variable}`),
  );
  expect(wrong).toEqual([]);
});
