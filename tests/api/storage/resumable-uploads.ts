/**
 * Resumable uploads by TUS 1.0 with tus-js-client, the client that Supabase's documentation uses. The rules are those of
 * supabase/storage, src/http/routes/tus.
 */
import { Client } from "pg";
import { DetailedError, Upload, type UploadOptions } from "tus-js-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type S3Server, startS3Server } from "../../engines/s3-server.ts";
import { type Host, type Person, startHost } from "../support/host.ts";

export const MIB = 1024 * 1024;
export const CHUNK = 6 * MIB;
const POLICIES = `
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('diaries', 'diaries', false, null, null), ('pictures', 'pictures', true, 8388608, '{image/png}');
create policy "diaries" on storage.objects for all to authenticated
  using (bucket_id in ('diaries', 'pictures') and (storage.foldername(name))[1] = (select auth.uid()::text))
  with check (bucket_id in ('diaries', 'pictures') and (storage.foldername(name))[1] = (select auth.uid()::text));`;

export const bytesOf = (size: number, text = "Scoreline ") => Buffer.alloc(size, text);

export interface Target {
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
export function send(bytes: Buffer, target: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = start(bytes, target, {
      onError: reject,
      onSuccess: () => resolve(upload.url ?? ""),
    });
    upload.start();
  });
}

export function start(bytes: Buffer, target: Target, callbacks: Partial<UploadOptions> = {}): Upload {
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

export async function bearer({ api }: Person): Promise<Record<string, string>> {
  const { data } = await api.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
}

export async function statusOf(sending: Promise<unknown>): Promise<[number | undefined, string | undefined]> {
  const error = await sending.then(
    () => null,
    (reason: unknown) => reason,
  );
  const response = error instanceof DetailedError ? error.originalResponse : null;
  return [response?.getStatus(), response?.getBody()];
}

/** A host for the tests of a `describe`, with Ann, who may upload. */
export function uploadsTo(kind: "disk" | "S3") {
  const club = {} as {
    host: Host;
    /** What starts another host with the same files. */
    env: Record<string, string>;
    s3: S3Server | undefined;
    sql: Client;
    ann: Person;
    headers: Record<string, string>;
  };
  beforeAll(async () => {
    club.env = {};
    if (kind === "S3") {
      const s3 = await startS3Server();
      club.s3 = s3;
      club.env = {
        STORAGE_BACKEND: "s3",
        STORAGE_S3_BUCKET: s3.bucket,
        STORAGE_S3_ENDPOINT: s3.endpoint,
        STORAGE_S3_REGION: s3.keys.region,
        STORAGE_S3_FORCE_PATH_STYLE: "true",
        AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
      };
    }
    club.host = await startHost({ env: club.env });
    club.sql = new Client({ connectionString: club.host.databaseUrl });
    await club.sql.connect();
    await club.sql.query(POLICIES);
    club.ann = await club.host.person("Ann");
    club.headers = await bearer(club.ann);
  });
  afterAll(async () => {
    await club.sql.end();
    await club.host.stop();
    await club.s3?.stop();
  });

  const named = (name: string, more: Partial<Target> = {}): Target => ({
    host: club.host,
    headers: club.headers,
    name: `${club.ann.id}/${name}`,
    ...more,
  });
  const stored = async (name: string) => {
    const { data } = await club.ann.api.storage.from("diaries").download(`${club.ann.id}/${name}`);
    return data && Buffer.from(await data.arrayBuffer());
  };
  const tus = (path: string, init: RequestInit = {}, given = club.headers) =>
    fetch(new URL(path, club.host.url), {
      ...init,
      headers: { apikey: club.host.publishableKey, "tus-resumable": "1.0.0", ...given, ...init.headers },
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
    const response = await create(`${club.ann.id}/${name}`, size);
    expect(response.status).toBe(201);
    return response.headers.get("location") ?? "";
  };
  const patch = (path: string, offset: number, body: string, given = club.headers) =>
    tus(
      path,
      {
        method: "PATCH",
        body,
        headers: { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
      },
      given,
    );

  return { club, named, stored, tus, create, created, patch };
}

/** The tests of uploads that nothing interrupts. The first expects an empty store. */
export function usualUploads({ club, named, stored, tus }: ReturnType<typeof uploadsTo>): void {
  it("stores the object with its metadata and leaves no parts", async () => {
    const bytes = bytesOf(2 * CHUNK + 5);
    const url = await send(bytes, named("large.txt", { metadata: { metadata: '{"about":"cup"}' } }));
    expect((await stored("large.txt"))?.equals(bytes)).toBe(true);
    expect((await club.ann.api.storage.from("diaries").info(`${club.ann.id}/large.txt`)).data).toMatchObject({
      size: bytes.byteLength,
      contentType: "text/plain",
      cacheControl: "max-age=60",
      metadata: { about: "cup" },
    });
    const { rows } = await club.sql.query(
      "select owner_id, (select count(*)::int from host.upload_parts) as parts, (select count(*)::int from host.loose_files) as loose from storage.objects where name like '%large.txt'",
    );
    expect(rows).toEqual([{ owner_id: club.ann.id, parts: 0, loose: 0 }]);
    if (club.s3) expect(club.s3.objects.size).toBe(1);
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
    expect((await club.ann.api.storage.from("diaries").info(`${club.ann.id}/empty.txt`)).data).toMatchObject({
      size: 0,
    });
    await send(bytesOf(9), named("small.txt", { options: { uploadDataDuringCreation: true } }));
    expect((await stored("small.txt"))?.toString()).toBe("Scoreline");
  });
}
