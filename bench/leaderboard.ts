/**
 * Does reading a leaderboard cost the same at any size? A board of 1,000 members beside one of 100,000 (with --large also
 * 1,000,000) in the same club, after a season (5,000 and more combinations of points and perfect scores) and after the first
 * match, when a third and more of the members have equal points.
 *   the first, a middle and the last page (50 rows), my rank, the player above, the summary, also as ratios to 1,000 members
 *   search of a surname
 *   export of 100,000 members
 *   baseline   the totals and names of 50 members by key
 *   sorting    the order of the whole board, which a large result needs once
 *   per match  the first page by points per match since joining, after 380 matches
 * Batches on both boards in turns, timed inside the database (clock_timestamp). A time is the fastest batch of 15, because other
 * work on the machine only adds to it.
 */
import type { Database } from "../server/database/database.ts";
import { timed, withDatabase } from "./engines.ts";
import { judge, record } from "./record.ts";

const BATCHES = 15;
const CALLS = 40;

const SMALL = { league: "FA Cup", members: 1_000 };
const LARGE = { league: "Overall" };

interface Board {
  league: string;
  members: number;
}

/** Points and perfect scores of a member by the time in the season. */
const TIMES = {
  season: `select id, greatest(0, round(38 + 8 * random_normal()))::int as perfect,
                  greatest(0, round(133 + 14 * random_normal()))::int as outcomes, 380 as predictions from public.profiles`,
  "first match": `select id, (kind = 0)::int as perfect, (kind in (1, 2, 3))::int as outcomes, 1 as predictions
                    from (select id, floor(random() * 9)::int as kind from public.profiles) k`,
};

const id = ({ league }: Pick<Board, "league">) => `(select private.board_of('${league}'))`;

const reads = (board: Board): Record<string, string> => ({
  baseline: `select count(p.full_name) from unnest(array(select m.id from bench_members m where m.board_id = ${id(board)})) h (id)
             join private.player_totals t on t.user_id = h.id and t.board_id = ${id(board)} join public.profiles p on p.id = h.id`,
  "first page": `select count(*) from public.leaderboard('${board.league}', 50, 0)`,
  "middle page": `select count(*) from public.leaderboard('${board.league}', 50, ${board.members / 2})`,
  "last page": `select count(*) from public.leaderboard('${board.league}', 50, ${board.members - 50})`,
  "my rank": `select count(*) from public.my_leaderboard_row('${board.league}')`,
  "player above": `select count(*) from public.player_above('${board.league}')`,
  summary: `select count(*) from public.leaderboard_summary('${board.league}')`,
  search: `select count(*) from public.search_leaderboard('${board.league}', (select m.surname from bench_members m where m.is_me))`,
});

await withDatabase(async (db) => {
  for (const members of process.argv.includes("--large") ? [100_000, 1_000_000] : [100_000]) {
    await addMembers(db, members);
    await addMatches(db);
    for (const [time, spread] of Object.entries(TIMES)) {
      await setTotals(db, spread);
      await measure(db, { ...LARGE, members }, time);
    }
  }
});

async function measure(db: Database, board: Board, time: string): Promise<void> {
  const club = `${board.members.toLocaleString("en")} members, ${time}`;
  for (const [name, sql] of Object.entries(reads(board))) {
    const { small, large } = await inTurns(db, reads(SMALL)[name] ?? "", sql);
    const of = `${club}, ${name}`;
    if (name === "baseline")
      record("leaderboard", `${of} ${large.toFixed(3)} ms, ${(large / small).toFixed(2)} times`);
    else judge("leaderboard", "read", large, of);
    if (name !== "baseline" && name !== "search") judge("leaderboard", "ratio", large / small, of);
  }
  const exported = await timed(() => exportAll(db));
  judge("leaderboard", "export", (exported / 1000) * (100_000 / board.members), club);
  const sorted = await timed(() => db.query(`select private.order_leaderboard(${id(board)})`));
  const perMatch = `select count(*) from public.leaderboard_per_match('${board.league}', 50, 0)`;
  await db.query(perMatch);
  record(
    "leaderboard",
    `${club}: sorting ${(sorted / 1000).toFixed(2)} s, per match ${(await timed(() => db.query(perMatch))).toFixed(0)} ms`,
  );
}

/** Members with one of 400 first names and a surname of their own. */
async function addMembers(db: Database, members: number): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    truncate auth.users, public.profiles cascade;
    insert into auth.users (id, email) select gen_random_uuid(), n || '@bench.example' from generate_series(1, ${members}) n;
    insert into public.profiles (id, created_at, full_name)
      select u.id, now() - random() * interval '300 days', initcap(translate(left(md5((random() * 400)::int::text), 6), '0123456789', 'ghijklmnop')) || ' '
                   || initcap(translate(left(md5(u.id::text), 9), '0123456789', 'ghijklmnop')) from auth.users u;
    insert into private.player_search (user_id, name, name_and_contact)
      select p.id, private.searchable(p.full_name), private.searchable(p.full_name) from public.profiles p;
    set session_replication_role = origin;`);
  for (const table of ["auth.users", "public.profiles", "private.player_search"])
    await db.query(`vacuum analyze ${table}`);
}

/** A season of completed matches, one a day, that members predicted. */
async function addMatches(db: Database): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    truncate public.matches cascade;
    insert into public.matches (id, home_team_name, away_team_name, match_date, league, season, round, status, home_score, away_score,
                                kickoff_at, locks_at, completed_at)
      select gen_random_uuid(), 'Home', 'Away', current_date - n, 'FA Cup', 'bench', n::text, 'completed', 1, 0,
             now() - n * interval '1 day', now() - n * interval '1 day', now() - n * interval '1 day'
        from generate_series(1, 380) n;
    insert into private.crowd_predictions (match_id, home_prediction, away_prediction, is_cleared)
      select m.id, 1, 0, false from public.matches m;
    select private.list_scored_matches(null);
    set session_replication_role = origin;`);
}

/** Totals of both boards with this spread, as private.rebuild_totals() writes them. */
async function setTotals(db: Database, spread: string): Promise<void> {
  await db.script(`
    truncate private.player_totals, private.points_distribution;
    drop table if exists bench_members;
    create temporary table bench_totals on commit drop as ${spread};
    insert into private.player_totals (board_id, user_id, predictions_scored, perfect_scores, points, right_outcomes, earlier_day,
                                       earlier_points, earlier_perfect)
      select b.board_id, t.id, t.predictions, t.perfect, t.perfect * 3 + t.outcomes, t.perfect + t.outcomes, current_date,
             greatest(0, t.perfect * 3 + t.outcomes - 1), t.perfect
        from (select ${id(LARGE)} as board_id, id from bench_totals
              union all (select ${id(SMALL)}, id from bench_totals limit ${SMALL.members})) b join bench_totals t using (id);
    update private.boards set latest_day = current_date, previous_day = current_date - 1 where is_standing;
    select private.recount_distribution(array(select id from private.boards));
    select private.order_leaderboard(id) from private.boards where is_standing;
    create table bench_members as
      select t.board_id, t.user_id as id, split_part(p.full_name, ' ', 2) as surname, false as is_me
        from (select board_id, user_id, row_number() over (partition by board_id order by user_id) as nth
                from private.player_totals) t
        join public.profiles p on p.id = t.user_id where t.nth <= 50;
    update bench_members set is_me = true
     where (board_id, id) in (select board_id, id from bench_members where board_id = ${id(SMALL)} limit 1);`);
  for (const table of [
    "player_totals",
    "points_distribution",
    "boards",
    "leaderboard_blocks",
    "leaderboard_sections",
  ])
    await db.query(`vacuum analyze private.${table}`);
}

/** Milliseconds of one call of each statement, the fastest of the batches that ran in turns, as a member of both boards. */
async function inTurns(
  db: Database,
  small: string,
  large: string,
): Promise<{ small: number; large: number }> {
  const rows = await db.transaction(null, async (tx) => {
    await tx.script(`
      select set_config('request.jwt.claims', json_build_object('sub', m.id, 'role', 'authenticated')::text, true)
        from bench_members m where m.is_me;
      create temporary table took (is_large boolean, milliseconds double precision) on commit drop;
      do $bench$ declare started timestamptz; begin
        for batch in 0 .. ${BATCHES} loop
          started := clock_timestamp();
          for turn in 1 .. ${CALLS} loop perform * from (${small}) q; end loop;
          insert into took values (false, 1000 * extract(epoch from clock_timestamp() - started) / ${CALLS});
          started := clock_timestamp();
          for turn in 1 .. ${CALLS} loop perform * from (${large}) q; end loop;
          insert into took values (true, 1000 * extract(epoch from clock_timestamp() - started) / ${CALLS});
        end loop;
      end $bench$`);
    return tx.query<{ small: number; large: number }>(
      "select min(milliseconds) filter (where not is_large) as small, min(milliseconds) filter (where is_large) as large from took",
    );
  });
  return rows[0] ?? { small: Number.NaN, large: Number.NaN };
}

/** Reads all pages of the export, one request for each, as the page does. */
async function exportAll(db: Database): Promise<void> {
  const caller = { role: "service_role", claims: { role: "service_role" } };
  let after: string | null = null;
  for (;;) {
    const page: { place: unknown }[] = await db.transaction(caller, (tx) =>
      tx.query("select * from public.admin_export($1::jsonb, 1000)", [after]),
    );
    if (page.length < 1_000) return;
    after = JSON.stringify(page.at(-1)?.place);
  }
}
