-- A player's career: a season of each competition, with its place and what stands out. The finished seasons are the
-- archived leaderboards; the running ones are the leaderboards of competitions.

-- The seasons of a player, the running ones first, then the latest; those of one day by their points. `season`: the id
-- of an archive or, of a running season, of a competition. `matchdays`: how many matchdays of it the player has won.
create function public.career(_user_id uuid)
returns table (full_name text, season text, is_running boolean, name text, league text, end_date date, rank integer,
               players integer, points integer, perfect_scores integer, predictions_scored integer, accuracy numeric,
               matchdays integer)
language sql stable security definer set search_path = ''
as $$
  with wins as (
    select c.name as league, s.last_day,
           exists (select from private.points_distribution d where d.board_id = b.id) as is_running
      from private.period_winners w
      join private.boards b on b.id = w.period_id and b.kind = 'matchday'
      join public.competitions c on c.id = b.competition_id
      join private.period_states('matchday') s on s.period_id = b.id
     where w.user_id = _user_id
  )
  select f.full_name, q.season, q.is_running, q.name, q.league, q.end_date, q.rank, q.players, q.points,
         q.perfect_scores, q.predictions_scored, q.accuracy,
         (select count(*)::integer from wins w
           where w.league = q.league and w.is_running = q.is_running
             and (q.is_running or w.last_day between q.start_date and q.end_date))
    from (select c.id, true, null, c.name, null::date, null::date, r.rank,
                 (select sum(d.players)::integer from private.points_distribution d where d.board_id = b.id),
                 r.points, r.perfect_scores, r.predictions_scored, r.accuracy
            from private.boards b
            join public.competitions c on c.id = b.competition_id
           cross join lateral private.ranked_players(b.id, array[_user_id]) r
           where b.kind = 'competition' and r.predictions_scored > 0
          union all
          select a.id::text, false, a.name, a.league, a.start_date, a.end_date, r.rank,
                 (select count(*)::integer from public.archived_leaderboard_rows o where o.archive_id = a.id),
                 r.points, r.perfect_scores, r.predictions_scored, r.accuracy
            from public.archived_leaderboard_rows r
            join public.leaderboard_archives a on a.id = r.archive_id
           where r.user_id = _user_id) q (season, is_running, name, league, start_date, end_date, rank, players,
                                          points, perfect_scores, predictions_scored, accuracy)
    join public.profiles f on f.id = _user_id
   order by q.is_running desc, q.end_date desc, q.points desc, q.league, q.season
$$;
grant execute on function public.career(uuid) to authenticated, service_role;

-- The scored predictions of a player in a season of public.career(). Points are those of the results, because clearing
-- makes the stored ones 0; what was cleared before the archive was made did not count in it.
create function private.predictions_of_season(_user_id uuid, _season text)
returns table (match_id uuid, kickoff_at timestamptz, match_date date, home_team_name text, away_team_name text,
               home_score integer, away_score integer, points integer)
language sql stable security definer set search_path = ''
as $$
  select m.id, m.kickoff_at, m.match_date, m.home_team_name, m.away_team_name, m.home_score, m.away_score,
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double)
    from (select c.name as league, null::date as start_date, null::date as end_date, null::timestamptz as archived_at
            from public.competitions c where c.id = _season
          union all
          select a.league, a.start_date, a.end_date, a.created_at
            from public.leaderboard_archives a where a.id = private.uuid_in(_season)) s
    join public.matches m on m.league = s.league and m.status = 'completed'
     and (s.archived_at is null or m.match_date between s.start_date and s.end_date)
    join public.user_predictions p on p.match_id = m.id and p.user_id = _user_id and p.points_earned is not null
     and (p.cleared_at is null or p.cleared_at > s.archived_at)
$$;

-- What stands out in a season of public.career(); one row, of which what the season does not have is null.
-- run: the most predictions in a row with points, and the day of the last one.
-- call: the perfect score that the smallest share of players had, of matches that others predicted too.
-- rival: the player whose points are closest, the better one of two; and in how many matches that both predicted the
-- player had more points and fewer.
create function public.season_highlights(_user_id uuid, _season_id text)
returns table (run integer, run_until date, call_home text, call_away text, call_home_score integer,
               call_away_score integer, call_date date, call_players integer, call_predictions integer,
               rival_id uuid, rival_name text, rival_points integer, rival_won integer, rival_lost integer)
language sql stable security definer set search_path = ''
as $$
  with mine as materialized (
    select * from private.predictions_of_season(_user_id, _season_id)
  ), placed as (
    select m.match_date, m.kickoff_at, m.match_id, m.points > 0 as has_points,
           count(*) filter (where m.points = 0) over (order by m.kickoff_at, m.match_id) as misses
      from mine m
  ), run as (
    select count(*)::integer as length, max(p.match_date) as until
      from placed p where p.has_points group by p.misses
     order by 1 desc, 2 desc limit 1
  ), call as (
    select m.*, o.players::integer, o.predictions::integer
      from mine m
     cross join lateral (
       select count(*) as predictions,
              count(*) filter (where p.home_prediction = m.home_score and p.away_prediction = m.away_score) as players
         from public.user_predictions p where p.match_id = m.match_id) o
     where private.is_perfect(m.points) and o.predictions > 1
     order by o.players::numeric / o.predictions, o.predictions desc, m.kickoff_at desc, m.match_id
     limit 1
  ), players as (
    select t.user_id, t.points from private.boards b
      join private.player_totals t on t.board_id = b.id
     where b.kind = 'competition' and b.competition_id = _season_id and t.predictions_scored > 0
    union all
    select r.user_id, r.points from public.archived_leaderboard_rows r where r.archive_id = private.uuid_in(_season_id)
  ), rival as (
    select p.user_id, f.full_name, p.points
      from players p
      join players own on own.user_id = _user_id
      join public.profiles f on f.id = p.user_id
     where p.user_id <> _user_id
     order by abs(p.points - own.points), p.points desc, f.full_name, p.user_id
     limit 1
  )
  select run.length, run.until, c.home_team_name, c.away_team_name, c.home_score, c.away_score, c.match_date,
         c.players, c.predictions, r.user_id, r.full_name, r.points, d.won, d.lost
    from (select) as one
    left join run on true
    left join call c on true
    left join rival r on true
    left join lateral (
      select (count(*) filter (where m.points > t.points))::integer as won,
             (count(*) filter (where m.points < t.points))::integer as lost
        from mine m
        join private.predictions_of_season(r.user_id, _season_id) t on t.match_id = m.match_id
       where r.user_id is not null) d on r.user_id is not null
   where run.length is not null or r.user_id is not null
$$;
grant execute on function public.season_highlights(uuid, text) to authenticated, service_role;
