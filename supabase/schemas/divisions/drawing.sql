-- Drawing and ending divisions: the acts of organisers.

-- The members of the competition's leaderboard, divided into as few divisions as possible of at most _at_most. _order:
-- 'overall' (that of the overall leaderboard), 'random' or 'tables' (those of the draw _before, two up and two down).
create function private.members_to_draw(_league text, _order text, _at_most integer,
                                        _before private.division_draws)
returns table (user_id uuid, division integer, place integer)
language sql volatile security definer set search_path = ''
as $$
  with members as materialized (
    select f.id, row_number() over (
             order by case when _order = 'random' then random() end,
                      s.division + case s.goes when 'up' then -1 when 'down' then 1 else 0 end, s.division, s.rank,
                      o.nth) as nth, ceil(count(*) over () / _at_most::numeric)::integer as divisions
      from unnest(private.players_after(private.board_of('Overall'), null, 2147483647))
             with ordinality o (user_id, nth)
      join private.player_totals t on t.board_id = private.board_of(_league) and t.user_id = o.user_id
      join public.profiles f on f.id = o.user_id
      left join private.division_standings(_before) s on _order = 'tables' and s.user_id = f.id
  ), divided as (
    select m.id, m.nth, ntile(m.divisions) over (order by m.nth) as division from members m
  )
  select d.id, d.division, (row_number() over (partition by d.division order by d.nth))::integer from divided d
$$;

-- The draw of a competition that runs, or that ended last.
create function private.last_draw(_league text) returns private.division_draws
language sql stable security definer set search_path = ''
as $$
  select d from private.division_draws d join public.competitions c on c.id = d.competition_id and c.name = _league
   order by d.ended_at desc nulls first limit 1
$$;

-- Ends the draw that runs: matchdays that have begun are settled, and the others are not played. Null without one. The
-- caller holds the totals' lock.
create function private.end_draw() returns private.division_draws
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.division_draws;
begin
  perform private.settle_divisions(true);
  update private.division_draws d set ended_at = clock_timestamp() where d.ended_at is null returning d.* into ended;
  return ended;
end $$;

-- What public.draw_divisions() would draw. size: the places of a division, with those of ghosts. has_tables: the
-- competition has a draw, whose tables the next one can follow. Admins only (SL003).
create function public.preview_divisions(_league text, _at_most integer, _matchdays integer)
returns table (members integer, divisions integer, size integer, ghosts integer, matchdays integer,
               first_round text, last_round text, starts_at timestamptz, has_tables boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select p.members, p.divisions, p.size, p.divisions * p.size - p.members, p.matchdays, p.first_round,
                      p.last_round, p.starts_at,
                      (private.last_draw(_league)).id is not null
                 from private.division_plan(_league, _at_most, _matchdays) p;
end $$;
grant execute on function public.preview_divisions(text, integer, integer) to authenticated, service_role;

-- Who would be in which division, in the order of their places. _order: 'overall' or 'tables', as
-- public.draw_divisions() has it; no rows for 'random', which only the draw decides. Admins only (SL003).
create function public.preview_division_members(_league text, _order text, _at_most integer)
returns table (division integer, place integer, user_id uuid, full_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select m.division, m.place, m.user_id, coalesce(f.full_name, 'Player')
                 from private.members_to_draw(_league, _order, _at_most, private.last_draw(_league)) m
                 join public.profiles f on f.id = m.user_id
                where _order in ('overall', 'tables')
                order by m.division, m.place;
end $$;
grant execute on function public.preview_division_members(text, text, integer) to authenticated, service_role;

-- The size of a draw.
create function private.division_plan(_league text, _at_most integer, _matchdays integer)
returns table (members integer, divisions integer, size integer, season text, matchdays integer, first_round text,
               last_round text, starts_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select n.members::integer, d.divisions, 2 * ceil(n.members / nullif(2.0 * d.divisions, 0))::integer, r.*
    from (select count(*) as members
            from private.player_totals t join public.profiles f on f.id = t.user_id
           where t.board_id = private.board_of(_league)) n
   cross join lateral (select ceil(n.members / greatest(_at_most, 1)::numeric)::integer as divisions) d
   cross join (select min(m.season), count(*)::integer, (array_agg(m.round order by m.number))[1],
                      (array_agg(m.round order by m.number desc))[1], min(m.starts_at)
                 from private.next_matchdays(_league, _matchdays) m) r
$$;

-- Draws divisions of at most _at_most members for the next _matchdays matchdays of a competition, or as many as there
-- are, and ends those that run. _order: as private.members_to_draw() has it. Returns the id for public.undo(), which
-- is valid for 24 hours. Raises 22023 if there is nothing to draw or for another order, 23514 for a size that is not
-- valid. A second call with the same _request_key returns the first result and changes nothing. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited.
create function public.draw_divisions(_league text, _order text, _at_most integer, _matchdays integer,
                                      _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  plan record;
  before private.division_draws;
  draw private.division_draws;
  undo_id uuid;
begin
  perform private.begin_admin_action('draw_divisions');
  first := private.first_result(_request_key, 'draw_divisions');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  if coalesce(_order, '') not in ('overall', 'random', 'tables') then
    raise exception 'Divisions are not drawn by %', _order using errcode = '22023';
  end if;
  -- No two draws at a time, and no change of the leaderboards.
  perform private.lock_totals();
  perform private.begin_undo('draw_divisions', null);
  perform private.end_draw();
  before := private.last_draw(_league);
  select * into plan from private.division_plan(_league, _at_most, _matchdays);
  if _order = 'tables' and before.id is null then
    raise exception 'The competition has no earlier divisions to follow'
      using errcode = '22023', detail = '{"kind": "no_divisions_to_follow"}';
  elsif plan.members < 2 then
    raise exception 'Divisions need two members on the leaderboard of the competition'
      using errcode = '22023', detail = '{"kind": "too_few_for_divisions"}';
  elsif plan.matchdays = 0 then
    raise exception 'The competition has no matchday that is still open'
      using errcode = '22023', detail = '{"kind": "no_matchday_to_draw"}';
  end if;
  insert into private.division_draws (competition_id, season, divisions, size, at_most)
  select c.id, plan.season, plan.divisions, plan.size, _at_most from public.competitions c where c.name = _league
  returning * into draw;
  insert into private.division_matchdays (draw_id, number, round)
  select draw.id, m.number, m.round from private.next_matchdays(_league, _matchdays) m;
  insert into private.division_places (draw_id, division, place, user_id, since)
  select draw.id, d.division, p.place, o.user_id, '-infinity'
    from generate_series(1, draw.divisions) d (division)
   cross join generate_series(1, draw.size) p (place)
    left join private.members_to_draw(_league, _order, _at_most, before) o
      on o.division = d.division and o.place = p.place;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('draw_divisions', 'division_draws', draw.id::text, null, jsonb_build_object(
    'league', _league, 'season', draw.season, 'order', _order, 'divisions', draw.divisions, 'members', plan.members,
    'matchdays', plan.matchdays, 'undo_id', undo_id));
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.draw_divisions(text, text, integer, integer, uuid) to authenticated, service_role;

-- Ends the divisions that run. Returns the id for public.undo(), which is valid for 24 hours. Raises PT404 if none
-- run. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.end_divisions() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.division_draws;
  undo_id uuid;
begin
  perform private.begin_admin_action('end_divisions');
  perform private.lock_totals();
  perform private.begin_undo('end_divisions', null);
  ended := private.end_draw();
  if ended.id is null then
    raise exception 'The club has no divisions' using errcode = 'PT404';
  end if;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('end_divisions', 'division_draws', ended.id::text, jsonb_build_object(
    'league', (select c.name from public.competitions c where c.id = ended.competition_id), 'season', ended.season),
    jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.end_divisions() to authenticated, service_role;
