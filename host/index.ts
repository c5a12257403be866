/** Starts a host from a program: `import { start } from "hostbase"`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface StartOptions {
  /** The Supabase folder: `supabase` by default. */
  dir?: string;
  /** Keys, database and uploads: `.hostbase` in that folder by default. */
  dataDir?: string;
  /** `api.port` of config.toml by default; 0 is a free one. */
  port?: number;
  /** Other variables of the README. They precede those of this process. */
  env?: Readonly<Record<string, string>>;
}

export interface RunningHost {
  /** The address of the API, for `createClient`. */
  url: string;
  publishableKey: string;
  secretKey: string;
  /** Resolves when the host has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a host in a separate process, which ends with this one. Resolves when it serves; rejects with what it printed if it
 * ends before. Its log goes to standard error.
 */
export async function start({
  dir = "supabase",
  dataDir,
  port,
  env,
}: StartOptions = {}): Promise<RunningHost> {
  const host = spawn(process.execPath, [fileURLToPath(new URL("main.js", import.meta.url))], {
    env: {
      ...process.env,
      ...env,
      SUPABASE_DIR: dir,
      ...(dataDir !== undefined && { DATA_DIR: dataDir }),
      ...(port !== undefined && { PORT: String(port) }),
      STOP_WITH_PARENT: "on",
    },
  });
  const closed = once(host, "close");
  let printed = "";
  let complaints = "";
  const keep = (chunk: Buffer) => {
    complaints += chunk;
  };
  host.stderr.on("data", keep);
  await new Promise<void>((resolve, reject) => {
    host.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      if (/^Data .*\n/m.test(printed)) resolve();
    });
    closed.then(() => reject(new Error(complaints.trim() || printed.trim())), reject);
  });
  host.stdout.removeAllListeners("data").resume();
  host.stderr.off("data", keep).pipe(process.stderr);
  process.stderr.write(complaints);
  const printedAfter = (name: string) => new RegExp(`^${name} +(\\S+)`, "m").exec(printed)?.[1] ?? "";
  return {
    url: printedAfter("Serving"),
    publishableKey: printedAfter("Publishable key"),
    secretKey: printedAfter("Secret key"),
    async stop() {
      host.stdin.end(); // also on Windows, where a signal would end it at once
      await closed;
    },
  };
}
