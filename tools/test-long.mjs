/** npm run test:long: the long forms of tests, one after another. They take hours. Exits 1 if one failed. */
import { spawnSync } from "node:child_process";
import { ensureInstalled } from "./install.mjs";
import { SOAKS, TESTS } from "./long-forms.mjs";
import { browserVariables, ensurePackages } from "./packages.mjs";

const LONG_FORMS = [
  ...TESTS.map((name) => ({ name: `test ${name}`, command: ["vitest", "run", name] })),
  ...SOAKS.map((name) => ({ name: `soak ${name}`, command: ["tsx", "tests/soak/main.ts", name] })),
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
