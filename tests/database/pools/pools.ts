/** Pools as other tools export them, and a club that they are moved into. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { readPool } from "../../../web/features/admin/members/moving-in/read-pool.ts";
import { openTestDatabase } from "../../engines/open-test-database.ts";

interface Totals {
  readonly [name: string]: number;
}
export interface PoolFile {
  file: string;
  competition: string;
  totals: Totals;
  firstMatchday: Totals;
  /** Whether the picks of a matrix are moved in, or its totals are carried over. */
  hasPicks?: boolean;
}
export const POOLS: readonly PoolFile[] = [
  {
    file: "by-matchday.csv",
    competition: "Friendly Club",
    totals: { "Amina Khan": 26, "Ben Li": 10, "Cara D'Arcy": 10, "Zoé Labelle": 6 },
    firstMatchday: { "Amina Khan": 6, "Ben Li": 3, "Zoé Labelle": 2 },
  },
  {
    file: "page.txt",
    competition: "FA Cup",
    totals: { "Amina Khan": 1204, "Marie-Louise Ah-Kee": 61, "Ben Li": 61, "Dev Patel": 0 },
    firstMatchday: {},
  },
  {
    file: "names.txt",
    competition: "League Cup",
    totals: { "Amina Khan": 34, "Jean Luc Ramgoolam": 29, "Ben Li": 7, Newcomer: 0 },
    firstMatchday: {},
  },
  {
    // Of Amina's 9 points, Ben's 4 and Cara's 4, the picks earn 9, 2 and 3.
    file: "matrix.csv",
    competition: "Premier League",
    totals: { "Amina Khan": 9, "Ben Li": 4, "Cara Stone": 4, "Newcomer Two": 0 },
    firstMatchday: { "Amina Khan": 9, "Ben Li": 2, "Cara Stone": 3, "Newcomer Two": 0 },
    hasPicks: true,
  },
  {
    file: "matrix-in-4-3-2.txt",
    competition: "Champions League",
    totals: { "Amina Khan": 8, "Ben Li": 6, "Dev Patel": 0 },
    firstMatchday: {},
  },
];

/** A club for the tests of a file, in which some matches have results. */
export function clubForPools() {
  let db: Database;
  beforeAll(async () => {
    db = await openTestDatabase("migrated");
    await db.script(readFileSync("supabase/tests/000_fixtures.sql", "utf8"));
    // Matchday 1 has a result, the other matchdays of the first pool are not here.
    await db.script(`
      create table public.game as
        select tests.a_player('Amina Khan') as amina, tests.a_match_kicking_off_in('1 hour') as match,
               tests.a_match_kicking_off_in('-3 hours', 'Premier League') as first,
               tests.a_match_kicking_off_in('-3 hours', 'Premier League', 'Leeds', 'Hull') as second,
               tests.a_match_kicking_off_in('-3 hours', 'Premier League', 'Fulham', 'Derby') as third;
      select private.rules_off();
      update public.matches set round = 'Matchday 1';
      select private.rules_on();
      update public.matches m set status = 'completed', home_score = case m.id when g.second then 2 when g.third then 0 else 1 end,
                                  away_score = case m.id when g.second then 2 when g.third then 1 else 0 end
        from public.game g;
    `);
  });
  afterAll(() => db.close());

  async function totalsOf(sql: string, values: string[]): Promise<Totals> {
    const rows = await db.query<{ name: string; points: number }>(sql, values);
    return Object.fromEntries(rows.map(({ name, points }) => [name, points]));
  }

  const onBoard = (league: string) =>
    totalsOf("select full_name as name, points from public.leaderboard($1)", [league]);
  const onFirstMatchday = (competition: string) =>
    totalsOf(
      `select f.full_name as name, t.points
         from private.boards b
         join public.competitions c on c.id = b.competition_id and c.name = $1
         join private.player_totals t on t.board_id = b.id
         join public.profiles f on f.id = t.user_id
        where b.round = 'Matchday 1'`,
      [competition],
    );
  const movesIn = async ({ file, competition, hasPicks }: PoolFile) => {
    const pool = readPool(readFileSync(join("tests/database/pools", file), "utf8"));
    const { lines, rounds } = pool;
    const given = lines.map(({ name, points, byRound, picks }) => ({
      name,
      points,
      by_round: byRound,
      picks,
    }));
    const [moved] = await db.query<{ id: string }>(
      `select public.move_in($1, (select id from public.competitions where name = $2), $3,
                             array(select jsonb_array_elements_text($4)), $5) as id`,
      [
        `Carried over from ${file}`,
        competition,
        JSON.stringify(given),
        JSON.stringify(rounds),
        hasPicks ? JSON.stringify(pool.columns) : null,
      ],
    );
    return moved?.id ?? "";
  };

  return { db: () => db, onBoard, onFirstMatchday, movesIn };
}
