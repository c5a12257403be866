/**
 * The code that runs in a function's thread: the parts of Deno and of Supabase's runtime that functions use,
 * implemented with Node's web standards. It is a string, so that it works the same from source and from the bundle.
 * `process.env` is the function's environment. Sources: https://docs.deno.com/api/deno/~/Deno.serve (its three forms),
 * https://supabase.com/docs/guides/functions/background-tasks (EdgeRuntime.waitUntil).
 */
export const THREAD_SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
const { env } = process;
let serving = null;

globalThis.Deno = {
  env: {
    get: (name) => env[name],
    has: (name) => name in env,
    set: (name, value) => { env[name] = value; },
    delete: (name) => { delete env[name]; },
    toObject: () => ({ ...env }),
  },
  serve(...given) {
    serving = given.find((one) => typeof one === "function") ?? given[0]?.handler ?? null;
    const noop = () => {};
    return { finished: new Promise(noop), shutdown: async () => {}, ref: noop, unref: noop };
  },
};
globalThis.EdgeRuntime = {
  waitUntil(work) { Promise.resolve(work).catch((error) => console.error(error)); },
};
// Node 20 has none of its own.
globalThis.WebSocket ??= require(workerData.ws).WebSocket;

// Node's limit covers the heap only, and what a function receives from elsewhere is outside of it. process.memoryUsage() tells
// the buffers of this thread only, and reads a file for it, so the thread looks less often when it has not been called lately.
let lastCall = 0;
let look = null;
let lookAfterMs = 0;
function lookAtMemory() {
  look = null;
  const idleMs = aborts.size > 0 ? 0 : performance.now() - lastCall;
  if (idleMs < 60_000) lookIn(idleMs < 5000 ? 250 : 2000);
  if (process.memoryUsage().arrayBuffers <= workerData.memoryBytes) return;
  throw Object.assign(new Error("The buffers of the function reached its memory limit"), { code: "ERR_WORKER_OUT_OF_MEMORY" });
}
function lookIn(ms) {
  if (look !== null && lookAfterMs <= ms) return;
  clearTimeout(look);
  lookAfterMs = ms;
  look = setTimeout(lookAtMemory, ms).unref();
}

const reasonOf = (error) => error instanceof Error ? error.stack ?? String(error) : String(error);
const aborts = new Map();

async function answer({ id, url, method, headers, body }) {
  const abort = new AbortController();
  aborts.set(id, abort);
  lastCall = performance.now();
  lookIn(250);
  try {
    const request = new Request(url, { method, headers, body, duplex: "half", signal: abort.signal });
    const response = await serving(request, { remoteAddr: { transport: "tcp", hostname: request.headers.get("x-forwarded-for"), port: 0 } });
    if (!(response instanceof Response)) throw new TypeError("A function answers with a Response.");
    const { status, statusText } = response;
    const told = { kind: "answered", id, status, statusText, headers: [...response.headers], body: response.body };
    parentPort.postMessage(told, response.body ? [response.body] : []);
  } catch (error) {
    parentPort.postMessage({ kind: "failed", id, reason: reasonOf(error) });
  } finally {
    aborts.delete(id);
  }
}

parentPort.on("message", (message) => {
  if (message.kind === "call") answer(message);
  if (message.kind === "abort") aborts.get(message.id)?.abort();
  if (message.kind === "pulse") parentPort.postMessage({ kind: "pulse" });
  // Not process.exit: an answer's body may still be on its way.
  if (message.kind === "end") parentPort.unref();
});

// Linux tells the processor time of each of its threads: "PID/task/TID".
let task = null;
try { task = require("node:fs").readlinkSync("/proc/thread-self"); } catch {}
parentPort.postMessage({ kind: "begins", task });

import(workerData.module).then(
  (module) => {
    serving ??= typeof module.default?.fetch === "function" ? (request) => module.default.fetch(request) : null;
    const none = "It registers no handler: neither Deno.serve nor a default export with fetch.";
    parentPort.postMessage(serving ? { kind: "ready" } : { kind: "not ready", reason: none });
  },
  (error) => parentPort.postMessage({ kind: "not ready", reason: reasonOf(error) }),
);`;
