-- Season questions: the club's own questions about a competition, such as the champion or the first manager to go.
-- Their answers are secret until the lock, like predictions. 68_season_question_points.sql settles and scores them.

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

-- A text, a number or a team of an answer as answers are compared: a text without accents, case and repeated spaces, a
-- team by its canonical name.
create function private.answer_key(_kind text, _part text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when _kind in ('team', 'teams') then private.canonical_team_name(_part)
              when _kind = 'text' then private.searchable(btrim(regexp_replace(_part, '\s+', ' ', 'g')))
              else _part end
$$;

-- The answer as it is stored. Raises 22023 for an answer that does not fit the question. _parts: how many texts,
-- numbers or teams it has.
create function private.read_answer(_kind text, _answer text[], _least integer, _most integer) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text[] := array(select case when _kind like 'team%' then btrim(coalesce(p, ''))
                                 else private.tidy(coalesce(p, '')) end
                          from unnest(_answer) with ordinality a (p, nth) order by nth);
  wrong jsonb;
begin
  if cardinality(parts) not between _least and _most or '' = any (parts) then
    wrong := jsonb_build_object('count', _most, 'kind', case
      when _least < _most then case _kind when 'text' then 'give_up_to_answers' else 'give_up_to_teams' end
      when _least > 1 then 'choose_teams'
      else case _kind when 'number' then 'give_one_number' when 'text' then 'give_one_answer' else 'give_one_team' end
      end);
    raise exception '%', private.in_english(wrong) using errcode = '22023', detail = wrong;
  end if;
  if _kind = 'number' and parts[1] !~ '^[0-9]{1,9}$' then
    raise exception 'The answer is a whole number from 0 to 999,999,999'
      using errcode = '22023', detail = '{"kind": "answer_is_not_a_number"}';
  end if;
  if exists (select from unnest(parts) p where char_length(p) > 100) then
    raise exception 'An answer has at most 100 characters'
      using errcode = '22023', detail = '{"kind": "answer_is_too_long"}';
  end if;
  if _kind in ('team', 'teams') then
    if exists (select unnest(parts) except select t.name from public.teams t where t.name = any (parts)) then
      raise exception 'Choose teams of the club''s list'
        using errcode = '22023', detail = '{"kind": "choose_listed_teams"}';
    end if;
    if (select count(distinct private.answer_key(_kind, p)) from unnest(parts) p) < cardinality(parts) then
      raise exception 'Choose different teams' using errcode = '22023', detail = '{"kind": "choose_different_teams"}';
    end if;
  end if;
  return case _kind when 'number' then array[parts[1]::bigint::text] else parts end;
end $$;

-- Stores the caller's answer, or replaces it. The time is read after the question is locked, so a call that waited
-- cannot be accepted late (as private.enforce_prediction_rules()). Raises PT404 for an unknown question, SL001 after
-- the lock, SL002 without the subscription of the competition, 22023 for an answer that does not fit, SL012 if the
-- session has ended.
create function public.answer_season_question(_question_id uuid, _answer text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  question public.season_questions;
  competition public.competitions;
  before public.season_answers;
  moment timestamptz := clock_timestamp();
  given text[];
begin
  if me is null then
    raise exception 'Sign in to answer' using errcode = '42501';
  end if;
  perform private.require_open_session();
  -- Lock order: account, then question, as in the deletion of an account.
  perform from auth.users u where u.id = me for key share;
  select * into question from public.season_questions q where q.id = _question_id;
  if moment < question.locks_at then
    select * into question from public.season_questions q where q.id = _question_id for share;
    moment := clock_timestamp();
  end if;
  if question.id is null then
    raise exception 'There is no such question' using errcode = 'PT404';
  end if;
  if moment >= question.locks_at then
    raise exception 'Answers to this question are closed' using errcode = 'SL001',
      detail = format('It locked at %s', to_char(question.locks_at at time zone 'UTC',
                                                 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
  end if;
  select * into competition from public.competitions c where c.id = question.competition_id;
  if competition.needs_subscription and not exists (
       select from public.subscriptions s
        where s.user_id = me and s.subscription_type = competition.id
          and s.status = 'active' and s.expires_at > moment) then
    raise exception 'Answering in the % needs a subscription', competition.name using errcode = 'SL002';
  end if;
  given := private.read_answer(question.kind, _answer, question.answer_count, question.answer_count);
  -- Two requests of one member wait for each other, so the log has them in order.
  perform pg_advisory_xact_lock(hashtextextended('season answer:' || me, 0));
  select * into before from public.season_answers a where a.question_id = question.id and a.user_id = me;
  if before.answer = given then
    return;
  end if;
  insert into public.season_answers as a (question_id, user_id, answer, changed_at)
  values (question.id, me, given, moment)
  on conflict (question_id, user_id) do update set answer = excluded.answer, changed_at = excluded.changed_at;
  insert into public.season_answer_changes (user_id, question_id, question_title, change, old_answer, answer,
                                            changed_at)
  values (me, question.id, question.title, case when before.id is null then 'made' else 'changed' end, before.answer,
          given, moment);
end $$;
grant execute on function public.answer_season_question(uuid, text[]) to authenticated;

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
         not c.needs_subscription or exists (
           select from public.subscriptions s
            where s.user_id = (select auth.uid()) and s.subscription_type = c.id and s.status = 'active'
              and s.expires_at > o.now),
         case when q.locks_at > o.now and q.kind in ('team', 'teams') then private.teams_to_choose(c.name) end
    from public.season_questions q
   cross join moment o
    join public.competitions c on c.id = q.competition_id
    left join public.season_answers a on a.question_id = q.id and a.user_id = (select auth.uid())
   where q.closed_at is null and (select auth.uid()) is not null
   order by q.locks_at <= o.now, c.position, q.locks_at, q.created_at, q.id
$$;
grant execute on function public.my_season_questions() to authenticated;

-- How often each answer was given after the lock, most often first, at most 100; of several teams each is counted.
-- Answers that are compared as equal are one row, with the spelling that most members chose. No rows before the lock.
create function public.season_answer_counts(_question_id uuid)
returns table (answer text, members integer, is_right boolean)
language sql stable security definer set search_path = ''
as $$
  with parts as (
    select p.part, count(*) as members
      from public.season_answers a cross join unnest(a.answer) p (part)
     where a.question_id = _question_id group by p.part
  ), keyed as (
    select p.*, private.answer_key(q.kind, p.part) as key, q.kind, q.correct_answers
      from parts p
      join public.season_questions q on q.id = _question_id and private.may_see('infinity', q.locks_at, null)
  )
  select (array_agg(k.part order by k.members desc, k.part))[1], sum(k.members)::integer,
         bool_or(k.key = any (array(select private.answer_key(k.kind, c) from unnest(k.correct_answers) c)))
           filter (where k.correct_answers is not null)
    from keyed k group by k.key order by 2 desc, 1 limit 100
$$;
grant execute on function public.season_answer_counts(uuid) to authenticated, service_role;

-- Who answered what after the lock, by name; further pages begin at page_offset. page_limit: 1 to 200. No rows before
-- the lock.
create function public.season_answers_of(_question_id uuid, page_limit integer default 50,
                                         page_offset integer default 0)
returns table (user_id uuid, full_name text, answer text[], points_earned integer)
language sql stable security definer set search_path = ''
as $$
  select a.user_id, coalesce(p.full_name, 'Player'), a.answer, case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    left join public.profiles p on p.id = a.user_id
   where a.question_id = _question_id
   order by p.full_name, a.user_id
   limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
$$;
grant execute on function public.season_answers_of(uuid, integer, integer) to authenticated, service_role;

-- A member's answers to the settled questions of a leaderboard with their points, latest settled first.
create function public.player_season_answers(_user_id uuid, league text default 'Overall')
returns table (question_id uuid, competition_id text, title text, kind text, answer text[], correct_answers text[],
               points_earned integer)
language sql stable security definer set search_path = ''
as $$
  select q.id, q.competition_id, q.title, q.kind, a.answer, q.correct_answers,
         case when a.cleared_at is null then a.points_earned end
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and q.settled_at is not null and q.closed_at is null
   where a.user_id = _user_id and private.scope_of(player_season_answers.league) in (q.competition_id, 'overall')
   order by q.settled_at desc, q.id
$$;
grant execute on function public.player_season_answers(uuid, text) to authenticated, service_role;

-- The points of these members for season questions on a leaderboard.
create function public.question_points(league text, user_ids uuid[])
returns table (user_id uuid, points integer)
language sql stable security definer set search_path = ''
as $$
  select t.user_id, t.question_points from private.player_totals t
   where t.scope = private.scope_of(question_points.league) and t.user_id = any (user_ids[1:200])
$$;
grant execute on function public.question_points(text, uuid[]) to authenticated, service_role;

-- The answers to locked questions with their points by member, for private.fill_snapshot().
create function private.answers_of_snapshot()
returns table (user_id uuid, user_name text, points integer, answers jsonb)
language sql stable security definer set search_path = ''
as $$
  select a.user_id, coalesce(f.full_name, 'Player'), coalesce(sum(a.points_earned), 0)::integer,
         jsonb_agg(jsonb_build_object(
           'match', q.title, 'actual', array_to_string(q.correct_answers, ', '),
           'prediction', array_to_string(a.answer, ', '), 'points', a.points_earned) order by q.locks_at, q.id)
    from public.season_answers a
    join public.season_questions q on q.id = a.question_id and private.may_see('infinity', q.locks_at, null)
    join public.profiles f on f.id = a.user_id
   group by a.user_id, f.full_name
$$;

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
  perform private.refuse_changed(_seen, to_jsonb(before));
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
