/** Domains that casts present as JSON and read from text and JSON. Source: PostgREST's test/spec/Feature/Query/QuerySpec.hs and InsertSpec.hs, "Data representations". */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

/** A colour is stored as a number and shown as `#rrggbb`; a price is stored in cents and only shown as text. */
const PAINTS = `
  alter default privileges in schema public grant all on tables to anon, service_role;
  alter default privileges in schema public grant execute on functions to anon, service_role;
  create domain colour as int;
  create domain price as int;
  create schema parsers;
  grant usage on schema parsers to anon, service_role;
  create function parsers.shown(colour) returns json language sql immutable
    as $$ select to_json('#' || lpad(to_hex($1::int), 6, '0')) $$;
  create function parsers.parsed(text) returns colour language sql immutable
    as $$ select (('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int)::colour $$;
  create function parsers.parsed(json) returns colour language sql immutable as $$ select parsers.parsed($1 #>> '{}') $$;
  create function parsers.in_rupees(price) returns json language sql immutable as $$ select to_json('Rs ' || ($1 / 100.0)::numeric(9, 2)) $$;
  grant execute on all functions in schema parsers to anon, service_role;
  create cast (colour as json) with function parsers.shown(colour) as implicit;
  create cast (text as colour) with function parsers.parsed(text) as implicit;
  create cast (json as colour) with function parsers.parsed(json) as implicit;
  create cast (price as json) with function parsers.in_rupees(price) as implicit;
  create table makers (id int primary key, name text, house colour);
  create table paints (id int primary key, maker_id int references makers, tint colour default 255, price price, extra jsonb);
  create view dark_paints as select id, tint, maker_id from paints where tint < 256;
  create function paints_of(maker int) returns setof paints language sql stable as $$ select * from paints where maker_id = maker $$;
  create function one_paint(wanted int) returns paints language sql stable as $$ select * from paints where id = wanted $$;
  create function a_colour() returns colour language sql immutable as $$ select 255::colour $$;
  insert into makers values (1, 'Ash', 65280), (2, 'Bell', null);`;

describe("domain representations", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary({ db_aggregates_enabled: "true" }, {}, { paints: PAINTS });
  });
  beforeEach(async () => {
    await library.visitor.from("paints").delete().gt("id", 0);
    await send("POST", "paints", [
      { id: 1, maker_id: 1, tint: "#0000ff", price: 1250 },
      { id: 2, maker_id: 1, tint: "#ff0000", price: 990 },
      { id: 3, maker_id: 2, tint: null, price: null },
    ]);
  });
  afterAll(() => library.stop());

  const get = async (path: string) => (await library.raw(path)).body;
  const send = (method: string, path: string, body: unknown) =>
    library.send(method, path, body, { prefer: "return=representation" });
  const stored = async () => (await get("paints?select=id,number:tint::text&order=id")) as object[];

  it("format selected columns, whatever their name, and all columns of *", async () => {
    expect(await get("paints?select=id,tint,price&order=id")).toEqual([
      { id: 1, tint: "#0000ff", price: "Rs 12.50" },
      { id: 2, tint: "#ff0000", price: "Rs 9.90" },
      { id: 3, tint: null, price: null },
    ]);
    expect(await get("paints?select=shade:tint&id=eq.1")).toEqual([{ shade: "#0000ff" }]);
    expect(await get("paints?id=eq.1")).toEqual([
      { id: 1, maker_id: 1, tint: "#0000ff", price: "Rs 12.50", extra: null },
    ]);
    expect(await get("dark_paints?select=tint")).toEqual([{ tint: "#0000ff" }]);
  });

  it("are formatted before a cast", async () => {
    expect(await get("paints?select=tint::text&id=eq.1")).toEqual([{ tint: '"#0000ff"' }]);
  });

  it("format embedded and spread rows", async () => {
    expect(await get("makers?select=house,paints(tint)&id=eq.1&paints.order=id")).toEqual([
      { house: "#00ff00", paints: [{ tint: "#0000ff" }, { tint: "#ff0000" }] },
    ]);
    expect(await get("paints?select=id,makers(*)&id=eq.1")).toEqual([
      { id: 1, makers: { id: 1, name: "Ash", house: "#00ff00" } },
    ]);
    expect(await get("paints?select=id,...makers(house)&id=eq.1")).toEqual([{ id: 1, house: "#00ff00" }]);
    expect(await get("makers?select=...paints(tint)&id=eq.1&paints.order=id")).toEqual([
      { tint: ["#0000ff", "#ff0000"] },
    ]);
  });

  it("format a function's rows, but not its own values", async () => {
    expect(await get("rpc/paints_of?maker=1&select=tint&order=tint.desc")).toEqual([
      { tint: "#ff0000" },
      { tint: "#0000ff" },
    ]);
    expect(await get("rpc/one_paint?wanted=1")).toMatchObject({ id: 1, tint: "#0000ff" });
    expect(await get("rpc/a_colour")).toBe(255);
  });

  it.each([
    ["tint=eq.%230000ff", [1]],
    ["tint=in.(%230000ff,%23ff0000)", [1, 2]],
    ["tint=not.in.(%230000ff)", [2]],
    ["tint=gt.%230000fe", [1, 2]],
    ["tint=eq(any).{%23ff0000,%23000001}", [2]],
    ["tint=isdistinct.%230000ff", [2, 3]],
    ["or=(tint.eq.%23ff0000,id.eq.3)", [2, 3]],
    ["tint=is.null", [3]],
    ["price=eq.1250", [1]],
  ])("read a filter's text: %s", async (filter, ids) => {
    const found = (await get(`paints?select=id&order=id&${filter}`)) as { id: number }[];
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it("read the filters of embeds, and count what they find", async () => {
    expect(await get("makers?select=name,paints!inner(id)&paints.tint=eq.%23ff0000")).toEqual([
      { name: "Ash", paints: [{ id: 2 }] },
    ]);
    const { data, count } = await library.visitor
      .from("paints")
      .select("id", { count: "exact" })
      .in("tint", ["#0000ff"]);
    expect([data, count]).toEqual([[{ id: 1 }], 1]);
  });

  it("read the JSON of inserts, updates and merges, and format what these return", async () => {
    const inserted = await send("POST", "paints?select=tint,price", { id: 4, tint: "#000010", price: 100 });
    expect([inserted.status, inserted.body]).toEqual([201, [{ tint: "#000010", price: "Rs 1.00" }]]);
    const updated = await send("PATCH", "paints?tint=eq.%23000010&select=tint", { tint: "#000011" });
    expect([updated.status, updated.body]).toEqual([200, [{ tint: "#000011" }]]);
    const put = await send("PUT", "paints?id=eq.4", { id: 4, tint: "#000012" });
    expect([put.status, put.body]).toMatchObject([200, [{ id: 4, tint: "#000012" }]]);
    const merged = await library.visitor.from("paints").upsert({ id: 4, tint: "#000013" }).select("tint");
    expect(merged.data).toEqual([{ tint: "#000013" }]);
    expect((await stored()).at(-1)).toEqual({ id: 4, number: '"#000013"' });
    const deleted = await library.raw("paints?tint=eq.%23000013&select=tint,makers(house)", {
      method: "DELETE",
      headers: { prefer: "return=representation" },
    });
    expect(deleted.body).toEqual([{ tint: "#000013", makers: null }]);
  });

  it("read null as null, and a null of several rows", async () => {
    await send("PATCH", "paints?id=eq.1", { tint: null });
    await send("POST", "paints", [
      { id: 5, tint: null },
      { id: 6, tint: "#00000a" },
    ]);
    expect(await get("paints?select=id,tint&order=id&id=in.(1,5,6)")).toEqual([
      { id: 1, tint: null },
      { id: 5, tint: null },
      { id: 6, tint: "#00000a" },
    ]);
  });

  it("are grouped and ordered by the stored value", async () => {
    await send("POST", "paints", { id: 7, maker_id: 2, tint: "#ff0000" });
    expect(await get("paints?select=tint,count()&tint=not.is.null&order=tint.desc")).toEqual([
      { tint: "#ff0000", count: 2 },
      { tint: "#0000ff", count: 1 },
    ]);
    expect(
      await get("paints?select=count(),...makers(house)&makers=not.is.null&order=makers(house)"),
    ).toHaveLength(2);
  });

  it("are formatted as JSON in CSV too", async () => {
    const csv = await library.raw("paints?select=id,tint&id=eq.1", { headers: { accept: "text/csv" } });
    expect(csv.text).toBe(`id,tint\n1,"""#0000ff"""`);
  });
});
