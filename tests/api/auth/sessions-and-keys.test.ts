/** Session lifetimes and signing keys as configured in config.toml. */
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

const SECRET = "a secret that an older project has";

async function hostWith(auth: Parameters<typeof supabaseWith>[0], files = {}): Promise<Host> {
  const env = { SUPABASE_DIR: supabaseWith({ auth }, files) };
  return stopAfterwards(await startHost({ env }));
}

async function newKey(kid: string = crypto.randomUUID()): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: "ES256" };
}

async function signed(key: JWK, claims: object): Promise<string> {
  const header = { alg: "ES256", kid: key.kid ?? "" };
  return new SignJWT({ ...claims }).setProtectedHeader(header).sign(await importJWK(key, "ES256"));
}

/** The rows of the token's own profile, or the status of the refusal. */
async function profilesSeenBy(host: Host, token: string, apikey = host.publishableKey): Promise<number> {
  const headers = { apikey, authorization: `Bearer ${token}` };
  const response = await fetch(`${host.url}/rest/v1/profiles?select=id`, { headers });
  return response.ok ? ((await response.json()) as unknown[]).length : response.status;
}

describe("sessions", () => {
  it("end at their time limit even if they are refreshed", async () => {
    const host = await hostWith({ sessions: { timebox: "2s" } });
    const { api } = await host.person("Tim Ebox");
    expect((await api.auth.refreshSession()).error).toBeNull();
    const refusal = async () => (await api.auth.refreshSession()).error?.code;
    await expect.poll(refusal).toBe("session_expired");
  });

  it("end after the inactivity timeout", async () => {
    const host = await hostWith({ sessions: { inactivity_timeout: "1ms" } });
    const { api } = await host.person("Ina Active");
    const { error } = await api.auth.refreshSession();
    expect([error?.code, error?.message]).toEqual([
      "session_expired",
      "Invalid Refresh Token: Session Expired (Inactivity)",
    ]);
  });

  it("end at a newer sign-in if only one session per user is allowed", async () => {
    const host = await hostWith({ sessions: { single_per_user: true } });
    const older = await host.person("Solo Only");
    const newer = host.visitor();
    await newer.auth.signInWithPassword(older);
    expect((await older.api.auth.refreshSession()).error?.code).toBe("session_expired");
    expect((await newer.auth.refreshSession()).error).toBeNull();
  });

  it("keep one refresh token if rotation is off", async () => {
    const host = await hostWith({
      enable_refresh_token_rotation: false,
      refresh_token_reuse_interval: 0,
    });
    const { api } = await host.person("Rota Tion");
    const refresh_token = (await api.auth.getSession()).data.session?.refresh_token ?? "";
    for (let turn = 1; turn <= 3; turn++) {
      expect((await host.visitor().auth.refreshSession({ refresh_token })).error).toBeNull();
    }
  });
});

describe("keys", () => {
  it("verify tokens as long as they are listed, even if they no longer sign", async () => {
    // The client caches published keys by id for all hosts, so every run needs different ids.
    const [newer, older] = [await newKey(), await newKey()];
    const stranger = await newKey(older.kid);
    const files = { "keys.json": JSON.stringify([newer, older]) };
    const host = await hostWith({ signing_keys_path: "./keys.json" }, files);
    const { api, id } = await host.person("Rota Ted");
    const { data } = await api.auth.getClaims();
    expect(data?.header).toMatchObject({ alg: "ES256", kid: newer.kid });
    const claims = { sub: id, role: "authenticated", exp: Math.floor(Date.now() / 1000) + 60 };
    expect(await profilesSeenBy(host, await signed(older, claims))).toBeGreaterThan(0);
    expect(await profilesSeenBy(host, await signed(stranger, claims))).toBe(401);
    expect(await profilesSeenBy(host, await signed(older, { ...claims, exp: claims.exp - 120 }))).toBe(401);
    const published = await (await fetch(`${host.url}/auth/v1/.well-known/jwks.json`)).text();
    expect(published).toContain(`"kid":"${older.kid}"`);
    expect(published).not.toContain('"d"');
  });

  it("may be a shared secret with tokens as API keys, as in older projects", async () => {
    const host = await hostWith({ jwt_secret: SECRET });
    const person = await host.person("Old Project");
    const token = (await person.api.auth.getSession()).data.session?.access_token ?? "";
    expect(JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString())).toMatchObject({
      alg: "HS256",
    });
    expect((await person.api.auth.getUser()).data.user?.id).toBe(person.id);
    const signedBy = (secret: string, role: string) =>
      new SignJWT({ role, iss: "supabase" })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setExpirationTime("1h")
        .sign(new TextEncoder().encode(secret));
    const service = await signedBy(SECRET, "service_role");
    expect(await profilesSeenBy(host, service, service)).toBeGreaterThan(0);
    const listed = await fetch(`${host.url}/auth/v1/admin/users`, {
      headers: { apikey: service, authorization: `Bearer ${service}` },
    });
    expect(listed.status).toBe(200);
    const owner = await signedBy(SECRET, "supabase_admin"); // an admin role of Supabase that the API does not accept
    const byOwner = await fetch(`${host.url}/auth/v1/admin/users`, {
      headers: { authorization: `Bearer ${owner}` },
    });
    expect([byOwner.status, await profilesSeenBy(host, owner)]).toEqual([200, 403]);
    expect(await profilesSeenBy(host, await signedBy(`${SECRET}?`, "service_role"))).toBe(401);
    expect(await profilesSeenBy(host, await signedBy(SECRET, "postgres"))).toBe(403);
  });

  it("refuse tokens signed with an empty secret if the project has none", async () => {
    const host = stopAfterwards(await startHost());
    const token = await new SignJWT({ role: "service_role" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(SECRET));
    expect(await profilesSeenBy(host, token)).toBe(401);
  });
});

describe("invalid settings", () => {
  it.each([
    [{ sessions: { timebox: "a day" } }, "auth.sessions.timebox"],
    [{ jwt_expiry: 5 }, "auth.jwt_expiry"],
    [{ signing_keys_path: "./nowhere.json" }, "auth.signing_keys_path"],
    [{ mfa: { phone: { enroll_enabled: true } } }, "auth.mfa.phone.enroll_enabled"],
    [{ external: { apple: { enabled: true } } }, "auth.external.apple.client_id"],
    [{ email: { otp_expiry: 90_000 } }, "auth.email.otp_expiry"],
  ])("stop the start with their name: %j", async (auth, name) => {
    await expect(hostWith(auth)).rejects.toThrow(name);
  });
});
