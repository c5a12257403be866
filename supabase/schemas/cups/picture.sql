-- What the picture of a cup shows: at most three rounds, from the next one on, with the part of the bracket that leads
-- to one tie of the last of them. It is the part with the caller's last tie, and the first one for others. A side
-- without a name is not known yet, or nobody. is_out: whether it lost in a round that has settled. Null unless the cup
-- is the shown one.
create function private.picture_of_cup(_cup_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with cup as materialized (
    select * from public.cup() c where c.cup_id = _cup_id
  ), ties as materialized (
    select t.* from cup cross join lateral public.cup_ties() t
  ), rounds as materialized (
    select r.* from cup cross join lateral public.cup_rounds() r
  ), part as (
    select c.rounds, w.first, w.last, coalesce((
             select (t.tie - 1) >> (w.last - t.number) from ties t
              where (select auth.uid()) in (t.first_id, t.second_id) order by t.number desc limit 1), 0) as nth
      from cup c
     cross join lateral (select greatest(1, least(c.rounds - 2, max(t.number))) as first from ties t) f
     cross join lateral (select f.first, least(f.first + 2, c.rounds) as last) w
  ), shown as (
    select n.number, s.tie, r.round, r.state, t.by,
           jsonb_build_array(
             private.side_in_picture(t.first_id, t.first_name, t.first_points,
                                     r.state = 'settled' and t.ahead is distinct from 1),
             private.side_in_picture(t.second_id, t.second_name, t.second_points,
                                     r.state = 'settled' and t.ahead is distinct from 2)) as sides
      from part p
     cross join lateral generate_series(p.first, p.last) n (number)
     cross join lateral generate_series((p.nth << (p.last - n.number)) + 1,
                                        (p.nth + 1) << (p.last - n.number)) s (tie)
      left join rounds r on r.number = n.number
      left join ties t on t.number = n.number and t.tie = s.tie
  )
  select jsonb_build_object(
      'cup', c.name, 'league', c.league, 'rounds', c.rounds,
      'columns', (select jsonb_agg(g.shown order by g.number)
                    from (select s.number, jsonb_build_object(
                                   'number', s.number, 'matchday', s.round, 'state', s.state,
                                   'ties', jsonb_agg(jsonb_build_object('sides', s.sides, 'by', s.by) order by s.tie)
                                 ) as shown
                            from shown s group by s.number, s.round, s.state) g),
      'winner', (select jsonb_build_object('user_id', v.user_id, 'name', v.name)
                   from ties t
                   join rounds r on r.number = t.number and r.state = 'settled'
                  cross join lateral (select case t.ahead when 1 then t.first_id else t.second_id end as user_id,
                                             case t.ahead when 1 then t.first_name else t.second_name end as name) v
                  where t.number = c.rounds and v.name is not null))
    from cup c
$$;

-- A member in a tie of the picture.
create function private.side_in_picture(_user_id uuid, _name text, _points integer, _is_out boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('user_id', _user_id, 'name', _name, 'points', _points, 'is_out', coalesce(_is_out, false),
                            'is_own', _user_id is not distinct from (select auth.uid()) and _user_id is not null)
$$;
