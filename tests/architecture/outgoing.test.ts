/** Every outgoing request has limits of time and size. Biome refuses the global `fetch` elsewhere; this covers the libraries. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = ["server", "supabase/functions"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(path));

const NEVER = /(?!)/;
/** What sends requests, and what limits it in the same file. */
const SENDERS: Readonly<Record<string, [sends: RegExp, limited: RegExp]>> = {
  "globalThis.fetch": [/\bglobalThis\s*(\.|\[")fetch/, NEVER],
  "Node's HTTP clients": [
    /\bhttps?2?\.(request|get|connect)\(|import \{[^}]*\b(request|get)\b[^}]*\} from "node:https?"/,
    /export async function send\([\s\S]*signal: late\.signal[\s\S]*read\(response/,
  ],
  "Node's sockets": [/\b(net|tls)\.connect\(|\bcreateConnection\(/, NEVER],
  "jose's key sets": [/\bcreateRemoteJWKSet\(/, /\[customFetch\]: request\b/],
  "openid-client": [
    /\bdiscovery\(|new Configuration\(/,
    /\[openid\.customFetch\]: request,[\s\S]*\[openid\.customFetch\] = request;/,
  ],
  nodemailer: [/\bcreateTransport\(/, /maxResponseSize: [\s\S]*sendMail\(\{[^}]*\bsignal\b/],
  s3mini: [/new S3mini\(/, /fetch: retryingFetch\(/],
};

it.each(Object.entries(SENDERS))("%s has limits", (_name, [sends, limited]) => {
  const senders = files.filter((path) => sends.test(readFileSync(path, "utf8")));
  expect(senders.filter((path) => !limited.test(readFileSync(path, "utf8")))).toEqual([]);
});
