-- The ties of a draw: its matchdays, who meets whom, and what both earned.

-- The place that meets this one on a matchday, by the circle method: the last place stays, and the others turn by one
-- each matchday. Everyone meets everyone in size - 1 matchdays. It sets no search_path, so that PostgreSQL makes it a
-- part of the query.
create function private.division_opponent(_size integer, _number integer, _place integer) returns integer
language sql immutable parallel safe
as $$
  select case when $3 = $1 then ($2 - 1) % ($1 - 1) + 1
              else coalesce(nullif(((2 * $2 - 1 - $3) % ($1 - 1) + $1 - 1) % ($1 - 1) + 1, $3), $1) end
$$;

-- The matchdays of a draw in their order, as private.matchdays_of_ties() has them. state: also 'settled', or 'dropped'
-- if the draw ended before.
create function private.matchdays_of(_draw private.division_draws)
returns table (number integer, round text, matches integer, matches_completed integer, starts_at timestamptz,
               settles_at timestamptz, board_id bigint, state text)
language sql stable security definer set search_path = ''
as $$
  select r.number, r.round, t.matches, t.matches_completed, t.starts_at, t.settles_at, t.board_id,
         case when r.settled_at is not null then 'settled' when (_draw).ended_at is not null then 'dropped'
              else t.state end
    from private.division_matchdays r
    join private.matchdays_of_ties((_draw).competition_id, (_draw).season,
           array(select a.round from private.division_matchdays a where a.draw_id = (_draw).id)) t on t.round = r.round
   where r.draw_id = (_draw).id
$$;

-- The matchday that a page shows first: the one that began last since the member got the place, else the next one,
-- else the last. _since: null without a place.
create function private.matchday_to_show(_draw private.division_draws, _since timestamptz) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(max(r.number) filter (where r.state <> 'dropped' and r.starts_at <= clock_timestamp()
                                          and r.starts_at >= coalesce(_since, '-infinity')),
                  min(r.number) filter (where r.state = 'upcoming'), max(r.number))
    from private.matchdays_of(_draw) r
$$;

-- What each place of a division (null: of all) earned on each matchday that has begun.
create function private.division_points(_draw private.division_draws, _division integer default null)
returns table (number integer, state text, division integer, place integer, points integer)
language sql stable security definer set search_path = ''
as $$
  with matchdays as materialized (
    select * from private.matchdays_of(_draw) r where r.state in ('running', 'over', 'settled')
  )
  select r.number, r.state, p.division, p.place,
         coalesce(case r.state when 'settled' then s.points else private.points_in_tie(t) end, 0)
    from matchdays r
    join private.division_places p on p.draw_id = (_draw).id and (_division is null or p.division = _division)
    left join private.division_results s
      on s.draw_id = p.draw_id and s.number = r.number and s.division = p.division and s.place = p.place
    left join private.player_totals t
      on t.board_id = r.board_id and t.user_id = p.user_id and p.since <= r.starts_at
$$;

-- The table of a division (null: of all). movement: the ranks won since the last matchday that counts; null before the
-- second one. goes: 'up' for the first two members of a division below the first one, 'down' for the last two of one
-- above the last one; null before the first matchday that counts.
create function private.division_standings(_draw private.division_draws, _division integer default null)
returns table (division integer, place integer, user_id uuid, full_name text, rank integer, movement integer,
               played integer, won integer, level integer, lost integer, points_for integer, points integer,
               goes text)
language sql stable security definer set search_path = ''
as $$
  with earned as materialized (
    select e.number, e.division, e.place, e.points, sum(e.points) over tie - e.points as against
      from private.division_points(_draw, _division) e where e.state in ('over', 'settled')
    window tie as (partition by e.division, e.number,
                   least(e.place, private.division_opponent((_draw).size, e.number, e.place)))
  ), days as (
    select nullif(max(e.number), min(e.number)) as last from earned e
  ), sums as (
    select p.division, p.place, p.user_id, f.full_name, count(e.number)::integer as played,
           (count(*) filter (where e.points > e.against))::integer as won,
           (count(*) filter (where e.points = e.against))::integer as level,
           (count(*) filter (where e.points < e.against))::integer as lost,
           coalesce(sum(e.points), 0)::integer as points_for,
           coalesce(sum(v.points), 0)::integer as points,
           coalesce(sum(e.points) filter (where e.number < d.last), 0) as earlier_for,
           coalesce(sum(v.points) filter (where e.number < d.last), 0) as earlier_points,
           count(*) filter (where e.points > e.against and e.number < d.last) as earlier_won, d.last
      from private.division_places p
     cross join days d
      left join public.profiles f on f.id = p.user_id
      left join earned e on e.division = p.division and e.place = p.place
     cross join lateral (
       select case when e.points > e.against then 3 when e.points = e.against then 1 else 0 end as points) v
     where p.draw_id = (_draw).id and (_division is null or p.division = _division)
     group by p.division, p.place, p.user_id, f.full_name, d.last
  ), ranked as (
    select s.*, row_number() over (partition by s.division order by s.points desc, s.points_for desc, s.won desc,
                                   s.full_name, s.place) as rank,
           row_number() over (partition by s.division order by s.earlier_points desc, s.earlier_for desc,
                              s.earlier_won desc, s.full_name, s.place) as earlier_rank
      from sums s
  ), counted as (
    select r.*, count(r.user_id) over (partition by r.division order by r.rank) as nth_member,
           count(r.user_id) over (partition by r.division) as members
      from ranked r
  )
  select c.division, c.place, c.user_id, case when c.user_id is not null then coalesce(c.full_name, 'Player') end,
         c.rank::integer, case when c.last is not null then (c.earlier_rank - c.rank)::integer end, c.played, c.won,
         c.level, c.lost, c.points_for, c.points,
         case when c.user_id is null or c.played = 0 then null
              when c.division > 1 and c.nth_member <= 2 then 'up'
              when c.division < (_draw).divisions and c.nth_member > c.members - 2 then 'down' end
    from counted c
$$;

-- The division that a page asks for: the given one, or the caller's, or the first.
create function private.division_to_show(_draw private.division_draws, _division integer) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(_division, (select p.division from private.division_places p
                               where p.draw_id = (_draw).id and p.user_id = (select auth.uid())), 1)
$$;

-- The table of a division (null: the caller's, or the first), best first. A ghost has no user_id and no name.
create function public.division_table(_division integer default null)
returns table (rank integer, movement integer, user_id uuid, full_name text, played integer, won integer,
               level integer, lost integer, points_for integer, points integer, goes text)
language sql stable security definer set search_path = ''
as $$
  select s.rank, s.movement, s.user_id, s.full_name, s.played, s.won, s.level, s.lost, s.points_for, s.points, s.goes
    from private.shown_draw() d
   cross join lateral private.division_standings(d, private.division_to_show(d, _division)) s
   order by s.rank
$$;
grant execute on function public.division_table(integer) to authenticated, service_role;

-- All ties of a division (null: the caller's, or the first), by matchday. state, matches, matches_completed, starts_at
-- and settles_at: as private.matchdays_of() has them. A ghost has no id and no name. Points are null before the
-- matchday begins.
create function public.division_fixtures(_division integer default null)
returns table (number integer, round text, state text, matches integer, matches_completed integer,
               starts_at timestamptz, settles_at timestamptz, first_id uuid, first_name text, first_points integer,
               second_id uuid, second_name text, second_points integer)
language sql stable security definer set search_path = ''
as $$
  with shown as materialized (
    select d as draw, private.division_to_show(d, _division) as division from private.shown_draw() d
  ), earned as materialized (
    select e.* from shown s cross join lateral private.division_points(s.draw, s.division) e
  ), players as materialized (
    select p.place, p.user_id, case when p.user_id is not null then coalesce(f.full_name, 'Player') end as full_name
      from shown s
      join private.division_places p on p.draw_id = (s.draw).id and p.division = s.division
      left join public.profiles f on f.id = p.user_id
  )
  select m.number, m.round, m.state, m.matches, m.matches_completed, m.starts_at, m.settles_at,
         a.user_id, a.full_name, x.points, b.user_id, b.full_name, y.points
    from shown s
   cross join lateral private.matchdays_of(s.draw) m
   cross join players a
    join players b on b.place = private.division_opponent((s.draw).size, m.number, a.place) and a.place < b.place
    left join earned x on x.number = m.number and x.place = a.place
    left join earned y on y.number = m.number and y.place = b.place
   order by m.number, a.place
$$;
grant execute on function public.division_fixtures(integer) to authenticated, service_role;

-- The matches of the caller's tie on the matchday that public.divisions() names, as private.matches_of_tie() has them.
-- A member who got the place after the matchday began has no picks.
create function public.division_tie()
returns table (match_id uuid, kickoff_at timestamptz, kickoff_confirmed boolean, match_date date, day_time_zone text,
               locks_at timestamptz, status text, home_team_name text, away_team_name text, home_score integer,
               away_score integer, my_home integer, my_away integer, my_points integer, their_home integer,
               their_away integer, their_points integer)
language sql stable security definer set search_path = ''
as $$
  select t.*
    from private.shown_draw() d
    join private.division_places me on me.draw_id = d.id and me.user_id = (select auth.uid())
   cross join lateral private.matchdays_of(d) r
    join private.division_places o
      on o.draw_id = d.id and o.division = me.division
     and o.place = private.division_opponent(d.size, r.number, me.place)
   cross join lateral private.matches_of_tie(d.competition_id, d.season, r.round,
                        case when me.since <= r.starts_at then me.user_id end,
                        case when o.since <= r.starts_at then o.user_id end) t
   where r.number = private.matchday_to_show(d, me.since)
$$;
grant execute on function public.division_tie() to authenticated, service_role;
