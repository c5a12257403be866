/** Functions over /rest/v1/rpc: how arguments are passed, which overload is called, in which transaction, and the result's format. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

const TYPED = (type: string, body: BodyInit): RequestInit => ({
  method: "POST",
  headers: { "content-type": type },
  body,
});

describe("functions", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  const refusal = async (name: string, args?: object) => {
    const { error, status, statusText } = await library.visitor.rpc(name, args);
    return { status, statusText, ...error };
  };

  describe("accept arguments", () => {
    it("by name from JSON, with defaults", async () => {
      expect((await library.visitor.rpc("pages_read", { reader: 1 })).data).toBe(520);
      expect((await library.visitor.rpc("pages_read", { reader: 1, at_least: 300 })).data).toBe(320);
      const columns = await library.send("POST", "rpc/pages_read?columns=reader", {
        reader: 1,
        at_least: 900,
        x: 1,
      });
      expect(columns.body).toBe(520);
    });

    it("from the query of a GET, with arrays and variadic arguments", async () => {
      expect(
        (await library.visitor.rpc("pages_read", { reader: 1, at_least: 300 }, { get: true })).data,
      ).toBe(320);
      expect((await library.visitor.rpc("joined", { words: ["a b", "c"] }, { get: true })).data).toBe(
        "a b c",
      );
      expect((await library.raw("rpc/joined?words=a&words=b")).body).toBe("a b");
      expect((await library.visitor.rpc("joined", { words: ["x", "y"] })).data).toBe("x y");
    });

    it("of row types and arrays of rows, by POST and GET", async () => {
      const { data } = await library.visitor.from("books").select().in("id", [1, 2]).order("id");
      const [one, two] = data ?? [];
      expect((await library.visitor.rpc("described", { book: one })).data).toBe("Engines by 1");
      expect((await library.visitor.rpc("described", { book: { title: "New", author_id: 3 } })).data).toBe(
        "New by 3",
      );
      expect((await library.visitor.rpc("pages_of", { bound: [one, two] })).data).toBe(520);
      expect((await library.visitor.rpc("lent", { loan: { days: 3 }, more: { days: 4 } })).data).toBe(7);
      expect((await library.raw("rpc/lent?loan=(1,2,30)")).body).toBe(30);
      const archived = library.visitor.schema("archive");
      expect((await archived.rpc("first_of", { authors: [{ id: 7, closed: 1999 }] })).data).toBe(1999);
      expect(await refusal("lent", { loan: 3 })).toMatchObject({ status: 400, code: "22023" });
    });

    it("from a form", async () => {
      const { body } = await library.raw(
        "rpc/books_by?select=title&order=id",
        TYPED("application/x-www-form-urlencoded", "writer=Ada"),
      );
      expect(body).toEqual([{ title: "Engines" }, { title: "Lines" }]);
    });

    it("as the whole body for a single unnamed parameter: JSON, text or bytes", async () => {
      expect((await library.send("POST", "rpc/objects", [{ a: 1 }, { a: 2 }])).body).toBe(2);
      expect((await library.raw("rpc/shouted", TYPED("text/plain", "so, {what}?"))).body).toBe("SO, {WHAT}?");
      const bytes = new Uint8Array([0, 255, 10]);
      expect((await library.raw("rpc/size_of", TYPED("application/octet-stream", bytes))).body).toBe(3);
    });

    // PostgREST: test/spec/Feature/Query/RpcSpec.hs, "rejects json body when single param has a name".
    it("not as the whole body for a single parameter with a name", async () => {
      expect((await library.send("POST", "rpc/named_body", { data: [1] })).body).toEqual([1]);
      for (const body of [{ a: 1 }, [{ a: 1 }]])
        expect(await library.send("POST", "rpc/named_body", body)).toMatchObject({
          status: 404,
          body: {
            code: "PGRST202",
            message: "Could not find the function public.named_body(a) in the schema cache",
          },
        });
    });

    it("unchanged: a character without a length is not truncated", async () => {
      expect((await library.visitor.rpc("padded", { wide: "wide" })).data).toBe("wide");
    });

    it("and refuse invalid JSON and other types", async () => {
      expect((await library.raw("rpc/titles", TYPED("application/json", "{"))).body).toMatchObject({
        code: "PGRST102",
        message: "Empty or invalid json",
      });
      expect((await library.raw("rpc/titles", TYPED("image/png", "x"))).body).toMatchObject({
        code: "PGRST102",
        message: "Content-Type not acceptable: image/png",
      });
      expect(await refusal("pages_read", { reader: "one" })).toMatchObject({ status: 400, code: "22P02" });
    });
  });

  describe("are chosen", () => {
    it("by the names of the arguments", async () => {
      expect((await library.visitor.rpc("sized", { small: 1 })).data).toBe("small");
      expect((await library.visitor.rpc("sized", { large: 1 })).data).toBe("large");
    });

    it("and refused when several match", async () => {
      expect(await refusal("found", { wanted: 1 })).toEqual({
        status: 300,
        statusText: "Multiple Choices",
        code: "PGRST203",
        message:
          "Could not choose the best candidate function between: public.found(wanted => integer), public.found(wanted => text)",
        details: null,
        hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
      });
    });

    it("and refused when none matches, with the most similar name or arguments", async () => {
      expect(await refusal("titels")).toEqual({
        status: 404,
        statusText: "Not Found",
        code: "PGRST202",
        message: "Could not find the function public.titels without parameters in the schema cache",
        details:
          "Searched for the function public.titels without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: null,
      });
      expect(await refusal("shelf_reports")).toMatchObject({
        hint: "Perhaps you meant to call the function public.shelf_report",
      });
      expect(await refusal("pages_read", { readers: 1, at_least: 2 })).toMatchObject({
        message: "Could not find the function public.pages_read(at_least, readers) in the schema cache",
        details:
          "Searched for the function public.pages_read with parameters at_least, readers or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: "Perhaps you meant to call the function public.pages_read(at_least, reader)",
      });
      expect(await refusal("pages_read")).toMatchObject({ code: "PGRST202", hint: null });
      expect((await library.raw("rpc/titles", TYPED("text/plain", "x"))).body).toMatchObject({
        message: "Could not find the function public.titles in the schema cache",
        details:
          "Searched for the function public.titles with a single unnamed text parameter, but no matches were found in the schema cache.",
        hint: null,
      });
      expect((await library.raw("rpc/titles?x=1")).body).toMatchObject({
        details:
          "Searched for the function public.titles with parameter x, but no matches were found in the schema cache.",
      });
    });

    it("from the requested schema, which is also the search path", async () => {
      expect((await library.visitor.schema("archive").rpc("found", { wanted: 1 })).data).toBe("archived 1");
    });
  });

  describe("return", () => {
    it("a value, a list of values, a row, rows or nothing", async () => {
      expect((await library.visitor.rpc("titles")).data).toEqual([
        "Engines",
        "Night Train",
        "Short",
        "Lines",
      ]);
      expect((await library.visitor.rpc("an_author", { author: 2 }).select("name")).data).toEqual({
        name: "Ben",
      });
      expect((await library.visitor.rpc("both_ends")).data).toEqual({ lowest: 64, highest: 320 });
      expect((await library.visitor.rpc("shelf_report").eq("shelf", "poetry")).data).toEqual([
        { shelf: "poetry", books: 1 },
      ]);
      expect(await library.visitor.rpc("forget")).toMatchObject({ status: 204, data: null, error: null });
    });

    it("rows that can be filtered, ordered, paged, counted and embedded like a table's", async () => {
      const { data, count, status } = await library.visitor
        .rpc("books_by", { writer: "Ben" }, { count: "exact" })
        .select("title,authors(name),readers!loans(name)")
        .gt("id", 1)
        .order("id", { ascending: false })
        .range(1, 1);
      expect([status, count, data]).toEqual([
        206,
        2,
        [{ title: "Night Train", authors: { name: "Ben" }, readers: [{ name: "Ria" }, { name: "Sam" }] }],
      ]);
      const row = await library.visitor
        .rpc("an_author", { author: 2 })
        .select("name,books(title)")
        .eq("name", "Ada");
      expect([row.status, row.data]).toEqual([200, null]);
      expect(await library.raw("rpc/shelf_report?select=books(title)")).toMatchObject({
        status: 400,
        body: {
          code: "PGRST200",
          message: "Could not find a relationship between 'shelf_report' and 'books' in the schema cache",
        },
      });
      expect((await library.raw("rpc/shelf_report?select=nothing")).body).toMatchObject({
        code: "42703",
        message: "column shelf_report.nothing does not exist",
      });
    });

    it("counts by POST, GET and HEAD, for every kind of count", async () => {
      for (const count of ["exact", "planned", "estimated"] as const) {
        expect((await library.visitor.rpc("titles", {}, { count })).count).toBe(4);
        expect((await library.visitor.rpc("titles", {}, { get: true, count })).count).toBe(4);
        expect((await library.visitor.rpc("titles", {}, { head: true, count })).count).toBe(4);
      }
      expect((await library.visitor.rpc("pages_read", { reader: 1 }, { count: "exact" })).count).toBe(1);
      expect(await library.visitor.rpc("forget", {}, { count: "exact" })).toMatchObject({
        status: 204,
        count: 1,
      });
      expect((await library.visitor.rpc("titles", {}, { head: true })).data).toBeNull();
    });

    it("one object out of a set or an error, without nulls if they are stripped", async () => {
      expect((await library.visitor.rpc("shelf_report").eq("shelf", "poetry").single()).data).toEqual({
        shelf: "poetry",
        books: 1,
      });
      expect((await library.visitor.rpc("shelf_report").single()).error).toMatchObject({
        code: "PGRST116",
        details: "The result contains 3 rows",
      });
      expect((await library.visitor.rpc("shelf_report").eq("books", 99).maybeSingle()).data).toBeNull();
      const { body } = await library.raw("rpc/books_by?writer=Ben&select=title,pages&order=id", {
        headers: { accept: "application/vnd.pgrst.array+json;nulls=stripped" },
      });
      expect(body).toEqual([{ title: "Night Train", pages: 320 }, { title: "Short" }]);
    });

    // PostgREST: test/spec/Feature/Query/RpcSpec.hs, "overloaded computed column".
    it("computed columns that other tables have too", async () => {
      const ada = { title: "Engines", label: "book Engines" };
      const select = "select=title,label&order=id&limit=1";
      expect((await library.raw(`rpc/books_by?writer=Ada&${select}`)).body).toEqual([ada]);
      expect((await library.raw("rpc/an_author?author=2&select=label")).body).toEqual({
        label: "author Ben",
      });
      const filtered = await library.raw(
        "rpc/books_by?writer=Ada&select=title&label=eq.book Lines&order=label",
      );
      expect(filtered.body).toEqual([{ title: "Lines" }]);
      const written = await library.send(
        "PATCH",
        "books?id=eq.1&select=*,label",
        { title: "Engines" },
        {
          prefer: "return=representation",
        },
      );
      expect(written.body).toMatchObject([ada]);
    });

    // PostgREST: Response.hs, overrideStatusHeaders: headers with one name are all kept.
    it("several headers with one name that SQL set", async () => {
      const { headers } = await library.raw("rpc/two_cookies");
      expect([headers.getSetCookie(), headers.get("content-type")]).toEqual([
        ["a=1", "b=2"],
        "text/x-crumbs",
      ]);
    });

    // PostgREST: ApiRequest.hs, getRanges: "the Range header must be ignored for all methods other than GET".
    it("a range of the rows by GET only", async () => {
      const range = async (method: string, path: string) => {
        const headers = { range: "1-1", prefer: "count=exact" };
        const answer = await library.raw(path, { method, headers });
        return [answer.status, answer.headers.get("content-range")];
      };
      for (const path of ["rpc/books_by?writer=Ada", "books?author_id=eq.1"]) {
        expect(await range("GET", path)).toEqual([206, "1-1/2"]);
        expect(await range("HEAD", path)).toEqual([200, "0-1/2"]);
        expect(await range("HEAD", `${path}&limit=1&offset=1`)).toEqual([206, "1-1/2"]);
      }
    });

    it("the status and headers that SQL set", async () => {
      const { status, headers, body } = await library.raw("rpc/teapot");
      expect([status, headers.get("x-pot"), headers.get("cache-control"), body]).toEqual([
        418,
        "tea",
        "no-store",
        "short and stout",
      ]);
      expect(await library.raw("rpc/odd_headers")).toMatchObject({
        status: 500,
        body: {
          code: "PGRST111",
          message:
            "response.headers guc must be a JSON array composed of objects with a single key and a string value",
        },
      });
    });
  });

  it("accept POST, GET and HEAD only", async () => {
    expect(await library.send("PATCH", "rpc/titles", {})).toMatchObject({
      status: 405,
      body: { code: "PGRST101", message: "Cannot use the PATCH method on RPC" },
    });
    const allow = async (name: string) =>
      (await library.raw(`rpc/${name}`, { method: "OPTIONS" })).headers.get("allow");
    expect(await allow("titles")).toBe("OPTIONS,GET,HEAD,POST");
    expect(await allow("forget")).toBe("OPTIONS,POST");
  });
});
