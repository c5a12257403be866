/** Filters of /rest/v1: every operator, modifiers, JSON paths and logic trees, through the official client where it supports them. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("filters", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  const names = () => library.visitor.from("authors").select("name").order("id");
  const titles = () => library.visitor.from("books").select("title").order("id");

  it.each([
    ["contains", "tags", "cs", "{letters}", ["Ada", "Ben"]],
    ["is contained by", "tags", "cd", "{letters,verse}", ["Ben", "Cyd"]],
    ["overlaps", "tags", "ov", "{maths,verse}", ["Ada"]],
    ["contains json", "facts", "cs", '{"home":{"town":"York"}}', ["Ben"]],
    ["is contained by json", "facts", "cd", '{"home":{"town":"York"},"x":1}', ["Ben", "Cyd"]],
    ["a range contains a range", "years", "cs", "[1944,1946)", ["Ada", "Ben"]],
    ["a range is left of", "years", "sl", "[1960,1970)", ["Ada"]],
    ["a range is right of", "years", "sr", "[1900,1920)", ["Ben"]],
    ["a range does not extend right of", "years", "nxr", "[1900,1950)", ["Ada"]],
    ["a range does not extend left of", "years", "nxl", "[1930,1990)", ["Ben"]],
    ["a range is adjacent to", "years", "adj", "[1950,1960)", ["Ada"]],
    ["a pattern", "name", "match", "^[AB]", ["Ada", "Ben"]],
    ["a pattern whatever its case", "name", "imatch", "^[ab]", ["Ada", "Ben"]],
    ["is distinct from", "pen_name", "isdistinct", "A.", ["Ben", "Cyd"]],
    ["not null", "pen_name", "is", "not_null", ["Ada", "Cyd"]],
    ["a word of a json path", "facts->home->>town", "eq", "Leeds", ["Ada"]],
    ["a json value of a path", "facts->home->floor", "eq", "2", ["Ada"]],
    ["an item of a json array", "facts->prizes->1", "eq", "5", ["Ada"]],
    ["an item from the end", "facts->prizes->>-1", "eq", "5", ["Ada"]],
    ["a computed column", "initials", "eq", "B", ["Ben"]],
    ["quotes and commas in a list", "pen_name", "in", '("A.","C, the \\"third\\"")', ["Ada", "Cyd"]],
    ["none of a list", "id", "not.in", "(1,2)", ["Cyd"]],
    ["any of patterns", "name", "like(any)", "{A*,C*}", ["Ada", "Cyd"]],
    ["all of patterns", "name", "ilike(all)", "{*a,a*}", ["Ada"]],
    ["equal to any", "id", "eq(any)", "{1,3}", ["Ada", "Cyd"]],
    ["greater than all", "id", "gt(all)", "{1,2}", ["Cyd"]],
    ["not any", "id", "not.eq(any)", "{1,3}", ["Ben"]],
  ])("%s", async (_, column, operator, value, found) => {
    const { data, error } = await names().filter(column, operator, value);
    expect(error).toBeNull();
    expect(data?.map(({ name }) => name)).toEqual(found);
  });

  it.each([
    ["fts", "'number' & 'line'", ["Lines"]],
    ["plfts", "numbers lines", ["Lines"]],
    ["phfts", "train leaves", ["Night Train"]],
    ["wfts", '"leaves at night" or engines', ["Engines", "Night Train"]],
    ["not.fts", "number", ["Night Train"]],
  ])("searches a text vector with %s", async (operator, text, found) => {
    const [word = "", negated] = operator.split(".").reverse();
    const { data } = await titles().filter("words", `${negated ? "not." : ""}${word}(english)`, text);
    expect(data?.map(({ title }) => title)).toEqual(found);
  });

  it("searches words in text and JSON columns, with and without a language", async () => {
    expect((await titles().textSearch("blurb", "numbers", { config: "english" })).data).toEqual([
      { title: "Engines" },
      { title: "Lines" },
    ]);
    expect((await titles().textSearch("blurb", "number", { config: "simple" })).data).toEqual([]);
    expect((await titles().textSearch("blurb", "leaves night", { type: "plain" })).data).toEqual([
      { title: "Night Train" },
    ]);
    expect((await names().textSearch("facts", "york")).data).toEqual([{ name: "Ben" }]);
    expect((await names().textSearch("facts->home", "leeds")).data).toEqual([{ name: "Ada" }]);
  });

  // PostgREST: Plan.hs, resolveTypeOrUnknown; test/spec/Feature/Query/QuerySpec.hs, "works with tsvector computed fields".
  it("searches words in computed columns and in domains over a text vector", async () => {
    const found = async (filter: string) =>
      ((await library.raw(`books?select=title&order=id&${filter}`)).body as { title: string }[]).map(
        ({ title }) => title,
      );
    expect(await found("all_words=fts(english).numbers")).toEqual(["Engines", "Lines"]);
    expect(await found("title_and_blurb=fts(english).leave")).toEqual(["Night Train"]);
    for (const filter of ["words=fts(english).engine", "tagged=fts(english).train"])
      expect((await library.raw(`clippings?select=id&${filter}`)).body).toEqual([{ id: 1 }]);
  });

  // PostgREST: test/spec/Feature/Query/RelatedQueriesSpec.hs, "doesn't interfere filtering when embedding using the column name".
  it.each([
    ["reader_id=eq.1", [7, 14]],
    ["reader_id=not.eq.1", [3]],
    ["reader_id=in.(2,3)", [3]],
    ["or=(reader_id.gt.1,days.eq.7)", [7, 3]],
    ["reader_id=is.not_null&days=lt.5", [3]],
    ["reader_id=is.null", []],
  ])("filters by a column that has the same name as an embed: %s", async (filter, days) => {
    const { body } = await library.raw(`loans?select=days,reader_id(name)&order=book_id,reader_id&${filter}`);
    expect((body as { days: number }[]).map((loan) => loan.days)).toEqual(days);
  });

  // PostgREST: ApiRequest/QueryParams.hs, pListVal.
  it("ignores spaces around the parentheses of a list", async () => {
    const ids = async (list: string) =>
      ((await library.raw(`authors?select=id&order=id&id=in.${encodeURIComponent(list)}`)).body as object[])
        .length;
    expect([await ids("( )"), await ids("()"), await ids(" ( 1,2) "), await ids("(1, 3)")]).toEqual([
      0, 0, 2, 2,
    ]);
  });

  it("works with the client's filter methods", async () => {
    expect((await names().likeAllOf("name", ["%a%", "A%"])).data).toEqual([{ name: "Ada" }]);
    expect((await names().ilikeAnyOf("name", ["%D", "b%"])).data).toEqual([{ name: "Ben" }, { name: "Cyd" }]);
    expect((await names().rangeAdjacent("years", "[1950,1960)")).data).toEqual([{ name: "Ada" }]);
    expect((await names().containedBy("tags", ["letters", "maths"])).data).toHaveLength(3);
    expect((await names().match({ name: "Ada", id: 1 })).data).toEqual([{ name: "Ada" }]);
    expect((await names().not("tags", "cs", "{maths}")).data).toEqual([{ name: "Ben" }, { name: "Cyd" }]);
  });

  it.each([
    ["or", "or=(id.eq.1,name.like.C*)", ["Ada", "Cyd"]],
    ["and within or", "or=(id.eq.3,and(id.gt.1,tags.cs.{letters}))", ["Ben", "Cyd"]],
    ["not.and", "not.and=(id.gte.1,id.lte.2)", ["Cyd"]],
    ["not within", "and=(id.gt.0,not.or(name.eq.Ada,name.eq.Ben))", ["Cyd"]],
    ["a list within", 'or=(pen_name.in.("C, the \\"third\\""),id.eq.2)', ["Ben", "Cyd"]],
    ["a json path within", "or=(facts->home->>town.eq.York,id.eq.3)", ["Ben", "Cyd"]],
    ["a modifier within", "or=(name.like(any).{A*,B*},id.eq.0)", ["Ada", "Ben"]],
    ["full text within", "or=(facts.fts(english).leeds,id.eq.3)", ["Ada", "Cyd"]],
    ["two parameters, both of which count", "or=(id.eq.1,id.eq.2)&or=(id.eq.2,id.eq.3)", ["Ben"]],
  ])("evaluates logic: %s", async (_, search, found) => {
    const { body } = await library.raw(`authors?select=name&order=id&${encodeURI(search)}`);
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(found);
  });

  it("selects and orders by JSON paths", async () => {
    const { data } = await library.visitor
      .from("authors")
      .select("town:facts->home->>town, facts->prizes->0, facts->home")
      .order("facts->home->>town", { ascending: false, nullsFirst: false });
    expect(data).toEqual([
      { town: "York", prizes: null, home: { town: "York" } },
      { town: "Leeds", prizes: 3, home: { town: "Leeds", floor: 2 } },
      { town: null, prizes: null, home: null },
    ]);
  });

  it.each([
    ["id=noop.0", "noop.0", 1, 'unexpected "o" expecting "not" or operator (eq, gt, ...)'],
    ["id=val", "val", 1, 'unexpected "v" expecting "not" or operator (eq, gt, ...)'],
    ["id=eq().1", "eq().1", 4, 'unexpected ")" expecting operator (eq, gt, ...)'],
    ["id=is().1", "is().1", 3, 'unexpected "(" expecting operator (eq, gt, ...)'],
    ["id=not.was.1", "not.was.1", 5, 'unexpected "w" expecting operator (eq, gt, ...)'],
    ["id=is.so", "is.so", 4, 'unexpected "s" expecting isVal: (null, not_null, true, false, unknown)'],
  ])("points at the error in %s", async (search, filter, column, details) => {
    expect((await library.raw(`authors?${search}`)).body).toEqual({
      code: "PGRST100",
      message: `"failed to parse filter (${filter})" (line 1, column ${column})`,
      details,
      hint: null,
    });
  });

  it("accepts unusual JSON keys, and unusual column names in quotes", async () => {
    const { body } = await library.raw(
      `authors?select=facts->home!@$%25^%26*_a,facts->>"a.b"&id=eq.1&facts->>x y=is.null`,
    );
    expect(body).toEqual([{ "home!@$%^&*_a": null, "a.b": null }]);
    const quoted = await library.raw('counters?select="two words"&"two words"=is.null&order="two words"');
    expect(quoted.body).toEqual([{ "two words": null }]);
  });

  it.each([
    ["an operator that is none", "id=what.1", "PGRST100"],
    ["a modifier that the operator has not", "id=neq(any).{1}", "PGRST100"],
    ["is with a value", "id=is.1", "PGRST100"],
    ["a list without its end", "id=in.(1", "PGRST100"],
    ["an empty logic tree", "or=()", "PGRST100"],
    ["a value of another type", "id=eq.one", "22P02"],
    ["a language that is none", "name=fts(klingon).x", "42704"],
    ["a column that is not there", "nothing=eq.1", "42703"],
  ])("refuses %s", async (_, search, code) => {
    const { status, body } = await library.raw(`authors?${search}`);
    expect([status, (body as { code: string }).code]).toEqual([400, code]);
  });
});
