-- Who stays in, and how a game goes on from matchday to matchday.

-- The teams that play in the matchdays of a game that have not settled. result: 'won' or 'lost' after 90 minutes,
-- 'kept' if the match is cancelled, else 'open'. Of two matches of a team in one matchday the one that locks first.
create function private.teams_of_game(_game private.last_standing_games)
returns table (number integer, team_id uuid, match_id uuid, is_home boolean, status text, locks_at timestamptz,
               revealed_at timestamptz, result text)
language sql stable security definer set search_path = ''
as $$
  select distinct on (d.number, t.id) d.number, t.id, m.id, s.is_home, m.status, m.locks_at,
         m.predictions_revealed_at,
         case when m.status = 'cancelled' then 'kept' when m.status <> 'completed' then 'open'
              when case when s.is_home then m.home_score > m.away_score else m.away_score > m.home_score end
              then 'won' else 'lost' end
    from private.last_standing_matchdays d
    join public.competitions c on c.id = (_game).competition_id
    join public.matches m
      on m.league = c.name and m.season is not distinct from (_game).season and m.round = d.round
   cross join lateral (values (m.home_team_name, true), (m.away_team_name, false)) s (name, is_home)
    join public.teams t on t.name = s.name
   where d.game_id = (_game).id and d.settled_at is null
   order by d.number, t.id, m.locks_at, m.id
$$;

-- How the entries that are in stand on the first matchday that has not settled, if it has begun. result: 'won',
-- 'lost', 'kept', 'open' (the match is not over), or 'none' (no choice). is_out: it goes out unless a result changes
-- or all do; without a choice when no match is open any more, or if _final. Nobody does if no match was completed and
-- the matchday is over, or _final.
create function private.outcomes_of_game(_game private.last_standing_games, _final boolean default false)
returns table (number integer, entry_id uuid, result text, is_out boolean, all_out boolean)
language sql stable security definer set search_path = ''
as $$
  with day as materialized (
    select d.*, (_final or d.state = 'over') and d.completed = 0 as is_void
      from private.matchdays_of_game(_game) d
     where d.state in ('running', 'over', 'upcoming') order by d.number limit 1
  ), teams as materialized (
    select t.* from private.teams_of_game(_game) t join day d on d.number = t.number
  ), open as (
    select exists (select from teams t where t.status = 'upcoming' and t.locks_at > clock_timestamp()) as has_match
  ), outcomes as (
    select d.number, e.id, d.is_void,
           case when c.entry_id is null then 'none' else coalesce(t.result, 'kept') end as result
      from day d
      join private.last_standing_entries e
        on e.game_id = (_game).id and e.out_number is null and e.user_id is not null
      left join private.last_standing_choices c on c.entry_id = e.id and c.number = d.number
      left join teams t on t.team_id = c.team_id
     where d.state <> 'upcoming'
  ), judged as (
    select o.*, not o.is_void and (o.result = 'lost' or (o.result = 'none' and (_final or not p.has_match))) as is_out
      from outcomes o cross join open p
  )
  select j.number, j.id, j.result, j.is_out, bool_and(j.is_out) over () from judged j
$$;

-- Settles the first matchday of a game that has not settled, which has begun: its results are final, and its losers
-- are out unless all are. The caller holds the game.
create function private.settle_matchday_of_game(_game private.last_standing_games) returns void
language sql security definer set search_path = ''
as $$
  with outcomes as materialized (
    select * from private.outcomes_of_game(_game, true)
  ), day as (
    update private.last_standing_matchdays d
       set settled_at = clock_timestamp(), all_back = coalesce((select bool_and(o.is_out) from outcomes o), false)
     where d.game_id = (_game).id
       and d.number = (select min(u.number) from private.last_standing_matchdays u
                        where u.game_id = (_game).id and u.settled_at is null)
    returning d.number, d.all_back
  ), results as (
    update private.last_standing_choices c set result = case o.result when 'open' then 'kept' else o.result end
      from outcomes o where c.entry_id = o.entry_id and c.number = o.number
  ), gone as (
    update private.last_standing_entries e set out_number = d.number
      from day d
     where e.game_id = (_game).id and e.out_number is null
       and (e.user_id is null or (not d.all_back and exists (
             select from outcomes o where o.entry_id = e.id and o.is_out)))
    returning e.id, d.number
  )
  delete from private.last_standing_choices c using gone g where c.entry_id = g.id and c.number > g.number
$$;

-- Adds the next matchday to a game of which the last one has begun, or which has none. Returns whether the season of
-- the game is over: the next matchday belongs to another one.
create function private.add_matchday_to_game(_game private.last_standing_games) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  last record;
  next record;
begin
  select d.* into last from private.matchdays_of_game(_game) d order by d.number desc limit 1;
  if last.state = 'upcoming' then
    return false;
  end if;
  select n.season, n.round into next
    from public.competitions c
   cross join lateral private.next_matchdays(c.name, 100) n
   where c.id = (_game).competition_id and not exists (
           select from private.last_standing_matchdays d
            where d.game_id = (_game).id and d.round = n.round and n.season is not distinct from (_game).season)
   order by n.number limit 1;
  if next.round is null then
    return false;
  elsif last.number is null then
    update private.last_standing_games g set season = next.season where g.id = (_game).id;
  elsif next.season is distinct from (_game).season then
    return true;
  end if;
  insert into private.last_standing_matchdays (game_id, number, round)
  values ((_game).id, coalesce(last.number, 0) + 1, next.round);
  return false;
end $$;

-- Ends a game that is decided, without the matchdays that it no longer needs, and starts the next one with the same
-- settings. Codes that nobody redeemed move to it.
create function private.follow_game(_game private.last_standing_games) returns void
language sql security definer set search_path = ''
as $$
  delete from private.last_standing_choices c
   using private.last_standing_entries e, private.last_standing_matchdays d
   where e.game_id = (_game).id and c.entry_id = e.id and d.game_id = e.game_id and d.number = c.number
     and d.settled_at is null;
  delete from private.last_standing_matchdays d where d.game_id = (_game).id and d.settled_at is null;
  update private.last_standing_games g set ended_at = clock_timestamp(), is_decided = true where g.id = (_game).id;
  select private.settle_prizes('last_standing', null, (_game).name, (_game).season, _game => (_game).id);
  with next as (
    insert into private.last_standing_games (competition_id, name, needs_code, nth)
    values ((_game).competition_id, (_game).name, (_game).needs_code, (_game).nth + 1)
    returning id
  )
  update private.last_standing_codes k set game_id = n.id from next n
   where k.game_id = (_game).id
     and not exists (select from private.last_standing_entries e where e.code_id = k.id)
$$;

-- Goes on with the game that runs: adds the matchday that can be chosen next, settles what is due, and ends a
-- decided game. Returns how many matchdays have settled.
create function private.play_last_standing() returns integer
language plpgsql security definer set search_path = '' set scoreline.recording_undo = 'jobs'
as $$
declare
  game private.last_standing_games;
  is_season_over boolean;
  entries_in bigint;
  settled integer := 0;
begin
  select * into game from private.last_standing_games g where g.ended_at is null for no key update;
  if game.id is null then
    return 0;
  end if;
  if private.entries_are_closed(game)
     and (select count(*) from private.last_standing_entries e where e.game_id = game.id) < 2 then
    delete from private.last_standing_choices c using private.last_standing_entries e
     where e.game_id = game.id and c.entry_id = e.id;
    delete from private.last_standing_matchdays d where d.game_id = game.id;
  end if;
  is_season_over := private.add_matchday_to_game(game);
  -- With the season of its first matchday.
  select * into game from private.last_standing_games g where g.id = game.id;
  while exists (select from private.matchdays_of_game(game) d
                 where d.state in ('running', 'over')
                   and coalesce(d.settles_at, '-infinity') <= clock_timestamp()) loop
    perform private.settle_matchday_of_game(game);
    settled := settled + 1;
    select count(*) into entries_in from private.last_standing_entries e
     where e.game_id = game.id and e.out_number is null and e.user_id is not null;
    if entries_in < 2 then
      perform private.follow_game(game);
      return settled;
    end if;
  end loop;
  if is_season_over and not exists (
       select from private.last_standing_matchdays d where d.game_id = game.id and d.settled_at is null) then
    perform private.follow_game(game);
  end if;
  return settled;
end $$;
