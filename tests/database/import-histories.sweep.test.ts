/** Versions of one file, as its maintainers published them over a season: one match stays one match, and keeps its predictions. */
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import type { FixtureFile } from "../../web/football/fixtures/imported-match.ts";
import { readFixtures } from "../../web/football/fixtures/read-fixtures.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";
import { realSeasons } from "../seasons/season-file.ts";

const FIXTURES = "../shared/data/fixtures";
const HISTORIES = [
  { folder: "premier-league-2025-26", league: "Premier League", timeZone: "Europe/London" },
  { folder: "champions-league-2024-25", league: "Champions League", timeZone: "Europe/Paris" },
] as const;

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase("migrated");
});
afterEach(() => db.close());

async function read(folder: string, file: string, timeZone: string): Promise<FixtureFile> {
  return readFixtures(readFileSync(`${FIXTURES}/${folder}/${file}`, "utf8"), { timeZone, now: new Date() });
}

interface Imported {
  teams_added: number;
  matches_added: number;
  matches_changed: number;
  results_entered: number;
  matches_cancelled: number;
  left_out: number;
  undo_id: string | null;
}

async function importFile(
  league: string,
  timeZone: string,
  { season, matches }: FixtureFile,
  options: object = {},
): Promise<Imported> {
  const [result] = await db.query<Imported>(
    "select * from public.import_matches($1, $2, $3, $4::jsonb, $5::jsonb)",
    [league, season ?? "", timeZone, JSON.stringify(matches), JSON.stringify(options)],
  );
  if (!result) throw new Error("the import returned nothing");
  return result;
}

/** A member predicts every match, also those that have locked: 0-0, 1-0, ... by the match's place. */
async function predictAll(): Promise<void> {
  await db.script(`
    insert into auth.users (id, email, raw_user_meta_data)
    values ('00000000-0000-4000-8000-000000000001', 'ann@example.com', '{"full_name": "Ann Lee"}') on conflict do nothing;
    select private.rules_off();
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
    select '00000000-0000-4000-8000-000000000001', m.id, (row_number() over (order by m.id)) % 7, (row_number() over (order by m.id)) % 5
      from public.matches m
     where not exists (select from public.user_predictions p where p.match_id = m.id);
    update public.matches m set predictions_count = 1`);
}

interface Predicted {
  teams: string;
  /** The goals of each team, which follow a team that changes sides. */
  goals: string;
}

/** The predictions by match. */
async function predictions(): Promise<Map<string, Predicted>> {
  const rows = await db.query<{ id: string } & Predicted>(
    `select m.id, least(h.key, a.key) || ' ' || greatest(h.key, a.key) as teams,
            case when h.key < a.key then p.home_prediction || '-' || p.away_prediction
                 else p.away_prediction || '-' || p.home_prediction end as goals
       from public.user_predictions p join public.matches m on m.id = p.match_id
      cross join lateral (select private.canonical_team_name(m.home_team_name) as key) h
      cross join lateral (select private.canonical_team_name(m.away_team_name) as key) a`,
  );
  return new Map(rows.map(({ id, ...predicted }) => [id, predicted]));
}

/** The matches of the file or the club: teams in the order of home and away, day, and score. */
const lines = (rows: readonly { home: string; away: string; date: string; score: string }[]): string[] =>
  rows.map(({ home, away, date, score }) => `${date} ${home} v ${away} ${score}`).sort();

async function clubMatches(league: string): Promise<string[]> {
  return lines(
    await db.query(
      `select private.canonical_team_name(home_team_name) as home, private.canonical_team_name(away_team_name) as away,
              ((case when kickoff_confirmed then kickoff_at at time zone $2 else match_date::timestamp end)::date)::text as date,
              coalesce(home_score || '-' || away_score, '') as score
         from public.matches where league = $1`,
      [league, HISTORIES.find((history) => history.league === league)?.timeZone ?? "UTC"],
    ),
  );
}

async function fileMatches({ matches }: FixtureFile): Promise<string[]> {
  return lines(
    await db.query(
      `select private.canonical_team_name(home) as home, private.canonical_team_name(away) as away, date,
              coalesce(home_score || '-' || away_score, '') as score
         from jsonb_to_recordset($1::jsonb) m (home text, away text, date text, home_score integer, away_score integer)`,
      [JSON.stringify(matches)],
    ),
  );
}

describe.skipIf(!realSeasons)("the versions of a file (skipped without ../shared/data)", () => {
  it.each(HISTORIES)(
    "$folder end with the last version's matches and keep every prediction",
    async (history) => {
      const { folder, league, timeZone } = history;
      const versions = readdirSync(`${FIXTURES}/${folder}`).sort();
      let before = new Map<string, Predicted>();
      let last: FixtureFile | undefined;
      for (const version of versions) {
        last = await read(folder, version, timeZone);
        expect(last.invalid).toEqual([]);
        await importFile(league, timeZone, last, { exchange: true });
        const after = await predictions();
        for (const [id, predicted] of before) expect(after.get(id)).toEqual(predicted);
        await predictAll();
        before = await predictions();
      }
      expect(await clubMatches(league)).toEqual(await fileMatches(last as FixtureFile));
      expect(await importFile(league, timeZone, last as FixtureFile)).toEqual({
        teams_added: 0,
        matches_added: 0,
        matches_changed: 0,
        results_entered: 0,
        matches_cancelled: 0,
        left_out: 0,
        undo_id: null,
      });
    },
  );

  it.each(readdirSync(`${FIXTURES}/odd`))("odd/%s is imported whole", async (file) => {
    const season = await read("odd", file, "Europe/London");
    expect(season.invalid).toEqual([]);
    const result = await importFile("Premier League", "Europe/London", season);
    expect([result.matches_added, result.left_out]).toEqual([season.matches.length, 0]);
    expect(await importFile("Premier League", "Europe/London", season)).toMatchObject({
      matches_added: 0,
      matches_changed: 0,
      results_entered: 0,
      matches_cancelled: 0,
    });
  });
});
