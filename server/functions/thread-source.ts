/**
 * The code that runs in a function's thread: the parts of Deno and of Supabase's runtime that functions use,
 * implemented with Node's web standards. It is a string, so that it works the same from source and from the bundle.
 * `process.env` is the function's environment. Sources: https://docs.deno.com/api/deno/~/Deno.serve (its three forms),
 * https://supabase.com/docs/guides/functions/background-tasks (EdgeRuntime.waitUntil),
 * https://docs.deno.com/api/deno/~/Deno.upgradeWebSocket.
 */
/** In bytes. */
const SOCKET_MESSAGE = 10 * 1024 * 1024;

export const THREAD_SOURCE = `
const { parentPort, workerData } = require("node:worker_threads");
const { Duplex, duplexPair, pipeline } = require("node:stream");
const { WebSocket, WebSocketServer } = require(workerData.ws);
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
  upgradeWebSocket(request, { protocol, idleTimeout = 30 } = {}) {
    const headers = Object.fromEntries(request.headers);
    if (headers.upgrade?.toLowerCase() !== "websocket") throw new TypeError("The request does not ask for a web socket.");
    const [wire, far] = duplexPair();
    const handleProtocols = () => protocol ?? false;
    const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: ${SOCKET_MESSAGE}, handleProtocols });
    let socket = null;
    server.handleUpgrade({ method: request.method, url: request.url, headers }, wire, Buffer.alloc(0), (made) => { socket = made; });
    if (!socket) throw new TypeError("The request is not a valid handshake of a web socket.");
    socket.binaryType = "blob";
    if (idleTimeout > 0) endWhenSilent(socket, idleTimeout * 1000);
    const response = new Response(null);
    upgrades.set(response, { socket, far });
    return { socket, response };
  },
};
// What a function answers to a request that it upgrades, and the sockets that wait for the host's stream or use it.
const upgrades = new WeakMap();
const sockets = new Map();
function endWhenSilent(socket, ms) {
  let heard = true;
  const timer = setInterval(() => {
    if (!heard) return socket.terminate();
    heard = false;
    socket.ping();
  }, ms);
  for (const event of ["pong", "message"]) socket.on(event, () => { heard = true; });
  socket.on("close", () => clearInterval(timer));
}
function connect({ id, readable, writable }) {
  const { socket, far } = sockets.get(id);
  const near = Duplex.fromWeb({ readable, writable });
  pipeline(near, far, near, () => { sockets.delete(id); });
  // It was open before the function could listen.
  socket.emit("open");
}
globalThis.EdgeRuntime = {
  waitUntil(work) { Promise.resolve(work).catch((error) => console.error(error)); },
};
// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket;

// Node's limit covers the heap only, and what a function receives from elsewhere is outside of it. process.memoryUsage() tells
// the buffers of this thread only, and reads a file for it, so the thread looks less often when it has not been called lately.
let lastCall = 0;
let look = null;
let lookAfterMs = 0;
function lookAtMemory() {
  look = null;
  const idleMs = aborts.size + sockets.size > 0 ? 0 : performance.now() - lastCall;
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
    const upgrade = upgrades.get(response);
    if (upgrade) {
      sockets.set(id, upgrade);
      parentPort.postMessage({ kind: "upgraded", id });
      return;
    }
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
  if (message.kind === "socket") connect(message);
  if (message.kind === "no socket") {
    sockets.get(message.id)?.socket.terminate();
    sockets.delete(message.id);
  }
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
