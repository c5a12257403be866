/**
 * `npm test` runs the first ring: what a change usually breaks. The second has the sweeps, `*.sweep.*.ts`: one rule on many
 * screens, connections, providers or versions, whole seasons, and hosts under stress. TEST_RING chooses one; without it, as in
 * `npx vitest run FILE`, both run.
 */
const ring = process.env.TEST_RING;

export const hasFirstRing = ring !== "sweeps";
export const hasSweeps = ring !== "first";

/** The patterns, of files in the ring that runs. They end in `*.test.ts`, `*.integration.test.ts` or `*.spec.ts`. */
export function inRing(patterns: readonly string[]): { include: string[]; exclude: string[] } {
  return {
    include: hasFirstRing ? [...patterns] : patterns.map(sweepsOf),
    exclude: hasSweeps ? [] : patterns.map(sweepsOf),
  };
}

const sweepsOf = (pattern: string): string => pattern.replace(/\*(?=\.\w+(\.\w+)*$)/, "*.sweep");
