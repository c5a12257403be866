-- The plan of an import: which match of the club a match of a file is, and what the file changes.

-- A season by its years: "25/26", "2025/26", "2025-26" and "English Premier League 2025/2026" have the same key.
create function private.season_key(_season text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    (select y[1] || '/' || y[2]
       from regexp_match(_season, '((?:19|20)\d\d)\s*[-/–]\s*(?:(?:19|20)(?=\d\d(?:\D|$)))?(\d\d)(?!\d)') y),
    substring(_season from '((?:19|20)\d\d)(?!\d)'),
    (select case when y[1] >= '90' then '19' else '20' end || y[1] || '/' || y[2]
       from regexp_match(_season, '(?<!\d)(\d\d)\s*[-/–]\s*(\d\d)(?!\d)') y
      where (y[1]::integer + 1) % 100 = y[2]::integer),
    lower(btrim(_season)))
$$;

create function private.round_key(_round text) returns text
language sql immutable set search_path = ''
as $$ select lower(regexp_replace(btrim(_round), '\s+', ' ', 'g')) $$;

-- A date that a file states; null if there is no such date.
create function private.date_in(_text text) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return case when _text ~ '^\d{4}-\d\d-\d\d$' then _text::date end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end $$;

-- A match of a file. day and at: the club's date and time; while the time is to be confirmed, the file's day and
-- 12:00.
create type private.incoming_match as (
  place integer,
  round text,
  file_home text,
  file_away text,
  -- The club's names of the teams, or the file's for new teams.
  home text,
  away text,
  home_key text,
  away_key text,
  day date,
  at time,
  day_time_zone text,
  confirmed boolean,
  -- null, 'postponed', 'abandoned', 'awarded' or 'cancelled'
  status text,
  home_score integer,
  away_score integer,
  -- Why the match cannot be imported; null if it can.
  problem text
);

-- Reads the matches of an import. _same_teams: {name in the file: the club's team}. Nothing in a file raises an error.
create function private.incoming_matches(_time_zone text, _matches jsonb, _same_teams jsonb)
returns setof private.incoming_match
language sql stable security definer set search_path = ''
as $$
  with read as materialized (
    select e.place::integer, btrim(m.round) as round, m.home, m.away, private.date_in(m.date) as date,
           case when m.time ~ '^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$' then m.time::time end as time,
           m.time is not null as has_time, m.confirmed is distinct from false as confirmed, m.status,
           case when m.home_score ~ '^\d{1,2}$' then m.home_score::integer end as home_score,
           case when m.away_score ~ '^\d{1,2}$' then m.away_score::integer end as away_score,
           m.home_score is not null as has_home_score, m.away_score is not null as has_away_score
      from jsonb_array_elements(_matches) with ordinality e (entry, place)
     cross join lateral jsonb_to_record(case when jsonb_typeof(e.entry) = 'object' then e.entry else '{}' end) as m (
       round text, home text, away text, date text, "time" text, confirmed boolean, status text, home_score text,
       away_score text)
  ), meant as materialized (
    select n.name, n.times, c.club_name, private.canonical_team_name(c.club_name) as key,
           exists (select from public.teams t where t.name = c.club_name) as is_known
      from (select w.name, count(*) as times
              from (select home as name from read union all select away from read) w
             where w.name is not null group by w.name) n
     cross join lateral (select private.club_team_name(coalesce(_same_teams ->> n.name, n.name)) as club_name) c
  ), names as materialized (
    -- A file may spell a new team in two ways: its commoner name counts.
    select m.name, m.key,
           case when m.is_known then m.club_name else first_value(m.club_name) over spellings end as club_name
      from meant m window spellings as (partition by m.key order by m.times desc, m.club_name)
  ), named as (
    select r.*, h.club_name as home_team, h.key as home_key, a.club_name as away_team, a.key as away_key,
           k.kickoff, r.confirmed and r.has_time and r.status is distinct from 'postponed' as is_confirmed
      from read r
      left join names h on h.name = r.home
      left join names a on a.name = r.away
     cross join lateral (
       select ((r.date + r.time) at time zone _time_zone) at time zone private.club_time_zone() as kickoff) k
  )
  select n.place, n.round, n.home, n.away, n.home_team, n.away_team, n.home_key, n.away_key,
         case when n.is_confirmed then n.kickoff::date else n.date end,
         case when n.is_confirmed then n.kickoff::time else '12:00' end,
         case when not n.is_confirmed and n.status is distinct from 'postponed' then _time_zone end,
         n.is_confirmed, n.status, n.home_score, n.away_score,
         case
           when coalesce(btrim(n.home), '') = '' or coalesce(btrim(n.away), '') = '' then 'team_is_missing'
           when n.home <> btrim(n.home) or n.away <> btrim(n.away) or char_length(n.home) > 100
             or char_length(n.away) > 100 or n.home ~ '[<>"[:cntrl:]]' or n.away ~ '[<>"[:cntrl:]]'
             then 'team_name_is_not_valid'
           when n.home_key = n.away_key then 'teams_are_the_same'
           when n.date is null then 'date_is_missing'
           when n.date < '1990-01-01' or n.date > private.club_today() + interval '2 years'
             then 'date_is_out_of_range'
           when n.has_time and n.time is null then 'time_does_not_exist'
           when n.round = '' then 'round_is_missing'
           when char_length(n.round) > 60 then 'round_is_too_long'
           when n.status not in ('postponed', 'abandoned', 'awarded', 'cancelled') then 'status_is_not_known'
           when n.has_home_score <> n.has_away_score then 'one_score_is_missing'
           when n.has_home_score
             and (n.home_score between 0 and 50 and n.away_score between 0 and 50) is not true
             then 'score_is_out_of_range'
           when count(*) over (partition by coalesce(private.round_key(n.round), n.date::text), n.home_key,
                                            n.away_key) > 1
             then 'match_is_in_the_file_twice'
         end
    from named n order by n.place
$$;

-- The club's match that each match of the file is, one to one. First in the same round, then in another round or on
-- another date, the nearest first; then with home and away exchanged (a final at a neutral ground). A match with a
-- result is not another one that the same teams play later. What is not returned is new.
create function private.find_imported_matches(_league text, _season text, _incoming private.incoming_match[])
returns table (place integer, match_id uuid, is_exchanged boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  candidate record;
  places integer[] := '{}';
  ids uuid[] := '{}';
begin
  for candidate in
    with teams as materialized (
      select t.name, private.canonical_team_name(t.name) as key from public.teams t
    ), club as materialized (
      select m.id, h.key as home_key, a.key as away_key, private.round_key(m.round) as round_key, m.match_date,
             private.season_key_of(m.season, m.match_date) = private.season_key(_season) as is_same_season,
             m.status, m.home_score, m.away_score
        from public.matches m
        join teams h on h.name = m.home_team_name
        join teams a on a.name = m.away_team_name
       where m.league = _league
         -- Not matches that were given another season than that of their date.
         and (private.season_key(m.season) in (private.season_key(_season), private.season_on(m.match_date))
              or m.season is null)
    ), pairs as (
      select i.place, c.id, c.home_key <> i.home_key as is_exchanged,
             private.round_key(i.round) is not distinct from c.round_key as is_same_round,
             abs(i.day - c.match_date) as days, c.is_same_season,
             c.status = 'completed'
               and (i.home_score, i.away_score) is distinct from (c.home_score, c.away_score) as has_other_result
        from unnest(_incoming) i
        join club c on (c.home_key, c.away_key) in ((i.home_key, i.away_key), (i.away_key, i.home_key))
       where i.problem is null
    )
    select p.place, p.id, p.is_exchanged from pairs p
     where p.days <= 3 or (not p.is_exchanged and p.is_same_season
                           and (p.is_same_round or not p.has_other_result))
     order by p.is_exchanged, p.is_same_round desc, p.days, p.place, p.id
  loop
    continue when candidate.place = any (places) or candidate.id = any (ids);
    places := places || candidate.place;
    ids := ids || candidate.id;
    place := candidate.place;
    match_id := candidate.id;
    is_exchanged := candidate.is_exchanged;
    return next;
  end loop;
end $$;

-- The season's name in the club, if the club has it under another name.
create function private.stored_season(_league text, _season text) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select m.season from public.matches m
      where m.league = _league and private.season_key(m.season) = private.season_key(_season)
      group by m.season order by count(*) desc, m.season limit 1),
    btrim(_season))
$$;

-- The rows of a plan as JSON.
create function private.import_rows(_plan jsonb)
returns table (place integer, match_id uuid, round text, home text, away text, match_date date, match_time time,
               day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, changes text[])
language sql immutable set search_path = ''
as $$
  select * from jsonb_to_recordset(_plan) p (
    place integer, match_id uuid, round text, home text, away text, match_date date, match_time time,
    day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, changes text[])
$$;

-- What an import does with each match of the file (place), and the club's matches of the season that the file lacks
-- (place null, changes {missing}). changes: any of added, moved, round, exchanged, result, corrected, cancelled; or
-- {unchanged}, {refused} or {undecided}, whose reason says why it is left as it is, with its kind
-- (foundation/sentences.sql). Scores are those that are entered.
-- _options: see import_matches.
create function private.plan_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
returns table (place integer, match_id uuid, round text, home text, away text, file_home text, file_away text,
               match_date date, match_time time, day_time_zone text, kickoff_confirmed boolean, home_score integer,
               away_score integer, file_status text, changes text[], reason text, before jsonb, reason_kind text)
language plpgsql volatile security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  incoming private.incoming_match[];
begin
  select coalesce(array_agg(i order by i.place), '{}') into incoming
    from private.incoming_matches(_time_zone, _matches, coalesce(_options -> 'same_teams', '{}')) i;
  return query
  with found as materialized (
    select f.place, f.is_exchanged, m.*
      from private.find_imported_matches(_league, _season, incoming) f join public.matches m on m.id = f.match_id
  ), judged as (
    select i.*, f.id, f.is_exchanged, f.status as old_status, f.match_date as old_date, f.match_time as old_time,
           f.kickoff_confirmed as old_confirmed, f.round as old_round,
           case when f.is_exchanged then f.away_score else f.home_score end as old_home,
           case when f.is_exchanged then f.home_score else f.away_score end as old_away,
           f.predictions_count > 0 and f.is_exchanged
             and not coalesce((_options ->> 'exchange')::boolean, false) as asks_exchange,
           -- A file without a time does not replace a known one.
           case when i.confirmed then (f.match_date, f.match_time, f.kickoff_confirmed)
                       is distinct from (i.day, i.at, true)
                when i.status = 'postponed' then f.status = 'upcoming' and f.kickoff_confirmed
                when f.kickoff_confirmed then f.match_date <> i.day
                else (f.match_date, f.day_time_zone) is distinct from (i.day, i.day_time_zone) end as moves,
           case when i.home_score is null or i.status in ('postponed', 'abandoned', 'cancelled') then false
                when i.status = 'awarded' then coalesce((_options ->> 'count_awarded')::boolean, false)
                else true end as has_result,
           i.status = 'cancelled'
             or (i.status = 'awarded' and not coalesce((_options ->> 'count_awarded')::boolean, false)) as cancels
      from unnest(incoming) i left join found f on f.place = i.place
  ), decided as (
    select j.*, case
        when j.asks_exchange then 'sides_are_exchanged'
        when j.old_status = 'cancelled' and j.has_result
          then 'is_cancelled_with_result'
        when j.old_status = 'completed' and j.cancels
          then 'has_result_but_' || j.status end as question
      from judged j
  )
  select d.place, coalesce(d.id, gen_random_uuid()), coalesce(d.round, d.old_round), d.home, d.away, d.file_home,
         d.file_away,
         -- A postponed match keeps its day and lock until it has another.
         case when d.status = 'postponed' then coalesce(d.old_date, d.day) else d.day end,
         case when d.status = 'postponed' then coalesce(d.old_time, d.at) else d.at end,
         d.day_time_zone, d.confirmed, case when d.has_result then d.home_score end,
         case when d.has_result then d.away_score end, d.status,
         case when d.problem is not null then '{refused}'
              when d.question is not null then '{undecided}'
              else coalesce(nullif(array_remove(array[
                case when d.id is null then 'added' end,
                case when d.id is not null and d.moves and d.old_status <> 'cancelled' then 'moved' end,
                case when d.id is not null and d.round is not null
                          and private.round_key(d.round) is distinct from private.round_key(d.old_round)
                     then 'round' end,
                case when d.is_exchanged then 'exchanged' end,
                case when d.has_result and d.old_status is distinct from 'completed' then 'result' end,
                case when d.has_result and d.old_status = 'completed'
                          and (d.old_home, d.old_away) is distinct from (d.home_score, d.away_score)
                     then 'corrected' end,
                case when d.cancels and d.old_status is distinct from 'cancelled' then 'cancelled' end],
                null), '{}'), '{unchanged}') end,
         private.in_english(jsonb_build_object('kind', coalesce(d.problem, d.question))),
         case when d.id is not null then jsonb_build_object(
           'match_date', d.old_date, 'match_time', d.old_time, 'kickoff_confirmed', d.old_confirmed,
           'round', d.old_round, 'home_score', d.old_home, 'away_score', d.old_away) end,
         coalesce(d.problem, d.question)
    from decided d
  union all
  select null, m.id, m.round, m.home_team_name, m.away_team_name, null, null, m.match_date, m.match_time,
         m.day_time_zone, m.kickoff_confirmed, m.home_score, m.away_score, null, '{missing}', null, null, null
    from public.matches m
   where m.league = _league and private.season_key(m.season) = private.season_key(_season)
     and not exists (select from found f where f.id = m.id);
end $$;
