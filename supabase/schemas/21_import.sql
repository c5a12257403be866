-- Importing fixtures and results: which match of the club a match of a file is, and what the file changes.

-- A season by its years: "2025/26", "2025-26" and "English Premier League 2025/2026" have the same key.
create function private.season_key(_season text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(
    (select y[1] || '/' || y[2]
       from regexp_match(_season, '((?:19|20)\d\d)\s*[-/–]\s*(?:(?:19|20)(?=\d\d(?:\D|$)))?(\d\d)(?!\d)') y),
    substring(_season from '((?:19|20)\d\d)(?!\d)'),
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
           when coalesce(n.round, '') = '' then 'round_is_missing'
           when char_length(n.round) > 60 then 'round_is_too_long'
           when n.status not in ('postponed', 'abandoned', 'awarded', 'cancelled') then 'status_is_not_known'
           when n.has_home_score <> n.has_away_score then 'one_score_is_missing'
           when n.has_home_score
             and (n.home_score between 0 and 50 and n.away_score between 0 and 50) is not true
             then 'score_is_out_of_range'
           when count(*) over (partition by private.round_key(n.round), n.home_key, n.away_key) > 1
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
             m.season is null as is_without_season, m.status, m.home_score, m.away_score
        from public.matches m
        join teams h on h.name = m.home_team_name
        join teams a on a.name = m.away_team_name
       where m.league = _league
         and (m.season is null or private.season_key(m.season) = private.season_key(_season))
    ), pairs as (
      select i.place, c.id, c.home_key <> i.home_key as is_exchanged,
             private.round_key(i.round) is not distinct from c.round_key as is_same_round,
             abs(i.day - c.match_date) as days, c.is_without_season,
             c.status = 'completed'
               and (i.home_score, i.away_score) is distinct from (c.home_score, c.away_score) as has_other_result
        from unnest(_incoming) i
        join club c on (c.home_key, c.away_key) in ((i.home_key, i.away_key), (i.away_key, i.home_key))
       where i.problem is null
    )
    select p.place, p.id, p.is_exchanged from pairs p
     where p.days <= 3 or (not p.is_exchanged and not p.is_without_season
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
-- (71_sentences.sql). Scores are those that are entered.
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
  select d.place, coalesce(d.id, gen_random_uuid()), d.round, d.home, d.away, d.file_home, d.file_away,
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
                case when d.id is not null
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

-- Raises 22023 for what no import can have: more than 1,000 matches, an unknown competition or time zone, no season.
create function private.check_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(_matches) is distinct from 'array' or jsonb_array_length(_matches) > 1000 then
    raise exception 'An import is a list of at most 1,000 matches'
      using errcode = '22023', detail = '{"kind": "import_is_too_long"}';
  end if;
  if jsonb_typeof(coalesce(_options, '{}')) <> 'object' then
    raise exception 'The options of an import are an object' using errcode = '22023';
  end if;
  if not exists (select from public.competitions c where c.name = _league) then
    raise exception 'There is no competition %', _league using errcode = '22023';
  end if;
  if char_length(coalesce(btrim(_season), '')) not between 1 and 40 then
    raise exception 'The season''s name must have 1 to 40 characters'
      using errcode = '22023', detail = '{"kind": "season_name_is_not_valid"}';
  end if;
  if not exists (select from pg_timezone_names z where z.name = _time_zone) then
    raise exception 'There is no time zone %', _time_zone using errcode = '22023';
  end if;
end $$;

-- What import_matches would do with this file; nothing is written. { "season": its name in the club, "matches": the
-- rows of private.plan_import, "teams": [{ "name": in the file, "team": the club's name, null for a new team,
-- "resembles": the team of the club whose name is nearest to that of a new team, or null }] } with the teams whose
-- names differ. Raises 22023 as private.check_import. Admins only (SL003).
create function public.preview_import(_league text, _season text, _time_zone text, _matches jsonb,
                                      _options jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  season text := private.stored_season(_league, _season);
begin
  perform private.require_admin();
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  return (
    with plan as materialized (
      select * from private.plan_import(_league, season, _time_zone, _matches, _options)
    ), names as (
      select distinct n.name, n.team, private.canonical_team_name(n.team) as key from plan p
       cross join lateral (values (p.file_home, p.home), (p.file_away, p.away)) n (name, team)
       where p.place is not null and p.changes <> '{refused}' and n.name is not null
    ), known as (
      select t.name, private.canonical_team_name(t.name) as key from public.teams t
    ), spellings as (
      -- A new name may resemble the club's name of a team more than the full one: "Lutton", "Luton" and "Luton Town".
      select name, key from known union select name, private.team_key(name) from known
    )
    select jsonb_build_object(
      'season', season,
      'matches', (select coalesce(jsonb_agg(to_jsonb(p) order by p.place nulls last, p.match_date, p.home), '[]')
                    from plan p),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'team', k.name, 'resembles', r.name)
                                  order by n.name), '[]')
          from names n
          left join known k on k.name = n.team
          left join lateral (
            -- Teams that the file has too are other teams.
            select o.name from spellings o
             where k.name is null and extensions.similarity(o.key, n.key) >= 0.4
               and not exists (select from names f where f.team = o.name)
             order by extensions.similarity(o.key, n.key) desc, o.name limit 1) r on true
         where k.name is distinct from n.name)));
end $$;
grant execute on function public.preview_import(text, text, text, jsonb, jsonb) to authenticated, service_role;

-- Exchanges home and away of matches, with their scores, and with the predictions of them, so that each team keeps its
-- goals. The caller scores the matches afterwards.
create function private.exchange_sides(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The rules of matches and predictions do not apply: no prediction changes its meaning.
  perform private.rules_off();
  update public.matches m
     set home_team_name = m.away_team_name, away_team_name = m.home_team_name, home_team_logo = m.away_team_logo,
         away_team_logo = m.home_team_logo, home_score = m.away_score, away_score = m.home_score, updated_at = now()
   where m.id = any (_match_ids);
  update public.user_predictions p
     set home_prediction = p.away_prediction, away_prediction = p.home_prediction, updated_at = p.updated_at
   where p.match_id = any (_match_ids);
  update public.live_scores l
     set extra_home = l.extra_away, extra_away = l.extra_home, penalties_home = l.penalties_away,
         penalties_away = l.penalties_home
   where l.match_id = any (_match_ids);
  perform private.rules_on();
end $$;

-- Adds or updates a competition's fixtures and results in one transaction. _matches: [{ "round", "home", "away",
-- "date": "YYYY-MM-DD", "time": "HH:MM" or null, "confirmed": bool, "status": null, "postponed", "abandoned",
-- "awarded" or "cancelled", "home_score", "away_score" }], dates and times in _time_zone, scores null without a
-- result. private.find_imported_matches says which match of the club each is. Matches that the file lacks stay.
-- _options: { "skip_invalid": import the rest if a match is refused (otherwise nothing is written, 22023),
-- "count_awarded": an awarded score counts as the result (otherwise the match is cancelled), "exchange": exchange
-- home and away of matches that members have predicted, "same_teams": { name in the file: a team of the club } }.
-- Results are scored like an admin's, with a completion two hours after kick-off. Returns counts and the id for
-- public.undo(), null if nothing changed. Admins (SL003), 50 in 5 minutes (SL004), and the secret key; audited as one
-- action. Slow in a large club, so it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.import_matches(_league text, _season text, _time_zone text, _matches jsonb,
                                      _options jsonb default '{}')
returns table (teams_added integer, matches_added integer, matches_changed integer, results_entered integer,
               matches_cancelled integer, left_out integer, undo_id uuid)
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
#variable_conflict use_column
declare
  stored text;
  plan jsonb;
  refused record;
  changed uuid[];
  locked uuid[] := '{}';
begin
  perform private.begin_admin_action('import_matches');
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  -- One import at a time, because each decides by what the club has.
  perform pg_advisory_xact_lock(hashtextextended('import_matches', 0));
  stored := private.stored_season(_league, _season);
  loop
    select coalesce(jsonb_agg(to_jsonb(p) order by p.place), '[]') into plan
      from private.plan_import(_league, stored, _time_zone, _matches, _options) p where p.place is not null;
    changed := array(select m.id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
                      where not p.changes && '{refused,undecided}' and (p.changes <> '{}' or m.season is null));
    exit when changed <@ locked;
    perform from public.matches m where m.id = any (changed) order by m.id for no key update;
    -- Again after the wait: a match may have got a result.
    locked := locked || changed;
  end loop;
  select count(*) over () as matches, p.* into refused
    from jsonb_to_recordset(plan) p (place integer, file_home text, file_away text, changes text[], reason text,
                                     reason_kind text)
   where p.changes = '{refused}' order by p.place limit 1;
  if found and not coalesce((_options ->> 'skip_invalid')::boolean, false) then
    raise exception '% of % matches cannot be imported, the first is match % (% v %): %', refused.matches,
      jsonb_array_length(plan), refused.place, coalesce(refused.file_home, '?'), coalesce(refused.file_away, '?'),
      refused.reason using errcode = '22023',
      detail = jsonb_build_object('kind', 'matches_cannot_be_imported', 'refused', refused.matches,
                                  'matches', jsonb_array_length(plan), 'place', refused.place,
                                  'home', coalesce(refused.file_home, '?'), 'away', coalesce(refused.file_away, '?'),
                                  'reason', jsonb_build_object('kind', refused.reason_kind));
  end if;

  perform private.begin_undo('import_matches', null);
  perform set_config('scoreline.scoring_together', 'on', true);
  insert into public.team_aliases (alias, team_name)
  select btrim(s.key), s.value from jsonb_each_text(coalesce(_options -> 'same_teams', '{}')) s
   where private.canonical_team_name(s.key) <> private.canonical_team_name(s.value)
  on conflict do nothing;
  insert into public.teams (name)
  select distinct n.name
    from private.import_rows(plan) p cross join lateral (values (p.home), (p.away)) n (name)
   where 'added' = any (p.changes) and not exists (select from public.teams t where t.name = n.name)
   order by n.name
  on conflict (name) do nothing;
  get diagnostics teams_added = row_count;

  perform private.exchange_sides(array(select p.match_id from private.import_rows(plan) p
                                        where 'exchanged' = any (p.changes)));
  -- A round that another match of the two teams leaves in this import is free only after that.
  update public.matches m set round = null
    from private.import_rows(plan) p
   where m.id = p.match_id and 'round' = any (p.changes)
     and exists (select from public.matches o
                  where (o.league, o.season, o.round, o.home_team_name, o.away_team_name)
                        = (_league, stored, p.round, p.home, p.away));
  update public.matches m
     set round = p.round, season = stored,
         match_date = case when p.moves then p.match_date else m.match_date end,
         match_time = case when p.moves then p.match_time else m.match_time end,
         day_time_zone = case when p.moves then p.day_time_zone else m.day_time_zone end,
         kickoff_confirmed = case when p.moves then p.kickoff_confirmed else m.kickoff_confirmed end
    from (select r.*, 'moved' = any (r.changes) as moves from private.import_rows(plan) r) p
   where m.id = p.match_id and not p.changes && '{added,refused,undecided}'
     and (p.changes && '{moved,round,exchanged}' or m.season is null);
  get diagnostics matches_changed = row_count;

  insert into public.matches (id, home_team_name, away_team_name, match_date, match_time, day_time_zone, league,
                              season, round, kickoff_confirmed)
  select p.match_id, p.home, p.away, p.match_date, p.match_time, p.day_time_zone, _league, stored, p.round,
         p.kickoff_confirmed
    from private.import_rows(plan) p where 'added' = any (p.changes) order by p.place;
  get diagnostics matches_added = row_count;

  update public.matches m
     set status = 'completed', home_score = p.home_score, away_score = p.away_score,
         completed_at = m.kickoff_at + interval '2 hours'
    from private.import_rows(plan) p
   where m.id = p.match_id and p.changes && '{result,corrected}';
  get diagnostics results_entered = row_count;
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(array(
    select p.match_id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
     where p.changes && '{result,corrected,exchanged,moved,round}' and m.status = 'completed'));
  update public.matches m set status = 'cancelled'
    from private.import_rows(plan) p where m.id = p.match_id and 'cancelled' = any (p.changes);
  get diagnostics matches_cancelled = row_count;
  select count(*)::integer into left_out from private.import_rows(plan) p where p.changes && '{refused,undecided}';

  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', stored, 'teams_added', teams_added, 'matches_added', matches_added,
    'matches_changed', matches_changed, 'results_entered', results_entered, 'matches_cancelled', matches_cancelled,
    'left_out', left_out, 'undo_id', undo_id));
  return next;
end $$;
grant execute on function public.import_matches(text, text, text, jsonb, jsonb) to authenticated, service_role;
