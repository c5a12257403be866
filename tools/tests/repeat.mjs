/**
 * `npm test -- --repeat NAME`: runs the tests whose path or title contains NAME fifty times on a busy machine, with the answers of
 * the hosts held, reordered and doubled at random (tests/engines/disturbed-host.ts). Prints the seed; `--seed` repeats it.
 */
import { fork, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { browserVariables } from "../packages.mjs";

const FOLDERS = ["tests", "server", "web", "tools", "supabase"];

/** How many of the times it passed and failed: runs of Vitest, and tests of Playwright. Returns whether all passed. */
export function repeat({ name, times, seed }) {
  console.log(`Seed ${seed}: npm test -- --repeat ${name} --times ${times} --seed ${seed}`);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  ).filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes("node_modules"));
  const found = files.filter((path) => path.includes(name));
  const isTitle = found.length === 0;
  const hasBrowser = isTitle || found.some((path) => path.endsWith(".spec.ts"));
  const hasOthers = isTitle || found.some((path) => !path.endsWith(".spec.ts"));
  const env = {
    ...process.env,
    ...browserVariables(),
    HOST_PRELOAD: pathToFileURL("tests/engines/disturbed-host.ts").href,
    HOST_SEED: String(seed),
  };
  const busy = Array.from({ length: availableParallelism() }, () =>
    fork("tools/tests/busy.mjs", { stdio: ["ignore", "ignore", "ignore", "ipc"] }),
  );
  try {
    let isGood = true;
    if (hasBrowser) {
      const filter = isTitle ? ["-g", escaped(name)] : [name];
      isGood = run("playwright", ["test", ...filter, "--pass-with-no-tests", `--repeat-each=${times}`], env);
    }
    for (let time = 0; hasOthers && isGood && time < times; time++) {
      console.log(`== ${time + 1} of ${times}`);
      const filter = isTitle ? ["-t", escaped(name)] : [name];
      isGood = run("vitest", ["run", ...filter, "--passWithNoTests"], {
        ...env,
        HOST_SEED: String(seed + time),
      });
    }
    return isGood;
  } finally {
    for (const process of busy) process.kill();
  }
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function run(program, args, env) {
  return spawnSync(`node_modules/.bin/${program}`, args, { stdio: "inherit", env }).status === 0;
}
