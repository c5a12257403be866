-- The schema `storage` with the tables, columns and functions of Supabase's storage service
-- (github.com/supabase/storage, folder migrations/tenant), so that policies and dumps written for Supabase work
-- unchanged. Idempotent; runs after auth.sql.

do $$
begin
  if to_regtype('storage.buckettype') is null then
    create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');
  end if;
end
$$;

create table if not exists storage.buckets (
  id text primary key constraint bucket_ids_are_short check (char_length(id) <= 100),
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type storage.buckettype not null default 'STANDARD'
);
create unique index if not exists bname on storage.buckets (name);

-- `version` names the stored bytes of the object.
create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text constraint "objects_bucketId_fkey" references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);
-- Lists sort names in byte order, independent of the database's collation.
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

-- 'news/2026/a.png' -> {news,2026}
create or replace function storage.foldername(name text) returns text[] language sql immutable as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

-- 'news/2026/a.png' -> 'a.png'
create or replace function storage.filename(name text) returns text language sql immutable as $$
  select split_part(name, '/', -1)
$$;

-- 'news/2026/a.png' -> 'png'
create or replace function storage.extension(name text) returns text language sql immutable as $$
  select split_part(split_part(name, '/', -1), '.', -1)
$$;

create or replace function storage.update_updated_at_column() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

-- Rows are deleted through the API, which also deletes their bytes. The API sets this setting, and so does SQL of projects that
-- deletes rows. Source: supabase/storage, migrations/tenant (protect_delete).
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Stored bytes that no row references: written before their row, or left after it. Recorded in the transaction that
-- causes it, and removed after the bytes are deleted, so that leftovers of a crash are found without reading a disk
-- that may belong to another database.
create table if not exists host.loose_files (
  version text primary key,
  since timestamptz not null default clock_timestamp()
);
create index if not exists loose_files_since_idx on host.loose_files (since);

-- Security definer: writers of storage.objects need no privilege on the schema host.
create or replace function host.follow_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.version is not null then
    insert into host.loose_files (version) values (old.version) on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' then
    delete from host.loose_files where version = new.version;
  end if;
  return null;
end
$$;
revoke all on function host.follow_files() from public;
create or replace trigger files_follow_new_rows after insert or delete on storage.objects
  for each row execute function host.follow_files();
create or replace trigger files_follow_changed_rows after update of version on storage.objects
  for each row when (old.version is distinct from new.version) execute function host.follow_files();

-- Resumable uploads. `id` is `<bucket>/<name>/<uuid>`. Only the creator, `role` and `owner`, may continue one. A finished
-- upload keeps its row until it expires, so that a client that missed the last response learns that all bytes arrived.
create table if not exists host.uploads (
  id text primary key,
  role text not null,
  owner text,
  upsert boolean not null,
  size bigint not null,
  received bigint not null default 0 check (received between 0 and size),
  metadata jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists uploads_created_at_idx on host.uploads (created_at);

-- The bytes that an unfinished upload has received, in files that stay until the upload finishes or expires.
create table if not exists host.upload_parts (
  upload_id text not null references host.uploads (id) on delete cascade,
  start bigint not null,
  size bigint not null,
  version text not null,
  primary key (upload_id, start)
);
create or replace trigger files_follow_upload_parts after insert or delete on host.upload_parts
  for each row execute function host.follow_files();

do $$
declare
  _name text;
begin
  if (select nspowner::regrole::text from pg_namespace where nspname = 'storage') <> 'supabase_storage_admin' then
    alter schema storage owner to supabase_storage_admin;
  end if;
  for _name in
    select format('storage.%I', relname) from pg_class
    where relnamespace = 'storage'::regnamespace and relkind = 'r' and relowner <> 'supabase_storage_admin'::regrole
  loop
    execute format('alter table %s owner to supabase_storage_admin', _name);
    execute format('grant all on table %s to anon, authenticated, service_role, dashboard_user', _name);
    execute format('grant all on table %s to postgres with grant option', _name);
  end loop;
  for _name in
    select oid::regprocedure::text from pg_proc
    where pronamespace = 'storage'::regnamespace and proowner <> 'supabase_storage_admin'::regrole
  loop
    execute format('alter function %s owner to supabase_storage_admin', _name);
    execute format('grant execute on function %s to public', _name);
  end loop;
  if (select typowner from pg_type where oid = 'storage.buckettype'::regtype) <> 'supabase_storage_admin'::regrole then
    alter type storage.buckettype owner to supabase_storage_admin;
  end if;
  -- Migrations run as postgres and write policies for these tables. Supabase lets it by an extension of its own
  -- (supautils.policy_grants); in plain PostgreSQL only members of the owner may.
  if not pg_has_role('postgres', 'supabase_storage_admin', 'member') then
    grant supabase_storage_admin to postgres;
  end if;
end
$$;
