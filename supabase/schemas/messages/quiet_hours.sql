-- The hours in which no message is sent.

-- The hours in which emails and push messages wait, in club time: the setting `quiet_hours`, or 23:00 to 07:00. Equal
-- times mean no quiet hours.
create function public.quiet_hours() returns table (starts_at time, ends_at time)
language sql stable security definer set search_path = ''
as $$
  select split_part(q.hours, '-', 1)::time, split_part(q.hours, '-', 2)::time
    from (select coalesce((select s.setting_value from public.admin_settings s where s.setting_key = 'quiet_hours'),
                          '23:00-07:00')) q (hours)
$$;
grant execute on function public.quiet_hours() to authenticated, service_role;

-- The end of the quiet hours at this moment; null outside of quiet hours.
create function private.quiet_hours_end(_moment timestamptz) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select (l.now::date + (l.now::time >= q.ends_at)::integer + q.ends_at) at time zone private.club_time_zone()
    from public.quiet_hours() q, (select _moment at time zone private.club_time_zone()) l (now)
   where case when q.starts_at <= q.ends_at then l.now::time >= q.starts_at and l.now::time < q.ends_at
              else l.now::time >= q.starts_at or l.now::time < q.ends_at end
$$;
