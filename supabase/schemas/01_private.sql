-- The private schema, default privileges, and helpers that every subject uses.

-- Objects that the API does not expose belong in `private`. Execute is granted per function.
create schema if not exists private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;

-- For search: accents, and indexes on parts of words. PostgreSQL's contrib modules have both extensions.
create extension if not exists unaccent with schema extensions;

create extension if not exists pg_trgm with schema extensions;

-- Nothing is accessible by default. Supabase's own defaults grant everything to the API's roles.
alter default privileges revoke execute on functions from public;

alter default privileges in schema public revoke all on tables from anon, authenticated;

alter default privileges in schema public revoke all on sequences from anon, authenticated;

alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;

grant usage on schema public to supabase_auth_admin;

-- The club's own settings: exactly one row.
create table private.club (
  only_row boolean primary key default true constraint there_is_one_club check (only_row),
  time_zone text not null default 'Indian/Mauritius'
);

insert into private.club default values;

-- Attempts counted in a sliding window, per bucket ('admin:<user>:<action>', 'redeem:<user>', ...).
create table private.attempts (
  id bigint generated always as identity primary key,
  bucket text not null,
  attempted_at timestamptz not null default clock_timestamp()
);
create index attempts_by_bucket on private.attempts (bucket, attempted_at);

-- Secrets that can be replaced but not read through the API.
create table private.secrets (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- One line of text as it is stored: without invisible characters, such as those that text copied from a messenger
-- brings or that turn the direction of writing, and with single spaces. Joiners stay between letters of scripts that
-- use them.
create function private.tidy(_text text) returns text
language sql immutable set search_path = ''
as $$
  select trim(regexp_replace(regexp_replace(_text,
    '[\u00AD\u034F\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF]'
      || '|[\uFFA0\uFFF9-\uFFFB]'
      || '|(?<![\u0300-\u200B\u2010-\U0010FFFF])[\u200C\u200D]|[\u200C\u200D](?![\u0300-\u200B\u2010-\U0010FFFF])',
    '', 'g'), '[\s[:cntrl:]\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+', ' ', 'g'))
$$;
grant execute on function private.tidy(text) to anon, authenticated, service_role, supabase_auth_admin;

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

-- The phone number in E.164 format with its plus; a number without a country code is taken as Mauritian, and a 0 in
-- brackets is for calls within a country. Null if it is not a valid phone number. The page and the host read numbers
-- in the same way (web/session/phone-numbers.ts, server/auth/accounts/identifiers.ts).
create function private.e164(_phone text) returns text
language sql immutable set search_path = ''
as $$
  with digits as (
    select regexp_replace(regexp_replace(coalesce(_phone, ''), '\(0\)|[\s().-]', '', 'g'), '^00', '+') as written
  ), full_number as (
    select case when written like '+%' then written else '+230' || written end as number from digits
  )
  select number from full_number where number ~ '^\+[1-9][0-9]{6,14}$'
$$;
grant execute on function private.e164(text) to anon, authenticated, service_role, supabase_auth_admin;

-- A text as search compares it: without accents and in lower case. unaccent() is only stable, because its dictionary
-- could be changed; this one is part of the extension.
create function private.searchable(_text text) returns text
language sql immutable set search_path = ''
as $$ select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(_text, ''))) $$;

-- The LIKE patterns of the words of a search, the longest word first, because it is the most selective. Wildcards in
-- the words are escaped. Empty without a word.
create function private.search_patterns(_words text) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg('%' || regexp_replace(w.word, '([\\%_])', '\\\1', 'g') || '%'
                            order by char_length(w.word) desc, w.word), '{}')
    from (select distinct word from regexp_split_to_table(private.searchable(left(_words, 200)), '\s+') word
           where word <> '') w
$$;

-- The address that limits count. IPv6 clients usually control a whole /64, so of an IPv6 address it is the /64 prefix.
-- Any other text is returned unchanged. The host does the same (server/gateway/address.ts).
create function private.limited_address(_address text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if _address !~ ':' or _address::inet <<= '::ffff:0:0/96' then
    return _address;
  end if;
  return network(set_masklen(_address::inet, 64))::text;
exception when invalid_text_representation then
  return _address;
end $$;

-- The client's IP address as limits count it; null outside a request. Supabase's proxy sets cf-connecting-ip and does
-- not check x-forwarded-for. The host removes cf-connecting-ip and replaces x-forwarded-for.
create function private.caller_address() returns text
language sql stable set search_path = ''
as $$
  select private.limited_address(coalesce(
           nullif(h.headers ->> 'cf-connecting-ip', ''),
           nullif(trim(split_part(h.headers ->> 'x-forwarded-for', ',', 1)), '')))
    from (select nullif(current_setting('request.headers', true), '')::json as headers) h
$$;

-- The number of attempts in the bucket within the window. Locks the bucket until the transaction ends, so that
-- concurrent callers do not read the same number.
create function private.count_recent_attempts(_bucket text, _window interval) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(_bucket, 0));
  delete from private.attempts where bucket = _bucket and attempted_at <= clock_timestamp() - _window;
  return (select count(*) from private.attempts where bucket = _bucket);
end $$;

-- Seconds until the bucket's oldest attempt leaves the window; at least 1.
create function private.seconds_until_retry(_bucket text, _window interval) returns integer
language sql security definer set search_path = ''
as $$
  select greatest(1, ceil(extract(epoch from min(attempted_at) + _window - clock_timestamp())))::integer
    from private.attempts where bucket = _bucket
$$;

-- Counts an act in the bucket. Raises SL004 with the message if there were `_most` within the window.
create function private.count_act(_bucket text, _most integer, _window interval, _message text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.count_recent_attempts(_bucket, _window) >= _most then
    raise exception '%', _message using errcode = 'SL004',
      hint = format('Try again in %s seconds', private.seconds_until_retry(_bucket, _window));
  end if;
  insert into private.attempts (bucket) values (_bucket);
end $$;

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

-- Lets this transaction write rows as they are, without the triggers that would check, log, count or announce them,
-- until rules_on(): public.undo() restores rows, merges move them. Both may be nested. The API cannot call them.
create function private.rules_off() returns void
language sql set search_path = ''
as $$
  select set_config('scoreline.rules_off', coalesce(current_setting('scoreline.rules_off', true), '') || '.', true)
$$;

create function private.rules_on() returns void
language sql set search_path = ''
as $$ select set_config('scoreline.rules_off', substr(current_setting('scoreline.rules_off'), 2), true) $$;

create function private.rules_are_off() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(current_setting('scoreline.rules_off', true), '') <> '' $$;
grant execute on function private.rules_are_off() to authenticated, service_role;

-- Runs before each statement on a table that members write. Security invoker: current_user is the caller's role for a
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

-- "18,240 predictions"
create function private.counted(_number bigint, _one text, _many text default null) returns text
language sql immutable set search_path = ''
as $$
  select to_char(_number, 'FM9,999,999,999') || ' ' || case _number when 1 then _one else coalesce(_many, _one || 's')
                                                       end
$$;
