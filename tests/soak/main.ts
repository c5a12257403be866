/** npm run soak -- NAME [--rounds N] [--seed N]: the long form of a soak; `all`: of each in turn. Exits with 1 when one fails. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { soakDisk } from "./disk.ts";
import { soakFunctions } from "./fuzz/functions.ts";
import { soakFuzz } from "./fuzz/fuzz.ts";
import { soakKills } from "./kills.ts";
import { soakLocks } from "./locks/locks.ts";
import { soakMemory } from "./memory.ts";
import { soakOracle } from "./oracle/oracle.ts";
import { soakOutgoing } from "./outgoing.ts";
import { soakOverload } from "./overload/overload.ts";
import { soakPermissions } from "./permissions/permissions.ts";
import { soakPower } from "./power/power.ts";
import type { SoakOptions } from "./run-soak.ts";
import { soakSecondStarts } from "./second-starts.ts";
import { soakTwoHosts } from "./two-hosts.ts";

interface Form {
  soak: (options: SoakOptions) => Promise<void>;
  rounds: number;
}

const HOUR_MS = 3_600_000;
/** What `--rounds` counts: full disks, requests, requests, kills, matches that lock, requests, operations, requests, seconds, requests, cuts, pairs of hosts, and kills. */
const FORMS: Readonly<Record<string, Form>> = {
  disk: { soak: soakDisk, rounds: 200 },
  functions: { soak: soakFunctions, rounds: 1_000_000 },
  fuzz: { soak: soakFuzz, rounds: 1_000_000 },
  kills: { soak: soakKills, rounds: 1000 },
  locks: { soak: soakLocks, rounds: 500 },
  memory: { soak: soakMemory, rounds: 1_000_000 },
  oracle: { soak: soakOracle, rounds: 27_000 },
  outgoing: { soak: soakOutgoing, rounds: 60 },
  overload: { soak: soakOverload, rounds: 300 },
  permissions: { soak: soakPermissions, rounds: 100_000 },
  power: { soak: soakPower, rounds: 200 },
  "second-starts": { soak: soakSecondStarts, rounds: 200 },
  "two-hosts": { soak: soakTwoHosts, rounds: 300 },
};
const USAGE = `Usage: npm run soak -- all | ${Object.keys(FORMS).join(" | ")} [--rounds N] [--seed N]`;

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
if (positionals[0] === "all") {
  const failed = Object.keys(FORMS).filter((name) => {
    console.log(`== ${name}`);
    const args = [...process.execArgv, "tests/soak/main.ts", name];
    return spawnSync(process.execPath, args, { stdio: "inherit" }).status !== 0;
  });
  for (const name of failed) console.error(`FAILED: ${name}`);
  process.exit(failed.length === 0 ? 0 : 1);
}
const form = FORMS[positionals[0] ?? ""];
const rounds = Number(values.rounds ?? form?.rounds);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!form || !Number.isSafeInteger(rounds) || rounds < 1 || !Number.isSafeInteger(seed)) {
  console.error(USAGE);
  process.exit(1);
}
const built = spawnSync(process.execPath, ["tools/build.mjs"], { stdio: "inherit" });
if (built.status !== 0) process.exit(1);
try {
  await form.soak({ rounds, seed, limitMs: 3 * HOUR_MS, isTimed: true, print: (line) => console.log(line) });
} catch {
  process.exit(1); // the soak has printed why
}
