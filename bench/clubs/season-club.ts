/** A club of any size in the middle of a season, inserted by SQL. */
import type { Database } from "../../server/database/database.ts";

const GROUP = 500;

/**
 * Members who all predict, `history` completed matches of rounds of ten (or `round`), `open` upcoming ones that have locked, and groups of 500
 * that count from joining (all members are in one, unless `groups` says how many there are). Removes the club before. Resolves to the ids of the upcoming matches.
 */
export async function fillSeason(
  db: Database,
  members: number,
  history: number,
  open: number,
  groups = Math.floor(members / GROUP),
  round = 10,
): Promise<string[]> {
  await db.script(
    "set session_replication_role = replica; truncate public.user_predictions, public.prediction_changes, public.profiles, auth.users, public.matches, private.player_totals, private.points_distribution, private.undos, public.groups cascade; set session_replication_role = origin;",
  );
  await db.script(`
    set session_replication_role = replica;
    insert into auth.users (id, aud, role, email) select gen_random_uuid(), 'authenticated', 'authenticated', n || '@bench.example'
      from generate_series(1, ${members}) n;
    insert into public.profiles (id, full_name) select u.id, 'Player ' || translate(left(u.id::text, 8), '0123456789', 'ghijklmnop') from auth.users u;
    set session_replication_role = origin;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, 20) n on conflict do nothing;
    set session_replication_role = replica;
    insert into public.matches (home_team_name, away_team_name, match_date, kickoff_at, locks_at, league, season, round, status,
                                home_score, away_score, completed_at)
      select 'Team ' || 1 + n % 20, 'Team ' || 1 + (n + 1 + n / 20) % 20, at::date, at, at, 'Premier League', 'Bench',
             'Matchday ' || 1 + n / ${round}, case when n < ${history} then 'completed' else 'upcoming' end,
             case when n < ${history} then n % 4 end, case when n < ${history} then n % 3 end,
             case when n < ${history} then at + interval '2 hours' end
        from (select n, now() + (n / ${round} - ${history / round}) * interval '3 days' - interval '3 hours' as at
                from generate_series(0, ${history + open - 1}) n) s;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, created_at, updated_at)
      select user_id, match_id, home, away, case when home_score is not null then public.calculate_prediction_points(home, away, home_score, away_score) end, made, made
        from (select p.id as user_id, m.id as match_id, floor(random() * 4)::int as home, floor(random() * 3)::int as away,
                     m.home_score, m.away_score, m.kickoff_at - interval '2 days' as made, m.kickoff_at
                from public.profiles p cross join public.matches m) q order by kickoff_at, user_id, match_id;
    update public.matches set predictions_count = ${members};
    insert into public.groups (name, owner_id, counts_from_joining, first_colour, second_colour)
      select 'Group ' || n, (select id from public.profiles order by id offset n limit 1), true, '#aa0000', '#ffffff'
        from generate_series(0, ${groups - 1}) n;
    insert into public.group_members (group_id, user_id, joined_on)
      select g.id, p.id, current_date - 5
        from (select id, row_number() over (order by id) - 1 as n from public.groups) g
        join (select id, (row_number() over (order by id) - 1) / ${GROUP} as n from public.profiles) p using (n);
    set session_replication_role = origin;
    select private.rebuild_totals();
    select private.refresh_group_baselines(null);`);
  await db.query("vacuum analyze");
  return (
    await db.query<{ id: string }>("select id from public.matches where status = 'upcoming' order by id")
  ).map(({ id }) => id);
}
