-- The audit log of what admins and helpers do.

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

create policy "admins read the audit log" on public.admin_audit_log
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Writes one audit row for the signed-in admin or helper.
create function private.write_audit(_action text, _table text, _record_id text, _old jsonb, _new jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.admin_audit_log (admin_user_id, action, table_name, record_id, old_values, new_values)
  values ((select auth.uid()), _action, _table, _record_id, _old, _new)
$$;
grant execute on function private.write_audit(text, text, text, jsonb, jsonb) to authenticated, service_role;

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
  record_key uuid := private.uuid_in(_entry.record_id);
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
