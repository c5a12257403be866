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

-- Recounts all totals from the predictions. This is the definition of the running totals. Nothing needs it but the
-- repair by private.recalculate_points().
create function private.rebuild_totals() returns void
language plpgsql security definer set search_path = '' set enable_nestloop = off
as $$
begin
  perform private.lock_totals();
  delete from private.uncounted_points;
  delete from private.scored_matches;
  delete from private.past_ranks;
  delete from private.match_figures;
  perform nextval('private.changes_of_points');
  perform private.list_scored_matches(null);
  perform private.list_scored_questions(null);
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select o.scope, array(
            select distinct n.day from private.scored_matches n where o.scope in (n.competition_id, 'overall')
             order by n.day desc limit 2) as days
            from private.scopes o) d
   where d.scope = s.scope;
  delete from private.player_totals;
  delete from private.points_distribution;
  with games as materialized (
    select m.id, c.id as competition_id, n.match_id is not null as is_scored,
           coalesce(n.day < s.latest_day, false) as is_earlier,
           coalesce(n.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
      left join private.scored_matches n on n.match_id = m.id
  ), picks as (
    select g.*, p.user_id, p.points_earned,
           g.is_scored and p.points_earned is not null and p.cleared_at is null as counts
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select p.competition_id, p.user_id,
           count(*) filter (where p.counts) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.counts), 0) as points,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned)) as perfect_scores,
           count(*) filter (where p.counts and p.points_earned > 0) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier), 0) as earlier_points,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier)
             as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.counts and p.is_earlier_overall), 0)
             as earlier_points_overall,
           count(*) filter (where p.counts and private.is_perfect(p.points_earned) and p.is_earlier_overall)
             as earlier_perfect_overall
      from picks p group by p.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall, 0 as question_points
      from by_competition
    union all
    select q.competition_id, q.user_id, 0, q.points, 0, 0, q.earlier_points, 0, q.earlier_points_overall, 0, q.points
      from private.totals_of_questions() q
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now()
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect, question_points)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end),
           sum(b.question_points)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), counts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players)
    from counts group by scope, points, perfect_scores;
  perform private.refresh_ranks(s.scope), private.order_leaderboard(s.scope) from private.scopes s;
  update private.scopes s set order_is_due = false where s.order_is_due;
  perform private.refresh_group_baselines(null);
  perform private.refresh_crowd(array(select n.match_id from private.scored_matches n));
  perform private.recount_periods(array(select p.id from private.periods p));
end $$;
