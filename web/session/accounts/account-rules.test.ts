import { describe, expect, it } from "vitest";
import { passwordStrength } from "../password/password-strength.ts";
import { emailRule, isEmail, nameRule, passwordRule, phoneRule, registerRule } from "./account-rules.ts";

const accepts = (rule: typeof emailRule, value: string) => rule.safeParse(value).success;

const maya = {
  fullName: "Maya",
  email: "maya@example.com",
  phone: "",
  password: "Passw0rd",
  confirmedAge: "",
};

describe("sign-up rules", () => {
  it("trim and lower-case an email, and limit it to 254 characters", () => {
    expect(emailRule.parse(" Maya@Example.COM ")).toBe("maya@example.com");
    expect(accepts(emailRule, `${"a".repeat(64)}@${"b".repeat(190)}.com`)).toBe(false);
    expect(accepts(emailRule, "maya@example")).toBe(false);
  });

  it("accept names of letters, spaces, apostrophes and hyphens", () => {
    for (const name of ["Zoë O'Neill", "Jean-Luc", "Ñ", "Marie’Ange"])
      expect(accepts(nameRule, name)).toBe(true);
    for (const name of ["", "R2D2", "a".repeat(101), "x@y"]) expect(accepts(nameRule, name)).toBe(false);
  });

  it("accept only international phone numbers", () => {
    expect(accepts(phoneRule, "+23052512345")).toBe(true);
    expect(accepts(phoneRule, "52512345")).toBe(false);
    expect(accepts(phoneRule, "+230 call me")).toBe(false);
  });

  it("require eight characters with a lowercase letter, an uppercase letter and a digit in a password", () => {
    expect(accepts(passwordRule, "Passw0rd")).toBe(true);
    for (const weak of ["Passw0r", "passw0rd", "PASSW0RD", "Password"])
      expect(accepts(passwordRule, weak)).toBe(false);
  });

  it("allow 72 characters in a password, as the server does", () => {
    expect(accepts(passwordRule, `Aa1${"x".repeat(69)}`)).toBe(true);
    expect(accepts(passwordRule, `Aa1${"x".repeat(70)}`)).toBe(false);
  });

  it("accept an email account without a phone number", () => {
    const rule = registerRule("email", undefined);
    expect(rule.safeParse(maya).success).toBe(true);
    expect(rule.safeParse({ ...maya, phone: "12" }).success).toBe(false);
  });

  it("need the confirmed age if the club asks for one", () => {
    const rule = registerRule("email", 18);
    expect(rule.safeParse({ ...maya, confirmedAge: "18" }).success).toBe(true);
    for (const confirmedAge of ["", "17"])
      expect(rule.safeParse({ ...maya, confirmedAge }).success).toBe(false);
  });
});

describe("isEmail", () => {
  it("treats an identifier with an @ as an email", () => {
    expect(isEmail("maya@example.com")).toBe(true);
    expect(isEmail("+23052512345")).toBe(false);
  });
});

describe("passwordStrength", () => {
  it("counts the fulfilled rules and names the others", () => {
    expect(passwordStrength("")).toMatchObject({ score: 0 });
    expect(passwordStrength("Passw0rd")).toEqual({ score: 4, missing: [] });
    expect(passwordStrength("Passw0rd!").score).toBe(5);
    expect(passwordStrength("12345678").missing).toEqual(["a lowercase letter", "an uppercase letter"]);
  });

  it.each([
    "Passw0rd",
    "Passw0r",
    "ÉTÉ-2026-été",
    "Été-en-2026",
    "éTÉ-2026",
    "A1a😀😀😀",
    "Àaaaaaa1",
    "Aaaaaaaà",
  ])("misses something of %s exactly if the form refuses it", (password) =>
    expect(passwordStrength(password).missing.length === 0).toBe(accepts(passwordRule, password)),
  );
});
