import type { Heraldry, Pattern } from "./club-colours.ts";

/** Shields are drawn in a box of 64 by 72. */
const outlines = {
  square: "M4 4h56v34c0 16-12 25-28 31C16 63 4 54 4 38z",
  peaked: "M4 7c10 0 20-1 28-5 8 4 18 5 28 5v32c0 15-12 24-28 30C16 63 4 54 4 39z",
  round: "M4 4h56v40c0 14-12 20-21 22l-7 3-7-3C16 64 4 58 4 44z",
} as const;

/** Each pattern has one of the three outlines. Its paths have the second colour. */
const drawings: Readonly<Record<Pattern, { outline: keyof typeof outlines; paths: readonly string[] }>> = {
  bend: { outline: "peaked", paths: ["M-6 24 58 78h-22L-6 42z", "M26 24h14l30 25v12z"] },
  chevron: { outline: "peaked", paths: ["M0 57 32 33l32 24v13L32 46 0 70z"] },
  chief: { outline: "square", paths: ["M0 24h64v9H0z", "M14 41h36v5H14zM20 52h24v5H20z"] },
  cross: { outline: "peaked", paths: ["M25 24h14v48H25z", "M0 38h64v12H0z"] },
  flanks: { outline: "peaked", paths: ["M0 0h15v72H0zM49 0h15v72H49z"] },
  halves: { outline: "round", paths: ["M32 0h32v72H32z"] },
  hoops: { outline: "round", paths: ["M0 34h64v9H0zM0 52h64v9H0z"] },
  pale: { outline: "round", paths: ["M25 0h14v72H25z"] },
  quarters: { outline: "square", paths: ["M32 25h32v20H32zM0 45h32v27H0z"] },
  saltire: {
    outline: "square",
    paths: ["M4 24h13L32 38l15-14h13L38.5 46 60 68H47L32 54 17 68H4l21.5-22z"],
  },
  sash: { outline: "square", paths: ["M-4 70 56 20h18L4 80z"] },
  stripes: { outline: "square", paths: ["M10 0h9v72h-9zM27.5 0h9v72h-9zM45 0h9v72h-9z"] },
};

/** The outline of a shield, and the paths of its pattern, which have the second colour. */
export function shieldOf({ pattern }: Heraldry): { outline: string; paths: readonly string[] } {
  const { outline, paths } = drawings[pattern];
  return { outline: outlines[outline], paths };
}

/** A shirt in a box of 42 by 40, and the edge of its collar. */
export const shirt = {
  body: "M13 2 2 8l4 10 5-2v22h20V16l5 2 4-10-11-6c-2 5-14 5-16 0z",
  collar: "M13 2c2 6.5 14 6.5 16 0",
} as const;
