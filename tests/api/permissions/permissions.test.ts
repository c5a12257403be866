/** Tries the permission matrix cell by cell; `npm run soak -- permissions` repeats it with random requests. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";
import { CALLERS, createMatrix, type Matrix } from "./callers.ts";
import { type Case, FUNCTION_CASES, outcomes, STORAGE_CASES, TABLE_CASES, tableOf } from "./cases.ts";
import { attemptTopic, type Changes, followChanges } from "./channels.ts";
import { HELPERS_MAY, withHelpers } from "./helper-roles.ts";
import { type Inventory, readAuditLog, readInventory } from "./inventory.ts";
import { ROWS } from "./rows.ts";
import { CHANGES, FUNCTIONS, STORAGE, TABLES, TOPIC_POLICIES, TOPICS } from "./table.ts";

const byCaller = (cells: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries(CALLERS.map((name, index) => [name, cells[index]]));
const titled = (cases: readonly Case[]) => cases.map((one) => [one.title, one] as const);

describe("permissions", () => {
  let host: Host;
  let matrix: Matrix;
  let inventory: Inventory;
  let reads: ReadonlySet<string>;
  beforeAll(async () => {
    host = await startHost();
    inventory = await readInventory(host.databaseUrl);
    reads = new Set([
      ...inventory.stable.map((name) => `${name}()`),
      ...Object.keys(TABLES).map((row) => `${row} read`),
    ]);
    matrix = await createMatrix(host);
  });
  afterAll(() => host.stop());

  it("cover every table, view, function, bucket and channel", () => {
    const { tables, functions, buckets, published, topicPolicies } = inventory;
    const tablesOf = (rows: object): string[] => [...new Set(Object.keys(rows).map(tableOf))].sort();
    expect(tablesOf(TABLES)).toEqual(tables);
    expect(Object.keys(FUNCTIONS).sort()).toEqual(functions);
    expect(Object.keys(ROWS).sort()).toEqual(Object.keys(TABLES).sort());
    expect(Object.keys(STORAGE).sort()).toEqual(buckets);
    expect(tablesOf(CHANGES)).toEqual(published);
    expect(TOPIC_POLICIES).toEqual(topicPolicies);
  });

  it("of helpers are about cases that are tried", () => {
    const tried = [...TABLE_CASES, ...FUNCTION_CASES, ...STORAGE_CASES].map(({ title }) => title);
    const all = new Set([...tried, ...Object.keys(CHANGES).map((row) => `changes of ${row}`)]);
    const listed = Object.values(HELPERS_MAY).flatMap((cases) => Object.keys(cases));
    expect(listed.filter((title) => !all.has(title))).toEqual([]);
  });

  it.each(titled([...TABLE_CASES, ...FUNCTION_CASES, ...STORAGE_CASES]))("%s", async (_, one) => {
    const isRead = reads.has(one.title);
    expect(await outcomes(one, matrix, { isRead })).toEqual(byCaller(one.expected));
  });

  it("leave no plan code, invite code or key in the audit log after all these calls", async () => {
    const { entries, secrets } = await readAuditLog(host.databaseUrl);
    expect(entries.length).toBeGreaterThan(100);
    expect(secrets.length).toBeGreaterThan(20);
    const values = new Set(secrets);
    const leaks = entries.filter(({ text }) => text.split(/[^\w-]+/).some((word) => values.has(word)));
    expect(leaks).toEqual([]);
  });

  describe.each(["public", "private", "member"] as const)("a %s topic", (kind) => {
    it.each(["subscribe", "broadcast", "presence", "post"] as const)("%s", async (verb) => {
      const seen = matrix.callers.map(async (caller) => [
        caller.name,
        await attemptTopic(matrix, caller, kind, verb),
      ]);
      expect(Object.fromEntries(await Promise.all(seen))).toEqual(
        byCaller(withHelpers(`${kind} topic ${verb}`, TOPICS[kind][verb])),
      );
    });
  });

  describe("changes", () => {
    let changes: Changes;
    beforeAll(async () => {
      changes = await followChanges(matrix);
    });
    afterAll(() => changes.close());
    it.each(Object.entries(CHANGES))("of %s", async (row, cells) => {
      expect(await changes.outcomes(row)).toEqual(byCaller(withHelpers(`changes of ${row}`, cells)));
    });
  });
});
