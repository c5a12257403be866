/**
 * What does a page of a matchday's leaderboard cost, in clubs of 1,000 and 100,000 players, with 1 and with 20
 * periods? Medians of nine batches of 10 calls, timed inside the database (clock_timestamp): the first page, a page in the
 * middle, and the own row.
 */
import type { Database } from "../server/database/database.ts";
import { withDatabase } from "./engines.ts";
import { judge, record } from "./record.ts";

const SIZES = [1_000, 100_000];
const PERIODS = 20;
const PAGE = 50;
const BATCHES = 9;
const CALLS = 10;
const PAGES = ["first page", "middle page", "own row"] as const;

await withDatabase(async (db) => {
  for (const players of SIZES) {
    await db.script(`truncate private.player_totals, private.points_distribution, public.profiles cascade;
      delete from private.boards where not is_standing;`);
    await addPlayers(db, players);
    await addPeriods(db, 1, 1);
    const alone = await costs(db, players);
    await addPeriods(db, 2, PERIODS);
    const whole = await costs(db, players);
    const times = (costs: object) =>
      Object.entries(costs)
        .map(([what, ms]) => `${what} ${ms.toFixed(2)}`)
        .join(", ");
    const size = `${players.toLocaleString("en")} players`;
    record("matchday-leaderboard", `${size}: ${times(whole)} ms; with one period ${times(alone)} ms`);
    for (const what of PAGES)
      judge("matchday-leaderboard", "ratio", whole[what] / alone[what], `${size}, ${what}`);
  }
});

async function addPlayers(db: Database, players: number): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    insert into public.profiles (id, full_name)
      select gen_random_uuid(), 'Player ' || translate(n::text, '0123456789', 'abcdefghij')
        from generate_series(1, ${players}) n;
    set session_replication_role = origin;`);
}

/** Matchdays of ten matches each: up to 30 points, most players between 4 and 12. */
async function addPeriods(db: Database, from: number, to: number): Promise<void> {
  await db.script(`
    insert into private.boards (kind, competition_id, season, round)
      select 'matchday', 'premier_league', '2030/31', 'Matchday ' || n from generate_series(${from}, ${to}) n;
    insert into private.player_totals (board_id, user_id, predictions_scored, points, perfect_scores, right_outcomes)
      select b.id, u.id, 10, 3 * r.perfect + r.outcomes, r.perfect, r.perfect + r.outcomes
        from private.boards b cross join public.profiles u
       cross join lateral (select floor(random() * random() * 5 + 0 * length(u.full_name))::int as perfect,
                                  floor(random() * 6 + 0 * length(u.full_name))::int as outcomes) r
       where not b.is_standing and not exists (select from private.player_totals t where t.board_id = b.id);
    select private.recount_distribution(array(select id from private.boards));`);
  await db.query("vacuum analyze");
}

async function costs(db: Database, players: number) {
  const page = (offset: number) =>
    `public.period_leaderboard((select max(id) from private.boards), ${PAGE}, ${offset})`;
  return {
    "first page": await medianOf(db, page(0)),
    "middle page": await medianOf(db, page(players / 2)),
    "own row": await medianOf(db, "public.my_period_row((select max(id) from private.boards))"),
  };
}

/** The median milliseconds of a call, as one of the players. */
async function medianOf(db: Database, call: string): Promise<number> {
  const [player] = await db.query<{ id: string }>("select id from public.profiles limit 1");
  const rows = await db.transaction(null, async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: player?.id, role: "authenticated" }),
    ]);
    const [counted] = await tx.query<{ rows: number }>(`select count(*)::int as rows from ${call}`);
    if (!counted?.rows) throw new Error(`${call} has no rows`);
    await tx.query("create temporary table took (milliseconds double precision) on commit drop");
    await tx.query(`do $$ declare started timestamptz; begin
      for batch in 0 .. ${BATCHES} loop
        started := clock_timestamp();
        for turn in 1 .. ${CALLS} loop perform * from ${call}; end loop;
        if batch > 0 then
          insert into took values (1000 * extract(epoch from clock_timestamp() - started) / ${CALLS});
        end if;
      end loop; end $$`);
    return tx.query<{ median: number }>(
      "select percentile_cont(0.5) within group (order by milliseconds) as median from took",
    );
  });
  return rows[0]?.median ?? Number.NaN;
}
