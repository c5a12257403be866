-- Counting all totals from the start took 48 s for 5,000 players and 380 matches, nearly all of it asking for the day of
-- each prediction's match. The same definition, asking once a match. (An admin's recalculation and clearing wait for it.)
create or replace function private.rebuild_totals(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();

  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and (_user_ids is null or t.user_id = any (_user_ids))
    returning t.scope, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as now_there, 0 as earlier_there from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  )
  update private.ladder l set players = l.players - g.now_there, earlier_players = l.earlier_players - g.earlier_there
    from (select scope, points, perfect_scores, sum(now_there) as now_there, sum(earlier_there) as earlier_there
            from shifts group by scope, points, perfect_scores) g
   where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores);

  with games as materialized (
    select m.id, c.id as competition_id, coalesce(d.day < s.latest_day, false) as is_earlier,
           coalesce(d.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
     cross join lateral (select private.completion_day(m) as day) d
     where _user_ids is null or m.id in (select p.match_id from public.user_predictions p where p.user_id = any (_user_ids))
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select g.competition_id, p.user_id,
           count(p.points_earned) filter (where p.cleared_at is null) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null), 0) as points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null) as perfect_scores,
           count(*) filter (where p.points_earned > 0 and p.cleared_at is null) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier), 0) as earlier_points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null and g.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier_overall), 0) as earlier_points_overall,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null and g.is_earlier_overall) as earlier_perfect_overall
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
     where _user_ids is null or p.user_id = any (_user_ids)
     group by g.competition_id, p.user_id
  ), places as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall from by_competition
    union all
    -- Subscribers who have not predicted stand there with nothing.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now() and (_user_ids is null or s.user_id = any (_user_ids))
  ), placed as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes), s.latest_day,
           sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end)
      from places b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as now_there, 0 as earlier_there from placed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from placed
  )
  insert into private.ladder as l (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(now_there), sum(earlier_there) from shifts group by scope, points, perfect_scores
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;

  delete from private.ladder where players = 0 and earlier_players = 0;
  perform private.refresh_head(s.scope) from private.scopes s;
end $$;
