/** The web sockets that the function of a thread has taken. */
import { Duplex } from "node:stream";
import type { ReadableStream, WritableStream } from "node:stream/web";
import type { Worker } from "node:worker_threads";
import { FunctionFailure } from "./errors.ts";
import type { TakeSocket } from "./function-sockets.ts";

const MOST = 200;
/** Supabase ends the thread of a web socket after this time. Source: https://supabase.com/docs/guides/functions/limits */
const LASTS_MS = 400_000;

export class ThreadSockets {
  readonly #open = new Set<Duplex>();

  constructor(
    private readonly worker: Worker,
    private readonly onClose: () => void,
  ) {}

  get size(): number {
    return this.#open.size;
  }

  /** Gives the thread the socket of a call, null if it has none. Returns why it does not. */
  give(id: number, takeSocket: TakeSocket | null): FunctionFailure | null {
    if (!takeSocket || this.size >= MOST) {
      this.worker.postMessage({ kind: "no socket", id });
      return takeSocket
        ? new FunctionFailure("WORKER_RESOURCE_LIMIT", new Error(`${MOST} web sockets are open`))
        : new FunctionFailure("EDGE_FUNCTION_ERROR", new Error("The request asks for no web socket"));
    }
    const socket = takeSocket();
    const timer = setTimeout(() => socket.destroy(), LASTS_MS).unref();
    this.#open.add(socket);
    socket.once("close", () => {
      clearTimeout(timer);
      this.#open.delete(socket);
      this.onClose();
    });
    const { readable, writable } = Duplex.toWeb(socket);
    const streams = [readable as ReadableStream, writable as WritableStream];
    this.worker.postMessage({ kind: "socket", id, readable, writable }, streams);
    return null;
  }

  end(): void {
    for (const socket of this.#open) socket.destroy();
  }
}
