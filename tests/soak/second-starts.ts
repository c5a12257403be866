/**
 * Starts two hosts on one data folder, the second while a process of the first is stopped at a random moment of its start.
 * In the end one of them serves, and the other has said that the folder is in use.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import { FACT_MS } from "../limits.ts";
import { Club } from "./club.ts";
import { Moments } from "./moments.ts";
import { type Process, signal, tree } from "./processes.ts";
import { runSoak, type Soak, type SoakOptions } from "./run-soak.ts";

/** Starts `rounds` pairs of hosts. Rejects unless exactly one of each pair serves and has every acknowledged write. */
export function soakSecondStarts(options: SoakOptions): Promise<void> {
  return runSoak("second-starts", options, async (soak) => {
    const pairs = new Pairs(soak);
    let done = 0;
    for (; done < soak.rounds && soak.isInTime(); done++) {
      const what = await pairs.round();
      if ((done + 1) % 10 === 0 || soak.rounds <= 100) soak.print(`pair ${done + 1}: ${what}`);
    }
    await pairs.startWithStaleLocks();
    return `${done} of ${soak.rounds} pairs; ${pairs.verdict()}; 2 stale locks removed`;
  });
}

/** The longest wait before a process is stopped, in milliseconds, until the duration of a start is known. */
const FIRST_WAITS_MS = { new: 3000, existing: 1500 };
const IN_USE = /in use by another process/;
/** A host whose PostgreSQL does not answer for longer than a connection may take ends with this line. */
const STOPPED = /The database stopped while the host was starting .*: start again\./;

class Pairs {
  #existing: Club | null = null;
  #writes = 0;
  readonly #moments: Moments<keyof typeof FIRST_WAITS_MS>;
  readonly #counts = new Map<string, number>();

  constructor(private readonly soak: Soak) {
    this.#moments = new Moments(soak.random, FIRST_WAITS_MS);
  }

  /** One pair. Returns what was stopped, when, and which host serves. */
  async round(): Promise<string> {
    const { random, workspace } = this.soak;
    if (random.chance(0.3)) this.#existing = null;
    const kind = this.#existing ? "existing" : "new";
    const club = this.#existing ?? new Club(workspace);
    const started = performance.now();
    const first = await club.launch();
    await this.#moments.wait(kind, first.served);
    const stopped = random.pick(tree(first.pid) as [Process, ...Process[]]);
    signal(stopped.pid, "SIGSTOP");
    const second = await club.launch();
    const what = `${stopped.program} of a host on a folder that is ${kind}, stopped at ${Math.round(performance.now() - started)} ms`;
    try {
      const names: string[] = [];
      if (await serves(second)) names.push(await this.#write(second, club));
      signal(stopped.pid, "SIGCONT");
      const hosts = { first: await serves(first), second: names.length > 0 };
      if (hosts.first && hosts.second) throw new Error("both hosts serve");
      const gaveUp = !hosts.first && !hosts.second && STOPPED.test(first.printed);
      const third = gaveUp ? await club.launch() : null;
      if (third ? !(await serves(third)) : hosts.first === hosts.second) throw new Error("no host serves");
      const winner = third ?? (hosts.first ? first : second);
      names.push(await this.#write(winner, club));
      await verifyTeams(club, names);
      await winner.stop();
      const serving = third ? "a third serves" : hosts.first ? "the first serves" : "the second serves";
      this.#count(`${kind}, ${serving}`);
      this.#existing = club;
      return `${what}: ${serving}`;
    } catch (error) {
      signal(stopped.pid, "SIGCONT");
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${what}: ${reason}\nfirst: ${first.printed}\nsecond: ${second.printed}`);
    }
  }

  /** A postmaster.pid that a crash left, whose process id is free or belongs to another program, does not stop a start. */
  async startWithStaleLocks(): Promise<void> {
    const club = this.#existing ?? new Club(this.soak.workspace);
    const host = await club.serve();
    const text = club.lock?.text ?? "";
    await host.stop();
    const { uid, gid } = statSync(club.cluster);
    // PostgreSQL ignores processes of other users, so this one is its user's.
    const other = spawn("sleep", ["600"], {
      cwd: "/",
      stdio: "ignore",
      ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    });
    this.soak.workspace.started(other.pid ?? 0, once(other, "exit"));
    for (const pid of [other.pid, await freeProcessId()]) {
      const copy = club.copyWith(club.cluster);
      const path = join(copy.cluster, "postmaster.pid");
      writeFileSync(path, text.replace(/^\d+/, String(pid)), { mode: 0o600 });
      chownSync(path, uid, gid);
      const next = await copy.serve();
      await next.stop();
      copy.remove();
    }
    other.kill("SIGKILL");
  }

  verdict(): string {
    return [...this.#counts].map(([what, count]) => `${what} ${count}`).join(", ");
  }

  async #write(host: LaunchedHost, club: Club): Promise<string> {
    const name = `Team ${this.#writes++}`;
    const response = await fetch(`${host.url}/rest/v1/teams`, {
      method: "POST",
      headers: { apikey: club.keys.secret_key, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    });
    if (response.status !== 201) throw new Error(`a write was answered ${response.status}`);
    return name;
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

/** True when the host serves; false when it has ended and said on one line that the folder is in use, or to start again. */
async function serves(host: LaunchedHost): Promise<boolean> {
  const outcome = await Promise.race([
    host.served.then(
      () => "serves",
      () => "ended",
    ),
    delay(FACT_MS, "hangs", { ref: false }),
  ]);
  if (outcome === "serves") return true;
  if (outcome === "hangs") throw new Error("a start hangs");
  const lines = host.printed.trim().split("\n");
  if (lines.length !== 1 || !(IN_USE.test(host.printed) || STOPPED.test(host.printed)))
    throw new Error("a start ended for another reason");
  return false;
}

async function verifyTeams(club: Club, names: readonly string[]): Promise<void> {
  const found = await club.query((client) =>
    client.query("select from public.teams where name = any($1)", [names]),
  );
  if (found.rows.length !== names.length)
    throw new Error(`${names.length - found.rows.length} acknowledged writes are lost`);
}

/** The id of a process that has ended. */
async function freeProcessId(): Promise<number> {
  const child = spawn("true", { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}
