-- Backups: the program that makes them reports here, and admins are told when one failed or is missing.

-- The state of the backups of each kind. Supabase makes its own backups and reports none.
create table private.backup_states (
  kind text primary key constraint backup_kinds_are_known check (kind in ('copy', 'backup')),
  last_success timestamptz,
  -- Why the last attempt failed; null if it succeeded.
  error text constraint backup_errors_are_short check (length(error) <= 500),
  reported_at timestamptz not null
);
comment on column private.backup_states.kind is
  'copy: the daily copy of the database that the host runs; backup: the file in a second place';

-- How old the last backup may be.
create function private.oldest_backup() returns interval
language sql immutable set search_path = ''
as $$ select interval '2 days' $$;

-- Called after each attempt, and while none is due. Stores the state, and notifies the admins in the app if the last
-- attempt failed (_error) or none has succeeded for two days, once until one succeeds. _last_success: null if none
-- has. Returns the number of admins.
create function private.report_backup(
  _kind text, _error text, _last_success timestamptz, _now timestamptz default clock_timestamp()
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  reason text := rtrim(left(_error, 500), '.');
  kind_name text := case _kind when 'copy' then 'daily copy' else 'backup' end;
  last text := coalesce(
    'The last one that succeeded is from ' || to_char(_last_success at time zone private.club_time_zone(),
                                                      'FMDay FMDD FMMonth YYYY, HH24:MI') || ' (club time).',
    'None has succeeded yet.');
  told bigint;
begin
  insert into private.backup_states (kind, last_success, error, reported_at)
  values (_kind, _last_success, left(_error, 500), _now)
  on conflict (kind) do update set last_success = excluded.last_success, error = excluded.error,
                                   reported_at = excluded.reported_at;
  if _error is null and _last_success > _now - private.oldest_backup() then
    return 0;
  end if;
  insert into private.announcements (key)
  values (format('%s after %s', _kind, coalesce(extract(epoch from _last_success)::text, 'none')))
  on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message, facts)
  select r.user_id, 'error',
         format('The %s %s', kind_name, case when _error is null then 'is missing' else 'failed' end),
         case when _error is null then format('There has been no %s of the club for two days. ', kind_name)
              else format('The %s of the club failed: %s. ', kind_name, reason) end || last,
         jsonb_build_object(
           'kind', 'backup_failed', 'backup', _kind, 'reason', case when _error is not null then reason end,
           'day', to_char(_last_success at time zone private.club_time_zone(), 'YYYY-MM-DD'),
           'time', to_char(_last_success at time zone private.club_time_zone(), 'HH24:MI'))
    from public.user_roles r where r.role = 'admin';
  get diagnostics told = row_count;
  return told;
end $$;
