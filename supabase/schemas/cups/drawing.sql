-- Drawing and ending a cup: the acts of organisers.

-- The matchdays on which a cup that begins with _first_round (null: the next one) can be played.
create function private.matchdays_of_cup(_league text, _first_round text)
returns table (number integer, season text, round text, starts_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with open as materialized (
    select * from private.next_matchdays(_league, 999)
  )
  select o.* from open o
   where _first_round is null or o.number >= (select f.number from open f where f.round = _first_round)
$$;

-- The size of a cup: size is the next power of two, and null without two members.
create function private.cup_plan(_league text, _most integer)
returns table (members integer, size integer, rounds integer)
language sql stable security definer set search_path = ''
as $$
  select n.members, case when n.members > 1 then 1 << private.rounds_of_size(n.members) end,
         case when n.members > 1 then private.rounds_of_size(n.members) end
    from (select least(count(*), _most)::integer as members
            from private.player_totals t join public.profiles f on f.id = t.user_id
           where t.board_id = private.board_of(_league)) n
$$;

-- The draw of the first _most members (null: all) of the competition's leaderboard with this seed. lot: orders the
-- draw, and members of the same rank. The first half of the positions, the odd ones, goes to the first lots.
create function private.drawn_for_cup(_league text, _most integer, _size integer, _seed text)
returns table ("position" integer, user_id uuid, lot text, place integer)
language sql stable security definer set search_path = ''
as $$
  with members as (
    select t.user_id, v.lot,
           (row_number() over (order by t.points desc, t.perfect_scores desc, v.lot))::integer as place
      from private.player_totals t
      join public.profiles f on f.id = t.user_id
     cross join lateral (select md5(_seed || f.id::text) as lot) v
     where t.board_id = private.board_of(_league)
  ), drawn as (
    select m.*, (row_number() over (order by m.lot))::integer as nth from members m
     where _most is null or m.place <= _most
  )
  select case when d.nth <= _size / 2 then 2 * d.nth - 1 else 2 * d.nth - _size end, d.user_id, d.lot, d.place
    from drawn d
$$;

-- Ends the cup that runs: the round that has begun is settled, and the others are not played. Null without one. The
-- caller holds the totals' lock.
create function private.end_running_cup() returns private.cups
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.cups;
begin
  select * into ended from private.cups c where c.ended_at is null;
  perform private.settle_cup(true);
  update private.cups c set ended_at = clock_timestamp() where c.ended_at is null;
  return ended;
end $$;

-- What public.draw_cup() would draw. matchdays: all that are open, of which it needs one for each round. Admins only
-- (SL003).
create function public.preview_cup(_league text, _most integer default null)
returns table (members integer, size integer, rounds integer, byes integer, matchdays text[])
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select p.members, p.size, p.rounds, p.size - p.members,
                      array(select m.round from private.matchdays_of_cup(_league, null) m order by m.number)
                 from private.cup_plan(_league, _most) p;
end $$;
grant execute on function public.preview_cup(text, integer) to authenticated, service_role;

-- Draws a cup of the first _most members of a competition's leaderboard (null: of all), from _first_round on (null:
-- the next matchday), and ends the one that runs. Returns the id for public.undo(), which is valid for 24 hours.
-- Raises 22023 without two members or a matchday for each round, 23514 for a name or number that is not valid. A
-- second call with the same _request_key returns the first result and changes nothing. Admins only (SL003), 50 in 5
-- minutes (SL004), audited.
create function public.draw_cup(_league text, _name text, _most integer default null, _first_round text default null,
                                _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  plan record;
  cup private.cups;
  undo_id uuid;
begin
  perform private.begin_admin_action('draw_cup');
  first := private.first_result(_request_key, 'draw_cup');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  -- No two draws at a time, and no change of the leaderboards.
  perform private.lock_totals();
  perform private.begin_undo('draw_cup', null);
  perform private.end_running_cup();
  select * into plan from private.cup_plan(_league, _most);
  if plan.members < 2 then
    raise exception 'A cup needs two members on the leaderboard of the competition'
      using errcode = '22023', detail = '{"kind": "too_few_for_cup"}';
  elsif plan.rounds > (select count(*) from private.matchdays_of_cup(_league, _first_round)) then
    raise exception 'A cup needs an open matchday for each round'
      using errcode = '22023', detail = '{"kind": "too_few_matchdays_for_cup"}';
  end if;
  insert into private.cups (name, competition_id, season, most, members, size, seed)
  select private.tidy(_name), c.id, (select min(m.season) from private.matchdays_of_cup(_league, _first_round) m),
         _most, plan.members, plan.size, md5(gen_random_uuid()::text)
    from public.competitions c where c.name = _league
  returning * into cup;
  insert into private.cup_matchdays (cup_id, round)
  select cup.id, m.round from private.matchdays_of_cup(_league, _first_round) m;
  insert into private.cup_entries (cup_id, position, user_id, lot, place)
  select cup.id, d.position, d.user_id, d.lot, d.place
    from private.drawn_for_cup(_league, _most, cup.size, cup.seed) d;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('draw_cup', 'cups', cup.id::text, null, jsonb_build_object(
    'league', _league, 'season', cup.season, 'name', cup.name, 'members', cup.members, 'seed', cup.seed,
    'undo_id', undo_id));
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.draw_cup(text, text, integer, text, uuid) to authenticated, service_role;

-- Ends the cup that runs. Returns the id for public.undo(), which is valid for 24 hours. Raises PT404 if none runs.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.end_cup() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.cups;
  undo_id uuid;
begin
  perform private.begin_admin_action('end_cup');
  perform private.lock_totals();
  perform private.begin_undo('end_cup', null);
  ended := private.end_running_cup();
  if ended.id is null then
    raise exception 'The club has no cup' using errcode = 'PT404';
  end if;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('end_cup', 'cups', ended.id::text, jsonb_build_object('name', ended.name),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.end_cup() to authenticated, service_role;
