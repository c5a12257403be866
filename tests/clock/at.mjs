/**
 * npm run at -- "2027-02-28 23:30 Europe/London" COMMAND ...: runs a command as if that moment were now. Its processes, also
 * PostgreSQL and Chromium, have a clock that begins there and runs. Durations are real.
 *
 * Not with libfaketime: with it, PostgreSQL's timers (lock_timeout, deadlock_timeout) do not end a wait for a lock.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tzOffset } from "@date-fns/tz";

const DAY_MS = 86_400_000;
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) (\S+)$/;

const [moment = "", program, ...args] = process.argv.slice(2);
if (!program) fail('Usage: npm run at -- "2027-02-28 23:30 Europe/London" COMMAND ...');
const seconds = Math.ceil((instantOf(moment) - Date.now()) / 1000);
// Every user may read the folder of temporary files, which the checkout need not be.
const folder = mkdtempSync(join(tmpdir(), "scoreline-clock-"));
chmodSync(folder, 0o755);
const child = spawn(program, args, {
  stdio: "inherit",
  env: {
    ...process.env,
    LD_PRELOAD: compiled(),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${new URL("every-child.mjs", import.meta.url)}`,
  },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "exit");
rmSync(folder, { recursive: true });
process.exitCode = code ?? 1;

/** Milliseconds since 1970 of a local time and its time zone. Of an hour that a clock shows twice, the first. */
function instantOf(text) {
  const [, day, time, zone] = MOMENT.exec(text) ?? [];
  const utc = Date.parse(`${day}T${time}Z`);
  const offsets = [utc - DAY_MS, utc + DAY_MS].map((ms) => tzOffset(zone, new Date(ms)) * 60_000);
  const instants = offsets.map((offset) => utc - offset);
  const instant = instants.find((ms) => ms + tzOffset(zone, new Date(ms)) * 60_000 === utc) ?? instants[0];
  return Number.isNaN(instant) ? fail(`Not a moment as in 2027-02-28 23:30 Europe/London: ${text}`) : instant;
}

/** The path of the library that moves the clock. */
function compiled() {
  const path = join(folder, "moved-clock.so");
  const source = fileURLToPath(new URL("moved-clock.c", import.meta.url));
  const done = spawnSync(
    "cc",
    ["-shared", "-fPIC", "-O2", `-DOFFSET=${seconds}L`, "-o", path, source, "-ldl"],
    {
      encoding: "utf8",
    },
  );
  return done.status === 0
    ? path
    : fail(`cc cannot compile ${source}: ${done.stderr ?? done.error?.message}`);
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
