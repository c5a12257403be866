/** Reads the figures of this process and its machine, for an application that shows them. */
import type { Server } from "node:http";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database, Queryable } from "../database/database.ts";
import type { MachineFacts } from "./machine.ts";

/** Called every 30 seconds with the figures of the host (`machine:port`), and with null when it stops. */
export type ReportHost = (
  database: Queryable,
  host: string,
  figures: Record<string, unknown> | null,
) => Promise<void>;

export interface ReporterDeps {
  reportHost: ReportHost;
  database: Pick<Database, "query" | "activity">;
  /** Looks at the machine, which takes seconds if a server does not answer. */
  readMachine: () => Promise<MachineFacts>;
  /** Adds what has changed since the machine was looked at. */
  current: (machine: MachineFacts) => MachineFacts;
  /** The number of open web sockets. */
  sockets: () => number;
  log: (event: string, error: unknown) => void;
}

/** The page calls a host silent that has not reported for two minutes. */
const REPORT_MS = 30_000;
/** Keeps the first seconds of a start free for requests. */
const FIRST_LOOK_MS = 5_000;
const LOOK_MS = 600_000;
/** Node's default of 10 ms wakes an idle host a hundred times a second. */
const LOOP_SAMPLE_MS = 100;

/**
 * Call it when the server listens, because its port tells hosts of one machine apart. Reports now and every 30 seconds,
 * with the machine's facts, which are read every ten minutes. The result reports null and stops.
 */
export function startReporter(deps: ReporterDeps, server: Server): () => Promise<void> {
  const { database, log } = deps;
  const address = server.address();
  const host = `${hostname()}:${typeof address === "object" ? address?.port : address}`;
  const read = figuresOf(deps, server);
  let machine: MachineFacts | null = null;
  let latest = Promise.resolve();
  let stopped = false;
  const send = async (figures: (() => Record<string, unknown>) | null) => {
    try {
      const report = figures && {
        ...figures(),
        machine: machine && deps.current(machine),
        database_clock_ms: await clockOf(database),
      };
      await deps.reportHost(database, host, report);
    } catch (error) {
      log("report of the host", error);
    }
  };
  const report = () => {
    if (!stopped) latest = latest.then(() => send(read));
  };
  const look = () => {
    deps.readMachine().then(
      (facts) => {
        machine = facts;
        report();
      },
      (error: unknown) => log("look at the machine", error),
    );
  };
  report();
  const timers = [
    setInterval(report, REPORT_MS),
    setTimeout(look, FIRST_LOOK_MS),
    setInterval(look, LOOK_MS),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    stopped = true;
    for (const timer of timers) clearTimeout(timer);
    await latest;
    await send(null);
  };
}

/** The database's clock minus this machine's in ms. */
async function clockOf(database: ReporterDeps["database"]): Promise<number> {
  const before = Date.now();
  const [{ now } = { now: before }] = await database.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  return Math.round(now - (before + Date.now()) / 2);
}

/** Returns a function that reads the figures since its last call. */
function figuresOf({ database, sockets }: ReporterDeps, server: Server): () => Record<string, unknown> {
  const delay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
  delay.enable();
  const startedAt = new Date().toISOString();
  let requests = 0;
  let failed = 0;
  server.on("request", (_request, response) => {
    requests++;
    response.once("finish", () => {
      if (response.statusCode >= 500) failed++;
    });
  });
  return () => {
    const figures = {
      started_at: startedAt,
      loop_delay_ms: latenessMs(delay.percentile(99)),
      requests,
      failed_requests: failed,
      memory_bytes: process.memoryUsage.rss(),
      sockets: sockets(),
      database_connections: database.activity.open,
      database_waiting: database.activity.waiting,
    };
    requests = 0;
    failed = 0;
    delay.reset();
    return figures;
  };
}

/** Node measures the nanoseconds between two samples, the interval included. */
function latenessMs(between: number): number {
  return Math.max(0, Math.round(between / 1e5 - LOOP_SAMPLE_MS * 10) / 10);
}
