/** Tests wait for facts: only tests/limits.ts has limits of time, which end what hangs. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const OWN = /^tests\/(e2e\/|eventually\.ts$|architecture\/time-limits\.test\.ts$)/;
const isTestCode = (path: string) =>
  !OWN.test(path) && (path.startsWith("tests/") || /\.(test|fixture)\.tsx?$/.test(path));

/** The patterns that set another limit, by name. */
const LIMITS: Readonly<Record<string, RegExp>> = {
  "a limit of a test or hook": /^\s*\}, [\d_ *]*\d{3}\);/m,
  "a limit of a wait": /\btimeout: [\d_]+/,
  "a wait with Vitest's default of one second": /\bvi\.wait(For|Until)\b/,
  "a limit of a request": /\bAbortSignal\.timeout\([\d_]+\)/,
};

const files = ["server", "supabase/functions", "tests", "tools", "web"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith(".ts") && isTestCode(path));

it.each(Object.entries(LIMITS))("no test has %s", (_name, pattern) => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((path) => pattern.test(readFileSync(path, "utf8")))).toEqual([]);
});
