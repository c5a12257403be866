/** A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, on a free port of 127.0.0.1. */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tools/host/spawn-host.ts";

export interface Cluster {
  /** postgres://… of a database in this cluster. */
  url(database: string): string;
  stop(): void;
}

/** The newest server that Debian's packages, or the PATH, offer. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  return versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, "initdb")));
}

/**
 * `settings`: of postgresql.conf, without blanks in their values. Throws when there is no server to start. fsync is off:
 * these databases need not outlive the machine's power.
 */
export async function startCluster(settings: Readonly<Record<string, string>> = {}): Promise<Cluster> {
  const programs = postgresPrograms();
  if (!programs) throw new Error("No PostgreSQL server is installed; `npm test` installs Debian's as root.");
  const folder = mkdtempSync(join(tmpdir(), "scoreline-postgres-"));
  const root = process.getuid?.() === 0;
  const postgresId = root
    ? Number(spawnSync("id", ["-u", "postgres"], { encoding: "utf8" }).stdout)
    : undefined;
  if (postgresId) chownSync(folder, postgresId, postgresId);

  const run = (program: string, args: string[]): void => {
    const options = { cwd: folder, encoding: "utf8" as const, ...(postgresId ? { uid: postgresId } : {}) };
    const done = spawnSync(join(programs, program), args, {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (done.status !== 0) throw new Error(`${program} failed: ${done.stderr || done.error?.message}`);
  };
  const port = await freePort();
  const data = join(folder, "data");
  run("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"]);
  const given = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    fsync: "off",
    max_connections: 200,
    ...settings,
  };
  const options = Object.entries(given).map(([name, value]) => `-c ${name}=${value}`);
  run("pg_ctl", ["-D", data, "-l", join(folder, "log"), "-o", options.join(" "), "-w", "start"]);
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    stop() {
      run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
