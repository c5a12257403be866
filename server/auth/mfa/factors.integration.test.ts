import type { GoTrueClient } from "@supabase/auth-js";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { ADA, PASSWORD, useAuthHost } from "../auth-host.fixture.ts";

let clock = Date.now();
const host = useAuthHost((deps) => {
  clock = Date.now();
  deps.now = () => clock;
});

const codeOf = (secret: string, at = clock) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at });
/** A code that is not valid within a minute of now. */
const wrongCode = (secret: string) => codeOf(secret, clock + 3_600_000);

async function enroll(client: GoTrueClient, friendlyName = "Phone") {
  const { data, error } = await client.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, secret: data.totp.secret, uri: data.totp.uri };
}

async function adaWithFactor() {
  const client = await host().ada();
  const factor = await enroll(client);
  const { error } = await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
  if (error) throw error;
  return { client, factor };
}

async function signIn() {
  const client = host().client();
  const { error } = await client.signInWithPassword({ email: ADA, password: PASSWORD });
  if (error) throw error;
  return client;
}

const levelOf = async (client: GoTrueClient) => (await client.mfa.getAuthenticatorAssuranceLevel()).data;

describe("a second factor", () => {
  test("is verified by its first code, which raises the session", async () => {
    const client = await host().ada();
    expect(await levelOf(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
    const { id, secret, uri } = await enroll(client);
    expect(uri).toContain(`otpauth://totp/club.test:ada%40club.test?`);
    expect((await client.mfa.listFactors()).data).toMatchObject({
      all: [{ status: "unverified" }],
      totp: [],
    });
    const { error } = await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret) });
    expect(error).toBeNull();
    expect(await levelOf(client)).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
    expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id, friendly_name: "Phone" }]);
  });

  test("is required at the next sign-in, and a refresh keeps the level", async () => {
    const { factor } = await adaWithFactor();
    const client = await signIn();
    expect(await levelOf(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect((await client.refreshSession()).error).toBeNull();
    expect(await levelOf(client)).toMatchObject({ currentLevel: "aal2" });
  });

  test("ends the sessions below aal2 and removes unverified factors", async () => {
    const client = await host().ada();
    const other = await signIn();
    await enroll(client, "Forgotten");
    const factor = await enroll(client, "Phone");
    await client.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
    expect((await other.getUser()).data.user).toBeNull();
    expect((await client.mfa.listFactors()).data?.all).toHaveLength(1);
  });

  test("returns its secret only once", async () => {
    const { client, factor } = await adaWithFactor();
    const { data } = await client.getUser();
    const listed = await host()
      .admin()
      .admin.mfa.listFactors({ userId: data.user?.id ?? "" });
    expect(JSON.stringify([data, listed.data])).not.toContain(factor.secret);
  });

  test("accepts a code once, before it expires, and for its own challenge", async () => {
    const { factor } = await adaWithFactor();
    const client = await signIn();
    const code = codeOf(factor.secret);
    const challenge = await client.mfa.challenge({ factorId: factor.id });
    const challengeId = challenge.data?.id ?? "";
    expect((await client.mfa.verify({ factorId: factor.id, challengeId, code })).error).toBeNull();
    const again = await client.mfa.verify({ factorId: factor.id, challengeId, code });
    expect(again.error?.code).toBe("mfa_ip_address_mismatch");
    const replayed = await (await signIn()).mfa.challengeAndVerify({ factorId: factor.id, code });
    expect(replayed.error?.code).toBe("mfa_verification_failed");
    const late = await client.mfa.challenge({ factorId: factor.id });
    await host().database.query(
      "update auth.mfa_challenges set created_at = created_at - interval '301 seconds' where verified_at is null",
    );
    const expired = await client.mfa.verify({
      factorId: factor.id,
      challengeId: late.data?.id ?? "",
      code: codeOf(factor.secret, clock + 30_000),
    });
    expect(expired.error?.code).toBe("mfa_challenge_expired");
  });

  test("refuses a wrong code, and after five of them also the correct one", async () => {
    const { factor } = await adaWithFactor();
    const client = await signIn();
    const attempt = (code: string) => client.mfa.challengeAndVerify({ factorId: factor.id, code });
    for (let guess = 1; guess <= 5; guess++) {
      expect((await attempt(wrongCode(factor.secret))).error?.code).toBe("mfa_verification_failed");
    }
    const { error } = await attempt(codeOf(factor.secret));
    expect([error?.status, error?.code]).toEqual([429, "over_request_rate_limit"]);
  });

  test("is only removed by a session at aal2, which then returns to aal1", async () => {
    const { client, factor } = await adaWithFactor();
    const thief = await signIn();
    expect((await thief.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("insufficient_aal");
    expect((await thief.mfa.enroll({ factorType: "totp", friendlyName: "Mine" })).error?.code).toBe(
      "insufficient_aal",
    );
    expect((await thief.updateUser({ password: "Extra time 2" })).error?.code).toBe("insufficient_aal");
    expect((await client.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
    await client.refreshSession();
    expect(await levelOf(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  });

  test("of another account is not found", async () => {
    const { factor } = await adaWithFactor();
    await host()
      .admin()
      .admin.createUser({ email: "bob@club.test", password: PASSWORD, email_confirm: true });
    const bob = host().client();
    await bob.signInWithPassword({ email: "bob@club.test", password: PASSWORD });
    const tries = [
      bob.mfa.challenge({ factorId: factor.id }),
      bob.mfa.unenroll({ factorId: factor.id }),
      bob.mfa.verify({ factorId: factor.id, challengeId: factor.id, code: "123456" }),
    ];
    for (const { error } of await Promise.all(tries)) {
      expect([error?.status, error?.code]).toEqual([404, "mfa_factor_not_found"]);
    }
  });

  test.each([
    [{ factor_type: "phone", phone: "+23052512345" }, "mfa_phone_enroll_not_enabled"],
    [{ factor_type: "webauthn" }, "mfa_webauthn_enroll_not_enabled"],
    [{ factor_type: "carrier pigeon" }, "validation_failed"],
    [{ factor_type: "totp", friendly_name: "x".repeat(121) }, "validation_failed"],
  ])("of an unsupported type is refused: %j", async (body, code) => {
    const { data } = await (await host().ada()).getSession();
    const answer = await host().post("/auth/v1/factors", body, data.session?.access_token);
    expect(answer.body.error_code).toBe(code);
  });

  test("needs a unique name, and the number of factors is limited", async () => {
    host().deps.config.auth.mfa.max_enrolled_factors = 2;
    const client = await host().ada();
    const named = (friendlyName: string) => client.mfa.enroll({ factorType: "totp", friendlyName });
    await named("Phone");
    expect((await named("Phone")).error?.code).toBe("mfa_factor_name_conflict");
    await named("Tablet");
    expect((await named("Watch")).error?.code).toBe("too_many_enrolled_mfa_factors");
  });

  test("can be neither enrolled nor verified when the settings disable it", async () => {
    const client = await host().ada();
    const factor = await enroll(client);
    host().deps.config.auth.mfa.totp = { enroll_enabled: false, verify_enabled: false };
    const again = await client.mfa.enroll({ factorType: "totp", friendlyName: "Other" });
    const challenge = await client.mfa.challenge({ factorId: factor.id });
    expect([again.error?.code, challenge.error?.code]).toEqual([
      "mfa_totp_enroll_not_enabled",
      "mfa_totp_verify_not_enabled",
    ]);
  });

  test("is removed by an admin for a user who lost the device", async () => {
    const { client, factor } = await adaWithFactor();
    const userId = (await client.getUser()).data.user?.id ?? "";
    const { admin } = host().admin();
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toMatchObject([{ id: factor.id }]);
    expect((await admin.mfa.deleteFactor({ userId, id: factor.id })).error).toBeNull();
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);
    expect(await levelOf(await signIn())).toMatchObject({ nextLevel: "aal1" });
  });

  test("is also judged by the hook, whose rejection ends every session", async () => {
    const { client, factor } = await adaWithFactor();
    await host().database.script(
      `create or replace function public.judge(event jsonb) returns jsonb language sql as
       $$ select '{"decision":"reject","message":"Not today"}'::jsonb $$`,
    );
    host().deps.config.auth.hook.mfa_verification_attempt = {
      enabled: true,
      uri: "pg-functions://postgres/public/judge",
      schema: "public",
      name: "judge",
    };
    const { error } = await client.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.secret),
    });
    expect([error?.code, error?.message]).toEqual(["mfa_verification_rejected", "Not today"]);
    expect((await client.getUser()).data.user).toBeNull();
  });
});
