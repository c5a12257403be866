import { readFileSync } from "node:fs";
import { expect } from "vitest";
import type { Database, Transaction } from "../../../server/database/database.ts";
import { openTestDatabase } from "../../engines/open-test-database.ts";
import { eventually } from "../../eventually.ts";

/** Statements as an organiser, the member or the owner of the database. `game` has the ids. */
export type Act = { as?: "member" | "owner"; sql: string | readonly string[] };

/** The locks in their order, each as the statement that takes it. */
const LOCKS = {
  account: "select from auth.users u, game where u.id = member for update of u",
  groups: "select pg_advisory_xact_lock(hashtextextended('groups:' || member, 0)) from game",
  provider: "select from private.live_score_provider f for update",
  "match of a lower id": "select from public.matches m, game where m.id = game.other for no key update of m",
  match: "select from public.matches m, game where m.id = game.match for no key update of m",
  code: "select from public.plan_codes c, game where c.id = game.code for no key update of c",
  question: "select from public.season_questions q, game where q.id = game.question for no key update of q",
  totals: "select from private.boards where is_standing order by id for update",
  group: "select from public.groups g, game where g.id = game.circle for no key update of g",
  subscription: "select from public.subscriptions s, game where s.user_id = member for no key update of s",
  prediction: "select from public.user_predictions p, game where p.user_id = member for no key update of p",
};
type Lock = keyof typeof LOCKS;
const ORDER = Object.keys(LOCKS) as Lock[];
/** What is last has no order among itself. */
const LAST: readonly Lock[] = ["subscription", "prediction"];

class RollBack extends Error {}

/** A club of two members with played, open and equal matches, questions, a group and a code. */
export async function openClubWithLocks(): Promise<Database> {
  const db = await openTestDatabase("migrated");
  await fillClubWithLocks(db);
  return db;
}

export async function fillClubWithLocks(db: Database): Promise<void> {
  // The ids fall, so that a statement that does not sort finds the matches in the wrong order.
  const falling =
    "(lpad(to_hex(1000000 - nextval('falling')), 8, '0') || '-0000-4000-8000-000000000000')::uuid";
  await db.script(
    `create sequence falling; ${readFileSync("supabase/tests/000_fixtures.sql", "utf8")
      .replace(/schema extensions, tests/, "schema tests")
      .replace(/(function tests\.a_match_[^;]*new_id uuid := )gen_random_uuid\(\)/, `$1${falling}`)}`,
  );
  await db.script(`
    create table public.game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as member,
      tests.a_player('Amina B') as friend,
      tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Home', 'Away') as match,
      tests.a_match_kicking_off_in('2 hours', 'FA Cup', 'Home', 'Away') as twin,
      tests.a_match_kicking_off_in('1 day', 'FA Cup', 'Leeds', 'Hull') as other,
      tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as played,
      gen_random_uuid() as question, gen_random_uuid() as open_question, gen_random_uuid() as circle,
      gen_random_uuid() as code;
    grant select on public.game to public;
    select tests.a_team('Third');
    update public.teams set logo_url = 'https://example.com/third.png' where name = 'Third';
    select tests.a_subscription(member, 'fa_cup'), tests.a_subscription(friend, 'fa_cup') from public.game;
    select tests.predicts(p, match, 1, 0), tests.predicts(p, twin, 2, 0), tests.predicts(p, played, 2, 0) from public.game, unnest(array[member, friend]) p;
    insert into public.plan_codes (id, code, plan_type, expires_at, created_by)
      select code, '7654321', 'fa_cup', now() + interval '60 days', olga from public.game;
    insert into public.season_questions (id, competition_id, kind, title, points, locks_at)
      select question, 'friendly_club', 'number', 'First', 5, now() + interval '1 hour' from public.game
      union all select open_question, 'friendly_club', 'number', 'Second', 5, now() + interval '1 day' from public.game;
    insert into public.season_answers (user_id, question_id, answer) select member, question, '{1}' from public.game;
    insert into public.groups (id, name, first_colour, second_colour, owner_id)
      select circle, 'Circle', '#112233', '#445566', member from public.game;
    insert into public.group_members (group_id, user_id) select circle, member from public.game on conflict do nothing;
    select tests.kickoff_moves_to(match, '-1 hour'), tests.kickoff_moves_to(twin, '-1 hour'), tests.kickoff_moves_to(played, '-1 hour') from public.game;
    update public.matches m set status = 'completed', home_score = 2, away_score = 0 from public.game where m.id = played;
    insert into private.clear_points_pin (hash) values (extensions.crypt('4711', extensions.gen_salt('bf', 4)));
    update public.admin_settings set setting_value = 'matchday' where setting_key = 'doubles';
    insert into public.admin_settings (setting_key, setting_value) values ('doubles', 'matchday') on conflict do nothing;
    select private.rules_off();
    update public.season_questions q set locks_at = now() - interval '1 hour' from public.game where q.id = question;
  `);
}

/** Runs statements in a transaction as the organiser or the member. */
export async function act(tx: Transaction, { as, sql }: Act) {
  await tx.query("delete from private.attempts");
  if (as !== "owner") await tx.query(`select tests.act_as(${as ?? "olga"}) from public.game`);
  for (const statement of [sql].flat()) await tx.query(statement);
}

/** The locks that an act has when it waits for `held`, which another transaction has. Empty if it does not wait. */
async function lockedBefore(db: Database, held: Lock, what: Act): Promise<Lock[]> {
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
    if (!ended) before = await takenByOthers(db, held);
  });
  const error = await running;
  if (error) throw error;
  return before;
}

/** Which locks, except `held`, another transaction has. */
async function takenByOthers(db: Database, held: Lock): Promise<Lock[]> {
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
export async function wrongOrders(db: Database, what: Act): Promise<string[]> {
  const wrong: string[] = [];
  for (const held of ORDER) {
    for (const before of await lockedBefore(db, held, what)) {
      if (ORDER.indexOf(before) > ORDER.indexOf(held) && !(LAST.includes(before) && LAST.includes(held)))
        wrong.push(`${held} after ${before}`);
    }
  }
  return wrong;
}
