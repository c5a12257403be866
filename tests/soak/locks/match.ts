/** The match of a lock race: how it locks, and what the database must have afterwards. */
import pg from "pg";
import type { Database } from "../../../supabase/database.types.ts";
import type { Host } from "../../api/support/host.ts";
import { daysFromNow } from "../../club-time.ts";
import type { Random } from "../random.ts";

/**
 * Ways in which a match locks: it reaches its kick-off, also while a transaction makes every writer wait; or it starts,
 * is completed or is cancelled before.
 */
export const LOCKINGS = [
  "kick-off",
  "kick-off behind a transaction",
  "live",
  "completed",
  "cancelled",
] as const;
export type Locking = (typeof LOCKINGS)[number];

/** An acknowledged write of one prediction, as the response returned it. */
export interface Saved {
  match_id: string;
  user_id: string;
  home_prediction: number;
  away_prediction: number;
  updated_at: string;
}

export interface LockRaceMatch {
  id: string;
  /** Matches that stay open. */
  openIds: readonly string[];
  /** Resolves when the match has locked or is closed, by the database's clock. */
  lock(locking: Locking, random: Random): Promise<void>;
  /** Compares the acknowledged writes with the predictions and their log. */
  problems(saved: readonly Saved[]): Promise<string[]>;
  close(): Promise<void>;
}

const OPEN_MATCHES = 3;
/** The time from setting a kick-off to the kick-off. */
const [SOONEST_MS, LATEST_MS] = [100, 600];
type Changes = Database["public"]["Tables"]["matches"]["Update"];
const CHANGES: Partial<Record<Locking, Changes>> = {
  live: { status: "live" },
  completed: { status: "completed", home_score: 1, away_score: 0 },
  cancelled: { status: "cancelled" },
};

/** Creates matches that kick off tomorrow. `label` makes their teams' names unique. */
export async function createLockRaceMatch(host: Host, label: string): Promise<LockRaceMatch> {
  const [id = "", ...openIds] = await createMatches(host, label);
  const client = new pg.Client(host.databaseUrl);
  await client.connect();

  /** Repeats a deadlocked change, as the host does. */
  async function kickOffSoon(random: Random): Promise<void> {
    for (;;) {
      try {
        return await moveKickOff(random);
      } catch (error) {
        await client.query("rollback");
        if (!(error instanceof pg.DatabaseError && error.code === "40P01")) throw error;
      }
    }
  }

  /** Moves the kick-off to shortly after the present time, which is read when no prediction is being judged. */
  async function moveKickOff(random: Random): Promise<void> {
    await client.query("begin");
    await client.query("select from public.matches where id = $1 for update", [id]);
    await client.query(
      `update public.matches set match_date = local::date, match_time = local::time
         from (select (clock_timestamp() + $2 * interval '1 ms') at time zone private.club_time_zone() as local) soon
        where id = $1`,
      [id, random.between(SOONEST_MS, LATEST_MS)],
    );
    await client.query("commit");
  }

  return {
    id,
    openIds,
    async lock(locking, random) {
      const changes = CHANGES[locking];
      if (changes) await change(host, id, changes);
      else await kickOffSoon(random);
      // Waiting in the database: its clock decides, not the clock of the test. A cancelled match is closed at once.
      const holding = locking === "kick-off behind a transaction" ? "for update" : "";
      await client.query("begin");
      await client.query(
        `select pg_sleep_until(locks_at + interval '1 ms') from (
           select locks_at from public.matches where id = $1 and status <> 'cancelled' ${holding}) m`,
        [id],
      );
      await client.query("commit");
    },
    async problems(saved) {
      const problems: string[] = [];
      for (const match of [id, ...openIds])
        problems.push(
          ...(await problemsOf(
            client,
            match,
            saved.filter(({ match_id }) => match_id === match),
          )),
        );
      return problems;
    },
    close: () => client.end(),
  };
}

async function createMatches(host: Host, label: string): Promise<string[]> {
  const teams = Array.from({ length: 2 * (OPEN_MATCHES + 1) }, (_, index) => `Team ${label} ${index}`);
  const made = await host.secret.from("teams").insert(teams.map((name) => ({ name })));
  if (made.error) throw made.error;
  const tomorrow = daysFromNow(2);
  const matches = Array.from({ length: OPEN_MATCHES + 1 }, (_, index) => ({
    home_team_name: teams[2 * index] ?? "",
    away_team_name: teams[2 * index + 1] ?? "",
    league: "Friendly Club",
    match_date: tomorrow,
  }));
  const { data, error } = await host.secret.from("matches").insert(matches).select("id");
  if (error) throw error;
  return data.map(({ id }) => id);
}

async function change(host: Host, id: string, values: Changes): Promise<void> {
  const { error } = await host.secret.from("matches").update(values).eq("id", id);
  if (error) throw error;
}

interface Row {
  user_id: string;
  home: number;
  away: number;
  /** Text with microseconds. */
  at: string;
}

/** Every acknowledged write is in the log once, nothing else is, and each player's newest one is the prediction. */
async function problemsOf(client: pg.Client, match: string, saved: readonly Saved[]): Promise<string[]> {
  const read = async (text: string): Promise<Row[]> => (await client.query<Row>(text, [match])).rows;
  const log =
    await read(`select user_id, home_prediction as home, away_prediction as away, to_json(changed_at) #>> '{}' as at
    from public.prediction_changes where match_id = $1 order by changed_at`);
  const rows =
    await read(`select user_id, home_prediction as home, away_prediction as away, to_json(updated_at) #>> '{}' as at
    from public.user_predictions where match_id = $1`);
  // The host's jobs do this every five seconds.
  await client.query("select private.count_predictions()");
  const { rows: matches } = await client.query<{ count: number; lock: string }>(
    "select predictions_count as count, to_json(locks_at) #>> '{}' as lock from public.matches where id = $1",
    [match],
  );
  const { count = -1, lock = "" } = matches[0] ?? {};
  const acknowledged = saved.map((one) =>
    textOf({
      user_id: one.user_id,
      home: one.home_prediction,
      away: one.away_prediction,
      at: one.updated_at,
    }),
  );
  const logged = log.map(textOf);
  const newest = new Map(log.map((row) => [row.user_id, textOf(row)]));
  return [
    ...missing(acknowledged, logged).map((text) => `acknowledged, but not in the log: ${text}`),
    ...missing(logged, acknowledged).map((text) => `in the log, but not acknowledged: ${text}`),
    ...rows
      .filter((row) => newest.get(row.user_id) !== textOf(row))
      .map((row) => `not the newest write: ${textOf(row)}`),
    ...log
      .filter(({ at }) => micros(at) >= micros(lock))
      .map((row) => `judged at or after the lock ${lock}: ${textOf(row)}`),
    ...(count === rows.length && rows.length === newest.size
      ? []
      : [`${rows.length} predictions, counted ${count}, of ${newest.size} players`]),
  ];
}

function textOf({ user_id, home, away, at }: Row): string {
  return `${user_id} ${home}-${away} at ${at}`;
}

function missing(texts: readonly string[], among: readonly string[]): string[] {
  const present = new Set(among);
  return texts.filter((text) => !present.has(text));
}

/** Microseconds since 1970 of a time in UTC. */
function micros(time: string): bigint {
  const [, seconds = "", fraction = "", zone = "Z"] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(time) ?? [];
  return BigInt(Date.parse(`${seconds}${zone}`)) * 1000n + BigInt(fraction.padEnd(6, "0"));
}
