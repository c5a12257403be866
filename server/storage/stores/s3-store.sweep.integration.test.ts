/** Objects in S3 are stored completely or not at all, whatever the store answers, and errors contain no secret. */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { fail, type S3Server, startS3Server, xml } from "../../../tests/engines/s3-server.ts";
import { StoreTimeoutError } from "../store-timeout.ts";
import type { ObjectStore } from "./object-store.ts";
import { openS3Store } from "./s3-store.ts";

const MIB = 1024 * 1024;
let s3: S3Server;
let store: ObjectStore;
beforeAll(async () => {
  s3 = await startS3Server();
  store = open();
});
afterAll(() => s3.stop());
afterEach(() => {
  s3.fault = () => undefined;
});

function open(keys: Partial<S3Server["keys"]> = {}, timeoutMs = 5_000): ObjectStore {
  return openS3Store({ endpoint: `${s3.endpoint}/${s3.bucket}`, ...s3.keys, ...keys }, timeoutMs);
}

function pieces(bytes: Buffer, size = 300_000): Readable {
  const count = Math.ceil(bytes.byteLength / size);
  return Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size)));
}

async function read(version: string, start: number, end: number): Promise<Buffer | null> {
  const body = await store.read(version, { start, end });
  if (body === null || body instanceof Uint8Array) return body && Buffer.from(body);
  return buffer(body);
}

const md5 = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;
const bytesOf = (size: number) => Buffer.alloc(size, "Scoreline ");

it.each([0, 1, 8 * MIB, 8 * MIB + 1, 20 * MIB + 7])("%d bytes are read back unchanged", async (size) => {
  const [version, bytes] = [randomUUID(), bytesOf(size)];
  expect(await store.write(version, pieces(bytes))).toEqual({ size, etag: md5(bytes) });
  expect(s3.objects.get(version)?.equals(bytes)).toBe(true);
  expect(s3.unfinished()).toBe(0);
  if (size > 0) expect((await read(version, 0, size - 1))?.equals(bytes)).toBe(true);
});

it("reads ranges, copies independently, and returns null for a missing object", async () => {
  const [version, copy, none] = [randomUUID(), randomUUID(), randomUUID()];
  const bytes = bytesOf(3 * MIB);
  await store.write(version, pieces(bytes));
  expect((await read(version, 10, 19))?.toString()).toBe("Scoreline ");
  expect((await read(version, MIB, 2 * MIB))?.equals(bytes.subarray(MIB, 2 * MIB + 1))).toBe(true);
  expect(await store.copy(version, copy)).toBe(true);
  await store.remove([version, none]);
  expect(await read(version, 0, 9)).toBeNull();
  expect((await read(copy, 0, 8))?.toString()).toBe("Scoreline");
  expect(await store.copy(none, randomUUID())).toBe(false);
  await store.remove([]);
  await expect(store.read("../secret", { start: 0, end: 1 })).rejects.toThrow("is not a version");
});

it.each([100, 9 * MIB, 30 * MIB])("a source that fails after %d bytes leaves nothing", async (size) => {
  async function* broken() {
    yield* pieces(bytesOf(size));
    throw new Error("too large");
  }
  const version = randomUUID();
  await expect(store.write(version, broken())).rejects.toThrow("too large");
  expect(s3.objects.has(version)).toBe(false);
  expect(s3.unfinished()).toBe(0);
});

it("retries temporary failures", async () => {
  let refused = 0;
  s3.fault = (_request, response) => {
    if (++refused > 2) return undefined;
    fail(response, 503, "SlowDown");
    return "answered";
  };
  const version = randomUUID();
  await store.write(version, pieces(bytesOf(10)));
  expect(s3.objects.get(version)?.byteLength).toBe(10);
});

it.each([
  ["part", (method?: string, url = "") => method === "PUT" && url.includes("partNumber=2")],
  ["complete", (method?: string, url = "") => method === "POST" && url.includes("uploadId=")],
])("aborts a multipart upload whose %s fails", async (operation, fits) => {
  s3.fault = ({ method, url }, response) => {
    if (!fits(method, url)) return undefined;
    fail(response, 400, "InvalidRequest");
    return "answered";
  };
  const version = randomUUID();
  await expect(store.write(version, pieces(bytesOf(20 * MIB)))).rejects.toThrow(
    new RegExp(`S3 ${operation}.*400`),
  );
  expect(s3.objects.has(version)).toBe(false);
  expect(s3.unfinished()).toBe(0);
});

it("treats an error with status 200 as an error", async () => {
  s3.fault = ({ method, url, headers }, response) => {
    const late = (method === "POST" && url?.includes("uploadId=")) || headers["x-amz-copy-source"];
    if (!late) return undefined;
    xml(response, 200, "<Error><Code>InternalError</Code><Message>try again</Message></Error>");
    return "answered";
  };
  await expect(store.write(randomUUID(), pieces(bytesOf(9 * MIB)))).rejects.toThrow("not completed");
  expect(s3.unfinished()).toBe(0);
  await expect(store.copy(randomUUID(), randomUUID())).rejects.toThrow("S3 copy");
});

it("does not store bytes that changed in transit", async () => {
  const requests: string[] = [];
  s3.fault = ({ headers }) => void requests.push(String(headers["content-md5"]));
  const bytes = bytesOf(100);
  await store.write(randomUUID(), pieces(bytes));
  expect(requests).toEqual([createHash("md5").update(bytes).digest("base64")]);
});

it("refuses a truncated response and a response with other bytes than requested", async () => {
  const version = randomUUID();
  await store.write(version, pieces(bytesOf(MIB)));
  s3.fault = (_request, response) => {
    response.writeHead(206, { "content-length": MIB }).write(bytesOf(1000));
    setImmediate(() => response.destroy());
    return "answered";
  };
  await expect(read(version, 0, MIB - 1)).rejects.toThrow();
  s3.fault = (_request, response) => {
    response.writeHead(200, { "content-length": 50 }).end(bytesOf(50));
    return "answered";
  };
  await expect(read(version, 0, 9)).rejects.toThrow("other bytes");
});

it("gives up on a store that does not respond or cannot be reached", async () => {
  s3.fault = () => new Promise(() => {});
  const silent = open({}, 50);
  await expect(silent.read(randomUUID(), { start: 0, end: 9 })).rejects.toThrow(StoreTimeoutError);
  await expect(silent.write(randomUUID(), pieces(bytesOf(10)))).rejects.toThrow(StoreTimeoutError);
  await expect(silent.copy(randomUUID(), randomUUID())).rejects.toThrow(StoreTimeoutError);
  await expect(silent.remove([randomUUID()])).rejects.toThrow(StoreTimeoutError);
  const gone = openS3Store({ ...s3.keys, endpoint: "http://127.0.0.1:1/club" }, 1000);
  await expect(gone.write(randomUUID(), pieces(bytesOf(10)))).rejects.toThrow("S3 put");
});

it.each([
  ["a wrong secret", { secretAccessKey: "another secret" }, "SignatureDoesNotMatch"],
  ["a wrong region", { region: "us-east-1" }, "AuthorizationHeaderMalformed"],
  ["an unknown key", { accessKeyId: "NOBODY" }, "InvalidAccessKeyId"],
])("reports %s without repeating a secret or signature", async (_what, keys, code) => {
  const error = await open(keys)
    .write(randomUUID(), pieces(bytesOf(10)))
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  const told = JSON.stringify(error, Object.getOwnPropertyNames(error));
  expect(told).toContain(code);
  for (const secret of [s3.keys.secretAccessKey, "another secret", "CLUBKEY", "Signature="]) {
    expect(told).not.toContain(secret);
  }
});

it.each(["part", "complete"])(
  "an upload ends when the store stops responding at its %s",
  async (operation) => {
    let parts = 0;
    s3.fault = ({ method, url = "" }) => {
      const fits =
        operation === "part" ? url.includes("partNumber=2") : method === "POST" && url.includes("uploadId=");
      return fits && ++parts > 0 ? new Promise(() => {}) : undefined;
    };
    await expect(open({}, 2_000).write(randomUUID(), pieces(bytesOf(8 * MIB + 10)))).rejects.toThrow(
      StoreTimeoutError,
    );
    expect(parts).toBe(1);
  },
);

it("a read ends when the store stops in the middle of the object", async () => {
  const version = randomUUID();
  await store.write(version, pieces(bytesOf(MIB)));
  s3.fault = (_request, response) => {
    response.writeHead(206, { "content-length": MIB }).write(bytesOf(1000));
    return "answered";
  };
  const body = await open({}, 200).read(version, { start: 0, end: MIB - 1 });
  await expect(buffer(body as ReadableStream)).rejects.toThrow(StoreTimeoutError);
});
