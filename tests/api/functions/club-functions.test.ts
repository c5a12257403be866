/** The club's edge functions: what they do for an admin, and who may call them. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_FUNCTIONS } from "../../../supabase/functions/_http/admin.ts";
import { call } from "../support/call-function.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

describe("functions", () => {
  let host: Host;
  let admin: Person;
  let player: Person;
  beforeAll(async () => {
    host = await startHost();
    admin = await host.admin("Olga Admin");
    player = await host.person("Amina Player");
  });
  afterAll(() => host.stop());

  it.each(ADMIN_FUNCTIONS)("%s refuses players with 403 and visitors with 401", async (name) => {
    expect(await call(player.api, name)).toMatchObject({
      status: 403,
      body: { code: "SL003", error: "Unauthorized or rate limited" },
    });
    const visitor = await fetch(`${host.url}/functions/v1/${name}`, {
      method: "POST",
      headers: { apikey: host.publishableKey },
      body: "{}",
    });
    expect([401, 403]).toContain(visitor.status);
  });

  it.skipIf(process.platform !== "linux")(
    "the club's functions are prebuilt, so the host does not load the bundler",
    async () => {
      await call(player.api, "delete-user");
      expect(readFileSync(`/proc/${host.pid}/maps`, "utf8")).not.toContain("rolldown");
    },
  );

  it("an invalid token is refused before the function runs", async () => {
    const response = await fetch(`${host.url}/functions/v1/delete-user`, {
      method: "POST",
      headers: { apikey: host.publishableKey, authorization: "Bearer a.b.c" },
      body: "{}",
    });
    expect([response.status, response.headers.get("x-relay-error")]).toEqual([401, "true"]);
  });

  it("admin-reset-password emails a link and explains an invalid address", async () => {
    expect(await call(admin.api, "admin-reset-password", { email: "" })).toMatchObject({
      status: 400,
      body: { error: "Please enter an email address" },
    });
    expect(await call(admin.api, "admin-reset-password", { email: "nobody" })).toMatchObject({
      status: 400,
      body: { error: "Please enter a valid email address" },
    });
    const sent = { status: 200, body: { message: "Password reset email sent successfully" } };
    expect(
      await call(admin.api, "admin-reset-password", {
        email: ` ${player.email.toUpperCase()} `,
        redirectTo: `${host.url}/reset-password`,
      }),
    ).toEqual(sent);
    expect(await call(admin.api, "admin-reset-password", { email: "unknown@example.com" })).toEqual(sent);
  });

  it("delete-user deletes an account once, and never the last admin", async () => {
    const gone = await host.person("Gone Soon");
    expect(await call(admin.api, "delete-user", { userId: "x" })).toMatchObject({ status: 400 });
    expect(await call(admin.api, "delete-user", { userId: gone.id })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await call(admin.api, "delete-user", { userId: gone.id })).toMatchObject({ status: 404 });
    expect(await call(admin.api, "delete-user", { userId: admin.id })).toMatchObject({ status: 409 });
    const { data } = await admin.api
      .from("admin_audit_log")
      .select("record_id")
      .eq("action", "delete-user")
      .eq("record_id", gone.id);
    expect(data?.length).toBeGreaterThan(0);
  });

  it("delete-user deletes the caller's own account with its password, and no other account", async () => {
    const leaver = await host.person("Leaving Player");
    const { data: match } = await host.secret
      .from("matches")
      .insert({
        home_team_name: "Leavers",
        away_team_name: "Stayers",
        match_date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
        league: "Friendly Club",
      })
      .select("id")
      .single();
    await leaver.api
      .from("user_predictions")
      .insert({ user_id: leaver.id, match_id: match?.id ?? "", home_prediction: 2, away_prediction: 1 });
    expect(
      await call(leaver.api, "delete-user", { userId: leaver.id, password: "Wrong1Horse" }),
    ).toMatchObject({
      status: 403,
      body: { code: "wrong_password", error: "The password is not correct" },
    });
    expect(
      await call(leaver.api, "delete-user", { userId: player.id, password: leaver.password }),
    ).toMatchObject({ status: 403, body: { code: "SL003" } });
    expect((await player.api.auth.getUser()).error).toBeNull();

    expect(
      await call(leaver.api, "delete-user", { userId: leaver.id, password: leaver.password }),
    ).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const again = await host.visitor().auth.signInWithPassword(leaver);
    expect(again.error?.code).toBe("invalid_credentials");
    const predictions = await host.secret.from("user_predictions").select("id").eq("user_id", leaver.id);
    const profile = await host.secret.from("profiles").select("id").eq("id", leaver.id);
    expect([predictions.data, profile.data]).toEqual([[], []]);
  });

  it("delete-user keeps the last admin even with the right password", async () => {
    expect(
      await call(admin.api, "delete-user", { userId: admin.id, password: admin.password }),
    ).toMatchObject({
      status: 409,
      body: { code: "SL007" },
    });
    expect((await admin.api.rpc("has_role", { _user_id: admin.id, _role: "admin" })).data).toBe(true);
  });

  it("update-api-key needs a key, and sync-live-scores does nothing without one", async () => {
    expect(await call(admin.api, "update-api-key", { apiKey: " " })).toMatchObject({
      status: 400,
      body: { error: "Please enter an API key" },
    });
    expect(await call(admin.api, "sync-live-scores")).toMatchObject({
      body: { success: false, message: "No live-score API key is set" },
    });
    expect((await admin.api.rpc("live_score_api_key_state").single()).data).toMatchObject({ is_set: false });
  });

  it("the 51st call within five minutes is refused", async () => {
    const other = await host.admin("Pete Admin");
    for (let turn = 0; turn < 50; turn++) await call(other.api, "sync-live-scores");
    expect(await call(other.api, "sync-live-scores")).toMatchObject({
      status: 429,
      body: { code: "SL004", error: "Unauthorized or rate limited" },
    });
  });

  it("answer CORS preflights and refuse other methods", async () => {
    const preflight = await fetch(`${host.url}/functions/v1/phone-lookup`, {
      method: "OPTIONS",
      headers: { origin: "https://club.example", "access-control-request-method": "POST" },
    });
    expect([200, 204]).toContain(preflight.status);
    const get = await fetch(`${host.url}/functions/v1/phone-lookup`, {
      headers: { apikey: host.publishableKey },
    });
    expect(get.status).toBe(405);
    const missing = await fetch(`${host.url}/functions/v1/no-such-function`, {
      method: "POST",
      headers: { apikey: host.publishableKey, authorization: `Bearer ${host.secretKey}` },
    });
    expect(missing.status).toBe(404);
  });
});
