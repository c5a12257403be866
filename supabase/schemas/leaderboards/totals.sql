-- Running totals, so that reading a leaderboard costs the same at any size and at any point of the season.
--
-- Totals change in one way (decision 49). When a statement sets, clears or deletes points of predictions,
-- triggers note the difference in private.uncounted_points, and private.count_points() adds it to every total:
-- at once for a small difference, otherwise in a job within two seconds. So the sum of the predictions is always
-- the totals plus what is uncounted. private.recount_boards() is the definition of the totals.
--
--   player_totals        one row per player and board
--   points_distribution  the number of players with each (points, perfect scores) of a board, and of better players: a
--                        rank is read, and no index contains points (see user_predictions)
--   leaderboard_blocks   the players of a standing board in their order (leaderboards/order.sql)
--
-- The "earlier" columns have the totals of a standing board at the end of the last completion day before the latest
-- one; movement compares with them. They are not updated for a player who earned nothing on the latest day: the
-- current totals apply.

-- Each player's running total per board. Completing a match updates a row for every player who predicted it, so there
-- is no index except the key, and pages are filled to 50 per cent. There is no foreign key, whose check of each new
-- row costs more than the row (decision 38): boards are never deleted.
create table private.player_totals (
  board_id bigint not null,
  user_id uuid not null,
  predictions_scored integer not null default 0,
  points integer not null default 0,
  perfect_scores integer not null default 0,
  right_outcomes integer not null default 0,
  earlier_day date,
  earlier_points integer not null default 0,
  earlier_perfect integer not null default 0,
  question_points integer not null default 0,
  carried_points integer not null default 0,
  primary key (board_id, user_id)
) with (fillfactor = 50);
comment on column private.player_totals.right_outcomes is
  'scored predictions that earned points, including exact scores';
comment on column private.player_totals.earlier_day is 'the latest_day that the earlier columns belong to';
comment on column private.player_totals.question_points is
  'the part of the points that answers to season questions earned';
comment on column private.player_totals.carried_points is
  'the part of the points that was carried over from another pool';

-- The number of players with each combination of points and perfect scores, by board, and on standing boards of
-- players who are better. private.refresh_ranks() sets the better ones after each change of the others.
create table private.points_distribution (
  board_id bigint not null references private.boards (id),
  points integer not null,
  perfect_scores integer not null,
  players integer not null default 0,
  earlier_players integer not null default 0,
  better integer not null default 0,
  earlier_better integer not null default 0,
  primary key (board_id, points, perfect_scores)
) with (fillfactor = 50);

-- Sets the number of better players of each combination of points and perfect scores. The caller holds the totals'
-- lock.
create function private.refresh_ranks(_board bigint) returns void
language sql security definer set search_path = ''
as $$
  update private.points_distribution l set better = r.better, earlier_better = r.earlier_better
    from (select d.points, d.perfect_scores, (sum(d.players) over w - d.players)::integer as better,
                 (sum(d.earlier_players) over w - d.earlier_players)::integer as earlier_better
            from private.points_distribution d where d.board_id = _board
          window w as (order by d.points desc, d.perfect_scores desc)) r
   where l.board_id = _board and l.points = r.points and l.perfect_scores = r.perfect_scores
     and (l.better, l.earlier_better) <> (r.better, r.earlier_better)
$$;

-- Counts the players with each combination of points and perfect scores on these boards again. The caller holds the
-- totals' lock.
create function private.recount_distribution(_board_ids bigint[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.points_distribution l where l.board_id = any (_board_ids);
  insert into private.points_distribution (board_id, points, perfect_scores, players, earlier_players)
  select b.id, c.points, c.perfect_scores, sum(c.players), sum(c.earlier_players)
    from private.boards b
    join private.player_totals t on t.board_id = b.id
   cross join lateral (
     values (t.points, t.perfect_scores, 1, 0),
            (case when t.earlier_day = b.latest_day then t.earlier_points else t.points end,
             case when t.earlier_day = b.latest_day then t.earlier_perfect else t.perfect_scores end, 0, 1))
          c (points, perfect_scores, players, earlier_players)
   where b.id = any (_board_ids) and (b.is_standing or c.players > 0)
   group by b.id, c.points, c.perfect_scores;
  select private.refresh_ranks(b.id) from private.boards b where b.id = any (_board_ids) and b.is_standing;
$$;
