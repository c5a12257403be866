import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { describeRest } from "./rest-host.fixture.ts";

describeRest("reading", (host) => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await host().fetch(path, { headers });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };

  it("selects columns with aliases, casts and json paths", async () => {
    const { data } = await host()
      .signedIn.from("clubs")
      .select("id,club:name,seats:facts->ground->>seats,won:facts->won->0,id::text")
      .eq("id", 1);
    expect(data).toEqual([{ id: "1", club: "Rovers", seats: "500", won: 1 }]);
  });

  it.each([
    ["eq", "id=eq.2", [2]],
    ["neq", "id=neq.2", [1, 3]],
    ["gt and lte", "id=gt.1&id=lte.3", [2, 3]],
    ["in, with quotes", 'name=in.("Rovers",City)', [1, 2]],
    ["in, with nothing", "id=in.()", []],
    ["not.in", "id=not.in.(1,2)", [3]],
    ["like", "name=like.*o*", [1, 3]],
    ["ilike", "name=ilike.r*", [1]],
    ["like(any)", "name=like(any).{R*,C*}", [1, 2]],
    ["match", "name=match.^[AC]", [2, 3]],
    ["is null", "facts->ground=is.null", [3]],
    ["contains in an array", "tags=cs.{red}", [1, 2]],
    ["contained", "tags=cd.{red,old}", [1, 2, 3]],
    ["overlaps", "tags=ov.{old,new}", [1]],
    ["contains in json", 'facts=cs.{"ground":{"seats":90}}', [2]],
    ["a json path", "facts->ground->>seats=eq.90", [2]],
    ["isdistinct", "id=isdistinct.1", [2, 3]],
    ["full text", "name=fts.rovers", [1]],
    ["or", "or=(id.eq.1,name.eq.Albion)", [1, 3]],
    ["and in or", "or=(id.eq.1,and(id.gt.1,name.like.C*))", [1, 2]],
    ["not.and", "not.and=(id.gt.1,id.lt.3)", [1, 3]],
    ["a quoted value in or", 'or=(name.eq."City",tags.cs.{old,red})', [1, 2]],
    ["a computed column", "shout=eq.CITY", [2]],
  ])("filters by %s", async (_, filter, ids) => {
    const { body } = await get(`clubs?select=id&order=id&${filter}`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  it("orders, with nulls first or last", async () => {
    const goals = async (order: string) =>
      (await get(`fixtures?select=goals&order=${order}`)).body.map(
        (row: { goals: number | null }) => row.goals,
      );
    expect(await goals("goals")).toEqual([0, 3, null]);
    expect(await goals("goals.desc")).toEqual([null, 3, 0]);
    expect(await goals("goals.desc.nullslast")).toEqual([3, 0, null]);
  });

  it("embeds to-one by a hint, to-many, many-to-many and one-to-one", async () => {
    const { signedIn } = host();
    const fixtures = await signedIn
      .from("fixtures")
      .select("id,home:clubs!home_id(name),away:clubs!fixtures_away_id_fkey(name)")
      .eq("id", 1);
    expect(fixtures.data).toEqual([{ id: 1, home: { name: "Rovers" }, away: { name: "City" } }]);
    const players = await signedIn
      .from("players")
      .select("name,picks(points),fixtures(id),badges(colour)")
      .order("id")
      .limit(2);
    expect(players.data).toEqual([
      {
        name: "Ann",
        picks: [{ points: 3 }, { points: 0 }],
        fixtures: [{ id: 1 }, { id: 2 }],
        badges: { colour: "red" },
      },
      { name: "Bob", picks: [{ points: 1 }], fixtures: [{ id: 1 }], badges: null },
    ]);
  });

  it("embeds a table in itself: children by its name, the parent by the column", async () => {
    const { signedIn } = host();
    expect((await signedIn.from("players").select("name,players(name)").eq("id", 1)).data).toEqual([
      { name: "Ann", players: [{ name: "Bob" }, { name: "Cleo" }] },
    ]);
    expect((await signedIn.from("players").select("name,captain:captain_id(name)").eq("id", 2)).data).toEqual(
      [{ name: "Bob", captain: { name: "Ann" } }],
    );
  });

  it("spreads a to-one as columns and a to-many as ordered arrays", async () => {
    expect((await get("fixtures?select=id,...home_id(home:name)&id=eq.1")).body).toEqual([
      { id: 1, home: "Rovers" },
    ]);
    expect(
      (await get("players?select=name,...picks(points,fixture_id)&id=lt.3&order=id&picks.order=points")).body,
    ).toEqual([
      { name: "Ann", points: [0, 3], fixture_id: [2, 1] },
      { name: "Bob", points: [1], fixture_id: [1] },
    ]);
    expect((await get("clubs?select=...derbies(*)&id=eq.9")).body).toEqual([]);
  });

  it("embeds through a computed relationship", async () => {
    expect((await get("clubs?select=name,derbies(id)&id=eq.2")).body).toEqual([
      { name: "City", derbies: [{ id: 2 }] },
    ]);
  });

  it("filters, orders and limits embedded rows", async () => {
    const { data } = await host()
      .signedIn.from("players")
      .select("name,picks(points)")
      .eq("id", 1)
      .order("points", { referencedTable: "picks" })
      .limit(1, { referencedTable: "picks" })
      .gte("picks.points", 0);
    expect(data).toEqual([{ name: "Ann", picks: [{ points: 0 }] }]);
  });

  it("keeps and counts only rows with an inner embed", async () => {
    const { data, count } = await host()
      .signedIn.from("players")
      .select("name,picks!inner(points)", { count: "exact" })
      .gt("picks.points", 2);
    expect([data, count]).toEqual([[{ name: "Ann", picks: [{ points: 3 }] }], 1]);
  });

  it("finds rows without a match by a null filter on the embed", async () => {
    const { data, count } = await host()
      .signedIn.from("players")
      .select("name,badges()", { count: "exact" })
      .is("badges", null)
      .order("id");
    expect([data, count]).toEqual([[{ name: "Bob" }, { name: "Cleo" }], 2]);
  });

  it("orders by a column of an embed, selected or not", async () => {
    expect((await get("fixtures?select=id,home_id(name)&order=home_id(id).desc")).body).toEqual([
      { id: 3, home_id: { name: "Albion" } },
      { id: 2, home_id: { name: "City" } },
      { id: 1, home_id: { name: "Rovers" } },
    ]);
    expect(await get("players?select=picks(points)&order=picks(points)")).toMatchObject({
      status: 400,
      body: { code: "PGRST118" },
    });
  });

  it("counts embedded rows", async () => {
    expect((await host().signedIn.from("players").select("name,picks(count)").eq("id", 1)).data).toEqual([
      { name: "Ann", picks: [{ count: 2 }] },
    ]);
  });

  it("pages by limit and offset, and by the Range header", async () => {
    const page = await host().signedIn.from("clubs").select("id", { count: "exact" }).order("id").range(1, 1);
    expect([page.data, page.count, page.status]).toEqual([[{ id: 2 }], 3, 206]);
    const { status, headers, body } = await get("clubs?select=id&order=id", {
      range: "1-5",
      prefer: "count=exact",
    });
    expect([status, headers.get("content-range"), body]).toEqual([206, "1-2/3", [{ id: 2 }, { id: 3 }]]);
  });

  it("refuses a page past the end and an inverted range", async () => {
    const past = await get("clubs?offset=10", { prefer: "count=exact" });
    expect(past).toMatchObject({
      status: 416,
      body: { code: "PGRST103", details: "An offset of 10 was requested, but there are only 3 rows." },
    });
    expect((await get("clubs", { range: "5-1" })).status).toBe(416);
    expect((await get("clubs?limit=-1")).status).toBe(416);
  });

  it("returns one object on request, or reports how many there are", async () => {
    const { signedIn } = host();
    expect((await signedIn.from("clubs").select("name").eq("id", 1).single()).data).toEqual({
      name: "Rovers",
    });
    const none = await signedIn.from("clubs").select("name").eq("id", 99).single();
    expect([none.status, none.error?.code, none.error?.details]).toEqual([
      406,
      "PGRST116",
      "The result contains 0 rows",
    ]);
    expect((await signedIn.from("clubs").select("name").eq("id", 99).maybeSingle()).data).toBeNull();
  });

  it("compresses a long response if the client accepts it", async () => {
    const short = await host().fetch("clubs", { headers: { "accept-encoding": "gzip" } });
    expect(short.headers.get("content-encoding")).toBeNull();
    const long = await host().fetch("rpc/echo", {
      method: "POST",
      body: JSON.stringify("x".repeat(5000)),
      headers: { "accept-encoding": "gzip", "content-type": "application/json" },
    });
    expect(long.headers.get("content-encoding")).toBe("gzip");
    expect(JSON.parse(gunzipSync(await long.arrayBuffer()).toString())).toBe("x".repeat(5000));
  });

  it("returns csv", async () => {
    expect((await host().signedIn.from("clubs").select("id,name").order("id").limit(2).csv()).data).toBe(
      "id,name\n1,Rovers\n2,City",
    );
  });

  it("serves the schema that the profile header names", async () => {
    expect((await host().visitor.schema("archive").from("clubs").select("closed")).data).toEqual([
      { closed: 1950 },
    ]);
    const { error, status } = await host().visitor.schema("auth").from("users").select();
    expect([status, error?.code, error?.hint]).toEqual([
      406,
      "PGRST106",
      "Only the following schemas are exposed: public, archive",
    ]);
  });

  it("notices created and dropped tables by itself", async () => {
    const status = async () => (await host().signedIn.from("stadiums").select()).status;
    await host().db.script(
      "create table public.stadiums (id int); grant select on public.stadiums to authenticated",
    );
    await eventually(async () => expect(await status()).toBe(200));
    await host().db.script("drop table public.stadiums");
    await eventually(async () => expect(await status()).toBe(404));
  });

  it.each([
    ["an unknown table", "club", 404, "PGRST205", "Perhaps you meant the table 'public.clubs'"],
    [
      "an unknown column",
      "clubs?select=nam",
      400,
      "42703",
      'Perhaps you meant to reference the column "clubs.name".',
    ],
    ["an unknown relationship", "clubs?select=picks(points)", 400, "PGRST200", null],
    [
      "an ambiguous one",
      "fixtures?select=clubs(name)",
      300,
      "PGRST201",
      expect.stringContaining("'clubs!fixtures_home_id_fkey'"),
    ],
    [
      "a filter on what is not embedded",
      "clubs?picks.points=eq.1",
      400,
      "PGRST108",
      "Verify that 'picks' is included in the 'select' query parameter.",
    ],
    ["an unknown operator", "clubs?id=foo.1", 400, "PGRST100", null],
    ["a value of the wrong type", "clubs?id=eq.x", 400, "22P02", null],
    ["an aggregate", "clubs?select=id.sum()", 400, "PGRST123", null],
  ])("refuses %s", async (_, path, status, code, hint) => {
    expect(await get(path)).toMatchObject({ status, body: { code, hint } });
  });

  it.each([
    ["a NUL", "clubs?name=eq.%00"],
    ["a NUL in a name", "clubs?select=na%00me"],
    ["a cast that is more than a type", "clubs?select=id::int);drop%20table%20clubs;--"],
    ["nesting without end", `clubs?or=${"(and".repeat(200)}(id.eq.1)${")".repeat(200)}`],
    ["embeds without end", `players?select=${"players(".repeat(60)}id${")".repeat(60)}`],
    ["a huge offset", "clubs?offset=99999999999999999999&id=eq.a"],
    ["a broken list", "clubs?id=in.(1,2"],
    ["an unknown media type", "clubs"],
  ])("refuses %s without failing", async (name, path) => {
    const { status, body } = await get(path, name.includes("media") ? { accept: "image/png" } : {});
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toHaveProperty("code");
  });

  it("quotes every name: a name that looks like SQL is an unknown column", async () => {
    expect((await get(`clubs?select="name"%20from%20clubs;--`)).status).toBe(400);
    expect((await get(`clubs?"id"%20=%201;--=eq.1`)).status).toBe(400);
    expect((await get("clubs?select=id")).body).toHaveLength(3);
  });
});
