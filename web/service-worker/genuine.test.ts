import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isFile, isPage, isPageOf, isSettings } from "./genuine.ts";

const portal = "<!doctype html><title>Free WiFi</title>";
const answer = (body: string | null, type = "", status = 200) =>
  new Response(body, { status, headers: type ? { "content-type": type } : {} });
const redirected = (response: Response) => Object.defineProperty(response, "redirected", { value: true });
/** An answer whose body the network cuts off. */
const broken = (type: string) =>
  new Response(new ReadableStream({ pull: (body) => body.error(new TypeError("network")) }), {
    headers: { "content-type": type },
  });

describe("isFile", () => {
  const path = "/assets/profile-page-1a2b3c4.js";
  const code = "export const Component = () => null;";
  const hashes = { [path]: createHash("sha256").update(code).digest("base64url").slice(0, 12) };
  const script = "text/javascript";

  it("accepts the built file, and another build's if it is no page", async () => {
    expect(await isFile(path, answer(code, script), hashes)).toBe(true);
    expect(await isFile("/assets/older-1234567.js", answer("older", script), hashes)).toBe(true);
  });

  it.each([
    ["a portal's page", answer(portal, "text/html; charset=utf-8")],
    ["a portal's page with the type of a script", answer(portal, script)],
    ["a filter's refusal", answer("blocked", "text/plain", 403)],
    ["half of it", answer(code.slice(0, 9), script)],
    ["nothing", answer("", script)],
    ["a body that is cut off", broken(script)],
    ["another file after a redirection", redirected(answer(code, script))],
  ])("refuses %s", async (_, lie) => expect(await isFile(path, lie, hashes)).toBe(false));

  it("refuses the page at the address of another build's file, as static hosts answer", async () => {
    expect(await isFile("/assets/older-1234567.js", answer(portal, "text/html"), hashes)).toBe(false);
  });
});

describe("the page", () => {
  const page = (build: string) => `<!doctype html><head><meta name="build" content="${build}"></head>`;
  it("is the club's, of any build and with any status", async () => {
    expect(await isPage(answer(page("abc"), "text/html"))).toBe(true);
    expect(await isPage(answer(page("other"), "text/html; charset=utf-8", 404))).toBe(true);
  });

  it("is of a build only if it was found", async () => {
    expect(await isPageOf("abc", answer(page("abc"), "text/html"))).toBe(true);
    expect(await isPageOf("abc", answer(page("abcd"), "text/html"))).toBe(false);
    expect(await isPageOf("abc", answer(page("abc"), "text/html", 404))).toBe(false);
  });

  it.each([
    ["a portal's", () => answer(portal, "text/html")],
    ["a host's error", () => answer('{"message":"busy"}', "application/json", 503)],
    ["one after a redirection", () => redirected(answer(page("abc"), "text/html"))],
    ["one that is cut off", () => broken("text/html")],
  ])("is not %s", async (_, lie) => {
    expect(await isPage(lie())).toBe(false);
    expect(await isPageOf("abc", lie())).toBe(false);
  });
});

describe("isSettings", () => {
  it("accepts the club's settings only", async () => {
    expect(await isSettings(answer('{"publishable_key":"x"}', "application/json"))).toBe(true);
    expect(await isSettings(answer('{"publishable_key":"x"}', "application/octet-stream"))).toBe(true);
    for (const lie of [
      answer(portal, "text/html"),
      answer(portal, "application/json"),
      answer("{}", "application/json"),
      answer("null", "application/json"),
      answer('{"publishable_key":"x"}', "application/json", 403),
      redirected(answer('{"publishable_key":"x"}', "application/json")),
      broken("application/json"),
    ])
      expect(await isSettings(lie)).toBe(false);
  });
});
