/**
 * How many requests a second does one host answer? Signed in, 50 connections, the load generator on the same machine.
 *   read   `matches?select=*&order=match_date&limit=20` under row-level security
 *   call   `rpc/my_leaderboard_row`, which each member asks for
 *   shared `rpc/leaderboard`, whose first page is equal for all: the host asks the database once for all who wait (record 94)
 *   save   an upsert of a prediction, each connection for its own matches; commits wait for the disk
 *   baseline   bare node:http with the same database calls (bench/baseline/rest.ts)
 * Host and baseline use one PostgreSQL and alternate. The result is the median of the rounds' ratios, and the processor time
 * of each of the two processes for one request. A busy host refuses requests with 503; they do not count as answered.
 * --save appends the lines to bench/results/rest.md.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { z } from "zod";
import { startCluster } from "../tests/engines/postgres-cluster.ts";
import { freePort, spawnHost } from "../tools/host/spawn-host.ts";
import { addMember, keysOf, sender, signIn } from "./clients/requests.ts";
import { judge, median, record } from "./record.ts";

/** Enough requests for the compiler, then seconds. */
const WARM = { amount: 10_000 };
const MEASURED = { duration: 2 };
const ROUNDS = 3;
const CONNECTIONS = 50;
const PLAYER = { email: "reader@bench.example", password: "Reader of 20 rows" };
/** A competition that players predict without a subscription. */
const FREE = "Friendly Club";
const OVERALL = JSON.stringify({ league: "Overall" });
/** The tests' cluster does not wait for the disk. */
const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

const loadSchema = z.object({
  duration: z.number(),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  "2xx": z.number(),
  errors: z.number(),
  /** Requests by status. */
  statusCodeStats: z.record(z.string(), z.object({ count: z.number() })),
});
/** A second, what a busy host refused, milliseconds, and microseconds of the server process for one answer. */
interface Load {
  rate: number;
  refused: number;
  p50: number;
  p99: number;
  cpu: number;
}
type Limit = typeof WARM | typeof MEASURED;
type Round = { host: Load; baseline: Load };

/** What is asked of both: the path of the host, and the method with the bodies that the connections take in turns. */
interface Question {
  name: "read" | "call" | "shared" | "save";
  path: string;
  method: "GET" | "POST";
  headers?: Record<string, string>;
  bodies?: string[];
}

interface Server {
  url: string;
  pid: number;
}

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
const dataDir = mkdtempSync(join(tmpdir(), "scoreline-bench-"));
const cluster = await startCluster({ settings: DURABLE });
const env = { DATA_DIR: dataDir, WEB_DIR: "none", DATABASE_URL: cluster.url("postgres") };
const host = await spawnHost(env);
let baseline: (Server & { child: ChildProcess }) | undefined;
try {
  const { headers, player, matches } = await signedIn(host.url);
  baseline = await startBaseline({ ...env, PLAYER: player });
  for (const question of questions(player, matches)) await measure(question, headers, baseline);
} finally {
  if (baseline) await stopped(baseline.child);
  await host.stop();
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function questions(player: string, matches: readonly string[]): Question[] {
  const prediction = { user_id: player, home_prediction: 2, away_prediction: 1 };
  return [
    { name: "read", method: "GET", path: "/rest/v1/matches?select=*&order=match_date&limit=20" },
    { name: "call", method: "POST", path: "/rest/v1/rpc/my_leaderboard_row", bodies: [OVERALL] },
    { name: "shared", method: "POST", path: "/rest/v1/rpc/leaderboard", bodies: [OVERALL] },
    {
      name: "save",
      method: "POST",
      path: "/rest/v1/user_predictions?on_conflict=user_id,match_id",
      headers: { prefer: "resolution=merge-duplicates,return=minimal" },
      bodies: matches.map((match_id) => JSON.stringify({ ...prediction, match_id })),
    },
  ];
}

async function measure(question: Question, headers: Record<string, string>, floor: Server): Promise<void> {
  const { name, path, method, bodies = [] } = question;
  const sent = {
    ...headers,
    ...question.headers,
    ...(method === "POST" && { "content-type": "application/json" }),
  };
  const onHost = (limit: Limit) => load(host, { path, method, bodies, headers: sent }, limit);
  const onBaseline = (limit: Limit) => load(floor, { path: `/${name}`, method, bodies, headers: {} }, limit);
  await onHost(WARM);
  await onBaseline(WARM);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ host: await onHost(MEASURED), baseline: await onBaseline(MEASURED) });
  report(name, rounds);
}

/** Imports a season and creates a player, with the headers of that player's requests. */
async function signedIn(
  url: string,
): Promise<{ headers: Record<string, string>; player: string; matches: string[] }> {
  const { publishable_key: apikey, secret_key } = keysOf(dataDir);
  const secret = sender(url, secret_key);
  await secret("/rest/v1/rpc/import_matches", season("Premier League"));
  await secret("/rest/v1/rpc/import_matches", season(FREE));
  await addMember(secret, PLAYER);
  const { id, token } = await signIn(url, apikey, PLAYER);
  const rows = await secret(`/rest/v1/matches?select=id&league=eq.${encodeURIComponent(FREE)}&limit=380`);
  const matches = z.array(z.object({ id: z.string() })).parse(rows);
  const headers = { apikey, authorization: `Bearer ${token}` };
  return { headers, player: id, matches: matches.map((match) => match.id) };
}

async function startBaseline(
  env: Record<string, string | undefined>,
): Promise<Server & { child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "tsx", "bench/baseline/rest.ts"], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, child };
}

/** 380 matches, every pair of 20 teams once at home. */
function season(league: string): Record<string, unknown> {
  const teams = Array.from({ length: 20 }, (_, index) => `Team ${String.fromCharCode(65 + index)}`);
  const matches = teams.flatMap((home, i) =>
    teams.flatMap((away, j) => {
      const day = new Date(Date.now() + (1 + ((i * 20 + j) % 270)) * 86_400_000).toISOString().slice(0, 10);
      return home === away
        ? []
        : { round: `Round ${1 + ((i + j) % 38)}`, home, away, date: day, time: "15:00", confirmed: true };
    }),
  );
  return { _league: league, _season: "Bench", _time_zone: "Europe/London", _matches: matches };
}

interface Sent {
  path: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  bodies: readonly string[];
}

async function load(server: Server, { path, ...sent }: Sent, limit: Limit): Promise<Load> {
  const before = cpuSeconds(server.pid);
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/baseline/load.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  clients.stdin.end(JSON.stringify({ ...sent, url: server.url + path, connections: CONNECTIONS, limit }));
  const measured = loadSchema.parse(JSON.parse(await text(clients.stdout)));
  const { duration, errors, latency, statusCodeStats, "2xx": answered } = measured;
  const wrong = Object.keys(statusCodeStats).filter((status) => !/^2|^503$/.test(status));
  if (errors > 0 || wrong.length > 0) throw new Error(`${errors} errors, and statuses ${wrong.join(", ")}`);
  return {
    rate: answered / duration,
    refused: statusCodeStats[503]?.count ?? 0,
    ...latency,
    cpu: ((cpuSeconds(server.pid) - before) / answered) * 1e6,
  };
}

/** The processor time of all threads of a process so far; 0 where the system does not tell it. */
function cpuSeconds(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const ns = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"));
    return ns.reduce((sum, line) => sum + Number(line.split(" ")[0]), 0) / 1e9;
  } catch {
    return 0;
  }
}

function report(name: Question["name"], rounds: readonly Round[]): void {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  const part = (server: keyof Round) =>
    `${server} ${Math.round(of((round) => round[server].rate)).toLocaleString("en")}/s ` +
    `(${of((round) => round[server].cpu).toFixed(0)} µs, p50 ${of((round) => round[server].p50)} ms, p99 ${of((round) => round[server].p99)} ms)`;
  const refused = rounds.reduce((sum, { host }) => sum + host.refused, 0);
  record("rest", `${name}: ${part("host")}, ${refused} refused; ${part("baseline")}`);
  judge(
    "rest",
    name,
    rounds.map(({ host, baseline }) => host.rate / baseline.rate),
  );
}

async function stopped(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
