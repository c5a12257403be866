/** What an operation of the game is, and how its answers are checked. */
import type { Answer } from "./api.ts";

export interface Operation {
  name: string;
  /** Operations without a key in common may run at the same time. */
  keys: readonly string[];
  run(): Promise<void>;
}

/** The key of operations whose result depends on everything else. */
export const ALONE = "alone";

/** `expected`: the error's code; null for a success. */
export function expectCode(what: string, { status, code, body }: Answer, expected: string | null): void {
  if (code !== expected)
    throw new Error(`${what} was answered ${status} ${JSON.stringify(body)} instead of ${expected ?? "2xx"}`);
}

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what} is ${found} instead of ${expected}`);
}
