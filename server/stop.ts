/** How a host stops: the order of the steps, and how long each may take. */
import { rmSync } from "node:fs";
import type { Server, ServerResponse } from "node:http";

/** In the order of the steps. Each ends what it waits for, and the next one follows. */
export const STOP_MS = {
  /** Running calls of jobs, requests of pg_net, jobs of pg_cron and messages that are being sent: then they are left. */
  work: 1500,
  /** All jobs, backups and housekeeping. They go first, because jobs call functions of this server. */
  jobs: 2000,
  /** Meanwhile clients learn that their connections end. */
  drain: 300,
  /** Open requests and web sockets. */
  requests: 1500,
  /** The last report and the queue of messages; a statement of a job may outlast it, and ends with the database. */
  background: 3000,
  /** Running statements of the embedded database. */
  statements: 500,
  /** The embedded PostgreSQL, which then stops without a checkpoint. */
  postgres: 1500,
  /** Everything. Below the 30 seconds of `compose.yaml` and of the service file, after which the host would be killed. */
  all: 25_000,
};
/** npm repeats a terminal's Ctrl-C to its child, which has received it already. */
const SAME_SIGNAL_MS = 1000;

/** Resolves with the work, or without it when the time is over. Rejects as the work does. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Stopping {
  server: Server;
  sockets: { close(): Promise<void> };
  host: { stopJobs(): Promise<void>; close(): Promise<void> };
  /** `host.json`, which exists while the host serves. */
  hostFile: string;
  log: (event: string, error: unknown) => void;
}

/**
 * The first signal refuses new work, ends what runs and exits with 0. A second one ends the process at once with 1, as the
 * first does after STOP_MS.all; the embedded PostgreSQL then stops by itself, because its pipe to this process closes. The
 * result tells whether the host stops, and stops it.
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
    log(
      "the host did not stop in time",
      new Error(`something still ran after ${STOP_MS.all / 1000} seconds`),
    );
    process.exit(1);
  }, STOP_MS.all);
  const atMost = (ms: number, work: Promise<unknown>) =>
    within(
      ms,
      work.catch((error: unknown) => log("stopping", error)),
    );
  rmSync(hostFile, { force: true });
  await Promise.all([atMost(STOP_MS.jobs, host.stopJobs()), drained(server)]);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await atMost(STOP_MS.requests, Promise.all([closed, sockets.close()]));
  server.closeAllConnections();
  await atMost(STOP_MS.all, host.close());
  process.exit(0);
}

/** The end of a host, with or without a process: its background work, its carriers and its database. */
export async function closeParts(
  work: { close(): Promise<void> },
  carriers: { close(): void },
  database: { close(): Promise<void> },
): Promise<void> {
  await within(STOP_MS.background, work.close());
  carriers.close();
  await database.close();
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
    server.getConnections((_error, connections) => setTimeout(resolve, connections > 0 ? STOP_MS.drain : 0));
  });
}
