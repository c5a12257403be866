/** Where a server listens and how a client connects to it. */
import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** A Unix socket in a private folder, or a port of 127.0.0.1. */
export type Address = { kind: "socket"; folder: string } | { kind: "port"; port: number };

/** Settings of node-postgres. */
export interface Connection {
  user: string;
  database: string;
  host: string;
  port: number;
  /** Only for a port, because the socket's folder is private. */
  password?: string;
}

/** The longest socket path that every system accepts, in bytes. */
const MAX_SOCKET_PATH = 100;
const SOCKETS = "socket-";
const ROLE = { user: "postgres", database: "postgres" };

/**
 * A new address for each start, so that a host never connects to another host's server: a socket below `home`, or a
 * port with a password if there are no sockets (Windows) or the path is too long.
 */
export async function newAddress(home: string): Promise<{ address: Address; connection: Connection }> {
  const folder = join(home, SOCKETS + randomBytes(3).toString("hex"));
  const fits = Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= MAX_SOCKET_PATH;
  if (process.platform !== "win32" && fits)
    return { address: { kind: "socket", folder }, connection: { ...ROLE, host: folder, port: 5432 } };
  const port = await freePort();
  const password = randomBytes(24).toString("base64url");
  return { address: { kind: "port", port }, connection: { ...ROLE, host: "127.0.0.1", port, password } };
}

/** Removes the socket folders of earlier starts. Call it only while this process serves the cluster. */
export function removeOldSockets(home: string, inUse: Address): void {
  for (const name of readdirSync(home)) {
    const folder = join(home, name);
    if (name.startsWith(SOCKETS) && !(inUse.kind === "socket" && inUse.folder === folder))
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes only its own folder, because another process may already be starting a server on the same cluster. */
export function removeSocket(address: Address): void {
  if (address.kind === "socket") rmSync(address.folder, { recursive: true, force: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
