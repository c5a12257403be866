-- Live updates. The publication `supabase_realtime` lists the live tables, as on Supabase. Where Supabase decodes the
-- write-ahead log, triggers record changes in `host.changes`, and NOTIFY carries the number of the statement, never
-- the rows (a payload has at most 8,000 bytes). Idempotent; runs after auth.sql.

create schema if not exists realtime;
grant usage on schema realtime to anon, authenticated, service_role;

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- As on Supabase, whoever the host connects as: migrations, which run as postgres, add their tables.
  alter publication supabase_realtime owner to postgres;
end
$$;

-- Kept for a minute. Unlogged, because after a crash there are no subscribers.
create unlogged table if not exists host.changes (
  id bigint generated always as identity primary key,
  batch bigint not null,
  at timestamptz not null default clock_timestamp(),
  relation oid not null,
  operation text not null,
  record jsonb,
  old_record jsonb
);
create index if not exists changes_batch_idx on host.changes (batch);
create index if not exists changes_at_idx on host.changes (at);
create sequence if not exists host.change_batches;

-- How many sockets each server process accepts, in total and per IP address. Read when a process starts.
create table if not exists host.realtime_limits (
  only_row boolean primary key default true check (only_row),
  sockets integer not null default 20000 check (sockets > 0),
  sockets_per_address integer not null default 1000 check (sockets_per_address > 0)
);
insert into host.realtime_limits default values on conflict do nothing;
-- A migration may set the limits.
grant usage on schema host to postgres;
grant select, update on host.realtime_limits to postgres;

-- Records what one statement changed. A statement trigger reads its rows as one set, so that a bulk update costs
-- little. The arguments are the primary key's columns, which are all that a delete reveals. At most 5,000 rows per
-- statement are recorded. Security definer: writers of a live table need no privilege on the schema host.
create or replace function host.note_changes() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' as $$
declare
  _batch bigint := nextval('host.change_batches');
  _noted bigint;
begin
  case tg_op
    when 'INSERT' then
      insert into host.changes (batch, relation, operation, record)
      select _batch, tg_relid, 'INSERT', to_jsonb(new_rows) from new_rows limit 5000;
    when 'UPDATE' then
      insert into host.changes (batch, relation, operation, record)
      select _batch, tg_relid, 'UPDATE', to_jsonb(new_rows) from new_rows limit 5000;
    when 'DELETE' then
      insert into host.changes (batch, relation, operation, old_record)
      select _batch, tg_relid, 'DELETE', (
        select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old_rows)) where key = any (tg_argv)
      ) from old_rows limit 5000;
  end case;
  get diagnostics _noted = row_count;
  if _noted > 0 then
    perform pg_notify('realtime_changes', _batch::text);
  end if;
  return null;
end
$$;

-- Creates the triggers on every table of the publication and drops them from all others. Returns the number of live
-- tables.
create or replace function host.follow_publication() returns integer
language plpgsql security definer set search_path = '' set client_min_messages = warning as $$
declare
  _live oid[];
  _table record;
  _operation text;
begin
  select coalesce(array_agg(c.oid), '{}') into _live
  from pg_publication_tables as p
  join pg_namespace as n on n.nspname = p.schemaname
  join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
  where p.pubname = 'supabase_realtime' and c.relkind in ('r', 'p')
    and n.nspname not in ('auth', 'host', 'storage', 'realtime');
  for _table in
    select tgrelid::regclass::text as name, tgname from pg_trigger
    where tgfoid = 'host.note_changes'::regproc and not tgrelid = any (_live)
  loop
    execute format('drop trigger if exists %I on %s', _table.tgname, _table.name);
  end loop;
  for _table in
    select c.oid, c.oid::regclass::text as name, (
      select coalesce(string_agg(quote_literal(a.attname), ', ' order by a.attnum), '')
      from pg_index as i join pg_attribute as a on a.attrelid = c.oid and a.attnum = any (i.indkey)
      where i.indrelid = c.oid and i.indisprimary
    ) as key
    from pg_class as c where c.oid = any (_live)
  loop
    foreach _operation in array array['insert', 'update', 'delete'] loop
      if exists (
        select from pg_trigger where tgrelid = _table.oid and tgname = 'realtime_' || _operation
          and tgfoid = 'host.note_changes'::regproc
      ) then
        continue;
      end if;
      execute format(
        'create trigger %I after %s on %s referencing %s for each statement execute function host.note_changes(%s)',
        'realtime_' || _operation, _operation, _table.name,
        case _operation when 'delete' then 'old table as old_rows' else 'new table as new_rows' end, _table.key
      );
    end loop;
  end loop;
  return cardinality(_live);
end
$$;

-- Messages between server processes (broadcasts, presence). NOTIFY carries the sender and the number of the row. Kept
-- for a minute; unlogged, because after a crash there are no connections. The messages are text with a JSON array:
-- jsonb would refuse a whole row for one `\u0000`.
create unlogged table if not exists host.relayed (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  messages text not null
);
-- For databases in which this column was jsonb.
alter table host.relayed alter column messages type text;
drop function if exists host.relay(text, jsonb);
create index if not exists relayed_at_idx on host.relayed (at);

-- The identity of an unlogged table has an unlogged sequence, and a power failure before the next checkpoint leaves one that
-- cannot be read ("bad magic number in sequence"). A new, logged sequence replaces it.
do $$
declare
  _table text;
  _next bigint;
begin
  foreach _table in array array['host.changes', 'host.relayed'] loop
    continue when exists (
      select from pg_class where oid = pg_get_serial_sequence(_table, 'id')::regclass and relpersistence = 'p'
    );
    execute format('alter table %s alter id drop identity', _table);
    execute format('select coalesce(max(id), 0) + 1 from %s', _table) into _next;
    execute format('alter table %s alter id add generated always as identity (start %s)', _table, _next);
    execute format('alter sequence %s set logged', pg_get_serial_sequence(_table, 'id'));
  end loop;
end
$$;

create or replace function host.relay(_process text, _messages text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  _id bigint;
begin
  insert into host.relayed (messages) values (_messages) returning id into _id;
  perform pg_notify('realtime_relay', _process || '/' || _id);
end
$$;

-- Messages of private topics. Their policies decide who may join and who may send. Columns, owner and grants are
-- Supabase's. Supabase keeps three days of messages from SQL, in daily partitions; this table does so without
-- partitions.
create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
-- For databases created before this column.
alter table realtime.messages add column if not exists binary_payload bytea;
create index if not exists messages_inserted_at_idx on realtime.messages (inserted_at);
-- For replay: the recent messages of a topic.
create index if not exists messages_replay_idx on realtime.messages (topic, inserted_at desc) where private and extension = 'broadcast';
alter table realtime.messages enable row level security;
alter table realtime.messages owner to supabase_realtime_admin;
-- Migrations, which run as postgres, write the policies.
grant supabase_realtime_admin to postgres;
grant select, insert, update on realtime.messages to postgres, dashboard_user, anon, authenticated, service_role;

-- The topic that a policy of realtime.messages is evaluated for.
create or replace function realtime.topic() returns text
language sql stable set search_path = '' as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

-- Broadcasts from SQL, as the calling role. The topic is private by default. An error is a warning.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
returns void language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same for bytes. Clients of serializer 1.0.0 do not receive them.
create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
returns void language plpgsql set search_path = '' as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Broadcasts a row's change from a trigger, like Supabase's function of this name.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void language plpgsql set search_path = '' as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'operation', operation, 'schema', table_schema, 'table', table_name,
      'record', to_jsonb(new), 'old_record', to_jsonb(old)
    ),
    event_name, topic_name
  );
end
$$;
grant execute on function realtime.topic() to postgres, anon, authenticated, service_role;
grant execute on function realtime.send(jsonb, text, text, boolean) to postgres, anon, authenticated, service_role;
grant execute on function realtime.send_binary(bytea, text, text, boolean) to postgres, anon, authenticated, service_role;

-- Security definer: broadcasting roles need no privilege on the schema host. The process '' is the database itself.
create or replace function host.relay_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform host.relay('', jsonb_build_array(jsonb_build_object(
    'kind', 'broadcast',
    'topic', jsonb_build_object('name', new.topic, 'private', coalesce(new.private, false)),
    'event', new.event,
    'message', jsonb_build_object('type', 'broadcast', 'event', new.event, 'meta', jsonb_build_object('id', new.id))
      || case when new.binary_payload is null then jsonb_build_object('payload', coalesce(new.payload, '{}')) else '{}' end
  ) || case when new.binary_payload is null then '{}' else jsonb_build_object('binary', encode(new.binary_payload, 'base64')) end)::text);
  return null;
end
$$;
create or replace trigger relay_message after insert on realtime.messages
  for each row when (new.extension = 'broadcast' and new.event is not null) execute function host.relay_message();

create or replace function host.sweep_relayed() returns void
language sql security definer set search_path = '' as $$
  delete from host.relayed where at < clock_timestamp() - interval '1 minute';
  delete from realtime.messages where inserted_at < localtimestamp - interval '3 days';
$$;

create or replace function host.follow_publication_ddl() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform host.follow_publication();
  -- Subscriptions look tables, columns and policies up again.
  perform pg_notify('realtime_schema', '');
end
$$;

do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'host_follow_publication') then
    create event trigger host_follow_publication on ddl_command_end
      when tag in ('CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'ALTER TABLE', 'CREATE TABLE',
        'CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'GRANT', 'REVOKE')
      execute function host.follow_publication_ddl();
  end if;
exception when insufficient_privilege then
  raise notice 'no event trigger: the host follows the publication at its next start';
end
$$;

revoke all on all functions in schema host from public;
grant execute on all functions in schema host to supabase_auth_admin;
select host.follow_publication();
