import { defineConfig } from "vitest/config";

/** Engines boot, browsers and hosts start, and the machine may be busy: a limit is for what hangs, not for what is slow. */
const PATIENT = { testTimeout: 60_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // One for each core: most of a test's time is a host's, which has processes of its own.
    maxWorkers: "100%",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{web,server,tools}/**/*.test.{ts,tsx}", "supabase/functions/**/*.test.ts"],
          ...PATIENT,
        },
      },
      { test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"], ...PATIENT } },
      {
        test: {
          name: "start",
          globalSetup: "tests/start/build.ts",
          include: ["tests/start/**/*.test.ts"],
          ...PATIENT,
        },
      },
      { test: { name: "cli", include: ["tests/cli/**/*.test.ts"], ...PATIENT } },
      { test: { name: "database", include: ["tests/database/**/*.test.ts"], ...PATIENT } },
      {
        test: {
          name: "api",
          globalSetup: "tests/api/global-setup.ts",
          include: ["tests/api/**/*.test.ts"],
          ...PATIENT,
        },
      },
    ],
  },
});
