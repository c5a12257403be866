-- Leaderboards. The parameter `league` takes a competition's name or 'Overall'; an unknown name returns no rows. The
-- functions are plpgsql, because plpgsql caches plans per connection and planning costs more than execution.

-- A row of a leaderboard.
create type public.leaderboard_row as (
  rank integer,
  previous_rank integer,
  user_id uuid,
  full_name text,
  predictions_scored integer,
  points integer,
  perfect_scores integer,
  accuracy numeric
);

comment on type public.leaderboard_row is
  'rank: null before the first result. '
  'previous_rank: at the end of the previous completion day, null without one. '
  'accuracy: per cent, one decimal, null before the first scored prediction.';

-- The scope of a competition's name or 'Overall'; null for an unknown name.
create function private.scope_of(_league text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when _league = 'Overall' then 'overall' else (select c.id from public.competitions c
                                                            where c.name = _league) end
$$;

-- The share of scored predictions that earned points, in per cent with one decimal. It sets no search_path, because
-- PostgreSQL then makes it a part of the query, which is twenty times as fast.
create function private.accuracy_of(_right_outcomes bigint, _predictions_scored bigint) returns numeric
language sql immutable parallel safe
as $$ select round(100.0 * _right_outcomes / nullif(_predictions_scored, 0), 1) $$;

-- The leaderboard rows of these players. The points distribution has the ranks. They are looked up one by one, so that
-- no plan reads the distribution as a whole.
create function private.ranked_players(_scope text, _user_ids uuid[]) returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case when s.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.scope = s.scope and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         case when s.previous_day is not null then (
           select d.earlier_better + 1 from private.points_distribution d
            where d.scope = s.scope
              and d.points = case when t.earlier_day = s.latest_day then t.earlier_points else t.points end
              and d.perfect_scores = case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end) end,
         t.user_id, coalesce(p.full_name, 'Player'), t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from private.scopes s
    join private.player_totals t on t.scope = s.scope and t.user_id = any (_user_ids)
    left join public.profiles p on p.id = t.user_id
   where s.scope = _scope
   order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id;
end $$;

-- One page of a leaderboard, best first; players of equal rank are ordered by name. page_limit: 1 to 200.
create function public.leaderboard(league text default 'Overall', page_limit integer default 50,
                                   page_offset integer default 0)
returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
declare
  board_scope text := private.scope_of(league);
begin
  return query select * from private.ranked_players(board_scope, private.players_at(
    board_scope, greatest(coalesce(page_offset, 0), 0), least(greatest(coalesce(page_limit, 50), 1), 200)));
end $$;
grant execute on function public.leaderboard(text, integer, integer) to authenticated, service_role;

-- The signed-in player's own row; no row if the player is not on the leaderboard.
create function public.my_leaderboard_row(league text default 'Overall') returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ranked_players(private.scope_of(league), array[(select auth.uid())]);
end $$;
grant execute on function public.my_leaderboard_row(text) to authenticated;

-- Players of a leaderboard whose name contains every word, best first. Accents, case and the order of the words do not
-- matter. page_limit: 1 to 200.
create function public.search_leaderboard(league text, query text,
                                          page_limit integer default 50)
returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
declare
  board_scope text := private.scope_of(league);
begin
  return query select * from private.ranked_players(board_scope, (
    select array_agg(f.user_id)
      from (select t.user_id from private.player_totals t join public.profiles p on p.id = t.user_id
             where t.scope = board_scope
               and t.user_id in (select private.players_found(query, false))
             order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id
             limit least(greatest(coalesce(page_limit, 50), 1), 200)) f));
end $$;
grant execute on function public.search_leaderboard(text, text, integer) to authenticated;

-- Whether points are being counted, how many predictions of the matches that are scored in parts are scored, and how
-- many there are; null without any.
create function private.scoring_progress(out is_counting boolean, out counted integer, out to_count integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select count(*) > 0 or exists (select from private.uncounted_points)
         or exists (select from private.scopes o where o.order_is_due),
         sum(s.scored)::integer, sum(s.predictions)::integer
    into is_counting, counted, to_count
    from private.matches_to_score s;
end $$;

-- Whether a leaderboard has settled season questions; their points have a column.
create function private.has_questions(_scope text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.season_questions q
                  where q.settled_at is not null and q.closed_at is null and _scope in (q.competition_id, 'overall'));
end $$;

-- The number of players and completed matches of a leaderboard, and the day with which movement compares. is_counting:
-- the points of the last results will be counted within seconds. points_to_count: the predictions of the matches that
-- are scored in parts, and points_counted: how many of them are scored; null while there is no such match.
-- has_questions: whether season questions of the leaderboard are settled.
create function public.leaderboard_summary(league text default 'Overall')
returns table (players integer, matches_completed integer, compared_with date, is_counting boolean,
               points_counted integer, points_to_count integer, has_questions boolean)
language sql stable security definer set search_path = ''
as $$
  select coalesce((select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and (s.scope = 'overall' or m.league = leaderboard_summary.league))::integer,
         s.previous_day, q.is_counting, q.counted, q.to_count, private.has_questions(s.scope)
    from private.scopes s
   cross join private.scoring_progress() q
   where s.scope = private.scope_of(leaderboard_summary.league)
$$;
grant execute on function public.leaderboard_summary(text) to authenticated, service_role;

-- The points of these players in the last five completed matches of a leaderboard; null without a prediction.
create function public.last_five(league text, user_ids uuid[])
returns table (user_id uuid, "position" integer, match_id uuid, points_earned integer)
language sql stable security definer set search_path = ''
as $$
  with latest as (
    select m.id, row_number() over (order by m.kickoff_at desc, m.id)::integer as place
      from public.matches m
     where m.status = 'completed' and (last_five.league = 'Overall' or m.league = last_five.league)
     order by m.kickoff_at desc, m.id limit 5
  )
  select u.id, l.place, l.id, case when p.cleared_at is null then p.points_earned end
    from unnest(user_ids[1:200]) u (id)
   cross join latest l
    left join public.user_predictions p on p.match_id = l.id and p.user_id = u.id
   order by u.id, l.place
$$;
grant execute on function public.last_five(text, uuid[]) to authenticated, service_role;

-- Points and perfect scores of these players on a competition's leaderboard; 0 for players who are not on it.
create function public.get_points_by_league_for_users(user_ids uuid[], league text default 'Premier League')
returns table (user_id uuid, total_points integer, perfect_scores integer)
language sql stable security definer set search_path = ''
as $$
  select u.id, coalesce(t.points, 0), coalesce(t.perfect_scores, 0)
    from (select distinct id from unnest(user_ids) id) u
    left join private.player_totals t
      on t.user_id = u.id and t.scope = private.scope_of(get_points_by_league_for_users.league)
$$;
grant execute on function public.get_points_by_league_for_users(uuid[], text) to authenticated, service_role;

-- The number of predictions of these matches that would earn 3, 1 and 0 points at the current score. Live matches
-- have locked, so the numbers reveal no open prediction. Admins only (SL003).
create function public.live_points(_match_ids uuid[])
returns table (match_id uuid, exact integer, outcome integer, miss integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, count(*) filter (where e.points = 3)::integer, count(*) filter (where e.points = 1)::integer,
         count(*) filter (where e.points = 0)::integer
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
   cross join lateral (select public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                                 m.away_score) as points) e
   where m.id = any (_match_ids[1:200]) and m.home_score is not null
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id;
end $$;
grant execute on function public.live_points(uuid[]) to authenticated, service_role;

-- One page of a leaderboard with live matches at their current score, best first: rank, confirmed rank, points, and
-- the points gained from live matches. page_limit: 1 to 200. Admins only (SL003).
create function public.provisional_leaderboard(league text default 'Overall', page_limit integer default 50,
                                               page_offset integer default 0)
returns table (rank integer, confirmed_rank integer, user_id uuid, full_name text, points integer, gained integer,
               perfect_scores integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  board_scope text := private.scope_of(league);
begin
  perform private.require_admin();
  return query
  with gains as materialized (
    select p.user_id, sum(e.points)::integer as points,
           count(*) filter (where private.is_perfect(e.points))::integer as perfect
      from public.matches m
      join public.competitions c on c.name = m.league
      join public.user_predictions p on p.match_id = m.id and p.cleared_at is null
     cross join lateral (select private.prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                          m.away_score, p.is_double) as points) e
     where m.status = 'live' and m.home_score is not null and board_scope in (c.id, 'overall')
     group by p.user_id
  ), provisional as (
    select t.user_id, t.points + coalesce(g.points, 0) as points, coalesce(g.points, 0) as gained,
           t.perfect_scores + coalesce(g.perfect, 0) as perfect_scores,
           (rank() over (order by t.points desc, t.perfect_scores desc))::integer as confirmed_rank
      from private.player_totals t left join gains g on g.user_id = t.user_id
     where t.scope = board_scope
  ), ranked as (
    select s.*, (rank() over (order by s.points desc, s.perfect_scores desc))::integer as rank from provisional s
  )
  select r.rank, r.confirmed_rank, r.user_id, coalesce(p.full_name, 'Player'), r.points, r.gained, r.perfect_scores
    from ranked r left join public.profiles p on p.id = r.user_id
   order by r.rank, p.full_name, r.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0);
end $$;
grant execute on function public.provisional_leaderboard(text, integer, integer) to authenticated, service_role;
