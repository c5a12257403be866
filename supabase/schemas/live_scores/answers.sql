-- Live scores: applying a provider's answer to the club's matches, in one transaction for all polled matches.

-- Applies the linked matches of _provider_match_ids to the club's, by these rules:
--
--   started     upcoming becomes live: from 15 minutes before its kick-off at once, earlier when two polls agree
--   score       a live match gets the provider's score after 90 minutes
--   result      a finished match becomes completed when two polls agree; until then it is live and provisional
--   correction  a completed match gets another score when two polls agree
--
-- Scores that were set manually do not change, nor do awarded, abandoned or cancelled matches, nor a reopened match
-- before its new kick-off or by a result that the provider reported before it was reopened. A postponed or
-- suspended match gets an unconfirmed kick-off, which is confirmed again when the match continues or is scheduled at
-- its old time. Each change is audited with the provider as its source. Returns the number of changed matches, by
-- kind.
create function private.apply_provider_scores(_provider_match_ids uuid[], _moment timestamptz, out started integer,
                                              out scores integer, out results integer, out corrections integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('scoreline.applying_provider_answer', 'on', true);
  with judged as (
    select f.*, m.id as club_match, m.status as old_status, m.home_score as old_home, m.away_score as old_away,
           m.kickoff_confirmed as old_confirmed, h.match_id is not null as is_manual,
           f.state = 'finished' and f.polls_agree and f.home_score is not null as is_final,
           (m.home_score, m.away_score) is not distinct from (f.home_score, f.away_score) as is_same,
           m.kickoff_at as club_kickoff
      from private.provider_matches f
      join public.matches m on m.id = f.match_id and m.status <> 'cancelled'
      left join private.manual_scores h on h.match_id = m.id
     where f.id = any (_provider_match_ids)
       and (m.predictions_revealed_at is null
            or (m.locks_at <= _moment and not (f.state = 'finished' and f.state_since <= m.predictions_revealed_at)))
  ), staged as (
    select j.*, case
        when j.old_status = 'completed' then 'completed'
        when j.is_final and (not j.is_manual or j.is_same) then 'completed'
        when j.old_status = 'live' then 'live'
        when private.has_begun(j.state)
             and (j.club_kickoff <= _moment + interval '15 minutes' or private.has_begun(j.previous_state)) then 'live'
        else j.old_status end as new_status
      from judged j
  ), wanted as materialized (
    select s.club_match, s.provider, s.old_status, s.old_home, s.old_away, s.old_confirmed, s.new_status,
           case when t.takes then s.home_score else s.old_home end as new_home,
           case when t.takes then s.away_score else s.old_away end as new_away,
           case when s.state_since = _moment and s.state in ('postponed', 'suspended')
                     and s.old_status <> 'completed' then false
                when s.state_since = _moment and s.previous_state in ('postponed', 'suspended')
                     and s.state <> 'postponed'
                     and (private.has_begun(s.state) or (s.kickoff_confirmed and s.kickoff_at = s.club_kickoff))
                     then true
                else s.old_confirmed end as new_confirmed
      from staged s
     cross join lateral (select not s.is_manual and s.home_score is not null
       and ((s.new_status = 'live' and (private.has_begun(s.state) or s.state = 'suspended'))
            or (s.new_status = 'completed' and s.is_final)) as takes) t
  ), changed as (
    update public.matches m
       set status = w.new_status, home_score = w.new_home, away_score = w.new_away, kickoff_confirmed = w.new_confirmed
      from wanted w
     where m.id = w.club_match
       and (w.old_status, w.old_home, w.old_away, w.old_confirmed)
           is distinct from (w.new_status, w.new_home, w.new_away, w.new_confirmed)
    returning w.*
  ), named as (
    select c.*, case
        when c.old_status = 'completed' then 'correction'
        when c.new_status = 'completed' then 'result'
        when c.old_status <> c.new_status then 'started'
        when (c.old_home, c.old_away) is distinct from (c.new_home, c.new_away) then 'score'
        else 'kick-off' end as kind
      from changed c
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, old_values, new_values)
    select 'live_scores.' || n.kind, 'matches', n.club_match::text,
           jsonb_build_object('status', n.old_status, 'home_score', n.old_home, 'away_score', n.old_away,
                              'kickoff_confirmed', n.old_confirmed),
           jsonb_build_object('status', n.new_status, 'home_score', n.new_home, 'away_score', n.new_away,
                              'kickoff_confirmed', n.new_confirmed,
                              'source', n.provider)
      from named n
  )
  select count(*) filter (where n.kind = 'started'), count(*) filter (where n.kind = 'score'),
         count(*) filter (where n.kind = 'result'), count(*) filter (where n.kind = 'correction')
    into started, scores, results, corrections
    from named n;
  perform set_config('scoreline.applying_provider_answer', '', true);
end $$;

-- Publishes the linked matches in live_scores: minute, extra time, shoot-out, whether the result is provisional, and
-- whether the score was set manually. What was published about a match that is to be played again, such as
-- "postponed", is removed.
create function private.publish_live_scores(_provider_match_ids uuid[]) returns void
language sql security definer set search_path = ''
as $$
  delete from public.live_scores l
   using private.provider_matches f join public.matches m on m.id = f.match_id
   where f.id = any (_provider_match_ids) and l.match_id = m.id and f.state = 'scheduled' and m.status = 'upcoming';
  insert into public.live_scores as l (match_id, source, state, minute, extra_home, extra_away, penalties_home,
                                       penalties_away, is_provisional, is_manual)
  select f.match_id, f.provider, f.state, f.minute, f.extra_home, f.extra_away, f.penalties_home, f.penalties_away,
         f.state = 'finished' and m.status <> 'completed',
         exists (select from private.manual_scores h where h.match_id = m.id)
    from private.provider_matches f join public.matches m on m.id = f.match_id
   where f.id = any (_provider_match_ids) and f.state <> 'scheduled'
  on conflict (match_id) do update
    set source = excluded.source, state = excluded.state, minute = excluded.minute, extra_home = excluded.extra_home,
        extra_away = excluded.extra_away, penalties_home = excluded.penalties_home,
        penalties_away = excluded.penalties_away, is_provisional = excluded.is_provisional,
        is_manual = excluded.is_manual, updated_at = now()
  where (l.source, l.state, l.minute, l.extra_home, l.extra_away, l.penalties_home, l.penalties_away, l.is_provisional,
         l.is_manual)
        is distinct from (excluded.source, excluded.state, excluded.minute, excluded.extra_home, excluded.extra_away,
                          excluded.penalties_home, excluded.penalties_away, excluded.is_provisional,
                          excluded.is_manual)
$$;

-- Stores the matches of the provider's answer, each with its previous state; returns their ids. _matches: see
-- apply_provider_answer.
create function private.store_polled_matches(_provider text, _matches jsonb, _moment timestamptz) returns uuid[]
language plpgsql security definer set search_path = ''
as $$
declare
  stored uuid[];
begin
  with incoming as (
    select distinct on (i.id) i.*
      from jsonb_to_recordset(_matches) as i (
        id text, competition text, home text, away text, season text, round text, kickoff timestamptz,
        confirmed boolean, state text, minute integer, home_score integer, away_score integer, extra_home integer,
        extra_away integer, penalties_home integer, penalties_away integer)
      join public.competitions c on c.id = i.competition
     order by i.id
  ), rows as (
    insert into private.provider_matches as f (
      provider, external_id, competition_id, home_name, away_name, season, round, kickoff_at, kickoff_confirmed,
      state, minute,
      home_score, away_score, extra_home, extra_away, penalties_home, penalties_away, state_since, seen_at,
      interrupted)
    select _provider, i.id, i.competition, i.home, i.away, i.season, i.round, i.kickoff, i.confirmed, i.state,
           i.minute, i.home_score, i.away_score, i.extra_home, i.extra_away, i.penalties_home, i.penalties_away,
           _moment, _moment, i.state in ('suspended', 'abandoned')
      from incoming i
    on conflict (provider, external_id) do update
      set home_name = excluded.home_name, away_name = excluded.away_name, season = excluded.season,
          round = excluded.round, kickoff_at = excluded.kickoff_at, kickoff_confirmed = excluded.kickoff_confirmed,
          previous_state = f.state, state = excluded.state,
          state_since = case when f.state = excluded.state then f.state_since else excluded.state_since end,
          minute = excluded.minute, home_score = excluded.home_score, away_score = excluded.away_score,
          extra_home = excluded.extra_home, extra_away = excluded.extra_away,
          penalties_home = excluded.penalties_home, penalties_away = excluded.penalties_away,
          polls_agree = f.state = 'finished' and excluded.state = 'finished'
            and (f.home_score, f.away_score, f.extra_home, f.extra_away, f.penalties_home, f.penalties_away)
                is not distinct from (excluded.home_score, excluded.away_score, excluded.extra_home,
                                      excluded.extra_away, excluded.penalties_home, excluded.penalties_away),
          seen_at = excluded.seen_at, missing_since = null, interrupted = f.interrupted or excluded.interrupted
    returning f.id
  )
  select coalesce(array_agg(r.id), '{}') into stored from rows r;
  return stored;
end $$;

-- Adds the club's matches that the provider reports, with their teams; returns them. The caller has checked that the
-- club has none of them, and audits them.
create function private.add_reported_matches(_provider_match_ids uuid[]) returns setof public.matches
language plpgsql security definer set search_path = ''
as $$
declare
  zone text := private.club_time_zone();
begin
  insert into public.teams (name)
  select distinct t.name from private.provider_matches f
   cross join lateral (values (private.team_name_for(f.home_name)), (private.team_name_for(f.away_name))) t (name)
   where f.id = any (_provider_match_ids) order by t.name
  on conflict (name) do nothing;
  return query
  insert into public.matches (home_team_name, away_team_name, match_date, day_time_zone, match_time, league, season,
                              round, kickoff_confirmed)
  select private.team_name_for(f.home_name), private.team_name_for(f.away_name),
         (f.kickoff_at at time zone case when f.kickoff_confirmed then zone else 'UTC' end)::date,
         case when not f.kickoff_confirmed then 'UTC' end,
         case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else '20:00' end,
         c.name, left(f.season, 40), left(f.round, 60), f.kickoff_confirmed
    from private.provider_matches f join public.competitions c on c.id = f.competition_id
   where f.id = any (_provider_match_ids)
   order by f.kickoff_at, f.home_name
  on conflict do nothing
  returning *;
end $$;

-- Whether the names of the reported teams can be stored, and mean two teams.
create function private.has_valid_teams(_reported private.provider_matches) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(n.home <> n.away and (n.home || n.away) !~ '[<>"[:cntrl:]]' and char_length(n.home) <= 100
                  and char_length(n.away) <= 100, false)
    from (select private.team_name_for(_reported.home_name) as home,
                 private.team_name_for(_reported.away_name) as away) n
$$;

-- Moves and adds the scheduled matches among _provider_match_ids; returns their number. As in an import, predictions
-- stay, a locked match stays locked, and only matches that have not begun move. A match is added only if it can be no
-- match of the club (private.resembling_matches), and the names are valid. Each change is audited.
create function private.apply_provider_fixtures(_provider text, _provider_match_ids uuid[], _competitions text[],
                                                _moment timestamptz)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  zone text := private.club_time_zone();
  moved integer;
  new_ids uuid[];
  added integer;
begin
  with wanted as (
    -- An unconfirmed kick-off has only a date, so the match keeps its time of day.
    select m.id, m.match_date as old_date, m.match_time as old_time, m.kickoff_confirmed as old_confirmed,
           (f.kickoff_at at time zone case when f.kickoff_confirmed then zone else 'UTC' end)::date as new_date,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else m.match_time end as new_time,
           f.kickoff_confirmed as new_confirmed
      from private.provider_matches f
      join public.matches m on m.id = f.match_id and m.status = 'upcoming'
     where f.id = any (_provider_match_ids) and f.competition_id = any (_competitions) and f.state = 'scheduled'
       and f.kickoff_at > _moment
       and (f.kickoff_confirmed or (f.kickoff_at at time zone 'UTC')::date <> m.match_date)
  ), changed as (
    update public.matches m
       set match_date = w.new_date, match_time = w.new_time, kickoff_confirmed = w.new_confirmed,
           day_time_zone = case when not w.new_confirmed then 'UTC' end
      from wanted w
     where m.id = w.id
       and (w.old_date, w.old_time, w.old_confirmed) is distinct from (w.new_date, w.new_time, w.new_confirmed)
    returning w.*
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, old_values, new_values)
    select 'live_scores.moved', 'matches', c.id::text,
           jsonb_build_object('match_date', c.old_date, 'match_time', c.old_time,
                              'kickoff_confirmed', c.old_confirmed),
           jsonb_build_object('match_date', c.new_date, 'match_time', c.new_time, 'kickoff_confirmed', c.new_confirmed,
                              'source', _provider)
      from changed c
  )
  select count(*) into moved from changed;

  select coalesce(array_agg(f.id), '{}') into new_ids
    from private.provider_matches f
    join public.competitions c on c.id = f.competition_id
   where f.id = any (_provider_match_ids) and f.match_id is null and not f.ignored
     and f.competition_id = any (_competitions) and f.state = 'scheduled' and f.kickoff_at > _moment
     and private.has_valid_teams(f)
     and not exists (
       select from private.resembling_matches(jsonb_populate_record(null::public.matches, jsonb_build_object(
                'home_team_name', f.home_name, 'away_team_name', f.away_name, 'league', c.name, 'season', f.season,
                'round', f.round, 'match_date', (f.kickoff_at at time zone zone)::date))))
     -- Nobody is asked, and rounds have other names: a match of the same sides within a month is not added either.
     and not exists (
       select from private.teams_meant(f.home_name) h cross join private.teams_meant(f.away_name) a
         join public.matches m on m.league = c.name and m.home_team_name = h.name and m.away_team_name = a.name
        where m.kickoff_at between f.kickoff_at - interval '30 days' and f.kickoff_at + interval '30 days');
  with inserted as (
    select * from private.add_reported_matches(new_ids)
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, new_values)
    select 'live_scores.added', 'matches', i.id::text,
           jsonb_build_object('home_team_name', i.home_team_name, 'away_team_name', i.away_team_name,
             'match_date', i.match_date, 'match_time', i.match_time, 'league', i.league, 'source', _provider)
      from inserted i
  )
  select count(*) into added from inserted;
  perform private.link_provider_matches(_provider, _moment);
  return moved + added;
end $$;

-- Applies the provider's answer to the poll _poll, all or nothing. _matches: [{ "id", "competition" (id), "home",
-- "away", "season", "round", "kickoff" (instant), "confirmed", "state", "minute", "home_score", "away_score" (after 90
-- minutes), "extra_home", "extra_away", "penalties_home", "penalties_away" }]. A match whose link has a problem
-- changes nothing. Returns the number of changes, or no row if a newer poll has begun. Slow with many predictions, so
-- it sets its own statement_timeout. Secret key only.
create function public.apply_provider_answer(_poll bigint, _matches jsonb, _minute_left integer default null,
                                             _minute_ends_in integer default null, _day_left integer default null)
returns table (matches integer, linked integer, started integer, scores integer, results integer, corrections integer,
               fixtures integer)
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
  set scoreline.recording_undo = 'jobs'
as $$
declare
  settings private.live_score_provider := private.lock_provider();
  moment timestamptz := clock_timestamp();
  polled uuid[];
  applicable uuid[];
begin
  if settings.latest_poll <> _poll then
    return;
  end if;
  update private.live_score_provider set answered_at = moment, failures = 0, paused_until = null;
  perform private.store_request_limits(_minute_left, _minute_ends_in, _day_left);
  polled := private.store_polled_matches(settings.provider, _matches, moment);
  matches := cardinality(polled);
  update private.provider_matches f set missing_since = moment
   where f.provider = settings.provider and not f.id = any (polled) and f.missing_since is null
     and f.competition_id = any (settings.asked_competitions)
     and (f.kickoff_at at time zone 'UTC')::date between settings.asked_from and settings.asked_to;
  linked := private.link_provider_matches(settings.provider, moment);
  perform from public.matches m
   where m.id in (select f.match_id from private.provider_matches f where f.id = any (polled))
   order by m.id for no key update;
  applicable := private.check_links(polled);
  fixtures := case
    when settings.follows_fixtures
    then private.apply_provider_fixtures(settings.provider, applicable, settings.competitions, moment) else 0 end;
  if settings.follows_scores then
    select a.started, a.scores, a.results, a.corrections into started, scores, results, corrections
      from private.apply_provider_scores(applicable, moment) a;
    perform private.notify_admins(applicable, moment);
  end if;
  perform private.publish_live_scores(applicable);
  return next;
end $$;
grant execute on function public.apply_provider_answer(bigint, jsonb, integer, integer, integer) to service_role;
