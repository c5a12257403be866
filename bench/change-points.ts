/**
 * What do the acts cost that change points? A club of 2,000 and 10,000 members (100,000 with --large) who all predict, with a
 * season of rounds behind them and groups of 500 that count from joining. Each act is compared with a floor in the same run:
 *   complete                              the scoring UPDATE alone                    aim: 3x
 *   correct, cancel, reopen, undo, delete a completion                                aim: 2x
 *   recalculate (all changed), clear      the bare UPDATE of the same rows            aim: 2x
 * "Later" is the work that the host does within two seconds after a completion: matchdays, months and the crowd.
 * Statistics are those of a club after its first matchday. Medians of the rounds. --save appends to bench/results/change-points.md.
 */
import type { Database, Transaction } from "../server/database/database.ts";
import { median, timed, withDatabase } from "./engines.ts";
import { record } from "./record.ts";

const ROUNDS = 5;
const HISTORY = 30;
const GROUP = 500;

/** The work after a completion. */
const LATER = "select private.count_waiting_points()";

const points = (home: number, away: number) =>
  `public.calculate_prediction_points(p.home_prediction, p.away_prediction, ${home}, ${away})`;

await withDatabase(async (db) => {
  for (const members of process.argv.includes("--large") ? [2_000, 10_000, 100_000] : [2_000, 10_000])
    await measure(db, members);
});

async function measure(db: Database, members: number): Promise<void> {
  const matches = await fill(db, members);
  const times = new Map<string, number[]>();
  const take = async (act: string, work: () => Promise<unknown>) => {
    times.set(act, [...(times.get(act) ?? []), await timed(work)]);
    for (const table of [
      "public.user_predictions",
      "private.player_totals",
      "private.period_totals",
      "private.undo_rows",
    ])
      await db.query(`vacuum ${table}`);
  };
  const complete = (id: string, home: number, away: number) =>
    db.query("select * from public.complete_matches($1::jsonb)", [
      JSON.stringify([{ id, home_score: home, away_score: away }]),
    ]);
  const undoLatest = () =>
    db.query("select public.undo((select id from private.undos order by done_at desc limit 1))");
  for (let round = 0; round < ROUNDS; round++) {
    const id = matches[round] ?? "";
    await take("scoring", () =>
      rolledBack(db, (tx) =>
        tx.query(
          `update public.user_predictions p set points_earned = ${points(2, 1)}
        where p.match_id = $1::uuid and p.cleared_at is null and p.points_earned is distinct from ${points(2, 1)}`,
          [id],
        ),
      ),
    );
    await take("complete", () => complete(id, 2, 1));
    await take("later", () => db.query(LATER));
    await take("correct", () => complete(id, 1, 1));
    await take("undo the correction", undoLatest);
    await take("reopen", () =>
      db.query("select public.reopen_match($1::uuid, clock_timestamp() + interval '3 days', 'By mistake')", [
        id,
      ]),
    );
    await complete(id, 2, 1);
    await take("delete", () => db.query("select public.delete_match($1::uuid)", [id]));
    await take("undo the deletion", undoLatest);
  }
  const all = `from public.matches m where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null`;
  const unpoint = async () => {
    await db.script(`set session_replication_role = replica;
      update public.user_predictions p set points_earned = null ${all};
      set session_replication_role = origin;
      select private.rebuild_totals();`);
    await db.query("vacuum analyze public.user_predictions");
  };
  await unpoint();
  await take("bare update", () =>
    db.script(`set session_replication_role = replica;
      update public.user_predictions p set points_earned = ${points(2, 1)} ${all};
      set session_replication_role = origin;`),
  );
  await unpoint();
  await take("recalculate", () => db.query("select public.recalculate_all_points()"));
  await take("clear", () => db.query("select private.clear_points(null)"));
  report(members, (act) => median(times.get(act) ?? []));
}

/** Takes back what the work has changed. */
async function rolledBack(db: Database, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const done = new Error("done");
  await db
    .transaction(null, async (tx) => {
      await work(tx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}

function report(members: number, of: (act: string) => number): void {
  const line = (act: string, floor: string, aim = Number.POSITIVE_INFINITY) => {
    const ratio = of(act) / of(floor);
    const missed = ratio > aim;
    if (missed) process.exitCode = 1;
    record(
      "change-points",
      `${members.toLocaleString("en")} members: ${act} ${of(act).toFixed(0)} ms, ${ratio.toFixed(2)}x of ${floor} ` +
        `(${of(floor).toFixed(0)} ms)${missed ? `, MISSES ${aim}` : ""}`,
    );
  };
  line("complete", "scoring", 3);
  line("later", "scoring");
  for (const act of ["correct", "undo the correction", "reopen", "delete", "undo the deletion"])
    line(act, "complete", 2);
  line("recalculate", "bare update", 2);
  line("clear", "bare update", 2);
}

/** Inserts the club. Returns the ids of the matches to complete, all of one round. */
async function fill(db: Database, members: number): Promise<string[]> {
  await db.script(
    "set session_replication_role = replica; truncate public.user_predictions, public.prediction_changes, public.profiles, auth.users, public.matches, private.player_totals, private.points_distribution, private.period_totals, private.period_distribution, private.undos, public.groups cascade; set session_replication_role = origin;",
  );
  await db.script(`
    set session_replication_role = replica;
    insert into auth.users (id, aud, role, email) select gen_random_uuid(), 'authenticated', 'authenticated', n || '@bench.example'
      from generate_series(1, ${members}) n;
    insert into public.profiles (id, full_name) select u.id, 'Player ' || translate(left(u.id::text, 8), '0123456789', 'ghijklmnop') from auth.users u;
    set session_replication_role = origin;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, 20) n on conflict do nothing;
    set session_replication_role = replica;
    insert into public.matches (home_team_name, away_team_name, match_date, kickoff_at, locks_at, league, season, round, status,
                                home_score, away_score, completed_at)
      select 'Team ' || 1 + n % 20, 'Team ' || 1 + (n + 1 + n / 20) % 20, at::date, at, at, 'Premier League', 'Bench',
             'Matchday ' || 1 + n / 10, case when n < ${HISTORY} then 'completed' else 'upcoming' end,
             case when n < ${HISTORY} then n % 4 end, case when n < ${HISTORY} then n % 3 end,
             case when n < ${HISTORY} then at + interval '2 hours' end
        from (select n, now() + (n / 10 - ${HISTORY / 10}) * interval '3 days' - interval '3 hours' as at
                from generate_series(0, ${HISTORY + ROUNDS - 1}) n) s;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, created_at, updated_at)
      select user_id, match_id, home, away, case when home_score is not null then public.calculate_prediction_points(home, away, home_score, away_score) end, made, made
        from (select p.id as user_id, m.id as match_id, floor(random() * 4)::int as home, floor(random() * 3)::int as away,
                     m.home_score, m.away_score, m.kickoff_at - interval '2 days' as made, m.kickoff_at
                from public.profiles p cross join public.matches m) q order by kickoff_at, user_id, match_id;
    update public.matches set predictions_count = ${members};
    insert into public.groups (name, owner_id, counts_from_joining, first_colour, second_colour)
      select 'Group ' || n, (select id from public.profiles order by id offset n limit 1), true, '#aa0000', '#ffffff'
        from generate_series(0, ${Math.floor(members / GROUP) - 1}) n;
    insert into public.group_members (group_id, user_id, joined_on)
      select g.id, p.id, current_date - 5
        from (select id, row_number() over (order by id) - 1 as n from public.groups) g
        join (select id, (row_number() over (order by id) - 1) / ${GROUP} as n from public.profiles) p using (n);
    set session_replication_role = origin;
    select private.rebuild_totals();
    select private.refresh_group_baselines(null);`);
  await db.query("vacuum analyze");
  return (
    await db.query<{ id: string }>("select id from public.matches where status = 'upcoming' order by id")
  ).map(({ id }) => id);
}
