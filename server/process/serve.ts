/** Runs a host as a process: settings from the environment, HTTP server, log and stop. */

import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createProbe } from "node:net";
import { join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Application, OpenApplication } from "../application.ts";
import type { ReportBackup } from "../backup/backup-state.ts";
import { ConnectionError } from "../database/database.ts";
import { openDatabase } from "../database/open.ts";
import { StartError } from "../database/start-error.ts";
import { writeDurably } from "../durable-files.ts";
import { giveRequestIds, idOfIncoming } from "../gateway/request-ids.ts";
import type { Host } from "../host.ts";
import type { HostSettings } from "../host-settings.ts";
import { isLogLevel, logFailure, openLog } from "../log.ts";
import type { ReportHost } from "../monitoring/reporter.ts";
import { outsideFailure } from "../outside-failure.ts";
import { VERSION } from "../program.ts";
import { stopOnSignals } from "../stop.ts";
import { readEnvironment, type Settings, settingsSchema } from "./settings.ts";
import { endStalledBodies } from "./stalled-bodies.ts";

const environment = process.env;
// rolldown, which bundles functions, keeps its memory for the life of the host. These settings of its allocator save
// 140 MB and are read when it is loaded. Source: https://microsoft.github.io/mimalloc/environment.html
environment.MIMALLOC_ALLOW_THP ??= "0";
environment.MIMALLOC_PURGE_DELAY ??= "0";
/** How long a start lasts, with the work that follows it, such as the first run of each job. */
const START_MS = 30_000;
// V8 would enlarge its young generation to 32 MB for the objects of a start, and keep it while the host is idle.
growYoungGeneration(1);
const log = openLog(isLogLevel(environment.LOG_LEVEL) ? environment.LOG_LEVEL : "warn");
const logError = (event: string, error: unknown) => log.error({ err: error }, event);
/** Long lists in filters make long URLs; Node's default is 16 KB. */
const HEADER_LIMIT = 64 * 1024;
/**
 * Longer than the 60 seconds for which proxies keep an idle connection. If the host closed it first, a request that is
 * sent at that moment would fail.
 */
const KEEP_ALIVE_MS = 65_000;
/** Connections that wait to be accepted. Beyond them a client tries again only after one or three seconds. */
const CONNECTION_BACKLOG = 4096;

type Sockets = Awaited<ReturnType<Host["attach"]>>;

/** What is served beside the project. */
export interface Program<Opened extends Application> {
  application: OpenApplication<Opened>;
  /** True if the application has a page. */
  servesPage: boolean;
  reportBackup?: ReportBackup;
  reportHost?: ReportHost;
}

export interface Served<Opened extends Application> {
  url: string;
  isStopping: () => boolean;
  host: Host<Opened>;
}

/** Ends the process with one line if the host cannot start. `program` receives the absolute path of the data folder. */
export function serve<Opened extends Application>(
  program: (dataDir: string) => Program<Opened>,
): Promise<Served<Opened>> {
  return start(program).catch((error: unknown): never => {
    if (error instanceof ConnectionError)
      fail(`The database stopped while the host was starting (${error.message}): start again.`);
    const message = outsideFailure(error);
    if (message === null) throw error;
    fail(message);
  });
}

async function start<Opened extends Application>(
  program: (dataDir: string) => Program<Opened>,
): Promise<Served<Opened>> {
  const settings = readEnvironment(settingsSchema);
  if (!existsSync(settings.SUPABASE_DIR))
    throw new StartError(
      `SUPABASE_DIR (${settings.SUPABASE_DIR}) does not exist: set it to a supabase folder.`,
    );
  const dataDir = resolve(settings.DATA_DIR);
  const { application, ...served } = program(dataDir);
  // The host's own address is known before it listens.
  const port = settings.PORT || (await freePort(settings.HOST));
  const ownUrl = `http://${addressOf(settings.HOST)}:${port}`;
  const database = openDatabase({
    url: settings.DATABASE_URL,
    dataDir,
    log: logError,
    notice: (line) => console.log(line),
  });
  database.catch(() => {}); // handled by openHost, which may not be loaded yet
  const { openHost } = await import("../host.ts"); // takes half a second, while PostgreSQL starts
  const host = await openHost(
    { ...hostSettings(settings), ...served, dataDir, database, ownUrl },
    application,
  );
  const server = createServer(
    { maxHeaderSize: HEADER_LIMIT, keepAliveTimeout: KEEP_ALIVE_MS },
    host.listener,
  );
  endStalledBodies(server);
  giveRequestIds(server);
  const sockets = await host.attach(server);
  try {
    await listening(server, port, settings.HOST);
    if (settings.METRICS_PORT !== 0) await openMetrics(settings, host, server, sockets);
  } catch (error) {
    await sockets.close();
    await host.close();
    throw error;
  }
  if (log.isLevelEnabled("info")) server.on("request", logRequest);
  // Set up before the announcement, because a program that waits for that line may stop the host immediately.
  const hostFile = join(dataDir, "host.json");
  const { stop, isStopping } = stopOnSignals({ server, sockets, host, hostFile, log: logError });
  if (settings.STOP_WITH_PARENT === "on") process.stdin.resume().once("close", stop);
  announce(host, hostFile, ownUrl);
  setTimeout(growYoungGeneration, START_MS, 2).unref(); // V8's default
  return { url: ownUrl, isStopping, host };
}

/** Source: semi_space_growth_factor in V8's flag-definitions.h. */
function growYoungGeneration(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}

function hostSettings(
  settings: Settings,
): Omit<HostSettings, "dataDir" | "database" | "ownUrl" | "servesPage"> {
  return {
    databaseUrl: settings.DATABASE_URL,
    backupsKept: settings.BACKUPS,
    backupTo: settings.BACKUP_TO,
    supabaseDir: settings.SUPABASE_DIR,
    siteUrl: settings.SITE_URL,
    apiUrl: settings.API_EXTERNAL_URL,
    hostname: settings.HOST,
    trustedProxies: settings.TRUSTED_PROXIES.split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
    smtpUrl: settings.SMTP_URL,
    confirm: settings.AUTH_CONFIRM,
    passwordCost: settings.PASSWORD_COST,
    demoKeys: settings.DEMO_KEYS,
    environment,
    storage: settings,
    log: (event, error, request) => logFailure(log, event, error, request),
    logSecurityEvent: (event) => log.warn(event, "refused"),
  };
}

/** For PORT=0. A failure of the address is reported when the server listens. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve) => {
    const probe = createProbe().once("error", () => resolve(0));
    probe.listen({ port: 0, host }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Loaded only if it is used, because prom-client takes 20 ms to load and samples the event loop. */
async function openMetrics(
  { METRICS_PORT: port, METRICS_HOST: address }: Settings,
  host: Host,
  server: Server,
  sockets: Sockets,
): Promise<void> {
  const [{ Metrics }, { serveMetrics }] = await Promise.all([
    import("../monitoring/metrics.ts"),
    import("../monitoring/metrics-server.ts"),
  ]);
  const metrics = new Metrics({
    database: host.database,
    sockets: () => sockets.size,
    project: host.projectMetrics,
    log: logError,
  });
  metrics.observe(server);
  try {
    (await serveMetrics(metrics, port, address)).unref();
  } catch (error) {
    throw new StartError(
      `Metrics cannot be served on ${address}:${port}: ${(error as Error).message}. Set METRICS_HOST and METRICS_PORT to a free address of this machine.`,
    );
  }
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken: stop what uses it, or set PORT to another one.`,
        EACCES: `Port ${port} needs more rights: set PORT to one above 1023.`,
        EADDRNOTAVAIL: `HOST (${host}) is no address of this machine: set HOST to 127.0.0.1 or 0.0.0.0.`,
      };
      reject(
        new StartError(
          reasons[error.code ?? ""] ??
            `The server cannot listen on ${host}:${port}: ${error.message}. Set HOST to an address of this machine.`,
        ),
      );
    });
    server.listen({ port, host, backlog: CONNECTION_BACKLOG }, resolve);
  });
}

/** Prints the address, and writes `host.json` in the data folder for scripts while the host runs. */
function announce(host: Host, hostFile: string, ownUrl: string): void {
  writeDurably(hostFile, `${JSON.stringify({ url: ownUrl, pid: process.pid })}\n`);
  console.log(`Version ${VERSION}`);
  console.log(`Serving ${host.addresses.apiUrl}`);
  for (const warning of host.config.warnings) console.warn(`config.toml: ${warning}`);
  if (host.acceptsDemoKeys) console.log("The Supabase CLI's demo keys are accepted, from this machine only.");
  if (host.outboxUrl) console.log(`Emails and SMS are kept in ${host.outboxUrl}`);
  if (host.skipsConfirmation)
    console.log(
      "New accounts need no confirmation while messages only go there. AUTH_CONFIRM=always requires it.",
    );
}

/**
 * The path without its query (which may have keys and tokens) and without what follows a function's name, which may be
 * a secret.
 */
function loggedPath(url = ""): string {
  return (url.split("?", 1)[0] ?? "").replace(/^(\/functions\/v1\/[^/]+)\/.+/, "$1/...");
}

/** Logs method, path, status and milliseconds. */
function logRequest(request: IncomingMessage, response: ServerResponse): void {
  const started = performance.now();
  response.on("finish", () => {
    log.info({
      request: idOfIncoming(request),
      method: request.method,
      path: loggedPath(request.url),
      status: response.statusCode,
      ms: Math.round(performance.now() - started),
    });
  });
}

function addressOf(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
