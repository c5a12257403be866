/** A provider of live scores on loopback, that speaks its documented API and can be told to misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Game } from "./game.ts";

export interface ProviderServer {
  url: string;
  /** The one key that it takes. */
  readonly key: string;
  /** What it knows; tests change it as the day goes on. */
  games: Game[];
  /** Every request so far, oldest first. */
  readonly asked: URL[];
  /** What the next requests get instead of an answer, one each. */
  readonly mishaps: Mishap[];
  /** Requests left this minute and this day, as its headers tell; null tells nothing. */
  left: { minute: number | null; minuteEndsIn: number; day: number | null };
  stop(): Promise<void>;
}

export type Mishap =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** Half of the true answer, and the end of the connection. */
  | { kind: "cut" }
  /** Half of the true answer, as if that were all. */
  | { kind: "half" }
  /** The headers, and then nothing for this long. */
  | { kind: "slow"; milliseconds: number }
  | { kind: "text"; body: string };

/** What one provider's API is: how a request shows its key, and what it is answered with. */
export interface Dialect {
  keyOf(request: IncomingMessage): string;
  headers(server: ProviderServer): Record<string, string>;
  /** Status and body for a request without a mishap. */
  answer(url: URL, server: ProviderServer, keyIsGood: boolean): { status: number; body: unknown };
}

export async function startProvider(dialect: Dialect, key = "the-clubs-own-key"): Promise<ProviderServer> {
  const http = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: ProviderServer = {
    url: `http://127.0.0.1:${port}`,
    key,
    games: [],
    asked: [],
    mishaps: [],
    left: { minute: 10, minuteEndsIn: 60, day: 100 },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", server.url);
    server.asked.push(url);
    const { status, body } = dialect.answer(url, server, dialect.keyOf(request) === key);
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", ...dialect.headers(server) };
    const mishap = server.mishaps.shift();
    switch (mishap?.kind) {
      case undefined:
        response.writeHead(status, headers).end(text);
        return;
      case "status":
        response
          .writeHead(mishap.status, { ...headers, ...mishap.headers })
          .end(JSON.stringify(mishap.body ?? {}));
        return;
      case "cut":
        response.writeHead(status, { ...headers, "content-length": String(text.length) });
        response.write(text.slice(0, text.length / 2), () => response.destroy());
        return;
      case "half":
        response.writeHead(status, headers).end(text.slice(0, text.length / 2));
        return;
      case "slow":
        response.writeHead(status, headers).write(text.slice(0, 1));
        setTimeout(() => response.end(text.slice(1)), mishap.milliseconds).unref();
        return;
      case "text":
        response.writeHead(status, headers).end(mishap.body);
    }
  }
  return server;
}
