/** Lets a function take the socket of an upgrade request (`Deno.upgradeWebSocket`). */
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { UpgradeService } from "../gateway/upgrades.ts";

/** Takes a socket out of HTTP. Call it once. */
export type TakeSocket = () => Duplex;

const offered = new WeakMap<IncomingMessage, TakeSocket>();

/** The socket of a request that @hono/node-server handles, from its env; null if it is none that asked for an upgrade. */
export function offeredSocket(env: unknown): TakeSocket | null {
  if (typeof env !== "object" || env === null || !("incoming" in env)) return null;
  return offered.get(env.incoming as IncomingMessage) ?? null;
}

/** Serves upgrade requests below `path` as requests of `server`, so that the same checks and limits apply to them. */
export function functionSockets(server: Server, path: string): UpgradeService & { close(): void } {
  const taken = new Set<Duplex>();
  return {
    serves: ({ pathname }) => pathname.startsWith(`${path}/`),
    serve(request, socket, head) {
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      response.assignSocket(request.socket);
      let isTaken = false;
      response.once("close", () => {
        if (!isTaken) request.socket.destroySoon();
      });
      offered.set(request, () => {
        isTaken = true;
        taken.add(socket);
        socket.once("close", () => taken.delete(socket));
        response.detachSocket(request.socket);
        if (head.length > 0) socket.unshift(head);
        return socket;
      });
      server.emit("request", request, response);
    },
    /** Ends the sockets that functions have taken. */
    close() {
      for (const socket of taken) socket.destroy();
    },
  };
}
