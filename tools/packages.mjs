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
/** Chromium's headless shell renders the same page in less time. */
const HEADLESS = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", ...BROWSERS];

/** The oldest supported PostgreSQL, which some tests also use. */
const POSTGRES = "15";
/** Extensions of PostgreSQL by the suffix of their package. */
const EXTENSIONS = { pgtap: "pgtap", cron: "pg_cron" };

/** The browsers' paths for playwright.config.ts. */
export function browserVariables() {
  return { CHROMIUM: HEADLESS.find(isThere), CHROMIUM_WITH_PUSH: BROWSERS.find(isThere) };
}

/** Ends the process with one line if something is missing and cannot be installed. `long`: also for long forms. */
export function ensurePackages({ long = false } = {}) {
  const missing = [
    ...(BROWSERS.some(isThere) ? [] : ["chromium"]),
    ...(HEADLESS.some(isThere) ? [] : ["chromium-headless-shell"]),
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
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(
      `The checks need ${missing.join(", ")}: install them (Debian: apt-get install ${missing.join(" ")}), or run as root.`,
    );
    process.exit(1);
  }
  console.log(`Installing ${missing.join(", ")} ...`);
  const apt = (args) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  apt(["update", "-qq"]);
  if (apt(["install", "-y", "-qq", "--no-install-recommends", ...missing]).status !== 0) {
    console.error(`apt-get could not install ${missing.join(", ")}.`);
    process.exit(1);
  }
}

function extensionIsThere(name) {
  return existsSync(`/usr/share/postgresql/${POSTGRES}/extension/${name}.control`);
}

function isThere(path) {
  return path !== undefined && existsSync(path);
}
