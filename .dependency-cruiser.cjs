/** Which way imports run. `tests/architecture` plants forbidden imports and expects them to be found. */
const SERVICES = "auth|rest|storage|functions|realtime|web";

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "build/server/main\\.js$" },
    },
    {
      name: "web-features-stand-alone",
      comment: "Only web/app brings features together.",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/([^/]+)/", pathNot: "^web/features/$1/" },
    },
    {
      name: "web-runs-one-way",
      comment:
        "app -> features -> session, football -> backend, ui -> browser; paths.ts serves app, features and session",
      severity: "error",
      from: { path: "^web/features/" },
      to: { path: "^web/app/" },
    },
    {
      name: "web-session-and-football-know-no-feature",
      severity: "error",
      from: { path: "^web/(session|football)/" },
      to: { path: "^web/(app|features)/" },
    },
    {
      name: "web-foundations-know-nobody",
      severity: "error",
      from: { path: "^web/(backend|ui|browser)/" },
      to: { path: "^web/((app|features|session|football)/|paths\\.ts)" },
    },
    {
      name: "web-ui-knows-no-backend",
      severity: "error",
      from: { path: "^web/(ui|browser)/" },
      to: { path: "^web/backend/" },
    },
    {
      name: "web-backend-knows-no-ui",
      severity: "error",
      from: { path: "^web/(backend|browser)/" },
      to: { path: "^web/ui/" },
    },
    {
      name: "football-fetches-nothing",
      severity: "error",
      from: { path: "^web/football/" },
      to: { path: "^web/(session/|backend/(connection/client|queries/|realtime/))" },
    },
    {
      name: "server-services-stand-alone",
      comment: "server/app.ts brings them together.",
      severity: "error",
      from: { path: `^server/(${SERVICES})/` },
      to: { path: `^server/(${SERVICES})/`, pathNot: "^server/$1/" },
    },
    {
      name: "gateway-and-mail-know-no-service",
      severity: "error",
      from: { path: "^server/(gateway|mail)/" },
      to: { path: `^server/(${SERVICES})/|^server/(app|main|host)\\.ts` },
    },
    {
      name: "database-knows-nobody",
      severity: "error",
      from: { path: "^server/database/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/database/" },
    },
    {
      name: "server-and-web-are-apart",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^web/" },
    },
    {
      name: "web-and-server-are-apart",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(server|tools|tests)/" },
    },
    {
      name: "black-box-tests-know-a-url",
      comment:
        "tests/api and tests/e2e see the product through its URL; starting it is what tools/host is for.",
      severity: "error",
      from: { path: "^tests/(api|e2e)/" },
      to: { path: "^(server|web)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(build|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
