-- What no API exposes lives in `private`; execute is granted function by function.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role, supabase_auth_admin;

-- Closed by default, for what the migrations after this one create. Supabase's own defaults are wide open.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;

-- What every club sets once. One row, so a second club can never be half-configured beside the first.
create table private.club (
  only_row boolean primary key default true constraint there_is_one_club check (only_row),
  time_zone text not null default 'Indian/Mauritius'
);
insert into private.club default values;

-- The time zone that match dates, code expiry dates and countdowns are written in.
create function private.club_time_zone() returns text
language sql stable security definer set search_path = ''
as $$ select c.time_zone from private.club c $$;

-- Today's date where the club is.
create function private.club_today() returns date
language sql stable security definer set search_path = ''
as $$ select (now() at time zone private.club_time_zone())::date $$;

-- The address of the person behind the request; null inside SQL. On Supabase its proxy says it in cf-connecting-ip,
-- because whatever a client wrote into x-forwarded-for stays in front there; our host drops the first and replaces the second.
create function private.caller_address() returns text
language sql stable set search_path = ''
as $$
  select coalesce(nullif(h.headers ->> 'cf-connecting-ip', ''), nullif(trim(split_part(h.headers ->> 'x-forwarded-for', ',', 1)), ''))
    from (select nullif(current_setting('request.headers', true), '')::json as headers) h
$$;
