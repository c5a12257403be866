/**
 * The S3 store against OpenStack Swift's S3 layer, which checks signatures, digests and parts itself. Only
 * `npm run test:long` runs this file and installs Swift.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Upload } from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openS3Store } from "../../server/storage/stores/s3-store.ts";
import { startHost } from "../api/support/host.ts";
import { type Swift, startSwift } from "../engines/swift.ts";

const MIB = 1024 * 1024;
const bytesOf = (size: number) => Buffer.alloc(size, "Scoreline ");
const md5 = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

function pieces(bytes: Buffer, size = 300_000): Readable {
  const count = Math.ceil(bytes.byteLength / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
}

describe("the S3 store on Swift", () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  });
  afterAll(() => swift.stop());

  const open = (keys: Partial<Swift["keys"]> = {}) =>
    openS3Store({ endpoint: `${swift.endpoint}/${swift.bucket}`, ...swift.keys, ...keys });
  const listed = async () => ((await swift.client.listObjects()) ?? []).map(({ Key }) => Key);
  const unfinished = () => swift.client.listMultipartUploads();
  async function read(version: string, start: number, end: number): Promise<Buffer | null> {
    const body = await open().read(version, { start, end });
    if (body === null || body instanceof Uint8Array) return body && Buffer.from(body);
    return buffer(body);
  }

  it.each([0, 1, 8 * MIB, 8 * MIB + 1, 20 * MIB + 7])("reads %d bytes back unchanged", async (size) => {
    const [version, bytes] = [randomUUID(), bytesOf(size)];
    expect(await open().write(version, pieces(bytes))).toEqual({ size, etag: md5(bytes) });
    expect(await listed()).toContain(version);
    if (size > 0) expect((await read(version, 0, size - 1))?.equals(bytes)).toBe(true);
  });

  it("reads ranges of one object and of a multipart object", async () => {
    for (const size of [MIB, 17 * MIB]) {
      const [version, bytes] = [randomUUID(), bytesOf(size)];
      await open().write(version, pieces(bytes));
      expect((await read(version, 10, 19))?.toString()).toBe("Scoreline ");
      const [start, end] = [size / 2 - 300_000, size / 2 + 300_000];
      expect((await read(version, start, end))?.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
  });

  it("copies independently, deletes, and returns null for a missing object", async () => {
    for (const size of [3 * MIB, 9 * MIB]) {
      const [version, copy, none] = [randomUUID(), randomUUID(), randomUUID()];
      await open().write(version, pieces(bytesOf(size)));
      expect(await open().copy(version, copy)).toBe(true);
      await open().remove([version, none]);
      expect(await listed()).not.toContain(version);
      expect(await read(version, 0, 9)).toBeNull();
      expect((await read(copy, size - 9, size - 1))?.equals(bytesOf(size).subarray(-9))).toBe(true);
      expect(await open().copy(none, randomUUID())).toBe(false);
    }
  });

  it("aborts a multipart upload whose source fails, and leaves no parts", async () => {
    const version = randomUUID();
    const before = swift.files();
    async function* broken() {
      yield* pieces(bytesOf(20 * MIB));
      expect(JSON.stringify(await unfinished())).toContain(version);
      // The record of the upload and two parts of 8 MiB.
      expect(swift.files()).toBe(before + 3);
      throw new Error("too large");
    }
    await expect(open().write(version, broken())).rejects.toThrow("too large");
    expect(await listed()).not.toContain(version);
    expect(JSON.stringify(await unfinished())).not.toContain(version);
    expect(swift.files()).toBe(before);
  });

  it.each([
    ["a wrong secret", { secretAccessKey: "another secret" }, "SignatureDoesNotMatch"],
    ["an unknown key", { accessKeyId: "club:nobody" }, "SignatureDoesNotMatch"],
    ["a wrong region", { region: "eu-west-1" }, "AuthorizationHeaderMalformed"],
  ])("reports %s", async (_what, keys, code) => {
    const version = randomUUID();
    await expect(open(keys).write(version, pieces(bytesOf(10)))).rejects.toThrow(code);
    expect(await listed()).not.toContain(version);
  });

  it("stores a resumable upload of the host, and leaves no parts of it", async () => {
    const before = await listed();
    const host = await startHost({
      env: {
        STORAGE_BACKEND: "s3",
        STORAGE_S3_BUCKET: swift.bucket,
        STORAGE_S3_ENDPOINT: swift.endpoint,
        STORAGE_S3_REGION: swift.keys.region,
        STORAGE_S3_FORCE_PATH_STYLE: "true",
        AWS_ACCESS_KEY_ID: swift.keys.accessKeyId,
        AWS_SECRET_ACCESS_KEY: swift.keys.secretAccessKey,
      },
    });
    await host.secret.storage.createBucket("diaries");
    const bytes = bytesOf(13 * MIB);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${host.url}/storage/v1/upload/resumable`,
        headers: { apikey: host.secretKey },
        chunkSize: 6 * MIB,
        metadata: { bucketName: "diaries", objectName: "large.txt", contentType: "text/plain" },
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    const { data } = await host.secret.storage.from("diaries").download("large.txt");
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
    expect((await listed()).filter((key) => !before.includes(key))).toHaveLength(1);
    expect(JSON.stringify(await unfinished())).not.toMatch(/[0-9a-f]{8}-/);
    await host.stop();
  });
});
