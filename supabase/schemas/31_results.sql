-- Results: the matches that await one, and the reminder of the organisers.

-- The matches that await their result, by round, the earliest first. Matches without a round are grouped by their day.
-- Admins only (SL003).
create function public.results_to_enter()
returns table (league text, season text, round text, match_date date, first_kickoff_at timestamptz, matches integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.league, m.season, m.round, case when m.round is null then m.match_date end, min(m.kickoff_at),
         count(*)::integer
    from public.matches m
   where m.status in ('upcoming', 'live') and private.is_awaiting_result(m, clock_timestamp())
   group by m.league, m.season, m.round, case when m.round is null then m.match_date end
   order by min(m.kickoff_at), m.league;
end $$;
grant execute on function public.results_to_enter() to authenticated, service_role;

-- Notifies every admin, once a day from 08:00 club time, of all matches that have awaited their result since then.
-- Returns the number of notifications.
create function private.remind_organisers(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (_now at time zone private.club_time_zone())::date;
  morning timestamptz := (today + time '08:00') at time zone private.club_time_zone();
  missing bigint;
  notified bigint;
begin
  select count(*) into missing from public.matches m
   where m.status in ('upcoming', 'live') and _now >= morning and private.is_awaiting_result(m, morning);
  if missing = 0 then
    return 0;
  end if;
  insert into private.announcements (key) values (format('results to enter %s', today)) on conflict do nothing;
  if not found then
    return 0;
  end if;
  insert into public.notifications (user_id, type, title, message, link)
  select r.user_id, 'info', format('Results to enter: %s', missing),
         format('%s over and without a result.',
                case missing when 1 then '1 match is' else missing || ' matches are' end),
         '/enter-results'
    from public.user_roles r join public.profiles p on p.id = r.user_id where r.role = 'admin';
  get diagnostics notified = row_count;
  return notified;
end $$;
