set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."change_payment"(uuid, jsonb);

DROP FUNCTION "public"."save_live_score_api_key"(text, text);

DROP FUNCTION "public"."set_provider_settings"(boolean, boolean, text[]);

DROP FUNCTION "public"."update_group"(uuid, text, text, text, boolean);

CREATE OR REPLACE FUNCTION private.hand_over_groups_of_deleted_player()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owned_id uuid;
  heir_id uuid;
begin
  for owned_id in select g.id from public.groups g where g.owner_id = old.id order by g.id for update loop
    select m.user_id into heir_id
      from public.group_members m join public.profiles p on p.id = m.user_id
     where m.group_id = owned_id and m.user_id <> old.id
     order by m.joined_at, m.user_id limit 1
       for key share of p skip locked;
    if found then
      update public.groups g set owner_id = heir_id where g.id = owned_id;
    end if;
  end loop;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION private.own_group(_group_id uuid)
 RETURNS public.groups
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_group public.groups;
begin
  perform private.require_owner(_group_id);
  select g.* into found_group from public.groups g where g.id = _group_id for update;
  perform private.require_owner(_group_id);
  return found_group;
end $function$;

CREATE OR REPLACE FUNCTION private.refuse_changed(_seen jsonb, _now jsonb)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  changed text;
begin
  if coalesce(jsonb_typeof(_seen), 'null') = 'null' then
    return;
  end if;
  if jsonb_typeof(_seen) <> 'object' then
    raise exception 'What was seen is an object of values' using errcode = '22023';
  end if;
  select string_agg(s.key, ', ' order by s.key) into changed
    from jsonb_each(_seen) s where coalesce(_now -> s.key, 'null') <> s.value;
  if changed is not null then
    raise exception 'It has changed since you saw it: %', changed using errcode = 'SL016';
  end if;
end $function$;

ALTER FUNCTION "private"."refuse_changed"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.require_owner(_group_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner uuid;
begin
  perform private.require_open_session();
  select g.owner_id into owner from public.groups g
   where g.id = _group_id and g.id in (select private.my_group_ids()) and g.closed_at is null
     and (g.deleted_at is null or g.owner_id = (select auth.uid()));
  if owner is null then
    raise exception 'There is no such group' using errcode = 'PT404';
  end if;
  if owner <> (select auth.uid()) then
    raise exception 'Only the owner of the group may do this' using errcode = '42501';
  end if;
end $function$;

ALTER FUNCTION "private"."require_owner"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_audit_subject()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.old_values := private.without_secrets(new.table_name, new.old_values);
  new.new_values := private.without_secrets(new.table_name, new.new_values);
  new.subject := private.audit_subject(new);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.without_secrets(_table text, _values jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when _table = 'plan_codes' and jsonb_typeof(_values) = 'object' then _values - 'code' else _values end
$function$;

ALTER FUNCTION "private"."without_secrets"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_payment(_payment_id uuid, payment jsonb, _seen jsonb DEFAULT NULL::jsonb)
 RETURNS public.payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.payments;
  given public.payments;
begin
  perform private.begin_admin_action('change_payment');
  select * into before from public.payments p where p.id = _payment_id for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404';
  end if;
  perform private.refuse_changed(_seen, to_jsonb(before));
  given := private.payment_with(before, payment);
  update public.payments p
     set payer_id = given.payer_id, payer_name = given.payer_name, amount_rs = given.amount_rs, method = given.method,
         paid_on = given.paid_on, remark = given.remark
   where p.id = _payment_id;
  perform private.write_audit('change_payment', 'payments', _payment_id::text, to_jsonb(before), to_jsonb(given));
  return given;
end $function$;

ALTER FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.change_row(_table text, _id uuid, _values jsonb, _seen jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  assignments text;
  saved jsonb;
begin
  perform private.require_admin();
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

ALTER FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) OWNER TO "postgres";

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
         (count(distinct p.user_id) filter (where p.points_earned > 0))::integer
    into matches, predictions, scoring_players
    from public.user_predictions p where p.match_id = any (changed);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.hand_over_group(_group_id uuid, _user_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Before the lock, so that only the owner of a group of the player can make the player's calls wait.
  perform private.require_owner(_group_id);
  perform private.lock_groups_of(_user_id);
  perform private.own_group(_group_id);
  if not exists (select from public.group_members m where m.group_id = _group_id and m.user_id = _user_id) then
    raise exception 'There is no such member' using errcode = 'PT404';
  end if;
  if _user_id <> (select auth.uid()) and private.owns_most_groups(_user_id) then
    raise exception 'This player owns 10 groups, which is the limit' using errcode = 'SL018', detail = 'owned';
  end if;
  update public.groups g set owner_id = _user_id where g.id = _group_id;
end $function$;

CREATE OR REPLACE FUNCTION public.revoke_plan_code(code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  revoked public.plan_codes;
begin
  perform private.begin_admin_action('revoke_plan_code');
  select c.* into revoked from public.plan_codes c where c.code = revoke_plan_code.code and not c.is_used for update;
  if revoked.id is null then
    raise exception 'There is no unused code %', code using errcode = 'PT404';
  end if;
  -- By its id: the audit row of undo() names the record too.
  perform private.begin_undo('revoke_plan_code', revoked.id::text);
  delete from public.plan_codes c where c.id = revoked.id;
  perform private.end_undo();
  perform private.write_audit('revoke_plan_code', 'plan_codes', revoked.id::text, to_jsonb(revoked), null);
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
  last_error = null, paused_until = null, day_left = null, minute_left = minute_limit, minute_ends_at = '-infinity';
end $function$;

ALTER FUNCTION "public"."save_live_score_api_key"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.save_settings(_values jsonb, _seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved integer;
begin
  perform private.require_admin();
  if coalesce(jsonb_typeof(_values) <> 'object' or _values = '{}', true) then
    raise exception 'Settings are an object of texts' using errcode = '22023';
  end if;
  perform from public.admin_settings s where s.setting_key in (select jsonb_object_keys(_values))
    order by s.setting_key for update;
  perform private.refuse_changed(
    (select jsonb_object_agg(s.key, s.value) from jsonb_each(_seen) s where _values ? s.key),
    (select jsonb_object_agg(s.setting_key, s.setting_value) from public.admin_settings s
      where _values ? s.setting_key));
  -- A setting that did not exist has no row to lock, so the insert compares it again.
  insert into public.admin_settings as s (setting_key, setting_value)
  select v.key, v.value from jsonb_each_text(_values) v order by v.key
  on conflict (setting_key) do update set setting_value = excluded.setting_value
    where _seen is null or not _seen ? s.setting_key or s.setting_value is not distinct from _seen ->> s.setting_key;
  get diagnostics saved = row_count;
  if saved < (select count(*) from jsonb_object_keys(_values)) then
    raise exception 'It has changed since you saw it' using errcode = 'SL016';
  end if;
end $function$;

ALTER FUNCTION "public"."save_settings"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.set_provider_settings(_follows_scores boolean, _follows_fixtures boolean, _competitions text[], _seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb;
begin
  perform private.begin_admin_action('set_provider_settings');
  if _competitions is null or not _competitions <@ (select array_agg(c.id) from public.competitions c
                                                    where c.id <> 'friendly_club') then
    raise exception 'One of these competitions is not available from any provider' using errcode = '22023';
  end if;
  select jsonb_build_object('follows_scores', f.follows_scores, 'follows_fixtures', f.follows_fixtures,
                            'competitions', f.competitions)
    into before from private.live_score_provider f for update;
  perform private.refuse_changed(_seen, before);
  update private.live_score_provider set follows_scores = _follows_scores, follows_fixtures = _follows_fixtures,
         fixtures_polled_at = null,
         competitions = (select coalesce(array_agg(c.id order by c.position), '{}') from public.competitions c
                         where c.id = any (_competitions));
  perform private.write_audit('set_provider_settings', 'live_score_provider', null, before, jsonb_build_object(
    'follows_scores', _follows_scores, 'follows_fixtures', _follows_fixtures, 'competitions', _competitions));
end $function$;

ALTER FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.update_group(_group_id uuid, _name text, _first_colour text, _second_colour text, _counts_from_joining boolean, _seen jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.groups;
begin
  -- Before the totals, so that a caller who is not the owner does not make scoring wait.
  perform private.require_owner(_group_id);
  perform private.lock_totals();
  before := private.own_group(_group_id);
  perform private.refuse_changed(_seen, to_jsonb(before));
  update public.groups g
     set name = trim(_name), first_colour = lower(_first_colour), second_colour = lower(_second_colour),
         counts_from_joining = coalesce(_counts_from_joining, before.counts_from_joining)
   where g.id = _group_id;
  if before.counts_from_joining is distinct from _counts_from_joining then
    perform private.refresh_group_baselines(null, _group_id);
  end if;
end $function$;

ALTER FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."refuse_changed"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."refuse_changed"(jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "private"."refuse_changed"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_changed"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "private"."refuse_changed"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_admin"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."require_admin"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."require_admin"() FROM "service_role";

GRANT EXECUTE ON FUNCTION "private"."require_admin"() TO "service_role";

REVOKE ALL ON FUNCTION "private"."require_owner"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."require_owner"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."require_owner"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."without_secrets"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."without_secrets"(text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."without_secrets"(text, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_payment"(uuid, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_row"(text, uuid, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_live_score_api_key"(text, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."save_live_score_api_key"(text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_live_score_api_key"(text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_live_score_api_key"(text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."save_settings"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."save_settings"(jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."save_settings"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_settings"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."save_settings"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_provider_settings"(boolean, boolean, text[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."update_group"(uuid, text, text, text, boolean, jsonb) TO "postgres";

-- Groups whose owner is not a member get the member who joined first; those without members are deleted.
update public.groups g set owner_id = n.user_id
  from (select distinct on (m.group_id) m.group_id, m.user_id from public.group_members m
         order by m.group_id, m.joined_at, m.user_id) n
 where n.group_id = g.id
   and not exists (select from public.group_members o where o.group_id = g.id and o.user_id = g.owner_id);
delete from public.groups g where not exists (select from public.group_members m where m.group_id = g.id);

-- Plan codes in the audit log, and as the record of an undone revocation.
update public.admin_audit_log a
   set old_values = private.without_secrets(a.table_name, a.old_values),
       new_values = private.without_secrets(a.table_name, a.new_values)
 where a.table_name = 'plan_codes' and (a.old_values ? 'code' or a.new_values ? 'code');
update public.admin_audit_log a set record_id = null
 where a.action = 'undo' and a.old_values ->> 'action' = 'revoke_plan_code' and a.record_id ~ '^[0-9]{7}$';
update private.undos u set record_id = null where u.action = 'revoke_plan_code' and u.record_id ~ '^[0-9]{7}$';
