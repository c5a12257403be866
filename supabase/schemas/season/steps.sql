-- What each step of the season's end does. A step returns {"facts", "made"}.

-- Cancels the chosen matches that are still unfinished and keeps the others. Members are not told of each: the last
-- step tells them.
create function private.finish_matches_of_season(_ending private.season_endings, _choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select i::uuid from jsonb_array_elements_text(coalesce(_choices -> 'cancel', '[]')) i);
  cancelled jsonb;
  others bigint;
  undo_id uuid;
begin
  perform private.lock_provider();
  perform from public.matches m where m.id = any (chosen) order by m.id for no key update;
  perform private.begin_undo('take_season_step', _ending.id::text);
  perform set_config('scoreline.ending_season', 'on', true);
  with changed as (
    update public.matches m set status = 'cancelled'
     where m.id = any (chosen) and m.id in (select u.id from private.unfinished_matches(_ending.seasons) u)
    returning m.id
  )
  select coalesce(jsonb_agg(c.id), '[]') into cancelled from changed c;
  perform set_config('scoreline.ending_season', '', true);
  -- Longer than an ending that is left and continued usually takes.
  undo_id := private.end_undo(interval '30 days');
  select count(*) into others from private.unfinished_matches(_ending.seasons);
  return jsonb_build_object(
    'facts', case when jsonb_array_length(cancelled) + others = 0 then '{"kind": "no_unfinished_matches"}'
                  else jsonb_build_object('kind', 'matches_cancelled', 'count', jsonb_array_length(cancelled),
                                          'others', others) end,
    'made', jsonb_build_object('undo_id', undo_id, 'cancelled', cancelled));
end $$;

-- One archive for each competition with points, of the days of its matches: "2025-26 Premier League".
create function private.archive_leaderboards_of_season(_ending private.season_endings) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  league record;
  archive_ids uuid[] := '{}';
  new_id uuid;
  members bigint;
begin
  -- Points that wait for the job count too.
  perform private.finish_scoring();
  perform private.count_points();
  for league in
    select c.name, s.* from public.competitions c cross join lateral private.running_season(c.name) s
     order by c.position
  loop
    insert into public.leaderboard_archives (name, league, start_date, end_date)
    values (league.season || ' ' || league.name, league.name, league.first_day, league.last_day)
    returning id into new_id;
    perform public.create_leaderboard_snapshot(new_id, league.name, league.first_day, league.last_day);
    archive_ids := archive_ids || new_id;
  end loop;
  select count(distinct r.user_id) into members
    from public.archived_leaderboard_rows r where r.archive_id = any (archive_ids);
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'leaderboards', 'count', cardinality(archive_ids), 'members', members),
    'made', jsonb_build_object('archives', archive_ids));
end $$;

-- The first day of the season's subscriptions (UTC), as public.create_subscription_archive() takes them: of those that
-- lasted into the season.
create function private.first_subscription_day(_ending private.season_endings) returns date
language sql stable security definer set search_path = ''
as $$
  select least(_ending.first_day, min((s.started_at at time zone 'UTC')::date))
    from public.subscriptions s
   where s.expires_at >= _ending.first_day::timestamp at time zone private.club_time_zone()
$$;

-- Archives the subscriptions of the season, if there are any.
create function private.archive_subscriptions_of_season(_ending private.season_endings) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  created record;
begin
  if not exists (select from public.subscriptions) then
    return '{"facts": {"kind": "no_subscriptions"}}';
  end if;
  select * into created from public.create_subscription_archive(
    _ending.season || ' subscriptions', '', private.first_subscription_day(_ending),
    (now() at time zone 'UTC')::date);
  return jsonb_build_object('facts', jsonb_build_object('kind', 'subscriptions', 'count', created.archived),
                            'made', jsonb_build_object('archive', created.id, 'archived', created.archived));
end $$;

create function private.snapshot_season(_ending private.season_endings) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  created public.predictions_snapshots := public.create_predictions_snapshot('End of ' || _ending.season);
begin
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'predictions_of_members', 'count', created.predictions,
                                'members', created.players),
    'made', jsonb_build_object('snapshot', created.id));
end $$;

-- Marks the running records as closed. Clearing the points computes them once more.
create function private.close_records(_ending_id uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.records r set is_running = false, closed_by = _ending_id where r.is_running
$$;

-- Writes the winners of all periods that are over at once, and ends the running records.
create function private.close_honours_of_season(_ending private.season_endings) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb;
  written jsonb;
begin
  perform private.finish_scoring();
  perform private.count_points();
  select jsonb_object_agg(p.id, p.winners_of) into before from private.boards p;
  perform private.refresh_winners(_at_once => array(select p.id from private.boards p));
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'before', before -> p.id::text, 'after', p.winners_of)),
                  '[]') into written
    from private.boards p where to_jsonb(p.winners_of) is distinct from nullif(before -> p.id::text, 'null');
  perform private.refresh_records();
  perform private.close_records(_ending.id);
  return jsonb_build_object('facts', private.honours_in_facts(), 'made', jsonb_build_object('periods', written));
end $$;

-- The numbers of matchdays and months with winners, and of records.
create function private.honours_in_facts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', 'honours',
                            'matchdays', count(*) filter (where p.kind = 'matchday'),
                            'months', count(*) filter (where p.kind = 'month'),
                            'records', (select count(distinct r.kind) from private.records r
                                         where r.is_running or r.closed_by is not null))
    from private.boards p where exists (select from private.points_distribution d where d.board_id = p.id)
$$;

-- The subscriptions and unused codes of the season: begun before it ended, and not for longer than 60 days after it.
-- _all: the others too.
create function private.subscriptions_to_end(_ending private.season_endings, _all boolean)
returns setof public.subscriptions
language sql stable security definer set search_path = ''
as $$
  select s.* from public.subscriptions s
   where private.is_active(s, clock_timestamp())
     and (_all or (s.started_at <= private.end_of_day(_ending.last_day)
                   and s.expires_at <= private.end_of_day(_ending.last_day + 60)))
$$;

create function private.codes_to_end(_ending private.season_endings, _all boolean) returns setof public.plan_codes
language sql stable security definer set search_path = ''
as $$
  select c.* from public.plan_codes c
   where not c.is_used and c.expires_at > clock_timestamp()
     and (_all or (c.created_at <= private.end_of_day(_ending.last_day)
                   and c.expires_at <= private.end_of_day(_ending.last_day + 60)))
$$;

-- Ends the subscriptions of the season and its unused codes now. _choices: {"all": true} as above.
create function private.end_access_of_season(_ending private.season_endings, _choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  made jsonb;
  ends_all boolean := coalesce((_choices ->> 'all')::boolean, false);
begin
  perform from public.plan_codes c
   where c.id in (select e.id from private.codes_to_end(_ending, ends_all) e) order by c.id for no key update;
  with ended as (
    update public.subscriptions s set status = 'expired'
     where s.id in (select e.id from private.subscriptions_to_end(_ending, ends_all) e)
    returning s.id, s.expires_at
  ), codes as (
    select c.id, c.expires_at as before from private.codes_to_end(_ending, ends_all) c
  ), ended_codes as (
    update public.plan_codes c set expires_at = now() from codes o where c.id = o.id and not c.is_used
    returning c.id, o.before, c.expires_at as after
  )
  select jsonb_build_object('subscriptions', coalesce((select jsonb_agg(to_jsonb(e)) from ended e), '[]'),
                            'codes', coalesce((select jsonb_agg(to_jsonb(e)) from ended_codes e), '[]')) into made;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'access_ended', 'subscriptions', jsonb_array_length(made -> 'subscriptions'),
                                'codes', jsonb_array_length(made -> 'codes')),
    'made', made);
end $$;

-- Clears all points as public.clear_all_points() does.
create function private.clear_points_of_season(_ending private.season_endings, _pin text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  done record;
begin
  select * into done from private.clear_all(_pin, 'Before clearing, end of ' || _ending.season, null,
                                            'take_season_step');
  if done.outcome <> 'cleared' then
    return jsonb_strip_nulls(jsonb_build_object('outcome', done.outcome, 'attempts_left', done.attempts_left,
                                                'retry_after_seconds', done.retry_after_seconds));
  end if;
  -- Longer than an ending that is left and continued usually takes.
  update private.undos u set lasts = interval '30 days' where u.id = done.undo_id;
  return jsonb_build_object(
    'facts', jsonb_build_object('kind', 'points_cleared', 'count', done.cleared),
    'made', jsonb_build_object('undo_id', done.undo_id, 'snapshot', done.snapshot_id));
end $$;

-- The open matches of the next season.
create function private.next_season_matches(_ending private.season_endings) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from public.matches m
   where m.status = 'upcoming' and m.locks_at > clock_timestamp()
     and (coalesce(m.season, '') <> all (_ending.seasons) and m.match_date > _ending.last_day)
$$;

-- Raises 22023 if there is no match of the next season yet.
create function private.confirm_next_season(_ending private.season_endings) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  matches bigint := private.next_season_matches(_ending);
begin
  if matches = 0 then
    raise exception 'No match of the next season is open yet. Import it first, or skip this step'
      using errcode = '22023', detail = '{"kind": "next_season_is_not_open"}';
  end if;
  return jsonb_build_object('facts', private.season_step_facts('import', _ending));
end $$;

create function private.keep_next_season(_ending private.season_endings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when n.matches > 0 then jsonb_build_object('kind', 'next_season_kept', 'count', n.matches) end
    from (select private.next_season_matches(_ending) as matches) n
$$;

-- Sends the message to everyone (messages/from_organisers.sql).
create function private.tell_members_of_season(_choices jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  members integer;
  sent uuid;
begin
  members := private.add_club_message(_choices ->> 'title', _choices ->> 'message', 'info', 'everyone');
  select m.id into sent from private.club_messages m
   where m.created_by is not distinct from (select auth.uid()) order by m.created_at desc limit 1;
  return jsonb_build_object('facts', jsonb_build_object('kind', 'sent_to_members', 'members', members),
                            'made', jsonb_build_object('message', sent));
end $$;

-- The draft of the message to members, from what the steps did. facts: the same for the page's words.
create function private.season_message_draft(_ending private.season_endings) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'title', case when _ending.season ~ '^[0-9]' then format('The %s season has ended', _ending.season)
                  else 'The season has ended' end,
    'message', concat_ws(' ',
      'Thank you for playing! The final leaderboards are in the archives, and everyone starts again with 0 points.',
      case when jsonb_array_length(w.made -> 'matches' -> 'cancelled') > 0 then
        format('%s not played and gave no points.',
               private.counted(jsonb_array_length(w.made -> 'matches' -> 'cancelled'), 'match was',
                               'matches were')) end,
      case when jsonb_array_length(w.made -> 'access' -> 'subscriptions') > 0
        then 'The subscriptions of the season have ended.' end,
      case when private.next_season_matches(_ending) > 0
        then 'The matches of the new season are open: make your first picks.' end),
    'facts', jsonb_build_object(
      'kind', 'season_has_ended', 'season', _ending.season,
      'cancelled', coalesce(jsonb_array_length(w.made -> 'matches' -> 'cancelled'), 0),
      'has_ended_subscriptions', coalesce(jsonb_array_length(w.made -> 'access' -> 'subscriptions'), 0) > 0,
      'has_next_season', private.next_season_matches(_ending) > 0))
    from (select jsonb_object_agg(s.step, s.made) as made
            from private.season_steps s where s.ending_id = _ending.id) w
$$;
