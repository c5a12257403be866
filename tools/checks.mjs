// TypeScript 7 checks in a quarter of the time; dependency-cruiser needs the programming interface of version 6 beside it.
const TYPE_CHECKER = "../typescript-native/bin/tsc";

/** What is checked without running the product: each a program below node_modules/.bin that exits with 0 when all is well. */
export const CHECKS = [
  { name: "format and lint", program: "biome", args: ["ci", "--error-on-warnings", "."] },
  { name: "types", program: TYPE_CHECKER, args: ["-p", "tsconfig.json"] },
  { name: "types of the service worker", program: TYPE_CHECKER, args: ["-p", "web/service-worker"] },
  {
    name: "import directions",
    program: "depcruise",
    args: ["--config", ".dependency-cruiser.cjs", "web", "server", "tools", "tests", "bench"],
  },
];
