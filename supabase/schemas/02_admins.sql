-- Admins and helpers: their roles, the rate limit and audit of their actions, and the audit log.

-- Which accounts are admins, and which are helpers with a part of what admins may do.
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint role_is_known check (role in ('admin', 'results', 'money', 'news')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated, service_role;
grant select on public.user_roles to authenticated, service_role;

-- Changes made by admins and with the secret key, with old and new values.
create table public.admin_audit_log (
  id bigint generated always as identity primary key,
  admin_user_id uuid,
  action text not null,
  table_name text not null,
  record_id text,
  old_values jsonb,
  new_values jsonb,
  created_at timestamptz not null default clock_timestamp(),
  subject text
);
comment on column public.admin_audit_log.admin_user_id is
  'Null for the secret key. There is no foreign key, because log entries stay after an account is deleted.';
comment on column public.admin_audit_log.subject is
  'The name of the match, team, archive, setting or job at that time. Null for players: names are personal data.';
create index admin_audit_log_newest on public.admin_audit_log (created_at desc);

alter table public.admin_audit_log enable row level security;
revoke all on public.admin_audit_log from anon, authenticated, service_role;
grant select on public.admin_audit_log to authenticated, service_role;

-- True if the user has the role. Players may ask only about themselves: about another user they always get false, so
-- that they cannot list the admins. Admins, the secret key and SQL get the real answer. False after the caller's
-- session has ended, and while the caller is banned. Security definer, because policies on user_roles call it.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
     and private.is_session_open()
     and (
       coalesce(_user_id = (select auth.uid()), false)
       or coalesce((select auth.role()), 'service_role') = 'service_role'
       or exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin')
     )
$$;
grant execute on function public.has_role(uuid, text) to anon, authenticated, service_role;

-- What helpers may do, by role: the names of actions, of functions that read, and of policies. The only list; all that
-- it does not name is for admins. Which rows an act may concern is decided where the act is (private.acts_as_admin()).
create function private.helper_acts() returns table (role text, act text)
language sql immutable set search_path = ''
as $$
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
$$;

-- Whether the caller has a helper's role that includes the act. False after the session has ended, as has_role() is.
create function private.helps_with(_act text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.helper_acts() a
                  where a.act = _act and public.has_role((select auth.uid()), a.role))
$$;
grant execute on function private.helps_with(text) to authenticated, service_role;

-- Whether the caller may do all that admins may: an admin, the secret key or SQL.
create function private.acts_as_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select auth.role()), 'service_role') = 'service_role'
      or coalesce(public.has_role((select auth.uid()), 'admin'), false)
$$;

create policy "users see their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see every role" on public.user_roles
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create policy "admins read the audit log" on public.admin_audit_log
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Refuses to remove the last admin, by revoking the role or by deleting the account. Raises SL007.
create function private.refuse_removing_last_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Serialises removals: otherwise two admins could remove each other at the same time.
  perform pg_advisory_xact_lock(hashtext('private.refuse_removing_last_admin'));
  if not exists (select from public.user_roles where role = 'admin')
     and exists (select from deleted where role = 'admin') then
    raise exception 'The club needs at least one admin' using errcode = 'SL007';
  end if;
  return null;
end $$;

-- The id of the account with this email or phone number. Raises PT404 for an unknown one.
create function private.account_with(_identifier text) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- Makes the account with this email or phone number an admin. Secret key only (`npm run admin -- grant`). Returns the
-- user's id. Raises PT404 for an unknown account.
create function public.grant_admin(_identifier text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid := private.account_with(_identifier);
begin
  insert into public.user_roles (user_id, role) values (found_id, 'admin') on conflict do nothing;
  return found_id;
end $$;
grant execute on function public.grant_admin(text) to service_role;

-- Revokes the admin role of the account. Secret key only. Raises PT404 for an unknown account, SL007 for the
-- last admin.
create function public.revoke_admin(_identifier text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  delete from public.user_roles r using auth.users u
   where u.id = r.user_id and r.role = 'admin'
     and ((position('@' in _identifier) > 0 and u.email = lower(trim(_identifier)))
       or (position('@' in _identifier) = 0 and u.phone = ltrim(private.e164(_identifier), '+')))
  returning r.user_id into found_id;
  if found_id is null then
    raise exception 'There is no admin with %', _identifier using errcode = 'PT404';
  end if;
  return found_id;
end $$;
grant execute on function public.revoke_admin(text) to service_role;

-- Grants or revokes a player's admin role. Returns whether the player is an admin afterwards. Raises PT404 for an
-- unknown account and SL007 for the last admin. Admins only (SL003), 50 in 5 minutes (SL004); audited if something
-- changed.
create function public.set_admin_role(_user_id uuid, _is_admin boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  changed integer;
begin
  perform private.begin_admin_action('set_admin_role');
  if _is_admin is null then
    raise exception 'State whether the player should be an admin' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  if _is_admin then
    insert into public.user_roles (user_id, role) values (_user_id, 'admin') on conflict do nothing;
  else
    delete from public.user_roles r where r.user_id = _user_id and r.role = 'admin';
  end if;
  get diagnostics changed = row_count;
  if changed > 0 then
    perform private.write_audit('set_admin_role', 'user_roles', _user_id::text,
      jsonb_build_object('is_admin', not _is_admin), jsonb_build_object('is_admin', _is_admin));
  end if;
  return _is_admin;
end $$;
grant execute on function public.set_admin_role(uuid, boolean) to authenticated, service_role;

-- Raises SL003 unless the caller is an admin or the secret key. For functions that only read: calls are not counted.
create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), 'service_role') <> 'service_role'
     and not coalesce(public.has_role((select auth.uid()), 'admin'), false) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $$;
grant execute on function private.require_admin() to authenticated, service_role;

-- Raises SL003 unless the caller is an admin, the secret key, or a helper whose role includes the act. For functions
-- that only read: calls are not counted.
create function private.require_act(_act text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.acts_as_admin() and not private.helps_with(_act) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $$;
grant execute on function private.require_act(text) to authenticated, service_role;

-- Raises SL003 if the caller is a helper, and another account did the act or the helper may not do it.
create function private.require_own_act(_by uuid, _act text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.acts_as_admin() and (_by is distinct from (select auth.uid()) or not private.helps_with(_act)) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
end $$;

-- Writes one audit row for the signed-in admin or helper.
create function private.write_audit(_action text, _table text, _record_id text, _old jsonb, _new jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.admin_audit_log (admin_user_id, action, table_name, record_id, old_values, new_values)
  values ((select auth.uid()), _action, _table, _record_id, _old, _new)
$$;
grant execute on function private.write_audit(text, text, text, jsonb, jsonb) to authenticated, service_role;

-- Counts one action of the admin or helper. Raises SL003 if the caller is neither an admin nor a helper whose role
-- includes the action, and SL004 for the 51st action with the same name within five minutes. The secret key is not
-- limited.
create function private.begin_admin_action(_action text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select auth.role()), 'service_role') = 'service_role' then
    return;
  end if;
  if not coalesce(public.has_role((select auth.uid()), 'admin'), false) and not private.helps_with(_action) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  perform private.count_act(format('admin:%s:%s', (select auth.uid()), _action), 50, interval '5 minutes',
                            'Too many admin actions: at most 50 of one kind in 5 minutes');
end $$;
grant execute on function private.begin_admin_action(text) to anon, authenticated, service_role;

-- The edge functions that act for an admin. `supabase/functions/_http/admin.ts` has the same list, and
-- `tests/database/shared-lists.test.ts` compares both.
create function private.admin_functions() returns text[]
language sql immutable set search_path = ''
as $$
  select array['add-members', 'admin-reset-password', 'delete-user', 'set-temporary-password', 'sync-live-scores',
               'update-api-key']
$$;

-- The first step of an edge function that acts for an admin: checks the role (SL003) and the limit of 50 calls in
-- five minutes (SL004), counts the call and audits it. Raises 22023 for any other function name. An admin's password
-- is not replaced by another admin (SL003), who could act in the other's name afterwards.
create function public.begin_admin_call(_function text, _record_id text default null) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.begin_admin_call(text, text) to authenticated, service_role;

-- Runs before each statement on a table that admins write. A statement is one action, whatever its number of rows.
-- Security invoker: current_user is the caller's role for a direct write, and the owner for a write by a security
-- definer function, which counts its own actions. A deletion can be undone for 24 hours (33_undo.sql).
create function private.guard_admin_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    perform private.begin_admin_action(tg_table_name || '.' || lower(tg_op));
    if tg_op = 'DELETE' then
      perform private.begin_undo(tg_table_name || '.delete', null);
    end if;
  end if;
  return null;
end $$;
grant execute on function private.guard_admin_write() to anon, authenticated, service_role;

-- Audits each row that an admin or the secret key wrote, with the old and new values of the changed columns, and the
-- id with which a deletion can be undone.
create function private.audit_row() returns trigger
language plpgsql set search_path = ''
as $$
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
end $$;
grant execute on function private.audit_row() to authenticated, service_role;

-- The name of what an entry of the audit log is about, from the record or, if the record is deleted, from the entry's
-- values. Null for players.
create function private.audit_subject(_entry public.admin_audit_log) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  record_key uuid := case when _entry.record_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                          then _entry.record_id end;
  archive_key uuid := coalesce((_entry.new_values ->> 'archive_id')::uuid, record_key);
  known jsonb := case when jsonb_typeof(_entry.old_values) = 'object' then _entry.old_values else '{}' end
    || case when jsonb_typeof(_entry.new_values) = 'object' then _entry.new_values else '{}' end;
begin
  return case _entry.table_name
    when 'matches' then coalesce((select private.match_label(m) from public.matches m where m.id = record_key),
                                 private.match_label(jsonb_populate_record(null::public.matches, known)))
    when 'undos' then coalesce((select private.match_label(m) from public.matches m where m.id = record_key),
                               (select g.name from public.groups g where g.id = record_key),
                               (select q.title from public.season_questions q where q.id = record_key))
    when 'teams' then coalesce(known ->> 'name', (select t.name from public.teams t where t.id = record_key))
    when 'news' then coalesce(known ->> 'title', (select n.title from public.news n where n.id = record_key))
    when 'leaderboard_archives' then
      coalesce(known ->> 'name', (select a.name from public.leaderboard_archives a where a.id = record_key))
    when 'subscription_period_archives' then
      coalesce(known ->> 'name', (select a.name from public.subscription_period_archives a where a.id = record_key))
    when 'archived_subscriptions' then
      (select a.name from public.subscription_period_archives a where a.id = archive_key)
    when 'predictions_snapshots' then known ->> 'snapshot_name'
    when 'groups' then known ->> 'name'
    when 'season_questions' then
      coalesce(known ->> 'title', (select q.title from public.season_questions q where q.id = record_key))
    when 'team_aliases' then _entry.record_id
    when 'admin_settings' then _entry.record_id
    when 'jobs' then _entry.record_id
  end;
end $$;

-- The values of an audited row without secrets: a reader of the log must not be able to redeem a plan code.
create function private.without_secrets(_table text, _values jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when _table = 'plan_codes' and jsonb_typeof(_values) = 'object' then _values - 'code' else _values end
$$;

-- Removes secrets from an entry, and stores its subject.
create function private.store_audit_subject() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.old_values := private.without_secrets(new.table_name, new.old_values);
  new.new_values := private.without_secrets(new.table_name, new.new_values);
  new.subject := private.audit_subject(new);
  return new;
end $$;

create trigger audit_subjects_are_stored before insert on public.admin_audit_log
  for each row execute function private.store_audit_subject();

create trigger the_last_admin_cannot_be_removed after delete on public.user_roles
  referencing old table as deleted
  for each statement execute function private.refuse_removing_last_admin();
