-- Running totals, so that reading a leaderboard costs the same at any size. A scope is a competition's id or
-- 'overall'.
--
--   player_totals        one row per player and scope, updated in the transaction that scores a match
--   points_distribution  the number of players with each (points, perfect scores) of a scope: ranks need no sort
--   scopes.top_players   the first 1,000 players of a scope, so that no index contains points (see user_predictions)
--
-- The "earlier" columns have the totals at the end of the last completion day before the latest one; movement compares
-- with them. They are not updated for a player who earned nothing on the latest day: the current totals apply.
--
-- Lock order in every function: match rows, then private.lock_totals(), then predictions.

create type private.leaderboard_entry as (scope text, user_id uuid);

-- The scopes of leaderboards, each with its latest completion days and its first 1,000 players.
create table private.scopes (
  scope text primary key,
  latest_day date,
  previous_day date,
  top_players uuid[] not null default '{}'
);
comment on column private.scopes.latest_day is 'club date of the latest completion; null before the first result';
comment on column private.scopes.previous_day is 'the completion day before it';
comment on column private.scopes.top_players is
  'the first 1,000 players, best first, as one value, '
  'because rewriting a thousand rows costs more than scoring a match';

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
  primary key (scope, user_id)
) with (fillfactor = 50);
comment on column private.player_totals.right_outcomes is
  'scored predictions that earned points, including exact scores';
comment on column private.player_totals.earlier_day is 'the latest_day that the earlier columns belong to';

-- The number of players with each combination of points and perfect scores, by scope.
create table private.points_distribution (
  scope text not null references private.scopes (scope),
  points integer not null,
  perfect_scores integer not null,
  players integer not null default 0,
  earlier_players integer not null default 0,
  primary key (scope, points, perfect_scores)
);

-- Serialises writers of totals. Rows are locked in the order of their scopes.
create function private.lock_totals() returns void
language sql security definer set search_path = ''
as $$ select from private.scopes order by scope for update $$;

-- Rebuilds the first 1,000 players of a scope. The points distribution has the points of the last of them, so only
-- players with as many points or more are sorted.
create function private.refresh_top_players(_scope text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  last_points integer;
  last_perfect integer;
begin
  select l.points, l.perfect_scores into last_points, last_perfect
    from (select points, perfect_scores, players,
                 sum(players) over (order by points desc, perfect_scores desc) as so_far
            from private.points_distribution where scope = _scope) l
   where l.so_far - l.players < 1000
   order by l.points, l.perfect_scores limit 1;
  update private.scopes set top_players = coalesce((
      select array_agg(f.user_id order by f.points desc, f.perfect_scores desc, f.name, f.user_id)
        from (
          select t.user_id, t.points, t.perfect_scores, p.full_name as name
            from private.player_totals t left join public.profiles p on p.id = t.user_id
           where t.scope = _scope and t.points >= last_points
             and (t.points > last_points or t.perfect_scores >= last_perfect)
           order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id
           limit 1000) f), '{}')
   where scope = _scope;
end $$;

-- Adds players with no points to the given leaderboards and the overall one, unless they are already listed.
create function private.join_leaderboards(_entries private.leaderboard_entry[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined private.leaderboard_entry[];
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
  select array_agg(row(scope, user_id)::private.leaderboard_entry) into joined from added;
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select j.scope, 0, 0, count(*), count(*) from unnest(joined) j group by j.scope
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;
  update private.scopes s set top_players = (s.top_players || n.players)[:1000]
    from (select j.scope, array_agg(j.user_id order by p.full_name, j.user_id) as players
            from unnest(joined) j left join public.profiles p on p.id = j.user_id group by j.scope) n
   where n.scope = s.scope and cardinality(s.top_players) < 1000;
end $$;

-- Recounts the totals of these players (null: all) from their predictions. This is the definition of the running
-- totals, used for rare actions (deleting, clearing, recalculating); completing a match does not recount. The
-- completion day is computed once per match, because once per prediction took 48 s for 5,000 players and 380 matches.
create function private.rebuild_totals(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();

  with removed as (
    delete from private.player_totals t using private.scopes s
     where s.scope = t.scope and (_user_ids is null or t.user_id = any (_user_ids))
    returning t.scope, t.points, t.perfect_scores,
              case when t.earlier_day = s.latest_day then t.earlier_points else t.points end as earlier_points,
              case when t.earlier_day = s.latest_day then t.earlier_perfect
                else t.perfect_scores end as earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from removed
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from removed
  )
  update private.points_distribution l
     set players = l.players - g.current_players, earlier_players = l.earlier_players - g.earlier_players
    from (select scope, points, perfect_scores, sum(current_players) as current_players,
                 sum(earlier_players) as earlier_players
            from shifts group by scope, points, perfect_scores) g
   where (l.scope, l.points, l.perfect_scores) = (g.scope, g.points, g.perfect_scores);
  -- After a change of the completion days, the "earlier" columns no longer say where the removed rows were counted.
  if _user_ids is null then
    delete from private.points_distribution;
  end if;

  with games as materialized (
    select m.id, c.id as competition_id, coalesce(d.day < s.latest_day, false) as is_earlier,
           coalesce(d.day < o.latest_day, false) as is_earlier_overall
      from public.matches m
      join public.competitions c on c.name = m.league
      join private.scopes s on s.scope = c.id
      join private.scopes o on o.scope = 'overall'
     cross join lateral (select private.completion_day(m) as day) d
     where _user_ids is null or m.id in (select p.match_id from public.user_predictions p
                                         where p.user_id = any (_user_ids))
  ), by_competition as materialized (
    -- Every competition that a player has predicted in, scored or not.
    select g.competition_id, p.user_id,
           count(p.points_earned) filter (where p.cleared_at is null) as predictions_scored,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null), 0) as points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null) as perfect_scores,
           count(*) filter (where p.points_earned > 0 and p.cleared_at is null) as right_outcomes,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier), 0) as earlier_points,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null and g.is_earlier) as earlier_perfect,
           coalesce(sum(p.points_earned) filter (where p.cleared_at is null and g.is_earlier_overall),
                    0) as earlier_points_overall,
           count(*) filter (where p.points_earned = 3 and p.cleared_at is null
                            and g.is_earlier_overall) as earlier_perfect_overall
      from public.user_predictions p
      join games g on g.id = p.match_id
      join public.profiles f on f.id = p.user_id
     where _user_ids is null or p.user_id = any (_user_ids)
     group by g.competition_id, p.user_id
  ), board_entries as (
    select competition_id, user_id, predictions_scored, points, perfect_scores, right_outcomes,
           earlier_points, earlier_perfect, earlier_points_overall, earlier_perfect_overall from by_competition
    union all
    -- Subscribers without a prediction are listed with no points.
    select s.subscription_type, s.user_id, 0, 0, 0, 0, 0, 0, 0, 0
      from public.subscriptions s join public.profiles f on f.id = s.user_id
     where s.status = 'active' and s.expires_at > now() and (_user_ids is null or s.user_id = any (_user_ids))
  ), inserted as (
    insert into private.player_totals (scope, user_id, predictions_scored, points, perfect_scores, right_outcomes,
                                       earlier_day, earlier_points, earlier_perfect)
    select s.scope, b.user_id, sum(b.predictions_scored), sum(b.points), sum(b.perfect_scores), sum(b.right_outcomes),
           s.latest_day, sum(case when s.scope = 'overall' then b.earlier_points_overall else b.earlier_points end),
           sum(case when s.scope = 'overall' then b.earlier_perfect_overall else b.earlier_perfect end)
      from board_entries b join private.scopes s on s.scope in (b.competition_id, 'overall')
     group by s.scope, b.user_id
    returning scope, points, perfect_scores, earlier_points, earlier_perfect
  ), shifts as (
    select scope, points, perfect_scores, 1 as current_players, 0 as earlier_players from inserted
    union all
    select scope, earlier_points, earlier_perfect, 0, 1 from inserted
  )
  insert into private.points_distribution as l (scope, points, perfect_scores, players, earlier_players)
  select scope, points, perfect_scores, sum(current_players), sum(earlier_players) from shifts group by scope, points,
         perfect_scores
  on conflict (scope, points, perfect_scores) do update
    set players = l.players + excluded.players, earlier_players = l.earlier_players + excluded.earlier_players;

  delete from private.points_distribution where players = 0 and earlier_players = 0;
  perform private.refresh_top_players(s.scope) from private.scopes s;
  perform private.refresh_group_baselines(_user_ids);
  perform private.rebuild_periods(_user_ids);
end $$;

-- Sets the completion days of every scope from its matches. True if they changed: every "earlier" column then changes
-- too.
create function private.refresh_completion_days() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update private.scopes s set latest_day = d.days[1], previous_day = d.days[2]
    from (select sc.scope,
                 (select array_agg(day order by day desc)
                    from (select distinct private.completion_day(m) as day
                            from public.matches m join public.competitions c on c.name = m.league
                           where m.status = 'completed' and (sc.scope = 'overall' or sc.scope = c.id)) q) as days
            from private.scopes sc) d
   where d.scope = s.scope and (s.latest_day, s.previous_day) is distinct from (d.days[1], d.days[2]);
  return found;
end $$;

-- Updates the completion days after matches were deleted.
create function private.update_completion_days() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from deleted where status = 'completed') then
    return null;
  end if;
  perform private.lock_totals();
  if private.refresh_completion_days() then
    perform private.rebuild_totals(null);
  end if;
  return null;
end $$;

-- Adds a new subscriber to the leaderboard. Without a subscription and a prediction, the player is removed from it.
create function private.update_totals_on_subscription() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.status = 'active' and new.expires_at > now() then
      perform private.join_leaderboards(array[row(new.subscription_type, new.user_id)::private.leaderboard_entry]);
    end if;
  else
    perform private.rebuild_totals(array[old.user_id]);
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
  perform private.lock_totals();
  return old;
end $$;

-- Removes deleted players from every leaderboard.
create function private.remove_totals_of_deleted_players() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.rebuild_totals((select array_agg(id) from deleted));
  return null;
end $$;

create trigger completion_days_are_updated_on_deletion after delete on public.matches
  referencing old table as deleted
  for each statement execute function private.update_completion_days();

create trigger totals_are_updated_on_new_subscription after insert on public.subscriptions
  for each row execute function private.update_totals_on_subscription();
create trigger totals_are_updated_on_changed_subscription after update on public.subscriptions
  for each row when ((old.status, old.expires_at > now()) is distinct from (new.status, new.expires_at > now()))
  execute function private.update_totals_on_subscription();
create trigger totals_are_updated_on_deleted_subscription after delete on public.subscriptions
  for each row execute function private.update_totals_on_subscription();

create trigger totals_are_removed_with_players after delete on public.profiles
  referencing old table as deleted
  for each statement execute function private.remove_totals_of_deleted_players();

create trigger account_deletion_takes_locks_first before delete on auth.users
  for each row execute function private.lock_for_account_deletion();
