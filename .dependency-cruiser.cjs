/** Which way imports run. `tests/architecture` plants forbidden imports and expects them to be found. */
const SERVICES = "auth|rest|storage|functions|realtime";

/** The folders of each service, from the top down. A folder may import those below it, never those above it. */
const FOLDERS = {
  auth: [
    "endpoints",
    "external",
    "passkeys",
    "mfa",
    "messages",
    "verification",
    "sessions",
    "accounts",
    "passwords",
  ],
  rest: ["endpoints", "response", "query", "plan", "request", "schema-cache"],
  realtime: ["connection", "broadcast", "presence", "channels", "changes"],
  storage: ["endpoints", "images", "objects", "stores"],
};

/** One rule for each folder that has another above it: `auth-accounts-imports-no-folder-above`. */
const FOLDER_RULES = Object.entries(FOLDERS).flatMap(([service, folders]) =>
  folders.slice(1).map((folder, index) => ({
    name: `${service}-${folder}-imports-no-folder-above`,
    comment: `${folders.join(" -> ")}; the service's entry file imports all of them.`,
    severity: "error",
    from: { path: `^server/${service}/${folder}/`, pathNot: "\\.test\\.ts$" },
    to: { path: `^server/${service}/((${folders.slice(0, index + 1).join("|")})/|${service}\\.ts$)` },
  })),
);

/** Files beside a service's entry file are shared by its folders, so they import types from the folders, and no code. */
const SHARED_FILES_RULES = Object.keys(FOLDERS).map((service) => ({
  name: `${service}-shared-files-import-no-folder`,
  severity: "error",
  from: {
    path: `^server/${service}/[^/]+\\.ts$`,
    pathNot: `^server/${service}/${service}\\.ts$|\\.(test|fixture)\\.ts$`,
  },
  to: { path: `^server/${service}/[^/]+/`, dependencyTypesNot: ["type-only"] },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "nothing-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "build/(server/main|commands/[a-z-]+|index)\\.js$" },
    },
    {
      name: "web-features-stand-alone",
      comment: "Only web/app brings features together.",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/([^/]+)/", pathNot: "^web/features/$1/" },
    },
    {
      name: "admin-groups-stand-alone",
      comment: "What two groups need is in admin/shared. Only the dashboard brings groups together.",
      severity: "error",
      from: { path: "^web/features/admin/([^/]+)/", pathNot: "^web/features/admin/dashboard/" },
      to: { path: "^web/features/admin/[^/]+/", pathNot: "^web/features/admin/($1|shared)/" },
    },
    {
      name: "features-speak-their-own-words",
      comment: "One catalogue for each page chunk: a word of another page would load that page's words.",
      severity: "error",
      from: { path: "^web/features/([^/]+)/", pathNot: "^web/features/admin/" },
      to: {
        path: "^words/generated/",
        pathNot: "^words/generated/en/($1|ui|football|session|messages|language)\\.ts$",
      },
    },
    {
      name: "admin-groups-speak-their-own-words",
      comment:
        "What organisers send to a member is in the member's language (to-members), the page in theirs.",
      severity: "error",
      from: { path: "^web/features/admin/([^/]+)/", pathNot: "^web/features/admin/dashboard/" },
      to: {
        path: "^words/generated/",
        pathNot: "^words/generated/en/(admin|admin-$1|ui|football|session|language)\\.ts$|/to-members\\.ts$",
      },
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
      to: { path: "^web/(session/|backend/(connection/client|queries/|paging/|live/))" },
    },
    {
      name: "server-services-stand-alone",
      comment: "server/app.ts brings them together.",
      severity: "error",
      from: { path: `^server/(${SERVICES})/` },
      to: { path: `^server/(${SERVICES})/`, pathNot: "^server/$1/" },
    },
    {
      name: "gateway-and-delivery-know-no-service",
      severity: "error",
      from: { path: "^server/(gateway|delivery)/" },
      to: { path: `^server/(${SERVICES})/|^server/(app|main|host)\\.ts` },
    },
    {
      name: "config-knows-no-service",
      severity: "error",
      from: { path: "^server/config/" },
      to: { path: `^server/(${SERVICES}|delivery)/|^server/(app|main|host)\\.ts` },
    },
    ...FOLDER_RULES,
    ...SHARED_FILES_RULES,
    {
      name: "database-imports-only-itself",
      severity: "error",
      from: { path: "^server/database/", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/", pathNot: "^server/(database/|(durable-files|program|stop)\\.ts$)" },
    },
    {
      name: "host-knows-no-application",
      comment: "server/main.ts gives the club to the host (server/application.ts).",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/(club/|main\\.ts$)|\\.(test|fixture)\\.ts$" },
      to: { path: "^(server/(club/|main\\.ts$)|words/)" },
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
      name: "commands-know-no-screen",
      comment: "What a command and a screen share is below both: web/football, web/backend, web/ui.",
      severity: "error",
      from: { path: "^tools/" },
      to: { path: "^web/(app|features|session)/" },
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
