/**
 * Does reading a leaderboard cost the same at any size? The first page (50 rows with ranks, movement and names) and one row,
 * at 1,000, 100,000 and 1,000,000 players.
 *   baseline   the same 50 players' totals and names by primary key, without ranks
 * Target: at 1M players within 1.2x of 1,000, and under 1 ms in the database. Medians of nine batches of 100 calls, timed inside
 * the database (clock_timestamp).
 */
import type { Database } from "../server/database/database.ts";
import { withDatabase } from "./engines.ts";
import { record } from "./record.ts";

const BATCHES = 9;
const CALLS = 100;
const READS = {
  baseline: `select count(p.full_name) from (select unnest(s.top_players[1:50]) as id from private.scopes s where s.scope = 'champions_league') h
            join private.player_totals t on t.user_id = h.id and t.scope = 'champions_league' join public.profiles p on p.id = h.id`,
  "first page": "select count(*) from public.leaderboard('Champions League', 50, 0)",
  "my rank": "select count(*) from public.my_leaderboard_row('Champions League')",
};

await withDatabase(async (db) => {
  const small = new Map<string, number>();
  for (const players of [1_000, 100_000, 1_000_000]) {
    await fill(db, players);
    const parts: string[] = [];
    for (const [name, sql] of Object.entries(READS)) {
      const milliseconds = await medianInDatabase(db, sql);
      if (players === 1_000) small.set(name, milliseconds);
      const ratio = milliseconds / (small.get(name) ?? milliseconds);
      parts.push(`${name} ${milliseconds.toFixed(3)} ms (${ratio.toFixed(2)}x of 1,000)`);
    }
    record("leaderboard", `embedded ${players.toLocaleString("en")} players: ${parts.join(", ")}`);
  }
});

/** Totals after a season: points and perfect scores distributed like those of 38 predictions with 3, 1 or 0 points. */
async function fill(db: Database, players: number): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    truncate public.profiles, private.player_totals, private.points_distribution cascade;
    insert into public.profiles (id, full_name) select gen_random_uuid(), 'Player' from generate_series(1, ${players});
    insert into private.player_totals (scope, user_id, predictions_scored, perfect_scores, points, right_outcomes, earlier_day, earlier_points, earlier_perfect)
      select 'champions_league', id, 38, perfect, perfect * 3 + outcomes, perfect + outcomes, current_date, perfect * 3 + outcomes - 1, perfect
        from (select id, floor(random() * 3 + random() * 3 + random() * 3)::int as perfect, 1 + floor(random() * 8 + random() * 8)::int as outcomes
                from public.profiles) p;
    insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect, sum(n), sum(e) from (
        select scope, points, perfect_scores as perfect, 1 as n, 0 as e from private.player_totals
        union all select scope, earlier_points, earlier_perfect, 0, 1 from private.player_totals) q group by 1, 2, 3;
    update private.scopes set latest_day = current_date, previous_day = current_date - 1 where scope = 'champions_league';
    select private.refresh_top_players('champions_league');
    set session_replication_role = origin;`);
  for (const table of [
    "private.player_totals",
    "private.points_distribution",
    "public.profiles",
    "private.scopes",
  ])
    await db.query(`vacuum analyze ${table}`);
}

async function medianInDatabase(db: Database, sql: string): Promise<number> {
  const [me] = await db.query<{ user_id: string }>(
    "select user_id from private.player_totals order by points limit 1",
  );
  const rows = await db.transaction(null, async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: me?.user_id, role: "authenticated" }),
    ]);
    await tx.query("create temporary table took (milliseconds double precision) on commit drop");
    await tx.query(`do $$ declare started timestamptz; begin
      for batch in 0 .. ${BATCHES} loop
        started := clock_timestamp();
        for turn in 1 .. ${CALLS} loop perform * from (${sql}) q; end loop;
        if batch > 0 then insert into took values (1000 * extract(epoch from clock_timestamp() - started) / ${CALLS}); end if;
      end loop; end $$`);
    return tx.query<{ median: number }>(
      "select percentile_cont(0.5) within group (order by milliseconds) as median from took",
    );
  });
  return rows[0]?.median ?? Number.NaN;
}
