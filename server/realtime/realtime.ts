import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Database } from "../database/database.ts";
import { credentialClaims, type GatewayDeps } from "../gateway/caller.ts";
import { ChangeFeed } from "./change-feed.ts";
import { Connection, type ConnectionDeps, LIMITS } from "./connection.ts";

export interface RealtimeDeps {
  database: Database;
  gateway: GatewayDeps;
  /** False refuses a socket before anything is read, e.g. by its Host header. */
  admit?: (request: IncomingMessage) => boolean;
  log?: (event: string, error: unknown) => void;
}

export interface Realtime {
  /** How many sockets are open. */
  readonly size: number;
  /** Closes every socket and stops listening to the database. */
  close(): Promise<void>;
}

const PATH = "/realtime/v1/websocket";

/**
 * Serves web sockets at /realtime/v1/websocket of an HTTP server. Other upgrades are left to whoever else listens.
 * The key comes in the query (`apikey`), a token with each join.
 */
export async function attachRealtime(server: Server, deps: RealtimeDeps): Promise<Realtime> {
  const log = deps.log ?? (() => {});
  const feed = new ChangeFeed(deps.database, log);
  await feed.open();
  const connections = new Set<Connection>();
  const shared: ConnectionDeps = { gateway: deps.gateway, feed, peers: connections, log };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.message,
    perMessageDeflate: false,
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(request.url ?? "/", "http://host.invalid");
    if (url.pathname !== PATH) return;
    socket.on("error", () => socket.destroy());
    const key = url.searchParams.get("apikey");
    const version = url.searchParams.get("vsn") === "2.0.0" ? "2.0.0" : "1.0.0";
    admitted(request, key, deps)
      .then((ok) => {
        if (!ok)
          return void socket.end(
            "HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
          );
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          const connection = new Connection(webSocket, version, key, shared);
          connections.add(connection);
          webSocket.on("close", () => {
            connections.delete(connection);
            connection.end();
          });
        });
      })
      .catch((error: unknown) => {
        log("realtime upgrade", error);
        socket.destroy();
      });
  };
  server.on("upgrade", upgrade);

  return {
    get size() {
      return connections.size;
    },
    async close() {
      server.off("upgrade", upgrade);
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      await feed.close();
    },
  };
}

async function admitted(request: IncomingMessage, key: string | null, deps: RealtimeDeps): Promise<boolean> {
  if (deps.admit && !deps.admit(request)) return false;
  if (key === null) return true;
  return credentialClaims(key, deps.gateway).then(
    () => true,
    () => false,
  );
}
