/** Upgrade requests: the web sockets of realtime and of functions. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** What serves the upgrade requests of some addresses. */
export interface UpgradeService {
  serves(url: URL): boolean;
  serve(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Passes upgrade requests to web sockets to the service of their address. All others are served as if they had not asked. */
export function serveUpgrades(server: Server, services: readonly UpgradeService[]): void {
  const serviceOf = (request: IncomingMessage) => {
    const url = socketUrl(request);
    return url && services.find((service) => service.serves(url));
  };
  // Node 24.9 and newer call this function and serve all other requests themselves.
  Object.assign(server, { shouldUpgradeCallback: (request: IncomingMessage) => Boolean(serviceOf(request)) });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const service = serviceOf(request);
    if (!service) return serveWithoutUpgrade(server, request, socket, head);
    socket.on("error", () => socket.destroy());
    service.serve(request, socket, head);
  });
}

/** The address of an upgrade request, on a host of no name; null for other requests and invalid addresses. */
export function socketUrl({ url = "/", headers }: IncomingMessage): URL | null {
  const base = "http://host.invalid";
  if (headers.upgrade?.toLowerCase() !== "websocket" || !URL.canParse(url, base)) return null;
  return new URL(url, base);
}

/**
 * Serves a request as if it had not asked for an upgrade, as RFC 9110, section 7.8, allows. Clients that prefer HTTP/2
 * offer `h2c` with every request. Node has already parsed the head and released the socket, so both are passed to the
 * server again.
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, body: Buffer): void {
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
