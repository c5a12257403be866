import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { WebSocketServer } from "ws";
import type { Database } from "../database/database.ts";
import { credentialClaims, type GatewayDeps } from "../gateway/caller.ts";
import type { LogError } from "../gateway/request-ids.ts";
import { refuseUpgrade, socketUrl, type UpgradeService } from "../gateway/upgrades.ts";
import { createBroadcastEndpoint } from "./broadcast/broadcast-endpoint.ts";
import { Broadcasts } from "./broadcast/broadcasts.ts";
import { ChangeFeed } from "./changes/change-feed.ts";
import { ChannelRegistry } from "./channels/channel-registry.ts";
import { Connection } from "./connection/connection.ts";
import { ConnectionCounter, readConnectionLimits } from "./connection/connection-limits.ts";
import type { SocketSessionDeps } from "./connection/socket-session.ts";
import { LIMITS } from "./limits.ts";
import { Presences } from "./presence/presences.ts";
import { Relay } from "./relay.ts";
import type { Message } from "./relay-messages.ts";

export interface RealtimeDeps {
  database: Database;
  gateway: GatewayDeps;
  /** Returning false refuses a socket before anything else is read, e.g. because of its Host header. */
  isAllowed?: (request: IncomingMessage) => boolean;
  log?: LogError;
}

export interface Realtime {
  /** POST /realtime/v1/api/broadcast. Mount it at the root. */
  readonly app: Hono;
  /** Begins to serve web sockets at /realtime/v1/websocket. */
  open(): Promise<Sockets>;
}

export interface Sockets extends UpgradeService {
  /** The number of open sockets. */
  readonly size: number;
  /** Closes every socket and stops listening to the database. */
  close(): Promise<void>;
}

const PATH = "/realtime/v1/websocket";
/** The status of a closed socket: source https://www.iana.org/assignments/websocket. */
const SERVICE_RESTART = 1012;
/** A socket that is not admitted in this time is closed. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** The key comes in the query (`apikey`), a token with each join. */
export function createRealtime(deps: RealtimeDeps): Realtime {
  const { database, gateway } = deps;
  const log = deps.log ?? (() => {});
  const topics = new ChannelRegistry();
  const relay = new Relay(database, log);
  const broadcasts = new Broadcasts(topics, relay);
  const presences = new Presences(topics, relay);
  let open: { restart(): void } | undefined;
  const feed = new ChangeFeed(database, log, () => open?.restart());
  const shared = { database, gateway, feed, topics, broadcasts, presences, log };
  return {
    app: createBroadcastEndpoint(shared),
    async open() {
      await relay.open((message, from) => receive(message, from, shared));
      presences.open();
      await feed.open();
      const sockets = serveSockets(shared, deps, new ConnectionCounter(await readConnectionLimits(database)));
      open = sockets;
      return {
        get size() {
          return sockets.size;
        },
        serves: ({ pathname }) => pathname === PATH,
        serve: sockets.serve,
        async close() {
          sockets.close();
          presences.close();
          await relay.close();
          await feed.close();
        },
      };
    },
  };
}

/** Handles a message from another process, or from SQL, whose process id is "". */
function receive(message: Message, from: string, { broadcasts, presences }: SocketSessionDeps): void {
  switch (message.kind) {
    case "broadcast":
      broadcasts.deliver(message, null);
      break;
    case "presence":
      presences.recordHeartbeat(from);
      presences.apply(message.topic, message.joined, message.left, from);
      break;
    case "hello":
      presences.recordHeartbeat(from);
      presences.announce();
      break;
    case "alive":
      presences.recordHeartbeat(from);
      break;
    case "bye":
      presences.removeProcess(from);
      break;
  }
}

function serveSockets(shared: SocketSessionDeps, deps: RealtimeDeps, seats: ConnectionCounter) {
  const connections = new Set<Connection>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.frame,
    perMessageDeflate: false,
  });
  const serve = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const query = socketUrl(request)?.searchParams ?? new URLSearchParams();
    request.socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => socket.destroy()); // `ws` removes this timeout
    const key = query.get("apikey");
    const version = query.get("vsn") === "2.0.0" ? "2.0.0" : "1.0.0";
    isAdmitted(request, key, deps)
      .then((ok) => {
        if (!ok) return refuseUpgrade(socket, "401 Unauthorized", "Invalid API key");
        const address = deps.gateway.address(headersOf(request), request.socket.remoteAddress);
        if (socket.destroyed) return;
        const noSeat = seats.acquire(address);
        if (noSeat) return refuseUpgrade(socket, noSeat.status, noSeat.message);
        socket.once("close", () => seats.release(address));
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
        shared.log("realtime upgrade", error);
        socket.destroy();
      });
  };
  return {
    serve,
    get size() {
      return connections.size;
    },
    /** Closes every socket, whose clients connect and join again. */
    restart() {
      for (const client of sockets.clients) client.close(SERVICE_RESTART);
    },
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
    },
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const forwarded = headers["x-forwarded-for"];
  return new Headers(forwarded === undefined ? {} : { "x-forwarded-for": String(forwarded) });
}

async function isAdmitted(
  request: IncomingMessage,
  key: string | null,
  deps: RealtimeDeps,
): Promise<boolean> {
  if (deps.isAllowed && !deps.isAllowed(request)) return false;
  if (key === null) return true;
  return credentialClaims(key, deps.gateway).then(
    () => true,
    () => false,
  );
}
