/**
 * A push service on loopback with its browsers: it verifies the sender (VAPID, RFC 8292), decrypts messages with
 * the browser's keys (RFC 8291), and answers with the configured status.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { calculateJwkThumbprint, importJWK, type JWTPayload, jwtVerify } from "jose";

export interface ReceivedPush {
  /** The path of the browser's endpoint. */
  to: string;
  headers: NodeJS.Dict<string | string[]>;
  /** The data for the service worker. */
  payload: { title: string; body: string; url: string; tag: string };
  /** The club's public key (base64url) and the signed claims. */
  key: string;
  claims: JWTPayload;
}

export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService {
  origin: string;
  received: ReceivedPush[];
  /** A new push subscription. */
  browser(): PushBrowser;
  /** Sets the answer to a browser's messages; 201 without a body by default. */
  answers(browser: PushBrowser, status: number, headers?: Record<string, string>, body?: string): void;
  stop(): Promise<void>;
}

interface Keys {
  ecdh: ECDH;
  auth: Buffer;
}

export async function startPushService(): Promise<PushService> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<string, Keys>();
  const told = new Map<string, { status: number; headers: Record<string, string>; body: string }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? "";
    const keys = browsers.get(path);
    const { status, headers, body } = told.get(path) ?? { status: 201, headers: {}, body: "" };
    try {
      if (!keys) throw new Error("no such browser");
      const signed = await signature(request.headers.authorization ?? "", origin());
      const payload = JSON.parse(decrypt(Buffer.concat(chunks), keys));
      received.push({ to: path, headers: request.headers, payload, ...signed });
      response.writeHead(status, headers).end(body);
    } catch (error) {
      // Real services answer 400 to an invalid message.
      response.writeHead(400).end(String(error));
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: origin(),
    received,
    browser() {
      const keys = { ecdh: createECDH("prime256v1"), auth: randomBytes(16) };
      keys.ecdh.generateKeys();
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      browsers.set(path, keys);
      return {
        endpoint: origin() + path,
        p256dh: keys.ecdh.getPublicKey().toString("base64url"),
        auth: keys.auth.toString("base64url"),
      };
    },
    answers({ endpoint }, status, headers = {}, body = "") {
      told.set(new URL(endpoint).pathname, { status, headers, body });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** `vapid t=<token>, k=<key>`: the key signed the token, for this service and for at most a day. */
async function signature(
  authorization: string,
  audience: string,
): Promise<{ key: string; claims: JWTPayload }> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33, 65).toString("base64url"),
  };
  await calculateJwkThumbprint(jwk);
  const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), { audience });
  if (!payload.exp || payload.exp > Date.now() / 1000 + 86_400) throw new Error("good for more than a day");
  if (!/^(mailto:|https:)/.test(payload.sub ?? "")) throw new Error("no contact address");
  return { key, claims: payload };
}

/** aes128gcm of one record (RFC 8188), whose key comes from both sides' keys and the browser's secret (RFC 8291, 3.4). */
function decrypt(message: Buffer, { ecdh, auth }: Keys): string {
  const salt = message.subarray(0, 16);
  const idLength = message.readUInt8(20);
  const theirs = message.subarray(21, 21 + idLength);
  const sealed = message.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), theirs]);
  const secret = hkdf(ecdh.computeSecret(theirs), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = hkdf(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The delimiter 2 ends the last record's text.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, info, length));
}
