/**
 * How soon does a completed match reach all subscribers? 10,000 sockets of visitors, subscribed to updates of
 * `matches`, in a separate process on the same machine, measured from the moment the update is sent over HTTP.
 *   baseline   a bare ws loop that writes a message of the same size to as many sockets (bench/baseline/realtime.ts)
 * Then "Tell everyone" with 5,000 members online, in three clubs: one notification for each, and each member subscribed
 * with a filter for their own rows, as the page is. The stall is the longest wait of a timer in the host's process.
 * Memory is the growth of the process with all sockets open and joined. --save appends to bench/results/realtime.md.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { readConnection } from "../server/database/embedded/connection-file.ts";
import { createTokens } from "../server/gateway/tokens.ts";
import { freePort, spawnHost } from "../tools/host/spawn-host.ts";
import { keysOf, sender } from "./clients/requests.ts";
import { withDataFolder } from "./engines.ts";
import { judge, record } from "./record.ts";

const AUDIENCE = 10_000;
const MEMBERS_ONLINE = 5_000;
const ROUNDS = 3;
const FILES_BESIDE = 200;
const arrivalsSchema = z.object({ arrivals: z.array(z.number()), size: z.number() });

interface Reach {
  /** Milliseconds from the request to the median, 99th percentile and last socket. */
  p50: number;
  p99: number;
  last: number;
  bytesASocket: number;
  size: number;
}

const files = Number((await promisify(execFile)("sh", ["-c", "ulimit -n"])).stdout);
if (files < AUDIENCE + FILES_BESIDE)
  throw new Error(`A process may open ${files} files here: raise it with ulimit -n.`);
await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
const host = await withDataFolder((dataDir) => ofHost(dataDir, AUDIENCE));
const baseline = await baselineOf(AUDIENCE, host.size);
record(
  "realtime",
  `${AUDIENCE.toLocaleString("en")} sockets, ${host.size} bytes: host ${told(host)}, baseline ${told(baseline)}: ` +
    `last ${(host.last / baseline.last).toFixed(2)} of it`,
);

const rounds: Awaited<ReturnType<typeof tellEveryone>>[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const one = await withDataFolder((dataDir) => tellEveryone(dataDir, MEMBERS_ONLINE));
  record(
    "realtime",
    `tell everyone, ${MEMBERS_ONLINE.toLocaleString("en")} members online: ${told(one.reach)}`,
  );
  rounds.push(one);
}
judge(
  "realtime",
  "last",
  rounds.map(({ reach }) => reach.last),
);
judge(
  "realtime",
  "stall",
  rounds.map(({ stallMs }) => stallMs),
);
judge(
  "realtime",
  "memory",
  rounds.map(({ reach }) => reach.bytesASocket / 1024),
);

async function ofHost(dataDir: string, audience: number): Promise<Reach> {
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none" });
  try {
    const keys = keysOf(dataDir);
    const secret = sender(host.url, keys.secret_key);
    await secret("/rest/v1/teams", [{ name: "Arsenal" }, { name: "Chelsea" }]);
    const match = {
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: "2199-01-01",
      league: "FA Cup",
    };
    await secret("/rest/v1/matches", match);
    const config = { postgres_changes: [{ event: "UPDATE", schema: "public", table: "matches" }] };
    return await reach(
      `${host.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${keys.publishable_key}`,
      { JOIN: JSON.stringify(["1", "1", "realtime:matches", "phx_join", { config }]) },
      audience,
      host.pid,
      () =>
        secret(
          "/rest/v1/matches?league=not.is.null",
          { status: "completed", home_score: 2, away_score: 1 },
          "PATCH",
        ),
    );
  } finally {
    await host.stop();
  }
}

async function tellEveryone(dataDir: string, members: number): Promise<{ reach: Reach; stallMs: number }> {
  const delays = join(dataDir, "loop-delay");
  const host = await spawnHost({
    DATA_DIR: dataDir,
    WEB_DIR: "none",
    BACKUPS: "0",
    LOOP_DELAY: delays,
    NODE_OPTIONS: `--import=${pathToFileURL("bench/probes/loop-delay.mjs").href}`,
  });
  const database = new pg.Pool({ ...readConnection(dataDir), max: 1 });
  try {
    const stall = async (): Promise<number> => {
      rmSync(delays, { force: true });
      process.kill(host.pid, "SIGUSR2");
      while (!existsSync(delays) || readFileSync(delays, "utf8") === "") await setTimeout(5);
      return Number(readFileSync(delays, "utf8"));
    };
    const keys = keysOf(dataDir);
    const tokens = await createTokens(keys.signing_keys);
    const ids = Array.from({ length: members }, () => randomUUID());
    await database.query("set session_replication_role = replica");
    for (const table of ["auth.users (id)", "public.profiles (id)"])
      await database.query(`insert into ${table} select unnest($1::uuid[])`, [ids]);
    await database.query("set session_replication_role = origin");
    const now = Math.floor(Date.now() / 1000);
    const joins = await Promise.all(
      ids.map(async (sub) => {
        const claims = { sub, role: "authenticated", aud: "authenticated", iat: now, exp: now + 3600 };
        const filter = `user_id=eq.${sub}`;
        const changes = [
          { event: "INSERT", schema: "public", table: "notifications", filter },
          { event: "*", schema: "public", table: "subscriptions", filter },
        ];
        const config = { private: true, postgres_changes: changes, presence: { enabled: false } };
        const payload = { config, access_token: await tokens.sign(claims) };
        return JSON.stringify(["1", "1", `realtime:member:${sub}`, "phx_join", payload]);
      }),
    );
    const file = join(dataDir, "joins");
    writeFileSync(file, joins.join("\n"));
    const url = `${host.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${keys.publishable_key}`;
    let stallMs = Number.NaN;
    const reached = await reach(
      url,
      { JOINS: file },
      members,
      host.pid,
      async () => {
        await stall();
        await database.query(
          "insert into public.notifications (user_id, title, message) select id, 'To all', 'Welcome' from public.profiles",
        );
      },
      async () => {
        stallMs = await stall();
      },
    );
    return { reach: reached, stallMs };
  } finally {
    await database.end();
    await host.stop();
  }
}

async function baselineOf(audience: number, size: number): Promise<Reach> {
  const port = await freePort();
  const server = spawn(process.execPath, ["--import", "tsx", "bench/baseline/realtime.ts"], {
    env: { ...process.env, PORT: String(port), BYTES: String(size) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(server.stdout, "data");
    return await reach(`ws://127.0.0.1:${port}`, {}, audience, server.pid ?? 0, () =>
      fetch(`http://127.0.0.1:${port}/go`),
    );
  } finally {
    await stopped(server);
  }
}

async function reach(
  url: string,
  joins: { JOIN?: string; JOINS?: string },
  audience: number,
  pid: number,
  go: () => Promise<unknown>,
  /** Called when all have heard, before the sockets close. */
  heard?: () => Promise<void>,
): Promise<Reach> {
  const before = residentBytes(pid);
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/clients/sockets.ts"], {
    env: { ...process.env, URL: url, COUNT: String(audience), ...joins },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface({ input: clients.stdout })[Symbol.asyncIterator]();
    const said = async (): Promise<string> => {
      const { value, done } = await lines.next();
      if (done) throw new Error("The clients ended before they had heard.");
      return value;
    };
    await said();
    const bytesASocket = (residentBytes(pid) - before) / audience;
    const started = performance.timeOrigin + performance.now();
    await go();
    const { arrivals, size } = arrivalsSchema.parse(JSON.parse(await said()));
    await heard?.();
    const after = (share: number) => (arrivals[Math.ceil(share * audience) - 1] ?? Number.NaN) - started;
    return { p50: after(0.5), p99: after(0.99), last: after(1), bytesASocket, size };
  } finally {
    await stopped(clients);
  }
}

function residentBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) * 1024;
}

function told({ p50, p99, last, bytesASocket }: Reach): string {
  const times = [`p50 ${p50.toFixed(0)}`, `p99 ${p99.toFixed(0)}`, `last ${last.toFixed(0)} ms`].join(", ");
  return `${times}, ${(bytesASocket / 1024).toFixed(1)} KiB a socket`;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
