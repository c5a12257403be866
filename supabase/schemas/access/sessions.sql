-- Sessions: a member's writes need one that has not ended.

-- Whether the caller may still act: the account exists, is neither banned nor deleted and has no temporary password,
-- and the token's session is open. An access token is valid for up to an hour after that. A token without a session is
-- judged by its account. True for the secret key and for SQL.
create function private.is_session_open() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  me uuid := claims ->> 'sub';
  session_id uuid := claims ->> 'session_id';
begin
  if coalesce(claims ->> 'role', 'service_role') = 'service_role' then
    return true;
  end if;
  return exists (select from auth.users u
                  where u.id = me and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
                    and u.raw_app_meta_data ->> 'temporary_password' is distinct from 'true')
     and (session_id is null
       or exists (select from auth.sessions s
                   where s.id = session_id and s.user_id = me and (s.not_after is null or s.not_after > now())));
end $$;

-- The first step of functions with which members write. Raises SL012 if the session has ended or the account is
-- banned, and SL017 while the account has a temporary password.
create function private.require_open_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_session_open() then
    if exists (select from auth.users u
                where u.id = (select auth.uid()) and u.raw_app_meta_data ->> 'temporary_password' = 'true') then
      raise exception 'Choose your own password first' using errcode = 'SL017';
    end if;
    raise exception 'Your session has ended. Sign in again.' using errcode = 'SL012';
  end if;
end $$;
grant execute on function private.require_open_session() to anon, authenticated;

-- Refuses a direct write by a session that has ended. Security invoker: current_user is the caller's role for a
-- direct write, and the owner for a write by a security definer function.
create function private.guard_member_write() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated') then
    perform private.require_open_session();
  end if;
  return null;
end $$;
grant execute on function private.guard_member_write() to anon, authenticated, service_role;
