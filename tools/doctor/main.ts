/** npm run doctor: says what is wrong or at risk with a running club. Exits with 1 if something needs attention. */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { type Config, ConfigError, loadConfig } from "../../server/config/config.ts";
import { readConnection } from "../../server/database/embedded/connection-file.ts";
import { unusedHomes } from "../../server/database/embedded/home/unused-homes.ts";
import { runningSettings } from "../../server/database/embedded/running-settings.ts";
import { smtpToUrl } from "../../server/delivery/smtp.ts";
import { readMachine } from "../../server/monitoring/machine.ts";
import type { Duplicates } from "../../web/backend/types/import-rows.ts";
import {
  type Check,
  type ClubHealth,
  checksOf,
  DUPLICATES_TITLE,
} from "../../web/football/health/health-checks.ts";
import { clockCheck, machineChecks, unusedHomesCheck } from "../../web/football/health/machine-checks.ts";
import { dashboardTabPath } from "../../web/paths.ts";
import { type Backend, BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";
import { plural } from "../plural.ts";
import { duplicateNames, settingsCheck, versionCheck } from "./checks.ts";

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
    const checks = [
      ...(await checksOfMachine(backend)),
      ...(await checksOfServer()),
      ...(await checksOfClub(backend)),
    ];
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

async function checksOfMachine(backend: Backend): Promise<Check[]> {
  const config = loadConfig(env.SUPABASE_DIR || "./supabase", env);
  const machine = await readMachine({
    dataDir,
    siteUrl: env.SITE_URL || backend.url,
    trustsProxies: Boolean(env.TRUSTED_PROXIES),
    backupTo: env.BACKUP_TO || undefined,
    smtpUrl: env.SMTP_URL || smtpOfConfig(config),
    sendsTexts: config.auth.sms.twilio?.enabled === true,
  });
  return [...machineChecks(machine, Date.now()), versionCheck(ownVersion(), await newestVersion())];
}

/** Of PostgreSQL, if a host of this machine runs it. */
async function checksOfServer(): Promise<Check[]> {
  const connection = env.SUPABASE_URL || env.DATABASE_URL ? null : readConnection(dataDir);
  if (connection === null) return [];
  try {
    return [settingsCheck(await runningSettings(connection))];
  } catch (error) {
    throw new BackendError(`PostgreSQL does not say its settings: ${(error as Error).message}`);
  }
}

async function checksOfClub(backend: Backend): Promise<Check[]> {
  const { data, error } = await backend.rest.rpc("club_health");
  if (error) throw new BackendError(`The club does not report its health: ${error.message}`);
  const health = data as unknown as ClubHealth;
  // This command has looked at this machine itself.
  const isHere = (host: string) => host.startsWith(`${hostname()}:`);
  const hosts = health.hosts.map((host) => (isHere(host.host) ? { ...host, machine: null } : host));
  const checks = checksOf({ ...health, hosts }, Date.now());
  if (health.duplicate_teams + health.duplicate_matches > 0)
    checks.find(({ title }) => title === DUPLICATES_TITLE)?.facts.push(...(await namesOfDuplicates(backend)));
  return [...checks, clockOfDatabase(health)];
}

/** The names of what is listed twice, and where it can be merged. */
async function namesOfDuplicates(backend: Backend): Promise<string[]> {
  const { data, error } = await backend.rest.rpc("duplicates");
  if (error) throw new BackendError(`The club does not list its duplicates: ${error.message}`);
  const health = new URL(dashboardTabPath("health"), env.SITE_URL || backend.url);
  return duplicateNames(data as unknown as Duplicates, health.href);
}

function clockOfDatabase({ now }: ClubHealth): Check {
  const ms = new Date(now).getTime() - Date.now();
  return { ...clockCheck(Date.now(), { PostgreSQL: ms }), title: "Clock of PostgreSQL" };
}

/** The mail server of `[auth.email.smtp]` as one URL; null if there is none. */
function smtpOfConfig({ auth }: Config): string | null {
  const { smtp } = auth.email;
  return smtp?.enabled ? smtpToUrl({ ...smtp, from: smtp.admin_email }) : null;
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
