-- Links between the provider's matches and the club's.

-- The days between the dates of both, in UTC or in the club's time zone.
create function private.days_apart(_reported private.provider_matches, _ours public.matches) returns integer
language sql stable set search_path = ''
as $$
  select least(abs((_ours.kickoff_at at time zone 'UTC')::date - (_reported.kickoff_at at time zone 'UTC')::date),
               abs(_ours.match_date - (_reported.kickoff_at at time zone private.club_time_zone())::date))
$$;

-- Why the provider's match may be another one than the club's match that it is linked to; null if nothing contradicts
-- the link. A report with a problem writes nothing to the club's match until an admin has decided
-- (public.accept_provider_match, public.link_provider_match).
--
--   exchanged    home and away are exchanged, on the same date
--   return_match home and away are exchanged, more than three days apart: the return match, or another date too
--   other_teams  other teams, unless an admin has accepted these names
--   rearranged   a match that was interrupted, or that has started in the club and not at the provider, has a kick-off
--                more than twelve hours later
--   other_date   a kick-off more than seven days away, unless an admin has accepted it. A match that is postponed has
--                no kick-off, so it may get any.
create function private.link_problem(_reported private.provider_matches, _ours public.matches) returns text
language sql stable security definer set search_path = ''
as $$
  select case
      when _ours.status = 'cancelled' then null
      when n.home = n.our_away and n.away = n.our_home
        then case when private.days_apart(_reported, _ours) <= 3 then 'exchanged' else 'return_match' end
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
$$;

-- True if the provider's state means that the match has begun.
create function private.has_begun(_state text) returns boolean
language sql immutable set search_path = ''
as $$ select _state in ('in_play', 'half_time', 'extra_time', 'penalties', 'finished') $$;

-- Whether another entry of the provider may get the link of an old one: the provider has deleted the old entry, or it
-- is called off and the new one is not.
create function private.is_replaced_by(_old private.provider_matches, _new private.provider_matches) returns boolean
language sql immutable set search_path = ''
as $$
  select (_old.missing_since is not null and _new.missing_since is null)
      or (_old.state in ('cancelled', 'postponed', 'abandoned')
          and (_new.state = 'scheduled' or private.has_begun(_new.state)))
$$;

-- Removes the link of a provider's match, and the match itself if the provider has deleted it.
create function private.remove_link(_old private.provider_matches) returns void
language sql security definer set search_path = ''
as $$
  delete from private.provider_matches f where f.id = _old.id and f.missing_since is not null;
  update private.provider_matches f
     set match_id = null, linked_by = null, accepted_home = null, accepted_away = null, accepted_kickoff_at = null,
         problem = null
   where f.id = _old.id
$$;

-- Links a provider's match to the club's in place of an old link, whose last state counts as the previous one.
create function private.set_link(_provider_match_id uuid, _match_id uuid, _linked_by text,
                                  _old private.provider_matches, _moment timestamptz)
returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;

-- Links the provider's matches to the club's by the rules of imports (private.find_imported_matches): same
-- competition, same two teams by name or alias, and the same day (in UTC or the club's time zone) or the same
-- season; the same round first, then the nearest date, one to one. A match that the club has with exchanged sides
-- at most three days away is it, rather than the return match on another date. A match of the club that has a link
-- gets another one if the old entry can be replaced. Admins link ambiguous and other matches by hand. Returns the
-- number of new links.
create function private.link_provider_matches(_provider text, _moment timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  pair record;
  linked integer := 0;
begin
  -- A report that was linked to the return match of the one that it is.
  perform private.remove_link(f)
     from private.provider_matches f
    where f.provider = _provider and f.problem = 'other_date' and private.exchanged_match(f) is not null;
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
             d.is_same_season, m.status, s.is_exchanged,
             case when d.days > 3 then 3 when s.is_exchanged then 2 else 1 end as rank
        from unlinked w
        join teams h on h.canonical_name = w.home_team
        join teams a on a.canonical_name = w.away_team
       cross join lateral (values (h.name, a.name, false), (a.name, h.name, true)) s (home, away, is_exchanged)
        join public.matches m on m.league = w.league and m.home_team_name = s.home and m.away_team_name = s.away
        left join private.provider_matches o on o.provider = _provider and o.match_id = m.id
       cross join lateral (
         select private.days_apart(w.reported, m) as days,
                coalesce(private.season_key_of(m.season, m.match_date) = w.season, false) as is_same_season) d
       where o.id is null or private.is_replaced_by(o, w.reported)
    ), ranked as (
      select c.provider_match_id, c.match_id, c.old,
             rank() over by_report as place_of_match, count(*) over (by_report range current row) as equal_matches,
             rank() over by_match as place_of_report, count(*) over (by_match range current row) as equal_reports
        from candidates c
       where c.days = 0 or (c.is_exchanged and c.days <= 3)
          or (not c.is_exchanged and c.is_same_season and (c.is_same_round or c.days <= 3 or c.status <> 'completed'))
      window by_report as (partition by c.provider_match_id order by c.rank, not c.is_same_round, c.days),
             by_match as (partition by c.match_id order by c.is_off, c.rank, not c.is_same_round, c.days)
    )
    select r.provider_match_id, r.match_id, r.old from ranked r
     where r.place_of_match = 1 and r.equal_matches = 1 and r.place_of_report = 1 and r.equal_reports = 1
  loop
    perform private.set_link(pair.provider_match_id, pair.match_id, 'names', pair.old, _moment);
    linked := linked + 1;
  end loop;
  return linked;
end $$;

-- Checks the links of _provider_match_ids, and notifies every admin of new problems. Returns the matches that have
-- none: those whose reports may be applied, and those without a link.
create function private.check_links(_provider_match_ids uuid[]) returns uuid[]
language sql security definer set search_path = ''
as $$
  with checked as materialized (
    select f.id, f.match_id, f.home_name, f.away_name, f.problem as old_problem,
           case when m.id is not null then private.link_problem(f, m) end as new_problem
      from private.provider_matches f left join public.matches m on m.id = f.match_id
     where f.id = any (_provider_match_ids)
  ), stored as (
    update private.provider_matches f set problem = c.new_problem
      from checked c where f.id = c.id and c.new_problem is distinct from c.old_problem
  ), notified as (
    insert into public.notifications (user_id, type, title, message, link, facts)
    select r.user_id, 'warning', 'Match to check',
           left(format(case when c.new_problem in ('exchanged', 'return_match', 'other_teams')
                            then 'The live-score provider reports %s v %s, the club has %s v %s.'
                            else 'The live-score provider reports another date for %3$s v %4$s.' end
                         || ' Go to API Settings to decide.',
                       c.home_name, c.away_name, m.home_team_name, m.away_team_name), 2000),
           '/admin-dashboard/api-settings',
           jsonb_build_object('kind', 'match_to_check',
                              'are_teams_wrong', c.new_problem in ('exchanged', 'return_match', 'other_teams'),
                              'reported_home', c.home_name, 'reported_away', c.away_name,
                              'home', m.home_team_name, 'away', m.away_team_name)
      from checked c
      join public.matches m on m.id = c.match_id
     cross join public.user_roles r
      join public.profiles p on p.id = r.user_id
     where c.new_problem is distinct from c.old_problem and c.new_problem is not null and r.role = 'admin'
  )
  select coalesce(array_agg(c.id), '{}') from checked c where c.new_problem is null
$$;

-- Whether the club's match can be linked to the report: it is not cancelled, and not linked to another match of the
-- provider whose latest report had no problem.
create function private.can_be_linked(_reported private.provider_matches, _ours public.matches) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _ours.status <> 'cancelled' and _ours.id is distinct from _reported.match_id
     and not exists (select from private.provider_matches o
                      where o.provider = _reported.provider and o.match_id = _ours.id
                        and not private.is_replaced_by(o, _reported) and o.problem is null)
$$;

-- The club's match that a report with exchanged sides is about: the same teams at most three days away. Null
-- without one.
create function private.exchanged_match(_reported private.provider_matches) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.id
    from public.competitions c
   cross join private.teams_meant(_reported.home_name) h cross join private.teams_meant(_reported.away_name) a
    join public.matches m on m.league = c.name and m.home_team_name = a.name and m.away_team_name = h.name
   where c.id = _reported.competition_id and private.days_apart(_reported, m) <= 3
     and private.can_be_linked(_reported, m)
   order by private.days_apart(_reported, m), m.id limit 1
$$;

-- The club's match that a report is if the match that it is linked to is its return match: the same sides in the same
-- season, the nearest date first. Null if the club has none.
create function private.return_match(_reported private.provider_matches) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.id
    from public.competitions c
   cross join private.teams_meant(_reported.home_name) h cross join private.teams_meant(_reported.away_name) a
    join public.matches m on m.league = c.name and m.home_team_name = h.name and m.away_team_name = a.name
   where c.id = _reported.competition_id and private.can_be_linked(_reported, m)
     and (private.season_key_of(m.season, m.match_date)
            = private.season_key_of(_reported.season, (_reported.kickoff_at at time zone 'UTC')::date)
          or private.days_apart(_reported, m) <= 30)
   order by private.days_apart(_reported, m), m.id limit 1
$$;

-- The club's matches that a provider's match may be: of the same competition, within three days or postponed, and not
-- linked to another match of the provider whose latest report had no problem.
create function private.link_candidates(_reported private.provider_matches) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array(
    select m.id from public.matches m join public.competitions c on c.name = m.league
     where c.id = _reported.competition_id and private.can_be_linked(_reported, m)
       and (m.kickoff_at between _reported.kickoff_at - interval '3 days' and _reported.kickoff_at + interval '3 days'
            or (m.status = 'upcoming' and not m.kickoff_confirmed))
     order by m.kickoff_at, m.home_team_name limit 40)
$$;
