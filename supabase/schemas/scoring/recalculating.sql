-- Recalculating all points, and recounting all totals.

-- Scores every prediction of every completed match again and recounts all totals, which repairs them. Cleared
-- predictions stay at 0. Returns the number of predictions and how many of them changed. Holds the totals' lock, so a
-- match that completes at the same time is scored either before or after.
create function private.recalculate_points(out recalculated integer, out changed integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  select count(*) into recalculated
    from public.user_predictions p join public.matches m on m.id = p.match_id and m.status = 'completed'
   where p.cleared_at is null;
  perform set_config('scoreline.rebuilding_totals', 'on', true);
  -- This scores the matches that wait as well. Those that are no longer completed lose their points.
  perform private.take_points(array(
    select s.match_id from private.matches_to_score s join public.matches m on m.id = s.match_id
     where m.status <> 'completed'));
  delete from private.matches_to_score;
  update public.user_predictions p
     set points_earned = private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                                   p.is_double)
    from public.matches m
   where m.id = p.match_id and m.status = 'completed' and p.cleared_at is null
     and p.points_earned is distinct from
         private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score, p.is_double);
  get diagnostics changed = row_count;
  perform private.score_questions(null);
  perform set_config('scoreline.rebuilding_totals', '', true);
  perform private.rebuild_totals();
end $$;

-- Recalculates all points; returns the number of predictions. Safe to repeat, and to run while a match completes.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large club, so it sets its own statement_timeout,
-- which the data API applies (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.recalculate_all_points() returns integer
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  done record;
begin
  perform private.begin_admin_action('recalculate_all_points');
  select * into done from private.recalculate_points();
  perform private.write_audit('recalculate_all_points', 'user_predictions', null, null,
    jsonb_build_object('predictions', done.recalculated, 'changed', done.changed));
  return done.recalculated;
end $$;
grant execute on function public.recalculate_all_points() to authenticated, service_role;

-- Recounts all totals. Nothing needs it but the repair by private.recalculate_points().
create function private.rebuild_totals() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  delete from private.match_figures;
  perform nextval('private.changes_of_points');
  perform private.list_scored_matches(null);
  perform private.list_scored_questions(null);
  perform private.list_carried(null);
  perform private.update_completion_days();
  delete from private.past_ranks;
  perform private.recount_boards(array(select b.id from private.boards b));
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
end $$;

-- Recounts the totals of these boards from the predictions, answers, carried points and subscriptions, and writes
-- what differs. This is the definition of the totals; it is needed when a match moves to another board. The caller
-- holds the totals' lock.
create function private.recount_boards(_board_ids bigint[]) returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.count_points();
  with boards as materialized (
    select b.* from private.boards b where b.id = any (_board_ids)
  ), standing as materialized (
    select c.id as competition_id, array_agg(b.id order by b.id) as board_ids
      from public.competitions c join boards b on private.covers(b, c.id) group by c.id
  ), games as materialized (
    -- Matches, questions and carried points. Those without a result list their players on the standing boards.
    select coalesce(n.match_id, n.question_id, n.carried_id) as id, n.board_ids, n.day
      from private.scored_matches n where n.board_ids && _board_ids
    union all
    select o.id, s.board_ids, null
      from (select m.id, c.id as competition_id from public.matches m join public.competitions c on c.name = m.league
            union all select q.id, q.competition_id from public.season_questions q) o
      join standing s on s.competition_id = o.competition_id
     where not exists (select from private.scored_matches n where n.match_id = o.id)
       and not exists (select from private.scored_matches n where n.question_id = o.id)
  ), entries as (
    -- Matches of the same boards and day are added up before they are spread over the boards.
    select e.board_ids, e.day, e.user_id, count(e.points) as predictions_scored, coalesce(sum(e.points), 0) as points,
           count(*) filter (where private.is_perfect(e.points)) as perfect_scores,
           count(*) filter (where e.points > 0) as right_outcomes, 0 as question_points, 0 as carried_points
      from (select g.board_ids, g.day, p.user_id,
                   case when g.day is not null and p.cleared_at is null then p.points_earned end as points
              from games g join public.user_predictions p on p.match_id = g.id) e
     group by e.board_ids, e.day, e.user_id
    union all
    select g.board_ids, g.day, a.user_id, 0, e.points, 0, 0, e.points, 0
      from games g
      join public.season_answers a on a.question_id = g.id
     cross join lateral (
       select case when g.day is not null and a.cleared_at is null then coalesce(a.points_earned, 0) else 0 end
                as points) e
    union all
    select g.board_ids, g.day, a.user_id, 0, e.points, 0, 0, 0, e.points
      from games g
      join private.carried_points a on a.carried_id = g.id
     cross join lateral (select case when a.cleared_at is null then a.points_earned else 0 end as points) e
    union all
    select o.board_ids, null, s.user_id, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join standing o on o.competition_id = s.subscription_type
     where private.is_active(s, now())
  ), counted as materialized (
    select b.id as board_id, e.user_id, sum(e.predictions_scored)::integer as predictions_scored,
           sum(e.points)::integer as points, sum(e.perfect_scores)::integer as perfect_scores,
           sum(e.right_outcomes)::integer as right_outcomes, b.latest_day as earlier_day,
           coalesce(sum(e.points) filter (where e.day < b.latest_day), 0)::integer as earlier_points,
           coalesce(sum(e.perfect_scores) filter (where e.day < b.latest_day), 0)::integer as earlier_perfect,
           sum(e.question_points)::integer as question_points,
           sum(e.carried_points)::integer as carried_points
      from entries e
     cross join unnest(e.board_ids) i (board_id)
      join boards b on b.id = i.board_id
      join public.profiles f on f.id = e.user_id
     group by b.id, b.latest_day, b.is_standing, e.user_id
    having b.is_standing or sum(e.predictions_scored) > 0 or sum(e.carried_points) > 0
  ), removed as (
    delete from private.player_totals t
     where t.board_id = any (_board_ids)
       and not exists (select from counted c where c.board_id = t.board_id and c.user_id = t.user_id)
  )
  -- Board by board, so that counting a match changes few pages.
  insert into private.player_totals as t
  select c.* from counted c except select k.* from private.player_totals k where k.board_id = any (_board_ids)
  order by board_id, user_id
  on conflict (board_id, user_id) do update
    set predictions_scored = excluded.predictions_scored, points = excluded.points,
        perfect_scores = excluded.perfect_scores, right_outcomes = excluded.right_outcomes,
        earlier_day = excluded.earlier_day, earlier_points = excluded.earlier_points,
        earlier_perfect = excluded.earlier_perfect, question_points = excluded.question_points,
        carried_points = excluded.carried_points;
  perform private.recount_distribution(_board_ids);
  perform private.order_leaderboard(b.id) from private.boards b where b.id = any (_board_ids) and b.is_standing;
  update private.boards b set changed_at = clock_timestamp() where b.id = any (_board_ids) and not b.is_standing;
end $$;

-- Recounts the totals before the latest completion day of a standing board: the present ones without that day's
-- points.
create function private.recount_earlier(_board bigint) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  latest date := (select b.latest_day from private.boards b where b.id = _board);
begin
  with gains as (
    select e.user_id, sum(e.points)::integer as points, sum(e.perfect)::integer as perfect
      from (select p.user_id, p.points_earned as points, private.is_perfect(p.points_earned)::integer as perfect
              from private.scored_matches n
              join public.user_predictions p
                on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
             where n.day = latest and _board = any (n.board_ids)
            union all
            select o.user_id, o.points, 0 from private.other_gains(_board) o where o.day = latest) e
     group by e.user_id
  )
  update private.player_totals t
     set earlier_day = latest, earlier_points = t.points - coalesce(g.points, 0),
         earlier_perfect = t.perfect_scores - coalesce(g.perfect, 0)
    from private.player_totals o left join gains g on g.user_id = o.user_id
   where o.board_id = _board and (g.user_id is not null or o.earlier_day = latest)
     and t.board_id = o.board_id and t.user_id = o.user_id;
  perform private.recount_distribution(array[_board]);
end $$;
