/** A big club, inserted by SQL: players who predicted a whole season. */
import type { Database } from "../../server/database/database.ts";

const PLAYERS = 5_000;
const MATCHES = 380;

/**
 * Fills an empty database: 380 matches of a competition that needs a subscription, half completed, half upcoming. Every player
 * subscribed with a code and predicted all matches (1.9M predictions and their log), except one in eight players who misses the last
 * ten. Triggers are off, and the totals are rebuilt at the end.
 */
export async function fillBigClub(db: Database, players = PLAYERS): Promise<void> {
  await db.script(`
    set session_replication_role = replica;
    insert into auth.users (id, aud, role, email, created_at, updated_at)
      select gen_random_uuid(), 'authenticated', 'authenticated', 'player' || n || '@bench.example', now() - n * interval '1 minute', now()
        from generate_series(1, ${players}) n;
    insert into public.profiles (id, full_name, phone_number, created_at)
      select id, 'Player ' || chr(65 + n % 26) || chr(97 + n / 26 % 26) || chr(97 + n / 676), '+2305' || (2000000 + n), created_at
        from (select u.id, u.created_at, (row_number() over (order by u.id))::integer as n from auth.users u where u.email like 'player%') q;
    insert into private.player_search (user_id, name, name_and_contact)
      select p.id, private.searchable(p.full_name), private.searchable(concat_ws(' ', p.full_name, p.phone_number, u.email))
        from public.profiles p join auth.users u on u.id = p.id;
    insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
      select id, 'premier_league', now() - interval '100 days', now() + interval '200 days' from public.profiles;
    insert into public.plan_codes (code, plan_type, is_used, expires_at, used_by, used_at, created_at)
      select (1000000 + row_number() over ())::text, 'premier_league', true, now() + interval '200 days', id, created_at, now() - interval '100 days'
        from public.profiles;
    insert into public.teams (name) select 'Team ' || n from generate_series(1, 20) n;
    insert into public.matches (home_team_name, away_team_name, match_date, league, season, round, status, home_score, away_score,
                                kickoff_at, locks_at, completed_at)
      select 'Team ' || home, 'Team ' || away, moment::date, 'Premier League', 'Bench', 'Round ' || (1 + n / 10),
             case when n < ${MATCHES / 2} then 'completed' else 'upcoming' end,
             case when n < ${MATCHES / 2} then n % 4 end, case when n < ${MATCHES / 2} then n % 3 end,
             moment, moment, case when n < ${MATCHES / 2} then moment + interval '2 hours' end
        from (select home, away, n, now() + (n - ${MATCHES / 2} + 0.5) * interval '12 hours' as moment
                from (select home, away, (row_number() over (order by (home + away) % 19, home))::integer - 1 as n
                        from generate_series(1, 20) home cross join generate_series(1, 20) away where home <> away) pairs) season;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, created_at)
      select user_id, match_id, home, away,
             case when home_score is not null then public.calculate_prediction_points(home, away, home_score, away_score) end, made
        from (select p.id as user_id, m.id as match_id, floor(random() * 4)::int as home, floor(random() * 3)::int as away,
                     m.home_score, m.away_score, m.kickoff_at - interval '100 days' as made
                from public.profiles p cross join public.matches m
               where m.kickoff_at < now() + interval '90 days' or p.id::text > '2' order by p.id, m.kickoff_at) picks;
    update public.matches m set predictions_count = c.predictions
      from (select match_id, count(*) as predictions from public.user_predictions group by match_id) c where c.match_id = m.id;
    insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction, changed_at)
      select p.user_id, p.match_id, m.home_team_name || ' - ' || m.away_team_name, 'made', p.home_prediction, p.away_prediction, p.created_at
        from public.user_predictions p join public.matches m on m.id = p.match_id order by p.created_at;
    insert into public.news (title, content) select 'News ' || n, repeat('Words of the club. ', 20) from generate_series(1, 200) n;
    set session_replication_role = origin;
    select private.rebuild_totals();`);
  await db.query("vacuum analyze");
}
