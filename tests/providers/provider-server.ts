/** A live-score provider on loopback with its documented API, which tests can make fail. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatedMatch } from "./simulated-match.ts";

export interface ProviderServer {
  url: string;
  /** The only accepted key. */
  readonly key: string;
  /** The matches; tests change them during the matchday. */
  games: SimulatedMatch[];
  /** Every request so far, oldest first. */
  readonly requests: URL[];
  /** Faults for the next requests, one each. */
  readonly mishaps: Mishap[];
  /** Remaining requests of the minute and the day for the quota headers; null sends no headers. */
  quota: { minute: number | null; minuteEndsIn: number; day: number | null };
  stop(): Promise<void>;
}

export type Mishap =
  | { kind: "status"; status: number; body?: unknown; headers?: Record<string, string> }
  /** Sends half of the response and closes the connection. */
  | { kind: "cut" }
  /** Sends half of the response as if it were complete. */
  | { kind: "half" }
  /** Sends the headers and then nothing for this time. */
  | { kind: "slow"; milliseconds: number }
  | { kind: "text"; body: string };

/** A provider's API: where a request has its key, and the responses. */
export interface ProviderApi {
  keyOf(request: IncomingMessage): string;
  headers(server: ProviderServer): Record<string, string>;
  /** Status and body without a fault. */
  answer(url: URL, server: ProviderServer, keyIsGood: boolean): { status: number; body: unknown };
}

export async function startProvider(api: ProviderApi, key = "the-clubs-own-key"): Promise<ProviderServer> {
  const http = createServer((request, response) => respond(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: ProviderServer = {
    url: `http://127.0.0.1:${port}`,
    key,
    games: [],
    requests: [],
    mishaps: [],
    quota: { minute: 10, minuteEndsIn: 60, day: 100 },
    stop: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
  function respond(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "/", server.url);
    server.requests.push(url);
    const { status, body } = api.answer(url, server, api.keyOf(request) === key);
    const text = JSON.stringify(body);
    const headers = { "content-type": "application/json", ...api.headers(server) };
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
