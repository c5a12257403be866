import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const PATH = "/realtime/v1/websocket";

/** The query of an upgrade to /realtime/v1/websocket; null of any other, whose address may be none at all. */
export function socketQuery({ url = "/", headers }: IncomingMessage): URLSearchParams | null {
  const base = "http://host.invalid";
  if (headers.upgrade?.toLowerCase() !== "websocket" || !URL.canParse(url, base)) return null;
  const { pathname, searchParams } = new URL(url, base);
  return pathname === PATH ? searchParams : null;
}

/**
 * Serves a request as if it had not asked for an upgrade, as RFC 9110 allows (7.8): clients that would rather speak
 * HTTP/2 offer `h2c` with each of theirs. Node has read its head and let go of the socket, so the server gets both anew,
 * for this one answer. Newer ones need none of this: see `shouldUpgradeCallback` in realtime.ts.
 */
export function serveWithoutUpgrade(
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  body: Buffer,
): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, "connection: close"];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!/^(connection|upgrade)$/i.test(rawHeaders[at] ?? ""))
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body]));
  server.emit("connection", socket);
}

/** An HTTP answer in place of the upgrade. Waits for no goodbye: nobody counts how long the socket stays. */
export function refuseUpgrade(socket: Duplex, status: string, message: string): void {
  const body = JSON.stringify({ message });
  const head = [
    `HTTP/1.1 ${status}`,
    "connection: close",
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
