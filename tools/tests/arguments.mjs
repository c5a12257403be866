/** The options of `npm test`. */
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    sweeps: { type: "boolean", default: false },
    repeat: { type: "boolean", default: false },
    shuffle: { type: "boolean", default: false },
    times: { type: "string", default: "50" },
    seed: { type: "string" },
  },
});

/** Parts of paths; empty for a whole ring. */
export const names = positionals;
export const isRepeat = values.repeat;
export const isShuffle = values.shuffle;
export const times = Number(values.times);
export const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));

/** TEST_RING of tests/rings.ts; empty for both rings. */
export const ring = values.all || names.length > 0 ? "" : values.sweeps ? "sweeps" : "first";
