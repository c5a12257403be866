/** Session lifetimes and signing keys as configured in config.toml. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
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

  it("refuse forged, foreign, expired and broken tokens at every service, with 401 or 403 and a reason", async () => {
    const host = stopAfterwards(await startHost());
    const { id } = await host.person("Fora Ged");
    const [key = {}] = JSON.parse(readFileSync(join(host.dataDir, "keys.json"), "utf8"))
      .signing_keys as JWK[];
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: id, role: "authenticated", aud: "authenticated", exp: now + 3600, iat: now };
    const right = await signed(key, claims);
    expect(await profilesSeenBy(host, right)).toBeGreaterThan(0);
    const [head = "", body = "", signature = ""] = right.split(".");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const hs256 = (secret: string, kid?: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", ...(kid ? { kid } : {}) })
        .sign(new TextEncoder().encode(secret));
    const { privateKey: rsa } = await generateKeyPair("RS256");
    const { d: _d, ...published } = key;
    const tokens: Record<string, string> = {
      "without an algorithm": `${part({ alg: "none", typ: "JWT" })}.${body}.`,
      "without an algorithm, with a signature": `${part({ alg: "NONE", kid: key.kid })}.${body}.${signature}`,
      "without a signature": `${head}.${body}.`,
      "with an empty secret": `${part({ alg: "HS256" })}.${body}.${createHmac("sha256", "")
        .update(`${part({ alg: "HS256" })}.${body}`)
        .digest("base64url")}`,
      "with the public key as secret": await hs256(JSON.stringify(published), key.kid),
      "with the coordinates as secret": await hs256(`${key.x}${key.y}`, key.kid),
      "of the secret key": await hs256(host.secretKey),
      "of another algorithm": await new SignJWT(claims)
        .setProtectedHeader({ alg: "RS256", kid: key.kid ?? "" })
        .sign(rsa),
      "of another project": await signed(await newKey(), claims),
      "of another project with this key's id": await signed(await newKey(key.kid), claims),
      "with an unknown key id": await signed({ ...key, kid: "../../etc/passwd" }, claims),
      "with its own key in the header": `${part({ alg: "ES256", jwk: published })}.${body}.${signature}`,
      "with a changed claim": `${head}.${part({ ...claims, role: "service_role" })}.${signature}`,
      expired: await signed(key, { ...claims, exp: now - 120 }),
      "not yet valid": await signed(key, { ...claims, nbf: now + 3600 }),
      "of PostgreSQL's owner": await signed(key, { ...claims, role: "postgres" }),
      "with large claims of another project": await signed(await newKey(), {
        ...claims,
        more: "x".repeat(4000),
      }),
      truncated: right.slice(0, -20),
      "with one part": head,
      "with four parts": `${right}.x`,
      "that is no JSON": `${Buffer.from("{").toString("base64url")}.${body}.${signature}`,
    };
    const requests: Record<string, [method: string, path: string]> = {
      rest: ["GET", "rest/v1/profiles?select=id"],
      auth: ["GET", "auth/v1/user"],
      storage: ["GET", "storage/v1/bucket"],
      realtime: ["POST", "realtime/v1/api/broadcast"],
      functions: ["POST", "functions/v1/delete-user"],
    };
    const wrong: string[] = [];
    for (const [name, token] of Object.entries(tokens))
      for (const [service, [method, path]] of Object.entries(requests)) {
        const response = await fetch(`${host.url}/${path}`, {
          method,
          headers: {
            apikey: host.publishableKey,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          ...(method === "POST" ? { body: '{"messages":[]}' } : {}),
        });
        const text = await response.text();
        // Supabase Storage has the status of some refusals in the body.
        const status = /"statusCode":"(\d+)"/.exec(text)?.[1] ?? String(response.status);
        const isClear = /^40[13]$/.test(status) && /"(message|msg)":"[^"]+/.test(text);
        if (!isClear) wrong.push(`${service}, a token ${name}: ${response.status} ${text.slice(0, 120)}`);
      }
    expect(wrong).toEqual([]);
  });
});

it("a host with an invalid setting does not start, and names it", async () => {
  await expect(hostWith({ jwt_expiry: 5 })).rejects.toThrow("auth.jwt_expiry");
});
