-- The rounds and ties of a cup.

-- How many rounds a cup of this size has. It sets no search_path, so that PostgreSQL makes it a part of the query.
create function private.rounds_of_size(_size integer) returns integer
language sql immutable parallel safe
as $$ select length(ltrim(($1 - 1)::bit(32)::text, '0')) $$;

-- The rounds of a cup that have a matchday, in their order. Settled ones keep theirs; the others are played on those
-- that are not void and of which half of the matches lock later. state: as private.matchdays_of_ties() has it, but
-- 'upcoming' as long as the round before has not settled; or 'settled', or 'dropped' if the cup ended before.
create function private.cup_rounds_of(_cup private.cups)
returns table (number integer, round text, matches integer, matches_completed integer, starts_at timestamptz,
               settles_at timestamptz, board_id bigint, state text)
language sql stable security definer set search_path = ''
as $$
  with days as materialized (
    select d.number as settled, t.*
      from private.cup_matchdays d
      join private.matchdays_of_ties((_cup).competition_id, (_cup).season,
             array(select a.round from private.cup_matchdays a where a.cup_id = (_cup).id)) t on t.round = d.round
     where d.cup_id = (_cup).id
  ), played as materialized (
    select d.*, (row_number() over (order by d.settled, d.half_locked, d.round))::integer as number,
           count(d.settled) over () + 1 as open
      from days d
     where d.settled is not null
        or d.matches > 0 and d.half_locked > coalesce((select max(s.half_locked) from days s
                                                        where s.settled is not null), '-infinity')
  )
  select p.number, p.round, p.matches, p.matches_completed, p.starts_at, least(p.settles_at, n.next_lock), p.board_id,
         case when p.settled is not null then 'settled' when (_cup).ended_at is not null then 'dropped'
              when p.number = p.open then p.state else 'upcoming' end
    from played p
    left join lateral (
      select min(m.locks_at) as next_lock
        from played o
        join public.competitions c on c.id = (_cup).competition_id
        join public.matches m
          on m.league = c.name and m.season is not distinct from (_cup).season and m.round = o.round
         and m.status <> 'cancelled' and m.locks_at > p.half_locked
       where o.number = p.number + 1 and o.number <= private.rounds_of_size((_cup).size)) n on true
   where p.number <= private.rounds_of_size((_cup).size)
$$;

-- The members in the ties of the rounds that have settled, and of the next one. tie: its number in the round. side: 1
-- is that of the lower positions. points: null before the round begins, and for a member who has left. is_ahead:
-- whether the member goes on as it stands; null before the round begins.
create function private.cup_ties_of(_cup private.cups)
returns table (number integer, state text, tie integer, side integer, "position" integer, user_id uuid, points integer,
               perfect_scores integer, place integer, is_ahead boolean)
language sql stable security definer set search_path = ''
as $$
  with rounds as materialized (
    select r.*, coalesce(lag(r.state) over (order by r.number), 'settled') as before
      from private.cup_rounds_of(_cup) r
  ), earned as (
    select r.number, r.state, (e.position - 1) / (1 << r.number) + 1 as tie,
           (e.position - 1) / (1 << (r.number - 1)) % 2 + 1 as side, e.position, e.user_id, e.place, s.has_won,
           case when r.state = 'settled' then s.points
                when r.state in ('running', 'over') and e.user_id is not null
                then coalesce(private.points_in_tie(t), 0) end as points,
           case when r.state = 'settled' then s.perfect_scores
                when r.state in ('running', 'over') and e.user_id is not null
                then coalesce(t.perfect_scores, 0) end as perfect_scores
      from rounds r
      join private.cup_entries e on e.cup_id = (_cup).id
      left join private.cup_results s
        on s.cup_id = e.cup_id and s.number = r.number and s.position = e.position and r.state = 'settled'
      left join private.player_totals t on t.board_id = r.board_id and t.user_id = e.user_id
     where r.before = 'settled'
       and not exists (select from private.cup_results o
                        where o.cup_id = e.cup_id and o.position = e.position and o.number < r.number
                          and not o.has_won)
  )
  select e.number, e.state, e.tie, e.side, e.position, e.user_id, e.points, e.perfect_scores, e.place,
         case when e.state = 'settled' then e.has_won when e.state in ('running', 'over')
              then e.points is not null and 1 = row_number() over (
                     partition by e.number, e.tie
                     order by e.points desc nulls last, e.perfect_scores desc, e.place) end
    from earned e
$$;

-- The rounds of the shown cup that have a matchday: the last of them may still have none.
create function public.cup_rounds()
returns table (number integer, round text, state text, matches integer, matches_completed integer,
               starts_at timestamptz, settles_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.number, r.round, r.state, r.matches, r.matches_completed, r.starts_at, r.settles_at
    from private.shown_cup() c cross join lateral private.cup_rounds_of(c) r order by r.number
$$;
comment on function public.cup_rounds() is '@shared';
grant execute on function public.cup_rounds() to authenticated, service_role;

-- The ties of the shown cup in the rounds that have settled, and in the next one. position: null without a member.
-- points: as private.cup_ties_of() has them. ahead: the side (1 or 2) that goes on as it stands. by: what decides it:
-- 'points', 'perfect_scores', 'place', 'walkover' or 'bye'; null without a side that is ahead.
create function public.cup_ties()
returns table (number integer, tie integer, first_id uuid, first_name text, first_points integer,
               first_perfect_scores integer, first_place integer, second_id uuid, second_name text,
               second_points integer, second_perfect_scores integer, second_place integer, ahead integer, by text)
language sql stable security definer set search_path = ''
as $$
  with cup as materialized (
    select c, c.size from private.shown_cup() c
  ), sides as materialized (
    select t.*, case when t.user_id is not null then coalesce(f.full_name, 'Player') end as full_name
      from cup cross join lateral private.cup_ties_of(cup.c) t
      left join public.profiles f on f.id = t.user_id
  )
  select r.number, n.tie, a.user_id, a.full_name, a.points, a.perfect_scores, a.place,
         b.user_id, b.full_name, b.points, b.perfect_scores, b.place, v.ahead,
         case when v.ahead is null then null when r.number = 1 and b.position is null then 'bye'
              when a.points is null or b.points is null then 'walkover'
              when a.points <> b.points then 'points'
              when a.perfect_scores <> b.perfect_scores then 'perfect_scores' else 'place' end
    from cup
   cross join (select distinct s.number from sides s) r
   cross join lateral generate_series(1, cup.size >> r.number) n (tie)
    left join sides a on a.number = r.number and a.tie = n.tie and a.side = 1
    left join sides b on b.number = r.number and b.tie = n.tie and b.side = 2
   cross join lateral (select case when a.is_ahead then 1 when b.is_ahead then 2 end as ahead) v
   order by 1, 2
$$;
comment on function public.cup_ties() is '@shared';
grant execute on function public.cup_ties() to authenticated, service_role;

-- The matches of the caller's last tie, as private.matches_of_tie() has them. A member without one has none.
create function public.cup_tie()
returns table (match_id uuid, kickoff_at timestamptz, kickoff_confirmed boolean, match_date date, day_time_zone text,
               locks_at timestamptz, status text, home_team_name text, away_team_name text, home_score integer,
               away_score integer, my_home integer, my_away integer, my_points integer, their_home integer,
               their_away integer, their_points integer)
language sql stable security definer set search_path = ''
as $$
  with sides as materialized (
    select c.competition_id, c.season, t.*
      from private.shown_cup() c cross join lateral private.cup_ties_of(c) t
  )
  select m.*
    from (select * from sides s where s.user_id = (select auth.uid()) order by s.number desc limit 1) me
    join private.cup_rounds_of(private.shown_cup()) r on r.number = me.number
    left join sides o on o.number = me.number and o.tie = me.tie and o.side <> me.side
   cross join lateral private.matches_of_tie(me.competition_id, me.season, r.round, me.user_id, o.user_id) m
$$;
grant execute on function public.cup_tie() to authenticated, service_role;
