/** Installs the packages that functions name and the host does not have, with npm, into folders of the data. */
import { type ChildProcess, spawn } from "node:child_process";
// biome-ignore lint/style/noRestrictedImports: packages can be installed again, so they need not survive a power failure
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Ranges of versions by the names under which a function imports the packages, as in package.json. */
export type Dependencies = Readonly<Record<string, string>>;

/**
 * Resolves to the folder whose `node_modules` has the packages of one function. Rejects with a sentence that names the packages.
 */
export type InstallPackages = (functionName: string, dependencies: Dependencies) => Promise<string>;

export interface InstallLimits {
  timeMs: number;
  /** Of everything that npm downloads and unpacks for one function. */
  bytes: number;
}

const LIMITS: InstallLimits = { timeMs: 120_000, bytes: 300_000_000 };
const LOOK_MS = 500;

/** Scripts of packages never run. Packages of JSR have names of their own in its registry: https://jsr.io/docs/npm-compatibility */
const NPM = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
  "--fetch-timeout=30000",
  "--cache=.npm",
];
const JSR = "https://npm.jsr.io";

export function namesOf(dependencies: Dependencies): string {
  return Object.entries(dependencies)
    .map(([name, range]) => `${name}@${range}`)
    .join(", ");
}

/** One folder in `folder` for each function. Installs one after the other. */
export function packageInstaller(folder: string, limits = LIMITS): InstallPackages {
  let last: Promise<unknown> = Promise.resolve();
  return (functionName, dependencies) => {
    const next = last.then(() => ensure(join(folder, functionName), dependencies, limits));
    last = next.catch(() => {});
    return next;
  };
}

async function ensure(folder: string, dependencies: Dependencies, limits: InstallLimits): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies }, null, 2);
  if ((await read(join(folder, "package.json"))) === manifest) return folder;
  const draft = `${folder}.new`; // no function has a dot in its name
  await rm(draft, { recursive: true, force: true });
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await writeFile(join(draft, "package.json"), manifest);
    // Packages that a function had keep their versions.
    const lock = await read(join(folder, "package-lock.json"));
    if (lock !== null) await writeFile(join(draft, "package-lock.json"), lock);
    await runNpm(draft, dependencies, limits);
    // npm may have formatted it.
    await writeFile(join(draft, "package.json"), manifest);
    await rm(join(draft, ".npm"), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return folder;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

async function read(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch(() => null);
}

async function runNpm(cwd: string, dependencies: Dependencies, limits: InstallLimits): Promise<void> {
  const refuse = (why: string) => new Error(`${namesOf(dependencies)} could not be installed: ${why}`);
  const isWindows = process.platform === "win32";
  const child = spawn("npm", NPM, {
    cwd,
    env: npmEnvironment(),
    shell: isWindows, // npm is a script there
    detached: !isWindows,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stopped: string | null = null;
  const stop = (why: string) => {
    stopped ??= why;
    kill(child);
  };
  const timer = setTimeout(
    () => stop(`npm took longer than ${limits.timeMs / 1000} seconds.`),
    limits.timeMs,
  );
  const most = `they have more than ${Math.round(limits.bytes / 1e6)} MB.`;
  const look = setInterval(async () => {
    if ((await bytesOf(cwd)) > limits.bytes) stop(most);
  }, LOOK_MS);
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    const [code, errors] = await Promise.all([
      ended.catch(() => Promise.reject(refuse("npm is not installed on this machine."))),
      text(child.stderr),
    ]);
    if (stopped === null && (await bytesOf(cwd)) > limits.bytes) stopped = most;
    if (stopped !== null || code !== 0) throw refuse(stopped ?? reasonOf(errors));
  } finally {
    clearTimeout(timer);
    clearInterval(look);
  }
}

/** npm's own settings and what it needs to reach the network: none of the host's secrets. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const needed =
    /^(path|home|userprofile|appdata|systemroot|comspec|pathext|temp|tmp|tmpdir|(https?_|no_|all_)?proxy|npm_config_.*|node_extra_ca_certs|ssl_cert_file)$/i;
  const kept = Object.entries(process.env).filter(([name]) => needed.test(name));
  return { "npm_config_@jsr:registry": JSR, ...Object.fromEntries(kept) };
}

function kill(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === "win32") child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL"); // npm and what it started
  } catch {
    // It has ended.
  }
}

const OFFLINE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|FETCH_ERROR|ERR_SOCKET_TIMEOUT)\b/;

/** What npm says, without the paths of its log. */
function reasonOf(errors: string): string {
  if (OFFLINE.test(errors)) {
    const [registry = "the registry of npm"] = /https?:\/\/[^/\s]+/.exec(errors) ?? [];
    return `${registry} cannot be reached. A function starts without the network only with packages that were installed before.`;
  }
  const lines = [...errors.matchAll(/^npm error (?!code |A complete log|\s*$)(?:\d{3} |notarget )?(.*)$/gm)];
  return (
    lines
      .slice(0, 3)
      .map(([, line]) => line?.trim())
      .join(" ") || "npm failed without a reason."
  );
}

/** Files that npm removes meanwhile count nothing. */
async function bytesOf(path: string): Promise<number> {
  const stat = await lstat(path).catch(() => null);
  if (!stat?.isDirectory()) return stat?.size ?? 0;
  const names = await readdir(path).catch(() => []);
  let sum = 0;
  for (const name of names) sum += await bytesOf(join(path, name));
  return sum;
}
