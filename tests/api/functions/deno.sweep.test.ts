/** The club's edge functions in Deno, as on Supabase: types, and one success and two refusals of each over HTTP. */
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../eventually.ts";
import { PROVIDER_APIS, providerAddresses } from "../../providers/provider-apis.ts";
import { type ProviderServer, startProvider } from "../../providers/provider-server.ts";
import { type DenoFunctions, denoFunctions } from "../support/deno-functions.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { helpers, letTimePass, neverQuiet, runJob, waiting } from "../support/messages-host.ts";

/** The tests call the functions of these jobs, so the scheduler must not. */
const QUIET_SCHEDULER = `
  update private.jobs set next_run_at = 'infinity' where edge_function is not null;
  update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000, minute_left = 1000;
  create function public.open_run(_job text) returns bigint language sql security definer set search_path = '' as $$
    insert into private.job_runs (job) values (_job) returning id
  $$;
  grant execute on function public.open_run(text) to service_role;`;

interface Answer {
  status: number;
  body: unknown;
}

describe("functions in Deno", () => {
  const deno: DenoFunctions = denoFunctions();
  let host: Host;
  let mailServer: MailServer;
  let provider: ProviderServer;
  let admin: Person;
  let player: Person;
  beforeAll(async () => {
    mailServer = await startMailServer();
    provider = await startProvider(PROVIDER_APIS.football_data);
    host = await startHost({
      env: { SMTP_URL: mailServer.url },
      migrations: { helpers, quiet_scheduler: QUIET_SCHEDULER },
    });
    await neverQuiet(host);
    admin = await host.admin("Olga Admin");
    player = await host.person("Amina Player");
  });
  afterAll(async () => {
    await host?.stop();
    await provider?.stop();
    await mailServer?.down();
    deno.remove();
  });

  const tokenOf = async ({ api }: Person) => (await api.auth.getSession()).data.session?.access_token ?? "";
  /** Serves a function until the test ends. The result calls it, by POST if there is a body. */
  const served = async (name: string) => {
    const { url, stop } = await deno.start(name, {
      SUPABASE_URL: host.url,
      SUPABASE_ANON_KEY: host.publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: host.secretKey,
      SITE_URL: host.url,
      SMTP_URL: mailServer.url,
      ...providerAddresses(provider.url),
    });
    onTestFinished(stop);
    return async (token: string, body: object, init: RequestInit = {}, path = ""): Promise<Answer> => {
      const headers = { apikey: token || host.publishableKey, authorization: `Bearer ${token}` };
      const request = { method: "POST", headers, body: JSON.stringify(body), ...init };
      const response = await fetch(url + path, init.method === "GET" ? { method: "GET", headers } : request);
      const text = await response.text();
      return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
    };
  };
  const refusedAsPlayer = { status: 403, body: { code: "SL003" } };
  const malformed = { status: 400, body: { code: "validation_failed" } };

  it("have no type errors, and every function is tested here", async () => {
    await deno.check();
    expect(deno.names).toEqual([
      "add-members",
      "admin-reset-password",
      "calendar",
      "delete-user",
      "phone-lookup",
      "recover-by-phone",
      "send-messages",
      "send-test-email",
      "set-temporary-password",
      "share-picture",
      "sync-live-scores",
      "unsubscribe",
      "update-api-key",
    ]);
  });

  it("admin-reset-password emails a link, and refuses an invalid address and a player", async () => {
    const call = await served("admin-reset-password");
    const token = await tokenOf(admin);
    expect(await call(token, { email: player.email })).toMatchObject({
      status: 200,
      body: { message: "Password reset email sent successfully" },
    });
    await expect.poll(() => mailServer.received.map(({ to }) => to)).toContain(player.email);
    expect(await call(token, { email: "nobody" })).toMatchObject({ status: 400 });
    expect(await call(await tokenOf(player), { email: player.email })).toMatchObject(refusedAsPlayer);
  });

  it("calendar has the player's matches, and refuses an unknown and a malformed token", async () => {
    const call = await served("calendar");
    const { data } = await player.api.rpc("my_calendar_token");
    const feed = await call("", {}, { method: "GET" }, `/${data}.ics`);
    expect(feed).toMatchObject({ status: 200, body: expect.stringContaining("BEGIN:VCALENDAR") });
    expect(await call("", {}, { method: "GET" }, `/${"0".repeat(32)}.ics`)).toMatchObject({ status: 404 });
    expect(await call("", {}, { method: "GET" }, `/${data}`)).toMatchObject({ status: 404 });
  });

  it("share-picture draws a PNG, and refuses an unknown group and an unknown kind", async () => {
    const call = await served("share-picture");
    const token = await tokenOf(player);
    const { data: id } = await player.api.rpc("create_group", {
      _name: "Les Éléphants",
      _first_colour: "#0b5d33",
      _second_colour: "#f2c14e",
      _counts_from_joining: false,
    });
    expect(await call(token, { kind: "group", of: id })).toMatchObject({
      status: 200,
      body: expect.stringContaining("PNG"),
    });
    expect(await call(token, { kind: "group", of: crypto.randomUUID() })).toMatchObject({ status: 404 });
    expect(await call(token, { kind: "portrait", of: "me" })).toMatchObject(malformed);
    // An invite's picture, which messengers get without a token.
    const [group] = (await player.api.rpc("group_details", { _group_id: id ?? "" })).data ?? [];
    const picture = { status: 200, body: expect.stringContaining("PNG") };
    expect(await call("", {}, { method: "GET" }, `?invite=${group?.code}`)).toMatchObject(picture);
    expect(await call("", {}, { method: "GET" }, "?invite=ZZZZZZZZ")).toMatchObject({ status: 404 });
  });

  it("set-temporary-password and delete-user work for an admin, and refuse a player and an unknown account", async () => {
    const gone = await host.person("Gone Soon");
    const [byAdmin, byPlayer] = [await tokenOf(admin), await tokenOf(player)];
    for (const name of ["set-temporary-password", "delete-user"]) {
      const call = await served(name);
      expect(await call(byPlayer, { userId: gone.id })).toMatchObject(refusedAsPlayer);
      expect(await call(byAdmin, { userId: crypto.randomUUID() })).toMatchObject({ status: 404 });
      expect(await call(byAdmin, { userId: gone.id })).toMatchObject({ status: 200 });
    }
    const { data } = await host.secret.auth.admin.getUserById(gone.id);
    expect(Date.parse(data.user?.banned_until ?? "")).toBeGreaterThan(Date.now());
  });

  it("phone-lookup and recover-by-phone answer, and refuse an empty number and a malformed body", async () => {
    for (const [name, body] of [
      ["phone-lookup", { email: null }],
      ["recover-by-phone", {}],
    ] as const) {
      const call = await served(name);
      expect(await call("", { phone: "+23057990009" })).toEqual({ status: 200, body });
      expect(await call("", { phone: " " })).toMatchObject({ status: 400 });
      expect(await call("", {}, { body: '{"phone": ' })).toMatchObject(malformed);
    }
  });

  it("send-messages sends an open run's email, whose link turns email off by unsubscribe", async () => {
    const reader = await host.person("Rita Reader");
    await reader.api.rpc("set_message_choice", { _kind: "news", _in_app: true, _email: true, _push: false });
    await host.secret.from("news").insert({ title: "Hello from Deno", content: "To all of you." });
    await runJob(host, "Announce news");
    await expect.poll(() => waiting(host)).toBeGreaterThan(0);
    await letTimePass(host);
    const untyped: SupabaseClient = host.secret;
    const { data: run } = await untyped.rpc("open_run", { _job: "Send messages" });
    const call = await served("send-messages");
    expect(await call(host.secretKey, { run: Number(run) + 1 })).toMatchObject(refusedAsPlayer);
    expect(await call(await tokenOf(admin), { run })).toMatchObject(refusedAsPlayer);
    expect(await call(host.secretKey, { run })).toMatchObject({ status: 200, body: { success: true } });
    const mail = await eventually(() => {
      const found = mailServer.received.find(({ to }) => to === reader.email);
      expect(found).toBeDefined();
      return found as NonNullable<typeof found>;
    });

    const { search } = new URL(mail.headers["list-unsubscribe"]?.slice(1, -1) ?? "");
    const unsubscribe = await served("unsubscribe");
    expect(await unsubscribe("", {}, {}, "?token=unknown&kind=news")).toMatchObject({ status: 404 });
    expect(await unsubscribe("", {}, {}, search.replace("news", "nonsense"))).toMatchObject({ status: 404 });
    expect(await unsubscribe("", {}, {}, search)).toMatchObject({ status: 200, body: { success: true } });
    const { data: choices } = await reader.api.rpc("my_message_choices");
    expect(choices?.find(({ kind }) => kind === "news")).toMatchObject({ email: false });
  });

  it("update-api-key and sync-live-scores reach the provider, and refuse a wrong key, a player and a visitor", async () => {
    const [byAdmin, byPlayer] = [await tokenOf(admin), await tokenOf(player)];
    const update = await served("update-api-key");
    const chosen = { provider: "football_data", apiKey: provider.key };
    expect(await update(byPlayer, chosen)).toMatchObject(refusedAsPlayer);
    expect(await update(byAdmin, { ...chosen, apiKey: "wrong-key" })).toMatchObject({
      status: 400,
      body: { code: "api_error" },
    });
    expect(await update(byAdmin, chosen)).toMatchObject({ status: 200, body: { success: true } });
    const sync = await served("sync-live-scores");
    expect(await sync(byPlayer, {})).toMatchObject(refusedAsPlayer);
    expect(await sync("", {})).toMatchObject({ status: 403 });
    expect(await sync(byAdmin, {})).toMatchObject({ status: 200, body: { success: true } });
  });
});
