/** npm run check: format, lint, types, import directions and the unit tests, side by side. Exits 1 when one of them failed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { CHECKS } from "./checks.mjs";
import { ensureInstalled } from "./install.mjs";

ensureInstalled({ dev: true });
const UNIT = { name: "unit tests", program: "vitest", args: ["run", "--project", "unit", "--reporter=dot"] };
const failures = await Promise.all([...CHECKS, UNIT].map(failsAt));
process.exit(failures.some(Boolean) ? 1 : 0);

/** Says how it went, and what it printed when it failed. */
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
