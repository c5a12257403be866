/** A match with more predictions than one statement scores: the host's jobs score and count it in parts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, runSql, startHost } from "../support/host.ts";

const PLAYERS = 300;

/** Parts of 20 predictions, and a match whose players predicted 0-0, 1-0 or 2-0. */
const CLUB = `
  create or replace function private.part_size() returns integer
    language sql stable set search_path = '' as 'select 20';
  set session_replication_role = replica;
  insert into auth.users (id, aud, role, email)
    select gen_random_uuid(), 'authenticated', 'authenticated', n || '@parts.example' from generate_series(1, ${PLAYERS}) n;
  insert into public.profiles (id, full_name)
    select id, 'Player' from auth.users where email like '%@parts.example';
  insert into public.matches (home_team_name, away_team_name, match_date, kickoff_at, locks_at, league, status)
    select 'Moka', 'Port Louis', current_date - 1, now() - interval '1 day', now() - interval '1 day', 'Friendly Club', 'upcoming';
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
    select u.id, m.id, split_part(u.email, '@', 1)::integer % 3, 0 from auth.users u, public.matches m
     where u.email like '%@parts.example' and m.home_team_name = 'Moka';
  set session_replication_role = origin;
  select private.rebuild_totals();`;

let host: Host;
let admin: Person;
beforeAll(async () => {
  host = await startHost();
  await runSql(host, CLUB);
  admin = await host.admin("Olga Organiser");
});
afterAll(() => host?.stop());

const summary = async () =>
  (await admin.api.rpc("leaderboard_summary", { league: "Friendly Club" })).data?.[0];

it("is scored in parts, one after another, while the leaderboard shows the progress", async () => {
  const { data: match } = await admin.api.from("matches").select("id").eq("home_team_name", "Moka").single();
  const result = [{ id: match?.id ?? "", home_score: 1, away_score: 0 }];
  const saved = await admin.api.rpc("complete_matches", { _results: result });
  expect(saved.data).toMatchObject([{ predictions: PLAYERS, scoring_players: (PLAYERS / 3) * 2 }]);
  const seen = new Set<number>();
  const began = performance.now();
  await eventually(async () => {
    const now = await summary();
    if (now?.points_to_count) seen.add(now.points_counted ?? 0);
    expect(now).toMatchObject({ is_counting: false, points_counted: null, points_to_count: null });
  });
  // 15 parts are scored, and each is counted in two: 45 runs, which would take 45 s with a second between two.
  expect(performance.now() - began).toBeLessThan(40_000);
  expect([...seen].some((counted) => counted > 0 && counted < PLAYERS)).toBe(true);
  const { data: board } = await admin.api.rpc("leaderboard", { league: "Friendly Club", page_limit: 200 });
  expect(board?.filter(({ points }) => points === 3)).toHaveLength(PLAYERS / 3);
  expect(board?.slice(PLAYERS / 3).filter(({ points }) => points !== 1)).toEqual([]);
});
