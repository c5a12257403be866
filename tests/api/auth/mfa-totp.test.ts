/** /auth/v1/factors through the official client: an authenticator app as second factor. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { levels, signedInAnew } from "../support/assurance-levels.ts";
import { authenticatorCode } from "../support/auth-host.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

describe("a second factor", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  async function withFactor(): Promise<Person & { factorId: string; secret: string }> {
    const person = await host.person("Fay Factor");
    const { data, error } = await person.api.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    if (error) throw error;
    const { secret } = data.totp;
    expect(data.totp.uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}$/);
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#%]+<\/svg>$/);
    const code = authenticatorCode(secret);
    const verified = await person.api.auth.mfa.challengeAndVerify({ factorId: data.id, code });
    expect(verified.error).toBeNull();
    return { ...person, factorId: data.id, secret };
  }

  it("raises the session's assurance level, is required at the next sign-in, and survives a refresh", async () => {
    const person = await withFactor();
    expect(await levels(person.api)).toEqual(["aal2", "aal2"]);
    const { data } = await person.api.auth.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: "totp" }, { method: "password" }]);
    const next = await signedInAnew(host, person);
    expect(await levels(next)).toEqual(["aal1", "aal2"]);
    const code = authenticatorCode(person.secret);
    expect((await next.auth.mfa.challengeAndVerify({ factorId: person.factorId, code })).error).toBeNull();
    await next.auth.refreshSession();
    expect(await levels(next)).toEqual(["aal2", "aal2"]);
  });

  it("refuses wrong, old and foreign codes and a sixth attempt", async () => {
    const person = await withFactor();
    const next = await signedInAnew(host, person);
    const attempt = async (code: string) =>
      (await next.auth.mfa.challengeAndVerify({ factorId: person.factorId, code })).error?.code;
    for (const code of ["not a code", "0".repeat(4000)])
      expect(await attempt(code)).toBe("mfa_verification_failed");
    for (const steps of [-10, 10, 20]) {
      expect(await attempt(authenticatorCode(person.secret, steps))).toBe("mfa_verification_failed");
    }
    expect(await attempt(authenticatorCode(person.secret))).toBe("over_request_rate_limit");
  });

  it("cannot be removed, supplemented or bypassed from a session without it", async () => {
    const person = await withFactor();
    const thief = await signedInAnew(host, person);
    const removed = await thief.auth.mfa.unenroll({ factorId: person.factorId });
    const added = await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" });
    const changed = await thief.auth.updateUser({ password: "Another1Horse" });
    for (const { error } of [removed, added, changed]) expect(error?.code).toBe("insufficient_aal");
    expect((await person.api.auth.mfa.unenroll({ factorId: person.factorId })).error).toBeNull();
    expect((await person.api.auth.mfa.listFactors()).data?.all).toEqual([]);
  });

  it("belongs to one user, and its secret is shown once", async () => {
    const person = await withFactor();
    const other = await host.person("Nosy Other");
    const { factorId } = person;
    const tries = await Promise.all([
      other.api.auth.mfa.challenge({ factorId }),
      other.api.auth.mfa.unenroll({ factorId }),
      other.api.auth.mfa.verify({ factorId, challengeId: factorId, code: "000000" }),
    ]);
    for (const { error } of tries)
      expect([error?.status, error?.code]).toEqual([404, "mfa_factor_not_found"]);
    const seen = [
      await person.api.auth.getUser(),
      await host.secret.auth.admin.getUserById(person.id),
      await host.secret.auth.admin.mfa.listFactors({ userId: person.id }),
    ];
    expect(JSON.stringify(seen)).toContain(factorId);
    expect(JSON.stringify(seen)).not.toContain(person.secret);
  });

  it("refuses malformed and unauthenticated requests", async () => {
    const { api } = await host.person("Mal Formed");
    const token = (await api.auth.getSession()).data.session?.access_token ?? "";
    const ask = async (method: string, path: string, body: unknown, bearer = token) => {
      const response = await fetch(`${host.url}/auth/v1/${path}`, {
        method,
        headers: { apikey: host.publishableKey, authorization: `Bearer ${bearer}` },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return [response.status, ((await response.json()) as { error_code?: string }).error_code];
    };
    expect(await ask("POST", "factors", "{")).toEqual([400, "bad_json"]);
    expect(await ask("POST", "factors", { factor_type: "pigeon" })).toEqual([400, "validation_failed"]);
    expect(await ask("POST", "factors", { factor_type: ["totp"] })).toEqual([400, "validation_failed"]);
    expect(await ask("POST", "factors", { factor_type: "phone" })).toEqual([
      422,
      "mfa_phone_enroll_not_enabled",
    ]);
    expect(await ask("POST", "factors/1/challenge", {})).toEqual([404, "validation_failed"]);
    expect(await ask("DELETE", "factors/'; drop table x", "")).toEqual([404, "validation_failed"]);
    expect(await ask("POST", "factors", { factor_type: "totp" }, host.publishableKey)).toEqual([
      401,
      "no_authorization",
    ]);
    expect(await ask("POST", "factors", { factor_type: "totp" }, "a.b.c")).toEqual([403, "bad_jwt"]);
  });

  it("can be removed with the secret key when the device is lost", async () => {
    const person = await withFactor();
    const { mfa } = host.secret.auth.admin;
    expect((await mfa.listFactors({ userId: person.id })).data?.factors).toMatchObject([
      { id: person.factorId, status: "verified" },
    ]);
    expect((await mfa.deleteFactor({ userId: person.id, id: person.factorId })).error).toBeNull();
    expect(await levels(await signedInAnew(host, person))).toEqual(["aal1", "aal1"]);
  });
});
