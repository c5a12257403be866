/** Every kind of difference between two databases is named, and drafted as statements. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { PostgresDatabase } from "../../server/database/postgres/postgres.ts";
import { missingStatements } from "../../tools/generate/missing-statements.ts";
import { newDatabase } from "../engines/new-database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { type CatalogObject, catalogDifferences, readCatalog } from "./catalog.ts";

let club: Database;
let expected: CatalogObject[];
beforeAll(async () => {
  club = await openTestDatabase("migrated");
  expected = await readCatalog(club);
});
afterAll(() => club?.close());

it("npm run generate drafts the statements that the migrations lack, and lists the rows", async () => {
  const wanted = await newDatabase("migrated");
  const changed = new PostgresDatabase({ connection: wanted, shared: false });
  await changed.script(`set local role postgres;
    alter table public.news add column subtitle text constraint subtitles_are_short check (length(subtitle) < 99);
    create or replace function private.end_of_day(_date date) returns timestamptz
      language sql stable set search_path = '' as $$ select now() $$;
    update public.competitions set position = 9 where id = 'fa_cup'; reset role`);
  await changed.close();
  const { sql, byHand } = await missingStatements(await newDatabase("migrated"), wanted);
  expect(sql).toMatch(/alter table "public"."news" add column "subtitle" text;/i);
  expect(sql).toMatch(/add constraint "subtitles_are_short"/i);
  expect(sql).toMatch(/create or replace function private.end_of_day/i);
  expect(byHand).toEqual([
    'additional row competitions {"id": "fa_cup", "name": "FA Cup", "is_cup": true, "position": 2, "needs_subscription": true}',
    'missing row competitions {"id": "fa_cup", "name": "FA Cup", "is_cup": true, "position": 9, "needs_subscription": true}',
  ]);
});

describe("a difference is named", () => {
  /** What the comparison reports after this change of the database. */
  async function reported(change: string): Promise<string[]> {
    let differences: string[] = [];
    const undone = new Error("undone");
    await club
      .transaction(null, async (tx) => {
        await tx.query(change);
        differences = catalogDifferences(expected, await readCatalog(tx));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return differences.map((difference) => difference.split("\n")[0] ?? "");
  }

  it.each([
    [
      "a policy's condition",
      'alter policy "anyone sees the matches" on public.matches using (false)',
      ["different policy anyone sees the matches on public.matches"],
    ],
    [
      "a function's body",
      `create or replace function private.end_of_day(_date date) returns timestamptz
       language sql stable set search_path = '' as $$ select now() $$`,
      ["different function private.end_of_day(_date date)"],
    ],
    [
      "a function's search_path",
      "alter function private.end_of_day(date) reset search_path",
      ["different function private.end_of_day(_date date)"],
    ],
    [
      "a grant on a function",
      "grant execute on function public.grant_admin(text) to anon",
      ["different function public.grant_admin(_identifier text)"],
    ],
    [
      "a grant on a column",
      "grant update (phone_number) on public.profiles to authenticated",
      ["different column public.profiles.phone_number"],
    ],
    [
      "a default privilege",
      "alter default privileges for role postgres in schema public grant select on tables to anon",
      ["different default privileges of postgres on r in public"],
    ],
    [
      "row-level security",
      "alter table public.news disable row level security",
      ["different table public.news"],
    ],
    [
      "a storage parameter",
      "alter table private.player_totals set (fillfactor = 100)",
      ["different table private.player_totals"],
    ],
    ["an index", "drop index public.news_newest", ["missing index public.news_newest"]],
    [
      "a trigger",
      "drop trigger new_matches_are_initialized on public.matches",
      ["missing trigger new_matches_are_initialized on matches"],
    ],
    [
      "a constraint",
      "alter table public.matches drop constraint teams_must_differ",
      ["missing constraint teams_must_differ on matches"],
    ],
    [
      "a column",
      "alter table private.attempts add column name text",
      ["additional column private.attempts.name"],
    ],
    [
      "a published table",
      "alter publication supabase_realtime drop table public.news",
      ["different publication supabase_realtime"],
    ],
    [
      "a row",
      "update public.competitions set position = 9 where id = 'fa_cup'",
      [
        'missing row competitions {"id": "fa_cup", "name": "FA Cup", "is_cup": true, "position": 2, "needs_subscription": true}',
        'additional row competitions {"id": "fa_cup", "name": "FA Cup", "is_cup": true, "position": 9, "needs_subscription": true}',
      ],
    ],
  ])("in %s", async (_, change, differences) => {
    // The host's own triggers follow the publication.
    expect((await reported(change)).filter((name) => !/ realtime_\w+ on /.test(name))).toEqual(differences);
  });
});
