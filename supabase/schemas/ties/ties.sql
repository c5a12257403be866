-- What divisions and the members' cup have in common: a tie compares what two members earn on a matchday
-- (docs/rules.md).

-- The next matchdays of a competition of which no match has locked, at most _most: of the season of the match that
-- locks next, in the order in which half of their matches lock.
create function private.matchdays_to_draw(_league text, _most integer)
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

-- Matchdays of a season. matches: without cancelled ones. board_id: of their leaderboard, null before the first result.
-- state: 'upcoming', 'running' or 'over' (all matches are completed or cancelled, or there are none). A match that was
-- brought forward or postponed moves neither the beginning nor the settlement by much, because both follow from the
-- lock before which half of the matches lock.
create function private.matchdays_of_ties(_competition_id text, _season text, _rounds text[])
returns table (round text, matches integer, matches_completed integer, starts_at timestamptz, half_locked timestamptz,
               settles_at timestamptz, board_id bigint, state text)
language sql stable security definer set search_path = ''
as $$
  select r.round, coalesce(s.matches, 0), coalesce(s.completed, 0), v.starts_at, s.half_locked,
         s.half_locked + interval '7 days', b.id,
         case when coalesce(s.is_over, true) then 'over' when v.starts_at <= clock_timestamp() then 'running'
              else 'upcoming' end
    from unnest(_rounds) r (round)
    left join private.boards b
      on b.kind = 'matchday' and b.competition_id = _competition_id and b.round = r.round
         and b.season is not distinct from _season
    left join (
      select m.round, (count(*) filter (where m.status <> 'cancelled'))::integer as matches,
             (count(*) filter (where m.status = 'completed'))::integer as completed,
             bool_and(m.status in ('completed', 'cancelled')) as is_over, min(m.locks_at) as first_lock,
             percentile_disc(0.5) within group (order by m.locks_at) as half_locked
        from public.matches m join public.competitions c on c.name = m.league
       where c.id = _competition_id and m.season is not distinct from _season
       group by m.round) s on s.round = r.round
   cross join lateral (select greatest(s.first_lock, s.half_locked - interval '7 days') as starts_at) v
$$;

-- What a member's row of the matchday's leaderboard earns in a tie. Not its points, because those of doubles count
-- twice. It sets no search_path, so that PostgreSQL makes it a part of the query.
create function private.points_in_tie(_totals private.player_totals) returns integer
language sql immutable parallel safe
as $$ select ($1).right_outcomes + 2 * ($1).perfect_scores $$;

-- The matches of a tie in the order of their kick-offs, without cancelled ones, with the picks of both members. their_:
-- of the opponent, null before the lock. Points are those of the tie, and null until the match is completed.
create function private.matches_of_tie(_competition_id text, _season text, _round text, _me uuid, _them uuid)
returns table (match_id uuid, kickoff_at timestamptz, kickoff_confirmed boolean, match_date date, day_time_zone text,
               locks_at timestamptz, status text, home_team_name text, away_team_name text, home_score integer,
               away_score integer, my_home integer, my_away integer, my_points integer, their_home integer,
               their_away integer, their_points integer)
language sql stable security definer set search_path = ''
as $$
  select m.id, m.kickoff_at, m.kickoff_confirmed, m.match_date, m.day_time_zone, m.locks_at, m.status,
         m.home_team_name, m.away_team_name, m.home_score, m.away_score, mine.home_prediction, mine.away_prediction,
         case when m.status = 'completed' and mine.id is not null then private.prediction_points(
           mine.home_prediction, mine.away_prediction, m.home_score, m.away_score, false) end,
         theirs.home_prediction, theirs.away_prediction,
         case when m.status = 'completed' and theirs.id is not null then private.prediction_points(
           theirs.home_prediction, theirs.away_prediction, m.home_score, m.away_score, false) end
    from public.competitions c
    join public.matches m
      on m.league = c.name and m.season is not distinct from _season and m.round = _round and m.status <> 'cancelled'
    left join public.user_predictions mine on mine.match_id = m.id and mine.user_id = _me
    left join public.user_predictions theirs
      on theirs.match_id = m.id and theirs.user_id = _them and private.may_see('infinity', m.locks_at, null)
   where c.id = _competition_id
   order by m.kickoff_at, m.id
$$;
