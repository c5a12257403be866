-- The progress of matchdays and months, which have boards (leaderboards/boards.sql).

-- The first moment after a month by the club's calendar.
create function private.end_of_month(_month date) returns timestamptz
language sql stable set search_path = ''
as $$ select (_month + interval '1 month') at time zone private.club_time_zone() $$;

-- The progress of the periods that have matches; of one kind, and of one league's matchdays, if they are given.
-- is_over: each match is completed or cancelled. is_final: that, and a month has ended by the club's calendar.
-- last_day: of the last match.
create function private.period_states(_kind text default null, _league text default null,
                                      _now timestamptz default clock_timestamp())
returns table (period_id bigint, matches integer, matches_completed integer, is_over boolean, is_final boolean,
               last_day date)
language sql stable security definer set search_path = ''
as $$
  -- Matches are grouped before the join, because a join of each match with its periods took ten times as long.
  with rounds as materialized (
    select m.league, m.season, m.round, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as round_is_final, max(m.match_date) as last_day
      from public.matches m
     where m.round is not null and _kind is distinct from 'month' and (_league is null or m.league = _league)
     group by m.league, m.season, m.round
  ), months as materialized (
    select date_trunc('month', m.match_date)::date as month, count(*) as matches,
           count(*) filter (where m.status = 'completed') as completed,
           bool_and(m.status in ('completed', 'cancelled')) as month_is_over, max(m.match_date) as last_day
      from public.matches m
     where _kind is distinct from 'matchday'
     group by 1
  )
  select p.id, r.matches::integer, r.completed::integer, r.round_is_final, r.round_is_final, r.last_day
    from rounds r
    join public.competitions c on c.name = r.league
    join private.boards p on p.kind = 'matchday' and p.competition_id = c.id and p.round = r.round
         and coalesce(p.season, '') = coalesce(r.season, '')
  union all
  select p.id, h.matches::integer, h.completed::integer, h.month_is_over,
         h.month_is_over and _now >= private.end_of_month(h.month), h.last_day
    from months h join private.boards p on p.kind = 'month' and p.month = h.month
$$;

create trigger changes_are_recorded_for_undo after update of winners_of on private.boards
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
