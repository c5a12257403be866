/** The metrics of one host in Prometheus's text format, collected with prom-client. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Database } from "../database/database.ts";
import { PROGRAM } from "../program.ts";
import { type ProjectMetric, samplesOf } from "./project-metrics.ts";

export interface MetricSources {
  database: Pick<Database, "query" | "activity">;
  /** The number of open web sockets. */
  sockets: () => number;
  project: readonly ProjectMetric[];
  log: (event: string, error: unknown) => void;
}

/** Seconds, from a cached read to the limit of edge functions. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 150];
const SERVICE = /^\/(auth|functions|realtime|rest|storage)\/v1\//;

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: `${PROGRAM}_http_request_duration_seconds`,
    help: "The time from a request's headers to the end of its response, by service and status.",
    labelNames: ["service", "status"],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #project: readonly { metric: ProjectMetric; gauge: Gauge }[];

  constructor(private readonly sources: MetricSources) {
    collectDefaultMetrics({ register: this.#registry });
    this.#addHostGauges();
    this.#project = sources.project.map((metric) => ({ metric, gauge: this.#gauge(metric) }));
  }

  readonly contentType = this.#registry.contentType;

  /** Counts every request of the server from now on. */
  observe(server: Server): void {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const end = this.#requests.startTimer({ service: serviceOf(request.url) });
      response.once("close", () => end({ status: response.statusCode }));
    });
  }

  /** Everything as text. Figures that the database cannot supply now are missing, and the reason is logged. */
  async text(): Promise<string> {
    await Promise.all(this.#project.map(({ metric, gauge }) => this.#read(metric, gauge)));
    return this.#registry.metrics();
  }

  #addHostGauges(): void {
    const { database, sockets } = this.sources;
    const figures: Record<string, [help: string, read: () => number]> = {
      [`${PROGRAM}_sockets`]: ["Open web sockets.", sockets],
      [`${PROGRAM}_database_connections`]: ["Open connections to PostgreSQL.", () => database.activity.open],
      [`${PROGRAM}_database_waiting`]: [
        "Calls that wait for a connection to PostgreSQL.",
        () => database.activity.waiting,
      ],
      [`${PROGRAM}_database_calls_total`]: [
        "Calls of PostgreSQL since the start.",
        () => database.activity.calls,
      ],
      [`${PROGRAM}_database_seconds_total`]: [
        "The time of those calls with their waiting.",
        () => database.activity.seconds,
      ],
    };
    for (const [name, [help, read]] of Object.entries(figures))
      this.#gauge({ name, help }, function (this: Gauge) {
        this.set(read());
      });
  }

  #gauge(
    { name, help, labels = [] }: { name: string; help: string; labels?: readonly string[] },
    collect?: (this: Gauge) => void,
  ): Gauge {
    return new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [this.#registry],
      ...(collect && { collect }),
    });
  }

  async #read(metric: ProjectMetric, gauge: Gauge): Promise<void> {
    gauge.reset();
    try {
      for (const { labels, value } of await samplesOf(this.sources.database, metric))
        gauge.set(labels, value);
    } catch (error) {
      this.sources.log(`metric ${metric.name}`, error);
    }
  }
}

/** The service that answers a path; everything else is the page. */
function serviceOf(url = ""): string {
  return SERVICE.exec(url)?.[1] ?? "web";
}
