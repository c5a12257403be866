-- Settling, reopening and deleting season questions.

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
