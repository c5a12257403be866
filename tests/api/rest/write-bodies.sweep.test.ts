/** Writes over /rest/v1: bodies of every type, merging, and responses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("writes", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  beforeEach(() => library.resetCounters());
  afterAll(() => library.stop());

  const counters = () => library.counters();
  const typed = (type: string, body: string, prefer = "return=representation") =>
    library.raw("counters", { method: "POST", headers: { "content-type": type, prefer }, body });

  describe("accept a body", () => {
    it("of a form", async () => {
      const { status, body } = await typed(
        "application/x-www-form-urlencoded",
        "name=c&value=3&two+words=x%20y",
      );
      expect([status, body]).toEqual([201, [{ name: "c", value: 3, "two words": "x y" }]]);
    });

    it("of CSV with quotes, commas, line breaks and NULL", async () => {
      const { body } = await typed(
        "text/csv",
        'name,"two words",value\r\nc,"say ""hi"",\nthen go",3\nd,NULL,4\n',
      );
      expect(body).toEqual([
        { name: "c", value: 3, "two words": 'say "hi",\nthen go' },
        { name: "d", value: 4, "two words": null },
      ]);
    });

    it("of JSON: an object, a list, an empty list or an empty object", async () => {
      const send = (body: unknown) =>
        library.send("POST", "notes", body, { prefer: "return=representation" });
      expect((await send({ text: "x" })).body).toEqual([{ text: "x" }]);
      expect((await send([{ text: "x" }, { text: "y" }])).body).toHaveLength(2);
      expect(await send([])).toMatchObject({ status: 201, body: [] });
      expect((await send({})).body).toEqual([{ text: null }]);
      expect((await send([{}, {}])).body).toEqual([{ text: null }, { text: null }]);
    });

    it.each([
      ["lines of different length", "text/csv", "name,value\nc", "All lines must have same number of fields"],
      [
        "objects with different keys",
        "application/json",
        '[{"name":"c"},{"value":1}]',
        "All object keys must match",
      ],
      ["a list of no objects", "application/json", "[1]", "All object keys must match"],
      ["what is cut short", "application/json", '{"name":', "Empty or invalid json"],
      ["nothing", "application/json", "", "Empty or invalid json"],
      ["text", "text/plain", "name", "Content-Type not acceptable: text/plain"],
    ])("but not %s", async (_, type, body, message) => {
      expect(await typed(type, body)).toMatchObject({
        status: 400,
        body: { code: "PGRST102", message, details: null, hint: null },
      });
    });

    it("but refuse unknown columns", async () => {
      const unknown = {
        code: "PGRST204",
        message: "Could not find the 'nothing' column of 'counters' in the schema cache",
      };
      expect(await library.send("POST", "counters", { nothing: 1 })).toMatchObject({
        status: 400,
        body: unknown,
      });
      expect(await library.send("POST", "counters?columns=name,nothing", { name: "c" })).toMatchObject({
        body: unknown,
      });
      expect(
        (
          await library.send(
            "POST",
            "counters?on_conflict=nothing",
            { name: "c" },
            {
              prefer: "resolution=merge-duplicates",
            },
          )
        ).body,
      ).toMatchObject({ code: "42703" });
      expect(await library.send("PATCH", "counters?name=eq.a", { nothing: 1 })).toMatchObject({
        body: unknown,
      });
    });
  });

  // PostgREST: test/spec/Feature/Query/UpdateSpec.hs, "with no payload"; PgSafeUpdateSpec.hs.
  describe("without a filter", () => {
    const update = (body: string, prefer = "return=minimal") =>
      library.raw("counters", {
        method: "PATCH",
        headers: { "content-type": "application/json", prefer },
        body,
      });

    it.each(["{}", "[]", "[{}]"])("an update by %s changes nothing", async (body) => {
      const { status, headers, text } = await update(body);
      expect([status, headers.get("content-range"), text]).toEqual([204, "*/*", ""]);
      expect(await update(body, "return=representation")).toMatchObject({ status: 200, body: [] });
      expect(await counters()).toEqual({ a: 1, b: 2 });
    });

    it("an update is refused, first for its body", async () => {
      expect(await update("{")).toMatchObject({ status: 400, body: { code: "PGRST102" } });
      expect(await update("")).toMatchObject({ status: 400, body: { code: "PGRST102" } });
      expect(await update('{"nothing": 1}')).toMatchObject({ status: 400, body: { code: "PGRST204" } });
      expect(await update('{"value": 9}')).toMatchObject({ status: 400, body: { code: "21000" } });
      expect(await counters()).toEqual({ a: 1, b: 2 });
    });
  });

  // PostgREST: ApiRequest.hs reads the body before Plan.hs checks the filters.
  it("by PUT are refused first for their body, then for their filters", async () => {
    const put = async (path: string, body: string) =>
      (await library.raw(path, { method: "PUT", headers: { "content-type": "application/json" }, body }))
        .body;
    expect(await put("counters?value=eq.1", "{")).toMatchObject({ code: "PGRST102" });
    expect(await put("counters?value=eq.1", '{"name": "a"}')).toMatchObject({ code: "PGRST105" });
    expect(await put("counters?name=eq.a&limit=1", "{")).toMatchObject({ code: "PGRST114" });
  });

  describe("merge", () => {
    it("return 201 when a row is new and 200 otherwise", async () => {
      const upsert = (rows: object | object[], options = {}) =>
        library.visitor.from("counters").upsert(rows, options);
      expect((await upsert({ name: "a", value: 5 })).status).toBe(200);
      expect(
        (
          await upsert([
            { name: "a", value: 6 },
            { name: "b", value: 6 },
          ]).select()
        ).status,
      ).toBe(200);
      expect(
        (
          await upsert([
            { name: "a", value: 7 },
            { name: "c", value: 7 },
          ]).select()
        ).status,
      ).toBe(201);
      expect(await upsert({ name: "a", value: 9 }, { ignoreDuplicates: true }).select()).toMatchObject({
        status: 201,
        data: [],
      });
      expect(await counters()).toEqual({ a: 7, b: 6, c: 7 });
    });

    it("by PUT of one whole row: 201 for a new row, 200 for an existing one, 204 without returned rows", async () => {
      const put = (value: number, prefer: string) =>
        library.send("PUT", "counters?name=eq.z", { name: "z", value }, { prefer });
      const shown = "return=representation";
      expect(await put(1, shown)).toMatchObject({
        status: 201,
        body: [{ name: "z", value: 1, "two words": null }],
      });
      expect((await put(2, shown)).status).toBe(200);
      expect((await put(3, "return=minimal")).status).toBe(204);
      expect((await counters()).z).toBe(3);
      const other = await library.send("PUT", "counters?name=eq.z", { name: "y", value: 1 });
      expect([other.status, other.body]).toMatchObject([
        400,
        { code: "PGRST115", message: "Payload values do not match URL in primary key column(s)" },
      ]);
      expect(await counters()).not.toHaveProperty("y");
      expect((await library.send("PUT", "counters?value=eq.1", { name: "y" })).body).toMatchObject({
        code: "PGRST105",
      });
      expect((await library.send("PUT", "counters?name=eq.y&limit=1", { name: "y" })).body).toMatchObject({
        code: "PGRST114",
      });
    });

    it("through a view by its table's key", async () => {
      const { status } = await library.visitor.from("writers").upsert({ writer: 1, name: "Ada" });
      expect(status).toBe(200);
    });
  });

  it("with single, a write of no or several rows is rolled back", async () => {
    const { status, error } = await library.visitor
      .from("counters")
      .update({ value: 0 })
      .neq("name", "")
      .select()
      .single();
    expect([status, error]).toMatchObject([
      406,
      {
        code: "PGRST116",
        message: "Cannot coerce the result to a single JSON object",
        details: "The result contains 2 rows",
        hint: null,
      },
    ]);
    expect(await counters()).toEqual({ a: 1, b: 2 });
    const one = await library.visitor.from("counters").insert({ name: "s" }).select("name").single();
    expect([one.status, one.data]).toEqual([201, { name: "s" }]);
  });

  it("return embedded rows and computed columns of the written rows", async () => {
    const { data } = await library.visitor
      .from("books")
      .update({ pages: 65 })
      .eq("id", 4)
      .select("pages,authors(name,initials),readers!loans(name)")
      .single();
    expect(data).toEqual({ pages: 65, authors: { name: "Ada", initials: "A" }, readers: [] });
  });

  it("work through updatable views only", async () => {
    expect((await library.visitor.from("fiction").update({ pages: 321 }).eq("book", 2)).status).toBe(204);
    const { status, error } = await library.visitor
      .from("per_shelf")
      .update({ books: 1 })
      .eq("shelf", "poetry");
    expect([status, error?.code]).toEqual([500, "55000"]);
    const allow = async (table: string) =>
      (await library.raw(table, { method: "OPTIONS" })).headers.get("allow");
    expect(await allow("books")).toBe("OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE");
    expect(await allow("notes")).toBe("OPTIONS,GET,HEAD,POST,PATCH,DELETE");
    expect(await allow("per_shelf")).toBe("OPTIONS,GET,HEAD");
  });
});
