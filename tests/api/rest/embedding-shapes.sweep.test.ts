/** The effect of an embed on the rows of /rest/v1: which rows stay, their order, their number and their columns. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("embedded resources", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  const select: Library["select"] = (...request) => library.select(...request);
  const refusal: Library["refusal"] = (...request) => library.refusal(...request);

  it("an inner embed keeps and counts only rows that have a match", async () => {
    const { data, count } = await library.visitor
      .from("books")
      .select("title,covers!inner(colour)", { count: "exact" })
      .eq("covers.colour", "black");
    expect([data, count]).toEqual([[{ title: "Night Train", covers: { colour: "black" } }], 1]);
    const left = await library.visitor.from("books").select("covers!left(colour)", { count: "exact" });
    expect(left.count).toBe(4);
    const nested = await library.visitor
      .from("authors")
      .select("name,books!inner(covers!inner(colour))")
      .eq("books.covers.colour", "green");
    expect(nested.data).toEqual([{ name: "Ada", books: [{ covers: { colour: "green" } }] }]);
  });

  it("a null filter on an embed finds rows with or without a match, also in a logic tree", async () => {
    const ask = () => library.visitor.from("books").select("title,covers()", { count: "exact" }).order("id");
    expect(await ask().is("covers", null)).toMatchObject({
      count: 2,
      data: [{ title: "Short" }, { title: "Lines" }],
    });
    expect((await ask().not("covers", "is", null)).count).toBe(2);
    expect((await ask().or("covers.is.null,title.eq.Engines")).count).toBe(3);
    expect((await library.visitor.from("authors").select("name,books()").is("books", null)).data).toEqual([
      { name: "Cyd" },
    ]);
    expect(await library.visitor.from("books").select("covers()").eq("covers", "x")).toMatchObject({
      status: 400,
      error: { code: "PGRST120" },
    });
  });

  // PostgREST: test/spec/Feature/Query/RelatedQueriesSpec.hs, "works with count=planned" and "works with count=estimated".
  it.each(["planned", "estimated"])("a null filter on an embed works with count=%s", async (kind) => {
    const titles = async (search: string) => {
      const { status, headers, body } = await library.raw(`books?select=title,${search}&order=id`, {
        headers: { prefer: `count=${kind}` },
      });
      expect([200, 206]).toContain(status);
      expect(headers.get("content-range")).toMatch(/^0-\d\/[1-9]\d*$/);
      return (body as { title: string }[]).map(({ title }) => title);
    };
    expect(await titles("covers()&covers=is.null")).toEqual(["Short", "Lines"]);
    expect(await titles("covers(colour)&covers=not.is.null&id=gt.1")).toEqual(["Night Train"]);
    expect(await titles("...covers(colour)&covers=not.is.null")).toEqual(["Engines", "Night Train"]);
    expect(await titles("readers!loans()&readers.id=eq.1&readers=not.is.null")).toEqual([
      "Engines",
      "Night Train",
    ]);
    expect(await titles("covers(),authors()&covers.colour=eq.green&or=(covers.not.is.null,id.eq.4)")).toEqual(
      ["Engines", "Lines"],
    );
  });

  // PostgREST: QueryBuilder.hs, readPlanToQuery: a select list without columns.
  it("an empty select returns rows without columns", async () => {
    const { raw } = library;
    expect((await raw("books?select=&id=lt.3")).body).toEqual([{}, {}]);
    expect((await raw("books?select=authors(),covers()&id=eq.1")).body).toEqual([{}]);
    expect((await raw("rpc/books_by?writer=Ada&select=")).body).toEqual([{}, {}]);
    expect((await raw("rpc/an_author?author=1&select=")).body).toEqual({});
    expect(
      (await raw("books?select=&id=eq.1", { headers: { accept: "application/vnd.pgrst.object+json" } })).body,
    ).toEqual({});
    expect((await raw("books?select=", { headers: { accept: "text/csv" } })).text).toBe("\n\n\n\n");
    const written = await library.send(
      "POST",
      "notes?select=",
      { text: "x" },
      { prefer: "return=representation" },
    );
    expect([written.status, written.body]).toEqual([201, [{}]]);
  });

  it("embedded rows are filtered, ordered and paged by name or alias", async () => {
    const { data } = await library.visitor
      .from("authors")
      .select("name,written:books(title)")
      .eq("id", 1)
      .order("title", { referencedTable: "written", ascending: false })
      .limit(1, { referencedTable: "written" })
      .or("pages.gt.100,pages.lt.100", { referencedTable: "written" });
    expect(data).toEqual([{ name: "Ada", written: [{ title: "Lines" }] }]);
    const { body } = await library.raw(
      "authors?select=written:books(title)&id=eq.1&books.order=id&books.limit=1&books.offset=1&written.pages=not.is.null",
    );
    expect(body).toEqual([{ written: [{ title: "Lines" }] }]);
  });

  it("rows are ordered by a column of a to-one embed, but not of a to-many or missing embed", async () => {
    const titles = async (search: string) =>
      ((await library.raw(`books?select=title,${search}`)).body as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await titles("authors(id)&order=authors(name).desc,id")).toEqual([
      "Night Train",
      "Short",
      "Engines",
      "Lines",
    ]);
    expect(await titles("...authors(name)&order=authors(id).desc,id.desc")).toEqual([
      "Short",
      "Night Train",
      "Lines",
      "Engines",
    ]);
    expect((await library.raw("authors?select=books(id)&order=books(id)")).body).toMatchObject({
      code: "PGRST118",
      message: "A related order on 'books' is not possible",
      details: "'authors' and 'books' do not form a many-to-one or one-to-one relationship",
    });
    expect((await library.raw("authors?order=books(id)")).body).toMatchObject({ code: "PGRST108" });
  });

  it("a spread turns a to-one embed into columns and a to-many embed into arrays", async () => {
    expect(
      await select("books", "title,...authors(writer:name,...first_cover(colour)),covers(*)", 1),
    ).toEqual([
      { title: "Engines", writer: "Ada", colour: "green", covers: { book_id: 1, colour: "green" } },
    ]);
    expect(
      await select("readers", "name,...books!loans(title,covers(colour)),...readers(mentees:name)", 1),
    ).toEqual([
      {
        name: "Ria",
        title: ["Engines", "Night Train"],
        covers: [{ colour: "green" }, { colour: "black" }],
        mentees: ["Sam", "Tam"],
      },
    ]);
    expect(await select("authors", "...books(title)", 3)).toEqual([{ title: [] }]);
  });

  it("PostgreSQL refuses two embeds with the same name", async () => {
    expect(await refusal("letters", "readers!sender_id(name),readers!receiver_id(name)")).toMatchObject({
      status: 400,
      code: "42712",
      message: 'table name "letters_readers_1" specified more than once',
    });
    expect(await refusal("authors", "books(nothing)")).toMatchObject({
      code: "42703",
      message: "column books_1.nothing does not exist",
    });
  });

  it("internal names never collide with columns", async () => {
    expect(await select("authors", "r:name,j:books(r:title,j:covers(r:colour))", 2)).toEqual([
      {
        r: "Ben",
        j: [
          { r: "Night Train", j: { r: "black" } },
          { r: "Short", j: null },
        ],
      },
    ]);
  });
});
