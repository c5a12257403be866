import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type Config, pathInside } from "../config/config.ts";
import { type Bundle, bundle } from "./bundle.ts";
import { FunctionFailure } from "./errors.ts";
import { readPrebuilt } from "./prebuilt.ts";
import type { Environment } from "./redact.ts";
import { FunctionThread } from "./thread.ts";

/** How often the files of a function are checked for changes. */
const CHECK_INTERVAL_MS = 1000;

interface Loaded {
  checkedAt: number;
  started: Promise<Started>;
}

interface Started {
  thread: FunctionThread;
  /** False if a source file has changed or the thread has ended. */
  current(): boolean;
}

/**
 * Starts functions of `<dir>/functions` on their first call, and again after a file has changed or the thread has
 * ended. Resolves to null for an unknown name. Rejects with FunctionFailure (BOOT_ERROR). Secrets come from config.toml
 * and functions/.env, as with the CLI. `log` receives what ends a thread and what a function prints.
 */
export function createLoader(
  { dir, edge_runtime, functions }: Config,
  environment: Environment,
  log: (event: string, what: unknown) => void,
): (name: string) => Promise<FunctionThread | null> {
  const folder = join(dir, "functions");
  const secretsFile = join(folder, ".env");
  const loaded = new Map<string, Loaded>();

  /** The build bundles functions without config.toml, so a function that has its own import map is bundled here. */
  async function bundled(name: string, entry: string): Promise<Bundle> {
    const map = functions[name]?.import_map;
    return map ? bundle(entry, pathInside(dir, map)) : (readPrebuilt(folder, name) ?? bundle(entry));
  }

  async function start(name: string, entry: string): Promise<Started> {
    const { code, files, warnings } = await bundled(name, entry).catch((error: unknown) => {
      throw new FunctionFailure("BOOT_ERROR", error);
    });
    for (const line of warnings) log(`function ${name} import map`, line);
    const stamp = stampOf([...files, secretsFile]);
    const env = {
      ...edge_runtime.secrets,
      ...readSecrets(secretsFile),
      ...functions[name]?.env,
      ...environment,
    };
    const thread = await FunctionThread.start(name, code, env, (event, what) =>
      log(`function ${name} ${event}`, what),
    );
    return { thread, current: () => thread.isServing && stampOf([...files, secretsFile]) === stamp };
  }

  return async (name) => {
    // Names are folder names without dots and slashes. Folders that begin with _ are shared code.
    if (!/^[a-z0-9][a-z0-9_-]*$/i.test(name)) return null;
    const known = loaded.get(name);
    const fresh = known !== undefined && performance.now() - known.checkedAt < CHECK_INTERVAL_MS;
    const before = await known?.started.catch((failure: unknown) => {
      // A failed start is not repeated for every call.
      if (fresh) throw failure;
      return undefined;
    });
    if (before && (fresh ? before.thread.isServing : before.current())) {
      if (known && !fresh) known.checkedAt = performance.now();
      return before.thread;
    }
    // Another call may have started the function in the meantime.
    const other = loaded.get(name);
    if (other !== known) return other ? (await other.started).thread : null;
    before?.thread.retire();
    const entry = join(folder, name, "index.ts");
    if (!existsSync(entry)) {
      loaded.delete(name);
      return null;
    }
    const started = start(name, entry);
    loaded.set(name, { checkedAt: performance.now(), started });
    return (await started).thread;
  };
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
