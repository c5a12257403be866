/**
 * What one call of a member may cost in a club of 2,000 members: every function that members may call, from the grants,
 * with the greatest arguments that it takes. Counted in blocks of 8 KiB that it touches, which are the same on every machine.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillSeason } from "../../bench/clubs/season-club.ts";
import type { Database, Transaction } from "../../server/database/database.ts";
import { openTestDatabase } from "../engines/open-test-database.ts";

const MEMBERS = 2_000;
const MOST_BLOCKS = 30_000;

/** A value of each argument, as SQL. `club` has the ids. */
const ARGUMENTS: Record<string, string> = {
  _user_id: "club.other",
  _with_id: "club.third",
  _group_id: "club.circle",
  _match_id: "club.match",
  _match_ids: "array(select id from public.matches)",
  user_ids: "array(select id from public.profiles)",
  _question_id: "club.question",
  _season_id: "'premier_league'",
  _period_id: "(select max(id) from private.boards where kind = 'month')",
  _answer: "array['7']",
  league: "'Premier League'",
  kind: "'matchday'",
  _kind: "'news'",
  _age: "18",
  query: "'player'",
  home_prediction: "1",
  away_prediction: "0",
  home_score: "1",
  away_score: "0",
  page_limit: "1000000",
  page_offset: "1900",
  last_periods: "1000000",
  _reads: `(select jsonb_agg(jsonb_build_object('name', 'leaderboard', 'arguments',
             jsonb_build_object('league', 'Overall', 'page_limit', 1000000))) from generate_series(1, 16))`,
  _path: "'/profile/' || club.other",
  _token: "repeat('0', 32)",
  _code: "'AAAAAAAA'",
  code: "'1234567'",
  _endpoint: "'https://push.example/1'",
  _p256dh: "'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'",
  _auth: "'tBHItJI5svbpez7KI4CCXg'",
  _reason: "'late'",
  _tried_at: "now()",
  _name: "'Circle'",
  _first_colour: "'#112233'",
  _second_colour: "'#445566'",
  _counts_from_joining: "false",
  _is_double: "true",
  _in_app: "true",
  _email: "true",
  _push: "true",
  _of: "'me'",
  _role: "'admin'",
  _about: "'picks'",
  _title: "'Hello'",
  _message: "'there'",
  _entry_id: "club.question",
  _number: "3",
  _team_id:
    "(select t.id from public.teams t join public.matches m on m.id = club.match and t.name = m.home_team_name)",
};

/** Refused whatever the arguments are: without a PIN, the owner, of a match that has locked, without doubles. */
const REFUSED = [
  "choose_last_standing_team",
  "claim_points",
  "clear_all_points",
  "leave_group",
  "mark_double",
  "report_refused_prediction",
  "share_picture_data",
];

/** They add the caller to leaderboards or groups, or change when points count, 10 times in an hour at most. */
const WAIT_FOR_TOTALS = ["answer_season_question", "create_group", "update_group"];

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase("migrated");
  await fillSeason(db, MEMBERS, 100, 10);
  await db.script(`
    create table public.club as select g.owner_id as member, g.id as circle,
      (select id from public.profiles where id <> g.owner_id order by id limit 1) as other,
      (select id from public.profiles where id <> g.owner_id order by id desc limit 1) as third,
      (select id from public.matches where status = 'completed' order by kickoff_at limit 1) as match,
      gen_random_uuid() as question
      from public.groups g order by g.id limit 1;
    grant select on public.club to authenticated;
    insert into public.group_members (group_id, user_id) select circle, member from public.club on conflict do nothing;
    insert into public.season_questions (id, competition_id, kind, title, points, locks_at)
      select question, 'friendly_club', 'number', 'First', 5, now() + interval '1 day' from public.club;
    insert into private.division_draws (id, competition_id, season, divisions, size, at_most)
      select question, 'premier_league', 'Bench', ${MEMBERS / 20}, 20, 20 from public.club;
    insert into private.division_matchdays (draw_id, number, round)
      select question, n, 'Matchday ' || n from public.club, generate_series(1, 11) n;
    insert into private.bar_screen (token) values (repeat('0', 32));
    insert into private.division_places (draw_id, division, place, user_id, since)
      select question, p.n / 20 + 1, p.n % 20 + 1, p.id, '-infinity'
        from public.club, (select id, row_number() over (order by id) - 1 as n from public.profiles) p;
    insert into private.cups (id, name, competition_id, season, members, size, seed)
      select question, 'The cup', 'premier_league', 'Bench', ${MEMBERS}, 2048, '' from public.club;
    insert into private.cup_matchdays (cup_id, round)
      select question, 'Matchday ' || n from public.club, generate_series(1, 11) n;
    insert into private.cup_entries (cup_id, position, user_id, lot, place)
      select question, p.n, p.id, md5(p.id::text), p.n
        from public.club, (select id, row_number() over (order by id) as n from public.profiles) p;
    -- On its third matchday, with an entry of each member, of which one in three has chosen.
    insert into private.last_standing_games (id, competition_id, season, name, needs_code)
      select question, c.id, m.season, 'Bench', false from public.club, public.matches m, public.competitions c
       where m.id = match and c.name = m.league;
    insert into private.last_standing_matchdays (game_id, number, round, settled_at)
      select question, n, case n when 3 then m.round else 'Settled ' || n end, case when n < 3 then now() end
        from public.club, public.matches m, generate_series(1, 3) n where m.id = match;
    insert into private.last_standing_entries (id, game_id, user_id)
      select case when p.id = member then question else gen_random_uuid() end, question, p.id
        from public.club, public.profiles p;
    insert into private.last_standing_choices (entry_id, number, team_id, result)
      select e.id, n, t.id, 'won' from generate_series(1, 2) n
        join (select id, row_number() over (order by id) as nth from public.teams) t on t.nth = n
       cross join private.last_standing_entries e;
    insert into private.prize_plans (id, fund_rs, started_at)
      select question, 10000, '-infinity' from public.club;
    insert into private.prize_lines (plan_id, kind, competition_id, place, amount_rs)
      select question, k.kind, case when k.kind <> 'overall' then c.id end, n, 100
        from public.club, generate_series(1, 20) n, unnest(array['overall', 'competition', 'matchday']) k (kind)
        join public.competitions c on c.id = 'premier_league' or k.kind <> 'overall';
    -- What a deleted prediction forgets.
    delete from private.past_ranks;
    grant usage on schema private to authenticated;
    grant select on private.boards to authenticated;`);
});
afterAll(() => db.close());

it(`no call of a member touches more than ${MOST_BLOCKS} blocks`, async () => {
  const calls = await memberCalls();
  expect(calls.size).toBeGreaterThan(80);
  const costly: string[] = [];
  const refused: string[] = [];
  for (const [name, call] of calls) {
    const { blocks, error } = await blocksOf(call);
    if (blocks > MOST_BLOCKS) costly.push(`${name}: ${blocks}`);
    if (error) refused.push(name);
  }
  expect(costly).toEqual([]);
  expect(refused).toEqual(REFUSED);
});

it("only calls that change a leaderboard wait for the totals", async () => {
  const calls = await memberCalls();
  const waiting: string[] = [];
  await db.transaction(null, async (holder) => {
    await holder.query("select private.lock_totals()");
    for (const [name, call] of calls)
      if ((await blocksOf(call)).error?.includes("lock timeout")) waiting.push(name);
  });
  expect(waiting).toEqual(WAIT_FOR_TOTALS);
});

/** The functions that members may call, without those of organisers, which private.begin_admin_action() counts. */
async function memberCalls(): Promise<Map<string, string>> {
  const functions = await db.query<{ name: string; arguments: string[] | null; needed: number }>(`
    select p.proname as name, to_jsonb(p.proargnames[:p.pronargs]) as arguments, p.pronargs - p.pronargdefaults as needed
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and p.prosrc !~ '(begin_admin_action|require_admin|require_act|begin_admin_call)\\('
     order by p.proname`);
  return new Map(
    functions.map(({ name, arguments: names, needed }) => {
      const given = (names ?? []).flatMap((argument, index) => {
        const value = ARGUMENTS[argument];
        if (value === undefined && index < needed) throw new Error(`${name} needs a value for ${argument}`);
        return value === undefined ? [] : [`${argument} => ${value}`];
      });
      return [name, `select public.${name}(${given.join(", ")}) from public.club`];
    }),
  );
}

class RollBack extends Error {}

/** The blocks that a call of the member touches. What it changes is rolled back. */
async function blocksOf(call: string): Promise<{ blocks: number; error?: string }> {
  let blocks = 0;
  try {
    await db.transaction(null, async (tx: Transaction) => {
      await tx.query(`select set_config('role', 'authenticated', true), set_config('lock_timeout', '50ms', true),
        set_config('request.jwt.claims', json_build_object('sub', member, 'role', 'authenticated')::text, true)
        from public.club`);
      const [row] = await tx.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
        `explain (analyze, buffers, format json) ${call}`,
      );
      const plan = row?.["QUERY PLAN"][0].Plan;
      blocks = (plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0);
      throw new RollBack();
    });
  } catch (error) {
    if (!(error instanceof RollBack)) return { blocks, error: String(error) };
  }
  return { blocks };
}
