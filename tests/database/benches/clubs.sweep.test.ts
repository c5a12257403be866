/** The clubs of the benches fit the database as it is now, also when a bench fills one again. */
import { expect, it } from "vitest";
import { fillBigClub } from "../../../bench/clubs/big-club.ts";
import { fillSeason } from "../../../bench/clubs/season-club.ts";
import type { Database } from "../../../server/database/database.ts";
import { openTestDatabase } from "../../engines/open-test-database.ts";

const PLAYERS = 16;

it("fills a big club, whose players can be found and are ranked", async () => {
  const db = await openTestDatabase("migrated");
  await fillBigClub(db, PLAYERS);
  const listed = "private.player_totals where board_id = private.board_of('Overall')";
  expect(await counts(db, "private.player_search", listed)).toEqual([PLAYERS, PLAYERS]);
  await db.close();
});

it("fills a club in the middle of a season, and a larger one in its place", async () => {
  const db = await openTestDatabase("migrated");
  const counted = ["public.profiles", "public.user_predictions", "public.teams", "public.groups"];
  await fillSeason(db, PLAYERS, 10, 2, 1);
  expect(await counts(db, ...counted)).toEqual([PLAYERS, 12 * PLAYERS, 20, 1]);
  const open = await fillSeason(db, 2 * PLAYERS, 20, 3, 1);
  expect(await counts(db, ...counted)).toEqual([2 * PLAYERS, 23 * 2 * PLAYERS, 20, 1]);
  expect(open).toHaveLength(3);
  await db.close();
});

async function counts(db: Database, ...tables: string[]): Promise<number[]> {
  const rows = await Promise.all(
    tables.map((table) => db.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)),
  );
  return rows.map(([row]) => row?.rows ?? Number.NaN);
}
