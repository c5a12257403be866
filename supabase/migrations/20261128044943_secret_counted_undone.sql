set local search_path = pg_catalog;

set local check_function_bodies = off;
-- Rows of accounts that are gone, which the foreign keys below would refuse.
update private.period_winners set user_id = null where user_id not in (select id from public.profiles);
update private.records set user_id = null where user_id not in (select id from public.profiles);
delete from private.told_winners where user_id not in (select id from public.profiles);
update public.archived_leaderboard_rows set user_id = null where user_id not in (select id from public.profiles);
update public.archived_subscriptions set user_id = null where user_id not in (select id from public.profiles);

-- They are computed again.
delete from private.past_ranks;


DROP POLICY "signed-in users see all changes after the lock" ON "public"."prediction_changes";

DROP POLICY "signed-in users see changes from before a reopening" ON "public"."prediction_changes";

DROP POLICY "signed-in users see all changes of answers after the lock" ON "public"."season_answer_changes";

DROP POLICY "signed-in users see all answers after the lock" ON "public"."season_answers";

DROP POLICY "signed-in users see all predictions after the lock" ON "public"."user_predictions";

DROP POLICY "signed-in users see predictions from before a reopening" ON "public"."user_predictions";

DROP TRIGGER "merged_members_are_reopened" ON "private"."undos";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."groups";

DROP TRIGGER "a_completed_match_is_scored" ON "public"."matches";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."matches";

DROP TRIGGER "doubles_follow_a_restored_match" ON "public"."matches";

DROP TRIGGER "first_pages_are_forgotten_with_times" ON "public"."matches";

DROP TRIGGER "past_ranks_are_reset_on_deleted_match" ON "public"."matches";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."payments";

DROP TRIGGER "added_rows_are_recorded_for_undo" ON "public"."prediction_changes";

DROP TRIGGER "changed_rows_are_recorded_for_undo" ON "public"."prediction_changes";

DROP TRIGGER "renaming_takes_locks_first" ON "public"."profiles";

DROP TRIGGER "added_rows_are_recorded_for_undo" ON "public"."season_answer_changes";

DROP TRIGGER "changed_rows_are_recorded_for_undo" ON "public"."season_answer_changes";

DROP TRIGGER "added_rows_are_recorded_for_undo" ON "public"."season_answers";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."season_answers";

DROP TRIGGER "deleted_rows_are_recorded_for_undo" ON "public"."season_answers";

DROP TRIGGER "added_rows_are_recorded_for_undo" ON "public"."user_predictions";

DROP TRIGGER "changes_are_recorded_for_undo" ON "public"."user_predictions";

DROP TRIGGER "deleted_rows_are_recorded_for_undo" ON "public"."user_predictions";

DROP TRIGGER "match_figures_are_reset_on_cleared_points" ON "public"."user_predictions";

DROP TRIGGER "match_figures_are_reset_on_deleted_prediction" ON "public"."user_predictions";

DROP TRIGGER "past_ranks_are_reset_on_cleared_points" ON "public"."user_predictions";

DROP TRIGGER "past_ranks_are_reset_on_deleted_prediction" ON "public"."user_predictions";

DROP INDEX "private"."undo_rows_by_match";

ALTER TABLE "private"."past_ranks" DROP CONSTRAINT "past_ranks_pkey";

ALTER TABLE "private"."period_winners" DROP CONSTRAINT "period_winners_user_id_fkey";

ALTER TABLE "private"."records" DROP CONSTRAINT "records_user_id_fkey";

ALTER TABLE "private"."told_winners" DROP CONSTRAINT "told_winners_user_id_fkey";

ALTER TABLE "public"."archived_leaderboard_rows" DROP CONSTRAINT "archived_leaderboard_rows_user_id_fkey";

ALTER TABLE "public"."archived_subscriptions" DROP CONSTRAINT "archived_subscriptions_user_id_fkey";

DROP FUNCTION "private"."add_missing_past_ranks"(text);

DROP FUNCTION "private"."clear_all"(text, text, text);

DROP FUNCTION "private"."count_picture"();

DROP FUNCTION "private"."delete_all_match_figures"();

DROP FUNCTION "private"."delete_all_past_ranks"();

DROP FUNCTION "private"."delete_figures_of_deleted_predictions"();

DROP FUNCTION "private"."delete_merged_members"();

DROP FUNCTION "private"."delete_past_ranks"();

DROP FUNCTION "private"."end_undo"(interval);

DROP FUNCTION "private"."is_undoing"();

DROP FUNCTION "private"."lock_for_merge"(uuid, uuid);

DROP FUNCTION "private"."lock_for_renaming"();

DROP FUNCTION "private"."memberships_to_merge"(uuid, uuid);

DROP FUNCTION "private"."merge_window"();

DROP FUNCTION "private"."move_groups"(uuid, uuid, jsonb);

DROP FUNCTION "private"."move_honours"(uuid, uuid);

DROP FUNCTION "private"."record_added_rows"();

DROP FUNCTION "private"."record_changed_rows"();

DROP FUNCTION "private"."record_deleted_rows"();

DROP FUNCTION "private"."reopen_merged_member"();

DROP FUNCTION "private"."restore_answers"(timestamp with time zone, timestamp with time zone);

DROP FUNCTION "private"."restore_deleted_teams"(uuid);

DROP FUNCTION "private"."restore_rows"(uuid, text, text, text[], boolean);

DROP FUNCTION "private"."return_honours"(uuid, uuid, jsonb);

DROP FUNCTION "private"."score_changed_match"();

DROP FUNCTION "private"."score_matches"(uuid[]);

DROP FUNCTION "private"."undo_tables"();

DROP FUNCTION "public"."open_undos"();

ALTER TABLE "private"."past_ranks" DROP COLUMN "perfect_scores";

ALTER TABLE "private"."past_ranks" DROP COLUMN "points";

ALTER TABLE "private"."past_ranks" DROP COLUMN "rank";


CREATE SEQUENCE "private"."changes_of_points" AS bigint INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1 NO CYCLE;

ALTER SEQUENCE "private"."changes_of_points" OWNER TO "postgres";

CREATE TABLE "private"."closed_accounts" ("user_id" uuid NOT NULL, "closed_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "banned_until" timestamp with time zone, "heir_id" uuid, "contacts" jsonb, CONSTRAINT "closed_accounts_pkey" PRIMARY KEY (user_id));

ALTER TABLE "private"."closed_accounts" OWNER TO "postgres";

ALTER TABLE "private"."past_ranks" ADD COLUMN "standings" integer[] NOT NULL;

ALTER TABLE "private"."past_ranks" ADD COLUMN "ranks" integer[] NOT NULL;

ALTER TABLE "private"."undos" ADD COLUMN "cleared" tstzrange;

ALTER TABLE "private"."match_reopenings" ALTER COLUMN "reason" DROP NOT NULL;

CREATE OR REPLACE FUNCTION private.add_missing_past_ranks()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board text;
  missing date[];
begin
  for board in select s.scope from private.scopes s where not private.is_counting() order by s.scope loop
    missing := private.days_without_ranks(board);
    if missing <> '{}' then
      return (select count(*) from private.add_past_ranks(
        board, missing[1 + cardinality(missing) - private.days_at_once(board, 5000000):]));
    end if;
  end loop;
  return 0;
end $function$;

ALTER FUNCTION "private"."add_missing_past_ranks"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.add_past_ranks(_scope text, _days date[])
 RETURNS SETOF private.past_ranks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changes constant bigint := (select c.last_value from private.changes_of_points c);
  computed constant private.past_ranks[] := array(select c from private.compute_past_ranks(_scope, _days) c);
begin
  perform from private.scopes s where s.scope = _scope for share skip locked;
  if found and changes = (select c.last_value from private.changes_of_points c) then
    insert into private.past_ranks select c.* from unnest(computed) c on conflict do nothing;
  end if;
  return query select c.* from unnest(computed) c;
end $function$;

ALTER FUNCTION "private"."add_past_ranks"(text, date[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.announce_reopening(_match public.matches, _reopening private.match_reopenings)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.match_changes c where c.match_id = _match.id;
  -- The day's results may have been announced; the players of this match then get another message.
  delete from private.announcements a where a.key = format('results %s', _match.match_date);
  perform private.queue_messages('match_change', format('reopening %s', _reopening.id), array(
    select row(u.user_id, format('Open again: %s v %s', _match.home_team_name, _match.away_team_name),
               format('%s v %s was reopened and now kicks off on %s, %s (club time). %s',
                      _match.home_team_name, _match.away_team_name, private.format_day(_match.match_date),
                      to_char(_match.match_time, 'HH24:MI'),
                      case when p.id is null then 'You can predict it until then.'
                           else 'Your pick is kept, and you can change it until then.' end
                        || case _reopening.old_status when 'completed' then ' Its points were taken back.' else '' end
                        || case when _reopening.reason is null then E'\nAn action that had locked it was undone.'
                                else E'\nThe organiser''s reason: ' || _reopening.reason end),
               '/matches', _match.kickoff_at, null,
               private.match_change_facts(_match)
                 || jsonb_build_object('kind', 'reopened', 'has_pick', p.id is not null, 'points_taken_back',
                                       _reopening.old_status = 'completed', 'reason', _reopening.reason)
              )::private.message_content
      from (select g.user_id from public.user_predictions g where g.match_id = _match.id
            union
            select s.user_id from public.subscriptions s
              join public.competitions c on c.id = s.subscription_type and c.name = _match.league
             where s.status = 'active' and s.expires_at > clock_timestamp()) u
      left join public.user_predictions p on p.match_id = _match.id and p.user_id = u.user_id));
end $function$;

CREATE OR REPLACE FUNCTION private.answers_of_snapshot()
 RETURNS TABLE(user_id uuid, user_name text, points integer, answers jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(f.full_name, 'Player'), coalesce(sum(a.points_earned), 0)::integer,
         jsonb_agg(jsonb_build_object(
           'match', q.title, 'actual', array_to_string(q.correct_answers, ', '),
           'prediction', array_to_string(a.answer, ', '), 'points', a.points_earned) order by q.locks_at, q.id)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    join public.profiles f on f.id = a.user_id
   group by a.user_id, f.full_name
$function$;

CREATE OR REPLACE FUNCTION private.audit_deleted_prediction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lost jsonb := to_jsonb(old);
begin
  if exists (select from public.matches m
              where m.id = old.match_id
                and not private.may_see(old.updated_at, m.locks_at, m.predictions_revealed_at)) then
    lost := lost - '{home_prediction,away_prediction,is_double}'::text[];
  end if;
  perform private.write_audit('user_predictions.delete', 'user_predictions', old.id::text, lost, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key_column text := coalesce(tg_argv[0], 'id');
begin
  if current_user in ('authenticated', 'service_role') then
    perform private.write_audit(
      tg_table_name || '.' || lower(tg_op), tg_table_name, coalesce(new_row, old_row) ->> key_column,
      case when tg_op = 'UPDATE'
           then (select jsonb_object_agg(o.key, o.value) from jsonb_each(old_row) o
                 where new_row -> o.key is distinct from o.value)
           else old_row end,
      case when tg_op = 'UPDATE'
           then (select jsonb_object_agg(n.key, n.value) from jsonb_each(new_row) n
                 where old_row -> n.key is distinct from n.value)
           when tg_op = 'DELETE' and current_setting('scoreline.recording_undo', true) <> ''
           then jsonb_build_object('undo_id', current_setting('scoreline.recording_undo'))
           else new_row end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.begin_admin_action(_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce((select auth.role()), 'service_role') = 'service_role' then
    return;
  end if;
  if not coalesce(public.has_role((select auth.uid()), 'admin'), false) and not private.helps_with(_action) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  perform private.count_act(format('admin:%s:%s', (select auth.uid()), _action), 50, interval '5 minutes',
                            'Too many admin actions: at most 50 of one kind in 5 minutes');
end $function$;

CREATE OR REPLACE FUNCTION private.clear_all(pin text, snapshot_name text, description text, _action text, OUT outcome text, OUT cleared integer, OUT snapshot_id uuid, OUT attempts_left integer, OUT retry_after_seconds integer, OUT undo_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text := format('clear-points-pin:%s', (select auth.uid()));
  failures_window constant interval := interval '15 minutes';
  failures integer;
  stored_hash text;
  done record;
  new_snapshot_name text := coalesce(nullif(trim(clear_all.snapshot_name), ''),
    'Before clearing, ' || to_char(clock_timestamp() at time zone private.club_time_zone(), 'FMDD Mon YYYY, HH24:MI'));
begin
  perform private.begin_admin_action('clear_all_points');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' then
    failures := private.count_recent_attempts(bucket, failures_window);
    if failures >= 5 then
      outcome := 'locked';
      attempts_left := 0;
      retry_after_seconds := private.seconds_until_retry(bucket, failures_window);
      return;
    end if;
    select p.hash into stored_hash from private.clear_points_pin p;
    if stored_hash is null then
      outcome := 'no_pin';
      return;
    end if;
    if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash then
      insert into private.attempts (bucket) values (bucket);
      perform private.write_audit('clear_all_points', 'user_predictions', null, null, '{"outcome": "wrong_pin"}');
      outcome := 'wrong_pin';
      attempts_left := 4 - failures;
      return;
    end if;
  end if;

  insert into public.predictions_snapshots (snapshot_name, description)
  values (new_snapshot_name, nullif(trim(clear_all.description), ''))
  returning predictions_snapshots.id into snapshot_id;
  select * into done from private.recalculate_points();
  perform private.fill_snapshot(snapshot_id);
  select c.cleared, c.undo_id into cleared, undo_id from private.clear_points_for_now(_action, null) c;
  outcome := 'cleared';
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object(
    'outcome', 'cleared', 'predictions', cleared, 'recalculated', done.recalculated, 'snapshot_id', snapshot_id)
    || case when _action = 'clear_all_points' then jsonb_build_object('undo_id', undo_id) else '{}' end);
end $function$;

ALTER FUNCTION "private"."clear_all"(text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.clear_points_for_now(_action text, _user_id uuid, OUT cleared integer, OUT undo_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  began_at timestamptz;
begin
  -- No other action clears points meanwhile.
  perform private.lock_totals();
  began_at := clock_timestamp();
  perform private.begin_undo(_action, _user_id::text);
  cleared := private.clear_points(case when _user_id is not null then array[_user_id] end);
  undo_id := private.end_undo(private.long_undo_window(), tstzrange(began_at, clock_timestamp(), '[]'));
end $function$;

ALTER FUNCTION "private"."clear_points_for_now"(text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.clear_points_of_season(_ending private.season_endings, _pin text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  done record;
begin
  select * into done from private.clear_all(_pin, 'Before clearing, end of ' || _ending.season, null,
                                            'take_season_step');
  if done.outcome <> 'cleared' then
    return jsonb_strip_nulls(jsonb_build_object('outcome', done.outcome, 'attempts_left', done.attempts_left,
                                                'retry_after_seconds', done.retry_after_seconds));
  end if;
  -- Longer than an ending that is left and continued usually takes.
  update private.undos u set lasts = interval '30 days' where u.id = done.undo_id;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'points_cleared', 'count', done.cleared),
    'made', jsonb_build_object('undo_id', done.undo_id, 'snapshot', done.snapshot_id));
end $function$;

CREATE OR REPLACE FUNCTION private.close_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.rules_are_off() then
    return new;
  end if;
  -- What waits is not sent.
  delete from private.messages m where m.user_id = new.user_id and m.state = 'waiting';
  new.banned_until := (select u.banned_until from auth.users u where u.id = new.user_id);
  update auth.users u set banned_until = now() + interval '100 years' where u.id = new.user_id;
  delete from auth.sessions s where s.user_id = new.user_id;
  if new.heir_id is not null then
    select jsonb_object_agg(k.kind, private.contact_of(new.user_id, k.kind)) into new.contacts
      from unnest(array['phone', 'email']) k (kind)
     where private.contact_of(new.user_id, k.kind) is not null and private.contact_of(new.heir_id, k.kind) is null;
    perform private.move_contact(new.user_id, new.heir_id, k) from jsonb_object_keys(new.contacts) k;
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."close_account"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.club_message_recipients(_audience text, _competition_id text, _group_id uuid, _member_id uuid DEFAULT NULL::uuid)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  case _audience
    when 'everyone' then
      return query select p.id from private.members() p;
    when 'subscribers' then
      return query select s.user_id from public.subscriptions s
        where s.subscription_type = _competition_id and s.status = 'active' and s.expires_at > clock_timestamp();
    when 'group' then
      return query select m.user_id from public.group_members m join public.groups g on g.id = m.group_id
        where g.id = _group_id and g.deleted_at is null and g.closed_at is null;
    when 'missing_picks' then
      return query select c.user_id
        from private.prediction_completion(array(select m.id from public.next_rounds() m)) c
       where c.predictions_made < c.total_upcoming;
    when 'member' then
      return query select p.id from public.profiles p where p.id = _member_id;
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.columns_except(_table text, _names text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(a.attname::text) from pg_attribute a
   where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (_names)
$function$;

ALTER FUNCTION "private"."columns_except"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.compute_past_ranks(_scope text, _days date[])
 RETURNS SETOF private.past_ranks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return query
  with earned as (
    -- What was earned later than the first `before` of the days. Standings are added like points.
    select p.user_id, width_bucket(n.day - 1, _days) as before,
           private.standing(sum(p.points_earned), count(*) filter (where private.is_perfect(p.points_earned)))
             as gained
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where _scope in (n.competition_id, 'overall') and n.day > _days[1]
     group by 1, 2
    union all
    select o.user_id, width_bucket(o.day - 1, _days), private.standing(o.points, 0)
      from private.question_gains(_scope) o where o.day > _days[1]
  ), gains as (
    select e.user_id, e.before, sum(e.gained) as gained from earned e group by e.user_id, e.before
  ), past_totals as (
    select d.place, private.standing(t.points, t.perfect_scores) - coalesce(sum(g.gained) over later, 0) as standing
      from private.player_totals t
     cross join generate_subscripts(_days, 1) d (place)
      left join gains g on g.user_id = t.user_id and g.before = d.place
     where t.scope = _scope
    window later as (partition by t.user_id order by d.place desc rows unbounded preceding)
  ), counts as (
    select c.place, array_agg(c.standing::integer) as standings, array_agg(c.players) as players
      from (select l.place, l.standing, count(*)::integer as players
              from past_totals l group by l.place, l.standing) c
     group by c.place
  )
  select r.* from counts c cross join lateral private.ranks_of(_scope, _days[c.place], c.standings, c.players) r
   where not private.is_counting();
end $function$;

ALTER FUNCTION "private"."compute_past_ranks"(text, date[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.contact_of(_user_id uuid, _kind text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nullif(case _kind when 'phone' then p.phone_number else u.email end, '')
    from auth.users u join public.profiles p on p.id = u.id where u.id = _user_id
$function$;

ALTER FUNCTION "private"."contact_of"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_act(_bucket text, _most integer, _window interval, _message text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.count_recent_attempts(_bucket, _window) >= _most then
    raise exception '%', _message using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_retry(_bucket, _window));
  end if;
  insert into private.attempts (bucket) values (_bucket);
end $function$;

ALTER FUNCTION "private"."count_act"(text, integer, interval, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_picture()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select private.count_act('share-picture:' || auth.uid(), 30, interval '1 minute', 'Too many pictures') $function$;

ALTER FUNCTION "private"."count_picture"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.count_points(_most integer DEFAULT NULL::integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
 SET enable_nestloop TO 'on'
 SET enable_hashjoin TO 'on'
 SET enable_mergejoin TO 'on'
AS $function$
declare
  shortened_scopes text[];
  moved_scopes text[];
  moves private.leaderboard_move[];
  is_large boolean;
  last_user uuid;
  moved_matches uuid[];
  unordered text;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  -- Movement is recounted from totals that contain all points.
  if _most is not null and shortened_scopes = '{}' then
    last_user := (select v.user_id from private.uncounted_points v order by v.user_id offset _most - 1 limit 1);
  end if;
  if exists (select from private.uncounted_points) then
    -- Whoever has points is listed. A prediction that was not committed yet when its player left was not seen.
    perform private.join_leaderboards((
      select array_agg(distinct row(n.competition_id, v.user_id)::private.leaderboard_entry)
        from private.uncounted_points v join private.scored_matches n on n.id = v.scored_id
        left join private.player_totals t on t.scope = n.competition_id and t.user_id = v.user_id
       where t.user_id is null and v.sign = 1 and exists (select from public.profiles p where p.id = v.user_id)));
    is_large := exists (select from private.uncounted_points offset private.points_at_once());
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    -- A part of a large club is looked up: a pass over all totals takes seconds.
    if _most * 8 < (select max(o.players) from (
      select sum(l.size) as players from private.leaderboard_sections l group by l.scope) o) then
      perform set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true);
    end if;
    with gains as materialized (
      select s.scope, s.latest_day, v.user_id,
             coalesce(sum(v.sign) filter (where n.question_id is null), 0)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.question_id is null), 0)::integer
               as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0 and n.question_id is null), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.question_id is not null), 0)::integer as question_points,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.day < s.latest_day
                                            and n.question_id is null), 0)::integer as earlier_perfect
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
        join private.scopes s on s.scope in (n.competition_id, 'overall')
       where last_user is null or v.user_id <= last_user
       group by s.scope, s.latest_day, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             question_points = t.question_points + g.question_points,
             earlier_points = case when t.earlier_day = g.latest_day then t.earlier_points else t.points end
                            + g.earlier_points,
             earlier_perfect = case when t.earlier_day = g.latest_day then t.earlier_perfect else t.perfect_scores end
                             + g.earlier_perfect,
             earlier_day = g.latest_day
        from gains g
       where t.scope = g.scope and t.user_id = g.user_id
      returning t.scope, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect
    ), steps as (
      select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
        from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
      union all
      select scope, earlier_points, earlier_perfect, gained_earlier, gained_earlier_perfect, true, count(*)::integer
        from moved where gained_earlier <> 0 or gained_earlier_perfect <> 0 group by 1, 2, 3, 4, 5
    ), shifts as (
      select scope, points, perfect_scores, earlier, players from steps
      union all
      select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
    ), shifted as (
      insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect_scores,
             coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
        from shifts group by scope, points, perfect_scores
      on conflict (scope, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.scope
    )
    select (select array_agg(distinct s.scope) from shifted s),
           (select array_agg(row(m.scope, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_scopes, moves;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(s) from unnest(moved_scopes) s;
    if is_large then
      update private.scopes s set order_is_due = true where s.scope = any (moved_scopes);
    else
      perform private.move_players(moves);
    end if;
    perform private.count_period_points(last_user);
    perform private.count_points_before_joining(last_user);
    moved_matches := array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v
                                                  where last_user is null or v.user_id <= last_user));
    perform private.forget_figures(last_user);
    perform private.leave_leaderboards(array(
      select distinct t.user_id
        from (select distinct v.user_id from private.uncounted_points v
               where v.sign = -1 and (last_user is null or v.user_id <= last_user)) u
       cross join private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = u.user_id and t.predictions_scored = 0));
    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;
    -- The crowd does not change with points, so the last part of a match determines it.
    perform private.refresh_crowd(array(
      select i from unnest(moved_matches) i
       where i not in (select s.match_id from private.matches_to_score s where not s.is_scored)
      except
      select n.match_id from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v)));
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n
   where n.match_id is null and n.question_id is null
     and n.id not in (select v.scored_id from private.uncounted_points v);
  if not exists (select from private.uncounted_points)
     and not exists (select from private.matches_to_score s where not s.is_scored) then
    for unordered in select s.scope from private.scopes s where s.order_is_due order by s.scope loop
      perform private.order_leaderboard(unordered);
      update private.scopes s set order_is_due = false where s.scope = unordered;
      -- Sorting large ones takes seconds, so each has a transaction of the job.
      exit when _most is not null and exists (
        select from private.player_totals t where t.scope = unordered offset 100000);
    end loop;
  end if;
  perform set_config('enable_nestloop', 'on', true);
  perform private.keep_first_pages();
end $function$;

CREATE OR REPLACE FUNCTION private.days_at_once(_scope text, _most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(1, _most / greatest(1, (select sum(l.size) from private.leaderboard_sections l
                                           where l.scope = _scope)))::integer
$function$;

ALTER FUNCTION "private"."days_at_once"(text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.days_without_ranks(_scope text)
 RETURNS date[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select d from private.latest_days(_scope) d
     where d < (select s.latest_day from private.scopes s where s.scope = _scope)
       and not exists (select from private.past_ranks r where r.scope = _scope and r.day = d)
     order by d)
$function$;

ALTER FUNCTION "private"."days_without_ranks"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_predictions(_action text, _user_id uuid, _prediction_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  lost jsonb;
  deleted integer;
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p
                   where p.user_id = _user_id and (_prediction_id is null or p.id = _prediction_id))
   order by m.id for no key update;
  perform private.lock_totals();
  with removed as (
    delete from public.user_predictions p
     where p.user_id = _user_id and (_prediction_id is null or p.id = _prediction_id)
    returning p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at
  )
  select count(*), jsonb_build_object(
           'open', count(*) filter (where o.is_open),
           'predictions', coalesce(jsonb_agg(jsonb_build_object('match', private.match_label(m),
             'prediction', g.home_prediction || '-' || g.away_prediction, 'points', g.points_earned)
               order by m.kickoff_at)
             filter (where not o.is_open), '[]'))
    into deleted, lost
    from removed g join public.matches m on m.id = g.match_id
   cross join lateral (
     select not private.may_see(g.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o;
  if deleted > 0 then
    perform private.write_audit(_action, 'user_predictions', coalesce(_prediction_id, _user_id)::text, lost,
                                jsonb_build_object('deleted', deleted, 'user_id', _user_id, 'undo_id',
                                                   current_setting('scoreline.recording_undo', true)));
  end if;
  return deleted;
end $function$;

CREATE OR REPLACE FUNCTION private.delete_undos_of_players()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.undos u using deleted d
   where u.record_id = d.id::text or u.id in (
     select r.undo_id from private.undo_rows r
      where r.table_name = 'private.closed_accounts' and r.row_key = d.id::text);
  delete from private.closed_accounts c using deleted d where c.user_id = d.id;
  delete from private.undo_rows r using deleted d where coalesce(r.before, r.after) ->> 'user_id' = d.id::text;
  return null;
end $function$;

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
  perform from public.plan_codes c
   where c.id in (select e.id from private.codes_to_end(_ending, ends_all) e) order by c.id for no key update;
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

CREATE OR REPLACE FUNCTION private.end_direct_undo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from private.undos u
              where u.id::text = current_setting('scoreline.recording_undo', true)
                and u.action = tg_table_name || '.delete') then
    perform set_config('scoreline.ended_undo', current_setting('scoreline.recording_undo'), true);
    perform private.end_undo(private.long_undo_window());
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."end_direct_undo"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.end_undo(_lasts interval DEFAULT private.undo_window(), _cleared tstzrange DEFAULT NULL::tstzrange)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recorded_id uuid := current_setting('scoreline.recording_undo')::uuid;
begin
  perform set_config('scoreline.recording_undo', '', true);
  if _cleared is not null or exists (select from private.undo_rows r where r.undo_id = recorded_id) then
    update private.undos set done_at = clock_timestamp(), lasts = _lasts, cleared = _cleared where id = recorded_id;
    return recorded_id;
  end if;
  delete from private.undos where id = recorded_id;
  return null;
end $function$;

ALTER FUNCTION "private"."end_undo"(interval, tstzrange) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.enforce_match_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_reopening boolean := coalesce(current_setting('scoreline.reopening_match', true) = old.id::text, false);
  is_rearranging boolean := coalesce(current_setting('scoreline.rearranging_match', true) = old.id::text, false);
  is_voiding boolean := coalesce(current_setting('scoreline.voiding_match', true) = old.id::text, false);
  -- Not now(): predictions may have been judged while this transaction waited for the row.
  moment timestamptz := clock_timestamp();
begin
  if private.rules_are_off() then
    -- What everyone could see is not hidden again, whatever row is restored.
    new.predictions_revealed_at := case
      when old.locks_at <= moment and new.locks_at > moment then moment
      else greatest(old.predictions_revealed_at, new.predictions_revealed_at) end;
    return new;
  end if;
  new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);
  if not (
       new.status = old.status
       or (is_reopening and new.status = 'upcoming')
       or (is_rearranging and old.status = 'live' and new.status = 'upcoming')
       or (is_voiding and old.status = 'completed' and new.status = 'cancelled')
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
  new.predictions_revealed_at := case when is_reopening and old.locks_at <= moment then moment
                                      else old.predictions_revealed_at end;
  if old.locks_at <= moment and not is_reopening then
    new.locks_at := old.locks_at;
  elsif new.status in ('live', 'completed') then
    new.locks_at := least(new.kickoff_at, moment);
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

CREATE OR REPLACE FUNCTION private.enforce_prediction_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  the_match public.matches;
  competition public.competitions;
  moment timestamptz := clock_timestamp();
begin
  if private.rules_are_off() then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if (new.user_id, new.match_id) is distinct from (old.user_id, old.match_id) then
      raise exception 'The player and match of a prediction cannot change' using errcode = '23514';
    end if;
  else
    -- Row-level security refuses this after the trigger, whose errors would tell whether the other player subscribes.
    if new.user_id <> (select auth.uid()) then
      raise exception 'new row violates row-level security policy for table "user_predictions"'
        using errcode = '42501';
    end if;
    -- Lock order: account, then match, as in the deletion of an account.
    perform from auth.users u where u.id = new.user_id for key share;
    new.points_earned := null;
    new.cleared_at := null;
  end if;
  select * into the_match from public.matches m where m.id = new.match_id;
  if the_match.id is null then
    return new; -- the foreign key refuses it
  end if;
  if the_match.status = 'upcoming' and moment < the_match.locks_at then
    select * into the_match from public.matches m where m.id = new.match_id for share;
    -- Read once, after the wait, for both the decision and the stored time.
    moment := clock_timestamp();
  end if;
  if the_match.id is null then
    return new; -- deleted during the wait
  end if;
  if the_match.status <> 'upcoming' or moment >= the_match.locks_at then
    raise exception 'Predictions for this match are closed' using errcode = 'SL001',
      detail = format('It locked at %s', to_char(the_match.locks_at at time zone 'UTC',
                                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  end if;
  select * into competition from public.competitions c where c.name = the_match.league;
  if competition.needs_subscription and not exists (
       select from public.subscriptions s
        where s.user_id = new.user_id and s.subscription_type = competition.id
          and s.status = 'active' and s.expires_at > moment) then
    raise exception 'Predicting in the % needs a subscription', competition.name using errcode = 'SL002';
  end if;
  if tg_op = 'INSERT' then
    new.created_at := moment;
  end if;
  new.updated_at := moment;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.erase_closed_accounts()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (
    delete from auth.users u using private.closed_accounts c
     where c.user_id = u.id and c.closed_at <= clock_timestamp() - private.long_undo_window() returning 1
  )
  select count(*) from gone
$function$;

ALTER FUNCTION "private"."erase_closed_accounts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.exchange_sides(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION private.expire_subscriptions()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
 SET "scoreline.recording_undo" TO 'jobs'
AS $function$
  with ended as (
    update public.subscriptions set status = 'expired' where status = 'active' and expires_at <= clock_timestamp()
      returning 1
  )
  select count(*)::integer from ended
$function$;

CREATE OR REPLACE FUNCTION private.fill_snapshot(_snapshot_id uuid)
 RETURNS public.predictions_snapshots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created public.predictions_snapshots;
begin
  with answered as materialized (
    select * from private.answers_of_snapshot()
  ), written as (
    insert into public.snapshot_players (snapshot_id, "position", user_id, user_name, total_points, predictions)
    select _snapshot_id, row_number() over (order by o.total_points desc, o.user_name, o.user_id), o.*
      from (
      select coalesce(t.user_id, q.user_id) as user_id, coalesce(t.user_name, q.user_name) as user_name,
             coalesce(t.total_points, 0) + coalesce(q.points, 0) as total_points,
             case when q.user_id is null then t.predictions
               else coalesce(t.predictions, '[]') || q.answers end as predictions
      from (select p.user_id, coalesce(f.full_name, 'Player') as user_name,
                   coalesce(sum(p.points_earned), 0)::integer as total_points,
                   -- Built as text and parsed once, because building 1.5 million JSON objects takes twice as long.
                   ('[' || string_agg(m.opening || p.home_prediction || '-' || p.away_prediction || '", "points": '
                     || coalesce(p.points_earned::text, 'null') || '}', ', ' order by m.place)
                       || ']')::jsonb as predictions
              from (select n.id, row_number() over (order by n.kickoff_at, n.id) as place,
                           format('{"match": %s, "actual": %s, "prediction": "', to_json(private.match_label(n)),
                             coalesce(to_json(n.home_score || '-' || n.away_score)::text, 'null')) as opening
                      from public.matches n where private.may_see('infinity', n.locks_at, null)) m
              join public.user_predictions p on p.match_id = m.id
              join public.profiles f on f.id = p.user_id
             group by p.user_id, f.full_name) t
      full join answered q on q.user_id = t.user_id) o
    returning predictions
  ), counted as (
    select count(*)::integer as players,
           (coalesce(sum(jsonb_array_length(w.predictions)), 0)
             - (select coalesce(sum(jsonb_array_length(a.answers)), 0) from answered a))::integer as predictions
      from written w
  )
  update public.predictions_snapshots s set players = c.players, predictions = c.predictions
    from counted c where s.id = _snapshot_id
  returning s.* into created;
  return created;
end $function$;

CREATE OR REPLACE FUNCTION private.follow_job(_table text, _key text, _old jsonb, _new jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with change as (
    select coalesce(jsonb_object_agg(n.key, n.value), '{}') as changed
      from jsonb_each(_new) n where _old -> n.key is distinct from n.value
  ), recorded as (
    select r.undo_id from private.undo_rows r join private.undos u on u.id = r.undo_id
     where r.table_name = _table and r.row_key = _key
       and u.undone_at is null and u.done_at > clock_timestamp() - u.lasts
  ), deleted as (
    delete from private.undo_rows r using recorded o
     where _new is null and r.undo_id = o.undo_id and r.table_name = _table and r.row_key = _key
  )
  update private.undo_rows r
     set after = r.after || c.changed,
         before = case
           when r.before -> 'kickoff_at' is distinct from r.after -> 'kickoff_at' then r.before
           else r.before || (c.changed - array(select b.key from jsonb_each(r.before) b
                                                where r.after -> b.key is distinct from b.value)) end
    from recorded o, change c
   where _new is not null and r.undo_id = o.undo_id and r.table_name = _table and r.row_key = _key
$function$;

ALTER FUNCTION "private"."follow_job"(text, text, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_figures(_last_user uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select nextval('private.changes_of_points');
  with changed as (
    select distinct v.scored_id from private.uncounted_points v where _last_user is null or v.user_id <= _last_user
  ), of_matches as (
    delete from private.match_figures g using changed c, private.scored_matches n
     where n.id = c.scored_id and g.match_id = n.match_id
  ), since as (
    select o.scope, min(n.day) as day
      from changed c
      join private.scored_matches n on n.id = c.scored_id
      join private.scopes o on o.scope in (n.competition_id, 'overall')
     group by o.scope
  )
  delete from private.past_ranks r using since s where r.scope = s.scope and r.day >= s.day
$function$;

ALTER FUNCTION "private"."forget_figures"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.forget_recorded_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.undo_rows r
   where r.table_name = 'public.group_members' and coalesce(r.before, r.after) ->> 'group_id' = old.id::text;
  return null;
end $function$;

ALTER FUNCTION "private"."forget_recorded_members"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.guard_admin_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then
    perform private.begin_admin_action(tg_table_name || '.' || lower(tg_op));
    if tg_op = 'DELETE' then
      perform private.begin_undo(tg_table_name || '.delete', null);
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.hand_over_groups(_user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owned_id uuid;
  heir_id uuid;
begin
  for owned_id in select g.id from public.groups g where g.owner_id = _user_id order by g.id for update loop
    select m.user_id into heir_id
      from public.group_members m join public.profiles p on p.id = m.user_id
     where m.group_id = owned_id and m.user_id <> _user_id
     order by m.joined_at, m.user_id limit 1
       for key share of p skip locked;
    if found then
      update public.groups g set owner_id = heir_id where g.id = owned_id;
    end if;
  end loop;
end $function$;

ALTER FUNCTION "private"."hand_over_groups"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.hand_over_groups_of_deleted_player()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.hand_over_groups(old.id);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.has_ended(_message private.messages)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce($1.drop_after <= statement_timestamp(), false)
      or $1.created_at < statement_timestamp() - interval '1 day'
$function$;

ALTER FUNCTION "private"."has_ended"(private.messages) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.has_work(_edge_function text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _edge_function = 'sync-live-scores' then
    return exists (select from private.secrets s where s.name = 'live_score_api_key');
  elsif _edge_function = 'send-messages' then
    -- Its first run makes the keys of push messages, without which no browser can subscribe.
    return not exists (select from private.secrets s where s.name = 'push_keys')
        or exists (select from (values ('email'), ('push')) c (channel)
                    where private.is_channel_open(c.channel, statement_timestamp())
                      and exists (select from private.messages m where m.channel = c.channel and private.is_due(m)))
        or exists (select from private.messages m
                    where m.state = 'waiting' and m.send_after <= statement_timestamp() and private.has_ended(m));
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION private.helper_acts()
 RETURNS TABLE(role text, act text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('results', 'results_to_enter'), ('results', 'preview_results'), ('results', 'complete_matches'),
    ('results', 'set_running_score'), ('results', 'open_undos'), ('results', 'undo'),
    ('results', 'admin_season_questions'), ('results', 'settle_season_question'),
    ('money', 'admin_plan_codes'), ('money', 'generate_plan_code'), ('money', 'generate_plan_codes'),
    ('money', 'mark_plan_code_sent'), ('money', 'revoke_plan_code'), ('money', 'admin_payments'),
    ('money', 'payment_totals'), ('money', 'record_payment'), ('money', 'delete_payment'),
    ('money', 'find_members'), ('money', 'subscriptions.select'), ('money', 'give_subscription'),
    ('money', 'end_subscription'), ('money', 'open_undos'), ('money', 'undo'),
    ('news', 'news.select'), ('news', 'news.insert'), ('news', 'news.update'), ('news', 'news.delete'),
    ('news', 'news-images'), ('news', 'open_undos'), ('news', 'undo')
$function$;

CREATE OR REPLACE FUNCTION private.initialize_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.rules_are_off() then
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

CREATE OR REPLACE FUNCTION private.is_channel_open(_channel text, _now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.quiet_hours_end(_now) is null
     and not exists (select from private.paused_channels r where r.channel = _channel and r.paused_until > _now)
$function$;

ALTER FUNCTION "private"."is_channel_open"(text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_due(_message private.messages)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select $1.state = 'waiting' and $1.send_after <= statement_timestamp()
     and ($1.drop_after is null or $1.drop_after > statement_timestamp())
$function$;

ALTER FUNCTION "private"."is_due"(private.messages) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_first_pages()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.first_pages (scope, leaderboard, leaderboard_form)
  select s.scope, (select json_agg(r) from public.leaderboard(b.league, 50, 0) r),
         -- There is no form before the first result.
         (select coalesce(json_agg(r), '[]') from public.leaderboard_form(b.league, 50, 0) r)
    from private.scopes s
    left join public.competitions c on c.id = s.scope
   cross join lateral (select coalesce(c.name, 'Overall') as league) b
   where (select sum(l.size) from private.leaderboard_sections l where l.scope = s.scope) > 1000
  on conflict (scope) do update
    set leaderboard = excluded.leaderboard, leaderboard_form = excluded.leaderboard_form
$function$;

CREATE OR REPLACE FUNCTION private.keep_past_ranks(_scope text, _day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.past_ranks
  select r.* from (select array_agg(private.standing(l.points, l.perfect_scores)) as standings,
                          array_agg(l.players) as players
                     from private.points_distribution l where l.scope = _scope and l.players > 0) c
   cross join lateral private.ranks_of(_scope, _day, c.standings, c.players) r
   where _day is not null
  on conflict do nothing
$function$;

ALTER FUNCTION "private"."keep_past_ranks"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.latest_days(_scope text)
 RETURNS SETOF date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select distinct n.day
    from private.scored_matches n
    left join private.crowd_predictions k on k.match_id = n.match_id
   where _scope in (n.competition_id, 'overall')
     and (not k.is_cleared
          or (n.question_id is not null
              and exists (select from public.season_answers a
                           where a.question_id = n.question_id and a.cleared_at is null)))
   order by n.day desc limit 120;
end $function$;

ALTER FUNCTION "private"."latest_days"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.latest_past_ranks(_scope text)
 RETURNS SETOF private.past_ranks
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  missing constant date[] := private.days_without_ranks(_scope);
begin
  return query select r.* from private.past_ranks r where r.scope = _scope;
  if cardinality(missing) between 1 and private.days_at_once(_scope, 300000) then
    return query select r.* from private.add_past_ranks(_scope, missing) r;
  end if;
end $function$;

ALTER FUNCTION "private"."latest_past_ranks"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limit_doubles()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  game public.matches;
  rule text;
begin
  if private.rules_are_off() or not new.is_double or (tg_op = 'UPDATE' and old.is_double) then
    return new;
  end if;
  -- A change of the rule waits for this mark, and then counts it.
  perform from public.admin_settings s where s.setting_key = 'doubles' for share;
  rule := private.doubles_rule();
  if rule = 'off' then
    raise exception 'This club plays without doubles' using errcode = 'SL021';
  end if;
  perform private.lock_doubles(new.user_id);
  select * into game from public.matches m where m.id = new.match_id;
  if private.doubles_spent(new.user_id, game, rule) >= private.doubles_allowed(rule, game.round) then
    raise exception '%', case
        when rule = 'matchday' and game.round is null then 'This match belongs to no matchday, so it has no double'
        when rule = 'matchday' then 'You have used your double for this matchday'
        else 'You have no doubles left for this season' end
      using errcode = 'SL022';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_doubles(_user_id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock_shared(hashtextextended('doubles', 0));
  select pg_advisory_xact_lock(hashtextextended('doubles ' || _user_id, 0));
$function$;

CREATE OR REPLACE FUNCTION private.lock_for_account_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = old.id)
   order by m.id for no key update;
  -- Both are of the account: the deletion clears these columns.
  perform from public.plan_codes c where old.id in (c.used_by, c.created_by) order by c.id for no key update;
  perform private.lock_totals();
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.lock_for_closing(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u where u.id in (_keep_id, _remove_id) order by u.id for update;
  perform private.lock_groups_of(least(_keep_id, _remove_id));
  perform private.lock_groups_of(greatest(_keep_id, _remove_id));
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = _remove_id)
   order by m.id for no key update;
  perform from public.plan_codes c where _remove_id in (c.used_by, c.created_by) order by c.id for no key update;
  perform private.lock_totals();
  perform from public.groups g
   where g.id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
   order by g.id for update;
end $function$;

ALTER FUNCTION "private"."lock_for_closing"(uuid, uuid) OWNER TO "postgres";

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
  perform private.lock_totals();
end $function$;

CREATE OR REPLACE FUNCTION private.log_and_count_deleted_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleting uuid := nullif(current_setting('scoreline.deleting_match', true), '')::uuid;
begin
  if private.rules_are_off() or not exists (select from deleted) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select p.user_id, nullif(m.id, deleting), private.match_label(m), 'deleted', p.home_prediction, p.away_prediction,
         p.is_double
    from deleted p join public.matches m on m.id = p.match_id join public.profiles f on f.id = p.user_id;
  -- Locks matches in the order of their ids, so that two deletions cannot deadlock.
  perform from public.matches m
   where m.id in (select match_id from deleted)
     and m.id is distinct from deleting
   order by m.id for no key update;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, -count(*) from deleted group by match_id;
  perform private.count_predictions(array(select match_id from deleted));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.log_and_count_new_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free uuid[];
begin
  if private.rules_are_off() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at)
  select p.user_id, m.id, private.match_label(m), 'made', p.home_prediction, p.away_prediction, p.updated_at
    from inserted p join public.matches m on m.id = p.match_id;
  insert into private.uncounted_predictions (match_id, predictions)
  select match_id, count(*) from inserted group by match_id;
  -- Skips matches that others have locked, so it never waits and cannot deadlock.
  select array_agg(f.id) into free from (
    select m.id from public.matches m
     where m.id in (select match_id from inserted)
       and not exists (select from private.counted_matches c
                        where c.match_id = m.id and c.counted_at <> now()
                          and c.counted_at > clock_timestamp() - interval '1 second')
     order by m.id for no key update skip locked) f;
  if free is not null then
    insert into private.counted_matches (match_id, counted_at) select id, now() from unnest(free) id
    on conflict (match_id) do update set counted_at = excluded.counted_at;
    perform private.count_predictions(free);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.log_changed_prediction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.rules_are_off() then
    return null;
  end if;
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         changed_at, is_double)
  select new.user_id, m.id, private.match_label(m), 'changed', new.home_prediction, new.away_prediction,
         new.updated_at, new.is_double
    from public.matches m where m.id = new.match_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.log_reopening(_before public.matches, _match public.matches, _reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry private.match_reopenings;
begin
  insert into private.match_reopenings (match_id, reopened_by, reason, old_status, old_kickoff_at, new_kickoff_at)
  values (_match.id, (select p.id from public.profiles p where p.id = (select auth.uid())), _reason, _before.status,
          _before.kickoff_at, _match.kickoff_at)
  returning * into entry;
  perform private.announce_reopening(_match, entry);
end $function$;

ALTER FUNCTION "private"."log_reopening"(public.matches, public.matches, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_undone_lock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.log_reopening(old, new, null);
  return null;
end $function$;

ALTER FUNCTION "private"."log_undone_lock"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.long_undo_window()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '24 hours' $function$;

ALTER FUNCTION "private"."long_undo_window"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.masked_phone(_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select left(_number, 4) || repeat('•', greatest(0, length(_number) - 7)) || right(_number, 3) $function$;

ALTER FUNCTION "private"."masked_phone"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_see(_saved_at timestamp with time zone, _locks_at timestamp with time zone, _revealed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select coalesce($2 <= statement_timestamp() or $1 <= $3, false) $function$;

ALTER FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.members()
 RETURNS SETOF public.profiles
 LANGUAGE sql
 STABLE
AS $function$
  select p.* from public.profiles p where not exists (select from private.closed_accounts c where c.user_id = p.id)
$function$;

ALTER FUNCTION "private"."members"() OWNER TO "postgres";

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
    when exists (select from private.closed_accounts c where c.user_id in (_keep_id, _remove_id))
      then 'account_was_merged'
    when exists (select from auth.users u where u.id = _keep_id and u.banned_until > clock_timestamp())
      then 'kept_account_is_banned'
    when exists (select from public.user_roles r where r.user_id = _remove_id and r.role = 'admin')
      and not exists (select from public.user_roles r where r.user_id <> _remove_id and r.role = 'admin')
      then 'last_admin_stays' end;
end $function$;

CREATE OR REPLACE FUNCTION private.message_choices_of(_kind text)
 RETURNS TABLE(user_id uuid, in_app boolean, email boolean, push boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, coalesce(c.in_app, k.in_app), coalesce(c.email, k.email), coalesce(c.push, k.push)
    from private.members() p
    join private.message_kinds k on k.kind = _kind
    left join private.message_choices c on c.user_id = p.id and c.kind = k.kind
$function$;

CREATE OR REPLACE FUNCTION private.move_answers(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moving public.season_answers[];
  shown constant uuid[] := array(
    select q.id from public.season_questions q where private.may_see('infinity', q.locks_at, null));
begin
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
  select _keep_id, q.id, q.title, 'deleted', r.answer, r.answer
    from public.season_answers r
    join public.season_answers k on k.question_id = r.question_id and k.user_id = _keep_id
    join public.season_questions q on q.id = r.question_id
   where r.user_id = _remove_id and q.id = any (shown);
  moving := array(
    select a from public.season_answers a
     where a.user_id = _remove_id and a.question_id = any (shown) and not exists (
       select from public.season_answers k where k.user_id = _keep_id and k.question_id = a.question_id));
  -- Deleted and added, because the totals follow added and deleted answers.
  perform private.rules_off();
  delete from public.season_answers a where a.user_id = _remove_id;
  insert into public.season_answers
  select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) m;
  perform private.rules_on();
  update public.season_answer_changes c set user_id = _keep_id
   where c.user_id = _remove_id and c.question_id = any (shown);
end $function$;

CREATE OR REPLACE FUNCTION private.move_contact(_from uuid, _to uuid, _kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moving auth.users;
  number constant text := private.contact_of(_from, 'phone');
begin
  select * into moving from auth.users u where u.id = _from;
  if _kind = 'phone' then
    update auth.users u set phone = null, phone_confirmed_at = null where u.id = _from;
    update public.profiles p set phone_number = null where p.id = _from;
    update auth.users u set phone = moving.phone, phone_confirmed_at = moving.phone_confirmed_at where u.id = _to;
    update public.profiles p set phone_number = number where p.id = _to;
  else
    update auth.users u set email = null, email_confirmed_at = null where u.id = _from;
    update auth.users u set email = moving.email, email_confirmed_at = moving.email_confirmed_at where u.id = _to;
  end if;
  update auth.identities i
     set user_id = _to, provider_id = _to::text, identity_data = i.identity_data || jsonb_build_object('sub', _to)
   where i.user_id = _from and i.provider = _kind
     and not exists (select from auth.identities o where o.user_id = _to and o.provider = _kind);
end $function$;

ALTER FUNCTION "private"."move_contact"(uuid, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_groups(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  joined public.group_members[] := array(
    select distinct on (g.group_id) g from public.group_members g
     where g.user_id in (_keep_id, _remove_id)
       and g.group_id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
     order by g.group_id, g.joined_at);
begin
  delete from public.group_members g using unnest(joined) j
   where g.group_id = j.group_id and g.user_id in (_keep_id, _remove_id);
  insert into public.group_members
  select (jsonb_populate_record(j, jsonb_build_object('user_id', _keep_id))).* from unnest(joined) j;
  update public.groups g set owner_id = _keep_id where g.owner_id = _remove_id;
  perform private.refresh_group_baselines(array[_keep_id, _remove_id]);
end $function$;

ALTER FUNCTION "private"."move_groups"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_honours(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.period_winners r using private.period_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  delete from private.told_winners r using private.told_winners k
   where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id;
  update private.period_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.told_winners w set user_id = _keep_id where w.user_id = _remove_id;
  update private.records r set user_id = _keep_id where r.user_id = _remove_id;
  update public.archived_leaderboard_rows a set user_id = _keep_id where a.user_id = _remove_id;
  update public.archived_subscriptions a set user_id = _keep_id where a.user_id = _remove_id;
  update public.member_notes n set user_id = _keep_id where n.user_id = _remove_id;
end $function$;

ALTER FUNCTION "private"."move_honours"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_players(_moves private.leaderboard_move[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope text;
  moves bigint;
  changed private.leaderboard_place[];
  emptied private.leaderboard_place[];
begin
  for board_scope, moves in select m.scope, count(*) from unnest(_moves) m group by m.scope loop
    -- The last part of the points that are being counted sorts all players.
    continue when (select s.order_is_due from private.scopes s where s.scope = board_scope);
    if moves * 200 >= (select coalesce(sum(s.size), 0) from private.leaderboard_sections s
                        where s.scope = board_scope) then
      perform private.order_leaderboard(board_scope);
      continue;
    end if;
    with moved as materialized (
      select m.user_id, case when (m.old_place).user_id is not null then
               private.block_with(board_scope, m.old_place) end as old_block,
             case when t.user_id is not null then
               private.block_of(board_scope, private.place_of(t.points, t.perfect_scores, p.full_name, t.user_id)) end
               as new_block
        from unnest(_moves) m
        left join lateral (
          select o.* from private.player_totals o
           where o.scope = board_scope and o.user_id = m.user_id limit 1) t on true
        left join lateral (select f.full_name from public.profiles f where f.id = m.user_id limit 1) p on true
       where m.scope = board_scope
    ), affected as materialized (
      select old_block as block from moved where not (old_block is null)
      union select new_block from moved where not (new_block is null)
    ), listed as (
      select a.block, l.user_id
        from affected a
       cross join lateral (
         select o.players from private.leaderboard_blocks o
          where o.scope = board_scope and o.starts_at = a.block limit 1) b
       cross join unnest(b.players) l (user_id)
       where l.user_id not in (select m.user_id from moved m)
      union all
      select m.new_block, m.user_id from moved m where not (m.new_block is null)
    ), sorted as (
      select l.block, l.user_id, t.points, t.perfect_scores, p.full_name,
             row_number() over w - 1 as nth, count(*) over (partition by l.block) as size
        from listed l
       cross join lateral (
         select o.* from private.player_totals o where o.scope = board_scope and o.user_id = l.user_id limit 1) t
        left join lateral (select f.full_name from public.profiles f where f.id = l.user_id limit 1) p on true
      window w as (partition by l.block order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id)
    ), divided as (
      select s.*, case when s.size > 512 then s.nth / 256 else 0 end as part from sorted s
    ), written as (
      insert into private.leaderboard_blocks as b (scope, starts_at, size, players)
      select board_scope,
             case d.part when 0 then d.block else
               (array_agg(private.place_of(d.points, d.perfect_scores, d.full_name, d.user_id) order by d.nth))[1] end,
             count(*), array_agg(d.user_id order by d.nth)
        from divided d group by d.block, d.part
      on conflict (scope, starts_at) do update set size = excluded.size, players = excluded.players
      returning b.starts_at
    )
    select array_agg(w.starts_at), (select array_agg(e.block) from (
             select a.block from affected a except select l.block from listed l) e)
      into changed, emptied
      from written w;
    if emptied is not null then
      update private.leaderboard_blocks b set size = 0, players = '{}'
       where b.scope = board_scope and b.starts_at = any (emptied);
    end if;
    changed := changed || emptied;
    perform private.count_sections(board_scope, changed);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  secret constant uuid[] := array(
    select p.id from public.user_predictions p join public.matches m on m.id = p.match_id
     where p.user_id = _remove_id and not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at));
  given_up uuid[];
  moving public.user_predictions[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id and r.id <> all (secret));
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction,
                                         is_double)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction, p.is_double
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up || secret);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform private.rules_off();
  delete from public.user_predictions p where p.id = any (given_up || secret);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions
  select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) p;
  perform private.rules_on();
  perform private.return_doubles(array[_keep_id]);
  update public.prediction_changes c set user_id = _keep_id
    from public.matches m
   where c.user_id = _remove_id and m.id = c.match_id
     and private.may_see(c.changed_at, m.locks_at, m.predictions_revealed_at);
  perform private.move_answers(_keep_id, _remove_id);
  perform private.score_matches(array(select p.match_id from unnest(moving) p), array[_keep_id]);
  return cardinality(moving);
end $function$;

CREATE OR REPLACE FUNCTION private.move_subscriptions(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moving public.subscriptions[];
begin
  delete from public.subscriptions k using public.subscriptions r
   where k.user_id = _keep_id and r.user_id = _remove_id and k.subscription_type = r.subscription_type
     and private.outlasts(r, k);
  moving := array(select s from public.subscriptions s where s.user_id = _remove_id);
  delete from public.subscriptions s where s.user_id = _remove_id;
  insert into public.subscriptions
  select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) r
  on conflict on constraint one_subscription_per_player_and_competition do nothing;
  update public.plan_codes c set used_by = _keep_id where c.used_by = _remove_id;
  update public.payments p
     set user_id = case p.user_id when _remove_id then _keep_id else p.user_id end,
         payer_id = case p.payer_id when _remove_id then _keep_id else p.payer_id end
   where _remove_id in (p.user_id, p.payer_id);
end $function$;

CREATE OR REPLACE FUNCTION private.move_to_kept_matches(_merges private.match_merge[], _scores public.matches[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The rules of predictions do not apply. If sides are exchanged, so are predictions: each team keeps its goals.
  perform private.rules_off();
  update public.user_predictions p
     set match_id = r.keep_id,
         home_prediction = case when r.is_exchanged then p.away_prediction else p.home_prediction end,
         away_prediction = case when r.is_exchanged then p.home_prediction else p.away_prediction end,
         points_earned = case
           when p.cleared_at is not null then p.points_earned
           when r.home is null then null
           when r.is_exchanged then private.prediction_points(p.away_prediction, p.home_prediction,
                                                                       r.home, r.away, p.is_double)
           else private.prediction_points(p.home_prediction, p.away_prediction, r.home, r.away, p.is_double) end
    from (select m.keep_id, m.remove_id, m.is_exchanged, coalesce(s.home_score, k.home_score) as home,
                 coalesce(s.away_score, k.away_score) as away
            from unnest(_merges) m
            left join public.matches k on k.id = m.keep_id and k.status = 'completed'
            left join unnest(_scores) s on s.id = m.keep_id and s.status = 'completed') r
   where p.match_id = r.remove_id;
  update public.prediction_changes c set match_id = m.keep_id from unnest(_merges) m where c.match_id = m.remove_id;
  update private.match_reopenings o set match_id = m.keep_id from unnest(_merges) m where o.match_id = m.remove_id;
  -- A provider's match with the sides the other way round is not linked to the kept one: its goals would be exchanged.
  update private.provider_matches f set match_id = n.keep_id
    from (select distinct on (m.keep_id, l.provider) m.keep_id, l.id
            from unnest(_merges) m join private.provider_matches l on l.match_id = m.remove_id
           where not m.is_exchanged
             and not exists (select from private.provider_matches o
                              where o.provider = l.provider and o.match_id = m.keep_id)
           order by m.keep_id, l.provider, l.id) n
   where f.id = n.id;
  insert into public.live_scores
  select (jsonb_populate_record(l, jsonb_build_object('match_id', m.keep_id) || case when m.is_exchanged then
           jsonb_build_object('extra_home', l.extra_away, 'extra_away', l.extra_home,
                              'penalties_home', l.penalties_away, 'penalties_away', l.penalties_home) else '{}' end)).*
    from unnest(_merges) m join public.live_scores l on l.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  insert into private.manual_scores
  select (jsonb_populate_record(h, jsonb_build_object('match_id', m.keep_id))).*
    from unnest(_merges) m join private.manual_scores h on h.match_id = m.remove_id
   where m.takes_score
  on conflict do nothing;
  perform private.rules_on();
end $function$;

CREATE OR REPLACE FUNCTION private.note_added_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.join_leaderboards((
    select array_agg(row(q.competition_id, n.user_id)::private.leaderboard_entry)
      from new_rows n join public.season_questions q on q.id = n.question_id));
  if not exists (select from new_rows n where n.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_changed_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('scoreline.rebuilding_totals', true) = 'on'
     or not exists (select from new_rows n where n.points_earned is not null
                    union all select from old_rows o where o.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null
  union all
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.note_deleted_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from old_rows) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  if not private.rules_are_off() then
    insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
    select o.user_id, q.id, q.title, 'deleted', o.answer, o.answer
      from old_rows o
      join public.season_questions q on q.id = o.question_id
      join public.profiles f on f.id = o.user_id;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.open_predictions_fingerprint()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select concat_ws(' ',
    (select md5(string_agg(m.id || ':' || m.league || ':' || m.predictions_count, ',' order by m.id))
       from public.matches m where m.status = 'upcoming' and m.locks_at > clock_timestamp()),
    (select max(c.id) from public.prediction_changes c),
    (select count(*) from private.members()),
    (select count(*) || ' ' || max(s.started_at) from public.subscriptions s
      where s.status = 'active' and s.expires_at > clock_timestamp()))
$function$;

CREATE OR REPLACE FUNCTION private.picture_of_match(_match_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
      'league', m.league, 'day', to_char(m.match_date, 'FMDay FMDD FMMonth'), 'date', m.match_date,
      'status', m.status,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'my_home', v.home_prediction, 'my_away', v.away_prediction, 'points', v.points, 'is_double', v.is_double,
      'user_id', v.user_id, 'name', v.full_name, 'same', s.same, 'players', s.home + s.draw + s.away,
      'split', jsonb_build_array(s.home, s.draw, s.away))
    from public.matches m
    join private.visible_picks(m.id) v on v.user_id = (select auth.uid())
   cross join lateral (
     select count(*) filter (where o.home_prediction > o.away_prediction) as home,
            count(*) filter (where o.home_prediction = o.away_prediction) as draw,
            count(*) filter (where o.home_prediction < o.away_prediction) as away,
            count(*) filter (where o.home_prediction = v.home_prediction and o.away_prediction = v.away_prediction)
              as same
       from public.user_predictions o
      where o.match_id = m.id and private.may_see(o.updated_at, m.locks_at, m.predictions_revealed_at)) s
   where m.id = _match_id and m.status <> 'cancelled'
$function$;

CREATE OR REPLACE FUNCTION private.players_found(_words text, _with_contact boolean)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  patterns text[] := private.search_patterns(_words);
  longest text := coalesce(patterns[1], '%');
begin
  if _with_contact then
    return query select s.user_id from private.player_search s
                  where s.name_and_contact like longest and s.name_and_contact like all (patterns)
                    and not exists (select from private.closed_accounts c where c.user_id = s.user_id);
  else
    return query select s.user_id from private.player_search s
                  where s.name like longest and s.name like all (patterns)
                    and not exists (select from private.closed_accounts c where c.user_id = s.user_id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.prediction_completion(_match_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(user_id uuid, predictions_made integer, total_upcoming integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with open_competitions as (
    select * from private.open_matches(_match_ids)
  ), made as (
    select o.competition_id, p.user_id, p.predictions
      from open_competitions o
     cross join lateral (select u.user_id, count(*) as predictions from public.user_predictions u
                          where u.match_id = any (o.match_ids) group by u.user_id) p
  )
  select f.id, coalesce(sum(d.predictions), 0)::integer, coalesce(sum(o.matches), 0)::integer
    from private.members() f
    left join open_competitions o
      on not o.needs_subscription
      or exists (select from public.subscriptions s
                  where s.user_id = f.id and s.subscription_type = o.competition_id
                    and s.status = 'active' and s.expires_at > clock_timestamp())
    left join made d on d.user_id = f.id and d.competition_id = o.competition_id
   group by f.id
$function$;

CREATE OR REPLACE FUNCTION private.publish_manual_score()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.live_scores l set is_manual = tg_op = 'INSERT', updated_at = now()
   where l.match_id = case tg_op when 'INSERT' then new.match_id else old.match_id end and not private.rules_are_off();
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.queue_news_announcement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.rules_are_off() then
    insert into private.announced_news (news_id) values (new.id) on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.ranks_of(_scope text, _day date, _standings integer[], _players integer[])
 RETURNS private.past_ranks
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row(_scope, _day, array[-1] || array_agg(l.standing order by l.standing),
             array[1 + coalesce(sum(l.players), 0)] || array_agg(1 + l.better order by l.standing))::private.past_ranks
    from (select u.standing, u.players,
                 sum(u.players) over (order by u.standing desc) - u.players as better
            from unnest(_standings, _players) u (standing, players)) l
$function$;

ALTER FUNCTION "private"."ranks_of"(text, date, integer[], integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rebuild_totals()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_nestloop TO 'off'
AS $function$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  delete from private.past_ranks;
  delete from private.match_figures;
  perform nextval('private.changes_of_points');
  perform private.list_scored_matches(null);
  perform private.list_scored_questions(null);
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select o.scope, array(
            select distinct n.day from private.scored_matches n where o.scope in (n.competition_id, 'overall')
             order by n.day desc limit 2) as days
            from private.scopes o) d
   where d.scope = s.scope;
  delete from private.player_totals;
  delete from private.points_distribution;
  with games as materialized (
    select m.id, c.id as competition_id, n.match_id is not null as is_scored,
           coalesce(n.day < s.latest_day, false) as is_earlier,
           coalesce(n.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
      left join private.scored_matches n on n.match_id = m.id
  ), picks as (
    select g.*, p.user_id, p.points_earned,
           g.is_scored and p.points_earned is not null and p.cleared_at is null as counts
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select p.competition_id, p.user_id,
           count(*) filter (where p.counts) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.counts), 0) as points,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier)
             as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall, 0 as question_points
      from by_competition
    union all
    select q.competition_id, q.user_id, 0, q.points, 0, 0, q.earlier_points, 0, q.earlier_points_overall, 0, q.points
      from private.totals_of_questions() q
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect, question_points)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end),
           sum(b.question_points)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), counts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players)
    from counts group by scope, points, perfect_scores;
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  update private.scopes s set order_is_due = false where s.order_is_due;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $function$;

CREATE OR REPLACE FUNCTION private.recalculate_points(OUT recalculated integer, OUT changed integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  perform set_config('scoreline.rebuilding_totals', 'on', true);
  -- This scores the matches that wait as well. Those that are no longer completed lose their points.
  perform private.take_points(array(
    select s.match_id from private.matches_to_score s join public.matches m on m.id = s.match_id
     where m.status <> 'completed'));
  delete from private.matches_to_score;
  update public.user_predictions p
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
  get diagnostics changed = row_count;
  perform private.score_questions(null);
  perform set_config('scoreline.rebuilding_totals', '', true);
  perform private.rebuild_totals();
end $function$;

CREATE OR REPLACE FUNCTION private.record_for_undo()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The foreign keys of a direct deletion delete after its statement has ended.
  recording constant text := coalesce(nullif(current_setting('scoreline.recording_undo'), ''),
                                      current_setting('scoreline.ended_undo', true));
  name constant text := tg_table_schema || '.' || tg_table_name;
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  key constant text := (
    select string_agg(coalesce(new_row, old_row) ->> k.name, '/' order by k.place)
      from unnest(tg_argv) with ordinality k (name, place));
begin
  if recording = 'jobs' and tg_op <> 'INSERT' then
    perform private.follow_job(name, key, old_row, new_row);
  elsif recording <> 'jobs' then
    insert into private.undo_rows (undo_id, table_name, row_key, before, after)
    values (recording::uuid, name, key, old_row, new_row)
    on conflict (undo_id, table_name, row_key) do update set after = excluded.after;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.record_manual_score()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('scoreline.applying_provider_answer', true) is distinct from 'on'
     and not private.rules_are_off() then
    insert into private.manual_scores (match_id) values (new.id) on conflict (match_id) do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.recount_restored_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.refresh_group_baselines(array(
    select distinct (coalesce(r.before, r.after) ->> 'user_id')::uuid from private.undo_rows r
     where r.undo_id = new.id and r.table_name = 'public.group_members'));
  return null;
end $function$;

ALTER FUNCTION "private"."recount_restored_members"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_open_matches_of_helpers(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_admin()
     and exists (select from public.matches m
                  where m.id = any (_match_ids) and not private.may_see('infinity', m.locks_at, null)) then
    raise exception 'Only an admin completes a match that is still open' using errcode = 'SL003';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_second_name_of_a_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  other text;
begin
  if private.rules_are_off()
     or (tg_op = 'UPDATE' and private.canonical_team_name(new.name) = private.canonical_team_name(old.name)) then
    return new;
  end if;
  -- Two names that are added at the same time must see each other.
  perform pg_advisory_xact_lock(hashtextextended('public.teams.name', 0));
  select t.name into other from private.teams_meant(new.name) t
   where t.id <> new.id order by t.name <> new.name, t.name limit 1;
  if other <> new.name then -- the unique constraint is for equal names
    raise exception '“%” is a name of %, which is a team already', new.name, other
      using errcode = '23505', constraint = 'team_names_mean_different_teams';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.reopen_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u set banned_until = old.banned_until where u.id = old.user_id;
  if found and old.contacts is not null then
    perform private.move_contact(old.heir_id, old.user_id, k.kind)
       from jsonb_each_text(old.contacts) k (kind, value)
      where private.contact_of(old.heir_id, k.kind) = k.value and private.contact_of(old.user_id, k.kind) is null;
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."reopen_account"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.reset_reminders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reasons text[] := array(select format('reminder %s %s', l.lead, d.day) from unnest(array['24 h', '2 h']) l (lead),
    unnest(array[new.match_date, case when tg_op = 'UPDATE' then old.match_date end]) d (day));
begin
  if private.rules_are_off() then
    return null;
  end if;
  delete from private.announcements where key = any (reasons);
  if tg_op = 'UPDATE' then
    delete from private.messages m
     where m.state = 'waiting' and m.attempts = 0 and m.dedupe_key = any (reasons) and new.id = any (m.match_ids);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_cleared_points(_cleared tstzrange, _user_id uuid DEFAULT NULL::uuid)
 RETURNS void
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
   where m.id = p.match_id and p.cleared_at between lower(_cleared) and upper(_cleared)
     and (_user_id is null or p.user_id = _user_id);
  update public.season_answers a set cleared_at = null
   where a.cleared_at between lower(_cleared) and upper(_cleared) and (_user_id is null or a.user_id = _user_id);
  perform private.count_points();
end $function$;

ALTER FUNCTION "private"."restore_cleared_points"(tstzrange, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_deleted_rows(_undo_id uuid, _table text, _all boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  columns constant text := (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (select r.before ? a.attname::text from private.undo_rows r
             where r.undo_id = _undo_id and r.table_name = _table and r.before is not null and r.after is null
             limit 1));
  have_parents constant text := (
    select string_agg(format(' and (b.%1$I is null or exists (select from %2$s p where p.%3$I = b.%1$I))', a.attname,
                             c.confrelid::regclass, p.attname), '')
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
     where c.conrelid = _table::regclass and c.contype = 'f');
begin
  if columns is not null then
    execute format('insert into %s (%s) overriding system value select %s from private.undo_rows r
                     cross join lateral jsonb_populate_record(null::%s, r.before) b
                     where r.undo_id = $1 and r.table_name = $2 and r.before is not null and r.after is null %s',
                   _table, columns, 'b.' || replace(columns, ', ', ', b.'), _table,
                   case when _all then '' else have_parents || ' on conflict do nothing' end)
      using _undo_id, _table;
  end if;
end $function$;

ALTER FUNCTION "private"."restore_deleted_rows"(uuid, text, boolean) OWNER TO "postgres";

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
  perform private.undo_step(_made);
  select count(*) into others from public.matches m where m.id = any (cancelled) and m.status = 'cancelled';
  others := others + cardinality(cancelled) - (select count(*) from public.matches m where m.id = any (cancelled));
  return case when others > 0 then jsonb_build_object('kind', 'matches_kept', 'count', others) end;
end $function$;

CREATE OR REPLACE FUNCTION private.restore_points_of_season(_done private.season_steps)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.restore_cleared_points(u.cleared) from private.undos u where u.id = (_done.made ->> 'undo_id')::uuid;
  perform private.undo_step(_done.made);
  perform private.refresh_records();
  if exists (select from private.season_steps s
              where s.ending_id = _done.ending_id and s.step = 'honours' and not s.is_skipped) then
    perform private.refresh_winners(_at_once => array(select p.id from private.periods p));
    perform private.close_records(_done.ending_id);
  end if;
  return '{"kind": "snapshot_kept"}';
end $function$;

CREATE OR REPLACE FUNCTION private.restore_recorded(_undo_id uuid, _is_strict boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.rules_off();
  -- Teams are restored before the matches that name them.
  perform private.restore_deleted_rows(_undo_id, 'public.teams');
  perform private.restore_rows(_undo_id, t.table_name, t.key_columns, t.kept, t.is_strict and _is_strict)
     from (select * from private.undo_tables() order by place) t;
  perform private.delete_added_teams(_undo_id);
  perform private.restore_changed_logos(_undo_id);
  perform private.rules_on();
exception when integrity_constraint_violation or unique_violation or foreign_key_violation or check_violation then
  raise exception 'This has changed since, so it cannot be undone'
    using errcode = 'SL015', detail = '{"kind": "changed_since"}';
end $function$;

ALTER FUNCTION "private"."restore_recorded"(uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.restore_rows(_undo_id uuid, _table text, _keys text[], _kept text[], _is_strict boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  assignments constant text := (
    select string_agg(format('%1$I = (s.b).%1$I', a.attname), ', ')
      from pg_attribute a
     where a.attrelid = _table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attname <> all (_keys));
  -- The recorded rows of the table ($1, $2) with their keys (k), and the present row (t) of each.
  recorded constant text := format(
    'private.undo_rows r cross join lateral jsonb_populate_record(null::%s, coalesce(r.before, r.after)) k', _table);
  is_recorded constant text := 'r.undo_id = $1 and r.table_name = $2';
  have_key constant text := (select string_agg(format('t.%1$I = k.%1$I', i), ' and ') from unnest(_keys) i);
  -- Whether it is as the action left it, apart from the columns that it keeps ($3).
  is_unchanged constant text := 'to_jsonb(jsonb_populate_record(t, r.after - $3)) = to_jsonb(t)';
  has_changed boolean;
begin
  if _is_strict then
    execute format('select exists (select from %1$s left join %2$s t on %3$s where %4$s and case
                     when r.after is null then t.%5$I is not null
                     else t.%5$I is null or not (%6$s) end)',
                   recorded, _table, have_key, is_recorded, _keys[1], is_unchanged)
      into has_changed using _undo_id, _table, _kept;
    if has_changed then
      raise exception 'This has changed since, so it cannot be undone'
        using errcode = 'SL015', detail = '{"kind": "changed_since"}';
    end if;
  end if;
  execute format('delete from %s t using %s where %s and r.before is null and %s',
                 _table, recorded, is_recorded, have_key)
    using _undo_id, _table;
  if assignments is not null then
    execute format('update %1$s t set %2$s
                      from (select k, jsonb_populate_record(t, r.before - array(
                              select c from unnest($3) c where to_jsonb(t) -> c is distinct from r.after -> c)) as b
                              from %3$s join %1$s t on %4$s
                             where %5$s and r.before is not null and r.after is not null and %6$s) s
                     where %7$s',
                   _table, assignments, recorded, have_key, is_recorded, is_unchanged,
                   replace(have_key, '= k.', '= (s.k).'))
      using _undo_id, _table, _kept;
  end if;
  perform private.restore_deleted_rows(_undo_id, _table, _is_strict);
end $function$;

ALTER FUNCTION "private"."restore_rows"(uuid, text, text[], text[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_doubles(_user_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  rule text := private.doubles_rule();
begin
  perform pg_advisory_xact_lock(hashtextextended('doubles', 0));
  -- The rules of predictions do not apply: a mark is taken back from a match whose competition needs a subscription.
  perform private.rules_off();
  with marks as (
    select p.id, o.is_open, private.doubles_allowed(rule, m.round) as allowed,
           row_number() over (
             partition by p.user_id, m.league, m.season, case when rule = 'matchday' then m.round end
                 order by o.is_open, m.locks_at, m.id) as nth
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status <> 'cancelled'
     cross join lateral (select m.status = 'upcoming' and m.locks_at > clock_timestamp() as is_open) o
     where p.is_double and (_user_ids is null or p.user_id = any (_user_ids))
  ), returned as (
    update public.user_predictions p set is_double = false from marks k
     where p.id = k.id and k.is_open and k.nth > k.allowed
    returning p.*
  )
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select r.user_id, m.id, private.match_label(m), 'changed', r.home_prediction, r.away_prediction
    from returned r join public.matches m on m.id = r.match_id;
  perform private.rules_on();
end $function$;

CREATE OR REPLACE FUNCTION private.rules_are_off()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(current_setting('scoreline.rules_off', true), '') <> '' $function$;

ALTER FUNCTION "private"."rules_are_off"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rules_off()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('scoreline.rules_off', coalesce(current_setting('scoreline.rules_off', true), '') || '.', true)
$function$;

ALTER FUNCTION "private"."rules_off"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.rules_on()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select set_config('scoreline.rules_off', substr(current_setting('scoreline.rules_off'), 2), true) $function$;

ALTER FUNCTION "private"."rules_on"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.run_next_job(_calls_functions boolean DEFAULT true)
 RETURNS TABLE(job text, edge_function text, run bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "scoreline.recording_undo" TO 'jobs'
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

CREATE OR REPLACE FUNCTION private.score_changed_matches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid[];
begin
  if private.rules_are_off() or current_setting('scoreline.scoring_together', true) = 'on' then
    return null;
  end if;
  changed := array(
    select n.id from new_rows n join old_rows o on o.id = n.id
     where 'completed' in (o.status, n.status)
       and (o.status, o.home_score, o.away_score, o.completed_at, o.league, o.season, o.round, o.match_date)
           is distinct from
           (n.status, n.home_score, n.away_score, n.completed_at, n.league, n.season, n.round, n.match_date));
  if changed <> '{}' then
    perform private.score_matches(changed);
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."score_changed_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_later(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.matches_to_score (match_id, predictions)
  select m.id, (select count(*) from public.user_predictions p where p.match_id = m.id)
    from public.matches m where m.id = any (_match_ids)
  on conflict (match_id) do update
    set predictions = excluded.predictions, scored = 0, takes_points = false, last_user_id = null, is_scored = false;
  perform pg_notify('jobs', '');
end $function$;

CREATE OR REPLACE FUNCTION private.score_matches(_match_ids uuid[], _user_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  outdated uuid[];
  known private.scored_matches[];
  moved_periods bigint[];
begin
  perform private.lock_totals();
  if _user_ids is not null then
    -- A match that is scored in parts may be past the member.
    perform private.score_later(array(
      select s.match_id from private.matches_to_score s where s.match_id = any (_match_ids) and not s.is_scored));
    update public.user_predictions p
       set points_earned = case when n.id is not null then private.prediction_points(
             p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double) end
      from public.matches m
      left join private.scored_matches n on n.match_id = m.id and m.status = 'completed'
     where p.match_id = any (_match_ids) and p.user_id = any (_user_ids) and p.cleared_at is null
       and m.id = p.match_id;
    perform private.count_points_soon();
    return;
  end if;
  if private.needs_parts(_match_ids) then
    perform private.score_later(_match_ids);
    return;
  end if;
  outdated := array(
    select n.match_id
      from private.scored_matches n
      left join public.matches m on m.id = n.match_id and m.status = 'completed'
      left join public.competitions c on c.name = m.league
     where n.match_id = any (_match_ids)
       and (n.competition_id, n.day) is distinct from (c.id, private.completion_day(m)));
  if outdated <> '{}' then
    perform private.take_points(outdated);
    update private.scored_matches n set match_id = null where n.match_id = any (outdated);
  end if;
  known := array(select n from private.scored_matches n where n.match_id = any (_match_ids));
  -- Points that a restored or moved prediction brought along do not count yet.
  perform private.take_points(array(
    select unnest(_match_ids) except select n.match_id from private.scored_matches n));
  perform private.list_scored_matches(_match_ids);
  update public.user_predictions p
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where p.match_id = any (_match_ids) and p.cleared_at is null and m.id = p.match_id and m.status = 'completed'
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
  perform private.count_points_soon();
  -- The periods that a match has left or joined, although its points are the same.
  moved_periods := array(
    select distinct i.period_id
      from unnest(known) k
      join private.scored_matches n on n.id = k.id and n.period_ids <> k.period_ids
     cross join unnest(n.period_ids || k.period_ids) i (period_id));
  if moved_periods <> '{}' then
    perform private.recount_periods(moved_periods);
  end if;
end $function$;

ALTER FUNCTION "private"."score_matches"(uuid[], uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.score_questions(_question_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  ids uuid[] := coalesce(_question_ids, array(select q.id from public.season_questions q));
  outdated uuid[];
begin
  perform private.lock_totals();
  outdated := array(
    select n.question_id from private.scored_matches n join public.season_questions q on q.id = n.question_id
     where q.id = any (ids)
       and (n.competition_id, n.day) is distinct from (q.competition_id, private.question_day(q)));
  if outdated <> '{}' then
    update public.season_answers a set points_earned = null
     where a.question_id = any (outdated) and a.cleared_at is null and a.points_earned is not null;
    update private.scored_matches n set question_id = null where n.question_id = any (outdated);
  end if;
  perform private.list_scored_questions(ids);
  with given as materialized (
    select distinct a.question_id, a.answer from public.season_answers a where a.question_id = any (ids)
  ), scored as materialized (
    select g.question_id, g.answer, private.answer_points(q, g.answer) as points
      from given g join public.season_questions q on q.id = g.question_id
  )
  update public.season_answers a set points_earned = s.points
    from scored s
   where a.question_id = s.question_id and a.answer = s.answer and a.cleared_at is null
     and a.points_earned is distinct from s.points;
  perform private.count_points_soon();
end $function$;

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
                from public.matches m where private.may_see('infinity', m.locks_at, null));
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
        return (select jsonb_build_object('kind', 'to_members', 'members', count(*)) from private.members());
      end if;
      return (select jsonb_build_object('kind', 'to_members_by', 'members', r.members, 'bell', r.bell,
                                        'push', r.push, 'email', r.email)
                from public.preview_club_message('everyone') r);
  end case;
end $function$;

CREATE OR REPLACE FUNCTION private.set_setting_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.rules_are_off() then
    return new;
  end if;
  new.updated_at := now();
  new.updated_by := (select auth.uid());
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.standing(_points bigint, _perfect_scores bigint)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (10000 * $1 + $2)::integer $function$;

ALTER FUNCTION "private"."standing"(bigint, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_account_and_totals_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u where u.id = (select auth.uid()) for no key update;
  perform private.lock_totals();
  return null;
end $function$;

ALTER FUNCTION "private"."take_account_and_totals_first"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.take_totals_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_totals();
  return null;
end $function$;

ALTER FUNCTION "private"."take_totals_first"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_step(_made jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.restore_recorded((_made ->> 'undo_id')::uuid, false);
  update private.undos u set undone_at = clock_timestamp(), undone_by = (select auth.uid())
   where u.id = (_made ->> 'undo_id')::uuid;
end $function$;

ALTER FUNCTION "private"."undo_step"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_tables()
 RETURNS TABLE(place integer, table_name text, key_columns text[], kept text[], is_strict boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', '{id}'::text[], '{predictions_count,updated_at}'::text[], true),
    -- Points follow from the match, which is scored again.
    (2, 'public.user_predictions', '{id}', '{points_earned}', true),
    (3, 'public.prediction_changes', '{id}', '{}', true),
    (4, 'private.manual_scores', '{match_id}', '{}', true),
    (5, 'public.plan_codes', '{id}', '{}', true),
    (6, 'public.subscriptions', '{id}', '{}', true),
    (7, 'public.notifications', '{id}', '{read}', false),
    (8, 'public.live_scores', '{match_id}', '{}', false),
    (9, 'private.match_changes', '{id}', '{}', false),
    (10, 'private.match_reopenings', '{id}', '{}', false),
    -- Calendar programs ignore a lower number, so an undone change counts as another change.
    (11, 'private.match_revisions', '{match_id}', '{}', false),
    -- Polls change everything except the link to the club's match.
    (12, 'private.provider_matches', '{id}',
         private.columns_except('private.provider_matches', '{match_id,linked_by}'), false),
    (13, 'public.team_aliases', '{alias}', '{}', false),
    (14, 'public.groups', '{id}',
         '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true),
    (15, 'public.payments', '{id}',
         '{plan_type,expires_at,payer_name,amount_rs,method,paid_on,remark}', true),
    (16, 'public.season_questions', '{id}', '{}', true),
    -- Points follow from the question.
    (17, 'public.season_answers', '{id}', '{points_earned}', true),
    (18, 'public.season_answer_changes', '{id}', '{}', true),
    (19, 'public.group_members', '{group_id,user_id}', '{}', true),
    (20, 'private.closed_accounts', '{user_id}', '{}', true),
    (21, 'public.user_roles', '{user_id,role}', '{}', false),
    (22, 'private.periods', '{id}', private.columns_except('private.periods', '{winners_of}'), false),
    -- Of rows that have moved, the account is restored.
    (23, 'private.period_winners', '{id}', private.columns_except('private.period_winners', '{user_id}'), false),
    (24, 'private.told_winners', '{id}', private.columns_except('private.told_winners', '{user_id}'), false),
    (25, 'private.records', '{id}',
         private.columns_except('private.records', '{user_id,is_running,closed_by}'), false),
    (26, 'public.member_notes', '{id}', private.columns_except('public.member_notes', '{user_id}'), false),
    (27, 'public.leaderboard_archives', '{id}', '{}', false),
    (28, 'public.archived_leaderboard_rows', '{archive_id,position}', '{}', false),
    (29, 'public.subscription_period_archives', '{id}', '{}', false),
    (30, 'public.archived_subscriptions', '{id}', '{}', false),
    (31, 'public.news', '{id}', '{}', false),
    (32, 'private.announced_news', '{news_id}', '{}', false),
    (33, 'public.admin_settings', '{setting_key}', '{}', false)
$function$;

ALTER FUNCTION "private"."undo_tables"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.update_completion_days()
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where (n.match_id is not null or n.question_id is not null) and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      perform private.keep_past_ranks(changed.scope, changed.latest_before);
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.scope = changed.scope and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $function$;

CREATE OR REPLACE FUNCTION private.visible_picks(_match_id uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer, is_double boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.user_id, coalesce(f.full_name, 'Player'), p.home_prediction, p.away_prediction, p.points_earned,
         coalesce(p.points_earned, case when m.home_score is not null and m.away_score is not null
           then private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                          p.is_double)
         end), p.is_double
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
    join public.profiles f on f.id = p.user_id
   where m.id = _match_id and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
$function$;

CREATE OR REPLACE FUNCTION public.admin_completion(search text DEFAULT NULL::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(user_id uuid, full_name text, predictions_made integer, total_upcoming integer, total_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  is_search boolean := coalesce(trim(search), '') <> '';
begin
  perform private.require_admin();
  return query
  with page as materialized (
    select f.id, f.full_name, (count(*) over ())::integer as in_all from private.members() f
     where (not is_search or f.id in (select private.players_found(search, false)))
     order by f.full_name, f.id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
  )
  select p.id, coalesce(p.full_name, 'Player'), c.predictions_made, c.total_upcoming, p.in_all
    from page p
    join public.get_prediction_completion_for_users((select array_agg(n.id) from page n)) c on c.user_id = p.id
   order by p.full_name, p.id;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_export(_after jsonb DEFAULT NULL::jsonb, page_limit integer DEFAULT 1000)
 RETURNS TABLE(user_id uuid, full_name text, email text, phone_number text, joined_at timestamp with time zone, rank integer, predictions integer, points integer, perfect_scores integer, accuracy numeric, place jsonb, total_count integer, points_per_match numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  after private.leaderboard_place := jsonb_populate_record(null::private.leaderboard_place, _after);
  after_unlisted uuid := case when not _after ? 'minus_points' then (after).user_id end;
  page_size integer := least(greatest(coalesce(page_limit, 1000), 1), 1000);
  players uuid[] := '{}';
  locks timestamptz[] := private.locks_of_counted_matches('overall');
begin
  perform private.require_admin();
  if after_unlisted is null then
    players := private.players_after('overall', after, page_size);
  end if;
  if cardinality(players) < page_size then
    players := players || array(
      select f.id from private.members() f
       where (after_unlisted is null or f.id > after_unlisted)
         and not exists (select from private.player_totals t
                          where t.scope = 'overall' and t.user_id = f.id offset 0)
       order by f.id limit page_size - cardinality(players));
  end if;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         case when s.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.scope = s.scope and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(t.points, 0), coalesce(t.perfect_scores, 0),
         private.accuracy_of(t.right_outcomes, t.predictions_scored),
         case when n.nth < cardinality(players) then null
              when t.user_id is null then jsonb_build_object('user_id', f.id)
              else to_jsonb(private.place_of(t.points, t.perfect_scores, f.full_name, f.id)) end,
         case when _after is null then (select count(*)::integer from private.members()) end,
         round(private.per_match(coalesce(t.points - t.question_points, 0),
                                 private.matches_since_joining(locks, f.created_at, t.predictions_scored)) / 100.0, 2)
    from unnest(players) with ordinality n (id, nth)
    join private.scopes s on s.scope = 'overall'
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.scope = 'overall' and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_overview()
 RETURNS TABLE(total_users integer, total_matches integer, completed_matches integer, predictions bigint, accuracy numeric, top_user_id uuid, top_name text, top_points integer, completion_rate numeric, engagement numeric, open_matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1),
         m.still_open
    from (select count(*)::integer as players from private.members()) u
   cross join (select count(*)::integer as matches,
                      (count(*) filter (where status = 'completed'))::integer as completed,
                      (count(*) filter (where status = 'upcoming'
                                        and locks_at > clock_timestamp()))::integer as still_open,
                      coalesce(sum(predictions_count), 0)::bigint as predictions
                 from public.matches) m
   cross join (select private.accuracy_of(sum(right_outcomes), sum(predictions_scored)) as accuracy
                 from private.player_totals where scope = 'overall') t
    left join (select r.user_id, r.full_name, r.points
                 from private.scopes s cross join lateral private.ranked_players(
                   s.scope, private.players_at(s.scope, 0, 1)) r
                where s.scope = 'overall' and s.latest_day is not null) top on true;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_players(search text DEFAULT NULL::text, sort text DEFAULT 'points'::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(user_id uuid, full_name text, email text, phone_number text, joined_at timestamp with time zone, is_admin boolean, rank integer, predictions integer, predictions_scored integer, points integer, perfect_scores integer, accuracy numeric, total_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  is_search boolean := coalesce(trim(search), '') <> '';
  players uuid[];
  found_in_all integer;
begin
  perform private.require_admin();
  if coalesce(sort, 'points') not in ('points', 'perfect_scores', 'accuracy', 'predictions', 'name', 'joined') then
    raise exception 'Players cannot be sorted by %', sort using errcode = '22023';
  end if;
  select array_agg(q.id order by q.place), max(q.in_all) into players, found_in_all
    from (
      select f.id, (count(*) over ())::integer as in_all,
             row_number() over (order by
               case sort when 'name' then null when 'joined' then null when 'perfect_scores' then t.perfect_scores
                         when 'accuracy' then private.accuracy_of(t.right_outcomes, t.predictions_scored)
                         when 'predictions' then t.predictions_scored else t.points end desc nulls last,
               case when sort = 'joined' then f.created_at end desc nulls last,
               case when coalesce(sort, 'points') = 'points' then t.perfect_scores end desc nulls last,
               f.full_name, f.id) as place
        from private.members() f
        left join private.player_totals t on t.scope = 'overall' and t.user_id = f.id
       where (not is_search or f.id in (select private.players_found(search, true)))
       order by place
       limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)) q;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         exists (select from public.user_roles r where r.user_id = f.id and r.role = 'admin'),
         k.rank, (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(k.predictions_scored, 0), coalesce(k.points, 0), coalesce(k.perfect_scores, 0), k.accuracy,
         found_in_all
    from unnest(players) with ordinality n (id, place)
    join public.profiles f on f.id = n.id
    left join auth.users u on u.id = f.id
    left join private.ranked_players('overall', players) k on k.user_id = f.id
   order by n.place;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_recent_activity(page_limit integer DEFAULT 20, page_offset integer DEFAULT 0)
 RETURNS TABLE(kind text, user_id uuid, full_name text, subject text, happened_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  page_size integer := least(greatest(coalesce(page_limit, 20), 1), 100);
  first_row integer := least(greatest(coalesce(page_offset, 0), 0), 1000);
  rows_per_kind integer := page_size + first_row;
begin
  perform private.require_admin();
  return query
  with activity as (
    (select c.change as kind, c.user_id, c.match_label as subject, c.changed_at as moment
       from public.prediction_changes c order by c.id desc limit rows_per_kind)
    union all
    (select 'joined', f.id, null, f.created_at from private.members() f order by f.created_at desc limit rows_per_kind)
    union all
    (select 'redeemed', p.used_by, c.name, p.used_at
       from public.plan_codes p join public.competitions c on c.id = p.plan_type where p.is_used
         order by p.used_at desc limit rows_per_kind)
    union all
    (select 'completed', null, private.match_label(m), m.completed_at
       from public.matches m where m.status = 'completed' order by m.completed_at desc limit rows_per_kind)
  )
  select h.kind, h.user_id, f.full_name, h.subject, h.moment
    from activity h left join public.profiles f on f.id = h.user_id
   order by h.moment desc, h.kind, h.user_id
   limit page_size offset first_row;
end $function$;

CREATE OR REPLACE FUNCTION public.admin_user_predictions(_user_id uuid, page_limit integer DEFAULT 100, page_offset integer DEFAULT 0, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text, kickoff_at timestamp with time zone, is_open boolean, home_prediction integer, away_prediction integer, status text, home_score integer, away_score integer, points_earned integer, cleared_at timestamp with time zone, created_at timestamp with time zone, total_count integer, is_double boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (select count(*) from public.user_predictions a where a.user_id = _user_id)::integer,
         case when not o.is_open then p.is_double end
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (
     select not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o
   where p.user_id = _user_id and (before_id is null or (p.created_at, p.id) < (before_created, before_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(coalesce(page_limit, 100), 1), 400) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

CREATE OR REPLACE FUNCTION public.apply_provider_answer(_poll bigint, _matches jsonb, _minute_left integer DEFAULT NULL::integer, _minute_ends_in integer DEFAULT NULL::integer, _day_left integer DEFAULT NULL::integer)
 RETURNS TABLE(matches integer, linked integer, started integer, scores integer, results integer, corrections integer, fixtures integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
 SET "scoreline.recording_undo" TO 'jobs'
AS $function$
declare
  settings private.live_score_provider := private.lock_provider();
  moment timestamptz := clock_timestamp();
  polled uuid[];
  applicable uuid[];
begin
  if settings.latest_poll <> _poll then
    return;
  end if;
  update private.live_score_provider set answered_at = moment, failures = 0, paused_until = null;
  perform private.store_request_limits(_minute_left, _minute_ends_in, _day_left);
  polled := private.store_polled_matches(settings.provider, _matches, moment);
  matches := cardinality(polled);
  update private.provider_matches f set missing_since = moment
   where f.provider = settings.provider and not f.id = any (polled) and f.missing_since is null
     and f.competition_id = any (settings.asked_competitions)
     and (f.kickoff_at at time zone 'UTC')::date between settings.asked_from and settings.asked_to;
  linked := private.link_provider_matches(settings.provider, moment);
  perform from public.matches m
   where m.id in (select f.match_id from private.provider_matches f where f.id = any (polled))
   order by m.id for no key update;
  applicable := private.check_links(polled);
  fixtures := case
    when settings.follows_fixtures
    then private.apply_provider_fixtures(settings.provider, applicable, settings.competitions, moment) else 0 end;
  if settings.follows_scores then
    select a.started, a.scores, a.results, a.corrections into started, scores, results, corrections
      from private.apply_provider_scores(applicable, moment) a;
    perform private.notify_admins(applicable, moment);
  end if;
  perform private.publish_live_scores(applicable);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_admin_call(_function text, _record_id text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _function <> all (private.admin_functions()) then
    raise exception 'There is no function %', _function using errcode = '22023';
  end if;
  perform private.begin_admin_action(_function);
  if _function = 'set-temporary-password'
     and exists (select from public.user_roles r where r.user_id::text = lower(_record_id) and r.role = 'admin') then
    raise exception 'Admins change their passwords themselves' using errcode = 'SL003';
  end if;
  -- public.close_account() audits what delete-user does.
  if _function <> 'delete-user' or _record_id is null then
    perform private.write_audit(_function, 'functions', _record_id, null, null);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.claim_messages(_channel text, _limit integer)
 RETURNS TABLE(id bigint, kind text, tag text, title text, body text, link text, created_at timestamp with time zone, drop_after timestamp with time zone, email text, token text, devices jsonb, facts jsonb, language text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  claimed bigint[];
begin
  if not private.is_channel_open(_channel, clock_timestamp()) then
    return;
  end if;
  loop
    claimed := array(
      select m.id from private.messages m
       where m.channel = _channel and private.is_due(m)
       order by m.send_after, m.id limit least(_limit, 500) for update skip locked);
    exit when claimed = '{}';
    with judged as materialized (
      select m.id, private.drop_reason(m) as reason from private.messages m where m.id = any (claimed)
    )
    update private.messages m set state = 'dropped', last_error = j.reason
      from judged j where m.id = j.id and j.reason is not null;
    if _channel = 'email' then
      insert into private.unsubscribe_tokens (user_id)
      select distinct m.user_id from private.messages m where m.id = any (claimed) on conflict do nothing;
    end if;
    return query
      update private.messages m set send_after = clock_timestamp() + private.claim_lease(), attempts = m.attempts + 1
        from auth.users u join public.profiles p on p.id = u.id
        left join private.unsubscribe_tokens t on t.user_id = u.id
       where m.id = any (claimed) and m.state = 'waiting' and u.id = m.user_id
      returning m.id, m.kind, m.dedupe_key, m.title, m.body, m.link, m.created_at, m.drop_after, u.email::text,
        t.token, (
        select jsonb_agg(jsonb_build_object('endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth))
          from private.push_subscriptions s where m.channel = 'push' and s.user_id = m.user_id
            and s.endpoint <> all (m.finished_endpoints)), m.facts, p.language;
    -- If all of them were dropped, others may be due.
    exit when found;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_all_points(pin text DEFAULT NULL::text, snapshot_name text DEFAULT NULL::text, description text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
  select jsonb_agg(to_jsonb(r) - 'undo_id')
    from private.clear_all(pin, snapshot_name, description, 'clear_all_points') r
$function$;

CREATE OR REPLACE FUNCTION public.clear_player_points(_user_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  points_before jsonb;
  done record;
begin
  perform private.begin_admin_action('clear_player_points');
  perform private.lock_totals();
  -- The points that wait are too many to count here.
  select jsonb_object_agg(t.scope, t.points + coalesce((
           select sum(v.sign * v.points)
             from private.uncounted_points v join private.scored_matches n on n.id = v.scored_id
            where v.user_id = t.user_id and t.scope in (n.competition_id, 'overall')), 0)) into points_before
    from private.player_totals t where t.user_id = _user_id;
  select * into done from private.clear_points_for_now('clear_player_points', _user_id);
  perform private.write_audit('clear_player_points', 'user_predictions', _user_id::text, points_before,
                              jsonb_build_object('predictions', done.cleared, 'undo_id', done.undo_id));
  return done.cleared;
end $function$;

CREATE OR REPLACE FUNCTION public.clear_user_predictions(_user_id uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted integer;
begin
  perform private.begin_admin_action('clear_user_predictions');
  perform private.begin_undo('clear_user_predictions', _user_id::text);
  deleted := private.delete_predictions('clear_user_predictions', _user_id, null);
  perform private.end_undo(private.long_undo_window());
  return deleted;
end $function$;

CREATE OR REPLACE FUNCTION public.close_account(_user_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  undo_id uuid;
begin
  perform private.require_admin();
  perform private.lock_for_closing(_user_id, _user_id);
  if not exists (select from public.profiles p where p.id = _user_id)
     or exists (select from private.closed_accounts c where c.user_id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  perform private.begin_undo('delete-user', _user_id::text);
  insert into private.closed_accounts (user_id) values (_user_id);
  delete from public.user_roles r where r.user_id = _user_id;
  delete from public.user_predictions p where p.user_id = _user_id;
  delete from public.season_answers a where a.user_id = _user_id;
  delete from public.subscriptions s where s.user_id = _user_id;
  perform private.hand_over_groups(_user_id);
  delete from public.group_members g where g.user_id = _user_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete-user', 'functions', _user_id::text, null,
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $function$;

ALTER FUNCTION "public"."close_account"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.close_group(_group_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
  undo_id uuid;
begin
  perform private.begin_admin_action('close_group');
  select g.* into before from public.groups g
   where g.id = _group_id and g.deleted_at is null and g.closed_at is null for update;
  if before.id is null then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  perform private.begin_undo('close_group', _group_id::text);
  update public.groups g set closed_at = clock_timestamp() where g.id = _group_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('close_group', 'groups', _group_id::text, jsonb_build_object('name', before.name),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.complete_matches(_results jsonb)
 RETURNS TABLE(matches integer, predictions integer, scoring_players integer, undo_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
#variable_conflict use_column
declare
  changed uuid[];
  before jsonb;
  record_id text;
begin
  perform private.begin_admin_action('complete_matches');
  perform private.check_results(_results);
  perform from public.matches m
   where m.id in (select i.match_id from private.incoming_results(_results) i) order by m.id for no key update;
  -- Again after the wait: a match may have been cancelled or deleted.
  perform private.check_results(_results);
  select coalesce(array_agg(m.id), '{}'),
         jsonb_object_agg(m.id, jsonb_build_object('match', private.match_label(m), 'status', m.status,
                                                   'home_score', m.home_score, 'away_score', m.away_score))
    into changed, before
    from private.incoming_results(_results) i join public.matches m on m.id = i.match_id
   where (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score);
  perform private.refuse_open_matches_of_helpers(changed);
  perform private.refuse_changed(e.entry -> 'seen', jsonb_build_object(
            'is_completed', m.status = 'completed', 'home_score', m.home_score, 'away_score', m.away_score))
     from jsonb_array_elements(_results) e (entry) join public.matches m on m.id::text = lower(e.entry ->> 'id')
    where m.id = any (changed);
  record_id := case cardinality(changed) when 1 then changed[1]::text end;
  perform private.begin_undo('complete_matches', record_id);
  update public.matches m set status = 'completed', home_score = i.home_score, away_score = i.away_score
    from private.incoming_results(_results) i where m.id = i.match_id and m.id = any (changed);
  undo_id := private.end_undo();
  if cardinality(changed) > 0 then
    perform private.write_audit('complete_matches', 'matches', record_id, before, (
      select jsonb_object_agg(i.match_id, jsonb_build_object('home_score', i.home_score, 'away_score', i.away_score))
        from private.incoming_results(_results) i where i.match_id = any (changed)));
  end if;
  select cardinality(changed), count(*)::integer,
         -- The points themselves may be set later (56_scoring_in_parts.sql).
         (count(distinct p.user_id) filter (where p.cleared_at is null and public.calculate_prediction_points(
           p.home_prediction, p.away_prediction, m.home_score, m.away_score) > 0))::integer
    into matches, predictions, scoring_players
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.match_id = any (changed);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_match(_match_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.matches;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_match');
  perform private.lock_matches(array[_match_id]);
  select * into before from public.matches m where m.id = _match_id;
  perform private.begin_undo('delete_match', _match_id::text);
  delete from public.matches m where m.id = _match_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_match', 'matches', _match_id::text, to_jsonb(before),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_matches(_match_ids uuid[])
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  deleted jsonb;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_matches');
  if coalesce(cardinality(_match_ids), 0) not between 1 and 1000 then
    raise exception 'Choose 1 to 1,000 matches' using errcode = '22023';
  end if;
  perform private.lock_matches(_match_ids);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id)) into deleted
    from public.matches m where m.id = any (_match_ids);
  perform private.begin_undo('delete_matches', null);
  -- All predictions in one statement, so that the totals are counted again only once.
  delete from public.user_predictions p where p.match_id = any (_match_ids);
  delete from public.matches m where m.id = any (_match_ids);
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_matches', 'matches', null, deleted, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_member_note(_note_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member uuid;
begin
  perform private.begin_admin_action('delete_member_note');
  perform private.begin_undo('delete_member_note', _note_id::text);
  delete from public.member_notes n where n.id = _note_id returning n.user_id into member;
  if member is null then
    raise exception 'There is no such note' using errcode = 'PT404';
  end if;
  perform private.write_audit('delete_member_note', 'profiles', member::text, null,
    jsonb_build_object('undo_id', private.end_undo(private.long_undo_window())));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_payment(_payment_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleted public.payments;
begin
  perform private.begin_admin_action('delete_payment');
  perform private.begin_undo('delete_payment', _payment_id::text);
  delete from public.payments p where p.id = _payment_id returning p.* into deleted;
  if deleted.id is null then
    raise exception 'There is no such payment' using errcode = 'PT404';
  end if;
  if not private.may_delete_payment(deleted) then
    raise exception 'Only an admin deletes the payment of another organiser or of another day' using errcode = 'SL003';
  end if;
  perform private.write_audit('delete_payment', 'payments', _payment_id::text, to_jsonb(deleted),
    jsonb_build_object('undo_id', private.end_undo(private.long_undo_window())));
end $function$;

CREATE OR REPLACE FUNCTION public.delete_season_question(_question_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  before public.season_questions;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_season_question');
  before := private.locked_question(_question_id);
  perform private.lock_totals();
  perform private.begin_undo('delete_season_question', _question_id::text);
  -- Before the question, because their log needs its title.
  delete from public.season_answers a where a.question_id = _question_id;
  delete from public.season_questions q where q.id = _question_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_user_prediction(_prediction_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_id uuid;
begin
  perform private.begin_admin_action('delete_user_prediction');
  select p.user_id into owner_id from public.user_predictions p where p.id = _prediction_id;
  perform private.begin_undo('delete_user_prediction', _prediction_id::text);
  if coalesce(private.delete_predictions('delete_user_prediction', owner_id, _prediction_id), 0) = 0 then
    raise exception 'There is no such prediction' using errcode = 'PT404';
  end if;
  perform private.end_undo(private.long_undo_window());
end $function$;

CREATE OR REPLACE FUNCTION public.end_subscription(_user_id uuid, _type text)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.subscriptions;
  ended public.subscriptions;
begin
  perform private.begin_admin_action('end_subscription');
  perform private.lock_totals();
  select * into before from public.subscriptions s
   where s.user_id = _user_id and s.subscription_type = _type and s.status = 'active';
  if before.id is null then
    raise exception 'There is no active subscription to end' using errcode = 'PT404';
  end if;
  perform private.begin_undo('end_subscription', before.id::text);
  update public.subscriptions s set status = 'inactive' where s.id = before.id returning s.* into ended;
  perform private.end_undo();
  perform private.write_audit('end_subscription', 'subscriptions', ended.id::text, to_jsonb(before), to_jsonb(ended));
  return ended;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_messages()
 RETURNS TABLE(dropped integer, failed integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ended as (
    update private.messages m
       set state = case when m.drop_after <= statement_timestamp() then 'dropped' else 'failed' end,
           last_error = coalesce(m.last_error,
                                 case when m.drop_after <= statement_timestamp() then 'Too late'
                                 else 'Not sent within a day' end)
     where m.state = 'waiting' and m.send_after <= statement_timestamp() and private.has_ended(m)
    returning m.state
  )
  select (count(*) filter (where e.state = 'dropped'))::integer, (count(*) filter (where e.state = 'failed'))::integer
    from ended e
$function$;

CREATE OR REPLACE FUNCTION public.find_members(search text)
 RETURNS TABLE(user_id uuid, full_name text, phone_number text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.begin_admin_action('find_members');
  return query
  select p.id, p.full_name,
         case when private.acts_as_admin() then p.phone_number else private.masked_phone(p.phone_number) end
    from private.players_found_by_caller(search) f (id) join public.profiles p on p.id = f.id
   where exists (select from regexp_split_to_table(private.searchable(left(search, 200)), '\s+') w (word)
                  where char_length(w.word) >= 3)
   order by p.full_name, p.id limit 10;
end $function$;

CREATE OR REPLACE FUNCTION public.give_subscription(_user_id uuid, _type text, _expires_on date)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.subscriptions;
  given public.subscriptions;
begin
  perform private.begin_admin_action('give_subscription');
  if not exists (select from public.competitions c where c.id = _type and c.needs_subscription) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  perform private.require_plausible(_expires_on);
  perform private.lock_totals();
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  select * into before from public.subscriptions s where s.user_id = _user_id and s.subscription_type = _type;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at, assigned_by_admin)
  values (_user_id, _type, private.end_of_day(_expires_on), true)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at
                          else now() end,
        expires_at = excluded.expires_at, status = 'active', assigned_by_admin = true
  returning s.* into given;
  perform private.write_audit('give_subscription', 'subscriptions', given.id::text,
    case when before.id is not null then to_jsonb(before) end, to_jsonb(given));
  return given;
end $function$;

CREATE OR REPLACE FUNCTION public.head_to_head(_user_id uuid, league text DEFAULT 'Overall'::text, _season text DEFAULT NULL::text, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid, _with_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, kickoff_at timestamp with time zone, match_league text, season text, round text, home_team_name text, away_team_name text, home_score integer, away_score integer, my_home integer, my_away integer, my_points integer, their_home integer, their_away integer, their_points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.id, q.kickoff_at, q.league, q.season, q.round, q.home_team_name, q.away_team_name, q.home_score,
         q.away_score, q.my_home, q.my_away,
         case when q.my_home is not null and q.home_score is not null then private.prediction_points(
           q.my_home, q.my_away, q.home_score, q.away_score, q.my_is_double) end,
         q.their_home, q.their_away,
         case when q.their_home is not null and q.home_score is not null then private.prediction_points(
           q.their_home, q.their_away, q.home_score, q.away_score, q.their_is_double) end
    from (select m.id, m.kickoff_at, m.league, m.season, m.round, m.home_team_name, m.away_team_name,
                 case when m.status = 'completed' then m.home_score end as home_score,
                 case when m.status = 'completed' then m.away_score end as away_score,
                 mine.home_prediction as my_home, mine.away_prediction as my_away,
                 mine.is_double as my_is_double, theirs.home_prediction as their_home,
                 theirs.away_prediction as their_away, theirs.is_double as their_is_double
            from public.matches m
            left join public.user_predictions mine
              on mine.match_id = m.id and mine.user_id = coalesce(_with_id, (select auth.uid()))
            left join public.user_predictions theirs on theirs.match_id = m.id and theirs.user_id = _user_id
           where _user_id <> coalesce(_with_id, (select auth.uid()))
             and private.may_see('infinity', m.locks_at, null) and m.status <> 'cancelled'
             and head_to_head.league in ('Overall', m.league)
             and (head_to_head._season is null or m.season = head_to_head._season)
             and (mine.match_id is not null or theirs.match_id is not null)
             and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
           order by m.kickoff_at desc, m.id desc limit 1000) q
   order by q.kickoff_at, q.id
$function$;

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
end $function$;

CREATE OR REPLACE FUNCTION public.live_points(_match_ids uuid[])
 RETURNS TABLE(match_id uuid, exact integer, outcome integer, miss integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, count(*) filter (where e.points = 3)::integer, count(*) filter (where e.points = 1)::integer,
         count(*) filter (where e.points = 0)::integer
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
   cross join lateral (select public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
                                                                 m.away_score) as points) e
   where m.id = any (_match_ids[1:200]) and m.home_score is not null
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id;
end $function$;

CREATE OR REPLACE FUNCTION public.match_splits(_match_ids uuid[])
 RETURNS TABLE(match_id uuid, home integer, draw integer, away integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id,
         count(*) filter (where p.home_prediction > p.away_prediction)::integer,
         count(*) filter (where p.home_prediction = p.away_prediction)::integer,
         count(*) filter (where p.home_prediction < p.away_prediction)::integer
    from public.matches m join public.user_predictions p on p.match_id = m.id
   where m.id = any (_match_ids[1:200])
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id
$function$;

CREATE OR REPLACE FUNCTION public.merge_matches(_pairs jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  merges private.match_merge[];
  keep_ids uuid[];
  remove_ids uuid[];
  scores public.matches[];
  labels jsonb;
  record_id text;
  moved integer;
  dropped integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_matches');
  merges := private.planned_merges(_pairs);
  perform private.lock_matches(array(select unnest(array[m.keep_id, m.remove_id]) from unnest(merges) m));
  -- Again after the wait: a match may have got a result.
  merges := private.planned_merges(_pairs);
  keep_ids := array(select distinct m.keep_id from unnest(merges) m);
  remove_ids := array(select m.remove_id from unnest(merges) m);
  scores := array(
    select jsonb_populate_record(r, jsonb_build_object(
             'id', m.keep_id, 'locks_at', m.locks_at,
             'home_score', case when m.is_exchanged then r.away_score else r.home_score end,
             'away_score', case when m.is_exchanged then r.home_score else r.away_score end))
      from unnest(merges) m join public.matches r on r.id = m.remove_id where m.takes_score);
  select jsonb_build_object('matches', jsonb_agg(private.match_label(r) order by r.kickoff_at, r.id)) into labels
    from public.matches r where r.id = any (remove_ids);
  record_id := case cardinality(keep_ids) when 1 then keep_ids[1]::text end;

  perform private.rules_off();
  update public.matches r set locks_at = clock_timestamp()
    from unnest(merges) m
   where r.id = m.remove_id and r.locks_at > clock_timestamp() and m.locks_at <= clock_timestamp();
  perform private.rules_on();
  perform private.begin_undo('merge_matches', record_id);
  delete from public.user_predictions p using private.merged_predictions(merges) g where p.id = g.id and not g.counts;
  get diagnostics dropped = row_count;
  select count(*) into moved from public.user_predictions p where p.match_id = any (remove_ids);
  perform private.move_to_kept_matches(merges, scores);
  delete from public.matches m where m.id = any (remove_ids);
  perform private.rules_off();
  update public.matches k
     set status = s.status, home_score = s.home_score, away_score = s.away_score, completed_at = s.completed_at
    from unnest(scores) s where k.id = s.id;
  update public.matches k
     set match_date = s.match_date, match_time = s.match_time, day_time_zone = s.day_time_zone,
         kickoff_at = s.kickoff_at, kickoff_confirmed = s.kickoff_confirmed, locks_at = s.locks_at
    from unnest(scores) s where k.id = s.id and s.status = 'completed';
  delete from private.uncounted_predictions u where u.match_id = any (keep_ids);
  update public.matches k set predictions_count = g.predictions, updated_at = now()
    from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
            from unnest(keep_ids) i (id)) g
   where k.id = g.id;
  perform private.rules_on();
  perform private.score_matches(keep_ids);
  -- A double that a cancelled match had given back may count again.
  perform private.return_doubles(array(
    select p.user_id from public.user_predictions p where p.match_id = any (keep_ids) and p.is_double));
  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('merge_matches', 'matches', record_id, labels, jsonb_build_object(
    'merged', cardinality(remove_ids), 'moved', moved, 'dropped', dropped, 'undo_id', undo_id));
  return undo_id;
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
  moved integer;
  undo_id uuid;
begin
  perform private.begin_admin_action('merge_members');
  problem := private.merge_problem(_keep_id, _remove_id);
  if problem is null then
    perform private.lock_for_closing(_keep_id, _remove_id);
    -- Again after the wait: another admin may have merged one of them.
    problem := private.merge_problem(_keep_id, _remove_id);
  end if;
  if problem is not null then
    raise exception '%', private.in_english(jsonb_build_object('kind', problem))
      using errcode = '22023', detail = jsonb_build_object('kind', problem);
  end if;
  perform private.begin_undo('merge_members', _keep_id::text);
  insert into private.closed_accounts (user_id, heir_id) values (_remove_id, _keep_id);
  moved := private.move_predictions(_keep_id, _remove_id, coalesce(_prefer, '{}'));
  perform private.move_subscriptions(_keep_id, _remove_id);
  perform private.move_groups(_keep_id, _remove_id);
  perform private.move_honours(_keep_id, _remove_id);
  delete from public.user_roles r where r.user_id = _remove_id and r.role = 'admin';
  undo_id := private.end_undo(private.long_undo_window());
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
  perform private.rules_off();
  update public.matches m
     set home_team_name = case m.home_team_name when removed.name then kept.name else m.home_team_name end,
         home_team_logo = case m.home_team_name when removed.name then kept.logo_url else m.home_team_logo end,
         away_team_name = case m.away_team_name when removed.name then kept.name else m.away_team_name end,
         away_team_logo = case m.away_team_name when removed.name then kept.logo_url else m.away_team_logo end,
         updated_at = now()
   where removed.name in (m.home_team_name, m.away_team_name);
  get diagnostics moved = row_count;
  perform private.rules_on();
  delete from public.teams t where t.id = removed.id;
  if private.canonical_team_name(kept.name) <> private.canonical_team_name(removed.name) then
    -- The canonical name of the removed team becomes the alias, and so do all its aliases.
    insert into public.team_aliases (alias, team_name)
    values (coalesce((select a.team_name from public.team_aliases a
                       where private.team_key(a.alias) = private.team_key(removed.name)
                       order by lower(a.alias) <> lower(removed.name), a.alias limit 1), removed.name), kept.name)
    on conflict do nothing;
  end if;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('merge_teams', 'teams', kept.id::text, jsonb_build_object('name', removed.name),
                              jsonb_build_object('name', kept.name, 'matches', moved, 'undo_id', undo_id));
  return undo_id;
end $function$;

CREATE OR REPLACE FUNCTION public.message_member(_user_id uuid, _title text, _message text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
begin
  perform private.begin_admin_action('message_member');
  first := private.first_result(_request_key, 'message_member');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  perform private.require_player(_user_id);
  perform private.add_club_message(_title, _message, 'info', 'member', _member_id => _user_id);
  -- Not the text, which the deletion of the account deletes.
  perform private.write_audit('message_member', 'profiles', _user_id::text, null,
                              jsonb_build_object('title', trim(_title)));
  perform private.keep_result(_request_key, jsonb_build_object('players', 1));
  return 1;
end $function$;

CREATE OR REPLACE FUNCTION public.open_undos()
 RETURNS TABLE(id uuid, action text, record_id text, seconds_left integer, done_at timestamp with time zone, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_act('open_undos');
  return query
  select u.id, u.action, u.record_id,
         ceil(extract(epoch from u.done_at + u.lasts - interval '5 seconds' - l.now))::integer, u.done_at, o.is_own
    from private.undos u
   cross join (select clock_timestamp() as now) l
   cross join lateral (select u.admin_user_id is not distinct from (select auth.uid()) as is_own) o
   where u.undone_at is null and u.action <> 'take_season_step' and u.done_at + u.lasts - interval '5 seconds' > l.now
     and (o.is_own or (u.lasts > private.undo_window() and private.acts_as_admin()))
   order by u.done_at desc;
end $function$;

ALTER FUNCTION "public"."open_undos"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.player_ranks(_user_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(day date, points integer, rank integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  board_scope constant text := private.scope_of(league);
begin
  return query
  with gains as (
    select n.day, sum(p.points_earned) as points,
           count(*) filter (where private.is_perfect(p.points_earned)) as perfect_scores
      from public.user_predictions p
      join private.scored_matches n on n.match_id = p.match_id and board_scope in (n.competition_id, 'overall')
     where p.user_id = _user_id and p.points_earned > 0 and p.cleared_at is null
     group by n.day
    union all
    select o.day, o.points, 0 from private.question_gains(board_scope, array[_user_id]) o
  )
  select d.day, e.points::integer,
         case when d.day = s.latest_day
              then (select n.rank from private.ranked_players(board_scope, array[_user_id]) n)
              else r.ranks[width_bucket(private.standing(e.points, e.perfect_scores), r.standings)] end
    from private.scopes s
    join private.player_totals t on t.scope = s.scope and t.user_id = _user_id
   cross join private.latest_days(board_scope) d (day)
    left join private.latest_past_ranks(board_scope) r on r.day = d.day
   cross join lateral (
     select t.points - coalesce(sum(g.points), 0)::bigint as points,
            t.perfect_scores - coalesce(sum(g.perfect_scores), 0)::bigint as perfect_scores
       from gains g where g.day > d.day) e
   where s.scope = board_scope and (d.day = s.latest_day or r.day is not null)
   order by d.day;
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
      select count(*) from public.user_predictions r join public.matches m on m.id = r.match_id
       where r.user_id = _remove_id and private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)
         and not exists (select from public.user_predictions k
                          where k.match_id = r.match_id and k.user_id = _keep_id)),
    'secret', (
      select count(*) from public.user_predictions r join public.matches m on m.id = r.match_id
       where r.user_id = _remove_id and not private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)),
    'conflicts', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'match_id', m.id, 'match', private.match_label(m), 'is_open', o.is_open,
               'keep', case when not o.is_open then k.home_prediction || '-' || k.away_prediction end,
               'remove', r.home_prediction || '-' || r.away_prediction,
               'keep_points', k.points_earned, 'remove_points', r.points_earned)
               order by m.kickoff_at desc, m.id), '[]')
        from public.user_predictions r
        join public.user_predictions k on k.match_id = r.match_id and k.user_id = _keep_id
        join public.matches m on m.id = r.match_id
       cross join lateral (
         select not private.may_see(k.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o
       where r.user_id = _remove_id and _keep_id <> _remove_id
         and private.may_see(r.updated_at, m.locks_at, m.predictions_revealed_at)),
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

CREATE OR REPLACE FUNCTION public.preview_results(_results jsonb)
 RETURNS TABLE(matches integer, predictions integer, players integer, scoring_players integer, exact integer, outcomes integer, open_matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('preview_results');
  perform private.check_results(_results);
  return query
  with changes as (
    select m.id, private.may_see('infinity', m.locks_at, null) as is_locked, i.home_score, i.away_score
      from private.incoming_results(_results) i join public.matches m on m.id = i.match_id
     where (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score)
  ), earned as (
    select p.user_id, public.calculate_prediction_points(p.home_prediction, p.away_prediction, c.home_score,
                                                         c.away_score) as points
      from changes c join public.user_predictions p on p.match_id = c.id and p.cleared_at is null
     where c.is_locked
  )
  select (select count(*) from changes)::integer, count(*)::integer, count(distinct e.user_id)::integer,
         (count(distinct e.user_id) filter (where e.points > 0))::integer,
         (count(*) filter (where e.points = 3))::integer, (count(*) filter (where e.points = 1))::integer,
         (select count(*) from changes c where not c.is_locked)::integer
    from earned e;
end $function$;

CREATE OR REPLACE FUNCTION public.reopen_match(_match_id uuid, _kickoff timestamp with time zone, _reason text)
 RETURNS public.matches
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  words text := trim(regexp_replace(coalesce(_reason, ''), '\s+', ' ', 'g'));
  club_time timestamp := _kickoff at time zone private.club_time_zone();
  before public.matches;
  reopened public.matches;
begin
  perform private.begin_admin_action('reopen_match');
  perform private.lock_provider();
  select * into before from public.matches m where m.id = _match_id for no key update;
  if before.id is null then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if before.status = 'upcoming' and before.locks_at > clock_timestamp() then
    raise exception 'This match is still open for predictions' using errcode = 'SL005';
  end if;
  if char_length(words) not between 3 and 200 then
    raise exception 'Give a reason of 3 to 200 characters' using errcode = '22023';
  end if;
  if coalesce(_kickoff <= clock_timestamp() or not isfinite(_kickoff), true) then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  perform set_config('scoreline.reopening_match', _match_id::text, true);
  update public.matches m
     set status = 'upcoming', home_score = null, away_score = null, kickoff_confirmed = true,
         match_date = club_time::date, match_time = club_time::time
   where m.id = _match_id returning m.* into reopened;
  perform set_config('scoreline.reopening_match', '', true);
  -- The club's clock repeats an hour when summer time ends: the date and time may mean the earlier one.
  if reopened.kickoff_at <= clock_timestamp() then
    raise exception 'The new kick-off must be in the future' using errcode = 'SL013';
  end if;
  delete from private.manual_scores s where s.match_id = _match_id;
  delete from public.live_scores s where s.match_id = _match_id;
  perform private.log_reopening(before, reopened, words);
  perform private.write_audit('reopen_match', 'matches', _match_id::text,
    jsonb_build_object('status', before.status, 'kickoff_at', before.kickoff_at, 'home_score', before.home_score,
                       'away_score', before.away_score),
    jsonb_build_object('status', reopened.status, 'kickoff_at', reopened.kickoff_at, 'reason', words));
  return reopened;
end $function$;

CREATE OR REPLACE FUNCTION public.season_answer_counts(_question_id uuid)
 RETURNS TABLE(answer text, members integer, is_right boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with parts as (
    select p.part, count(*) as members
      from public.season_answers a cross join unnest(a.answer) p (part)
     where a.question_id = _question_id group by p.part
  ), keyed as (
    select p.*, private.answer_key(q.kind, p.part) as key, q.kind, q.correct_answers
      from parts p
      join public.season_questions q on q.id = _question_id and private.may_see('infinity', q.locks_at, null)
  )
  select (array_agg(k.part order by k.members desc, k.part))[1], sum(k.members)::integer,
         bool_or(k.key = any (array(select private.answer_key(k.kind, c) from unnest(k.correct_answers) c)))
           filter (where k.correct_answers is not null)
    from keyed k group by k.key order by 2 desc, 1 limit 100
$function$;

CREATE OR REPLACE FUNCTION public.season_answers_of(_question_id uuid, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(user_id uuid, full_name text, answer text[], points_earned integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.user_id, coalesce(p.full_name, 'Player'), a.answer, case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    left join public.profiles p on p.id = a.user_id
   where a.question_id = _question_id
   order by p.full_name, a.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
$function$;

CREATE OR REPLACE FUNCTION public.start_due_matches()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
 SET "scoreline.recording_undo" TO 'jobs'
AS $function$
  with started as (
    update public.matches m set status = 'live'
      from (select d.id from public.matches d
             where d.status = 'upcoming' and d.kickoff_confirmed and d.kickoff_at <= clock_timestamp()
             order by d.id for no key update) due
     where m.id = due.id
    returning 1
  )
  select count(*)::integer from started
$function$;

CREATE OR REPLACE FUNCTION public.undo(_undo_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  entry private.undos;
  changed_matches uuid[];
  match_ids uuid[];
  user_ids uuid[];
begin
  perform private.begin_admin_action('undo');
  perform from auth.users u
   where u.id::text in (select v.id from private.undo_rows r
                         cross join lateral (values (r.after ->> 'user_id'), (r.after ->> 'heir_id')) v (id)
                         where r.undo_id = _undo_id and r.table_name = 'private.closed_accounts')
   order by u.id for update;
  perform private.lock_provider();
  select * into entry from private.undos u where u.id = _undo_id and u.action <> 'take_season_step' for update;
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
  changed_matches := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches');
  select array_agg(distinct (v.row ->> 'match_id')::uuid), array_agg(distinct (v.row ->> 'user_id')::uuid)
    into match_ids, user_ids
    from private.undo_rows r
    join lateral (values (r.before), (r.after)) v (row) on v.row is not null
   where r.undo_id = entry.id and r.table_name = 'public.user_predictions';
  match_ids := changed_matches || match_ids;
  perform from public.matches m where m.id = any (match_ids) order by m.id for no key update;
  perform from public.plan_codes c
   where c.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.plan_codes')
   order by c.id for no key update;
  perform from public.season_questions q
   where q.id::text in (select r.row_key from private.undo_rows r
                         where r.undo_id = entry.id and r.table_name = 'public.season_questions')
   order by q.id for no key update;
  if exists (select from private.undo_rows r join public.user_predictions p on p.match_id::text = r.row_key
              where r.undo_id = entry.id and r.table_name = 'public.matches' and r.before is null) then
    raise exception 'Members have predicted matches that it added, so it cannot be undone'
      using errcode = 'SL015', detail = '{"kind": "added_matches_have_predictions"}';
  end if;
  if entry.cleared is not null then
    perform private.restore_cleared_points(entry.cleared, entry.record_id::uuid);
  end if;
  perform private.lock_totals();
  perform private.restore_recorded(entry.id, true);
  if match_ids <> '{}' then
    delete from private.uncounted_predictions u where u.match_id = any (match_ids);
    perform private.rules_off();
    update public.matches m set predictions_count = g.predictions
      from (select i.id, (select count(*) from public.user_predictions p where p.match_id = i.id) as predictions
              from unnest(match_ids) i (id)) g
     where m.id = g.id and m.predictions_count <> g.predictions;
    perform private.rules_on();
    -- An action on members and not on matches moves no other member's points.
    perform private.score_matches(match_ids, case when changed_matches = '{}' then user_ids end);
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

CREATE OR REPLACE FUNCTION public.update_group(_group_id uuid, _name text, _first_colour text, _second_colour text, _counts_from_joining boolean, _seen jsonb DEFAULT NULL::jsonb, _members_invite boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
  new_rule boolean;
begin
  -- Before the totals, so that a caller who is not the owner does not make scoring wait.
  perform private.require_owner(_group_id);
  new_rule := (select nullif(_counts_from_joining, g.counts_from_joining) from public.groups g where g.id = _group_id);
  if new_rule is not null then
    perform private.count_act('group-rule:' || (select auth.uid()), 10, interval '1 hour',
                              'You have changed when points count 10 times within an hour');
    perform private.lock_totals();
  end if;
  before := private.own_group(_group_id);
  perform private.refuse_changed(_seen, to_jsonb(before));
  -- The same change in another window came first.
  new_rule := nullif(new_rule, before.counts_from_joining);
  update public.groups g
     set name = private.tidy(_name), first_colour = lower(_first_colour), second_colour = lower(_second_colour),
         counts_from_joining = coalesce(new_rule, before.counts_from_joining),
         members_invite = coalesce(_members_invite, before.members_invite)
   where g.id = _group_id;
  if new_rule is not null then
    perform private.refresh_group_baselines(null, _group_id);
  end if;
end $function$;

ALTER TABLE "private"."past_ranks" ADD CONSTRAINT "past_ranks_pkey" PRIMARY KEY (scope, day);

ALTER TABLE "private"."period_winners" ADD CONSTRAINT "period_winners_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."records" ADD CONSTRAINT "records_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "private"."told_winners" ADD CONSTRAINT "told_winners_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."archived_leaderboard_rows" ADD CONSTRAINT "archived_leaderboard_rows_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

ALTER TABLE "public"."archived_subscriptions" ADD CONSTRAINT "archived_subscriptions_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX undo_rows_by_key ON private.undo_rows USING btree (row_key, table_name);

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON private.announced_news FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('news_id');

CREATE TRIGGER accounts_are_closed BEFORE INSERT ON private.closed_accounts FOR EACH ROW EXECUTE FUNCTION private.close_account();

CREATE TRIGGER accounts_are_reopened AFTER DELETE ON private.closed_accounts FOR EACH ROW EXECUTE FUNCTION private.reopen_account();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON private.closed_accounts FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('user_id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON private.period_winners FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE OF winners_of ON private.periods FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON private.records FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON private.told_winners FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER memberships_are_recounted_after_undo AFTER UPDATE OF undone_at ON private.undos FOR EACH ROW WHEN (((old.undone_at IS NULL) AND (new.undone_at IS NOT NULL))) EXECUTE FUNCTION private.recount_restored_members();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.admin_settings FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('setting_key');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.admin_settings FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.archived_leaderboard_rows FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('archive_id', 'position');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.archived_subscriptions FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.archived_subscriptions FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.group_members FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('group_id', 'user_id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.groups FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER recorded_members_are_forgotten_with_groups AFTER DELETE ON public.groups FOR EACH ROW EXECUTE FUNCTION private.forget_recorded_members();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.leaderboard_archives FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.leaderboard_archives FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER added_rows_are_recorded_for_undo AFTER INSERT OR DELETE ON public.matches FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE CONSTRAINT TRIGGER an_undone_lock_is_logged AFTER UPDATE ON public.matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((current_setting('scoreline.rules_off'::text, true) <> ''::text) AND (new.locks_at > old.locks_at) AND (new.predictions_revealed_at IS DISTINCT FROM old.predictions_revealed_at))) EXECUTE FUNCTION private.log_undone_lock();

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE ON public.matches FOR EACH ROW WHEN (((current_setting('scoreline.recording_undo'::text, true) <> ''::text) AND ((to_jsonb(new.*) - '{predictions_count,updated_at}'::text[]) <> (to_jsonb(old.*) - '{predictions_count,updated_at}'::text[])))) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER completed_matches_are_scored AFTER UPDATE ON public.matches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.score_changed_matches();

CREATE CONSTRAINT TRIGGER doubles_follow_a_restored_match AFTER INSERT ON public.matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((current_setting('scoreline.rules_off'::text, true) <> ''::text)) EXECUTE FUNCTION private.return_doubles_of_match();

CREATE TRIGGER first_pages_are_forgotten_with_times AFTER UPDATE ON public.matches FOR EACH ROW WHEN ((old.kickoff_at <> new.kickoff_at)) EXECUTE FUNCTION private.forget_first_pages();

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.matches FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.member_notes FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.news FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.news FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.plan_codes FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.prediction_changes FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER renaming_takes_locks_first BEFORE UPDATE OF full_name ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION private.take_account_and_totals_first();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.season_answer_changes FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE OF answer ON public.season_answers FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.subscription_period_archives FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.subscription_period_archives FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER subscriptions_take_totals_first BEFORE INSERT OR DELETE OR UPDATE ON public.subscriptions FOR EACH STATEMENT EXECUTE FUNCTION private.take_totals_first();

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.team_aliases FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.teams FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE OF match_id, home_prediction, away_prediction, is_double ON public.user_predictions FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

CREATE TRIGGER undo_is_kept_after_deletion AFTER DELETE ON public.user_predictions FOR EACH STATEMENT EXECUTE FUNCTION private.end_direct_undo();

CREATE TRIGGER changes_are_recorded_for_undo AFTER INSERT OR DELETE OR UPDATE ON public.user_roles FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('user_id', 'role');

CREATE POLICY "signed-in users see all changes after the lock" ON "public"."prediction_changes" FOR SELECT TO "authenticated" USING ((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE private.may_see('infinity'::timestamp with time zone, m.locks_at, m.predictions_revealed_at))));

CREATE POLICY "signed-in users see changes from before a reopening" ON "public"."prediction_changes" FOR SELECT TO "authenticated" USING (((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE (m.predictions_revealed_at IS NOT NULL))) AND (EXISTS ( SELECT
   FROM public.matches m
  WHERE ((m.id = prediction_changes.match_id) AND private.may_see(prediction_changes.changed_at, m.locks_at, m.predictions_revealed_at))))));

CREATE POLICY "signed-in users see all changes of answers after the lock" ON "public"."season_answer_changes" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE private.may_see('infinity'::timestamp with time zone, q.locks_at, NULL::timestamp with time zone))));

CREATE POLICY "signed-in users see all answers after the lock" ON "public"."season_answers" FOR SELECT TO "authenticated" USING ((question_id IN ( SELECT q.id
   FROM public.season_questions q
  WHERE private.may_see('infinity'::timestamp with time zone, q.locks_at, NULL::timestamp with time zone))));

CREATE POLICY "signed-in users see all predictions after the lock" ON "public"."user_predictions" FOR SELECT TO "authenticated" USING ((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE private.may_see('infinity'::timestamp with time zone, m.locks_at, m.predictions_revealed_at))));

CREATE POLICY "signed-in users see predictions from before a reopening" ON "public"."user_predictions" FOR SELECT TO "authenticated" USING (((match_id IN ( SELECT m.id
   FROM public.matches m
  WHERE (m.predictions_revealed_at IS NOT NULL))) AND (EXISTS ( SELECT
   FROM public.matches m
  WHERE ((m.id = user_predictions.match_id) AND private.may_see(user_predictions.updated_at, m.locks_at, m.predictions_revealed_at))))));

COMMENT ON TABLE "private"."closed_accounts" IS 'There are no foreign keys: an account stays closed when its heir is deleted.';

REVOKE ALL ON FUNCTION "private"."add_missing_past_ranks"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_missing_past_ranks"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_missing_past_ranks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."add_past_ranks"(text, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_past_ranks"(text, date[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_past_ranks"(text, date[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_undo"(text, text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."begin_undo"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."clear_all"(text, text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clear_all"(text, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clear_all"(text, text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."clear_points_for_now"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clear_points_for_now"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clear_points_for_now"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."close_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."close_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."columns_except"(text, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."columns_except"(text, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."columns_except"(text, text[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."compute_past_ranks"(text, date[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."compute_past_ranks"(text, date[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."compute_past_ranks"(text, date[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."contact_of"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."contact_of"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."contact_of"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_act"(text, integer, interval, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_act"(text, integer, interval, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_act"(text, integer, interval, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."count_picture"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."count_picture"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."count_picture"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."days_at_once"(text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."days_at_once"(text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."days_at_once"(text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."days_without_ranks"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."days_without_ranks"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."days_without_ranks"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_direct_undo"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_direct_undo"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_direct_undo"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."end_undo"(interval, tstzrange) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."end_undo"(interval, tstzrange) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."end_undo"(interval, tstzrange) TO "postgres";

REVOKE ALL ON FUNCTION "private"."erase_closed_accounts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."erase_closed_accounts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."erase_closed_accounts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."follow_job"(text, text, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."follow_job"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."follow_job"(text, text, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_figures"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_figures"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_figures"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_recorded_members"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."forget_recorded_members"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."forget_recorded_members"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."hand_over_groups"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."hand_over_groups"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."hand_over_groups"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."has_ended"(private.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."has_ended"(private.messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."has_ended"(private.messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_channel_open"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_channel_open"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_channel_open"(text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_due"(private.messages) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_due"(private.messages) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_due"(private.messages) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_past_ranks"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_past_ranks"(text, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_past_ranks"(text, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."latest_days"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latest_days"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."latest_days"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."latest_past_ranks"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."latest_past_ranks"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."latest_past_ranks"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_for_closing"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_closing"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_closing"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_reopening"(public.matches, public.matches, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_undone_lock"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_undone_lock"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_undone_lock"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."long_undo_window"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."long_undo_window"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."long_undo_window"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."masked_phone"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."masked_phone"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."masked_phone"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_see"(timestamp with time zone, timestamp with time zone, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "private"."members"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."members"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."members"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_contact"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_contact"(uuid, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_contact"(uuid, uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_groups"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_groups"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_groups"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_honours"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_honours"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_honours"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ranks_of"(text, date, integer[], integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ranks_of"(text, date, integer[], integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ranks_of"(text, date, integer[], integer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recount_restored_members"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."recount_restored_members"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."recount_restored_members"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopen_account"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_cleared_points"(tstzrange, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_cleared_points"(tstzrange, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_cleared_points"(tstzrange, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_deleted_rows"(uuid, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_deleted_rows"(uuid, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_deleted_rows"(uuid, text, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_recorded"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_recorded"(uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_recorded"(uuid, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."restore_rows"(uuid, text, text[], text[], boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."restore_rows"(uuid, text, text[], text[], boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."restore_rows"(uuid, text, text[], text[], boolean) TO "postgres";

REVOKE ALL ON FUNCTION "private"."rules_are_off"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."rules_are_off"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."rules_are_off"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rules_are_off"() TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."rules_are_off"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."rules_off"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rules_off"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rules_off"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."rules_on"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."rules_on"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."rules_on"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_changed_matches"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_changed_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_changed_matches"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."score_matches"(uuid[], uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."score_matches"(uuid[], uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."score_matches"(uuid[], uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."standing"(bigint, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."standing"(bigint, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."standing"(bigint, bigint) TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_account_and_totals_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_account_and_totals_first"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_account_and_totals_first"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."take_totals_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."take_totals_first"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."take_totals_first"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_step"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_step"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_step"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_tables"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."undo_tables"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."undo_tables"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."close_account"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_account"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."close_account"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_account"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."close_account"(uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."open_undos"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."open_undos"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."open_undos"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_undos"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."open_undos"() TO "service_role";

-- Rows that clubs have:
update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()
     + private.erase_closed_accounts()' where name = 'Clean up';

update private.jobs set query = 'select private.add_missing_past_ranks()
     + private.add_missing_match_figures(10)' where name = 'Calculate match figures';

update public.admin_audit_log set new_values = new_values - 'message' where action = 'message_member';

-- A deletion follows the foreign keys in the order in which they were created: the same as in a new club.
do $$
declare
  fk record;
begin
  for fk in
    select c.conrelid::regclass as of_table, c.conname, pg_get_constraintdef(c.oid) as definition
      from unnest(array[
        'private.message_choices.user_id',
        'private.push_subscriptions.user_id',
        'private.unsubscribe_tokens.user_id',
        'private.messages.user_id',
        'private.calendar_tokens.user_id',
        'private.match_reopenings.reopened_by',
        'public.groups.owner_id',
        'public.group_members.user_id',
        'private.period_winners.user_id',
        'private.records.user_id',
        'public.payments.user_id',
        'public.payments.payer_id',
        'public.prediction_refusals.user_id',
        'private.told_winners.user_id',
        'private.club_messages.member_id',
        'public.member_notes.user_id',
        'public.season_answers.user_id',
        'public.season_answer_changes.user_id']) with ordinality k (name, place)
      join pg_constraint c on c.confrelid = 'public.profiles'::regclass and c.contype = 'f'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where k.name = c.conrelid::regclass || '.' || a.attname
     order by k.place
  loop
    execute format('alter table %s drop constraint %I', fk.of_table, fk.conname);
    execute format('alter table %s add constraint %I %s', fk.of_table, fk.conname, fk.definition);
  end loop;
end $$;

-- Merges that can still be undone: all that they changed becomes recorded rows.
select private.rules_off();
insert into private.closed_accounts (user_id, closed_at, banned_until, heir_id)
select m.removed_id, m.merged_at, m.banned_until, m.kept_id from private.member_merges m
  join auth.users u on u.id = m.removed_id;
select private.rules_on();
delete from private.undo_rows r where r.table_name = 'private.member_merges';
insert into private.undo_rows (undo_id, table_name, row_key, before, after)
select m.undo_id, 'private.closed_accounts', c.user_id::text, null, to_jsonb(c)
  from private.member_merges m join private.closed_accounts c on c.user_id = m.removed_id
union all
select m.undo_id, 'public.user_roles', m.removed_id || '/admin',
       jsonb_build_object('user_id', m.removed_id, 'role', 'admin', 'created_at', m.merged_at), null
  from private.member_merges m where m.was_admin
union all
select m.undo_id, 'public.group_members', b.group_id || '/' || b.user_id, to_jsonb(b),
       case when b.user_id = m.kept_id then coalesce(to_jsonb(k), jsonb_build_object(
         'group_id', b.group_id, 'user_id', b.user_id)) end
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::public.group_members, m.memberships) b
  join public.groups g on g.id = b.group_id
  left join public.group_members k on k.group_id = b.group_id and k.user_id = m.kept_id
union all
select distinct m.undo_id, 'public.group_members', b.group_id || '/' || m.kept_id, null::jsonb,
       coalesce(to_jsonb(k), jsonb_build_object('group_id', b.group_id, 'user_id', m.kept_id))
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::public.group_members, m.memberships) b
  join public.groups g on g.id = b.group_id
  left join public.group_members k on k.group_id = b.group_id and k.user_id = m.kept_id
 where not exists (select from jsonb_populate_recordset(null::public.group_members, m.memberships) o
                    where o.group_id = b.group_id and o.user_id = m.kept_id)
union all
select m.undo_id, 'private.period_winners', w.id::text, to_jsonb(w), null
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::private.period_winners, m.honours -> 'shared_wins') w
union all
select m.undo_id, 'private.told_winners', w.id::text, to_jsonb(w), null
  from private.member_merges m
 cross join lateral jsonb_populate_recordset(null::private.told_winners, m.honours -> 'shared_news') w
union all
select m.undo_id, t.name, t.key, t.present || jsonb_build_object('user_id', m.removed_id), t.present
  from private.member_merges m
 cross join lateral (
   select 'private.period_winners', w.id::text, to_jsonb(w), w.user_id from private.period_winners w
    where m.honours -> 'wins' @> to_jsonb(w.id)
   union all
   select 'private.told_winners', w.id::text, to_jsonb(w), w.user_id from private.told_winners w
    where m.honours -> 'news' @> to_jsonb(w.id)
   union all
   select 'private.records', r.id::text, to_jsonb(r), r.user_id from private.records r
    where m.honours -> 'records' @> to_jsonb(r.id)
   union all
   select 'public.member_notes', n.id::text, to_jsonb(n), n.user_id from public.member_notes n
    where m.honours -> 'notes' @> to_jsonb(n.id)
   union all
   select 'public.archived_leaderboard_rows', a.archive_id || '/' || a."position", to_jsonb(a), a.user_id
     from public.archived_leaderboard_rows a
    where m.honours -> 'archived' @> to_jsonb(a.archive_id || '/' || a."position")
   union all
   select 'public.archived_subscriptions', a.id::text, to_jsonb(a), a.user_id from public.archived_subscriptions a
    where m.honours -> 'subscriptions' @> to_jsonb(a.id)) t (name, key, present, user_id)
 where t.user_id = m.kept_id;
drop table private.member_merges;

-- Seasons' ends that can still be undone: when their points were cleared, the records that they added, and
-- the questions that they closed.
create temporary table cleared_seasons as
  select s.ending_id, s.done_by, s.done_at, s.made, gen_random_uuid() as undo_id
    from private.season_steps s where s.step = 'points' and s.made ? 'from';
insert into private.undos (id, action, record_id, admin_user_id, done_at, lasts, cleared)
select c.undo_id, 'take_season_step', c.ending_id::text, c.done_by, c.done_at, interval '30 days',
       tstzrange((c.made ->> 'from')::timestamptz, (c.made ->> 'to')::timestamptz, '[]')
  from cleared_seasons c;
insert into private.undo_rows (undo_id, table_name, row_key, before, after)
select c.undo_id, 'private.records', r.id::text, null, to_jsonb(r)
  from cleared_seasons c join private.records r on c.made -> 'records' @> to_jsonb(r.id)
union all
select c.undo_id, 'public.season_questions', q.id::text, to_jsonb(q) || '{"closed_at": null}', to_jsonb(q)
  from cleared_seasons c join public.season_questions q
    on q.closed_at between (c.made ->> 'from')::timestamptz and (c.made ->> 'to')::timestamptz;
update private.season_steps s
   set made = jsonb_build_object('undo_id', c.undo_id, 'snapshot', c.made -> 'snapshot')
  from cleared_seasons c where s.ending_id = c.ending_id and s.step = 'points';
drop table cleared_seasons;

-- Members without a name stood at wrong places.
select private.order_leaderboard(s.scope) from private.scopes s
 where exists (select from private.player_totals t join public.profiles p on p.id = t.user_id
                where t.scope = s.scope and p.full_name is null);
