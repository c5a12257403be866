/** Seeded random numbers, so that the demo club is the same every time. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Goals of a side that scores `mean` on average (Poisson, at most 9). */
  goals(mean: number): number;
  oneOf<T>(from: readonly [T, ...T[]]): T;
}

/** Mulberry32, a generator with 32 bits of state. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    goals(mean) {
      const limit = Math.exp(-mean);
      let product = next();
      let goals = 0;
      while (product > limit && goals < 9) {
        goals += 1;
        product *= next();
      }
      return goals;
    },
    oneOf: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
