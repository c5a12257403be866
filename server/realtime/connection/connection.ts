import type { RawData, WebSocket } from "ws";
import { LIMITS, RateLimit } from "../limits.ts";
import { decode, decodeBroadcast, encode, type Frame, type Message, type Version } from "../protocol.ts";
import { SocketSession, type SocketSessionDeps } from "./socket-session.ts";

/** One socket: reads and writes frames within the limits. SocketSession handles the messages. */
export class Connection {
  readonly #session: SocketSession;
  readonly #rate = new RateLimit(LIMITS.messagesPerSecond);
  /** Messages are handled in the order of arrival, although handling may wait for the database. */
  #queue: Promise<void> = Promise.resolve();
  #pending = 0;
  #idleTimer: NodeJS.Timeout;
  #backlog: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly version: Version,
    /** The key of the URL, used if a join has no token. */
    key: string | null,
    private readonly deps: SocketSessionDeps,
  ) {
    this.#session = new SocketSession(version, key, (frame) => this.send(frame), deps);
    this.#idleTimer = setTimeout(() => socket.terminate(), LIMITS.idleMs);
    this.#idleTimer.unref();
    socket.on("message", (data, binary) => this.#onMessage(data, binary));
    socket.on("error", () => socket.terminate());
  }

  /** Called after the socket closed. Ends the session again after a message that is still being handled. */
  end(): void {
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#backlog);
    this.#session.end();
    this.#queue = this.#queue.then(() => this.#session.end());
  }

  /** Closes the socket of a slow reader instead of buffering without limit. */
  send({ bytes, binary }: Frame): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > LIMITS.backlogMax) {
      this.socket.terminate();
      return;
    }
    this.socket.send(bytes, { binary });
    if (this.socket.bufferedAmount > LIMITS.backlog) this.#watchBacklog();
  }

  #watchBacklog(): void {
    if (this.#backlog) return;
    this.#backlog = setTimeout(() => {
      this.#backlog = undefined;
      if (this.socket.bufferedAmount > LIMITS.backlog) this.socket.terminate();
    }, LIMITS.backlogMs);
    this.#backlog.unref();
  }

  #onMessage(data: RawData, binary: boolean): void {
    this.#idleTimer.refresh();
    if (!this.#rate.take()) {
      this.socket.close(1008, "Too many messages per second");
      return;
    }
    const bytes = Buffer.isBuffer(data)
      ? data
      : Array.isArray(data)
        ? Buffer.concat(data)
        : Buffer.from(data);
    const message = binary ? decodeBroadcast(bytes) : decode(this.version, bytes.toString());
    if (!message) return;
    if (++this.#pending >= LIMITS.pendingMessages) this.socket.pause();
    this.#queue = this.#queue
      .then(() => this.#session.handle(message, bytes.length))
      .catch((error: unknown) => {
        this.deps.log("realtime message", error);
        this.send(encode(this.version, internalError(message)));
      })
      .finally(() => {
        if (--this.#pending < LIMITS.pendingMessages && this.socket.isPaused) this.socket.resume();
      });
  }
}

function internalError({ joinRef, ref, topic }: Message): Message {
  const payload = { status: "error", response: { reason: "UnknownErrorOnChannel: Internal error" } };
  return { joinRef, ref, topic, event: "phx_reply", payload };
}
