set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "private"."link_provider_matches"(text);

DROP FUNCTION "public"."provider_issues"();

ALTER TABLE "private"."live_score_provider" ADD COLUMN "asked_competitions" text[];

ALTER TABLE "private"."live_score_provider" ADD COLUMN "asked_from" date;

ALTER TABLE "private"."live_score_provider" ADD COLUMN "asked_to" date;

ALTER TABLE "private"."provider_matches" ADD COLUMN "missing_since" timestamp with time zone;

ALTER TABLE "private"."provider_matches" ADD COLUMN "interrupted" boolean NOT NULL DEFAULT false;

ALTER TABLE "private"."provider_matches" ADD COLUMN "accepted_home" text;

ALTER TABLE "private"."provider_matches" ADD COLUMN "accepted_away" text;

ALTER TABLE "private"."provider_matches" ADD COLUMN "accepted_kickoff_at" timestamp with time zone;

ALTER TABLE "private"."provider_matches" ADD COLUMN "problem" text;

-- Links that admins have made are decisions about the reported names and kick-off.
UPDATE private.provider_matches
   SET accepted_home = home_name, accepted_away = away_name, accepted_kickoff_at = kickoff_at
 WHERE match_id IS NOT NULL AND linked_by = 'admin';

UPDATE private.provider_matches SET interrupted = true WHERE state IN ('suspended', 'abandoned');

CREATE OR REPLACE FUNCTION private.apply_last_report(_provider_match_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settings private.live_score_provider := private.lock_provider();
  moment timestamptz := clock_timestamp();
  applicable uuid[];
begin
  -- What a state changes in the club, it changes from now on.
  update private.provider_matches f set state_since = moment
   where f.id = _provider_match_id and f.state in ('scheduled', 'postponed', 'suspended');
  applicable := private.check_links(array[_provider_match_id]);
  if settings.follows_scores then
    perform private.apply_provider_scores(applicable, moment);
  end if;
  perform private.publish_live_scores(applicable);
end $function$;

ALTER FUNCTION "private"."apply_last_report"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.apply_provider_fixtures(_provider text, _provider_match_ids uuid[], _competitions text[], _moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
   cross join lateral (select private.team_name_for(f.home_name) as home, private.team_name_for(f.away_name) as away) n
   where f.id = any (_provider_match_ids) and f.match_id is null and not f.ignored
     and f.competition_id = any (_competitions) and f.state = 'scheduled' and f.kickoff_at > _moment
     and n.home <> n.away and (n.home || n.away) !~ '[<>"[:cntrl:]]' and char_length(n.home) <= 100
       and char_length(n.away) <= 100
     and not exists (
       select from public.matches m
        cross join lateral (select private.canonical_team_name(m.home_team_name) as home,
                                   private.canonical_team_name(m.away_team_name) as away) ours
        cross join lateral (select private.canonical_team_name(f.home_name) as home,
                                   private.canonical_team_name(f.away_name) as away) theirs
        where m.league = c.name
          and ((m.kickoff_at between f.kickoff_at - interval '30 days' and f.kickoff_at + interval '30 days'
                and (ours.home, ours.away) = (theirs.home, theirs.away))
               or (m.kickoff_at between f.kickoff_at - interval '3 days' and f.kickoff_at + interval '3 days'
                   and (ours.home, ours.away) = (theirs.away, theirs.home))));
  insert into public.teams (name)
  select distinct t.name from private.provider_matches f
   cross join lateral (values (private.team_name_for(f.home_name)), (private.team_name_for(f.away_name))) t (name)
   where f.id = any (new_ids) order by t.name
  on conflict (name) do nothing;
  with inserted as (
    insert into public.matches (home_team_name, away_team_name, match_date, day_time_zone, match_time, league, season,
                                round, kickoff_confirmed)
    select private.team_name_for(f.home_name), private.team_name_for(f.away_name),
           (f.kickoff_at at time zone case when f.kickoff_confirmed then zone else 'UTC' end)::date,
           case when not f.kickoff_confirmed then 'UTC' end,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else '20:00' end,
           c.name, left(f.season, 40), left(f.round, 60), f.kickoff_confirmed
      from private.provider_matches f join public.competitions c on c.id = f.competition_id
     where f.id = any (new_ids)
     order by f.kickoff_at, f.home_name
    on conflict do nothing
    returning *
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
end $function$;

CREATE OR REPLACE FUNCTION private.check_links(_provider_match_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with checked as materialized (
    select f.id, f.match_id, f.home_name, f.away_name, f.problem as old_problem,
           case when m.id is not null then private.link_problem(f, m) end as new_problem
      from private.provider_matches f left join public.matches m on m.id = f.match_id
     where f.id = any (_provider_match_ids)
  ), stored as (
    update private.provider_matches f set problem = c.new_problem
      from checked c where f.id = c.id and c.new_problem is distinct from c.old_problem
  ), notified as (
    insert into public.notifications (user_id, type, title, message, link)
    select r.user_id, 'warning', 'Match to check',
           left(format(case when c.new_problem in ('exchanged', 'other_teams')
                            then 'The live-score provider reports %s v %s, the club has %s v %s.'
                            else 'The live-score provider reports another date for %3$s v %4$s.' end
                         || ' Go to API Settings to decide.',
                       c.home_name, c.away_name, m.home_team_name, m.away_team_name), 2000),
           '/admin-dashboard/api-settings'
      from checked c
      join public.matches m on m.id = c.match_id
     cross join public.user_roles r
      join public.profiles p on p.id = r.user_id
     where c.new_problem is distinct from c.old_problem and c.new_problem is not null and r.role = 'admin'
  )
  select coalesce(array_agg(c.id), '{}') from checked c where c.new_problem is null
$function$;

ALTER FUNCTION "private"."check_links"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.enforce_match_rules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_reopening boolean := coalesce(current_setting('scoreline.reopening_match', true) = old.id::text, false);
  is_rearranging boolean := coalesce(current_setting('scoreline.rearranging_match', true) = old.id::text, false);
begin
  if private.is_undoing() then
    return new;
  end if;
  new.predictions_count := new.predictions_count + private.take_uncounted_predictions(new.id);
  if not (
       new.status = old.status
       or (is_reopening and new.status = 'upcoming')
       or (is_rearranging and old.status = 'live' and new.status = 'upcoming')
       or (old.status = 'upcoming' and new.status in ('live', 'completed', 'cancelled'))
       or (old.status = 'live' and new.status in ('completed', 'cancelled'))) then
    raise exception 'A match that is % cannot become %', old.status, new.status using errcode = 'SL005';
  end if;
  if new.status = 'cancelled' then
    new.home_score := null;
    new.away_score := null;
  end if;
  -- When a team is renamed, the foreign key's update fires this trigger at depth 2; it is allowed.
  if new.predictions_count > 0 and pg_trigger_depth() = 1
     and (new.home_team_name, new.away_team_name, new.league) is distinct from (old.home_team_name, old.away_team_name,
       old.league) then
    raise exception 'Teams and competition cannot change after the first prediction' using errcode = 'SL006';
  end if;
  if (new.home_team_name, new.away_team_name) is distinct from (old.home_team_name, old.away_team_name) then
    if pg_trigger_depth() = 1 then
      new.home_team_name := private.club_team_name(new.home_team_name);
      new.away_team_name := private.club_team_name(new.away_team_name);
    end if;
    perform private.add_missing_teams(new.home_team_name, new.away_team_name);
  end if;
  if new.kickoff_confirmed then
    new.day_time_zone := null;
  end if;
  -- A match that is postponed keeps the lock that its kick-off had.
  if (new.match_date, new.match_time, new.day_time_zone)
       is distinct from (old.match_date, old.match_time, old.day_time_zone)
     or (new.kickoff_confirmed and not old.kickoff_confirmed) then
    new.kickoff_at := private.kickoff_of(new);
  end if;
  new.predictions_revealed_at := case when is_reopening then clock_timestamp() else old.predictions_revealed_at end;
  if is_reopening then
    new.locks_at := new.kickoff_at;
  elsif old.locks_at <= clock_timestamp() then
    new.locks_at := old.locks_at;
  elsif new.status <> 'upcoming' then
    -- Not now(): predictions may have been judged while this transaction waited for the row.
    new.locks_at := least(new.kickoff_at, clock_timestamp());
  else
    new.locks_at := new.kickoff_at;
  end if;
  if new.status = 'completed' and old.status <> 'completed' then
    new.completed_at := coalesce(new.completed_at, now());
  elsif is_reopening then
    new.completed_at := null;
  else
    new.completed_at := old.completed_at;
  end if;
  if new.home_team_name <> old.home_team_name then
    new.home_team_logo := (select t.logo_url from public.teams t where t.name = new.home_team_name);
  end if;
  if new.away_team_name <> old.away_team_name then
    new.away_team_logo := (select t.logo_url from public.teams t where t.name = new.away_team_name);
  end if;
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION private.is_replaced_by(_old private.provider_matches, _new private.provider_matches)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (_old.missing_since is not null and _new.missing_since is null)
      or (_old.state in ('cancelled', 'postponed', 'abandoned')
          and (_new.state = 'scheduled' or private.has_begun(_new.state)))
$function$;

ALTER FUNCTION "private"."is_replaced_by"(private.provider_matches, private.provider_matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.link_candidates(_reported private.provider_matches)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array(
    select m.id from public.matches m join public.competitions c on c.name = m.league
     where c.id = _reported.competition_id and m.status <> 'cancelled'
       and (m.kickoff_at between _reported.kickoff_at - interval '3 days' and _reported.kickoff_at + interval '3 days'
            or (m.status = 'upcoming' and not m.kickoff_confirmed))
       and m.id is distinct from _reported.match_id
       and not exists (select from private.provider_matches o
                        where o.provider = _reported.provider and o.match_id = m.id
                          and not private.is_replaced_by(o, _reported) and o.problem is null)
     order by m.kickoff_at, m.home_team_name limit 40)
$function$;

ALTER FUNCTION "private"."link_candidates"(private.provider_matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.link_problem(_reported private.provider_matches, _ours public.matches)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
      when _ours.status = 'cancelled' then null
      when n.home = n.our_away and n.away = n.our_home then 'exchanged'
      when (n.home, n.away) <> (n.our_home, n.our_away)
           and (n.home = n.our_away or n.away = n.our_home
                or (_reported.home_name, _reported.away_name)
                   is distinct from (_reported.accepted_home, _reported.accepted_away)) then 'other_teams'
      when _ours.status in ('upcoming', 'live') and _reported.kickoff_at > _ours.kickoff_at + interval '12 hours'
           and (_reported.interrupted or (_ours.status = 'live' and _reported.state = 'scheduled')) then 'rearranged'
      when (_ours.kickoff_confirmed or _ours.day_time_zone is not null)
           and _reported.state not in ('postponed', 'cancelled')
           and _reported.kickoff_at
               not between _ours.kickoff_at - interval '7 days' and _ours.kickoff_at + interval '7 days'
           and (_reported.kickoff_at
                between _reported.accepted_kickoff_at - interval '7 days'
                    and _reported.accepted_kickoff_at + interval '7 days') is not true then 'other_date'
    end
    from (select private.canonical_team_name(_reported.home_name) as home,
                 private.canonical_team_name(_reported.away_name) as away,
                 private.canonical_team_name(_ours.home_team_name) as our_home,
                 private.canonical_team_name(_ours.away_team_name) as our_away) n
$function$;

ALTER FUNCTION "private"."link_problem"(private.provider_matches, public.matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.link_provider_matches(_provider text, _moment timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pair record;
  linked integer := 0;
begin
  for pair in
    with teams as materialized (
      select t.name, private.canonical_team_name(t.name) as canonical_name from public.teams t
    ), unlinked as materialized (
      select f.id, f as reported, f.kickoff_at, private.season_key(f.season) as season,
             private.round_key(f.round) as round, f.state in ('cancelled', 'postponed', 'abandoned') as is_off,
             private.canonical_team_name(f.home_name) as home_team,
             private.canonical_team_name(f.away_name) as away_team, c.name as league
        from private.provider_matches f join public.competitions c on c.id = f.competition_id
       where f.provider = _provider and f.match_id is null and not f.ignored
         and f.kickoff_at > clock_timestamp() - interval '10 days'
    ), candidates as (
      select w.id as provider_match_id, m.id as match_id, o as old, w.is_off, d.days,
             coalesce(d.is_same_season and private.round_key(m.round) = w.round, false) as is_same_round,
             d.is_same_season, m.season is null as is_without_season, m.status
        from unlinked w
        join teams h on h.canonical_name = w.home_team
        join teams a on a.canonical_name = w.away_team
        join public.matches m on m.league = w.league and m.home_team_name = h.name and m.away_team_name = a.name
        left join private.provider_matches o on o.provider = _provider and o.match_id = m.id
       cross join lateral (
         select least(abs((m.kickoff_at at time zone 'UTC')::date - (w.kickoff_at at time zone 'UTC')::date),
                      abs(m.match_date - (w.kickoff_at at time zone private.club_time_zone())::date)) as days,
                coalesce(private.season_key(m.season) = w.season, false) as is_same_season) d
       where o.id is null or private.is_replaced_by(o, w.reported)
    ), ranked as (
      select c.provider_match_id, c.match_id, c.old,
             rank() over by_report as place_of_match, count(*) over (by_report range current row) as equal_matches,
             rank() over by_match as place_of_report, count(*) over (by_match range current row) as equal_reports
        from candidates c
       where c.days = 0 or (c.is_without_season and c.days <= 3)
          or (c.is_same_season and (c.is_same_round or c.days <= 3 or c.status <> 'completed'))
      window by_report as (partition by c.provider_match_id order by not c.is_same_round, c.days),
             by_match as (partition by c.match_id order by c.is_off, not c.is_same_round, c.days)
    )
    select r.provider_match_id, r.match_id, r.old from ranked r
     where r.place_of_match = 1 and r.equal_matches = 1 and r.place_of_report = 1 and r.equal_reports = 1
  loop
    perform private.set_link(pair.provider_match_id, pair.match_id, 'names', pair.old, _moment);
    linked := linked + 1;
  end loop;
  return linked;
end $function$;

ALTER FUNCTION "private"."link_provider_matches"(text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.move_to_reported_date(_reported private.provider_matches, _ours public.matches)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text := private.club_time_zone();
  goes_back boolean := _ours.status = 'live' and _reported.kickoff_at > clock_timestamp();
begin
  perform set_config('scoreline.rearranging_match', _ours.id::text, true);
  update public.matches m
     set status = case when goes_back then 'upcoming' else m.status end,
         home_score = case when not goes_back then m.home_score end,
         away_score = case when not goes_back then m.away_score end,
         match_date = (_reported.kickoff_at at time zone case when _reported.kickoff_confirmed then zone
                                                              else 'UTC' end)::date,
         match_time = case when _reported.kickoff_confirmed then (_reported.kickoff_at at time zone zone)::time
                           else m.match_time end,
         kickoff_confirmed = _reported.kickoff_confirmed,
         day_time_zone = case when not _reported.kickoff_confirmed then 'UTC' end
   where m.id = _ours.id and m.status in ('upcoming', 'live');
  perform set_config('scoreline.rearranging_match', '', true);
  if goes_back then
    delete from private.manual_scores s where s.match_id = _ours.id;
    delete from public.live_scores s where s.match_id = _ours.id;
  end if;
end $function$;

ALTER FUNCTION "private"."move_to_reported_date"(private.provider_matches, public.matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.notify_admins(_provider_match_ids uuid[], _moment timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (user_id, type, title, message, link)
  select r.user_id, 'warning', 'Match ' || f.state,
         left(format('The live-score provider reports that %s v %s is %s. Go to API Settings to decide.',
                     m.home_team_name, m.away_team_name, f.state), 2000),
         '/admin-dashboard/api-settings'
    from private.provider_matches f
    join public.matches m on m.id = f.match_id and m.status in ('upcoming', 'live')
   cross join public.user_roles r
    join public.profiles p on p.id = r.user_id
   where f.id = any (_provider_match_ids) and f.state_since = _moment and r.role = 'admin'
     and f.state in ('postponed', 'suspended', 'abandoned', 'cancelled', 'awarded')
$function$;

CREATE OR REPLACE FUNCTION private.publish_live_scores(_provider_match_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION private.remove_link(_old private.provider_matches)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.provider_matches f where f.id = _old.id and f.missing_since is not null;
  update private.provider_matches f
     set match_id = null, linked_by = null, accepted_home = null, accepted_away = null, accepted_kickoff_at = null,
         problem = null
   where f.id = _old.id
$function$;

ALTER FUNCTION "private"."remove_link"(private.provider_matches) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.set_link(_provider_match_id uuid, _match_id uuid, _linked_by text, _old private.provider_matches, _moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if _old.id is not null then
    perform private.remove_link(_old);
  end if;
  -- What a state changes in the club, it changes from now on.
  update private.provider_matches f
     set match_id = _match_id, linked_by = _linked_by, ignored = false, accepted_home = null, accepted_away = null,
         accepted_kickoff_at = null, problem = null,
         previous_state = coalesce(_old.state, f.previous_state),
         interrupted = f.interrupted or coalesce(_old.interrupted, false),
         state_since = case when f.state in ('scheduled', 'postponed', 'suspended') then _moment
                            else f.state_since end
   where f.id = _provider_match_id;
end $function$;

ALTER FUNCTION "private"."set_link"(uuid, uuid, text, private.provider_matches, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.store_polled_matches(_provider text, _matches jsonb, _moment timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.accept_provider_match(_provider_match_id uuid, _problem text, _home text, _away text, _kickoff timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare
  reported private.provider_matches;
  ours public.matches;
begin
  perform private.begin_admin_action('accept_provider_match');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  select * into ours from public.matches m where m.id = reported.match_id for no key update;
  if ours.id is null or _problem is null
     or (private.link_problem(reported, ours), reported.home_name, reported.away_name, reported.kickoff_at)
        is distinct from (_problem, _home, _away, _kickoff) then
    raise exception 'The provider no longer reports this' using errcode = 'PT404';
  end if;
  if _problem = 'exchanged' then
    -- Before the predictions, in the lock order of private.lock_provider().
    perform private.lock_totals();
    perform private.exchange_sides(array[ours.id]);
    if ours.status = 'completed' then
      perform private.score_matches(array[ours.id]);
    end if;
  elsif _problem = 'other_teams' then
    update private.provider_matches f set accepted_home = f.home_name, accepted_away = f.away_name
     where f.id = reported.id;
  else
    perform private.move_to_reported_date(reported, ours);
    update private.provider_matches f set accepted_kickoff_at = f.kickoff_at, interrupted = false
     where f.id = reported.id;
  end if;
  perform private.write_audit('accept_provider_match', 'matches', ours.id::text,
    jsonb_build_object('home', ours.home_team_name, 'away', ours.away_team_name, 'kickoff_at', ours.kickoff_at,
                       'status', ours.status),
    jsonb_build_object('problem', _problem, 'home', reported.home_name, 'away', reported.away_name,
                       'kickoff_at', reported.kickoff_at, 'source', reported.provider));
  if exists (select from private.provider_matches f join public.matches m on m.id = f.match_id
              where f.id = reported.id and private.link_problem(f, m) = _problem) then
    raise exception 'One of these teams is on the other side of the match' using errcode = '22023';
  end if;
  perform private.apply_last_report(reported.id);
end $function$;

ALTER FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.accept_provider_score(_provider_match_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.provider_matches;
  ours public.matches;
  is_over boolean;
begin
  perform private.begin_admin_action('accept_provider_score');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  select * into ours from public.matches m where m.id = reported.match_id for no key update;
  if ours.id is null or reported.home_score is null then
    raise exception 'The provider has no score for this match' using errcode = 'PT404';
  end if;
  if private.link_problem(reported, ours) is not null then
    raise exception 'Decide first whether the provider''s match is this match' using errcode = 'SL005';
  end if;
  is_over := reported.state in ('finished', 'awarded') or ours.status = 'completed';
  delete from private.manual_scores h where h.match_id = ours.id;
  perform set_config('scoreline.applying_provider_answer', 'on', true);
  update public.matches m
     set status = case when is_over then 'completed' else 'live' end, home_score = reported.home_score,
       away_score = reported.away_score
   where m.id = ours.id;
  perform set_config('scoreline.applying_provider_answer', '', true);
  perform private.publish_live_scores(array[reported.id]);
  perform private.write_audit('accept_provider_score', 'matches', ours.id::text,
    jsonb_build_object('status', ours.status, 'home_score', ours.home_score, 'away_score', ours.away_score),
    jsonb_build_object('status', case when is_over then 'completed' else 'live' end, 'home_score', reported.home_score,
                       'away_score', reported.away_score, 'source', reported.provider));
end $function$;

CREATE OR REPLACE FUNCTION public.apply_provider_answer(_poll bigint, _matches jsonb, _minute_left integer DEFAULT NULL::integer, _minute_ends_in integer DEFAULT NULL::integer, _day_left integer DEFAULT NULL::integer)
 RETURNS TABLE(matches integer, linked integer, started integer, scores integer, results integer, corrections integer, fixtures integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.begin_provider_poll(_by_admin boolean)
 RETURNS TABLE(outcome text, wait_seconds integer, last_error text, poll bigint, provider text, api_key text, purpose text, competitions text[], from_date date, to_date date)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  settings private.live_score_provider;
  key text := (select s.value from private.secrets s where s.name = 'live_score_api_key');
  moment timestamptz;
  due record;
  free_at timestamptz;
  requests integer;
begin
  select * into settings from private.live_score_provider for update;
  moment := clock_timestamp();
  provider := settings.provider;
  if key is null then
    outcome := 'no_key';
    return next; return;
  end if;
  if not settings.follows_scores and not settings.follows_fixtures or settings.competitions = '{}' then
    outcome := 'off';
    return next; return;
  end if;
  select * into due from private.due_poll(settings, _by_admin);
  if due.purpose is null then
    outcome := 'not_due';
    return next; return;
  end if;
  -- football-data.org returns the scores of all competitions in one request. Its fixtures, and everything of
  -- API-Football, take one request for each competition.
  requests := case when settings.provider = 'football_data' and due.purpose = 'scores' then 1
                   else cardinality(due.competitions) end;
  if settings.minute_ends_at <= moment then
    settings.minute_left := settings.minute_limit;
    settings.minute_ends_at := moment + interval '1 minute';
  end if;
  free_at := greatest(
    settings.paused_until, settings.polled_at + settings.min_poll_gap,
    case when settings.minute_left < requests then settings.minute_ends_at end,
    -- The provider's days end at midnight UTC.
    case when settings.day_left < requests
         then date_trunc('day', settings.polled_at at time zone 'UTC') at time zone 'UTC' + interval '1 day' end);
  if free_at > moment then
    outcome := 'wait';
    wait_seconds := ceil(extract(epoch from free_at - moment));
    last_error := case when settings.failed_at >= coalesce(settings.answered_at, '-infinity')
                       then settings.last_error end;
    return next; return;
  end if;
  update private.live_score_provider f
     set latest_poll = settings.latest_poll + 1, polled_at = moment, minute_left = settings.minute_left - requests,
         minute_ends_at = settings.minute_ends_at,
         day_left = case when settings.polled_at >= date_trunc('day', moment at time zone 'UTC') at time zone 'UTC'
                         then settings.day_left - requests end,
         fixtures_polled_at = case when due.purpose = 'fixtures' then moment else f.fixtures_polled_at end,
         asked_competitions = due.competitions, asked_from = days.first, asked_to = days.last
    from (select (moment at time zone 'UTC')::date - case due.purpose when 'scores' then 2 else 0 end as first,
                 (moment at time zone 'UTC')::date + case due.purpose when 'scores' then 1 else 28 end as last) days
  returning f.asked_from, f.asked_to into from_date, to_date;
  outcome := 'poll';
  poll := settings.latest_poll + 1;
  api_key := key;
  purpose := due.purpose;
  competitions := due.competitions;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.link_provider_match(_provider_match_id uuid, _match_id uuid, _add_aliases boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reported private.provider_matches;
  replaced private.provider_matches;
  ours public.matches;
begin
  perform private.begin_admin_action('link_provider_match');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  select * into ours from public.matches m where m.id = _match_id for no key update;
  if reported.id is null or (_match_id is not null and ours.id is null) then
    raise exception 'There is no such match' using errcode = 'PT404';
  end if;
  if ours.id is null then
    perform private.remove_link(reported);
    update private.provider_matches f set ignored = true where f.id = reported.id;
  else
    select * into replaced from private.provider_matches o
     where o.provider = reported.provider and o.match_id = ours.id and o.id <> reported.id
       and (private.is_replaced_by(o, reported) or private.link_problem(o, ours) is not null);
    perform private.set_link(reported.id, ours.id, 'admin', replaced, clock_timestamp());
    update private.provider_matches f
       set accepted_home = f.home_name, accepted_away = f.away_name, accepted_kickoff_at = f.kickoff_at
     where f.id = reported.id;
  end if;
  if ours.id is not null and _add_aliases then
    -- The unknown name becomes an alias of the known one. Two known teams, or two teams of the club, stay separate.
    insert into public.team_aliases (alias, team_name)
    select case when private.is_known_team(n.ours) then trim(n.theirs) else n.ours end,
           case when private.is_known_team(n.ours) then n.ours else trim(n.theirs) end
      from (values (reported.home_name, ours.home_team_name),
                   (reported.away_name, ours.away_team_name)) n (theirs, ours)
     where private.canonical_team_name(n.theirs) <> private.canonical_team_name(n.ours)
       and not (private.is_known_team(n.ours) and private.is_known_team(n.theirs))
       and not exists (select from public.teams t
                        where private.canonical_team_name(t.name) = private.canonical_team_name(n.theirs))
    on conflict do nothing;
  end if;
  perform private.write_audit('link_provider_match', 'matches', coalesce(_match_id, reported.match_id)::text,
    jsonb_build_object('match_id', reported.match_id),
    jsonb_build_object('match_id', _match_id, 'home', reported.home_name, 'away', reported.away_name,
                       'source', reported.provider));
  if ours.id is not null then
    perform private.apply_last_report(reported.id);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.provider_issues()
 RETURNS TABLE(kind text, provider_match_id uuid, match_id uuid, league text, home text, away text, state text, since timestamp with time zone, provider_home integer, provider_away integer, club_home integer, club_away integer, provider_kickoff_at timestamp with time zone, club_kickoff_at timestamp with time zone, candidates uuid[], provider_home_name text, provider_away_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  settings private.live_score_provider;
begin
  perform private.require_admin();
  select * into settings from private.live_score_provider;
  return query
  with linked as (
    select f.*, f as reported, m.id as club_match, m.league as club_league, m.home_team_name, m.away_team_name,
           m.status, m.home_score as club_home, m.away_score as club_away,
           m.kickoff_at as club_kickoff, h.match_id is not null as is_manual,
           f.home_score is not null and (m.home_score, m.away_score) is distinct from (f.home_score,
           f.away_score) as differs,
           -- Only problems of the latest answer are judged again, because judging every match takes long. Matches that
           -- ended long ago need no decision.
           case when f.problem is not null
                     and (m.status in ('upcoming', 'live') or f.seen_at > clock_timestamp() - interval '3 days')
                then private.link_problem(f, m) end as link_problem
      from private.provider_matches f
      join public.matches m on m.id = f.match_id and m.status <> 'cancelled'
      left join private.manual_scores h on h.match_id = m.id
     where f.provider = settings.provider
  ), judged as (
    select l.*, case
        when l.link_problem is not null then l.link_problem
        when l.state in ('postponed', 'suspended', 'abandoned', 'cancelled', 'awarded')
          and l.status <> 'completed' then l.state
        when l.differs and l.is_manual and private.has_begun(l.state) and (l.club_home is not null)
             and (l.rejected_home, l.rejected_away) is distinct from (l.home_score, l.away_score) then 'contradiction'
        when l.state = 'finished' and l.status <> 'completed' and l.home_score is null then 'no_score'
        when l.state = 'finished' and l.status <> 'completed' and not (l.is_manual and l.differs) then 'provisional'
        when l.state = 'finished' and l.status = 'completed' and l.differs and not l.is_manual then 'correction'
        when l.state = 'scheduled' and l.status = 'upcoming' and l.kickoff_confirmed
          and l.kickoff_at <> l.club_kickoff then 'moved'
      end as issue
      from linked l
  )
  select j.issue, j.id, j.club_match, j.club_league, j.home_team_name, j.away_team_name, j.state, j.state_since,
         j.home_score, j.away_score, j.club_home, j.club_away, j.kickoff_at, j.club_kickoff,
         case when j.link_problem is not null then private.link_candidates(j.reported) end, j.home_name, j.away_name
    from judged j where j.issue is not null
  union all
  (select 'unlinked', f.id, null, c.name, f.home_name, f.away_name, f.state, f.state_since, f.home_score, f.away_score,
          null, null, f.kickoff_at, null, private.link_candidates(f), f.home_name, f.away_name
     from private.provider_matches f join public.competitions c on c.id = f.competition_id
    where f.provider = settings.provider and f.match_id is null and not f.ignored
      and f.kickoff_at between clock_timestamp() - interval '3 days' and clock_timestamp() + interval '28 days'
      -- The provider's old entry of a match that it lists again needs no link.
      and (f.state not in ('cancelled', 'postponed', 'abandoned')
           or not exists (select from private.provider_matches n
                           where n.provider = f.provider and n.match_id is not null
                             and (n.competition_id, n.home_name, n.away_name)
                                 = (f.competition_id, f.home_name, f.away_name)
                             and private.season_key(n.season) is not distinct from private.season_key(f.season)))
    order by f.kickoff_at, f.home_name limit 200)
  union all
  select 'missing', null, m.id, m.league, m.home_team_name, m.away_team_name, null, null, null, null, m.home_score,
         m.away_score, null, m.kickoff_at, null, null, null
    from private.matches_in_play(settings) m
   where settings.answered_at is not null
     and not exists (select from private.provider_matches f
                     where f.provider = settings.provider and f.match_id = m.id and f.missing_since is null);
end $function$;

ALTER FUNCTION "public"."provider_issues"() OWNER TO "postgres";

COMMENT ON COLUMN "private"."provider_matches"."accepted_home" IS 'the provider''s name of the home team that an admin has accepted for the club''s match, with accepted_away';

COMMENT ON COLUMN "private"."provider_matches"."accepted_kickoff_at" IS 'the provider''s kick-off that an admin has accepted for the club''s match';

COMMENT ON COLUMN "private"."provider_matches"."interrupted" IS 'whether the match was suspended or abandoned, and no admin has accepted another date since';

COMMENT ON COLUMN "private"."provider_matches"."missing_since" IS 'since when the provider''s answers lack the match, although they should have it; null if they have it';

COMMENT ON COLUMN "private"."provider_matches"."problem" IS 'what private.link_problem() returned for the latest answer, so that admins are notified once';

REVOKE ALL ON FUNCTION "private"."apply_last_report"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."apply_last_report"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."apply_last_report"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_links"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_links"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_links"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_replaced_by"(private.provider_matches, private.provider_matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."is_replaced_by"(private.provider_matches, private.provider_matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."is_replaced_by"(private.provider_matches, private.provider_matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_candidates"(private.provider_matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_candidates"(private.provider_matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."link_candidates"(private.provider_matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_problem"(private.provider_matches, public.matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_problem"(private.provider_matches, public.matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."link_problem"(private.provider_matches, public.matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."link_provider_matches"(text, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."link_provider_matches"(text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."link_provider_matches"(text, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_to_reported_date"(private.provider_matches, public.matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."move_to_reported_date"(private.provider_matches, public.matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."move_to_reported_date"(private.provider_matches, public.matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_link"(private.provider_matches) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."remove_link"(private.provider_matches) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."remove_link"(private.provider_matches) TO "postgres";

REVOKE ALL ON FUNCTION "private"."set_link"(uuid, uuid, text, private.provider_matches, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."set_link"(uuid, uuid, text, private.provider_matches, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."set_link"(uuid, uuid, text, private.provider_matches, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."accept_provider_match"(uuid, text, text, text, timestamp with time zone) TO "service_role";

REVOKE ALL ON FUNCTION "public"."provider_issues"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."provider_issues"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."provider_issues"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."provider_issues"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."provider_issues"() TO "service_role";
