/**
 * An object store on 127.0.0.1 with the part of S3's REST protocol that the host uses. It has one bucket in its
 * path, checks every signature and digest, and returns errors that a test configures.
 */
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type S3Keys, signatureRefusal } from "./s3-signature.ts";

/** Handles a request for a test: undefined passes it on, a response replaces the store's. */
export type S3Fault = (
  request: IncomingMessage,
  response: ServerResponse,
) => "answered" | undefined | Promise<"answered" | undefined>;

export interface S3Server {
  /** The address without the bucket. */
  endpoint: string;
  bucket: string;
  keys: S3Keys;
  objects: Map<string, Buffer>;
  /** Multipart uploads that are neither completed nor aborted. */
  unfinished(): number;
  /** `PUT /club/…`, in order of arrival. */
  requests: string[];
  /** Called before each request, after the signature check. */
  fault: S3Fault;
  stop(): Promise<void>;
}

const SMALLEST_PART = 5 * 1024 * 1024;

export async function startS3Server(): Promise<S3Server> {
  const keys = { accessKeyId: "CLUBKEY", secretAccessKey: `secret+${randomUUID()}/=`, region: "eu-test-1" };
  const bucket = "club";
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  const http = createServer(async (request, response) => {
    s3.requests.push(`${request.method} ${request.url}`);
    const body = await buffer(request).catch(() => null);
    if (!body) return; // the client disconnected
    const refusal = signatureRefusal(request, body, keys) ?? digestRefusal(request, body);
    if (refusal) fail(response, refusal === "BadDigest" ? 400 : 403, refusal);
    else if ((await s3.fault(request, response)) !== "answered") serve(request, response, body);
  });
  const s3: S3Server = {
    endpoint: "",
    bucket,
    keys,
    objects,
    unfinished: () => uploads.size,
    requests: [],
    fault: () => undefined,
    async stop() {
      http.closeAllConnections();
      http.close();
      await once(http, "close");
    },
  };
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  s3.endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return s3;

  function serve(request: IncomingMessage, response: ServerResponse, body: Buffer): ServerResponse {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://s3");
    const [, name, ...parts] = pathname.split("/").map(decodeURIComponent);
    const key = parts.join("/");
    if (name !== bucket) return fail(response, 404, "NoSuchBucket");
    const operation = `${request.method}${query.has("uploads") ? " uploads" : query.has("uploadId") ? " upload" : query.has("delete") ? " delete" : ""}`;
    const upload = uploads.get(query.get("uploadId") ?? "");
    if (operation.endsWith(" upload") && upload?.key !== key) return fail(response, 404, "NoSuchUpload");
    switch (operation) {
      case "PUT":
        return request.headers["x-amz-copy-source"] ? copy(request, response, key) : put(response, key, body);
      case "GET":
        return get(request, response, key);
      case "DELETE":
        objects.delete(key);
        return response.writeHead(204).end();
      case "POST delete": {
        if (!request.headers["content-md5"] && !request.headers["x-amz-checksum-sha256"]) {
          return fail(response, 400, "InvalidRequest");
        }
        const gone = [...body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, one = ""]) => one);
        for (const one of gone) objects.delete(one);
        const deleted = gone.map((one) => `<Deleted><Key>${one}</Key></Deleted>`).join("");
        return xml(response, 200, `<DeleteResult>${deleted}</DeleteResult>`);
      }
      case "POST uploads": {
        const id = randomUUID();
        uploads.set(id, { key, parts: new Map() });
        return xml(
          response,
          200,
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      case "PUT upload":
        upload?.parts.set(Number(query.get("partNumber")), body);
        return response.writeHead(200, { etag: etagOf(body) }).end();
      case "POST upload":
        return complete(response, query.get("uploadId") ?? "", body.toString());
      case "DELETE upload":
        uploads.delete(query.get("uploadId") ?? "");
        return response.writeHead(204).end();
      default:
        return fail(response, 405, "MethodNotAllowed");
    }
  }

  function put(response: ServerResponse, key: string, body: Buffer): ServerResponse {
    objects.set(key, body);
    return response.writeHead(200, { etag: etagOf(body) }).end();
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string): ServerResponse {
    const object = objects.get(key);
    if (!object) return fail(response, 404, "NoSuchKey");
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (first === undefined) return response.writeHead(200, { etag: etagOf(object) }).end(object);
    if (Number(first) >= object.byteLength) return fail(response, 416, "InvalidRange");
    const part = object.subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${Number(first) + part.byteLength - 1}/${object.byteLength}`;
    const headers = { "content-length": part.byteLength, "content-range": range, etag: etagOf(object) };
    return response.writeHead(206, headers).end(part);
  }

  function copy(request: IncomingMessage, response: ServerResponse, key: string): ServerResponse {
    const [, name, from = ""] =
      /^\/?([^/]+)\/(.+)$/.exec(decodeURIComponent(String(request.headers["x-amz-copy-source"]))) ?? [];
    const source = name === bucket ? objects.get(from) : undefined;
    if (!source) return fail(response, 404, "NoSuchKey");
    objects.set(key, source);
    const time = new Date().toISOString();
    return xml(
      response,
      200,
      `<CopyObjectResult><ETag>${etagOf(source)}</ETag><LastModified>${time}</LastModified></CopyObjectResult>`,
    );
  }

  function complete(response: ServerResponse, id: string, body: string): ServerResponse {
    const upload = uploads.get(id);
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(?:"|&quot;)?([0-9a-f]+)/g)];
    const parts = listed.map(([, number, etag]) => {
      const part = upload?.parts.get(Number(number));
      return part && etagOf(part) === `"${etag}"` ? part : null;
    });
    if (!upload || parts.length === 0 || parts.includes(null)) return fail(response, 400, "InvalidPart");
    const whole = parts.map((part) => part ?? Buffer.alloc(0));
    if (whole.slice(0, -1).some((part) => part.byteLength < SMALLEST_PART)) {
      return fail(response, 400, "EntityTooSmall");
    }
    objects.set(upload.key, Buffer.concat(whole));
    uploads.delete(id);
    return xml(
      response,
      200,
      `<CompleteMultipartUploadResult><Key>${upload.key}</Key><ETag>"0-${parts.length}"</ETag></CompleteMultipartUploadResult>`,
    );
  }
}

/** An error in S3's format. */
export function fail(response: ServerResponse, status: number, code: string): ServerResponse {
  return xml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>${code}</Message><AWSAccessKeyId>CLUBKEY</AWSAccessKeyId></Error>`,
  );
}

export function xml(response: ServerResponse, status: number, text: string): ServerResponse {
  return response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}

function digestRefusal({ headers }: IncomingMessage, body: Buffer): string | null {
  const md5 = headers["content-md5"];
  if (md5 !== undefined && md5 !== createHash("md5").update(body).digest("base64")) return "BadDigest";
  const sha256 = headers["x-amz-checksum-sha256"];
  if (sha256 !== undefined && sha256 !== createHash("sha256").update(body).digest("base64"))
    return "BadDigest";
  return null;
}

function etagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}
