-- Things people did, counted per bucket inside a sliding window ('admin:<user>:<action>', 'redeem:<user>', ...).
create table private.attempts (
  id bigint generated always as identity primary key,
  bucket text not null,
  attempted_at timestamptz not null default clock_timestamp()
);
create index attempts_by_bucket on private.attempts (bucket, attempted_at);

-- How many attempts the bucket holds inside the window, after waiting for whoever is counting in it right now:
-- without the lock, fifty callers at once would all read the same number.
create function private.attempts_within(_bucket text, _window interval) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(_bucket, 0));
  delete from private.attempts where bucket = _bucket and attempted_at <= clock_timestamp() - _window;
  return (select count(*) from private.attempts where bucket = _bucket);
end $$;

-- Seconds until the bucket's oldest attempt leaves the window; at least 1.
create function private.seconds_until_free(_bucket text, _window interval) returns integer
language sql security definer set search_path = ''
as $$
  select greatest(1, ceil(extract(epoch from min(attempted_at) + _window - clock_timestamp())))::integer
    from private.attempts where bucket = _bucket
$$;

create table public.admin_audit_log (
  id bigint generated always as identity primary key,
  admin_user_id uuid,
  action text not null,
  table_name text not null,
  record_id text,
  old_values jsonb,
  new_values jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on column public.admin_audit_log.admin_user_id is 'Null for the secret key. No foreign key: the log outlives accounts.';
create index admin_audit_log_newest on public.admin_audit_log (created_at desc);
alter table public.admin_audit_log enable row level security;
revoke all on public.admin_audit_log from anon, authenticated, service_role;
grant select on public.admin_audit_log to authenticated, service_role;

create policy "admins read the audit log" on public.admin_audit_log
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Writes one audit row, naming the signed-in admin.
create function private.write_audit(_action text, _table text, _record_id text, _old jsonb, _new jsonb) returns void
language sql security definer set search_path = ''
as $$
  insert into public.admin_audit_log (admin_user_id, action, table_name, record_id, old_values, new_values)
  values ((select auth.uid()), _action, _table, _record_id, _old, _new)
$$;
grant execute on function private.write_audit(text, text, text, jsonb, jsonb) to authenticated, service_role;

-- Refuses whoever is not an admin (SL003) and the 51st action of one name within five minutes (SL004); else counts it.
-- The secret key is not limited.
create function private.begin_admin_action(_action text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  bucket text := format('admin:%s:%s', (select auth.uid()), _action);
begin
  if coalesce((select auth.role()), 'service_role') = 'service_role' then
    return;
  end if;
  if not coalesce(public.has_role((select auth.uid()), 'admin'), false) then
    raise exception 'Only an admin may do this' using errcode = 'SL003';
  end if;
  if private.attempts_within(bucket, interval '5 minutes') >= 50 then
    raise exception 'Too many admin actions: at most 50 of one kind in 5 minutes' using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_free(bucket, interval '5 minutes'));
  end if;
  insert into private.attempts (bucket) values (bucket);
end $$;
grant execute on function private.begin_admin_action(text) to anon, authenticated, service_role;

-- Before each statement on an admin's table: one statement is one action, whatever its rows.
-- Security invoker, so that current_user tells the caller's own writes from those of our functions, which count themselves.
create function private.guard_admin_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    perform private.begin_admin_action(tg_table_name || '.' || lower(tg_op));
  end if;
  return null;
end $$;
grant execute on function private.guard_admin_write() to anon, authenticated, service_role;

-- After each row that an admin or the secret key wrote: what changed, old beside new.
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
           then (select jsonb_object_agg(o.key, o.value) from jsonb_each(old_row) o where new_row -> o.key is distinct from o.value)
           else old_row end,
      case when tg_op = 'UPDATE'
           then (select jsonb_object_agg(n.key, n.value) from jsonb_each(new_row) n where old_row -> n.key is distinct from n.value)
           else new_row end);
  end if;
  return null;
end $$;
grant execute on function private.audit_row() to authenticated, service_role;
