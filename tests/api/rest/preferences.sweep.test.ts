/** The effect of each Prefer value on a write over /rest/v1, and what the response confirms. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("preferences", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  beforeEach(() => library.resetCounters());
  afterAll(() => library.stop());

  const counters = () => library.counters();
  it("return: the row's location, the row, or nothing", async () => {
    const created = await library.send(
      "POST",
      "counters",
      { name: "c d", value: 3 },
      { prefer: "return=headers-only" },
    );
    expect([created.status, created.headers.get("location"), created.text]).toEqual([
      201,
      "/counters?name=eq.c%20d",
      "",
    ]);
    const two = await library.send("POST", "counters", [{ name: "e" }, { name: "f" }], {
      prefer: "return=headers-only",
    });
    expect(two.headers.get("location")).toBeNull();
    const minimal = await library.send("DELETE", "counters?name=eq.e", null, { prefer: "return=minimal" });
    expect([minimal.status, minimal.text]).toEqual([204, ""]);
  });

  it("missing=default: missing keys take the column's default, also for identity columns", async () => {
    const { data } = await library.visitor
      .from("books")
      .insert(
        [
          { id: 50, title: "Named", author_id: 3 },
          { title: "Numbered", author_id: 3, shelf: "poetry" },
        ],
        {
          defaultToNull: false,
        },
      )
      .select("id,shelf");
    expect(data).toEqual([
      { id: 50, shelf: "fiction" },
      { id: 101, shelf: "poetry" },
    ]);
    const updated = await library.send(
      "PATCH",
      "counters?name=eq.b&columns=value",
      {},
      { prefer: "missing=default, return=representation" },
    );
    expect(updated.body).toMatchObject([{ name: "b", value: 0 }]);
    const nulls = await library.send("POST", "counters?columns=name,value", [{ name: "n" }]);
    expect(nulls.body).toMatchObject({ code: "23502" });
  });

  it("count: exact and estimated count the written rows, planned does not", async () => {
    const range = async (method: string, path: string, body: unknown, count: string) =>
      (await library.send(method, path, body, { prefer: `count=${count}` })).headers.get("content-range");
    expect(await range("POST", "counters", [{ name: "c" }, { name: "d" }], "exact")).toBe("*/2");
    expect(await range("PATCH", "counters?name=in.(c,d)", { value: 4 }, "estimated")).toBe("0-1/2");
    expect(await range("PATCH", "counters?name=eq.none", { value: 4 }, "exact")).toBe("*/0");
    expect(await range("PATCH", "counters?name=eq.c", { value: 4 }, "planned")).toBe("0-0/*");
    expect(await range("DELETE", "counters?name=in.(c,d)", null, "exact")).toBe("*/2");
    expect((await library.visitor.from("counters").upsert({ name: "a" }, { count: "exact" })).count).toBe(1);
  });

  it("max-affected: limits updates and deletes, only with handling=strict", async () => {
    const update = (prefer: string) =>
      library.send("PATCH", "counters?name=in.(a,b)", { value: 9 }, { prefer });
    expect(await update("handling=strict, max-affected=1")).toMatchObject({
      status: 400,
      body: { code: "PGRST124", details: "The query affects 2 rows" },
    });
    expect(await counters()).toEqual({ a: 1, b: 2 });
    expect((await update("handling=strict, max-affected=2")).headers.get("preference-applied")).toBe(
      "handling=strict, max-affected=2",
    );
    expect((await update("max-affected=1")).status).toBe(204);
    const deleted = await library.send("DELETE", "counters?name=neq.", null, {
      prefer: "handling=strict, max-affected=1",
    });
    expect(deleted.body).toMatchObject({ code: "PGRST124" });
    const inserted = await library.send("POST", "counters", [{ name: "x" }, { name: "y" }], {
      prefer: "handling=strict, max-affected=1",
    });
    expect(inserted.status).toBe(201);
  });

  it("handling=strict: refuses unknown preferences", async () => {
    const odd = { prefer: "handling=strict, colour=blue, return=everything, count=exact" };
    expect(await library.send("POST", "counters", { name: "q" }, odd)).toMatchObject({
      status: 400,
      body: {
        code: "PGRST122",
        message: "Invalid preferences given with handling=strict",
        details: "Invalid preferences: colour=blue, return=everything",
      },
    });
    expect((await library.send("POST", "counters", { name: "q" }, { prefer: "colour=blue" })).status).toBe(
      201,
    );
  });

  it("Preference-Applied lists the applied preferences in a fixed order", async () => {
    const { headers } = await library.send(
      "POST",
      "counters",
      { name: "a" },
      {
        prefer:
          "count=exact, return=representation, missing=default, resolution=merge-duplicates, tx=rollback, odd=1",
      },
    );
    expect(headers.get("preference-applied")).toBe(
      "resolution=merge-duplicates, missing=default, return=representation, count=exact",
    );
    const keyless = await library.send(
      "POST",
      "notes",
      { text: "a" },
      { prefer: "resolution=merge-duplicates" },
    );
    expect(keyless.headers.get("preference-applied")).toBeNull();
  });

  it("tx=rollback is ignored unless the project allows it", async () => {
    await library.visitor.from("counters").insert({ name: "kept" }).rollback();
    expect(await counters()).toHaveProperty("kept");
  });
});
