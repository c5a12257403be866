-- Noting what points change, statement by statement, until private.count_points() adds it to the totals.

-- Points of predictions that begin (sign 1) or cease (sign -1) to count and are not in the totals yet. It has no key,
-- because a result in a big club adds a row for each prediction.
create table private.uncounted_points (
  user_id uuid not null,
  scored_id bigint not null,
  points smallint not null,
  sign smallint not null
);

-- Counts the points that a statement has noted: at once if they are few, otherwise the job does, which is woken.
create function private.count_points_soon() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.uncounted_points offset private.points_at_once()) then
    perform pg_notify('jobs', '');
  else
    perform private.count_points();
  end if;
end $$;

-- Notes the points that a statement changed.
create function private.note_changed_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A save of a prediction, whose match has no result, takes no lock.
  if current_setting('scoreline.rebuilding_totals', true) = 'on'
     or not exists (select from new_rows n where n.points_earned is not null
                    union all select from old_rows o where o.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.match_id = n.match_id
   where n.points_earned is not null and n.cleared_at is null
  union all
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.match_id = o.match_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

-- Lists the players of new predictions, and notes the points of those that are restored.
create function private.note_added_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.join_leaderboards((
    select array_agg(row(c.id, p.user_id)::private.leaderboard_entry)
      from (select distinct match_id, user_id from new_rows) p
      join public.matches m on m.id = p.match_id
      join public.competitions c on c.name = m.league));
  if not exists (select from new_rows n where n.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.match_id = n.match_id
   where n.points_earned is not null and n.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

-- Notes the points of deleted predictions, and removes their players from leaderboards on which nothing keeps them.
create function private.note_deleted_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from old_rows) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.match_id = o.match_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  return null;
end $$;

-- Lets deleted matches, whose predictions are deleted before, no longer count.
create function private.forget_deleted_matches() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  update private.scored_matches n set match_id = null from deleted d where n.match_id = d.id;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

create trigger changed_points_are_noted after update on public.user_predictions
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.note_changed_points();
create trigger added_points_are_noted after insert on public.user_predictions
  referencing new table as new_rows
  for each statement execute function private.note_added_points();
create trigger deleted_points_are_noted after delete on public.user_predictions
  referencing old table as old_rows
  for each statement execute function private.note_deleted_points();
create trigger scored_matches_are_forgotten_with_matches after delete on public.matches
  referencing old table as deleted
  for each statement execute function private.forget_deleted_matches();
