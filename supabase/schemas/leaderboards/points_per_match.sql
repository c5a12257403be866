-- Points per match since joining: the points for matches on a leaderboard divided by the matches that the player could
-- predict, so that players who joined late can be compared. Points for season questions and carried points do not
-- count.

-- The locks of the matches that count on a leaderboard, in order: completed ones that were predicted and whose points
-- were not all cleared. Matches of the crowd's figures, which have the same condition.
create function private.locks_of_counted_matches(_board bigint) returns timestamptz[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.locks_at order by m.locks_at), '{}')
    from private.scored_matches n
    join private.crowd_predictions k on k.match_id = n.match_id and not k.is_cleared
    join public.matches m on m.id = n.match_id
   where _board = any (n.board_ids)
$$;

-- How many of these locks, which are in order, are after a player joined, by a binary search; at least as many as the
-- matches that the player predicted, because two accounts may have been merged. It sets no search_path, so that
-- PostgreSQL inlines it.
create function private.matches_since_joining(_locks timestamptz[], _joined_at timestamptz, _predicted integer)
returns integer
language sql immutable parallel safe
as $$ select greatest(cardinality($1) - width_bucket($2, $1), $3) $$;

-- Points per match in hundredths, rounded; null without a match. Whole numbers sort several times as fast as numeric
-- ones. Inlined as well.
create function private.per_match(_points integer, _matches integer) returns integer
language sql immutable parallel safe
as $$ select (200 * $1 + $2) / nullif(2 * $2, 0) $$;

-- The matches since joining of these players of a leaderboard, and their points per match: null without a match.
create function public.points_per_match(league text, user_ids uuid[])
returns table (user_id uuid, matches integer, per_match numeric)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  board bigint := private.board_of(league);
  locks timestamptz[] := private.locks_of_counted_matches(board);
begin
  return query
  select t.user_id, s.matches,
         round(private.per_match(t.points - t.question_points - t.carried_points, s.matches) / 100.0, 2)
    from private.player_totals t
    join public.profiles p on p.id = t.user_id
   cross join lateral (
     select private.matches_since_joining(locks, p.created_at, t.predictions_scored) as matches) s
   where t.board_id = board and t.user_id = any (user_ids[1:200]);
end $$;
comment on function public.points_per_match(text, uuid[]) is '@shared';
grant execute on function public.points_per_match(text, uuid[]) to authenticated, service_role;

-- One page of a leaderboard by points per match since joining, best first; equal ones and players without a match, who
-- come last, in the order of the leaderboard. page_limit: 1 to 200.
create function public.leaderboard_per_match(league text default 'Overall', page_limit integer default 50,
                                             page_offset integer default 0)
returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  board bigint := private.board_of(league);
  locks timestamptz[] := private.locks_of_counted_matches(board);
  players uuid[];
begin
  players := array(
    select t.user_id
      from private.player_totals t
      left join public.profiles p on p.id = t.user_id
     where t.board_id = board
     order by private.per_match(t.points - t.question_points - t.carried_points,
                private.matches_since_joining(locks, p.created_at, t.predictions_scored)) desc nulls last,
              t.points desc, t.perfect_scores desc, p.full_name, t.user_id
     limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset));
  return query
  select r.* from private.ranked_players(board, players) r
   order by array_position(players, r.user_id);
end $$;
comment on function public.leaderboard_per_match(text, integer, integer) is '@shared';
grant execute on function public.leaderboard_per_match(text, integer, integer) to authenticated, service_role;
