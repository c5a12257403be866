import { describe, expect, test } from "vitest";
import { newTotpSecret, totpStep, totpUri } from "./totp.ts";

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
    expect(totpStep(SECRET, code.slice(2), second * 1000)).toBe(Math.floor(second / 30));
  });

  test.each([
    ["755224", 0],
    ["287082", 1],
    ["520489", 9],
  ])("matches RFC 4226: %s", (code, counter) => {
    expect(totpStep(SECRET, code, counter * 30_000)).toBe(counter);
  });

  test("is accepted one step early and one step late, but no further", () => {
    const at = (step: number) => totpStep(SECRET, "287082", step * 30_000); // the code of step 1
    expect([at(0), at(1), at(2), at(3)]).toEqual([1, 1, 1, null]);
    expect(totpStep(SECRET, "520489", 7 * 30_000)).toBeNull(); // that of step 9
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
