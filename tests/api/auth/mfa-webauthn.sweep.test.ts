/** A security key, emulated in software, as second factor. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { levels, signedInAnew } from "../support/assurance-levels.ts";
import { supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { createAuthenticator, type Wrong } from "../support/software-security-key.ts";

const ORIGIN = "https://club.example";
const RP = { rpId: "club.example", rpOrigins: [ORIGIN] };
type Authenticator = ReturnType<typeof createAuthenticator>;
type Options = Parameters<Authenticator["create"]>[0] & Parameters<Authenticator["get"]>[0];

describe("a security key", () => {
  let host: Host;
  beforeAll(async () => {
    const auth = {
      mfa: { web_authn: { enroll_enabled: true, verify_enabled: true } },
      webauthn: { rp_id: RP.rpId, rp_origins: RP.rpOrigins, rp_display_name: "The Club" },
    };
    host = await startHost({ env: { LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth }) } });
  });
  afterAll(() => host.stop());

  async function challenge(
    api: Api,
    factorId: string,
  ): Promise<{ id: string; type: string; options: Options }> {
    const { data, error } = await api.auth.mfa.challenge({ factorId, webauthn: RP });
    if (error) throw error;
    if (data.type !== "webauthn") throw new Error(`a challenge of ${data.type}`);
    const { type, credential_options } = data.webauthn;
    return { id: data.id, type, options: credential_options.publicKey as never };
  }
  async function answer(api: Api, factorId: string, challengeId: string, type: string, credential: unknown) {
    const webauthn = { type, ...RP, credential_response: credential };
    const { error } = await api.auth.mfa.verify({ factorId, challengeId, webauthn } as never);
    return error ? [error.status, error.code] : null;
  }
  async function enroll(api: Api, friendlyName = "Key"): Promise<string> {
    const { data, error } = await api.auth.mfa.enroll({ factorType: "webauthn", friendlyName });
    if (error) throw error;
    expect(data).toMatchObject({ type: "webauthn", friendly_name: friendlyName });
    return data.id;
  }
  async function withKey(): Promise<Person & { factorId: string; key: Authenticator }> {
    const person = await host.person("Kay Holder");
    const key = createAuthenticator(ORIGIN);
    const factorId = await enroll(person.api);
    const { id, type, options } = await challenge(person.api, factorId);
    expect(type).toBe("create");
    expect(await answer(person.api, factorId, id, type, key.create(options))).toBeNull();
    return { ...person, factorId, key };
  }

  it("raises the assurance level of the enrolling session and of later sessions that use it", async () => {
    const { factorId, key, ...person } = await withKey();
    expect(await levels(person.api)).toEqual(["aal2", "aal2"]);
    expect((await person.api.auth.mfa.listFactors()).data?.webauthn).toMatchObject([{ id: factorId }]);
    const next = await signedInAnew(host, person);
    expect(await levels(next)).toEqual(["aal1", "aal2"]);
    const { id, type, options } = await challenge(next, factorId);
    expect([type, options.rpId]).toEqual(["request", RP.rpId]);
    expect(await answer(next, factorId, id, type, key.get(options))).toBeNull();
    expect(await levels(next)).toEqual(["aal2", "aal2"]);
    expect((await next.auth.getClaims()).data?.claims.amr).toMatchObject([
      { method: "mfa/webauthn" },
      { method: "password" },
    ]);
  });

  it.each<[string, Wrong]>([
    ["another origin", { origin: "https://stranger.example" }],
    ["another site's name", { rpId: "stranger.example" }],
    ["another challenge", { challenge: new ArrayBuffer(32) }],
    ["a stranger's signature", { stranger: true }],
    ["a count that does not grow, as a copied key has", { count: 1 }],
  ])("is refused with %s", async (_, wrong) => {
    const { factorId, key, ...person } = await withKey();
    const first = await challenge(person.api, factorId);
    expect(await answer(person.api, factorId, first.id, "request", key.get(first.options))).toBeNull();
    const next = await signedInAnew(host, person);
    const { id, type, options } = await challenge(next, factorId);
    expect(await answer(next, factorId, id, type, key.get(options, wrong))).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    expect(await levels(next)).toEqual(["aal1", "aal2"]);
    expect(await answer(next, factorId, id, type, key.get(options, { count: 7 }))).toBeNull();
  });

  it.each<[string, Wrong]>([
    ["another origin", { origin: "https://stranger.example" }],
    ["another site's name", { rpId: "stranger.example" }],
    ["another challenge", { challenge: new ArrayBuffer(32) }],
  ])("is not enrolled with %s", async (_, wrong) => {
    const { api } = await host.person("Kay Wrong");
    const factorId = await enroll(api);
    const { id, type, options } = await challenge(api, factorId);
    const key = createAuthenticator(ORIGIN);
    expect(await answer(api, factorId, id, type, key.create(options, wrong))).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    expect(await levels(api)).toEqual(["aal1", "aal1"]);
  });

  it("answers only its own challenges, each once", async () => {
    const { factorId, key, ...person } = await withKey();
    const next = await signedInAnew(host, person);
    const { id, type, options } = await challenge(next, factorId);
    const other = createAuthenticator(ORIGIN);
    expect(await answer(next, factorId, id, type, other.get(options))).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    const good = key.get(options);
    expect(await answer(next, factorId, id, type, good)).toBeNull();
    expect(await answer(next, factorId, id, type, good)).toEqual([422, "mfa_ip_address_mismatch"]);
  });

  it("gets an explanation for a wrong answer and never a 500", async () => {
    const { api } = await host.person("Kay Malformed");
    const factorId = await enroll(api);
    const { id } = await challenge(api, factorId);
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    const post = async (body: object) => {
      const response = await fetch(`${host.url}/auth/v1/factors/${factorId}/verify`, {
        method: "POST",
        headers: { apikey: host.publishableKey, authorization: `Bearer ${token}` },
        body: JSON.stringify({ challenge_id: id, ...body }),
      });
      return [response.status, ((await response.json()) as { error_code?: string }).error_code];
    };
    const { toJSON: _, ...made } = createAuthenticator(ORIGIN).get({ challenge: new ArrayBuffer(1) });
    const garbage = { clientDataJSON: "e30", attestationObject: "AAAA" };
    for (const webauthn of [
      undefined,
      {},
      { type: "sing", credential_response: {} },
      { type: "create" },
      { type: "create", credential_response: null },
      { type: "create", credential_response: { id: 1 } },
      { type: "create", credential_response: made },
      { type: "request", credential_response: made },
    ])
      expect(await post({ webauthn }), JSON.stringify(webauthn)).toEqual([400, "validation_failed"]);
    expect(await post({ code: "123456" })).toEqual([400, "validation_failed"]);
    const other = await host.person("Kay Garbage");
    const otherId = await enroll(other.api);
    const challenged = await challenge(other.api, otherId);
    const garbled = { toJSON: () => ({ ...made, response: garbage }) };
    expect(await answer(other.api, otherId, challenged.id, "create", garbled)).toEqual([
      422,
      "mfa_verification_failed",
    ]);
  });

  it("cannot be enrolled twice by one account or used by another", async () => {
    const { api, factorId, key } = await withKey();
    const { options } = await challenge(api, await enroll(api, "Spare"));
    const { excludeCredentials } = options as unknown as { excludeCredentials: { id: ArrayBuffer }[] };
    expect(excludeCredentials.map(({ id }) => Buffer.from(id).toString("base64url"))).toEqual([key.id]);
    const other = await host.person("Kay Other");
    const { error } = await other.api.auth.mfa.challenge({ factorId, webauthn: RP });
    expect([error?.status, error?.code]).toEqual([404, "mfa_factor_not_found"]);
    const shown = JSON.stringify(await api.auth.getUser());
    expect(shown).toContain(factorId);
    expect(shown).not.toContain("publicKey");
  });
});
