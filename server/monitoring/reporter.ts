/** Reports the host's own figures to the database, where the dashboard reads those of all hosts. */
import type { Server } from "node:http";
import { hostname } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Database } from "../database/database.ts";

export interface ReporterDeps {
  database: Pick<Database, "query" | "activity">;
  /** The number of open web sockets. */
  sockets: () => number;
  log: (event: string, error: unknown) => void;
}

/** The page calls a host silent that has not reported for two minutes. */
const REPORT_MS = 30_000;
/** Node's default of 10 ms wakes an idle host a hundred times a second. */
const LOOP_SAMPLE_MS = 100;

/**
 * Call it when the server listens, because its port tells hosts of one machine apart. Reports now and every 30 seconds through `public.report_host`, if the project has it. The result stops reporting and
 * removes the report.
 */
export function startReporter(deps: ReporterDeps, server: Server): () => Promise<void> {
  const { database, log } = deps;
  const address = server.address();
  const host = `${hostname()}:${typeof address === "object" ? address?.port : address}`;
  const read = figuresOf(deps, server);
  let latest = Promise.resolve();
  const send = async (figures: string | null) => {
    try {
      const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }>(
        "select to_regprocedure('public.report_host(text, jsonb)') is not null as exists",
      );
      if (exists) await database.query("select public.report_host($1, $2::jsonb)", [host, figures]);
    } catch (error) {
      log("report of the host", error);
    }
  };
  const report = () => {
    latest = latest.then(() => send(JSON.stringify(read())));
  };
  report();
  const timer = setInterval(report, REPORT_MS).unref();
  return async () => {
    clearInterval(timer);
    await latest;
    await send(null);
  };
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
