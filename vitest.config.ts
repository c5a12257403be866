import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{web,server,tools}/**/*.test.{ts,tsx}", "supabase/functions/**/*.test.ts"],
          testTimeout: 20_000,
          // Many tests boot a PGlite of their own, several at once.
          hookTimeout: 60_000,
        },
      },
      { test: { name: "architecture", include: ["tests/architecture/**/*.test.ts"], testTimeout: 30_000 } },
      {
        test: { name: "start", globalSetup: "tests/start/build.ts", include: ["tests/start/**/*.test.ts"] },
      },
      { test: { name: "cli", include: ["tests/cli/**/*.test.ts"] } },
      { test: { name: "database", include: ["tests/database/**/*.test.ts"] } },
      {
        test: {
          name: "api",
          globalSetup: "tests/api/global-setup.ts",
          include: ["tests/api/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
