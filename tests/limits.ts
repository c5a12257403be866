/**
 * The only limits of time in tests. They end what hangs: a slow or busy machine reaches none of them, so a test sets no
 * shorter one (architecture/time-limits.test.ts).
 */

/** For a fact that a test waits for. */
export const FACT_MS = 3 * 60_000;

/** For a whole test or hook, so that a fact that never comes true is named first. */
export const TEST_MS = 10 * 60_000;
