/** A proxy with a stable address whose host can be stopped and replaced. */
import { connect, createServer, type Socket } from "node:net";

export interface ReplaceableProxy {
  url: string;
  /** Forwards to this host from now on; null closes all connections and refuses new ones. */
  forwardTo(url: string | null): void;
  close(): Promise<void>;
}

export async function openProxy(): Promise<ReplaceableProxy> {
  const open = new Set<Socket>();
  let port: number | null = null;
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  };
  const closeConnections = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((socket) => {
    keep(socket);
    if (port === null) return socket.destroy();
    const upstream = connect(port, "127.0.0.1");
    keep(upstream);
    socket.on("close", () => upstream.destroy());
    upstream.on("close", () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
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
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        closeConnections();
      }),
  };
}
