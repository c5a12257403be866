create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role text not null constraint role_is_known check (role in ('admin')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
alter table public.user_roles enable row level security;
revoke all on public.user_roles from anon, authenticated, service_role;
grant select on public.user_roles to authenticated, service_role;

-- Whether the user holds the role. Everyone may ask about themselves; about others only admins, the secret key
-- and SQL itself get a true answer, so that nobody can list the people worth attacking.
-- Security definer: policies on user_roles itself ask it.
create function public.has_role(_user_id uuid, _role text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.user_roles r where r.user_id = _user_id and r.role = _role)
     and (
       coalesce(_user_id = (select auth.uid()), false)
       or coalesce((select auth.role()), 'service_role') = 'service_role'
       or exists (select from public.user_roles r where r.user_id = (select auth.uid()) and r.role = 'admin')
     )
$$;
grant execute on function public.has_role(uuid, text) to anon, authenticated, service_role;

create policy "users see their own roles" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see every role" on public.user_roles
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- A club never loses its last admin: neither by taking the role away nor by deleting the account.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One at a time, or two admins could each remove the other.
  perform pg_advisory_xact_lock(hashtext('private.keep_an_admin'));
  if not exists (select from public.user_roles where role = 'admin')
     and exists (select from gone where role = 'admin') then
    raise exception 'The club needs at least one admin' using errcode = 'SL007';
  end if;
  return null;
end $$;

create trigger the_last_admin_stays after delete on public.user_roles
  referencing old table as gone
  for each statement execute function private.keep_an_admin();

-- Makes the account with this email or phone number an admin. Secret key only (`npm run admin -- grant`).
-- Returns the user's id; raises P0002 when there is no such account.
create function public.grant_admin(_identifier text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid;
begin
  select u.id into found_id from auth.users u
   where (position('@' in _identifier) > 0 and u.email = lower(trim(_identifier)))
      or (position('@' in _identifier) = 0 and u.phone = ltrim(private.e164(_identifier), '+'));
  if found_id is null then
    raise exception 'There is no account with %', _identifier using errcode = 'P0002';
  end if;
  insert into public.user_roles (user_id, role) values (found_id, 'admin') on conflict do nothing;
  return found_id;
end $$;
grant execute on function public.grant_admin(text) to service_role;

-- Takes the admin role away from the account. Secret key only. Raises P0002 for an unknown account, SL007 for the last admin.
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
    raise exception 'There is no admin with %', _identifier using errcode = 'P0002';
  end if;
  return found_id;
end $$;
grant execute on function public.revoke_admin(text) to service_role;

-- A phone number in E.164 with its plus; a number without one is Mauritian. Null when it cannot be a phone number.
create function private.e164(_phone text) returns text
language sql immutable set search_path = ''
as $$
  with digits as (
    select regexp_replace(regexp_replace(coalesce(_phone, ''), '[\s().-]', '', 'g'), '^00', '+') as written
  ), full_number as (
    select case when written like '+%' then written else '+230' || written end as number from digits
  )
  select number from full_number where number ~ '^\+[1-9][0-9]{6,14}$'
$$;
grant execute on function private.e164(text) to anon, authenticated, service_role, supabase_auth_admin;
