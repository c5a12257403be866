-- How a club starts in the browser: the link that the host prints while the club has no admin, and what the first
-- organiser chooses there.

-- The club's name and language as chosen in the browser, null where club.json has them, its time zone, and what its
-- pages say about its texts (null for nothing). The host reads them at its start and after each change.
create function private.club_facts()
returns table (name text, language text, time_zone text, started_at timestamptz, notices jsonb)
language sql stable security definer set search_path = ''
as $$ select c.name, c.language, c.time_zone, c.started_at, public.club_notices() from private.club c $$;

-- Makes a new start link valid and ends the one before. _hash is the SHA-256 hash of its token, in hexadecimal.
-- Returns false, and changes nothing, if the club has an admin.
create function private.open_start_link(_hash text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.club for update;
  if exists (select from public.user_roles r where r.role = 'admin') then
    return false;
  end if;
  update private.club set start_link_hash = _hash;
  return true;
end $$;

-- Whether the start link with this hash can start the club. One row: 'open', or 'used' if the club has an admin, with
-- the moment at which it was started in the browser. No row for an unknown link. Locks the club until the end of the
-- transaction, so that of two callers the second one gets 'used'. For the auth service.
create function private.lock_start_link(_hash text) returns table (state text, started_at timestamptz)
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.club c where c.start_link_hash = _hash for update;
  if not found then
    return;
  end if;
  return query
    select case when exists (select from public.user_roles r where r.role = 'admin') then 'used' else 'open' end,
           c.started_at
      from private.club c;
end $$;
grant execute on function private.lock_start_link(text) to supabase_auth_admin;

-- Starts the club: its name, time zone and language, and its first admin. Call private.lock_start_link() in the same
-- transaction first. For the auth service, which creates the account in that transaction. Raises 42501 for a link that
-- is unknown or used, 22023 for an invalid name, time zone or language, and SL008 for another time zone after the
-- first match.
create function private.start_club(_hash text, _user_id uuid, _name text, _time_zone text, _language text)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.lock_start_link(_hash) l where l.state = 'open') then
    raise exception 'The start link is not valid' using errcode = '42501';
  end if;
  perform private.set_club_facts(_name, _language);
  perform public.set_club_time_zone(_time_zone);
  update private.club set started_at = now();
  insert into public.user_roles (user_id, role) values (_user_id, 'admin');
  insert into public.admin_audit_log (action, table_name, admin_user_id, new_values)
  select 'start_club', 'club', _user_id,
         jsonb_build_object('name', c.name, 'language', c.language, 'time_zone', c.time_zone)
    from private.club c;
end $$;
grant execute on function private.start_club(text, uuid, text, text, text) to supabase_auth_admin;

-- Stores the club's name and language. Raises 22023 for a name without text or of more than 60 characters, and for a
-- language that the page does not speak.
create function private.set_club_facts(_name text, _language text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tidy text := private.tidy(_name);
begin
  if coalesce(char_length(tidy), 0) not between 1 and 60 then
    raise exception 'The name of a club has 1 to 60 characters' using errcode = '22023';
  end if;
  if coalesce(_language not in ('en', 'fr', 'mfe'), true) then
    raise exception 'The page does not speak this language' using errcode = '22023';
  end if;
  update private.club set name = tidy, language = _language;
end $$;

-- Tells the hosts that the club's facts have changed.
create function private.announce_club_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('club_facts', '');
  return null;
end $$;

create trigger hosts_are_told_of_the_clubs_facts after update of name, language, time_zone, started_at on private.club
  for each statement execute function private.announce_club_facts();
