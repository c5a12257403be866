import { setTimeout } from "node:timers/promises";

/** Longer than the slowest branch takes, so that the response time does not reveal which branch ran. */
const MIN_DURATION_MS = 80;

/** Runs `work` and settles no sooner than MIN_DURATION_MS, whether `work` resolves or throws. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const minimum = setTimeout(MIN_DURATION_MS);
  try {
    return await work();
  } finally {
    await minimum;
  }
}
