/** Lists that both SQL and TypeScript have. The SQL is the source; a name that one of them lacks fails its test. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { ADMIN_FUNCTIONS } from "../../supabase/functions/_http/admin.ts";
import { PROVIDER_NAMES } from "../../supabase/functions/_providers/open-provider.ts";
import { KIND_WORDS } from "../../supabase/functions/send-messages/email-content.ts";
import { URGENT_KINDS } from "../../supabase/functions/send-messages/push.ts";
import { messageKinds } from "../../web/backend/types/message-kinds.ts";
import { isAwaitingResult } from "../../web/football/rules/awaiting-result.ts";
import { competitions } from "../../web/football/rules/competitions.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase("migrated");
});
afterAll(() => db.close());

/** The first column of the rows. */
async function names(sql: string): Promise<string[]> {
  return (await db.query<{ name: string }>(sql)).map(({ name }) => name);
}

describe("the kinds of messages", () => {
  const inDatabase = () => names("select kind as name from private.message_kinds order by position");

  it("have texts on the profile page and the unsubscribe page, in the order of the database", async () => {
    expect(Object.keys(messageKinds)).toEqual(await inDatabase());
  });

  it("have words in the unsubscribe links of emails", async () => {
    expect(Object.keys(KIND_WORDS)).toEqual(await inDatabase());
  });

  it("have the same words in emails and on the unsubscribe page", () => {
    const onPage = Object.entries(messageKinds).map(([kind, { emails }]) => [kind, emails]);
    expect(Object.fromEntries(onPage)).toEqual(KIND_WORDS);
  });

  it("include the kinds that are pushed at once", async () => {
    expect(await inDatabase()).toEqual(expect.arrayContaining([...URGENT_KINDS]));
  });
});

it("the functions that act for an admin are those that begin_admin_call accepts", async () => {
  expect([...ADMIN_FUNCTIONS].sort()).toEqual(
    await names("select unnest(private.admin_functions()) as name order by 1"),
  );
});

it("the live-score providers are those that the database accepts", async () => {
  const [check = ""] = await names(
    "select pg_get_constraintdef(oid) as name from pg_constraint where conname = 'provider_is_known'",
  );
  expect([...PROVIDER_NAMES].sort()).toEqual([...check.matchAll(/'(\w+)'/g)].map(([, name]) => name).sort());
});

describe("awaiting a result", () => {
  it("has the same cups in SQL and on the page", async () => {
    const cups = competitions.filter(({ isCup }) => isCup).map(({ id }) => id);
    expect(cups).toEqual(
      await names("select id as name from public.competitions where is_cup order by position"),
    );
  });

  it("begins at the same moment in SQL and on the page, for every status and competition", async () => {
    const kickoff_at = new Date().toISOString();
    const answers = { sql: [] as unknown[], page: [] as unknown[] };
    for (const { name: league } of competitions)
      for (const status of ["upcoming", "live", "completed", "cancelled"] as const)
        for (const kickoff_confirmed of [true, false])
          for (const minutes of [150, 210])
            for (const early of [1, 0]) {
              const match = { league, status, kickoff_at, kickoff_confirmed };
              const now = Date.parse(kickoff_at) + minutes * 60_000 - early;
              const [row] = await db.query<{ awaits: boolean }>(
                "select private.is_awaiting_result(jsonb_populate_record(null::public.matches, $1), $2) as awaits",
                [JSON.stringify(match), new Date(now).toISOString()],
              );
              answers.sql.push([match, minutes, early, row?.awaits]);
              answers.page.push([match, minutes, early, isAwaitingResult(match, now)]);
            }
    expect(answers.page).toEqual(answers.sql);
    expect(new Set(answers.sql.map((answer) => (answer as unknown[])[3]))).toEqual(new Set([true, false]));
  });
});

it("every scheduled edge function has a folder", async () => {
  const functions = await names(
    "select edge_function as name from private.jobs where edge_function is not null",
  );
  expect(functions).not.toEqual([]);
  expect(functions.filter((name) => !existsSync(`supabase/functions/${name}/index.ts`))).toEqual([]);
});
