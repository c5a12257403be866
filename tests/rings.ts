/**
 * `npm test` runs the first ring: what a change usually breaks. The second has the sweeps: one rule on many screens, connections,
 * providers or versions, rare cases, whole seasons, and hosts under stress. They are the files `*.sweep.*.ts`, and the browser
 * tests with the tag of sweeps. TEST_RING chooses one ring; without it, as in `npx vitest run FILE`, both run.
 */
const ring = process.env.TEST_RING;

export const hasFirstRing = ring !== "sweeps";
export const hasSweeps = ring !== "first";

/** The tag of browser tests that are sweeps in a file of the first ring. */
export const SWEEP_TAG = "@sweep";

/** The patterns, of files in the ring that runs. They end in `*.test.ts`, `*.integration.test.ts` or `*.spec.ts`. */
export function inRing(patterns: readonly string[]): { include: string[]; exclude: string[] } {
  return {
    include: hasFirstRing ? [...patterns] : patterns.map(sweepsOf),
    exclude: hasSweeps ? [] : patterns.map(sweepsOf),
  };
}

const sweepsOf = (pattern: string): string => pattern.replace(/\*(?=\.\w+(\.\w+)*$)/, "*.sweep");
