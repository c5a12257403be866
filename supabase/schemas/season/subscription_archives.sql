-- Archived subscriptions of a period.

-- Archives of the subscriptions of a period, for admins only.
create table public.subscription_period_archives (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_1_to_100_long check (char_length(trim(name)) between 1 and 100),
  description text constraint descriptions_are_at_most_1000_long check (char_length(description) <= 1000),
  start_date date not null,
  end_date date not null,
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint a_period_ends_after_it_starts check (start_date <= end_date),
  constraint a_period_is_plausible check (start_date >= '1950-01-01' and end_date < '2200-01-01')
);
create index subscription_period_archives_newest on public.subscription_period_archives (created_at desc);

alter table public.subscription_period_archives enable row level security;
revoke all on public.subscription_period_archives from anon, authenticated, service_role;
grant select, insert (id, name, description, start_date, end_date, created_by_admin), delete
  on public.subscription_period_archives to authenticated, service_role;

create policy "admins read the subscription archives" on public.subscription_period_archives
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add subscription archives in their own name" on public.subscription_period_archives
  for insert to authenticated
  with check ((select public.has_role((select auth.uid()), 'admin')) and created_by_admin = (select auth.uid()));
create policy "admins delete subscription archives" on public.subscription_period_archives
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- The subscriptions in an archive, with a copy of name and phone number. create_subscription_archive() copies them. A
-- client that inserts the archive itself also inserts its subscriptions.
create table public.archived_subscriptions (
  id uuid primary key default gen_random_uuid(),
  archive_id uuid not null references public.subscription_period_archives (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null constraint names_are_1_to_100_long check (char_length(full_name) between 1 and 100),
  phone_number text constraint phones_are_e164 check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  subscription_type text not null
    constraint type_is_known check (subscription_type in ('premier_league', 'fa_cup', 'league_cup', 'friendly_club')),
  subscription_status text not null constraint status_is_known
    check (subscription_status in ('active', 'inactive', 'expired')),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  was_admin_assigned boolean not null,
  constraint a_subscription_ends_after_it_starts check (expires_at > started_at),
  constraint its_times_are_plausible
    check (started_at >= '1950-01-01 00:00:00+00' and expires_at < '2200-01-01 00:00:00+00'),
  -- The phone number is removed with the account.
  constraint a_phone_number_belongs_to_an_account check (phone_number is null or user_id is not null)
);
create index archived_subscriptions_by_archive on public.archived_subscriptions (archive_id, started_at);
create index archived_subscriptions_by_user on public.archived_subscriptions (user_id);

alter table public.archived_subscriptions enable row level security;
revoke all on public.archived_subscriptions from anon, authenticated, service_role;
grant select, delete,
      insert (archive_id, user_id, full_name, phone_number, subscription_type, subscription_status, started_at,
              expires_at, was_admin_assigned)
  on public.archived_subscriptions to authenticated, service_role;

create policy "admins read archived subscriptions" on public.archived_subscriptions
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add archived subscriptions" on public.archived_subscriptions
  for insert to authenticated with check ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete archived subscriptions" on public.archived_subscriptions
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Writes one audit row for each archive whose rows an API client inserted or deleted, without phone numbers, because
-- the log outlives accounts.
create function private.audit_archived_subscriptions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role') then
    perform private.write_audit(
              'archived_subscriptions.' || lower(tg_op), 'archived_subscriptions', g.archive_id::text,
              case when tg_op = 'DELETE' then jsonb_agg(to_jsonb(g) - 'phone_number') end,
              case when tg_op = 'INSERT' then jsonb_agg(to_jsonb(g) - 'phone_number') end)
       from changed g group by g.archive_id;
  end if;
  return null;
end $$;
grant execute on function private.audit_archived_subscriptions() to authenticated, service_role;

-- Removes the phone number when the account is deleted, which sets user_id to null. The row keeps the name.
create function private.remove_archived_phone() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.phone_number := null;
  return new;
end $$;

-- Archives the subscriptions that started from start_date 00:00:00 to end_date 23:59:59 UTC, with their players'
-- names and phone numbers. Returns the archive and the number of subscriptions, which may be 0. Raises 23514 for an
-- empty name or a period that ends before it starts, SL011 if the archive cannot be filled; then none is created.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.create_subscription_archive(name text, description text, start_date date, end_date date,
                                                   _request_key uuid default null)
returns table (id uuid, archived integer)
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.create_subscription_archive(text, text, date, date, uuid)
  to authenticated, service_role;

-- Adds a subscription to an archive for the player whose profile has this phone number (without + it is Mauritian).
-- Returns one row: outcome 'added' with the row's id, or 'user_not_found'. Raises PT404 for an unknown archive, 23514
-- for an unknown type or status or an end before the start. Admins only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.add_archived_subscription(archive_id uuid, phone_number text, type text, status text,
                                                 started_at timestamptz, expires_at timestamptz,
                                                 _request_key uuid default null)
returns table (outcome text, id uuid)
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.add_archived_subscription(uuid, text, text, text, timestamptz,
                                                           timestamptz, uuid) to authenticated, service_role;

create trigger only_admins_write_subscription_archives before insert or delete on public.subscription_period_archives
  for each statement execute function private.guard_admin_write();
create trigger subscription_archives_are_audited after insert or delete on public.subscription_period_archives
  for each row execute function private.audit_row();

create trigger only_admins_write_archived_subscriptions before insert or delete on public.archived_subscriptions
  for each statement execute function private.guard_admin_write();
create trigger deleted_archived_subscriptions_are_audited after delete on public.archived_subscriptions
  referencing old table as changed
  for each statement execute function private.audit_archived_subscriptions();
create trigger inserted_archived_subscriptions_are_audited after insert on public.archived_subscriptions
  referencing new table as changed
  for each statement execute function private.audit_archived_subscriptions();
create trigger archived_phones_are_removed_with_accounts before update of user_id on public.archived_subscriptions
  for each row when (new.user_id is null)
  execute function private.remove_archived_phone();
create trigger undo_is_kept_after_deletion after delete on public.subscription_period_archives
  for each statement execute function private.end_direct_undo();
create trigger undo_is_kept_after_deletion after delete on public.archived_subscriptions
  for each statement execute function private.end_direct_undo();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.subscription_period_archives
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.archived_subscriptions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
