-- Database webhooks: triggers that call supabase_functions.http_request. Source: supabase/postgres,
-- docker/volumes/db/webhooks.sql. Can be applied repeatedly.

create schema if not exists supabase_functions;
grant usage on schema supabase_functions to postgres, anon, authenticated, service_role;

-- A log of requests, so it is in no backup of rows and need not outlive a crash.
create unlogged table if not exists supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
-- An unlogged sequence can be lost in a power failure (realtime.sql).
alter sequence supabase_functions.hooks_id_seq set logged;
create index if not exists supabase_functions_hooks_request_id_idx on supabase_functions.hooks using btree (request_id);
create index if not exists supabase_functions_hooks_h_table_id_h_name_idx
  on supabase_functions.hooks using btree (hook_table_id, hook_name);

-- The arguments of the trigger are url, method, headers, params and milliseconds.
create or replace function supabase_functions.http_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  _argument text[] := array(select nullif(argument, 'null') from unnest(tg_argv) argument);
  _url text := _argument[1];
  _headers jsonb := coalesce(_argument[3], '{"Content-Type": "application/json"}');
  _params jsonb := coalesce(_argument[4], '{}');
  _milliseconds int := coalesce(_argument[5], '1000');
  _id bigint;
begin
  if _url is null then
    raise exception 'url argument is missing';
  elsif _argument[2] is null then
    raise exception 'method argument is missing';
  elsif _argument[2] = 'GET' then
    _id := net.http_get(_url, _params, _headers, _milliseconds);
  elsif _argument[2] = 'POST' then
    _id := net.http_post(
      _url,
      jsonb_build_object('old_record', old, 'record', new, 'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema),
      _params, _headers, _milliseconds);
  else
    raise exception 'method argument % is invalid', _argument[2];
  end if;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid, tg_name, _id);
  return new;
end $$;
revoke all on function supabase_functions.http_request from public;
grant execute on function supabase_functions.http_request to postgres, anon, authenticated, service_role;
