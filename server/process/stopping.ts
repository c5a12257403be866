/** Stops the host on SIGINT and SIGTERM. */
import { rmSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Host } from "../host.ts";

export interface Stopping {
  server: Server;
  sockets: Awaited<ReturnType<Host["attach"]>>;
  host: Host;
  /** `host.json`, which exists while the host serves. */
  hostFile: string;
  log: (event: string, error: unknown) => void;
}

/** How long clients may take to notice that their connections end. */
const DRAIN_MS = 300;
/** How long running jobs, then open requests, may take. */
const JOBS_MS = 2000;
const REQUESTS_MS = 1500;
/** Below the 30 seconds of `compose.yaml` and of the service file, after which the host would be killed. */
const STOP_MS = 25_000;
/** npm repeats a terminal's Ctrl-C to its child, which has received it already. */
const SAME_SIGNAL_MS = 1000;

/**
 * The first signal refuses new work, ends what runs and exits with 0. A second one ends the process at once with 1, as the
 * first does after STOP_MS; the embedded PostgreSQL then stops by itself, because its pipe to this process closes. The result
 * tells whether the host stops, and stops it.
 */
export function stopOnSignals(stopping: Stopping): { isStopping: () => boolean; stop: () => void } {
  let since: number | null = null;
  const begin = () => {
    if (since !== null) return;
    since = performance.now();
    void stop(stopping);
  };
  const onSignal = () => {
    if (since !== null && performance.now() - since >= SAME_SIGNAL_MS) process.exit(1);
    begin();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return { isStopping: () => since !== null, stop: begin };
}

/** Never rejects: what fails while the host stops is logged, and the next step follows. */
async function stop({ server, sockets, host, hostFile, log }: Stopping): Promise<void> {
  setTimeout(() => {
    log("the host did not stop in time", new Error(`something still ran after ${STOP_MS / 1000} seconds`));
    process.exit(1);
  }, STOP_MS);
  const atMost = (ms: number, work: Promise<unknown>) =>
    Promise.race([work.catch((error: unknown) => log("stopping", error)), delay(ms)]);
  rmSync(hostFile, { force: true });
  // Jobs call functions of this server.
  await Promise.all([atMost(JOBS_MS, host.stopJobs()), drained(server)]);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await atMost(REQUESTS_MS, Promise.all([closed, sockets.close()]));
  server.closeAllConnections();
  await atMost(STOP_MS, host.close());
  process.exit(0);
}

/**
 * From now on ends each connection with its next response. Resolves when most clients have noticed: a proxy that sends a
 * request at the moment at which its idle connection is closed cannot repeat it.
 */
function drained(server: Server): Promise<void> {
  server.prependListener("request", (_request, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  return new Promise((resolve) => {
    server.getConnections((_error, connections) => setTimeout(resolve, connections > 0 ? DRAIN_MS : 0));
  });
}
