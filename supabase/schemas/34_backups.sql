-- Backups: the program that makes them reports here, and admins are told when one failed or is missing.

-- How old the last backup may be.
create function private.oldest_backup() returns interval
language sql immutable set search_path = ''
as $$ select interval '2 days' $$;

-- Called after each attempt, and while none is due. Notifies the admins in the app if the last attempt failed (_error)
-- or none has succeeded for two days, once until one succeeds. _last_success: null if none has. Returns the number of
-- admins.
create function private.report_backup(
  _error text, _last_success timestamptz, _now timestamptz default clock_timestamp()
) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  last text := coalesce(
    'The last one that succeeded is from ' || to_char(_last_success at time zone private.club_time_zone(),
                                                      'FMDay FMDD FMMonth YYYY, HH24:MI') || ' (club time).',
    'None has succeeded yet.');
  told bigint;
begin
  if _error is null and _last_success > _now - private.oldest_backup() then
    return 0;
  end if;
  insert into private.announcements (key)
  values (format('backup after %s', coalesce(extract(epoch from _last_success)::text, 'none'))) on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message)
  select r.user_id, 'error', case when _error is null then 'The backup is missing' else 'The backup failed' end,
         case when _error is null then 'The club has not been backed up for two days. '
              else format('The backup of the club failed: %s. ', rtrim(left(_error, 500), '.')) end || last
    from public.user_roles r where r.role = 'admin';
  get diagnostics told = row_count;
  return told;
end $$;
