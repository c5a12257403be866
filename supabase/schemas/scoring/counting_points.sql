-- How points reach the totals of leaderboards, matchdays and months, groups and the crowd.

-- Deletes the ranks and figures that the uncounted points of these members (null: of all) change: past days from that
-- of a match on, and the matches' figures.
create function private.forget_figures(_last_user uuid) returns void
language sql security definer set search_path = ''
as $$
  select nextval('private.changes_of_points');
  with changed as (
    select distinct v.scored_id from private.uncounted_points v where _last_user is null or v.user_id <= _last_user
  ), of_matches as (
    delete from private.match_figures g using changed c, private.scored_matches n
     where n.id = c.scored_id and g.match_id = n.match_id
  ), since as (
    select o.scope, min(n.day) as day
      from changed c
      join private.scored_matches n on n.id = c.scored_id
      join private.scopes o on o.scope in (n.competition_id, 'overall')
     group by o.scope
  )
  delete from private.past_ranks r using since s where r.scope = s.scope and r.day >= s.day
$$;

-- Adds the uncounted points to every total: all of them, or those of the first members who have about _most of them. A
-- member's points are counted together. Until the last part is counted, large changes leave the order of the
-- leaderboards as it was, because sorting takes as long as a part.
create function private.count_points(_most integer default null) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_nestloop = on set enable_hashjoin = on set enable_mergejoin = on
as $$
declare
  shortened_scopes text[];
  moved_scopes text[];
  moves private.leaderboard_move[];
  is_large boolean;
  last_user uuid;
  moved_matches uuid[];
  unordered text;
begin
  perform private.lock_totals();
  shortened_scopes := private.update_completion_days();
  -- Movement is recounted from totals that contain all points.
  if _most is not null and shortened_scopes = '{}' then
    last_user := (select v.user_id from private.uncounted_points v order by v.user_id offset _most - 1 limit 1);
  end if;
  if exists (select from private.uncounted_points) then
    -- Whoever has points is listed. A prediction that was not committed yet when its player left was not seen.
    perform private.join_leaderboards((
      select array_agg(distinct row(n.competition_id, v.user_id)::private.leaderboard_entry)
        from private.uncounted_points v join private.scored_matches n on n.id = v.scored_id
        left join private.player_totals t on t.scope = n.competition_id and t.user_id = v.user_id
       where t.user_id is null and v.sign = 1 and exists (select from public.profiles p where p.id = v.user_id)));
    is_large := exists (select from private.uncounted_points offset private.points_at_once());
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    -- A part of a large club is looked up: a pass over all totals takes seconds.
    if _most * 8 < (select max(o.players) from (
      select sum(l.size) as players from private.leaderboard_sections l group by l.scope) o) then
      perform set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true);
    end if;
    with gains as materialized (
      select s.scope, s.latest_day, v.user_id,
             coalesce(sum(v.sign) filter (where n.question_id is null), 0)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.question_id is null), 0)::integer
               as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0 and n.question_id is null), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.question_id is not null), 0)::integer as question_points,
             coalesce(sum(v.sign * v.points) filter (where n.day < s.latest_day), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.day < s.latest_day
                                            and n.question_id is null), 0)::integer as earlier_perfect
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
        join private.scopes s on s.scope in (n.competition_id, 'overall')
       where last_user is null or v.user_id <= last_user
       group by s.scope, s.latest_day, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             question_points = t.question_points + g.question_points,
             earlier_points = case when t.earlier_day = g.latest_day then t.earlier_points else t.points end
                            + g.earlier_points,
             earlier_perfect = case when t.earlier_day = g.latest_day then t.earlier_perfect else t.perfect_scores end
                             + g.earlier_perfect,
             earlier_day = g.latest_day
        from gains g
       where t.scope = g.scope and t.user_id = g.user_id
      returning t.scope, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect
    ), steps as (
      select scope, points, perfect_scores, gained, gained_perfect, false as earlier, count(*)::integer as players
        from moved where gained <> 0 or gained_perfect <> 0 group by 1, 2, 3, 4, 5
      union all
      select scope, earlier_points, earlier_perfect, gained_earlier, gained_earlier_perfect, true, count(*)::integer
        from moved where gained_earlier <> 0 or gained_earlier_perfect <> 0 group by 1, 2, 3, 4, 5
    ), shifts as (
      select scope, points, perfect_scores, earlier, players from steps
      union all
      select scope, points - gained, perfect_scores - gained_perfect, earlier, -players from steps
    ), shifted as (
      insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
      select scope, points, perfect_scores,
             coalesce(sum(players) filter (where not earlier), 0), coalesce(sum(players) filter (where earlier), 0)
        from shifts group by scope, points, perfect_scores
      on conflict (scope, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.scope
    )
    select (select array_agg(distinct s.scope) from shifted s),
           (select array_agg(row(m.scope, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_scopes, moves;
    delete from private.points_distribution l
     where l.scope = any (moved_scopes) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(s) from unnest(moved_scopes) s;
    if is_large then
      update private.scopes s set order_is_due = true where s.scope = any (moved_scopes);
    else
      perform private.move_players(moves);
    end if;
    perform private.count_period_points(last_user);
    perform private.count_points_before_joining(last_user);
    moved_matches := array(
      select n.match_id from private.scored_matches n
       where n.match_id is not null and n.id in (select v.scored_id from private.uncounted_points v
                                                  where last_user is null or v.user_id <= last_user));
    perform private.forget_figures(last_user);
    perform private.leave_leaderboards(array(
      select distinct t.user_id
        from (select distinct v.user_id from private.uncounted_points v
               where v.sign = -1 and (last_user is null or v.user_id <= last_user)) u
       cross join private.scopes s
        join private.player_totals t on t.scope = s.scope and t.user_id = u.user_id and t.predictions_scored = 0));
    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;
    -- The crowd does not change with points, so the last part of a match determines it.
    perform private.refresh_crowd(array(
      select i from unnest(moved_matches) i
       where i not in (select s.match_id from private.matches_to_score s where not s.is_scored)
      except
      select n.match_id from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v)));
  end if;
  perform private.recount_earlier(s) from unnest(shortened_scopes) s;
  delete from private.scored_matches n
   where n.match_id is null and n.question_id is null
     and n.id not in (select v.scored_id from private.uncounted_points v);
  if not exists (select from private.uncounted_points)
     and not exists (select from private.matches_to_score s where not s.is_scored) then
    for unordered in select s.scope from private.scopes s where s.order_is_due order by s.scope loop
      perform private.order_leaderboard(unordered);
      update private.scopes s set order_is_due = false where s.scope = unordered;
      -- Sorting large ones takes seconds, so each has a transaction of the job.
      exit when _most is not null and exists (
        select from private.player_totals t where t.scope = unordered offset 100000);
    end loop;
  end if;
  perform set_config('enable_nestloop', 'on', true);
end $$;

-- Recounts the totals before the latest completion day of a scope: the present ones without that day's points.
create function private.recount_earlier(_scope text) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  latest date := (select s.latest_day from private.scopes s where s.scope = _scope);
begin
  with match_gains as (
    select p.user_id, sum(p.points_earned)::integer as points,
           (count(*) filter (where private.is_perfect(p.points_earned)))::integer as perfect
      from private.scored_matches n
      join public.user_predictions p on p.match_id = n.match_id and p.points_earned > 0 and p.cleared_at is null
     where n.day = latest and _scope in (n.competition_id, 'overall')
     group by p.user_id
  ), gains as (
    select g.user_id, sum(g.points)::integer as points, sum(g.perfect)::integer as perfect
      from (select * from match_gains
            union all select o.user_id, o.points, 0 from private.question_gains(_scope) o where o.day = latest) g
     group by g.user_id
  )
  update private.player_totals t
     set earlier_day = latest, earlier_points = t.points - coalesce(g.points, 0),
         earlier_perfect = t.perfect_scores - coalesce(g.perfect, 0)
    from private.player_totals o left join gains g on g.user_id = o.user_id
   where o.scope = _scope and (g.user_id is not null or o.earlier_day = latest)
     and t.scope = o.scope and t.user_id = o.user_id;
  update private.points_distribution l set earlier_players = 0 where l.scope = _scope;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select _scope, e.points, e.perfect, 0, count(*)
    from private.player_totals t
   cross join lateral (select case when t.earlier_day = latest then t.earlier_points else t.points end as points,
                              case when t.earlier_day = latest then t.earlier_perfect
                                else t.perfect_scores end as perfect) e
   where t.scope = _scope
   group by e.points, e.perfect
  on conflict (scope, points, perfect_scores) do update set earlier_players = excluded.earlier_players;
  delete from private.points_distribution l where l.scope = _scope and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(_scope);
end $$;
