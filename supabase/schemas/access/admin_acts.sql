-- The acts of admins and helpers: who may call them, and how often.

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
  select array['add-members', 'admin-reset-password', 'delete-user', 'send-test-email', 'set-temporary-password',
               'sync-live-scores', 'update-api-key']
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
  -- public.close_account() audits what delete-user does, and public.note_test_email() what a test email came to.
  if _function <> 'send-test-email' and (_function <> 'delete-user' or _record_id is null) then
    perform private.write_audit(_function, 'functions', _record_id, null, null);
  end if;
end $$;
grant execute on function public.begin_admin_call(text, text) to authenticated, service_role;

-- Refuses a direct write by a caller without the right to it, counts a permitted one as one action whatever its
-- number of rows, and begins the undo of a deletion. Security invoker: current_user is the caller's role for a direct
-- write, and the owner for a write by a security definer function, which counts its own actions. A deletion can be
-- undone for 24 hours (access/undo.sql).
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
