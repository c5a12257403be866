/** A pool with more points than are counted at once. */
import { expect, it } from "vitest";
import { clubForPools, POOLS } from "./pools/pools.ts";

const { db, onBoard, movesIn } = clubForPools();

it("a list with more points than are counted at once has equal totals, and so has its undo", async () => {
  const letters = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
  const many = Array.from({ length: 1000 }, (_, n) => ({
    name: `Member ${letters(n)}`,
    points: String(n + 5),
    by_round: ["5"],
  }));
  for (const pool of POOLS) await movesIn(pool);
  const [moved] = await db().query<{ id: string }>(
    "select public.move_in('Large', 'friendly_club', $1, '{1}') as id",
    [JSON.stringify(many)],
  );
  expect(await db().query("select * from tests.wrong_boards()")).toEqual([]);
  await db().query("select public.undo($1)", [moved?.id ?? ""]);
  expect(await db().query("select * from tests.wrong_boards()")).toEqual([]);
  expect(await onBoard("Friendly Club")).toEqual(POOLS[0]?.totals);
});
