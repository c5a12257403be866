/** Live scores from a provider: its key, polling, and broken responses. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clubTime } from "../../club-time.ts";
import type { SimulatedMatch } from "../../providers/simulated-match.ts";
import { call } from "../support/call-function.ts";
import type { Host, Person } from "../support/host.ts";
import { POLLS_AT_ONCE, type ProviderHost, startProviderHost } from "../support/provider-host.ts";

describe("live scores", () => {
  let providerHost: ProviderHost;
  let host: Host;
  let admin: Person;
  beforeAll(async () => {
    providerHost = await startProviderHost("football_data", POLLS_AT_ONCE);
    host = providerHost.host;
    admin = await host.admin("Olga Admin");
  });
  afterAll(() => providerHost.stop());
  beforeEach(async () => {
    await call(admin.api, "update-api-key", { apiKey: providerHost.provider.key, provider: "football_data" });
    providerHost.provider.requests.length = 0;
  });
  afterEach(() => {
    providerHost.provider.mishaps.length = 0;
    providerHost.provider.games = [];
    providerHost.provider.quota = { minute: null, minuteEndsIn: 60, day: null };
  });

  /** What the function says in English. */
  const sync = async (by = admin) => {
    const { facts, ...said } = (await call(by.api, "sync-live-scores")).body;
    expect(facts).toMatchObject({ kind: expect.any(String) });
    return said;
  };
  const state = async () => {
    const { data, error } = await admin.api.rpc("provider_state").single();
    if (error) throw error;
    return data;
  };

  it("a key is tested with the provider before it is stored, and errors are explained", async () => {
    const update = (apiKey: string, provider = "football_data") =>
      call(admin.api, "update-api-key", { apiKey, provider });
    expect(await update("wrong-key")).toMatchObject({
      status: 400,
      body: { error: "API returned an error" },
    });
    providerHost.provider.mishaps.push({ kind: "status", status: 503 });
    expect(await update(providerHost.provider.key)).toMatchObject({
      status: 502,
      body: { error: "Failed to connect to API. Please check your API key." },
    });
    expect(await update("any", "somebody_else")).toMatchObject({
      status: 400,
      body: { error: "Failed to update API key" },
    });
    expect(await update("no header\ncan hold this")).toMatchObject({ status: 400 });
    expect(await call(admin.api, "update-api-key", { apiKey: providerHost.provider.key })).toMatchObject({
      status: 200,
      body: { success: true, message: "API key updated" },
    });
    expect(await state()).toMatchObject({ provider: "football_data", key_is_set: true });
  });

  it("a key is not replaced if another one was saved since the admin looked", async () => {
    const update = (seen: unknown) =>
      call(admin.api, "update-api-key", { apiKey: providerHost.provider.key, seen });
    const { provider, key_set_at } = await state();
    expect(await update({ provider, key_set_at: null })).toMatchObject({
      status: 409,
      body: { code: "SL016", error: "The provider or its key has changed since you saw it" },
    });
    expect(await update({ provider: "api_football", key_set_at })).toMatchObject({ status: 409 });
    for (const unknown of ["yesterday", {}, [], { provider }, { provider, key_set_at: "yesterday" }])
      expect(await update(unknown)).toMatchObject({ status: 400, body: { code: "validation_failed" } });
    expect((await state()).key_set_at).toBe(key_set_at);
    expect(await update({ provider, key_set_at })).toMatchObject({ status: 200 });
    expect((await state()).key_set_at).not.toBe(key_set_at);
  });

  it("the key can never be read back, also not from the log", async () => {
    await sync();
    const audit = await admin.api.from("admin_audit_log").select("*");
    const seen = JSON.stringify([await state(), audit.data, host.log()]);
    expect(seen).toContain("update-api-key");
    expect(seen).not.toContain(providerHost.provider.key);
  });

  it("an admin may poll at any time and gets the result", async () => {
    expect(await sync()).toEqual({ success: true, message: "football-data.org: 0 matches, nothing new" });
    expect(providerHost.provider.requests).toHaveLength(1);
    expect(providerHost.provider.requests[0]?.pathname).toBe("/v4/matches");
  });

  it.each([
    ["is down", { kind: "status", status: 503 }, "127.0.0.1 answered 503"],
    ["breaks off", { kind: "half" }, "127.0.0.1 answered 200 without valid JSON"],
    [
      "answers something else",
      { kind: "text", body: '{"hello":"there"}' },
      "football-data.org answered without matches",
    ],
    [
      "refuses",
      { kind: "status", status: 400, body: { message: "Restricted to paying members" } },
      "football-data.org answered 400: Restricted to paying members",
    ],
  ] as const)(
    "a provider that %s changes nothing, and admins see the error",
    async (_how, mishap, message) => {
      providerHost.provider.mishaps.push(mishap);
      expect(await sync()).toEqual({ success: false, message });
      expect(await state()).toMatchObject({
        ...{ failures: 1, last_error: message },
        error_facts: { kind: expect.stringMatching(/^provider_/) },
      });
      const before = providerHost.provider.requests.length;
      expect((await sync()).message).toMatch(new RegExp(`^${message}\\. Try again in \\d+ seconds\\.$`));
      expect(providerHost.provider.requests).toHaveLength(before);
    },
  );

  it("the next poll respects the provider's Retry-After", async () => {
    providerHost.provider.mishaps.push({
      kind: "status",
      status: 429,
      headers: { "x-requestcounter-reset": "40" },
    });
    expect((await sync()).success).toBe(false);
    expect(String((await sync()).message)).toMatch(/Try again in (3\d|40) seconds/);
  });

  it("no poll is sent when the quota headers are exhausted", async () => {
    providerHost.provider.quota = { minute: 0, minuteEndsIn: 33, day: null };
    expect((await sync()).success).toBe(true);
    expect((await sync()).message).toMatch(
      /^The provider was checked a moment ago\. Try again in 3[123] seconds\.$/,
    );
    expect(providerHost.provider.requests).toHaveLength(1);
  });

  it("unreadable matches are skipped and reported", async () => {
    providerHost.provider.games = [{ ...aGame(1), score: [99, 0], phase: "over" }, aGame(2)];
    expect((await sync()).message).toBe("football-data.org: 1 match could not be read");
    const { data } = await admin.api.rpc("provider_issues");
    expect(data?.map(({ kind, home }) => [kind, home])).toEqual([["unlinked", "Home 2"]]);
  });

  it("the scheduler polls every minute near a match and not otherwise", async () => {
    const runs = async () => {
      const { data } = await admin.api.rpc("scheduled_runs", { _job: "Sync live scores" });
      for (const { facts } of data ?? []) expect(facts).toMatchObject({ kind: expect.any(String) });
      return data ?? [];
    };
    const lastRun = async () =>
      (await admin.api.rpc("scheduled_jobs")).data?.find(({ name }) => name === "Sync live scores");
    const runNow = async () => {
      const before = (await lastRun())?.last_run_at;
      await admin.api.rpc("run_job_now", { _name: "Sync live scores" });
      await expect
        .poll(async () => {
          const job = await lastRun();
          return job?.last_run_at !== before && job?.is_running === false;
        })
        .toBe(true);
    };
    await runNow();
    expect([providerHost.provider.requests.length, await runs()]).toEqual([0, []]);

    const { data: match, error } = await host.secret
      .from("matches")
      .insert({ ...(await aMatch("Leeds United FC", "Burnley FC")), league: "Premier League" })
      .select("id")
      .single();
    expect(error).toBeNull();
    providerHost.provider.games = [
      {
        ...aGame(7),
        home: "Leeds United FC",
        away: "Burnley FC",
        phase: "first half",
        minute: 3,
        score: [1, 0],
      },
    ];
    await runNow();
    expect(providerHost.provider.requests).toHaveLength(1);
    expect(await runs()).toMatchObject([
      { has_failed: false, detail: "football-data.org: 1 match linked, 1 match started" },
    ]);
    const now = await host
      .visitor()
      .from("matches")
      .select("status, home_score")
      .eq("id", match?.id ?? "")
      .single();
    expect(now.data).toEqual({ status: "live", home_score: 1 });
    providerHost.provider.mishaps.push({ kind: "status", status: 500 });
    await runNow();
    expect(await runs()).toMatchObject([{ has_failed: true, detail: "Error: 127.0.0.1 answered 500" }, {}]);
    await host.secret
      .from("matches")
      .delete()
      .eq("id", match?.id ?? "");
  });

  it("a change reaches subscribers without a sign-in", async () => {
    const { data: match } = await host.secret
      .from("matches")
      .insert({ ...(await aMatch("Fulham FC", "Everton FC")), league: "Premier League" })
      .select("id")
      .single();
    const visitor = host.visitor();
    const received: Record<string, unknown>[] = [];
    await new Promise<void>((resolve, reject) =>
      visitor
        .channel("live-scores")
        .on("postgres_changes", { event: "*", schema: "public", table: "live_scores" }, ({ new: row }) =>
          received.push(row),
        )
        .subscribe((status, error) => (status === "SUBSCRIBED" ? resolve() : error && reject(error))),
    );
    providerHost.provider.games = [
      { ...aGame(8), home: "Fulham FC", away: "Everton FC", phase: "second half", minute: 71, score: [0, 0] },
    ];
    await sync();
    await expect.poll(() => received).toMatchObject([{ match_id: match?.id, state: "in_play", minute: 71 }]);
    await sync();
    providerHost.provider.games = providerHost.provider.games.map((game) => ({ ...game, minute: 72 }));
    await sync();
    await expect.poll(() => received.map(({ minute }) => minute)).toEqual([71, 72]);
    await visitor.removeAllChannels();
    await host.secret
      .from("matches")
      .delete()
      .eq("id", match?.id ?? "");
  });

  function aGame(id: number): SimulatedMatch {
    return {
      id,
      competition: "premier_league",
      home: `Home ${id}`,
      away: `Away ${id}`,
      kickoff: `${new Date(Date.now() + 60_000).toISOString().slice(0, 19)}Z`,
      matchday: 1,
      phase: "scheduled",
    };
  }

  /** A match that kicks off in a minute. */
  async function aMatch(home_team_name: string, away_team_name: string) {
    await host.secret.from("teams").upsert([{ name: home_team_name }, { name: away_team_name }], {
      onConflict: "name",
      ignoreDuplicates: true,
    });
    return { home_team_name, away_team_name, ...clubTime(Date.now() + 60_000) };
  }
});
