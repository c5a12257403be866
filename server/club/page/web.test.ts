import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLoopback, onlyLoopback, pageHeaders } from "../../gateway/transport.ts";
import type { AskedPreview } from "./link-preview.ts";
import { createWeb } from "./web.ts";

const folder = mkdtempSync(join(tmpdir(), "web-test-"));
const config = {
  url: "https://club.example",
  publishable_key: "sb_publishable_x",
  brand: "</script><b>",
  time_zone: "Indian/Mauritius",
};
const html =
  '<!doctype html><script type="application/json" id="scoreline-config"></script><script>theme()</script><script src="/assets/main-1a2b.js"></script>';
const previews = {
  description: "Predict every match.",
  pages: {
    leaderboard: { title: "Leaderboard", description: "Who leads?", asks: "of" },
    honours: { title: "Honours", description: "Winners.", asks: true },
    join: { title: "You are invited", description: "Join a group.", asks: true },
    subscriptions: { title: "Subscriptions", description: "Redeem a code.", asks: "code" },
    play: { title: "Play", description: "Predict.", asks: "match" },
  },
};

beforeAll(() => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "assets/main-1a2b.js"), "start()");
  writeFileSync(join(folder, "assets/main-1a2b.js.br"), brotliCompressSync("start()"));
  writeFileSync(join(folder, "assets/main-1a2b.js.gz"), gzipSync("start()"));
  writeFileSync(join(folder, "previews.json"), JSON.stringify(previews));
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "favicon.ico"), "icon");
  writeFileSync(join(folder, "service-worker.js"), "keep()");
  mkdirSync(join(folder, "fr"));
  writeFileSync(join(folder, "fr/index.html"), `${html}<p lang="fr">`);
  writeFileSync(join(folder, "fr/service-worker.js"), "garder()");
  writeFileSync(
    join(folder, "fr/previews.json"),
    JSON.stringify({ ...previews, description: "Pronostiquez." }),
  );
  writeFileSync(
    join(folder, "manifest.webmanifest"),
    JSON.stringify({ name: "Neutral", short_name: "Neutral", start_url: "/" }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const invite = {
  kind: "invite" as const,
  image: "/picture?of=AB12",
  facts: { inviter: 'Ann & "Bob"', group: "Reds", members: 2 },
};
const ticket = { kind: "ticket" as const, image: "/picture?ticket=x", facts: { competition: "FA Cup" } };
const match = {
  kind: "match" as const,
  image: null,
  facts: { home: "Leeds", away: "Fulham", competition: "FA Cup", is_open: true },
};
const askForPreview = async (path: string) =>
  new Map<string, AskedPreview>([
    [
      "/leaderboard?of=3",
      { kind: "matchday", image: null, facts: { round: "Matchday 3", competition: "Cup" } },
    ],
    ["/leaderboard?of=4", { kind: "month", image: null, facts: { month: "2026-08-01" } }],
    ["/honours", { kind: "honours", image: null, facts: { matchdays: 12, months: 1 } }],
    ["/join/AB12", invite],
    ["/subscriptions?code=1234567&plan=fa_cup", ticket],
    ["/subscriptions?plan=fa_cup", ticket],
    ["/play?match=1", match],
  ]).get(path) ?? null;
const get = (path: string, headers: Record<string, string> = {}) => {
  const app = new Hono();
  app.use(pageHeaders(config.url));
  app.route("/", createWeb({ folder, config: () => config, siteUrl: `${config.url}/`, askForPreview }).app);
  return app.request(`http://club.example${path}`, { headers });
};

describe("the page", () => {
  it("contains its settings, which cannot end their element", async () => {
    const text = await (await get("/")).text();
    expect(text).toContain('"brand":"\\u003c/script>\\u003cb>"');
    const json = /scoreline-config">([^<]*)</.exec(text)?.[1] ?? "";
    expect(JSON.parse(json)).toEqual(config);
    expect(await (await get("/config.json")).json()).toEqual(config);
  });

  it("has the preview of its address, with absolute addresses and the club's name escaped", async () => {
    const tagsOf = async (path: string) =>
      Object.fromEntries(
        [...(await (await get(path)).text()).matchAll(/<meta property="([^"]+)" content="([^"]*)">/g)].map(
          ([, property, content]) => [property, content],
        ),
      );
    const brand = "&lt;/script&gt;&lt;b&gt;";
    expect(await tagsOf("/")).toMatchObject({
      "og:title": brand,
      "og:description": "Predict every match.",
      "og:image": "https://club.example/icons/icon-512.png",
    });
    expect(await tagsOf("/leaderboard?competition=fa_cup")).toMatchObject({
      "og:title": `Leaderboard · ${brand}`,
      "og:description": "Who leads?",
    });
    expect(await tagsOf("/toString")).toEqual(await tagsOf("/"));
  });

  it("has the club's name in its preview if the build says nothing of previews", async () => {
    rmSync(join(folder, "previews.json"));
    const text = await (await get("/leaderboard")).text();
    writeFileSync(join(folder, "previews.json"), JSON.stringify(previews));
    expect(text).toContain('<meta property="og:title" content="&lt;/script&gt;&lt;b&gt;">');
    expect(text).not.toContain("og:description");
  });

  it("asks for the preview of an invite, and has the same one for all that lead nowhere", async () => {
    const wrong = await get("/join/AAAAAAAA");
    expect(wrong.headers.get("etag")).toBe((await get("/join/ZZZZZZZZ")).headers.get("etag"));
    expect(await wrong.text()).toContain('content="You are invited · ');
    const text = await (await get("/join/AB12")).text();
    expect(text).toContain('property="og:title" content="Ann &amp; &quot;Bob&quot; invites you to Reds · ');
    expect(text).toContain('property="og:image" content="https://club.example/picture?of=AB12"');
    expect(text).toContain('property="og:image:height" content="630"');
    expect(text).toContain('name="twitter:card" content="summary_large_image"');
    expect(await (await get("/leaderboard")).text()).toContain('name="twitter:card" content="summary"');
    const french = await (await get("/join/AB12", { cookie: "language=fr" })).text();
    expect(french).toContain("Ann &amp; &quot;Bob&quot; vous invite dans Reds");
  });

  it("asks for the preview of a page with a name in its query, and shows the icon without a picture", async () => {
    const gift = await (await get("/subscriptions?code=1234567&plan=fa_cup")).text();
    expect(gift).toContain('property="og:title" content="Your FA Cup ticket · ');
    expect(gift).toContain('property="og:image" content="https://club.example/picture?ticket=x"');
    expect(await (await get("/subscriptions?plan=fa_cup")).text()).toContain('content="Subscriptions · ');
    const tie = await (await get("/play?match=1", { cookie: "language=fr" })).text();
    expect(tie).toContain('property="og:title" content="Leeds – Fulham · ');
    expect(tie).toContain("/icons/icon-512.png");
  });

  it.each([
    ["/leaderboard?of=3", "Journée 3, Cup"],
    ["/leaderboard?of=4", "Classement\u00a0: août 2026"],
    ["/honours", "Honours"],
  ])("asks for the preview of %s in the visitor's language", async (path, title) => {
    const text = await (await get(path, { cookie: "language=fr" })).text();
    expect(text).toContain(`property="og:title" content="${title} · `);
  });

  it.each([
    ["the chosen language", { cookie: "theme=x; language=fr", "accept-language": "en" }, true],
    ["a language that it has not", { cookie: "language=de", "accept-language": "fr" }, true],
    [
      "the first language of the device that it speaks",
      { "accept-language": "de, en;q=0.3, fr-CA;q=0.8" },
      true,
    ],
    ["English before French", { "accept-language": "en-GB, fr;q=0.9" }, false],
    ["no language", {}, false],
    ["a language whose page was not built", { cookie: "language=mfe" }, false],
  ])("is in the language of a request with %s", async (_, headers, isFrench) => {
    const response = await get("/matches", { accept: "text/html", ...headers });
    expect(response.headers.get("vary")).toContain("accept-language, cookie");
    const chosen = /language=(fr|mfe)/.exec(new Headers(headers).get("cookie") ?? "")?.[0];
    expect(response.headers.get("set-cookie")?.split(";")[0]).toBe(chosen);
    const text = await response.text();
    expect([text.includes('<p lang="fr">'), text.includes("Pronostiquez.")]).toEqual([isFrench, isFrench]);
    expect(await (await get("/service-worker.js", headers)).text()).toBe(isFrench ? "garder()" : "keep()");
  });

  it("is in the club's language for a device that speaks none of its own", async () => {
    const { app } = createWeb({
      folder,
      config: () => ({ ...config, language: "fr" }),
      siteUrl: config.url,
      askForPreview,
    });
    const text = async (accepted: string) =>
      (await app.request("http://club.example/", { headers: { "accept-language": accepted } })).text();
    expect(await text("de")).toContain('<p lang="fr">');
    expect(await text("en")).not.toContain('<p lang="fr">');
  });

  it("is served for every screen's address, but not for missing files", async () => {
    expect((await get("/matches", { accept: "text/html" })).status).toBe(200);
    expect((await get("/archives/1", { accept: "text/html" })).headers.get("content-type")).toContain(
      "text/html",
    );
    expect((await get("/assets/gone-1a2b.js", { accept: "text/html" })).status).toBe(404);
    expect((await get("/gone.png")).status).toBe(404);
    // The built pages lack the club's settings.
    for (const page of ["/index.html", "/fr/index.html"]) expect((await get(page)).status, page).toBe(404);
    expect((await get("/matches", { accept: "image/png" })).status).toBe(404);
    // Password managers ask for an address that exists nowhere before they trust this one.
    for (const name of ["unknown", "security.txt", ""])
      expect((await get(`/.well-known/${name}`, { accept: "text/html" })).status, name).toBe(404);
    const form = await get("/.well-known/change-password", { accept: "text/html" });
    expect([form.status, form.headers.get("location")]).toEqual([302, "/profile#password"]);
  });

  it("caches hashed files forever and revalidates all others", async () => {
    const asset = await get("/assets/main-1a2b.js");
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    const icon = await get("/favicon.svg");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    const again = await get("/favicon.svg", { "if-none-match": icon.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("has an icon at /favicon.ico, which browsers request without reading the page", async () => {
    const icon = await get("/favicon.ico");
    expect([icon.status, icon.headers.get("content-type"), icon.headers.get("cache-control")]).toEqual([
      200,
      "image/x-icon",
      "no-cache",
    ]);
  });

  it("is installed under the club's name", async () => {
    const manifest = await get("/manifest.webmanifest");
    expect(manifest.headers.get("content-type")).toBe("application/manifest+json");
    expect(await manifest.json()).toEqual({ name: config.brand, short_name: config.brand, start_url: "/" });
    const { app: long } = createWeb({
      folder,
      config: () => ({ ...config, brand: "English Scoreline Club" }),
      siteUrl: config.url,
      askForPreview,
    });
    const named = await long.request("http://club.example/manifest.webmanifest");
    expect(await named.json()).toEqual({ name: "English Scoreline Club", start_url: "/" });
  });

  it("serves its worker for the whole site, uncached, with a policy that allows fetches", async () => {
    const worker = await get("/service-worker.js");
    expect(worker.headers.get("content-type")).toContain("text/javascript");
    expect(worker.headers.get("cache-control")).toBe("no-cache");
    const policy = worker.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
  });

  it("is sent compressed if the client accepts it", async () => {
    const response = await get("/assets/main-1a2b.js", { "accept-encoding": "gzip, br" });
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(response.headers.get("vary")).toBe("accept-encoding");
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe("start()");
    const plain = await get("/assets/main-1a2b.js");
    expect([plain.headers.get("content-encoding"), await plain.text()]).toEqual([null, "start()"]);
  });

  it("has security headers: no foreign scripts, no frames, HSTS only over https", async () => {
    const { headers } = await get("/");
    expect(headers.get("content-security-policy")).toContain(
      // Allows its own inline script by hash, and no other.
      `script-src 'self' 'sha256-${createHash("sha256").update("theme()").digest("base64")}';`,
    );
    expect(headers.get("content-security-policy")).toContain("wss://club.example");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("strict-transport-security")).toContain("max-age=");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("permissions-policy")).toContain("camera=()");
  });

  it("serves no files outside its folder", async () => {
    for (const path of [
      "/..%2fpackage.json",
      "/%2e%2e/package.json",
      "/assets/..%2f..%2fpackage.json",
      "/%ff",
    ]) {
      expect([200, 404]).toContain((await get(path)).status);
      expect(await (await get(path)).text()).not.toContain("dependencies");
    }
  });
});

describe("a demo", () => {
  it("only answers to this machine's own names", async () => {
    const app = new Hono().use(onlyLoopback()).get("/", (c) => c.text("demo"));
    expect((await app.request("http://localhost:3000/")).status).toBe(200);
    expect((await app.request("http://attacker.example/")).status).toBe(403);
  });

  it.each([
    ["127.0.0.1", true],
    ["127.8.0.1", true],
    ["[::1]", true],
    ["localhost", true],
    ["127.0.0.1.evil.example", false],
    ["localhost.evil.example", false],
    ["0.0.0.0", false],
  ])("%s is loopback: %s", (name, answer) => expect(isLoopback(name)).toBe(answer));
});
