set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."member_merges" ("undo_id" uuid NOT NULL, "kept_id" uuid NOT NULL, "removed_id" uuid NOT NULL, "merged_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp(), "banned_until" timestamp with time zone, "was_admin" boolean NOT NULL, "memberships" jsonb NOT NULL, "honours" jsonb NOT NULL, CONSTRAINT "an_account_is_merged_once" UNIQUE (removed_id), CONSTRAINT "member_merges_pkey" PRIMARY KEY (undo_id));

ALTER TABLE "private"."member_merges" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.account_facts(_user_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
           'id', p.id, 'name', p.full_name, 'email', nullif(u.email, ''), 'phone', p.phone_number,
           'joined_at', p.created_at, 'last_sign_in_at', u.last_sign_in_at,
           'sign_ins', coalesce(u.raw_app_meta_data -> 'providers', '[]'),
           'is_admin', exists (select from public.user_roles r where r.user_id = p.id and r.role = 'admin'),
           'predictions', (select count(*) from public.user_predictions g where g.user_id = p.id),
           'points', coalesce((select t.points from private.player_totals t
                                where t.scope = 'overall' and t.user_id = p.id), 0))
    from public.profiles p join auth.users u on u.id = p.id where p.id = _user_id
$function$;

ALTER FUNCTION "private"."account_facts"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.admin_functions()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['add-members', 'admin-reset-password', 'delete-user', 'set-temporary-password', 'sync-live-scores',
               'update-api-key']
$function$;

CREATE OR REPLACE FUNCTION private.delete_merged_members()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    delete from private.member_merges m where m.merged_at <= clock_timestamp() - private.merge_window()
    returning m.removed_id
  ), gone as (
    delete from auth.users u using due d where u.id = d.removed_id returning 1
  )
  select count(*) from gone
$function$;

ALTER FUNCTION "private"."delete_merged_members"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.lock_for_merge(_keep_id uuid, _remove_id uuid)
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
  perform private.lock_totals();
  perform from public.groups g
   where g.id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
   order by g.id for update;
end $function$;

ALTER FUNCTION "private"."lock_for_merge"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_and_count_deleted_predictions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  deleting uuid := nullif(current_setting('scoreline.deleting_match', true), '')::uuid;
begin
  if private.is_undoing() or not exists (select from deleted) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select p.user_id, nullif(m.id, deleting), private.match_label(m), 'deleted', p.home_prediction, p.away_prediction
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

CREATE OR REPLACE FUNCTION private.memberships_to_merge(_keep_id uuid, _remove_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(g)), '[]') from public.group_members g
   where g.user_id in (_keep_id, _remove_id)
     and g.group_id in (select r.group_id from public.group_members r where r.user_id = _remove_id)
$function$;

ALTER FUNCTION "private"."memberships_to_merge"(uuid, uuid) OWNER TO "postgres";

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
    when _keep_id = _remove_id then 'An account cannot be merged with itself'
    when _remove_id = (select auth.uid()) then 'Your own account can only be the one to keep'
    when exists (select from private.member_merges m where m.removed_id in (_keep_id, _remove_id))
      then 'One of the accounts was merged with another account'
    when exists (select from auth.users u where u.id = _keep_id and u.banned_until > clock_timestamp())
      then 'The account to keep is banned'
    when exists (select from public.user_roles r where r.user_id = _remove_id and r.role = 'admin')
      and not exists (select from public.user_roles r where r.user_id <> _remove_id and r.role = 'admin')
      then 'The last admin of a club cannot be removed' end;
end $function$;

ALTER FUNCTION "private"."merge_problem"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.merge_window()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select interval '24 hours' $function$;

ALTER FUNCTION "private"."merge_window"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_groups(_keep_id uuid, _remove_id uuid, _memberships jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  joined public.group_members[] := array(
    select distinct on (g.group_id) g from jsonb_populate_recordset(null::public.group_members, _memberships) g
     order by g.group_id, g.joined_at);
begin
  delete from public.group_members g using unnest(joined) j
   where g.group_id = j.group_id and g.user_id in (_keep_id, _remove_id);
  insert into public.group_members (group_id, user_id, joined_on, joined_at)
  select j.group_id, _keep_id, j.joined_on, j.joined_at from unnest(joined) j;
  update public.groups g set owner_id = _keep_id where g.owner_id = _remove_id;
  perform private.refresh_group_baselines(array[_keep_id, _remove_id]);
end $function$;

ALTER FUNCTION "private"."move_groups"(uuid, uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_honours(_keep_id uuid, _remove_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved jsonb := '{}';
begin
  with shared as (
    delete from private.period_winners r using private.period_winners k
     where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id returning r.*
  )
  select moved || jsonb_build_object('shared_wins', coalesce(jsonb_agg(to_jsonb(s)), '[]')) into moved from shared s;
  with shared as (
    delete from private.told_winners r using private.told_winners k
     where r.user_id = _remove_id and k.user_id = _keep_id and k.period_id = r.period_id returning r.*
  )
  select moved || jsonb_build_object('shared_news', coalesce(jsonb_agg(to_jsonb(s)), '[]')) into moved from shared s;
  with m as (update private.period_winners w set user_id = _keep_id where w.user_id = _remove_id returning w.id)
  select moved || jsonb_build_object('wins', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update private.told_winners w set user_id = _keep_id where w.user_id = _remove_id returning w.id)
  select moved || jsonb_build_object('news', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update private.records r set user_id = _keep_id where r.user_id = _remove_id returning r.id)
  select moved || jsonb_build_object('records', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.archived_leaderboard_rows a set user_id = _keep_id where a.user_id = _remove_id
             returning a.archive_id || '/' || a."position" as id)
  select moved || jsonb_build_object('archived', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.member_notes n set user_id = _keep_id where n.user_id = _remove_id returning n.id)
  select moved || jsonb_build_object('notes', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  with m as (update public.archived_subscriptions a set user_id = _keep_id where a.user_id = _remove_id
             returning a.id)
  select moved || jsonb_build_object('subscriptions', coalesce(jsonb_agg(m.id), '[]')) into moved from m;
  return moved;
end $function$;

ALTER FUNCTION "private"."move_honours"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_predictions(_keep_id uuid, _remove_id uuid, _prefer uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given_up uuid[];
  moving public.user_predictions[];
  waiting uuid[];
begin
  given_up := array(
    select case when k.match_id = any (_prefer) then k.id else r.id end
      from public.user_predictions k
      join public.user_predictions r on r.match_id = k.match_id and r.user_id = _remove_id
     where k.user_id = _keep_id);
  insert into public.prediction_changes (user_id, match_id, match_label, change, home_prediction, away_prediction)
  select _keep_id, m.id, private.match_label(m), 'deleted', p.home_prediction, p.away_prediction
    from public.user_predictions p join public.matches m on m.id = p.match_id where p.id = any (given_up);
  insert into private.uncounted_predictions (match_id, predictions)
  select p.match_id, -1 from public.user_predictions p where p.id = any (given_up);
  -- The rules of predictions do not apply: no prediction is made or changed, also after the lock.
  perform set_config('scoreline.undoing', 'on', true);
  delete from public.user_predictions p where p.id = any (given_up);
  moving := array(select p from public.user_predictions p where p.user_id = _remove_id);
  delete from public.user_predictions p where p.user_id = _remove_id;
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, points_earned, cleared_at,
                                       created_at, updated_at)
  select _keep_id, p.match_id, p.home_prediction, p.away_prediction, p.points_earned, p.cleared_at, p.created_at,
         p.updated_at
    from unnest(moving) p;
  perform set_config('scoreline.undoing', '', true);
  update public.prediction_changes c set user_id = _keep_id where c.user_id = _remove_id;
  -- A match that is scored in parts may be past the member.
  waiting := array(select s.match_id from private.matches_to_score s join unnest(moving) p on p.match_id = s.match_id
                    where not s.is_scored);
  if waiting <> '{}' then
    perform private.score_later(waiting);
  end if;
  return cardinality(moving);
end $function$;

ALTER FUNCTION "private"."move_predictions"(uuid, uuid, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_subscriptions(_keep_id uuid, _remove_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moving public.subscriptions[] := array(select s from public.subscriptions s where s.user_id = _remove_id);
begin
  update public.subscriptions k
     set status = r.status, started_at = r.started_at, expires_at = r.expires_at,
         assigned_by_admin = r.assigned_by_admin
    from unnest(moving) r
   where k.user_id = _keep_id and k.subscription_type = r.subscription_type and private.outlasts(r, k);
  insert into public.subscriptions (user_id, subscription_type, status, started_at, expires_at, assigned_by_admin)
  select _keep_id, r.subscription_type, r.status, r.started_at, r.expires_at, r.assigned_by_admin
    from unnest(moving) r
  on conflict on constraint one_subscription_per_player_and_competition do nothing;
  delete from public.subscriptions s where s.user_id = _remove_id;
  update public.plan_codes c set used_by = _keep_id where c.used_by = _remove_id;
  update public.payments p
     set user_id = case p.user_id when _remove_id then _keep_id else p.user_id end,
         payer_id = case p.payer_id when _remove_id then _keep_id else p.payer_id end
   where _remove_id in (p.user_id, p.payer_id);
end $function$;

ALTER FUNCTION "private"."move_subscriptions"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.outlasts(_one public.subscriptions, _other public.subscriptions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (_one.status = 'active' and _one.expires_at > now(), _one.expires_at)
         > (_other.status = 'active' and _other.expires_at > now(), _other.expires_at)
$function$;

ALTER FUNCTION "private"."outlasts"(public.subscriptions, public.subscriptions) OWNER TO "postgres";

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
    raise exception 'It is too late to undo this' using errcode = 'SL014';
  end if;
  perform private.lock_totals();
  if exists (select from jsonb_populate_recordset(null::public.group_members, undone.memberships) b
               join public.groups g on g.id = b.group_id
              where not exists (select from public.group_members k
                                 where k.group_id = b.group_id and k.user_id = undone.kept_id)) then
    raise exception 'This has changed since, so it cannot be undone' using errcode = 'SL015';
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

ALTER FUNCTION "private"."reopen_merged_member"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.return_honours(_keep_id uuid, _remove_id uuid, _moved jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.period_winners w set user_id = _remove_id
   where w.user_id = _keep_id and _moved -> 'wins' @> to_jsonb(w.id);
  update private.told_winners w set user_id = _remove_id
   where w.user_id = _keep_id and _moved -> 'news' @> to_jsonb(w.id);
  update private.records r set user_id = _remove_id
   where r.user_id = _keep_id and _moved -> 'records' @> to_jsonb(r.id);
  update public.archived_leaderboard_rows a set user_id = _remove_id
   where a.user_id = _keep_id and _moved -> 'archived' @> to_jsonb(a.archive_id || '/' || a."position");
  update public.archived_subscriptions a set user_id = _remove_id
   where a.user_id = _keep_id and _moved -> 'subscriptions' @> to_jsonb(a.id);
  update public.member_notes n set user_id = _remove_id
   where n.user_id = _keep_id and _moved -> 'notes' @> to_jsonb(n.id);
  insert into private.period_winners overriding system value
  select w.* from jsonb_populate_recordset(null::private.period_winners, _moved -> 'shared_wins') w
  on conflict do nothing;
  insert into private.told_winners overriding system value
  select w.* from jsonb_populate_recordset(null::private.told_winners, _moved -> 'shared_news') w
   where exists (select from private.told_periods t where t.period_id = w.period_id)
  on conflict do nothing;
end $function$;

ALTER FUNCTION "private"."return_honours"(uuid, uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.undo_tables()
 RETURNS TABLE(place integer, table_name text, key_column text, kept text[], is_strict boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  values
    -- A prediction that was made or deleted since does not refuse the undo: the count is taken again.
    (1, 'public.matches', 'id', '{predictions_count,updated_at}'::text[], true),
    -- Points follow from the match, which is scored again.
    (2, 'public.user_predictions', 'id', '{points_earned}', true),
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
    (14, 'public.groups', 'id', '{name,first_colour,second_colour,owner_id,counts_from_joining,deleted_at}', true),
    (15, 'public.payments', 'id', '{plan_type,expires_at,payer_name,amount_rs,method,paid_on,remark}', true)
$function$;

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
    raise exception '%', problem using errcode = '22023';
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

ALTER FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.note_added_members(_user_ids uuid[], _admin_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.admin_audit_log (action, table_name, record_id, admin_user_id)
  select 'add_member', 'profiles', i::text, _admin_id from unnest(_user_ids) i
$function$;

ALTER FUNCTION "public"."note_added_members"(uuid[], uuid) OWNER TO "postgres";

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
    'problem', problem, 'keep', private.account_facts(_keep_id), 'remove', private.account_facts(_remove_id),
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

ALTER FUNCTION "public"."preview_merge_members"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.preview_new_members(_members jsonb)
 RETURNS TABLE(place integer, outcome text, full_name text, phone_number text, email text, reason text, member_id uuid, member_name text)
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
    raise exception 'A list has 1 to 300 members' using errcode = '22023';
  end if;
  return query
  with given as materialized (
    select e.place::integer as place, private.clean_name(e.line ->> 'name') as name,
           nullif(trim(e.line ->> 'phone'), '') as written_phone, private.e164(trim(e.line ->> 'phone')) as phone,
           nullif(lower(trim(e.line ->> 'email')), '') as email
      from jsonb_array_elements(_members) with ordinality e (line, place)
  ), checked as materialized (
    select g.*, private.searchable(g.name) as words,
           case when g.name is null then 'There is no name'
                when not private.is_valid_name(g.name)
                  then 'A name has letters, spaces, apostrophes and hyphens, up to 100'
                when g.written_phone is null and g.email is null then 'A phone number or an email is needed'
                when g.written_phone is not null and g.phone is null then 'The phone number is not valid'
                when g.email !~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' or char_length(g.email) > 254
                  then 'The email is not valid' end as problem
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
         case when c.problem is not null then c.problem
              when c.same_contact is not null
                then format('The same phone number or email as line %s', c.same_contact)
              when m.id is not null then m.reason
              when s.likeness = 1 then 'A member has the same name'
              when s.user_id is not null then 'A member has a similar name'
              when c.same_name is not null then format('The same name as line %s', c.same_name) end,
         coalesce(m.id, s.user_id), p.full_name
    from compared c
    left join lateral (
      select f.id, f.reason from (
        select a.id, 'A member has this phone number' as reason from public.profiles a where a.phone_number = c.phone
        union all
        select u.id, 'A member has this phone number' from auth.users u where u.phone = ltrim(c.phone, '+')
        union all
        select u.id, 'A member has this email' from auth.users u where u.email = c.email) f
       limit 1) m on c.problem is null and c.same_contact is null
    left join lateral (
      select n.user_id, case when n.name = c.words then 1 else extensions.similarity(n.name, c.words) end as likeness
        from private.player_search n
       where n.name = c.words
          or n.name operator(extensions.%) c.words
       order by 2 desc, 1 limit 1) s on c.problem is null and c.same_contact is null and m.id is null
    left join public.profiles p on p.id = coalesce(m.id, s.user_id)
   order by c.place;
end $function$;

ALTER FUNCTION "public"."preview_new_members"(jsonb) OWNER TO "postgres";

CREATE TRIGGER merged_members_are_reopened AFTER UPDATE OF undone_at ON private.undos FOR EACH ROW WHEN (((new.action = 'merge_members'::text) AND (old.undone_at IS NULL) AND (new.undone_at IS NOT NULL))) EXECUTE FUNCTION private.reopen_merged_member();

CREATE TRIGGER changes_are_recorded_for_undo AFTER UPDATE ON public.payments FOR EACH ROW WHEN ((current_setting('scoreline.recording_undo'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_for_undo('id');

COMMENT ON COLUMN "private"."member_merges"."banned_until" IS 'of the removed account before the merge';

COMMENT ON COLUMN "private"."member_merges"."honours" IS 'ids of the rows that moved, and the rows that were deleted';

COMMENT ON COLUMN "private"."member_merges"."memberships" IS 'of both accounts in the groups of the removed one, before';

COMMENT ON TABLE "private"."member_merges" IS 'There are no foreign keys: the closed account is also deleted after the kept one.';

REVOKE ALL ON FUNCTION "private"."account_facts"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."account_facts"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."account_facts"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."delete_merged_members"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."delete_merged_members"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."delete_merged_members"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lock_for_merge"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."lock_for_merge"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."lock_for_merge"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."memberships_to_merge"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."memberships_to_merge"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."memberships_to_merge"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."merge_problem"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merge_problem"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."merge_problem"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."merge_window"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."merge_window"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."merge_window"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_groups"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_groups"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_groups"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_honours"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_honours"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_honours"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_predictions"(uuid, uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_predictions"(uuid, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_predictions"(uuid, uuid, uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_subscriptions"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_subscriptions"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_subscriptions"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."outlasts"(public.subscriptions, public.subscriptions) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."outlasts"(public.subscriptions, public.subscriptions) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."outlasts"(public.subscriptions, public.subscriptions) TO "postgres";

REVOKE ALL ON FUNCTION "private"."reopen_merged_member"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."reopen_merged_member"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."reopen_merged_member"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."return_honours"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."return_honours"(uuid, uuid, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."return_honours"(uuid, uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_members"(uuid, uuid, uuid[]) TO "service_role";

REVOKE ALL ON FUNCTION "public"."note_added_members"(uuid[], uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."note_added_members"(uuid[], uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_added_members"(uuid[], uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."note_added_members"(uuid[], uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_merge_members"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_merge_members"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_merge_members"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_merge_members"(uuid, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_merge_members"(uuid, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."preview_new_members"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."preview_new_members"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."preview_new_members"(jsonb) TO "service_role";

update private.jobs set query = 'select private.delete_old_attempts_and_runs() + private.delete_old_undos()
     + private.delete_old_groups() + private.delete_old_results() + private.delete_old_refusals()
     + private.delete_merged_members()'
 where name = 'Clean up';
