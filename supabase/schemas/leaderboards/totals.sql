-- Running totals, so that reading a leaderboard costs the same at any size. A scope is a competition's id or
-- 'overall'.
--
-- Totals change in one way (decision 49). When a statement sets, clears or deletes points of predictions,
-- triggers note the difference in private.uncounted_points, and private.count_points() adds it to every total:
-- at once for a small difference, otherwise in a job within two seconds. So the sum of the predictions is always
-- the totals plus what is uncounted. private.rebuild_totals() recounts everything, for repairs and tests.
--
--   player_totals        one row per player and scope
--   points_distribution  the number of players with each (points, perfect scores) of a scope, and of better players: a
--                        rank is read, and no index contains points (see user_predictions)
--   leaderboard_blocks   the players of a scope in their order (leaderboards/order.sql)
--
-- The "earlier" columns have the totals at the end of the last completion day before the latest one; movement compares
-- with them. They are not updated for a player who earned nothing on the latest day: the current totals apply.
--
-- Lock order in every function (tests/database/locks/lock-order.sweep.test.ts): accounts, private.lock_groups_of(),
-- private.lock_provider(), matches, codes and season questions by their ids, private.lock_totals(), groups, and then
-- the other rows, such as subscriptions and predictions. What is written after the totals' lock refers to
-- public.profiles and not to auth.users, because a foreign key locks the row that it refers to.

-- The scopes of leaderboards, each with its latest completion days.
create table private.scopes (
  scope text primary key,
  latest_day date,
  previous_day date,
  order_is_due boolean not null default false
);
comment on column private.scopes.latest_day is 'club date of the latest completion; null before the first result';
comment on column private.scopes.previous_day is 'the completion day before it';
comment on column private.scopes.order_is_due is
  'true while points are counted in parts; the last part sorts the leaderboard (leaderboards/order.sql)';

insert into private.scopes (scope) select c.id from public.competitions c union all select 'overall';

-- Each player's running total per scope. Completing a match updates a row for every player who predicted it, so there
-- is no index except the key, and pages are filled to 50 per cent.
create table private.player_totals (
  scope text not null references private.scopes (scope),
  user_id uuid not null,
  predictions_scored integer not null default 0,
  points integer not null default 0,
  perfect_scores integer not null default 0,
  right_outcomes integer not null default 0,
  earlier_day date,
  earlier_points integer not null default 0,
  earlier_perfect integer not null default 0,
  question_points integer not null default 0,
  primary key (scope, user_id)
) with (fillfactor = 50);
comment on column private.player_totals.right_outcomes is
  'scored predictions that earned points, including exact scores';
comment on column private.player_totals.earlier_day is 'the latest_day that the earlier columns belong to';
comment on column private.player_totals.question_points is
  'the part of the points that answers to season questions earned';

-- The number of players with each combination of points and perfect scores, by scope, and of players who are better.
-- private.refresh_ranks() sets the better ones after each change of the others.
create table private.points_distribution (
  scope text not null references private.scopes (scope),
  points integer not null,
  perfect_scores integer not null,
  players integer not null default 0,
  earlier_players integer not null default 0,
  better integer not null default 0,
  earlier_better integer not null default 0,
  primary key (scope, points, perfect_scores)
) with (fillfactor = 50);

-- Serialises writers of totals. Rows are locked in the order of their scopes.
create function private.lock_totals() returns void
language sql security definer set search_path = ''
as $$ select from private.scopes order by scope for update $$;

-- Sets the number of better players of each combination of points and perfect scores. The caller holds the totals'
-- lock.
create function private.refresh_ranks(_scope text) returns void
language sql security definer set search_path = ''
as $$
  update private.points_distribution l set better = r.better, earlier_better = r.earlier_better
    from (select d.points, d.perfect_scores, (sum(d.players) over w - d.players)::integer as better,
                 (sum(d.earlier_players) over w - d.earlier_players)::integer as earlier_better
            from private.points_distribution d where d.scope = _scope
          window w as (order by d.points desc, d.perfect_scores desc)) r
   where l.scope = _scope and l.points = r.points and l.perfect_scores = r.perfect_scores
     and (l.better, l.earlier_better) <> (r.better, r.earlier_better)
$$;
