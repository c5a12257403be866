import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const PATH = "/realtime/v1/websocket";

/**
 * The query of an upgrade request to /realtime/v1/websocket; null for any other request, including one with an invalid
 * URL.
 */
export function socketQuery({ url = "/", headers }: IncomingMessage): URLSearchParams | null {
  const base = "http://host.invalid";
  if (headers.upgrade?.toLowerCase() !== "websocket" || !URL.canParse(url, base)) return null;
  const { pathname, searchParams } = new URL(url, base);
  return pathname === PATH ? searchParams : null;
}

/**
 * Serves a request as if it had not asked for an upgrade, as RFC 9110, section 7.8, allows. Clients that prefer HTTP/2
 * offer `h2c` with every request. Node has already parsed the head and released the socket, so both are passed to the
 * server again. Newer versions of Node do not need this: see `shouldUpgradeCallback` in realtime.ts.
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

/**
 * Answers with HTTP instead of upgrading. Destroys the socket without waiting for the client, because refused sockets
 * are not counted.
 */
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
