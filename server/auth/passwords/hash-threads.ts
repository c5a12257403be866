import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Options } from "@node-rs/argon2";

/**
 * Hashes passwords in worker threads with a lower priority, so that many sign-ins at once do not delay other requests.
 * On libuv's pool, whose threads have the event loop's priority, a reader waited 20 times as long (bench/sign-in.ts).
 */
export interface HashThreads {
  /** An Argon2 hash as a PHC string. */
  hash(password: string, cost: Options): Promise<string>;
  /** Compares with an Argon2 PHC string or a bcrypt hash. Throws if `stored` is neither. */
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
 * For nice(2). Just enough to give the event loop priority: when other programs keep every core busy, a hash of 48 ms
 * takes 0.4 s at 5, 1.4 s at 10, 12 s at 19 and never finishes under SCHED_IDLE, so a lower priority could block every
 * sign-in.
 */
const NICENESS = 5;

/** A hash takes tens of MiB of memory while it runs, so not every core is used. */
const MAX_THREADS = 4;

/**
 * Only Linux has a priority per thread; elsewhere the setting would apply to the whole process. Replies arrive in
 * order.
 */
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

/** Threads start with the first hash. Idle threads do not keep the process alive. */
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
