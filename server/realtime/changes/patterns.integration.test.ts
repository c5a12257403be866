import { describe, expect, test } from "vitest";
import { arrives, useRealtimeHost } from "../realtime-host.fixture.ts";
import type { Condition } from "./filters.ts";
import { matchPatterns } from "./patterns.ts";

const host = useRealtimeHost();

describe("a pattern", () => {
  test.each([
    ["status=like.live%", ["live now"]],
    ["status=not.like.%now", ["LIVE", "over"]],
    ["status=ilike.live%", ["live now", "LIVE"]],
    ["status=match.^(live|over)", ["live now", "over"]],
    ["status=imatch.^live$", ["LIVE"]],
    ["status=like.%e%,id=gt.2", ["over"]],
  ])("%s is evaluated by the database", async (filter, expected) => {
    const { received: heard } = await host().subscribe({ table: "fixtures", filter });
    const all = await host().subscribe({ table: "fixtures" });
    await host().database.query(
      "insert into public.fixtures (id, status) values (1, 'live now'), (2, 'LIVE'), (3, 'over')",
    );
    await arrives(all.received, 3);
    await arrives(heard, expected.length);
    expect(heard.map(({ new: row }) => "status" in row && row.status)).toEqual(expected);
  });

  test.each([
    "status=match.(",
    "status=like._____\\",
    "status=not.ilike.%\\\\\\",
    'status=like."_____\\\\"',
    "status=like.\0",
  ])("%j is refused as invalid", async (filter) => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    const answer = new Promise((heard) => socket.once("message", (data) => heard(JSON.parse(String(data)))));
    const binding = { event: "*", schema: "public", table: "fixtures", filter };
    socket.send(
      JSON.stringify(["1", "1", "realtime:x", "phx_join", { config: { postgres_changes: [binding] } }]),
    );
    expect(await answer).toMatchObject(["1", "1", "realtime:x", "phx_reply", { status: "error" }]);
  });

  test("may end in an escaped backslash", async () => {
    const { received: heard } = await host().subscribe({ table: "fixtures", filter: "status=like.live\\\\" });
    await host().database.query("insert into public.fixtures (id, status) values (1, 'live'), (2, 'live\\')");
    await arrives(heard, 1);
    expect(heard[0]?.new).toMatchObject({ id: 2 });
  });

  test("that fails on some rows matches none of them, without affecting other patterns", async () => {
    const like = (pattern: string): Condition => ({
      column: "status",
      operator: "like",
      negated: false,
      values: [pattern],
    });
    const conditions = ["live", "____\\", "l%", "%\\", "over"].map(like);
    const binding = { id: 1, event: "*" as const, schema: "public", conditions };
    const rows = [{ status: "live" }, { status: "over" }];
    const matched = await matchPatterns(host().database, [binding], rows);
    expect(matched).toEqual([new Set(["like live status", "like l% status"]), new Set(["like over status"])]);
  });
});
