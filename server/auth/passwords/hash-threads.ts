import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";

/**
 * Password hashes in threads of their own, at a lower priority than the rest of the host: fifty people who sign in at
 * once take what the processor has left, and nobody's page waits for them. On the pool of libuv, whose threads have the
 * event loop's own priority, a reader waited 20 times as long (bench/sign-in.ts).
 */
export interface HashThreads {
  /** Argon2, as a PHC string. */
  hash(password: string, cost: Options): Promise<string>;
  /** Against a PHC string of Argon2 or a bcrypt hash. Throws where `stored` is neither. */
  verify(stored: string, password: string): Promise<boolean>;
}

type Job =
  | { kind: "hash"; password: string; cost: Options }
  | { kind: "verify"; stored: string; password: string };
type Reply = { result: string | boolean } | { error: string };

interface Thread {
  worker: Worker;
  waiting: { resolve: (result: string | boolean) => void; reject: (error: Error) => void }[];
}

/**
 * Of nice(2): enough that the event loop comes first wherever both want the processor, and no more. Where other
 * programs keep every core busy, a hash of 48 ms takes 0.4 s at 5, 1.4 s at 10, 12 s at 19 and never ends under
 * SCHED_IDLE: a busy neighbour must not be able to close the club's door.
 */
const NICENESS = 5;

/** Each hash takes tens of mebibytes while it is made, so a machine of many cores does not use them all. */
const MAX_THREADS = 4;

/** Linux gives each thread its own priority, elsewhere it would be the whole process's. Replies come in order. */
const SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
if (process.platform === "linux") require("node:os").setPriority(0, ${NICENESS});
const { hashSync, verifySync } = require(workerData.argon2);
const verify = ({ stored, password }) =>
  stored.startsWith("$2") ? require(workerData.bcrypt).compareSync(password, stored) : verifySync(stored, password);
parentPort.on("message", (job) => {
  try {
    parentPort.postMessage({ result: job.kind === "hash" ? hashSync(job.password, job.cost) : verify(job) });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});`;

/** Threads start with the first hash, and keep no process alive while they idle. */
export function createHashThreads(size = Math.min(availableParallelism(), MAX_THREADS)): HashThreads {
  const threads: Thread[] = [];

  function leastBusy(): Thread {
    const idle = threads.find(({ waiting }) => waiting.length === 0);
    if (idle) return idle;
    if (threads.length < size) return start();
    return threads.reduce((one, other) => (other.waiting.length < one.waiting.length ? other : one));
  }

  function start(): Thread {
    const { resolve } = createRequire(import.meta.url);
    const workerData = { argon2: resolve("@node-rs/argon2"), bcrypt: resolve("bcryptjs") };
    const thread: Thread = { worker: new Worker(SOURCE, { eval: true, workerData }), waiting: [] };
    thread.worker.on("message", (reply: Reply) => {
      const job = thread.waiting.shift();
      if (thread.waiting.length === 0) thread.worker.unref();
      if ("result" in reply) job?.resolve(reply.result);
      else job?.reject(new Error(reply.error));
    });
    thread.worker.on("error", (error) => {
      threads.splice(threads.indexOf(thread), 1);
      for (const { reject } of thread.waiting)
        reject(error instanceof Error ? error : new Error(String(error)));
    });
    threads.push(thread);
    return thread;
  }

  const run = (job: Job) =>
    new Promise<string | boolean>((resolve, reject) => {
      const thread = leastBusy();
      thread.waiting.push({ resolve, reject });
      thread.worker.ref();
      thread.worker.postMessage(job);
    });

  return {
    hash: async (password, cost) => String(await run({ kind: "hash", password, cost })),
    verify: async (stored, password) => (await run({ kind: "verify", stored, password })) === true,
  };
}
