/** Pools as other tools export them, read as the page reads them and moved in: every total is equal to the point. */
import { expect, it } from "vitest";
import { clubForPools, POOLS } from "./pools/pools.ts";

const { db, onBoard, onFirstMatchday, movesIn } = clubForPools();

it.each(POOLS)("$file is moved in with equal totals", async (pool) => {
  const { competition, totals, firstMatchday } = pool;
  await movesIn(pool);
  expect(await onBoard(competition)).toEqual(totals);
  expect(await onFirstMatchday(competition)).toEqual(firstMatchday);
});

it("the overall leaderboard has the sums, with one member for each name", async () => {
  const sums = new Map<string, number>();
  for (const [name, points] of POOLS.flatMap(({ totals }) => Object.entries(totals)))
    sums.set(name, (sums.get(name) ?? 0) + points);
  expect(await onBoard("Overall")).toEqual(Object.fromEntries(sums));
  expect(await db().query("select * from tests.wrong_boards()")).toEqual([]);
});

it("only the matrix in the rule of this club has predictions", async () => {
  const predictions =
    "select count(*)::integer as picks from public.user_predictions where move_in_id is not null";
  expect(await db().query(predictions)).toEqual([{ picks: 8 }]);
});
