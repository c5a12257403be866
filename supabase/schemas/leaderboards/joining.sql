-- Who is on a leaderboard: joining it, leaving it, and moving after a new name.

create type private.leaderboard_entry as (competition_id text, user_id uuid);

-- Adds players with no points to the boards of the given competitions and the overall one, unless they are already
-- listed.
create function private.join_leaderboards(_entries private.leaderboard_entry[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  joined private.leaderboard_move[];
begin
  if not exists (
    select from unnest(_entries) e join private.boards b on private.covers(b, e.competition_id)
     where not exists (select from private.player_totals t where t.board_id = b.id and t.user_id = e.user_id)) then
    return;
  end if;
  perform private.lock_totals();
  with added as (
    insert into private.player_totals (board_id, user_id)
    select distinct b.id, e.user_id from unnest(_entries) e
      join private.boards b on private.covers(b, e.competition_id)
    on conflict do nothing
    returning board_id, user_id
  )
  select array_agg(row(board_id, user_id, null)::private.leaderboard_move) into joined from added;
  -- A new player has no points, so all others are better or equal.
  insert into private.points_distribution as l (board_id, points, perfect_scores, players, earlier_players, better,
                                                earlier_better)
  select j.board_id, 0, 0, j.players, j.players, coalesce(w.better + w.players, 0),
         coalesce(w.earlier_better + w.earlier_players, 0)
    from (select m.board_id, count(*)::integer as players from unnest(joined) m group by m.board_id) j
    left join lateral (
      select d.* from private.points_distribution d where d.board_id = j.board_id
       order by d.points, d.perfect_scores limit 1) w on true
  on conflict (board_id, points, perfect_scores) do update
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
    select row(t.board_id, t.user_id, private.place_of(t.points, t.perfect_scores, o.full_name, t.user_id)
              )::private.leaderboard_move
      from old_rows o join new_rows n on n.id = o.id and n.full_name is distinct from o.full_name
      join private.boards b on b.is_standing
      join private.player_totals t on t.board_id = b.id and t.user_id = o.id));
  return null;
end $$;

-- Removes players from the leaderboards on which they have no prediction, no answer to a season question, no
-- carried points and no subscription, or whose account was deleted.
create function private.leave_leaderboards(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  gone private.leaderboard_move[];
  left_boards bigint[];
begin
  perform private.lock_totals();
  with removed as (
    delete from private.player_totals t using private.boards b
     where b.is_standing and t.board_id = b.id and t.user_id = any (_user_ids)
       and (not exists (select from public.profiles f where f.id = t.user_id) or (
         -- A player with a scored prediction need not be looked up.
         t.predictions_scored = 0
         and not exists (
           select from public.user_predictions p
             join public.matches m on m.id = p.match_id
             join public.competitions c on c.name = m.league and private.covers(b, c.id)
            where p.user_id = t.user_id)
         and not exists (
           select from public.season_answers a join public.season_questions q on q.id = a.question_id
            where a.user_id = t.user_id and private.covers(b, q.competition_id))
         and not exists (
           select from private.carried_points a
             join private.carried_parts r on r.id = a.carried_id
             join private.moves_in i on i.id = r.move_in_id and private.covers(b, i.competition_id)
            where a.user_id = t.user_id)
         and not exists (
           select from public.subscriptions u
            where u.user_id = t.user_id and private.is_active(u, now()) and private.covers(b, u.subscription_type))))
    returning t.board_id, t.user_id, t.points, t.perfect_scores
  )
  select array_agg(distinct r.board_id),
         array_agg(row(r.board_id, r.user_id, private.place_of(r.points, r.perfect_scores, p.full_name, r.user_id)
                      )::private.leaderboard_move)
    into left_boards, gone
    from removed r left join public.profiles p on p.id = r.user_id;
  perform private.recount_distribution(left_boards);
  perform private.move_players(gone);
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
  -- The deletion clears these columns.
  perform from public.plan_codes c
   where old.id in (c.used_by, c.sold_to, c.created_by) order by c.id for no key update;
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
