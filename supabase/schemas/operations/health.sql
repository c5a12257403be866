-- The health of the club for its admins: what its hosts report, and what waits, failed or is late in the database.

-- The latest report of each host. A host that stops removes its row. Supabase's own services report nothing. Unlogged,
-- so that backups do not contain it: a restored club would wait for reports of the old machine's host.
create unlogged table private.host_reports (
  host text primary key constraint host_names_are_short check (length(host) <= 200),
  reported_at timestamptz not null default clock_timestamp(),
  -- started_at; since the last report: loop_delay_ms (99th percentile), requests, failed_requests; now: memory_bytes,
  -- sockets, database_connections, database_waiting.
  figures jsonb not null
);

-- Stores a host's report, and deletes those of hosts that were silent for a day. _figures: null removes the host's.
create function public.report_host(_host text, _figures jsonb) returns void
language sql security definer set search_path = ''
as $$
  delete from private.host_reports r
   where (r.host = _host and _figures is null) or r.reported_at < clock_timestamp() - interval '1 day';
  insert into private.host_reports (host, figures) select _host, _figures where _figures is not null
  on conflict (host) do update set figures = excluded.figures, reported_at = clock_timestamp();
$$;
grant execute on function public.report_host(text, jsonb) to service_role;

-- Hosts, backups, messages, jobs, the live-score provider, the numbers of duplicates, the matches of the next three
-- days without a time, the matches without a season, the database and its settings, as one object. Admins
-- only (SL003).
create function public.club_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'hosts', (
      select coalesce(jsonb_agg(jsonb_build_object('host', r.host, 'reported_at', r.reported_at) || r.figures
                                order by r.host), '[]')
        from private.host_reports r),
    'backups', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'kind', b.kind, 'last_success', b.last_success, 'error', b.error,
          'missing', b.last_success is null or b.last_success < clock_timestamp() - private.oldest_backup())
          order by b.kind), '[]')
        from private.backup_states b
       -- Hosts report every ten minutes. An older state is of a kind that no host makes any more.
       where b.reported_at > clock_timestamp() - interval '1 hour'),
    'messages', (
      select jsonb_agg(jsonb_build_object(
          'channel', c.channel,
          'waiting', (select count(*) from private.messages m
                       where m.channel = c.channel and m.state = 'waiting'),
          'late', (select count(*) from private.messages m
                    where m.channel = c.channel and m.state = 'waiting'
                      and m.send_after < clock_timestamp() - interval '10 minutes'),
          'failed', (select count(*) from private.messages m
                      where m.channel = c.channel and m.state = 'failed'
                        and m.created_at > clock_timestamp() - interval '1 day'),
          'paused_until', (select p.paused_until from private.paused_channels p
                            where p.channel = c.channel and p.paused_until > clock_timestamp())))
        from (values ('email'), ('push')) c (channel)),
    'push_is_ready', exists (select from private.secrets s where s.name = 'push_keys'),
    'jobs', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'name', j.name, 'failed', coalesce(j.last_run_failed, false),
          'late', j.next_run_at < clock_timestamp() - greatest(j.every, interval '5 minutes'))
          order by j.name), '[]')
        from private.jobs j),
    'provider', (select to_jsonb(s) from public.provider_state() s),
    'duplicate_teams', (select count(*) from private.duplicate_teams()),
    'duplicate_matches', (select count(*) from private.duplicate_matches()),
    'matches_without_time', (
      select coalesce(jsonb_agg(private.match_label(m) order by m.kickoff_at, m.id), '[]')
        from public.matches m
       where m.status = 'upcoming' and not m.kickoff_confirmed and private.is_on_its_day(m)
         and m.match_date between private.club_today() and private.club_today() + 3),
    'without_season', (
      select jsonb_build_object('count', count(*), 'first', coalesce(
               (array_agg(private.match_label(m) order by m.match_date desc, m.id))[1:3], '{}'))
        from public.matches m where m.season is null),
    'postgres', jsonb_build_object(
      'version', current_setting('server_version'), 'fsync', current_setting('fsync'),
      'full_page_writes', current_setting('full_page_writes'),
      'synchronous_commit', current_setting('synchronous_commit'),
      'data_checksums', current_setting('data_checksums'),
      'max_connections', current_setting('max_connections')::integer),
    'now', clock_timestamp(),
    'database_bytes', pg_catalog.pg_database_size(pg_catalog.current_database()));
end $$;
grant execute on function public.club_health() to authenticated, service_role;
