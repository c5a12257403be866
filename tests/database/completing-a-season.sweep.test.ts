/** Completing a whole season in one call: 380 matches of 60 players. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { processorTicks } from "../processor-time.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase("migrated");
  await db.script(`
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'player-' || n || '@example.com', jsonb_build_object('full_name', 'Player ' || n)
      from generate_series(1, 60) n;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, 20) n;
    insert into public.matches (home_team_name, away_team_name, match_date, league, season, round)
    select 'Team ' || h, 'Team ' || a, current_date + 9, 'Friendly Club', 's', 'Round ' || h
      from generate_series(1, 20) h, generate_series(1, 20) a where h <> a;
    -- Without triggers, because the check of each prediction is not what this file measures.
    set session_replication_role = replica;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
    select p.id, m.id, ascii(left(m.id::text, 1)) % 3, ascii(left(p.id::text, 1)) % 3
      from public.profiles p, public.matches m;
    update public.matches set predictions_count = 60;
    set session_replication_role = origin;
    select private.rebuild_totals();
    analyze;`);
});
afterAll(() => db.close());

/** The processor time of the statements with their commit, in hundredths of a second. */
async function timeOf(...statements: string[]): Promise<number> {
  const { pid, before } = await db.transaction(null, async (tx) => {
    const [server] = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    const began = { pid: server?.pid ?? 0, before: processorTicks(server?.pid ?? 0) };
    for (const statement of statements) await tx.query(statement);
    return began;
  });
  return processorTicks(pid) - before;
}

it("takes a small multiple of the time of the bare updates", async () => {
  const whole = await timeOf(`select public.complete_matches(
    (select jsonb_agg(jsonb_build_object('id', id, 'home_score', 1, 'away_score', 0)) from public.matches))`);
  // The same rows, without triggers and totals.
  const bare = await timeOf(
    "set local session_replication_role = replica",
    "update public.matches set home_score = 0",
    `update public.user_predictions p set points_earned = public.calculate_prediction_points(
       p.home_prediction, p.away_prediction, m.home_score, m.away_score)
       from public.matches m where m.id = p.match_id`,
  );
  console.log(`complete_matches ${whole} ticks, bare updates ${bare} ticks`);
  // The totals of the season, of matchdays and of months, and the crowd's predictions are part of it.
  expect(whole / bare).toBeLessThan(16);
});
