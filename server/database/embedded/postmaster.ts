/** Runs PostgreSQL as a child process that does not outlive this process. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PROGRAM } from "../../program.ts";
import { STOP_MS, within } from "../../stop.ts";
import { StartError } from "../start-error.ts";
import type { Address, Connection } from "./address.ts";
import { releaseReserve } from "./disk/disk-reserve.ts";
import type { Home } from "./home/home.ts";
import { makeFolderForServer, writeForServer } from "./home/server-files.ts";
import {
  HOST_SETTING,
  isAlive,
  isHostGone,
  isRunning,
  readLock,
  removeStaleLock,
} from "./postmaster-lock.ts";
import { type Programs, programPath } from "./programs.ts";
import { remedyOfLine } from "./remedy.ts";
import type { RunAs } from "./run-as.ts";
import { SETTINGS_FILE, settingsText } from "./settings.ts";
import { signalServer } from "./signal-server.ts";

export interface PostmasterOptions {
  programs: Programs;
  runAs: RunAs;
  cluster: string;
  address: Address;
  /** Settings of this run, e.g. { shared_buffers: "16MB" }. */
  settings?: Readonly<Record<string, string>>;
}

/** A cluster whose server runs: what a copy of it needs. */
export interface RunningCluster {
  home: Home;
  postmaster: PostmasterOptions;
  connection: Connection;
}

export interface Postmaster {
  pid: number;
  /** Resolves with the last printed lines when the server and its guard have ended, for any reason. */
  ended: Promise<string>;
  /** Stops the server, cleanly if that takes at most `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>;
}

const POLL_MS = 10;
/** PostgreSQL kills the processes of a server that stops immediately after five seconds. */
const KILL_MS = 20_000;
/** A server that stops writes its memory to the disk first, which takes a slow disk minutes. */
const LAST_SERVER_MS = 600_000;
const RETRY_MS = 100;
/** Gives a host that was told to stop the time to end. After it, the server of a living host belongs to another one. */
const IN_USE_MS = 5000;
const LINES_KEPT = 20;
const LOCK_EXISTS = /lock file "postmaster\.pid" already exists/;
const NO_SPACE = /No space left on device/;
/** The postmaster of the cluster's last server has ended, but another of its processes has not. */
const LEFT_FILE = /could not create file "([^"]+)": File exists/;
const MEMORY_IN_USE = /pre-existing shared memory block .* still in use/;

/**
 * Starts the server, and stops it when the pipe from this process closes, however this process ends: first cleanly,
 * after a second immediately. The shell runs in a new session, so that Ctrl-C only reaches the host.
 */
const GUARD = `
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
echo "$server"
( read -r _ <&3
  kill -INT "$server" && sleep 1 && kill -QUIT "$server" ) >/dev/null 2>&1 &
watcher=$!
exec 3<&-
wait "$server"
code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

/** The same for Windows, where pg_ctl stops a server. */
const GUARD_FOR_WINDOWS = `
const { spawn, spawnSync } = require("node:child_process");
const [pgCtl, cluster, program, ...args] = process.argv.slice(1);
const server = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"], windowsHide: true });
console.log(server.pid);
server.once("exit", (code) => process.exit(code ?? 1));
process.stdin.resume().once("close", () => spawnSync(pgCtl, ["stop", "-D", cluster, "-m", "fast"], { windowsHide: true }));`;

/**
 * Resolves when the server accepts connections. Throws StartError with the server's output if it ends before. On a full disk
 * it starts with the space of the cluster's reserve.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const began = performance.now();
  for (;;) {
    const started = await tryToStart(options).catch(async (error: NodeJS.ErrnoException) => {
      // The files for the server need space too.
      if (error.code === "ENOSPC" && (await releaseReserve(options.cluster))) return null;
      throw error;
    });
    if (started === null) continue;
    if ("pid" in started) return started;
    const waited = performance.now() - began;
    // Another process began to start a server at the same time, such as a command that the owner gave.
    const isInUse = LOCK_EXISTS.test(started.printed) && (waited < IN_USE_MS || !isRunning(options.cluster));
    // The last server was killed, and one of its processes has not ended yet.
    const isOccupied = (isInUse || MEMORY_IN_USE.test(started.printed)) && waited < LAST_SERVER_MS;
    const isRid = removeLeftFile(options.cluster, started.printed);
    const hasSpace = NO_SPACE.test(started.printed) && (await releaseReserve(options.cluster));
    if (!isOccupied && !isRid && !hasSpace)
      throw new StartError(startFailure(options.cluster, started.printed));
    await delay(RETRY_MS);
  }
}

/** The server, or its output if it ended immediately. */
async function tryToStart(options: PostmasterOptions): Promise<Postmaster | { printed: string }> {
  const { programs, cluster, runAs, address } = options;
  await lastServerEnded(cluster);
  writeForServer(join(cluster, SETTINGS_FILE), settingsText(programs.major), runAs);
  writeForServer(join(cluster, ACCESS_FILE), accessText(address), runAs);
  // After the lock check, because a host removes the socket folders of others once it serves the cluster.
  if (address.kind === "socket") {
    rmSync(address.folder, { recursive: true, force: true }); // of the last attempt
    makeFolderForServer(address.folder, runAs);
  }
  const guard = spawnGuard(options);
  const lines = new LastLines(guard);
  const gone = new Promise<void>((resolve) => guard.once("exit", resolve).once("error", resolve));
  const closed = new Promise<void>((resolve) => guard.once("close", resolve));
  const pid = await Promise.race([lines.pid, gone.then(() => 0)]);
  const ended = gone.then(async () => {
    if (pid !== 0) await endOrphan(cluster, pid);
    await within(STOP_MS.postgres, closed);
    return lines.text;
  });
  let isEnded = false;
  ended.then(() => {
    isEnded = true;
  });
  while (!isEnded) {
    const lock = readLock(cluster);
    if (lock?.pid === pid && lock.status === "ready")
      return { pid, ended, stop: (ms) => stop(pid, ended, ms) };
    await delay(POLL_MS);
  }
  return { printed: lines.text };
}

/**
 * Waits while the server of an ended host stops, however long a busy machine takes, and removes the lock that a crash left.
 * The server of another host does not stop, so the wait for it is short. A server that lost its guard as well is told to
 * stop here.
 */
export async function lastServerEnded(cluster: string): Promise<void> {
  const began = performance.now();
  for (let lock = readLock(cluster); lock; lock = readLock(cluster)) {
    const waited = performance.now() - began;
    const isBeingWritten = lock.pid === 0 && waited < IN_USE_MS;
    if (!isBeingWritten && (!isRunning(cluster) || waited > LAST_SERVER_MS)) break;
    if (waited > IN_USE_MS && lock.status !== "stopping") {
      if (!isHostGone(cluster)) break;
      signalServer(lock.pid, "SIGINT");
    }
    await delay(POLL_MS);
  }
  removeStaleLock(cluster);
}

const ACCESS_FILE = `${PROGRAM}_hba.conf`;

/**
 * The client authentication. The socket's folder is private; a port is open to every user of the machine, so it
 * requires a password.
 */
function accessText({ kind }: Address): string {
  return kind === "socket" ? "local all all trust\n" : "host all all 127.0.0.1/32 scram-sha-256\n";
}

function spawnGuard({ programs, runAs, cluster, address, settings = {} }: PostmasterOptions): ChildProcess {
  const given = {
    ...listening(address),
    hba_file: join(cluster, ACCESS_FILE),
    [HOST_SETTING]: String(process.pid),
    ...settings,
  };
  const server = [
    programPath(programs, "postgres"),
    "-D",
    cluster,
    ...Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const [program = "", ...args] =
    process.platform === "win32"
      ? [process.execPath, "-e", GUARD_FOR_WINDOWS, programPath(programs, "pg_ctl"), cluster, ...server]
      : [...runAs.prefix, "sh", "-c", GUARD, "postgres-guard", ...server];
  return spawn(program, args, {
    ...runAs.ids,
    cwd: "/",
    detached: true,
    windowsHide: true, // a detached program would have a window
    env: { PATH: process.env.PATH },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

function listening(address: Address): Record<string, string> {
  return address.kind === "socket"
    ? {
        listen_addresses: "",
        unix_socket_directories: `"${address.folder.replaceAll('"', '""')}"`,
        unix_socket_permissions: "0700",
      }
    : { listen_addresses: "127.0.0.1", port: String(address.port), unix_socket_directories: "" };
}

/** Reads the process id, which the guard prints first, and keeps the server's last lines. */
class LastLines {
  readonly pid: Promise<number>;
  #lines: string[] = [];

  constructor(guard: ChildProcess) {
    this.pid = new Promise((resolve) => {
      guard.stdout?.once("data", (chunk: Buffer) => resolve(Number.parseInt(String(chunk), 10)));
    });
    guard.once("error", (error) => this.#lines.push(error.message));
    guard.stdin?.on("error", () => {}); // breaks when the guard ends, which `exit` reports
    let rest = "";
    guard.stderr?.on("data", (chunk: Buffer) => {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      this.#lines = [...this.#lines, ...parts].slice(-LINES_KEPT);
    });
  }

  get text(): string {
    return this.#lines.join("\n");
  }
}

async function stop(pid: number, ended: Promise<string>, timeoutMs = STOP_MS.postgres): Promise<void> {
  signalServer(pid, "SIGINT");
  const late = setTimeout(() => signalServer(pid, "SIGQUIT"), timeoutMs);
  const tooLate = setTimeout(() => signalServer(pid, "SIGKILL"), timeoutMs + KILL_MS);
  await ended;
  clearTimeout(late);
  clearTimeout(tooLate);
}

/**
 * Removes the empty file that recovery finds in its way: a process whose postmaster was killed ends its transaction, which
 * empties the files of an unlogged table that it created and removes the table's template; recovery has the template from
 * the log, and does not overwrite. True if a file was removed.
 */
function removeLeftFile(cluster: string, printed: string): boolean {
  const path = join(cluster, LEFT_FILE.exec(printed)?.[1] ?? "");
  const isLeft = existsSync(`${path}_init`) && statSync(path).size === 0;
  if (isLeft) rmSync(path);
  return isLeft;
}

/** Stops a server whose guard was killed; it would continue without one. */
async function endOrphan(cluster: string, pid: number): Promise<void> {
  // A stopped server releases its lock; its process may remain until init reaps it.
  const isRunning = () => isAlive(pid) && readLock(cluster)?.pid === pid;
  if (!isRunning()) return;
  signalServer(pid, "SIGQUIT");
  for (let waited = 0; isRunning() && waited < KILL_MS; waited += POLL_MS) await delay(POLL_MS);
  signalServer(pid, "SIGKILL");
}

/** The reason of a failed start for the owner, from the server's output. */
function startFailure(cluster: string, printed: string): string {
  if (LOCK_EXISTS.test(printed) || MEMORY_IN_USE.test(printed))
    return `The database in ${cluster} is in use by another process${ownerOf(cluster)}: stop that one, or set DATA_DIR to another folder.`;
  const fatal = printed.split("\n").findLast((line) => /^(FATAL|PANIC):/.test(line));
  const reason = fatal?.replace(/^\w+:\s*/, "") ?? (printed.trim() || "it ended immediately");
  return `PostgreSQL cannot open ${cluster}: ${reason}.${remedyOfLine(reason)}`;
}

function ownerOf(cluster: string): string {
  const lock = readLock(cluster);
  return lock ? ` (${lock.pid})` : "";
}
