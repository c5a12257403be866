/** The transaction of a /rest/v1 request: its access mode, how it ends, and the function called before it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Library, startLibrary } from "../support/library-host.ts";

describe("functions run in a transaction", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary();
  });
  afterAll(() => library.stop());

  it("that is read-only for GET and HEAD, and for POST if the function is stable or immutable", async () => {
    for (const options of [{ get: true }, { head: true }]) {
      const { status } = await library.visitor.rpc("count_up", { which: "visits" }, options);
      expect(status).toBe(405);
    }
    expect((await library.raw("rpc/count_up?which=visits")).body).toMatchObject({
      code: "25006",
      message: "cannot execute UPDATE in a read-only transaction",
    });
    expect((await library.visitor.rpc("cheats")).status).toBe(405);
    expect((await library.visitor.rpc("count_up", { which: "visits" })).data).toBe(1);
  });

  it("in the preferred time zone", async () => {
    const { body, headers } = await library.send("POST", "rpc/who", {}, { prefer: "timezone=Asia/Tokyo" });
    expect([body, headers.get("preference-applied")]).toEqual([
      expect.objectContaining({ role: "anon", zone: "Asia/Tokyo" }),
      "timezone=Asia/Tokyo",
    ]);
    const zone = async (name: string, more = "") => {
      const answer = await library.send("POST", "rpc/who", {}, { prefer: `${more}timezone=${name}` });
      return [
        answer.status,
        answer.headers.get("preference-applied"),
        (answer.body as { code?: string }).code,
      ];
    };
    expect(await zone("Nowhere/Land")).toEqual([200, null, undefined]);
    // PostgREST: ApiRequest/Preferences.hs: the names of pg_timezone_names are accepted as they are written there.
    expect(await zone("asia/tokyo")).toEqual([200, null, undefined]);
    expect(await zone("asia/tokyo", "handling=strict, ")).toEqual([400, null, "PGRST122"]);
    expect(await zone("Factory", "handling=strict, ")).toEqual([
      200,
      "handling=strict, timezone=Factory",
      undefined,
    ]);
  });

  it("that is rolled back when more rows return than allowed", async () => {
    await library.send("POST", "counters", [
      { name: "a", value: 5 },
      { name: "b", value: 6 },
    ]);
    const strict = { prefer: "handling=strict, max-affected=1" };
    expect(await library.send("POST", "rpc/reset_all", {}, strict)).toMatchObject({
      status: 400,
      body: {
        code: "PGRST124",
        message: "Query result exceeds max-affected preference constraint",
        details: "The query affects 3 rows",
      },
    });
    expect((await library.visitor.from("counters").select("value").eq("name", "a").single()).data).toEqual({
      value: 5,
    });
    expect((await library.send("POST", "rpc/count_up", { which: "a" }, strict)).body).toMatchObject({
      code: "PGRST128",
      message:
        "Function must return SETOF or TABLE when max-affected preference is used with handling=strict",
    });
  });
});

describe("transactions that a client may roll back", () => {
  let library: Library;
  beforeAll(async () => {
    library = await startLibrary({ db_tx_end: "commit-allow-override" });
  });
  afterAll(() => library.stop());

  it("return the result of a write without storing it", async () => {
    const { visitor } = library;
    const value = async () =>
      (await visitor.from("counters").select("value").eq("name", "visits").maybeSingle()).data;
    const inserted = await visitor.from("counters").insert({ name: "gone" }).select("name").rollback();
    expect([inserted.status, inserted.data]).toEqual([201, [{ name: "gone" }]]);
    const updated = await visitor
      .from("counters")
      .update({ value: 7 })
      .eq("name", "visits")
      .select("value")
      .rollback();
    expect(updated.data).toEqual([{ value: 7 }]);
    expect((await visitor.from("counters").delete().eq("name", "visits").rollback()).status).toBe(204);
    expect((await visitor.rpc("count_up", { which: "visits" }).rollback()).data).toBe(1);
    expect(await value()).toEqual({ value: 0 });
    expect((await visitor.from("counters").select("name")).data).toEqual([{ name: "visits" }]);
    const { headers } = await library.send("POST", "notes", { text: "x" }, { prefer: "tx=rollback" });
    expect(headers.get("preference-applied")).toBe("tx=rollback");
  });

  it("are committed by default, and leave no settings on the connection", async () => {
    await library.visitor.from("notes").insert({ text: "kept" });
    await library.visitor.from("notes").insert({ text: "undone" }).rollback();
    expect((await library.visitor.from("notes").select("text")).data).toEqual([{ text: "kept" }]);
    expect((await library.visitor.rpc("who")).data).toMatchObject({ role: "anon" });
  });
});

describe("a function before every request", () => {
  it("may refuse the request", async () => {
    const library = await startLibrary({ db_pre_request: "public.be_kind" });
    const rude = { "x-manners": "none" };
    expect(await library.raw("books", { headers: rude })).toMatchObject({
      status: 451,
      body: { code: "PT451", message: "say please" },
    });
    expect((await library.send("POST", "notes", { text: "x" }, rude)).status).toBe(451);
    expect((await library.raw("books?select=id&limit=1")).body).toEqual([{ id: 1 }]);
    await library.stop();
  });
});
