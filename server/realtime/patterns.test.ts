import { describe, expect, test } from "vitest";
import { arrives, useRealtimeHost } from "./realtime-host.fixture.ts";

const host = useRealtimeHost();

describe("a pattern", () => {
  test.each([
    ["status=like.live%", ["live now"]],
    ["status=not.like.%now", ["LIVE", "over"]],
    ["status=ilike.live%", ["live now", "LIVE"]],
    ["status=match.^(live|over)", ["live now", "over"]],
    ["status=imatch.^live$", ["LIVE"]],
    ["status=like.%e%,id=gt.2", ["over"]],
  ])("%s is judged by the database", async (filter, expected) => {
    const { heard } = await host().subscribe({ table: "fixtures", filter });
    const all = await host().subscribe({ table: "fixtures" });
    await host().database.query(
      "insert into public.fixtures (id, status) values (1, 'live now'), (2, 'LIVE'), (3, 'over')",
    );
    await arrives(all.heard, 3);
    await arrives(heard, expected.length);
    expect(heard.map(({ new: row }) => "status" in row && row.status)).toEqual(expected);
  });

  test("that the database cannot read is refused", async () => {
    const socket = await host().open(`apikey=${host().keys.publishable_key}&vsn=2.0.0`);
    const answer = new Promise((heard) => socket.once("message", (data) => heard(JSON.parse(String(data)))));
    const binding = { event: "*", schema: "public", table: "fixtures", filter: "status=match.(" };
    socket.send(
      JSON.stringify(["1", "1", "realtime:x", "phx_join", { config: { postgres_changes: [binding] } }]),
    );
    expect(await answer).toMatchObject(["1", "1", "realtime:x", "phx_reply", { status: "error" }]);
  });
});
