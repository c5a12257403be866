import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { knownOrAsked } from "./known-rows.ts";

const row = (match_id: string) => ({ match_id });

function load(client: QueryClient, matchIds: readonly string[], rows: object[]): void {
  client
    .getQueryCache()
    .build(client, { queryKey: ["splits", matchIds], meta: { matchIds } })
    .setData(rows);
}

/** The rows of these matches, and whether a request was made for them. */
async function rowsOf(client: QueryClient, ids: readonly string[]) {
  let asked = false;
  const context = { client, queryKey: ["splits", ids], meta: { matchIds: ids } };
  const rows = await knownOrAsked(context, ["splits"], async () => {
    asked = true;
    return ids.map(row);
  });
  return { rows, asked };
}

it("combines the rows of loaded lists, and knows which matches have none", async () => {
  const client = new QueryClient();
  load(client, ["a", "without"], [row("a")]);
  load(client, ["b"], [row("b")]);
  expect(await rowsOf(client, ["b", "without", "a"])).toEqual({ rows: [row("b"), row("a")], asked: false });
});

it("asks for a list with another match, with outdated rows, and for the same list again", async () => {
  const client = new QueryClient();
  load(client, ["a", "b"], [row("a")]);
  expect(await rowsOf(client, ["a", "c"])).toEqual({ rows: [row("a"), row("c")], asked: true });
  expect(await rowsOf(client, ["a", "b"])).toEqual({ rows: [row("a"), row("b")], asked: true });
  expect((await rowsOf(client, ["a"])).asked).toBe(false);
  await client.invalidateQueries();
  expect((await rowsOf(client, ["a"])).asked).toBe(true);
});
