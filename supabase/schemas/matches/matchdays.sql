-- Matchdays: the rounds of a season, as games that are played by matchday need them.

-- The matchdays of a season. matches: without cancelled ones. is_over: all matches are completed or cancelled. A match
-- that was brought forward or postponed moves neither the beginning nor the settlement by much, because both follow
-- from half_locked, the lock before which half of the matches lock.
create function private.matchday_times(_competition_id text, _season text)
returns table (round text, matches integer, completed integer, is_over boolean, starts_at timestamptz,
               half_locked timestamptz, settles_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select s.round, s.matches, s.completed, s.is_over,
         greatest(s.first_lock, s.half_locked - interval '7 days'), s.half_locked,
         s.half_locked + interval '7 days'
    from (
      select m.round, (count(*) filter (where m.status <> 'cancelled'))::integer as matches,
             (count(*) filter (where m.status = 'completed'))::integer as completed,
             bool_and(m.status in ('completed', 'cancelled')) as is_over, min(m.locks_at) as first_lock,
             percentile_disc(0.5) within group (order by m.locks_at) as half_locked
        from public.matches m join public.competitions c on c.name = m.league
       where c.id = _competition_id and m.season is not distinct from _season and m.round is not null
       group by m.round) s
$$;

-- The next matchdays of a competition of which no match has locked, at most _most: of the season of the match that
-- locks next, in the order in which half of their matches lock.
create function private.next_matchdays(_league text, _most integer)
returns table (number integer, season text, round text, starts_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with next as (
    select m.season from public.matches m
     where m.league = _league and m.status = 'upcoming' and m.locks_at > clock_timestamp() and m.round is not null
     order by m.locks_at, m.id limit 1
  ), open as (
    select n.season, m.round, min(m.locks_at) as starts_at,
           percentile_disc(0.5) within group (order by m.locks_at) as half_locked
      from next n join public.matches m on m.league = _league and m.season is not distinct from n.season
     where m.round is not null
     group by n.season, m.round
    having bool_and(m.locks_at > clock_timestamp()) and bool_or(m.status = 'upcoming')
  )
  select (row_number() over w)::integer, o.season, o.round, o.starts_at
    from open o window w as (order by o.half_locked, o.round) order by 1 limit greatest(_most, 0)
$$;
