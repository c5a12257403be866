/** Every release can be upgraded to the current version: the club of each is restored, upgraded and compared row by row. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRows } from "../../server/backup/rows/copy-rows.ts";
import type { Table } from "../../server/backup/rows/format.ts";
import { withClient } from "../../server/backup/rows/make-backup.ts";
import { isEqual } from "../../server/backup/rows/restore-backup.ts";
import type { Database } from "../../server/database/database.ts";
import { openDatabase } from "../../server/database/open.ts";
import { VERSION } from "../../server/program.ts";
import { migrateClub } from "../engines/migrate-club.ts";
import { newDatabase } from "../engines/new-database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { ADDED_ROWS, CHANGED_COLUMNS, FORMER_TABLES, REMADE_TABLES } from "../releases/changed-columns.ts";
import { type Club, restoredClub } from "../releases/restored-club.ts";
import { type CatalogObject, catalogDifferences, readCatalog } from "./catalog.ts";

const RELEASES = "tests/releases";
const versions = readdirSync(RELEASES).flatMap((name) => /^(.*)\.tar\.gz$/.exec(name)?.[1] ?? []);
const folder = mkdtempSync(join(tmpdir(), "scoreline-releases-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The tables of the backup that lost a column or have other rows now, except for what `changed-columns.ts` lists. */
async function changedTables({ url, backup, database }: Club, version: string): Promise<string[]> {
  const changed: string[] = [];
  const isBeforeBoards = backup.contents.tables.some(({ name }) => name === "scopes");
  await database.script(
    `create schema former; ${Object.entries(FORMER_TABLES)
      .map(([name, query]) => `create view ${name.replace("private.", "former.")} as ${query};`)
      .join(" ")}`,
  );
  for (const table of backup.contents.tables) {
    const name = `${table.schema}.${table.name}`;
    if (name === "supabase_migrations.schema_migrations") continue; // has the new migrations
    if (name in REMADE_TABLES) continue;
    const listed = CHANGED_COLUMNS[version]?.[name] ?? [];
    const same = { ...table, columns: table.columns.filter((column) => !listed.includes(column)) };
    const now = isBeforeBoards && name in FORMER_TABLES ? { ...same, schema: "former" } : same;
    const left = await columnsNow(database, now);
    const isWhole = same.columns.every((column) => left.has(column));
    const rows = (of: string, from: Table) =>
      withClient({ connectionString: of }, (client) =>
        readRows(client, from, undefined, ADDED_ROWS[name] && `not (${ADDED_ROWS[name]})`),
      );
    if (!isWhole || !isEqual(await rows(url, now), await rows(await untouchedUrl(version), same)))
      changed.push(name);
  }
  await database.script("drop schema former cascade");
  return changed;
}

async function columnsNow(database: Database, { schema, name }: Table): Promise<Set<string>> {
  const rows = await database.query<{ column: string }>(
    "select column_name as column from information_schema.columns where table_schema = $1 and table_name = $2",
    [schema, name],
  );
  return new Set(rows.map(({ column }) => column));
}

const untouched = new Map<string, Club>();
/** The address of a restored club that is not upgraded. */
async function untouchedUrl(version: string): Promise<string> {
  const club = untouched.get(version) ?? (await restoredClub(version, join(folder, `${version}-untouched`)));
  untouched.set(version, club);
  return club.url;
}

/** The catalog without rows, which the migrations of an empty club also have. */
async function structure(database: Database): Promise<CatalogObject[]> {
  return (await readCatalog(database)).filter(({ name }) => !name.startsWith("row "));
}

it("an empty club of 0.1.0 has the rows and the structure of a new club when the current version upgrades it", async () => {
  const supabase = join(folder, "first");
  mkdirSync(join(supabase, "migrations"), { recursive: true });
  const initial = "migrations/20260801000000_initial.sql";
  cpSync(join("supabase", initial), join(supabase, initial));
  const club = await openTestDatabase("empty");
  const fresh = await openTestDatabase("migrated");
  await migrateClub(club, supabase);
  await migrateClub(club);
  expect(catalogDifferences(await readCatalog(fresh), await readCatalog(club))).toEqual([]);
  await Promise.all([club.close(), fresh.close()]);
});

it("the version of this program has a club", () => {
  expect(versions).toContain(VERSION);
});

describe.each(versions)("a club of version %s", (version) => {
  let club: Club;
  let expected: CatalogObject[];
  beforeAll(async () => {
    club = await restoredClub(version, join(folder, version));
    const fresh = await openDatabase({ url: await newDatabase("migrated"), dataDir: folder });
    expected = await structure(fresh);
    await fresh.close();
  });
  afterAll(async () => {
    await club?.database.close();
    await untouched.get(version)?.database.close();
  });

  it("is filled", () => {
    const rows = (name: string) =>
      club.backup.restored[
        club.backup.contents.tables.findIndex((table) => `${table.schema}.${table.name}` === name)
      ]?.rows;
    for (const name of ["auth.users", "public.user_predictions", "storage.objects", "private.player_totals"])
      expect(rows(name)).toBeGreaterThan(0);
    expect(club.backup.summary.uploads.length).toBeGreaterThan(0);
  });

  it("keeps every row when the current version upgrades it, and has the structure of a new club", async () => {
    await migrateClub(club.database);
    expect(await changedTables(club, version)).toEqual([]);
    expect(catalogDifferences(expected, await structure(club.database))).toEqual([]);
  });

  // Later versions tell them already.
  if (version === "0.1.0")
    it("tells nobody about matchdays and months that ended before the upgrade", async () => {
      const periods = await club.database.query("select from private.boards where over_since is not null");
      expect(periods.length).toBeGreaterThan(0);
      const runs = await club.database.query<{ told: string }>(
        "select private.announce_winners() + private.announce_winners(clock_timestamp() + interval '1 day') as told",
      );
      expect(runs.map(({ told }) => Number(told))).toEqual([0]);
    });

  it("differs if a migration changes a row or drops a column", async () => {
    const supabase = join(folder, "changing");
    cpSync("supabase", supabase, { recursive: true });
    rmSync(join(supabase, "schemas.json")); // the code needs the column
    writeFileSync(
      join(supabase, "migrations", "29990101000000_change.sql"),
      "update public.profiles set full_name = full_name || 'x' where id = (select min(id::text)::uuid from public.profiles); alter table public.news drop column title cascade",
    );
    await migrateClub(club.database, supabase);
    expect(await changedTables(club, version)).toEqual(
      expect.arrayContaining(["public.news", "public.profiles"]),
    );
  });
});
