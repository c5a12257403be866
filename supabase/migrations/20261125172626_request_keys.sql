set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone);

DROP FUNCTION "public"."create_group"(text, text, text, boolean);

DROP FUNCTION "public"."create_predictions_snapshot"(text, text);

DROP FUNCTION "public"."create_subscription_archive"(text, text, date, date);

DROP FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb);

DROP FUNCTION "public"."generate_plan_code"(text, date);

DROP FUNCTION "public"."generate_plan_codes"(text, date, integer);

DROP FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb);

DROP FUNCTION "public"."notify_everyone"(text, text, text);

DROP FUNCTION "public"."record_payment"(uuid, jsonb);

CREATE TABLE "private"."request_results" ("caller" uuid NOT NULL, "request_key" uuid NOT NULL, "act" text NOT NULL, "result" jsonb, "created_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), CONSTRAINT "request_results_pkey" PRIMARY KEY (caller, request_key));

ALTER TABLE "private"."request_results" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.delete_old_results()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with deleted as (
    delete from private.request_results where created_at <= clock_timestamp() - interval '1 day' returning 1
  )
  select count(*) from deleted
$function$;

ALTER FUNCTION "private"."delete_old_results"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.first_result(_request_key uuid, _act text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  first private.request_results;
begin
  if _request_key is null or me is null then
    return null;
  end if;
  insert into private.request_results (caller, request_key, act) values (me, _request_key, _act)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select * into first from private.request_results r where r.caller = me and r.request_key = _request_key;
  if first.act <> _act then
    raise exception 'The request key was used for %', first.act using errcode = '22023';
  end if;
  return first.result;
end $function$;

ALTER FUNCTION "private"."first_result"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.keep_result(_request_key uuid, _result jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.request_results r set result = _result
   where r.caller = (select auth.uid()) and r.request_key = _request_key
$function$;

ALTER FUNCTION "private"."keep_result"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_archived_subscription(archive_id uuid, phone_number text, type text, status text, started_at timestamp with time zone, expires_at timestamp with time zone, _request_key uuid DEFAULT NULL::uuid)
 RETURNS TABLE(outcome text, id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  first jsonb;
  player public.profiles;
  added public.archived_subscriptions;
begin
  perform private.begin_admin_action('add_archived_subscription');
  first := private.first_result(_request_key, 'add_archived_subscription');
  if first is not null then
    return query select 'added', (first ->> 'id')::uuid;
    return;
  end if;
  if not exists (select from public.subscription_period_archives a where a.id = archive_id) then
    raise exception 'There is no such archive' using errcode = 'PT404';
  end if;
  select * into player from public.profiles p
    where p.phone_number = private.e164(add_archived_subscription.phone_number);
  if player.id is null then
    -- Not a result: the player may be found when the request is sent again.
    delete from private.request_results r where r.caller = (select auth.uid()) and r.request_key = _request_key;
    return query select 'user_not_found', null::uuid;
    return;
  end if;
  -- Rows that an admin adds are marked as assigned by an admin.
  insert into public.archived_subscriptions as s (archive_id, user_id, full_name, phone_number, subscription_type,
                                                  subscription_status, started_at, expires_at, was_admin_assigned)
  values (archive_id, player.id, coalesce(player.full_name, 'Player'), player.phone_number, type, status, started_at,
          expires_at, true)
  returning s.* into added;
  perform private.write_audit('add_archived_subscription', 'archived_subscriptions', added.id::text, null,
                              to_jsonb(added) - 'phone_number');
  perform private.keep_result(_request_key, jsonb_build_object('id', added.id));
  return query select 'added', added.id;
end $function$;

ALTER FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_group(_name text, _first_colour text, _second_colour text, _counts_from_joining boolean DEFAULT false, _request_key uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := (select auth.uid());
  first jsonb;
  new_id uuid;
begin
  if me is null then
    raise exception 'Sign in to create a group' using errcode = '42501';
  end if;
  perform private.require_open_session();
  first := private.first_result(_request_key, 'create_group');
  if first is not null then
    return (first ->> 'id')::uuid;
  end if;
  perform private.lock_groups_of(me);
  if private.owns_most_groups(me) then
    raise exception 'You own 10 groups, which is the limit' using errcode = 'SL018', detail = 'owned';
  end if;
  if private.is_in_most_groups(me) then
    raise exception 'You are in 30 groups, which is the limit' using errcode = 'SL018', detail = 'joined';
  end if;
  perform private.lock_totals();
  insert into public.groups (name, first_colour, second_colour, owner_id, counts_from_joining)
  values (trim(_name), lower(_first_colour), lower(_second_colour), me, coalesce(_counts_from_joining, false))
  returning id into new_id;
  insert into public.group_members (group_id, user_id) values (new_id, me);
  perform private.refresh_group_baselines(array[me], new_id);
  perform private.set_group_code(new_id);
  perform private.keep_result(_request_key, jsonb_build_object('id', new_id));
  return new_id;
end $function$;

ALTER FUNCTION "public"."create_group"(text, text, text, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_predictions_snapshot(name text, description text DEFAULT NULL::text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.predictions_snapshots
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$
declare
  first jsonb;
  created public.predictions_snapshots;
begin
  perform private.begin_admin_action('create_predictions_snapshot');
  first := private.first_result(_request_key, 'create_predictions_snapshot');
  if first is not null then
    return jsonb_populate_record(null::public.predictions_snapshots, first);
  end if;
  insert into public.predictions_snapshots (snapshot_name, description)
  values (trim(create_predictions_snapshot.name), nullif(trim(create_predictions_snapshot.description), ''))
    returning * into created;
  perform private.lock_totals();
  created := private.fill_snapshot(created.id);
  perform private.write_audit('create_predictions_snapshot', 'predictions_snapshots', created.id::text, null,
                              to_jsonb(created) - 'data');
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $function$;

ALTER FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.create_subscription_archive(name text, description text, start_date date, end_date date, _request_key uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, archived integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  first jsonb;
  archived_count integer;
begin
  perform private.begin_admin_action('create_subscription_archive');
  first := private.first_result(_request_key, 'create_subscription_archive');
  if first is not null then
    return query select (first ->> 'id')::uuid, (first ->> 'archived')::integer;
    return;
  end if;
  insert into public.subscription_period_archives as a (name, description, start_date, end_date)
  values (trim(name), nullif(trim(description), ''), start_date, end_date) returning a.id into id;
  begin
    insert into public.archived_subscriptions (archive_id, user_id, full_name, phone_number, subscription_type,
                                               subscription_status, started_at, expires_at, was_admin_assigned)
    select id, p.id, coalesce(p.full_name, 'Player'), p.phone_number, s.subscription_type,
           case when s.status = 'active' and s.expires_at <= now() then 'expired' else s.status end,
           s.started_at, s.expires_at, s.assigned_by_admin
      from public.subscriptions s join public.profiles p on p.id = s.user_id
     where s.started_at >= start_date::timestamp at time zone 'UTC'
       and s.started_at < (end_date + 1)::timestamp at time zone 'UTC';
    get diagnostics archived_count = row_count;
  exception when others then
    raise exception 'The archive could not be filled: %', sqlerrm using errcode = 'SL011';
  end;
  perform private.write_audit('create_subscription_archive', 'subscription_period_archives', id::text, null,
    jsonb_build_object('name', trim(name), 'start_date', start_date, 'end_date', end_date,
                       'subscriptions', archived_count));
  perform private.keep_result(_request_key, jsonb_build_object('id', id, 'archived', archived_count));
  return query select id, archived_count;
end $function$;

ALTER FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.generate_paid_plan_codes(plan_type text, expires_on date, how_many integer, payment jsonb, _request_key uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  first jsonb;
  created public.plan_codes;
  all_created jsonb := '[]';
begin
  perform private.require_admin();
  first := private.first_result(_request_key, 'generate_paid_plan_codes');
  if first is not null then
    return query select * from jsonb_populate_recordset(null::public.plan_codes, first);
    return;
  end if;
  for created in select c.* from public.generate_plan_codes(plan_type, expires_on, how_many) c loop
    perform private.add_payment(private.payment_with(
      jsonb_populate_record(null::public.payments, jsonb_build_object(
        'code_id', created.id, 'plan_type', created.plan_type, 'expires_at', created.expires_at)), payment));
    all_created := all_created || to_jsonb(created);
    return next created;
  end loop;
  perform private.keep_result(_request_key, all_created);
end $function$;

ALTER FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.generate_plan_code(plan_type text, expires_on date, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  created public.plan_codes;
begin
  perform private.begin_admin_action('generate_plan_code');
  first := private.first_result(_request_key, 'generate_plan_code');
  if first is not null then
    return jsonb_populate_record(null::public.plan_codes, first);
  end if;
  if plan_type is null or plan_type not in ('premier_league', 'fa_cup', 'league_cup') then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if expires_on is null or expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  -- There are nine million possible codes, so a collision with an unused code is rare and the draw is repeated.
  for attempt in 1 .. 20 loop
    insert into public.plan_codes (code, plan_type, expires_at)
    values (private.random_code(), generate_plan_code.plan_type, private.end_of_day(expires_on))
    on conflict do nothing
    returning * into created;
    exit when created.id is not null;
  end loop;
  if created.id is null then
    raise exception 'No unused code could be generated' using errcode = '55000';
  end if;
  -- The audit log never contains the code: a reader of the log must not be able to redeem it.
  perform private.write_audit('generate_plan_code', 'plan_codes', created.id::text, null,
    jsonb_build_object('plan_type', created.plan_type, 'expires_at', created.expires_at));
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $function$;

ALTER FUNCTION "public"."generate_plan_code"(text, date, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.generate_plan_codes(plan_type text, expires_on date, how_many integer, _request_key uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  first jsonb;
  created uuid[] := '{}';
begin
  perform private.begin_admin_action('generate_plan_codes');
  first := private.first_result(_request_key, 'generate_plan_codes');
  if first is not null then
    return query select * from jsonb_populate_recordset(null::public.plan_codes, first);
    return;
  end if;
  if plan_type is null or plan_type not in ('premier_league', 'fa_cup', 'league_cup') then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if expires_on is null or expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  if how_many is null or how_many not between 1 and 100 then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  -- Draws again for codes that collide with an unused code.
  for attempt in 1 .. 20 loop
    with added as (
      insert into public.plan_codes (code, plan_type, expires_at)
      select private.random_code(), plan_type, private.end_of_day(expires_on)
        from generate_series(1, how_many - cardinality(created))
      on conflict do nothing
      returning plan_codes.id
    )
    select created || coalesce(array_agg(a.id), '{}') into created from added a;
    exit when cardinality(created) = how_many;
  end loop;
  if cardinality(created) < how_many then
    raise exception 'No unused code could be generated' using errcode = '55000';
  end if;
  -- The audit log never contains the codes: a reader of the log must not be able to redeem them.
  perform private.write_audit('generate_plan_codes', 'plan_codes', null, null,
    jsonb_build_object('plan_type', plan_type, 'expires_on', expires_on, 'how_many', how_many));
  perform private.keep_result(_request_key, (select jsonb_agg(to_jsonb(c) order by c.code)
    from public.plan_codes c where c.id = any (created)));
  return query select c.* from public.plan_codes c where c.id = any (created) order by c.code;
end $function$;

ALTER FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.give_paid_subscription(_user_id uuid, _type text, _expires_on date, payment jsonb, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.subscriptions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  given public.subscriptions;
begin
  perform private.require_admin();
  first := private.first_result(_request_key, 'give_paid_subscription');
  if first is not null then
    return jsonb_populate_record(null::public.subscriptions, first);
  end if;
  given := public.give_subscription(_user_id, _type, _expires_on);
  perform private.add_payment(private.payment_with(
    jsonb_populate_record(null::public.payments, jsonb_build_object(
      'user_id', given.user_id, 'plan_type', given.subscription_type, 'expires_at', given.expires_at)), payment));
  perform private.keep_result(_request_key, to_jsonb(given));
  return given;
end $function$;

ALTER FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.notify_everyone(title text, message text, type text DEFAULT 'info'::text, _request_key uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  sent integer;
begin
  perform private.begin_admin_action('notify_everyone');
  first := private.first_result(_request_key, 'notify_everyone');
  if first is not null then
    return (first ->> 'players')::integer;
  end if;
  if coalesce(trim(title), '') = '' or coalesce(trim(message), '') = '' then
    raise exception 'Please fill in both title and message' using errcode = '22023';
  end if;
  insert into public.notifications (user_id, type, title, message)
  select p.id, notify_everyone.type, trim(notify_everyone.title), trim(notify_everyone.message)
    from public.profiles p;
  get diagnostics sent = row_count;
  perform private.write_audit('notify_everyone', 'notifications', null, null,
    jsonb_build_object('title', trim(title), 'message', trim(message), 'type', private.notification_type(type),
                       'players', sent));
  perform private.keep_result(_request_key, jsonb_build_object('players', sent));
  return sent;
end $function$;

ALTER FUNCTION "public"."notify_everyone"(text, text, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.record_payment(_code_id uuid, payment jsonb, _request_key uuid DEFAULT NULL::uuid)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first jsonb;
  paid public.plan_codes;
  added public.payments;
begin
  perform private.begin_admin_action('record_payment');
  first := private.first_result(_request_key, 'record_payment');
  if first is not null then
    return jsonb_populate_record(null::public.payments, first);
  end if;
  select * into paid from public.plan_codes c where c.id = _code_id for key share;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  added := private.add_payment(private.payment_with(
    jsonb_populate_record(null::public.payments, jsonb_build_object(
      'code_id', paid.id, 'plan_type', paid.plan_type, 'expires_at', paid.expires_at)), payment));
  perform private.keep_result(_request_key, to_jsonb(added));
  return added;
end $function$;

ALTER FUNCTION "public"."record_payment"(uuid, jsonb, uuid) OWNER TO "postgres";

ALTER TABLE "private"."request_results" ADD CONSTRAINT "request_results_caller_fkey" FOREIGN KEY (caller) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX request_results_oldest ON private.request_results USING btree (created_at);

REVOKE ALL ON FUNCTION "private"."delete_old_results"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_old_results"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_old_results"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_result"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."first_result"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."first_result"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."keep_result"(uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."keep_result"(uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."keep_result"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_archived_subscription"(uuid, text, text, text, timestamp with time zone, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_group"(text, text, text, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_group"(text, text, text, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_group"(text, text, text, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_group"(text, text, text, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_predictions_snapshot"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."create_subscription_archive"(text, text, date, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_paid_plan_codes"(text, date, integer, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."generate_plan_code"(text, date, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."generate_plan_code"(text, date, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."generate_plan_code"(text, date, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_plan_code"(text, date, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_plan_code"(text, date, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."generate_plan_codes"(text, date, integer, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_paid_subscription"(uuid, text, date, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."notify_everyone"(text, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."notify_everyone"(text, text, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."notify_everyone"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."notify_everyone"(text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."notify_everyone"(text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."record_payment"(uuid, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_payment"(uuid, jsonb, uuid) TO "service_role";
-- The hourly clean-up deletes old results too.
update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results()'
 where name = 'Clean up';
