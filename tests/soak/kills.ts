/**
 * Kills a host, its PostgreSQL or both at random moments of a first start, an upgrade, a backup, an import and a stream of
 * writes, payments, deletions, imports, their undo and uploads. Checks that nothing was lost or done by half, and that the
 * club serves again.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import { type Act, startActs } from "./acts/acts.ts";
import { Club } from "./club.ts";
import { type Import, importSeason, MATCHES_OF_A_SEASON } from "./import-season.ts";
import { includesHost, killTarget, TARGETS } from "./kill-targets.ts";
import { Moments } from "./moments.ts";
import { isRunning, type Process, postgresIn, until } from "./processes.ts";
import { runSoak, type Soak, type SoakOptions } from "./run-soak.ts";
import { startVisitors } from "./visitor.ts";

/** Kills `rounds` times. Rejects when data was lost, an answer was wrong or the club did not serve again. */
export function soakKills(options: SoakOptions): Promise<void> {
  return runSoak("kills", options, async (soak) => {
    const kills = new Kills(soak);
    let done = 0;
    for (; done < soak.rounds && soak.isInTime(); done++) {
      const what = await kills.round(done);
      if ((done + 1) % 10 === 0 || soak.rounds <= 100) soak.print(`kill ${done + 1}: ${what}`);
    }
    await kills.end();
    return `${done} of ${soak.rounds} kills; ${kills.verdict()}`;
  });
}

const PHASES = ["first start", "upgrade", "backup", "import", "writes", "acts"] as const;
type Phase = (typeof PHASES)[number];
/** A phase that ends without being stopped. */
type Ending = Exclude<Phase, "writes" | "acts">;

/** The clients of a phase. */
interface Clients {
  /** Names of teams whose insert was acknowledged. */
  readonly acknowledged: readonly string[];
  readonly acts: readonly Act[];
  stop(): Promise<void>;
}

/** The longest wait before a kill, in milliseconds, until the phase was measured. */
const FIRST_WAITS_MS: Readonly<Record<Ending, number>> = {
  "first start": 3000,
  upgrade: 1200,
  backup: 2000,
  import: 1000,
};
const WRITES_MS = 1000;
const WRITERS = 8;
const ACTORS = 4;
/** How long PostgreSQL may live after its host was killed. */
const GONE_MS = 2000;
const SERVES_MS = 60_000;
const HEALTHY_MS = 20_000;
const LINES_SHOWN = 12;
const LINE_LENGTH = 400;
const BACKUP_CHECKED_EVERY = 10;

class Kills {
  #club: Club;
  #host: LaunchedHost | null = null;
  #acknowledged: string[] = [];
  #seasons: Import[] = [];
  #backups = 0;
  #acts = 0;
  readonly #moments: Moments<Ending>;
  readonly #counts = new Map<string, number>();

  constructor(private readonly soak: Soak) {
    this.#club = new Club(soak.workspace);
    this.#moments = new Moments(soak.random, FIRST_WAITS_MS);
  }

  /** One kill. Returns what was killed and when. */
  async round(index: number): Promise<string> {
    const { random } = this.soak;
    const phase = index === 0 ? "first start" : random.pick(PHASES);
    const { host, work, clients } = await this.#begin(phase, index);
    const started = performance.now();
    const over =
      phase === "writes" || phase === "acts" ? await this.#during() : await this.#moments.wait(phase, work);
    const before = postgresIn(this.#club.dataDir);
    const killed = killTarget(random.pick(TARGETS), host.pid, this.#club, random);
    const what = `${killed} ${over} ${phase} at ${Math.round(performance.now() - started)} ms`;
    this.#count(`${killed} in ${phase}`);
    try {
      if (includesHost(killed)) await this.#restart(host, before);
      else await this.#recover(host, work);
      await clients?.stop();
      await work;
      await this.#verify(clients);
      if (phase === "backup") await this.#verifyBackup();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${what}: ${reason}\nThe host's last lines:\n${lastLines(host.printed)}`);
    }
    return what;
  }

  async end(): Promise<void> {
    await this.#host?.stop();
  }

  verdict(): string {
    const counts = [...this.#counts].map(([what, count]) => `${what} ${count}`).join(", ");
    return `${this.#acts} acts; ${counts}`;
  }

  /** `work` resolves when the phase is over, also when the kill ended it. */
  async #begin(
    phase: Phase,
    index: number,
  ): Promise<{ host: LaunchedHost; work: Promise<unknown>; clients: Clients | null }> {
    if (phase === "import" || phase === "writes" || phase === "acts") {
      this.#host ??= await this.#club.serve();
      const host = this.#host;
      const clients = await this.#startClients(host, phase, index);
      if (phase !== "import") return { host, clients, work: Promise.resolve() };
      const season = importSeason(this.#club, this.soak.workspace, this.#seasons.length);
      this.#seasons.push(season);
      return { host, clients, work: season.done };
    }
    await this.#host?.stop();
    this.#host = null;
    if (phase === "first start") {
      this.#club.remove();
      this.#club = new Club(this.soak.workspace);
      [this.#acknowledged, this.#seasons] = [[], []];
    } else this.#club.addMigration();
    const host = await this.#club.launch({ BACKUPS: phase === "backup" ? "2" : "0" });
    return { host, clients: null, work: Promise.race([host.served, host.ended]).catch(() => {}) };
  }

  /** Writes during an import and a stream of writes, and acts of several steps during theirs. */
  async #startClients(
    host: LaunchedHost,
    phase: "import" | "writes" | "acts",
    index: number,
  ): Promise<Clients> {
    if (phase !== "acts") {
      const writers = phase === "writes" ? WRITERS : 1;
      const visitors = startVisitors(this.soak, host, this.#club, writers, String(index));
      return { ...visitors, acts: [] };
    }
    const acts = await startActs(this.#club, host, ACTORS, String(index));
    return { ...acts, acknowledged: [] };
  }

  async #during(): Promise<"during"> {
    await delay(this.soak.random.between(0, WRITES_MS));
    return "during";
  }

  /** The host was killed: its PostgreSQL ends, and another host serves, whether it starts before that or after. */
  async #restart(killed: LaunchedHost, postgres: readonly Process[]): Promise<void> {
    const startsAtOnce = this.soak.random.chance(0.5);
    const gone = until(
      "the end of PostgreSQL",
      this.soak.within(GONE_MS),
      () => !postgres.some(({ pid }) => isRunning(pid)),
    );
    if (!startsAtOnce) await gone;
    const [host] = await Promise.all([this.#club.launch(), gone]);
    await killed.ended;
    await this.#serving(host);
  }

  /** Only PostgreSQL was killed: a serving host recovers automatically; a start may fail, and then the next one serves. */
  async #recover(host: LaunchedHost, work: Promise<unknown>): Promise<void> {
    await work;
    const serves = await host.served.then(
      () => true,
      () => false,
    );
    if (!serves) {
      // One line says why a start failed, next to the log; a stack trace is counted, and shown by the verdict.
      if (/^ +at /m.test(host.printed)) this.#count("starts that ended with a stack trace");
      await this.#serving(await this.#club.launch());
      return;
    }
    await until(
      "healthz 200",
      this.soak.within(HEALTHY_MS),
      async () => (await fetch(`${host.url}/healthz`)).ok,
    );
    this.#host = host;
  }

  async #serving(host: LaunchedHost): Promise<void> {
    await Promise.race([
      host.served,
      delay(this.soak.within(SERVES_MS), undefined, { ref: false }).then(() =>
        Promise.reject(new Error("the next start hangs")),
      ),
    ]);
    this.#host = host;
  }

  async #verify(clients: Clients | null): Promise<void> {
    this.#acknowledged.push(...(clients?.acknowledged ?? []));
    await this.#club.verify();
    for (const act of clients?.acts ?? []) await act.verify(this.#club, this.#host?.url ?? "");
    this.#acts += clients?.acts.length ?? 0;
    await this.#club.query(async (client) => {
      const teams = await client.query<{ name: string }>("select name from public.teams");
      const names = new Set(teams.rows.map(({ name }) => name));
      const lost = this.#acknowledged.filter((name) => !names.has(name));
      if (lost.length > 0)
        throw new Error(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
      for (const { season, done } of this.#seasons) {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::integer as count from public.matches where season = $1",
          [season],
        );
        const expected = (await done) ? [MATCHES_OF_A_SEASON] : [0, MATCHES_OF_A_SEASON];
        if (!expected.includes(rows[0]?.count ?? -1))
          throw new Error(`the season ${season} has ${rows[0]?.count} matches`);
      }
    });
  }

  /** In some rounds: a club is served from the newest complete backup. */
  async #verifyBackup(): Promise<void> {
    const folder = join(this.#club.dataDir, "backups");
    if (this.#backups++ % BACKUP_CHECKED_EVERY > 0 || !existsSync(folder)) return;
    const newest = readdirSync(folder)
      .filter((name) => !name.endsWith(".unread"))
      .sort()
      .at(-1);
    if (!newest) return;
    const copy = this.#club.copyWith(join(folder, newest));
    const host = await copy.serve();
    await copy.verify();
    await host.stop();
    copy.remove();
    this.#count("backups opened");
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

function lastLines(printed: string): string {
  const lines = printed.trim().split("\n").slice(-LINES_SHOWN);
  return lines.map((line) => line.slice(0, LINE_LENGTH)).join("\n");
}
