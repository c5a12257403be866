/**
 * What does a group's leaderboard cost? A group of 500, the largest, in a club of 10,000 players whose points count from the day
 * of joining, so that every total is reduced by the member's baseline.
 * First the first page and the last one (50 rows). Then what else the page reads, in a club of 2,000 after ten matchdays, with all
 * members of the group of 500 joined five days ago: the last five results and the crowd, against the same reads of the club, and
 * the winners.
 * Medians of nine batches of 20 calls, timed inside the database (clock_timestamp).
 */
import type { Database } from "../server/database/database.ts";
import { fillSeason } from "./clubs/season-club.ts";
import { withDatabase } from "./engines.ts";
import { judge } from "./record.ts";

const PLAYERS = 10_000;
const MEMBERS = 500;
const PAGE = 50;
/** What a read of a group may take beyond its ratio, because those of the club are so quick. */
const FREE_MS = 0.5;
const BATCHES = 9;
const CALLS = 20;

await withDatabase(async (db) => {
  await fill(db);
  for (const [name, offset] of [
    ["first page", 0],
    ["last page", MEMBERS - PAGE],
  ] as const)
    judge("group-leaderboard", "page", await medianInDatabase(db, offset), name);
  await fillSeason(db, 2_000, 100, 10);
  await db.query("update public.groups set created_at = now() - interval '60 days'");
  const [group] = await db.query<{ id: string }>("select id from public.groups order by id limit 1");
  const page = `(select array_agg(l.user_id) from public.group_leaderboard('${group?.id}') l)`;
  for (const [name, own, club] of [
    ["last five", `group_last_five('${group?.id}', 'Overall', $1)`, "last_five('Overall', $1)"],
    ["crowd", `group_crowd('${group?.id}')`, "crowd()"],
  ] as const) {
    const ofGroup = await mediansOf(db, `public.${own}`, page);
    const ofClub = await mediansOf(db, `public.${club}`, page);
    judge(
      "group-leaderboard",
      "reads",
      Math.max(0, ofGroup - FREE_MS) / ofClub,
      `${name}, ${ofGroup.toFixed(2)} ms, of the club ${ofClub.toFixed(2)} ms`,
    );
  }
  for (const [aim, fromJoining] of [
    ["winners", true],
    ["seasonWinners", false],
  ] as const) {
    await db.query(`update public.groups set counts_from_joining = ${fromJoining}`);
    const winners = await mediansOf(db, `public.group_winners('${group?.id}')`, page);
    judge("group-leaderboard", aim, winners, `five periods of ${MEMBERS} members`);
  }
});

/** The median of a read of the first group's owner. $1 in it: the members of a page. */
async function mediansOf(db: Database, read: string, page: string): Promise<number> {
  return db.transaction(null, async (tx) => {
    await tx.query(
      `select set_config('request.jwt.claims', json_build_object('sub', g.owner_id, 'role', 'authenticated')::text, true)
         from public.groups g order by g.id limit 1`,
    );
    const [counted] = await tx.query<{ rows: number }>(
      `select count(*)::int as rows from ${read.replace("$1", page)}`,
    );
    if (!counted?.rows) throw new Error(`${read} has no rows`);
    await tx.query("create temporary table took (milliseconds double precision) on commit drop");
    await tx.query(`do $$ declare started timestamptz; members uuid[] := ${page}; begin
      for batch in 0 .. ${BATCHES} loop
        started := clock_timestamp();
        for turn in 1 .. ${CALLS} loop perform * from ${read.replace("$1", "members")}; end loop;
        if batch > 0 then insert into took values (1000 * extract(epoch from clock_timestamp() - started) / ${CALLS}); end if;
      end loop; end $$`);
    const [took] = await tx.query<{ median: number }>(
      "select percentile_cont(0.5) within group (order by milliseconds) as median from took",
    );
    return took?.median ?? Number.NaN;
  });
}

/** Totals on every board after a season, and one group with baselines for all its members. */
async function fill(db: Database): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    insert into public.profiles (id, full_name)
      select gen_random_uuid(), 'Player ' || translate(n::text, '0123456789', 'abcdefghij') from generate_series(1, ${PLAYERS}) n;
    insert into private.player_totals (board_id, user_id, predictions_scored, perfect_scores, points, right_outcomes)
      select board_id, user_id, 300, perfect, perfect * 3 + outcomes, perfect + outcomes
        from (select b.id as board_id, p.id as user_id, floor(random() * 60)::int as perfect, floor(random() * 120)::int as outcomes
                from public.profiles p cross join private.boards b) t;
    insert into public.groups (name, first_colour, second_colour, owner_id, counts_from_joining)
      select 'Large group', '#000000', '#ffffff', id, true from public.profiles limit 1;
    insert into public.group_members (group_id, user_id)
      select g.id, p.id from public.groups g
       cross join lateral (select id from public.profiles order by id <> g.owner_id limit ${MEMBERS}) p;
    insert into private.group_baselines (group_id, user_id, board_id, predictions_scored, points, perfect_scores,
                                         right_outcomes, last_day, last_day_points, last_day_perfect)
      select m.group_id, m.user_id, b.id, 10, 5, 1, 3, current_date - 3, 2, 0
        from public.group_members m cross join private.boards b;
    update private.boards set latest_day = current_date, previous_day = current_date - 1;
    set session_replication_role = origin;`);
  await db.query("vacuum analyze");
}

async function medianInDatabase(db: Database, offset: number): Promise<number> {
  const [group] = await db.query<{ id: string; owner_id: string }>("select id, owner_id from public.groups");
  if (!group) throw new Error("There is no group");
  const page = `public.group_leaderboard('${group.id}', 'Overall', ${PAGE}, ${offset})`;
  const rows = await db.transaction(null, async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify({ sub: group.owner_id, role: "authenticated" }),
    ]);
    const [counted] = await tx.query<{ rows: number }>(`select count(*)::int as rows from ${page}`);
    if (counted?.rows !== PAGE) throw new Error(`The page has ${counted?.rows} rows instead of ${PAGE}`);
    await tx.query("create temporary table took (milliseconds double precision) on commit drop");
    await tx.query(`do $$ declare started timestamptz; begin
      for batch in 0 .. ${BATCHES} loop
        started := clock_timestamp();
        for turn in 1 .. ${CALLS} loop perform * from ${page}; end loop;
        if batch > 0 then insert into took values (1000 * extract(epoch from clock_timestamp() - started) / ${CALLS}); end if;
      end loop; end $$`);
    return tx.query<{ median: number }>(
      "select percentile_cont(0.5) within group (order by milliseconds) as median from took",
    );
  });
  return rows[0]?.median ?? Number.NaN;
}
