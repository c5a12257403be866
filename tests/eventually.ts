/** Waiting for an asynchronous condition in tests. */
import { vi } from "vitest";
import { FACT_MS } from "./limits.ts";

const POLL_MS = 20;

/**
 * Calls `check` until it neither throws nor rejects. Resolves to its result; rejects with its last error after minutes.
 * `everyMs`: the pause between two calls of a check that makes the host work.
 */
export function eventually<T>(check: () => T | Promise<T>, everyMs = POLL_MS): Promise<T> {
  return vi.waitFor(check, { timeout: FACT_MS, interval: everyMs });
}
