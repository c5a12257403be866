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

-- Lists the players of new predictions, answers or carried points on the leaderboards, notes the points that a
-- statement added, changed or deleted, and removes the players of deleted ones from leaderboards on which nothing
-- keeps them. tg_argv[0]: the column of what is scored, match_id, question_id or carried_id.
create function private.note_points() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_points boolean;
  noted bigint;
begin
  if tg_op = 'INSERT' then
    if tg_argv[0] = 'match_id' then
      perform private.join_leaderboards((
        select array_agg(row(d.id, d.user_id)::private.leaderboard_entry)
          from (select distinct c.id, p.user_id
                  from new_rows p
                  join public.matches m on m.id = p.match_id
                  join public.competitions c on c.name = m.league) d));
    elsif tg_argv[0] = 'question_id' then
      perform private.join_leaderboards((
        select array_agg(row(q.competition_id, n.user_id)::private.leaderboard_entry)
          from new_rows n join public.season_questions q on q.id = n.question_id));
    else
      perform private.join_leaderboards((
        select array_agg(row(i.competition_id, n.user_id)::private.leaderboard_entry)
          from new_rows n
          join private.carried_parts p on p.id = n.carried_id
          join private.moves_in i on i.id = p.move_in_id));
    end if;
    has_points := exists (select from new_rows n where n.points_earned is not null);
  elsif tg_op = 'DELETE' then
    has_points := exists (select from old_rows);
  else
    has_points := current_setting('scoreline.rebuilding_totals', true) is distinct from 'on'
      and exists (select from new_rows n where n.points_earned is not null
                  union all select from old_rows o where o.points_earned is not null);
  end if;
  -- A save of a prediction, whose match has no result, takes no lock.
  if not has_points then
    return null;
  end if;
  perform private.lock_totals();
  execute format(
    'insert into private.uncounted_points (user_id, scored_id, points, sign)
     select r.user_id, m.id, r.points_earned, r.sign from (%2$s) r join private.scored_matches m using (%1$I)
      where r.points_earned is not null and r.cleared_at is null',
    tg_argv[0], concat_ws(' union all ', case when tg_op <> 'DELETE' then 'select *, 1 as sign from new_rows' end,
                          case when tg_op <> 'INSERT' then 'select *, -1 as sign from old_rows' end));
  get diagnostics noted = row_count;
  if noted > 0 then
    perform private.count_points_soon();
  end if;
  if tg_op = 'DELETE' then
    perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  end if;
  return null;
end $$;

-- Lets deleted matches, questions or parts of a move no longer count; their predictions, answers or points are deleted
-- before. tg_argv[0]: their column in private.scored_matches.
create function private.forget_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  forgotten bigint;
begin
  perform private.lock_totals();
  execute format('update private.scored_matches n set %1$I = null from deleted d where n.%1$I = d.id', tg_argv[0]);
  get diagnostics forgotten = row_count;
  if forgotten > 0 then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

create trigger changed_points_are_noted after update on public.user_predictions
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.note_points('match_id');
create trigger added_points_are_noted after insert on public.user_predictions
  referencing new table as new_rows
  for each statement execute function private.note_points('match_id');
create trigger deleted_points_are_noted after delete on public.user_predictions
  referencing old table as old_rows
  for each statement execute function private.note_points('match_id');
create trigger changed_points_are_noted after update on public.season_answers
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.note_points('question_id');
create trigger added_points_are_noted after insert on public.season_answers
  referencing new table as new_rows
  for each statement execute function private.note_points('question_id');
create trigger deleted_points_are_noted after delete on public.season_answers
  referencing old table as old_rows
  for each statement execute function private.note_points('question_id');
create trigger changed_points_are_noted after update on private.carried_points
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.note_points('carried_id');
create trigger added_points_are_noted after insert on private.carried_points
  referencing new table as new_rows
  for each statement execute function private.note_points('carried_id');
create trigger deleted_points_are_noted after delete on private.carried_points
  referencing old table as old_rows
  for each statement execute function private.note_points('carried_id');
create trigger scored_matches_are_forgotten_with_matches after delete on public.matches
  referencing old table as deleted
  for each statement execute function private.forget_deleted('match_id');
create trigger deleted_questions_are_forgotten after delete on public.season_questions
  referencing old table as deleted
  for each statement execute function private.forget_deleted('question_id');
create trigger deleted_parts_are_forgotten after delete on private.carried_parts
  referencing old table as deleted
  for each statement execute function private.forget_deleted('carried_id');
