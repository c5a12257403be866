/** [storage] in config.toml: limits, buckets and invalid settings. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stopAfterwards, supabaseWith } from "../support/auth-host.ts";
import { type Host, startHost } from "../support/host.ts";

describe("[storage]", () => {
  const MIB = 1024 * 1024;
  let host: Host;
  beforeAll(async () => {
    const storage = {
      file_size_limit: "2MiB",
      buckets: {
        "news-images": { public: true, file_size_limit: "1MB", allowed_mime_types: ["image/png"] },
        papers: { public: false },
      },
    };
    host = await startHost({ env: { SUPABASE_DIR: supabaseWith({ storage }) } });
  });
  afterAll(() => host.stop());

  /** Sends the whole body before it reads the response, as most programs do. */
  function send(path: string, headers: Record<string, string>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const url = `${host.url}/storage/v1/${path}`;
      const sending = request(url, { method: "POST", headers: { apikey: host.secretKey, ...headers } });
      let answer: IncomingMessage | undefined;
      sending.once("response", (response) => {
        answer = response;
      });
      sending.once("error", reject);
      const head = Buffer.alloc(MIB);
      head.write('--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n');
      Readable.from([head, ...Array<Buffer>(199).fill(Buffer.alloc(MIB))]).pipe(sending);
      sending.once("finish", async () => {
        answer ??= await new Promise<IncomingMessage>((got) => sending.once("response", got));
        resolve({ status: answer.statusCode, ...JSON.parse((await buffer(answer)).toString()) });
      });
    });
  }
  const TOO_LARGE = {
    status: 400,
    statusCode: "413",
    error: "Payload too large",
    message: "The object exceeded the maximum allowed size",
  };

  it("creates its buckets with their limits", async () => {
    const { data } = await host.secret.storage.listBuckets();
    expect(data).toMatchObject([
      { id: "news-images", public: true, file_size_limit: MIB, allowed_mime_types: ["image/png"] },
      { id: "papers", public: false, file_size_limit: null, allowed_mime_types: null },
    ]);
    const { storage } = host.secret;
    expect((await storage.from("papers").upload("full", Buffer.alloc(2 * MIB))).error).toBeNull();
    const over = await storage.from("papers").upload("over", Buffer.alloc(2 * MIB + 1));
    expect(over.error).toMatchObject({ statusCode: "413" });
    const larger = await storage.createBucket("larger", { public: false, fileSizeLimit: 3 * MIB });
    expect(larger.error).toMatchObject({ statusCode: "413" });
  });

  it("answers an upload of 200 MB with a readable error, for every kind of upload and role", async () => {
    const multipart = { "content-type": "multipart/form-data; boundary=x" };
    const length = { "content-length": String(200 * MIB) };
    expect(await send("object/papers/raw", length)).toEqual(TOO_LARGE);
    expect(await send("object/papers/streamed", {})).toEqual(TOO_LARGE);
    expect(await send("object/papers/form", { ...multipart, ...length })).toEqual(TOO_LARGE);
    expect(await send("object/papers/form", multipart)).toEqual(TOO_LARGE);
    const missing = { "content-type": "multipart/form-data; boundary=y" };
    expect(await send("object/papers/form", missing)).toEqual(TOO_LARGE);
    expect(await send("object/news-images/form", multipart)).toMatchObject({ statusCode: "415" });
    expect(await send("object/papers/raw", { ...length, apikey: host.publishableKey })).toMatchObject({
      statusCode: "403",
    });
    expect(await send("object/nowhere/raw", {})).toMatchObject({ statusCode: "404" });
    const blob = new Blob([Buffer.alloc(200 * MIB)]);
    expect((await host.secret.storage.from("papers").upload("blob", blob)).error).toMatchObject({
      statusCode: "413",
    });
    expect((await host.secret.storage.from("papers").list()).data).toMatchObject([{ name: "full" }]);
  });
});

it("sends purge requests to the configured cache", async () => {
  const received: unknown[] = [];
  const cdn = createServer(async (request, response) => {
    received.push([
      request.url,
      request.headers.authorization,
      JSON.parse((await buffer(request)).toString()),
    ]);
    response.writeHead(received.length > 3 ? 503 : 200).end();
  }).listen(0, "127.0.0.1");
  await once(cdn, "listening");
  const { port } = cdn.address() as AddressInfo;
  const env = {
    CDN_PURGE_ENDPOINT_URL: `http://127.0.0.1:${port}/edge`,
    CDN_PURGE_ENDPOINT_KEY: "key of the cache",
  };
  const { storage } = stopAfterwards(await startHost({ env })).secret;
  const { data } = await storage.from("news-images").purgeCache("news/a b.png");
  expect(data?.message).toBe("success");
  expect((await storage.purgeBucketCache("news-images")).error).toBeNull();
  await storage.from("news-images").purgeCache("c.png", { transformations: true });
  const tenant = { ref: expect.any(String) };
  const bucketId = "news-images";
  expect(received).toEqual(
    [
      { type: "object", tenant, bucketId, objectName: "news/a b.png" },
      { type: "bucket", tenant, bucketId },
      { type: "object-transforms", tenant, bucketId, objectName: "c.png" },
    ].map((body) => ["/edge/purge", "Bearer key of the cache", body]),
  );
  expect((await storage.purgeBucketCache("news-images")).error).toMatchObject({
    statusCode: "500",
    message: "Error purging cache",
  });
  cdn.close();
});

describe("invalid [storage] settings", () => {
  it.each([
    [{ file_size_limit: "plenty" }, "storage.file_size_limit"],
    [{ buckets: { "a/b": {} } }, "storage.buckets.a/b"],
    [{ buckets: { a: { allowed_mime_types: "image" } } }, "storage.buckets.a.allowed_mime_types"],
    [{ file_sise_limit: "5MB" }, "storage.file_sise_limit"],
  ])("stop the start with their name: %j", async (storage, name) => {
    const env = { SUPABASE_DIR: supabaseWith({ storage }) };
    await expect(startHost({ env })).rejects.toThrow(name);
  });
});
