/**
 * What does a result cost the host when thousands of pages are open? Of 10,000 members, each with a session and a page that has been
 * loaded, half see the leaderboard and half Home. A match is completed, and each page sends its one request at a random moment of the
 * club's window; the requests come over 200 connections, from a separate process. Meanwhile members save predictions, 40 a second.
 *   settled   from the start of the window until the last page has its answer; the window takes 5 s of it
 *   saves     the p99 of saves in that time, and without pages
 *   floor     the same number of requests that read one row, as fast as they are answered
 * The aim of `settled` is a ratio to the floor (record 95). What a busy host refuses is sent again when the host says
 * so. The clients share the machine. --save appends the line to bench/results/after-a-result.md.
 */
import { execFile, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import pg from "pg";
import { z } from "zod";
import { readConnection } from "../server/database/embedded/connection-file.ts";
import { openDatabase } from "../server/database/open.ts";
import { createTokens, type Tokens } from "../server/gateway/tokens.ts";
import { migrateClub } from "../tests/engines/migrate-club.ts";
import { processorTicks } from "../tests/processor-time.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { keysOf } from "./clients/requests.ts";
import { fillSeason } from "./clubs/season-club.ts";
import { withDataFolder } from "./engines.ts";
import { judge, record } from "./record.ts";

const MEMBERS = 10_000;
const HISTORY = 30;
/** Seconds over which the pages of such a club spread their requests (web/backend/live/later-loads.ts). */
const WINDOW = 5;
const SAVES_PER_SECOND = 40;
/** Results, one after another. */
const ROUNDS = 3;
const HOUR = 3600;

const askedSchema = z.object({
  seconds: z.number(),
  p50: z.number(),
  p99: z.number(),
  failed: z.number(),
  refused: z.number(),
});
type Asked = z.infer<typeof askedSchema>;

const LEAGUE = { league: "Overall" };
const FIRST_PAGE = { ...LEAGUE, page_limit: 50, page_offset: 0 };

/** What each page asks for after a result: every other page shows the leaderboard, the rest show Home. */
const READS = [
  [
    { name: "leaderboard", arguments: FIRST_PAGE },
    { name: "leaderboard_form", arguments: FIRST_PAGE },
    { name: "leaderboard_summary", arguments: LEAGUE },
    { name: "my_leaderboard_row", arguments: LEAGUE },
    { name: "player_above", arguments: LEAGUE },
    { name: "crowd", arguments: LEAGUE },
  ],
  [{ name: "home_leaderboards", arguments: {} }],
];

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const db = await openDatabase({ dataDir });
  await migrateClub(db);
  const finished = await fillSeason(db, MEMBERS, HISTORY, ROUNDS);
  await db.close();
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none", BACKUPS: "0" });
  const pool = new pg.Pool({ ...readConnection(dataDir), max: 1 });
  try {
    const keys = keysOf(dataDir);
    const members = await signedIn(pool, await createTokens(keys.signing_keys));
    const opened = await pool.query<{ id: string }>(
      `insert into public.matches (home_team_name, away_team_name, league, match_date, match_time)
       values ('Team 1', 'Team 11', 'Friendly Club', current_date + 30, '15:00') returning id`,
    );
    const match = opened.rows[0]?.id;
    const send = (path: string, seconds: number, requests: readonly object[]) =>
      run({ url: host.url, key: keys.publishable_key, path, seconds, requests });
    const pages = (seconds: number) => {
      const bodies = READS.map((_reads) => JSON.stringify({ _reads }));
      return send(
        "rpc/read_together",
        seconds,
        members.map(({ token }, at) => ({ token, body: bodies[at % bodies.length] ?? "" })),
      );
    };
    const saves = () => {
      const pick = { match_id: match, home_prediction: 2, away_prediction: 1 };
      const savers = members.slice(0, WINDOW * SAVES_PER_SECOND);
      const requests = savers.map(({ id, token }) => ({
        token,
        body: JSON.stringify({ ...pick, user_id: id }),
      }));
      return send("user_predictions?on_conflict=user_id,match_id", WINDOW, requests);
    };
    // The host knows the tokens, and its code is warm: a page that waits for a result was loaded before it.
    const loaded = await pages(0);
    const rounds: Round[] = [];
    for (const id of finished) {
      await pool.query("select * from public.complete_matches($1::jsonb)", [
        JSON.stringify([{ id, home_score: 2, away_score: 1 }]),
      ]);
      while ((await pool.query("select from private.uncounted_points limit 1")).rowCount)
        await pool.query("select pg_sleep(0.05)");
      const [asked, saved] = await Promise.all([pages(WINDOW), saves()]);
      rounds.push({ asked, saved });
    }
    const quiet = await saves();
    const floor = await send(
      "rpc/my_leaderboard_row",
      0,
      members.map(({ token }) => ({ token, body: "{}" })),
    );
    const before = await used(host.pid, pool);
    const all = await pages(0);
    const after = await used(host.pid, pool);
    report({ loaded, rounds, quiet, floor, all });
    const each = (part: "host" | "database") => (((after[part] - before[part]) * 10) / MEMBERS).toFixed(2);
    console.log(
      `  a page takes ${each("host")} ms of the host's and ${each("database")} ms of PostgreSQL's processor time`,
    );
  } finally {
    await pool.end();
    await host.stop();
  }
});

interface Round {
  asked: Asked;
  saved: Asked;
}

interface Measured {
  /** The first load of all pages, on a host that has just started. */
  loaded: Asked;
  rounds: readonly Round[];
  quiet: Asked;
  floor: Asked;
  all: Asked;
}

function report({ loaded, rounds, quiet, floor, all }: Measured): void {
  const rate = (of: Asked) => (MEMBERS / of.seconds).toFixed(0);
  for (const { asked, saved } of rounds) {
    record(
      "after-a-result",
      `${MEMBERS.toLocaleString("en")} pages settled after ${asked.seconds.toFixed(1)} s: p50 ${asked.p50.toFixed(0)} and p99 ${asked.p99.toFixed(0)} ms, ` +
        `${asked.refused + saved.refused} refused and repeated`,
    );
    if (asked.failed + saved.failed > 0) throw new Error(`${asked.failed + saved.failed} requests failed`);
  }
  record(
    "after-a-result",
    `${rate(all)} pages a second without a window, ${rate(loaded)} just after the start, ${rate(floor)} reads of one row; saves p99 ${quiet.p99.toFixed(0)} ms without pages`,
  );
  judge(
    "after-a-result",
    "settled",
    rounds.map(({ asked }) => asked.seconds / floor.seconds),
  );
  judge(
    "after-a-result",
    "saves",
    rounds.map(({ saved }) => saved.p99),
  );
}

/** All members, each with a token of an hour. */
async function signedIn(pool: pg.Pool, tokens: Tokens): Promise<{ id: string; token: string }[]> {
  const { rows } = await pool.query<{ id: string }>("select id from public.profiles order by id");
  const iat = Math.floor(Date.now() / 1000);
  const claims = { role: "authenticated", aud: "authenticated", iat, exp: iat + HOUR };
  return Promise.all(rows.map(async ({ id }) => ({ id, token: await tokens.sign({ sub: id, ...claims }) })));
}

/** Processor time of the host and of its connections to PostgreSQL, in hundredths of a second. */
async function used(host: number, pool: pg.Pool): Promise<{ host: number; database: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  const database = rows.reduce((sum, { pid }) => sum + processorTicks(pid), 0);
  return { host: processorTicks(host), database };
}

/** Runs the clients. Milliseconds from the moment that a request was due to its answer. */
async function run(settings: object): Promise<Asked> {
  const clients = spawn(process.execPath, ["--import", "tsx", "bench/clients/pages.ts"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  clients.stdin.end(JSON.stringify(settings));
  return askedSchema.parse(JSON.parse(await text(clients.stdout)));
}
