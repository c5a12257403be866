-- Settling season questions, and their points (decision 66). A settled question has a row in private.scored_matches,
-- of its competition and of the day on which it was settled, without a matchday and a month. Its match_date is the day
-- of the lock, so groups that count from joining leave out questions that locked before. The points of answers reach
-- the totals by the path of predictions (scoring/counting_points.sql).

-- The points that count on a leaderboard beside those of matches: of answers to season questions, by member and
-- question, and carried points. Of these members, or of all. plpgsql, because it reads tables of later files.
create function private.other_gains(_board bigint, _user_ids uuid[] default null)
returns table (user_id uuid, competition_id text, day date, locked_on date, points integer,
              is_carried boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
  select a.user_id, n.competition_id, n.day, n.match_date, a.points_earned, false
    from private.scored_matches n
    join public.season_answers a on a.question_id = n.question_id and a.points_earned > 0 and a.cleared_at is null
   where _board = any (n.board_ids) and (_user_ids is null or a.user_id = any (_user_ids))
  union all
  select a.user_id, n.competition_id, n.day, n.match_date, a.points_earned, true
    from private.scored_matches n
    join private.carried_points a on a.carried_id = n.carried_id and a.points_earned > 0 and a.cleared_at is null
   where _board = any (n.board_ids) and (_user_ids is null or a.user_id = any (_user_ids));
end $$;

-- The points of these members for season questions on a leaderboard.
create function public.question_points(league text, user_ids uuid[])
returns table (user_id uuid, points integer)
language sql stable security definer set search_path = ''
as $$
  select t.user_id, t.question_points from private.player_totals t
   where t.board_id = (select private.board_of(question_points.league)) and t.user_id = any (user_ids[1:200])
$$;
grant execute on function public.question_points(text, uuid[]) to authenticated, service_role;

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
  insert into private.scored_matches (question_id, kind, competition_id, day, match_date, board_ids)
  select q.id, 'question', q.competition_id, private.question_day(q),
         (q.locks_at at time zone private.club_time_zone())::date,
         array(select b.id from private.boards b where private.covers(b, q.competition_id) order by b.id)
    from public.season_questions q
   where q.settled_at is not null and (_question_ids is null or q.id = any (_question_ids))
  on conflict do nothing
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

-- Logs deleted answers, except those of a deleted account: its log rows are deleted with it.
create function private.log_deleted_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.rules_are_off() then
    insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer)
    select o.user_id, q.id, q.title, 'deleted', o.answer, o.answer
      from old_rows o
      join public.season_questions q on q.id = o.question_id
      join public.profiles f on f.id = o.user_id;
  end if;
  return null;
end $$;

create trigger points_follow_the_question before insert or update of cleared_at on public.season_answers
  for each row execute function private.set_points_of_answer();
create trigger deleted_answers_are_logged after delete on public.season_answers
  referencing old table as old_rows
  for each statement execute function private.log_deleted_answers();
create trigger a_settled_question_is_scored after insert or update of correct_answers, settled_at
  on public.season_questions for each row execute function private.score_changed_question();
