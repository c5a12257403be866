/** `*-queries.ts` contains requests that read, and `*-mutations.ts` contains requests that write. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map(
    (file) => `${folder}/${file.replaceAll("\\", "/")}`,
  );

const schemas = filesIn("supabase/schemas")
  .filter((file) => file.endsWith(".sql"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
/** The functions of the API that may change rows: those that are not declared stable. */
const writers = new Set(
  [...schemas.matchAll(/create function public\.(\w+)\s*\((.*?)\bas\s+\$/gs)]
    .filter(([, , head]) => !/\b(stable|immutable)\b/.test(head ?? ""))
    .map(([, name]) => name),
);
/** Reads that are not stable because they keep a count, a record or a result of the request. */
const reads = new Set([
  "admin_open_predictions",
  "admin_user_predictions",
  "find_members",
  "my_calendar_token",
  "player_ranks",
  "points_over_time",
  "preview_group",
  "preview_import",
]);

const writing = /\.(?:insert|update|upsert|delete)\(|\b(?:changeRow|saveSettings|callFunction)\(/g;

function problemsOf(path: string, code: string): string[] {
  if (path.endsWith("-mutations.ts"))
    return /\b(?:q|infiniteQ)ueryOptions\(/.test(code) ? [`${path}: move the query to -queries.ts`] : [];
  const called = [...code.matchAll(/\brpc\(\s*"(\w+)"/g)].map(([, name]) => name ?? "");
  const acts = called.filter((name) => writers.has(name) && !reads.has(name));
  return [...acts, ...(code.match(writing) ?? [])].map((act) => `${path}: move ${act} to -mutations.ts`);
}

it.each([
  ['rest.rpc("close_group", { _group_id: id })', "close_group"],
  ['rest\n.rpc(\n"close_group")', "close_group"],
  ['rest.from("teams").delete().eq("id", id)', ".delete("],
])("finds a write among queries: %s", (code, act) => {
  expect(problemsOf("web/new-queries.ts", code)).toEqual([
    `web/new-queries.ts: move ${act} to -mutations.ts`,
  ]);
});

it("accepts a read among queries, and no query among mutations", () => {
  expect(problemsOf("web/new-queries.ts", 'rest.rpc("admin_groups")')).toEqual([]);
  expect(problemsOf("web/new-mutations.ts", 'rest.rpc("close_group")')).toEqual([]);
  expect(problemsOf("web/new-mutations.ts", "queryOptions({})")).toHaveLength(1);
});

it("every file of queries reads, and every file of mutations writes", () => {
  const files = filesIn("web").filter((file) => /-(queries|mutations)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(60);
  expect(files.flatMap((file) => problemsOf(file, readFileSync(file, "utf8")))).toEqual([]);
  expect([...reads].filter((name) => !writers.has(name))).toEqual([]);
});
