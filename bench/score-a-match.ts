/**
 * What does completing a match with 10,000 and 100,000 predictions cost?
 *   baseline    UPDATE ... SET points_earned = 0 of the same rows
 *   scoring     the set-based scoring UPDATE alone                              aim: 1.15x of the baseline
 *   completion  status and score, points, totals of both leaderboards, commit   aim: 4x of the scoring UPDATE
 * Each round uses new matches in a different order; medians of the rounds.
 */
import type { Database } from "../server/database/database.ts";
import { median, timed, withDatabase } from "./engines.ts";
import { record } from "./record.ts";

const ROUNDS = 5;
const KINDS = ["baseline", "scoring", "completion"] as const;
type Kind = (typeof KINDS)[number];

const WORK: Record<Kind, string> = {
  baseline:
    "update public.user_predictions set points_earned = 0 where match_id = $1::uuid and cleared_at is null and points_earned is distinct from 0",
  scoring: `update public.user_predictions p
    set points_earned = public.calculate_prediction_points(p.home_prediction, p.away_prediction, 2, 1)
    where p.match_id = $1::uuid and p.cleared_at is null
      and p.points_earned is distinct from public.calculate_prediction_points(p.home_prediction, p.away_prediction, 2, 1)`,
  completion:
    "update public.matches set status = 'completed', home_score = 2, away_score = 1 where id = $1::uuid",
};

await withDatabase(async (db) => {
  for (const players of [10_000, 100_000]) {
    const matches = await fill(db, players);
    const times: Record<Kind, number[]> = { baseline: [], scoring: [], completion: [] };
    for (let round = 0; round < ROUNDS; round++) {
      for (let turn = 0; turn < KINDS.length; turn++) {
        const kind = KINDS[(round + turn) % KINDS.length] ?? "baseline";
        const match = matches[round * KINDS.length + turn] ?? "";
        times[kind].push(await timed(() => db.query(WORK[kind], [match])));
        await db.query("vacuum analyze public.user_predictions");
        await db.query("vacuum analyze private.player_totals");
        await db.query("vacuum analyze private.period_totals");
      }
    }
    const [baseline, scoring, completion] = KINDS.map((kind) => median(times[kind]));
    if (baseline === undefined || scoring === undefined || completion === undefined) continue;
    record(
      "score-a-match",

      `embedded ${players.toLocaleString("en")} predictions: baseline ${baseline.toFixed(0)} ms, ` +
        `scoring ${scoring.toFixed(0)} ms (${(scoring / baseline).toFixed(2)}x the baseline), ` +
        `completion ${completion.toFixed(0)} ms (${(completion / scoring).toFixed(2)}x the scoring UPDATE)`,
    );
  }
});

/** Inserts players with predictions for every match, one player after another. Returns the matches' ids. */
async function fill(db: Database, players: number): Promise<string[]> {
  const count = ROUNDS * KINDS.length;
  await db.query("delete from public.matches");
  await db.script(`
    set session_replication_role = replica;
    truncate public.user_predictions, public.prediction_changes, public.profiles, private.player_totals, private.points_distribution cascade;
    insert into public.profiles (id, full_name) select gen_random_uuid(), 'Player' from generate_series(1, ${players});
    set session_replication_role = origin;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, ${count * 2}) n on conflict do nothing;
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      select 'Team ' || n * 2, 'Team ' || n * 2 - 1, current_date + 2, 'Champions League' from generate_series(1, ${count}) n;
    set session_replication_role = replica;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
      select p.id, m.id, floor(random() * 4)::int, floor(random() * 3)::int from public.profiles p cross join public.matches m order by p.id, m.id;
    set session_replication_role = origin;
    select private.rebuild_totals(null);`);
  for (const table of ["public.user_predictions", "private.player_totals", "public.profiles"])
    await db.query(`vacuum analyze ${table}`);
  return (await db.query<{ id: string }>("select id from public.matches order by id")).map(({ id }) => id);
}
