set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."payments" DROP CONSTRAINT "plan_is_known";

ALTER TABLE "public"."plan_codes" DROP CONSTRAINT "plan_is_known";

DROP FUNCTION "public"."live_score_api_key_state"();

CREATE OR REPLACE FUNCTION private.add_plan_codes(_plan_type text, _expires_on date, _how_many integer)
 RETURNS SETOF public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  created uuid[] := '{}';
begin
  if not private.is_plan(_plan_type) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  if _how_many is null or _how_many not between 1 and 100 then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  -- There are nine million possible codes, so collisions with unused codes are rare. The draw is repeated for them.
  for attempt in 1 .. 20 loop
    with added as (
      insert into public.plan_codes (code, plan_type, expires_at)
      select private.random_code(), _plan_type, private.end_of_day(_expires_on)
        from generate_series(1, _how_many - cardinality(created))
      on conflict do nothing
      returning plan_codes.id
    )
    select created || coalesce(array_agg(a.id), '{}') into created from added a;
    exit when cardinality(created) = _how_many;
  end loop;
  if cardinality(created) < _how_many then
    raise exception 'No unused code could be generated' using errcode = '55000';
  end if;
  return query select c.* from public.plan_codes c where c.id = any (created) order by c.code;
end $function$;

ALTER FUNCTION "private"."add_plan_codes"(text, date, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.is_plan(_competition_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.competitions c where c.id = _competition_id and c.needs_subscription)
$function$;

ALTER FUNCTION "private"."is_plan"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_unknown_plan()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_plan(new.plan_type) then
    raise exception 'There is no plan %', new.plan_type using errcode = '23514', constraint = 'plan_is_known';
  end if;
  return new;
end $function$;

ALTER FUNCTION "private"."refuse_unknown_plan"() OWNER TO "postgres";

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
  select * into created from private.add_plan_codes(plan_type, expires_on, 1);
  -- The audit log never contains the code: a reader of the log must not be able to redeem it.
  perform private.write_audit('generate_plan_code', 'plan_codes', created.id::text, null,
    jsonb_build_object('plan_type', created.plan_type, 'expires_at', created.expires_at));
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $function$;

CREATE OR REPLACE FUNCTION public.generate_plan_codes(plan_type text, expires_on date, how_many integer, _request_key uuid DEFAULT NULL::uuid)
 RETURNS SETOF public.plan_codes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  first jsonb;
  created jsonb;
begin
  perform private.begin_admin_action('generate_plan_codes');
  first := private.first_result(_request_key, 'generate_plan_codes');
  if first is not null then
    return query select * from jsonb_populate_recordset(null::public.plan_codes, first);
    return;
  end if;
  select jsonb_agg(to_jsonb(c)) into created from private.add_plan_codes(plan_type, expires_on, how_many) c;
  -- The audit log never contains the codes: a reader of the log must not be able to redeem them.
  perform private.write_audit('generate_plan_codes', 'plan_codes', null, null,
    jsonb_build_object('plan_type', plan_type, 'expires_on', expires_on, 'how_many', how_many));
  perform private.keep_result(_request_key, created);
  return query select * from jsonb_populate_recordset(null::public.plan_codes, created);
end $function$;

CREATE TRIGGER refuse_unknown_plan BEFORE INSERT OR UPDATE OF plan_type ON public.payments FOR EACH ROW EXECUTE FUNCTION private.refuse_unknown_plan();

CREATE TRIGGER refuse_unknown_plan BEFORE INSERT OR UPDATE OF plan_type ON public.plan_codes FOR EACH ROW EXECUTE FUNCTION private.refuse_unknown_plan();

REVOKE ALL ON FUNCTION "private"."add_plan_codes"(text, date, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."add_plan_codes"(text, date, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."add_plan_codes"(text, date, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_plan"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_plan"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_plan"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_unknown_plan"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_unknown_plan"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_unknown_plan"() TO "postgres";
