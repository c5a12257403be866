import { expect, it } from "vitest";
import { describeRest } from "./rest-host.fixture.ts";

describeRest("writing", (host) => {
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    };
    const response = await host().fetch(path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };
  const names = async () =>
    (await host().signedIn.from("players").select("name").order("id")).data?.map(({ name }) => name);

  it("inserts, and returns nothing unless requested", async () => {
    const { status, data } = await host().signedIn.from("players").insert({ id: 4, name: "Dan" });
    expect([status, data, await names()]).toEqual([201, null, ["Ann", "Bob", "Cleo", "Dan"]]);
  });

  it("returns the selected rows, including embeds", async () => {
    const { data } = await host()
      .signedIn.from("fixtures")
      .insert({ id: 9, home_id: 1, away_id: 3 })
      .select("id,status,home:clubs!home_id(name)")
      .single();
    expect(data).toEqual({ id: 9, status: "open", home: { name: "Rovers" } });
  });

  it("inserts rows with different keys: missing ones are null, or the column's default on request", async () => {
    const rows = [
      { id: 10, home_id: 1, away_id: 2, status: "done" },
      { id: 11, home_id: 2, away_id: 1 },
    ];
    const withDefaults = await host()
      .signedIn.from("fixtures")
      .insert(rows, { defaultToNull: false })
      .select("status");
    expect(withDefaults.data).toEqual([{ status: "done" }, { status: "open" }]);
    const withNulls = await host()
      .signedIn.from("fixtures")
      .insert(rows.map((row) => ({ ...row, id: row.id + 10 })));
    expect(withNulls.error?.code).toBe("23502");
  });

  it("refuses rows with different keys if the columns are not named", async () => {
    expect(await send("POST", "players", [{ id: 4 }, { name: "x" }])).toMatchObject({
      status: 400,
      body: { code: "PGRST102", message: "All object keys must match" },
    });
  });

  it("writes each of several bodies with the same keys, beside others", async () => {
    const bodies: readonly unknown[] = [
      { id: 4, name: "Dan" },
      { id: 5, name: "Eve" },
      [{ id: 6, name: "Fay" }],
      [
        { id: 7, name: "Gus" },
        { id: 8, name: "Hal" },
      ],
      { name: "Ida", id: 9 },
      { id: 10 },
      { id: 11, name: "Jo".repeat(2000) },
      { id: 12, name: "Kim" },
    ];
    const answers = [];
    for (const body of bodies) answers.push(await send("POST", "players", body));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
    expect((await names())?.slice(3)).toEqual([
      "Dan",
      "Eve",
      "Fay",
      "Gus",
      "Hal",
      "Ida",
      null,
      "Jo".repeat(2000),
      "Kim",
    ]);
    for (const name of ["Dora", "Dana"]) await send("PATCH", "players?id=eq.4", { name });
    expect((await names())?.[3]).toBe("Dana");
    expect(await send("POST", "players", '{"id": 13,')).toMatchObject({
      status: 400,
      body: { code: "PGRST102" },
    });
  });

  it("keeps every digit of a number", async () => {
    const { body } = await send("POST", "ledger", '{"n": 12345678901234567890.123456789}', {
      prefer: "return=representation",
    });
    expect(body).toHaveLength(1);
    expect(await host().db.query("select n from public.ledger")).toEqual([
      { n: "12345678901234567890.123456789" },
    ]);
  });

  it("returns the location of the new row", async () => {
    const { status, headers } = await send(
      "POST",
      "players",
      { id: 7, name: "Gil" },
      { prefer: "return=headers-only" },
    );
    expect([status, headers.get("location")]).toEqual([201, "/players?id=eq.7"]);
  });

  it("merges or ignores duplicates, by the key or by the named columns", async () => {
    const { signedIn } = host();
    expect((await signedIn.from("clubs").upsert({ id: 1, name: "Rangers" }).select("name")).data).toEqual([
      { name: "Rangers" },
    ]);
    expect(
      (await signedIn.from("clubs").upsert({ id: 2, name: "City" }, { onConflict: "name" }).select("id"))
        .data,
    ).toEqual([{ id: 2 }]);
    expect(
      (
        await signedIn
          .from("clubs")
          .upsert({ id: 3, name: "Nobody" }, { ignoreDuplicates: true })
          .select("id")
      ).data,
    ).toEqual([]);
  });

  it("updates the filtered rows and counts them", async () => {
    const { status, count } = await host()
      .signedIn.from("players")
      .update({ name: "Zed" }, { count: "exact" })
      .gt("id", 1);
    expect([status, count, await names()]).toEqual([204, 2, ["Ann", "Zed", "Zed"]]);
  });

  it("deletes the filtered rows and returns them on request", async () => {
    const { data } = await host()
      .signedIn.from("picks")
      .delete()
      .eq("player_id", 1)
      .gt("points", 0)
      .select("points,players(name)");
    expect(data).toEqual([{ points: 3, players: { name: "Ann" } }]);
  });

  it.each(["PATCH", "DELETE"])("refuses a %s without a filter", async (method) => {
    expect(await send(method, "picks", { points: 9 })).toMatchObject({
      status: 400,
      body: { code: "21000" },
    });
  });

  it("undoes a write of several rows if one was requested", async () => {
    const { error, status } = await host()
      .signedIn.from("players")
      .update({ name: "One" })
      .gt("id", 0)
      .select()
      .single();
    expect([status, error?.code, error?.details]).toEqual([406, "PGRST116", "The result contains 3 rows"]);
    expect(await names()).toEqual(["Ann", "Bob", "Cleo"]);
    expect(
      (await host().signedIn.from("players").update({ name: "x" }).eq("id", 99).select().maybeSingle()).data,
    ).toBeNull();
  });

  it("undoes a write that affects more rows than allowed", async () => {
    const { status, body } = await send(
      "PATCH",
      "players?id=gt.0",
      { name: "x" },
      { prefer: "handling=strict, max-affected=2" },
    );
    expect([status, body.code, body.details]).toEqual([400, "PGRST124", "The query affects 3 rows"]);
    expect(await names()).toEqual(["Ann", "Bob", "Cleo"]);
  });

  it("puts one whole row at its key only", async () => {
    expect(
      (await send("PUT", "players?id=eq.5", { id: 5, name: "Eve" }, { prefer: "return=representation" }))
        .body,
    ).toEqual([{ id: 5, name: "Eve", captain_id: null }]);
    expect(await send("PUT", "players?id=eq.5", { id: 6, name: "Eve" })).toMatchObject({
      status: 400,
      body: { code: "PGRST115" },
    });
    expect(await send("PUT", "players?name=eq.Eve", { id: 5 })).toMatchObject({
      status: 405,
      body: { code: "PGRST105" },
    });
  });

  it("lets a caller write without the select privilege if nothing is returned", async () => {
    const { signedIn, visitor } = host();
    expect((await signedIn.from("mailbox").insert({ id: 1, text: "hello" })).status).toBe(201);
    expect((await signedIn.from("mailbox").insert({ id: 2, text: "hello" }).select()).error?.code).toBe(
      "42501",
    );
    expect((await signedIn.from("mailbox").insert({ id: 3, text: "hello" }).select()).status).toBe(403);
    expect((await visitor.from("mailbox").insert({ id: 4, text: "hello" })).status).toBe(401);
  });

  it.each([
    ["a taken key", "players", { id: 1 }, 409, "23505"],
    ["a partner that is not there", "badges", { player_id: 99, colour: "x" }, 409, "23503"],
    ["what a check forbids", "fixtures", { home_id: 1, away_id: 2, status: "x" }, 400, "23514"],
    ["an unknown column", "players", { idd: 1 }, 400, "PGRST204"],
    ["no JSON", "players", "{", 400, "PGRST102"],
    ["no body", "players", "", 400, "PGRST102"],
    ["JSON that is no object", "players", [1, 2], 400, "PGRST102"],
    ["a NUL in a text", "players", '{"id":4,"name":"\\u0000"}', 400, "22P05"],
  ])("refuses %s", async (_, table, body, status, code) => {
    expect(await send("POST", table, body)).toMatchObject({ status, body: { code } });
  });

  it("refuses unknown preferences when strict", async () => {
    expect(
      await send("POST", "players", { id: 4 }, { prefer: "handling=strict, return=everything" }),
    ).toMatchObject({ status: 400, body: { code: "PGRST122" } });
    expect((await send("POST", "players", { id: 4 }, { prefer: "return=everything" })).status).toBe(201);
  });

  it("refuses a body that is too large", async () => {
    expect((await send("POST", "players", `{"id":4,"name":"${"x".repeat(11_000_000)}"}`)).status).toBe(413);
  });
});
