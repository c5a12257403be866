/** /functions/v1: the functions that act for an admin, and who may call them. */
import { FunctionsHttpError } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, ENGINES, type Host, type Person, startHost } from "./host.ts";

const NAMES = ["admin-reset-password", "delete-user", "update-api-key", "sync-live-scores"] as const;

describe.each(ENGINES)("functions on %s", (engine) => {
  let host: Host;
  let admin: Person;
  let player: Person;
  beforeAll(async () => {
    host = await startHost({ engine });
    admin = await host.admin("Olga Admin");
    player = await host.person("Amina Player");
  });
  afterAll(() => host.stop());

  async function call(
    api: Api,
    name: string,
    body: object = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const { data, error } = await api.functions.invoke<Record<string, unknown>>(name, { body });
    if (error instanceof FunctionsHttpError) {
      const response = error.context as Response;
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }
    if (error) throw error;
    return { status: 200, body: data ?? {} };
  }

  it.each(NAMES)("%s refuses players with 403 and visitors with 401", async (name) => {
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

  it("a bad token is refused before the function runs", async () => {
    const response = await fetch(`${host.url}/functions/v1/delete-user`, {
      method: "POST",
      headers: { apikey: host.publishableKey, authorization: "Bearer a.b.c" },
      body: "{}",
    });
    expect([response.status, response.headers.get("x-relay-error")]).toEqual([401, "true"]);
  });

  it("admin-reset-password mails a link, and says what is wrong with an address", async () => {
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

  it("update-api-key stores what nobody can read back", async () => {
    expect(await call(admin.api, "update-api-key", { apiKey: " " })).toMatchObject({
      status: 400,
      body: { error: "Please enter an API key" },
    });
    expect(await call(admin.api, "sync-live-scores")).toMatchObject({
      body: { success: false, message: "No live-score API key is set" },
    });
    expect(await call(admin.api, "update-api-key", { apiKey: "a-very-secret-key" })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    const state = await admin.api.rpc("live_score_api_key_state").single();
    expect(state.data).toMatchObject({ is_set: true });
    expect(JSON.stringify(state.data)).not.toContain("secret");
    const audit = await admin.api.from("admin_audit_log").select("*");
    expect(JSON.stringify(audit.data)).not.toContain("a-very-secret-key");
    expect(host.log()).not.toContain("a-very-secret-key");
  });

  it("the 51st call within five minutes is refused", async () => {
    const other = await host.admin("Pete Admin");
    for (let turn = 0; turn < 50; turn++) await call(other.api, "sync-live-scores");
    expect(await call(other.api, "sync-live-scores")).toMatchObject({
      status: 429,
      body: { code: "SL004", error: "Unauthorized or rate limited" },
    });
  });

  it("answers the browser's question, and refuses other methods", async () => {
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
