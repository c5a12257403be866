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
--   leaderboard_blocks   the players of a scope in their order (51_leaderboard_order.sql)
--
-- The "earlier" columns have the totals at the end of the last completion day before the latest one; movement compares
-- with them. They are not updated for a player who earned nothing on the latest day: the current totals apply.
--
-- Lock order in every function (tests/database/lock-order.sweep.test.ts): accounts, private.lock_groups_of(),
-- private.lock_provider(), matches, codes and season questions by their ids, private.lock_totals(), groups, and then
-- the other rows, such as subscriptions and predictions. What is written after the totals' lock refers to
-- public.profiles and not to auth.users, because a foreign key locks the row that it refers to.

create type private.leaderboard_entry as (scope text, user_id uuid);

-- Where a player stands. Points and perfect scores are negative, so that the place of the best player is the smallest;
-- a missing name is the last one.
create type private.leaderboard_place as (
  minus_points integer,
  minus_perfect_scores integer,
  full_name text,
  user_id uuid
);

-- A player of a leaderboard and the place that the player had, null for a new player.
create type private.leaderboard_move as (scope text, user_id uuid, old_place private.leaderboard_place);

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
  'true while points are counted in parts; the last part sorts the leaderboard (51_leaderboard_order.sql)';

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

-- The players of each leaderboard in their order. The lists are stored beside the rows, so that counting reads few
-- pages.
create table private.leaderboard_blocks (
  scope text not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  players uuid[] not null,
  primary key (scope, starts_at),
  constraint a_block_knows_its_size check (size = cardinality(players))
);
alter table private.leaderboard_blocks alter column players set storage external;

-- The number of players from here to the next section, and of each of its blocks in their order.
create table private.leaderboard_sections (
  scope text not null,
  starts_at private.leaderboard_place not null,
  size integer not null,
  sizes integer[] not null,
  primary key (scope, starts_at)
);

-- The completed matches as the totals count them: in which competition, on which completion day, on which day they
-- were played, and in which matchday and month (39_matchdays.sql). Settled season questions too
-- (68_season_question_points.sql).
create table private.scored_matches (
  id bigint generated always as identity primary key,
  match_id uuid unique,
  competition_id text not null,
  day date not null,
  match_date date not null,
  period_ids bigint[] not null,
  question_id uuid unique
);
comment on column private.scored_matches.match_id is
  'null when the match no longer counts, until the points that it takes along are counted';
comment on column private.scored_matches.question_id is 'of a settled season question, which has no match';

-- Points of predictions that begin (sign 1) or cease (sign -1) to count and are not in the totals yet. It has no key,
-- because a result in a big club adds a row for each prediction.
create table private.uncounted_points (
  user_id uuid not null,
  scored_id bigint not null,
  points smallint not null,
  sign smallint not null
);

-- Serialises writers of totals. Rows are locked in the order of their scopes.
create function private.lock_totals() returns void
language sql security definer set search_path = ''
as $$ select from private.scopes order by scope for update $$;

-- Adds players with no points to the given leaderboards and the overall one, unless they are already listed.
create function private.join_leaderboards(_entries private.leaderboard_entry[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined private.leaderboard_move[];
begin
  if not exists (
    select from unnest(_entries) p cross join lateral (values (p.scope), ('overall')) s (scope)
     where not exists (select from private.player_totals t where t.scope = s.scope and t.user_id = p.user_id)) then
    return;
  end if;
  perform private.lock_totals();
  with added as (
    insert into private.player_totals (scope, user_id)
    select distinct s.scope, p.user_id from unnest(_entries) p
      cross join lateral (values (p.scope), ('overall')) s (scope)
    on conflict do nothing
    returning scope, user_id
  )
  select array_agg(row(scope, user_id, null)::private.leaderboard_move) into joined from added;
  -- A new player has no points, so all others are better or equal.
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players, better,
                                                earlier_better)
  select j.scope, 0, 0, j.players, j.players, coalesce(w.better + w.players, 0),
         coalesce(w.earlier_better + w.earlier_players, 0)
    from (select m.scope, count(*)::integer as players from unnest(joined) m group by m.scope) j
    left join lateral (
      select d.* from private.points_distribution d where d.scope = j.scope
       order by d.points, d.perfect_scores limit 1) w on true
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  perform private.move_players(joined);
end $$;

-- Takes the totals' lock before a subscription changes.
create function private.take_totals_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  return null;
end $$;

-- The same before a member changes the own name, which is copied to the account.
create function private.take_account_and_totals_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from auth.users u where u.id = (select auth.uid()) for no key update;
  perform private.lock_totals();
  return null;
end $$;

-- Moves renamed players among those with equal points.
create function private.move_renamed_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.move_players(array(
    select row(t.scope, t.user_id, private.place_of(t.points, t.perfect_scores, o.full_name, t.user_id)
              )::private.leaderboard_move
      from old_rows o join new_rows n on n.id = o.id and n.full_name is distinct from o.full_name
      join private.player_totals t on t.scope in (select s.scope from private.scopes s) and t.user_id = o.id));
  return null;
end $$;

-- Removes players from the leaderboards on which they have no prediction, no answer to a season question and no
-- subscription, or whose account was deleted.
create function private.leave_leaderboards(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  gone private.leaderboard_move[];
  left_scopes text[];
begin
  perform private.lock_totals();
  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and t.user_id = any (_user_ids)
       and (not exists (select from public.profiles f where f.id = t.user_id) or (
         -- A player with a scored prediction need not be looked up.
         t.predictions_scored = 0
         and not exists (
           select from public.user_predictions p
             join public.matches m on m.id = p.match_id
             join public.competitions c on c.name = m.league and t.scope in (c.id, 'overall')
            where p.user_id = t.user_id)
         and not exists (
           select from public.season_answers a join public.season_questions q on q.id = a.question_id
            where a.user_id = t.user_id and t.scope in (q.competition_id, 'overall'))
         and not exists (
           select from public.subscriptions u
            where u.user_id = t.user_id and u.status = 'active' and u.expires_at > now()
              and t.scope in (u.subscription_type, 'overall'))))
    returning t.scope, t.user_id, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  ), moved as (
    update private.points_distribution l
       set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
      from (select scope, points, perfect_scores, sum(current_players) as current_players,
                   sum(earlier_players) as earlier_players
              from shifts group by scope, points, perfect_scores) g
     where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores)
  )
  select array_agg(distinct r.scope),
         array_agg(row(r.scope, r.user_id, private.place_of(r.points, r.perfect_scores, p.full_name, r.user_id)
                      )::private.leaderboard_move)
    into left_scopes, gone
    from removed r left join public.profiles p on p.id = r.user_id;
  delete from private.points_distribution l
   where l.scope = any (left_scopes) and l.players = 0 and l.earlier_players = 0;
  perform private.refresh_ranks(s) from unnest(left_scopes) s;
  perform private.move_players(gone);
end $$;

-- The points that answers to season questions earned on a leaderboard, by member and question: of these members, or of
-- all. plpgsql, because it reads tables of later files.
create function private.question_gains(_scope text, _user_ids uuid[] default null)
returns table (user_id uuid, competition_id text, day date, locked_on date, points integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select a.user_id, n.competition_id, n.day, n.match_date, a.points_earned
    from private.scored_matches n
    join public.season_answers a on a.question_id = n.question_id and a.points_earned > 0 and a.cleared_at is null
   where _scope in (n.competition_id, 'overall') and (_user_ids is null or a.user_id = any (_user_ids));
end $$;

-- Sets the completion days of every scope from the scored matches. On a new latest day, movement compares with the
-- present totals. Returns the scopes whose latest day no longer counts, so that their earlier totals must be
-- recounted.
create function private.update_completion_days() returns text[]
language plpgsql security definer set search_path = ''
as $$
declare
  changed record;
  shortened text[] := '{}';
begin
  for changed in
    update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
      from (select o.scope, o.latest_day, array(
              select distinct n.day from private.scored_matches n
               where (n.match_id is not null or n.question_id is not null) and o.scope in (n.competition_id, 'overall')
               order by n.day desc limit 2) as days
              from private.scopes o) d
     where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2])
    returning s.scope, s.latest_day, d.latest_day as latest_before
  loop
    if changed.latest_day > changed.latest_before or changed.latest_before is null then
      perform private.keep_past_ranks(changed.scope, changed.latest_before);
      update private.points_distribution l set earlier_players = l.players, earlier_better = l.better
       where l.scope = changed.scope and (l.earlier_players, l.earlier_better) <> (l.players, l.better);
      delete from private.points_distribution l where l.scope = changed.scope and l.players = 0;
    elsif changed.latest_day is distinct from changed.latest_before then
      shortened := shortened || changed.scope;
    end if;
  end loop;
  return shortened;
end $$;

-- Adds subscribers to the leaderboard. Without a subscription and a prediction, players are removed from it. Once for
-- a statement, because each change of a leaderboard sorts a part of it. The conditions are nested, because a trigger
-- for another event does not have the table of the inner one.
create function private.update_totals_on_subscriptions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from old_rows o join new_rows n on n.id = o.id
       where (o.status, o.expires_at > now()) is distinct from (n.status, n.expires_at > now())) then
      return null;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform private.join_leaderboards((
      select array_agg(row(n.subscription_type, n.user_id)::private.leaderboard_entry)
        from new_rows n where n.status = 'active' and n.expires_at > now()));
  end if;
  if tg_op <> 'INSERT' then
    if exists (select from old_rows) then
      perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
    end if;
  end if;
  return null;
end $$;

-- Takes the locks for deleting an account in the same order as scoring, clearing and recalculating, so that they
-- cannot deadlock. The trigger is on auth.users, because changing or deleting a match locks the match before the
-- foreign keys lock its players' profiles.
create function private.lock_for_account_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.matches m
   where m.id in (select p.match_id from public.user_predictions p where p.user_id = old.id)
   order by m.id for no key update;
  -- Both are of the account: the deletion clears these columns.
  perform from public.plan_codes c where old.id in (c.used_by, c.created_by) order by c.id for no key update;
  perform private.lock_totals();
  return old;
end $$;

-- Removes deleted players from every leaderboard.
create function private.remove_totals_of_deleted_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.leave_leaderboards((select array_agg(id) from deleted));
  return null;
end $$;

create trigger subscriptions_take_totals_first before insert or update or delete on public.subscriptions
  for each statement execute function private.take_totals_first();
create trigger totals_are_updated_on_new_subscription after insert on public.subscriptions
  referencing new table as new_rows
  for each statement execute function private.update_totals_on_subscriptions();
create trigger totals_are_updated_on_changed_subscription after update on public.subscriptions
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.update_totals_on_subscriptions();
create trigger totals_are_updated_on_deleted_subscription after delete on public.subscriptions
  referencing old table as old_rows
  for each statement execute function private.update_totals_on_subscriptions();

create trigger renaming_takes_locks_first before update of full_name on public.profiles
  for each statement execute function private.take_account_and_totals_first();
create trigger renamed_players_move_among_equals after update on public.profiles
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.move_renamed_players();
create trigger totals_are_removed_with_players after delete on public.profiles
  referencing old table as deleted
  for each statement execute function private.remove_totals_of_deleted_players();

create trigger account_deletion_takes_locks_first before delete on auth.users
  for each row execute function private.lock_for_account_deletion();
