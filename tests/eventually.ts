/** Waiting for an asynchronous condition in tests. */
import { vi } from "vitest";

/** A busy machine may take seconds, so only a condition that never becomes true reaches this limit. */
const LIMIT_MS = 30_000;
const POLL_MS = 20;

/** Calls `check` until it neither throws nor rejects. Resolves to its result; rejects with its last error after 30 s. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: LIMIT_MS, interval: POLL_MS });
}
