import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Config, pathInside } from "../config/config.ts";
import { FunctionFailure } from "./errors.ts";
import { type Bundle, bundle } from "./modules/bundle.ts";
import type { InstallPackages } from "./modules/packages.ts";
import { readPrebuilt } from "./modules/prebuilt.ts";
import type { Environment } from "./redact.ts";
import { FunctionThread, LOAD_MS } from "./thread.ts";

/** How often the files of a function are checked for changes. */
const CHECK_INTERVAL_MS = 1000;

interface Loaded {
  checkedAt: number;
  /** When a failed start is repeated; before that only a changed file repeats it. */
  retryAt: number;
  /** Rejects with FunctionFailure (BOOT_ERROR). */
  started: Promise<FunctionThread>;
  /** True if a source file or the environment has changed. */
  hasChanged(): boolean;
  /** Ends the start, or the thread after its open calls. */
  stop(): void;
}

/** `event` is why a function does not start, what ended a thread, or what a function prints. */
type Log = (event: string, what: unknown) => void;

/**
 * Starts functions of `<dir>/functions` on their first call, and again after a file has changed or the thread has
 * ended. Resolves to null for an unknown name. Rejects with FunctionFailure (BOOT_ERROR). Secrets come from config.toml
 * and functions/.env, as with the CLI.
 */
export function createLoader(
  config: Config,
  environment: () => Environment,
  install: InstallPackages,
  log: Log,
): (name: string) => Promise<FunctionThread | null> {
  const folder = join(config.dir, "functions");
  const loaded = new Map<string, Loaded>();

  /** The thread of a start that is neither out of date nor to be repeated; null if there is none. */
  async function currentThread(name: string, known: Loaded): Promise<FunctionThread | null> {
    const now = performance.now();
    const isDue = now - known.checkedAt >= CHECK_INTERVAL_MS;
    if (isDue) known.checkedAt = now;
    if ((isDue && known.hasChanged()) || now >= known.retryAt) return null;
    try {
      const thread = await known.started;
      return thread.isServing ? thread : null;
    } catch (failure) {
      if (performance.now() >= known.retryAt || loaded.get(name) !== known) return null;
      throw failure;
    }
  }

  return async (name) => {
    // Names are folder names without dots and slashes. Folders that begin with _ are shared code.
    if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return null;
    for (;;) {
      const known = loaded.get(name);
      if (known) {
        const thread = await currentThread(name, known);
        if (thread) return thread;
        // Another call may have started the function in the meantime.
        if (loaded.get(name) !== known) continue;
        known.stop();
      }
      if (!existsSync(join(folder, name, "index.ts"))) {
        loaded.delete(name);
        return null;
      }
      loaded.set(
        name,
        begin(name, config, environment, install, (event, what) => log(`function ${name} ${event}`, what)),
      );
    }
  };
}

function begin(
  name: string,
  config: Config,
  environment: () => Environment,
  install: InstallPackages,
  log: Log,
): Loaded {
  const { dir, edge_runtime, functions } = config;
  const beganAt = performance.now();
  const secretsFile = join(dir, "functions", ".env");
  const ending = new AbortController();
  const given = environment();
  const givenText = JSON.stringify(given);
  let files: readonly string[] = [join(dir, "functions", name, "index.ts"), secretsFile];
  let stamp = stampOf(files);
  const start = async () => {
    const { code, ...made } = await bundled(name, config, install).catch((error: unknown) => {
      throw new FunctionFailure("BOOT_ERROR", error);
    });
    files = [...made.files, secretsFile];
    stamp = stampOf(files);
    const own = functions[name]?.env;
    const env = { ...edge_runtime.secrets, ...readSecrets(secretsFile), ...own, ...given };
    return FunctionThread.start(name, code, env, log, ending.signal);
  };
  const started = start();
  const hasChanged = () => stampOf(files) !== stamp || JSON.stringify(environment()) !== givenText;
  const stop = () => ending.abort(new Error("a file or a setting has changed"));
  const one: Loaded = {
    checkedAt: beganAt,
    retryAt: Number.POSITIVE_INFINITY,
    started,
    hasChanged,
    stop() {
      stop();
      started.then(
        (thread) => thread.retire(),
        () => {},
      );
    },
  };
  // Callers that wait for the start notice no change themselves.
  const watch = setInterval(() => hasChanged() && stop(), CHECK_INTERVAL_MS).unref();
  started
    .catch((failure: FunctionFailure) => {
      const now = performance.now();
      one.retryAt = now;
      if (ending.signal.aborted) return;
      // Callers wait for a start that reaches its limit, so it takes their places for a small part of the time.
      one.retryAt += now - beganAt < LOAD_MS ? CHECK_INTERVAL_MS : 10 * LOAD_MS;
      log("does not start", failure.cause);
    })
    .finally(() => clearInterval(watch));
  return one;
}

/** The build bundles functions without config.toml, so a function that has its own import map is bundled here. */
async function bundled(name: string, { dir, functions }: Config, install: InstallPackages): Promise<Bundle> {
  const folder = join(dir, "functions");
  const entry = join(folder, name, "index.ts");
  const map = functions[name]?.import_map;
  if (map) return bundle(entry, { importMap: pathInside(dir, map), install });
  return readPrebuilt(folder, name) ?? bundle(entry, { install });
}

function stampOf(files: readonly string[]): string {
  const stamps = files.map((file) => statSync(file, { throwIfNoEntry: false }));
  return stamps.map((stat) => (stat ? `${stat.mtimeMs} ${stat.size}` : "none")).join();
}

function readSecrets(path: string): Environment {
  if (!existsSync(path)) return {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(readFileSync(path, "utf8"))))
    if (value !== undefined) secrets[name] = value;
  return secrets;
}
