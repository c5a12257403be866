// TypeScript 7 takes a quarter of the time; dependency-cruiser needs the API of version 6.
const TYPE_CHECKER = "../typescript-native/bin/tsc";

/**
 * Static checks: programs of node_modules/.bin that exit with 0 on success. `npm run check` runs all of them, `npm test` leaves those of
 * the sweeps to `--sweeps`.
 */
export const CHECKS = [
  { name: "format and lint", program: "biome", args: ["ci", "--error-on-warnings", "."], ring: "first" },
  // Its threads check the same types again: with them it takes half as much more of the processor, beside the tests.
  { name: "types", program: TYPE_CHECKER, args: ["-p", "tsconfig.json", "--singleThreaded"], ring: "first" },
  {
    name: "types of the service worker",
    program: TYPE_CHECKER,
    args: ["-p", "web/service-worker"],
    ring: "first",
  },
  { name: "texts in the code", program: "tsx", args: ["tools/lint/main.ts", "texts"], ring: "first" },
  { name: "bare texts", program: "tsx", args: ["tools/lint/main.ts", "bare-texts"], ring: "sweeps" },
  {
    name: "import directions",
    program: "depcruise",
    args: ["--config", ".dependency-cruiser.cjs", "web", "server", "host", "tools", "tests", "bench"],
    ring: "first",
  },
];
