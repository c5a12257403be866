-- The acts of organisers: starting and ending a game, and its codes.

-- The matchdays with which a game of a competition can start, at most 8. Admins only (SL003).
create function public.preview_last_standing(_league text)
returns table (round text, season text, starts_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select n.round, n.season, n.starts_at from private.next_matchdays(_league, 8) n order by n.number;
end $$;
grant execute on function public.preview_last_standing(text) to authenticated, service_role;

-- Starts a game of a competition with one of the matchdays of public.preview_last_standing(). Returns the id for
-- public.undo(), which is valid for 24 hours and removes the game with its entries. Raises 22023 if a game runs or the
-- matchday has begun, 23514 for a name that is not valid. A second call with the same _request_key returns the first
-- result and changes nothing. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.start_last_standing(_league text, _name text, _round text, _needs_code boolean,
                                           _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  game private.last_standing_games;
  undo_id uuid;
begin
  perform private.begin_admin_action('start_last_standing');
  first := private.first_result(_request_key, 'start_last_standing');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  if exists (select from private.last_standing_games g where g.ended_at is null) then
    raise exception 'A game of last one standing is under way'
      using errcode = '22023', detail = '{"kind": "last_standing_runs"}';
  end if;
  perform private.begin_undo('start_last_standing', null);
  insert into private.last_standing_games (competition_id, season, name, needs_code)
  select c.id, n.season, btrim(_name), _needs_code
    from public.competitions c cross join lateral private.next_matchdays(c.name, 100) n
   where c.name = _league and n.round = _round
  returning * into game;
  if game.id is null then
    raise exception 'The matchday is no longer open'
      using errcode = '22023', detail = '{"kind": "matchday_is_not_open"}';
  end if;
  insert into private.last_standing_matchdays (game_id, number, round) values (game.id, 1, _round);
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('start_last_standing', 'last_standing_games', game.id::text, null, jsonb_build_object(
    'name', game.name, 'league', _league, 'season', game.season, 'round', _round, 'needs_code', _needs_code,
    'undo_id', undo_id));
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.start_last_standing(text, text, text, boolean, uuid) to authenticated, service_role;

-- Ends the game that runs: nobody wins. Returns the id for public.undo(), which is valid for 24 hours. Raises PT404 if
-- none runs. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.end_last_standing() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  ended private.last_standing_games;
  undo_id uuid;
begin
  perform private.begin_admin_action('end_last_standing');
  perform private.begin_undo('end_last_standing', null);
  update private.last_standing_games g set ended_at = clock_timestamp() where g.ended_at is null
  returning * into ended;
  if ended.id is null then
    raise exception 'The club plays no last one standing' using errcode = 'PT404';
  end if;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('end_last_standing', 'last_standing_games', ended.id::text,
                              jsonb_build_object('name', ended.name), jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.end_last_standing() to authenticated, service_role;

-- Makes 1 to 100 codes for the game that runs, and returns them. Raises PT404 if none runs, 22023 for another number
-- or a game without codes. A second call with the same _request_key returns the first result and changes nothing.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited without the codes.
create function public.make_last_standing_codes(_how_many integer, _request_key uuid default null) returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  game private.last_standing_games;
  made text[] := '{}';
  drawn text[];
begin
  perform private.begin_admin_action('make_last_standing_codes');
  first := private.first_result(_request_key, 'make_last_standing_codes');
  if first is not null then
    return array(select jsonb_array_elements_text(first));
  end if;
  select * into game from private.last_standing_games g where g.ended_at is null for share;
  if game.id is null then
    raise exception 'The club plays no last one standing' using errcode = 'PT404';
  elsif not game.needs_code then
    raise exception 'This game needs no codes' using errcode = '22023', detail = '{"kind": "game_without_codes"}';
  elsif coalesce(_how_many not between 1 and 100, true) then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  -- Digits that exist already are drawn again.
  while cardinality(made) < _how_many loop
    with added as (
      insert into private.last_standing_codes (game_id, code)
      select game.id, private.random_code() from generate_series(1, _how_many - cardinality(made))
      on conflict do nothing returning code
    )
    select array_agg(a.code) into drawn from added a;
    made := made || coalesce(drawn, '{}');
  end loop;
  perform private.write_audit('make_last_standing_codes', 'last_standing_codes', null, null,
                              jsonb_build_object('how_many', _how_many));
  perform private.keep_result(_request_key, to_jsonb(made));
  return made;
end $$;
grant execute on function public.make_last_standing_codes(integer, uuid) to authenticated, service_role;

-- The codes of the game that runs, unused ones first, with who entered with them; at most 1,000. Admins only (SL003).
create function public.last_standing_codes()
returns table (code text, created_at timestamptz, used_at timestamptz, used_by_name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select k.code, k.created_at, e.entered_at, f.full_name
    from private.last_standing_games g
    join private.last_standing_codes k on k.game_id = g.id
    left join private.last_standing_entries e on e.code_id = k.id
    left join public.profiles f on f.id = e.user_id
   where g.ended_at is null
   order by e.entered_at desc nulls first, k.created_at, k.code limit 1000;
end $$;
grant execute on function public.last_standing_codes() to authenticated, service_role;
