-- The form of a match: what it would store, adding a match, changing one, and the decision that two matches are two.

-- A match as the form's values would store it. _values: {column: value}.
create function private.match_with(_match public.matches, _values jsonb) returns public.matches
language sql stable security definer set search_path = ''
as $$
  select jsonb_populate_record(_match, v.typed || jsonb_build_object('season', coalesce(
           nullif(btrim(v.typed ->> 'season'), ''),
           private.likely_season(v.league, (v.typed ->> 'match_date')::date))))
    from (select to_jsonb(_match) || _values as typed, coalesce(_values ->> 'league', _match.league) as league) v
$$;

-- The matches of the club that a match may be, other than those that it resembles without these values.
create function private.newly_resembling(_match_id uuid, _values jsonb)
returns table (place bigint, match_id uuid, is_exchanged boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  before public.matches;
  after public.matches;
begin
  select * into before from public.matches m where m.id = _match_id;
  after := private.match_with(before, _values);
  return query
  select r.place, r.match_id, r.is_exchanged
    from private.resembling_matches(after) with ordinality r (match_id, is_exchanged, place)
   where before.id is null or not exists (select from private.resembling_matches(before) b
                                           where b.match_id = r.match_id);
end $$;

-- What saving a match with these values would store, and which matches of the club it may be; nothing is written.
-- _values: {column: value} of home_team_name, away_team_name, league, match_date, season and round, each null while
-- it is empty. _match_id: the match that is edited. { "home", "away": the names that are stored, "is_home_new",
-- "is_away_new": whether the club has no such team, "season", "resembling": [{ "match", "is_exchanged" }] } with at
-- most ten matches that may be this one. Admins only (SL003).
create function public.preview_match(_values jsonb, _match_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  edited public.matches;
  typed public.matches;
begin
  perform private.require_admin();
  select * into edited from public.matches m where m.id = _match_id;
  typed := jsonb_populate_record(edited, _values);
  return jsonb_build_object(
    'home', private.club_team_name(typed.home_team_name), 'away', private.club_team_name(typed.away_team_name),
    'is_home_new', not exists (select from private.teams_meant(typed.home_team_name)),
    'is_away_new', not exists (select from private.teams_meant(typed.away_team_name)),
    'season', private.likely_season(typed.league, typed.match_date),
    'resembling', (
      select coalesce(jsonb_agg(jsonb_build_object('match', private.match_facts(m), 'is_exchanged', r.is_exchanged)
                                order by r.place), '[]')
        from private.newly_resembling(_match_id, _values) r join public.matches m on m.id = r.match_id
       where r.place <= 10 and num_nulls(typed.home_team_name, typed.away_team_name, typed.league,
                                         typed.match_date) = 0));
end $$;
grant execute on function public.preview_match(jsonb, uuid) to authenticated, service_role;

-- Refuses (SL024) a match that may be one of the club's about which the organiser was not asked. _asked: the matches
-- that the organiser has seen in the question. With _are_two they are remembered as other matches. Matches that are
-- added at the same time wait for each other, as for an import.
create function private.settle_resembling(_match_id uuid, _resembling uuid[], _asked uuid[], _are_two boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not _resembling <@ coalesce(_asked, '{}') then
    raise exception 'The club may have this match' using errcode = 'SL024';
  end if;
  if _are_two then
    perform private.keep_apart(_match_id, _resembling);
  end if;
end $$;

-- Adds a match. _values: {column: value} of home_team_name, away_team_name, match_date, match_time, league, season,
-- round and kickoff_confirmed. Without a season it gets that of its date. _asked: the matches of
-- public.preview_match() that the organiser has said are other matches. Returns the id. Raises SL024 if it may be
-- another match of the club, and what the table refuses. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.add_match(_values jsonb, _asked uuid[] default '{}', _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  done jsonb;
  resembling uuid[];
  added public.matches;
begin
  perform private.begin_admin_action('add_match');
  done := private.first_result(_request_key, 'add_match');
  if done is not null then
    return (done #>> '{}')::uuid;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('import_matches', 0));
  resembling := array(select r.match_id from private.newly_resembling(null, _values) r);
  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round,
                              kickoff_confirmed)
  select v.home_team_name, v.away_team_name, v.match_date, coalesce(v.match_time, '20:00'), v.league, v.season,
         v.round, coalesce(v.kickoff_confirmed, true)
    from jsonb_populate_record(null::public.matches, _values) v
  returning * into added;
  perform private.settle_resembling(added.id, resembling, _asked, true);
  perform private.write_audit('matches.insert', 'matches', added.id::text, null, to_jsonb(added));
  perform private.keep_result(_request_key, to_jsonb(added.id));
  return added.id;
end $$;
grant execute on function public.add_match(jsonb, uuid[], uuid) to authenticated, service_role;

-- public.change_row() for a match. _asked: the matches of public.preview_match() that the organiser has seen.
-- _are_two: whether they are other matches; otherwise they are merged afterwards. Raises SL024 if it may be another
-- match of the club, and what change_row raises. Admins only (SL003).
create function public.change_match(_match_id uuid, _values jsonb, _seen jsonb, _asked uuid[] default '{}',
                                    _are_two boolean default true)
returns void
language plpgsql set search_path = ''
as $$
declare
  resembling uuid[];
begin
  perform private.require_admin();
  resembling := array(select r.match_id from private.newly_resembling(_match_id, _values) r);
  perform public.change_row('matches', _match_id, _values, _seen);
  perform private.settle_resembling(_match_id, resembling, _asked, _are_two);
end $$;
grant execute on function public.change_match(uuid, jsonb, jsonb, uuid[], boolean) to authenticated, service_role;
grant execute on function private.newly_resembling(uuid, jsonb),
                          private.settle_resembling(uuid, uuid[], uuid[], boolean) to authenticated, service_role;

-- Stores that two matches are two, so that Health and the form no longer ask about them. Returns the id for
-- public.undo(). Raises PT404 for an unknown match. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.keep_matches_apart(_match_id uuid, _other_id uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  one public.matches;
  other public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('keep_matches_apart');
  select * into one from public.matches m where m.id = _match_id;
  select * into other from public.matches m where m.id = _other_id;
  if one.id is null or other.id is null or one.id = other.id then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  perform private.begin_undo('keep_matches_apart', _match_id::text);
  perform private.keep_apart(_match_id, array[_other_id]);
  undo_id := private.end_undo();
  perform private.write_audit('keep_matches_apart', 'matches', _match_id::text, null, jsonb_build_object(
    'other', private.match_label(other), 'undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.keep_matches_apart(uuid, uuid) to authenticated, service_role;
