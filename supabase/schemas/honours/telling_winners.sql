-- When the winners of matchdays and months are told, and the organisers' list of those that are not told yet.

-- What was told about a period, so that a later change of its winners can be told. results: the result of each of its
-- matches. winners_of: the value of boards.winners_of.
create table private.told_periods (
  period_id bigint primary key references private.boards (id),
  told_at timestamptz not null default clock_timestamp(),
  winners_of timestamptz,
  results jsonb not null
);

-- The winners who were told.
create table private.told_winners (
  id bigint generated always as identity primary key,
  period_id bigint not null references private.told_periods (period_id),
  user_id uuid not null references public.profiles (id) on delete cascade,
  constraint a_winner_is_told_once unique (period_id, user_id)
);
create index told_winners_by_user on private.told_winners (user_id);

-- Whether other players win the period than were told. Deleted accounts do not count.
create function private.has_other_winners(_period_id bigint, _winner_ids uuid[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select array(select t.user_id from private.told_winners t where t.period_id = _period_id order by 1)
         <> array(select i from unnest(_winner_ids) i where i is not null order by 1)
$$;

-- The final periods whose winners were not told, or changed after they were told.
create function private.untold_periods(_now timestamptz)
returns table (period_id bigint, due_at timestamptz, is_correction boolean)
language sql stable security definer set search_path = ''
as $$
  select t.period_id, t.due_at, o.period_id is not null
    from private.winner_times(_now) t
    join private.boards p on p.id = t.period_id
    left join private.told_periods o on o.period_id = t.period_id
   where t.is_final and not t.is_silent
     and case when o.period_id is null then exists (select from private.current_winners(array[t.period_id]))
              -- The winners of a period without a change since are not looked for.
              else o.winners_of is distinct from p.changed_at
                   and exists (select from private.points_distribution d where d.board_id = t.period_id)
                   and private.has_other_winners(t.period_id, array(
                         select w.user_id from private.current_winners(array[t.period_id]) w)) end
$$;

-- The result of each match of a period: "2-1", or its status.
create function private.period_results(_period private.boards) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(m.id, case m.status when 'completed' then m.home_score || '-' || m.away_score
                                                       else m.status::text end), '{}')
    from public.matches m
   where case _period.kind
           when 'month' then m.match_date >= _period.month and m.match_date < _period.month + interval '1 month'
           else m.league = (select c.name from public.competitions c where c.id = _period.competition_id)
                and m.season is not distinct from _period.season and m.round = _period.round end
$$;

-- The leaderboard of a period, as messages link to it.
create function private.period_link(_period private.boards) returns text
language sql immutable set search_path = ''
as $$
  select format('/leaderboard?%speriod=%s&of=%s', 'competition=' || _period.competition_id || '&', _period.kind,
                _period.id)
$$;

-- What has changed since the winners of a period were told: "The result of Leeds v Everton was corrected."
create function private.correction_reason(_period private.boards) returns text
language sql stable security definer set search_path = ''
as $$
  select case when count(*) = 0 then format('The points of %s have changed.', private.period_label(_period))
              when count(*) = 1 and bool_and(before.value like '%-%' and after.value like '%-%')
                then format('The result of %s v %s was corrected.', min(m.home_team_name), min(m.away_team_name))
              else format('Results of %s have changed.', private.period_label(_period)) end
    from jsonb_each_text((select t.results from private.told_periods t where t.period_id = _period.id)) before
    full join jsonb_each_text(private.period_results(_period)) after using (key)
    left join public.matches m on m.id::text = key
   where before.value is distinct from after.value
$$;

-- The same as facts: { change, home, away }. change: points, result or results.
create function private.correction_facts(_period private.boards) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when count(*) = 0 then jsonb_build_object('change', 'points')
              when count(*) = 1 and bool_and(before.value like '%-%' and after.value like '%-%')
                then jsonb_build_object('change', 'result', 'home', min(m.home_team_name),
                                        'away', min(m.away_team_name))
              else jsonb_build_object('change', 'results') end
    from jsonb_each_text((select t.results from private.told_periods t where t.period_id = _period.id)) before
    full join jsonb_each_text(private.period_results(_period)) after using (key)
    left join public.matches m on m.id::text = key
   where before.value is distinct from after.value
$$;

-- The messages about changed winners: one to each player who was told to have won, and to each who wins now. Each
-- names both. Perfect scores are named if they decide.
create function private.correction_messages(_period private.boards, _drop_after timestamptz)
returns private.message_content[]
language sql stable security definer set search_path = ''
as $$
  with winners as (
    select w.user_id, coalesce(f.full_name, w.full_name) as name, w.points, w.perfect_scores
      from private.period_winners w left join public.profiles f on f.id = w.user_id
     where w.period_id = _period.id
  ), former as (
    select t.user_id, coalesce(f.full_name, 'Player') as name, o.points, o.perfect_scores
      from private.told_winners t
      left join private.player_totals o on o.board_id = t.period_id and o.user_id = t.user_id
      left join public.profiles f on f.id = t.user_id
     where t.period_id = _period.id and t.user_id not in (select w.user_id from winners w where w.user_id is not null)
  ), facts as (
    select private.period_label(_period) as label, private.correction_reason(_period) || ' ' as reason,
           (select count(*) from winners) as winners, (select count(*) from former) as former,
           exists (select from winners w join former o on o.points = w.points) as shows_perfect
  ), scores as (
    select s.user_id, private.counted(s.points, 'point')
             || case when f.shows_perfect then ' and ' || private.counted(s.perfect_scores, 'perfect score')
                else '' end as score,
           jsonb_build_object('points', s.points, 'perfect', case when f.shows_perfect then s.perfect_scores end)
             as facts
      from facts f, (select w.user_id, w.points, w.perfect_scores from winners w
                     union all select o.user_id, o.points, o.perfect_scores from former o) s
  ), best as (
    select s.score || case when f.winners > 1 then ' each' else '' end as score, s.facts
      from facts f, scores s join winners w on w.user_id = s.user_id limit 1
  ), former_words as (
    select case when f.former = 0 then '.'
                when f.former = 1 then coalesce((select format('; %s has %s.', o.name, s.score)
                                                   from former o join scores s using (user_id)), '.')
                else format('; %s no longer win it.',
                            private.name_list(array(select o.name from former o order by o.name))) end as words
      from facts f
  ), said as (
    select private.period_facts(_period) || jsonb_build_object(
             'kind', 'winners_corrected', 'reason', private.correction_facts(_period), 'score', b.facts,
             'winners', (select coalesce(jsonb_agg(jsonb_build_object('id', w.user_id, 'name', w.name)
                                                   order by w.name), '[]') from winners w),
             'former', (select coalesce(jsonb_agg(jsonb_build_object('id', o.user_id, 'name', o.name, 'score', s.facts)
                                                  order by o.name), '[]')
                          from former o left join scores s on s.user_id = o.user_id and s.score is not null)) as facts
      from facts f left join best b on true
  )
  select array(
    select row(w.user_id,
               format(case when f.winners > 1 then 'You now share %s' else 'You now win %s' end, f.label),
               f.reason || case when f.winners > 1
                 then format('You now share %s with %s: %s', f.label,
                             private.name_list(array(select n.name from winners n
                                                      where n.user_id is distinct from w.user_id order by n.name)),
                             b.score)
                 else format('You now win %s with %s', f.label, b.score) end || l.words,
               private.period_link(_period), _drop_after, null,
               z.facts || jsonb_build_object('reader', w.user_id))::private.message_content
      from winners w, facts f, best b, former_words l, said z where w.user_id is not null
    union all
    select row(o.user_id,
               format(case f.winners when 0 then '%s no longer has a winner' when 1 then '%s has another winner'
                                     else '%s has other winners' end, f.label),
               f.reason || case f.winners when 0 then format('%s no longer has a winner', f.label)
                 else format(case f.winners when 1 then '%s now wins %s with %s' else '%s now share %s with %s' end,
                             private.name_list(array(select n.name from winners n order by n.name)), f.label,
                             b.score) end
                 || coalesce(format('; you have %s.', s.score), '.'),
               private.period_link(_period), _drop_after, null,
               z.facts || jsonb_build_object('reader', o.user_id))::private.message_content
      from former o cross join facts f cross join said z
      left join scores s on s.user_id = o.user_id
      left join best b on true)
$$;

-- The messages to the winners of a period who are told for the first time.
create function private.winner_messages(_period private.boards, _drop_after timestamptz)
returns private.message_content[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select row(w.user_id,
               format('You won %s with %s', private.period_label(_period), private.counted(w.points, 'point')),
               format('%s, %s.',
                      coalesce((select concat_ws(' ', c.name, _period.season) from public.competitions c
                                 where c.id = _period.competition_id), 'All competitions'),
                      private.counted((select count(*) from jsonb_each_text(private.period_results(_period)) r
                                          where r.value like '%-%'), 'match', 'matches'))
                 || case when count(*) over () > 1 then format(' You share the win with %s.',
                           private.counted(count(*) over () - 1, 'other player')) else '' end,
               private.period_link(_period), _drop_after, null,
               private.period_facts(_period) || jsonb_build_object(
                 'kind', 'winner', 'points', w.points, 'season', _period.season,
                 'competition', (select c.name from public.competitions c where c.id = _period.competition_id),
                 'matches', (select count(*) from jsonb_each_text(private.period_results(_period)) r
                              where r.value like '%-%'),
                 'others', count(*) over () - 1))::private.message_content
      from private.period_winners w where w.period_id = _period.id)
$$;

-- Updates the winners, and tells those of periods that are due. A player hears of a period once, and once more after
-- each correction that changes its winners. _sent_now: a period that waits neither for its time nor for its release.
-- Returns the number of messages.
create function private.announce_winners(_now timestamptz default clock_timestamp(), _sent_now bigint default null)
returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due private.boards;
  was_told boolean;
  posted bigint := 0;
begin
  if not private.refresh_winners(_now, array_remove(array[_sent_now], null)) then
    return 0;
  end if;
  -- A correction of a correction can end what is held.
  update private.boards p set is_held = false from private.winner_times(_now) t
   where p.is_held and t.period_id = p.id and t.is_final
     and p.id not in (select u.period_id from private.untold_periods(_now) u);
  for due in
    select p.* from private.winner_times(_now) t join private.boards p on p.id = t.period_id
     where t.is_final and not t.is_silent and (p.id = _sent_now or (t.due_at <= _now and not p.is_held))
       and p.winners_of is not null
       and not exists (select from private.told_periods o where o.period_id = p.id and o.winners_of = p.winners_of)
     order by p.id
  loop
    -- An organiser may hold it at this moment.
    update private.boards p set is_held = false where p.id = due.id and (p.id = _sent_now or not p.is_held);
    continue when not found;
    was_told := exists (select from private.told_periods o where o.period_id = due.id);
    if not was_told then
      posted := posted + private.queue_messages('results', format('winner %s', due.id), array(
        select m from unnest(private.winner_messages(due, _now + interval '3 days')) m where m.user_id is not null));
    elsif private.has_other_winners(due.id, array(select w.user_id from private.period_winners w
                                                   where w.period_id = due.id)) then
      posted := posted + private.queue_messages('results', format('winner %s of %s', due.id, due.winners_of),
                                                private.correction_messages(due, _now + interval '3 days'));
    end if;
    insert into private.told_periods as o (period_id, told_at, winners_of, results)
    values (due.id, _now, due.winners_of, private.period_results(due))
    on conflict (period_id) do update
      set told_at = excluded.told_at, winners_of = excluded.winners_of, results = excluded.results;
    delete from private.told_winners t where t.period_id = due.id;
    insert into private.told_winners (period_id, user_id)
    select w.period_id, w.user_id from private.period_winners w where w.period_id = due.id and w.user_id is not null;
  end loop;
  return posted;
end $$;

-- The final matchdays and months whose winners are not told yet, or have changed since, the next first. Lists at most
-- three winners of each; winner_count is their number. due_at: when they are told unless they are held. Admins only
-- (SL003).
create function public.winners_to_tell()
returns table (period_id bigint, label text, league text, season text, winners text[], winner_count integer,
               points integer, due_at timestamptz, is_held boolean, is_correction boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  select p.id, private.period_label(p), c.name, p.season, w.names[:3], coalesce(cardinality(w.names), 0), w.points,
         u.due_at, p.is_held, u.is_correction
    from private.untold_periods(clock_timestamp()) u
    join private.boards p on p.id = u.period_id
    left join public.competitions c on c.id = p.competition_id
   cross join lateral (select coalesce(array_agg(n.full_name order by n.full_name), '{}') as names,
                              max(n.points) as points
                         from private.current_winners(array[p.id]) n) w
   order by u.due_at, p.id;
end $$;
grant execute on function public.winners_to_tell() to authenticated, service_role;

-- Raises PT404 for an unknown period and 22023 if it is not final. Returns its label.
create function private.require_final_period(_period_id bigint) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  label text := (select private.period_label(p) from private.boards p where p.id = _period_id);
begin
  if label is null then
    raise exception 'There is no such matchday or month' using errcode = 'PT404';
  end if;
  if not exists (select from private.winner_times(clock_timestamp()) t where t.period_id = _period_id and t.is_final)
  then
    raise exception '% is not final', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'period_is_not_final', 'period', label);
  end if;
  return label;
end $$;

-- Tells the winners of a final matchday or month now. Returns the number of messages; 0 if they were told already.
-- Raises PT404 for an unknown period, and 22023 if it is not final, one of its results can still be undone or points
-- are being counted in parts. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.tell_winners(_period_id bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  label text;
  posted bigint;
begin
  perform private.begin_admin_action('tell_winners');
  label := private.require_final_period(_period_id);
  if _period_id in (select private.undoable_periods(clock_timestamp())) then
    raise exception 'A result of % can still be undone. Try again in a minute.', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'result_of_period_can_be_undone', 'period', label);
  end if;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    return 0;
  end if;
  if not private.settle_points() then
    raise exception 'Points are being counted. Try again in a minute.'
      using errcode = '22023', detail = '{"kind": "points_are_being_counted"}';
  end if;
  posted := private.announce_winners(_sent_now => _period_id);
  perform private.write_audit('tell_winners', 'periods', _period_id::text, null, jsonb_build_object('period', label));
  return posted;
end $$;
grant execute on function public.tell_winners(bigint) to authenticated, service_role;

-- Holds the messages to the winners of a final matchday or month, or releases them. Raises PT404 for an unknown
-- period, and 22023 if it is not final or its winners were told already. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited.
create function public.hold_winners(_period_id bigint, _held boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  label text;
begin
  perform private.begin_admin_action('hold_winners');
  label := private.require_final_period(_period_id);
  -- Waits for a job that tells them at this moment.
  perform from private.boards p where p.id = _period_id for update;
  if _period_id not in (select u.period_id from private.untold_periods(clock_timestamp()) u) then
    raise exception 'The winners of % were told already', label
      using errcode = '22023', detail = jsonb_build_object('kind', 'winners_were_told', 'period', label);
  end if;
  update private.boards p set is_held = _held where p.id = _period_id and p.is_held <> _held;
  if found then
    perform private.write_audit('hold_winners', 'periods', _period_id::text, null,
                                jsonb_build_object('period', label, 'is_held', _held));
  end if;
end $$;
grant execute on function public.hold_winners(bigint, boolean) to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.told_winners
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
