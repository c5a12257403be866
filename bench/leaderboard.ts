/**
 * Does reading a leaderboard cost the same at any size? Rows with ranks, movement and names, at 1,000 and 100,000 players, and
 * at 1,000,000 with --big, in two clubs: after a season, whose players have some 5,000 different totals, and after the first
 * match, when a third of the players have the same one.
 *   baseline   the same 50 players' totals and names by primary key, without ranks
 * Aim: at 100,000 and 1,000,000 within 1.2x of 1,000, and under 1 ms in the database. Medians of nine batches, timed inside the
 * database (clock_timestamp). Exits with 1 on a miss.
 */
import type { Database } from "../server/database/database.ts";
import { withDatabase } from "./engines.ts";
import { record } from "./record.ts";

const BATCHES = 9;
/** Calls that fill a batch of some milliseconds. */
const CALLS = 20;
const MOST_TIMES = 1.2;
const MOST_MS = 1;
const SIZES = [1_000, 100_000, ...(process.argv.includes("--big") ? [1_000_000] : [])];
const READS: Readonly<Record<string, (players: number) => string>> = {
  baseline: () =>
    `select count(p.full_name) from (select unnest(s.top_players[1:50]) as id from private.scopes s where s.scope = 'champions_league') h
       join private.player_totals t on t.user_id = h.id and t.scope = 'champions_league' join public.profiles p on p.id = h.id`,
  "first page": () => page(0),
  "page in the middle": (players) => page(players / 2),
  "last page": (players) => page(players - 50),
  "my rank": () => "select count(*) from public.my_leaderboard_row('Champions League')",
  search: () => "select count(*) from public.search_leaderboard('Champions League', 'Zara')",
};
function page(first: number): string {
  return `select count(*) from public.leaderboard('Champions League', 50, ${first})`;
}

/** SQL of each player's perfect scores and other right outcomes. `share` is how much of the season the player predicted. */
const TOTALS: Readonly<Record<string, string>> = {
  "after a season":
    "floor(share * 40 + random() * 12)::int as perfect, floor(share * 120 + random() * 40)::int as outcomes",
  "after the first match": "floor(random() * 1.1)::int as perfect, floor(random() * 1.6)::int as outcomes",
};

let missed = false;
await withDatabase(async (db) => {
  for (const [club, totals] of Object.entries(TOTALS)) {
    const small = new Map<string, number>();
    for (const players of SIZES) {
      const rungs = await fill(db, players, totals);
      const parts: string[] = [];
      for (const [name, sql] of Object.entries(READS)) {
        const milliseconds = await medianInDatabase(db, sql(players));
        if (players === SIZES[0]) small.set(name, milliseconds);
        const ratio = milliseconds / (small.get(name) ?? milliseconds);
        const isMiss = name !== "baseline" && (ratio > MOST_TIMES || milliseconds >= MOST_MS);
        missed ||= isMiss;
        parts.push(`${name} ${milliseconds.toFixed(2)} ms (${ratio.toFixed(2)}x${isMiss ? ", missed" : ""})`);
      }
      record(
        "leaderboard",
        `${players.toLocaleString("en")} players ${club} (${rungs.toLocaleString("en")} totals): ${parts.join(", ")}`,
      );
    }
  }
});
if (missed) process.exit(1);

/** Fills the leaderboard, and returns how many different totals it has. Twenty players are called Zara. */
async function fill(db: Database, players: number, totals: string): Promise<number> {
  await db.script(`
    set session_replication_role = replica;
    truncate public.profiles, private.player_totals, private.points_distribution, private.player_search cascade;
    insert into public.profiles (id, full_name)
      select gen_random_uuid(), case when n <= 20 then 'Zara ' else 'Player ' end || translate(n::text, '0123456789', 'ghijklmnop')
        from generate_series(1, ${players}) n;
    insert into private.player_search (user_id, name, name_and_contact)
      select id, lower(full_name), lower(full_name) from public.profiles;
    insert into private.player_totals (scope, user_id, predictions_scored, perfect_scores, points, right_outcomes, earlier_day, earlier_points, earlier_perfect)
      select 'champions_league', id, 380, perfect, perfect * 3 + outcomes, perfect + outcomes, current_date, greatest(perfect * 3 + outcomes - 1, 0), perfect
        from (select id, ${totals} from (select id, random() as share from public.profiles) q) p;
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
    "private.player_search",
  ])
    await db.query(`vacuum analyze ${table}`);
  const [found] = await db.query<{ rungs: number }>(
    "select count(*)::integer as rungs from private.points_distribution where players > 0",
  );
  return found?.rungs ?? 0;
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
