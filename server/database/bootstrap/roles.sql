-- The roles, schemas and default privileges that a Supabase project starts with, so that its migrations run here
-- unchanged. Source: supabase/postgres, migrations/db/init-scripts. Can be applied repeatedly.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('postgres', 'nologin createdb createrole bypassrls'),
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'nologin noinherit'),
      ('supabase_admin', 'nologin createdb createrole bypassrls'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit'),
      ('dashboard_user', 'nologin createdb createrole')
    ) as roles(name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s', wanted.name, wanted.options);
      exception when duplicate_object or unique_violation then
        null; -- roles belong to the whole cluster: another process was faster
      end;
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres;

create schema if not exists host;

-- The role of a token, if it may be used: a role that is granted to `authenticator`, as for PostgREST. The errors are those
-- of `set role`. Source: https://docs.postgrest.org/en/stable/references/auth.html
create or replace function host.requested_role(_role text) returns text
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select from pg_catalog.pg_roles as r where r.rolname = _role) then
    raise exception using errcode = '22023', message = pg_catalog.format('role "%s" does not exist', _role);
  elsif not pg_catalog.pg_has_role('authenticator', _role, 'member') then
    raise exception using errcode = '42501', message = pg_catalog.format('permission denied to set role "%s"', _role);
  end if;
  return _role;
end $$;

create schema if not exists extensions;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
create schema if not exists graphql_public;

do $$
declare
  wanted text;
begin
  execute format('grant create on database %I to postgres', current_database());
  foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
    if exists (select from pg_available_extensions where name = wanted) then
      execute format('create extension if not exists %I with schema extensions', wanted);
    end if;
  end loop;
end $$;

-- Since PostgreSQL 15 only its owner may create objects in public. Migrations do so as postgres.
grant usage on schema public to postgres, anon, authenticated, service_role;
grant create on schema public to postgres;
grant usage on schema extensions, auth, storage, realtime, graphql_public to postgres, anon, authenticated, service_role, dashboard_user;
grant create on schema extensions to postgres;
grant all on schema auth to supabase_auth_admin;
grant all on schema storage to supabase_storage_admin;
grant all on schema realtime to supabase_realtime_admin;

-- Row-level security protects the rows; without a grant a table could not be used at all.
alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- Migrations create triggers on auth.users and foreign keys to it.
alter default privileges in schema auth grant all on tables to postgres, dashboard_user, supabase_auth_admin;
alter default privileges in schema auth grant all on routines to postgres, dashboard_user, supabase_auth_admin;
alter default privileges in schema auth grant all on sequences to postgres, dashboard_user, supabase_auth_admin;
alter default privileges in schema storage grant all on tables to postgres, supabase_storage_admin, anon, authenticated, service_role;
alter default privileges in schema storage grant all on routines to postgres, supabase_storage_admin, anon, authenticated, service_role;
alter default privileges in schema realtime grant all on tables to postgres, supabase_realtime_admin;
