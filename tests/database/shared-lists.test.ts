/** Lists that both SQL and TypeScript have. The SQL is the source; a name that one of them lacks fails its test. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normalPhone } from "../../server/auth/accounts/identifiers.ts";
import type { Database } from "../../server/database/database.ts";
import { ADMIN_FUNCTIONS } from "../../supabase/functions/_http/admin.ts";
import { PROVIDER_NAMES } from "../../supabase/functions/_providers/open-provider.ts";
import { kindsIn } from "../../supabase/functions/send-messages/email-content.ts";
import { URGENT_KINDS } from "../../supabase/functions/send-messages/push.ts";
import { speechOf } from "../../supabase/functions/send-messages/speech.ts";
import { messageKinds } from "../../web/backend/types/message-kinds.ts";
import { auditSentences } from "../../web/features/admin/club/audit-log/audit-sentences.ts";
import { isAwaitingResult } from "../../web/football/rules/awaiting-result.ts";
import { competitions } from "../../web/football/rules/competitions.ts";
import { matchPath } from "../../web/paths.ts";
import { toInternational } from "../../web/session/phone/phone-numbers.ts";
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
    expect(Object.keys(kindsIn(speechOf("en")))).toEqual(await inDatabase());
  });

  it("have the same words in emails and on the unsubscribe page", () => {
    const onPage = Object.entries(messageKinds).map(([kind, { emails }]) => [kind, emails]);
    expect(Object.fromEntries(onPage)).toEqual(kindsIn(speechOf("en")));
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

it("messages and the page write the same link to a match", async () => {
  const id = "11111111-1111-4111-8111-111111111111";
  expect(await names(`select private.match_link('${id}') as name`)).toEqual([matchPath(id)]);
});

it("read_together accepts each read of the page that may join others", async () => {
  const sources = readdirSync("web", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".ts"),
  );
  const calls = sources.flatMap((path) => [
    ...readFileSync(`web/${path}`, "utf8").matchAll(/\bjoined\(\s*backend\(\)\s*\.rest\.rpc\(\s*"(\w+)"/g),
  ]);
  const joined = [...new Set(calls.map(([, name]) => name))].sort();
  expect(joined).toContain("my_leaderboard_row");
  const reads = await names(`select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proretset and prokind = 'f' and provolatile <> 'v'`);
  expect(joined.filter((name) => !reads.includes(name ?? ""))).toEqual([]);
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

describe("the audit log", () => {
  /** The literals that a pattern finds after one of its groups. */
  const literals = (sql: string, pattern: RegExp) => [...sql.matchAll(pattern)].map(([, name = ""]) => name);

  /** The actions of a trigger's function that names them after the table and the operation. */
  const triggeredBy = (trigger: string) =>
    names(`
      select c.relname || '.' || e.verb as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
        cross join (values (4, 'insert'), (8, 'delete'), (16, 'update')) e (bit, verb)
       where t.tgfoid = 'private.${trigger}'::regproc and t.tgtype & e.bit > 0`);

  /** Every action that SQL writes, by the function that writes it. */
  async function writtenActions(): Promise<Record<string, string[]>> {
    const writers = await db.query<{ name: string; sql: string }>(`
      select p.proname as name, p.prosrc as sql from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.proname <> 'write_audit'
         and p.prosrc ~ 'write_audit\\(|insert into public\\.admin_audit_log'`);
    const everySource = (await names("select prosrc as name from pg_proc")).join("\n");
    // Functions whose action is not a literal in the statement that writes it.
    const computed: Readonly<Record<string, (sql: string) => Promise<string[]> | string[]>> = {
      begin_admin_call: () => names("select unnest(private.admin_functions()) as name"),
      delete_predictions: () => literals(everySource, /private\.delete_predictions\('([^']+)'/g),
      audit_archived_subscriptions: () => triggeredBy("audit_archived_subscriptions"),
      audit_row: () => triggeredBy("audit_row"),
      apply_provider_scores: (sql) =>
        literals(sql.split(" as kind")[0]?.split("select c.*").at(-1) ?? "", /(?:then|else) '([^']+)'/g).map(
          (kind) => `live_scores.${kind}`,
        ),
    };
    const actions = writers.map(async ({ name, sql }) => [
      name,
      (await computed[name]?.(sql)) ?? [
        ...literals(sql, /write_audit\(\s*'([^']+)'/g),
        ...literals(sql, /(?:auth\.uid\(\)\)|select), '([\w.]+)', '\w+'/g),
        ...literals(sql, /insert into public\.admin_audit_log[^;]*?select '([\w.]+)', '/g),
      ],
    ]);
    return Object.fromEntries(await Promise.all(actions));
  }

  it("has a sentence for every action that the database writes, and for no other", async () => {
    const actions = await writtenActions();
    expect(Object.keys(actions).filter((writer) => actions[writer]?.length === 0)).toEqual([]);
    const written = new Set(Object.values(actions).flat());
    expect([...written].filter((action) => !(action in auditSentences))).toEqual([]);
    // Rows that only functions write today have a sentence too.
    const tables = new Set(await names("select relname as name from pg_class where relkind = 'r'"));
    const unused = Object.keys(auditSentences).filter((action) => !written.has(action));
    expect(unused.filter((action) => !tables.has(action.split(".")[0] ?? ""))).toEqual([]);
  });

  it("has a sentence for every action that can be undone", async () => {
    const sources = (await names("select prosrc as name from pg_proc")).join("\n");
    const undoable = literals(sources, /private\.begin_undo\('([^']+)'/g);
    expect(undoable.length).toBeGreaterThan(5);
    expect(undoable.filter((action) => !(action in auditSentences))).toEqual([]);
  });
});

it("every scheduled edge function has a folder", async () => {
  const functions = await names(
    "select edge_function as name from private.jobs where edge_function is not null",
  );
  expect(functions).not.toEqual([]);
  expect(functions.filter((name) => !existsSync(`supabase/functions/${name}/index.ts`))).toEqual([]);
});

describe("a phone number that is written as", () => {
  it.each([
    ["5251 2345", "+23052512345"],
    ["+230 5251-2345", "+23052512345"],
    ["00230 5251 2345", "+23052512345"],
    ["+(230) 52.51.23.45", "+23052512345"],
    ["  +23052512345 ", "+23052512345"],
    ["+44 (0)20 7946 0000", "+442079460000"],
    ["+44 (20) 7946 0000", "+442079460000"],
    ["0033 6 12 34 56 78", "+33612345678"],
    ["+1 (415) 555-2671", "+14155552671"],
  ])("%s is the same for the page, the host and the database", async (written, number) => {
    const onPage = toInternational(written);
    const [inDatabase] = await names(`select private.e164('${written}') as name`);
    expect([onPage, `+${normalPhone(onPage)}`, inDatabase]).toEqual([number, number, number]);
  });

  it("letters, a zero and too few digits is refused by the host and the database", async () => {
    for (const written of ["abc", "+0123456789", "+23012"]) {
      expect(() => normalPhone(written)).toThrow("Invalid phone number format");
      expect(await names(`select coalesce(private.e164('${written}'), '') as name`)).toEqual([""]);
    }
  });
});
