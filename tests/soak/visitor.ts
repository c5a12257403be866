/** A client that keeps calling a host while its database is killed, and notes answers that no client may get. */
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import type { Club } from "./club.ts";
import type { Soak } from "./run-soak.ts";

/** A call that takes longer counts as a hang. */
const HANG_MS = 10_000;

export interface Visitors {
  /** Names of the teams whose insert was answered with 201. */
  readonly acknowledged: readonly string[];
  /** Waits for the calls under way. Throws an Error that lists the answers that were wrong. */
  stop(): Promise<void>;
}

/** Starts `writers` clients that insert teams one after the other, and one that reads, until the host ends or `stop`. */
export function startVisitors(
  soak: Soak,
  host: LaunchedHost,
  club: Club,
  writers: number,
  label: string,
): Visitors {
  const headers = { apikey: club.keys.secret_key, "content-type": "application/json" };
  const acknowledged: string[] = [];
  const faults = new Set<string>();
  let isOver = false;
  host.ended.finally(() => {
    isOver = true;
  });

  /** The status, or null when the connection to the host broke, which only its end explains. */
  async function call(path: string, init: RequestInit): Promise<number | null> {
    const started = performance.now();
    try {
      const response = await fetch(`${host.url}/rest/v1/${path}`, {
        ...init,
        headers,
        signal: AbortSignal.timeout(soak.within(HANG_MS)),
      });
      const text = await response.text();
      const isRefusal = response.status === 503 && response.headers.has("retry-after");
      if (!response.ok && !isRefusal) faults.add(`${init.method} was answered ${response.status} ${text}`);
      return response.status;
    } catch (error) {
      if (error instanceof Error && error.name === "TimeoutError")
        faults.add(`${init.method} was not answered in ${Math.round(performance.now() - started)} ms`);
      isOver = true;
      return null;
    }
  }

  async function write(writer: number): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const name = `Team ${label} ${writer} ${turn}`;
      const status = await call("teams", { method: "POST", body: JSON.stringify({ name }) });
      if (status === 201) acknowledged.push(name);
    }
  }

  async function read(): Promise<void> {
    while (!isOver) await call("teams?select=name&limit=1", { method: "GET" });
  }

  const calls = Promise.all([read(), ...Array.from({ length: writers }, (_, writer) => write(writer))]);
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await calls;
      if (faults.size > 0) throw new Error([...faults].slice(0, 5).join("; "));
    },
  };
}
