/**
 * How many predictions a second does one host store before a match locks? 500 players, each with a session, save the scores of
 * ten matches as the page does: one upsert for each prediction, by 100 connections from 20 addresses in a separate process. All
 * save the same match at a time.
 *   spread     the same saves, but neighbours in time are for different matches
 *   baseline   the rows that a save writes without triggers, policies and HTTP: one durable transaction for each, over ten connections
 * The three alternate, each on new matches. The clients share the machine. What the host refuses is repeated, and its time counts.
 * --save appends the line to bench/results/before-a-lock.md.
 */
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { readConnection } from "../server/database/embedded/connection-file.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { addMember, type Keys, keysOf, sender, signIn } from "./clients/requests.ts";
import { timed, withDataFolder } from "./engines.ts";
import { judge, median, record } from "./record.ts";

const PLAYERS = 500;
const MATCHES = 10;
const ROUNDS = 3;
const CONNECTIONS = 100;
const DATABASE_CONNECTIONS = 10;
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
    const keys = keysOf(dataDir);
    const players = await createPlayers(host.url, keys);
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
  const rate = median(one.map(({ seconds }) => (PLAYERS * MATCHES) / seconds));
  const ofBare = median(one.map(({ seconds }, round) => (bare[round] ?? Number.NaN) / seconds));
  const refused = one.reduce((sum, each) => sum + each.refused, 0);
  record(
    "before-a-lock",
    `${rate.toFixed(0)} predictions/s of one match, p50 ${median(one.map(({ p50 }) => p50)).toFixed(0)} ms, ` +
      `${refused} refused and repeated; ${ofBare.toFixed(2)} of the baseline`,
  );
  judge(
    "before-a-lock",
    "spread",
    one.map(({ seconds }, round) => (spread[round]?.seconds ?? Number.NaN) / seconds),
  );
  judge(
    "before-a-lock",
    "p99",
    one.map(({ p99 }) => p99),
  );
}

async function createPlayers(url: string, { publishable_key, secret_key }: Keys): Promise<Player[]> {
  const secret = sender(url, secret_key);
  const create = async (index: number): Promise<Player> => {
    const account = { email: `player${index}@bench.example`, password: PASSWORD };
    await addMember(secret, account);
    return signIn(url, publishable_key, account);
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
