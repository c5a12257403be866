-- What divisions and the members' cup have in common: a tie compares what two members earn on a matchday
-- (docs/rules.md).

-- Matchdays of a season, as private.matchday_times() has them. board_id: of their leaderboard, null before the first
-- result. state: 'upcoming', 'running' or 'over' (all matches are completed or cancelled, or there are none).
create function private.matchdays_of_ties(_competition_id text, _season text, _rounds text[])
returns table (round text, matches integer, matches_completed integer, starts_at timestamptz, half_locked timestamptz,
               settles_at timestamptz, board_id bigint, state text)
language sql stable security definer set search_path = ''
as $$
  select r.round, coalesce(s.matches, 0), coalesce(s.completed, 0), s.starts_at, s.half_locked, s.settles_at, b.id,
         case when coalesce(s.is_over, true) then 'over' when s.starts_at <= clock_timestamp() then 'running'
              else 'upcoming' end
    from unnest(_rounds) r (round)
    left join private.boards b
      on b.kind = 'matchday' and b.competition_id = _competition_id and b.round = r.round
         and b.season is not distinct from _season
    left join private.matchday_times(_competition_id, _season) s on s.round = r.round
$$;

-- What a member's row of the matchday's leaderboard earns in a tie. Not its points, because those of doubles count
-- twice. It sets no search_path, so that PostgreSQL makes it a part of the query.
create function private.points_in_tie(_totals private.player_totals) returns integer
language sql immutable parallel safe
as $$ select ($1).right_outcomes + 2 * ($1).perfect_scores $$;

-- The matches of a tie in the order of their kick-offs, without cancelled ones, with the picks of both members.
-- their_: of the opponent, null before the lock. Points are those of the tie, and null until the match is completed.
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
