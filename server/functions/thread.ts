/**
 * Runs a function in a worker thread, as Supabase isolates functions: an uncaught error, an endless loop or excessive
 * memory ends the thread, not the host.
 */
// biome-ignore lint/style/noRestrictedImports: a temporary file
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { setTimeout as delay, setImmediate as nextTick } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { PROGRAM } from "../program.ts";
import { FunctionFailure } from "./errors.ts";
import type { TakeSocket } from "./function-sockets.ts";
import { processorTime } from "./processor-time.ts";
import { type Environment, redactor } from "./redact.ts";
import { permissions } from "./thread-permissions.ts";
import { ThreadSockets } from "./thread-sockets.ts";
import { THREAD_SOURCE } from "./thread-source.ts";

/** Supabase's limits of memory and CPU time. Source: https://supabase.com/docs/guides/functions/limits */
const MEMORY_MB = 256;
const CPU_MS = 2000;
/** For a thread that neither responds nor uses the processor. */
const BLOCKED_MS = 60_000;
/** For the module of a function to load and register its handler. */
export const LOAD_MS = 60_000;
/** The pause between two looks at a thread that does not respond. */
const LOOK_MS = 250;

const WS = createRequire(import.meta.url).resolve("ws");

type FromThread =
  | { kind: "begins"; task: string | null }
  | { kind: "ready" }
  | { kind: "pulse" }
  | { kind: "not ready"; reason: string }
  | { kind: "failed"; id: number; reason: string }
  | { kind: "upgraded"; id: number }
  | {
      kind: "answered";
      id: number;
      status: number;
      statusText: string;
      headers: [string, string][];
      body: ReadableStream<Uint8Array> | null;
    };

/** Receives what ended a thread, and each line that its function prints. */
export type ThreadLog = (event: "ended" | "prints", what: unknown) => void;

interface Waiting {
  /** Null if the request asked for no upgrade. */
  takeSocket: TakeSocket | null;
  resolve: (response: Response) => void;
  reject: (failure: FunctionFailure) => void;
}

export class FunctionThread {
  readonly #calls = new Map<number, Waiting>();
  readonly #sockets: ThreadSockets;
  #count = 0;
  #retired = false;
  #watched = false;
  readonly #ending = new AbortController();
  #ended: FunctionFailure | null = null;

  private constructor(
    private readonly worker: Worker,
    /** As `processorTime` takes it. */
    private readonly task: string | null,
    private readonly clean: (text: string) => string,
    log: ThreadLog,
  ) {
    this.#sockets = new ThreadSockets(worker, () => this.#endWhenDone());
    worker.on("error", (error: Error & { code?: string }) => {
      const cause = new Error(clean(error.stack ?? String(error)));
      // Logged here, because an error after the response has no call to report it.
      log("ended", cause);
      const memory = error.code === "ERR_WORKER_OUT_OF_MEMORY"; // also thrown by thread-source.ts
      this.#end(new FunctionFailure(memory ? "WORKER_RESOURCE_LIMIT" : "WORKER_ERROR", cause));
    });
    worker.on("exit", (code) =>
      this.#end(new FunctionFailure("WORKER_ERROR", new Error(`ended with ${code}`))),
    );
    worker.on("message", (message: FromThread) => this.#onMessage(message));
  }

  /**
   * Resolves when the module has run and registered a handler. Throws FunctionFailure (BOOT_ERROR) otherwise, also after
   * LOAD_MS and when `signal` is aborted.
   */
  static async start(
    name: string,
    code: string,
    env: Environment,
    log: ThreadLog,
    signal: AbortSignal,
  ): Promise<FunctionThread> {
    const folder = await mkdtemp(join(tmpdir(), `${PROGRAM}-function-`));
    try {
      // From a file, so that stack traces contain the function's name and not its code.
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, code, { mode: 0o600 });
      const worker = new Worker(THREAD_SOURCE, {
        eval: true,
        env: { ...env },
        execArgv: ["--enable-source-maps", ...permissions(WS)],
        workerData: {
          module: pathToFileURL(file).href,
          ws: WS,
          memoryBytes: MEMORY_MB * 2 ** 20,
        },
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        // Otherwise Node would print them directly.
        stdout: true,
        stderr: true,
      });
      const clean = redactor(env);
      for (const input of [worker.stdout, worker.stderr])
        createInterface({ input }).on("line", (line) => log("prints", clean(line)));
      const task = await untilReady(worker, clean, signal);
      return new FunctionThread(worker, task, clean, log);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** False if the thread accepts no more calls. */
  get isServing(): boolean {
    return !this.#retired && this.#ended === null;
  }

  /**
   * Calls the function. The response body may continue to stream. A function that upgrades the request takes the socket, and the
   * response is one that @hono/node-server does not send. Throws FunctionFailure.
   */
  call(request: Request, takeSocket: TakeSocket | null = null): Promise<Response> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#count;
    const { url, method, body, signal } = request;
    const answer = new Promise<Response>((resolve, reject) =>
      this.#calls.set(id, { takeSocket, resolve, reject }),
    );
    const abort = () => {
      this.worker.postMessage({ kind: "abort", id });
      this.#calls.get(id)?.reject(new FunctionFailure("IDLE_TIMEOUT", signal.reason));
    };
    signal.addEventListener("abort", abort, { once: true });
    this.worker.postMessage(
      { kind: "call", id, url, method, headers: [...request.headers], body },
      body ? [body as NodeStream] : [],
    );
    void this.#watch();
    return answer.finally(() => {
      signal.removeEventListener("abort", abort);
      this.#calls.delete(id);
      this.#endWhenDone();
    });
  }

  /** Ends the thread after its open calls. */
  retire(): void {
    this.#retired = true;
    this.#endWhenDone();
  }

  /** Checks during calls that the thread responds. One that does not is in a loop. */
  async #watch(): Promise<void> {
    if (this.#watched) return;
    this.#watched = true;
    for (;;) {
      await delay(CPU_MS, undefined, { ref: false });
      if (!this.#isInUse || this.#ended !== null) break;
      const asked = performance.now();
      if (await this.#isResponsive()) continue;
      const milliseconds = Math.round(performance.now() - asked);
      this.#end(new FunctionFailure("WORKER_RESOURCE_LIMIT", new Error(`busy for ${milliseconds} ms`)));
      await this.worker.terminate();
    }
    this.#watched = false;
  }

  /**
   * Resolves to false after the limit of processor time. The time on a clock would end a thread that only waits for a
   * busy processor.
   */
  async #isResponsive(): Promise<boolean> {
    let received = false;
    const began = performance.now();
    const usedMs = processorTime(this.task);
    const isStuck = () => usedMs() >= CPU_MS || performance.now() - began >= BLOCKED_MS;
    const listen = ({ kind }: FromThread) => {
      if (kind === "pulse") received = true;
    };
    this.worker.on("message", listen);
    this.worker.postMessage({ kind: "pulse" });
    do {
      await delay(LOOK_MS, undefined, { ref: false });
      // Its reply may still be in this process's queue.
      if (!received) await nextTick();
    } while (!received && !isStuck());
    this.worker.off("message", listen);
    return received;
  }

  #endWhenDone(): void {
    if (this.#retired && !this.#isInUse) this.worker.postMessage({ kind: "end" });
  }

  get #isInUse(): boolean {
    return this.#calls.size + this.#sockets.size > 0;
  }

  #upgrade(id: number): void {
    const waiting = this.#calls.get(id);
    const refusal = this.#sockets.give(id, waiting?.takeSocket ?? null);
    if (refusal) waiting?.reject(refusal);
    else waiting?.resolve(new Response(null, RESPONSE_ALREADY_SENT));
  }

  #onMessage(message: FromThread): void {
    if (message.kind === "upgraded") this.#upgrade(message.id);
    if (message.kind === "failed")
      this.#calls
        .get(message.id)
        ?.reject(new FunctionFailure("EDGE_FUNCTION_ERROR", new Error(this.clean(message.reason))));
    if (message.kind !== "answered") return;
    const { id, body, status, statusText, headers } = message;
    const waiting = this.#calls.get(id);
    // A stream whose thread has ended would never report an error.
    const flowing = body?.pipeThrough(new TransformStream(), { signal: this.#ending.signal }) ?? null;
    if (waiting) waiting.resolve(new Response(flowing, { status, statusText, headers }));
    else void flowing?.cancel();
  }

  #end(failure: FunctionFailure): void {
    this.#ended ??= failure;
    for (const { reject } of this.#calls.values()) reject(this.#ended);
    this.#sockets.end();
    this.#ending.abort(this.#ended);
  }
}

/** Resolves to the thread's name for `processorTime`. */
function untilReady(
  worker: Worker,
  clean: (text: string) => string,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let task: string | null = null;
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      worker.off("error", refuse).off("exit", exited).off("message", receive);
    };
    const refuse = (reason: unknown) => {
      end();
      reject(new FunctionFailure("BOOT_ERROR", new Error(clean(String(reason)))));
      // An error without a listener would end the host.
      worker.on("error", () => {});
      void worker.terminate();
    };
    const exited = (code: number) => refuse(`ended with ${code} while it started`);
    const stop = () => refuse(signal.reason);
    const receive = (message: FromThread) => {
      if (message.kind === "begins") {
        task = message.task;
      } else if (message.kind === "ready") {
        end();
        resolve(task);
      } else refuse(message.kind === "not ready" ? message.reason : "sent an unexpected message");
    };
    const timer = setTimeout(() => refuse(`did not load within ${LOAD_MS / 1000} seconds`), LOAD_MS).unref();
    worker.on("error", refuse).on("exit", exited).on("message", receive);
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}
