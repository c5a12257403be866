/** npm run doctor: says what is wrong or at risk with a running club. Exits with 1 if something needs attention. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import { createTransport } from "nodemailer";
import { type Config, ConfigError, loadConfig } from "../../server/config/config.ts";
import { freeBytes } from "../../server/database/embedded/disk/disk-guard.ts";
import { homeOf } from "../../server/database/embedded/home/home.ts";
import { unusedHomes } from "../../server/database/embedded/home/unused-homes.ts";
import { smtpFromUrl, smtpToUrl } from "../../server/delivery/smtp.ts";
import type { Duplicates } from "../../web/backend/types/admin-rows.ts";
import {
  type Check,
  type ClubHealth,
  checksOf,
  DUPLICATES_TITLE,
} from "../../web/football/health/health-checks.ts";
import { dashboardTabPath } from "../../web/paths.ts";
import { plural } from "../../web/ui/text/plural.ts";
import { type Backend, BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";
import {
  addressCheck,
  backupsCheck,
  clockCheck,
  diskCheck,
  duplicateNames,
  mailCheck,
  type PostgresSettings,
  postgresCheck,
  smsCheck,
  unusedHomesCheck,
  versionCheck,
} from "./checks.ts";

const TIMEOUT_MS = 10_000;
const { env } = process;
const dataDir = resolve(env.DATA_DIR || "./data");

async function main(): Promise<void> {
  if (!existsSync(dataDir)) {
    const left = unusedHomesCheck(unusedHomes()); // perhaps the database of this data folder
    if (left.problems.length > 0) print(left);
    throw new BackendError(`There is no club in ${dataDir}: set DATA_DIR.`);
  }
  const backend = await connect(env);
  try {
    const checks = [...(await machineChecks(backend)), ...(await clubChecks(backend))];
    for (const check of checks) print(check);
    const problems = checks.flatMap((check) => check.problems).length;
    console.log(
      problems === 0 ? "All is well." : `${plural(problems, "thing needs", "things need")} attention.`,
    );
    process.exitCode = problems === 0 ? 0 : 1;
  } finally {
    await backend.close();
  }
}

function print({ title, problems, facts }: Check): void {
  console.log(
    `${problems.length === 0 ? "ok       " : "ATTENTION"}  ${title}: ${[...problems, ...facts].join(" ")}`,
  );
}

async function machineChecks(backend: Backend): Promise<Check[]> {
  const now = Date.now();
  const config = loadConfig(env.SUPABASE_DIR || "./supabase", env);
  const siteUrl = env.SITE_URL || backend.url;
  const { addresses, clock } = await lookAt(siteUrl);
  return [
    diskCheck(await freeBytes(dataDir), dataDir),
    unusedHomesCheck(unusedHomes()),
    clockCheck(now, clock === null ? {} : { [siteUrl]: clock }),
    backupsCheck(
      {
        newestMs: newestBackup(),
        secondPlace: env.BACKUP_TO || undefined,
        isDemo: existsSync(join(dataDir, "demo.json")),
      },
      now,
    ),
    mailCheck(await mailError(env.SMTP_URL || smtpOfConfig(config))),
    smsCheck(config.auth.sms.twilio?.enabled === true),
    addressCheck({ siteUrl, trustedProxies: env.TRUSTED_PROXIES ?? "", ...addresses }, now),
    versionCheck(ownVersion(), await newestVersion()),
  ];
}

type Health = ClubHealth & { postgres: PostgresSettings; now: string };

async function clubChecks(backend: Backend): Promise<Check[]> {
  const { data, error } = await backend.rest.rpc("club_health");
  if (error) throw new BackendError(`The club does not report its health: ${error.message}`);
  const health = data as Health;
  const checks = checksOf(health, Date.now());
  if (health.duplicate_teams + health.duplicate_matches > 0)
    checks.find(({ title }) => title === DUPLICATES_TITLE)?.facts.push(...(await namesOfDuplicates(backend)));
  return [...checks, clockOfDatabase(health), postgresCheck(health.postgres)];
}

/** The names of what is listed twice, and where it can be merged. */
async function namesOfDuplicates(backend: Backend): Promise<string[]> {
  const { data, error } = await backend.rest.rpc("duplicates");
  if (error) throw new BackendError(`The club does not list its duplicates: ${error.message}`);
  const health = new URL(dashboardTabPath("health"), env.SITE_URL || backend.url);
  return duplicateNames(data as unknown as Duplicates, health.href);
}

function clockOfDatabase({ now }: Health): Check {
  return { ...clockCheck(Date.now(), { PostgreSQL: new Date(now).getTime() }), title: "Clock of PostgreSQL" };
}

/** Of copies and files in the backups folder, by their time of change; null if there is none. */
function newestBackup(): number | null {
  const folders = new Set([homeOf(dataDir).backups, join(dataDir, "backups")]);
  if (env.BACKUP_TO && !env.BACKUP_TO.includes("://")) folders.add(env.BACKUP_TO);
  const times = [...folders]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));
  return times.length === 0 ? null : Math.max(...times);
}

/** The mail server of `[auth.email.smtp]` as one URL; undefined if there is none. */
function smtpOfConfig({ auth }: Config): string | undefined {
  const { smtp } = auth.email;
  return smtp?.enabled ? smtpToUrl({ ...smtp, from: smtp.admin_email }) : undefined;
}

/** Undefined if no server is set; null if it accepts the sign-in. */
async function mailError(url: string | undefined): Promise<string | null | undefined> {
  if (!url) return undefined;
  try {
    const { user, pass, ...server } = smtpFromUrl(url);
    const auth = user ? { user, pass: pass ?? "" } : undefined;
    const transport = createTransport({
      ...server,
      ...(auth && { auth }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
    });
    await transport.verify().finally(() => transport.close());
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Asks the public address; `clock` is the time in its answer, to the second. */
async function lookAt(siteUrl: string) {
  const certificateEndsMs = siteUrl.startsWith("https:") ? await certificateEnd(new URL(siteUrl)) : null;
  try {
    const answer = await fetch(new URL("/healthz", siteUrl), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.arrayBuffer();
    const date = Date.parse(answer.headers.get("date") ?? "");
    const error = answer.ok ? null : `status ${answer.status}.`;
    return { addresses: { certificateEndsMs, error }, clock: Number.isNaN(date) ? null : date };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return { addresses: { certificateEndsMs, error: `${reason}.` }, clock: null };
  }
}

/** When the server's certificate ends in ms since 1970; null if it shows none. */
function certificateEnd({ hostname, port }: URL): Promise<number | null> {
  return new Promise((done) => {
    const socket = connectTls({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false, // an expired certificate is what this looks for
      timeout: TIMEOUT_MS,
    });
    const end = (value: number | null) => {
      socket.destroy();
      done(value);
    };
    socket.once("secureConnect", () => {
      const ends = Date.parse(socket.getPeerCertificate().valid_to);
      end(Number.isNaN(ends) ? null : ends);
    });
    socket.once("error", () => end(null));
    socket.once("timeout", () => end(null));
  });
}

function ownVersion(): string {
  return JSON.parse(readFileSync("package.json", "utf8")).version;
}

/** The newest tag `vX.Y.Z` of the repository that this clone came from; null if it cannot be asked. */
async function newestVersion(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)("git", ["ls-remote", "--tags", "--refs", "origin", "v*"], {
      timeout: TIMEOUT_MS,
      env: { ...env, GIT_TERMINAL_PROMPT: "0" },
    });
    const versions = [...stdout.matchAll(/refs\/tags\/v(\d+\.\d+\.\d+)$/gm)].map(
      ([, version = ""]) => version,
    );
    return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1) ?? null;
  } catch {
    return null;
  }
}

await runCommand(main, BackendError, ConfigError);
