/** A season of many members whose picks look random and are always the same, for tests that keep their own account of it. */
import { readFileSync } from "node:fs";
import type { Database, Transaction } from "../../../server/database/database.ts";
import { openTestDatabase } from "../../engines/open-test-database.ts";

export interface RandomSeason {
  db: Database;
  /** Runs a statement as Olga, who is an admin, or as the owner of the database. */
  as<T extends object>(who: "olga" | "owner", sql: string, values?: readonly string[]): Promise<T[]>;
  /** The picks of the completed matches that have not been cleared. */
  picks(): Promise<Pick[]>;
}

export interface Pick {
  member: string;
  matchday: number;
  /** Without doubles: 3, 1 or 0, which is calculated here and not read. */
  points: number;
  isDouble: boolean;
}

interface Size {
  members: number;
  matchdays: number;
  /** Of each matchday, which are `Matchday 1` and so on of the Friendly Club, a day apart. */
  matches: number;
  /** The matchday of which every pick is 9–9; none by default. */
  nines?: number;
}

/**
 * The tables `members` (n, id) and `games` (matchday, i, id) name its members and matches. Of the first matchday everyone has all picks,
 * of the others five of six; a seventh of them counts twice.
 */
export async function openRandomSeason({
  members,
  matchdays,
  matches,
  nines = 0,
}: Size): Promise<RandomSeason> {
  const db = await openTestDatabase("migrated");
  await db.script(readFileSync("supabase/tests/000_fixtures.sql", "utf8"));
  await db.script(`
    create table public.game as select tests.an_admin('Olga') as olga;
    create table public.members as select n, tests.a_player('Member') as id from generate_series(1, ${members}) n;
    create table public.games as
      select d as matchday, i, tests.a_match_kicking_off_in(d * interval '1 day' + i * interval '1 hour',
        'Friendly Club', format('Home %s %s', d, i), format('Away %s %s', d, i)) as id
        from generate_series(1, ${matchdays}) d, generate_series(1, ${matches}) i;
    select private.rules_off();
    update public.matches m set round = 'Matchday ' || g.matchday from public.games g where g.id = m.id;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, is_double)
    select m.id, g.id, case when g.matchday = ${nines} then 9 else v.digits % 3 end,
           case when g.matchday = ${nines} then 9 else v.digits / 3 % 2 end, (m.n + g.matchday) % 7 = 0
      from public.members m, public.games g, lateral (
        select ('x' || left(md5(format('%s %s %s', m.n, g.matchday, g.i)), 4))::bit(16)::integer as digits) v
     where g.matchday = 1 or (m.n + g.matchday + g.i) % 6 > 0;
    select private.rules_on();
    select private.count_predictions();`);
  const as: RandomSeason["as"] = (who, sql, values = []) =>
    db.transaction(null, async (tx: Transaction) => {
      if (who === "olga") await tx.query("select tests.act_as(olga) from public.game");
      return tx.query(sql, [...values]);
    });
  return { db, as, picks: () => picksOf(as) };
}

async function picksOf(as: RandomSeason["as"]): Promise<Pick[]> {
  const rows = await as<Omit<Pick, "points"> & { pick: number[]; score: number[] }>(
    "owner",
    `select p.user_id as member, g.matchday, to_jsonb(array[p.home_prediction, p.away_prediction]) as pick,
            to_jsonb(array[m.home_score, m.away_score]) as score, p.is_double as "isDouble"
       from public.user_predictions p join public.games g on g.id = p.match_id join public.matches m on m.id = g.id
      where m.status = 'completed' and p.cleared_at is null`,
  );
  return rows.map(({ pick: [home = 0, away = 0], score: [h = 0, a = 0], ...of }) => ({
    ...of,
    points: home === h && away === a ? 3 : Number(Math.sign(home - away) === Math.sign(h - a)),
  }));
}
