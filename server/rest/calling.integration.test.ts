import { expect, it } from "vitest";
import { describeRest } from "./rest-host.fixture.ts";

describeRest("calling functions", (host) => {
  const rpc = (name: string, args?: object, options?: { get?: boolean; head?: boolean; count?: "exact" }) =>
    host().signedIn.rpc(name, args, options);
  const raw = async (path: string, init?: RequestInit) => {
    const response = await host().fetch(`rpc/${path}`, {
      ...init,
      headers: { "content-type": "application/json", ...init?.headers },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };

  it("by POST and by GET, with defaults", async () => {
    expect((await rpc("add", { a: 1 })).data).toBe(11);
    expect((await rpc("add", { a: 1, b: 2 }, { get: true })).data).toBe(3);
  });

  it("calls with the arguments of each request, also if an earlier one had the same names", async () => {
    const results = [];
    for (const args of [{ a: 1, b: 2 }, { a: 3, b: 4 }, { b: 6, a: 5 }, { a: 7 }, { a: 8 }])
      results.push((await rpc("add", args)).data);
    expect(results).toEqual([3, 7, 11, 17, 18]);
  });

  it("returns the shape of the function's result", async () => {
    expect((await rpc("one_club", { _id: 2 })).data).toMatchObject({ id: 2, name: "City" });
    expect((await rpc("club_names")).data).toEqual(["Albion", "City", "Rovers"]);
    expect((await rpc("form")).data).toEqual([
      { club: "Rovers", points: 3 },
      { club: "City", points: 1 },
    ]);
    expect(await rpc("nothing")).toMatchObject({ status: 204, data: null, error: null });
  });

  it("selects, filters, orders, limits, embeds and counts the rows of a set", async () => {
    const { data, count } = await rpc("fixtures_of", { club: 1 }, { count: "exact" })
      .select("id,home:clubs!home_id(name)")
      .order("id", { ascending: false })
      .gt("id", 0)
      .limit(1);
    expect([data, count]).toEqual([[{ id: 3, home: { name: "Albion" } }], 2]);
    expect((await raw("form?points=gt.1&select=club")).body).toEqual([{ club: "Rovers" }]);
    expect((await rpc("fixtures_of", { club: 1 }, { head: true, count: "exact" })).count).toBe(2);
  });

  it("returns a single object of a set, or refuses", async () => {
    expect((await rpc("form").eq("points", 3).single()).data).toEqual({ club: "Rovers", points: 3 });
    expect((await rpc("fixtures_of", { club: 1 }).single()).error?.code).toBe("PGRST116");
  });

  it("passes a whole body to a function with one unnamed json argument", async () => {
    expect((await raw("echo", { method: "POST", body: '[{"a":1},{"a":2}]' })).body).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
    expect((await raw("echo", { method: "POST", body: "[1,2]" })).body.code).toBe("PGRST102");
    for (const b of [1, 2, 2])
      expect((await raw("echo", { method: "POST", body: `{"b":${b}}` })).body).toEqual({ b });
  });

  it("collects a variadic argument", async () => {
    expect((await raw("total?numbers=1&numbers=2")).body).toBe(3);
    expect((await rpc("total", { numbers: [1, 2, 3] })).data).toBe(6);
  });

  it("passes the caller's identity to SQL", async () => {
    expect((await rpc("me")).data).toEqual({
      role: "authenticated",
      sub: "ann",
      method: "POST",
      path: "/rpc/me",
    });
    expect((await host().visitor.rpc("me")).data).toMatchObject({ role: "anon", sub: null });
  });

  it("applies the function's own time limit to the whole transaction", async () => {
    const [own, others] = ["5min", "8s"];
    const limit = async (path: string) => (await (await host().fetch(path)).json()).limit_now;
    expect(await limit("rpc/slowly?_id=1&select=limit_now")).toBe(own);
    expect(await limit("rpc/one_club?_id=1&select=limit_now")).toBe(others);
    const asked = await host().signedIn.from("clubs").select("limit_now").eq("id", 1).single();
    expect(asked.data).toEqual({ limit_now: others });
  });

  it("ends a function at its own time limit", async () => {
    expect((await rpc("naps", { seconds: 0 })).data).toBe(1);
    expect((await rpc("naps", { seconds: 600 })).error?.code).toBe("57014");
    expect((await rpc("add", { a: 1 })).data).toBe(11);
  });

  it("ignores a time limit that the caller sets", async () => {
    const limit = async (headers: Record<string, string>) =>
      (await host().fetch("rpc/slowly?_id=1&select=limit_now", { headers })).json();
    expect(await limit({ prefer: "statement_timeout=1h", statement_timeout: "1h" })).toEqual(await limit({}));
  });

  it("writes nothing by GET", async () => {
    expect(await raw("writes")).toMatchObject({ status: 405, body: { code: "25006" } });
  });

  it("refuses an unknown function and suggests the nearest name", async () => {
    expect(await raw("club_namez", { method: "POST", body: "{}" })).toMatchObject({
      status: 404,
      body: {
        code: "PGRST202",
        message: "Could not find the function public.club_namez without parameters in the schema cache",
        details:
          "Searched for the function public.club_namez without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
        hint: "Perhaps you meant to call the function public.club_names",
      },
    });
    expect((await rpc("add", { a: 1, c: 2 })).error?.hint).toBe(
      "Perhaps you meant to call the function public.add(a, b)",
    );
    expect(await raw("same?a=1")).toMatchObject({ status: 300, body: { code: "PGRST203" } });
    expect((await raw("add", { method: "PATCH", body: "{}" })).status).toBe(405);
  });

  it.each([
    ["P0001", 400],
    ["PT402", 402],
    ["42501", 403],
    ["28000", 403],
    ["53400", 500],
    ["57014", 500],
    ["P0002", 500],
  ])("returns an error %s with status %i and its own message", async (state, status) => {
    expect(await raw("fails", { method: "POST", body: JSON.stringify({ state }) })).toMatchObject({
      status,
      body: { code: state, message: "foul", hint: "h", details: "d" },
    });
  });

  it.each([
    ["XX000", 500],
    ["XX001", 500],
    ["58P01", 500],
    ["F0000", 500],
    ["42P17", 500],
  ])("hides the text of an internal error %s", async (state, status) => {
    expect(await raw("fails", { method: "POST", body: JSON.stringify({ state }) })).toMatchObject({
      status,
      body: { code: state, message: "Internal error", hint: null, details: null },
    });
  });

  it("lets a function set the whole response", async () => {
    const { status, headers, body } = await raw("answers", { method: "POST" });
    expect([status, headers.get("x-pot"), body]).toEqual([
      418,
      "tea",
      { code: "C1", message: "teapot", details: null, hint: null },
    ]);
  });

  it("refuses an invalid token", async () => {
    const { status, headers, body } = await raw("me", { headers: { authorization: "Bearer a.b.c" } });
    expect([status, body.code, headers.get("www-authenticate")]).toEqual([
      401,
      "PGRST301",
      expect.stringContaining("invalid_token"),
    ]);
  });

  it("returns a value as plain text, but not rows", async () => {
    const plain = { headers: { accept: "text/plain" } };
    expect(await (await host().fetch("rpc/add?a=1", plain)).text()).toBe("11");
    expect(await raw("form", plain)).toMatchObject({ status: 406, body: { code: "PGRST107" } });
  });

  it("refuses other paths", async () => {
    expect((await host().fetch("a/b/c")).status).toBe(404);
  });
});
