-- The messages about results: one to each member for a round, when it is finished or an organiser sends them.

-- When the results of a day are told although a match of it is not over: at 07:00 the next morning, in club time.
create function private.results_deadline(_day date) returns timestamptz
language sql stable set search_path = ''
as $$ select (_day + 1 + time '07:00') at time zone private.club_time_zone() $$;

-- "Saturday 21 November 2026", "Saturday 21 to Monday 23 November 2026"
create function private.format_days(_first date, _last date) returns text
language sql immutable set search_path = ''
as $$
  select case when _first = _last then ''
              when date_trunc('month', _first) = date_trunc('month', _last)
                then to_char(_first::timestamp, 'FMDay FMDD" to "')
              else to_char(_first::timestamp, 'FMDay FMDD FMMonth" to "') end || private.format_day(_last)
$$;

-- The days with results that no message has told yet. A day waits until its matches are over or its deadline has
-- passed, and for the matches that its rounds have in the three days after it: waits_for is the last of them. A match
-- that was postponed for longer is not waited for. Only the last two days, and days before them whose round has a
-- match in these, so that an import of old results sends no messages. can_be_undone: a result can still be undone.
create function private.untold_results(_now timestamptz)
returns table (day date, completed bigint, matches bigint, is_over boolean, waits_for uuid, can_be_undone boolean)
language sql stable security definer set search_path = ''
as $$
  with today as (
    select (_now at time zone private.club_time_zone())::date as day
  ), days as (
    select m.match_date as day, count(*) filter (where m.status = 'completed') as completed,
           count(*) filter (where m.status <> 'cancelled') as matches,
           bool_and(m.status in ('completed', 'cancelled')) as is_over,
           bool_or(private.can_be_undone(m, _now)) as can_be_undone
      from public.matches m, today t
     where m.match_date between t.day - 5 and t.day
       and not exists (select from private.announcements o where o.key = format('results %s', m.match_date))
     group by m.match_date
    having bool_or(m.status = 'completed')
  ), later as (
    -- The other matches of the rounds of each day.
    select d.day, o.id, o.match_date, o.kickoff_at,
           o.status not in ('completed', 'cancelled') and private.is_on_its_day(o)
             and _now < private.results_deadline(o.match_date) as is_open
      from days d
      join public.matches m on m.match_date = d.day and m.round is not null and m.status <> 'cancelled'
      join public.matches o on o.league = m.league and o.round = m.round and o.season is not distinct from m.season
       and o.match_date between d.day + 1 and d.day + 3
  )
  select d.day, d.completed, d.matches, d.is_over,
         (select l.id from later l where l.day = d.day and l.is_open order by l.kickoff_at desc, l.id limit 1),
         d.can_be_undone
    from days d, today t
   where d.day >= t.day - 2 or exists (select from later l where l.day = d.day and l.match_date >= t.day - 2)
$$;

-- Queues one message for each member who predicted a match of these days, and records that they are told.
create function private.tell_results_of(_days date[], _now timestamptz) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  overall constant bigint := private.board_of('Overall');
  told date[];
begin
  with added as (
    insert into private.announcements (key) select format('results %s', d.day) from unnest(_days) d (day)
    on conflict do nothing returning key
  )
  select array_agg(right(a.key, 10)::date order by a.key) into told from added a;
  if told is null then
    return 0;
  end if;
  return private.queue_messages('results', format('results %s', told[cardinality(told)]), array(
    with scored as materialized (
      select p.user_id, sum(p.points_earned) as points, count(*) as matches,
             count(*) filter (where private.is_perfect(p.points_earned)) as perfect,
             min(m.match_date) as first_day, max(m.match_date) as last_day
        from public.matches m join public.user_predictions p on p.match_id = m.id
       where m.match_date = any (told) and m.status = 'completed' and p.points_earned is not null
         and p.cleared_at is null
       group by p.user_id
    ), ranks as (
      select r.user_id, r.rank from private.ranked_players(overall, array(select s.user_id from scored s)) r
    )
    select row(s.user_id,
               format('You scored %s', private.counted(s.points, 'point')),
               format('%s: %s from %s', private.format_days(s.first_day, s.last_day),
                      private.counted(s.points, 'point'), private.counted(s.matches, 'match', 'matches'))
                 || case when s.perfect > 0 then format(', %s of them perfect', s.perfect) else '' end
                 || coalesce(format(E'.\nYou now rank %s of %s overall.', t.rank,
                                    (select sum(l.players) from private.points_distribution l
                                     where l.board_id = overall)), '.'),
               '/leaderboard', _now + interval '1 day', null,
               jsonb_build_object('kind', 'results', 'points', s.points, 'matches', s.matches, 'perfect', s.perfect,
                                  'first_day', s.first_day, 'last_day', s.last_day, 'rank', t.rank, 'players',
                                  (select sum(l.players) from private.points_distribution l
                                    where l.board_id = overall)))::private.message_content
      from scored s left join ranks t on t.user_id = s.user_id));
end $$;

-- Tells the results whose rounds are finished, in one message for each member. Waits until their points are counted
-- and none of them can be undone any more. Returns the number of messages.
create function private.announce_results(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due date[] := array(
    select u.day from private.untold_results(_now) u
     where not u.can_be_undone and u.waits_for is null
       and (u.is_over or _now >= private.results_deadline(u.day))
     order by u.day);
begin
  if cardinality(due) = 0 then
    return 0;
  end if;
  -- The message has the rank after these results.
  perform private.lock_totals();
  if not private.settle_points() then
    return 0;
  end if;
  return private.tell_results_of(due, _now);
end $$;

-- The days with results that no message has told yet, the first day first. waits_for: the last match of a round that
-- is not over; null if the message waits for the day itself. Admins only (SL003).
create function public.results_to_tell()
returns table (day date, completed bigint, matches bigint, waits_for text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select u.day, u.completed, u.matches, private.match_label(m)
    from private.untold_results(clock_timestamp()) u left join public.matches m on m.id = u.waits_for
   order by u.day;
end $$;
grant execute on function public.results_to_tell() to authenticated, service_role;

-- Tells the results of every day that waits, now. Results of these days that are entered later get no message.
-- Returns the number of messages; 0 if they were told already. Raises 22023 if a result can still be undone or points
-- are being counted in parts. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.tell_results() returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  waiting date[];
  posted bigint;
begin
  perform private.begin_admin_action('tell_results');
  if exists (select from private.untold_results(clock_timestamp()) u where u.can_be_undone) then
    raise exception 'A result can still be undone. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "result_can_be_undone"}';
  end if;
  perform private.lock_totals();
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "points_are_being_counted"}';
  end if;
  waiting := array(select u.day from private.untold_results(clock_timestamp()) u order by u.day);
  if cardinality(waiting) = 0 then
    return 0;
  end if;
  posted := private.tell_results_of(waiting, clock_timestamp());
  perform private.write_audit('tell_results', 'matches', null, null,
    jsonb_build_object('days', private.format_days(waiting[1], waiting[cardinality(waiting)])));
  return posted;
end $$;
grant execute on function public.tell_results() to authenticated, service_role;
