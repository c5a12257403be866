/** What could be undone before an upgrade can be undone after it: migrations change how undos are recorded. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/database/open.ts";
import { newDatabase } from "../engines/new-database.ts";

/** The last migration before acts of 24 hours were recorded as rows. */
const BEFORE = "20261127123259";
/** The tables that a merge of accounts and a season's end change. */
const TABLES = [
  "public.user_predictions",
  "public.prediction_changes",
  "public.subscriptions",
  "public.payments",
  "public.groups",
  "public.group_members",
  "public.user_roles",
  "public.member_notes",
  "private.player_totals",
];
/** They follow from the points: a job writes them again after a merge and its undo. */
const HONOURS = ["private.period_winners", "private.records"];

let db: Database;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "scoreline-undos-"));
  const older = join(folder, "supabase");
  cpSync("supabase", older, { recursive: true });
  for (const name of readdirSync(join(older, "migrations")))
    if (name.slice(0, BEFORE.length) > BEFORE) rmSync(join(older, "migrations", name));
  db = await openDatabase({ url: await newDatabase("empty"), dataDir: folder });
  await migrate(db, older);
  await db.script(`
    insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), lower(name) || '@example.com', jsonb_build_object('full_name', name)
        from unnest(array['Olga', 'Amina', 'Double', 'Bruno']) name;
    create table public.game as select
      (select id from public.profiles where full_name = 'Olga') as olga,
      (select id from public.profiles where full_name = 'Amina') as amina,
      (select id from public.profiles where full_name = 'Double') as double;
    grant select on public.game to public;
    insert into public.user_roles (user_id, role) select u, 'admin' from public.game, unnest(array[olga, double]) u;
    insert into public.subscriptions (user_id, subscription_type, expires_at)
      select double, 'fa_cup', now() + interval '30 days' from public.game;
    insert into public.payments (user_id, plan_type, expires_at, payer_name, amount_rs, method, paid_on)
      select double, 'fa_cup', now(), 'Double', 250, 'cash', '2026-01-02' from public.game;
    insert into public.member_notes (user_id, note, author_name) select double, 'Pays in cash', 'Olga' from public.game;
    insert into public.teams (name) values ('Home'), ('Away'), ('Third');
    insert into public.matches (home_team_name, away_team_name, match_date, league, round)
      values ('Home', 'Away', current_date + 2, 'Friendly Club', 'Round 1'), ('Home', 'Third', current_date + 2, 'Friendly Club', 'Round 1');
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
      select p.id, m.id, case p.full_name when 'Double' then 1 else 2 end, 0 from public.profiles p, public.matches m
       where p.full_name in ('Bruno', 'Double') or (p.full_name = 'Amina' and m.away_team_name = 'Third');
    update public.matches set status = 'completed', home_score = 1, away_score = 0;
    insert into public.groups (id, name, first_colour, second_colour, owner_id)
      select g.id, g.name, '#000000', '#ffffff', double
        from public.game, (values (gen_random_uuid(), 'Both'), (gen_random_uuid(), 'Only one')) g (id, name);
    insert into public.group_members (group_id, user_id)
      select g.id, u from public.game, public.groups g, unnest(array[amina, double]) u
       where u = double or g.name = 'Both';
    select private.refresh_winners(clock_timestamp() + interval '60 days');
    select private.refresh_records();
    insert into private.clear_points_pin (hash) values (extensions.crypt('4711', extensions.gen_salt('bf', 4)));
  `);
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a query as the organiser. */
const act = (sql: string) =>
  db.transaction(null, async (tx) => {
    await tx.query(`select set_config('role', 'authenticated', true), set_config('request.jwt.claims',
      json_build_object('sub', olga, 'role', 'authenticated')::text, true) from public.game`);
    return tx.query<{ id: string | null }>(sql);
  });

/** Without the ids of what is computed again, the day of the points before it, and when a role was given, which was not kept. */
async function rowsOf(tables: readonly string[]): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const table of tables) {
    const computed =
      table.startsWith("private.") || table === "public.user_roles"
        ? " - array['id', 'earlier_day', 'created_at']"
        : "";
    rows[table] = await db.query(
      `select r.row from (select to_jsonb(t)${computed} as row from ${table} t) r order by r.row::text`,
    );
  }
  return rows;
}

it("a merge of accounts and a cleared season are undone after an upgrade", async () => {
  const first = await rowsOf(TABLES);
  const [merge] = await act("select public.merge_members(amina, double) as id from public.game");
  const merged = await rowsOf(TABLES);
  expect(merged).not.toEqual(first);
  for (const step of ["matches", "leaderboards", "subscriptions", "snapshot", "honours", "access"])
    await act(`select public.take_season_step('${step}', '{"all": true}') ->> 'outcome' as id`);
  const closed = await rowsOf([...TABLES, ...HONOURS]);
  await act(`select public.take_season_step('points', '{}', '4711') ->> 'outcome' as id`);
  expect(await rowsOf([...TABLES, ...HONOURS])).not.toEqual(closed);

  await migrate(db, "supabase");
  await act("select public.undo_season_step('points')::text as id");
  expect(await rowsOf([...TABLES, ...HONOURS])).toEqual(closed);
  await act("select public.undo_season()::text as id");
  expect(await rowsOf(TABLES)).toEqual(merged);
  await act(`select public.undo('${merge?.id}') as id`);
  expect(await rowsOf(TABLES)).toEqual(first);
});
