import { describe, expect, test } from "vitest";
import { newTotpSecret, totpCode, totpStep, totpUri } from "./totp.ts";

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a time-based code", () => {
  test.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("matches RFC 6238 at second %s", (second, code) => {
    expect(totpCode(SECRET, Math.floor(second / 30), 8)).toBe(code);
    expect(totpCode(SECRET, Math.floor(second / 30))).toBe(code.slice(2));
  });

  test.each([
    ["755224", 0],
    ["287082", 1],
    ["520489", 9],
  ])("matches RFC 4226: %s", (code, counter) => {
    expect(totpCode(SECRET, counter)).toBe(code);
  });

  test("is accepted one step early and one step late, but no further", () => {
    const code = totpCode(SECRET, 1000);
    const at = (step: number) => totpStep(SECRET, code, step * 30_000);
    expect([at(998), at(999), at(1000), at(1001), at(1002)]).toEqual([null, 1000, 1000, 1000, null]);
  });

  test.each(["", "12345", "1234567", "abcdef", "１２３４５６"])("is never accepted: %j", (code) => {
    expect(totpStep(SECRET, code, Date.now())).toBeNull();
  });
});

test("a secret has 160 random bits", () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret);
  expect(new Set(secrets).size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("the URI for authenticator apps escapes issuer and account", () => {
  expect(totpUri("Club & Co", "ada+1@club.test", SECRET)).toBe(
    `otpauth://totp/Club%20%26%20Co:ada%2B1%40club.test?algorithm=SHA1&digits=6&issuer=Club%20%26%20Co&period=30&secret=${SECRET}`,
  );
});
