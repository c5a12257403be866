import { setTimeout } from "node:timers/promises";

/** More than the slowest branch takes: what an answer depends on cannot be told from when it comes. */
const FLOOR_MS = 80;

/** Does `work`, and answers no sooner than the floor, whether it resolves or throws. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const floor = setTimeout(FLOOR_MS);
  try {
    return await work();
  } finally {
    await floor;
  }
}
