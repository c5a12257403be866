import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { FACT_MS, TEST_MS } from "./tests/limits.ts";
import { isLong } from "./tests/long-form.ts";
import { LongestFirst } from "./tests/longest-first.ts";
import { hasFirstRing, hasSweeps, inRing } from "./tests/rings.ts";

const PATIENT = { testTimeout: TEST_MS, hookTimeout: TEST_MS, expect: { poll: { timeout: FACT_MS } } };

const UNIT = ["{web,server,host,tools}/**/*.test.ts", "supabase/functions/**/*.test.ts"];
/** Parts of the page, with a document. */
const DOM = "web/**/*.dom.test.{ts,tsx}";
/** A module that takes the machine's time zone for the club's or the reader's fails far from UTC. */
const ZONES = {
  ...(hasFirstRing && { unit: "UTC" }),
  ...(hasSweeps && { "unit-auckland": "Pacific/Auckland", "unit-los-angeles": "America/Los_Angeles" }),
};

/** Parts of the host with a database, a server or processes beside them: too slow for `npm run check`. */
const INTEGRATION = "server/**/*.integration.test.ts";

const cli = inRing(["tests/cli/**/*.test.ts"]);
// They need programs that only the long form installs.
if (!isLong) cli.exclude.push("**/*.long.test.ts");
const database = inRing(["tests/database/**/*.test.ts"]);
// It has tests in both rings.
if (!hasFirstRing) database.include.push("tests/database/database.test.ts");

export default defineConfig({
  test: {
    // Most of a test's time it waits for a host, a database or a clock.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // For every project: the database server starts when the first file asks for a database.
    globalSetup: "tests/engines/vitest-setup.ts",
    projects: [
      ...Object.entries(ZONES).flatMap(([name, TZ]) => [
        {
          test: {
            name,
            env: { TZ },
            include: UNIT,
            exclude: [INTEGRATION, DOM],
            // One module alone, without anything that outlives it: loading its imports again would take most of the time.
            isolate: false,
            ...PATIENT,
          },
        },
        // The page keeps who is signed in, what is loaded and where it is in its modules.
        { test: { name: `${name}-dom`, env: { TZ }, include: [DOM], environment: "jsdom", ...PATIENT } },
      ]),
      { test: { name: "integration", ...inRing([INTEGRATION]), ...PATIENT } },
      {
        test: { name: "architecture", ...inRing(["tests/{architecture,mutants}/**/*.test.ts"]), ...PATIENT },
      },
      {
        test: {
          name: "start",
          globalSetup: "tests/start/build.ts",
          ...inRing(["tests/start/**/*.test.ts"]),
          ...PATIENT,
        },
      },
      { test: { name: "cli", ...cli, ...PATIENT } },
      { test: { name: "database", ...database, ...PATIENT } },
      {
        test: {
          name: "api",
          globalSetup: "tests/start/build.ts",
          ...inRing(["tests/api/**/*.test.ts"]),
          ...PATIENT,
        },
      },
    ],
  },
});
