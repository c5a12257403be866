/** Members who save predictions of a match without a pause while it locks, and the check of what was saved. */
import type { Host, Person } from "../../api/support/host.ts";
import type { Random } from "../random.ts";
import type { Locking, LockRaceMatch, Saved } from "./match.ts";

export interface Race {
  /** Hosts with one database. */
  hosts: readonly [Host, ...Host[]];
  members: readonly Person[];
  /** How many requests of one member are under way at once. */
  connections: number;
  random: Random;
}

export interface RaceResult {
  accepted: number;
  refused: number;
}

/** A connection ends after this many refusals of the match that locked. */
const REFUSALS = 4;
const MOST_GOALS = 50;
const CLOSED = "SL001";

/** Locks the match in the given way while the members write. Throws when a write was accepted late or lost. */
export async function raceAroundLock(
  race: Race,
  match: LockRaceMatch,
  locking: Locking,
): Promise<RaceResult> {
  const writes = new Writes(race, match);
  const connections = race.members.flatMap((member) =>
    Array.from({ length: race.connections }, () => writes.connection(member)),
  );
  // The lock comes after everyone has saved at least once, however slow the machine is.
  const locked = writes.everyoneSaved.then(() => match.lock(locking, race.random));
  await Promise.all([...connections, locked.then(() => writes.lockPassed())]);
  const { saved, refused, faults } = writes;
  const problems = [...faults, ...(await match.problems(saved))];
  if (problems.length > 0)
    throw new Error(`${locking}: ${problems.length} problems: ${problems.slice(0, 3).join("; ")}`);
  return { accepted: saved.length, refused };
}

interface Request {
  method: string;
  /** The query. */
  path: string;
  prefer: string;
  body: unknown;
}

class Writes {
  readonly saved: Saved[] = [];
  readonly faults: string[] = [];
  readonly everyoneSaved: Promise<void>;
  refused = 0;
  #haveSaved!: () => void;
  #hasLocked = false;
  readonly #counts = new Map<string, number>();
  readonly #savers = new Set<string>();

  constructor(
    private readonly race: Race,
    private readonly match: LockRaceMatch,
  ) {
    this.everyoneSaved = new Promise((resolve) => {
      this.#haveSaved = resolve;
    });
  }

  /** From now on, no request that starts may be accepted. */
  lockPassed(): void {
    this.#hasLocked = true;
  }

  /** Writes until the match has been closed for several requests. */
  async connection(member: Person): Promise<void> {
    const session = (await member.api.auth.getSession()).data.session;
    const token = session?.access_token ?? "";
    for (let refusals = 0; refusals < REFUSALS && this.faults.length === 0; ) {
      const isLate = this.#hasLocked;
      const request = this.#request(member);
      const { status, body } = await this.#send(request, token);
      if (status >= 300) {
        if (body.code !== CLOSED)
          this.#fault(`${request.method} ${request.path} was answered ${status} ${JSON.stringify(body)}`);
        this.refused += 1;
        refusals += 1;
        continue;
      }
      const rows = Array.isArray(body) ? (body as Saved[]) : [];
      this.saved.push(...rows);
      const isOfMatch = rows.some(({ match_id }) => match_id === this.match.id);
      if (isLate && isOfMatch) this.#fault(`a write that began after the lock was accepted`);
      if (isOfMatch && this.#savers.add(member.id).size === this.race.members.length) this.#haveSaved();
    }
  }

  #fault(text: string): void {
    this.faults.push(text);
    this.#haveSaved();
  }

  async #send(request: Request, token: string): Promise<{ status: number; body: { code?: string } }> {
    const { random, hosts } = this.race;
    const host = random.pick(hosts);
    const { path, method, prefer, body } = request;
    const response = await fetch(`${host.url}/rest/v1/user_predictions?${path}`, {
      method,
      headers: {
        apikey: host.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        prefer: `return=representation,${prefer}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  /** One of the ways to save: an upsert of one or several matches, an insert, or an update. */
  #request(member: Person): Request {
    const { random } = this.race;
    const { id, openIds } = this.match;
    const rowOf = (match_id: string) => ({ user_id: member.id, match_id, ...this.#goals(member) });
    const upsert = {
      path: "on_conflict=user_id,match_id",
      method: "POST",
      prefer: "resolution=merge-duplicates",
    };
    // Two orders deadlock, and the host repeats one of the writes.
    const batch = random.pick([
      [id, ...openIds],
      [...openIds, id],
    ]);
    const ways = [
      () => ({ ...upsert, body: rowOf(id) }),
      () => ({ ...upsert, body: batch.map(rowOf) }),
      () => ({ ...upsert, prefer: "resolution=ignore-duplicates", body: rowOf(id) }),
      () => ({
        path: `user_id=eq.${member.id}&match_id=eq.${id}`,
        method: "PATCH",
        prefer: "count=exact",
        body: this.#goals(member),
      }),
    ] as const;
    const request = random.pick(ways)();
    return {
      ...request,
      path: `${request.path}&select=match_id,user_id,home_prediction,away_prediction,updated_at`,
    };
  }

  /** A score that the member has not sent yet, as long as there are some. */
  #goals({ id }: Person): { home_prediction: number; away_prediction: number } {
    const count = this.#counts.get(id) ?? 0;
    this.#counts.set(id, count + 1);
    const scores = MOST_GOALS + 1;
    return { home_prediction: count % scores, away_prediction: Math.floor(count / scores) % scores };
  }
}
