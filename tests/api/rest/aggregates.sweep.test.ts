/** Aggregates of /rest/v1: count, sum, avg, min and max of rows, embedded rows and spread rows. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("aggregates", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary({ db_aggregates_enabled: "true" });
  });
  afterAll(() => library.stop());

  it("group by the other selected columns", async () => {
    const { data } = await library.visitor
      .from("books")
      .select("shelf,pages.sum(),most:pages.max()::text,titles:count()")
      .order("shelf");
    expect(data).toEqual([
      { shelf: "fiction", sum: 320, most: "320", titles: 2 },
      { shelf: "science", sum: 200, most: "200", titles: 1 },
      { shelf: "poetry", sum: 64, most: "64", titles: 1 },
    ]);
  });

  it("work on embedded rows and group by embedded columns", async () => {
    const { data } = await library.visitor
      .from("authors")
      .select("name,books(count(),pages.min())")
      .eq("id", 2);
    expect(data).toEqual([{ name: "Ben", books: [{ count: 2, min: 320 }] }]);
    const { data: grouped } = await library.visitor.from("books").select("count(),authors(name)");
    expect(grouped).toHaveLength(2);
    expect(grouped).toContainEqual({ count: 2, authors: { name: "Ada" } });
  });

  it("in a spread are computed over the parent's rows", async () => {
    const { data } = await library.visitor
      .from("books")
      .select("shelf,...covers(count(),colour.max())")
      .order("shelf");
    expect(data).toEqual([
      { shelf: "fiction", count: 1, max: "black" },
      { shelf: "science", count: 1, max: "green" },
      { shelf: "poetry", count: 0, max: null },
    ]);
    expect(await library.visitor.from("authors").select("name,...books(pages.sum())")).toMatchObject({
      status: 400,
      error: {
        code: "PGRST127",
        message: "Feature not implemented",
        details: "Aggregates are not implemented for one-to-many or many-to-many spreads.",
      },
    });
  });

  // PostgREST: test/spec/Feature/Query/AggregateFunctionsSpec.hs, "supports the use of aggregates on spreaded fields".
  it("are ordered by the spread columns that group them, or by spread aggregates", async () => {
    const rows = async (search: string) => (await library.raw(`books?select=${search}`)).body;
    expect(await rows("titles:count(),...authors(name)&order=authors(name).desc")).toEqual([
      { titles: 2, name: "Ben" },
      { titles: 2, name: "Ada" },
    ]);
    expect(await rows("titles:count(),...authors(writer:name)&order=authors(name)")).toEqual([
      { titles: 2, writer: "Ada" },
      { titles: 2, writer: "Ben" },
    ]);
    expect(await rows("shelf,...authors(latest:id.max())&order=authors(latest).desc,shelf")).toEqual([
      { shelf: "fiction", latest: 2 },
      { shelf: "science", latest: 1 },
      { shelf: "poetry", latest: 1 },
    ]);
    expect(await rows("count(),authors(name)&order=authors(name).desc")).toEqual([
      { count: 2, authors: { name: "Ben" } },
      { count: 2, authors: { name: "Ada" } },
    ]);
  });

  it("work on a function's rows", async () => {
    const { data } = await library.visitor.rpc("books_by", { writer: "Ada" }).select("pages.avg()");
    expect(data).toEqual([{ avg: 132 }]);
  });

  it("are off unless the project enables them", async () => {
    const plain = await startLibrary();
    const { status, error } = await plain.visitor.from("books").select("pages.sum()");
    await plain.stop();
    expect([status, error?.code, error?.message]).toEqual([
      400,
      "PGRST123",
      "Use of aggregate functions is not allowed",
    ]);
  });
});
