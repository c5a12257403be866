/** The club's edge functions: what they do for an admin, and who may call them. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_FUNCTIONS } from "../../../supabase/functions/_http/admin.ts";
import { daysFromNow } from "../../club-time.ts";
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
    const kept = {
      status: 200,
      body: { is_sent: false, message: expect.stringMatching(/^No mail server is set/) },
    };
    expect(
      await call(admin.api, "admin-reset-password", {
        email: ` ${player.email.toUpperCase()} `,
        redirectTo: `${host.url}/reset-password`,
      }),
    ).toEqual(kept);
    expect(await call(admin.api, "admin-reset-password", { email: "unknown@example.com" })).toMatchObject({
      status: 404,
      body: { error: "No account has this email address" },
    });
  });

  it("send-test-email writes to the admin's own address and tells what became of it", async () => {
    expect(await call(admin.api, "send-test-email", { to: player.email })).toEqual({
      status: 200,
      body: { outcome: "outbox", to: admin.email, milliseconds: expect.any(Number), reason: null },
    });
    const { data } = await host.secret
      .from("admin_audit_log")
      .select("admin_user_id, new_values")
      .eq("action", "send_test_email");
    expect(data).toEqual([{ admin_user_id: admin.id, new_values: { outcome: "outbox" } }]);
    expect(await call(player.api, "send-test-email", {})).toMatchObject({ status: 403 });
  });

  it("recover-by-phone gives the same answer for known and unknown numbers, and limits both", async () => {
    const [verified, unverified, unknown] = ["+23057990001", "+23057990002", "+23057990003"];
    await host.secret.auth.admin.createUser({
      phone: verified,
      password: "Correct1Horse",
      phone_confirm: true,
    });
    const { data } = await host.secret.auth.admin.createUser({
      email: "unverified@example.com",
      email_confirm: true,
      user_metadata: { full_name: "Una Verified", phone_number: unverified },
    });
    expect(data.user).not.toBeNull();
    for (const phone of [verified, unverified, unknown]) {
      const began = performance.now();
      expect(await call(host.visitor(), "recover-by-phone", { phone })).toEqual({ status: 200, body: {} });
      expect(performance.now() - began).toBeGreaterThan(950);
    }
    const outbox = /kept in (\S+)/.exec(host.log())?.[1];
    const sent: { recipient: string }[] = await (await fetch(`${outbox}&format=json`)).json();
    const to = (recipient: string) => sent.filter((message) => message.recipient === recipient).length;
    // An unverified number may belong to someone else, so the account's email gets the link.
    expect([verified, unverified, unknown, "unverified@example.com"].map(to)).toEqual([1, 0, 0, 1]);
    for (const phone of [verified, unknown]) {
      const statuses = await Promise.all(
        [1, 2, 3, 4, 5].map(async () => (await call(host.visitor(), "recover-by-phone", { phone })).status),
      );
      expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429]);
    }
  });

  it("set-temporary-password ends the sessions and refuses every write until the password is changed", async () => {
    const locked = await host.person("Locked Out");
    const { status, body } = await call(admin.api, "set-temporary-password", { userId: locked.id });
    expect([status, Object.keys(body)]).toEqual([200, ["password"]]);
    expect((await locked.api.auth.refreshSession()).error).not.toBeNull();
    expect((await host.visitor().auth.signInWithPassword(locked)).error?.code).toBe("invalid_credentials");

    const back = host.visitor();
    const temporary = { email: locked.email, password: String(body.password) };
    const { data } = await back.auth.signInWithPassword(temporary);
    expect(data.user?.app_metadata.temporary_password).toBe(true);
    const rename = () =>
      back.from("profiles").update({ full_name: "New Name" }).eq("id", locked.id).select("id");
    expect((await rename()).error?.code).toBe("SL017");
    const refused = [
      await back.auth.updateUser({ email: "other@example.com" }),
      await back.auth.updateUser({ data: { full_name: "New Name" } }),
      await back.auth.mfa.enroll({ factorType: "totp" }),
      await call(back, "delete-user", { userId: locked.id, password: temporary.password }),
    ].map((answer) => ("error" in answer ? answer.error?.code : answer.body.code));
    expect(refused).toEqual([
      "password_change_required",
      "password_change_required",
      "password_change_required",
      "SL017",
    ]);
  });

  it("set-temporary-password is undone only by a change of the password, and audited without it", async () => {
    const locked = await host.person("Locked Again");
    const { body } = await call(admin.api, "set-temporary-password", { userId: locked.id });
    const back = host.visitor();
    await back.auth.signInWithPassword({ email: locked.email, password: String(body.password) });
    expect((await back.auth.updateUser({ password: String(body.password) })).error?.code).toBe(
      "same_password",
    );
    expect((await back.from("profiles").update({ full_name: "A" }).eq("id", locked.id)).error?.code).toBe(
      "SL017",
    );
    const { data, error } = await back.auth.updateUser({ password: "Brand2New" });
    expect([error, data.user?.app_metadata.temporary_password]).toEqual([null, undefined]);
    const renamed = await back
      .from("profiles")
      .update({ full_name: "Free Again" })
      .eq("id", locked.id)
      .select("id");
    expect(renamed.data).toEqual([{ id: locked.id }]);

    const log = await admin.api.from("admin_audit_log").select("*").eq("record_id", locked.id);
    expect(log.data).toMatchObject([{ action: "set-temporary-password", admin_user_id: admin.id }]);
    expect(JSON.stringify(log.data) + host.log()).not.toContain(body.password);
  });

  it("set-temporary-password refuses admins, unknown players and invalid ids", async () => {
    const other = await host.admin("Other Admin");
    for (const target of [other, admin])
      expect(await call(admin.api, "set-temporary-password", { userId: target.id })).toMatchObject({
        status: 403,
      });
    expect((await host.visitor().auth.signInWithPassword(other)).error).toBeNull();
    expect(await call(admin.api, "set-temporary-password", { userId: crypto.randomUUID() })).toMatchObject({
      status: 404,
    });
    expect(await call(admin.api, "set-temporary-password", { userId: "x" })).toMatchObject({ status: 400 });
    // The later tests need one admin.
    await host.secret.auth.admin.deleteUser(other.id);
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
        match_date: daysFromNow(2),
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
  });

  it("share-picture draws what the caller may share, 1080 by 1350, and what links show, 1200 by 630, and refuses the rest", async () => {
    const url = `${host.url}/functions/v1/share-picture`;
    const token = (await player.api.auth.getSession()).data.session?.access_token ?? "";
    const draw = (body: object, bearer = token) =>
      fetch(url, {
        method: "POST",
        headers: { apikey: host.publishableKey, authorization: `Bearer ${bearer}` },
        body: JSON.stringify(body),
      });
    const { data: group } = await player.api.rpc("create_group", {
      _name: "Łódź, Šibenik és Győr 🎉 العربية 象",
      _first_colour: "#0b5d33",
      _second_colour: "#f2c14e",
    });
    for (const kind of ["group", "invite"]) {
      const answer = await draw({ kind, of: group });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
      const png = Buffer.from(await answer.arrayBuffer());
      expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
        "PNG",
        1080,
        1350,
      ]);
      expect(png.length).toBeLessThan(400_000);
    }
    const same = await Promise.all([draw({ kind: "group", of: group }), draw({ kind: "group", of: group })]);
    const [one, other] = await Promise.all(
      same.map(async (answer) => Buffer.from(await answer.arrayBuffer())),
    );
    expect(one?.equals(other ?? Buffer.of())).toBe(true);
    const strangers = (await admin.api.auth.getSession()).data.session?.access_token ?? "";
    expect((await draw({ kind: "group", of: group }, strangers)).status).toBe(404);
    expect((await draw({ kind: "picks", of: `${group}/${crypto.randomUUID()}` })).status).toBe(404);
    for (const kind of ["match", "own_round"])
      expect((await draw({ kind, of: crypto.randomUUID() })).status).toBe(404);
    expect((await draw({ kind: "portrait", of: "me" })).status).toBe(400);

    // A messenger has only the link.
    const { data: details } = await player.api.rpc("group_details", { _group_id: group ?? "" });
    const byLink = (method = "GET") => fetch(`${url}?invite=${details?.[0]?.code}`, { method });
    for (const method of ["GET", "HEAD"]) {
      const shown = await byLink(method);
      expect([method, shown.status, shown.headers.get("content-type")]).toEqual([method, 200, "image/png"]);
    }
    const sizeOf = async (answer: Response) => {
      const png = Buffer.from(await answer.arrayBuffer());
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    expect(await sizeOf(await byLink())).toEqual([1200, 630]);
    expect(await sizeOf(await fetch(`${url}?ticket=fa_cup`))).toEqual([1200, 630]);
    for (const plan of ["friendly_club", "no_plan", ""])
      expect((await fetch(`${url}?ticket=${plan}`)).status).toBe(404);
    await player.api.rpc("revoke_group_code", { _group_id: group ?? "" });
    expect((await byLink()).status).toBe(404);
    expect((await draw({ kind: "group", of: group }, `${token.slice(0, -8)}AAAAAAAA`)).status).toBe(401);
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
