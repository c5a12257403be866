/** Shared by all soaks: a seed, limits and progress output. */
import { FACT_MS } from "../limits.ts";
import { createRandom, type Random } from "./random.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface SoakOptions {
  rounds: number;
  seed: number;
  /** No round begins after this time, in milliseconds. */
  limitMs: number;
  /** True on a quiet machine: what must be quick has a limit. Otherwise only what hangs fails. */
  isTimed: boolean;
  print: (line: string) => void;
}

export interface Soak extends SoakOptions {
  random: Random;
  workspace: Workspace;
  /** True while another round may begin. */
  isInTime(): boolean;
  /** The limit of what takes at most `ms` on a quiet machine. */
  within(ms: number): number;
}

/**
 * Runs `work` in a new workspace, which is removed afterwards. `work` resolves to the text of the verdict. Rejects
 * when the soak found a fault.
 */
export async function runSoak(
  name: string,
  options: SoakOptions,
  work: (soak: Soak) => Promise<string>,
): Promise<void> {
  const { seed, limitMs, isTimed, print } = options;
  print(`${name}: seed ${seed}`);
  const started = performance.now();
  const workspace = createWorkspace(name);
  const abort = (): void => void workspace.remove().then(() => process.exit(1));
  process.once("SIGINT", abort).once("SIGTERM", abort);
  try {
    const isInTime = (): boolean => performance.now() - started < limitMs;
    const within = (ms: number): number => (isTimed ? ms : FACT_MS);
    const verdict = await work({ ...options, random: createRandom(seed), workspace, isInTime, within });
    print(`${name}: passed in ${Math.round((performance.now() - started) / 1000)} s: ${verdict}`);
  } catch (error) {
    print(`${name}: failed with seed ${seed}: ${error instanceof Error ? error.message : error}`);
    throw error;
  } finally {
    process.off("SIGINT", abort).off("SIGTERM", abort);
    await workspace.remove();
  }
}
