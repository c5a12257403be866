-- Live scores: the issues that an admin must decide about, and the admin's decisions.

-- The issues of the provider's matches that an admin must decide about, by kind. Admins only (SL003).
--
--   provisional    finished, not yet confirmed by a second poll
--   correction     a result different from the confirmed one, not yet confirmed by a second poll
--   contradiction  a score different from the one that was set manually
--   awarded        decided by the competition; never applied automatically
--   no_score       finished, without a score after 90 minutes
--   moved          another kick-off
--   postponed, suspended, abandoned, cancelled
--   exchanged, return_match, other_teams, rearranged, other_date
--                  the problem of a link (private.link_problem): the match follows the provider again after the
--                  decision; `candidates` may be linked instead. `return_match_id` is the club's match that a
--                  return_match is; null if the club lacks it
--   unlinked       a match that has no match of the club with the same teams; `candidates` may be linked by an admin
--   missing        a match of the club, near its kick-off, that the provider does not have
create function public.provider_issues()
returns table (kind text, provider_match_id uuid, match_id uuid, league text, home text, away text, state text,
               since timestamptz, provider_home integer, provider_away integer, club_home integer, club_away integer,
               provider_kickoff_at timestamptz, club_kickoff_at timestamptz, candidates uuid[],
               provider_home_name text, provider_away_name text, return_match_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
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
         case when j.link_problem is not null then private.link_candidates(j.reported) end, j.home_name, j.away_name,
         case when j.link_problem = 'return_match' then private.return_match(j.reported) end
    from judged j where j.issue is not null
  union all
  (select 'unlinked', f.id, null, c.name, f.home_name, f.away_name, f.state, f.state_since, f.home_score, f.away_score,
          null, null, f.kickoff_at, null, private.link_candidates(f), f.home_name, f.away_name, null
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
         m.away_score, null, m.kickoff_at, null, null, null, null
    from private.matches_in_play(settings) m
   where settings.answered_at is not null
     and not exists (select from private.provider_matches f
                     where f.provider = settings.provider and f.match_id = m.id and f.missing_since is null);
end $$;
grant execute on function public.provider_issues() to authenticated, service_role;

-- Applies what the provider has last reported about a match, after an admin's decision about its link.
create function private.apply_last_report(_provider_match_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- Accepts the provider's score for a match: confirms a provisional result or a correction, resolves a contradiction,
-- or applies an awarded score. The provider's later scores then apply again. Raises PT404 if the provider has no
-- score, SL005 if the match cannot change that way or its link has a problem. Admins only (SL003), 50 in 5 minutes
-- (SL004), audited.
create function public.accept_provider_score(_provider_match_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.accept_provider_score(uuid) to authenticated, service_role;

-- Rejects the provider's current score: the club's score stays, and the issue returns only for a different score.
-- Raises PT404 for an unknown match. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.reject_provider_score(_provider_match_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  refused private.provider_matches;
begin
  perform private.begin_admin_action('reject_provider_score');
  update private.provider_matches f set rejected_home = f.home_score, rejected_away = f.away_score
   where f.id = _provider_match_id and f.match_id is not null returning * into refused;
  if refused.id is null then
    raise exception 'The provider has no such match' using errcode = 'PT404';
  end if;
  perform private.write_audit('reject_provider_score', 'matches', refused.match_id::text, null,
    jsonb_build_object('refused_home', refused.home_score, 'refused_away', refused.away_score,
                       'source', refused.provider));
end $$;
grant execute on function public.reject_provider_score(uuid) to authenticated, service_role;

-- Links a provider's match to one of the club's (null: unlinks it), in place of a link that can be replaced or has a
-- problem. The names and the kick-off that the provider reports are then accepted for this match; exchanged sides are
-- not. With _add_aliases, unknown names become aliases. Raises PT404 for an unknown match, 23505 if the club's match
-- is already linked. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.link_provider_match(_provider_match_id uuid, _match_id uuid,
                                           _add_aliases boolean default true)
returns void
language plpgsql security definer set search_path = ''
as $$
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
       and not exists (select from private.teams_meant(n.theirs))
    on conflict do nothing;
  end if;
  perform private.write_audit('link_provider_match', 'matches', coalesce(_match_id, reported.match_id)::text,
    jsonb_build_object('match_id', reported.match_id),
    jsonb_build_object('match_id', _match_id, 'home', reported.home_name, 'away', reported.away_name,
                       'source', reported.provider));
  if ours.id is not null then
    perform private.apply_last_report(reported.id);
  end if;
end $$;
grant execute on function public.link_provider_match(uuid, uuid, boolean) to authenticated, service_role;

-- Moves a match of the club to the provider's kick-off. A match that has locked stays locked, because its predictions
-- were visible, and one that is still to be played is upcoming again, without a score.
create function private.move_to_reported_date(_reported private.provider_matches, _ours public.matches) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  zone text := private.club_time_zone();
  goes_back boolean := _ours.status = 'live' and _reported.kickoff_at > clock_timestamp();
begin
  perform set_config('scoreline.allowed_change', 'rearranging ' || _ours.id, true);
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
  perform set_config('scoreline.allowed_change', '', true);
  if goes_back then
    delete from private.manual_scores s where s.match_id = _ours.id;
    delete from public.live_scores s where s.match_id = _ours.id;
  end if;
end $$;

-- Accepts the provider's match as it is for the match of the club that it is linked to, with the _problem, names
-- and kick-off that the admin saw. exchanged, return_match: home and away of the club's match are exchanged, with
-- its predictions; not if the club has the return match, which is to be linked (22023). other_teams: these names
-- mean its teams. rearranged, other_date: the match moves to the provider's kick-off and keeps its predictions
-- (private.move_to_reported_date). The match then follows the provider again. Raises PT404 if the provider no
-- longer reports this, 22023 for teams of which one is on the other side. Admins only (SL003), 50 in 5 minutes
-- (SL004), audited. Slow in a large club, so it sets its own statement_timeout.
create function public.accept_provider_match(_provider_match_id uuid, _problem text, _home text, _away text,
                                             _kickoff timestamptz)
returns void
language plpgsql security definer set search_path = '' set statement_timeout = '2min'
as $$
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
    raise exception 'The provider no longer reports this'
      using errcode = 'PT404', detail = '{"kind": "provider_no_longer_reports"}';
  end if;
  if _problem = 'return_match' and private.return_match(reported) is not null then
    raise exception 'The club has this return match'
      using errcode = '22023', detail = '{"kind": "club_has_the_return_match"}';
  end if;
  if _problem in ('exchanged', 'return_match') then
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
    raise exception 'One of these teams is on the other side of the match'
      using errcode = '22023', detail = '{"kind": "team_is_on_the_other_side"}';
  end if;
  perform private.apply_last_report(reported.id);
end $$;
grant execute on function public.accept_provider_match(uuid, text, text, text, timestamptz)
  to authenticated, service_role;

-- Adds the return match that the provider reports for a match of the club, and links it; the club's match is as
-- before. _home, _away, _kickoff: what the admin saw. Raises PT404 if the provider no longer reports this, 22023 if
-- the club has the match or the names are not valid. Returns the match. Admins only (SL003), 50 in 5 minutes
-- (SL004), audited.
create function public.add_return_match(_provider_match_id uuid, _home text, _away text, _kickoff timestamptz)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  reported private.provider_matches;
  added public.matches;
begin
  perform private.begin_admin_action('add_return_match');
  perform private.lock_provider();
  select * into reported from private.provider_matches f where f.id = _provider_match_id for update;
  if reported.id is null
     or (reported.home_name, reported.away_name, reported.kickoff_at) is distinct from (_home, _away, _kickoff)
     or (select private.link_problem(reported, m) from public.matches m where m.id = reported.match_id)
        is distinct from 'return_match' then
    raise exception 'The provider no longer reports this'
      using errcode = 'PT404', detail = '{"kind": "provider_no_longer_reports"}';
  end if;
  if private.has_valid_teams(reported) and private.return_match(reported) is null then
    select * into added from private.add_reported_matches(array[reported.id]);
  end if;
  if added.id is null then
    raise exception 'The club has this return match'
      using errcode = '22023', detail = '{"kind": "club_has_the_return_match"}';
  end if;
  perform private.set_link(reported.id, added.id, 'admin', null, clock_timestamp());
  perform private.write_audit('add_return_match', 'matches', added.id::text, null,
    jsonb_build_object('home', reported.home_name, 'away', reported.away_name, 'source', reported.provider));
  perform private.apply_last_report(reported.id);
  return added.id;
end $$;
grant execute on function public.add_return_match(uuid, text, text, timestamptz) to authenticated, service_role;

-- Hides provider's matches that the club does not have from the list of issues; returns their number. Admins only
-- (SL003), 50 in 5 minutes (SL004), audited.
create function public.ignore_provider_matches(_provider_match_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  ignored_ones integer;
begin
  perform private.begin_admin_action('ignore_provider_matches');
  update private.provider_matches f set ignored = true where f.id = any (_provider_match_ids) and f.match_id is null
    and not f.ignored;
  get diagnostics ignored_ones = row_count;
  perform private.write_audit('ignore_provider_matches', 'provider_matches', null, null,
                              jsonb_build_object('matches', ignored_ones));
  return ignored_ones;
end $$;
grant execute on function public.ignore_provider_matches(uuid[]) to authenticated, service_role;
