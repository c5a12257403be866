/**
 * Resumable uploads by TUS 1.0 with tus-js-client, the client that Supabase's documentation uses. The rules are those of
 * supabase/storage, src/http/routes/tus.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Client } from "pg";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type S3Server, startS3Server } from "../../engines/s3-server.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { PNG } from "../support/storage-samples.ts";

const MIB = 1024 * 1024;
const CHUNK = 6 * MIB;
const POLICIES = `
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('diaries', 'diaries', false, null, null), ('pictures', 'pictures', true, 8388608, '{image/png}');
create policy "diaries" on storage.objects for all to authenticated
  using (bucket_id in ('diaries', 'pictures') and (storage.foldername(name))[1] = (select auth.uid()::text))
  with check (bucket_id in ('diaries', 'pictures') and (storage.foldername(name))[1] = (select auth.uid()::text));`;

const bytesOf = (size: number, text = "Scoreline ") => Buffer.alloc(size, text);

interface Target {
  host: Host;
  url?: string;
  headers: Record<string, string>;
  bucket?: string;
  name: string;
  type?: string;
  metadata?: Record<string, string>;
  options?: Partial<UploadOptions>;
}

/** Uploads to the end. Resolves to the upload's address, rejects with the client's error. */
function send(bytes: Buffer, target: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = start(bytes, target, {
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ""),
    });
    upload.start();
  });
}

function start(bytes: Buffer, target: Target, callbacks: Partial<UploadOptions> = {}): Upload {
  const { host, url, headers, bucket = "diaries", name, type = "text/plain", metadata, options } = target;
  return new Upload(bytes, {
    endpoint: `${url ?? host.url}/storage/v1/upload/resumable`,
    headers: { apikey: host.publishableKey, ...headers },
    chunkSize: CHUNK,
    retryDelays: null as never,
    metadata: { bucketName: bucket, objectName: name, contentType: type, cacheControl: "60", ...metadata },
    ...callbacks,
    ...options,
  });
}

async function bearer({ api }: Person): Promise<Record<string, string>> {
  const { data } = await api.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

async function statusOf(sending: Promise<unknown>): Promise<[number | undefined, string | undefined]> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  const response = error instanceof DetailedError ? error.originalResponse : null;
  return [response?.getStatus(), response?.getBody()];
}

/** A proxy that cuts its connections after `limit` bytes from the client. */
async function cuttingProxy(host: Host, limit: number) {
  let left = limit;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(host.url).port), "127.0.0.1");
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    upstream.pipe(client);
    client.on("data", (bytes: Buffer) => {
      left -= bytes.byteLength;
      if (left < 0) client.destroy();
      else upstream.write(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

describe.each(["disk", "S3"])("resumable uploads, on %s", (kind) => {
  let s3: S3Server | undefined;
  let env: Record<string, string> = {};
  let host: Host;
  let sql: Client;
  let ann: Person;
  let headers: Record<string, string>;
  beforeAll(async () => {
    if (kind === "S3") {
      s3 = await startS3Server();
      env = {
        STORAGE_BACKEND: "s3",
        STORAGE_S3_BUCKET: s3.bucket,
        STORAGE_S3_ENDPOINT: s3.endpoint,
        STORAGE_S3_REGION: s3.keys.region,
        STORAGE_S3_FORCE_PATH_STYLE: "true",
        AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
      };
    }
    host = await startHost({ env });
    sql = new Client({ connectionString: host.databaseUrl });
    await sql.connect();
    await sql.query(POLICIES);
    ann = await host.person("Ann");
    headers = await bearer(ann);
  });
  afterAll(async () => {
    await sql.end();
    await host.stop();
    await s3?.stop();
  });

  const named = (name: string, more: Partial<Target> = {}): Target => ({
    host,
    headers,
    name: `${ann.id}/${name}`,
    ...more,
  });
  const stored = async (name: string) => {
    const { data } = await ann.api.storage.from("diaries").download(`${ann.id}/${name}`);
    return data && Buffer.from(await data.arrayBuffer());
  };
  const tus = (path: string, init: RequestInit = {}, given = headers) =>
    fetch(new URL(path, host.url), {
      ...init,
      headers: { apikey: host.publishableKey, "tus-resumable": "1.0.0", ...given, ...init.headers },
    });
  /** Creates an upload of `size` bytes without sending any. */
  const create = (objectName: string, size: number, bucketName = "diaries", contentType = "text/plain") =>
    tus("/storage/v1/upload/resumable", {
      method: "POST",
      headers: {
        "upload-length": String(size),
        "upload-metadata": Object.entries({ bucketName, objectName, contentType })
          .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
          .join(","),
      },
    });
  const created = async (name: string, size: number): Promise<string> => {
    const response = await create(`${ann.id}/${name}`, size);
    expect(response.status).toBe(201);
    return response.headers.get("location") ?? "";
  };
  const patch = (path: string, offset: number, body: string, given = headers) =>
    tus(
      path,
      {
        method: "PATCH",
        body,
        headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      },
      given,
    );

  it("stores the object with its metadata and leaves no parts", async () => {
    const bytes = bytesOf(2 * CHUNK + 5);
    const url = await send(bytes, named("large.txt", { metadata: { metadata: '{"about":"cup"}' } }));
    expect((await stored("large.txt"))?.equals(bytes)).toBe(true);
    expect((await ann.api.storage.from("diaries").info(`${ann.id}/large.txt`)).data).toMatchObject({
      size: bytes.byteLength,
      contentType: "text/plain",
      cacheControl: "max-age=60",
      metadata: { about: "cup" },
    });
    const { rows } = await sql.query(
      "select owner_id, (select count(*)::int from host.upload_parts) as parts, (select count(*)::int from host.loose_files) as loose from storage.objects where name like '%large.txt'",
    );
    expect(rows).toEqual([{ owner_id: ann.id, parts: 0, loose: 0 }]);
    if (s3) expect(s3.objects.size).toBe(1);
    // A client that missed the last response learns that nothing is left to send.
    expect((await tus(url, { method: "HEAD" })).headers.get("upload-offset")).toBe(String(bytes.byteLength));
  });

  it("does not repeat long metadata in a header", async () => {
    for (const [length, repeats] of [
      [20, true],
      [20_000, false],
    ] as const) {
      const about = JSON.stringify({ about: "a".repeat(length) });
      const url = await send(
        Buffer.from("a"),
        named(`about-${length}.txt`, { metadata: { metadata: about } }),
      );
      const { status, headers: described } = await tus(url, { method: "HEAD" });
      expect([status, described.has("upload-metadata")]).toEqual([200, repeats]);
    }
  });

  it("accepts an empty file, and a file in one request", async () => {
    await send(bytesOf(0), named("empty.txt"));
    expect((await ann.api.storage.from("diaries").info(`${ann.id}/empty.txt`)).data).toMatchObject({
      size: 0,
    });
    await send(bytesOf(9), named("small.txt", { options: { uploadDataDuringCreation: true } }));
    expect((await stored("small.txt"))?.toString()).toBe("Scoreline");
  });

  it("continues after the connection was cut in the middle, from the bytes that arrived", async () => {
    const bytes = bytesOf(2 * CHUNK, "After the cut ");
    const proxy = await cuttingProxy(host, CHUNK + 3 * MIB);
    let url = "";
    const cut = await new Promise<unknown>((resolve) => {
      const upload = start(bytes, named("cut.txt", { url: proxy.url }), {
        onError: resolve,
        onUploadUrlAvailable: () => {
          url = upload.url ?? "";
        },
      });
      upload.start();
    });
    expect(cut).toBeInstanceOf(Error);
    await proxy.stop();
    const path = new URL(url).pathname;
    const offset = async () => Number((await tus(path, { method: "HEAD" })).headers.get("upload-offset"));
    await expect.poll(offset).toBeGreaterThan(CHUNK);
    expect(await offset()).toBeLessThan(2 * CHUNK);
    const again = await send(bytes, named("cut.txt", { options: { uploadUrl: `${host.url}${path}` } }));
    expect(new URL(again).pathname).toBe(path);
    expect((await stored("cut.txt"))?.equals(bytes)).toBe(true);
  });

  it("refuses a wrong offset, and a second part at the same place", async () => {
    const path = await created("offset.txt", 10);
    expect((await patch(path, 5, "later")).status).toBe(409);
    const both = await Promise.all([patch(path, 0, "first"), patch(path, 0, "other")]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await patch(path, 5, " half")).status).toBe(204);
    expect((await stored("offset.txt"))?.toString()).toMatch(/^(first|other) half$/);
  });

  it("accepts one of two parts that two hosts receive at the same place", async () => {
    const other = await startHost({ env, sharedWith: host });
    const path = await created("hosts.txt", 10);
    let rest: (() => void) | undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from("fir"));
        rest = () => {
          controller.enqueue(Buffer.from("st"));
          controller.close();
        };
      },
    });
    const slow = tus(path, {
      method: "PATCH",
      body,
      duplex: "half",
      headers: { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    } as RequestInit);
    // The first host has compared the offset when it records the file of its part.
    await expect.poll(async () => (await sql.query("select from host.loose_files")).rowCount).toBe(1);
    expect((await patch(`${other.url}${path}`, 0, "other")).status).toBe(204);
    rest?.();
    expect([(await slow).status, await (await slow).text()]).toEqual([409, "Upload-Offset conflict\n"]);
    expect((await patch(`${other.url}${path}`, 5, " half")).status).toBe(204);
    const { data } = await other.secret.storage.from("diaries").download(`${ann.id}/hosts.txt`);
    expect(await data?.text()).toBe("other half");
    await other.stop();
  });

  it("refuses a file that is too large, of another type, or without a policy", async () => {
    const large = named("large.png", { bucket: "pictures", type: "image/png" });
    expect(await statusOf(send(bytesOf(8 * MIB + 1), large))).toEqual([
      413,
      "The object exceeded the maximum allowed size",
    ]);
    expect((await statusOf(send(bytesOf(50 * MIB + 1), named("huge.txt"))))[0]).toBe(413);
    const text = named("text.txt", { bucket: "pictures" });
    expect(await statusOf(send(bytesOf(9), text))).toEqual([415, "mime type text/plain is not supported"]);
    expect((await create(`${ann.id}/large.png`, 8 * MIB + 1, "pictures", "image/png")).status).toBe(413);
    expect((await create("elsewhere/x.txt", 9)).status).toBe(403);
    const disguised = named("text.png", { bucket: "pictures", type: "image/png" });
    expect(await statusOf(send(bytesOf(99), disguised))).toEqual([415, "the content is not image/png"]);
    await send(PNG, named("real.png", { bucket: "pictures", type: "image/png" }));
    const elsewhere = { ...named("x"), name: "elsewhere/x.txt" };
    expect(await statusOf(send(bytesOf(9), elsewhere))).toEqual([
      403,
      "new row violates row-level security policy",
    ]);
    expect((await statusOf(send(bytesOf(9), { ...named("x"), bucket: "nowhere" })))[0]).toBe(404);
    expect((await statusOf(send(bytesOf(9), { ...named("x"), name: `${ann.id}/../x` })))[0]).toBe(400);
  });

  it("checks the policies again when the object becomes visible", async () => {
    const path = await created("revoked.txt", 10);
    expect((await patch(path, 0, "first")).status).toBe(204);
    await sql.query(
      `create policy "closed" on storage.objects as restrictive for insert with check (name not like '%revoked.txt')`,
    );
    expect((await patch(path, 5, " half")).status).toBe(403);
    expect(await stored("revoked.txt")).toBeNull();
    await sql.query(`drop policy "closed" on storage.objects`);
    expect((await patch(path, 5, " half")).status).toBe(204);
    expect((await stored("revoked.txt"))?.toString()).toBe("first half");
  });

  it("belongs to its creator", async () => {
    const path = await created("mine.txt", 10);
    const other = await bearer(await host.person("Ben"));
    expect((await patch(path, 0, "wrong", other)).status).toBe(403);
    expect((await tus(path, { method: "HEAD" }, other)).status).toBe(403);
    expect((await tus(path, { method: "DELETE" }, other)).status).toBe(403);
    expect((await patch(path, 0, "first")).status).toBe(204);
    expect((await tus(path, { method: "DELETE" })).status).toBe(204);
    expect((await tus(path, { method: "HEAD" })).status).toBe(404);
    expect((await sql.query("select from host.loose_files")).rowCount).toBe(0);
  });

  it("replaces an object only with x-upsert", async () => {
    await send(bytesOf(9), named("again.txt"));
    expect(await statusOf(send(bytesOf(9, "Other"), named("again.txt")))).toEqual([
      409,
      "The resource already exists",
    ]);
    const begun = await created("begun.txt", 10);
    await send(bytesOf(9), named("begun.txt"));
    expect((await patch(begun, 0, "Scoreline ")).status).toBe(409);
    await send(bytesOf(5, "Other"), named("again.txt", { headers: { ...headers, "x-upsert": "true" } }));
    expect((await stored("again.txt"))?.toString()).toBe("Other");
  });

  it("expires after 24 hours", async () => {
    const earliest = Date.now() - 1000; // the header has whole seconds
    const path = await created("late.txt", 10);
    const response = await patch(path, 0, "first");
    const createdAt = Date.parse(response.headers.get("upload-expires") ?? "") - 24 * 3600_000;
    expect(createdAt).toBeGreaterThan(earliest);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
    await sql.query(
      "update host.uploads set created_at = created_at - interval '25 hours' where id like '%late.txt%'",
    );
    expect((await tus(path, { method: "HEAD" })).status).toBe(410);
    expect((await patch(path, 5, " half")).status).toBe(410);
    expect(await stored("late.txt")).toBeNull();
  });

  it("accepts a signed upload for its object only", async () => {
    const name = `${ann.id}/signed.txt`;
    const { data } = await ann.api.storage.from("diaries").createSignedUploadUrl(name);
    const signed = (signature: string, to: string): Target => ({
      host,
      headers: { "x-signature": signature },
      name: to,
      options: { endpoint: `${host.url}/storage/v1/upload/resumable/sign` },
    });
    await send(bytesOf(CHUNK + 1), signed(data?.token ?? "", name));
    expect((await stored("signed.txt"))?.byteLength).toBe(CHUNK + 1);
    expect((await statusOf(send(bytesOf(9), signed(data?.token ?? "", `${name}2`))))[1]).toContain(
      "InvalidSignature",
    );
    expect((await statusOf(send(bytesOf(9), signed("", name))))[1]).toContain("InvalidSignature");
  });

  it("can be used by a page on another origin", async () => {
    const preflight = await fetch(`${host.url}/storage/v1/upload/resumable`, {
      method: "OPTIONS",
      headers: {
        origin: "https://club.example",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "tus-resumable,upload-offset",
      },
    });
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("upload-offset");
    const path = await created("origin.txt", 3);
    const head = await tus(path, { method: "HEAD", headers: { origin: "https://club.example" } });
    expect(head.headers.get("access-control-allow-origin")).toBe("*");
    expect(head.headers.get("access-control-expose-headers")).toMatch(/location.*upload-offset/);
    const options = await fetch(`${host.url}/storage/v1/upload/resumable`, { method: "OPTIONS" });
    expect(options.headers.get("tus-extension")).toBe("creation,creation-with-upload,expiration,termination");
  });

  it("continues after the host was killed, from the acknowledged bytes, and removes expired uploads", async () => {
    const bytes = bytesOf(2 * CHUNK + 1, "After the kill ");
    let url = "";
    let killed: Promise<void> | undefined;
    await new Promise<unknown>((resolve) => {
      const upload = start(bytes, named("killed.txt"), {
        onError: resolve,
        onChunkComplete: (_size, accepted) => {
          url = upload.url ?? "";
          if (accepted === CHUNK) killed = host.kill();
        },
      });
      upload.start();
    });
    await killed;
    const before = host;
    host = await startHost({ env, sharedWith: before });
    await before.stop();
    const expired = "select (select count(*)::int from host.uploads where id like '%late.txt%') as uploads";
    expect((await sql.query(expired)).rows).toEqual([{ uploads: 0 }]);
    const { pathname } = new URL(url);
    const head = await tus(pathname, { method: "HEAD" });
    expect(Number(head.headers.get("upload-offset"))).toBeGreaterThanOrEqual(CHUNK);
    await send(bytes, named("killed.txt", { options: { uploadUrl: `${host.url}${pathname}` } }));
    const { data } = await host.secret.storage.from("diaries").download(`${ann.id}/killed.txt`);
    expect(data && Buffer.from(await data.arrayBuffer()).equals(bytes)).toBe(true);
  });
});
