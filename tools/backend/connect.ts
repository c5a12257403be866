/** Connects a command to its backend: a Supabase project, the running host of the data folder, or a host started for the command. */
import { PostgrestClient } from "@supabase/postgrest-js";
import { readKeys } from "../../server/gateway/keys.ts";
import { spawnHost } from "../host/spawn-host.ts";
import { patientFetch } from "./patient-fetch.ts";
import { urlOfRunningHost } from "./running-host.ts";

export interface Backend {
  url: string;
  publishableKey: string;
  secretKey: string;
  /** /rest/v1 with the secret key. */
  rest: PostgrestClient;
  /** Stops the host if it was started for this command. */
  close(): Promise<void>;
}

/** No backend is available; the message says what to do. */
export class BackendError extends Error {
  override readonly name = "BackendError";
}

/** `SUPABASE_URL` and `SUPABASE_SECRET_KEY` name another project; otherwise `DATA_DIR` (./data) selects the host. */
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

/** On a free port: the club's own must not answer from a host that stops when the command ends. */
async function startHost(dataDir: string, env: NodeJS.ProcessEnv): Promise<Backend> {
  const host = await spawnHost({
    ...env,
    DATA_DIR: dataDir,
    PORT: undefined,
    METRICS_PORT: undefined,
    SITE_URL: undefined,
    API_EXTERNAL_URL: undefined,
  }).catch((error: Error) => {
    throw new BackendError(error.message);
  });
  // Ctrl-C and SIGTERM stop the host before the command ends, so that nothing writes into the folder afterwards.
  const stop = () => void host.stop().then(() => process.exit(1));
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return withKeysOf(dataDir, host.url, async () => {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await host.stop();
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
    fetch: patientFetch,
  });
  return { url, publishableKey, secretKey, rest, close };
}
