/** Deleting a match while the provider's data changes it: both take the same locks in the same order. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, DatabaseError } from "../../../server/database/database.ts";
import { openTestDatabase } from "../../engines/open-test-database.ts";
import { eventually } from "../../eventually.ts";

let db: Database;

beforeAll(async () => {
  db = await openTestDatabase("migrated");
  await db.script(`insert into public.teams (name) values ('Arsenal'), ('Chelsea');
    update private.live_score_provider set latest_poll = 1`);
});
afterAll(() => db.close());

/** A club match that is linked to a provider match with the same kick-off. */
async function aLinkedMatch(): Promise<string> {
  const [made] = await db.query<{ id: string }>(`insert into public.matches
    (home_team_name, away_team_name, match_date, match_time, league)
    values ('Arsenal', 'Chelsea', current_date + 1, '15:00', 'Premier League') returning id`);
  const id = made?.id ?? "";
  await db.query("select public.apply_provider_answer(1, $1::jsonb)", [await answer(id, "scheduled")]);
  const [{ linked } = { linked: null }] = await db.query<{ linked: string }>(
    "select match_id as linked from private.provider_matches",
  );
  expect(linked).toBe(id);
  return id;
}

/** The provider's data about the match. */
async function answer(id: string, state: string): Promise<string> {
  const [row] = await db.query<{ said: object }>(
    `select jsonb_build_array(jsonb_build_object('id', '1', 'competition', 'premier_league', 'home', 'Arsenal', 'away', 'Chelsea',
       'kickoff', kickoff_at, 'confirmed', true, 'state', $2::text, 'home_score', 1, 'away_score', 0)) as said
       from public.matches where id = $1::uuid`,
    [id, state],
  );
  return JSON.stringify(row?.said);
}

const linked = "from private.provider_matches where match_id is not null";
it.each([
  ["the provider's answer is applied", "select public.apply_provider_answer(1, $1::jsonb)", "done"],
  ["an admin accepts its score", `select public.accept_provider_score(id), $1::jsonb ${linked}`, "PT404"],
  ["an admin links it", `select public.link_provider_match(id, match_id), $1::jsonb ${linked}`, "PT404"],
])(
  "a match is deleted while %s: nothing fails except calls that no longer find the match",
  async (_, statement, end) => {
    const id = await aLinkedMatch();
    const said = await answer(id, "in_play");
    let both: Promise<string[]> = Promise.resolve([]);
    // Scoring locks the totals, so both calls are in the middle of their work at the same time.
    await db.transaction(null, async (tx) => {
      await tx.query("select private.lock_totals()");
      const deleting = endOf("delete from public.matches where id = $1::uuid", id);
      await waiting(tx, 1);
      both = Promise.all([deleting, endOf(statement, said)]);
      await waiting(tx, 2);
    });
    expect(await both).toEqual(["done", end]);
    expect(await db.query("select match_id from private.provider_matches")).toEqual([{ match_id: null }]);
  },
);

/** Runs a statement on a separate connection; returns `done` or the error code. */
function endOf(statement: string, param: string): Promise<string> {
  return db
    .transaction(null, (tx) => tx.query(statement, [param]))
    .then(
      () => "done",
      (error: unknown) => (error instanceof DatabaseError ? error.code : String(error)),
    );
}

/** Resolves when that many other connections to this database wait for a lock. */
async function waiting(tx: Pick<Database, "query">, others: number): Promise<void> {
  await eventually(async () => {
    const rows = await tx.query(
      `select from pg_locks waiting where not granted and exists (
         select from pg_locks held join pg_database on pg_database.oid = held.database
          where held.pid = waiting.pid and datname = current_database())`,
    );
    expect(rows).toHaveLength(others);
  });
}
