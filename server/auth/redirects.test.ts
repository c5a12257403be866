import { Hono } from "hono";
import { expect, test } from "vitest";
import { loadConfig } from "../config/config.ts";
import type { AuthDeps } from "./deps.ts";
import { allowedRedirect, requestedRedirect, withFragment, withQuery } from "./redirects.ts";

const config = loadConfig("supabase");
config.auth.additional_redirect_urls = [
  "https://*.preview.test/done",
  "clubapp://signed-in",
  "https://other.test/**",
];

const allowed = (wanted: string | null, siteUrl = "https://club.test") =>
  allowedRedirect({ config, siteUrl } as AuthDeps, wanted);

test.each([
  "https://club.test",
  "https://club.test/reset-password?from=mail#top",
  "https://a.preview.test/done",
  "https://a.preview.test/done?x=1",
  "clubapp://signed-in",
  "https://other.test/a/b",
])("allows %s", (url) => {
  expect(allowed(url)).toBe(url);
});

test.each([
  null,
  "",
  "nonsense",
  "/reset-password",
  "http://club.test",
  "https://club.test:444",
  "https://club.test.evil.test",
  "https://evil.test/https://club.test",
  "https://club.test@evil.test",
  "https://user@club.test",
  "https://a.b.preview.test/done",
  "https://a.preview.test/done/../other",
  "https://evil.test/.preview.test/done",
  "clubapp://elsewhere",
  "javascript:alert(1)//https://club.test",
  "data:text/html,hi",
  "https://club.test\\.evil.test",
  "https://club.test/\n",
])("replaces %s by SITE_URL", (url) => {
  expect(allowed(url)).toBe("https://club.test");
});

test("a site in a folder allows only that folder", () => {
  expect(allowed("https://x.test/club/reset", "https://x.test/club")).toBe("https://x.test/club/reset");
  expect(allowed("https://x.test/clubhouse", "https://x.test/club")).toBe("https://x.test/club");
});

test("adds values to the fragment and the query", () => {
  expect(withFragment("https://club.test/a#old", { b: "c d" })).toBe("https://club.test/a#b=c+d");
  expect(withQuery("https://club.test/a?x=1", { code: "y" })).toBe("https://club.test/a?x=1&code=y");
});

// supabase/auth, internal/utilities/request.go (GetReferrer): redirect_to, else the Referer, else the site; each if allowed.
test.each([
  ["https://club.test/reset", "https://a.preview.test/done", "https://club.test/reset"],
  ["", "https://a.preview.test/done?x=1", "https://a.preview.test/done?x=1"],
  ["https://evil.test/", "https://club.test/profile", "https://club.test/profile"],
  ["", "https://evil.test/", "https://club.test"],
  ["", "", "https://club.test"],
])("chooses from redirect_to %j and the Referer %j", async (wanted, referer, expected) => {
  const app = new Hono().get("/", (c) =>
    c.text(requestedRedirect(c, { config, siteUrl: "https://club.test" } as AuthDeps)),
  );
  const query = wanted ? `?${new URLSearchParams({ redirect_to: wanted })}` : "";
  const response = await app.request(`/${query}`, { headers: referer ? { referer } : {} });
  expect(await response.text()).toBe(expected);
});
