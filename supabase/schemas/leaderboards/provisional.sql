-- The leaderboard as live scores would make it.

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

-- A leaderboard with live matches at their current score, in no order.
create function private.provisional(_board bigint)
returns table (rank integer, confirmed_rank integer, user_id uuid, points integer, gained integer,
               perfect_scores integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with gains as materialized (
    select p.user_id, sum(e.points)::integer as points,
           count(*) filter (where private.is_perfect(e.points))::integer as perfect
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.boards b on b.id = _board and private.covers(b, c.id)
      join public.user_predictions p on p.match_id = m.id and p.cleared_at is null
     cross join lateral (select private.prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                          m.away_score, p.is_double) as points) e
     where m.status = 'live' and m.home_score is not null
     group by p.user_id
  ), provisional as (
    select t.user_id, t.points + coalesce(g.points, 0) as points, coalesce(g.points, 0) as gained,
           t.perfect_scores + coalesce(g.perfect, 0) as perfect_scores,
           (rank() over (order by t.points desc, t.perfect_scores desc))::integer as confirmed_rank
      from private.player_totals t left join gains g on g.user_id = t.user_id
     where t.board_id = _board
  )
  select (rank() over (order by s.points desc, s.perfect_scores desc))::integer, s.confirmed_rank, s.user_id,
         s.points, s.gained, s.perfect_scores
    from provisional s;
end $$;

-- One page of a leaderboard with live matches at their current score, best first: rank, confirmed rank, points, and
-- the points gained from live matches. page_limit: 1 to 200. Admins only (SL003).
create function public.provisional_leaderboard(league text default 'Overall', page_limit integer default 50,
                                               page_offset integer default 0)
returns table (rank integer, confirmed_rank integer, user_id uuid, full_name text, points integer, gained integer,
               perfect_scores integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select r.rank, r.confirmed_rank, r.user_id, coalesce(p.full_name, 'Player'), r.points, r.gained, r.perfect_scores
    from private.provisional(private.board_of(league)) r left join public.profiles p on p.id = r.user_id
   order by r.rank, p.full_name, r.user_id
   limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset);
end $$;
grant execute on function public.provisional_leaderboard(text, integer, integer) to authenticated, service_role;

-- What live matches may change for the caller: the overall leaderboard of the club (without group_id) and of each of
-- the caller's groups, with the confirmed points of the caller and of everyone whom the live matches may bring past
-- the caller or behind, best first. ahead: the number of members who stay ahead whatever happens. picks: the player's
-- predictions of live matches, [home, away, 1 for a double] by match id. A leaderboard on which more than 500 members
-- are that near has no rows. No rows without a live match.
create function public.live_standings()
returns table (group_id uuid, group_name text, first_colour text, second_colour text, ahead integer, user_id uuid,
               full_name text, points integer, perfect_scores integer, picks jsonb)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := (select auth.uid());
  board constant bigint := private.board_of('Overall');
  -- What a member can gain on another: the points of a doubled exact score in each live match.
  reach constant integer := 6 * (select count(*) from public.matches m where m.status = 'live');
begin
  if reach = 0 then return; end if;
  return query
  with live_picks as materialized (
    select p.user_id, jsonb_object_agg(m.id, jsonb_build_array(p.home_prediction, p.away_prediction,
                                                               p.is_double::integer)) as picks
      from public.matches m
      join public.user_predictions p on p.match_id = m.id and p.cleared_at is null
     where m.status = 'live' and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
     group by p.user_id
  ), members as materialized (
    select null::uuid as group_id, t.user_id, t.points, t.perfect_scores
      from private.player_totals t where t.board_id = board
    union all
    select g.id, r.user_id, r.points, r.perfect_scores
      from public.groups g
     cross join lateral private.rank_group(g.id, board, 500, 0) r
     where g.id in (select private.my_group_ids()) and g.closed_at is null and g.deleted_at is null
  ), near as (
    select m.*, s.ahead, count(*) over (partition by m.group_id) as players
      from members m
      join (select o.group_id, o.points,
                   (select count(*)::integer from members b
                     where b.group_id is not distinct from o.group_id and b.points > o.points + reach) as ahead
              from members o where o.user_id = me) s
        on s.group_id is not distinct from m.group_id and abs(m.points - s.points) <= reach
  )
  select n.group_id, g.name, g.first_colour, g.second_colour, n.ahead, n.user_id, coalesce(f.full_name, 'Player'),
         n.points, n.perfect_scores, coalesce(l.picks, '{}')
    from near n
    join public.profiles f on f.id = n.user_id
    left join public.groups g on g.id = n.group_id
    left join live_picks l on l.user_id = n.user_id
   where n.players between 2 and 500
   order by g.name collate "und-x-icu" nulls last, n.group_id, n.points desc, n.perfect_scores desc, f.full_name,
            n.user_id;
end $$;
grant execute on function public.live_standings() to authenticated;
