import { describe, expect, it } from "vitest";
import { RestError } from "../errors.ts";
import { parseFilter, parseLogic } from "./filter.ts";
import { acceptedType } from "./media-type.ts";
import { parseOrder } from "./order.ts";
import { applied, parsePreferences, rowLimit } from "./preferences.ts";
import { parseQuery } from "./query-parameters.ts";
import { intersect, parseRange } from "./range.ts";
import { parseColumns, parseSelect } from "./select.ts";

const field = (name: string, ...path: { asText: boolean; key: string | number }[]) => ({ name, path });
const refusal = (run: () => unknown): string => {
  try {
    run();
    return "nothing was refused";
  } catch (error) {
    if (error instanceof RestError) return `${error.code} ${error.message}`;
    throw error;
  }
};

describe("select", () => {
  it("parses columns, aliases, casts, json paths and aggregates", () => {
    const plain = { kind: "field", cast: null, alias: null, aggregate: null };
    expect(
      parseSelect('id, when:match_date::text,data->a->>0,"odd,name",total:points::int.sum()::text'),
    ).toEqual([
      { ...plain, field: field("id") },
      { ...plain, field: field("match_date"), cast: "text", alias: "when" },
      { ...plain, field: field("data", { asText: false, key: "a" }, { asText: true, key: 0 }) },
      { ...plain, field: field("odd,name") },
      {
        ...plain,
        field: field("points"),
        alias: "total",
        cast: "int",
        aggregate: { name: "sum", cast: "text" },
      },
    ]);
    expect(parseSelect("count()")).toEqual([
      { ...plain, field: field("*"), aggregate: { name: "count", cast: null } },
    ]);
  });

  it("parses embeds with alias, hint, join and spread, nested to a reasonable depth", () => {
    expect(parseSelect("home:teams!home_id!inner(name,league(*)),...ground(city)")).toMatchObject([
      {
        kind: "embed",
        name: "teams",
        alias: "home",
        hint: "home_id",
        inner: true,
        spread: false,
        select: [{}, { name: "league" }],
      },
      { kind: "embed", name: "ground", alias: null, hint: null, inner: false, spread: true },
    ]);
  });

  it("parses an empty list of the table and of an embed", () => {
    expect(parseSelect("")).toEqual([]);
    expect(parseSelect("teams()")).toMatchObject([{ kind: "embed", select: [] }]);
  });

  it.each(["id,", "name!hint", "name::", "teams(name", "teams(name))", "a b)c", "->x", "id::int;drop"])(
    "refuses %s",
    (text) => {
      expect(refusal(() => parseSelect(text))).toContain("PGRST100");
    },
  );

  it("reports the position of an error, as PostgREST does", () => {
    expect(refusal(() => parseSelect("id,teams(name"))).toBe(
      'PGRST100 "failed to parse select parameter (id,teams(name)" (line 1, column 14)',
    );
  });

  it("parses the columns of a write", () => {
    expect(parseColumns('id, "a,b"', "columns")).toEqual(["id", "a,b"]);
  });
});

describe("filters", () => {
  it.each([
    ["eq.a.b,c", false, { kind: "compare", operator: "eq", quantifier: null, value: "a.b,c" }],
    ["not.gt.5", true, { kind: "compare", operator: "gt", quantifier: null, value: "5" }],
    ["like(any).{a*,b*}", false, { kind: "compare", operator: "like", quantifier: "any", value: "{a*,b*}" }],
    ['in.(1,"a,b",c)', false, { kind: "in", values: ["1", "a,b", "c"] }],
    ["is.NULL", false, { kind: "is", value: "null" }],
    ["wfts(english).a or b", false, { kind: "fts", operator: "wfts", language: "english", value: "a or b" }],
    ["eq.", false, { kind: "compare", operator: "eq", quantifier: null, value: "" }],
  ])("parses %s", (text, negated, operation) => {
    expect(parseFilter(field("x"), text)).toMatchObject({ negated, operation });
  });

  it.each(["foo.1", "eq", "is.maybe", "in.1,2", "in.(1,2", "cs(any).{a}", "1", ""])("refuses %j", (text) => {
    expect(refusal(() => parseFilter(field("x"), text))).toContain("PGRST100");
  });

  it("parses a tree of conditions", () => {
    expect(parseLogic("not.or", '(a.eq.1,not.and(b.in.(x,y),c->>d.not.is.null),e.eq."q,)")')).toMatchObject({
      operator: "or",
      negated: true,
      members: [
        { kind: "filter", field: { name: "a" } },
        {
          kind: "group",
          operator: "and",
          negated: true,
          members: [{ operation: { values: ["x", "y"] } }, { negated: true, field: { name: "c" } }],
        },
        { operation: { value: "q,)" } },
      ],
    });
  });

  it("refuses a tree that is too deep", () => {
    expect(refusal(() => parseLogic("or", `${"(and".repeat(100)}(a.eq.1)${")".repeat(100)}`))).toContain(
      "PGRST100",
    );
  });
});

describe("order", () => {
  it("parses direction, nulls, json paths and columns of an embed", () => {
    expect(parseOrder("a.desc.nullslast,b->>c,teams(name).asc")).toEqual([
      { relation: null, field: field("a"), direction: "desc", nulls: "last" },
      { relation: null, field: field("b", { asText: true, key: "c" }), direction: null, nulls: null },
      { relation: "teams", field: field("name"), direction: "asc", nulls: null },
    ]);
  });

  it.each(["a.ac", "a.descc", "a.asc.nulls", "a,,b"])("refuses %s", (text) => {
    expect(refusal(() => parseOrder(text))).toContain("PGRST100");
  });
});

describe("the query string", () => {
  it("groups the parameters by what they concern", () => {
    const query = parseQuery(
      new URLSearchParams(
        "select=id&id=eq.1&teams.name=eq.x&teams.order=name&limit=5&teams.limit=2&offset=3&teams.or=(a.eq.1)&apikey=k",
      ),
      false,
    );
    expect(query.where.map(({ path }) => path.join("."))).toEqual(["", "teams", "teams"]);
    expect([query.limits, query.offsets]).toEqual([
      [
        { path: [], value: 5 },
        { path: ["teams"], value: 2 },
      ],
      [{ path: [], value: 3 }],
    ]);
    expect(query.order[0]?.path).toEqual(["teams"]);
  });

  it("treats a value that does not look like a filter as an argument of a call", () => {
    const query = parseQuery(new URLSearchParams("club=1&name=St.%20James&points=gt.1"), true);
    expect(query.args).toEqual([
      ["club", "1"],
      ["name", "St. James"],
    ]);
    expect(query.where).toHaveLength(1);
  });

  it("ignores an invalid limit", () => {
    expect(parseQuery(new URLSearchParams("limit=ten"), false).limits).toEqual([]);
  });
});

describe("headers", () => {
  it("uses the first of several values of a preference, and confirms those that apply", () => {
    const preferences = parsePreferences(
      "return=representation, count=exact, return=minimal, resolution=merge-duplicates, tx=rollback, odd=1",
      false,
    );
    expect(preferences).toMatchObject({
      return: "representation",
      count: "exact",
      resolution: "merge-duplicates",
    });
    expect(applied(preferences, ["resolution", "return", "count", "tx"])).toBe(
      "resolution=merge-duplicates, return=representation, count=exact",
    );
    expect(applied(preferences, ["count", "tx", "handling"])).toBe("count=exact");
    expect(applied(parsePreferences("tx=rollback", true), ["tx"])).toBe("tx=rollback");
  });

  it("limits the written rows only when strict", () => {
    expect(rowLimit(parsePreferences("max-affected=5", false))).toBeNull();
    expect(rowLimit(parsePreferences("handling=strict, max-affected=5", false))).toBe(5);
  });

  it("parses a range of rows and combines it with limit and offset", () => {
    expect(parseRange("10-19")).toEqual({ offset: 10, limit: 10 });
    expect(parseRange("10-")).toEqual({ offset: 10, limit: null });
    expect(parseRange("bytes=0-5")).toBeNull();
    expect(intersect({ offset: 5, limit: 10 }, { offset: 8, limit: 100 })).toEqual({ offset: 8, limit: 7 });
  });

  it("chooses the first known media type", () => {
    const NONE = { own: [], any: [] };
    expect(acceptedType(null, false, NONE)).toEqual({ kind: "json", stripNulls: false });
    expect(acceptedType("text/html, application/vnd.pgrst.object+json;nulls=stripped", false, NONE)).toEqual({
      kind: "object",
      stripNulls: true,
    });
    expect(refusal(() => acceptedType("image/png", false, NONE))).toContain("PGRST107");
  });

  it("prefers the project's own media types, except to PostgREST's vendor types", () => {
    const handler = (mediaType: string) => ({ mediaType, isBytes: false, aggregate: null });
    const [page, csv, all] = [handler("text/html"), handler("text/csv"), handler("*/*")];
    const typed = (accept: string, own: (typeof page)[]) => acceptedType(accept, false, { own, any: [csv] });
    expect(typed("text/html;q=0.9, text/csv;q=0.5", [page])).toEqual({ kind: "custom", handler: page });
    expect(typed("text/csv", [page])).toEqual({ kind: "custom", handler: csv });
    expect(typed("image/png", [page, all])).toEqual({ kind: "custom", handler: all });
    expect(typed("*/*", [page]).kind).toBe("json");
    expect(typed("application/vnd.pgrst.object+json", [page, all]).kind).toBe("object");
  });
});
