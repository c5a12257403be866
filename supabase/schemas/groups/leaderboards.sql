-- The leaderboards of groups, and their next matches.

-- The members of a group in the order of their points on a board, with the columns of public.leaderboard(). The
-- overall one has every member, a competition's those who are on its leaderboard.
create function private.rank_group(_group_id uuid, _board bigint, _limit integer, _offset integer)
returns setof public.leaderboard_row
language sql stable security definer set search_path = ''
as $$
  with totals as materialized (
    select m.user_id,
           coalesce(t.predictions_scored, 0) - coalesce(b.predictions_scored, 0) as predictions_scored,
           coalesce(t.points, 0) - coalesce(b.points, 0) as points,
           coalesce(t.perfect_scores, 0) - coalesce(b.perfect_scores, 0) as perfect_scores,
           coalesce(t.right_outcomes, 0) - coalesce(b.right_outcomes, 0) as right_outcomes,
           coalesce(case when t.earlier_day = s.latest_day then t.earlier_points else t.points end, 0)
             - coalesce(b.points - case when b.last_day = s.latest_day then b.last_day_points else 0 end, 0)
             as earlier_points,
           coalesce(case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end, 0)
             - coalesce(b.perfect_scores - case when b.last_day = s.latest_day then b.last_day_perfect else 0 end, 0)
             as earlier_perfect,
           s.latest_day, s.previous_day
      from public.group_members m
      join private.boards s on s.id = _board
      left join private.player_totals t on t.board_id = s.id and t.user_id = m.user_id
      left join private.group_baselines b on b.group_id = m.group_id and b.user_id = m.user_id and b.board_id = s.id
     where m.group_id = _group_id and (t.user_id is not null or s.kind = 'overall')
  ), ranked as (
    select t.*, (rank() over (order by t.points desc, t.perfect_scores desc))::integer as place,
           (rank() over (order by t.earlier_points desc, t.earlier_perfect desc))::integer as earlier_place
      from totals t
  )
  select case when r.latest_day is not null then r.place end,
         case when r.previous_day is not null then r.earlier_place end,
         r.user_id, coalesce(p.full_name, 'Player'), r.predictions_scored, r.points, r.perfect_scores,
         private.accuracy_of(r.right_outcomes, r.predictions_scored)
    from ranked r left join public.profiles p on p.id = r.user_id
   order by r.points desc, r.perfect_scores desc, p.full_name, r.user_id
   limit _limit offset _offset
$$;

-- One page of a group's leaderboard, best first. No rows unless the caller is a member. page_limit: 1 to 500.
create function public.group_leaderboard(_group_id uuid, league text default 'Overall', page_limit integer default 50,
                                         page_offset integer default 0)
returns setof public.leaderboard_row
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_in_group(_group_id) then
    return query select * from private.rank_group(
      _group_id, private.board_of(league), private.page_limit(page_limit, 50, 500),
      private.page_offset(page_offset));
  end if;
end $$;
grant execute on function public.group_leaderboard(uuid, text, integer, integer) to authenticated;

-- The caller's place in each of their groups that has a result and another member, by name: the rank, and the points
-- behind the nearest better member (null for the first).
create function public.my_group_standings()
returns table (group_id uuid, name text, first_colour text, second_colour text, rank integer, members integer,
               points integer, behind integer, above_name text)
language sql stable security definer set search_path = ''
as $$
  select g.id, g.name, g.first_colour, g.second_colour, s.rank, s.members, s.points, s.better_points - s.points,
         s.better_name
    from public.groups g
   cross join lateral (
     select r.user_id, r.rank, r.points, (count(*) over ())::integer as members,
            last_value(r.points) over better as better_points, last_value(r.full_name) over better as better_name
       from private.rank_group(g.id, private.board_of('Overall'), 500, 0) r
     window better as (order by r.rank range between unbounded preceding and 1 preceding)) s
   where g.id in (select private.my_group_ids()) and g.closed_at is null and g.deleted_at is null
     and s.user_id = (select auth.uid()) and s.rank is not null and s.members > 1
   order by g.name collate "und-x-icu", g.id
$$;
grant execute on function public.my_group_standings() to authenticated;

-- The next three open matches that members of the group may predict, by their locks, with the number of these members,
-- of those who have not predicted them yet, and up to 12 names of the latter, without the caller's. It shows nothing
-- else of open predictions. No rows unless the caller is a member.
create function public.group_next_matches(_group_id uuid)
returns table (match_id uuid, home_team_name text, away_team_name text, home_team_logo text, away_team_logo text,
               league text, locks_at timestamptz, members integer, missing integer, missing_names text[],
               is_mine_missing boolean)
language sql stable security definer set search_path = ''
as $$
  with games as (
    select m.id, m.locks_at, c.id as competition_id, c.needs_subscription
      from public.matches m join public.competitions c on c.name = m.league
     where m.status = 'upcoming' and m.locks_at > clock_timestamp() and private.is_on_its_day(m)
       and (select private.is_in_group(_group_id))
  ), entitled as (
    select g.id, m.user_id, exists (
             select from public.user_predictions p where p.match_id = g.id and p.user_id = m.user_id) as has_predicted
      from (select * from games order by locks_at, id limit 50) g
      join public.group_members m on m.group_id = _group_id
     where not g.needs_subscription or exists (
             select from public.subscriptions s
              where s.user_id = m.user_id and s.subscription_type = g.competition_id
                and private.is_active(s, clock_timestamp()))
  )
  select m.id, m.home_team_name, m.away_team_name, m.home_team_logo, m.away_team_logo, m.league, m.locks_at,
         count(*)::integer, count(*) filter (where not e.has_predicted)::integer,
         coalesce((array_agg(coalesce(f.full_name, 'Player') order by f.full_name collate "und-x-icu", e.user_id)
                     filter (where not e.has_predicted and e.user_id <> (select auth.uid())))[1:12], '{}'),
         coalesce(bool_or(not e.has_predicted) filter (where e.user_id = (select auth.uid())), false)
    from entitled e
    join public.matches m on m.id = e.id
    left join public.profiles f on f.id = e.user_id
   group by m.id order by m.locks_at, m.id
   limit 3
$$;
grant execute on function public.group_next_matches(uuid) to authenticated;

-- The points of these members in the last five completed matches of a league, as public.last_five() has them. Where
-- points count from joining, a match before the day of joining has no row. No rows unless the caller is a member.
create function public.group_last_five(_group_id uuid, league text, user_ids uuid[])
returns table (user_id uuid, "position" integer, match_id uuid, points_earned integer)
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select m.id, m.match_date, row_number() over (order by m.kickoff_at desc, m.id)::integer as place
      from public.matches m
     where m.status = 'completed' and (group_last_five.league = 'Overall' or m.league = group_last_five.league)
     order by m.kickoff_at desc, m.id limit 5
  )
  select o.user_id, l.place, l.id, case when p.cleared_at is null then p.points_earned end
    from public.groups g
    join public.group_members o on o.group_id = g.id and o.user_id = any (user_ids[1:200])
    join latest l on l.match_date >= case when g.counts_from_joining then o.joined_on else '-infinity' end
    left join public.user_predictions p on p.match_id = l.id and p.user_id = o.user_id
   where g.id = _group_id and (select private.is_in_group(_group_id))
   order by o.user_id, l.place
$$;
grant execute on function public.group_last_five(uuid, text, uuid[]) to authenticated;

-- The crowd's figures on the leaderboard of a group: of the whole season, or where points count from joining, of the
-- matches from the day on which the group was created. No row unless the caller is a member.
create function public.group_crowd(_group_id uuid, league text default 'Overall')
returns table (predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language sql stable security definer set search_path = ''
as $$
  select c.*
    from public.groups g
   cross join lateral private.crowd_of(
     private.board_of(group_crowd.league),
     case when g.counts_from_joining
          then (g.created_at at time zone private.club_time_zone())::date end) c
   where g.id = _group_id and (select private.is_in_group(_group_id))
$$;
grant execute on function public.group_crowd(uuid, text) to authenticated;
