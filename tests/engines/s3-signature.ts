/** Checks AWS Signature Version 4, implemented from its specification. */
import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface S3Keys {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const SKEW_MS = 15 * 60 * 1000;

/** S3's error code, or null if the signature is valid. */
export function signatureRefusal(request: IncomingMessage, body: Buffer, keys: S3Keys): string | null {
  const { headers } = request;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!parts) return "AccessDenied";
  const [, id, day = "", region = "", signed = "", signature] = parts;
  if (id !== keys.accessKeyId) return "InvalidAccessKeyId";
  if (region !== keys.region) return "AuthorizationHeaderMalformed";
  const names = signed.split(";");
  const unsigned = Object.keys(headers).filter((name) => name.startsWith("x-amz-") && !names.includes(name));
  if (!names.includes("host") || unsigned.length > 0) return "AccessDenied";
  const time = String(headers["x-amz-date"]);
  const sent = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, "$1-$2-$3:$4:$5"));
  if (!time.startsWith(day) || !(Math.abs(Date.now() - sent) < SKEW_MS)) return "RequestTimeTooSkewed";
  const payload = String(headers["x-amz-content-sha256"]);
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return "XAmzContentSHA256Mismatch";

  const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3");
  const query = [...searchParams]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join("="))
    .join("&");
  const canonical = [
    request.method,
    pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, " ")}`),
    "",
    signed,
    payload,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (under, text) => hmac(under, text),
    Buffer.from(`AWS4${keys.secretAccessKey}`),
  );
  return hmac(key, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

/** Percent-encoding by RFC 3986, as the signature requires. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
