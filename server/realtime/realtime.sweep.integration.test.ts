import { describe, expect, test } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { ADA, arrives, BOB, useRealtimeHost } from "./realtime-host.fixture.ts";

const host = useRealtimeHost();

describe("changes of a published table", () => {
  test("reach a subscriber in Realtime's form", async () => {
    const { received: heard, system } = await host().subscribe({ table: "fixtures" });
    expect(system).toMatchObject([{ status: "ok", message: "Subscribed to PostgreSQL" }]);
    await host().database.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
    await arrives(heard, 1);
    await host().database.query("update public.fixtures set status = 'completed'");
    await arrives(heard, 2);
    await host().database.query("delete from public.fixtures");
    await arrives(heard, 3);
    expect(heard[0]).toMatchObject({ eventType: "INSERT", new: { id: 1, status: "upcoming" }, old: {} });
    expect(heard[1]).toMatchObject({
      schema: "public",
      table: "fixtures",
      eventType: "UPDATE",
      new: { id: 1, status: "completed" },
      old: { id: 1 },
      errors: null,
    });
    expect(heard[2]).toMatchObject({ eventType: "DELETE", new: {}, old: { id: 1 } });
    expect(Number.isNaN(Date.parse(heard[1]?.commit_timestamp ?? ""))).toBe(false);
  });

  test("are filtered by event and condition", async () => {
    const updates = await host().subscribe({ event: "UPDATE", table: "fixtures", filter: "id=in.(2,3)" });
    const all = await host().subscribe({ table: "fixtures", filter: "status=neq.upcoming" });
    await host().database.query(
      "insert into public.fixtures (id, status) select n, 'upcoming' from generate_series(1, 4) as n",
    );
    await host().database.query("update public.fixtures set status = 'live'");
    await arrives(all.received, 4);
    expect(updates.received.map(({ new: row }) => "id" in row && row.id)).toEqual([2, 3]);
  });

  test("are not sent if they are rolled back", async () => {
    const { received: heard } = await host().subscribe({ table: "fixtures" });
    const rolledBack = host().database.transaction(null, async (tx) => {
      await tx.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await host().database.query("insert into public.fixtures (id, status) values (2, 'upcoming')");
    await arrives(heard, 1);
    expect(heard[0]?.new).toMatchObject({ id: 2 });
  });

  test("start when a table joins the publication and stop when it leaves", async () => {
    const early = await host().subscribe({ table: "quiet" });
    expect(early.system[0]?.status).toBe("error");
    await host().database.script(
      "alter publication supabase_realtime add table public.quiet; grant select on public.quiet to anon",
    );
    const { received: heard } = await host().subscribe({ table: "quiet" });
    await host().database.query("insert into public.quiet values (1)");
    await arrives(heard, 1);
    await host().database.script("alter publication supabase_realtime drop table public.quiet");
    await host().database.query("insert into public.quiet values (2)");
    expect(await host().database.query("select id from host.changes where record ->> 'id' = '2'")).toEqual(
      [],
    );
  });
});

describe("row-level security", () => {
  test("sends each subscriber only their own rows and readable columns", async () => {
    const ada = await host().subscribe({ table: "letters", as: await host().token(ADA) });
    const bob = await host().subscribe({ table: "letters", as: await host().token(BOB) });
    const admin = await host().subscribe({ table: "letters", key: host().keys.secret_key });
    await host().database.query(
      "insert into public.letters values (1, $1::uuid, 'to Ada', 'x'), (2, $2::uuid, 'to Bob', 'x')",
      [ADA, BOB],
    );
    await arrives(admin.received, 2);
    await arrives(ada.received, 1);
    await arrives(bob.received, 1);
    expect(ada.received[0]?.new).toEqual({ id: 1, owner: ADA, body: "to Ada" });
    expect(bob.received[0]?.new).toEqual({ id: 2, owner: BOB, body: "to Bob" });
    expect(admin.received[0]?.new).toMatchObject({ secret: "x" });
    const stranger = await host().subscribe({ table: "letters" });
    await host().database.query("update public.letters set body = 'again' where id = 1");
    await arrives(ada.received, 2);
    await host().database.query("delete from public.letters where id = 1");
    await arrives(ada.received, 3);
    expect([bob.received.length, stranger.received.length]).toEqual([2, 0]);
    expect(bob.received[1]).toMatchObject({ eventType: "DELETE", old: { id: 1 } });
  });

  test("follows the token when another account takes over the channel", async () => {
    const { client, received: heard } = await host().subscribe({ table: "letters" });
    await client.realtime.setAuth(await host().token(BOB));
    await eventually(async () => {
      await host().database.query("delete from public.letters");
      await host().database.query("insert into public.letters values (2, $1::uuid, 'to Bob', 'x')", [BOB]);
      expect(heard.filter(({ eventType }) => eventType === "INSERT")).not.toEqual([]);
    });
  });

  test("refuses a filter on an unreadable column", async () => {
    const { system } = await host().subscribe({
      table: "letters",
      filter: "secret=eq.x",
      as: await host().token(ADA),
    });
    expect(system[0]).toMatchObject({
      status: "error",
      message: expect.stringContaining("Unable to subscribe"),
    });
  });
});

describe("a channel", () => {
  test("closes when its token expires", async () => {
    // Long enough to subscribe on a busy machine: the token's seconds are whole, so the first of them may have passed.
    const { system } = await host().subscribe({ table: "fixtures", as: await host().token(ADA, 10) });
    await eventually(() => expect(system.at(-1)?.message).toBe("Access token has expired"));
  });

  test("is left on request", async () => {
    const { client, channel, received: heard } = await host().subscribe({ table: "fixtures" });
    expect(await client.removeChannel(channel)).toBe("ok");
    const other = await host().subscribe({ table: "fixtures" });
    await host().database.query("insert into public.fixtures (id, status) values (1, 'upcoming')");
    await arrives(other.received, 1);
    expect(heard).toEqual([]);
  });

  test("sends broadcasts to the other clients", async () => {
    const from = await host().subscribe({ table: "fixtures" });
    const to = await host().subscribe({ table: "fixtures" });
    const got: unknown[] = [];
    to.channel.on("broadcast", { event: "cheer" }, (message) => got.push(message.payload));
    await from.channel.send({ type: "broadcast", event: "cheer", payload: { loud: true } });
    await eventually(() => expect(got).toEqual([{ loud: true }]));
  });
});
