/** A phone as second factor, with SMS read from the outbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { levels, signedInAnew } from "../support/assurance-levels.ts";
import { messageTo, stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";

let counter = 0;
const newPhone = () => `+2305${String(7_500_000 + ++counter)}`;

describe("a phone as second factor", () => {
  let host: Host;
  beforeAll(async () => {
    const phone = {
      enroll_enabled: true,
      verify_enabled: true,
      otp_length: 8,
      template: "{{ .Code }} opens the gate",
      max_frequency: "0s",
    };
    const env = { LOG_LEVEL: "trace", SUPABASE_DIR: supabaseWith({ auth: { mfa: { phone } } }) };
    host = await startHost({ env });
  });
  afterAll(() => host.stop());

  async function codeTo(phone: string): Promise<string> {
    const { body } = await messageTo(host, phone);
    return /: (\d{8}) opens the gate\n/.exec(body)?.[1] ?? "";
  }
  async function enroll(api: Api, phone: string, friendlyName = "Phone"): Promise<string> {
    const { data, error } = await api.auth.mfa.enroll({ factorType: "phone", phone, friendlyName });
    if (error) throw error;
    expect(data).toMatchObject({ type: "phone", phone, friendly_name: friendlyName });
    return data.id;
  }
  async function show(api: Api, factorId: string, phone: string) {
    const challenge = await api.auth.mfa.challenge({ factorId });
    if (challenge.error) return challenge.error.code;
    const code = await codeTo(phone);
    const { error } = await api.auth.mfa.verify({ factorId, challengeId: challenge.data.id, code });
    return error?.code ?? null;
  }
  async function withPhone(): Promise<Person & { factorId: string; phone: string }> {
    const person = await host.person("Pho Ned");
    const phone = newPhone();
    const factorId = await enroll(person.api, phone);
    expect(await show(person.api, factorId, phone)).toBeNull();
    return { ...person, factorId, phone };
  }

  it("is enrolled with a code by SMS and required at the next sign-in", async () => {
    const person = await withPhone();
    expect(await levels(person.api)).toEqual(["aal2", "aal2"]);
    const { data } = await person.api.auth.mfa.listFactors();
    expect(data?.phone).toMatchObject([
      { id: person.factorId, phone: person.phone.slice(1), status: "verified" },
    ]);
    const next = await signedInAnew(host, person);
    expect(await levels(next)).toEqual(["aal1", "aal2"]);
    expect(await show(next, person.factorId, person.phone)).toBeNull();
    expect((await next.auth.getClaims()).data?.claims.amr).toMatchObject([
      { method: "mfa/phone" },
      { method: "password" },
    ]);
    expect((await person.api.auth.getUser()).data.user?.phone).toBe("");
  });

  it("refuses wrong codes, codes of another challenge and used codes", async () => {
    const { api, factorId, phone } = await withPhone();
    const first = await api.auth.mfa.challenge({ factorId });
    const old = await codeTo(phone);
    const second = await api.auth.mfa.challenge({ factorId });
    const code = await codeTo(phone);
    const verify = async (challengeId: string | undefined, text: string) =>
      (await api.auth.mfa.verify({ factorId, challengeId: challengeId ?? "", code: text })).error?.code ??
      null;
    expect(await verify(second.data?.id, old)).toBe("mfa_verification_failed");
    expect(await verify(second.data?.id, "")).toBe("validation_failed");
    expect(await verify(second.data?.id, code)).toBeNull();
    expect(await verify(second.data?.id, code)).toBe("mfa_ip_address_mismatch");
    expect(await verify(first.data?.id, old)).toBeNull();
    const last = await api.auth.mfa.challenge({ factorId });
    for (let guess = 0; guess < 5; guess++)
      expect(await verify(last.data?.id, `0000000${guess}`)).toBe("mfa_verification_failed");
    expect(await verify(last.data?.id, await codeTo(phone))).toBe("over_request_rate_limit");
  });

  it("accepts a number once until it is removed, and replaces an unverified factor for the same number", async () => {
    const { api, phone, factorId } = await withPhone();
    const again = await api.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Again" });
    expect([again.error?.status, again.error?.code]).toEqual([422, "mfa_verified_factor_exists"]);
    const other = newPhone();
    const waiting = await enroll(api, other, "Other");
    expect(await enroll(api, other, "Other")).not.toBe(waiting);
    for (const number of ["", "0", "no number"]) {
      const { error } = await api.auth.mfa.enroll({ factorType: "phone", phone: number });
      expect([error?.status, error?.code]).toEqual([400, "validation_failed"]);
    }
    expect((await api.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await api.auth.refreshSession();
    expect(await levels(api)).toEqual(["aal1", "aal1"]);
  });

  it("uses WhatsApp only if a sender is configured", async () => {
    const { api, factorId } = await withPhone();
    for (const channel of ["whatsapp", "pigeon"]) {
      const { error } = await api.auth.mfa.challenge({ factorId, channel: channel as "whatsapp" });
      expect([error?.status, error?.code]).toEqual([400, "validation_failed"]);
    }
  });

  it("leaves no code in the log or the database", async () => {
    const { api, factorId, phone } = await withPhone();
    await api.auth.mfa.challenge({ factorId });
    const code = await codeTo(phone);
    expect(code).toMatch(/^\d{8}$/);
    expect(host.log()).not.toContain(code);
  });
});

describe("a phone as second factor", () => {
  const start = async (phone: Record<string, boolean | string>) =>
    stopAfterwards(await startHost({ env: { SUPABASE_DIR: supabaseWith({ auth: { mfa: { phone } } }) } }));

  it("waits between two messages, and cannot be enrolled if disabled", async () => {
    const host = await start({ enroll_enabled: true, verify_enabled: true, max_frequency: "1m" });
    const { api } = await host.person("Imp Atient");
    const { data } = await api.auth.mfa.enroll({ factorType: "phone", phone: newPhone() });
    const factorId = data?.id ?? "";
    expect((await api.auth.mfa.challenge({ factorId })).error).toBeNull();
    const { error } = await api.auth.mfa.challenge({ factorId });
    expect([error?.status, error?.code]).toEqual([429, "over_sms_send_rate_limit"]);
    const off = await start({ verify_enabled: true });
    const refused = await (await off.person("Swit Ched")).api.auth.mfa.enroll({
      factorType: "phone",
      phone: newPhone(),
    });
    expect([refused.error?.status, refused.error?.code]).toEqual([422, "mfa_phone_enroll_not_enabled"]);
  });
});
