/** The backend that a command speaks to: Supabase by its address, the host that runs on the data folder, or one of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PostgrestClient } from "@supabase/postgrest-js";
import { z } from "zod";
import { readKeys } from "../../server/gateway/keys.ts";

export interface Backend {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** /rest/v1 with the secret key. */
  rest: PostgrestClient;
  /** Stops the host if it was started for this command. */
  close(): Promise<void>;
}

/** Why there is no backend to speak to; the message says what to do. */
export class BackendError extends Error {
  override readonly name = "BackendError";
}

const runningHost = z.object({ url: z.url() });

/** `SUPABASE_URL` and `SUPABASE_SECRET_KEY` name another project; else `DATA_DIR` (./data) says which host. */
export async function connect(env: NodeJS.ProcessEnv): Promise<Backend> {
  if (env.SUPABASE_URL || env.SUPABASE_SECRET_KEY) {
    if (!env.SUPABASE_URL || !env.SUPABASE_SECRET_KEY)
      throw new BackendError("Set both SUPABASE_URL and SUPABASE_SECRET_KEY, or neither.");
    return backend(env.SUPABASE_URL, "", env.SUPABASE_SECRET_KEY, async () => {});
  }
  const dataDir = env.DATA_DIR ?? "./data";
  const running = await urlOfRunningHost(dataDir);
  if (running) return withKeysOf(dataDir, running, async () => {});
  return startHost(dataDir, env);
}

/** Where the host of this data folder listens, or null when none does. */
export async function urlOfRunningHost(dataDir: string): Promise<string | null> {
  const path = join(dataDir, "host.json");
  if (!existsSync(path)) return null;
  const host = runningHost.safeParse(JSON.parse(readFileSync(path, "utf8")));
  if (!host.success) return null;
  try {
    return (await fetch(new URL("/healthz", host.data.url))).ok ? host.data.url : null;
  } catch {
    return null; // left behind by a host that was killed
  }
}

async function startHost(dataDir: string, env: NodeJS.ProcessEnv): Promise<Backend> {
  const host = spawn(process.execPath, ["build/server/main.js"], {
    env: { ...env, DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let complaint = "";
  host.stderr?.on("data", (chunk: Buffer) => {
    complaint += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    host.once("message", (message) => resolve(runningHost.parse(message).url));
    host.once("exit", () => reject(new BackendError(complaint.trim() || "The host did not start.")));
  });
  return withKeysOf(dataDir, url, async () => {
    host.kill("SIGTERM");
    await once(host, "exit");
  });
}

function withKeysOf(dataDir: string, url: string, close: () => Promise<void>): Backend {
  const keys = readKeys(dataDir);
  if (!keys)
    throw new BackendError(`There are no keys in ${dataDir}. Is DATA_DIR the folder of the running host?`);
  return backend(url, keys.publishable_key, keys.secret_key, close);
}

function backend(
  url: string,
  publishableKey: string,
  secretKey: string,
  close: () => Promise<void>,
): Backend {
  const rest = new PostgrestClient(new URL("/rest/v1", url).href, {
    headers: { apikey: secretKey, Authorization: `Bearer ${secretKey}` },
  });
  return { url, publishableKey, secretKey, rest, close };
}
