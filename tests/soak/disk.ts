/**
 * Fills the disk of a host at random moments of a stream of writes and frees it again. Writes are refused with 503
 * meanwhile, nothing that was acknowledged is lost, and the host works again without a restart.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import { Club } from "./club.ts";
import { signal, until } from "./processes.ts";
import { runSoak, type Soak, type SoakOptions } from "./run-soak.ts";
import { startVisitors } from "./visitor.ts";

/** Fills the disk `rounds` times. Prints why it does nothing for a user who may not mount a file system. */
export function soakDisk(options: SoakOptions): Promise<void> {
  return runSoak("disk", options, async (soak) => {
    const disk = SmallDisk.mount(soak);
    if (disk === null) return "not run, since this user may not mount a file system";
    const club = new Club({ ...soak.workspace, folder: (name) => join(disk.folder, name) });
    const rounds = new Rounds(soak, disk, club, await club.serve());
    await rounds.begin();
    let done = 0;
    for (; done < soak.rounds && soak.isInTime(); done++) await rounds.run(done);
    await rounds.end();
    return `${done} of ${soak.rounds} full disks; ${rounds.verdict()}`;
  });
}

const MB = 2 ** 20;
const SIZE = "300m";
const WRITERS = 6;
const FULL_WITHIN_MS = 20_000;
const WORKS_WITHIN_MS = 20_000;
const LONGEST_MS = 1500;
/** A write-ahead log segment: with this much or less, the disk is full after some writes, or at once. */
const MOST_LEFT = 4 * MB;

class SmallDisk {
  readonly #fill: string;

  private constructor(readonly folder: string) {
    this.#fill = join(folder, "fill");
  }

  /** A file system in memory; null without the right to mount one. */
  static mount(soak: Soak): SmallDisk | null {
    const folder = soak.workspace.folder("disk");
    mkdirSync(folder, { mode: 0o711 });
    const options = `size=${SIZE},mode=0711`;
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
    if (status !== 0) return null;
    soak.workspace.mounted(() => spawnSync("umount", ["-l", folder]));
    return new SmallDisk(folder);
  }

  /** Writes a file that leaves so many bytes. Others write meanwhile, so the disk may become full earlier. */
  fill(leave: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    const file = openSync(this.#fill, "w");
    try {
      for (let rest = bavail * bsize - leave; rest > 0; rest -= MB)
        writeSync(file, Buffer.alloc(Math.min(rest, MB)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#fill, { force: true });
  }
}

class Rounds {
  readonly #acknowledged: string[] = [];
  readonly #files: string[] = [];
  #refused = 0;
  #restarts = 0;

  constructor(
    private readonly soak: Soak,
    private readonly disk: SmallDisk,
    private readonly club: Club,
    private readonly host: LaunchedHost,
  ) {}

  /** Adds the bucket of the uploads. */
  async begin(): Promise<void> {
    await this.#post("storage/v1/bucket", JSON.stringify({ id: "disk", name: "disk" }), "application/json");
  }

  async run(round: number): Promise<void> {
    const { random } = this.soak;
    const visitors = startVisitors(this.soak, this.host, this.club, WRITERS, `disk ${round}`);
    await delay(random.between(0, LONGEST_MS));
    this.disk.fill(random.chance(0.5) ? 0 : random.between(0, MOST_LEFT));
    await this.#untilFull(round);
    const killed = random.chance(0.2);
    if (killed) this.#killPostgres();
    await delay(random.between(0, LONGEST_MS));
    this.disk.free();
    const freed = performance.now();
    await until(
      "a write after space was freed",
      this.soak.within(WORKS_WITHIN_MS),
      async () => (await this.#write()) === 201,
    );
    const afterMs = Math.round(performance.now() - freed);
    await visitors.stop();
    this.#acknowledged.push(...visitors.acknowledged);
    await this.#verify();
    const what = killed ? "full, and PostgreSQL killed" : "full";
    this.soak.print(
      `round ${round + 1}: ${what}; ${visitors.acknowledged.length} writes; works after ${afterMs} ms`,
    );
  }

  async end(): Promise<void> {
    await this.host.stop();
  }

  verdict(): string {
    const counts = [
      `${this.#acknowledged.length} writes and ${this.#files.length} files acknowledged and found`,
      `${this.#refused} refused`,
      `PostgreSQL killed ${this.#restarts} times`,
    ];
    return counts.join(", ");
  }

  /** Writes rows and files until both are refused with the words that say why. */
  async #untilFull(round: number): Promise<void> {
    let file = 0;
    await until("a write refused by the full disk", this.soak.within(FULL_WITHIN_MS), async () => {
      const [row, upload] = [await this.#write(), await this.#upload(`${round}-${file++}.txt`)];
      return row === 503 && upload !== 200;
    });
  }

  /** The status of a write. A refusal names the full disk or the database that is down, and when to retry. */
  async #write(): Promise<number> {
    const name = `Team ${this.soak.random.between(0, 1)}`;
    const response = await this.#post("rest/v1/teams", JSON.stringify({ name }), "application/json");
    if (response.status === 201) this.#acknowledged.push(name);
    return response.status;
  }

  async #upload(path: string): Promise<number> {
    const response = await this.#post(`storage/v1/object/disk/${path}`, "x".repeat(MB), "text/plain");
    if (response.status === 200) this.#files.push(path);
    return response.status;
  }

  async #post(path: string, body: string, type: string): Promise<{ status: number }> {
    const { secret_key } = this.club.keys;
    const response = await fetch(`${this.host.url}/${path}`, {
      method: "POST",
      headers: { apikey: secret_key, authorization: `Bearer ${secret_key}`, "content-type": type },
      body,
    });
    const text = await response.text();
    if (response.ok) return response;
    const isIntended = response.status === 503 && response.headers.has("retry-after");
    if (!isIntended) throw new Error(`${path} on a full disk was answered ${response.status} ${text}`);
    this.#refused++;
    return response;
  }

  #killPostgres(): void {
    const pid = this.club.lock?.pid;
    if (pid !== undefined) signal(pid, "SIGKILL");
    this.#restarts++;
  }

  /** Nothing acknowledged is lost: neither rows nor files. */
  async #verify(): Promise<void> {
    await this.club.verify();
    const names = await this.club.query(async (client) => {
      const { rows } = await client.query<{ name: string }>("select name from public.teams");
      return new Set(rows.map(({ name }) => name));
    });
    const lost = this.#acknowledged.filter((name) => !names.has(name));
    if (lost.length > 0) throw new Error(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
    const { secret_key } = this.club.keys;
    for (const path of this.#files) {
      const response = await fetch(`${this.host.url}/storage/v1/object/disk/${path}`, {
        headers: { apikey: secret_key, authorization: `Bearer ${secret_key}` },
      });
      const { length } = await response.text();
      if (length !== MB) throw new Error(`${path} was acknowledged and has ${length} bytes`);
    }
  }
}
