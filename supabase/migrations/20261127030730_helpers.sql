set local search_path = pg_catalog;

set local check_function_bodies = off;

ALTER TABLE "public"."user_roles" DROP CONSTRAINT "role_is_known";

DROP FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer);

CREATE OR REPLACE FUNCTION private.account_with(_identifier text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_id uuid;
begin
  select u.id into found_id from auth.users u
   where (position('@' in _identifier) > 0 and u.email = lower(trim(_identifier)))
      or (position('@' in _identifier) = 0 and u.phone = ltrim(private.e164(_identifier), '+'));
  if found_id is null then
    raise exception 'There is no account with %', _identifier using errcode = 'PT404';
  end if;
  return found_id;
end $function$;

ALTER FUNCTION "private"."account_with"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.acts_as_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select auth.role()), 'service_role') = 'service_role'
      or coalesce(public.has_role((select auth.uid()), 'admin'), false)
$function$;

ALTER FUNCTION "private"."acts_as_admin"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.begin_admin_action(_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bucket text := format('admin:%s:%s', (select auth.uid()), _action);
begin
  if coalesce((select auth.role()), 'service_role') = 'service_role' then
    return;
  end if;
  if not coalesce(public.has_role((select auth.uid()), 'admin'), false) and not private.helps_with(_action) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  if private.count_recent_attempts(bucket, interval '5 minutes') >= 50 then
    raise exception 'Too many admin actions: at most 50 of one kind in 5 minutes' using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_retry(bucket, interval '5 minutes'));
  end if;
  insert into private.attempts (bucket) values (bucket);
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
    ('money', 'admin_plan_codes'), ('money', 'generate_plan_code'), ('money', 'generate_plan_codes'),
    ('money', 'mark_plan_code_sent'), ('money', 'revoke_plan_code'), ('money', 'admin_payments'),
    ('money', 'payment_totals'), ('money', 'record_payment'), ('money', 'delete_payment'),
    ('money', 'find_members'), ('money', 'subscriptions.select'), ('money', 'give_subscription'),
    ('money', 'end_subscription'), ('money', 'open_undos'), ('money', 'undo'),
    ('news', 'news.select'), ('news', 'news.insert'), ('news', 'news.update'), ('news', 'news.delete'),
    ('news', 'news-images')
$function$;

ALTER FUNCTION "private"."helper_acts"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.helps_with(_act text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.helper_acts() a
                  where a.act = _act and public.has_role((select auth.uid()), a.role))
$function$;

ALTER FUNCTION "private"."helps_with"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.may_delete_payment(_payment public.payments)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.acts_as_admin()
      or coalesce(_payment.created_by = (select auth.uid())
                  and _payment.created_at > clock_timestamp() - interval '1 day', false)
$function$;

ALTER FUNCTION "private"."may_delete_payment"(public.payments) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.players_found_by_caller(_words text)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
begin
  if private.acts_as_admin() then
    return query select f.id from private.players_found(_words, true) f (id);
  else
    return query
    select p.id from private.players_found(_words, true) f (id) join public.profiles p on p.id = f.id
     where private.searchable(concat_ws(' ', p.full_name, p.phone_number)) like all (private.search_patterns(_words));
  end if;
end $function$;

ALTER FUNCTION "private"."players_found_by_caller"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.refuse_open_matches_of_helpers(_match_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_admin()
     and exists (select from public.matches m where m.id = any (_match_ids) and m.locks_at > clock_timestamp()) then
    raise exception 'Only an admin completes a match that is still open' using errcode = 'SL003';
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_open_matches_of_helpers"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.remind_organisers(_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  morning timestamptz := (today + time '08:00') at time zone private.club_time_zone();
  missing bigint;
  notified bigint;
begin
  select count(*) into missing from public.matches m
   where m.status in ('upcoming', 'live') and _now >= morning and private.is_awaiting_result(m, morning);
  if missing = 0 then
    return 0;
  end if;
  insert into private.announcements (key) values (format('results to enter %s', today)) on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message, link)
  select distinct r.user_id, 'info', format('Results to enter: %s', missing),
         format('%s over and without a result.',
                case missing when 1 then '1 match is' else missing || ' matches are' end),
         '/enter-results'
    from public.user_roles r join public.profiles p on p.id = r.user_id where r.role in ('admin', 'results');
  get diagnostics notified = row_count;
  return notified;
end $function$;

CREATE OR REPLACE FUNCTION private.require_act(_act text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_admin() and not private.helps_with(_act) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $function$;

ALTER FUNCTION "private"."require_act"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_own_act(_by uuid, _act text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.acts_as_admin() and (_by is distinct from (select auth.uid()) or not private.helps_with(_act)) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $function$;

ALTER FUNCTION "private"."require_own_act"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_payments(paid boolean DEFAULT NULL::boolean, plan text DEFAULT NULL::text, method text DEFAULT NULL::text, month date DEFAULT NULL::date, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0)
 RETURNS TABLE(payment_id uuid, code_id uuid, code text, plan_type text, member_id uuid, member_name text, payer_id uuid, payer_name text, amount_rs integer, paid_by text, paid_on date, remark text, may_delete boolean, total_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('admin_payments');
  return query
  select p.id, coalesce(p.code_id, c.id), c.code, coalesce(p.plan_type, c.plan_type), f.id, f.full_name, p.payer_id,
         p.payer_name, p.amount_rs, p.method, p.paid_on, p.remark, p.id is not null and private.may_delete_payment(p),
         (count(*) over ())::integer
    from public.payments p
    full join public.plan_codes c on c.id = p.code_id
    left join public.profiles f on f.id = coalesce(p.user_id, c.used_by)
   cross join lateral (
     select coalesce(p.paid_on, (c.created_at at time zone private.club_time_zone())::date) as day) d
   where (admin_payments.paid is null or admin_payments.paid = (p.id is not null))
     and (admin_payments.plan is null or admin_payments.plan = coalesce(p.plan_type, c.plan_type))
     and (admin_payments.method is null or admin_payments.method = p.method)
     and (admin_payments.month is null or date_trunc('month', d.day)::date = admin_payments.month)
   order by d.day desc, coalesce(p.created_at, c.created_at) desc, coalesce(p.id, c.id)
   limit least(greatest(coalesce(page_limit, 50), 1), 1000) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

ALTER FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_plan_codes(state text DEFAULT NULL::text, page_limit integer DEFAULT 50, page_offset integer DEFAULT 0, search text DEFAULT NULL::text)
 RETURNS TABLE(id uuid, code text, plan_type text, code_state text, expires_at timestamp with time zone, created_at timestamp with time zone, created_by_name text, used_by uuid, used_by_name text, used_at timestamp with time zone, sent_at timestamp with time zone, total_count integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_search boolean := coalesce(trim(search), '') <> '';
begin
  perform private.require_act('admin_plan_codes');
  return query
  with chosen as (
    select c.*, case when c.is_used then 'used' when c.expires_at <= now() then 'expired' else 'unused' end as now_is
      from public.plan_codes c
  ), page as (
    select h.*, (count(*) over ())::integer as in_all
      from chosen h
     where (admin_plan_codes.state is null or h.now_is = admin_plan_codes.state)
       and (not is_search or h.code like all (private.search_patterns(search))
            or h.used_by in (select private.players_found_by_caller(search)))
     order by h.created_at desc, h.id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
  )
  select p.id, p.code, p.plan_type, p.now_is, p.expires_at, p.created_at, maker.full_name, p.used_by, holder.full_name,
         p.used_at, p.sent_at, p.in_all
    from page p
    left join public.profiles maker on maker.id = p.created_by
    left join public.profiles holder on holder.id = p.used_by
   order by p.created_at desc, p.id;
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
  perform private.write_audit(_function, 'functions', _record_id, null, null);
end $function$;

CREATE OR REPLACE FUNCTION public.change_row(_table text, _id uuid, _values jsonb, _seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  assignments text;
  saved jsonb;
begin
  perform private.require_act(coalesce(_table, '') || '.update');
  if coalesce(_table not in ('matches', 'news', 'teams'), true) then
    raise exception 'A row of % cannot be changed', coalesce(_table, 'no table') using errcode = '22023';
  end if;
  if coalesce(jsonb_typeof(_values) <> 'object' or _values = '{}', true) then
    raise exception 'Values are an object of columns' using errcode = '22023';
  end if;
  -- Locked before it is compared: another change waits, or has been waited for.
  execute format('select to_jsonb(t) from public.%I t where t.id = $1 for no key update', _table) into saved using _id;
  if saved is null then
    raise exception 'There is no such row' using errcode = 'PT404';
  end if;
  perform private.refuse_changed(_seen, saved);
  select string_agg(format('%1$I = v.%1$I', k), ', ') into assignments from jsonb_object_keys(_values) k;
  execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $2) v where t.id = $1',
                 _table, assignments) using _id, _values;
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
  perform set_config('scoreline.scoring_together', 'on', true);
  update public.matches m set status = 'completed', home_score = i.home_score, away_score = i.away_score
    from private.incoming_results(_results) i where m.id = i.match_id and m.id = any (changed);
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(changed);
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
  delete from public.payments p where p.id = _payment_id returning p.* into deleted;
  if deleted.id is null then
    raise exception 'There is no such payment' using errcode = 'PT404';
  end if;
  if not private.may_delete_payment(deleted) then
    raise exception 'Only an admin deletes the payment of another organiser or of another day' using errcode = 'SL003';
  end if;
  perform private.write_audit('delete_payment', 'payments', _payment_id::text, to_jsonb(deleted), null);
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
   where exists (select from regexp_split_to_table(search, '\s+') w (word) where char_length(w.word) >= 3)
   order by p.full_name, p.id limit 10;
end $function$;

ALTER FUNCTION "public"."find_members"(text) OWNER TO "postgres";

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
  perform private.require_act('generate_plan_codes');
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
  perform private.require_act('give_subscription');
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

CREATE OR REPLACE FUNCTION public.grant_admin(_identifier text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_id uuid := private.account_with(_identifier);
begin
  insert into public.user_roles (user_id, role) values (found_id, 'admin') on conflict do nothing;
  return found_id;
end $function$;

CREATE OR REPLACE FUNCTION public.my_roles()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  roles text[] := array(select r.role from public.user_roles r where r.user_id = (select auth.uid()) order by r.role);
begin
  if roles <> '{}' and not private.is_session_open() then
    return '{}';
  end if;
  return roles;
end $function$;

ALTER FUNCTION "public"."my_roles"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.open_undos()
 RETURNS TABLE(id uuid, action text, record_id text, seconds_left integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_act('open_undos');
  return query
  select u.id, u.action, u.record_id, ceil(extract(epoch from u.done_at + interval '30 seconds' - l.now))::integer
    from private.undos u cross join (select clock_timestamp() as now) l
   where u.admin_user_id is not distinct from (select auth.uid()) and u.undone_at is null
     and u.done_at > l.now - interval '30 seconds'
   order by u.done_at desc;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_totals()
 RETURNS TABLE(plan_type text, month date, payments integer, amount_rs bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('payment_totals');
  return query
  select p.plan_type, date_trunc('month', p.paid_on)::date, count(*)::integer, sum(p.amount_rs)
    from public.payments p group by 1, 2 order by 2 desc, 1;
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
    select m.id, m.locks_at <= clock_timestamp() as is_locked, i.home_score, i.away_score
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

CREATE OR REPLACE FUNCTION public.results_to_enter()
 RETURNS TABLE(league text, season text, round text, match_date date, first_kickoff_at timestamp with time zone, matches integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  perform private.require_act('results_to_enter');
  return query
  select m.league, m.season, m.round, case when m.round is null then m.match_date end, min(m.kickoff_at),
         count(*)::integer
    from public.matches m
   where m.status in ('upcoming', 'live') and private.is_awaiting_result(m, clock_timestamp())
   group by m.league, m.season, m.round, case when m.round is null then m.match_date end
   order by min(m.kickoff_at), m.league;
end $function$;

CREATE OR REPLACE FUNCTION public.set_helper_role(_user_id uuid, _role text, _has_it boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed integer;
begin
  perform private.begin_admin_action('set_helper_role');
  if not exists (select from private.helper_acts() a where a.role = _role) then
    raise exception 'There is no helper role %', coalesce(_role, 'without a name') using errcode = '22023';
  end if;
  if _has_it is null then
    raise exception 'State whether the player should have the role' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  if _has_it then
    insert into public.user_roles (user_id, role) values (_user_id, _role) on conflict do nothing;
  else
    delete from public.user_roles r where r.user_id = _user_id and r.role = _role;
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.write_audit('set_helper_role', 'user_roles', _user_id::text,
      jsonb_build_object('role', _role, 'has_it', not _has_it), jsonb_build_object('role', _role, 'has_it', _has_it));
  end if;
  return _has_it;
end $function$;

ALTER FUNCTION "public"."set_helper_role"(uuid, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_helper_role_of(_identifier text, _role text, _has_it boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_id uuid := private.account_with(_identifier);
begin
  perform public.set_helper_role(found_id, _role, _has_it);
  return found_id;
end $function$;

ALTER FUNCTION "public"."set_helper_role_of"(text, text, boolean) OWNER TO "postgres";

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
    raise exception 'This has been undone already' using errcode = 'SL014';
  end if;
  if entry.done_at <= clock_timestamp() - entry.lasts then
    raise exception 'It is too late to undo this' using errcode = 'SL014';
  end if;
  match_ids := array(
    select r.row_key::uuid from private.undo_rows r where r.undo_id = entry.id and r.table_name = 'public.matches'
    union
    select (coalesce(r.before, r.after) ->> 'match_id')::uuid from private.undo_rows r
     where r.undo_id = entry.id and r.table_name = 'public.user_predictions');
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
    perform private.restore_changed_logos(entry.id);
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
    perform private.score_matches(match_ids);
    delete from private.past_ranks;
  end if;
  update private.undos set undone_at = clock_timestamp(), undone_by = (select auth.uid()) where id = entry.id;
  perform private.write_audit('undo', 'undos', entry.record_id, jsonb_build_object('action', entry.action), null);
  return entry.action;
end $function$;

ALTER TABLE "public"."user_roles" ADD CONSTRAINT "role_is_known" CHECK ((role = ANY (ARRAY['admin'::text, 'results'::text, 'money'::text, 'news'::text])));

CREATE POLICY "helpers for news add news in their own name" ON "public"."news" FOR INSERT TO "authenticated" WITH CHECK ((( SELECT private.helps_with('news.insert'::text) AS helps_with) AND (created_by_admin = ( SELECT auth.uid() AS uid))));

CREATE POLICY "helpers for news change news" ON "public"."news" FOR UPDATE TO "authenticated" USING (( SELECT private.helps_with('news.update'::text) AS helps_with));

CREATE POLICY "helpers for news delete news" ON "public"."news" FOR DELETE TO "authenticated" USING (( SELECT private.helps_with('news.delete'::text) AS helps_with));

CREATE POLICY "helpers for news read all news" ON "public"."news" FOR SELECT TO "authenticated" USING (( SELECT private.helps_with('news.select'::text) AS helps_with));

CREATE POLICY "helpers for payments see every subscription" ON "public"."subscriptions" FOR SELECT TO "authenticated" USING (( SELECT private.helps_with('subscriptions.select'::text) AS helps_with));

CREATE POLICY "helpers for news add news images" ON "storage"."objects" FOR INSERT TO "authenticated" WITH CHECK (((bucket_id = 'news-images'::text) AND ( SELECT private.helps_with('news-images'::text) AS helps_with)));

CREATE POLICY "helpers for news delete news images" ON "storage"."objects" FOR DELETE TO "authenticated" USING (((bucket_id = 'news-images'::text) AND ( SELECT private.helps_with('news-images'::text) AS helps_with)));

CREATE POLICY "helpers for news list news images" ON "storage"."objects" FOR SELECT TO "authenticated" USING (((bucket_id = 'news-images'::text) AND ( SELECT private.helps_with('news-images'::text) AS helps_with)));

CREATE POLICY "helpers for news replace news images" ON "storage"."objects" FOR UPDATE TO "authenticated" USING (((bucket_id = 'news-images'::text) AND ( SELECT private.helps_with('news-images'::text) AS helps_with))) WITH CHECK (((bucket_id = 'news-images'::text) AND ( SELECT private.helps_with('news-images'::text) AS helps_with)));

REVOKE ALL ON FUNCTION "private"."account_with"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_with"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."account_with"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."acts_as_admin"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."acts_as_admin"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."acts_as_admin"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."helper_acts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."helper_acts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."helper_acts"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."helps_with"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."helps_with"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."helps_with"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."helps_with"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."helps_with"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."may_delete_payment"(public.payments) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."may_delete_payment"(public.payments) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."may_delete_payment"(public.payments) TO "postgres";

REVOKE ALL ON FUNCTION "private"."players_found_by_caller"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."players_found_by_caller"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."players_found_by_caller"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_open_matches_of_helpers"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."refuse_open_matches_of_helpers"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_open_matches_of_helpers"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."require_act"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."require_act"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_act"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_act"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_act"(text) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_own_act"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_own_act"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_own_act"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_payments"(boolean, text, text, date, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_members"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."find_members"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_members"(text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."my_roles"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_roles"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_roles"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_roles"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."set_helper_role"(uuid, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_helper_role"(uuid, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_helper_role"(uuid, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_helper_role"(uuid, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_helper_role"(uuid, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_helper_role_of"(text, text, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."set_helper_role_of"(text, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_helper_role_of"(text, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_helper_role_of"(text, text, boolean) TO "service_role";
