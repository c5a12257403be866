/** Starts a built host as a child process on 127.0.0.1, at PORT or a free port, for commands, tests and benches. It stops when this process ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export interface SpawnedHost {
  url: string;
  pid: number;
  /** The output so far. */
  readonly printed: string;
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

/** A host that may not serve yet. */
export interface LaunchedHost extends SpawnedHost {
  /** Resolves when the host serves; rejects with its output if it ends before. */
  served: Promise<void>;
  /** Resolves with its exit code when the host has ended; null after a signal. */
  ended: Promise<number | null>;
}

/** Resolves when the host serves; rejects with its output if it ends before. */
export async function spawnHost(env: Readonly<Record<string, string | undefined>>): Promise<SpawnedHost> {
  const host = await launchHost(env);
  try {
    await host.served;
  } catch (error) {
    // Something else took the free port before the host listened.
    if (env.PORT === undefined && /^Port \d+ is taken/m.test(host.printed)) return spawnHost(env);
    throw error;
  }
  return host;
}

/** Resolves when the process has been started, before it serves. */
export async function launchHost(env: Readonly<Record<string, string | undefined>>): Promise<LaunchedHost> {
  const port = env.PORT ?? String(await freePort());
  const host = spawn(process.execPath, [...preload(), "build/server/main.js"], {
    env: { PATH: process.env.PATH, ...env, HOST: "127.0.0.1", PORT: port, STOP_WITH_PARENT: "on" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let printed = "";
  const served = new Promise<void>((resolve, reject) => {
    for (const stream of [host.stdout, host.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk;
        if (/^Serving /m.test(printed)) resolve();
      });
    }
    host.once("error", reject);
    host.once("close", () =>
      reject(new Error(printed.trim() || "The host stopped without an error message.")),
    );
  });
  served.catch(() => {}); // for callers that wait for `ended` only
  const ended = once(host, "close").then(([code]: (number | null)[]) => code ?? null);
  ended.catch(() => {}); // `served` rejects with the error
  const end = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    if (host.exitCode !== null || host.signalCode !== null) return;
    const gone = once(host, "exit");
    host.kill(signal);
    await gone;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: host.pid ?? 0,
    get printed() {
      return printed;
    },
    served,
    ended,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

let launched = 0;

/** The module that a run of repeated tests (tools/tests/repeat.mjs) loads into each host, each time with another seed. */
function preload(): string[] {
  const { HOST_PRELOAD: module, HOST_SEED: seed, TEST_PARALLEL_INDEX: worker } = process.env;
  if (!module) return [];
  launched += 1;
  return [
    "--import",
    "tsx",
    "--import",
    `${module}?seed=${Number(seed) + 1_000 * Number(worker ?? 0) + launched}`,
  ];
}

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const port = await probe(0);
  if (port === null) throw new Error("There is no free port.");
  return port;
}

/** Whether a port of 127.0.0.1 is free. */
export async function isFree(port: number): Promise<boolean> {
  return (await probe(port)) !== null;
}

/** The port at which a server could listen; null if it is taken. */
function probe(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}
