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
    select i.board_id, min(n.day) as day
      from changed c
      join private.scored_matches n on n.id = c.scored_id
     cross join unnest(n.board_ids) i (board_id)
     group by i.board_id
  )
  delete from private.past_ranks r using since s where r.board_id = s.board_id and r.day >= s.day
$$;

-- Adds the uncounted points to every total: all of them, or those of the first members who have about _most of them. A
-- member's points are counted together. Until the last part is counted, large changes leave the order of the
-- leaderboards as it was, because sorting takes as long as a part.
create function private.count_points(_most integer default null) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
  set enable_nestloop = on set enable_hashjoin = on set enable_mergejoin = on
as $$
declare
  standing bigint[] := array(select b.id from private.boards b where b.is_standing);
  counted_boards bigint[];
  shortened_boards bigint[];
  moved_boards bigint[];
  joined private.leaderboard_entry[];
  moves private.leaderboard_move[];
  is_large boolean;
  last_user uuid;
  moved_matches uuid[];
  unordered bigint;
begin
  perform private.lock_totals();
  shortened_boards := private.update_completion_days();
  -- Movement is recounted from totals that contain all points.
  if _most is not null and shortened_boards = '{}' then
    last_user := (select v.user_id from private.uncounted_points v order by v.user_id offset _most - 1 limit 1);
  end if;
  if exists (select from private.uncounted_points) then
    -- Totals are looked for on these boards only, because those of a whole season are many times more.
    counted_boards := array(
      select distinct unnest(n.board_ids) from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v
                       where last_user is null or v.user_id <= last_user));
    is_large := exists (select from private.uncounted_points offset private.points_at_once());
    -- Many rows are joined in one pass. Before the first result the planner would expect few.
    perform set_config('enable_nestloop', (not exists (select from private.uncounted_points offset 200))::text, true);
    -- A part of a large club is looked up: a pass over all totals takes seconds.
    if _most * 8 < (select max(o.players) from (
      select sum(l.size) as players from private.leaderboard_sections l group by l.board_id) o) then
      perform set_config('enable_nestloop', 'on', true), set_config('enable_hashjoin', 'off', true),
              set_config('enable_mergejoin', 'off', true);
    end if;
    -- New players get a row first, so that the totals change with an update, which is quicker than "on conflict"
    -- (decision 38). Whoever has points is on the standing boards: a prediction that was not committed yet when its
    -- player left was not seen.
    with missing as materialized (
      select i.board_id, v.user_id, bool_or(v.sign = 1) as has_points
        from private.uncounted_points v
        join private.scored_matches n on n.id = v.scored_id
       cross join unnest(n.board_ids) i (board_id)
       where (last_user is null or v.user_id <= last_user)
         and not exists (
           select from private.player_totals t
            where t.board_id = any (counted_boards) and t.board_id = i.board_id and t.user_id = v.user_id)
       group by i.board_id, v.user_id
    ), added as (
      insert into private.player_totals (board_id, user_id)
      select m.board_id, m.user_id from missing m where m.board_id <> all (standing)
    )
    select array_agg(row(b.competition_id, m.user_id)::private.leaderboard_entry) into joined
      from missing m
      join private.boards b on b.id = m.board_id and b.is_standing
      join public.profiles p on p.id = m.user_id
     where m.has_points;
    perform private.join_leaderboards(joined);
    with scored as materialized (
      select n.id, b.id as board_id, n.kind, n.day < b.latest_day as is_earlier
        from private.scored_matches n
       cross join unnest(n.board_ids) i (board_id)
        join private.boards b on b.id = i.board_id
       where n.id in (select v.scored_id from private.uncounted_points v)
    ), gains as materialized (
      select n.board_id, v.user_id, coalesce(sum(v.sign) filter (where n.kind = 'match'), 0)::integer as scored,
             sum(v.sign * v.points)::integer as points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.kind = 'match'), 0)::integer
               as perfect,
             coalesce(sum(v.sign) filter (where v.points > 0 and n.kind = 'match'), 0)::integer as outcomes,
             coalesce(sum(v.sign * v.points) filter (where n.kind = 'question'), 0)::integer as question_points,
             coalesce(sum(v.sign * v.points) filter (where n.kind = 'carried'), 0)::integer as carried_points,
             coalesce(sum(v.sign * v.points) filter (where n.is_earlier), 0)::integer as earlier_points,
             coalesce(sum(v.sign) filter (where private.is_perfect(v.points) and n.is_earlier
                                            and n.kind = 'match'), 0)::integer as earlier_perfect
        from private.uncounted_points v
        join scored n on n.id = v.scored_id
       where last_user is null or v.user_id <= last_user
       group by n.board_id, v.user_id
    ), moved as (
      update private.player_totals t
         set predictions_scored = t.predictions_scored + g.scored,
             points = t.points + g.points,
             perfect_scores = t.perfect_scores + g.perfect,
             right_outcomes = t.right_outcomes + g.outcomes,
             question_points = t.question_points + g.question_points,
             carried_points = t.carried_points + g.carried_points,
             earlier_points = case when b.latest_day is null then 0 when t.earlier_day = b.latest_day
                              then t.earlier_points else t.points end + g.earlier_points,
             earlier_perfect = case when b.latest_day is null then 0 when t.earlier_day = b.latest_day
                               then t.earlier_perfect else t.perfect_scores end + g.earlier_perfect,
             earlier_day = b.latest_day
        from gains g join private.boards b on b.id = g.board_id
       where t.board_id = any (counted_boards) and t.board_id = g.board_id and t.user_id = g.user_id
      returning t.board_id, t.user_id, t.points, t.perfect_scores, t.earlier_points, t.earlier_perfect,
                g.points as gained, g.perfect as gained_perfect, g.earlier_points as gained_earlier,
                g.earlier_perfect as gained_earlier_perfect, b.is_standing,
                b.is_standing or t.predictions_scored > 0 or t.carried_points > 0 as is_listed,
                b.is_standing or t.predictions_scored > g.scored or t.carried_points > g.carried_points as was_listed
    ), shifted as (
      insert into private.points_distribution as l (board_id, points, perfect_scores, players, earlier_players)
      select m.board_id, c.points, c.perfect_scores, sum(c.players), sum(c.earlier_players)
        from moved m
       cross join lateral (
         values (m.points, m.perfect_scores, m.is_listed::integer, 0),
                (m.points - m.gained, m.perfect_scores - m.gained_perfect, -m.was_listed::integer, 0),
                (m.earlier_points, m.earlier_perfect, 0, 1),
                (m.earlier_points - m.gained_earlier, m.earlier_perfect - m.gained_earlier_perfect, 0, -1))
              c (points, perfect_scores, players, earlier_players)
       where (m.gained, m.gained_perfect, m.gained_earlier, m.gained_earlier_perfect) <> (0, 0, 0, 0)
          or m.is_listed <> m.was_listed
       group by m.board_id, c.points, c.perfect_scores
      having sum(c.players) <> 0 or sum(c.earlier_players) <> 0
      on conflict (board_id, points, perfect_scores) do update
        set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players
      returning l.board_id
    )
    select (select array_agg(distinct s.board_id) from shifted s),
           (select array_agg(row(m.board_id, m.user_id, private.place_of(
                               m.points - m.gained, m.perfect_scores - m.gained_perfect, p.full_name, m.user_id)
                             )::private.leaderboard_move)
              from moved m left join public.profiles p on p.id = m.user_id
             where m.is_standing and not is_large and (m.gained <> 0 or m.gained_perfect <> 0))
      into moved_boards, moves;
    delete from private.points_distribution l
     where l.board_id = any (moved_boards) and l.players = 0 and l.earlier_players = 0;
    perform private.refresh_ranks(b) from unnest(moved_boards) b where b = any (standing);
    if is_large then
      update private.boards b set order_is_due = true where b.id = any (moved_boards) and b.is_standing;
    else
      perform private.move_players(moves);
    end if;
    delete from private.player_totals t
     using (select distinct v.user_id from private.uncounted_points v
             where v.sign = -1 and (last_user is null or v.user_id <= last_user)) u
     where t.board_id = any (counted_boards) and t.board_id <> all (standing) and t.user_id = u.user_id
       and t.predictions_scored = 0 and t.carried_points = 0;
    update private.boards b set changed_at = clock_timestamp() where b.id = any (counted_boards) and not b.is_standing;
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
        join private.player_totals t
          on t.board_id = any (standing) and t.user_id = u.user_id and t.predictions_scored = 0));
    delete from private.uncounted_points v where last_user is null or v.user_id <= last_user;
    -- The crowd does not change with points, so the last part of a match determines it.
    perform private.refresh_crowd(array(
      select i from unnest(moved_matches) i
       where i not in (select s.match_id from private.matches_to_score s where not s.is_scored)
      except
      select n.match_id from private.scored_matches n
       where n.id in (select v.scored_id from private.uncounted_points v)));
  end if;
  perform private.recount_earlier(b) from unnest(shortened_boards) b;
  delete from private.scored_matches n
   where num_nonnulls(n.match_id, n.question_id, n.carried_id) = 0
     and n.id not in (select v.scored_id from private.uncounted_points v);
  if not exists (select from private.uncounted_points)
     and not exists (select from private.matches_to_score s where not s.is_scored) then
    for unordered in select b.id from private.boards b where b.order_is_due order by b.id loop
      perform private.order_leaderboard(unordered);
      -- Sorting large ones takes seconds, so each has a transaction of the job.
      exit when _most is not null and exists (
        select from private.player_totals t where t.board_id = unordered offset 100000);
    end loop;
  end if;
  perform set_config('enable_nestloop', 'on', true);
end $$;
