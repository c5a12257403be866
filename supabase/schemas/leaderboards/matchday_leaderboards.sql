-- Reading the leaderboards of matchdays and months.

-- A row of a period's leaderboard.
create type public.period_row as (
  rank integer,
  user_id uuid,
  full_name text,
  predictions_scored integer,
  points integer,
  perfect_scores integer,
  right_outcomes integer
);

-- The ranks of a leaderboard, best first, and how many players share each.
create function private.ranks_on_board(_board bigint)
returns table (rank integer, points integer, perfect_scores integer, players integer)
language sql stable security definer set search_path = ''
as $$
  select (1 + sum(l.players) over w - l.players)::integer, l.points, l.perfect_scores, l.players
    from private.points_distribution l where l.board_id = _board and l.players > 0
  window w as (order by l.points desc, l.perfect_scores desc)
$$;

-- The leaderboard rows of these players in a period, best first.
create function private.ranked_in_period(_period_id bigint, _user_ids uuid[]) returns setof public.period_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  with ranks as materialized (
    select o.* from private.boards b cross join lateral private.ranks_on_board(b.id) o
     where b.id = _period_id and not b.is_standing
  )
  select r.rank, t.user_id, coalesce(p.full_name, 'Player'), t.predictions_scored, t.points, t.perfect_scores,
         t.right_outcomes
    from private.player_totals t
    join ranks r on r.points = t.points and r.perfect_scores = t.perfect_scores
    left join public.profiles p on p.id = t.user_id
   where t.board_id = _period_id and t.user_id = any (_user_ids)
   order by r.rank, p.full_name, t.user_id;
end $$;

-- One page of a period's leaderboard, best first; players of equal rank are ordered by name. page_limit: 1 to 200.
-- The distribution has the points of the page's first and last player, so only players between them are sorted.
create function public.period_leaderboard(_period_id bigint, page_limit integer default 50,
                                          page_offset integer default 0)
returns setof public.period_row
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_row bigint := private.page_offset(page_offset);
  page_size integer := private.page_limit(page_limit, 50, 200);
  skipped bigint;
  bands private.points_distribution[];
  players uuid[];
begin
  select min(l.so_far - (l.band).players), array_agg(l.band) into skipped, bands
    from (select d as band, sum(d.players) over (order by d.points desc, d.perfect_scores desc) as so_far
            from private.points_distribution d where d.board_id = _period_id) l
   where l.so_far > first_row and l.so_far - (l.band).players < first_row + page_size;
  select array_agg(f.user_id) into players
    from (select t.user_id from private.player_totals t
            join unnest(bands) b on b.points = t.points and b.perfect_scores = t.perfect_scores
            left join public.profiles p on p.id = t.user_id
           where t.board_id = _period_id
           order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id
           limit page_size offset first_row - skipped) f;
  return query select * from private.ranked_in_period(_period_id, players);
end $$;
comment on function public.period_leaderboard(bigint, integer, integer) is '@shared';
grant execute on function public.period_leaderboard(bigint, integer, integer) to authenticated, service_role;

-- The signed-in player's own row of a period; no row without a scored prediction in it.
create function public.my_period_row(_period_id bigint) returns setof public.period_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select * from private.ranked_in_period(_period_id, array[(select auth.uid())]);
end $$;
grant execute on function public.my_period_row(bigint) to authenticated;

-- The periods of a kind ('matchday' or 'month') that have a leaderboard, latest first: the matchdays of a competition
-- (its name), or the months. is_final: each match is completed or cancelled, and a month has ended; until then the
-- leaderboard is provisional. is_counting, points_counted and points_to_count: as in public.leaderboard_summary().
create function public.leaderboard_periods(kind text, league text default null)
returns table (period_id bigint, season text, round text, month date, players integer, matches integer,
               matches_completed integer, is_final boolean, is_counting boolean,
               points_counted integer, points_to_count integer)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.season, p.round, p.month, d.players, s.matches, s.matches_completed, s.is_final,
         q.is_counting, q.counted, q.to_count
    from private.boards p
   cross join private.scoring_progress() q
    join private.period_states(leaderboard_periods.kind, leaderboard_periods.league) s on s.period_id = p.id
    left join public.competitions c on c.id = p.competition_id
   cross join lateral (select sum(l.players)::integer as players from private.points_distribution l
                        where l.board_id = p.id) d
   where p.kind = leaderboard_periods.kind and (p.kind = 'month' or c.name = leaderboard_periods.league)
     and d.players > 0
   order by s.last_day desc, p.id desc
$$;
comment on function public.leaderboard_periods(text, text) is '@shared';
grant execute on function public.leaderboard_periods(text, text) to authenticated, service_role;
