-- Ending the season as one guided act (decision 63): nine steps in their order, each in its transaction. What a step
-- did is stored, so that the page can be left, and each step and the whole act can be undone.

-- The endings of seasons. season: "2025-26". first_day and last_day: of the matches whose points counted when it
-- began. seasons: what these matches have as their season.
create table private.season_endings (
  id uuid primary key default gen_random_uuid(),
  season text not null,
  first_day date not null,
  last_day date not null,
  seasons text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  -- Without a foreign key, as in the audit log.
  started_by uuid,
  finished_at timestamptz,
  undone_at timestamptz,
  constraint a_season_ends_after_it_starts check (first_day <= last_day)
);
create unique index one_season_ends_at_a_time on private.season_endings ((true))
  where finished_at is null and undone_at is null;

-- The steps that were done or skipped. A step that is undone has no row.
create table private.season_steps (
  ending_id uuid not null references private.season_endings (id) on delete cascade,
  step text not null constraint step_is_known
    check (step in ('matches', 'leaderboards', 'subscriptions', 'snapshot', 'honours', 'access', 'points', 'import',
                    'members')),
  is_skipped boolean not null,
  done_at timestamptz not null default clock_timestamp(),
  done_by uuid,
  summary text not null,
  made jsonb not null default '{}',
  facts jsonb,
  primary key (ending_id, step)
);
comment on column private.season_steps.summary is 'what the step did, in words: "4 leaderboards with 212 members"';
comment on column private.season_steps.made is 'what its undo needs: ids, and values from before the step';
comment on column private.season_steps.facts is
  'the summary as facts (foundation/sentences.sql); null for steps of earlier versions';

-- The steps in their order. is_skippable: nothing is lost without it.
create function private.season_step_list()
returns table (place integer, step text, title text, is_skippable boolean)
language sql immutable set search_path = ''
as $$
  values (1, 'matches', 'Unfinished matches', false),
         (2, 'leaderboards', 'Archive the leaderboards', false),
         (3, 'subscriptions', 'Archive the subscriptions', true),
         (4, 'snapshot', 'Take a snapshot', true),
         (5, 'honours', 'Close the honours', true),
         (6, 'access', 'End subscriptions and codes', true),
         (7, 'points', 'Clear the points', false),
         (8, 'import', 'Import the next season', true),
         (9, 'members', 'Tell the members', true)
$$;

-- How long after its last step an ending can be undone.
create function private.season_undo_window() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

-- The completed matches with points that are not cleared: the running season.
create function private.running_matches() returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  -- The crowd knows for each match whether all its predictions are cleared.
  select m.* from private.crowd_predictions k join public.matches m on m.id = k.match_id
   where not k.is_cleared and m.status = 'completed'
$$;

-- The days and seasons of the running season, of all competitions or of one. "2025-26" is the season of the latest
-- match, or the years of the days. No row before a result.
create function private.running_season(_league text default null)
returns table (season text, first_day date, last_day date, seasons text[])
language sql stable security definer set search_path = ''
as $$
  select coalesce(replace((array_agg(m.season order by m.kickoff_at desc, m.id) filter (where m.season <> ''))[1],
                          '/', '-'),
                  to_char(min(m.match_date), 'YYYY') || case
                    when date_trunc('year', min(m.match_date)) < date_trunc('year', max(m.match_date))
                      then to_char(max(m.match_date), '-YY') else '' end),
         min(m.match_date), max(m.match_date),
         coalesce(array_agg(distinct m.season) filter (where m.season <> ''), '{}')
    from private.running_matches() m
   where _league is null or m.league = _league
  having count(*) > 0
$$;

-- The ending that is under way, or that was finished and can still be undone; a row of nulls without one.
create function private.current_season_ending() returns private.season_endings
language sql stable security definer set search_path = ''
as $$
  select e.* from private.season_endings e
   where e.undone_at is null
     and (e.finished_at is null or e.finished_at > clock_timestamp() - private.season_undo_window())
   order by e.started_at desc limit 1
$$;

-- The current ending, locked, so that two organisers act one after the other. With _starts an ending begins if there
-- is none. Raises 22023 without a result, and without an ending unless it starts.
create function private.lock_season_ending(_starts boolean) returns private.season_endings
language plpgsql security definer set search_path = ''
as $$
declare
  current private.season_endings := private.current_season_ending();
begin
  if current.id is null and _starts then
    insert into private.season_endings (season, first_day, last_day, seasons, started_by)
    select s.season, s.first_day, s.last_day, s.seasons, (select auth.uid()) from private.running_season() s
    on conflict do nothing;
    current := private.current_season_ending();
  end if;
  if current.id is null then
    if _starts then
      raise exception 'There is nothing to end: no match with predictions was completed'
        using errcode = '22023', detail = '{"kind": "nothing_to_end"}';
    end if;
    raise exception 'No season is being ended' using errcode = '22023', detail = '{"kind": "no_season_is_ending"}';
  end if;
  -- The state after another organiser's transaction.
  select * into current from private.season_endings e where e.id = current.id for update;
  if current.undone_at is not null then
    raise exception 'Another organiser has just undone this. Load the page again'
      using errcode = '22023', detail = '{"kind": "another_has_undone_this"}';
  end if;
  return current;
end $$;

-- The matches of the season that are neither completed nor cancelled: those with its season, and those without a
-- season whose kick-off has passed.
create function private.unfinished_matches(_seasons text[]) returns setof public.matches
language sql stable security definer set search_path = ''
as $$
  select m.* from public.matches m
   where m.status in ('upcoming', 'live')
     and (m.season = any (_seasons)
          or (m.season is null and m.kickoff_confirmed and m.kickoff_at <= clock_timestamp()))
$$;

-- The unfinished matches of the running season in the order of kick-offs, the first 500. Admins only (SL003).
create function public.season_unfinished_matches()
returns table (id uuid, home text, away text, league text, match_date date, status text, predictions integer,
               is_awaiting_result boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select m.id, m.home_team_name, m.away_team_name, m.league, m.match_date, m.status, m.predictions_count,
         private.is_awaiting_result(m, clock_timestamp())
    from private.unfinished_matches(coalesce((private.current_season_ending()).seasons,
                                             (select s.seasons from private.running_season() s))) m
   order by m.kickoff_at, m.id limit 500;
end $$;
grant execute on function public.season_unfinished_matches() to authenticated, service_role;

-- Raises 22023 unless all steps before this one are done or skipped. Returns whether the step itself is.
create function private.is_season_step_done(_ending_id uuid, _step text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  missing record;
begin
  if not exists (select from private.season_step_list() l where l.step = _step) then
    raise exception 'There is no step %', _step using errcode = '22023';
  end if;
  if exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = _step) then
    return true;
  end if;
  select l.step, l.title into missing
    from private.season_step_list() l join private.season_step_list() this on this.step = _step
   where l.place < this.place
     and not exists (select from private.season_steps s where s.ending_id = _ending_id and s.step = l.step)
   order by l.place limit 1;
  if found then
    raise exception 'First comes the step "%"', missing.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'first_comes_the_step', 'step', missing.step);
  end if;
  return false;
end $$;

-- Stores a step that was done or skipped, and audits it. Returns its summary. The last one finishes the ending.
create function private.keep_season_step(_ending_id uuid, _step text, _is_skipped boolean, _facts jsonb, _made jsonb)
returns text
language plpgsql security definer set search_path = ''
as $$
declare
  _summary text := private.in_english(_facts);
  audited jsonb := jsonb_build_object('step', (select l.title from private.season_step_list() l where l.step = _step),
                                      'summary', _summary, 'key', _step, 'facts', _facts);
begin
  insert into private.season_steps (ending_id, step, is_skipped, done_by, summary, facts, made)
  values (_ending_id, _step, _is_skipped, (select auth.uid()), _summary, _facts, coalesce(_made, '{}'));
  update private.season_endings e set finished_at = clock_timestamp()
   where e.id = _ending_id
     and (select count(*) from private.season_steps s where s.ending_id = e.id)
         = (select count(*) from private.season_step_list());
  if _is_skipped then
    perform private.write_audit('skip_season_step', 'season_endings', _ending_id::text, null, audited);
  else
    perform private.write_audit('take_season_step', 'season_endings', _ending_id::text, null, audited);
  end if;
  return _summary;
end $$;

-- Does a step of the season's end, the first of which begins it. _choices: for 'matches' {"cancel": [ids]} of
-- public.season_unfinished_matches(), which keeps the others; for 'access' {"all": true} to end subscriptions and
-- codes that are not of the season too; for 'members' {"title", "message"}. _pin: for 'points'. Returns {"outcome":
-- 'done' or 'already', "summary", "facts"}; a step that is done changes nothing. For 'points' also the other outcomes
-- of public.clear_all_points(), with "attempts_left" and "retry_after_seconds". Raises 22023 in the wrong order, and
-- if there is nothing to end. Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large club, so it
-- sets its own statement_timeout.
create function public.take_season_step(_step text, _choices jsonb default '{}', _pin text default null) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  ending private.season_endings;
  work jsonb;
begin
  perform private.begin_admin_action('take_season_step');
  ending := private.lock_season_ending(true);
  if private.is_season_step_done(ending.id, _step) then
    return (select jsonb_build_object('outcome', 'already', 'summary', s.summary, 'facts', s.facts)
              from private.season_steps s where s.ending_id = ending.id and s.step = _step);
  end if;
  case _step
    when 'matches' then work := private.finish_matches_of_season(ending, _choices);
    when 'leaderboards' then work := private.archive_leaderboards_of_season(ending);
    when 'subscriptions' then work := private.archive_subscriptions_of_season(ending);
    when 'snapshot' then work := private.snapshot_season(ending);
    when 'honours' then work := private.close_honours_of_season(ending);
    when 'access' then work := private.end_access_of_season(ending, _choices);
    when 'points' then work := private.clear_points_of_season(ending, _pin);
    when 'import' then work := private.confirm_next_season(ending);
    when 'members' then work := private.tell_members_of_season(_choices);
  end case;
  if work ? 'outcome' then
    return work;
  end if;
  return jsonb_build_object(
    'outcome', 'done', 'facts', work -> 'facts',
    'summary', private.keep_season_step(ending.id, _step, false, work -> 'facts', work -> 'made'));
end $$;
grant execute on function public.take_season_step(text, jsonb, text) to authenticated, service_role;

-- Skips a step without which nothing is lost; skipping it twice changes nothing. Raises 22023 in the wrong order, and
-- for a step that cannot be skipped. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.skip_season_step(_step text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  ending private.season_endings;
  this record;
begin
  perform private.begin_admin_action('skip_season_step');
  ending := private.lock_season_ending(false);
  if private.is_season_step_done(ending.id, _step) then
    return;
  end if;
  select * into this from private.season_step_list() l where l.step = _step;
  if not this.is_skippable then
    raise exception 'The step "%" cannot be skipped', this.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'step_cannot_be_skipped', 'step', _step);
  end if;
  perform private.keep_season_step(ending.id, _step, true, '{"kind": "skipped"}', '{}');
end $$;
grant execute on function public.skip_season_step(text) to authenticated, service_role;

-- Whether the season's end has closed the honours, and the points are not cleared yet.
create function private.honours_are_closed() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.season_endings e join private.season_steps s on s.ending_id = e.id
     where e.undone_at is null and e.finished_at is null and s.step = 'honours' and not s.is_skipped
       and not exists (select from private.season_steps o where o.ending_id = e.id and o.step = 'points'))
$$;

-- Takes the locks of an undo, in the order of leaderboards/boards.sql.
create function private.lock_for_season_undo(_ending_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  made jsonb := (select jsonb_object_agg(s.step, s.made) from private.season_steps s where s.ending_id = _ending_id);
begin
  perform private.lock_provider();
  perform from public.matches m
   where m.id in (select i::uuid from jsonb_array_elements_text(made -> 'matches' -> 'cancelled') i)
   order by m.id for no key update;
  perform from public.plan_codes c
   where c.id in (select (e ->> 'id')::uuid from jsonb_array_elements(made -> 'access' -> 'codes') e)
   order by c.id for update;
  perform private.lock_totals();
end $$;

-- Undoes the last steps of an ending, whose row the caller has locked: one, or all. Returns what is kept as it is, as
-- sentences (foundation/sentences.sql). Raises 22023 when 24 hours have passed since the last step.
create function private.undo_season_steps(_ending private.season_endings, _most integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  last_step private.season_steps;
  fact jsonb;
  kept jsonb := '[]';
begin
  if not exists (select from private.season_steps s
                  where s.ending_id = _ending.id and s.done_at > clock_timestamp() - private.season_undo_window()) then
    raise exception 'It is too late to undo this: 24 hours have passed since the last step'
      using errcode = '22023', detail = '{"kind": "too_late_to_undo_the_season"}';
  end if;
  perform private.lock_for_season_undo(_ending.id);
  for last_step in
    select s.* from private.season_steps s join private.season_step_list() l on l.step = s.step
     where s.ending_id = _ending.id order by l.place desc limit _most
  loop
    if not last_step.is_skipped then
      fact := case last_step.step
        when 'matches' then private.restore_matches_of_season(last_step.made)
        when 'leaderboards' then private.delete_archives_of_season(last_step.made)
        when 'subscriptions' then private.delete_subscription_archive_of_season(last_step.made)
        when 'snapshot' then private.delete_snapshot_of_season(last_step.made)
        when 'honours' then private.reopen_honours_of_season(last_step)
        when 'access' then private.restore_access_of_season(last_step.made)
        when 'points' then private.restore_points_of_season(last_step)
        when 'import' then private.keep_next_season(_ending)
        when 'members' then private.withdraw_message_of_season(last_step.made) end;
      kept := kept || coalesce(private.sentence(fact), '[]');
    end if;
    delete from private.season_steps s where s.ending_id = _ending.id and s.step = last_step.step;
  end loop;
  return kept;
end $$;

-- Undoes a step of the season's end, as long as no later one is done. Returns what has changed since and is kept, as
-- sentences [{"kind", arguments, "text"}]. Raises PT404 for a step that is not done, and 22023 if a later one is done
-- or 24 hours have passed since the last one. Admins only (SL003), 50 in 5 minutes (SL004), audited. Slow in a large
-- club, so it sets its own statement_timeout.
create function public.undo_season_step(_step text) returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  ending private.season_endings;
  latest record;
  kept jsonb;
begin
  perform private.begin_admin_action('undo_season_step');
  ending := private.lock_season_ending(false);
  if not exists (select from private.season_steps s where s.ending_id = ending.id and s.step = _step) then
    raise exception 'This step is not done' using errcode = 'PT404';
  end if;
  select l.step, l.title into latest
    from private.season_steps s join private.season_step_list() l on l.step = s.step
   where s.ending_id = ending.id order by l.place desc limit 1;
  if latest.step <> _step then
    raise exception 'First undo the later step "%"', latest.title using errcode = '22023',
      detail = jsonb_build_object('kind', 'first_undo_the_step', 'step', latest.step);
  end if;
  kept := private.undo_season_steps(ending, 1);
  update private.season_endings e
     set finished_at = null,
         undone_at = case when not exists (select from private.season_steps s where s.ending_id = e.id)
                          then clock_timestamp() end
   where e.id = ending.id;
  perform private.write_audit('undo_season_step', 'season_endings', ending.id::text, null,
                              jsonb_build_object('step', latest.title, 'key', latest.step, 'kept', kept));
  return kept;
end $$;
grant execute on function public.undo_season_step(text) to authenticated, service_role;

-- Undoes all steps of the season's end in the reverse order. Returns what has changed since and is kept, as above.
-- Raises 22023 without an ending, and when 24 hours have passed since the last step. Admins only (SL003), 50 in 5
-- minutes (SL004), audited. Slow in a large club, so it sets its own statement_timeout.
create function public.undo_season() returns jsonb
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
declare
  ending private.season_endings;
  kept jsonb;
begin
  perform private.begin_admin_action('undo_season');
  ending := private.lock_season_ending(false);
  kept := private.undo_season_steps(ending, null);
  update private.season_endings e set undone_at = clock_timestamp() where e.id = ending.id;
  perform private.write_audit('undo_season', 'season_endings', ending.id::text, null,
                              jsonb_build_object('season', ending.season, 'kept', kept));
  return kept;
end $$;
grant execute on function public.undo_season() to authenticated, service_role;

-- What a step will do, with counts, as facts (foundation/sentences.sql).
create function private.season_step_facts(_step text, _ending private.season_endings) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  case _step
    when 'matches' then
      return (select jsonb_build_object(
                'kind', case when count(*) = 0 then 'no_unfinished_matches' else 'unfinished_matches' end,
                'count', count(*))
                from private.unfinished_matches(_ending.seasons));
    when 'leaderboards' then
      return (select jsonb_build_object(
                'kind', 'leaderboards', 'count', count(distinct m.league),
                'members', (select count(*) from private.player_totals t
                             where t.board_id = (select private.board_of('Overall')) and t.predictions_scored > 0))
                from private.running_matches() m);
    when 'subscriptions' then
      return (select jsonb_build_object('kind', 'subscriptions', 'count', count(*)) from public.subscriptions s
               where s.started_at >= private.first_subscription_day(_ending)::timestamp at time zone 'UTC');
    when 'snapshot' then
      return (select jsonb_build_object('kind', 'predictions', 'count', coalesce(sum(m.predictions_count), 0))
                from public.matches m where private.may_see('infinity', m.locks_at, null));
    when 'honours' then
      return private.honours_in_facts();
    when 'access' then
      return (select jsonb_build_object('kind', 'access_ends', 'subscriptions', count(*),
                                        'codes', (select count(*) from private.codes_to_end(_ending, false)))
                from private.subscriptions_to_end(_ending, false));
    when 'points' then
      return (select jsonb_build_object('kind', 'points_cleared', 'count', coalesce(sum(t.predictions_scored), 0))
                from private.player_totals t where t.board_id = (select private.board_of('Overall')));
    when 'import' then
      return (select jsonb_build_object(
                'kind', case when n.matches = 0 then 'no_next_season' else 'next_season' end, 'count', n.matches)
                from (select private.next_season_matches(_ending) as matches) n);
    when 'members' then
      -- Counted when the step is next, because it looks at the choices of every member.
      if not exists (select from private.season_steps s where s.ending_id = _ending.id and s.step = 'import') then
        return (select jsonb_build_object('kind', 'to_members', 'members', count(*)) from private.members());
      end if;
      return (select jsonb_build_object('kind', 'to_members_by', 'members', r.members, 'bell', r.bell,
                                        'push', r.push, 'email', r.email)
                from public.preview_club_message('everyone') r);
  end case;
end $$;

-- The plan of the season's end: {"state": 'nothing', 'ready', 'under_way' or 'done', "season", "first_day",
-- "last_day", "next": the step that is due, "undo_until", "undone_at": when the latest ending was undone,
-- "lasting": how many subscriptions and codes are not of it, "draft": {"title", "message", "facts"}, "steps":
-- [{"step", "title", "is_skippable", "state": 'open', 'done' or 'skipped', "words" and "facts": what it will do or
-- did, "done_at", "done_by"}]}. Admins only (SL003).
create function public.season_plan() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  ending private.season_endings;
  running record;
  steps jsonb;
  next_step text;
  last_step_at timestamptz;
begin
  perform private.require_admin();
  ending := private.current_season_ending();
  select * into running from private.running_season();
  if ending.id is null and running.season is not null then
    ending.season := running.season;
    ending.first_day := running.first_day;
    ending.last_day := running.last_day;
    ending.seasons := running.seasons;
  end if;
  if ending.season is not null then
    select jsonb_agg(jsonb_build_object(
             'step', l.step, 'title', l.title, 'is_skippable', l.is_skippable,
             'state', case when s.step is null then 'open' when s.is_skipped then 'skipped' else 'done' end,
             'words', coalesce(s.summary, private.in_english(f.facts)), 'facts', f.facts,
             'done_at', s.done_at, 'done_by', p.full_name) order by l.place),
           (array_agg(l.step order by l.place) filter (where s.step is null))[1], max(s.done_at)
      into steps, next_step, last_step_at
      from private.season_step_list() l
      left join private.season_steps s on s.ending_id = ending.id and s.step = l.step
      left join public.profiles p on p.id = s.done_by
     cross join lateral (select case when s.step is null then private.season_step_facts(l.step, ending)
                                     else s.facts end as facts) f;
  end if;
  return jsonb_build_object(
    'state', case when ending.finished_at is not null then 'done' when ending.id is not null then 'under_way'
                  when ending.season is not null then 'ready' else 'nothing' end,
    'season', ending.season, 'first_day', ending.first_day, 'last_day', ending.last_day, 'next', next_step,
    'undo_until', case when last_step_at > clock_timestamp() - private.season_undo_window()
                       then last_step_at + private.season_undo_window() end,
    'undone_at', case when ending.id is null then (
      select max(e.undone_at) from private.season_endings e
       where e.undone_at > clock_timestamp() - private.season_undo_window()) end,
    'lasting', case when next_step = 'access' then
      (select count(*) from private.subscriptions_to_end(ending, true))
      - (select count(*) from private.subscriptions_to_end(ending, false))
      + (select count(*) from private.codes_to_end(ending, true))
      - (select count(*) from private.codes_to_end(ending, false)) end,
    'draft', case when next_step = 'members' then private.season_message_draft(ending) end,
    'steps', coalesce(steps, '[]'));
end $$;
grant execute on function public.season_plan() to authenticated, service_role;
