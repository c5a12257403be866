-- The host's scheduled backups (BACKUP_TO). Idempotent; runs after auth.sql.

create table if not exists host.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default clock_timestamp(),
  -- Null while it runs, or if the host was killed meanwhile.
  ended_at timestamptz,
  -- The path of the file, or its address in S3.
  place text not null,
  bytes bigint,
  error text,
  -- When the file was removed because newer ones exist.
  removed_at timestamptz
);
grant select, insert, update, delete on host.backups to supabase_auth_admin;
