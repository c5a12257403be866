/** The lists of matches that a page changes itself after a live change are the lists that the host answers. */
import { type InfiniteData, QueryClient } from "@tanstack/react-query";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connect } from "../../web/backend/connection/client.ts";
import { catchUp, caughtUpTo, includedByAll } from "../../web/backend/live/missed-changes.ts";
import { patchMatches } from "../../web/backend/live/patch-matches.ts";
import { matchesAroundNow } from "../../web/backend/queries/matches-around-now.ts";
import { nextMatches } from "../../web/backend/queries/next-matches.ts";
import type { MatchRow } from "../../web/backend/types/rows.ts";
import { currentMatches, playedMatches } from "../../web/features/matches/match-queries.ts";
import { nextRounds } from "../../web/football/time/coming-round.ts";
import { type Host, startHost } from "../api/support/host.ts";
import { type QuietDatabase, startQuietDatabase } from "../engines/quiet-database.ts";

const rules = { points: () => 0, nextRounds };
const CHANGES = 80;
const LEAGUES = ["Premier League", "FA Cup"];
const STATUSES = ["upcoming", "upcoming", "live", "completed", "cancelled"];
const ROUNDS = [null, "Matchday 1", "Matchday 1", "Matchday 2"];

let host: Host;
let sql: pg.Client;
let quiet: QuietDatabase;

beforeAll(async () => {
  quiet = await startQuietDatabase();
  host = await startHost({ databaseUrl: quiet.url });
  sql = new pg.Client(host.databaseUrl);
  await sql.connect();
  vi.stubGlobal("window", { location: new URL(host.url) });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
  connect({ url: host.url, publishable_key: host.publishableKey } as Parameters<typeof connect>[0]);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await sql.end();
  await host.stop();
  await quiet.stop();
});

/** Numbers from 0 to below `end`, the same in every run. */
function numbers(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Adds a match, or gives one other values, without the rules of matches; null deletes it. Returns its row. */
async function write(id: string, random: (end: number) => number, deletes = false): Promise<MatchRow | null> {
  if (deletes) {
    await sql.query("delete from public.matches where id = $1", [id]);
    return null;
  }
  const status = STATUSES[random(STATUSES.length)];
  const score = status === "live" || status === "completed" ? 1 : null;
  // Half an hour beside the limits of 12 hours, 4 and 7 days, so that no limit passes during the test.
  const hours = (status === "upcoming" ? 1 + random(220) : random(40) - 39) + 0.5;
  await sql.query("begin");
  await sql.query("select private.rules_off()");
  await sql.query(
    "insert into public.teams (name) values ('Home ' || $1::uuid), ('Away ' || $1::uuid) on conflict do nothing",
    [id],
  );
  const { rows } = await sql.query<{ row: MatchRow }>(
    `insert into public.matches as m (id, home_team_name, away_team_name, match_date, match_time, league, season, round,
         status, home_score, away_score, kickoff_at, locks_at, completed_at)
     values ($1::uuid, 'Home ' || $1::uuid, 'Away ' || $1::uuid, current_date, '15:00', $2, $3, $4, $5, $6, $6, $7, $7, $8)
     on conflict (id) do update set status = excluded.status, season = excluded.season, round = excluded.round,
       home_score = excluded.home_score, away_score = excluded.away_score, kickoff_at = excluded.kickoff_at,
       locks_at = excluded.locks_at, completed_at = excluded.completed_at
     returning to_json(m) as row`,
    [
      id,
      LEAGUES[random(2)],
      ["2030/31", "2031/32"][random(8) === 0 ? 1 : 0],
      ROUNDS[random(ROUNDS.length)],
      status,
      score,
      new Date(Date.now() + hours * 3_600_000).toISOString(),
      status === "completed" ? new Date().toISOString() : null,
    ],
  );
  await sql.query("commit");
  return rows[0]?.row ?? null;
}

/** The ids in each list as the host answers it now. */
async function loaded(queries: QueryClient): Promise<Map<string, string[]>> {
  const all = { staleTime: 0 };
  const pages = [playedMatches(null), playedMatches("FA Cup")].map(async (list) => {
    const data: InfiniteData<MatchRow[]> = await queries.fetchInfiniteQuery({ ...list, ...all });
    return [list.queryKey, data.pages.flat()] as const;
  });
  const whole = [currentMatches, nextMatches, matchesAroundNow].map(
    async (list) =>
      [
        list.queryKey,
        await queries.fetchQuery<MatchRow[]>({
          ...(list as object),
          queryKey: list.queryKey,
          queryFn: list.queryFn as never,
          ...all,
        }),
      ] as const,
  );
  const answers = await Promise.all([...pages, ...whole]);
  return new Map(answers.map(([key, rows]) => [JSON.stringify(key), rows.map(({ id }) => id)]));
}

it("after each of many changes, unless the page loads the list again", async () => {
  const random = numbers(20_301);
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  for (let n = 0; n < 24; n++) await write(id(n), random);
  const page = new QueryClient();
  await loaded(page);
  const compared = new Map<string, number>();
  for (let change = 0; change < CHANGES; change++) {
    const changed = id(random(26));
    const row = await write(changed, random, random(10) === 0);
    const { incomplete } = patchMatches(page, [{ id: changed, row }], rules);
    const reloads = new Set(incomplete.map(({ queryKey }) => JSON.stringify(queryKey)));
    const patched = new Map(
      page
        .getQueryCache()
        .getAll()
        .map(({ queryKey, state }) => {
          const data = state.data as MatchRow[] | InfiniteData<MatchRow[]>;
          return [
            JSON.stringify(queryKey),
            ("pages" in data ? data.pages.flat() : data).map((match) => match.id),
          ];
        }),
    );
    const answered = await loaded(new QueryClient());
    for (const [key, ids] of answered) {
      if (reloads.has(key)) continue;
      // A page of results that has more than the first page of the host keeps what it had.
      expect([change, key, patched.get(key)?.slice(0, ids.length)]).toEqual([change, key, ids]);
      compared.set(key, (compared.get(key) ?? 0) + 1);
    }
    await loaded(page);
  }
  expect(Math.min(...compared.values())).toBeGreaterThan(CHANGES / 4);
});

it("and a page that was not connected is told what changed since its answers", async () => {
  const random = numbers(7);
  const id = (n: number) => `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`;
  for (let n = 0; n < 3; n++) await write(id(n), random);
  const told = () => {
    const changes: string[] = [];
    const note = (text: string) => changes.push(text);
    const listener = {
      match: (row: MatchRow) => note(`${row.id} ${row.status}`),
      matchDeleted: (deleted: string) => note(`${deleted} deleted`),
      settings: () => note("settings"),
      own: note,
    };
    return catchUp(listener, () => note("everything")).then(() => changes);
  };
  await told();
  expect(await told()).toEqual([]);
  await loaded(new QueryClient());
  const changed = await write(id(0), random);
  await write(id(1), random, true);
  await host.secret.from("admin_settings").upsert({ setting_key: "jackpot_base", setting_value: "7" });
  await loaded(new QueryClient());
  expect(await told()).toEqual([`${id(0)} ${changed?.status}`, `${id(1)} deleted`, "settings"]);
  expect(await told()).toEqual([]);
  // Another database's numbers are larger than the next transaction.
  caughtUpTo((includedByAll() ?? 0) + 1_000_000);
  expect(await told()).toEqual(["everything"]);
});
