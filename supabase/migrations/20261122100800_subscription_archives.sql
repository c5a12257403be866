-- Who was subscribed in a period: copies that outlive subscriptions and accounts. Admins only.
create table public.subscription_period_archives (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint names_are_1_to_100_long check (char_length(trim(name)) between 1 and 100),
  description text constraint descriptions_stay_short check (char_length(description) <= 1000),
  start_date date not null,
  end_date date not null,
  created_by_admin uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint a_period_ends_after_it_starts check (start_date <= end_date)
);
create index subscription_period_archives_newest on public.subscription_period_archives (created_at desc);

create table public.archived_subscriptions (
  id uuid primary key default gen_random_uuid(),
  archive_id uuid not null references public.subscription_period_archives (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  full_name text not null,
  phone_number text,
  subscription_type text not null
    constraint type_is_known check (subscription_type in ('premier_league', 'fa_cup', 'league_cup', 'friendly_club')),
  subscription_status text not null constraint status_is_known check (subscription_status in ('active', 'inactive', 'expired')),
  started_at timestamptz not null,
  expires_at timestamptz not null,
  was_admin_assigned boolean not null,
  constraint a_subscription_ends_after_it_starts check (expires_at > started_at)
);
create index archived_subscriptions_by_archive on public.archived_subscriptions (archive_id, started_at);
create index archived_subscriptions_by_user on public.archived_subscriptions (user_id);

alter table public.subscription_period_archives enable row level security;
alter table public.archived_subscriptions enable row level security;
revoke all on public.subscription_period_archives, public.archived_subscriptions from anon, authenticated, service_role;
grant select, delete on public.subscription_period_archives, public.archived_subscriptions to authenticated, service_role;

create policy "admins read the subscription archives" on public.subscription_period_archives
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete subscription archives" on public.subscription_period_archives
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins read archived subscriptions" on public.archived_subscriptions
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins delete archived subscriptions" on public.archived_subscriptions
  for delete to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create trigger only_admins_delete_subscription_archives before delete on public.subscription_period_archives
  for each statement execute function private.guard_admin_write();
create trigger subscription_archives_are_audited after delete on public.subscription_period_archives
  for each row execute function private.audit_row();
create trigger only_admins_delete_archived_subscriptions before delete on public.archived_subscriptions
  for each statement execute function private.guard_admin_write();

-- One audit row for each archive that lost rows by hand; without the phones, because the log outlives accounts.
create function private.audit_unarchived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('authenticated', 'service_role') then
    perform private.write_audit('archived_subscriptions.delete', 'archived_subscriptions', g.archive_id::text,
              jsonb_agg(to_jsonb(g) - 'phone_number'), null)
       from gone g group by g.archive_id;
  end if;
  return null;
end $$;
grant execute on function private.audit_unarchived() to authenticated, service_role;
create trigger archived_subscriptions_are_audited after delete on public.archived_subscriptions
  referencing old table as gone
  for each statement execute function private.audit_unarchived();

-- A deleted account's rows stay, with the name; its foreign key arrives here with the null.
create function private.forget_phone() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.phone_number := null;
  return new;
end $$;
create trigger an_archive_forgets_the_phone before update of user_id on public.archived_subscriptions
  for each row when (new.user_id is null)
  execute function private.forget_phone();

-- Archives the subscriptions that started from start_date 00:00:00 to end_date 23:59:59 UTC, with their players' names and
-- phones. Returns the archive and how many it holds, which may be none. Raises 23514 for an empty name or a period that
-- ends before it starts. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.create_subscription_archive(name text, description text, start_date date, end_date date)
returns table (id uuid, archived integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  held integer;
begin
  perform private.begin_admin_action('create_subscription_archive');
  insert into public.subscription_period_archives as a (name, description, start_date, end_date)
  values (trim(name), nullif(trim(description), ''), start_date, end_date) returning a.id into id;
  insert into public.archived_subscriptions (archive_id, user_id, full_name, phone_number, subscription_type, subscription_status,
                                             started_at, expires_at, was_admin_assigned)
  select id, p.id, coalesce(p.full_name, 'Player'), p.phone_number, s.subscription_type,
         case when s.status = 'active' and s.expires_at <= now() then 'expired' else s.status end,
         s.started_at, s.expires_at, s.assigned_by_admin
    from public.subscriptions s join public.profiles p on p.id = s.user_id
   where s.started_at >= start_date::timestamp at time zone 'UTC' and s.started_at < (end_date + 1)::timestamp at time zone 'UTC';
  get diagnostics held = row_count;
  perform private.write_audit('create_subscription_archive', 'subscription_period_archives', id::text, null,
    jsonb_build_object('name', trim(name), 'start_date', start_date, 'end_date', end_date, 'subscriptions', held));
  return query select id, held;
end $$;
grant execute on function public.create_subscription_archive(text, text, date, date) to authenticated, service_role;

-- Adds a subscription to an archive by hand, for the player whose profile has this phone number (a number without + is
-- Mauritian). One row comes back: outcome 'added' with the row's id, or 'user_not_found'. Raises P0002 for an unknown
-- archive, 23514 for a type or status outside the lists or an end before the start. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.add_archived_subscription(archive_id uuid, phone_number text, type text, status text, started_at timestamptz, expires_at timestamptz)
returns table (outcome text, id uuid)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  player public.profiles;
  added public.archived_subscriptions;
begin
  perform private.begin_admin_action('add_archived_subscription');
  if not exists (select from public.subscription_period_archives a where a.id = archive_id) then
    raise exception 'There is no such archive' using errcode = 'P0002';
  end if;
  select * into player from public.profiles p where p.phone_number = private.e164(add_archived_subscription.phone_number);
  if player.id is null then
    return query select 'user_not_found', null::uuid;
    return;
  end if;
  -- Written down by an admin, whatever it was at the time.
  insert into public.archived_subscriptions as s (archive_id, user_id, full_name, phone_number, subscription_type, subscription_status,
                                                  started_at, expires_at, was_admin_assigned)
  values (archive_id, player.id, coalesce(player.full_name, 'Player'), player.phone_number, type, status, started_at, expires_at, true)
  returning s.* into added;
  perform private.write_audit('add_archived_subscription', 'archived_subscriptions', added.id::text, null, to_jsonb(added) - 'phone_number');
  return query select 'added', added.id;
end $$;
grant execute on function public.add_archived_subscription(uuid, text, text, text, timestamptz, timestamptz) to authenticated, service_role;
