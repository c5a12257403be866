/**
 * How soon does a completed match reach all subscribers? 2,000 and 10,000 sockets of visitors, subscribed to updates of
 * `matches`, in a separate process on the same machine, measured from the moment the update is sent over HTTP.
 *   baseline   a bare ws loop that writes a message of the same size to as many sockets (bench/baseline/realtime.ts)
 * Memory is the growth of the process with all sockets open and joined. --save appends to bench/results/realtime.md.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { z } from "zod";
import { freePort, spawnHost } from "../tools/host/spawn-host.ts";
import { withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const AUDIENCES = [2_000, 10_000];
const FILES_BESIDE = 200;
const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
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
if (files < Math.max(...AUDIENCES) + FILES_BESIDE)
  throw new Error(`A process may open ${files} files here: raise it with ulimit -n.`);
await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
for (const audience of AUDIENCES) {
  const host = await withDataFolder((dataDir) => ofHost(dataDir, audience));
  const baseline = await baselineOf(audience, host.size);
  const ratio = (host.last / baseline.last).toFixed(2);
  const sockets = `${audience.toLocaleString("en")} sockets, ${host.size} bytes`;
  record(
    "realtime",
    `embedded ${sockets}: host ${told(host)}, baseline ${told(baseline)}: last ${ratio} of it`,
  );
}

async function ofHost(dataDir: string, audience: number): Promise<Reach> {
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none" });
  try {
    const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
    const ask = async (method: string, path: string, body: unknown): Promise<unknown> => {
      const answer = await fetch(`${host.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: keys.secret_key,
          "content-type": "application/json",
          prefer: "return=representation",
        },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    };
    await ask("POST", "teams", [{ name: "Arsenal" }, { name: "Chelsea" }]);
    const match = {
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: "2199-01-01",
      league: "FA Cup",
    };
    const [made] = z.array(z.object({ id: z.string() })).parse(await ask("POST", "matches", match));
    const config = { postgres_changes: [{ event: "UPDATE", schema: "public", table: "matches" }] };
    return await reach(
      `${host.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${keys.publishable_key}`,
      JSON.stringify(["1", "1", "realtime:matches", "phx_join", { config }]),
      audience,
      host.pid,
      () => ask("PATCH", `matches?id=eq.${made?.id}`, { status: "completed", home_score: 2, away_score: 1 }),
    );
  } finally {
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
    return await reach(`ws://127.0.0.1:${port}`, "", audience, server.pid ?? 0, () =>
      fetch(`http://127.0.0.1:${port}/go`),
    );
  } finally {
    await stopped(server);
  }
}

async function reach(
  url: string,
  wish: string,
  audience: number,
  pid: number,
  go: () => Promise<unknown>,
): Promise<Reach> {
  const before = residentBytes(pid);
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/sockets.ts"], {
    env: { ...process.env, URL: url, COUNT: String(audience), JOIN: wish },
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
