/**
 * What do the acts cost that change points? A club of 2,000 and 10,000 members (100,000 with --large) who all predict, with a
 * season of rounds behind them and groups of 500 that count from joining. Each act is compared with a floor in the same run:
 *   complete                              the scoring UPDATE alone
 *   correct, reopen, undo, delete         a completion
 *   recalculate (all changed), clear      the bare UPDATE of the same rows
 * --parts measures instead one match with 1,000,000 predictions, which the job scores and counts in parts: the act, the parts, the
 * longest of them (results and new members wait for the totals' lock meanwhile), and the whole.
 * "Later" is the work that the host does within two seconds after a completion: matchdays, months and the crowd.
 * Statistics are those of a club after its first matchday. Medians of the rounds. --save appends to bench/results/change-points.md.
 */
import type { Database, Transaction } from "../server/database/database.ts";
import { fillSeason } from "./clubs/season-club.ts";
import { timed, withDatabase } from "./engines.ts";
import { judge, median, record } from "./record.ts";

const ROUNDS = 3;
const HISTORY = 30;

/** The work after a completion. */
const LATER = "select private.count_waiting_points()";

const points = (home: number, away: number) =>
  `public.calculate_prediction_points(p.home_prediction, p.away_prediction, ${home}, ${away})`;

await withDatabase(async (db) => {
  if (process.argv.includes("--parts")) return measureParts(db, 1_000_000);
  for (const members of process.argv.includes("--large") ? [2_000, 10_000, 100_000] : [2_000, 10_000])
    await measure(db, members);
});

async function measure(db: Database, members: number): Promise<void> {
  const matches = await fillSeason(db, members, HISTORY, ROUNDS);
  const times = new Map<string, number[]>();
  const take = async (act: string, work: () => Promise<unknown>) => {
    times.set(act, [...(times.get(act) ?? []), await timed(work)]);
    for (const table of ["public.user_predictions", "private.player_totals", "private.undo_rows"])
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
  report(members, times);
}

/** The acts on a match with more predictions than one statement can score. */
async function measureParts(db: Database, members: number): Promise<void> {
  const [id = ""] = await fillSeason(db, members, 1, 1, 20);
  const complete = (home: number, away: number) =>
    db.query("select * from public.complete_matches($1::jsonb)", [
      JSON.stringify([{ id, home_score: home, away_score: away }]),
    ]);
  await inParts(db, members, "complete", () => complete(2, 1));
  await inParts(db, members, "correct", () => complete(1, 1));
  await inParts(db, members, "undo the correction", () =>
    db.query("select public.undo((select id from private.undos order by done_at desc limit 1))"),
  );
}

async function inParts(db: Database, members: number, act: string, work: () => Promise<unknown>) {
  const atOnce = await timed(work);
  const parts: number[] = [];
  const is = async (condition: string) =>
    (await db.query<{ answer: boolean }>(`select ${condition} as answer`))[0]?.answer ?? false;
  let scored: number | undefined;
  while (await is("private.is_counting()")) {
    parts.push(await timed(() => db.query(LATER)));
    if (scored === undefined && !(await is("exists (select from private.matches_to_score)")))
      scored = parts.reduce((sum, part) => sum + part, 0);
  }
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);
  const sorted = [...parts].sort((a, b) => a - b);
  record(
    "change-points",
    `${members.toLocaleString("en")} predictions of one match: ${act} ${seconds(atOnce)} s, then ${parts.length} runs of the ` +
      `job in ${seconds(parts.reduce((sum, part) => sum + part, 0))} s (all points after ${seconds(scored ?? 0)} s), ` +
      `median ${seconds(median(parts))} s, longest ${sorted.slice(-4).reverse().map(seconds).join(", ")} s`,
  );
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

function report(members: number, times: ReadonlyMap<string, readonly number[]>): void {
  const club = `${members.toLocaleString("en")} members`;
  const of = (act: string) => times.get(act) ?? [];
  const ratios = (act: string, floor: string) =>
    of(act).map((ms, round) => ms / (of(floor)[round] ?? Number.NaN));
  const typical = [...times].map(([act, taken]) => `${act} ${median(taken).toFixed(0)}`);
  record("change-points", `${club}, ms: ${typical.join(", ")}`);
  judge(
    "change-points",
    "later",
    of("later").map((ms) => ms / 1000),
    club,
  );
  for (const [aim, act, floor] of [
    ["complete", "complete", "scoring"],
    ["correct", "correct", "complete"],
    ["undoCorrection", "undo the correction", "complete"],
    ["reopen", "reopen", "complete"],
    ["delete", "delete", "complete"],
    ["undoDeletion", "undo the deletion", "complete"],
    ["recalculate", "recalculate", "bare update"],
    ["clear", "clear", "bare update"],
  ] as const)
    judge("change-points", aim, ratios(act, floor), club);
}
