/**
 * Sends mixed requests to a host and measures its memory and PostgreSQL's. After the first tenth of the requests, neither
 * the heap nor the resident set of the host grows, both measured after a garbage collection.
 */
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import { FACT_MS } from "../limits.ts";
import { Club } from "./club.ts";
import { importSeason } from "./import-season.ts";
import { memoryOf, postgresIn, signal, until } from "./processes.ts";
import { runSoak, type SoakOptions } from "./run-soak.ts";
import { createTraffic, type Traffic } from "./traffic.ts";

export interface MemorySoakOptions extends SoakOptions {
  /** The host's largest heap, in megabytes. Node's own limit by default. */
  heapLimit?: number;
  /** Requests of the warm-up. A tenth of all by default. */
  warmUp?: number;
}

/** Sends `rounds` requests. Rejects when an answer is wrong or memory grows. */
export function soakMemory(options: MemorySoakOptions): Promise<void> {
  return runSoak("memory", options, async ({ rounds, random, workspace, isInTime, print }) => {
    const club = new Club(workspace);
    const host = await club.serve({
      NODE_OPTIONS: nodeOptions(options.heapLimit),
      TRUSTED_PROXIES: "127.0.0.1",
    });
    await settled(host);
    const idle = await measure(host, club);
    if (!(await importSeason(club, workspace, 0).done)) throw new Error("the import failed");
    const traffic = await createTraffic(host, club, random);
    const warmUp = options.warmUp ?? Math.ceil(rounds / 10);
    const load = new Load(host, club, traffic);
    await load.send(warmUp);
    const early = await measure(host, club);
    print(`${warmUp} requests: ${line(early)}`);
    let late = early;
    let sent = warmUp;
    for (let part = 1; part <= PARTS && isInTime(); part++) {
      const next = Math.round(warmUp + ((rounds - warmUp) * part) / PARTS);
      await load.send(next - sent);
      sent = next;
      late = await measure(host, club);
      print(`${sent} requests: ${line(late)}`);
    }
    for (const row of table({ idle, "under load": load.highest, "after load": late })) print(row);
    refuseGrowth("heap", early.heap, late.heap, HEAP_TOLERANCE);
    refuseGrowth("resident set", early.resident, late.resident, RESIDENT_TOLERANCE);
    await host.stop();
    return `${sent} requests; the heap grew by ${percent(early.heap, late.heap)}, the resident set by ${percent(early.resident, late.resident)}`;
  });
}

export interface Memory {
  /** Bytes of the host's heap in use. */
  heap: number;
  /** Bytes of the host's resident set. */
  resident: number;
  /** Bytes of PostgreSQL's processes, with what they share counted once. */
  engine: number;
}

const PARTS = 9;
const CLIENTS = 16;
const SAMPLE_MS = 500;
const STEADY_BYTES = 2 * 2 ** 20;
const STEADY_MS = 2000;
const HEAP_TOLERANCE = 0.1;
const RESIDENT_TOLERANCE = 0.15;
const reportSchema = z.object({ heapUsed: z.number(), rss: z.number() });

/** NODE_OPTIONS of a host that `measure` asks. */
export function nodeOptions(heapLimit?: number): string {
  const preload = `--import=${pathToFileURL(resolve("tests/soak/report-memory.mjs")).href}`;
  return heapLimit === undefined ? preload : `${preload} --max-old-space-size=${heapLimit}`;
}

/** Sends requests from several clients, and notes the highest memory meanwhile. */
class Load {
  readonly highest: Memory = { heap: 0, resident: 0, engine: 0 };

  constructor(
    private readonly host: LaunchedHost,
    private readonly club: Club,
    private readonly traffic: Traffic,
  ) {}

  async send(requests: number): Promise<void> {
    let left = requests;
    const client = async (): Promise<void> => {
      while (left-- > 0) await this.traffic.request();
    };
    const timer = setInterval(() => this.#sample(), SAMPLE_MS);
    try {
      await Promise.all(Array.from({ length: CLIENTS }, client));
    } finally {
      clearInterval(timer);
    }
  }

  #sample(): void {
    this.highest.resident = Math.max(this.highest.resident, memoryOf([this.host.pid], "Rss"));
    this.highest.engine = Math.max(this.highest.engine, engineOf(this.club));
  }
}

/** Resolves when the host's memory no longer changes: after its start, the scheduler loads the first functions. */
async function settled(host: Pick<LaunchedHost, "pid">): Promise<void> {
  let last = 0;
  let since = performance.now();
  await until("a steady memory", FACT_MS, async () => {
    const now = memoryOf([host.pid], "Rss");
    if (Math.abs(now - last) > STEADY_BYTES) [last, since] = [now, performance.now()];
    await delay(SAMPLE_MS);
    return performance.now() - since > STEADY_MS;
  });
}

/** Asks the preloaded report-memory.mjs, which collects garbage first. */
export async function measure(host: LaunchedHost, club: Club): Promise<Memory> {
  const reports = (): string[] => host.printed.match(/^memory .*$/gm) ?? [];
  const before = reports().length;
  signal(host.pid, "SIGUSR2");
  await until("the report of the memory in use", FACT_MS, () => reports().length > before);
  const { heapUsed, rss } = reportSchema.parse(JSON.parse(reports().at(-1)?.slice("memory ".length) ?? ""));
  return { heap: heapUsed, resident: rss, engine: engineOf(club) };
}

function engineOf(club: Club): number {
  return memoryOf(postgresIn(club.dataDir).map(({ pid }) => pid));
}

/** Throws an Error if bytes have grown by more than `tolerance`, a part of one. */
export function refuseGrowth(what: string, early: number, late: number, tolerance: number): void {
  if (late > early * (1 + tolerance))
    throw new Error(
      `the ${what} grew by ${percent(early, late)}, from ${megabytes(early)} to ${megabytes(late)}`,
    );
}

function table(rows: Readonly<Record<string, Memory>>): string[] {
  const columns = (name: string, cells: readonly string[]) =>
    name.padEnd(12) + cells.map((cell) => cell.padStart(16)).join("");
  return [
    columns("", ["host heap", "host RSS", "PostgreSQL PSS", "together"]),
    ...Object.entries(rows).map(([name, { heap, resident, engine }]) =>
      columns(name, [
        heap === 0 ? "-" : megabytes(heap),
        ...[resident, engine, resident + engine].map(megabytes),
      ]),
    ),
  ];
}

export function line({ heap, resident, engine }: Memory): string {
  return `heap ${megabytes(heap)}, RSS ${megabytes(resident)}, PostgreSQL ${megabytes(engine)}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

export function percent(before: number, after: number): string {
  return `${(100 * (after / before - 1)).toFixed(1)} %`;
}
