/** The short forms of the soaks; `npm run soak` runs the long ones. */
import { describe, it } from "vitest";
import { soakDisk } from "../soak/disk.ts";
import { soakFuzz } from "../soak/fuzz/fuzz.ts";
import { soakKills } from "../soak/kills.ts";
import { soakMemory } from "../soak/memory.ts";
import { soakOracle } from "../soak/oracle/oracle.ts";
import { soakOverload } from "../soak/overload/overload.ts";
import type { SoakOptions } from "../soak/run-soak.ts";
import { soakSecondStarts } from "../soak/second-starts.ts";

const LIMIT_MS = 120_000;

describe.skipIf(process.platform !== "linux")("a host under stress", () => {
  // The long form allows PostgreSQL two seconds to end; here other tests keep the machine busy.
  it(
    "loses nothing when it or PostgreSQL is killed",
    () => soakKills({ ...short(8, 5), goneMs: 10_000 }),
    2 * LIMIT_MS,
  );

  it(
    "does not grow while it serves requests",
    () => {
      return soakMemory({ ...short(3000, 1), heapLimit: 96, warmUp: 1000 });
    },
    LIMIT_MS,
  );

  it("answers generated requests without a server error", () => soakFuzz(short(900, 1)), LIMIT_MS);

  it("has the totals that an independent model expects", () => soakOracle(short(120, 1)), LIMIT_MS);

  it("refuses writes on a full disk and works again afterwards", () => soakDisk(short(2, 1)), LIMIT_MS);

  // Other tests keep the machine busy, so the times of the long form do not hold here.
  it(
    "refuses what it cannot serve, and loses no save that it acknowledged",
    () => soakOverload({ ...short(2, 6), admittedMs: LIMIT_MS, connections: 300 }),
    LIMIT_MS,
  );

  it("shares its data folder with no other host", () => soakSecondStarts(short(4, 2)), 2 * LIMIT_MS);
});

/** The seed is fixed, so that each run tests the same moments. */
function short(rounds: number, seed: number): SoakOptions {
  return { rounds, seed, limitMs: LIMIT_MS, print: (line) => console.log(line) };
}
