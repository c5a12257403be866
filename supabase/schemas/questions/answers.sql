-- Answers to season questions. They are secret until the lock, like predictions.

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
-- the lock, SL002 without the subscription of the competition, 22023 for an answer that does not fit, SL027 if the age
-- is not confirmed, SL012 if the session has ended.
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
  perform private.require_confirmation(me);
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
  if not private.may_play(me, competition, moment) then
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
   order by p.full_name collate "und-x-icu", a.user_id
   limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset)
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
    join public.competitions c on c.id = q.competition_id and player_season_answers.league in ('Overall', c.name)
   where a.user_id = _user_id
   order by q.settled_at desc, q.id
$$;
grant execute on function public.player_season_answers(uuid, text) to authenticated, service_role;
