-- Messages to organisers.

-- Notifies every admin of matches that the provider reports as called off or interrupted. An admin decides what
-- happens to them.
create function private.notify_admins(_provider_match_ids uuid[], _moment timestamptz) returns void
language sql security definer set search_path = ''
as $$
  insert into public.notifications (user_id, type, title, message, link, facts)
  select r.user_id, 'warning', 'Match ' || f.state,
         left(format('The live-score provider reports that %s v %s is %s. Go to API Settings to decide.',
                     m.home_team_name, m.away_team_name, f.state), 2000),
         '/admin-dashboard/api-settings',
         jsonb_build_object('kind', 'match_called_off', 'state', f.state, 'home', m.home_team_name,
                            'away', m.away_team_name)
    from private.provider_matches f
    join public.matches m on m.id = f.match_id and m.status in ('upcoming', 'live')
   cross join public.user_roles r
    join public.profiles p on p.id = r.user_id
   where f.id = any (_provider_match_ids) and f.state_since = _moment and r.role = 'admin'
     and f.state in ('postponed', 'suspended', 'abandoned', 'cancelled', 'awarded')
$$;

-- Notifies every admin and every helper for results, once a day from 08:00 club time, of all matches that have awaited
-- their result since then. Returns the number of notifications.
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
  insert into public.notifications (user_id, type, title, message, link, facts)
  select distinct r.user_id, 'info', format('Results to enter: %s', missing),
         format('%s over and without a result.',
                case missing when 1 then '1 match is' else missing || ' matches are' end),
         '/enter-results', jsonb_build_object('kind', 'results_to_enter', 'count', missing)
    from public.user_roles r join public.profiles p on p.id = r.user_id where r.role in ('admin', 'results');
  get diagnostics notified = row_count;
  return notified;
end $$;
