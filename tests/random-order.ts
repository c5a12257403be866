/** `npm test -- --shuffle` runs the test files in an order that depends on a seed, so that no file can rely on another. */
import { createHash } from "node:crypto";

const seed = process.env.TEST_ORDER;

export const isShuffled = seed !== undefined;

/** Compares two paths by their place in the order of the seed. */
export function inRandomOrder(one: string, other: string): number {
  return placeOf(one) < placeOf(other) ? -1 : 1;
}

const placeOf = (path: string) => createHash("sha256").update(`${seed} ${path}`).digest("hex");
