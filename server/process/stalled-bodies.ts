/** Ends requests whose body has stopped arriving, so that they do not hold a connection and memory. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";

const STALL_MS = 60_000;
const CHECK_MS = 5000;
const BODY = JSON.stringify({ code: "request_timeout", message: "The request body stopped arriving" });
const ANSWER = [
  "HTTP/1.1 408 Request Timeout",
  "Connection: close",
  "Cache-Control: no-store",
  "Content-Type: application/json",
  `Content-Length: ${BODY.length}`,
  "",
  BODY,
].join("\r\n");

interface Progress {
  response: ServerResponse;
  bytes: number;
  since: number;
}

/** Answers 408 after 60 seconds without a byte of an incomplete body. `now` is in milliseconds. */
export class StalledBodies {
  readonly #waiting = new Map<IncomingMessage, Progress>();

  add(request: IncomingMessage, response: ServerResponse, now: number): void {
    if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined)
      return;
    this.#waiting.set(request, { response, bytes: request.socket.bytesRead, since: now });
    response.once("close", () => this.#waiting.delete(request));
  }

  check(now: number): void {
    for (const [request, progress] of this.#waiting) {
      const bytes = request.socket.bytesRead;
      // A full buffer means that the host is slow, not the client.
      const full = request.readableLength >= request.readableHighWaterMark;
      if (request.complete) this.#waiting.delete(request);
      else if (bytes !== progress.bytes || full) Object.assign(progress, { bytes, since: now });
      else if (now - progress.since >= STALL_MS) this.#end(request, progress);
    }
  }

  /** Writes to the socket, as Node does for its own request timeout, because the service still owns the response. */
  #end(request: IncomingMessage, { response }: Progress): void {
    this.#waiting.delete(request);
    if (response.headersSent) request.socket.destroy();
    else request.socket.end(ANSWER, () => request.socket.destroy());
  }
}

/** Watches every request of the server until it closes. */
export function endStalledBodies(server: Server): void {
  const bodies = new StalledBodies();
  server.on("request", (request, response) => bodies.add(request, response, performance.now()));
  const timer = setInterval(() => bodies.check(performance.now()), CHECK_MS).unref();
  server.once("close", () => clearInterval(timer));
}
