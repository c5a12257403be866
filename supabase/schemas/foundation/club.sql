-- The club: its secrets, its time zone and the dates that follow from it.

-- The club's own settings: exactly one row.
create table private.club (
  only_row boolean primary key default true constraint there_is_one_club check (only_row),
  time_zone text not null default 'Indian/Mauritius',
  -- What the first organiser or a later one chose in the browser. Null: club.json has it (record 79).
  name text constraint club_name_is_short check (char_length(name) between 1 and 60),
  language text constraint club_language_is_spoken check (language in ('en', 'fr', 'mfe')),
  -- When the club was started in the browser; null if it was not.
  started_at timestamptz,
  -- The SHA-256 hash of the newest start link's token, in hexadecimal.
  start_link_hash text
);

insert into private.club default values;

-- Secrets that can be replaced but not read through the API.
create table private.secrets (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- The time zone of match dates, code expiry dates and countdowns.
create function private.club_time_zone() returns text
language sql stable security definer set search_path = ''
as $$ select c.time_zone from private.club c $$;

-- Today's date in the club's time zone.
create function private.club_today() returns date
language sql stable security definer set search_path = ''
as $$ select (now() at time zone private.club_time_zone())::date $$;

-- The last second of a date in the club's time zone. Codes and subscriptions that end on the date end at this moment.
create function private.end_of_day(_date date) returns timestamptz
language sql stable set search_path = ''
as $$ select ((_date + 1)::timestamp at time zone private.club_time_zone()) - interval '1 second' $$;

-- Raises 22023 for a moment of the year 2200 or later. Browsers cannot read a year with a digit too many.
create function private.require_plausible(_moment timestamptz) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if _moment >= '2200-01-01 00:00:00+00' then
    raise exception 'The date must be before the year 2200' using errcode = '22023';
  end if;
end $$;

-- Sets the time zone of match dates and times. Secret key only, and only before the first match (SL008), because it
-- would move every kick-off. Raises 22023 for an unknown time zone.
create function public.set_club_time_zone(_time_zone text) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  if _time_zone = private.club_time_zone() then
    return _time_zone;
  end if;
  if exists (select from public.matches) then
    raise exception 'The club''s time zone cannot change after the first match was added' using errcode = 'SL008';
  end if;
  perform now() at time zone _time_zone;
  update private.club set time_zone = _time_zone;
  return _time_zone;
end $$;
grant execute on function public.set_club_time_zone(text) to service_role;
