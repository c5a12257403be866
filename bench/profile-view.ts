/**
 * How long does the rank over time of a profile take, and does a result wait for it? In clubs of 1,000 and 5,000 members
 * (25,000 with --large) with 255 completion days, after a prediction of an old match was deleted: the view, the job that computes the days of a large
 * club, the next view, and results beside the first two, with a result alone for comparison.
 * --save appends the lines to bench/results/profile-view.md.
 */
import type { Database } from "../server/database/database.ts";
import { fillSeason } from "./clubs/season-club.ts";
import { timed, withDatabase } from "./engines.ts";
import { judge, record } from "./record.ts";

/** The view of the first computes the days, in the others the job does. */
const MEMBERS = [1_000, 5_000, ...(process.argv.includes("--large") ? [25_000] : [])];
const DAYS = 255;

await withDatabase(async (db) => {
  for (const members of MEMBERS) {
    const open = await fillSeason(db, members, DAYS, 4, 0, 1);
    const view = () =>
      db.query(
        "select count(*) from public.player_ranks((select p.id from public.profiles p order by p.id limit 1))",
      );
    const job = () => db.query("select private.add_missing_past_ranks()");
    const [alone = 0, again = 0] = [
      await timed(() => complete(db, open[0])),
      await timed(() => complete(db, open[1])),
    ];
    await view();
    await job();
    await db.query(
      "delete from public.user_predictions p using (select id from public.user_predictions where points_earned = 3 order by created_at limit 1) o where p.id = o.id",
    );
    await count(db);
    const [first, besideView] = await Promise.all([timed(view), timed(() => complete(db, open[2]))]);
    const [computed, besideJob] = await Promise.all([timed(job), timed(() => complete(db, open[3]))]);
    await job();
    const next = await timed(view);
    const [result, slowest] = [Math.max(alone, again), Math.max(besideView, besideJob)];
    record(
      "profile-view",
      `${members} members: the view after a deletion ${first.toFixed(0)} ms, the job ${computed.toFixed(0)} ms, the next view ${next.toFixed(0)} ms; a result alone ${result.toFixed(0)} ms, beside them ${slowest.toFixed(0)} ms`,
    );
    judge("profile-view", "view", Math.max(first, next) / 1000, `${members} members`);
    judge("profile-view", "result", slowest / result, `${members} members`);
  }
});

/** Enters the result of a match and counts its points, as the job does in a large club. */
async function complete(db: Database, id = ""): Promise<void> {
  await db.query(
    "update public.matches set status = 'completed', home_score = 1, away_score = 0 where id = $1::uuid",
    [id],
  );
  await count(db);
}

function count(db: Database): Promise<unknown> {
  return db.query("select private.count_points()");
}
