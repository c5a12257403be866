/**
 * Two hosts on one database, of which one or both are killed at random moments while members write through both. Nothing that
 * was acknowledged is lost, nothing is done twice when its request is sent again to the other host, and the other one serves.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedHost } from "../../tools/host/spawn-host.ts";
import { newDatabase, TEST_DATABASES } from "../engines/new-database.ts";
import { serveTestDatabases } from "../engines/test-databases.ts";
import { startActs } from "./acts/acts.ts";
import { Club } from "./club.ts";
import { runSoak, type Soak, type SoakOptions } from "./run-soak.ts";
import { startVisitors } from "./visitor.ts";

const ENV = { PASSWORD_COST: "low" };
const WRITERS = 4;
const ACTORS = 2;
const WRITES_MS = 1500;
const TARGETS: readonly [readonly number[], ...(readonly number[])[]] = [[0], [1], [0, 1]];

/** Kills `rounds` times. Rejects when data was lost or doubled, an answer was wrong or a host did not serve again. */
export function soakTwoHosts(options: SoakOptions): Promise<void> {
  return runSoak("two-hosts", options, async (soak) => {
    const databases = await serveTestDatabases();
    process.env[TEST_DATABASES] = databases.address;
    try {
      const pair = await Pair.start(soak);
      let done = 0;
      for (; done < soak.rounds && soak.isInTime(); done++) {
        const what = await pair.round(done);
        if ((done + 1) % 10 === 0 || soak.rounds <= 100) soak.print(`kill ${done + 1}: ${what}`);
      }
      await pair.stop();
      return `${done} of ${soak.rounds} kills; ${pair.verdict()}`;
    } finally {
      await databases.stop();
    }
  });
}

class Pair {
  readonly #acknowledged: string[] = [];
  #acts = 0;

  private constructor(
    private readonly soak: Soak,
    private readonly clubs: readonly [Club, Club],
    private readonly hosts: [LaunchedHost, LaunchedHost],
  ) {}

  static async start(soak: Soak): Promise<Pair> {
    const first = new Club(soak.workspace, await newDatabase("migrated"));
    const host = await first.serve(ENV);
    const second = first.twin();
    return new Pair(soak, [first, second], [host, await second.serve(ENV)]);
  }

  /** One kill. Returns which host was killed and when. */
  async round(index: number): Promise<string> {
    const { random } = this.soak;
    const started = performance.now();
    const clients = await Promise.all(
      this.hosts.map(async (host, place) => {
        const [club, label] = [this.clubs[0], `${index}.${place}`];
        const visitors = startVisitors(this.soak, host, club, WRITERS, label);
        return { visitors, acts: await startActs(club, host, ACTORS, label) };
      }),
    );
    await delay(random.between(0, WRITES_MS));
    const targets = random.pick(TARGETS);
    const what = `host ${targets.map((place) => place + 1).join(" and ")} at ${Math.round(performance.now() - started)} ms`;
    try {
      await Promise.all(targets.map((place) => this.hosts[place]?.kill()));
      // Where both were killed, one of them must serve before the requests are repeated.
      if (targets.length === 2) await this.#restart(0);
      for (const { visitors, acts } of clients) await Promise.all([visitors.stop(), acts.stop()]);
      const alive = this.hosts[targets.length === 1 && targets[0] === 0 ? 1 : 0];
      for (const { visitors, acts } of clients) {
        this.#acknowledged.push(...visitors.acknowledged);
        this.#acts += acts.acts.length;
        for (const act of acts.acts) await act.verify(this.clubs[0], alive.url);
      }
      await this.#verifyTeams();
      for (const place of targets.length === 2 ? [1] : targets) await this.#restart(place);
      for (const { url } of this.hosts) {
        const { status } = await fetch(`${url}/healthz`);
        if (status !== 200) throw new Error(`a host answers ${status}`);
      }
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : error}`);
    }
    return what;
  }

  async stop(): Promise<void> {
    for (const host of this.hosts) await host.stop();
  }

  verdict(): string {
    return `${this.#acknowledged.length} teams and ${this.#acts} acts`;
  }

  async #restart(place: number): Promise<void> {
    const club = this.clubs[place];
    if (club) this.hosts[place] = await club.serve(ENV);
  }

  /** Every acknowledged team is there, and every scheduled job has at most one run that is not over. */
  async #verifyTeams(): Promise<void> {
    await this.clubs[0].query(async (client) => {
      const teams = await client.query<{ name: string }>("select name from public.teams");
      const names = new Set(teams.rows.map(({ name }) => name));
      const lost = this.#acknowledged.filter((name) => !names.has(name));
      if (lost.length > 0)
        throw new Error(`${lost.length} acknowledged writes are lost: ${lost.slice(0, 3)}`);
      const { rows } = await client.query<{ job: string }>(
        "select job from private.job_runs where finished_at is null group by job having count(*) > 1",
      );
      if (rows.length > 0) throw new Error(`jobs run twice: ${rows.map(({ job }) => job)}`);
    });
  }
}
