/** /storage/v1: news pictures and buckets, through the official client, and with raw requests where the client has no call. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Api, Host, Person } from "../support/host.ts";
import { type StorageHost, startStorageHost } from "../support/storage-host.ts";
import { PNG, refusal, SVG } from "../support/storage-samples.ts";

describe("storage", () => {
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

  describe("news pictures", () => {
    it("an admin uploads one, and anyone can open its public address", async () => {
      const path = "news/1700000000000.png";
      const { data, error } = await admin.api.storage
        .from("news-images")
        .upload(path, new Blob([PNG], { type: "image/png" }));
      expect(error).toBeNull();
      expect(data).toMatchObject({ path, fullPath: `news-images/${path}`, id: expect.any(String) });
      const address = visitor.storage.from("news-images").getPublicUrl(path).data.publicUrl;
      expect(address).toBe(`${host.url}/storage/v1/object/public/news-images/${path}`);
      const response = await fetch(address);
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/png",
        "content-length": String(PNG.byteLength),
        "cache-control": "max-age=3600",
        "content-disposition": "inline",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
        "access-control-allow-origin": "*",
        "accept-ranges": "bytes",
        etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      });
    });
    it("only admins write, move or delete them", async () => {
      const path = "news/kept.png";
      const bucket = (api: Api) => api.storage.from("news-images");
      await bucket(admin.api).upload(path, PNG, { contentType: "image/png" });
      for (const api of [visitor, player.api]) {
        const refused = [
          await bucket(api).upload("news/own.png", PNG, { contentType: "image/png" }),
          await bucket(api).upload(path, PNG, { contentType: "image/png", upsert: true }),
          await bucket(api).update(path, PNG, { contentType: "image/png" }),
          await bucket(api).createSignedUploadUrl("news/own.png"),
        ];
        expect(refused.map(refusal)).toEqual(
          refused.map(() => ({
            statusCode: "403",
            status: 400,
            message: "new row violates row-level security policy",
          })),
        );
        expect(refusal(await bucket(api).move(path, "news/stolen.png"))).toMatchObject({ statusCode: "404" });
        expect((await bucket(api).remove([path])).data).toEqual([]);
        expect((await bucket(api).list("news")).data).toEqual([]);
      }
      expect((await bucket(visitor).download(path)).data?.size).toBe(PNG.byteLength);
    });
    it.each([
      ["SVG that says so", SVG, "image/svg+xml"],
      ["SVG under a picture's type", SVG, "image/png"],
      ["a page under a picture's type", "<!doctype html><script>1</script>", "image/jpeg"],
      ["GIF under another picture's type", "GIF89a..........", "image/webp"],
      ["a picture without a type", PNG, "application/octet-stream"],
      ["nothing under a picture's type", "", "image/png"],
    ])("%s is refused", async (_what, body, contentType) => {
      const answer = await admin.api.storage
        .from("news-images")
        .upload("news/bad.png", body, { contentType });
      expect(refusal(answer)).toMatchObject({ statusCode: "415" });
      expect((await storage.raw("object/public/news-images/news/bad.png")).status).toBe(400);
    });
    it("5 MiB is accepted and one byte more refused, for every kind of upload", async () => {
      const full = Buffer.alloc(5 * 1024 * 1024);
      PNG.copy(full);
      const bucket = admin.api.storage.from("news-images");
      const options = { contentType: "image/png" };
      expect((await bucket.upload("news/full.png", full, options)).error).toBeNull();
      const over = Buffer.concat([full, Buffer.from("!")]);
      const answers = [
        await bucket.upload("news/over.png", over, options),
        await bucket.upload("news/over.png", new Blob([over], { type: "image/png" })),
        await bucket.upload("news/over.png", new Blob([over]).stream(), { ...options, duplex: "half" }),
      ];
      expect(answers.map(refusal)).toEqual(
        answers.map(() => ({
          statusCode: "413",
          status: 400,
          message: "The object exceeded the maximum allowed size",
        })),
      );
      expect((await bucket.exists("news/over.png")).data).toBe(false);
    });
  });

  describe("buckets", () => {
    it("are created, read, updated, emptied and deleted with the secret key", async () => {
      const { storage } = host.secret;
      expect((await storage.createBucket("papers")).data).toEqual({ name: "papers" });
      expect(refusal(await storage.createBucket("papers"))).toMatchObject({
        statusCode: "409",
        message: "The resource already exists",
      });
      await storage.updateBucket("papers", {
        public: true,
        fileSizeLimit: "1kb",
        allowedMimeTypes: ["text/*"],
      });
      expect((await storage.getBucket("papers")).data).toMatchObject({
        id: "papers",
        name: "papers",
        public: true,
        file_size_limit: 1000,
        allowed_mime_types: ["text/*"],
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      });
      await storage.from("papers").upload("a.txt", "a", { contentType: "text/plain" });
      expect(
        refusal(
          await storage.from("papers").upload("b.txt", "x".repeat(1001), { contentType: "text/plain" }),
        ),
      ).toMatchObject({ statusCode: "413" });
      expect(refusal(await storage.deleteBucket("papers"))).toMatchObject({ statusCode: "409" });
      // supabase/storage, src/http/routes/bucket/emptyBucket.ts. Here the bucket is empty before the response is sent.
      expect(await storage.emptyBucket("papers")).toEqual({
        data: { message: "Empty bucket has been queued. Completion may take up to an hour." },
        error: null,
      });
      expect((await storage.deleteBucket("papers")).data).toEqual({ message: "Successfully deleted" });
      expect(refusal(await storage.getBucket("papers"))).toMatchObject({
        statusCode: "404",
        message: "Bucket not found",
      });
    });
    it("are listed by name, searched and paged", async () => {
      const { storage } = host.secret;
      for (const name of ["shelf-c", "shelf-a", "shelf-b"]) await storage.createBucket(name);
      const names = async (options: Parameters<typeof storage.listBuckets>[0]) =>
        (await storage.listBuckets(options)).data?.map(({ name }) => name);
      expect(await names({ search: "SHELF" })).toEqual(["shelf-a", "shelf-b", "shelf-c"]);
      expect(
        await names({ search: "shelf", sortColumn: "name", sortOrder: "desc", limit: 1, offset: 1 }),
      ).toEqual(["shelf-b"]);
      expect(await names({})).toContain("news-images");
    });
    // supabase/storage, src/http/routes/bucket/getAllBuckets.ts and getBucket.ts: only the list has the type, and not for
    // clients that fail on unknown fields.
    it.each([
      [{ "user-agent": "Mozilla/5.0 Chrome/138.0.0.0" }, "STANDARD"],
      [{ "user-agent": "supabase-py/storage3 v0.12.0" }, undefined],
      [{ "user-agent": "supabase-py/storage3 v0.12.1" }, "STANDARD"],
      [{ "x-client-info": "supabase-py/2.17.3" }, undefined],
      [{ "x-client-info": "supabase-py/2.18.0" }, "STANDARD"],
    ])("have a type in the list for the client %j", async (headers, type) => {
      const listed = await (await storage.raw("bucket", { headers: storage.asSecret(headers) })).json();
      expect(listed.find(({ id }: { id: string }) => id === "news-images").type).toBe(type);
      expect((await host.secret.storage.getBucket("news-images")).data).not.toHaveProperty("type");
    });
    // supabase/storage, src/http/routes/bucket/createBucket.ts, in the words of Ajv.
    it.each([
      [{}, "body must have required property 'name'"],
      [{ name: "a", public: "maybe" }, "body/public must be boolean"],
      [{ name: "a", allowed_mime_types: [{}] }, "body/allowed_mime_types/0 must be string"],
      [[], "body must be object"],
    ])("are not created from %j", async (body, message) => {
      const response = await storage.raw("bucket", {
        method: "POST",
        headers: storage.asSecret({ "content-type": "application/json" }),
        body: JSON.stringify(body),
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        { statusCode: "400", error: "Error", message },
      ]);
    });
    it("are hidden from other keys, which cannot create any", async () => {
      for (const api of [visitor, player.api, admin.api]) {
        expect((await api.storage.listBuckets()).data).toEqual([]);
        expect(refusal(await api.storage.createBucket("mine"))).toMatchObject({ statusCode: "403" });
        expect(refusal(await api.storage.deleteBucket("news-images"))).toMatchObject({ statusCode: "404" });
        expect(refusal(await api.storage.updateBucket("news-images", { public: false }))).toMatchObject({
          statusCode: "404",
        });
      }
    });
    it.each(["../etc", "a/b", "", " padded", "ünicode", "x".repeat(64), "..", "a\u0000b"])(
      "refuse the name %j",
      async (name) => {
        const response = await storage.raw("bucket", {
          method: "POST",
          headers: storage.asSecret({ "content-type": "application/json" }),
          body: JSON.stringify({ name }),
        });
        expect(await response.json()).toMatchObject({ statusCode: "400" });
      },
    );
  });
});
