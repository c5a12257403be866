-- Season questions: the club's own questions about a competition, such as the champion or the first manager to go.
-- Their answers are secret until the lock, like predictions. questions/settling.sql settles them,
-- questions/points.sql scores them.

-- The questions. `correct_answers` is null until the organiser settles the question.
create table public.season_questions (
  id uuid primary key default gen_random_uuid(),
  competition_id text not null references public.competitions (id),
  kind text not null constraint kind_is_known check (kind in ('text', 'number', 'team', 'teams')),
  title text not null constraint titles_are_1_to_100_long check (char_length(trim(title)) between 1 and 100),
  help text constraint helps_are_at_most_300_long check (char_length(help) <= 300),
  points integer not null constraint points_are_1_to_100 check (points between 1 and 100),
  answer_count integer not null default 1,
  locks_at timestamptz not null,
  correct_answers text[],
  settled_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint only_teams_are_several check (case kind when 'teams' then answer_count between 2 and 10
                                             else answer_count = 1 end),
  constraint a_settled_question_has_an_answer check ((correct_answers is null) = (settled_at is null)),
  constraint it_settles_after_its_lock check (settled_at >= locks_at),
  constraint it_locks_before_2200 check (locks_at < '2200-01-01 00:00:00+00')
);
comment on column public.season_questions.points is 'for the right answer; of kind teams for each right team';
comment on column public.season_questions.correct_answers is 'of kind text the accepted spellings';
comment on column public.season_questions.closed_at is
  'when all points of the club were cleared; pages no longer show the question';

-- The answers of members. A text, a number or a team is an array of one.
create table public.season_answers (
  id uuid primary key default gen_random_uuid(),
  question_id uuid not null references public.season_questions (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  answer text[] not null constraint answers_have_1_to_10_parts check (cardinality(answer) between 1 and 10),
  points_earned integer,
  cleared_at timestamptz,
  changed_at timestamptz not null default clock_timestamp(),
  constraint one_answer_per_member_and_question unique (question_id, user_id),
  constraint cleared_points_are_0 check (cleared_at is null or points_earned = 0)
);
comment on column public.season_answers.points_earned is 'null until the question is settled';
comment on column public.season_answers.cleared_at is 'when an admin cleared these points; they stay 0';
create index season_answers_by_user on public.season_answers (user_id);

-- The append-only log of answers. It has the question's title, so that it is readable after the question is deleted.
create table public.season_answer_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  question_id uuid references public.season_questions (id) on delete set null,
  question_title text not null,
  change text not null constraint change_is_known check (change in ('made', 'changed', 'deleted')),
  old_answer text[],
  answer text[] not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index season_answer_changes_by_user on public.season_answer_changes (user_id, changed_at desc);
create index season_answer_changes_by_question on public.season_answer_changes (question_id);

alter table public.season_questions enable row level security;
alter table public.season_answers enable row level security;
alter table public.season_answer_changes enable row level security;
revoke all on public.season_questions, public.season_answers, public.season_answer_changes
  from anon, authenticated, service_role;
grant select on public.season_questions, public.season_answers, public.season_answer_changes
  to authenticated, service_role;

create policy "signed-in users see the questions" on public.season_questions for select to authenticated using (true);
create policy "members see their own answers" on public.season_answers
  for select to authenticated using (user_id = (select auth.uid()));
create policy "signed-in users see all answers after the lock" on public.season_answers
  for select to authenticated
  using (question_id in (select q.id from public.season_questions q
                          where private.may_see('infinity', q.locks_at, null)));
create policy "members see their own changes of answers" on public.season_answer_changes
  for select to authenticated using (user_id = (select auth.uid()));
create policy "signed-in users see all changes of answers after the lock" on public.season_answer_changes
  for select to authenticated
  using (question_id in (select q.id from public.season_questions q
                          where private.may_see('infinity', q.locks_at, null)));

-- The teams of a competition's matches of the last 200 days and later; all teams of the club without any, in the order
-- of their names.
create function private.teams_to_choose(_league text) returns text[]
language sql stable security definer set search_path = ''
as $$
  with playing as materialized (
    select distinct t.name
      from public.matches m cross join unnest(array[m.home_team_name, m.away_team_name]) t (name)
     where m.league = _league and m.match_date > private.club_today() - 200
  )
  select array(select p.name from playing p
               union select t.name from public.teams t where not exists (select from playing) order by 1)
$$;

-- The questions that pages show, with the caller's answer: the open ones in the order of their locks, then the others.
-- teams: of the competition's matches, for an open question about teams; all teams of the club while it has no match.
create function public.my_season_questions()
returns table (id uuid, competition_id text, kind text, title text, help text, points integer, answer_count integer,
               locks_at timestamptz, is_open boolean, correct_answers text[], settled_at timestamptz,
               answers integer, answer text[], points_earned integer, may_answer boolean, teams text[])
language sql stable security definer set search_path = ''
as $$
  with moment as materialized (select clock_timestamp() as now)
  select q.id, q.competition_id, q.kind, q.title, q.help, q.points, q.answer_count, q.locks_at, q.locks_at > o.now,
         q.correct_answers, q.settled_at,
         (select count(*)::integer from public.season_answers n where n.question_id = q.id),
         a.answer, case when a.cleared_at is null then a.points_earned end,
         private.may_play((select auth.uid()), c, o.now),
         case when q.locks_at > o.now and q.kind in ('team', 'teams') then private.teams_to_choose(c.name) end
    from public.season_questions q
   cross join moment o
    join public.competitions c on c.id = q.competition_id
    left join public.season_answers a on a.question_id = q.id and a.user_id = (select auth.uid())
   where q.closed_at is null and (select auth.uid()) is not null
   order by q.locks_at <= o.now, c.position, q.locks_at, q.created_at, q.id
$$;
grant execute on function public.my_season_questions() to authenticated;

-- The question, locked. Raises PT404 for an unknown one.
create function private.locked_question(_question_id uuid) returns public.season_questions
language plpgsql security definer set search_path = ''
as $$
declare
  question public.season_questions;
begin
  select * into question from public.season_questions q where q.id = _question_id for update;
  if question.id is null then
    raise exception 'There is no such question' using errcode = 'PT404';
  end if;
  return question;
end $$;

-- All questions for the organiser's screen, the latest lock first, with the number of answers. Admins and helpers for
-- results only (SL003).
create function public.admin_season_questions()
returns table (id uuid, competition_id text, kind text, title text, help text, points integer, answer_count integer,
               locks_at timestamptz, is_open boolean, correct_answers text[], settled_at timestamptz,
               closed_at timestamptz, answers integer, teams text[])
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_act('admin_season_questions');
  return query
  select q.id, q.competition_id, q.kind, q.title, q.help, q.points, q.answer_count, q.locks_at,
         q.locks_at > clock_timestamp(), q.correct_answers, q.settled_at, q.closed_at,
         (select count(*)::integer from public.season_answers a where a.question_id = q.id),
         case when q.kind in ('team', 'teams') and q.locks_at <= clock_timestamp() and q.closed_at is null
           then private.teams_to_choose(c.name) end
    from public.season_questions q join public.competitions c on c.id = q.competition_id
   order by q.closed_at is not null, q.locks_at desc, q.created_at desc, q.id;
end $$;
grant execute on function public.admin_season_questions() to authenticated, service_role;

-- Raises 22023 for a lock that has passed, or of the year 2200 or later.
create function private.require_future_lock(_locks_at timestamptz) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if _locks_at is null or _locks_at <= clock_timestamp() then
    raise exception 'The lock must be in the future' using errcode = '22023';
  end if;
  perform private.require_plausible(_locks_at);
end $$;

-- Adds a question and returns its id. Raises 22023 for a lock that has passed, 23503 for an unknown competition, 23514
-- for a value that is not valid. A second call with the same _request_key returns the first result and changes
-- nothing. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.add_season_question(_competition_id text, _kind text, _title text, _help text,
                                           _points integer, _locks_at timestamptz, _answer_count integer default 1,
                                           _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  added public.season_questions;
begin
  perform private.begin_admin_action('add_season_question');
  first := private.first_result(_request_key, 'add_season_question');
  if first is not null then
    return (first ->> 'id')::uuid;
  end if;
  perform private.require_future_lock(_locks_at);
  insert into public.season_questions (competition_id, kind, title, help, points, locks_at, answer_count)
  values (_competition_id, _kind, private.tidy(_title), nullif(trim(_help), ''), _points, _locks_at,
          coalesce(_answer_count, 1))
  returning * into added;
  perform private.write_audit('add_season_question', 'season_questions', added.id::text, null, to_jsonb(added));
  perform private.keep_result(_request_key, jsonb_build_object('id', added.id));
  return added.id;
end $$;
grant execute on function public.add_season_question(text, text, text, text, integer, timestamptz, integer, uuid)
  to authenticated, service_role;

-- Changes an open question. After the first answer only its help and its lock change. _seen: the values that the
-- organiser saw, by column. Raises SL016 if one of them has changed, PT404, SL005 for a question that has locked or,
-- for other values, that has answers, 22023, 23503 and 23514 as above. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited.
create function public.change_season_question(_question_id uuid, _competition_id text, _kind text, _title text,
                                              _help text, _points integer, _locks_at timestamptz,
                                              _answer_count integer default 1, _seen jsonb default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before public.season_questions;
  after public.season_questions;
begin
  perform private.begin_admin_action('change_season_question');
  before := private.locked_question(_question_id);
  perform private.refuse_changed(_seen, to_jsonb(before), 'season_questions', _question_id::text);
  if before.locks_at <= clock_timestamp() then
    raise exception 'The question has locked, so it cannot change' using errcode = 'SL005';
  end if;
  perform private.require_future_lock(_locks_at);
  if (before.competition_id, before.kind, before.title, before.points, before.answer_count)
       is distinct from (_competition_id, _kind, private.tidy(_title), _points, coalesce(_answer_count, 1))
     and exists (select from public.season_answers a where a.question_id = _question_id) then
    raise exception 'Members have answered, so only the help and the lock can change' using errcode = 'SL005';
  end if;
  update public.season_questions q
     set competition_id = _competition_id, kind = _kind, title = private.tidy(_title), help = nullif(trim(_help), ''),
         points = _points, locks_at = _locks_at, answer_count = coalesce(_answer_count, 1)
   where q.id = _question_id
  returning q.* into after;
  if after is distinct from before then
    perform private.write_audit('change_season_question', 'season_questions', _question_id::text, to_jsonb(before),
                                to_jsonb(after));
  end if;
end $$;
grant execute on function public.change_season_question(uuid, text, text, text, text, integer, timestamptz, integer,
                                                        jsonb) to authenticated, service_role;

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
