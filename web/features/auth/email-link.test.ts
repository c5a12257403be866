import { describe, expect, it } from "vitest";
import { emailLinkIn, hasToken } from "./email-link.ts";

const origin = "https://club.test";
const at = (address: string) => new URL(address, `${origin}/confirm`);
const nextOf = (next: string) =>
  emailLinkIn(at(`#token_hash=abc&type=signup&next=${encodeURIComponent(next)}`))?.next;

describe("emailLinkIn", () => {
  it("reads a link from the fragment and from the query", () => {
    const next = encodeURIComponent(`${origin}/subscriptions?code=1986660#top`);
    const link = { token: "abc", type: "invite", next: "/subscriptions?code=1986660#top" };
    expect(emailLinkIn(at(`#token_hash=abc&type=invite&next=${next}`))).toEqual(link);
    expect(emailLinkIn(at(`?token_hash=abc&type=invite&next=${next}`))).toEqual(link);
  });

  it.each(["signup", "recovery", "magiclink", "email_change", "invite"])("accepts the type %s", (type) => {
    expect(emailLinkIn(at(`#token_hash=abc&type=${type}`))).toEqual({ token: "abc", type, next: "/" });
  });

  it("reads Supabase's type email as a sign-in link", () => {
    expect(emailLinkIn(at("?token_hash=abc&type=email"))?.type).toBe("magiclink");
  });

  it.each([
    "",
    "#",
    "#type=signup",
    "#token_hash=&type=signup",
    "#token_hash=abc",
    "#token_hash=abc&type=sms",
  ])("reads no link from %j", (address) => {
    expect(emailLinkIn(at(address))).toBeNull();
  });

  it.each([
    "https://evil.test/",
    "https://club.test.evil.test/",
    "https://club.test:8443/",
    "http://club.test/",
    "//evil.test/",
    "/matches",
    "javascript:alert(1)",
    "https://club.test/confirm#token_hash=x&type=signup",
    "",
  ])("opens Home instead of %s", (next) => {
    expect(nextOf(next)).toBe("/");
  });

  it("opens a page of this site that looks like another host as a page", () => {
    expect(nextOf("https://club.test//evil.test/x")).toBe("/evil.test/x");
    expect(nextOf("https://user:secret@club.test/matches")).toBe("/matches");
  });
});

describe("hasToken", () => {
  it("finds a token of any type in fragment and query", () => {
    expect(hasToken(at("#token_hash=abc&type=unknown"))).toBe(true);
    expect(hasToken(at("?type=signup&token_hash=abc"))).toBe(true);
    expect(hasToken(at("?type=signup"))).toBe(false);
  });
});
