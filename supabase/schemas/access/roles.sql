-- Admins and helpers, and their roles. Helpers are members who may only enter results, only handle codes and payments,
-- or only write news. What each role may do is listed in private.helper_acts().

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
    ('money', 'sell_subscriptions'),
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

-- The caller's roles; none after the session has ended. Pages call it once per visit, so for members without a role it
-- does not look for the session.
create function public.my_roles() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  roles text[] := array(select r.role from public.user_roles r where r.user_id = (select auth.uid()) order by r.role);
begin
  if roles <> '{}' and not private.is_session_open() then
    return '{}';
  end if;
  return roles;
end $$;
grant execute on function public.my_roles() to authenticated;

-- Gives a helper's role ('results', 'money' or 'news') to a player, or takes it away. An account may have several.
-- Returns whether the player has it afterwards. Raises 22023 for another role, PT404 for an unknown account. Admins
-- only (SL003), 50 in 5 minutes (SL004); audited if something changed.
create function public.set_helper_role(_user_id uuid, _role text, _has_it boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.set_helper_role(uuid, text, boolean) to authenticated, service_role;

-- set_helper_role() for the account with this email or phone number. Secret key only (`npm run admin -- grant EMAIL
-- --role ROLE`). Returns the user's id. Raises PT404 for an unknown account.
create function public.set_helper_role_of(_identifier text, _role text, _has_it boolean) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  found_id uuid := private.account_with(_identifier);
begin
  perform public.set_helper_role(found_id, _role, _has_it);
  return found_id;
end $$;
grant execute on function public.set_helper_role_of(text, text, boolean) to service_role;

create trigger the_last_admin_cannot_be_removed after delete on public.user_roles
  referencing old table as deleted
  for each statement execute function private.refuse_removing_last_admin();
