/** What could be undone before an upgrade can be undone after it: migrations change how undos are recorded. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { FORMER_TABLES } from "../releases/changed-columns.ts";
import { restoredClub } from "../releases/restored-club.ts";

/**
 * What the stored club had before an organiser merged two accounts, after the merge, after the season's end without its clearing of
 * points, and after that. `hash`: of the rows, each as a JSON object of `columns`.
 */
interface States extends Record<"first" | "merged" | "closed" | "cleared", Record<string, Table>> {
  organiser: string;
  merge: string;
}
interface Table {
  columns: string[];
  rows: number;
  hash: string;
}
const states = JSON.parse(readFileSync("tests/releases/894cc808.json", "utf8")) as States;

const folder = mkdtempSync(join(tmpdir(), "scoreline-undos-"));
let db: Database;
beforeAll(async () => {
  ({ database: db } = await restoredClub("894cc808", join(folder, "club")));
});
afterAll(async () => {
  await db?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The tables of `expected` that have other rows now. */
async function differing(expected: Readonly<Record<string, Table>>): Promise<string[]> {
  const differing: string[] = [];
  for (const [table, { columns, hash }] of Object.entries(expected)) {
    const [found] = await db.query<{ hash: string }>(
      `select md5(string_agg(r.row::text, ',' order by r.row::text collate "C")) as hash
         from (select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
                        where key in (select json_array_elements_text($1::text::json))) as row
                 from (${FORMER_TABLES[table] ?? `select * from ${table}`}) t) r`,
      [JSON.stringify(columns)],
    );
    if (found?.hash !== hash) differing.push(table);
  }
  return differing;
}

/** Runs a query as the organiser. */
const act = (sql: string) =>
  db.transaction(null, async (tx) => {
    await tx.query(
      `select set_config('role', 'authenticated', true), set_config('request.jwt.claims',
         json_build_object('sub', $1::text, 'role', 'authenticated')::text, true)`,
      [states.organiser],
    );
    return tx.query(sql);
  });

it("a merge of accounts and a cleared season are undone after an upgrade from 894cc808", async () => {
  await migrateClub(db);
  expect(await differing(states.cleared)).toEqual([]);
  // As if it had just been done.
  await db.script(`update private.undos set done_at = clock_timestamp();
    update private.season_steps set done_at = clock_timestamp(); update private.season_endings set started_at = clock_timestamp()`);
  await act("select public.undo_season_step('points')");
  expect(await differing(states.closed)).toEqual([]);
  await act("select public.undo_season()");
  expect(await differing(states.merged)).toEqual([]);
  await act(`select public.undo('${states.merge}')`);
  expect(await differing(states.first)).toEqual([]);
});
