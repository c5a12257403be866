-- Entering a game, and choosing teams.

-- Adds an entry of the caller to the game that runs. Returns { outcome, retry_after_seconds }. outcome: 'entered',
-- 'closed', 'invalid' or 'used' (both only with a code), or 'locked' (10 wrong codes within 15 minutes by this player
-- or from this address; with the seconds to wait). A repeated call is 'entered' and adds nothing: with a code of an
-- own entry, or without codes. It does not raise for a wrong code, which would roll back the counted attempt. Raises
-- PT404 without a game, SL027 if the age is not confirmed, SL012 if the session has ended.
create function public.enter_last_standing(_code text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  game private.last_standing_games;
  found_code private.last_standing_codes;
  holder uuid;
  wait integer;
begin
  perform private.require_open_session();
  perform private.require_confirmation(me);
  select * into game from private.last_standing_games g where g.ended_at is null;
  if game.id is not null then
    -- The account before its entry, as a deletion locks them. The job that settles waits for the game.
    perform from public.profiles p where p.id = me for key share;
    select * into game from private.last_standing_games g where g.ended_at is null for share;
  end if;
  if game.id is null then
    raise exception 'The club plays no last one standing' using errcode = 'PT404';
  end if;
  if not game.needs_code then
    if exists (select from private.last_standing_entries e where e.game_id = game.id and e.user_id = me) then
      return '{"outcome": "entered"}';
    elsif private.entries_are_closed(game) then
      return '{"outcome": "closed"}';
    end if;
    insert into private.last_standing_entries (game_id, user_id) values (game.id, me) on conflict do nothing;
    return '{"outcome": "entered"}';
  end if;
  wait := private.seconds_until_next_code(me);
  if wait is not null then
    return jsonb_build_object('outcome', 'locked', 'retry_after_seconds', wait);
  end if;
  select * into found_code from private.last_standing_codes k
   where k.game_id = game.id and k.code = private.typed_code(_code) for update;
  select e.user_id into holder from private.last_standing_entries e where e.code_id = found_code.id;
  if found then
    if holder = me then
      return '{"outcome": "entered"}';
    end if;
    perform private.count_wrong_code(me);
    return '{"outcome": "used"}';
  elsif found_code.id is null then
    perform private.count_wrong_code(me);
    return '{"outcome": "invalid"}';
  elsif private.entries_are_closed(game) then
    return '{"outcome": "closed"}';
  end if;
  insert into private.last_standing_entries (game_id, user_id, code_id) values (game.id, me, found_code.id);
  return '{"outcome": "entered"}';
end $$;
grant execute on function public.enter_last_standing(text) to authenticated;

-- Chooses the team of an own entry for a matchday that can be chosen, instead of an earlier choice. Raises PT404 for
-- an unknown entry or matchday, SL001 if the match of the earlier or of the new choice has locked, SL026 if the entry
-- is out, has chosen the team for another matchday, or the team does not play, SL012 if the session has ended.
create function public.choose_last_standing_team(_entry_id uuid, _number integer, _team_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  game private.last_standing_games;
  day private.last_standing_matchdays;
  entry private.last_standing_entries;
  playing record;
begin
  perform private.require_open_session();
  if exists (select from private.last_standing_entries e
              where e.id = _entry_id and e.user_id = (select auth.uid())) then
    -- The team before its matches, as a merge of teams locks them. The job that settles waits for the game.
    perform from public.teams t where t.id = _team_id for key share;
    select g.* into game from private.last_standing_games g
     where g.ended_at is null
       and exists (select from private.last_standing_entries e where e.id = _entry_id and e.game_id = g.id) for share;
  end if;
  select * into day from private.last_standing_matchdays d where d.game_id = game.id and d.number = _number;
  if day.number is null then
    raise exception 'There is no such entry or matchday' using errcode = 'PT404';
  end if;
  select * into entry from private.last_standing_entries e where e.id = _entry_id for no key update;
  if entry.out_number is not null or entry.user_id is null
     or exists (select from private.last_standing_choices c
                 where c.entry_id = entry.id and c.team_id = _team_id and c.number <> _number) then
    raise exception 'The entry is out or has chosen this team before' using errcode = 'SL026';
  end if;
  select t.* into playing from private.teams_of_game(game) t where t.number = _number and t.team_id = _team_id;
  if playing.match_id is null and day.settled_at is null then
    raise exception 'The team does not play in this matchday' using errcode = 'SL026';
  end if;
  -- Read after the wait for the match, as for a prediction.
  perform from public.matches m where m.id = playing.match_id for share;
  if day.settled_at is not null
     or not exists (select from public.matches m where m.id = playing.match_id and m.status = 'upcoming'
                                                   and m.locks_at > clock_timestamp())
     or exists (select from private.last_standing_choices c
                  join private.teams_of_game(game) t on t.number = c.number and t.team_id = c.team_id
                 where c.entry_id = entry.id and c.number = _number and t.locks_at <= clock_timestamp()) then
    raise exception 'The match has locked' using errcode = 'SL001';
  end if;
  insert into private.last_standing_choices (entry_id, number, team_id) values (entry.id, _number, _team_id)
  on conflict (entry_id, number) do update set team_id = excluded.team_id, chosen_at = excluded.chosen_at;
end $$;
grant execute on function public.choose_last_standing_team(uuid, integer, uuid) to authenticated;
