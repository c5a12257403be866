set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "calendar_revisions_are_counted" ON "public"."matches";

DROP FUNCTION "private"."end_undo"();

DROP FUNCTION "private"."incoming_matches"(text, jsonb);

DROP FUNCTION "private"."plan_import"(text, text, text, jsonb);

DROP FUNCTION "public"."calendar_feed"(text);

DROP FUNCTION "public"."import_matches"(text, text, text, jsonb);

DROP FUNCTION "public"."player_predictions"(uuid, text, integer, integer);

DROP FUNCTION "public"."preview_import"(text, text, text, jsonb);

ALTER TABLE "private"."undos" ADD COLUMN "lasts" interval NOT NULL DEFAULT '00:00:35'::interval;

ALTER TABLE "public"."matches" ADD COLUMN "day_time_zone" text;

CREATE TYPE "private"."incoming_match" AS ("place" integer, "round" text, "file_home" text, "file_away" text, "home" text, "away" text, "home_key" text, "away_key" text, "day" date, "at" time without time zone, "day_time_zone" text, "confirmed" boolean, "status" text, "home_score" integer, "away_score" integer, "problem" text);

ALTER TYPE "private"."incoming_match" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_provider_fixtures(_provider text, _provider_match_ids uuid[], _competitions text[], _moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text := private.club_time_zone();
  moved integer;
  new_ids uuid[];
  added integer;
begin
  with wanted as (
    -- An unconfirmed kick-off has only a date, so the match keeps its time of day.
    select m.id, m.match_date as old_date, m.match_time as old_time, m.kickoff_confirmed as old_confirmed,
           (f.kickoff_at at time zone case when f.kickoff_confirmed then zone else 'UTC' end)::date as new_date,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else m.match_time end as new_time,
           f.kickoff_confirmed as new_confirmed
      from private.provider_matches f
      join public.matches m on m.id = f.match_id and m.status = 'upcoming'
     where f.id = any (_provider_match_ids) and f.competition_id = any (_competitions) and f.state = 'scheduled'
       and f.kickoff_at > _moment
       and (f.kickoff_confirmed or (f.kickoff_at at time zone 'UTC')::date <> m.match_date)
  ), changed as (
    update public.matches m
       set match_date = w.new_date, match_time = w.new_time, kickoff_confirmed = w.new_confirmed,
           day_time_zone = case when not w.new_confirmed then 'UTC' end
      from wanted w
     where m.id = w.id
       and (w.old_date, w.old_time, w.old_confirmed) is distinct from (w.new_date, w.new_time, w.new_confirmed)
    returning w.*
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, old_values, new_values)
    select 'live_scores.moved', 'matches', c.id::text,
           jsonb_build_object('match_date', c.old_date, 'match_time', c.old_time,
                              'kickoff_confirmed', c.old_confirmed),
           jsonb_build_object('match_date', c.new_date, 'match_time', c.new_time, 'kickoff_confirmed', c.new_confirmed,
                              'source', _provider)
      from changed c
  )
  select count(*) into moved from changed;

  select coalesce(array_agg(f.id), '{}') into new_ids
    from private.provider_matches f
    join public.competitions c on c.id = f.competition_id
   cross join lateral (select private.team_name_for(f.home_name) as home, private.team_name_for(f.away_name) as away) n
   where f.id = any (_provider_match_ids) and f.match_id is null and not f.ignored
     and f.competition_id = any (_competitions) and f.state = 'scheduled' and f.kickoff_at > _moment
     and n.home <> n.away and (n.home || n.away) !~ '[<>"[:cntrl:]]' and char_length(n.home) <= 100
       and char_length(n.away) <= 100
     and not exists (
       select from public.matches m
        where m.league = c.name and m.kickoff_at
          between f.kickoff_at - interval '30 days' and f.kickoff_at + interval '30 days'
          and private.canonical_team_name(m.home_team_name) = private.canonical_team_name(f.home_name)
          and private.canonical_team_name(m.away_team_name) = private.canonical_team_name(f.away_name));
  insert into public.teams (name)
  select distinct t.name from private.provider_matches f
   cross join lateral (values (private.team_name_for(f.home_name)), (private.team_name_for(f.away_name))) t (name)
   where f.id = any (new_ids) order by t.name
  on conflict (name) do nothing;
  with inserted as (
    insert into public.matches (home_team_name, away_team_name, match_date, day_time_zone, match_time, league, season,
                                round, kickoff_confirmed)
    select private.team_name_for(f.home_name), private.team_name_for(f.away_name),
           (f.kickoff_at at time zone case when f.kickoff_confirmed then zone else 'UTC' end)::date,
           case when not f.kickoff_confirmed then 'UTC' end,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else '20:00' end,
           c.name, left(f.season, 40), left(f.round, 60), f.kickoff_confirmed
      from private.provider_matches f join public.competitions c on c.id = f.competition_id
     where f.id = any (new_ids)
     order by f.kickoff_at, f.home_name
    on conflict do nothing
    returning *
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, new_values)
    select 'live_scores.added', 'matches', i.id::text,
           jsonb_build_object('home_team_name', i.home_team_name, 'away_team_name', i.away_team_name,
             'match_date', i.match_date, 'match_time', i.match_time, 'league', i.league, 'source', _provider)
      from inserted i
  )
  select count(*) into added from inserted;
  perform private.link_provider_matches(_provider);
  return moved + added;
end $function$;

CREATE OR REPLACE FUNCTION private.canonical_team_name(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select private.team_key(a.team_name) from public.team_aliases a
      where private.team_key(a.alias) = private.team_key(_name)
      order by lower(a.alias) <> lower(trim(_name)), a.alias limit 1),
    private.team_key(_name))
$function$;

CREATE OR REPLACE FUNCTION private.check_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(_matches) is distinct from 'array' or jsonb_array_length(_matches) > 1000 then
    raise exception 'An import is a list of at most 1,000 matches' using errcode = '22023';
  end if;
  if jsonb_typeof(coalesce(_options, '{}')) <> 'object' then
    raise exception 'The options of an import are an object' using errcode = '22023';
  end if;
  if not exists (select from public.competitions c where c.name = _league) then
    raise exception 'There is no competition %', _league using errcode = '22023';
  end if;
  if char_length(coalesce(btrim(_season), '')) not between 1 and 40 then
    raise exception 'The season''s name must have 1 to 40 characters' using errcode = '22023';
  end if;
  if not exists (select from pg_timezone_names z where z.name = _time_zone) then
    raise exception 'There is no time zone %', _time_zone using errcode = '22023';
  end if;
end $function$;

ALTER FUNCTION "private"."check_import"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.club_team_name(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select t.name from public.teams t where t.name = btrim(_name)),
    (select t.name from public.teams t
      where private.canonical_team_name(t.name) = private.canonical_team_name(_name)
      order by t.created_at, t.name limit 1),
    btrim(_name))
$function$;

ALTER FUNCTION "private"."club_team_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.date_in(_text text)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when _text ~ '^\d{4}-\d\d-\d\d$' then _text::date end;
exception when datetime_field_overflow or invalid_datetime_format then
  return null;
end $function$;

ALTER FUNCTION "private"."date_in"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_added_teams(_undo_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.teams t using private.undo_rows r
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.before is null and t.id = r.row_key::uuid
     and not exists (select from public.matches m where t.name in (m.home_team_name, m.away_team_name))
$function$;

ALTER FUNCTION "private"."delete_added_teams"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_old_undos()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with old as (
    delete from private.undos where done_at < clock_timestamp() - 2 * lasts returning 1
  )
  select count(*) from old
$function$;

CREATE OR REPLACE FUNCTION private.describe_match_change(_match public.matches)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('%s v %s ', _match.home_team_name, _match.away_team_name)
      || case when _match.status = 'cancelled' then 'is cancelled'
              when not _match.kickoff_confirmed
                then format('is now on %s, at a time to be confirmed', private.format_day(_match.match_date))
              else format('now kicks off on %s, %s (club time)', private.format_day(_match.match_date),
                          to_char(_match.match_time, 'HH24:MI')) end
$function$;

CREATE OR REPLACE FUNCTION private.due_reminders(_now timestamp with time zone)
 RETURNS TABLE(match_date date, lead text, key text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.match_date, l.lead, k.key
    from (select m.match_date, min(m.kickoff_at) as first_kickoff
            from public.matches m
           where m.match_date between (_now at time zone private.club_time_zone())::date
             and (_now at time zone private.club_time_zone())::date + 2
             and private.is_on_its_day(m) and m.status <> 'cancelled'
           group by m.match_date) d
   cross join lateral (select case when _now < d.first_kickoff - interval '2 hours' then '24 h'
                       else '2 h' end) l (lead)
   cross join lateral (select format('reminder %s %s', l.lead, d.match_date)) k (key)
   where _now >= d.first_kickoff - interval '24 hours' and _now < d.first_kickoff
     and not exists (select from private.announcements o where o.key = k.key)
$function$;

CREATE OR REPLACE FUNCTION private.end_undo(_lasts interval DEFAULT private.undo_window())
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recorded_id uuid := current_setting('scoreline.recording_undo')::uuid;
begin
  perform set_config('scoreline.recording_undo', '', true);
  if exists (select from private.undo_rows r where r.undo_id = recorded_id) then
    update private.undos set done_at = clock_timestamp(), lasts = _lasts where id = recorded_id;
    return recorded_id;
  end if;
  delete from private.undos where id = recorded_id;
  return null;
end $function$;

ALTER FUNCTION "private"."end_undo"(interval) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.enforce_match_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_reopening boolean := coalesce(current_setting('scoreline.reopening_match', true) = old.id::text, false);
begin
  if private.is_undoing() then
    return new;
  end if;
  new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);
  if not (
       new.status = old.status
       or (is_reopening and new.status = 'upcoming')
       or (old.status = 'upcoming' and new.status in ('live', 'completed', 'cancelled'))
       or (old.status = 'live' and new.status in ('completed', 'cancelled'))) then
    raise exception 'A match that is % cannot become %', old.status, new.status using errcode = 'SL005';
  end if;
  if new.status = 'cancelled' then
    new.home_score := null;
    new.away_score := null;
  end if;
  -- When a team is renamed, the foreign key's update fires this trigger at depth 2; it is allowed.
  if new.predictions_count > 0 and pg_trigger_depth() = 1
     and (new.home_team_name, new.away_team_name, new.league) is distinct from (old.home_team_name, old.away_team_name,
       old.league) then
    raise exception 'Teams and competition cannot change after the first prediction' using errcode = 'SL006';
  end if;
  if (new.home_team_name, new.away_team_name) is distinct from (old.home_team_name, old.away_team_name) then
    if pg_trigger_depth() = 1 then
      new.home_team_name := private.club_team_name(new.home_team_name);
      new.away_team_name := private.club_team_name(new.away_team_name);
    end if;
    perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  end if;
  if new.kickoff_confirmed then
    new.day_time_zone := null;
  end if;
  -- A match that is postponed keeps the lock that its kick-off had.
  if (new.match_date, new.match_time, new.day_time_zone)
       is distinct from (old.match_date, old.match_time, old.day_time_zone)
     or (new.kickoff_confirmed and not old.kickoff_confirmed) then
    new.kickoff_at := private.kickoff_of(new);
  end if;
  new.predictions_revealed_at := case when is_reopening then clock_timestamp() else old.predictions_revealed_at end;
  if is_reopening then
    new.locks_at := new.kickoff_at;
  elsif old.locks_at <= clock_timestamp() then
    new.locks_at := old.locks_at;
  elsif new.status <> 'upcoming' then
    -- Not now(): predictions may have been judged while this transaction waited for the row.
    new.locks_at := least(new.kickoff_at, clock_timestamp());
  else
    new.locks_at := new.kickoff_at;
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    new.completed_at := coalesce(new.completed_at, now());
  elsif is_reopening then
    new.completed_at := null;
  else
    new.completed_at := old.completed_at;
  end if;
  if new.home_team_name <> old.home_team_name then
    new.home_team_logo := (select t.logo_url from public.teams t where t.name = new.home_team_name);
  end if;
  if new.away_team_name <> old.away_team_name then
    new.away_team_logo := (select t.logo_url from public.teams t where t.name = new.away_team_name);
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.exchange_sides(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The rules of matches and predictions do not apply: no prediction changes its meaning.
  perform set_config('scoreline.undoing', 'on', true);
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
  perform set_config('scoreline.undoing', '', true);
end $function$;

ALTER FUNCTION "private"."exchange_sides"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.find_imported_matches(_league text, _season text, _incoming private.incoming_match[])
 RETURNS TABLE(place integer, match_id uuid, is_exchanged boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

ALTER FUNCTION "private"."find_imported_matches"(text, text, private.incoming_match[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.flatten_aliases()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.team_name := coalesce(
    (select a.team_name from public.team_aliases a where private.team_key(a.alias) = private.team_key(new.team_name)
      order by lower(a.alias) <> lower(new.team_name), a.alias limit 1), new.team_name);
  update public.team_aliases set team_name = new.team_name
   where private.team_key(team_name) = private.team_key(new.alias) and lower(alias) <> lower(new.team_name);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.import_rows(_plan jsonb)
 RETURNS TABLE(place integer, match_id uuid, round text, home text, away text, match_date date, match_time time without time zone, day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, changes text[])
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select * from jsonb_to_recordset(_plan) p (
    place integer, match_id uuid, round text, home text, away text, match_date date, match_time time,
    day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, changes text[])
$function$;

ALTER FUNCTION "private"."import_rows"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.incoming_matches(_time_zone text, _matches jsonb, _same_teams jsonb)
 RETURNS SETOF private.incoming_match
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
           when coalesce(btrim(n.home), '') = '' or coalesce(btrim(n.away), '') = '' then 'A team is missing'
           when n.home <> btrim(n.home) or n.away <> btrim(n.away) or char_length(n.home) > 100
             or char_length(n.away) > 100 or n.home ~ '[<>"[:cntrl:]]' or n.away ~ '[<>"[:cntrl:]]'
             then 'A team name is not valid'
           when n.home_key = n.away_key then 'Home and away teams must be different'
           when n.date is null then 'The date is missing or does not exist'
           when n.date < '1990-01-01' or n.date > private.club_today() + interval '2 years'
             then 'The date must be between 1990 and two years from now'
           when n.has_time and n.time is null then 'The time does not exist'
           when coalesce(n.round, '') = '' then 'The round is missing'
           when char_length(n.round) > 60 then 'The round''s name must have 1 to 60 characters'
           when n.status not in ('postponed', 'abandoned', 'awarded', 'cancelled') then 'The status is not known'
           when n.has_home_score <> n.has_away_score then 'One score is missing'
           when n.has_home_score
             and (n.home_score between 0 and 50 and n.away_score between 0 and 50) is not true
             then 'The score is out of range'
           when count(*) over (partition by private.round_key(n.round), n.home_key, n.away_key) > 1
             then 'The match is in the file twice'
         end
    from named n order by n.place
$function$;

ALTER FUNCTION "private"."incoming_matches"(text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.initialize_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_undoing() then
    return new;
  end if;
  if new.status <> 'upcoming' or new.home_score is not null then
    raise exception 'A new match starts as upcoming, without a score' using errcode = 'SL005';
  end if;
  new.home_team_name := private.club_team_name(new.home_team_name);
  new.away_team_name := private.club_team_name(new.away_team_name);
  if new.kickoff_confirmed then
    new.day_time_zone := null;
  end if;
  new.kickoff_at := private.kickoff_of(new);
  new.locks_at := new.kickoff_at;
  new.predictions_count := 0;
  new.completed_at := null;
  new.predictions_revealed_at := null;
  new.created_at := now();
  new.updated_at := now();
  perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  new.home_team_logo := coalesce(new.home_team_logo,
                                 (select t.logo_url from public.teams t where t.name = new.home_team_name));
  new.away_team_logo := coalesce(new.away_team_logo,
                                 (select t.logo_url from public.teams t where t.name = new.away_team_name));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_known_team(_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.team_aliases a where private.team_key(a.alias) = private.team_key(_name)
                     or private.team_key(a.team_name) = private.team_key(_name)) $function$;

CREATE OR REPLACE FUNCTION private.is_on_its_day(_match public.matches)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select _match.kickoff_confirmed or _match.day_time_zone is not null $function$;

ALTER FUNCTION "private"."is_on_its_day"(public.matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.kickoff_of(_match public.matches)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when _match.kickoff_confirmed then private.kickoff_instant(_match.match_date, _match.match_time)
              else (_match.match_date + time '12:00')
                   at time zone coalesce(_match.day_time_zone, private.club_time_zone()) end
$function$;

ALTER FUNCTION "private"."kickoff_of"(public.matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.missing_predictions(_day date, _now timestamp with time zone)
 RETURNS TABLE(user_id uuid, missing uuid[], first_kickoff timestamp with time zone, list text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open_matches as materialized (
    select m.id, m.kickoff_at, m.match_time,
           format('%s v %s', m.home_team_name, m.away_team_name)
             || case when m.kickoff_confirmed then to_char(m.match_time, '" at "HH24:MI')
                     else ', time to be confirmed' end as label,
           case when c.needs_subscription then c.id end as needs
      from public.matches m join public.competitions c on c.name = m.league
     where m.match_date = _day and m.status = 'upcoming' and private.is_on_its_day(m) and m.locks_at > _now
  ), allowed as (
    select p.id as user_id, o.* from public.profiles p join open_matches o on o.needs is null
    union all
    select s.user_id, o.* from public.subscriptions s join open_matches o on o.needs = s.subscription_type
     where s.status = 'active' and s.expires_at > _now
  ), missing as (
    select a.*, row_number() over (partition by a.user_id order by a.kickoff_at, a.label) as place
      from allowed a left join public.user_predictions p on p.match_id = a.id and p.user_id = a.user_id
     where p.id is null
  )
  select l.user_id, array_agg(l.id), min(l.kickoff_at),
         -- At most 15 fit into a message.
         string_agg(l.label, E',\n' order by l.place) filter (where l.place <= 15)
           || case when count(*) > 15 then format(E'\nand %s more', count(*) - 15) else '' end
    from missing l group by l.user_id
$function$;

CREATE OR REPLACE FUNCTION private.plan_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
 RETURNS TABLE(place integer, match_id uuid, round text, home text, away text, file_home text, file_away text, match_date date, match_time time without time zone, day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, file_status text, changes text[], reason text, before jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        when j.asks_exchange then 'Home and away are exchanged, and members have predicted it'
        when j.old_status = 'cancelled' and j.has_result
          then 'It is cancelled in the club, and the file has a result'
        when j.old_status = 'completed' and j.cancels
          then format('The club has its result, and the file calls it %s', j.status) end as question
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
         coalesce(d.problem, d.question),
         case when d.id is not null then jsonb_build_object(
           'match_date', d.old_date, 'match_time', d.old_time, 'kickoff_confirmed', d.old_confirmed,
           'round', d.old_round, 'home_score', d.old_home, 'away_score', d.old_away) end
    from decided d
  union all
  select null, m.id, m.round, m.home_team_name, m.away_team_name, null, null, m.match_date, m.match_time,
         m.day_time_zone, m.kickoff_confirmed, m.home_score, m.away_score, null, '{missing}', null, null
    from public.matches m
   where m.league = _league and private.season_key(m.season) = private.season_key(_season)
     and not exists (select from found f where f.id = m.id);
end $function$;

ALTER FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_second_name_of_a_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other text;
begin
  if private.is_undoing()
     or (tg_op = 'UPDATE' and private.canonical_team_name(new.name) = private.canonical_team_name(old.name)) then
    return new;
  end if;
  -- Two names that are added at the same time must see each other.
  perform pg_advisory_xact_lock(hashtextextended('public.teams.name', 0));
  select t.name into other from public.teams t
   where t.id <> new.id and private.canonical_team_name(t.name) = private.canonical_team_name(new.name)
   order by t.name <> new.name, t.name limit 1;
  if other <> new.name then -- the unique constraint is for equal names
    raise exception '“%” is a name of %, which is a team already', new.name, other
      using errcode = '23505', constraint = 'team_names_mean_different_teams';
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."refuse_second_name_of_a_team"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_deleted_teams(_undo_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.teams
  select t.* from private.undo_rows r cross join lateral jsonb_populate_record(null::public.teams, r.before) t
   where r.undo_id = _undo_id and r.table_name = 'public.teams' and r.after is null
$function$;

ALTER FUNCTION "private"."restore_deleted_teams"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.round_key(_round text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select lower(regexp_replace(btrim(_round), '\s+', ' ', 'g')) $function$;

ALTER FUNCTION "private"."round_key"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.season_key(_season text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select y[1] || '/' || y[2]
       from regexp_match(_season, '((?:19|20)\d\d)\s*[-/–]\s*(?:(?:19|20)(?=\d\d(?:\D|$)))?(\d\d)(?!\d)') y),
    substring(_season from '((?:19|20)\d\d)(?!\d)'),
    lower(btrim(_season)))
$function$;

ALTER FUNCTION "private"."season_key"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.stored_season(_league text, _season text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select m.season from public.matches m
      where m.league = _league and private.season_key(m.season) = private.season_key(_season)
      group by m.season order by count(*) desc, m.season limit 1),
    btrim(_season))
$function$;

ALTER FUNCTION "private"."stored_season"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.team_key(_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with plain as (
    -- Dots and apostrophes join what they separate (F.C., Nott'm); other punctuation separates words.
    select btrim(regexp_replace(regexp_replace(replace(
             private.searchable(regexp_replace(_name, '\s*\([[:alpha:]]{2,3}\)\s*$', '')),
             '&', ' and '), '[.''’`´]', '', 'g'), '[[:space:],;:/()_–—-]+', ' ', 'g')) as name
  ), bare as (
    select p.name, btrim(regexp_replace(regexp_replace(' ' || replace(p.name, ' ', '  ') || ' ',
             ' (fc|afc|cf|cfc|sc|ac|fk|sk|nk|bk|if|ff|kv|sv|ssc|cd|ud|sd|club de futbol|football club) ', ' ', 'g'),
             ' +', ' ', 'g')) as short
      from plain p
  )
  select coalesce(nullif(b.short, ''), b.name) from bare b
$function$;

ALTER FUNCTION "private"."team_key"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.team_name_for(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when bool_or(t.name = trim(_name)) then trim(_name)
              when count(*) = 0 then coalesce(
                (select a.team_name from public.team_aliases a where lower(a.alias) = lower(trim(_name))), trim(_name))
              when count(*) = 1 then min(t.name) end
    from public.teams t where private.canonical_team_name(t.name) = private.canonical_team_name(_name)
$function$;

CREATE OR REPLACE FUNCTION private.undo_tables()
 RETURNS TABLE(place integer, table_name text, key_column text, kept text[], is_strict boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', 'id', '{predictions_count,updated_at}'::text[], true),
    (2, 'public.user_predictions', 'id', '{}', true),
    (3, 'public.prediction_changes', 'id', '{}', true),
    (4, 'private.manual_scores', 'match_id', '{}', true),
    (5, 'public.plan_codes', 'id', '{}', true),
    (6, 'public.subscriptions', 'id', '{}', true),
    (7, 'public.notifications', 'id', '{read}', false),
    (8, 'public.live_scores', 'match_id', '{}', false),
    (9, 'private.match_changes', 'id', '{}', false),
    (10, 'private.match_reopenings', 'id', '{}', false),
    -- Calendar programs ignore a lower number, so an undone change counts as another change.
    (11, 'private.match_revisions', 'match_id', '{}', false),
    -- Polls change everything except the link to the club's match.
    (12, 'private.provider_matches', 'id', array(
      select a.attname::text from pg_attribute a
       where a.attrelid = 'private.provider_matches'::regclass and a.attnum > 0 and not a.attisdropped
         and a.attname not in ('match_id', 'linked_by')), false),
    (13, 'public.team_aliases', 'alias', '{}', false),
    (14, 'public.groups', 'id', '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true)
$function$;

CREATE OR REPLACE FUNCTION public.calendar_feed(_token text)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, league text, round text, kickoff_at timestamp with time zone, kickoff_confirmed boolean, is_cancelled boolean, sequence integer, changed_at timestamp with time zone, match_date date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.kickoff_confirmed,
         m.status = 'cancelled',
         coalesce(r.sequence, 0), coalesce(r.changed_at, m.created_at), m.match_date
    from private.calendar_tokens t
    left join public.matches m on m.kickoff_at > now() - interval '90 days' and m.league in (
      select c.name from public.competitions c
       where not c.needs_subscription or exists (
         select from public.subscriptions s
          where s.user_id = t.user_id and s.subscription_type = c.id and s.status = 'active' and s.expires_at > now()))
    left join private.match_revisions r on r.match_id = m.id
   where t.token = _token
   order by m.kickoff_at, m.id
$function$;

ALTER FUNCTION "public"."calendar_feed"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.import_matches(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb DEFAULT '{}'::jsonb)
 RETURNS TABLE(teams_added integer, matches_added integer, matches_changed integer, results_entered integer, matches_cancelled integer, left_out integer, undo_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
#variable_conflict use_column
declare
  stored text;
  plan jsonb;
  refused record;
  scored uuid[];
begin
  perform private.begin_admin_action('import_matches');
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  -- One import at a time, because each decides by what the club has.
  perform pg_advisory_xact_lock(hashtextextended('import_matches', 0));
  stored := private.stored_season(_league, _season);
  select coalesce(jsonb_agg(to_jsonb(p) order by p.place), '[]') into plan
    from private.plan_import(_league, stored, _time_zone, _matches, _options) p where p.place is not null;
  select count(*) over () as matches, p.* into refused
    from jsonb_to_recordset(plan) p (place integer, file_home text, file_away text, changes text[], reason text)
   where p.changes = '{refused}' order by p.place limit 1;
  if found and not coalesce((_options ->> 'skip_invalid')::boolean, false) then
    raise exception '% of % matches cannot be imported, the first is match % (% v %): %', refused.matches,
      jsonb_array_length(plan), refused.place, coalesce(refused.file_home, '?'), coalesce(refused.file_away, '?'),
      refused.reason using errcode = '22023';
  end if;

  perform private.begin_undo('import_matches', null);
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

  perform set_config('scoreline.scoring_together', 'on', true);
  with entered as (
    update public.matches m
       set status = 'completed', home_score = p.home_score, away_score = p.away_score,
           completed_at = m.kickoff_at + interval '2 hours'
      from private.import_rows(plan) p
     where m.id = p.match_id and p.changes && '{result,corrected}'
    returning m.id
  )
  select coalesce(array_agg(e.id), '{}') into scored from entered e;
  results_entered := cardinality(scored);
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(scored || array(
    select p.match_id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
     where 'exchanged' = any (p.changes) and m.status = 'completed' and not p.match_id = any (scored)));
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
end $function$;

ALTER FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.player_predictions(_user_id uuid, league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 20, page_offset integer DEFAULT 0)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, match_league text, round text, kickoff_at timestamp with time zone, locks_at timestamp with time zone, status text, home_score integer, away_score integer, home_prediction integer, away_prediction integer, points_earned integer, updated_at timestamp with time zone, my_home_prediction integer, my_away_prediction integer, my_points_earned integer, kickoff_confirmed boolean, match_date date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.locks_at, m.status, m.home_score,
         m.away_score, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at,
         mine.home_prediction, mine.away_prediction, mine.points_earned, m.kickoff_confirmed, m.match_date
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and player_predictions.league in ('Overall', m.league)
    left join public.user_predictions mine on mine.match_id = p.match_id and mine.user_id = (select auth.uid())
   where p.user_id = _user_id
   order by m.kickoff_at desc, m.id
   limit least(greatest(coalesce(page_limit, 20), 1), 100) offset greatest(coalesce(page_offset, 0), 0)
$function$;

ALTER FUNCTION "public"."player_predictions"(uuid, text, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.preview_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  season text := private.stored_season(_league, _season);
begin
  perform private.require_admin();
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  return (
    with plan as materialized (
      select * from private.plan_import(_league, season, _time_zone, _matches, _options)
    ), names as (
      select distinct n.name, n.team from plan p
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
             where k.name is null and extensions.similarity(o.key, private.canonical_team_name(n.team)) >= 0.4
               and not exists (select from names f where f.team = o.name)
             order by extensions.similarity(o.key, private.canonical_team_name(n.team)) desc, o.name limit 1) r on true
         where k.name is distinct from n.name)));
end $function$;

ALTER FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo(_undo_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  entry private.undos;
  match_ids uuid[];
  user_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014';
  end if;
  select coalesce(array_agg(distinct t.match_id) filter (where t.match_id is not null), '{}'),
         coalesce(array_agg(distinct t.user_id) filter (where t.user_id is not null), '{}')
    into match_ids, user_ids
    from private.undo_rows r
   cross join lateral (select coalesce(r.before, r.after) as image) i
   cross join lateral (
     select (case r.table_name when 'public.matches' then r.row_key else i.image ->> 'match_id' end)::uuid as match_id,
            case r.table_name when 'public.user_predictions' then (i.image ->> 'user_id')::uuid end as user_id) t
   where r.undo_id = entry.id and r.table_name in ('public.matches', 'public.user_predictions');
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone' using errcode = 'SL015';
  end if;
  perform private.lock_totals();
  perform set_config('scoreline.undoing', 'on', true);
  begin
    perform private.restore_deleted_teams(entry.id);
    perform private.restore_rows(entry.id, t.table_name, t.key_column, t.kept, t.is_strict)
       from (select * from private.undo_tables() order by place) t;
    perform private.delete_added_teams(entry.id);
  exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
    raise exception 'This has changed since, so it cannot be undone' using errcode = 'SL015';
  end;
  delete from private.uncounted_predictions u where u.match_id = any (match_ids);
  update public.matches m set predictions_count = g.predictions
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(match_ids) i (id)) g
   where m.id = g.id and m.predictions_count <> g.predictions;
  perform set_config('scoreline.undoing', '', true);
  if match_ids <> '{}' then
    perform private.rescore_matches(match_ids, user_ids);
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

ALTER TABLE "public"."matches" ADD CONSTRAINT "day_time_zones_are_short" CHECK ((char_length(day_time_zone) <= 60));

create trigger calendar_revisions_are_counted after update on public.matches
  for each row when (
    (new.kickoff_at, new.kickoff_confirmed, new.match_date, new.home_team_name, new.away_team_name, new.league,
     new.round, new.status = 'cancelled')
    is distinct from
    (old.kickoff_at, old.kickoff_confirmed, old.match_date, old.home_team_name, old.away_team_name, old.league,
     old.round, old.status = 'cancelled'))
  execute function private.count_match_revision();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.team_aliases FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('alias');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE ON public.teams FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER names_mean_different_teams BEFORE INSERT OR UPDATE OF name ON public.teams FOR EACH ROW EXECUTE FUNCTION private.refuse_second_name_of_a_team();

COMMENT ON COLUMN "public"."matches"."day_time_zone" IS 'while the time is to be confirmed: where match_date is the day, and 12:00 the lock; null: in the club''s time zone';

COMMENT ON COLUMN "public"."matches"."kickoff_at" IS 'the instant of match_date and match_time in the club''s time zone; the lock while the time is to be confirmed';

COMMENT ON COLUMN "public"."matches"."match_date" IS 'the date of the kick-off in the club''s time zone; while the time is to be confirmed, the day that was announced';

REVOKE ALL ON FUNCTION "private"."check_import"(text, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_import"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_import"(text, text, text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."club_team_name"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."club_team_name"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."club_team_name"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."date_in"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."date_in"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."date_in"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_added_teams"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_added_teams"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_added_teams"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_undo"(interval) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_undo"(interval) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_undo"(interval) TO "postgres";

REVOKE ALL ON FUNCTION "private"."exchange_sides"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."exchange_sides"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."exchange_sides"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_imported_matches"(text, text, private.incoming_match[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_imported_matches"(text, text, private.incoming_match[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_imported_matches"(text, text, private.incoming_match[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."import_rows"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."import_rows"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."import_rows"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."incoming_matches"(text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."incoming_matches"(text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."incoming_matches"(text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_on_its_day"(public.matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_on_its_day"(public.matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_on_its_day"(public.matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."kickoff_of"(public.matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."kickoff_of"(public.matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."kickoff_of"(public.matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_second_name_of_a_team"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_second_name_of_a_team"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_second_name_of_a_team"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_deleted_teams"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_deleted_teams"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_deleted_teams"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."round_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."round_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."round_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_key"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_key"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stored_season"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."stored_season"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."stored_season"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."team_key"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."team_key"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."team_key"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."team_key"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."team_key"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."calendar_feed"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."calendar_feed"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_feed"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_feed"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."import_matches"(text, text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_import"(text, text, text, jsonb, jsonb) TO "service_role";

CREATE INDEX aliases_by_key ON public.team_aliases USING btree (private.team_key(alias));
