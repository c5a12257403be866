/** npm run soak -- disk | fuzz | kills | memory | oracle | second-starts [--rounds N] [--seed N]: the long form of a soak. Exits with 1 when it fails. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { soakDisk } from "./disk.ts";
import { soakFuzz } from "./fuzz/fuzz.ts";
import { soakKills } from "./kills.ts";
import { soakMemory } from "./memory.ts";
import { soakOracle } from "./oracle/oracle.ts";
import type { SoakOptions } from "./run-soak.ts";
import { soakSecondStarts } from "./second-starts.ts";

interface Form {
  soak: (options: SoakOptions) => Promise<void>;
  rounds: number;
}

const USAGE =
  "Usage: npm run soak -- disk | fuzz | kills | memory | oracle | second-starts [--rounds N] [--seed N]";
const HOUR_MS = 3_600_000;
/** What `--rounds` counts: full disks, requests, kills, operations, and pairs of hosts. */
const FORMS: Readonly<Record<string, Form>> = {
  disk: { soak: soakDisk, rounds: 200 },
  fuzz: { soak: soakFuzz, rounds: 1_000_000 },
  kills: { soak: soakKills, rounds: 1000 },
  memory: { soak: soakMemory, rounds: 1_000_000 },
  oracle: { soak: soakOracle, rounds: 27_000 },
  "second-starts": { soak: soakSecondStarts, rounds: 200 },
};

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
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
  await form.soak({ rounds, seed, limitMs: 3 * HOUR_MS, print: (line) => console.log(line) });
} catch {
  process.exit(1); // the soak has printed why
}
