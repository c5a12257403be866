/** /storage/v1/render through the official client's `transform`. */
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { supabaseWith } from "../support/auth-host.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { refusal, SVG } from "../support/storage-samples.ts";

describe("transformed images", () => {
  let host: Host;
  let player: Person;
  let visitor: Api;
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: "#c02040" } })
    .jpeg()
    .toBuffer();
  const bucket = (api: Api, name: string) => api.storage.from(name);

  beforeAll(async () => {
    const storage = { image_transformation: { enabled: true } };
    host = await startHost({ env: { SUPABASE_DIR: supabaseWith({ storage }) } });
    player = await host.person("Pia Player");
    visitor = host.visitor();
    for (const [name, isPublic] of [
      ["open", true],
      ["closed", false],
    ] as const) {
      await host.secret.storage.createBucket(name, { public: isPublic });
      await bucket(host.secret, name).upload("a b/photo.jpg", await photo, { contentType: "image/jpeg" });
    }
  });
  afterAll(() => host.stop());

  async function shown(address: string, headers: Record<string, string> = {}) {
    const response = await fetch(address, { headers });
    expect(response.status).toBe(200);
    const { width, height } = await sharp(await response.arrayBuffer()).metadata();
    return { width, height, type: response.headers.get("content-type"), response };
  }
  const publicUrl = (transform: Parameters<typeof addressOf>[0], name = "open") => addressOf(transform, name);
  function addressOf(transform: { width?: number; height?: number; quality?: number }, name: string) {
    return bucket(visitor, name).getPublicUrl("a b/photo.jpg", { transform }).data.publicUrl;
  }

  it("of a public bucket are public, in a format that the browser accepts", async () => {
    const address = publicUrl({ width: 100, height: 80 });
    expect(address).toContain("/render/image/public/");
    expect(await shown(address)).toMatchObject({ width: 100, height: 80, type: "image/jpeg" });
    const { response, type } = await shown(address, { accept: "image/avif,image/webp,*/*" });
    expect(type).toBe("image/webp");
    expect(Object.fromEntries(response.headers)).toMatchObject({
      vary: expect.stringContaining("Accept"),
      "cache-control": "max-age=3600",
      "content-disposition": "inline",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
    expect((await shown(`${address}&download=me.jpg`)).response.headers.get("content-disposition")).toMatch(
      /^attachment; filename=me\.jpg/,
    );
    expect((await fetch(publicUrl({ width: 100 }, "closed"))).status).toBe(400);
  });
  // supabase/storage, src/storage/renderer/renderer.ts and image.ts (applyTransformation): the request as imgproxy's
  // options, and not the format that the client's Accept header led to.
  it.each([
    ["width=100&height=80", "height:80,width:100,resizing_type:fill", "image/webp"],
    ["width=100&resize=contain&quality=40", "width:100,resizing_type:fit,quality:40", "image/webp"],
    ["height=9000&resize=fill&format=origin", "height:2500,resizing_type:force", "image/jpeg"],
    ["quality=30&format=webp", "quality:30,format:webp", "image/webp"],
    ["width=20&format=avif", "width:20,resizing_type:fill,format:avif", "image/avif"],
    ["", null, "image/webp"],
  ])("state what was done for %j in x-transformations", async (query, transformations, type) => {
    const address = `${host.url}/storage/v1/render/image/public/open/a%20b/photo.jpg?${query}`;
    const { response } = await shown(address, { accept: "image/webp,*/*" });
    expect([response.headers.get("x-transformations"), response.headers.get("content-type")]).toEqual([
      transformations,
      type,
    ]);
  });
  it("are WebP on request, also from a signed URL and without an Accept header", async () => {
    const transform = { width: 30, format: "webp" };
    const response = await fetch(`${host.url}/storage/v1/object/sign/closed/a%20b/photo.jpg`, {
      method: "POST",
      headers: { apikey: host.secretKey, "content-type": "application/json" },
      body: JSON.stringify({ expiresIn: 60, transform }),
    });
    const { signedURL } = (await response.json()) as { signedURL: string };
    expect(await shown(`${host.url}/storage/v1${signedURL}`)).toMatchObject({
      width: 30,
      type: "image/webp",
    });
  });
  it("are answered 304 while nothing changes", async () => {
    const ask = (quality: number, headers: Record<string, string> = {}) =>
      fetch(publicUrl({ width: 50, quality }), { headers });
    const etag = (await ask(40)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await ask(40, { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await ask(41, { "if-none-match": etag })).status).toBe(200);
    expect((await ask(40, { "if-none-match": etag, accept: "image/webp" })).status).toBe(200);
    const head = await fetch(publicUrl({ width: 50, quality: 40 }), { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  });
  it("of a private bucket are visible to readers of the original", async () => {
    const transform = { width: 40, resize: "contain" } as const;
    const own = await bucket(host.secret, "closed").download("a b/photo.jpg", { transform });
    expect(await sharp(await own.data?.arrayBuffer()).metadata()).toMatchObject({ width: 40, height: 20 });
    for (const api of [player.api, visitor]) {
      const refused = await bucket(api, "closed").download("a b/photo.jpg", { transform });
      expect(refusal(refused)).toMatchObject({ statusCode: "404" });
    }
  });
  it("have signed URLs that fix the transformation", async () => {
    const options = { transform: { width: 60, height: 60 } };
    const { data } = await bucket(host.secret, "closed").createSignedUrl("a b/photo.jpg", 60, options);
    const address = data?.signedUrl ?? "";
    expect(address).toContain("/render/image/sign/");
    const { width, height, response } = await shown(`${address}&width=400&height=200`);
    expect([width, height]).toEqual([60, 60]);
    expect(Date.parse(response.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
    const original = await fetch(address.replace("/render/image/", "/object/"));
    expect([original.status, await original.json()]).toMatchObject([400, { error: "InvalidSignature" }]);
    expect((await fetch(`${address}x`)).status).toBe(400);
    const refused = await bucket(player.api, "closed").createSignedUrl("a b/photo.jpg", 60, options);
    expect(refusal(refused)).toMatchObject({ statusCode: "404" });
  });
  it("need an image within Supabase's limits", async () => {
    const { storage } = host.secret;
    await storage.from("open").upload("drawing.png", SVG, { contentType: "image/png" });
    await storage.from("open").upload("large.png", Buffer.alloc(25_000_001), { contentType: "image/png" });
    const ask = async (name: string, query: string) => {
      const response = await fetch(`${host.url}/storage/v1/render/image/public/open/${name}?${query}`);
      return [response.status, await response.json()];
    };
    const invalid = { statusCode: "422", error: "InvalidRequest" };
    expect(await ask("drawing.png", "width=20")).toEqual([
      400,
      { ...invalid, message: "Invalid source image" },
    ]);
    expect(await ask("large.png", "width=20")).toMatchObject([400, invalid]);
    expect(await ask("none.png", "width=20")).toMatchObject([400, { statusCode: "404" }]);
    // supabase/storage, src/http/schemas/transformations.ts, in the words of Ajv; src/http/error-handler.ts.
    for (const [query, message] of [
      ["quality=101", "quality must be <= 100"],
      ["quality=19", "quality must be >= 20"],
      ["width=-1", "width must be >= 0"],
      ["width=wide", "width must be integer"],
      ["height=1.5", "height must be integer"],
      ["resize=crop", "resize must be equal to one of the allowed values"],
      ["format=svg", "format must be equal to one of the allowed values"],
    ] as const) {
      expect(await ask("a%20b/photo.jpg", query)).toEqual([
        400,
        { statusCode: "400", error: "Error", message: `querystring/${message}` },
      ]);
    }
  });
  it("are refused when too many are requested at once", async () => {
    const large = sharp({ create: { width: 2400, height: 1600, channels: 3, background: "#204080" } });
    await bucket(host.secret, "open").upload("large.jpg", await large.jpeg().toBuffer(), {
      contentType: "image/jpeg",
    });
    const address = `${host.url}/storage/v1/render/image/public/open/large.jpg`;
    const headers = { accept: "image/webp" };
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => fetch(`${address}?width=${1200 + n}`, { headers })),
    );
    // A busy host refuses some itself, before the storage is asked.
    const asked = answers.filter(({ status }) => status !== 503);
    const codes = await Promise.all(
      asked.map(async (response) => (response.ok ? "200" : (await response.json()).statusCode)),
    );
    expect(new Set(codes)).toEqual(new Set(["200", "429"]));
    expect((await fetch(publicUrl({ width: 20 }))).status).toBe(200);
  });
});

it("are neither rendered nor signed unless config.toml enables them", async () => {
  const storage = { image_transformation: { enabled: false } };
  const host = await startHost({ env: { SUPABASE_DIR: supabaseWith({ storage }) } });
  try {
    const files = host.secret.storage.from("news-images");
    await files.upload(
      "a.png",
      await sharp(Buffer.alloc(3), { raw: { width: 1, height: 1, channels: 3 } })
        .png()
        .toBuffer(),
      {
        contentType: "image/png",
      },
    );
    const transform = { width: 10 };
    const response = await fetch(files.getPublicUrl("a.png", { transform }).data.publicUrl);
    expect([response.status, await response.json()]).toEqual([
      403,
      { statusCode: "403", error: "FeatureNotEnabled", message: "feature not enabled for this tenant" },
    ]);
    const { data } = await files.createSignedUrl("a.png", 60, { transform });
    expect(data?.signedUrl).toContain("/object/sign/");
  } finally {
    await host.stop();
  }
});
