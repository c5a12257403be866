-- The private schema, extensions and default privileges.
--
-- Functions may call what a later file creates: tests/database/schemas.test.ts checks every body after the last file.
set check_function_bodies = off;

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
