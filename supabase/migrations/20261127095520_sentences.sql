set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."delete_archives_of_season"(jsonb);

DROP FUNCTION "private"."delete_snapshot_of_season"(jsonb);

DROP FUNCTION "private"."delete_subscription_archive_of_season"(jsonb);

DROP FUNCTION "private"."end_job_run"(bigint, text, boolean, text);

DROP FUNCTION "private"."honours_in_words"();

DROP FUNCTION "private"."keep_next_season"(private.season_endings);

DROP FUNCTION "private"."keep_season_step"(uuid, text, boolean, text, jsonb);

DROP FUNCTION "private"."matches_between_merges"(text, text);

DROP FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb);

DROP FUNCTION "private"."reopen_honours_of_season"(private.season_steps);

DROP FUNCTION "private"."restore_access_of_season"(jsonb);

DROP FUNCTION "private"."restore_matches_of_season"(jsonb);

DROP FUNCTION "private"."restore_points_of_season"(private.season_steps);

DROP FUNCTION "private"."season_step_words"(text, private.season_endings);

DROP FUNCTION "private"."undo_season_steps"(private.season_endings, integer);

DROP FUNCTION "private"."withdraw_message_of_season"(jsonb);

DROP FUNCTION "public"."begin_provider_poll"(boolean);

DROP FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer);

DROP FUNCTION "public"."finish_job_run"(bigint, boolean, text);

DROP FUNCTION "public"."preview_new_members"(jsonb);

DROP FUNCTION "public"."provider_state"();

DROP FUNCTION "public"."scheduled_runs"(text, boolean, integer);

DROP FUNCTION "public"."season_warnings"(text, text, date, date);

DROP FUNCTION "public"."undo_season"();

DROP FUNCTION "public"."undo_season_step"(text);

ALTER TABLE "private"."job_runs" ADD COLUMN "facts" jsonb;

ALTER TABLE "private"."live_score_provider" ADD COLUMN "error_facts" jsonb;

ALTER TABLE "private"."season_steps" ADD COLUMN "facts" jsonb;

CREATE OR REPLACE FUNCTION private.add_club_message(_title text, _message text, _type text, _audience text, _competition_id text DEFAULT NULL::text, _group_id uuid DEFAULT NULL::uuid, _send_at timestamp with time zone DEFAULT NULL::timestamp with time zone, _member_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added private.club_messages;
begin
  if coalesce(trim(_title), '') = '' or coalesce(trim(_message), '') = '' then
    raise exception 'Please fill in both title and message'
      using errcode = '22023', detail = '{"kind": "fill_in_title_and_message"}';
  end if;
  if _member_id is null then
    perform private.require_audience(_audience, _competition_id, _group_id);
  end if;
  if _send_at is not null then
    perform private.require_send_time(_send_at);
  end if;
  insert into private.club_messages (title, message, type, audience, competition_id, group_id, created_by, send_at,
                                     sent_at, member_id)
  values (trim(_title), trim(_message), private.notification_type(_type), _audience,
          case _audience when 'subscribers' then _competition_id end, case _audience when 'group' then _group_id end,
          (select auth.uid()), coalesce(_send_at, clock_timestamp()),
          case when _send_at is null then clock_timestamp() end, _member_id)
  returning * into added;
  return case when _send_at is null then private.deliver_club_message(added) end;
end $function$;

CREATE OR REPLACE FUNCTION private.answer_problem_in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case _facts ->> 'kind'
    when 'give_up_to_answers' then format('Give 1 to %s answers', _facts ->> 'count')
    when 'give_up_to_teams' then format('Give 1 to %s teams', _facts ->> 'count')
    when 'choose_teams' then 'Choose ' || private.counted((_facts ->> 'count')::bigint, 'team')
    when 'give_one_number' then 'Give one number'
    when 'give_one_answer' then 'Give one answer'
    when 'give_one_team' then 'Give one team'
    end;
end $function$;

ALTER FUNCTION "private"."answer_problem_in_english"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.archive_leaderboards_of_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  league record;
  archive_ids uuid[] := '{}';
  new_id uuid;
  members bigint;
begin
  -- Points that wait for the job count too.
  perform private.finish_scoring();
  perform private.count_points();
  for league in
    select c.name, s.* from public.competitions c cross join lateral private.running_season(c.name) s
     order by c.position
  loop
    insert into public.leaderboard_archives (name, league, start_date, end_date)
    values (league.season || ' ' || league.name, league.name, league.first_day, league.last_day)
    returning id into new_id;
    perform public.create_leaderboard_snapshot(new_id, league.name, league.first_day, league.last_day);
    archive_ids := archive_ids || new_id;
  end loop;
  select count(distinct r.user_id) into members
    from public.archived_leaderboard_rows r where r.archive_id = any (archive_ids);
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'leaderboards', 'count', cardinality(archive_ids), 'members', members),
    'made', jsonb_build_object('archives', archive_ids));
end $function$;

CREATE OR REPLACE FUNCTION private.archive_subscriptions_of_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created record;
begin
  if not exists (select from public.subscriptions) then
    return '{"facts": {"kind": "no_subscriptions"}}';
  end if;
  select * into created from public.create_subscription_archive(
    _ending.season || ' subscriptions', '', private.first_subscription_day(_ending),
    (now() at time zone 'UTC')::date);
  return jsonb_build_object('facts', jsonb_build_object('kind', 'subscriptions', 'count', created.archived),
                            'made', jsonb_build_object('archive', created.id, 'archived', created.archived));
end $function$;

CREATE OR REPLACE FUNCTION private.check_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.check_results(_results jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wrong record;
begin
  if jsonb_typeof(_results) is distinct from 'array' or jsonb_array_length(_results) not between 1 and 1000 then
    raise exception 'Results are a list of 1 to 1,000 matches' using errcode = '22023';
  end if;
  select i.place, i.match_id, i.problem, private.match_label(m) as label into wrong
    from private.incoming_results(_results) i left join public.matches m on m.id = i.match_id
   where i.problem is not null order by i.place limit 1;
  if found then
    raise exception 'Entry %: %', wrong.place || coalesce(' (' || wrong.label || ')', ''),
      private.in_english(jsonb_build_object('kind', wrong.problem))
      using errcode = '22023', detail = private.wrong_entry(wrong.place, wrong.label, wrong.problem)
                                        || jsonb_build_object('id', wrong.match_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.clear_points_of_season(_ending private.season_endings, _pin text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_record bigint;
  began_at timestamptz;
  done record;
begin
  -- No other act clears points meanwhile.
  perform private.lock_totals();
  began_at := clock_timestamp();
  last_record := (select max(r.id) from private.records r);
  select * into done from public.clear_all_points(_pin, 'Before clearing, end of ' || _ending.season, null);
  if done.outcome <> 'cleared' then
    return jsonb_strip_nulls(jsonb_build_object('outcome', done.outcome, 'attempts_left', done.attempts_left,
                                                'retry_after_seconds', done.retry_after_seconds));
  end if;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'points_cleared', 'count', done.cleared),
    'made', jsonb_build_object(
      'from', began_at, 'to', clock_timestamp(), 'snapshot', done.snapshot_id,
      'records', coalesce((select jsonb_agg(r.id) from private.records r
                            where r.id > coalesce(last_record, 0)), '[]')));
end $function$;

CREATE OR REPLACE FUNCTION private.close_honours_of_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb;
  written jsonb;
begin
  perform private.finish_scoring();
  perform private.count_points();
  select jsonb_object_agg(p.id, p.winners_of) into before from private.periods p;
  perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'before', before -> p.id::text, 'after', p.winners_of)),
                  '[]') into written
    from private.periods p where to_jsonb(p.winners_of) is distinct from nullif(before -> p.id::text, 'null');
  perform private.refresh_records();
  perform private.close_records(_ending.id);
  return jsonb_build_object('facts', private.honours_in_facts(), 'made', jsonb_build_object('periods', written));
end $function$;

CREATE OR REPLACE FUNCTION private.confirm_next_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  matches bigint := private.next_season_matches(_ending);
begin
  if matches = 0 then
    raise exception 'No match of the next season is open yet. Import it first, or skip this step'
      using errcode = '22023', detail = '{"kind": "next_season_is_not_open"}';
  end if;
  return jsonb_build_object('facts', private.season_step_facts('import', _ending));
end $function$;

CREATE OR REPLACE FUNCTION private.delete_archives_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  archive_ids uuid[] := array(select i::uuid from jsonb_array_elements_text(_made -> 'archives') i);
  others bigint;
begin
  delete from public.leaderboard_archives a
   where a.id = any (archive_ids)
     and exists (select from private.running_matches() m
                  where m.league = a.league and m.match_date between a.start_date and a.end_date);
  select count(*) into others from public.leaderboard_archives a where a.id = any (archive_ids);
  return case when others > 0 then jsonb_build_object('kind', 'archives_kept', 'count', others) end;
end $function$;

ALTER FUNCTION "private"."delete_archives_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_snapshot_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.predictions_snapshots s where s.id = (_made ->> 'snapshot')::uuid;
  return null;
end $function$;

ALTER FUNCTION "private"."delete_snapshot_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_subscription_archive_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made_id uuid := (_made ->> 'archive')::uuid;
begin
  if (select count(*) from public.archived_subscriptions s where s.archive_id = made_id)
     > (_made ->> 'archived')::integer then
    return '{"kind": "subscription_archive_kept"}';
  end if;
  delete from public.subscription_period_archives a where a.id = made_id;
  return null;
end $function$;

ALTER FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_access_of_season(_ending private.season_endings, _choices jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made jsonb;
  ends_all boolean := coalesce((_choices ->> 'all')::boolean, false);
begin
  with ended as (
    update public.subscriptions s set status = 'expired'
     where s.id in (select e.id from private.subscriptions_to_end(_ending, ends_all) e)
    returning s.id, s.expires_at
  ), codes as (
    select c.id, c.expires_at as before from private.codes_to_end(_ending, ends_all) c
  ), ended_codes as (
    update public.plan_codes c set expires_at = now() from codes o where c.id = o.id and not c.is_used
    returning c.id, o.before, c.expires_at as after
  )
  select jsonb_build_object('subscriptions', coalesce((select jsonb_agg(to_jsonb(e)) from ended e), '[]'),
                            'codes', coalesce((select jsonb_agg(to_jsonb(e)) from ended_codes e), '[]')) into made;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'access_ended', 'subscriptions', jsonb_array_length(made -> 'subscriptions'),
                                'codes', jsonb_array_length(made -> 'codes')),
    'made', made);
end $function$;

CREATE OR REPLACE FUNCTION private.end_job_run(_run bigint, _job text, _has_failed boolean, _detail text, _facts jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.jobs set last_run_failed = _has_failed where name = _job;
  delete from private.job_runs where id = _run and not _has_failed and _detail is null;
  update private.job_runs set finished_at = clock_timestamp(), has_failed = _has_failed, detail = left(_detail, 500),
                              facts = _facts
   where id = _run;
$function$;

ALTER FUNCTION "private"."end_job_run"(bigint, text, boolean, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.finish_matches_of_season(_ending private.season_endings, _choices jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chosen uuid[] := array(select i::uuid from jsonb_array_elements_text(coalesce(_choices -> 'cancel', '[]')) i);
  cancelled jsonb;
  others bigint;
  undo_id uuid;
begin
  perform private.lock_provider();
  perform from public.matches m where m.id = any (chosen) order by m.id for no key update;
  perform private.begin_undo('take_season_step', _ending.id::text);
  perform set_config('scoreline.ending_season', 'on', true);
  with changed as (
    update public.matches m set status = 'cancelled'
     where m.id = any (chosen) and m.id in (select u.id from private.unfinished_matches(_ending.seasons) u)
    returning m.id
  )
  select coalesce(jsonb_agg(c.id), '[]') into cancelled from changed c;
  perform set_config('scoreline.ending_season', '', true);
  -- Longer than an ending that is left and continued usually takes.
  undo_id := private.end_undo(interval '30 days');
  select count(*) into others from private.unfinished_matches(_ending.seasons);
  return jsonb_build_object(
    'facts', case when jsonb_array_length(cancelled) + others = 0 then '{"kind": "no_unfinished_matches"}'
                  else jsonb_build_object('kind', 'matches_cancelled', 'count', jsonb_array_length(cancelled),
                                          'others', others) end,
    'made', jsonb_build_object('undo_id', undo_id, 'cancelled', cancelled));
end $function$;

CREATE OR REPLACE FUNCTION private.honours_in_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'honours',
                            'matchdays', count(*) filter (where p.kind = 'matchday'),
                            'months', count(*) filter (where p.kind = 'month'),
                            'records', (select count(distinct r.kind) from private.records r
                                         where r.is_running or r.closed_by is not null))
    from private.periods p where exists (select from private.period_distribution d where d.period_id = p.id)
$function$;

ALTER FUNCTION "private"."honours_in_facts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.season_in_english(_facts), private.warning_in_english(_facts),
                  private.member_problem_in_english(_facts), private.match_problem_in_english(_facts),
                  private.answer_problem_in_english(_facts));
end $function$;

ALTER FUNCTION "private"."in_english"(jsonb) OWNER TO "postgres";

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
$function$;

CREATE OR REPLACE FUNCTION private.incoming_merges(_pairs jsonb)
 RETURNS TABLE(place bigint, keep_id uuid, remove_id uuid, is_exchanged boolean, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with teams as materialized (
    select t.name, private.canonical_team_name(t.name) as key from public.teams t
  ), entries as materialized (
    select e.place, case when e.entry ->> 'keep' ~* w.uuid then (e.entry ->> 'keep')::uuid end as keep_id,
           case when e.entry ->> 'remove' ~* w.uuid then (e.entry ->> 'remove')::uuid end as remove_id
      from jsonb_array_elements(_pairs) with ordinality e (entry, place)
     cross join (values ('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')) w (uuid)
  )
  select e.place, e.keep_id, e.remove_id, kh.key <> rh.key,
         case when k.id is null or r.id is null then 'no_such_match'
              when count(*) over (partition by e.remove_id) > 1 then 'match_is_listed_twice'
              when exists (select from entries o where o.keep_id = e.remove_id)
                then 'match_is_kept_and_removed'
              when k.league <> r.league
                or private.season_key(k.season) <> private.season_key(r.season)
                or (kh.key, ka.key) not in ((rh.key, ra.key), (ra.key, rh.key))
                then 'matches_are_different'
              -- Predictions from before a reopening are visible to everyone, and moved ones would be too.
              when k.locks_at > clock_timestamp()
                and k.predictions_revealed_at > coalesce(r.predictions_revealed_at, '-infinity')
                then 'kept_match_was_reopened' end
    from entries e
    left join public.matches k on k.id = e.keep_id
    left join public.matches r on r.id = e.remove_id
    left join teams kh on kh.name = k.home_team_name
    left join teams ka on ka.name = k.away_team_name
    left join teams rh on rh.name = r.home_team_name
    left join teams ra on ra.name = r.away_team_name
$function$;

CREATE OR REPLACE FUNCTION private.incoming_results(_results jsonb)
 RETURNS TABLE(place bigint, match_id uuid, home_score integer, away_score integer, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with entries as (
    select e.place, case when e.entry ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                         then (e.entry ->> 'id')::uuid end as match_id,
           case when e.entry ->> 'home_score' ~ '^[0-9]{1,2}$' then (e.entry ->> 'home_score')::integer end as home,
           case when e.entry ->> 'away_score' ~ '^[0-9]{1,2}$' then (e.entry ->> 'away_score')::integer end as away
      from jsonb_array_elements(_results) with ordinality e (entry, place)
  )
  select e.place, e.match_id, e.home, e.away,
         case when m.id is null then 'no_such_match'
              when count(*) over (partition by e.match_id) > 1 then 'match_is_listed_twice'
              when m.status = 'cancelled' then 'match_is_cancelled'
              when (e.home between 0 and 50 and e.away between 0 and 50) is not true
                then 'score_is_not_valid' end
    from entries e left join public.matches m on m.id = e.match_id
$function$;

CREATE OR REPLACE FUNCTION private.is_season_step_done(_ending_id uuid, _step text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing record;
begin
  if not exists (select from private.season_step_list() l where l.step = _step) then
    raise exception 'There is no step %', _step using errcode = '22023';
  end if;
  if exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = _step) then
    return true;
  end if;
  select l.step, l.title into missing
    from private.season_step_list() l join private.season_step_list() this on this.step = _step
   where l.place < this.place
     and not exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = l.step)
   order by l.place limit 1;
  if found then
    raise exception 'First comes the step "%"', missing.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'first_comes_the_step', 'step', missing.step);
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION private.keep_next_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when n.matches > 0 then jsonb_build_object('kind', 'next_season_kept', 'count', n.matches) end
    from (select private.next_season_matches(_ending) as matches) n
$function$;

ALTER FUNCTION "private"."keep_next_season"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_season_step(_ending_id uuid, _step text, _is_skipped boolean, _facts jsonb, _made jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  _summary text := private.in_english(_facts);
  audited jsonb := jsonb_build_object('step', (select l.title from private.season_step_list() l where l.step = _step),
                                      'summary', _summary, 'key', _step, 'facts', _facts);
begin
  insert into private.season_steps (ending_id, step, is_skipped, done_by, summary, facts, made)
  values (_ending_id, _step, _is_skipped, (select auth.uid()), _summary, _facts, coalesce(_made, '{}'));
  update private.season_endings e set finished_at = clock_timestamp()
   where e.id = _ending_id
     and (select count(*) from private.season_steps s where s.ending_id = e.id)
         = (select count(*) from private.season_step_list());
  if _is_skipped then
    perform private.write_audit('skip_season_step', 'season_endings', _ending_id::text, null, audited);
  else
    perform private.write_audit('take_season_step', 'season_endings', _ending_id::text, null, audited);
  end if;
  return _summary;
end $function$;

ALTER FUNCTION "private"."keep_season_step"(uuid, text, boolean, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.listed_names(_names jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select private.name_list(array(select n.name from jsonb_array_elements_text(_names)
                                   with ordinality n (name, place) order by n.place))
$function$;

ALTER FUNCTION "private"."listed_names"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.listed_pairs(_pairs jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select string_agg((select string_agg(l.label, ' and ' order by l.place)
                       from jsonb_array_elements_text(p.labels) with ordinality l (label, place)),
                    '; ' order by p.place)
    from jsonb_array_elements(_pairs) with ordinality p (labels, place)
$function$;

ALTER FUNCTION "private"."listed_pairs"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_scheduled_message(_message_id uuid)
 RETURNS private.club_messages
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  scheduled private.club_messages := private.lock_club_message(_message_id);
begin
  if scheduled.sent_at is not null then
    raise exception 'This message was sent already' using errcode = '22023', detail = '{"kind": "message_was_sent"}';
  elsif scheduled.cancelled_at is not null then
    raise exception 'This message was cancelled already'
      using errcode = '22023', detail = '{"kind": "message_was_cancelled"}';
  end if;
  return scheduled;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_season_ending(_starts boolean)
 RETURNS private.season_endings
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  current private.season_endings := private.current_season_ending();
begin
  if current.id is null and _starts then
    insert into private.season_endings (season, first_day, last_day, seasons, started_by)
    select s.season, s.first_day, s.last_day, s.seasons, (select auth.uid()) from private.running_season() s
    on conflict do nothing;
    current := private.current_season_ending();
  end if;
  if current.id is null then
    if _starts then
      raise exception 'There is nothing to end: no match with predictions was completed'
        using errcode = '22023', detail = '{"kind": "nothing_to_end"}';
    end if;
    raise exception 'No season is being ended' using errcode = '22023', detail = '{"kind": "no_season_is_ending"}';
  end if;
  -- The state after another organiser's transaction.
  select * into current from private.season_endings e where e.id = current.id for update;
  if current.undone_at is not null then
    raise exception 'Another organiser has just undone this. Load the page again'
      using errcode = '22023', detail = '{"kind": "another_has_undone_this"}';
  end if;
  return current;
end $function$;

CREATE OR REPLACE FUNCTION private.match_problem_in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case _facts ->> 'kind'
    when 'no_such_match' then 'There is no such match'
    when 'match_is_listed_twice' then 'The match is listed twice'
    when 'match_is_cancelled' then 'The match is cancelled'
    when 'score_is_not_valid' then 'Each score must be a whole number from 0 to 50'
    when 'match_is_kept_and_removed' then 'The match is listed as kept and as removed'
    when 'matches_are_different' then 'They are different matches: they need the same teams, competition and season'
    when 'kept_match_was_reopened'
      then 'The match to keep was reopened, so secret predictions would become visible. Keep the other one'
    when 'team_is_missing' then 'A team is missing'
    when 'team_name_is_not_valid' then 'A team name is not valid'
    when 'teams_are_the_same' then 'Home and away teams must be different'
    when 'date_is_missing' then 'The date is missing or does not exist'
    when 'date_is_out_of_range' then 'The date must be between 1990 and two years from now'
    when 'time_does_not_exist' then 'The time does not exist'
    when 'round_is_missing' then 'The round is missing'
    when 'round_is_too_long' then 'The round''s name must have 1 to 60 characters'
    when 'status_is_not_known' then 'The status is not known'
    when 'one_score_is_missing' then 'One score is missing'
    when 'score_is_out_of_range' then 'The score is out of range'
    when 'match_is_in_the_file_twice' then 'The match is in the file twice'
    when 'sides_are_exchanged' then 'Home and away are exchanged, and members have predicted it'
    when 'is_cancelled_with_result' then 'It is cancelled in the club, and the file has a result'
    when 'has_result_but_cancelled' then 'The club has its result, and the file calls it cancelled'
    when 'has_result_but_awarded' then 'The club has its result, and the file calls it awarded'
    end;
end $function$;

ALTER FUNCTION "private"."match_problem_in_english"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.matches_between_merges(_keep text, _remove text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with named as (
    select m as match, m.id, m.league, m.season, m.round, m.match_date,
           case m.home_team_name when _remove then _keep else m.home_team_name end as home,
           case m.away_team_name when _remove then _keep else m.away_team_name end as away
      from public.matches m
     where m.home_team_name in (_keep, _remove) or m.away_team_name in (_keep, _remove)
  ), conflicts as (
    select jsonb_build_array(private.match_label(n.match)) as labels, n.match_date from named n where n.home = n.away
    union all
    select jsonb_build_array(private.match_label(a.match), private.match_label(b.match)), a.match_date
      from named a
      join named b on (a.league, a.home, a.away) = (b.league, b.home, b.away)
                      and (a.match_date, a.id) < (b.match_date, b.id)
     where (a.season = b.season and a.round = b.round)
        or (a.round is null and b.round is null and a.match_date = b.match_date)
  )
  select jsonb_agg(c.labels) from (select labels from conflicts order by match_date, labels limit 5) c
$function$;

ALTER FUNCTION "private"."matches_between_merges"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.member_problem_in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case _facts ->> 'kind'
    when 'no_name' then 'There is no name'
    when 'name_is_not_valid' then 'A name has letters, spaces, apostrophes and hyphens, up to 100'
    when 'contact_is_needed' then 'A phone number or an email is needed'
    when 'phone_is_not_valid' then 'The phone number is not valid'
    when 'email_is_not_valid' then 'The email is not valid'
    when 'member_has_phone' then 'A member has this phone number'
    when 'member_has_email' then 'A member has this email'
    when 'member_has_name' then 'A member has the same name'
    when 'member_has_similar_name' then 'A member has a similar name'
    when 'account_with_itself' then 'An account cannot be merged with itself'
    when 'own_account_is_kept' then 'Your own account can only be the one to keep'
    when 'account_was_merged' then 'One of the accounts was merged with another account'
    when 'kept_account_is_banned' then 'The account to keep is banned'
    when 'last_admin_stays' then 'The last admin of a club cannot be removed'
    when 'same_contact_as_line' then format('The same phone number or email as line %s', _facts ->> 'line')
    when 'same_name_as_line' then format('The same name as line %s', _facts ->> 'line')
    end;
end $function$;

ALTER FUNCTION "private"."member_problem_in_english"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.merge_problem(_keep_id uuid, _remove_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from unnest(array[_keep_id, _remove_id]) i
              where not exists (select from public.profiles p where p.id = i)) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  return case
    when _keep_id = _remove_id then 'account_with_itself'
    when _remove_id = (select auth.uid()) then 'own_account_is_kept'
    when exists (select from private.member_merges m where m.removed_id in (_keep_id, _remove_id))
      then 'account_was_merged'
    when exists (select from auth.users u where u.id = _keep_id and u.banned_until > clock_timestamp())
      then 'kept_account_is_banned'
    when exists (select from public.user_roles r where r.user_id = _remove_id and r.role = 'admin')
      and not exists (select from public.user_roles r where r.user_id <> _remove_id and r.role = 'admin')
      then 'last_admin_stays' end;
end $function$;

CREATE OR REPLACE FUNCTION private.plan_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
 RETURNS TABLE(place integer, match_id uuid, round text, home text, away text, file_home text, file_away text, match_date date, match_time time without time zone, day_time_zone text, kickoff_confirmed boolean, home_score integer, away_score integer, file_status text, changes text[], reason text, before jsonb, reason_kind text)
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
end $function$;

ALTER FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.planned_merges(_pairs jsonb)
 RETURNS private.match_merge[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wrong record;
begin
  if jsonb_typeof(_pairs) is distinct from 'array' or jsonb_array_length(_pairs) not between 1 and 1000 then
    raise exception 'Merges are a list of 1 to 1,000 pairs of matches' using errcode = '22023';
  end if;
  select i.place, i.problem, private.match_label(r) as label into wrong
    from private.incoming_merges(_pairs) i left join public.matches r on r.id = i.remove_id
   where i.problem is not null order by i.place limit 1;
  if found then
    raise exception 'Entry %: %', wrong.place || coalesce(' (' || wrong.label || ')', ''),
      private.in_english(jsonb_build_object('kind', wrong.problem))
      using errcode = '22023', detail = private.wrong_entry(wrong.place, wrong.label, wrong.problem);
  end if;
  return (
    with pairs as (
      select i.place, i.keep_id, i.remove_id, i.is_exchanged, k.locks_at as kept_lock, r.locks_at as removed_lock,
             r.status,
             ((r.status = 'completed' and k.status <> 'completed')
                or (r.status = 'live' and k.status = 'live' and r.home_score is not null and k.home_score is null))
             and row_number() over (partition by i.keep_id order by r.status <> 'completed', r.home_score is null,
                                                                    r.completed_at, r.id) = 1 as takes_score
        from private.incoming_merges(_pairs) i
        join public.matches k on k.id = i.keep_id
        join public.matches r on r.id = i.remove_id
    ), merges as (
      select p.place, row(p.keep_id, p.remove_id, p.is_exchanged, p.takes_score,
               -- After the lock of the match that was played, its result may have been known.
               least(p.kept_lock, min(p.removed_lock) filter (where p.takes_score and p.status = 'completed')
                                    over (partition by p.keep_id)))::private.match_merge as merge
        from pairs p
    )
    select array_agg(m.merge order by m.place) from merges m);
end $function$;

CREATE OR REPLACE FUNCTION private.read_answer(_kind text, _answer text[], _least integer, _most integer)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parts text[] := array(select case when _kind like 'team%' then btrim(coalesce(p, ''))
                                 else private.tidy(coalesce(p, '')) end
                          from unnest(_answer) with ordinality a (p, nth) order by nth);
  wrong jsonb;
begin
  if cardinality(parts) not between _least and _most or '' = any (parts) then
    wrong := jsonb_build_object('count', _most, 'kind', case
      when _least < _most then case _kind when 'text' then 'give_up_to_answers' else 'give_up_to_teams' end
      when _least > 1 then 'choose_teams'
      else case _kind when 'number' then 'give_one_number' when 'text' then 'give_one_answer' else 'give_one_team' end
      end);
    raise exception '%', private.in_english(wrong) using errcode = '22023', detail = wrong;
  end if;
  if _kind = 'number' and parts[1] !~ '^[0-9]{1,9}$' then
    raise exception 'The answer is a whole number from 0 to 999,999,999'
      using errcode = '22023', detail = '{"kind": "answer_is_not_a_number"}';
  end if;
  if exists (select from unnest(parts) p where char_length(p) > 100) then
    raise exception 'An answer has at most 100 characters'
      using errcode = '22023', detail = '{"kind": "answer_is_too_long"}';
  end if;
  if _kind in ('team', 'teams') then
    if exists (select unnest(parts) except select t.name from public.teams t where t.name = any (parts)) then
      raise exception 'Choose teams of the club''s list'
        using errcode = '22023', detail = '{"kind": "choose_listed_teams"}';
    end if;
    if (select count(distinct private.answer_key(_kind, p)) from unnest(parts) p) < cardinality(parts) then
      raise exception 'Choose different teams' using errcode = '22023', detail = '{"kind": "choose_different_teams"}';
    end if;
  end if;
  return case _kind when 'number' then array[parts[1]::bigint::text] else parts end;
end $function$;

CREATE OR REPLACE FUNCTION private.reopen_honours_of_season(_done private.season_steps)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told bigint;
begin
  perform private.lock_totals();
  update private.records r set is_running = true, closed_by = null where r.closed_by = _done.ending_id;
  select count(*) into told
    from jsonb_to_recordset(_done.made -> 'periods') w (id bigint)
    join private.told_periods t on t.period_id = w.id and t.told_at >= _done.done_at;
  with early as (
    select p.id, w.before
      from jsonb_to_recordset(_done.made -> 'periods') w (id bigint, before timestamptz, after timestamptz)
      join private.periods p on p.id = w.id
     where not exists (select from private.told_periods t where t.period_id = w.id and t.told_at >= _done.done_at)
       -- If another act has cleared the points since, nothing could write the winners again.
       and exists (select from private.period_distribution d where d.period_id = w.id)
  ), removed as (
    delete from private.period_winners v using early e
     where v.period_id = e.id and e.before is null and v.user_id is not null
  )
  update private.periods p set winners_of = e.before from early e where p.id = e.id;
  return case when told > 0 then jsonb_build_object('kind', 'winners_kept', 'count', told) end;
end $function$;

ALTER FUNCTION "private"."reopen_honours_of_season"(private.season_steps) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reopen_merged_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  undone private.member_merges;
begin
  select * into undone from private.member_merges m where m.undo_id = new.id for update;
  if undone.undo_id is null then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  perform private.lock_totals();
  if exists (select from jsonb_populate_recordset(null::public.group_members, undone.memberships) b
               join public.groups g on g.id = b.group_id
              where not exists (select from public.group_members k
                                 where k.group_id = b.group_id and k.user_id = undone.kept_id)) then
    raise exception 'This has changed since, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "changed_since"}';
  end if;
  delete from public.group_members k
   using jsonb_populate_recordset(null::public.group_members, undone.memberships) b
   where k.group_id = b.group_id and k.user_id in (undone.kept_id, undone.removed_id);
  insert into public.group_members
  select b.* from jsonb_populate_recordset(null::public.group_members, undone.memberships) b
    join public.groups g on g.id = b.group_id;
  perform private.refresh_group_baselines(array[undone.kept_id, undone.removed_id]);
  perform private.return_honours(undone.kept_id, undone.removed_id, undone.honours);
  update auth.users u set banned_until = undone.banned_until where u.id = undone.removed_id;
  if undone.was_admin then
    insert into public.user_roles (user_id, role) values (undone.removed_id, 'admin') on conflict do nothing;
  end if;
  delete from private.member_merges m where m.undo_id = undone.undo_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.report_backup(_kind text, _error text, _last_success timestamp with time zone, _now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reason text := rtrim(left(_error, 500), '.');
  kind_name text := case _kind when 'copy' then 'daily copy' else 'backup' end;
  last text := coalesce(
    'The last one that succeeded is from ' || to_char(_last_success at time zone private.club_time_zone(),
                                                      'FMDay FMDD FMMonth YYYY, HH24:MI') || ' (club time).',
    'None has succeeded yet.');
  told bigint;
begin
  insert into private.backup_states (kind, last_success, error, reported_at)
  values (_kind, _last_success, left(_error, 500), _now)
  on conflict (kind) do update set last_success = excluded.last_success, error = excluded.error,
                                   reported_at = excluded.reported_at;
  if _error is null and _last_success > _now - private.oldest_backup() then
    return 0;
  end if;
  insert into private.announcements (key)
  values (format('%s after %s', _kind, coalesce(extract(epoch from _last_success)::text, 'none')))
  on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message, facts)
  select r.user_id, 'error',
         format('The %s %s', kind_name, case when _error is null then 'is missing' else 'failed' end),
         case when _error is null then format('There has been no %s of the club for two days. ', kind_name)
              else format('The %s of the club failed: %s. ', kind_name, reason) end || last,
         jsonb_build_object(
           'kind', 'backup_failed', 'backup', _kind, 'reason', case when _error is not null then reason end,
           'day', to_char(_last_success at time zone private.club_time_zone(), 'YYYY-MM-DD'),
           'time', to_char(_last_success at time zone private.club_time_zone(), 'HH24:MI'))
    from public.user_roles r where r.role = 'admin';
  get diagnostics told = row_count;
  return told;
end $function$;

CREATE OR REPLACE FUNCTION private.require_audience(_audience text, _competition_id text, _group_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(_audience, '') not in ('everyone', 'subscribers', 'group', 'missing_picks') then
    raise exception 'There are no recipients %', _audience using errcode = '22023';
  end if;
  if _audience = 'subscribers' and not exists (
       select from public.competitions c where c.id = _competition_id and c.needs_subscription) then
    raise exception 'Choose a competition' using errcode = '22023', detail = '{"kind": "choose_a_competition"}';
  end if;
  if _audience = 'group' and not exists (
       select from public.groups g where g.id = _group_id and g.deleted_at is null and g.closed_at is null) then
    raise exception 'Choose a group' using errcode = '22023', detail = '{"kind": "choose_a_group"}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.require_final_period(_period_id bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text := (select private.period_label(p) from private.periods p where p.id = _period_id);
begin
  if label is null then
    raise exception 'There is no such matchday or month' using errcode = 'PT404';
  end if;
  if not exists (select from private.winner_times(clock_timestamp()) t where t.period_id = _period_id and t.is_final)
  then
    raise exception '% is not final', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'period_is_not_final', 'period', label);
  end if;
  return label;
end $function$;

CREATE OR REPLACE FUNCTION private.require_send_time(_send_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _send_at is null or _send_at <= clock_timestamp() or _send_at > clock_timestamp() + interval '1 year' then
    raise exception 'Choose a time in the future, at most a year ahead'
      using errcode = '22023', detail = '{"kind": "choose_a_time"}';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_access_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  restored integer;
  restored_codes integer;
  others integer;
begin
  update public.subscriptions s set status = 'active'
    from jsonb_to_recordset(_made -> 'subscriptions') e (id uuid, expires_at timestamptz)
   where s.id = e.id and s.status = 'expired' and s.expires_at = e.expires_at;
  get diagnostics restored = row_count;
  update public.plan_codes c set expires_at = e.before
    from jsonb_to_recordset(_made -> 'codes') e (id uuid, before timestamptz, after timestamptz)
   where c.id = e.id and not c.is_used and c.expires_at = e.after;
  get diagnostics restored_codes = row_count;
  others := jsonb_array_length(_made -> 'subscriptions') + jsonb_array_length(_made -> 'codes')
            - restored - restored_codes;
  return case when others > 0 then jsonb_build_object('kind', 'access_kept', 'count', others) end;
end $function$;

ALTER FUNCTION "private"."restore_access_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_matches_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cancelled uuid[] := array(select i::uuid from jsonb_array_elements_text(_made -> 'cancelled') i);
  others bigint;
begin
  if cancelled = '{}' then
    return null;
  end if;
  perform set_config('scoreline.undoing', 'on', true);
  -- None is strict: a row that has changed since stays.
  perform private.restore_rows((_made ->> 'undo_id')::uuid, t.table_name, t.key_column, t.kept, false)
     from (select * from private.undo_tables() order by place) t;
  perform set_config('scoreline.undoing', '', true);
  update private.undos u set undone_at = clock_timestamp(), undone_by = (select auth.uid())
   where u.id = (_made ->> 'undo_id')::uuid;
  select count(*) into others from public.matches m where m.id = any (cancelled) and m.status = 'cancelled';
  others := others + cardinality(cancelled) - (select count(*) from public.matches m where m.id = any (cancelled));
  return case when others > 0 then jsonb_build_object('kind', 'matches_kept', 'count', others) end;
end $function$;

ALTER FUNCTION "private"."restore_matches_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_points_of_season(_done private.season_steps)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.finish_scoring();
  perform private.lock_totals();
  update public.user_predictions p
     set cleared_at = null,
         points_earned = case when m.status = 'completed' then private.prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double) end
    from public.matches m
   where m.id = p.match_id
     and p.cleared_at between (_done.made ->> 'from')::timestamptz and (_done.made ->> 'to')::timestamptz;
  perform private.restore_answers((_done.made ->> 'from')::timestamptz, (_done.made ->> 'to')::timestamptz);
  perform private.count_points();
  delete from private.records r
   where r.id in (select i::bigint from jsonb_array_elements_text(_done.made -> 'records') i);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
    perform private.close_records(_done.ending_id);
  end if;
  return '{"kind": "snapshot_kept"}';
end $function$;

ALTER FUNCTION "private"."restore_points_of_season"(private.season_steps) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_rows(_undo_id uuid, _table text, _key text, _kept text[], _is_strict boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  key_type text := (select format_type(a.atttypid, a.atttypmod) from pg_attribute a
                     where a.attrelid = _table::regclass and a.attname = _key);
  assignments text := (
    select string_agg(case when a.attname = any (_kept)
        then format('%1$I = case when coalesce(to_jsonb(t.%1$I), ''null'') = r.after -> %1$L then b.%1$I
                                 else t.%1$I end', a.attname)
        else format('%1$I = b.%1$I', a.attname) end, ', ')
      from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> _key);
  -- The recorded rows of the table ($1, $2), and the condition that a present row (t) is as the action left it ($3).
  recorded text := format(
    'private.undo_rows r cross join lateral jsonb_populate_record(null::%s, r.before) b', _table);
  is_recorded text := format('r.undo_id = $1 and r.table_name = $2 and t.%I = r.row_key::%s', _key, key_type);
  is_unchanged constant text := '(to_jsonb(t) - $3) is not distinct from (r.after - $3)';
  has_changed boolean;
begin
  if _is_strict then
    execute format('select exists (select from private.undo_rows r left join %s t on %s where r.undo_id = $1
                     and r.table_name = $2 and not (%s))', _table, is_recorded, is_unchanged)
      into has_changed using _undo_id, _table, _kept;
    if has_changed then
      raise exception 'This has changed since, so it cannot be undone'
        using errcode = 'SL015', detail = '{"kind": "changed_since"}';
    end if;
  end if;
  execute format('delete from %s t using private.undo_rows r where r.before is null and %s', _table, is_recorded)
    using _undo_id, _table;
  execute format('update %s t set %s from %s where r.before is not null and r.after is not null and %s and %s',
                 _table, assignments, recorded, is_recorded, is_unchanged)
    using _undo_id, _table, _kept;
  execute format('insert into %s overriding system value select b.* from %s where r.undo_id = $1 and r.table_name = $2
                   and r.before is not null and r.after is null %s',
                 _table, recorded, case when not _is_strict then 'on conflict do nothing' else '' end)
    using _undo_id, _table;
end $function$;

CREATE OR REPLACE FUNCTION private.run_next_job(_calls_functions boolean DEFAULT true)
 RETURNS TABLE(job text, edge_function text, run bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.jobs;
  done bigint;
  failure text;
begin
  select j.* into due from private.jobs j
   where j.next_run_at <= clock_timestamp()
     and (j.edge_function is null or (_calls_functions and not exists (
       select from private.job_runs r where r.job = j.name and r.finished_at is null
          and r.started_at > clock_timestamp() - private.job_timeout())))
   order by j.next_run_at limit 1 for update skip locked;
  if not found then
    return;
  end if;
  job := due.name;
  edge_function := due.edge_function;
  update private.jobs set last_run_at = clock_timestamp(), next_run_at = due.next_run_at
      + due.every * ceil(extract(epoch from clock_timestamp() - due.next_run_at
                                 + interval '1 microsecond') / extract(epoch from due.every))
   where name = due.name;
  perform private.end_job_run(r.id, r.job, true, 'The function did not report its result',
                              '{"kind": "no_result_reported"}')
     from private.job_runs r where r.job = due.name and r.finished_at is null;
  insert into private.job_runs (job) values (due.name) returning id into run;
  if due.query is not null then
    begin
      execute due.query into done;
    exception when others then
      failure := format('%s (%s)', sqlerrm, sqlstate);
    end;
    perform private.end_job_run(run, due.name, failure is not null, coalesce(failure, nullif(done, 0)::text));
  elsif not private.has_work(due.edge_function) then
    perform private.end_job_run(run, due.name, false, null);
    edge_function := null;
  end if;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION private.season_in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  n bigint := (_facts ->> 'count')::bigint;
  members text := private.counted((_facts ->> 'members')::bigint, 'member');
  subscriptions text := private.counted((_facts ->> 'subscriptions')::bigint, 'subscription');
  codes text := private.counted((_facts ->> 'codes')::bigint, 'unused code');
begin
  return case _facts ->> 'kind'
    when 'skipped' then 'Skipped'
    when 'no_unfinished_matches' then 'No unfinished matches'
    when 'unfinished_matches' then private.counted(n, 'unfinished match', 'unfinished matches')
    when 'matches_cancelled' then format('%s cancelled, %s kept', private.counted(n, 'match', 'matches'),
                                         _facts ->> 'others')
    when 'leaderboards' then format('%s with %s', private.counted(n, 'leaderboard'), members)
    when 'no_subscriptions' then 'No subscriptions'
    when 'subscriptions' then private.counted(n, 'subscription')
    when 'predictions' then private.counted(n, 'prediction')
    when 'predictions_of_members' then format('%s of %s', private.counted(n, 'prediction'), members)
    when 'honours' then format('The winners of %s and %s, %s',
                               private.counted((_facts ->> 'matchdays')::bigint, 'matchday'),
                               private.counted((_facts ->> 'months')::bigint, 'month'),
                               private.counted((_facts ->> 'records')::bigint, 'record'))
    when 'access_ends' then format('%s and %s end', subscriptions, codes)
    when 'access_ended' then format('%s and %s ended', subscriptions, codes)
    when 'points_cleared' then private.counted(n, 'prediction') || ' set to 0 points'
    when 'no_next_season' then 'No match of the next season yet'
    when 'next_season' then private.counted(n, 'open match', 'open matches') || ' of the next season'
    when 'to_members' then 'To ' || members
    when 'to_members_by' then format('To %s: %s in the bell, %s by push, %s by email', members, _facts ->> 'bell',
                                     _facts ->> 'push', _facts ->> 'email')
    when 'sent_to_members' then 'Sent to ' || members
    when 'matches_kept' then private.counted(n, 'cancelled match has changed since and stays as it is',
                                             'cancelled matches have changed since and stay as they are')
    when 'archives_kept' then format('%s kept, because the points were cleared since',
                                     private.counted(n, 'archive is', 'archives are'))
    when 'subscription_archive_kept' then 'The subscription archive is kept, because entries were added to it'
    when 'winners_kept' then format('The winners of %s were told since and stay',
                                    private.counted(n, 'matchday or month', 'matchdays and months'))
    when 'access_kept' then private.counted(n, 'subscription or code has changed since and stays as it is',
                                            'subscriptions and codes have changed since and stay as they are')
    when 'snapshot_kept' then 'The snapshot that was taken before clearing is kept'
    when 'next_season_kept' then private.counted(n, 'match of the next season stays with its predictions',
                                                 'matches of the next season stay with their predictions')
    when 'message_kept' then private.counted(n, 'member has read the message and keeps it',
                                             'members have read the message and keep it')
    end;
end $function$;

ALTER FUNCTION "private"."season_in_english"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.season_message_draft(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'title', case when _ending.season ~ '^[0-9]' then format('The %s season has ended', _ending.season)
                  else 'The season has ended' end,
    'message', concat_ws(' ',
      'Thank you for playing! The final leaderboards are in the archives, and everyone starts again with 0 points.',
      case when jsonb_array_length(w.made -> 'matches' -> 'cancelled') > 0 then
        format('%s not played and gave no points.',
               private.counted(jsonb_array_length(w.made -> 'matches' -> 'cancelled'), 'match was',
                               'matches were')) end,
      case when jsonb_array_length(w.made -> 'access' -> 'subscriptions') > 0
        then 'The subscriptions of the season have ended.' end,
      case when private.next_season_matches(_ending) > 0
        then 'The matches of the new season are open: make your first picks.' end),
    'facts', jsonb_build_object(
      'kind', 'season_has_ended', 'season', _ending.season,
      'cancelled', coalesce(jsonb_array_length(w.made -> 'matches' -> 'cancelled'), 0),
      'has_ended_subscriptions', coalesce(jsonb_array_length(w.made -> 'access' -> 'subscriptions'), 0) > 0,
      'has_next_season', private.next_season_matches(_ending) > 0))
    from (select jsonb_object_agg(s.step, s.made) as made
            from private.season_steps s where s.ending_id = _ending.id) w
$function$;

CREATE OR REPLACE FUNCTION private.season_step_facts(_step text, _ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case _step
    when 'matches' then
      return (select jsonb_build_object(
                'kind', case when count(*) = 0 then 'no_unfinished_matches' else 'unfinished_matches' end,
                'count', count(*))
                from private.unfinished_matches(_ending.seasons));
    when 'leaderboards' then
      return (select jsonb_build_object(
                'kind', 'leaderboards', 'count', count(distinct m.league),
                'members', (select count(*) from private.player_totals t
                             where t.scope = 'overall' and t.predictions_scored > 0))
                from private.running_matches() m);
    when 'subscriptions' then
      return (select jsonb_build_object('kind', 'subscriptions', 'count', count(*)) from public.subscriptions s
               where s.started_at >= private.first_subscription_day(_ending)::timestamp at time zone 'UTC');
    when 'snapshot' then
      return (select jsonb_build_object('kind', 'predictions', 'count', coalesce(sum(m.predictions_count), 0))
                from public.matches m where m.locks_at <= clock_timestamp());
    when 'honours' then
      return private.honours_in_facts();
    when 'access' then
      return (select jsonb_build_object('kind', 'access_ends', 'subscriptions', count(*),
                                        'codes', (select count(*) from private.codes_to_end(_ending, false)))
                from private.subscriptions_to_end(_ending, false));
    when 'points' then
      return (select jsonb_build_object('kind', 'points_cleared', 'count', coalesce(sum(t.predictions_scored), 0))
                from private.player_totals t where t.scope = 'overall');
    when 'import' then
      return (select jsonb_build_object(
                'kind', case when n.matches = 0 then 'no_next_season' else 'next_season' end, 'count', n.matches)
                from (select private.next_season_matches(_ending) as matches) n);
    when 'members' then
      -- Counted when the step is next, because it looks at the choices of every member.
      if not exists (select from private.season_steps s where s.ending_id = _ending.id and s.step = 'import') then
        return (select jsonb_build_object('kind', 'to_members', 'members', count(*)) from public.profiles);
      end if;
      return (select jsonb_build_object('kind', 'to_members_by', 'members', r.members, 'bell', r.bell,
                                        'push', r.push, 'email', r.email)
                from public.preview_club_message('everyone') r);
  end case;
end $function$;

ALTER FUNCTION "private"."season_step_facts"(text, private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sentence(_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return _facts || jsonb_build_object('text', private.in_english(_facts));
end $function$;

ALTER FUNCTION "private"."sentence"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.snapshot_season(_ending private.season_endings)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.predictions_snapshots := public.create_predictions_snapshot('End of ' || _ending.season);
begin
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'predictions_of_members', 'count', created.predictions,
                                'members', created.players),
    'made', jsonb_build_object('snapshot', created.id));
end $function$;

CREATE OR REPLACE FUNCTION private.tell_members_of_season(_choices jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  members integer;
  sent uuid;
begin
  members := private.add_club_message(_choices ->> 'title', _choices ->> 'message', 'info', 'everyone');
  select m.id into sent from private.club_messages m
   where m.created_by is not distinct from (select auth.uid()) order by m.created_at desc limit 1;
  return jsonb_build_object('facts', jsonb_build_object('kind', 'sent_to_members', 'members', members),
                            'made', jsonb_build_object('message', sent));
end $function$;

CREATE OR REPLACE FUNCTION private.undo_season_steps(_ending private.season_endings, _most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_step private.season_steps;
  fact jsonb;
  kept jsonb := '[]';
begin
  if not exists (select from private.season_steps s
                  where s.ending_id = _ending.id and s.done_at > clock_timestamp() - private.season_undo_window()) then
    raise exception 'It is too late to undo this: 24 hours have passed since the last step'
      using errcode = '22023', detail = '{"kind": "too_late_to_undo_the_season"}';
  end if;
  perform private.lock_for_season_undo(_ending.id);
  for last_step in
    select s.* from private.season_steps s join private.season_step_list() l on l.step = s.step
     where s.ending_id = _ending.id order by l.place desc limit _most
  loop
    if not last_step.is_skipped then
      fact := case last_step.step
        when 'matches' then private.restore_matches_of_season(last_step.made)
        when 'leaderboards' then private.delete_archives_of_season(last_step.made)
        when 'subscriptions' then private.delete_subscription_archive_of_season(last_step.made)
        when 'snapshot' then private.delete_snapshot_of_season(last_step.made)
        when 'honours' then private.reopen_honours_of_season(last_step)
        when 'access' then private.restore_access_of_season(last_step.made)
        when 'points' then private.restore_points_of_season(last_step)
        when 'import' then private.keep_next_season(_ending)
        when 'members' then private.withdraw_message_of_season(last_step.made) end;
      kept := kept || coalesce(private.sentence(fact), '[]');
    end if;
    delete from private.season_steps s where s.ending_id = _ending.id and s.step = last_step.step;
  end loop;
  return kept;
end $function$;

ALTER FUNCTION "private"."undo_season_steps"(private.season_endings, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.warning_in_english(_facts jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case _facts ->> 'kind'
    when 'days_without_points'
      then 'The points of these days were cleared or nobody predicted their matches, so the table would be empty.'
    when 'days_without_results'
      then format('No match of %s was completed on these days, so the table would be empty.', _facts ->> 'league')
    when 'points_without_archive'
      then format('No archive has all points of %s. After clearing, an archive of them is empty.',
                  private.listed_names(_facts -> 'leagues'))
    when 'results_missing' then format('%s no result yet, although the time has passed.', private.counted(
                                         (_facts ->> 'count')::bigint, 'match has', 'matches have'))
    end;
end $function$;

ALTER FUNCTION "private"."warning_in_english"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.withdraw_message_of_season(_made jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.club_messages;
  readers bigint;
begin
  select * into sent from private.club_messages m where m.id = (_made ->> 'message')::uuid;
  if sent.id is not null and sent.withdrawn_at is null then
    perform public.withdraw_club_message(sent.id);
  end if;
  select count(*) into readers from public.notifications n where n.club_message_id = sent.id;
  return case when readers > 0 then jsonb_build_object('kind', 'message_kept', 'count', readers) end;
end $function$;

ALTER FUNCTION "private"."withdraw_message_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.wrong_entry(_place bigint, _label text, _problem text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', 'entry_is_wrong', 'entry', _place,
                            'label', _place || coalesce(' (' || _label || ')', ''),
                            'problem', jsonb_build_object('kind', _problem))
$function$;

ALTER FUNCTION "private"."wrong_entry"(bigint, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.accept_provider_match(_provider_match_id uuid, _problem text, _home text, _away text, _kickoff timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  reported private.provider_matches;
  ours public.matches;
begin
  perform private.begin_admin_action('accept_provider_match');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  select * into ours from public.matches m where m.id = reported.match_id for no key update;
  if ours.id is null or _problem is null
     or (private.link_problem(reported, ours), reported.home_name, reported.away_name, reported.kickoff_at)
        is distinct from (_problem, _home, _away, _kickoff) then
    raise exception 'The provider no longer reports this'
      using errcode = 'PT404', detail = '{"kind": "provider_no_longer_reports"}';
  end if;
  if _problem = 'exchanged' then
    -- Before the predictions, in the lock order of private.lock_provider().
    perform private.lock_totals();
    perform private.exchange_sides(array[ours.id]);
    if ours.status = 'completed' then
      perform private.score_matches(array[ours.id]);
    end if;
  elsif _problem = 'other_teams' then
    update private.provider_matches f set accepted_home = f.home_name, accepted_away = f.away_name
     where f.id = reported.id;
  else
    perform private.move_to_reported_date(reported, ours);
    update private.provider_matches f set accepted_kickoff_at = f.kickoff_at, interrupted = false
     where f.id = reported.id;
  end if;
  perform private.write_audit('accept_provider_match', 'matches', ours.id::text,
    jsonb_build_object('home', ours.home_team_name, 'away', ours.away_team_name, 'kickoff_at', ours.kickoff_at,
                       'status', ours.status),
    jsonb_build_object('problem', _problem, 'home', reported.home_name, 'away', reported.away_name,
                       'kickoff_at', reported.kickoff_at, 'source', reported.provider));
  if exists (select from private.provider_matches f join public.matches m on m.id = f.match_id
              where f.id = reported.id and private.link_problem(f, m) = _problem) then
    raise exception 'One of these teams is on the other side of the match'
      using errcode = '22023', detail = '{"kind": "team_is_on_the_other_side"}';
  end if;
  perform private.apply_last_report(reported.id);
end $function$;

CREATE OR REPLACE FUNCTION public.begin_provider_poll(_by_admin boolean)
 RETURNS TABLE(outcome text, wait_seconds integer, last_error text, poll bigint, provider text, api_key text, purpose text, competitions text[], from_date date, to_date date, error_facts jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  settings private.live_score_provider;
  key text := (select s.value from private.secrets s where s.name = 'live_score_api_key');
  moment timestamptz;
  due record;
  free_at timestamptz;
  requests integer;
begin
  select * into settings from private.live_score_provider for update;
  moment := clock_timestamp();
  provider := settings.provider;
  if key is null then
    outcome := 'no_key';
    return next; return;
  end if;
  if not settings.follows_scores and not settings.follows_fixtures or settings.competitions = '{}' then
    outcome := 'off';
    return next; return;
  end if;
  select * into due from private.due_poll(settings, _by_admin);
  if due.purpose is null then
    outcome := 'not_due';
    return next; return;
  end if;
  -- football-data.org returns the scores of all competitions in one request. Its fixtures, and everything of
  -- API-Football, take one request for each competition.
  requests := case when settings.provider = 'football_data' and due.purpose = 'scores' then 1
                   else cardinality(due.competitions) end;
  if settings.minute_ends_at <= moment then
    settings.minute_left := settings.minute_limit;
    settings.minute_ends_at := moment + interval '1 minute';
  end if;
  free_at := greatest(
    settings.paused_until, settings.polled_at + settings.min_poll_gap,
    case when settings.minute_left < requests then settings.minute_ends_at end,
    -- The provider's days end at midnight UTC.
    case when settings.day_left < requests
         then date_trunc('day', settings.polled_at at time zone 'UTC') at time zone 'UTC' + interval '1 day' end);
  if free_at > moment then
    outcome := 'wait';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    if settings.failed_at >= coalesce(settings.answered_at, '-infinity') then
      last_error := settings.last_error;
      error_facts := settings.error_facts;
    end if;
    return next; return;
  end if;
  update private.live_score_provider f
     set latest_poll = settings.latest_poll + 1, polled_at = moment, minute_left = settings.minute_left - requests,
         minute_ends_at = settings.minute_ends_at,
         day_left = case when settings.polled_at >= date_trunc('day', moment at time zone 'UTC') at time zone 'UTC'
                         then settings.day_left - requests end,
         fixtures_polled_at = case when due.purpose = 'fixtures' then moment else f.fixtures_polled_at end,
         asked_competitions = due.competitions, asked_from = days.first, asked_to = days.last
    from (select (moment at time zone 'UTC')::date - case due.purpose when 'scores' then 2 else 0 end as first,
                 (moment at time zone 'UTC')::date + case due.purpose when 'scores' then 1 else 28 end as last) days
  returning f.asked_from, f.asked_to into from_date, to_date;
  outcome := 'poll';
  poll := settings.latest_poll + 1;
  api_key := key;
  purpose := due.purpose;
  competitions := due.competitions;
  return next;
end $function$;

ALTER FUNCTION "public"."begin_provider_poll"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.fail_provider_poll(_poll bigint, _error text, _wait_seconds integer DEFAULT NULL::integer, _minute_left integer DEFAULT NULL::integer, _minute_ends_in integer DEFAULT NULL::integer, _day_left integer DEFAULT NULL::integer, _facts jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.live_score_provider f where f.latest_poll = _poll for update;
  if not found then
    return;
  end if;
  perform private.store_request_limits(_minute_left, _minute_ends_in, _day_left);
  update private.live_score_provider f
     set failures = f.failures + 1, failed_at = clock_timestamp(), last_error = left(_error, 300),
         error_facts = _facts,
         paused_until = clock_timestamp() + make_interval(secs => case when _wait_seconds is null
           then least(45 * 2 ^ least(f.failures, 10), 1800) else least(greatest(_wait_seconds, 1), 86400) end);
end $function$;

ALTER FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.finish_job_run(_run bigint, _has_failed boolean, _detail text, _facts jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.end_job_run(r.id, r.job, _has_failed, _detail, _facts) from private.job_runs r where r.id = _run
    and r.finished_at is null
$function$;

ALTER FUNCTION "public"."finish_job_run"(bigint, boolean, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.hold_winners(_period_id bigint, _held boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text;
begin
  perform private.begin_admin_action('hold_winners');
  label := private.require_final_period(_period_id);
  -- Waits for a job that tells them at this moment.
  perform from private.periods p where p.id = _period_id for update;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    raise exception 'The winners of % were told already', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'winners_were_told', 'period', label);
  end if;
  update private.periods p set is_held = _held where p.id = _period_id and p.is_held <> _held;
  if found then
    perform private.write_audit('hold_winners', 'periods', _period_id::text, null,
                                jsonb_build_object('period', label, 'is_held', _held));
  end if;
end $function$;

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

CREATE OR REPLACE FUNCTION public.merge_members(_keep_id uuid, _remove_id uuid, _prefer uuid[] DEFAULT '{}'::uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  problem text;
  memberships jsonb;
  was_admin boolean;
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_members');
  problem := private.merge_problem(_keep_id, _remove_id);
  if problem is null then
    perform private.lock_for_merge(_keep_id, _remove_id);
    -- Again after the wait: another admin may have merged one of them.
    problem := private.merge_problem(_keep_id, _remove_id);
  end if;
  if problem is not null then
    raise exception '%', private.in_english(jsonb_build_object('kind', problem))
      using errcode = '22023', detail = jsonb_build_object('kind', problem);
  end if;

  perform private.begin_undo('merge_members', _keep_id::text);
  -- An account without anything to move is merged too, and deleting one of the accounts deletes the record.
  insert into private.undo_rows (undo_id, table_name, row_key, before, after)
  select current_setting('scoreline.recording_undo')::uuid, 'private.member_merges', i::text, null,
         jsonb_build_object('user_id', i)
    from unnest(array[_keep_id, _remove_id]) i;
  memberships := private.memberships_to_merge(_keep_id, _remove_id);
  moved := private.move_predictions(_keep_id, _remove_id, coalesce(_prefer, '{}'));
  perform private.move_subscriptions(_keep_id, _remove_id);
  perform private.move_groups(_keep_id, _remove_id, memberships);
  undo_id := private.end_undo(private.merge_window());
  delete from public.user_roles r where r.user_id = _remove_id and r.role = 'admin';
  was_admin := found;
  insert into private.member_merges (undo_id, kept_id, removed_id, banned_until, was_admin, memberships, honours)
  select undo_id, _keep_id, u.id, u.banned_until, was_admin, memberships, private.move_honours(_keep_id, _remove_id)
    from auth.users u where u.id = _remove_id;
  update auth.users u set banned_until = now() + interval '100 years' where u.id = _remove_id;
  perform private.write_audit('merge_members', 'profiles', _keep_id::text,
                              jsonb_build_object('removed_id', _remove_id),
                              jsonb_build_object('predictions', moved, 'preferred', cardinality(_prefer),
                                                 'undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.merge_teams(_keep_id uuid, _remove_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  kept public.teams;
  removed public.teams;
  conflicts jsonb;
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_teams');
  perform pg_advisory_xact_lock(hashtextextended('public.teams.name', 0));
  perform from public.teams t where t.id in (_keep_id, _remove_id) order by t.id for update;
  select * into kept from public.teams t where t.id = _keep_id;
  select * into removed from public.teams t where t.id = _remove_id;
  if kept.id is null or removed.id is null then
    raise exception 'There is no such team' using errcode = 'PT404';
  end if;
  if kept.id = removed.id then
    raise exception 'A team cannot be merged with itself'
      using errcode = '22023', detail = '{"kind": "team_with_itself"}';
  end if;
  perform from public.matches m
   where kept.name in (m.home_team_name, m.away_team_name) or removed.name in (m.home_team_name, m.away_team_name)
   order by m.id for no key update;
  conflicts := private.matches_between_merges(kept.name, removed.name);
  if conflicts is not null then
    raise exception 'Merge or delete these matches first: %', private.listed_pairs(conflicts)
      using errcode = '22023', detail = jsonb_build_object('kind', 'merge_these_matches_first', 'matches', conflicts);
  end if;

  perform private.begin_undo('merge_teams', kept.id::text);
  if kept.logo_url is null and removed.logo_url is not null then
    update public.teams t set logo_url = removed.logo_url where t.id = kept.id returning t.* into kept;
  end if;
  -- The rules of matches do not apply: a match with predictions keeps its teams under another name.
  perform set_config('scoreline.undoing', 'on', true);
  update public.matches m
     set home_team_name = case m.home_team_name when removed.name then kept.name else m.home_team_name end,
         home_team_logo = case m.home_team_name when removed.name then kept.logo_url else m.home_team_logo end,
         away_team_name = case m.away_team_name when removed.name then kept.name else m.away_team_name end,
         away_team_logo = case m.away_team_name when removed.name then kept.logo_url else m.away_team_logo end,
         updated_at = now()
   where removed.name in (m.home_team_name, m.away_team_name);
  get diagnostics moved = row_count;
  perform set_config('scoreline.undoing', '', true);
  delete from public.teams t where t.id = removed.id;
  if private.canonical_team_name(kept.name) <> private.canonical_team_name(removed.name) then
    -- The canonical name of the removed team becomes the alias, and so do all its aliases.
    insert into public.team_aliases (alias, team_name)
    values (coalesce((select a.team_name from public.team_aliases a
                       where private.team_key(a.alias) = private.team_key(removed.name)
                       order by lower(a.alias) <> lower(removed.name), a.alias limit 1), removed.name), kept.name)
    on conflict do nothing;
  end if;
  undo_id := private.end_undo();
  perform private.write_audit('merge_teams', 'teams', kept.id::text, jsonb_build_object('name', removed.name),
                              jsonb_build_object('name', kept.name, 'matches', moved));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.preview_merge_members(_keep_id uuid, _remove_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  problem text;
begin
  perform private.require_admin();
  problem := private.merge_problem(_keep_id, _remove_id);
  return jsonb_build_object(
    'problem', private.in_english(jsonb_build_object('kind', problem)), 'problem_kind', problem,
    'keep', private.account_facts(_keep_id), 'remove', private.account_facts(_remove_id),
    'predictions', (
      select count(*) from public.user_predictions r
       where r.user_id = _remove_id
         and not exists (select from public.user_predictions k
                          where k.match_id = r.match_id and k.user_id = _keep_id)),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'match_id', m.id, 'match', private.match_label(m), 'is_open', o.is_open,
               'keep', case when not o.is_open then k.home_prediction || '-' || k.away_prediction end,
               'remove', case when not o.is_open then r.home_prediction || '-' || r.away_prediction end,
               'keep_points', k.points_earned, 'remove_points', r.points_earned)
               order by m.kickoff_at desc, m.id), '[]')
        from public.user_predictions r
        join public.user_predictions k on k.match_id = r.match_id and k.user_id = _keep_id
        join public.matches m on m.id = r.match_id
       cross join lateral (
         select m.locks_at > clock_timestamp()
                and (greatest(k.updated_at, r.updated_at) <= m.predictions_revealed_at) is not true as is_open) o
       where r.user_id = _remove_id and _keep_id <> _remove_id),
    'subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'type', r.subscription_type, 'expires_at', case when k.id is null or private.outlasts(r, k)
                                                               then r.expires_at else k.expires_at end,
               'both', k.id is not null) order by r.subscription_type), '[]')
        from public.subscriptions r
        left join public.subscriptions k on k.user_id = _keep_id and k.subscription_type = r.subscription_type
       where r.user_id = _remove_id),
    'payments', (select count(*) from public.payments p where _remove_id in (p.user_id, p.payer_id)),
    'codes', (select count(*) from public.plan_codes c where c.used_by = _remove_id),
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'name', g.name, 'is_owner', g.owner_id = _remove_id,
               'both', exists (select from public.group_members k
                                where k.group_id = g.id and k.user_id = _keep_id)) order by g.name, g.id), '[]')
        from public.group_members r join public.groups g on g.id = r.group_id where r.user_id = _remove_id),
    'honours', (select count(*) from private.period_winners w where w.user_id = _remove_id));
end $function$;

CREATE OR REPLACE FUNCTION public.preview_new_members(_members jsonb)
 RETURNS TABLE(place integer, outcome text, full_name text, phone_number text, email text, reason text, member_id uuid, member_name text, facts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "pg_trgm.similarity_threshold" TO '0.6'
 SET statement_timeout TO '1min'
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  if jsonb_typeof(_members) is distinct from 'array' or jsonb_array_length(_members) not between 1 and 300 then
    raise exception 'A list has 1 to 300 members' using errcode = '22023', detail = '{"kind": "list_is_too_long"}';
  end if;
  return query
  with given as materialized (
    select e.place::integer as place, private.clean_name(e.line ->> 'name') as name,
           nullif(trim(e.line ->> 'phone'), '') as written_phone, private.e164(trim(e.line ->> 'phone')) as phone,
           nullif(lower(trim(e.line ->> 'email')), '') as email
      from jsonb_array_elements(_members) with ordinality e (line, place)
  ), checked as materialized (
    select g.*, private.searchable(g.name) as words,
           case when g.name is null then 'no_name'
                when not private.is_valid_name(g.name)
                  then 'name_is_not_valid'
                when g.written_phone is null and g.email is null then 'contact_is_needed'
                when g.written_phone is not null and g.phone is null then 'phone_is_not_valid'
                when g.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(g.email) > 254
                  then 'email_is_not_valid' end as problem
      from given g
  ), compared as materialized (
    select c.*,
           (select min(o.place) from checked o
             where o.problem is null and o.place < c.place
               and (o.phone = c.phone or o.email = c.email)) as same_contact,
           (select min(o.place) from checked o
             where o.problem is null and o.place < c.place and o.words = c.words) as same_name
      from checked c
  )
  select c.place,
         case when c.problem is not null or c.same_contact is not null then 'unusable'
              when m.id is not null then 'member'
              when s.user_id is not null or c.same_name is not null then 'similar' else 'new' end,
         c.name, c.phone, c.email,
         private.in_english(w.facts), coalesce(m.id, s.user_id), p.full_name, w.facts
    from compared c
    left join lateral (
      select f.id, f.reason from (
        select a.id, 'member_has_phone' as reason from public.profiles a where a.phone_number = c.phone
        union all
        select u.id, 'member_has_phone' from auth.users u where u.phone = ltrim(c.phone, '+')
        union all
        select u.id, 'member_has_email' from auth.users u where u.email = c.email) f
       limit 1) m on c.problem is null and c.same_contact is null
    left join lateral (
      select n.user_id, case when n.name = c.words then 1 else extensions.similarity(n.name, c.words) end as likeness
        from private.player_search n
       where n.name = c.words
          or n.name operator(extensions.%) c.words
       order by 2 desc, 1 limit 1) s on c.problem is null and c.same_contact is null and m.id is null
    left join public.profiles p on p.id = coalesce(m.id, s.user_id)
   cross join lateral (
      select case when c.problem is not null then jsonb_build_object('kind', c.problem)
                  when c.same_contact is not null
                    then jsonb_build_object('kind', 'same_contact_as_line', 'line', c.same_contact)
                  when m.id is not null then jsonb_build_object('kind', m.reason)
                  when s.likeness = 1 then '{"kind": "member_has_name"}'
                  when s.user_id is not null then '{"kind": "member_has_similar_name"}'
                  when c.same_name is not null
                    then jsonb_build_object('kind', 'same_name_as_line', 'line', c.same_name) end as facts) w
   order by c.place;
end $function$;

ALTER FUNCTION "public"."preview_new_members"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.provider_state()
 RETURNS TABLE(provider text, key_is_set boolean, key_set_at timestamp with time zone, follows_scores boolean, follows_fixtures boolean, competitions text[], polled_at timestamp with time zone, answered_at timestamp with time zone, failures integer, failed_at timestamp with time zone, last_error text, paused_until timestamp with time zone, minute_left integer, day_left integer, in_play integer, error_facts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select f.provider, s.name is not null, s.updated_at, f.follows_scores, f.follows_fixtures, f.competitions,
         f.polled_at, f.answered_at,
         f.failures, f.failed_at, f.last_error, f.paused_until,
         case when f.minute_ends_at > clock_timestamp() then f.minute_left else f.minute_limit end, f.day_left,
         (select count(*)::integer from private.matches_in_play(f)), f.error_facts
    from private.live_score_provider f left join private.secrets s on s.name = 'live_score_api_key';
end $function$;

ALTER FUNCTION "public"."provider_state"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.restore_group(_group_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted public.groups := private.own_group(_group_id);
begin
  if deleted.deleted_at <= clock_timestamp() - private.group_restore_window() then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  update public.groups g set deleted_at = null where g.id = _group_id and g.deleted_at is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.save_live_score_api_key(_api_key text, _provider text DEFAULT NULL::text, _seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refuse_changed(
    _seen || jsonb_build_object('key_set_at', (_seen ->> 'key_set_at')::timestamptz),
    jsonb_build_object('provider', settings.provider, 'key_set_at',
                       (select s.updated_at from private.secrets s where s.name = 'live_score_api_key')))
    from private.lock_provider() settings;
  insert into private.secrets (name, value) values ('live_score_api_key', _api_key)
  on conflict (name) do update set value = excluded.value, updated_at = now();
  update private.live_score_provider
     set provider = coalesce(_provider, provider), failures = 0, failed_at = null,
         last_error = null, error_facts = null, paused_until = null, day_left = null, minute_left = minute_limit,
         minute_ends_at = '-infinity';
end $function$;

CREATE OR REPLACE FUNCTION public.scheduled_runs(_job text DEFAULT NULL::text, _only_failed boolean DEFAULT false, _limit integer DEFAULT 50)
 RETURNS TABLE(id bigint, job text, started_at timestamp with time zone, finished_at timestamp with time zone, has_failed boolean, detail text, facts jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query select r.id, r.job, r.started_at, r.finished_at, r.has_failed, r.detail, r.facts from private.job_runs r
    where (_job is null or r.job = _job) and (r.has_failed or not _only_failed)
    order by r.id desc limit least(greatest(_limit, 1), 200);
end $function$;

ALTER FUNCTION "public"."scheduled_runs"(text, boolean, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.season_plan()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ending private.season_endings;
  running record;
  steps jsonb;
  next_step text;
  last_step_at timestamptz;
begin
  perform private.require_admin();
  ending := private.current_season_ending();
  select * into running from private.running_season();
  if ending.id is null and running.season is not null then
    ending.season := running.season;
    ending.first_day := running.first_day;
    ending.last_day := running.last_day;
    ending.seasons := running.seasons;
  end if;
  if ending.season is not null then
    select jsonb_agg(jsonb_build_object(
             'step', l.step, 'title', l.title, 'is_skippable', l.is_skippable,
             'state', case when s.step is null then 'open' when s.is_skipped then 'skipped' else 'done' end,
             'words', coalesce(s.summary, private.in_english(f.facts)), 'facts', f.facts,
             'done_at', s.done_at, 'done_by', p.full_name) order by l.place),
           (array_agg(l.step order by l.place) filter (where s.step is null))[1], max(s.done_at)
      into steps, next_step, last_step_at
      from private.season_step_list() l
      left join private.season_steps s on s.ending_id = ending.id and s.step = l.step
      left join public.profiles p on p.id = s.done_by
     cross join lateral (select case when s.step is null then private.season_step_facts(l.step, ending)
                                     else s.facts end as facts) f;
  end if;
  return jsonb_build_object(
    'state', case when ending.finished_at is not null then 'done' when ending.id is not null then 'under_way'
                  when ending.season is not null then 'ready' else 'nothing' end,
    'season', ending.season, 'first_day', ending.first_day, 'last_day', ending.last_day, 'next', next_step,
    'undo_until', case when last_step_at > clock_timestamp() - private.season_undo_window()
                       then last_step_at + private.season_undo_window() end,
    'undone_at', case when ending.id is null then (
      select max(e.undone_at) from private.season_endings e
       where e.undone_at > clock_timestamp() - private.season_undo_window()) end,
    'lasting', case when next_step = 'access' then
      (select count(*) from private.subscriptions_to_end(ending, true))
      - (select count(*) from private.subscriptions_to_end(ending, false))
      + (select count(*) from private.codes_to_end(ending, true))
      - (select count(*) from private.codes_to_end(ending, false)) end,
    'draft', case when next_step = 'members' then private.season_message_draft(ending) end,
    'steps', coalesce(steps, '[]'));
end $function$;

CREATE OR REPLACE FUNCTION public.season_warnings(_act text, _league text DEFAULT NULL::text, _start_date date DEFAULT NULL::date, _end_date date DEFAULT NULL::date)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unarchived jsonb;
  late bigint;
begin
  perform private.require_admin();
  if coalesce(_act, '') not in ('archive', 'clear') then
    raise exception 'There are no warnings of %', _act using errcode = '22023';
  end if;
  if _act = 'archive' and not exists (
    select from private.running_matches() m
     where m.league = _league and m.match_date between _start_date and _end_date) then
    return next private.sentence(case when exists (
        select from public.matches m
         where m.status = 'completed' and m.league = _league and m.match_date between _start_date and _end_date)
      then '{"kind": "days_without_points"}'
      else jsonb_build_object('kind', 'days_without_results', 'league', _league) end);
  end if;
  if _act = 'clear' then
    -- An archive with all days and predictions of the competition.
    select jsonb_agg(c.name order by c.position) into unarchived
      from public.competitions c cross join lateral private.running_season(c.name) s
     where not exists (
       select from public.leaderboard_archives a
        where a.league = c.name and a.start_date <= s.first_day and a.end_date >= s.last_day
          and (select sum(r.predictions_scored) from public.archived_leaderboard_rows r where r.archive_id = a.id)
              >= (select sum(t.predictions_scored) from private.player_totals t where t.scope = c.id));
    if unarchived is not null then
      return next private.sentence(jsonb_build_object('kind', 'points_without_archive', 'leagues', unarchived));
    end if;
  end if;
  select count(*) into late from public.matches m
   where private.is_awaiting_result(m, clock_timestamp())
     and (_act = 'clear' or (m.league = _league and m.match_date between _start_date and _end_date));
  if late > 3 then
    return next private.sentence(jsonb_build_object('kind', 'results_missing', 'count', late));
  end if;
end $function$;

ALTER FUNCTION "public"."season_warnings"(text, text, date, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.skip_season_step(_step text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ending private.season_endings;
  this record;
begin
  perform private.begin_admin_action('skip_season_step');
  ending := private.lock_season_ending(false);
  if private.is_season_step_done(ending.id, _step) then
    return;
  end if;
  select * into this from private.season_step_list() l where l.step = _step;
  if not this.is_skippable then
    raise exception 'The step "%" cannot be skipped', this.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'step_cannot_be_skipped', 'step', _step);
  end if;
  perform private.keep_season_step(ending.id, _step, true, '{"kind": "skipped"}', '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.take_season_step(_step text, _choices jsonb DEFAULT '{}'::jsonb, _pin text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  ending private.season_endings;
  work jsonb;
begin
  perform private.begin_admin_action('take_season_step');
  ending := private.lock_season_ending(true);
  if private.is_season_step_done(ending.id, _step) then
    return (select jsonb_build_object('outcome', 'already', 'summary', s.summary, 'facts', s.facts)
              from private.season_steps s where s.ending_id = ending.id and s.step = _step);
  end if;
  case _step
    when 'matches' then work := private.finish_matches_of_season(ending, _choices);
    when 'leaderboards' then work := private.archive_leaderboards_of_season(ending);
    when 'subscriptions' then work := private.archive_subscriptions_of_season(ending);
    when 'snapshot' then work := private.snapshot_season(ending);
    when 'honours' then work := private.close_honours_of_season(ending);
    when 'access' then work := private.end_access_of_season(ending, _choices);
    when 'points' then work := private.clear_points_of_season(ending, _pin);
    when 'import' then work := private.confirm_next_season(ending);
    when 'members' then work := private.tell_members_of_season(_choices);
  end case;
  if work ? 'outcome' then
    return work;
  end if;
  return jsonb_build_object(
    'outcome', 'done', 'facts', work -> 'facts',
    'summary', private.keep_season_step(ending.id, _step, false, work -> 'facts', work -> 'made'));
end $function$;

CREATE OR REPLACE FUNCTION public.tell_results()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waiting date[];
  posted bigint;
begin
  perform private.begin_admin_action('tell_results');
  if exists (select from private.untold_results(clock_timestamp()) u where u.can_be_undone) then
    raise exception 'A result can still be undone. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "result_can_be_undone"}';
  end if;
  perform private.lock_totals();
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "points_are_being_counted"}';
  end if;
  waiting := array(select u.day from private.untold_results(clock_timestamp()) u order by u.day);
  if cardinality(waiting) = 0 then
    return 0;
  end if;
  posted := private.tell_results_of(waiting, clock_timestamp());
  perform private.write_audit('tell_results', 'matches', null, null,
    jsonb_build_object('days', private.format_days(waiting[1], waiting[cardinality(waiting)])));
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_winners(_period_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  label text;
  posted bigint;
begin
  perform private.begin_admin_action('tell_winners');
  label := private.require_final_period(_period_id);
  if _period_id in (select private.undoable_periods(clock_timestamp())) then
    raise exception 'A result of % can still be undone. Try again in a minute.', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'result_of_period_can_be_undone', 'period', label);
  end if;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    return 0;
  end if;
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "points_are_being_counted"}';
  end if;
  posted := private.announce_winners(_sent_now => _period_id);
  perform private.write_audit('tell_winners', 'periods', _period_id::text, null, jsonb_build_object('period', label));
  return posted;
end $function$;

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
begin
  perform private.begin_admin_action('undo');
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id for update;
  if entry.id is null then
    raise exception 'There is nothing to undo' using errcode = 'PT404';
  end if;
  perform private.require_own_act(entry.admin_user_id, entry.action);
  if entry.undone_at is not null then
    raise exception 'This has been undone already' using errcode = 'SL014', detail = '{"kind": "undone_already"}';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014', detail = '{"kind": "too_late_to_undo"}';
  end if;
  match_ids := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches'
    union
    select (coalesce(r.before, r.after) ->> 'match_id')::uuid from private.undo_rows r
     where r.undo_id = entry.id and r.table_name = 'public.user_predictions');
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "added_matches_have_predictions"}';
  end if;
  perform private.lock_totals();
  perform set_config('scoreline.undoing', 'on', true);
  begin
    perform private.restore_deleted_teams(entry.id);
    perform private.restore_rows(entry.id, t.table_name, t.key_column, t.kept, t.is_strict)
       from (select * from private.undo_tables() order by place) t;
    perform private.delete_added_teams(entry.id);
    perform private.restore_changed_logos(entry.id);
  exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
    raise exception 'This has changed since, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "changed_since"}';
  end;
  delete from private.uncounted_predictions u where u.match_id = any (match_ids);
  update public.matches m set predictions_count = g.predictions
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(match_ids) i (id)) g
   where m.id = g.id and m.predictions_count <> g.predictions;
  perform set_config('scoreline.undoing', '', true);
  if match_ids <> '{}' then
    perform private.score_matches(match_ids);
    delete from private.past_ranks;
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

CREATE OR REPLACE FUNCTION public.undo_season()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  ending private.season_endings;
  kept jsonb;
begin
  perform private.begin_admin_action('undo_season');
  ending := private.lock_season_ending(false);
  kept := private.undo_season_steps(ending, null);
  update private.season_endings e set undone_at = clock_timestamp() where e.id = ending.id;
  perform private.write_audit('undo_season', 'season_endings', ending.id::text, null,
                              jsonb_build_object('season', ending.season, 'kept', kept));
  return kept;
end $function$;

ALTER FUNCTION "public"."undo_season"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_season_step(_step text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  ending private.season_endings;
  latest record;
  kept jsonb;
begin
  perform private.begin_admin_action('undo_season_step');
  ending := private.lock_season_ending(false);
  if not exists (select from private.season_steps s where s.ending_id = ending.id and s.step = _step) then
    raise exception 'This step is not done' using errcode = 'PT404';
  end if;
  select l.step, l.title into latest
    from private.season_steps s join private.season_step_list() l on l.step = s.step
   where s.ending_id = ending.id order by l.place desc limit 1;
  if latest.step <> _step then
    raise exception 'First undo the later step "%"', latest.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'first_undo_the_step', 'step', latest.step);
  end if;
  kept := private.undo_season_steps(ending, 1);
  update private.season_endings e
     set finished_at = null,
         undone_at = case when not exists (select from private.season_steps s where s.ending_id = e.id)
                          then clock_timestamp() end
   where e.id = ending.id;
  perform private.write_audit('undo_season_step', 'season_endings', ending.id::text, null,
                              jsonb_build_object('step', latest.title, 'key', latest.step, 'kept', kept));
  return kept;
end $function$;

ALTER FUNCTION "public"."undo_season_step"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.withdraw_club_message(_message_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.club_messages;
  removed uuid[];
begin
  perform private.begin_admin_action('withdraw_club_message');
  sent := private.lock_club_message(_message_id);
  if sent.sent_at is null then
    raise exception 'This message was not sent' using errcode = '22023', detail = '{"kind": "message_was_not_sent"}';
  elsif sent.withdrawn_at is not null then
    raise exception 'This message was withdrawn already'
      using errcode = '22023', detail = '{"kind": "message_was_withdrawn"}';
  end if;
  with deleted as (
    delete from public.notifications n where n.club_message_id = _message_id and not n.read returning n.user_id
  )
  select coalesce(array_agg(d.user_id), '{}') into removed from deleted d;
  update private.messages m set state = 'dropped', last_error = 'Withdrawn by an organiser'
   where m.state = 'waiting' and m.dedupe_key = private.club_message_key(_message_id);
  update private.club_messages set withdrawn_at = clock_timestamp() where id = _message_id;
  -- Realtime sends a deletion to every subscriber of the table, so each of these members is told on the own channel.
  perform realtime.send(jsonb_build_object('changed', 'notifications'), 'changed', 'member:' || r.id, true)
     from unnest(removed) r (id);
  perform private.write_audit('withdraw_club_message', 'club_messages', _message_id::text, null,
    jsonb_build_object('title', sent.title, 'players', cardinality(removed)));
  return cardinality(removed);
end $function$;

COMMENT ON COLUMN "private"."season_steps"."facts" IS 'the summary as facts (71_sentences.sql); null for steps of earlier versions';

REVOKE ALL ON FUNCTION "private"."answer_problem_in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_problem_in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_problem_in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_archives_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_archives_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_archives_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_job_run"(bigint, text, boolean, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_job_run"(bigint, text, boolean, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_job_run"(bigint, text, boolean, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."honours_in_facts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."honours_in_facts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."honours_in_facts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_next_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_next_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_next_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."listed_names"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listed_names"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."listed_names"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."listed_pairs"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."listed_pairs"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."listed_pairs"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."match_problem_in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."match_problem_in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."match_problem_in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."matches_between_merges"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."matches_between_merges"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."matches_between_merges"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."member_problem_in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."member_problem_in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."member_problem_in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."plan_import"(text, text, text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen_honours_of_season"(private.season_steps) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_honours_of_season"(private.season_steps) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopen_honours_of_season"(private.season_steps) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_access_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_access_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_access_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_matches_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_matches_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_matches_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_points_of_season"(private.season_steps) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_points_of_season"(private.season_steps) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_points_of_season"(private.season_steps) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_step_facts"(text, private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_step_facts"(text, private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_step_facts"(text, private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."sentence"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sentence"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sentence"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."warning_in_english"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."warning_in_english"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."warning_in_english"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_message_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_message_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_message_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."wrong_entry"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."wrong_entry"(bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."wrong_entry"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."begin_provider_poll"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."begin_provider_poll"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_provider_poll"(boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."begin_provider_poll"(boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."fail_provider_poll"(bigint, text, integer, integer, integer, integer, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."finish_job_run"(bigint, boolean, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."finish_job_run"(bigint, boolean, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_job_run"(bigint, boolean, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."finish_job_run"(bigint, boolean, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_new_members"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_new_members"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."provider_state"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."provider_state"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."provider_state"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."provider_state"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."provider_state"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."scheduled_runs"(text, boolean, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."scheduled_runs"(text, boolean, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."scheduled_runs"(text, boolean, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."scheduled_runs"(text, boolean, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."scheduled_runs"(text, boolean, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."season_warnings"(text, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_warnings"(text, text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_season"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_season"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_season"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_season"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_season"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."undo_season_step"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_season_step"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."undo_season_step"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_season_step"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."undo_season_step"(text) TO "service_role";
