/** An HTTP server on 127.0.0.1 whose answers try to exhaust the client: endless, compressed, slow or never complete. */
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

const OK = "HTTP/1.1 201 Created\r\n";
const CHUNKED = "transfer-encoding: chunked\r\n\r\n";
const FILLER = "x".repeat(64 * 1024);
const chunk = (bytes: string | Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), Buffer.from(bytes), Buffer.from("\r\n")]);
/** Members of a gzip file may follow each other: a thousand times as long when decompressed. */
const BOMB = chunk(gzipSync(Buffer.alloc(16 * 1024 * 1024)));

interface Attack {
  begin: string;
  /** Sent again and again. */
  more: string | Buffer;
  /** Milliseconds between two of them; 0 for as fast as the client reads. */
  everyMs?: number;
}

/** The answers by the last part of the path. */
export const ATTACKS = {
  "endless-body": { begin: `${OK}${CHUNKED}`, more: chunk(FILLER) },
  "endless-body-without-length": { begin: `${OK}connection: close\r\n\r\n`, more: FILLER },
  "declared-length": { begin: `${OK}content-length: 1000000000000\r\n\r\n`, more: FILLER },
  "endless-error": { begin: `HTTP/1.1 503 Busy\r\n${CHUNKED}`, more: chunk(FILLER) },
  compressed: { begin: `${OK}content-encoding: gzip\r\n${CHUNKED}`, more: BOMB },
  "compressed-many-times": {
    begin: `${OK}content-encoding: ${Array(2000).fill("gzip").join()}\r\n${CHUNKED}`,
    more: BOMB,
  },
  "endless-headers": { begin: OK, more: `x-more: ${"x".repeat(1000)}\r\n` },
  "endless-header": { begin: `${OK}x-long: `, more: FILLER },
  "endless-reason": { begin: "HTTP/1.1 201 ", more: FILLER },
  "endless-interim-answers": {
    begin: "",
    more: "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(500),
  },
  "endless-chunk-extension": { begin: `${OK}${CHUNKED}1;x=`, more: FILLER },
  "endless-trailers": { begin: `${OK}${CHUNKED}0\r\n`, more: `x-more: ${"x".repeat(1000)}\r\n` },
  "slow-body": { begin: `${OK}${CHUNKED}`, more: chunk("x"), everyMs: 50 },
  "slow-headers": { begin: OK, more: "x-more: x\r\n", everyMs: 50 },
  silent: { begin: "", more: "", everyMs: 50 },
} as const satisfies Readonly<Record<string, Attack>>;

export interface HostileServer {
  origin: string;
  /** Requests and, in bytes, what their clients have taken, by the last part of the path. */
  requests: Map<string, number>;
  sent: Map<string, number>;
  /** Connections that are open now. */
  open(): number;
  stop(): Promise<void>;
}

/** A path without an attack is redirected to `/landed`, which is answered with an empty body. */
export async function startHostileServer(): Promise<HostileServer> {
  const requests = new Map<string, number>();
  const sent = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let name: string | undefined;
    let before = 0;
    const count = () => {
      if (name !== undefined) sent.set(name, (sent.get(name) ?? 0) + socket.bytesWritten - before);
      before = socket.bytesWritten;
    };
    socket.on("error", () => {});
    socket.on("close", () => {
      count();
      sockets.delete(socket);
    });
    socket.on("data", (bytes) => {
      const path = /^[A-Z]+ (\S+) HTTP\/1\.1\r\n/.exec(bytes.toString("latin1"))?.[1];
      if (path === undefined || name !== undefined) return; // the rest of a request
      name = new URL(path, "http://hostile").pathname.split("/").at(-1) ?? "";
      requests.set(name, (requests.get(name) ?? 0) + 1);
      const attack = (ATTACKS as Readonly<Record<string, Attack>>)[name];
      if (attack) return pour(socket, attack);
      const head = name === "landed" ? "201 Created" : "307 Moved\r\nlocation: /landed";
      socket.end(`HTTP/1.1 ${head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    requests,
    sent,
    open: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function pour(socket: Socket, { begin, more, everyMs = 0 }: Attack): void {
  if (begin !== "") socket.write(begin);
  if (everyMs > 0) {
    const timer = setInterval(() => socket.write(more), everyMs);
    socket.once("close", () => clearInterval(timer));
    return;
  }
  const flow = () => {
    while (!socket.destroyed && socket.write(more));
  };
  socket.on("drain", flow);
  flow();
}
