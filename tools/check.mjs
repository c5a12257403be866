/** npm run check: format, lint, types, import directions and unit tests in parallel. Exits 1 if one failed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { ensureWords } from "./build.mjs";
import { CHECKS } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";

ensureInstalled({ dev: true });
await ensureWords();
/** In each of the time zones of vitest.config.ts. */
const UNIT = { name: "unit tests", program: "vitest", args: ["run", "--project", "unit*", "--reporter=dot"] };
const failures = await Promise.all([...CHECKS, UNIT].map(failsAt));
process.exit(failures.some(Boolean) ? 1 : 0);

/** Prints the result and, after a failure, the output. */
async function failsAt({ name, program, args }) {
  const began = performance.now();
  const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [out, complaint, [code]] = await Promise.all([
    buffer(child.stdout),
    buffer(child.stderr),
    once(child, "close"),
  ]);
  const time = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  console.log(`${name}: ${code === 0 ? "passed" : "FAILED"}, ${time}`);
  if (code !== 0) process.stdout.write(Buffer.concat([out, complaint]));
  return code !== 0;
}
