/** Processes of a host and of its PostgreSQL, read from /proc. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

export interface Process {
  pid: number;
  parent: number;
  /** Name of the program, e.g. "node", "sh", "postgres" or "initdb". */
  program: string;
}

const POLL_MS = 10;

/** Every process that has not ended; one that its parent has not reaped yet has ended. */
export function processes(): Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const found = processOf(Number(name));
      return found ? [found] : [];
    });
}

export function isRunning(pid: number): boolean {
  return processOf(pid) !== null;
}

/** The process and everything below it, parents before children. */
export function tree(pid: number): Process[] {
  const all = processes();
  const found = all.filter((process) => process.pid === pid);
  for (const { pid: parent } of found) found.push(...all.filter((process) => process.parent === parent));
  return found;
}

/** PostgreSQL's processes whose data directory is below `folder`; initdb's are left out. */
export function postgresIn(folder: string): Process[] {
  return processes().filter(({ pid, program }) => {
    if (program !== "postgres") return false;
    try {
      const cluster = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
      return cluster.startsWith(`${folder}/`) && !cluster.includes("/database.new-");
    } catch {
      return false; // it has ended
    }
  });
}

/** Ignores a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Resolves when `condition` is true. Throws an Error that names `what` after `limitMs`. */
export async function until(
  what: string,
  limitMs: number,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${limitMs} ms`);
    await delay(POLL_MS);
  }
}

/** Bytes of memory: "Pss" counts memory that processes share once among them, "Rss" counts it for each of them. */
export function memoryOf(pids: readonly number[], measure: "Pss" | "Rss" = "Pss"): number {
  const kilobytes = pids.map((pid) => {
    try {
      return Number(
        new RegExp(`^${measure}: +(\\d+) kB`, "m").exec(
          readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"),
        )?.[1] ?? 0,
      );
    } catch {
      return 0; // it has ended
    }
  });
  return kilobytes.reduce((sum, size) => sum + size, 0) * 1024;
}

function processOf(pid: number): Process | null {
  try {
    // The name is in parentheses and may hold spaces: `42 (tmux: server) S 1 ...`
    const [, program = "", state, parent] =
      /^\d+ \((.*)\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return state === "Z" || state === "X" ? null : { pid, parent: Number(parent), program };
  } catch {
    return null;
  }
}
