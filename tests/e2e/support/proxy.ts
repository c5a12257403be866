/** A proxy with a stable address whose host can be stopped and replaced, and which can answer in place of the host. */
import { createServer as createHttpServer, type IncomingMessage, request } from "node:http";
import { connect, createServer, type Socket } from "node:net";

/** What is answered in place of the host. */
export interface FalseAnswer {
  status: number;
  type?: string;
  location?: string;
  body?: string;
}

/** Decides for each request: an answer in place of the host's, none at all, or that of the host, now or later. */
export type Lie = (asked: {
  method: string;
  path: string;
  isSocket: boolean;
}) => FalseAnswer | "silence" | "truth" | Promise<"truth">;

export interface ReplaceableProxy {
  url: string;
  /** Forwards to this host from now on; null closes all connections and refuses new ones. */
  forwardTo(url: string | null): void;
  /** Lies from now on, as a portal or a filter does; null forwards everything again. Closes all connections. */
  lie(lie: Lie | null): void;
  close(): Promise<void>;
}

export async function openProxy(): Promise<ReplaceableProxy> {
  const open = new Set<Socket>();
  let port: number | null = null;
  let lie: Lie | null = null;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };
  const closeConnections = () => {
    for (const socket of open) socket.destroy();
  };
  const forward = (socket: Socket, first = "") => {
    if (port === null) return socket.destroy();
    const upstream = connect(port, "127.0.0.1");
    keep(upstream);
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
    upstream.write(first);
    socket.pipe(upstream).pipe(socket);
  };
  const decide = ({ method = "", url: path = "" }: IncomingMessage, isSocket: boolean) =>
    lie?.({ method, path, isSocket }) ?? "truth";

  /** Reads requests one by one, which a connection may carry in any number. Never listens: it is given connections. */
  const liar = createHttpServer(async (asked, response) => {
    const answer = await decide(asked, false);
    // The client may have cancelled a request that had to wait.
    if (answer === "silence" || response.destroyed) return;
    if (answer === "truth") {
      const { method, url: path, headers } = asked;
      const told = request({ port, host: "127.0.0.1", method, path, headers }, (real) => {
        response.writeHead(real.statusCode ?? 0, real.rawHeaders);
        real.pipe(response);
      });
      told.on("error", () => response.destroy());
      asked.pipe(told);
      return;
    }
    const { status, type, location, body = "" } = answer;
    response.writeHead(status, { ...(type && { "content-type": type }), ...(location && { location }) });
    response.end(body);
  });
  liar.on("upgrade", async (asked, socket: Socket) => {
    const answer = await decide(asked, true);
    if (answer === "silence") return;
    if (answer !== "truth")
      return socket.end(`HTTP/1.1 ${answer.status} Refused\r\nconnection: close\r\n\r\n`);
    const lines = asked.rawHeaders.flatMap((part, at) =>
      at % 2 ? [] : `${part}: ${asked.rawHeaders[at + 1]}`,
    );
    forward(socket, `${[`GET ${asked.url} HTTP/1.1`, ...lines].join("\r\n")}\r\n\r\n`);
  });

  const server = createServer((socket) => {
    keep(socket);
    if (lie) liar.emit("connection", socket);
    else forward(socket);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The front has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    forwardTo(url) {
      port = url === null ? null : Number(new URL(url).port);
      closeConnections();
    },
    lie(next) {
      lie = next;
      closeConnections();
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        closeConnections();
      }),
  };
}
