-- The crowd: the most common prediction of each completed match, and the points that it earned. Leaderboards show them
-- as a row without a rank.

-- Of equally common scores the crowd has the one with fewer goals, then the one with more goals of the home team.
-- Written when a match is scored, because its predictions are final then, and never for another match.
create table private.crowd_predictions (
  match_id uuid primary key references public.matches (id) on delete cascade,
  home_prediction integer not null,
  away_prediction integer not null,
  is_cleared boolean not null
);
comment on column private.crowd_predictions.is_cleared is
  'whether the points of all its predictions were cleared, so that the crowd has none for it either';

-- Determines the crowd's predictions of these matches, if they are completed and have predictions.
create function private.refresh_crowd(_match_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.crowd_predictions k
   where k.match_id = any (_match_ids)
     and not exists (select from public.user_predictions p where p.match_id = k.match_id);
  insert into private.crowd_predictions as k (match_id, home_prediction, away_prediction, is_cleared)
  select distinct on (c.match_id) c.match_id, c.home_prediction, c.away_prediction,
         bool_and(c.is_cleared) over (partition by c.match_id)
    from (select p.match_id, p.home_prediction, p.away_prediction, count(*) as players,
                 bool_and(p.cleared_at is not null) as is_cleared
            from public.user_predictions p
            join public.matches m on m.id = p.match_id and m.status = 'completed'
           where p.match_id = any (_match_ids)
           group by p.match_id, p.home_prediction, p.away_prediction) c
   order by c.match_id, c.players desc, c.home_prediction + c.away_prediction, c.home_prediction desc
  on conflict (match_id) do update
    set home_prediction = excluded.home_prediction, away_prediction = excluded.away_prediction,
        is_cleared = excluded.is_cleared
    where (k.home_prediction, k.away_prediction, k.is_cleared)
          is distinct from (excluded.home_prediction, excluded.away_prediction, excluded.is_cleared)
$$;

-- The crowd's figures on a board, in the matches from a day on (null: all). No row before a completed match with
-- predictions.
create function private.crowd_of(_board bigint, _since date default null)
returns table (predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language sql stable security definer set search_path = ''
as $$
  select count(*)::integer, sum(s.points)::integer, (count(*) filter (where s.points = 3))::integer,
         private.accuracy_of((count(*) filter (where s.points > 0))::integer, count(*)::integer)
    from private.scored_matches n
    join private.crowd_predictions k on k.match_id = n.match_id and not k.is_cleared
    join public.matches m on m.id = n.match_id and m.status = 'completed'
   cross join lateral (select public.calculate_prediction_points(
     k.home_prediction, k.away_prediction, m.home_score, m.away_score) as points) s
   where _board = any (n.board_ids) and (_since is null or n.match_date >= _since)
  having count(*) > 0
$$;

-- The crowd's figures on the leaderboard of a league, or of a period.
create function public.crowd(league text default 'Overall', _period_id bigint default null)
returns table (predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
language sql stable security definer set search_path = ''
as $$ select * from private.crowd_of(coalesce(crowd._period_id, private.board_of(crowd.league))) $$;
comment on function public.crowd(text, bigint) is '@shared';
grant execute on function public.crowd(text, bigint) to authenticated, service_role;
