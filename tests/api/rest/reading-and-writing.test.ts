/** What screens and scripts use of /rest/v1, through the official client, and with raw requests where the client has no call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";

describe("data", () => {
  let host: Host;
  let visitor: Api;
  let player: Person;
  let admin: Person;
  let raw: (path: string, init?: RequestInit) => Promise<Response>;

  beforeAll(async () => {
    host = await startHost();
    visitor = host.visitor();
    player = await host.person("Amina Player");
    admin = await host.admin("Olga Admin");
    raw = (path, init) =>
      fetch(`${host.url}/rest/v1/${path}`, {
        ...init,
        headers: { apikey: host.secretKey, ...init?.headers },
      });
    await admin.api
      .from("teams")
      .insert(["Arsenal", "Chelsea", "Everton", "Leeds"].map((name) => ({ name })));
    await host.secret.from("matches").insert([
      {
        home_team_name: "Arsenal",
        away_team_name: "Chelsea",
        match_date: "2199-01-01",
        league: "Friendly Club",
        round: "1",
        season: "s",
      },
      {
        home_team_name: "Everton",
        away_team_name: "Leeds",
        match_date: "2199-01-02",
        league: "Friendly Club",
        round: "1",
        season: "s",
      },
      {
        home_team_name: "Chelsea",
        away_team_name: "Leeds",
        match_date: "2199-01-03",
        league: "FA Cup",
        round: "1",
        season: "s",
      },
    ]);
  });
  afterAll(() => host.stop());

  describe("select", () => {
    it("accepts columns, aliases and casts", async () => {
      const { data } = await visitor
        .from("competitions")
        .select("key:id, position::text")
        .eq("id", "fa_cup")
        .single();
      expect(data).toEqual({ key: "fa_cup", position: "2" });
    });
    it("embeds to-many and to-one rows, and both together", async () => {
      const { data: match } = await host.secret
        .from("matches")
        .select("id")
        .eq("round", "1")
        .eq("league", "Friendly Club")
        .order("match_date")
        .limit(1)
        .single();
      await player.api
        .from("user_predictions")
        .upsert({ user_id: player.id, match_id: match?.id ?? "", home_prediction: 1, away_prediction: 0 });
      const { data } = await player.api
        .from("user_predictions")
        .select("home_prediction, matches(home_team_name, status), profiles(full_name)")
        .single();
      expect(data).toEqual({
        home_prediction: 1,
        matches: { home_team_name: "Arsenal", status: "upcoming" },
        profiles: { full_name: "Amina Player" },
      });
      const many = await player.api
        .from("profiles")
        .select("full_name, user_predictions(home_prediction)")
        .single();
      expect(many.data).toEqual({ full_name: "Amina Player", user_predictions: [{ home_prediction: 1 }] });
    });
    it.each([
      ["eq", (api: Api) => api.from("competitions").select("id").eq("name", "FA Cup"), ["fa_cup"]],
      [
        "neq",
        (api: Api) => api.from("competitions").select("id").neq("needs_subscription", true),
        ["champions_league", "friendly_club"],
      ],
      [
        "gt and lte",
        (api: Api) => api.from("competitions").select("id").gt("position", 1).lte("position", 3),
        ["fa_cup", "league_cup"],
      ],
      [
        "like",
        (api: Api) => api.from("competitions").select("id").like("name", "%Cup"),
        ["fa_cup", "league_cup"],
      ],
      ["ilike", (api: Api) => api.from("competitions").select("id").ilike("name", "fa%"), ["fa_cup"]],
      [
        "in",
        (api: Api) => api.from("competitions").select("id").in("name", ["FA Cup", "No, such (thing)"]),
        ["fa_cup"],
      ],
      [
        "is",
        (api: Api) => api.from("competitions").select("id").is("needs_subscription", false),
        ["champions_league", "friendly_club"],
      ],
      [
        "not",
        (api: Api) => api.from("competitions").select("id").not("name", "like", "%League"),
        ["fa_cup", "league_cup", "friendly_club"],
      ],
      [
        "or with and",
        (api: Api) =>
          api
            .from("competitions")
            .select("id")
            .or("position.eq.1,and(position.gt.3,needs_subscription.is.false)"),
        ["premier_league", "champions_league", "friendly_club"],
      ],
    ] as const)("filters by %s", async (_name, ask, ids) => {
      const { data, error } = await ask(visitor).order("position");
      expect(error).toBeNull();
      expect(data?.map(({ id }) => id)).toEqual(ids);
    });
    it("orders, limits and offsets, and returns the range and the count", async () => {
      const { data, count } = await visitor
        .from("competitions")
        .select("id", { count: "exact" })
        .order("position", { ascending: false })
        .range(1, 2);
      expect(data?.map(({ id }) => id)).toEqual(["champions_league", "league_cup"]);
      expect(count).toBe(5);
      const response = await raw("competitions?select=id&limit=2&offset=1", {
        headers: { prefer: "count=exact" },
      });
      expect([response.status, response.headers.get("content-range")]).toEqual([206, "1-2/5"]);
    });
    it("returns 416 beyond the end", async () => {
      const response = await raw("competitions?offset=9", { headers: { prefer: "count=exact" } });
      expect(response.status).toBe(416);
    });
    it("counts without rows on HEAD", async () => {
      const { count, data } = await visitor.from("competitions").select("*", { count: "exact", head: true });
      expect([count, data]).toEqual([5, null]);
    });
    it("single needs one row, maybeSingle at most one", async () => {
      const none = await visitor.from("competitions").select().eq("id", "x").single();
      expect([none.status, none.error?.code]).toEqual([406, "PGRST116"]);
      const maybe = await visitor.from("competitions").select().eq("id", "x").maybeSingle();
      expect([maybe.data, maybe.error]).toEqual([null, null]);
    });
  });

  describe("writes", () => {
    it("insert returns the requested columns", async () => {
      const minimal = await host.secret.from("teams").insert({ name: "Minimal" });
      expect([minimal.status, minimal.data]).toEqual([201, null]);
      const full = await host.secret
        .from("teams")
        .insert([{ name: "Bulk 1" }, { name: "Bulk 2", logo_url: "https://example.com/x.png" }])
        .select("name, logo_url");
      expect(full.data).toEqual([
        { name: "Bulk 1", logo_url: null },
        { name: "Bulk 2", logo_url: "https://example.com/x.png" },
      ]);
    });
    it("upsert merges or ignores rows on its conflict target", async () => {
      await host.secret
        .from("teams")
        .upsert({ name: "Bulk 1", logo_url: "https://example.com/1.png" }, { onConflict: "name" });
      const ignored = await host.secret
        .from("teams")
        .upsert({ name: "Bulk 1", logo_url: null }, { onConflict: "name", ignoreDuplicates: true })
        .select();
      expect(ignored.data).toEqual([]);
      const { data } = await visitor.from("teams").select("logo_url").eq("name", "Bulk 1").single();
      expect(data?.logo_url).toBe("https://example.com/1.png");
    });
    it("update and delete count the affected rows", async () => {
      const updated = await host.secret
        .from("teams")
        .update({ logo_url: null }, { count: "exact" })
        .like("name", "Bulk%");
      expect([updated.status, updated.count]).toEqual([204, 2]);
      const deleted = await host.secret
        .from("teams")
        .delete()
        .like("name", "Bulk%")
        .select("name")
        .order("name");
      expect(deleted.data?.map(({ name }) => name)).toEqual(["Bulk 1", "Bulk 2"]);
    });
    it("a bulk insert is all or nothing", async () => {
      const { error } = await host.secret.from("teams").insert([{ name: "Half" }, { name: "Half" }]);
      expect(error?.code).toBe("23505");
      const { data } = await visitor.from("teams").select().eq("name", "Half");
      expect(data).toEqual([]);
    });
    it("a write that single refuses is rolled back", async () => {
      const { error } = await host.secret
        .from("teams")
        .update({ logo_url: "https://example.com/all.png" })
        .like("name", "%")
        .select()
        .single();
      expect(error?.code).toBe("PGRST116");
      const { data } = await visitor.from("teams").select().eq("logo_url", "https://example.com/all.png");
      expect(data).toEqual([]);
    });
  });

  describe("errors have a code and a status", () => {
    const body = async (response: Response) => ({
      status: response.status,
      code: ((await response.json()) as { code: string }).code,
    });
    it.each([
      ["an unknown table", "nowhere", {}, 404, "PGRST205"],
      ["an unknown column", "teams?select=nothing", {}, 400, "42703"],
      ["an unknown function", "rpc/nothing", { method: "POST", body: "{}" }, 404, "PGRST202"],
      ["an unknown relationship", "teams?select=*,nothing(*)", {}, 400, "PGRST200"],
      ["a value of the wrong type", "teams?id=eq.abc", {}, 400, "22P02"],
      ["a filter that is none", "teams?id=what.1", {}, 400, "PGRST100"],
      ["a body that is not JSON", "teams", { method: "POST", body: "{" }, 400, "PGRST102"],
      [
        "a broken rule of the table",
        "teams",
        { method: "POST", body: '{"name":" untrimmed "}' },
        400,
        "23514",
      ],
      [
        "a reference to nothing",
        "matches",
        {
          method: "POST",
          body: '{"home_team_name":"Hull","away_team_name":"Leeds","match_date":"2199-01-01","league":"La Liga"}',
        },
        409,
        "23503",
      ],
      ["a NUL byte", "teams?name=eq.%00", {}, 400, "22021"],
    ] as const)("%s", async (_name, path, init, status, code) => {
      const response = await raw(path, { ...init, headers: { "content-type": "application/json" } });
      const found = await body(response);
      expect(found.status).toBe(status);
      if (code !== "22021") expect(found.code).toBe(code);
    });
    it("a visitor is refused with 401, a player with 403", async () => {
      const read = await visitor.from("user_predictions").select();
      expect([read.status, read.error?.code]).toEqual([401, "42501"]);
      const write = await player.api
        .from("subscriptions")
        .insert({ user_id: player.id, subscription_type: "fa_cup", expires_at: "2199-01-01" });
      expect([write.status, write.error?.code]).toEqual([403, "42501"]);
    });
    it("a token with an invalid signature and an unknown key are refused with 401", async () => {
      const forged = await fetch(`${host.url}/rest/v1/teams`, {
        headers: {
          apikey: host.publishableKey,
          authorization: "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
        },
      });
      expect(forged.status).toBe(401);
      const unknown = await fetch(`${host.url}/rest/v1/teams`, { headers: { apikey: "sb_secret_nonsense" } });
      expect(unknown.status).toBe(401);
    });
    it("a request without a key acts as a visitor", async () => {
      const open = await fetch(`${host.url}/rest/v1/competitions?select=id&limit=1`);
      expect(open.status).toBe(200);
      const closed = await fetch(`${host.url}/rest/v1/user_predictions`);
      expect(closed.status).toBe(401);
    });
    it("a refusal by the database is logged as a security event with user, request and code, without the data sent", async () => {
      await player.api.from("teams").insert({ name: "Sneaky United" });
      const logged = () =>
        host
          .log()
          .split("\n")
          .find((line) => line.includes("SL003") && line.includes(player.id)) ?? "{}";
      // The log line arrives through a pipe.
      await expect.poll(logged).not.toBe("{}");
      expect(JSON.parse(logged())).toMatchObject({
        code: "SL003",
        role: "authenticated",
        method: "POST",
        path: "/rest/v1/teams",
        msg: "refused",
      });
      expect(host.log()).not.toContain("Sneaky United");
    });
    it("private schemas are refused", async () => {
      const response = await raw("attempts", { headers: { "accept-profile": "private" } });
      expect(await body(response)).toEqual({ status: 406, code: "PGRST106" });
    });
    it("SQL in a value is treated as data", async () => {
      const { data, error } = await visitor
        .from("teams")
        .select("name")
        .eq("name", "x'; drop table teams; --");
      expect([data, error]).toEqual([[], null]);
    });
  });

  describe("database functions", () => {
    it("accept named arguments, defaults and GET", async () => {
      const points = await visitor.rpc("calculate_prediction_points", {
        home_prediction: 2,
        away_prediction: 1,
        home_score: 2,
        away_score: 1,
      });
      expect(points.data).toBe(3);
      const response = await raw(
        "rpc/calculate_prediction_points?home_prediction=1&away_prediction=0&home_score=2&away_score=1",
      );
      expect(await response.json()).toBe(1);
      const rows = await player.api.rpc("leaderboard").select("full_name").limit(1);
      expect(rows.data).toEqual([{ full_name: "Amina Player" }]);
    });
    it("has_role answers users about themselves and admins about anyone", async () => {
      const ask = async (api: Api, id: string) =>
        (await api.rpc("has_role", { _user_id: id, _role: "admin" })).data;
      expect([
        await ask(admin.api, admin.id),
        await ask(player.api, player.id),
        await ask(player.api, admin.id),
        await ask(visitor, admin.id),
      ]).toEqual([true, false, false, false]);
    });
    it("prediction completion counts the open matches that a player may predict", async () => {
      const { data } = await player.api.rpc("get_prediction_completion_for_users", { user_ids: [player.id] });
      expect(data).toEqual([{ user_id: player.id, predictions_made: 1, total_upcoming: 2 }]);
      const others = await player.api.rpc("get_prediction_completion_for_users", { user_ids: [admin.id] });
      expect(others.data).toEqual([]);
    });
  });
});
