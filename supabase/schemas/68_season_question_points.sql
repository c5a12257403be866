-- Settling season questions, and their points (decision 66). A settled question has a row in private.scored_matches,
-- of its competition and of the day on which it was settled, without a matchday and a month. Its match_date is the day
-- of the lock, so groups that count from joining leave out questions that locked before. The points of answers reach
-- the totals by the path of predictions (48_counting_points.sql).

-- The points of an answer as its question is now: null until it is settled.
create function private.answer_points(_question public.season_questions, _answer text[]) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when _question.settled_at is not null then _question.points * (
    select count(*)::integer from unnest(_answer) a (part)
     where private.answer_key(_question.kind, a.part) in (
       select private.answer_key(_question.kind, c) from unnest(_question.correct_answers) c)) end
$$;

-- Sets the points of an answer that is restored, or whose points are no longer cleared.
create function private.set_points_of_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.points_earned := case when new.cleared_at is not null then 0 else (
    select private.answer_points(q, new.answer) from public.season_questions q where q.id = new.question_id) end;
  return new;
end $$;

-- The day on which a question was settled, in the club's time zone; null before.
create function private.question_day(_question public.season_questions) returns date
language sql stable set search_path = ''
as $$ select (_question.settled_at at time zone private.club_time_zone())::date $$;

-- Scores these questions (null: all) by their present state. Only what changes is written. Each different answer is
-- compared once, because a club may have thousands of the same. The caller has locked the questions.
create function private.score_questions(_question_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  ids uuid[] := coalesce(_question_ids, array(select q.id from public.season_questions q));
  outdated uuid[];
begin
  perform private.lock_totals();
  outdated := array(
    select n.question_id from private.scored_matches n join public.season_questions q on q.id = n.question_id
     where q.id = any (ids)
       and (n.competition_id, n.day) is distinct from (q.competition_id, private.question_day(q)));
  if outdated <> '{}' then
    update public.season_answers a set points_earned = null
     where a.question_id = any (outdated) and a.cleared_at is null and a.points_earned is not null;
    update private.scored_matches n set question_id = null where n.question_id = any (outdated);
  end if;
  perform private.list_scored_questions(ids);
  with given as materialized (
    select distinct a.question_id, a.answer from public.season_answers a where a.question_id = any (ids)
  ), scored as materialized (
    select g.question_id, g.answer, private.answer_points(q, g.answer) as points
      from given g join public.season_questions q on q.id = g.question_id
  )
  update public.season_answers a set points_earned = s.points
    from scored s
   where a.question_id = s.question_id and a.answer = s.answer and a.cleared_at is null
     and a.points_earned is distinct from s.points;
  perform private.count_points_soon();
end $$;

-- Lists these questions (null: all) in private.scored_matches, if they are settled.
create function private.list_scored_questions(_question_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.scored_matches (question_id, competition_id, day, match_date, period_ids)
  select q.id, q.competition_id, private.question_day(q),
         (q.locks_at at time zone private.club_time_zone())::date, '{}'
    from public.season_questions q
   where q.settled_at is not null and (_question_ids is null or q.id = any (_question_ids))
  on conflict do nothing
$$;

-- The members with an answer and their points by competition, for private.rebuild_totals().
create function private.totals_of_questions()
returns table (competition_id text, user_id uuid, points bigint, earlier_points bigint, earlier_points_overall bigint)
language sql stable security definer set search_path = ''
as $$
  select q.competition_id, a.user_id, coalesce(sum(p.points), 0),
         coalesce(sum(p.points) filter (where n.day < s.latest_day), 0),
         coalesce(sum(p.points) filter (where n.day < o.latest_day), 0)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id
    join public.profiles f on f.id = a.user_id
    join private.scopes s on s.scope = q.competition_id
    join private.scopes o on o.scope = 'overall'
    left join private.scored_matches n on n.question_id = q.id
   cross join lateral (
     select case when n.id is not null and a.cleared_at is null then a.points_earned end as points) p
   group by q.competition_id, a.user_id
$$;

-- Scores a question that was settled, corrected, reopened or restored.
create function private.score_changed_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' and new.settled_at is null then
    return null;
  end if;
  perform private.score_questions(array[new.id]);
  return null;
end $$;

-- Lets a deleted question, whose answers are deleted before, no longer count.
create function private.forget_deleted_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_totals();
  update private.scored_matches n set question_id = null where n.question_id = old.id;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

-- Notes the points of answers that a statement changed (as private.note_changed_points()).
create function private.note_changed_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('scoreline.rebuilding_totals', true) = 'on'
     or not exists (select from new_rows n where n.points_earned is not null
                    union all select from old_rows o where o.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null
  union all
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

-- Lists the members of new answers, and notes the points of answers that are restored.
create function private.note_added_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.join_leaderboards((
    select array_agg(row(q.competition_id, n.user_id)::private.leaderboard_entry)
      from new_rows n join public.season_questions q on q.id = n.question_id));
  if not exists (select from new_rows n where n.points_earned is not null) then
    return null;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select n.user_id, m.id, n.points_earned, 1
    from new_rows n join private.scored_matches m on m.question_id = n.question_id
   where n.points_earned is not null and n.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  return null;
end $$;

-- Logs deleted answers, notes their points, and removes their members from leaderboards on which nothing keeps them.
create function private.note_deleted_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from old_rows) then
    return null;
  end if;
  -- Nothing is logged for a deleted account: its log rows are deleted with it.
  if not private.rules_are_off() then
    insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
    select o.user_id, q.id, q.title, 'deleted', o.answer, o.answer
      from old_rows o
      join public.season_questions q on q.id = o.question_id
      join public.profiles f on f.id = o.user_id;
  end if;
  perform private.lock_totals();
  insert into private.uncounted_points (user_id, scored_id, points, sign)
  select o.user_id, m.id, o.points_earned, -1
    from old_rows o join private.scored_matches m on m.question_id = o.question_id
   where o.points_earned is not null and o.cleared_at is null;
  if found then
    perform private.count_points_soon();
  end if;
  perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
  return null;
end $$;

-- Sets the right answer, or corrects it: of kind text all spellings that count, of kind number one, of kind team one
-- or more. Returns the id for public.undo(), null if nothing changed. Raises PT404, SL005 for a question that has not
-- locked, 22023 for an answer that does not fit. Admins and helpers for results only (SL003), 50 in 5 minutes (SL004),
-- audited. Slow in a large club, so it sets its own statement_timeout.
create function public.settle_season_question(_question_id uuid, _correct_answers text[]) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.season_questions;
  correct text[];
  undo_id uuid;
begin
  perform private.begin_admin_action('settle_season_question');
  before := private.locked_question(_question_id);
  if before.locks_at > clock_timestamp() then
    raise exception 'The question has not locked, so it cannot be settled' using errcode = 'SL005';
  end if;
  if before.closed_at is not null then
    raise exception 'The points of its season were cleared, so it cannot be settled' using errcode = 'SL005';
  end if;
  correct := private.read_answer(before.kind, _correct_answers, 1, case before.kind
    when 'text' then 50 when 'number' then 1 when 'team' then 5 else before.answer_count end);
  perform private.begin_undo('settle_season_question', _question_id::text);
  update public.season_questions q
     set correct_answers = correct, settled_at = coalesce(q.settled_at, clock_timestamp())
   where q.id = _question_id and q.correct_answers is distinct from correct;
  undo_id := private.end_undo();
  if undo_id is not null then
    perform private.write_audit('settle_season_question', 'season_questions', _question_id::text,
                                jsonb_build_object('title', before.title, 'correct_answers', before.correct_answers),
                                jsonb_build_object('correct_answers', correct));
  end if;
  return undo_id;
end $$;
grant execute on function public.settle_season_question(uuid, text[]) to authenticated, service_role;

-- Takes the right answer of a question back with its points; it stays locked. Returns the id for public.undo(). Raises
-- PT404, SL005 for a question that is not settled. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.reopen_season_question(_question_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.season_questions;
  undo_id uuid;
begin
  perform private.begin_admin_action('reopen_season_question');
  before := private.locked_question(_question_id);
  if before.settled_at is null then
    raise exception 'The question is not settled' using errcode = 'SL005';
  end if;
  if before.closed_at is not null then
    raise exception 'The points of its season were cleared, so it cannot be reopened' using errcode = 'SL005';
  end if;
  perform private.begin_undo('reopen_season_question', _question_id::text);
  update public.season_questions q set correct_answers = null, settled_at = null where q.id = _question_id;
  undo_id := private.end_undo();
  perform private.write_audit('reopen_season_question', 'season_questions', _question_id::text,
                              jsonb_build_object('title', before.title, 'correct_answers', before.correct_answers),
                              jsonb_build_object('correct_answers', null));
  return undo_id;
end $$;
grant execute on function public.reopen_season_question(uuid) to authenticated, service_role;

-- Deletes a question with its answers and their points. Returns the id for public.undo(). Raises PT404. Admins only
-- (SL003), 50 in 5 minutes (SL004), audited without the answers. Slow in a large club, so it sets its own
-- statement_timeout.
create function public.delete_season_question(_question_id uuid) returns uuid
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
declare
  before public.season_questions;
  undo_id uuid;
begin
  perform private.begin_admin_action('delete_season_question');
  before := private.locked_question(_question_id);
  perform private.lock_totals();
  perform private.begin_undo('delete_season_question', _question_id::text);
  -- Before the question, because their log needs its title.
  delete from public.season_answers a where a.question_id = _question_id;
  delete from public.season_questions q where q.id = _question_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('delete_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                              jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.delete_season_question(uuid) to authenticated, service_role;

-- Sets the scored answers of these members (null: all) to 0 points permanently, with private.clear_points(). When all
-- points are cleared, the settled questions are closed.
create function private.clear_answers(_user_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.season_answers a set points_earned = 0, cleared_at = clock_timestamp()
   where a.points_earned is not null and a.cleared_at is null
     and (_user_ids is null or a.user_id = any (_user_ids));
  if _user_ids is null then
    update public.season_questions q set closed_at = clock_timestamp()
     where q.settled_at is not null and q.closed_at is null;
  end if;
end $$;

-- Moves the answers of a removed account with their log, for private.move_predictions(). Of two answers to a question
-- the kept account's stays. Answers that nobody else may see are deleted.
create function private.move_answers(_keep_id uuid, _remove_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  moving public.season_answers[];
  shown constant uuid[] := array(
    select q.id from public.season_questions q where private.may_see('infinity', q.locks_at, null));
begin
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
  select _keep_id, q.id, q.title, 'deleted', r.answer, r.answer
    from public.season_answers r
    join public.season_answers k on k.question_id = r.question_id and k.user_id = _keep_id
    join public.season_questions q on q.id = r.question_id
   where r.user_id = _remove_id and q.id = any (shown);
  moving := array(
    select a from public.season_answers a
     where a.user_id = _remove_id and a.question_id = any (shown) and not exists (
       select from public.season_answers k where k.user_id = _keep_id and k.question_id = a.question_id));
  -- Deleted and added, because the totals follow added and deleted answers.
  perform private.rules_off();
  delete from public.season_answers a where a.user_id = _remove_id;
  insert into public.season_answers
  select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'user_id', _keep_id))).*
    from unnest(moving) m;
  perform private.rules_on();
  update public.season_answer_changes c set user_id = _keep_id
   where c.user_id = _remove_id and c.question_id = any (shown);
end $$;

create trigger points_follow_the_question before insert or update of cleared_at on public.season_answers
  for each row execute function private.set_points_of_answer();
create trigger changed_points_are_noted after update on public.season_answers
  referencing new table as new_rows old table as old_rows
  for each statement execute function private.note_changed_answers();
create trigger added_points_are_noted after insert on public.season_answers
  referencing new table as new_rows
  for each statement execute function private.note_added_answers();
create trigger deleted_points_are_noted after delete on public.season_answers
  referencing old table as old_rows
  for each statement execute function private.note_deleted_answers();

create trigger a_settled_question_is_scored after insert or update of correct_answers, settled_at
  on public.season_questions for each row execute function private.score_changed_question();
create trigger a_deleted_question_is_forgotten after delete on public.season_questions
  for each row execute function private.forget_deleted_question();

create trigger changes_are_recorded_for_undo after insert or update or delete on public.season_questions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
-- Points are not recorded: they follow from the question and the answer.
create trigger changes_are_recorded_for_undo after insert or delete or update of answer on public.season_answers
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on public.season_answer_changes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
