-- Who of a group won matchdays and months, computed from the totals of these periods when it is read (decision 59).

-- The points of a group's members in a period, with their places; members without a scored prediction have no row.
-- Where points count from joining, a member who joined after the first match of the period has those of the matches
-- from that day on. The lateral queries with a limit look predictions and totals up by their keys, whatever the
-- planner expects of the group.
create function private.group_in_period(_group_id uuid, _period_id bigint)
returns table (user_id uuid, points integer, perfect_scores integer, place integer)
language sql stable security definer set search_path = ''
as $$
  with members as materialized (
    select m.user_id, case when g.counts_from_joining then m.joined_on else '-infinity' end as since
      from public.groups g join public.group_members m on m.group_id = g.id
     where g.id = _group_id
  ), games as materialized (
    select n.match_id, n.match_date
      from private.scored_matches n
     where _period_id = any (n.board_ids) and n.match_id is not null
  ), figures as (
    select m.user_id, t.points, t.perfect_scores
      from members m
     cross join lateral (
       select o.points, o.perfect_scores from private.player_totals o
        where o.board_id = _period_id and o.user_id = m.user_id limit 1) t
     where m.since <= (select coalesce(min(g.match_date), 'infinity') from games g)
    union all
    select m.user_id, sum(p.points_earned)::integer,
           (count(*) filter (where private.is_perfect(p.points_earned)))::integer
      from members m
      join games g on g.match_date >= m.since
     cross join lateral (
       select o.points_earned, o.cleared_at from public.user_predictions o
        where o.match_id = g.match_id and o.user_id = m.user_id limit 1) p
     where m.since > (select min(g.match_date) from games g)
       and p.points_earned is not null and p.cleared_at is null
     group by m.user_id
  )
  select f.user_id, f.points, f.perfect_scores,
         (rank() over (order by f.points desc, f.perfect_scores desc))::integer
    from figures f
$$;

-- Who of a group has the most points in each of its last matchdays and months, latest first: the winners of those that
-- are final, as for public.period_winners(), and the members who lead the others. Only present members count; several
-- share a tie. Lists at most three of each period, the caller first; `winners` is their number. my_place, my_points:
-- the caller's; null without a scored prediction. last_periods: 1 to 50. The next page begins after the last row's
-- last_day and period_id. No rows unless the caller is a member.
create function public.group_winners(_group_id uuid, last_periods integer default 5, before_day date default null,
                                     before_period bigint default null)
returns table (period_id bigint, label text, league text, season text, user_id uuid, full_name text, points integer,
               perfect_scores integer, last_day date, is_final boolean, winners integer, my_place integer,
               my_points integer)
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select l.period, l.last_day, w.*
      from (
        select p as period, s.last_day
          from private.period_states() s
          join private.boards p on p.id = s.period_id
         where (select private.is_in_group(_group_id))
           and (before_period is null or (s.last_day, p.id) < (before_day, before_period))
           and exists (select from private.points_distribution d where d.board_id = p.id and d.points > 0)
           -- A period that ended before the first member joined has no points that count.
           and s.last_day >= (select case when g.counts_from_joining then min(m.joined_on) else '-infinity' end
                                from public.groups g join public.group_members m on m.group_id = g.id
                               where g.id = _group_id group by g.id)
         order by s.last_day desc, p.id desc) l
     cross join lateral (
       select array_agg(i.user_id) filter (where i.place = 1) as user_ids, max(i.points) as points,
              max(i.perfect_scores) filter (where i.place = 1) as perfect_scores,
              max(i.place) filter (where i.user_id = (select auth.uid())) as my_place,
              max(i.points) filter (where i.user_id = (select auth.uid())) as my_points
         from private.group_in_period(_group_id, (l.period).id) i
       having max(i.points) > 0) w
     order by l.last_day desc, (l.period).id desc
     limit private.page_limit(last_periods, 5, 50)
  ), named as (
    select (l.period).id as period_id, u.id as user_id, coalesce(f.full_name, 'Player') as name,
           row_number() over (partition by (l.period).id
                              order by u.id = (select auth.uid()) desc, f.full_name, u.id) as nth
      from latest l cross join unnest(l.user_ids) u (id) left join public.profiles f on f.id = u.id
  )
  select n.period_id, private.period_label(l.period), c.name, (l.period).season, n.user_id, n.name, l.points,
         l.perfect_scores, l.last_day, exists (select from private.period_winners w where w.period_id = n.period_id),
         cardinality(l.user_ids), l.my_place, l.my_points
    from latest l
    join named n on n.period_id = (l.period).id and n.nth <= 3
    left join public.competitions c on c.id = (l.period).competition_id
   order by l.last_day desc, n.period_id desc, n.nth
$$;
grant execute on function public.group_winners(uuid, integer, date, bigint) to authenticated;
