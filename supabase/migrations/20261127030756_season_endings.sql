set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "a_cancelled_match_is_announced" ON "public"."matches";

CREATE TABLE "private"."season_endings" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "season" text NOT NULL, "first_day" date NOT NULL, "last_day" date NOT NULL, "seasons" text[] NOT NULL, "started_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "started_by" uuid, "finished_at" timestamp with time zone, "undone_at" timestamp with time zone, CONSTRAINT "a_season_ends_after_it_starts" CHECK ((first_day <= last_day)), CONSTRAINT "season_endings_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."season_endings" OWNER TO "postgres";

CREATE TABLE "private"."season_steps" ("ending_id" uuid NOT NULL, "step" text NOT NULL, "is_skipped" boolean NOT NULL, "done_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "done_by" uuid, "summary" text NOT NULL, "made" jsonb NOT NULL DEFAULT '{}'::jsonb, CONSTRAINT "season_steps_pkey" PRIMARY KEY (ending_id, step), CONSTRAINT "step_is_known" CHECK ((step = ANY (ARRAY['matches'::text, 'leaderboards'::text, 'subscriptions'::text, 'snapshot'::text, 'honours'::text, 'access'::text, 'points'::text, 'import'::text, 'members'::text]))));

ALTER TABLE "private"."season_steps" OWNER TO "postgres";

ALTER TABLE "private"."records" ADD COLUMN "closed_by" uuid;

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
    'summary', format('%s with %s', private.counted(cardinality(archive_ids), 'leaderboard'),
                      private.counted(members, 'member')),
    'made', jsonb_build_object('archives', archive_ids));
end $function$;

ALTER FUNCTION "private"."archive_leaderboards_of_season"(private.season_endings) OWNER TO "postgres";

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
    return '{"summary": "No subscriptions"}';
  end if;
  select * into created from public.create_subscription_archive(
    _ending.season || ' subscriptions', '', private.first_subscription_day(_ending),
    (now() at time zone 'UTC')::date);
  return jsonb_build_object('summary', private.counted(created.archived, 'subscription'),
                            'made', jsonb_build_object('archive', created.id, 'archived', created.archived));
end $function$;

ALTER FUNCTION "private"."archive_subscriptions_of_season"(private.season_endings) OWNER TO "postgres";

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
    'summary', private.counted(done.cleared, 'prediction') || ' set to 0 points',
    'made', jsonb_build_object(
      'from', began_at, 'to', clock_timestamp(), 'snapshot', done.snapshot_id,
      'records', coalesce((select jsonb_agg(r.id) from private.records r
                            where r.id > coalesce(last_record, 0)), '[]')));
end $function$;

ALTER FUNCTION "private"."clear_points_of_season"(private.season_endings, text) OWNER TO "postgres";

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
  return jsonb_build_object('summary', private.honours_in_words(), 'made', jsonb_build_object('periods', written));
end $function$;

ALTER FUNCTION "private"."close_honours_of_season"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.close_records(_ending_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.records r set is_running = false, closed_by = _ending_id where r.is_running
$function$;

ALTER FUNCTION "private"."close_records"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.codes_to_end(_ending private.season_endings, _all boolean)
 RETURNS SETOF public.plan_codes
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.* from public.plan_codes c
   where not c.is_used and c.expires_at > clock_timestamp()
     and (_all or (c.created_at <= private.end_of_day(_ending.last_day)
                   and c.expires_at <= private.end_of_day(_ending.last_day + 60)))
$function$;

ALTER FUNCTION "private"."codes_to_end"(private.season_endings, boolean) OWNER TO "postgres";

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
      using errcode = '22023';
  end if;
  return jsonb_build_object('summary', private.season_step_words('import', _ending));
end $function$;

ALTER FUNCTION "private"."confirm_next_season"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.counted(_number bigint, _one text, _many text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select to_char(_number, 'FM9,999,999,999') || ' ' || case _number when 1 then _one else coalesce(_many, _one || 's')
                                                       end
$function$;

ALTER FUNCTION "private"."counted"(bigint, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.current_season_ending()
 RETURNS private.season_endings
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.* from private.season_endings e
   where e.undone_at is null
     and (e.finished_at is null or e.finished_at > clock_timestamp() - private.season_undo_window())
   order by e.started_at desc limit 1
$function$;

ALTER FUNCTION "private"."current_season_ending"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_archives_of_season(_made jsonb)
 RETURNS text
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
  return case when others > 0 then
    format('%s kept, because the points were cleared since',
           private.counted(others, 'archive is', 'archives are')) end;
end $function$;

ALTER FUNCTION "private"."delete_archives_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_snapshot_of_season(_made jsonb)
 RETURNS text
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
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made_id uuid := (_made ->> 'archive')::uuid;
begin
  if (select count(*) from public.archived_subscriptions s where s.archive_id = made_id)
     > (_made ->> 'archived')::integer then
    return 'The subscription archive is kept, because entries were added to it';
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
    'summary', format('%s and %s ended', private.counted(jsonb_array_length(made -> 'subscriptions'), 'subscription'),
                      private.counted(jsonb_array_length(made -> 'codes'), 'unused code')),
    'made', made);
end $function$;

ALTER FUNCTION "private"."end_access_of_season"(private.season_endings, jsonb) OWNER TO "postgres";

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
    'summary', case when jsonb_array_length(cancelled) + others = 0 then 'No unfinished matches'
                    else format('%s cancelled, %s kept', private.counted(jsonb_array_length(cancelled), 'match',
                                                                          'matches'), others) end,
    'made', jsonb_build_object('undo_id', undo_id, 'cancelled', cancelled));
end $function$;

ALTER FUNCTION "private"."finish_matches_of_season"(private.season_endings, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.first_subscription_day(_ending private.season_endings)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select least(_ending.first_day, min((s.started_at at time zone 'UTC')::date))
    from public.subscriptions s
   where s.expires_at >= _ending.first_day::timestamp at time zone private.club_time_zone()
$function$;

ALTER FUNCTION "private"."first_subscription_day"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.honours_are_closed()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from private.season_endings e join private.season_steps s on s.ending_id = e.id
     where e.undone_at is null and e.finished_at is null and s.step = 'honours' and not s.is_skipped
       and not exists (select from private.season_steps o where o.ending_id = e.id and o.step = 'points'))
$function$;

ALTER FUNCTION "private"."honours_are_closed"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.honours_in_words()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format('The winners of %s and %s, %s',
                private.counted(count(*) filter (where p.kind = 'matchday'), 'matchday'),
                private.counted(count(*) filter (where p.kind = 'month'), 'month'),
                private.counted((select count(distinct r.kind) from private.records r
                                  where r.is_running or r.closed_by is not null), 'record'))
    from private.periods p where exists (select from private.period_distribution d where d.period_id = p.id)
$function$;

ALTER FUNCTION "private"."honours_in_words"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_season_step_done(_ending_id uuid, _step text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing text;
begin
  if not exists (select from private.season_step_list() l where l.step = _step) then
    raise exception 'There is no step %', _step using errcode = '22023';
  end if;
  if exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = _step) then
    return true;
  end if;
  select l.title into missing
    from private.season_step_list() l join private.season_step_list() this on this.step = _step
   where l.place < this.place
     and not exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = l.step)
   order by l.place limit 1;
  if missing is not null then
    raise exception 'First comes the step "%"', missing using errcode = '22023';
  end if;
  return false;
end $function$;

ALTER FUNCTION "private"."is_season_step_done"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_next_season(_ending private.season_endings)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when n.matches > 0 then
           private.counted(n.matches, 'match of the next season stays with its predictions',
                           'matches of the next season stay with their predictions') end
    from (select private.next_season_matches(_ending) as matches) n
$function$;

ALTER FUNCTION "private"."keep_next_season"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_season_step(_ending_id uuid, _step text, _is_skipped boolean, _summary text, _made jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  audited jsonb := jsonb_build_object('step', (select l.title from private.season_step_list() l where l.step = _step),
                                      'summary', _summary);
begin
  insert into private.season_steps (ending_id, step, is_skipped, done_by, summary, made)
  values (_ending_id, _step, _is_skipped, (select auth.uid()), _summary, coalesce(_made, '{}'));
  update private.season_endings e set finished_at = clock_timestamp()
   where e.id = _ending_id
     and (select count(*) from private.season_steps s where s.ending_id = e.id)
         = (select count(*) from private.season_step_list());
  if _is_skipped then
    perform private.write_audit('skip_season_step', 'season_endings', _ending_id::text, null, audited);
  else
    perform private.write_audit('take_season_step', 'season_endings', _ending_id::text, null, audited);
  end if;
end $function$;

ALTER FUNCTION "private"."keep_season_step"(uuid, text, boolean, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_for_season_undo(_ending_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made jsonb := (select jsonb_object_agg(s.step, s.made) from private.season_steps s where s.ending_id = _ending_id);
begin
  perform private.lock_provider();
  perform from public.matches m
   where m.id in (select i::uuid from jsonb_array_elements_text(made -> 'matches' -> 'cancelled') i)
   order by m.id for no key update;
  perform from public.plan_codes c
   where c.id in (select (e ->> 'id')::uuid from jsonb_array_elements(made -> 'access' -> 'codes') e)
   order by c.id for update;
  perform from public.subscriptions s
   where s.id in (select (e ->> 'id')::uuid from jsonb_array_elements(made -> 'access' -> 'subscriptions') e)
   order by s.id for update;
end $function$;

ALTER FUNCTION "private"."lock_for_season_undo"(uuid) OWNER TO "postgres";

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
    raise exception '%', case when _starts then 'There is nothing to end: no match with predictions was completed'
                              else 'No season is being ended' end using errcode = '22023';
  end if;
  -- The state after another organiser's transaction.
  select * into current from private.season_endings e where e.id = current.id for update;
  if current.undone_at is not null then
    raise exception 'Another organiser has just undone this. Load the page again' using errcode = '22023';
  end if;
  return current;
end $function$;

ALTER FUNCTION "private"."lock_season_ending"(boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.next_season_matches(_ending private.season_endings)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) from public.matches m
   where m.status = 'upcoming' and m.locks_at > clock_timestamp()
     and (coalesce(m.season, '') <> all (_ending.seasons) and m.match_date > _ending.last_day)
$function$;

ALTER FUNCTION "private"."next_season_matches"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refresh_records()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.record_computations as c (computed_at) values (clock_timestamp())
  on conflict (only_row) do update set computed_at = excluded.computed_at;
  delete from private.records r where r.is_running or r.closed_by is not null;
  insert into private.records (kind, user_id, full_name, value, happened_on, match_id, detail, period_id)
  select q.kind, q.user_id, coalesce(f.full_name, 'Player'), q.value, coalesce(q.happened_on, m.match_date),
         q.match_id, coalesce(q.detail, private.result_label(m)), coalesce(q.period_id, r.id)
    from (
      (select distinct on (t.user_id) 'best_matchday' as kind, t.user_id, t.points as value, s.last_day as happened_on,
              null::uuid as match_id, p.id as period_id,
              concat_ws(', ', concat_ws(' ', c.name, p.season), p.round) as detail
         from (select d.period_id, d.points, d.perfect_scores, rank() over (order by d.points desc) as rank
                 from private.period_distribution d
                 join private.periods n on n.id = d.period_id and n.kind = 'matchday'
                where d.points > 0) b
         join private.period_totals t on t.period_id = b.period_id and t.points = b.points
              and t.perfect_scores = b.perfect_scores
         join private.periods p on p.id = b.period_id
         join public.competitions c on c.id = p.competition_id
         join private.period_states('matchday') s on s.period_id = p.id
        where b.rank = 1
        order by t.user_id, s.last_day, p.id)
      union all
      (select distinct on (t.user_id) 'exact_scores', t.user_id, t.perfect_scores, null, n.id, null, null
         from (select o.user_id, o.perfect_scores, rank() over (order by o.perfect_scores desc) as rank
                 from private.player_totals o where o.scope = 'overall' and o.perfect_scores > 0) t
         join public.user_predictions p on p.user_id = t.user_id and p.points_earned = 3 and p.cleared_at is null
         join public.matches n on n.id = p.match_id and n.status = 'completed'
        where t.rank = 1
        order by t.user_id, n.kickoff_at desc, n.id)
      union all
      select 'scoring_run', b.user_id, b.value, null, b.match_id, null, null
        from private.best_scoring_runs() b where b.value > 1
      union all
      (select distinct on (b.user_id) 'climb', b.user_id, b.value, b.day, n.id, null, null
         from private.biggest_climbs() b
         join private.scored_matches d on d.day = b.day
         join public.user_predictions p on p.match_id = d.match_id and p.user_id = b.user_id
         join public.matches n on n.id = p.match_id
        order by b.user_id, p.points_earned desc, n.kickoff_at desc, n.id)
      union all
      (select 'only_exact', e.user_id, e.predictions, null, e.match_id, null, null
         from (select p.match_id, (array_agg(p.user_id) filter (where p.points_earned = 3))[1] as user_id,
                      count(*)::integer as predictions
                 from public.user_predictions p
                where p.points_earned is not null and p.cleared_at is null
                group by p.match_id
               having count(*) filter (where p.points_earned = 3) = 1 and count(*) >= 5) e
         join public.matches n on n.id = e.match_id
        order by e.predictions desc, n.kickoff_at, n.id limit 3)
    ) q
    left join public.profiles f on f.id = q.user_id
    left join public.matches m on m.id = q.match_id
    left join public.competitions c on c.name = m.league
    left join private.periods r on r.kind = 'matchday' and r.competition_id = c.id and r.round = m.round
         and r.season is not distinct from m.season
   -- A match that was deleted since its points were counted.
   where q.match_id is null or m.id is not null;
end $function$;

CREATE OR REPLACE FUNCTION private.refresh_winners(_now timestamp with time zone DEFAULT clock_timestamp(), _at_once bigint[] DEFAULT '{}'::bigint[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  are_closed boolean := private.honours_are_closed();
  waiting bigint[];
  final_periods private.periods[];
  settled bigint[];
  reopened bigint[];
begin
  -- With the lock, so that no result comes between.
  perform private.lock_totals();
  if not private.settle_points() then
    return false;
  end if;
  update private.periods p set over_since = case when s.is_over then _now end
    from private.period_states(_now => _now) s
   where s.period_id = p.id and s.is_over is distinct from (p.over_since is not null);
  waiting := array(select private.undoable_periods(_now));
  select array_agg(p) filter (where e.is_final), array_agg(p.id) filter (where e.is_final),
         array_agg(p.id) filter (where not e.is_final)
    into final_periods, settled, reopened
    from private.periods p
    join private.winner_times(_now) t on t.period_id = p.id
   -- The season's end also ends a month whose matches are over.
   cross join lateral (select t.is_final or ((are_closed or p.id = any (_at_once)) and p.over_since is not null)
                                as is_final) e
   where case when e.is_final then p.winners_of is distinct from p.changed_at and p.id <> all (waiting)
                and (t.is_silent or p.id = any (_at_once) or (t.due_at <= _now and not p.is_held))
              else p.winners_of is not null end
     and exists (select from private.period_distribution d where d.period_id = p.id);
  delete from private.period_winners w where w.period_id = any (settled || reopened) and w.user_id is not null;
  insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
  select b.* from private.best_in_periods(settled) b;
  update private.periods p set winners_of = null where p.id = any (reopened);
  -- The value that was read first: a result that was scored meanwhile is then found by the next run.
  update private.periods p set winners_of = f.changed_at from unnest(final_periods) f where p.id = f.id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.reopen_honours_of_season(_done private.season_steps)
 RETURNS text
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
  return case when told > 0 then
    format('The winners of %s were told since and stay', private.counted(told, 'matchday or month',
                                                                          'matchdays and months')) end;
end $function$;

ALTER FUNCTION "private"."reopen_honours_of_season"(private.season_steps) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_access_of_season(_made jsonb)
 RETURNS text
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
  return case when others > 0 then
    private.counted(others, 'subscription or code has changed since and stays as it is',
                    'subscriptions and codes have changed since and stay as they are') end;
end $function$;

ALTER FUNCTION "private"."restore_access_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_matches_of_season(_made jsonb)
 RETURNS text
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
  return case when others > 0 then
    private.counted(others, 'cancelled match has changed since and stays as it is',
                    'cancelled matches have changed since and stay as they are') end;
end $function$;

ALTER FUNCTION "private"."restore_matches_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_points_of_season(_done private.season_steps)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.finish_scoring();
  perform private.lock_totals();
  update public.user_predictions p
     set cleared_at = null,
         points_earned = case when m.status = 'completed' then public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) end
    from public.matches m
   where m.id = p.match_id
     and p.cleared_at between (_done.made ->> 'from')::timestamptz and (_done.made ->> 'to')::timestamptz;
  perform private.count_points();
  delete from private.records r
   where r.id in (select i::bigint from jsonb_array_elements_text(_done.made -> 'records') i);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
    perform private.close_records(_done.ending_id);
  end if;
  return 'The snapshot that was taken before clearing is kept';
end $function$;

ALTER FUNCTION "private"."restore_points_of_season"(private.season_steps) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.running_matches()
 RETURNS SETOF public.matches
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The crowd knows for each match whether all its predictions are cleared.
  select m.* from private.crowd_predictions k join public.matches m on m.id = k.match_id
   where not k.is_cleared and m.status = 'completed'
$function$;

ALTER FUNCTION "private"."running_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.running_season(_league text DEFAULT NULL::text)
 RETURNS TABLE(season text, first_day date, last_day date, seasons text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(replace((array_agg(m.season order by m.kickoff_at desc, m.id) filter (where m.season <> ''))[1],
                          '/', '-'),
                  to_char(min(m.match_date), 'YYYY') || case
                    when date_trunc('year', min(m.match_date)) < date_trunc('year', max(m.match_date))
                      then to_char(max(m.match_date), '-YY') else '' end),
         min(m.match_date), max(m.match_date),
         coalesce(array_agg(distinct m.season) filter (where m.season <> ''), '{}')
    from private.running_matches() m
   where _league is null or m.league = _league
  having count(*) > 0
$function$;

ALTER FUNCTION "private"."running_season"(text) OWNER TO "postgres";

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
        then 'The matches of the new season are open: make your first picks.' end))
    from (select jsonb_object_agg(s.step, s.made) as made
            from private.season_steps s where s.ending_id = _ending.id) w
$function$;

ALTER FUNCTION "private"."season_message_draft"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.season_step_list()
 RETURNS TABLE(place integer, step text, title text, is_skippable boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values (1, 'matches', 'Unfinished matches', false),
         (2, 'leaderboards', 'Archive the leaderboards', false),
         (3, 'subscriptions', 'Archive the subscriptions', true),
         (4, 'snapshot', 'Take a snapshot', true),
         (5, 'honours', 'Close the honours', true),
         (6, 'access', 'End subscriptions and codes', true),
         (7, 'points', 'Clear the points', false),
         (8, 'import', 'Import the next season', true),
         (9, 'members', 'Tell the members', true)
$function$;

ALTER FUNCTION "private"."season_step_list"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.season_step_words(_step text, _ending private.season_endings)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reach record;
begin
  case _step
    when 'matches' then
      return (select case when count(*) = 0 then 'No unfinished matches'
                          else private.counted(count(*), 'unfinished match', 'unfinished matches') end
                from private.unfinished_matches(_ending.seasons));
    when 'leaderboards' then
      return (select format('%s with %s', private.counted(count(distinct m.league), 'leaderboard'),
                            private.counted((select count(*) from private.player_totals t
                                              where t.scope = 'overall' and t.predictions_scored > 0), 'member'))
                from private.running_matches() m);
    when 'subscriptions' then
      return (select private.counted(count(*), 'subscription') from public.subscriptions s
               where s.started_at >= private.first_subscription_day(_ending)::timestamp at time zone 'UTC');
    when 'snapshot' then
      return (select private.counted(sum(m.predictions_count)::bigint, 'prediction') from public.matches m
               where m.locks_at <= clock_timestamp());
    when 'honours' then
      return private.honours_in_words();
    when 'access' then
      return (select format('%s and %s end', private.counted(count(*), 'subscription'),
                            private.counted((select count(*) from private.codes_to_end(_ending, false)),
                                            'unused code'))
                from private.subscriptions_to_end(_ending, false));
    when 'points' then
      return (select private.counted(coalesce(sum(t.predictions_scored), 0)::bigint, 'prediction')
                       || ' set to 0 points'
                from private.player_totals t where t.scope = 'overall');
    when 'import' then
      return (select case when n.matches = 0 then 'No match of the next season yet'
                          else private.counted(n.matches, 'open match', 'open matches') || ' of the next season' end
                from (select private.next_season_matches(_ending) as matches) n);
    when 'members' then
      -- Counted when the step is next, because it looks at the choices of every member.
      if not exists (select from private.season_steps s where s.ending_id = _ending.id and s.step = 'import') then
        return (select 'To ' || private.counted(count(*), 'member') from public.profiles);
      end if;
      select * into reach from public.preview_club_message('everyone');
      return format('To %s: %s in the bell, %s by push, %s by email', private.counted(reach.members, 'member'),
                    reach.bell, reach.push, reach.email);
  end case;
end $function$;

ALTER FUNCTION "private"."season_step_words"(text, private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.season_undo_window()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '24 hours' $function$;

ALTER FUNCTION "private"."season_undo_window"() OWNER TO "postgres";

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
    'summary', format('%s of %s', private.counted(created.predictions, 'prediction'),
                      private.counted(created.players, 'member')),
    'made', jsonb_build_object('snapshot', created.id));
end $function$;

ALTER FUNCTION "private"."snapshot_season"(private.season_endings) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.subscriptions_to_end(_ending private.season_endings, _all boolean)
 RETURNS SETOF public.subscriptions
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.* from public.subscriptions s
   where s.status = 'active' and s.expires_at > clock_timestamp()
     and (_all or (s.started_at <= private.end_of_day(_ending.last_day)
                   and s.expires_at <= private.end_of_day(_ending.last_day + 60)))
$function$;

ALTER FUNCTION "private"."subscriptions_to_end"(private.season_endings, boolean) OWNER TO "postgres";

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
  return jsonb_build_object('summary', 'Sent to ' || private.counted(members, 'member'),
                            'made', jsonb_build_object('message', sent));
end $function$;

ALTER FUNCTION "private"."tell_members_of_season"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_season_steps(_ending private.season_endings, _most integer)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_step private.season_steps;
  kept text[] := '{}';
begin
  if not exists (select from private.season_steps s
                  where s.ending_id = _ending.id and s.done_at > clock_timestamp() - private.season_undo_window()) then
    raise exception 'It is too late to undo this: 24 hours have passed since the last step' using errcode = '22023';
  end if;
  perform private.lock_for_season_undo(_ending.id);
  for last_step in
    select s.* from private.season_steps s join private.season_step_list() l on l.step = s.step
     where s.ending_id = _ending.id order by l.place desc limit _most
  loop
    if not last_step.is_skipped then
      kept := kept || case last_step.step
        when 'matches' then private.restore_matches_of_season(last_step.made)
        when 'leaderboards' then private.delete_archives_of_season(last_step.made)
        when 'subscriptions' then private.delete_subscription_archive_of_season(last_step.made)
        when 'snapshot' then private.delete_snapshot_of_season(last_step.made)
        when 'honours' then private.reopen_honours_of_season(last_step)
        when 'access' then private.restore_access_of_season(last_step.made)
        when 'points' then private.restore_points_of_season(last_step)
        when 'import' then private.keep_next_season(_ending)
        when 'members' then private.withdraw_message_of_season(last_step.made) end;
    end if;
    delete from private.season_steps s where s.ending_id = _ending.id and s.step = last_step.step;
  end loop;
  return array_remove(kept, null);
end $function$;

ALTER FUNCTION "private"."undo_season_steps"(private.season_endings, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.unfinished_matches(_seasons text[])
 RETURNS SETOF public.matches
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.* from public.matches m
   where m.status in ('upcoming', 'live')
     and (m.season = any (_seasons)
          or (m.season is null and m.kickoff_confirmed and m.kickoff_at <= clock_timestamp()))
$function$;

ALTER FUNCTION "private"."unfinished_matches"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_records(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed timestamptz := (select max(p.changed_at) from private.periods p);
  computed timestamptz := (select c.computed_at from private.record_computations c);
begin
  if private.honours_are_closed() then
    return 0;
  end if;
  if changed is null or changed <= computed or (computed is not null and changed > _now - interval '10 minutes') then
    return 0;
  end if;
  if not private.settle_points() then
    return 0;
  end if;
  perform private.refresh_records();
  return 1;
end $function$;

CREATE OR REPLACE FUNCTION private.withdraw_message_of_season(_made jsonb)
 RETURNS text
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
  return case when readers > 0 then
    private.counted(readers, 'member has read the message and keeps it',
                    'members have read the message and keep it') end;
end $function$;

ALTER FUNCTION "private"."withdraw_message_of_season"(jsonb) OWNER TO "postgres";

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
             'words', case when s.step is null then private.season_step_words(l.step, ending) else s.summary end,
             'done_at', s.done_at, 'done_by', f.full_name) order by l.place),
           (array_agg(l.step order by l.place) filter (where s.step is null))[1], max(s.done_at)
      into steps, next_step, last_step_at
      from private.season_step_list() l
      left join private.season_steps s on s.ending_id = ending.id and s.step = l.step
      left join public.profiles f on f.id = s.done_by;
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

ALTER FUNCTION "public"."season_plan"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.season_unfinished_matches()
 RETURNS TABLE(id uuid, home text, away text, league text, match_date date, status text, predictions integer, is_awaiting_result boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, m.home_team_name, m.away_team_name, m.league, m.match_date, m.status, m.predictions_count,
         private.is_awaiting_result(m, clock_timestamp())
    from private.unfinished_matches(coalesce((private.current_season_ending()).seasons,
                                             (select s.seasons from private.running_season() s))) m
   order by m.kickoff_at, m.id limit 500;
end $function$;

ALTER FUNCTION "public"."season_unfinished_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.season_warnings(_act text, _league text DEFAULT NULL::text, _start_date date DEFAULT NULL::date, _end_date date DEFAULT NULL::date)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unarchived text[];
  late bigint;
begin
  perform private.require_admin();
  if coalesce(_act, '') not in ('archive', 'clear') then
    raise exception 'There are no warnings of %', _act using errcode = '22023';
  end if;
  if _act = 'archive' and not exists (
    select from private.running_matches() m
     where m.league = _league and m.match_date between _start_date and _end_date) then
    return next case when exists (
        select from public.matches m
         where m.status = 'completed' and m.league = _league and m.match_date between _start_date and _end_date)
      then 'The points of these days were cleared or nobody predicted their matches, so the table would be empty.'
      else format('No match of %s was completed on these days, so the table would be empty.', _league) end;
  end if;
  if _act = 'clear' then
    -- An archive with all days and predictions of the competition.
    select array_agg(c.name order by c.position) into unarchived
      from public.competitions c cross join lateral private.running_season(c.name) s
     where not exists (
       select from public.leaderboard_archives a
        where a.league = c.name and a.start_date <= s.first_day and a.end_date >= s.last_day
          and (select sum(r.predictions_scored) from public.archived_leaderboard_rows r where r.archive_id = a.id)
              >= (select sum(t.predictions_scored) from private.player_totals t where t.scope = c.id));
    if unarchived <> '{}' then
      return next format('No archive has all points of %s. After clearing, an archive of them is empty.',
                         private.name_list(unarchived));
    end if;
  end if;
  select count(*) into late from public.matches m
   where private.is_awaiting_result(m, clock_timestamp())
     and (_act = 'clear' or (m.league = _league and m.match_date between _start_date and _end_date));
  if late > 3 then
    return next format('%s no result yet, although the time has passed.',
                       private.counted(late, 'match has', 'matches have'));
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
    raise exception 'The step "%" cannot be skipped', this.title using errcode = '22023';
  end if;
  perform private.keep_season_step(ending.id, _step, true, 'Skipped', '{}');
end $function$;

ALTER FUNCTION "public"."skip_season_step"(text) OWNER TO "postgres";

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
    return (select jsonb_build_object('outcome', 'already', 'summary', s.summary)
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
  perform private.keep_season_step(ending.id, _step, false, work ->> 'summary', work -> 'made');
  return jsonb_build_object('outcome', 'done', 'summary', work -> 'summary');
end $function$;

ALTER FUNCTION "public"."take_season_step"(text, jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_season()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  ending private.season_endings;
  kept text[];
begin
  perform private.begin_admin_action('undo_season');
  ending := private.lock_season_ending(false);
  kept := private.undo_season_steps(ending, null);
  update private.season_endings e set undone_at = clock_timestamp() where e.id = ending.id;
  perform private.write_audit('undo_season', 'season_endings', ending.id::text, null,
                              jsonb_build_object('season', ending.season, 'kept', to_jsonb(kept)));
  return kept;
end $function$;

ALTER FUNCTION "public"."undo_season"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.undo_season_step(_step text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  ending private.season_endings;
  latest record;
  kept text[];
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
    raise exception 'First undo the later step "%"', latest.title using errcode = '22023';
  end if;
  kept := private.undo_season_steps(ending, 1);
  update private.season_endings e
     set finished_at = null,
         undone_at = case when not exists (select from private.season_steps s where s.ending_id = e.id)
                          then clock_timestamp() end
   where e.id = ending.id;
  perform private.write_audit('undo_season_step', 'season_endings', ending.id::text, null,
                              jsonb_build_object('step', latest.title, 'kept', to_jsonb(kept)));
  return kept;
end $function$;

ALTER FUNCTION "public"."undo_season_step"(text) OWNER TO "postgres";

ALTER TABLE "private"."season_steps" ADD CONSTRAINT "season_steps_ending_id_fkey" FOREIGN KEY (ending_id) REFERENCES private.season_endings(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX one_season_ends_at_a_time ON private.season_endings USING btree ((true)) WHERE ((finished_at IS NULL) AND (undone_at IS NULL));

CREATE TRIGGER a_cancelled_match_is_announced AFTER UPDATE OF status ON public.matches FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text) AND (new.predictions_count > 0) AND (COALESCE(current_setting('scoreline.ending_season'::text, true), ''::text) <> 'on'::text))) EXECUTE FUNCTION private.notify_match_change();

COMMENT ON COLUMN "private"."season_steps"."made" IS 'what its undo needs: ids, and values from before the step';

COMMENT ON COLUMN "private"."season_steps"."summary" IS 'what the step did, in words: "4 leaderboards with 212 members"';

REVOKE ALL ON FUNCTION "private"."archive_leaderboards_of_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."archive_leaderboards_of_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."archive_leaderboards_of_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."archive_subscriptions_of_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."archive_subscriptions_of_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."archive_subscriptions_of_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."clear_points_of_season"(private.season_endings, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clear_points_of_season"(private.season_endings, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clear_points_of_season"(private.season_endings, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_honours_of_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_honours_of_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_honours_of_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_records"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_records"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_records"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."codes_to_end"(private.season_endings, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."codes_to_end"(private.season_endings, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."codes_to_end"(private.season_endings, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."confirm_next_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."confirm_next_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."confirm_next_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."counted"(bigint, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."counted"(bigint, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."counted"(bigint, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."current_season_ending"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."current_season_ending"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."current_season_ending"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_archives_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_archives_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_archives_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_snapshot_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_subscription_archive_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_access_of_season"(private.season_endings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_access_of_season"(private.season_endings, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_access_of_season"(private.season_endings, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_matches_of_season"(private.season_endings, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."finish_matches_of_season"(private.season_endings, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."finish_matches_of_season"(private.season_endings, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_subscription_day"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_subscription_day"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_subscription_day"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."honours_are_closed"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."honours_are_closed"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."honours_are_closed"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."honours_in_words"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."honours_in_words"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."honours_in_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_season_step_done"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_season_step_done"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_season_step_done"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_next_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_next_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_next_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_season_step"(uuid, text, boolean, text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_for_season_undo"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_season_undo"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_season_undo"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_season_ending"(boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_season_ending"(boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_season_ending"(boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_season_matches"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."next_season_matches"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."next_season_matches"(private.season_endings) TO "postgres";

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

REVOKE ALL ON FUNCTION "private"."running_matches"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_matches"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."running_season"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."running_season"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."running_season"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_message_draft"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_message_draft"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_message_draft"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_step_list"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_step_list"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_step_list"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_step_words"(text, private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_step_words"(text, private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_step_words"(text, private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."season_undo_window"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."season_undo_window"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."season_undo_window"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."snapshot_season"(private.season_endings) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."snapshot_season"(private.season_endings) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."snapshot_season"(private.season_endings) TO "postgres";

REVOKE ALL ON FUNCTION "private"."subscriptions_to_end"(private.season_endings, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."subscriptions_to_end"(private.season_endings, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."subscriptions_to_end"(private.season_endings, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."tell_members_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."tell_members_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."tell_members_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_season_steps"(private.season_endings, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."unfinished_matches"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."unfinished_matches"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."unfinished_matches"(text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."withdraw_message_of_season"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."withdraw_message_of_season"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."withdraw_message_of_season"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."season_plan"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_plan"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_plan"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_plan"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_plan"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."season_unfinished_matches"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_unfinished_matches"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_unfinished_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_unfinished_matches"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_unfinished_matches"() TO "service_role";

REVOKE ALL ON FUNCTION "public"."season_warnings"(text, text, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."season_warnings"(text, text, date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."season_warnings"(text, text, date, date) TO "service_role";

REVOKE ALL ON FUNCTION "public"."skip_season_step"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."skip_season_step"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."skip_season_step"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."skip_season_step"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."skip_season_step"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."take_season_step"(text, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."take_season_step"(text, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."take_season_step"(text, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_season_step"(text, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."take_season_step"(text, jsonb, text) TO "service_role";

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
