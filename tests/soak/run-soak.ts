/** Shared by all soaks: a seed, limits and progress output. */
import { createRandom, type Random } from "./random.ts";
import { createWorkspace, type Workspace } from "./workspace.ts";

export interface SoakOptions {
  rounds: number;
  seed: number;
  /** No round begins after this time, in milliseconds. */
  limitMs: number;
  print: (line: string) => void;
}

export interface Soak extends SoakOptions {
  random: Random;
  workspace: Workspace;
  /** True while another round may begin. */
  isInTime(): boolean;
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
  const { seed, limitMs, print } = options;
  print(`${name}: seed ${seed}`);
  const started = performance.now();
  const workspace = createWorkspace(name);
  const abort = (): void => void workspace.remove().then(() => process.exit(1));
  process.once("SIGINT", abort).once("SIGTERM", abort);
  try {
    const isInTime = (): boolean => performance.now() - started < limitMs;
    const verdict = await work({ ...options, random: createRandom(seed), workspace, isInTime });
    print(`${name}: passed in ${Math.round((performance.now() - started) / 1000)} s: ${verdict}`);
  } catch (error) {
    print(`${name}: failed with seed ${seed}: ${error instanceof Error ? error.message : error}`);
    throw error;
  } finally {
    process.off("SIGINT", abort).off("SIGTERM", abort);
    await workspace.remove();
  }
}
