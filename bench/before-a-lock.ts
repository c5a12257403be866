/**
 * How many predictions a second does one host store before a match locks? 1,000 players, each with a session, save the scores of
 * ten matches as the page does: one upsert for each prediction, by 100 connections from 20 addresses in a separate process. All
 * save the same match at a time.
 *   spread     the same saves, but neighbours in time are for different matches
 *   baseline   the rows that a save writes without triggers, policies and HTTP: one durable transaction for each, over ten connections
 * The three alternate, each on new matches. The clients share the machine.
 * Target: 0.8 of the spread saves, so that one match is no bottleneck, and a p99 below 1 s.
 * --save appends the line to bench/results/before-a-lock.md.
 */
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { readConnection } from "../server/database/embedded/connection-file.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { median, timed, withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const PLAYERS = 1000;
const MATCHES = 10;
const ROUNDS = 3;
const CONNECTIONS = 100;
const DATABASE_CONNECTIONS = 10;
const AIMS = { ofSpread: 0.8, p99Ms: 1000 };
const PASSWORD = "Saves 10 scores";

/** Milliseconds from a request to its answer. */
const savedSchema = z.object({ seconds: z.number(), p50: z.number(), p99: z.number(), refused: z.number() });
type Saved = z.infer<typeof savedSchema>;
interface Player {
  id: string;
  token: string;
}

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none", BACKUPS: "0", PASSWORD_COST: "low" });
  const pool = new pg.Pool({ ...readConnection(dataDir), max: DATABASE_CONNECTIONS });
  try {
    const keys = z
      .object({ publishable_key: z.string(), secret_key: z.string() })
      .parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
    const players = await createPlayers(host.url, keys.secret_key);
    await pool.query(
      "create table bench_changes (like public.prediction_changes including defaults including identity including indexes)",
    );
    const [one, spread, bare]: [Saved[], Saved[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      const club = { url: host.url, key: keys.publishable_key, players };
      one.push(await save({ ...club, matches: await createMatches(pool, 2 * round), oneMatchAtATime: true }));
      spread.push(
        await save({ ...club, matches: await createMatches(pool, 2 * round + 1), oneMatchAtATime: false }),
      );
      bare.push(await baseline(pool, players));
    }
    report(one, spread, bare);
  } finally {
    await pool.end();
    await host.stop();
  }
});

function report(one: readonly Saved[], spread: readonly Saved[], bare: readonly number[]): void {
  const rateOf = (seconds: readonly number[]): number =>
    median(seconds.map((each) => (PLAYERS * MATCHES) / each));
  const rate = rateOf(one.map(({ seconds }) => seconds));
  const ofSpread = rate / rateOf(spread.map(({ seconds }) => seconds));
  const ofBare = rate / rateOf(bare);
  const [p50, p99] = [median(one.map((each) => each.p50)), Math.max(...one.map((each) => each.p99))];
  const refused = one.reduce((sum, each) => sum + each.refused, 0);
  const missed = ofSpread < AIMS.ofSpread || p99 > AIMS.p99Ms;
  record(
    "before-a-lock",
    `${rate.toFixed(0)} predictions/s of one match, p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)} ms, ${refused} refused and repeated; ` +
      `${ofSpread.toFixed(2)} of the spread saves, ${ofBare.toFixed(2)} of the baseline${missed ? ", MISSES" : ""}`,
  );
  if (missed) process.exitCode = 1;
}

async function createPlayers(url: string, key: string): Promise<Player[]> {
  const send = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { apikey: key, authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return z
      .object({ access_token: z.string().default(""), user: z.object({ id: z.string() }).optional() })
      .parse(await response.json());
  };
  const create = async (index: number): Promise<Player> => {
    const account = { email: `player${index}@bench.example`, password: PASSWORD };
    await send("/auth/v1/admin/users", { ...account, email_confirm: true });
    const session = await send("/auth/v1/token?grant_type=password", account);
    return { id: session.user?.id ?? "", token: session.access_token };
  };
  const players: Player[] = [];
  for (let index = 0; index < PLAYERS; index += 10)
    players.push(...(await Promise.all(Array.from({ length: 10 }, (_, more) => create(index + more)))));
  return players;
}

/** Open matches of a competition that everyone may predict. */
async function createMatches(pool: pg.Pool, round: number): Promise<string[]> {
  await pool.query(
    "insert into public.teams (name) select 'Team ' || n from generate_series(1, 20) n on conflict do nothing",
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.matches (home_team_name, away_team_name, league, match_date, match_time)
     select 'Team ' || n, 'Team ' || n + 10, 'Friendly Club', current_date + 30 + $1::int, '15:00' from generate_series(1, $2::int) n
     returning id`,
    [round, MATCHES],
  );
  return rows.map(({ id }) => id);
}

interface Saves {
  url: string;
  key: string;
  players: readonly Player[];
  matches: readonly string[];
  oneMatchAtATime: boolean;
}

async function save(saves: Saves): Promise<Saved> {
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/clients/savers.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  clients.stdin.end(JSON.stringify({ ...saves, connections: CONNECTIONS }));
  return savedSchema.parse(JSON.parse(await text(clients.stdout)));
}

/** Seconds for the rows that a save writes, without triggers, policies and HTTP. */
async function baseline(pool: pg.Pool, players: readonly Player[]): Promise<number> {
  await pool.query("drop table if exists bench_predictions");
  await pool.query(
    "create table bench_predictions (like public.user_predictions including defaults including indexes including constraints)",
  );
  const jobs = players.flatMap(({ id }) => Array.from({ length: MATCHES }, () => id));
  const matches = Array.from({ length: MATCHES }, () => randomUUID());
  const worker = async (): Promise<void> => {
    const client = await pool.connect();
    for (let job = jobs.pop(); job; job = jobs.pop())
      await client.query({
        name: "save",
        text: `with saved as (
                 insert into bench_predictions (user_id, match_id, home_prediction, away_prediction) values ($1, $2, 2, 1)
                 on conflict (user_id, match_id) do update set home_prediction = excluded.home_prediction
                 returning user_id, match_id)
               insert into bench_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
               select user_id, match_id, 'Home - Away', 'made', 2, 1 from saved`,
        values: [job, matches[jobs.length % MATCHES]],
      });
    client.release();
  };
  const ms = await timed(() => Promise.all(Array.from({ length: DATABASE_CONNECTIONS }, worker)));
  return ms / 1000;
}
