-- A player's season: figures, points by round, rank over time, and the comparison with another player.

-- The rank of each combination of points and perfect scores at the end of each past completion day of a scope.
-- Computed on the first request, because updating it while a match is scored would slow every result.
create table private.past_ranks (
  scope text not null references private.scopes (scope),
  day date not null,
  points integer not null,
  perfect_scores integer not null,
  rank integer not null,
  primary key (scope, day, points, perfect_scores)
);

-- Computes the ranks of all completion days that are missing, in one pass.
create function private.add_missing_past_ranks(_scope text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  missing date[];
begin
  select array_agg(distinct n.day) into missing
    from private.scored_matches n
    join private.scopes s on s.scope = _scope and n.day < s.latest_day
   where (n.match_id is not null or n.question_id is not null) and _scope in (n.competition_id, 'overall')
     and not exists (select from private.past_ranks r where r.scope = _scope and r.day = n.day);
  if missing is null then
    return;
  end if;
  perform private.lock_totals();
  -- Kept ranks are of counted points.
  if not private.settle_points() then
    return;
  end if;
  with days as (
    select distinct n.day from private.scored_matches n
     where _scope in (n.competition_id, 'overall') and n.day >= (select min(d) from unnest(missing) d)
  ), match_gains as (
    select p.user_id, n.day, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _scope in (n.competition_id, 'overall') and n.day > (select min(d) from unnest(missing) d)
     group by 1, 2
  ), gains as (
    select g.user_id, g.day, sum(g.points) as points, sum(g.perfect_scores) as perfect_scores
      from (select * from match_gains
            union all select o.user_id, o.day, o.points, 0 from private.question_gains(_scope) o) g
     group by 1, 2
  ), past_totals as (
    -- The current total minus everything earned on later days.
    select d.day,
           t.points - coalesce(sum(g.points) over later, 0) as points,
           t.perfect_scores - coalesce(sum(g.perfect_scores) over later, 0) as perfect_scores
      from private.player_totals t
     cross join days d
      left join gains g on g.user_id = t.user_id and g.day = d.day
     where t.scope = _scope
    window later as (partition by t.user_id order by d.day desc rows between unbounded preceding and 1 preceding)
  ), player_counts as (
    select day, points, perfect_scores, count(*) as players from past_totals
     where day = any (missing) group by day, points, perfect_scores
  )
  insert into private.past_ranks (scope, day, points, perfect_scores, rank)
  select _scope, day, points, perfect_scores,
         1 + sum(players) over (partition by day order by points desc, perfect_scores desc) - players
    from player_counts
  on conflict do nothing;
end $$;

-- Deletes past ranks from the completion day of a deleted match on; private.score_matches() those of others.
create function private.delete_past_ranks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_ranks r using public.competitions c
   where c.name = old.league and r.scope in (c.id, 'overall') and r.day >= private.completion_day(old);
  return null;
end $$;

-- Deletes all past ranks.
create function private.delete_all_past_ranks() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.past_ranks;
  return null;
end $$;

-- One player's figures on one leaderboard; no row if the player is not on it.
create function public.player_figures(_user_id uuid, league text default 'Overall')
returns table (user_id uuid, full_name text, rank integer, previous_rank integer, players integer,
               predictions_scored integer, points integer, perfect_scores integer, right_outcomes integer,
               accuracy numeric)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select r.user_id, r.full_name, r.rank, r.previous_rank,
         (select sum(l.size) from private.leaderboard_sections l where l.scope = t.scope)::integer,
         r.predictions_scored, r.points, r.perfect_scores, t.right_outcomes, r.accuracy
    from private.ranked_players(private.scope_of(league), array[_user_id]) r
    join private.player_totals t on t.scope = private.scope_of(league) and t.user_id = r.user_id;
end $$;
comment on function public.player_figures(uuid, text) is
  'right_outcomes: scored predictions that earned points, exact ones included';
grant execute on function public.player_figures(uuid, text) to authenticated, service_role;

-- A player's points by round, oldest first, the latest 60. Within a competition a round is the matches' round, or
-- their day if they have none; overall it is a calendar week (Monday to Sunday, club time).
create function public.player_rounds(_user_id uuid, league text default 'Overall')
returns table (round text, starts_on date, predictions_scored integer, points integer, perfect_scores integer,
               right_outcomes integer)
language sql stable security definer set search_path = ''
as $$
  select r.round, r.starts_on, r.predictions_scored, r.points, r.perfect_scores, r.right_outcomes
    from (select case when player_rounds.league <> 'Overall' then m.round end as round,
                 case when player_rounds.league = 'Overall' then min(date_trunc('week', m.match_date)::date)
                   else min(m.match_date) end as starts_on,
                 count(*)::integer as predictions_scored, sum(p.points_earned)::integer as points,
                 (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect_scores,
                 (count(*) filter (where p.points_earned > 0))::integer as right_outcomes
            from public.user_predictions p
            join public.matches m on m.id = p.match_id and m.status = 'completed'
           where p.user_id = _user_id and p.points_earned is not null and p.cleared_at is null
             and player_rounds.league in ('Overall', m.league)
           group by 1, case when player_rounds.league = 'Overall' then date_trunc('week', m.match_date)::date
                            when m.round is null then m.match_date end,
                    case when player_rounds.league <> 'Overall' then m.season end
           order by 2 desc limit 60) r
   order by r.starts_on
$$;
grant execute on function public.player_rounds(uuid, text) to authenticated, service_role;

-- A player's rank at the end of each completion day of a leaderboard, oldest first, the latest 120. Not stable,
-- because it may first compute missing days. No rows if the player is not on the leaderboard.
create function public.player_ranks(_user_id uuid, league text default 'Overall')
returns table (day date, points integer, rank integer)
language plpgsql security definer set search_path = ''
as $$
declare
  board_scope text := private.scope_of(league);
begin
  perform private.add_missing_past_ranks(board_scope);
  return query
  select q.day, q.points, q.rank
    from (
      select d.day, (t.points - coalesce(later.points, 0))::integer as points,
             coalesce(
               (select r.rank from private.past_ranks r
                 where r.scope = board_scope and r.day = d.day
                   and (r.points, r.perfect_scores) <= (t.points - coalesce(later.points, 0),
                                                        t.perfect_scores - coalesce(later.perfect_scores, 0))
                 order by r.points desc, r.perfect_scores desc limit 1),
               case when d.day = s.latest_day
                    then (select n.rank from private.ranked_players(board_scope, array[_user_id]) n) end) as rank
        from private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = _user_id
       cross join lateral (
         select r.day from (select distinct p.day from private.past_ranks p where p.scope = board_scope) r
         union select s.latest_day where s.latest_day is not null) d
       cross join lateral (
         select coalesce(sum(p.points_earned), 0) + coalesce((
                  select sum(o.points) from private.question_gains(board_scope, array[_user_id]) o
                   where o.day > d.day), 0) as points,
                count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
           from public.user_predictions p
           join private.scored_matches n on n.match_id = p.match_id and board_scope in (n.competition_id, 'overall')
          where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null and n.day > d.day) later
       where s.scope = board_scope
       order by d.day desc limit 120) q
   order by q.day;
end $$;
grant execute on function public.player_ranks(uuid, text) to authenticated, service_role;

-- The signed-in player compared with another: over the scored matches that both predicted, how often each earned
-- more.
create function public.compare_with(_user_id uuid, league text default 'Overall')
returns table (matches integer, mine_ahead integer, theirs_ahead integer, level integer, same_predictions integer,
               my_points integer, their_points integer)
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer,
         (count(*) filter (where mine.points_earned > theirs.points_earned))::integer,
         (count(*) filter (where mine.points_earned < theirs.points_earned))::integer,
         (count(*) filter (where mine.points_earned = theirs.points_earned))::integer,
         (count(*) filter (where (mine.home_prediction, mine.away_prediction)
                                = (theirs.home_prediction, theirs.away_prediction)))::integer,
         coalesce(sum(mine.points_earned), 0)::integer, coalesce(sum(theirs.points_earned), 0)::integer
    from public.user_predictions mine
    join public.user_predictions theirs on theirs.match_id = mine.match_id and theirs.user_id = _user_id
    join public.matches m on m.id = mine.match_id and m.status = 'completed'
      and compare_with.league in ('Overall', m.league)
   where mine.user_id = (select auth.uid())
     and mine.points_earned is not null and mine.cleared_at is null
     and theirs.points_earned is not null and theirs.cleared_at is null
$$;
grant execute on function public.compare_with(uuid, text) to authenticated;

create trigger past_ranks_are_reset_on_deleted_match after delete on public.matches
  for each row when (old.status = 'completed') execute function private.delete_past_ranks();

-- Only private.clear_points() updates this column.
create trigger past_ranks_are_reset_on_cleared_points after update of cleared_at on public.user_predictions
  for each statement execute function private.delete_all_past_ranks();
create trigger past_ranks_are_reset_on_deleted_prediction after delete on public.user_predictions
  for each statement execute function private.delete_all_past_ranks();
