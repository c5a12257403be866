/**
 * Cuts the power of a club's disk at random moments of first starts, restores, upgrades, backups and load. Afterwards the club
 * starts, everything that was acknowledged is there, and what was cut short can be repeated.
 */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedHost } from "../../../tools/host/spawn-host.ts";
import { startActs } from "../acts/acts.ts";
import { Club } from "../club.ts";
import { Moments } from "../moments.ts";
import { runSoak, type Soak, type SoakOptions } from "../run-soak.ts";
import { startVisitors } from "../visitor.ts";
import { runCommand } from "./commands.ts";
import { CutDisk } from "./cut-disk.ts";
import { expectClub, type Known } from "./expected.ts";

/** Cuts the power `rounds` times. Prints why it does nothing for a user who may not mount a file system. */
export function soakPower(options: SoakOptions): Promise<void> {
  return runSoak("power", options, async (soak) => {
    const { disks, missing } = CutDisk.mountAll(soak.workspace);
    for (const reason of missing) soak.print(`not cut: ${reason}`);
    const [first, ...others] = disks;
    if (!first) return "NOT RUN, since no file system can be mounted here";
    const power = new Power(soak, [first, ...others]);
    await power.begin();
    let done = 0;
    for (; done < soak.rounds && soak.isInTime(); done++) {
      const what = await power.round(done);
      if ((done + 1) % 10 === 0 || soak.rounds <= 100) soak.print(`cut ${done + 1}: ${what}`);
    }
    return `${done} of ${soak.rounds} cuts; ${power.verdict()}`;
  });
}

const PHASES = ["first start", "first start", "restore", "upgrade", "backup", "load"] as const;
type Phase = (typeof PHASES)[number];

/** The longest wait before a cut, in milliseconds, until the phase was measured. */
const FIRST_WAITS_MS: Readonly<Record<Phase, number>> = {
  "first start": 6000,
  restore: 6000,
  upgrade: 3000,
  backup: 2000,
  load: 2000,
};
/** Some first starts and restores are cut while their club is used. */
const USED_MS = 20_000;
const WRITERS = 3;
const ACTORS = 3;
const COPIES = { BACKUPS: "2" };

/** What runs when the power is cut. */
interface Running {
  roots: readonly number[];
  /** Resolves when the phase is over. */
  work: Promise<unknown>;
  /** Called after the cut: starts the club again, which may need a repeated command. */
  recover: () => Promise<LaunchedHost>;
  /** Called just before the cut: ends the clients. Resolves when what was acknowledged is in `known`. */
  settle: () => Promise<void>;
  /** Called while the club serves again. */
  verify?: (host: LaunchedHost) => Promise<void>;
}

class Power {
  #disk: CutDisk;
  #club: Club | null = null;
  #host: LaunchedHost | null = null;
  #known: Known = { teams: [], keys: null };
  #source = { backup: "", known: this.#known };
  readonly #moments: Moments<Phase>;
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly soak: Soak,
    private readonly disks: readonly [CutDisk, ...CutDisk[]],
  ) {
    this.#disk = disks[0];
    this.#moments = new Moments(soak.random, FIRST_WAITS_MS);
  }

  /** Makes the backup that is restored, on a disk that keeps its power. */
  async begin(): Promise<void> {
    const club = new Club(this.soak.workspace);
    const host = await club.serve();
    const visitors = startVisitors(this.soak, host, club, WRITERS, "source");
    await delay(1000);
    await visitors.stop();
    const backup = `${this.soak.workspace.folder("source")}.tar.gz`;
    const { printed } = await runCommand("backup", backup, club).ended;
    if (!existsSync(backup)) throw new Error(printed);
    this.#source = { backup, known: { teams: [...visitors.acknowledged], keys: club.keys } };
    await host.stop();
    club.remove();
  }

  /** One cut. Returns what was cut and when. */
  async round(index: number): Promise<string> {
    const { random } = this.soak;
    const phase = this.#club ? random.pick(PHASES) : "first start";
    const running = await this.#begin(phase, index);
    const started = performance.now();
    const over = await this.#moments.wait(phase, running.work);
    const isUsed = over === "after" && random.chance(0.4);
    if (isUsed) await delay(random.between(0, USED_MS));
    const settled = running.settle(); // from here on the clients begin nothing
    settled.catch(() => {});
    await this.#disk.cut(running.roots);
    const what = `${phase} on ${this.#disk.kind}, ${isUsed ? "used" : over}, at ${Math.round(performance.now() - started)} ms`;
    this.#count(`${phase} ${over}`);
    try {
      await settled;
      this.#host = await running.recover();
      if (this.#club) await expectClub(this.#club, this.#host, this.#known, `Cut ${index}`);
      await running.verify?.(this.#host);
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      throw new Error(`cut ${index + 1}: ${what}: ${reason}\n${this.#host?.printed ?? ""}`);
    }
    return what;
  }

  verdict(): string {
    const counts = [...this.#counts].map(([what, count]) => `${what} ${count}`).join(", ");
    return `${counts}; everything acknowledged was found`;
  }

  #begin(phase: Phase, index: number): Promise<Running> {
    if (phase === "first start") return this.#firstStart(index);
    if (phase === "restore") return this.#restore();
    if (phase === "upgrade") return this.#upgrade();
    if (phase === "backup") return this.#backup(index);
    return this.#load(index);
  }

  /** A new data folder, on any of the disks. */
  async #newClub(): Promise<Club> {
    await this.#host?.stop();
    this.#host = null;
    this.#club?.remove();
    this.#disk = this.soak.random.pick(this.disks);
    this.#club = new Club({ ...this.soak.workspace, folder: (name) => this.#disk.folder(name) });
    this.#known = { teams: [], keys: null };
    this.#disk.settle(); // also the removal
    return this.#club;
  }

  async #firstStart(index: number): Promise<Running> {
    const club = await this.#newClub();
    const host = await club.launch();
    let visitors: ReturnType<typeof startVisitors> | null = null;
    const work = host.served.then(() => {
      this.#known = { teams: [], keys: club.keys };
      visitors = startVisitors(this.soak, host, club, WRITERS, String(index));
    });
    work.catch(() => {});
    return {
      roots: [host.pid],
      work,
      recover: () => club.serve(),
      settle: async () => {
        await visitors?.stop();
        this.#known.teams.push(...(visitors?.acknowledged ?? []));
      },
    };
  }

  async #restore(): Promise<Running> {
    const club = await this.#newClub();
    const { backup, known } = this.#source;
    const restore = runCommand("restore", backup, club);
    this.soak.workspace.started(restore.pid, restore.ended);
    let isAcknowledged = false;
    const work = restore.ended.then(({ code, printed }) => {
      if (code === 0) isAcknowledged = true;
      else if (code !== null) throw new Error(printed);
    });
    return {
      roots: [restore.pid],
      work,
      settle: () => work,
      recover: async () => {
        if (!isAcknowledged) {
          const { code, printed } = await runCommand("restore", backup, club).ended;
          // It was complete, and was cut before it had printed so.
          if (code !== 0 && !printed.includes("is not empty")) throw new Error(`restoring again: ${printed}`);
        }
        this.#known = { teams: [...known.teams], keys: known.keys };
        return club.serve();
      },
    };
  }

  async #upgrade(): Promise<Running> {
    const club = this.#existing();
    await this.#host?.stop();
    club.addMigration();
    this.#disk.settle();
    const host = await club.launch(COPIES);
    const work = host.served;
    return {
      roots: [host.pid],
      work,
      settle: async () => {},
      recover: () => club.serve(COPIES),
      verify: () => this.#expectCopy(club),
    };
  }

  async #backup(index: number): Promise<Running> {
    const club = this.#existing();
    const host = this.#host ?? (await club.serve());
    const file = `${this.#disk.folder("backup")}.tar.gz`;
    const backup = runCommand("backup", file, club);
    this.soak.workspace.started(backup.pid, backup.ended);
    const load = await this.#clients(club, host, index, false);
    return {
      roots: [host.pid, backup.pid],
      work: backup.ended,
      settle: load.settle,
      recover: () => club.serve(),
      verify: async () => {
        const { code, printed } = await backup.ended;
        if (code !== null && code !== 0) throw new Error(printed);
        if (code === 0) await this.#expectBackup(file, club);
        rmSync(file, { force: true });
        rmSync(`${file}.partial`, { force: true });
      },
    };
  }

  async #load(index: number): Promise<Running> {
    const club = this.#existing();
    const host = this.#host ?? (await club.serve());
    const load = await this.#clients(club, host, index, true);
    return { roots: [host.pid], work: host.ended, recover: () => club.serve(), ...load };
  }

  async #clients(
    club: Club,
    host: LaunchedHost,
    index: number,
    withActs: boolean,
  ): Promise<Required<Pick<Running, "settle" | "verify">>> {
    const acts = withActs ? await startActs(club, host, ACTORS, String(index)) : null;
    const visitors = startVisitors(this.soak, host, club, WRITERS, String(index));
    return {
      settle: async () => {
        await Promise.all([visitors.stop(), acts?.stop()]);
        this.#known.teams.push(...visitors.acknowledged);
      },
      verify: async ({ url }) => {
        for (const act of acts?.acts ?? []) await act.verify(club, url);
      },
    };
  }

  /** A backup that was acknowledged is complete: a club is restored from it on a disk that keeps its power. */
  async #expectBackup(file: string, { keys, supabaseDir }: Club): Promise<void> {
    const copy = new Club(this.soak.workspace);
    const { code, printed } = await runCommand("restore", file, { dataDir: copy.dataDir, supabaseDir }).ended;
    if (code !== 0) throw new Error(`an acknowledged backup: ${printed}`);
    if (copy.keys.secret_key !== keys.secret_key) throw new Error("the backup has other keys");
    copy.remove();
    this.#count("backups restored");
  }

  /** The newest copy of the cluster that has the name of a complete one is complete. */
  async #expectCopy(club: Club): Promise<void> {
    const folder = join(club.dataDir, "backups");
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const newest = names
      .filter((name) => !name.endsWith(".unread"))
      .sort()
      .at(-1);
    if (newest === undefined) return;
    const copy = club.copyWith(join(folder, newest));
    const host = await copy.serve();
    await copy.query((client) => client.query("select from public.teams"));
    await host.stop();
    copy.remove();
    this.#count("copies opened");
  }

  #existing(): Club {
    if (!this.#club) throw new Error("there is no club yet");
    return this.#club;
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}
