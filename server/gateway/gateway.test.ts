import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAddressReader } from "./address.ts";
import { callerOf, type GatewayDeps } from "./caller.ts";
import { type Keys, newKeys, newSigningKey, openKeys, readKeys, rotateKey } from "./keys.ts";
import { createTokens } from "./tokens.ts";

const dataDir = mkdtempSync(join(tmpdir(), "gateway-test-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

let keys: Keys;
let deps: GatewayDeps;
beforeAll(async () => {
  keys = await newKeys();
  deps = { keys, tokens: await createTokens(keys.signing_keys), address: createAddressReader([]) };
});

const soon = () => Math.floor(Date.now() / 1000) + 60;
const ask = (headers: Record<string, string>, query = "") =>
  callerOf(new Request(`http://host.test/rest/v1/things${query}`, { headers }), deps, {
    incoming: { socket: { remoteAddress: "192.0.2.1" } },
  });

describe("keys", () => {
  test("are created once, readable by their owner only, even if two processes start at once", async () => {
    const folder = join(dataDir, "data");
    expect(readKeys(folder)).toBeNull();
    const [one, other] = await Promise.all([openKeys(folder), openKeys(folder)]);
    expect(one).toEqual(other);
    expect(readKeys(folder)).toEqual(one);
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
    expect(one.publishable_key).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
    expect(one.secret_key).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
  });

  test("are replaced one at a time, and the file stays readable by its owner only", async () => {
    const folder = join(dataDir, "rotated");
    await expect(rotateKey(folder, "secret", false)).rejects.toThrow("There are no keys");
    const { secret_key, ...others } = await openKeys(folder);
    await rotateKey(folder, "secret", false);
    expect(readKeys(folder)).toMatchObject(others);
    expect(readKeys(folder)?.secret_key).not.toBe(secret_key);
    expect(statSync(join(folder, "keys.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["keys.json"]);
  });
});

describe("a caller", () => {
  test("is anon without a key and with the publishable key, service_role with the secret key", async () => {
    const { publishable_key, secret_key } = keys;
    expect((await ask({})).role).toBe("anon");
    expect((await ask({ apikey: publishable_key })).role).toBe("anon");
    expect((await ask({}, `?apikey=${publishable_key}`)).role).toBe("anon");
    expect(await ask({ apikey: secret_key })).toMatchObject({
      role: "service_role",
      claims: { role: "service_role" },
    });
    expect((await ask({ authorization: `Bearer ${secret_key}` })).role).toBe("service_role");
    expect((await ask({ apikey: publishable_key, authorization: `Bearer ${publishable_key}` })).role).toBe(
      "anon",
    );
  });

  test("is the token's user, whatever the key", async () => {
    const token = await deps.tokens.sign({ sub: "ada", role: "authenticated", exp: soon() });
    for (const apikey of [keys.publishable_key, keys.secret_key]) {
      expect(await ask({ apikey, authorization: `Bearer ${token}` })).toMatchObject({
        role: "authenticated",
        claims: { sub: "ada" },
      });
    }
  });

  test.each([
    ["a key of another project", { apikey: "sb_secret_other" }, "key_unknown"],
    ["a key that is none", { apikey: "secret" }, "key_unknown"],
    ["a token that is none", { authorization: "Bearer x.y.z" }, "token_invalid"],
    ["a token that is no text of three parts", { authorization: "Bearer nonsense" }, "token_invalid"],
  ])("with %s is refused", async (_, headers, kind) => {
    await expect(ask(headers as Record<string, string>)).rejects.toMatchObject({ kind, status: 401 });
  });

  test("with an expired token is refused, even if the token was valid a moment ago", async () => {
    let now = Date.now();
    const tokens = await createTokens(keys.signing_keys, { now: () => now });
    const token = await tokens.sign({ sub: "ada", exp: Math.floor(now / 1000) + 2 });
    expect((await tokens.verify(token)).sub).toBe("ada");
    now += 2000;
    await expect(tokens.verify(token)).rejects.toMatchObject({
      kind: "token_expired",
      message: "JWT expired",
    });
    await expect(
      (await createTokens(keys.signing_keys, { now: () => now })).verify(token),
    ).rejects.toMatchObject({
      kind: "token_expired",
    });
  });

  test("cannot use a role outside the API", async () => {
    for (const role of ["postgres", "supabase_admin", "authenticator"]) {
      const token = await deps.tokens.sign({ role, exp: soon() });
      await expect(ask({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
        kind: "token_invalid",
      });
    }
  });

  test("is passed to SQL with the address that the host determined, without credentials", async () => {
    const { settings } = await ask({
      "x-forwarded-for": "198.51.100.7",
      "x-real-ip": "198.51.100.7",
      "user-agent": "test",
      authorization: `Bearer ${keys.publishable_key}`,
    });
    expect(JSON.parse(settings?.["request.headers"] ?? "")).toEqual({
      "x-forwarded-for": "192.0.2.1",
      "user-agent": "test",
    });
  });

  test("is passed to SQL in the same words when Node has received the request", async () => {
    const settings: unknown[] = [];
    const server = createAdaptorServer({
      fetch: async (request, env) => {
        const caller = await callerOf(request, deps, env);
        settings.push(caller.settings, (await callerOf(new Request(request), deps, {})).settings);
        return new Response();
      },
    }) as Server;
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const headers = {
      prefer: ["count=exact", "tx=rollback"],
      cookie: "a=1; b=2",
      "X-Real-IP": "198.51.100.7",
    };
    const path = "/rest/v1/a%20b?select=c#d";
    const sent = request({ port, path, agent: false, headers: { ...headers, apikey: keys.publishable_key } });
    await once(sent.end(), "response");
    server.close();
    const [received, copied] = settings.map((each) => {
      const { "request.headers": list = "", ...others } = each as Record<string, string>;
      return { ...others, headers: { ...JSON.parse(list), "x-forwarded-for": "" } };
    });
    expect(received).toEqual(copied);
    expect(received).toMatchObject({
      "request.path": "/a%20b",
      "request.cookies": '{"a":"1","b":"2"}',
      headers: { prefer: "count=exact, tx=rollback" },
    });
    expect(received?.headers).not.toHaveProperty("x-real-ip");
  });
});

describe("tokens", () => {
  test("of another key, another algorithm or without a signature are refused", async () => {
    const stranger = await createTokens([await newSigningKey()]);
    const [own] = keys.signing_keys;
    const secret = new TextEncoder().encode("a secret of thirty-two characters");
    const forged = [
      await stranger.sign({ role: "service_role", exp: soon() }),
      // Uses the public key as a shared secret, a classic attack on JWT.
      await new SignJWT({ role: "service_role" })
        .setProtectedHeader({ alg: "HS256", kid: own?.kid ?? "" })
        .sign(new TextEncoder().encode(JSON.stringify(deps.tokens.jwks().keys[0]))),
      await new SignJWT({ role: "service_role" }).setProtectedHeader({ alg: "HS256" }).sign(secret),
      `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from('{"role":"service_role"}').toString("base64url")}.`,
    ];
    for (const token of forged)
      await expect(deps.tokens.verify(token)).rejects.toMatchObject({ kind: "token_invalid" });
  });

  test("of the previous signing key verify until the next rotation, and of a leaked one no longer", async () => {
    const folder = join(dataDir, "signing");
    const first = await openKeys(folder);
    const old = await (await createTokens(first.signing_keys)).sign({ sub: "ada", exp: soon() });
    const verify = async () => (await createTokens(readKeys(folder)?.signing_keys ?? [])).verify(old);
    await rotateKey(folder, "signing", false);
    expect((await verify()).sub).toBe("ada");
    await rotateKey(folder, "signing", false);
    await expect(verify()).rejects.toMatchObject({ kind: "token_invalid" });
    await rotateKey(folder, "signing", true);
    expect(readKeys(folder)?.signing_keys).toHaveLength(1);
  });

  test("of a retired key still verify while the key is listed", async () => {
    const old = await deps.tokens.sign({ sub: "ada", exp: soon() });
    const rotated = await createTokens([await newSigningKey(), ...keys.signing_keys]);
    expect((await rotated.verify(old)).sub).toBe("ada");
    expect(rotated.jwks().keys).toHaveLength(2);
    expect(JSON.stringify(rotated.jwks())).not.toContain('"d"');
  });

  test("signed with the legacy secret are accepted if the project has one", async () => {
    const secret = "a secret of thirty-two characters";
    const tokens = await createTokens(keys.signing_keys, { secret });
    const old = await new SignJWT({ role: "anon" })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    expect((await tokens.verify(old)).role).toBe("anon");
    await expect(createTokens(keys.signing_keys).then((own) => own.verify(old))).rejects.toMatchObject({
      kind: "token_invalid",
    });
  });

  test("are signed with the legacy secret if the project says so, and its keys still verify", async () => {
    const secret = "a secret of thirty-two characters";
    const older = await createTokens(keys.signing_keys, { secret, signWithSecret: true });
    const made = await older.sign({ sub: "ada", exp: soon() });
    expect(decodeProtectedHeader(made)).toEqual({ alg: "HS256", typ: "JWT" });
    expect((await older.verify(made)).sub).toBe("ada");
    expect((await older.verify(await deps.tokens.sign({ sub: "ada", exp: soon() }))).sub).toBe("ada");
  });
});

describe("the caller's address", () => {
  const read = (trusted: string[], peer: string, forwarded?: string) =>
    createAddressReader(trusted)(new Headers(forwarded ? { "x-forwarded-for": forwarded } : {}), peer);

  test("is the peer's, unless the peer is a trusted proxy", () => {
    expect(read([], "192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
    expect(read(["10.0.0.0/8"], "192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
    expect(read(["10.0.0.0/8"], "10.1.2.3", "198.51.100.7")).toBe("198.51.100.7");
    expect(read(["10.0.0.0/8"], "::ffff:10.1.2.3", "198.51.100.7")).toBe("198.51.100.7");
  });

  test("is the last one that trusted proxies did not write", () => {
    expect(read(["10.0.0.0/8"], "10.1.2.3", "1.1.1.1, 198.51.100.7, 10.9.9.9")).toBe("198.51.100.7");
    expect(read(["10.0.0.0/8"], "10.1.2.3", "198.51.100.7, garbage")).toBe("10.1.2.3");
    expect(read(["10.0.0.0/8"], "10.1.2.3")).toBe("10.1.2.3");
  });

  test("an invalid proxy address is reported by name", () => {
    expect(() => createAddressReader(["proxy.local"])).toThrow("TRUSTED_PROXIES: proxy.local");
  });
});
