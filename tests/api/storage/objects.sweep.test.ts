/** Objects of /storage/v1, through the official client, and with raw requests where the client has no call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api, Host, Person } from "../support/host.ts";
import { type StorageHost, startStorageHost } from "../support/storage-host.ts";
import { PNG, refusal, SVG } from "../support/storage-samples.ts";

describe("objects", () => {
  let storage: StorageHost;
  let host: Host;
  let visitor: Api;
  let player: Person;
  let admin: Person;
  beforeAll(async () => {
    storage = await startStorageHost();
    ({ host, visitor, player, admin } = storage);
  });
  afterAll(() => host.stop());
  const bucket = (api: Api = host.secret) => api.storage.from("library");
  beforeAll(async () => {
    await host.secret.storage.createBucket("library");
    for (const path of ["b.txt", "A.txt", "c/1.txt", "c/2.txt", "d/e/3.txt"]) {
      await bucket().upload(path, path);
    }
  });

  it("of a private bucket are readable with a permitted key only", async () => {
    expect(await (await bucket().download("b.txt")).data?.text()).toBe("b.txt");
    expect(refusal(await bucket(player.api).download("b.txt"))).toMatchObject({ statusCode: "404" });
    expect(await (await storage.raw("object/library/b.txt")).json()).toEqual({
      statusCode: "404",
      error: "Bucket not found",
      message: "Bucket not found",
    });
    expect((await storage.raw("object/public/library/b.txt", { headers: storage.asSecret() })).status).toBe(
      400,
    );
    expect(refusal(await bucket().download("none.txt"))).toMatchObject({
      statusCode: "404",
      message: "Object not found",
    });
  });
  it("use the apikey as token without an Authorization header, and refuse missing and wrong keys", async () => {
    expect(
      (await storage.raw("object/authenticated/library/b.txt", { headers: storage.asSecret() })).status,
    ).toBe(200);
    // supabase/storage, src/http/routes-helper.ts (authSchema), in the words of Ajv.
    for (const [path, method] of [
      ["bucket", "GET"],
      ["bucket/", "POST"],
      ["object/library/x.txt", "POST"],
      ["object/list/library", "POST"],
      ["object/authenticated/library/b.txt", "GET"],
      ["object/info/authenticated/library/b.txt", "GET"],
      ["cdn/library", "DELETE"],
    ] as const) {
      const response = await storage.raw(path, { method });
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        { statusCode: "400", error: "Error", message: "headers must have required property 'authorization'" },
      ]);
    }
    const forged = "eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.";
    for (const headers of [{ apikey: "sb_secret_wrong" }, { authorization: `Bearer ${forged}` }]) {
      const response = await storage.raw("bucket", { headers });
      expect([response.status, await response.json()]).toMatchObject([400, { statusCode: "403" }]);
    }
  });
  it("list folders first, then names in order, 100 by default", async () => {
    const names = async (...args: Parameters<ReturnType<typeof bucket>["list"]>) =>
      (await bucket().list(...args)).data?.map(({ name }) => name);
    expect(await names()).toEqual(["c", "d", "A.txt", "b.txt"]);
    expect(await names("c")).toEqual(["1.txt", "2.txt"]);
    expect(await names("c/", { sortBy: { column: "name", order: "desc" } })).toEqual(["2.txt", "1.txt"]);
    expect(await names("", { limit: 2, offset: 1 })).toEqual(["d", "A.txt"]);
    expect(await names("", { search: "a" })).toEqual(["A.txt"]);
    expect(await names("c", { search: "%" })).toEqual([]);
    const { data } = await bucket().list("");
    expect(data?.[0]).toEqual({
      name: "c",
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.at(-1)).toMatchObject({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      metadata: { size: 5, mimetype: "text/plain;charset=UTF-8", cacheControl: "max-age=3600" },
    });
    await host.secret.storage.createBucket("many");
    const many = host.secret.storage.from("many");
    for (let n = 0; n < 101; n++) await many.upload(`${n}.txt`, "x");
    expect((await many.list()).data).toHaveLength(100);
  });
  it("list-v2 pages by cursor and groups folders", async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await bucket().listV2({
        limit: 2,
        with_delimiter: true,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...(data?.folders ?? []).map(({ name }) => name));
      found.push(...(data?.objects ?? []).map(({ name }) => name));
      cursor = data?.nextCursor;
    } while (cursor);
    expect(found).toEqual(["A.txt", "b.txt", "c/", "d/"].sort());
    const flat = await bucket().listV2({ prefix: "c" });
    expect(flat.data).toMatchObject({
      hasNext: false,
      folders: [],
      objects: [{ name: "c/1.txt" }, { name: "c/2.txt" }],
    });
  });
  it("describe an object by info, exists and HEAD", async () => {
    await bucket().upload("told.txt", "told", { metadata: { by: "test" }, cacheControl: "60" });
    expect((await bucket().info("told.txt")).data).toMatchObject({
      name: "told.txt",
      bucketId: "library",
      size: 4,
      cacheControl: "max-age=60",
      contentType: "text/plain;charset=UTF-8",
      metadata: { by: "test" },
      etag: expect.any(String),
      version: expect.any(String),
      lastModified: expect.stringMatching(/Z$/),
    });
    expect((await bucket().exists("told.txt")).data).toBe(true);
    expect((await bucket().exists("untold.txt")).data).toBe(false);
    const head = await storage.raw("object/library/told.txt", {
      method: "HEAD",
      headers: storage.asSecret(),
    });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "4", ""]);
  });
  it("return single byte ranges", async () => {
    await bucket().upload("range.txt", "0123456789");
    const ask = async (range: string, more: Record<string, string> = {}) => {
      const response = await storage.raw("object/library/range.txt", {
        headers: storage.asSecret({ range, ...more }),
      });
      return [response.status, response.headers.get("content-range"), await response.text()];
    };
    expect(await ask("bytes=2-4")).toEqual([206, "bytes 2-4/10", "234"]);
    expect(await ask("bytes=7-")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await ask("bytes=-3")).toEqual([206, "bytes 7-9/10", "789"]);
    expect(await ask("bytes=0-99")).toEqual([206, "bytes 0-9/10", "0123456789"]);
    expect((await ask("bytes=10-")).slice(0, 2)).toEqual([416, "bytes */10"]);
    expect((await ask("bytes=4-2"))[0]).toBe(200);
    expect((await ask("bytes=0-1,3-4"))[0]).toBe(200);
    expect((await ask("bytes=2-4", { "if-range": '"another"' }))[0]).toBe(200);
  });
  it("answer conditional requests", async () => {
    await bucket().upload("etag.txt", "same");
    const first = await storage.raw("object/library/etag.txt", { headers: storage.asSecret() });
    const etag = first.headers.get("etag") ?? "";
    const modified = first.headers.get("last-modified") ?? "";
    const ask = async (headers: Record<string, string>) => {
      const response = await storage.raw("object/library/etag.txt", { headers: storage.asSecret(headers) });
      return response.status;
    };
    expect(await ask({ "if-none-match": etag })).toBe(304);
    expect(await ask({ "if-none-match": '"other"' })).toBe(200);
    expect(await ask({ "if-modified-since": modified })).toBe(304);
    expect(await ask({ "if-match": '"other"' })).toBe(412);
    expect(await ask({ "if-match": etag })).toBe(200);
    expect(await ask({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
    await bucket().update("etag.txt", "different");
    expect(await ask({ "if-none-match": etag })).toBe(200);
  });
  it("download under a name that cannot inject headers", async () => {
    const download = async (name: string) =>
      (
        await storage.raw(`object/library/b.txt?download=${encodeURIComponent(name)}`, {
          headers: storage.asSecret(),
        })
      ).headers.get("content-disposition");
    expect(await download("")).toMatch(/^attachment; filename=b\.txt;/);
    expect(await download("été.txt")).toContain("filename*=UTF-8''%C3%A9t%C3%A9.txt");
    expect(await download('x"; evil\r\nset-cookie: a=b')).not.toMatch(/["\r\n]/);
  });
  it("serve HTML as inert text and programs as attachments", async () => {
    await bucket().upload("page.html", "<script>alert(1)</script>", { contentType: "text/html" });
    await bucket().upload("picture.svg", SVG, { contentType: "image/svg+xml" });
    const page = await storage.raw("object/library/page.html", { headers: storage.asSecret() });
    expect(page.headers.get("content-type")).toBe("text/plain");
    expect(page.headers.get("content-security-policy")).toContain("sandbox");
    const svg = await storage.raw("object/library/picture.svg", { headers: storage.asSecret() });
    expect(svg.headers.get("content-disposition")).toBe("attachment");
  });
  it("a signed URL opens one object for any holder until it expires", async () => {
    const { data } = await bucket().createSignedUrl("c/1.txt", 60);
    const address = data?.signedUrl ?? "";
    const response = await fetch(address);
    expect([response.status, await response.text()]).toEqual([200, "c/1.txt"]);
    expect(Date.parse(response.headers.get("expires") ?? "")).toBeGreaterThan(Date.now());
    expect((await fetch(address.replace("c/1.txt", "c/2.txt"))).status).toBe(400);
    expect((await fetch(`${address}x`)).status).toBe(400);
    expect((await fetch(address.replace(/token=.*/, ""))).status).toBe(400);
    const token = new URL(address).searchParams.get("token") ?? "";
    expect((await storage.raw("bucket", { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect(
      await (await storage.raw("bucket", { headers: { authorization: `Bearer ${token}` } })).json(),
    ).toEqual([]);
    expect(refusal(await bucket(player.api).createSignedUrl("c/1.txt", 60))).toMatchObject({
      statusCode: "404",
    });
    expect(refusal(await bucket().createSignedUrl("c/1.txt", 0))).toMatchObject({ statusCode: "400" });
    const many = await bucket().createSignedUrls(["c/1.txt", "none.txt"], 60);
    expect(many.data).toMatchObject([
      { error: null, path: "c/1.txt", signedUrl: expect.stringContaining("token=") },
      { error: expect.any(String), path: "none.txt", signedUrl: null },
    ]);
  });
  it("refuse access tokens and read tokens for signed uploads", async () => {
    const { data: signed } = await bucket().createSignedUploadUrl("given.txt");
    const upload = (token: string, path = "given.txt") =>
      visitor.storage.from("library").uploadToSignedUrl(path, token, "given");
    const { data: session } = await admin.api.auth.getSession();
    const { data: read } = await bucket().createSignedUrl("c/1.txt", 60);
    const readToken = new URL(read?.signedUrl ?? "").searchParams.get("token") ?? "";
    expect(refusal(await upload(session.session?.access_token ?? ""))).toMatchObject({ statusCode: "400" });
    expect(refusal(await upload(readToken, "c/1.txt"))).toMatchObject({ statusCode: "400" });
    expect(refusal(await upload(signed?.token ?? "", "other.txt"))).toMatchObject({ statusCode: "400" });
    expect((await storage.raw(`object/sign/library/given.txt?token=${signed?.token}`)).status).toBe(400);
    expect((await upload(signed?.token ?? "")).error).toBeNull();
    expect(refusal(await upload(signed?.token ?? ""))).toMatchObject({ statusCode: "409" });
  });
  it("can be moved, copied and removed, also between buckets", async () => {
    await host.secret.storage.createBucket("annex");
    await bucket().upload("m/one.txt", "one");
    expect((await bucket().move("m/one.txt", "m/two.txt")).data?.message).toBe("Successfully moved");
    expect((await bucket().copy("m/two.txt", "three.txt", { destinationBucket: "annex" })).data?.path).toBe(
      "annex/three.txt",
    );
    expect(await (await host.secret.storage.from("annex").download("three.txt")).data?.text()).toBe("one");
    expect(refusal(await bucket().move("m/two.txt", "b.txt"))).toMatchObject({ statusCode: "409" });
    expect(refusal(await bucket().copy("m/none.txt", "m/x.txt"))).toMatchObject({ statusCode: "404" });
    expect(
      refusal(await bucket().move("m/two.txt", "x.txt", { destinationBucket: "nowhere" })),
    ).toMatchObject({ statusCode: "404" });
    const removed = await bucket().remove(["m/two.txt", "m/none.txt"]);
    expect(removed.data).toMatchObject([{ name: "m/two.txt", bucket_id: "library" }]);
    expect((await bucket().download("m/two.txt")).error).not.toBeNull();
  });
  it("keep metadata when copied unless copyMetadata is false", async () => {
    await bucket().upload("notes.txt", "notes", { metadata: { by: "one" }, cacheControl: "60" });
    const copy = (body: object, headers: Record<string, string> = {}) =>
      storage.raw("object/copy", {
        method: "POST",
        headers: storage.asSecret({ "content-type": "application/json", ...headers }),
        body: JSON.stringify({ bucketId: "library", sourceKey: "notes.txt", ...body }),
      });
    const notes = { "x-metadata": Buffer.from('{"by":"two"}').toString("base64") };
    await copy({ destinationKey: "same.txt" }, notes);
    expect((await bucket().info("same.txt")).data).toMatchObject({
      cacheControl: "max-age=60",
      metadata: { by: "one" },
    });
    const metadata = { cacheControl: "no-store", mimetype: "text/markdown" };
    await copy({ destinationKey: "other.md", copyMetadata: false, metadata }, notes);
    expect((await bucket().info("other.md")).data).toMatchObject({
      size: 5,
      cacheControl: "no-store",
      contentType: "text/markdown",
      metadata: { by: "two" },
    });
    await copy({ destinationKey: "bare.txt", copyMetadata: false });
    expect((await bucket().info("bare.txt")).data).toMatchObject({
      cacheControl: "max-age=60",
      metadata: {},
    });
    const split = await copy({
      destinationKey: "split.txt",
      copyMetadata: false,
      metadata: { cacheControl: "a\r\nset-cookie: b" },
    });
    expect(await split.json()).toMatchObject({ statusCode: "400" });
  });
  it("cannot be copied or moved as markup into an image bucket", async () => {
    await host.secret.storage.createBucket("frames", { public: true, allowedMimeTypes: ["image/png"] });
    const destination = { destinationBucket: "frames" };
    await bucket().upload("evil.png", SVG, { contentType: "image/png" });
    expect(refusal(await bucket().copy("evil.png", "evil.png", destination))).toMatchObject({
      statusCode: "415",
    });
    expect(refusal(await bucket().move("evil.png", "evil.png", destination))).toMatchObject({
      statusCode: "415",
    });
    await bucket().upload("real.png", PNG, { contentType: "image/png" });
    expect((await bucket().copy("real.png", "real.png", destination)).error).toBeNull();
    expect((await bucket().move("real.png", "moved.png", destination)).error).toBeNull();
  });
  it("cap the list length", async () => {
    expect((await bucket().list("c", { limit: 1_000_000 })).data).toHaveLength(2);
    expect((await bucket().listV2({ prefix: "c/", limit: 1_000_000 })).data?.objects).toHaveLength(2);
    expect(refusal(await bucket().list("c", { limit: 0 }))).toMatchObject({ statusCode: "400" });
  });
  // supabase/storage, src/storage/renderer/info.ts (setHeaders).
  it.each(["GET", "HEAD"])("have their caching headers in the answer to %s of their info", async (method) => {
    const path = "object/info/authenticated/library/b.txt";
    const response = await storage.raw(path, { method, headers: storage.asSecret() });
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        "content-type": "application/json",
        "cache-control": "max-age=3600",
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
        "last-modified": expect.stringMatching(/ GMT$/),
      },
    ]);
    expect((await response.text()) === "").toBe(method === "HEAD");
  });
  // supabase/storage, src/app.ts and src/config.ts.
  it("come from a service that states its status and version to everyone", async () => {
    const status = await storage.raw("status");
    expect([status.status, await status.text()]).toEqual([200, ""]);
    const version = await storage.raw("version");
    expect([version.status, await version.text()]).toEqual([200, "0.0.0"]);
  });
  // supabase/storage registers `/` below a prefix, which Fastify serves with and without the slash (src/app.ts).
  it.each([
    ["bucket/", "GET", 200],
    ["cdn/", "DELETE", 400],
    ["cdn", "DELETE", 400],
    ["cdn/library/", "DELETE", 400],
  ])("are served at %s too, by %s", async (path, method, status) => {
    const response = await storage.raw(path, { method, headers: storage.asSecret() });
    const cdnIsMissing = { message: "Missing Required Parameter CDN_PURGE_ENDPOINT_URL is not set" };
    expect([response.status, await response.json()]).toMatchObject([
      status,
      status === 200 ? expect.any(Array) : cdnIsMissing,
    ]);
  });
  it("purge a cache only if configured, and with the secret key", async () => {
    expect(refusal(await bucket().purgeCache("b.txt"))).toMatchObject({
      statusCode: "400",
      message: "Missing Required Parameter CDN_PURGE_ENDPOINT_URL is not set",
    });
    for (const api of [visitor, player.api, admin.api]) {
      const refused = [
        await bucket(api).purgeCache("b.txt"),
        await api.storage.purgeBucketCache("library", { transformations: true }),
      ];
      expect(refused.map(refusal)).toEqual(
        refused.map(() => ({ statusCode: "403", status: 403, message: "Access denied: Invalid role" })),
      );
    }
  });
  it.each([
    "../b.txt",
    "c/../b.txt",
    "c//1.txt",
    "c\\1.txt",
    "na\u0000me",
    "ligne\n",
    "émile",
    "\u202egnp",
    "x".repeat(1025),
  ])("refuse the name %j", async (name) => {
    const response = await storage.raw("object/copy", {
      method: "POST",
      headers: storage.asSecret({ "content-type": "application/json" }),
      body: JSON.stringify({ bucketId: "library", sourceKey: "b.txt", destinationKey: name }),
    });
    expect(await response.json()).toMatchObject({ statusCode: "400", error: "InvalidKey" });
    const path = encodeURIComponent(name);
    const uploaded = await storage.raw(`object/library/c/${path}`, {
      method: "POST",
      headers: storage.asSecret(),
      body: "x",
    });
    expect(uploaded.status).toBe(400);
  });
  it.each([
    ["no JSON", "object/list/library", "{"],
    ["a list of the wrong shape", "object/list/library", '{"prefix":1}'],
    ["a column that is SQL", "object/list/library", '{"prefix":"","sortBy":{"column":"name; drop table x"}}'],
    ["a negative offset", "object/list/library", '{"prefix":"","offset":-1}'],
    ["a cursor of somebody's own", "object/list-v2/library", '{"cursor":"e30"}'],
    ["a NUL in a prefix", "object/list/library", '{"prefix":"\\u0000"}'],
    ["nothing to sign", "object/sign/library", '{"expiresIn":60,"paths":[]}'],
    ["metadata that is no object", "object/library/meta.txt", "x"],
  ])("refuse %s with 400", async (what, path, body) => {
    const metadata = what.startsWith("metadata") ? { "x-metadata": "bm90IGpzb24=" } : {};
    const response = await storage.raw(path, {
      method: "POST",
      headers: storage.asSecret({ "content-type": "application/json", ...metadata }),
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { statusCode: "400" }]);
  });
  it("a form without a file or cut short stores nothing", async () => {
    const form = new FormData();
    form.append("cacheControl", "3600");
    const empty = await storage.raw("object/library/form.txt", {
      method: "POST",
      headers: storage.asSecret(),
      body: form,
    });
    const cut = await storage.raw("object/library/form.txt", {
      method: "POST",
      headers: storage.asSecret({ "content-type": "multipart/form-data; boundary=x" }),
      body: '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
    });
    expect([empty.status, cut.status]).toEqual([400, 400]);
    expect((await bucket().exists("form.txt")).data).toBe(false);
  });
});
