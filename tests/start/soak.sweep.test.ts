/** The short forms of the soaks that are the only test of their rule; `npm run soak` runs the long ones. */
import { describe, it } from "vitest";
import { soakFuzz } from "../soak/fuzz/fuzz.ts";
import { soakKills } from "../soak/kills.ts";
import { soakMemory } from "../soak/memory.ts";
import { soakOracle } from "../soak/oracle/oracle.ts";
import { soakPower } from "../soak/power/power.ts";
import type { SoakOptions } from "../soak/run-soak.ts";

describe.skipIf(process.platform !== "linux")("a host under stress", () => {
  it("loses nothing when it or PostgreSQL is killed", () => soakKills(short(4, 5)));

  it("loses nothing when the power of its disk is cut", () => soakPower(short(4, 3)));

  it("does not grow while it serves requests", () =>
    soakMemory({ ...short(1200, 1), heapLimit: 96, warmUp: 500 }));

  it("answers generated requests without a server error", () => soakFuzz(short(300, 1)));

  it("has the totals that an independent model expects", () => soakOracle(short(80, 1)));
});

/** The seed is fixed, so that each run tests the same moments. All rounds run, however long they take. */
function short(rounds: number, seed: number): SoakOptions {
  return { rounds, seed, limitMs: Infinity, isTimed: false, print: (line) => console.log(line) };
}
