-- Live updates. Which tables are live is said by the publication `supabase_realtime`, exactly as on Supabase. Where
-- Supabase decodes the write-ahead log, triggers note changes in `host.changes` and NOTIFY carries the number of the
-- statement, never the rows (a payload holds 8,000 bytes). Idempotent; runs after auth.sql.

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

-- Held for a minute, by the host that sends them. Unlogged: after a crash nobody is subscribed any more.
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

-- Notes what one statement changed: a statement trigger reads its rows as one set, so a bulk update pays once. The
-- arguments are the primary key's columns, all that a delete gives away. One statement notes at most 5,000 rows.
-- Security definer: who writes a live table need not know the schema host.
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

-- Gives every table of the publication its triggers and takes them from all others. Returns how many tables are live.
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
