/**
 * Passkeys of a security key that is emulated in software. Paths, statuses, codes and texts as in
 * github.com/supabase/auth, internal/api/passkey_registration.go, passkey_authentication.go, passkey_manage.go and
 * passkey_admin.go.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authenticatorCode, stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { createAuthenticator, type Wrong } from "../support/software-security-key.ts";

const ORIGIN = "https://club.example";
const RELYING_PARTY = { rp_id: "club.example", rp_origins: [ORIGIN] };
type Key = ReturnType<typeof createAuthenticator>;
interface Asked {
  challenge_id: string;
  expires_at: number;
  options: Record<string, unknown> & { challenge: string; user: { id: string } };
}

describe("passkeys", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = { passkey: { enabled: true }, webauthn: RELYING_PARTY };
    host = await startHost({ env: { LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(() => host.stop());

  const call = async (method: string, path: string, by: Api | null, body?: unknown, at = host) => {
    const token = by && (await by.auth.getSession()).data.session?.access_token;
    const response = await fetch(`${at.url}/auth/v1${path}`, {
      method,
      headers: {
        apikey: at.publishableKey,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  };
  const refused = (status: number, error_code: string) => ({ status, body: { error_code } });
  const asked = async (path: string, by: Api | null): Promise<Asked> => {
    const { status, body } = await call("POST", `/passkeys/${path}/options`, by);
    expect(status).toBe(200);
    return body;
  };
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url")).buffer;
  const register = async (by: Api, key: Key, wrong: Wrong = {}, to: Api = by) => {
    const { challenge_id, options } = await asked("registration", by);
    const credential = key.create({ challenge: bytes(options.challenge), rp: { id: "club.example" } }, wrong);
    return call("POST", "/passkeys/registration/verify", to, { challenge_id, credential });
  };
  const handleOf = (person: { id: string }) => Buffer.from(person.id).toString("base64url");
  const signIn = async (key: Key, person: { id: string }, wrong: Wrong = {}) => {
    const { challenge_id, options } = await asked("authentication", null);
    const credential = key.get(
      { challenge: bytes(options.challenge), rpId: "club.example" },
      { userHandle: handleOf(person), ...wrong },
    );
    return call("POST", "/passkeys/authentication/verify", null, { challenge_id, credential });
  };
  const withPasskey = async (): Promise<Person & { key: Key; passkey: string }> => {
    const person = await host.person("Kay Holder");
    const key = createAuthenticator(ORIGIN);
    const { body } = await register(person.api, key);
    return { ...person, key, passkey: body.id };
  };

  it("sign in without a name or password", async () => {
    const { key, ...person } = await withPasskey();
    const { status, body } = await signIn(key, person);
    expect([status, body.user.id, body.token_type]).toEqual([200, person.id, "bearer"]);
    const visitor = host.visitor();
    await visitor.auth.setSession(body);
    expect((await visitor.auth.getClaims()).data?.claims).toMatchObject({
      aal: "aal1",
      amr: [{ method: "passkey" }],
    });
    const { body: list } = await call("GET", "/passkeys", person.api);
    expect(list).toEqual([
      {
        id: person.passkey,
        friendly_name: "Passkey",
        created_at: expect.stringMatching(/Z$/),
        last_used_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it("are asked for with verification of their user, and only for this site", async () => {
    const person = await withPasskey();
    const { options, expires_at } = await asked("registration", person.api);
    expect(options).toMatchObject({
      rp: { id: "club.example" },
      user: { id: handleOf(person), name: person.email },
      excludeCredentials: [{ id: person.key.id, type: "public-key" }],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(expires_at).toBeGreaterThan(Date.now() / 1000 + 200);
    const found = await asked("authentication", null);
    expect(found.options).toMatchObject({ rpId: "club.example", userVerification: "required" });
    expect(found.options.allowCredentials ?? []).toEqual([]);
  });

  it.each<[string, Wrong]>([
    ["another origin", { origin: "https://stranger.example" }],
    ["another site's name", { rpId: "stranger.example" }],
    ["another challenge", { challenge: new ArrayBuffer(32) }],
    ["an unverified user", { unverified: true }],
    ["a stranger's signature", { stranger: true }],
    ["another account's name", { userHandle: Buffer.from("someone else").toString("base64url") }],
  ])("are refused with %s", async (_, wrong) => {
    const { key, ...person } = await withPasskey();
    expect(await signIn(key, person, wrong)).toMatchObject(refused(400, "webauthn_verification_failed"));
  });

  it("are refused if their counter does not grow, as that of a copy", async () => {
    const { key, ...person } = await withPasskey();
    expect((await signIn(key, person)).status).toBe(200);
    expect(await signIn(key, person, { count: 1 })).toMatchObject(
      refused(400, "webauthn_verification_failed"),
    );
  });

  it.each<[string, Wrong]>([
    ["another origin", { origin: "https://stranger.example" }],
    ["another challenge", { challenge: new ArrayBuffer(32) }],
    ["an unverified user", { unverified: true }],
  ])("are not registered with %s", async (_, wrong) => {
    const person = await host.person("Kay Holder");
    const outcome = await register(person.api, createAuthenticator(ORIGIN), wrong);
    expect(outcome).toMatchObject(refused(400, "webauthn_verification_failed"));
    expect((await call("GET", "/passkeys", person.api)).body).toEqual([]);
  });

  it("are registered once, and for the account that asked", async () => {
    const { key, ...person } = await withPasskey();
    expect(await register(person.api, key)).toMatchObject(refused(422, "webauthn_credential_exists"));
    const stranger = await host.person("Other Member");
    const stolen = await register(person.api, createAuthenticator(ORIGIN), {}, stranger.api);
    expect(stolen).toMatchObject(refused(400, "webauthn_challenge_not_found"));
  });

  it("accept one answer for each challenge, for its own purpose", async () => {
    const { key, ...person } = await withPasskey();
    const { challenge_id, options } = await asked("authentication", null);
    const answer = () => ({
      challenge_id,
      credential: key.get(
        { challenge: bytes(options.challenge), rpId: "club.example" },
        { userHandle: handleOf(person) },
      ),
    });
    const registering = await call("POST", "/passkeys/registration/verify", person.api, answer());
    expect(registering).toMatchObject(refused(400, "webauthn_challenge_not_found"));
    expect((await call("POST", "/passkeys/authentication/verify", null, answer())).status).toBe(200);
    expect(await call("POST", "/passkeys/authentication/verify", null, answer())).toMatchObject(
      refused(400, "webauthn_challenge_not_found"),
    );
  });

  it("are renamed and removed by their owner only", async () => {
    const { key, passkey, ...person } = await withPasskey();
    const path = `/passkeys/${passkey}`;
    const stranger = await host.person("Other Member");
    expect(await call("PATCH", path, stranger.api, { friendly_name: "Mine" })).toMatchObject({ status: 404 });
    expect(await call("DELETE", path, stranger.api)).toMatchObject({ status: 404 });
    expect(await call("PATCH", path, person.api, { friendly_name: "Phone" })).toMatchObject({
      status: 200,
      body: { id: passkey, friendly_name: "Phone" },
    });
    for (const name of ["", "x".repeat(121)]) {
      expect(await call("PATCH", path, person.api, { friendly_name: name })).toMatchObject({ status: 400 });
    }
    expect(await call("DELETE", path, person.api)).toEqual({ status: 204, body: null });
    expect(await signIn(key, person)).toMatchObject(refused(400, "webauthn_verification_failed"));
  });

  it("are listed and removed with the secret key", async () => {
    const { passkey, ...person } = await withPasskey();
    const asAdmin = (method: string, path: string) =>
      fetch(`${host.url}/auth/v1/admin/users/${person.id}/passkeys${path}`, {
        method,
        headers: { authorization: `Bearer ${host.secretKey}`, apikey: host.secretKey },
      });
    expect(await (await asAdmin("GET", "")).json()).toMatchObject([{ id: passkey }]);
    expect((await call("GET", `/admin/users/${person.id}/passkeys`, person.api)).status).toBe(403);
    expect((await asAdmin("DELETE", `/${passkey}`)).status).toBe(204);
    expect((await asAdmin("DELETE", `/${passkey}`)).status).toBe(404);
  });

  it("do not open a banned account", async () => {
    const { key, ...person } = await withPasskey();
    await host.secret.auth.admin.updateUserById(person.id, { ban_duration: "1h" });
    expect(await signIn(key, person)).toMatchObject(refused(403, "user_banned"));
  });

  it("are managed with aal2 only, if the account has a second factor", async () => {
    const { passkey, ...person } = await withPasskey();
    const { data } = await person.api.auth.mfa.enroll({ factorType: "totp" });
    if (data?.type !== "totp") throw new Error("no factor");
    const code = authenticatorCode(data.totp.secret);
    await person.api.auth.mfa.challengeAndVerify({ factorId: data.id, code });
    const later = host.visitor();
    await later.auth.signInWithPassword(person);
    const refusal = refused(403, "insufficient_aal");
    expect(await call("DELETE", `/passkeys/${passkey}`, later)).toMatchObject(refusal);
    expect(await call("POST", "/passkeys/registration/options", later)).toMatchObject(refusal);
    expect((await call("DELETE", `/passkeys/${passkey}`, person.api)).status).toBe(204);
  });

  it("are at most ten for each account", async () => {
    const person = await host.person("Key Collector");
    for (let made = 0; made < 10; made += 1) await register(person.api, createAuthenticator(ORIGIN));
    const { body } = await call("GET", "/passkeys", person.api);
    expect(body).toHaveLength(10);
    expect(await call("POST", "/passkeys/registration/options", person.api)).toMatchObject(
      refused(422, "too_many_passkeys"),
    );
  });

  it.each([
    ["POST", "/passkeys/registration/options"],
    ["GET", "/passkeys"],
    ["DELETE", "/passkeys/9f0c2f6e-5b6e-4c53-8a55-0d3f2b9c7a11"],
  ])("need a session: %s %s", async (method, path) => {
    expect((await call(method, path, null)).status).toBe(401);
  });

  it.each([
    [{}, "challenge_id is required", "validation_failed"],
    [{ challenge_id: "x" }, "challenge_id must be a valid UUID", "validation_failed"],
  ])("refuse a malformed answer: %s", async (body, msg, code) => {
    const answer = await call("POST", "/passkeys/authentication/verify", null, { ...body, credential: {} });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code, msg } });
  });

  it("store no private data in the log", async () => {
    const { key, ...person } = await withPasskey();
    await signIn(key, person);
    expect(host.log()).not.toContain(key.id);
  });
});

it("passkeys are off if the settings say so, and where the site's name is an IP address", async () => {
  const outcomes: unknown[] = [];
  for (const enabled of [false, true]) {
    const auth = { passkey: { enabled } };
    const host = stopAfterwards(await startHost({ env: { SUPABASE_DIR: supabaseWith({ auth }) } }));
    const headers = { apikey: host.publishableKey };
    const response = await fetch(`${host.url}/auth/v1/passkeys/authentication/options`, {
      method: "POST",
      headers,
    });
    const settings = await (await fetch(`${host.url}/auth/v1/settings`, { headers })).json();
    outcomes.push([response.status, (await response.json()).error_code, settings.passkeys_enabled]);
  }
  expect(outcomes).toEqual(Array(2).fill([404, "passkey_disabled", false]));
});
