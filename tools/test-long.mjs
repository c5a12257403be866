/** npm run test:long: the long forms of tests, one after another. They take hours. Exits 1 if one failed. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { browserVariables, ensurePackages } from "./packages.mjs";

/** Vitest files that have more to do in the long form, or run only there. */
const TESTS = ["server", "tests"]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
  .filter((path) => /\.test\.ts$/.test(path) && !path.includes("node_modules"))
  .filter((path) => path.endsWith(".long.test.ts") || readFileSync(path, "utf8").includes("/long-form.ts"));
const LONG_FORMS = [
  // One after another.
  ...TESTS.map((path) => ({ name: `test ${path}`, command: ["vitest", "run", path] })),
  { name: "soaks", command: ["tsx", "tests/soak/main.ts", "all"] },
  { name: "thousands of sockets", command: ["tsx", "bench/run.ts", "realtime"] },
  { name: "Lighthouse on more pages", command: ["playwright", "test", "lighthouse"] },
  { name: "Lighthouse's performance", command: ["tsx", "bench/run.ts", "lighthouse"] },
];

ensureInstalled({ dev: true });
ensurePackages({ long: true });
const failed = LONG_FORMS.filter(({ name, command: [program, ...args] }) => {
  console.log(`== ${name}`);
  const env = { ...process.env, TEST_FORM: "long", ...browserVariables() };
  return spawnSync(`node_modules/.bin/${program}`, args, { stdio: "inherit", env }).status !== 0;
});
for (const { name } of failed) console.error(`FAILED: ${name}`);
process.exit(failed.length === 0 ? 0 : 1);
