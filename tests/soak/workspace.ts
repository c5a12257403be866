/** The folders and processes of one run of a soak. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FACT_MS } from "../limits.ts";
import { isRunning, postgresIn, signal, tree, until } from "./processes.ts";

export interface Workspace {
  /** The path of a new folder, which is not created. */
  folder(name: string): string;
  /** Notes a child process to kill at the end, unless `ended` settles before. */
  started(pid: number, ended: Promise<unknown>): void;
  /** Calls `unmount` before the folders are removed, also after Ctrl-C. */
  mounted(unmount: () => void): void;
  /** Kills what was started and what it started, unmounts, and removes the folders. */
  remove(): Promise<void>;
}

export function createWorkspace(soak: string): Workspace {
  const folder = mkdtempSync(join(tmpdir(), `scoreline-soak-${soak}-`));
  chmodSync(folder, 0o711); // PostgreSQL's user must enter it when the soak runs as root
  const running = new Set<number>();
  const unmounts: (() => void)[] = [];
  let folders = 0;
  return {
    folder: (name) => join(folder, `${name}-${folders++}`),
    started(pid, ended) {
      running.add(pid);
      const forget = (): void => void running.delete(pid);
      ended.then(forget, forget);
    },
    mounted: (unmount) => void unmounts.push(unmount),
    async remove() {
      const left = [...[...running].flatMap(tree), ...postgresIn(folder)];
      for (const { pid } of left) signal(pid, "SIGKILL");
      await until("the end of every process", FACT_MS, () => !left.some(({ pid }) => isRunning(pid)));
      for (const unmount of unmounts) unmount();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
