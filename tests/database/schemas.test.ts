/** Clubs that are upgraded have the same database as new ones, which the schemas make. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { databaseOfHistory } from "../../tools/generate/database-of-history.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { type CatalogObject, catalogDifferences, readCatalog } from "./catalog.ts";

let club: Database;
let expected: CatalogObject[];
beforeAll(async () => {
  club = await openTestDatabase("migrated");
  expected = await readCatalog(club);
});
afterAll(() => club?.close());

it("the migrations and the code make the same database as the schemas", async () => {
  const upgraded = await openTestDatabase("empty");
  await databaseOfHistory(upgraded);
  expect(catalogDifferences(expected, await readCatalog(upgraded))).toEqual([]);
  await upgraded.close();
});

it("every function is valid, although it may call what is created after it", async () => {
  const invalid = await club.query(`
    select p.oid::regprocedure from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and l.lanname in ('sql', 'plpgsql')
       and case l.lanname when 'sql' then fmgr_sql_validator(p.oid) else plpgsql_validator(p.oid) end is null`);
  expect(invalid).toEqual([]);
});
