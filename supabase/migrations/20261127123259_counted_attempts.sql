set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "deleted_predictions_are_audited" ON "public"."user_predictions";

DROP FUNCTION "public"."clear_all_points"(text, text, text);

DROP FUNCTION "public"."join_group"(text);

DROP FUNCTION "public"."link_preview"(text);

DROP FUNCTION "public"."preview_group"(text);

DROP FUNCTION "public"."redeem_plan_code"(text);

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
              where m.id = old.match_id and m.locks_at > clock_timestamp()
                and (old.updated_at <= m.predictions_revealed_at) is not true) then
    lost := lost - '{home_prediction,away_prediction,is_double}'::text[];
  end if;
  perform private.write_audit('user_predictions.delete', 'user_predictions', old.id::text, lost, null);
  return null;
end $function$;

ALTER FUNCTION "private"."audit_deleted_prediction"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.caller_address()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.limited_address(coalesce(
           nullif(h.headers ->> 'cf-connecting-ip', ''),
           nullif(trim(split_part(h.headers ->> 'x-forwarded-for', ',', 1)), '')))
    from (select nullif(current_setting('request.headers', true), '')::json as headers) h
$function$;

CREATE OR REPLACE FUNCTION private.clear_all(pin text, snapshot_name text, description text)
 RETURNS TABLE(outcome text, cleared integer, snapshot_id uuid, attempts_left integer, retry_after_seconds integer)
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
  new_snapshot_id uuid;
  new_snapshot_name text := coalesce(nullif(trim(clear_all.snapshot_name), ''),
    'Before clearing, ' || to_char(clock_timestamp() at time zone private.club_time_zone(), 'FMDD Mon YYYY, HH24:MI'));
  cleared_predictions integer;
begin
  perform private.begin_admin_action('clear_all_points');
  if coalesce((select auth.role()), 'service_role') <> 'service_role' then
    failures := private.count_recent_attempts(bucket, failures_window);
    if failures >= 5 then
      return query select 'locked', null::integer, null::uuid, 0, private.seconds_until_retry(bucket, failures_window);
      return;
    end if;
    select p.hash into stored_hash from private.clear_points_pin p;
    if stored_hash is null then
      return query select 'no_pin', null::integer, null::uuid, null::integer, null::integer;
      return;
    end if;
    if extensions.crypt(coalesce(pin, ''), stored_hash) <> stored_hash then
      insert into private.attempts (bucket) values (bucket);
      perform private.write_audit('clear_all_points', 'user_predictions', null, null, '{"outcome": "wrong_pin"}');
      return query select 'wrong_pin', null::integer, null::uuid, 4 - failures, null::integer;
      return;
    end if;
  end if;

  insert into public.predictions_snapshots (snapshot_name, description)
  values (new_snapshot_name, nullif(trim(clear_all.description), ''))
  returning predictions_snapshots.id into new_snapshot_id;
  select * into done from private.recalculate_points();
  perform private.fill_snapshot(new_snapshot_id);
  cleared_predictions := private.clear_points(null);
  perform private.write_audit('clear_all_points', 'user_predictions', null, null, jsonb_build_object(
    'outcome', 'cleared', 'predictions', cleared_predictions, 'recalculated', done.recalculated,
    'snapshot_id', new_snapshot_id));
  return query select 'cleared', cleared_predictions, new_snapshot_id, null::integer, null::integer;
end $function$;

ALTER FUNCTION "private"."clear_all"(text, text, text) OWNER TO "postgres";

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
  select * into done from private.clear_all(_pin, 'Before clearing, end of ' || _ending.season, null);
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

CREATE OR REPLACE FUNCTION private.count_phone_call(_purpose text, _phone text, _address text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  number_bucket text := format('%s:%s', _purpose, coalesce(private.e164(_phone), left(_phone, 40), ''));
  address_bucket text := format('%s-from:%s', _purpose, private.limited_address(_address));
  limit_window constant interval := interval '15 minutes';
begin
  if private.count_recent_attempts(address_bucket, limit_window) >= 30 then
    return private.seconds_until_retry(address_bucket, limit_window);
  end if;
  if private.count_recent_attempts(number_bucket, limit_window) >= 5 then
    return private.seconds_until_retry(number_bucket, limit_window);
  end if;
  insert into private.attempts (bucket) values (number_bucket), (address_bucket);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.find_members(search text)
 RETURNS TABLE(user_id uuid, full_name text, phone_number text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('find_members');
  return query
  select p.id, p.full_name, p.phone_number
    from private.players_found_by_caller(search) f (id) join public.profiles p on p.id = f.id
   where exists (select from regexp_split_to_table(private.searchable(left(search, 200)), '\s+') w (word)
                  where char_length(w.word) >= 3)
   order by p.full_name, p.id limit 10;
end $function$;

CREATE OR REPLACE FUNCTION private.join_by_code(_code text)
 RETURNS TABLE(outcome text, group_id uuid, retry_after_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me uuid := (select auth.uid());
  buckets text[] := private.group_code_buckets();
  found_id uuid;
  wait integer;
begin
  perform private.require_open_session();
  wait := private.seconds_until_group_code(buckets);
  if wait is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  if found_id is null then
    return query select case when wait is null then 'invalid' else 'locked' end, null::uuid, wait;
    return;
  end if;
  perform private.lock_groups_of(me);
  perform private.lock_totals();
  perform from public.groups g where g.id = found_id for update;
  outcome := case
    -- The code was renewed or the group deleted while this waited.
    when not exists (select from private.group_codes c join public.groups g on g.id = c.group_id
                      where c.code = private.normal_group_code(_code) and g.deleted_at is null
                        and g.closed_at is null) then 'invalid'
    when exists (select from public.group_members m where m.group_id = found_id and m.user_id = me) then 'member'
    when (select count(*) from public.group_members m where m.group_id = found_id) >= 500 then 'full'
    when private.is_in_most_groups(me) then 'too_many'
    else 'joined' end;
  if outcome = 'joined' then
    insert into public.group_members (group_id, user_id) values (found_id, me);
    perform private.refresh_group_baselines(array[me], found_id);
  end if;
  group_id := case when outcome in ('joined', 'member') then found_id end;
  return next;
end $function$;

ALTER FUNCTION "private"."join_by_code"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.limited_address(_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if _address !~ ':' or _address::inet <<= '::ffff:0:0/96' then
    return _address;
  end if;
  return network(set_masklen(_address::inet, 64))::text;
exception when invalid_text_representation then
  return _address;
end $function$;

ALTER FUNCTION "private"."limited_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.preview_of_group(_code text)
 RETURNS TABLE(outcome text, group_id uuid, name text, first_colour text, second_colour text, inviter_id uuid, inviter_name text, members integer, counts_from_joining boolean, leaders jsonb, retry_after_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  buckets text[] := private.group_code_buckets();
  found_id uuid;
begin
  if (select auth.uid()) is not null then
    perform private.require_open_session();
  end if;
  retry_after_seconds := private.seconds_until_group_code(buckets);
  if retry_after_seconds is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  if found_id is null then
    outcome := case when retry_after_seconds is null then 'invalid' else 'locked' end;
    return next;
    return;
  end if;
  return query
  select case when g.id in (select private.my_group_ids()) then 'member' else 'found' end, g.id, g.name,
         g.first_colour, g.second_colour, i.id, coalesce(p.full_name, 'Player'),
         (select count(*)::integer from public.group_members m where m.group_id = g.id), g.counts_from_joining,
         (select coalesce(jsonb_agg(jsonb_build_object('user_id', l.user_id, 'name', l.full_name, 'points', l.points)
                                    order by l.points desc, l.perfect_scores desc, l.full_name, l.user_id), '[]')
            from private.rank_group(g.id, 'overall', 3, 0) l where l.rank is not null),
         null::integer
    from public.groups g
   cross join private.inviter_of(g.id, _code) i (id)
    left join public.profiles p on p.id = i.id
   where g.id = found_id;
end $function$;

ALTER FUNCTION "private"."preview_of_group"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.preview_of_link(_path text)
 RETURNS TABLE(title text, description text, image text, inviter text, group_name text, members integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  code text := private.normal_invite(substr(_path, 7));
begin
  if _path !~ '^/join/' then
    return;
  end if;
  return query
  select format('%s invites you to %s', g.inviter_name, g.name),
         format('%s. Predict scores and compare your points.',
                case g.members when 1 then '1 member' else g.members || ' members' end),
         '/functions/v1/share-picture?invite=' || code, g.inviter_name, g.name, g.members
    from private.preview_of_group(code) g where g.outcome in ('found', 'member');
end $function$;

ALTER FUNCTION "private"."preview_of_link"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.redeem_code(code text)
 RETURNS TABLE(outcome text, subscription_type text, expires_at timestamp with time zone, retry_after_seconds integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  me uuid := (select auth.uid());
  my_bucket text := format('redeem:%s', me);
  address_bucket text := 'redeem-from:' || private.caller_address();
  failures_window constant interval := interval '15 minutes';
  found_code public.plan_codes;
  ends_at timestamptz;
begin
  if me is null then
    raise exception 'Sign in to redeem a code' using errcode = '42501';
  end if;
  perform private.require_open_session();
  if private.count_recent_attempts(my_bucket, failures_window) >= 10 then
    return query select 'locked', null::text, null::timestamptz,
      private.seconds_until_retry(my_bucket, failures_window);
    return;
  end if;
  if address_bucket is not null and private.count_recent_attempts(address_bucket, failures_window) >= 10 then
    return query select 'locked', null::text, null::timestamptz,
      private.seconds_until_retry(address_bucket, failures_window);
    return;
  end if;

  -- Prefers an unused code, because the digits of a used code may be drawn again.
  select * into found_code from public.plan_codes c
   where c.code = regexp_replace(coalesce(redeem_code.code, ''), '\s', '', 'g')
   order by c.is_used, c.created_at desc limit 1
     for update;
  if found_code.used_by = me then
    return query select 'used', s.subscription_type, s.expires_at, null::integer
      from (select) as one left join public.subscriptions s
        on s.user_id = me and s.subscription_type = found_code.plan_type
       and s.status = 'active' and s.expires_at > clock_timestamp();
    return;
  end if;
  if found_code.id is null or found_code.is_used or found_code.expires_at <= clock_timestamp() then
    insert into private.attempts (bucket) select b from unnest(array[my_bucket, address_bucket]) b where b is not null;
    return query select
      case when found_code.id is null then 'invalid' when found_code.is_used then 'used' else 'expired' end,
      null::text, null::timestamptz, null::integer;
    return;
  end if;

  update public.plan_codes set is_used = true, used_by = me, used_at = clock_timestamp() where id = found_code.id;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at)
  values (me, found_code.plan_type, found_code.expires_at)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at
                          else now() end,
        expires_at = case when s.status = 'active' then greatest(s.expires_at, excluded.expires_at)
                          else excluded.expires_at end,
        status = 'active'
  returning s.expires_at into ends_at;
  return query select 'redeemed', found_code.plan_type, ends_at, null::integer;
end $function$;

ALTER FUNCTION "private"."redeem_code"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.clear_all_points(pin text DEFAULT NULL::text, snapshot_name text DEFAULT NULL::text, description text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '5min'
AS $function$ select jsonb_agg(to_jsonb(r)) from private.clear_all(pin, snapshot_name, description) r $function$;

ALTER FUNCTION "public"."clear_all_points"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.invite_picture_data(_code text, _address text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buckets text[] := array_remove(array['join-group-from:' || private.limited_address(_address)], null);
  found_id uuid;
begin
  if private.seconds_until_group_code(buckets) is null then
    found_id := private.group_of_code(_code, buckets);
  end if;
  return (
    select jsonb_build_object('group', g.name, 'first_colour', g.first_colour, 'second_colour', g.second_colour,
                              'members', (select count(*) from public.group_members m where m.group_id = g.id),
                              'user_id', i.id, 'name', coalesce(p.full_name, 'Player'))
      from public.groups g
     cross join private.inviter_of(g.id, _code) i (id)
      left join public.profiles p on p.id = i.id
     where g.id = found_id);
end $function$;

CREATE OR REPLACE FUNCTION public.join_group(_code text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select jsonb_agg(to_jsonb(r)) from private.join_by_code(_code) r $function$;

ALTER FUNCTION "public"."join_group"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.link_preview(_path text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(jsonb_agg(to_jsonb(r)), '[]') from private.preview_of_link(_path) r $function$;

ALTER FUNCTION "public"."link_preview"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.preview_group(_code text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select jsonb_agg(to_jsonb(r)) from private.preview_of_group(_code) r $function$;

ALTER FUNCTION "public"."preview_group"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.redeem_plan_code(code text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select jsonb_agg(to_jsonb(r)) from private.redeem_code(code) r $function$;

ALTER FUNCTION "public"."redeem_plan_code"(text) OWNER TO "postgres";

CREATE TRIGGER deleted_predictions_are_audited AFTER DELETE ON public.user_predictions FOR EACH ROW WHEN ((CURRENT_USER = ANY (ARRAY['authenticated'::name, 'service_role'::name]))) EXECUTE FUNCTION private.audit_deleted_prediction();

REVOKE ALL ON FUNCTION "private"."audit_deleted_prediction"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."audit_deleted_prediction"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."audit_deleted_prediction"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."clear_all"(text, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clear_all"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clear_all"(text, text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."join_by_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."join_by_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."join_by_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."limited_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."limited_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."limited_address"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."preview_of_group"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."preview_of_group"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."preview_of_group"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."preview_of_link"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."preview_of_link"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."preview_of_link"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."redeem_code"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."redeem_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."redeem_code"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."clear_all_points"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."clear_all_points"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."clear_all_points"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."clear_all_points"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."clear_all_points"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."join_group"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."join_group"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."join_group"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."join_group"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."preview_group"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_group"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_group"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_group"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."redeem_plan_code"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."redeem_plan_code"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."redeem_plan_code"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."redeem_plan_code"(text) TO "postgres";
