/** Debian packages for the tests: Chromium, PostgreSQL, pgTAP, pg_cron, PgBouncer and Caddy, for long forms LibreOffice, Swift and systemd. Installed as root if missing. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Full browsers, which support push messages. */
const BROWSERS = [
  process.env.CHROMIUM_WITH_PUSH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
/** Chromium's headless shell renders the same pages in less time than a full browser. */
const HEADLESS = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell"];

/** The oldest supported PostgreSQL, which some tests also use. */
const POSTGRES = "15";
/** Extensions of PostgreSQL by the suffix of their package. */
const EXTENSIONS = { pgtap: "pgtap", cron: "pg_cron" };

/** The browsers' paths for playwright.config.ts. */
export function browserVariables() {
  return { CHROMIUM: [...HEADLESS, ...BROWSERS].find(isThere), CHROMIUM_WITH_PUSH: BROWSERS.find(isThere) };
}

/** Ends the process with one line if something is missing and cannot be installed. `long`: also for long forms. */
export function ensurePackages({ long = false } = {}) {
  const missing = [
    ...(BROWSERS.some(isThere) ? [] : ["chromium"]),
    ...(existsSync(`/usr/lib/postgresql/${POSTGRES}/bin/initdb`) ? [] : [`postgresql-${POSTGRES}`]),
    ...Object.entries(EXTENSIONS)
      .filter(([, extension]) => !extensionIsThere(extension))
      .map(([name]) => `postgresql-${POSTGRES}-${name}`),
    ...(existsSync("/usr/sbin/pgbouncer") ? [] : ["pgbouncer"]),
    ...(existsSync("/usr/bin/caddy") ? [] : ["caddy"]),
    ...(long && !existsSync("/usr/bin/soffice") ? ["libreoffice-calc-nogui"] : []),
    ...(long && !existsSync("/usr/lib/python3/dist-packages/swift/common/wsgi.py") ? ["python3-swift"] : []),
    ...(long && !existsSync("/usr/bin/systemd-analyze") ? ["systemd"] : []),
  ];
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (missing.length > 0 && !canInstall) {
    console.error(
      `The checks need ${missing.join(", ")}: install them (Debian: apt-get install ${missing.join(" ")}), or run as root.`,
    );
    process.exit(1);
  }
  if (missing.length > 0 && !install(missing)) {
    console.error(`apt-get could not install ${missing.join(", ")}.`);
    process.exit(1);
  }
  // Other systems have no such package.
  if (!HEADLESS.some(isThere) && !(canInstall && install(["chromium-headless-shell"])))
    console.log("Without chromium-headless-shell the browser tests use a full browser and take longer.");
}

/** Whether the lists of packages are current. */
let updated = false;

/** Installs Debian packages. Returns whether it could. */
function install(packages) {
  console.log(`Installing ${packages.join(", ")} ...`);
  const apt = (args) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  if (!updated) apt(["update", "-qq"]);
  updated = true;
  return apt(["install", "-y", "-qq", "--no-install-recommends", ...packages]).status === 0;
}

function extensionIsThere(name) {
  return existsSync(`/usr/share/postgresql/${POSTGRES}/extension/${name}.control`);
}

function isThere(path) {
  return path !== undefined && existsSync(path);
}
