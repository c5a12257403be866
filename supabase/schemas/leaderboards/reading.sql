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

-- The share of scored predictions that earned points, in per cent with one decimal. It sets no search_path, because
-- PostgreSQL then makes it a part of the query, which is twenty times as fast.
create function private.accuracy_of(_right_outcomes bigint, _predictions_scored bigint) returns numeric
language sql immutable parallel safe
as $$ select round(100.0 * _right_outcomes / nullif(_predictions_scored, 0), 1) $$;

-- The leaderboard rows of these players. The points distribution has the ranks. They are looked up one by one, so that
-- no plan reads the distribution as a whole.
create function private.ranked_players(_board bigint, _user_ids uuid[]) returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select case when b.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.board_id = b.id and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         case when b.previous_day is not null then (
           select d.earlier_better + 1 from private.points_distribution d
            where d.board_id = b.id
              and d.points = case when t.earlier_day = b.latest_day then t.earlier_points else t.points end
              and d.perfect_scores = case when t.earlier_day = b.latest_day then t.earlier_perfect
                else t.perfect_scores end) end,
         t.user_id, coalesce(p.full_name, 'Player'), t.predictions_scored, t.points, t.perfect_scores,
         private.accuracy_of(t.right_outcomes, t.predictions_scored)
    from private.boards b
    join private.player_totals t on t.board_id = b.id and t.user_id = any (_user_ids)
    left join public.profiles p on p.id = t.user_id
   where b.id = _board
   order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id;
end $$;

-- The players on one page of a leaderboard, in their order.
create function private.players_on_page(_league text, _limit integer, _offset integer) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return private.players_at(private.board_of(_league), private.page_offset(_offset),
                            private.page_limit(_limit, 50, 200));
end $$;

-- One page of a leaderboard, best first; players of equal rank are ordered by name. page_limit: 1 to 200.
create function public.leaderboard(league text default 'Overall', page_limit integer default 50,
                                   page_offset integer default 0)
returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ranked_players(
    private.board_of(league), private.players_on_page(league, page_limit, page_offset));
end $$;
comment on function public.leaderboard(text, integer, integer) is '@shared';
grant execute on function public.leaderboard(text, integer, integer) to authenticated, service_role;

-- The signed-in player's own row; no row if the player is not on the leaderboard.
create function public.my_leaderboard_row(league text default 'Overall') returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ranked_players(private.board_of(league), array[(select auth.uid())]);
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
  board bigint := private.board_of(league);
begin
  return query select * from private.ranked_players(board, (
    select array_agg(f.user_id)
      from (select t.user_id from private.player_totals t join public.profiles p on p.id = t.user_id
             where t.board_id = board
               and t.user_id = any (array(select private.players_found(query, false)))
             order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id
             limit private.page_limit(page_limit, 50, 200)) f));
end $$;
grant execute on function public.search_leaderboard(text, text, integer) to authenticated;

-- Whether points are being counted, how many predictions of the matches that are scored in parts are scored, and how
-- many there are; null without any.
create function private.scoring_progress(out is_counting boolean, out counted integer, out to_count integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select count(*) > 0 or exists (select from private.uncounted_points)
         or exists (select from private.boards b where b.order_is_due),
         sum(s.scored)::integer, sum(s.predictions)::integer
    into is_counting, counted, to_count
    from private.matches_to_score s;
end $$;

-- Whether a leaderboard has settled season questions; their points have a column.
create function private.has_questions(_board bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.season_questions q
                   join private.boards b on b.id = _board and private.covers(b, q.competition_id)
                  where q.settled_at is not null and q.closed_at is null);
end $$;

-- The number of players and completed matches of a leaderboard, and the day with which movement compares. is_counting:
-- the points of the last results will be counted within seconds. points_to_count: the predictions of the matches that
-- are scored in parts, and points_counted: how many of them are scored; null while there is no such match.
-- has_questions: whether season questions of the leaderboard are settled. carried_from: the labels of the moves with
-- points on it, or null.
create function public.leaderboard_summary(league text default 'Overall')
returns table (players integer, matches_completed integer, compared_with date, is_counting boolean,
               points_counted integer, points_to_count integer, has_questions boolean, carried_from text)
language sql stable security definer set search_path = ''
as $$
  select coalesce((select sum(l.size) from private.leaderboard_sections l where l.board_id = b.id), 0)::integer,
         (select count(*) from public.matches m
           where m.status = 'completed' and leaderboard_summary.league in ('Overall', m.league))::integer,
         b.previous_day, q.is_counting, q.counted, q.to_count, private.has_questions(b.id),
         private.carried_from(b.id)
    from private.boards b
   cross join private.scoring_progress() q
   where b.id = (select private.board_of(leaderboard_summary.league))
$$;
comment on function public.leaderboard_summary(text) is '@shared';
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
comment on function public.last_five(text, uuid[]) is '@shared';
grant execute on function public.last_five(text, uuid[]) to authenticated, service_role;

-- Points and perfect scores of these players on a competition's leaderboard; 0 for players who are not on it.
create function public.get_points_by_league_for_users(user_ids uuid[], league text default 'Premier League')
returns table (user_id uuid, total_points integer, perfect_scores integer)
language sql stable security definer set search_path = ''
as $$
  select u.id, coalesce(t.points, 0), coalesce(t.perfect_scores, 0)
    from (select distinct id from unnest(user_ids) id) u
    left join private.player_totals t
      on t.user_id = u.id and t.board_id = (select private.board_of(get_points_by_league_for_users.league))
$$;
grant execute on function public.get_points_by_league_for_users(uuid[], text) to authenticated, service_role;

-- The first five players of each leaderboard that admins chose for Home, in the competitions' order. Anyone may call
-- it. A leaderboard without a result has no rows.
create function public.home_leaderboards()
returns table (league text, rank integer, previous_rank integer, user_id uuid, full_name text,
               predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select c.name, r.rank, r.previous_rank, r.user_id, r.full_name, r.predictions_scored, r.points, r.perfect_scores,
         r.accuracy
    from public.competitions c
    join private.boards b on b.kind = 'competition' and b.competition_id = c.id and b.latest_day is not null
   cross join lateral private.ranked_players(b.id, private.players_at(b.id, 0, 5)) r
   where c.id = any (private.ids_in_setting('home_display_leaderboards'))
   order by c.position, r.points desc, r.perfect_scores desc, r.full_name, r.user_id;
end $$;
comment on function public.home_leaderboards() is '@shared';
grant execute on function public.home_leaderboards() to anon, authenticated, service_role;

-- For the players of one page of a leaderboard: their points in its last five completed matches, oldest first; null
-- without a prediction, as last_five() has them.
create function public.leaderboard_form(league text default 'Overall', page_limit integer default 50,
                                        page_offset integer default 0)
returns table (user_id uuid, points integer[])
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select f.user_id, array_agg(f.points_earned order by f."position" desc)
    from public.last_five(league, private.players_on_page(league, page_limit, page_offset)) f
   group by f.user_id;
end $$;
comment on function public.leaderboard_form(text, integer, integer) is '@shared';
grant execute on function public.leaderboard_form(text, integer, integer) to authenticated, service_role;

-- The row just above the signed-in player's rank: of the players with the next better points, the last one by name. No
-- row for the first, or for a player without a rank.
create function public.player_above(league text default 'Overall') returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
declare
  board bigint := private.board_of(league);
begin
  return query
  select a.* from public.my_leaderboard_row(league) m
   cross join lateral private.ranked_players(board, private.players_at(board, m.rank - 2, 1)) a
   where m.rank > 1;
end $$;
grant execute on function public.player_above(text) to authenticated;
