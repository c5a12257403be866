-- Fixtures as the feed has them, where an admin switched that on. The same rules as an import: predictions stay, a match that
-- has locked stays locked, only what has not begun moves.

-- The name under which the club has, or will have, the team that the feed calls so; null when two teams of ours could be it.
create function private.team_for(_name text) returns text
language sql stable security definer set search_path = ''
as $$
  select case count(*)
      when 0 then coalesce((select a.club from public.team_aliases a where lower(a.alias) = lower(trim(_name))), trim(_name))
      when 1 then min(t.name) end
    from public.teams t where private.club_of(t.name) = private.club_of(_name)
$$;

-- Moves and adds the scheduled matches among _feed_ids; returns how many. A match is added only where the club has none of those
-- two clubs in that competition within a month, and where nothing stands against their names. Each change is audited.
create function private.take_fixtures(_provider text, _feed_ids uuid[], _competitions text[], _moment timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  zone text := private.club_time_zone();
  moved integer;
  new_ids uuid[];
  added integer;
begin
  with wanted as (
    -- Without a confirmed time only the day is known: ours keeps its hour.
    select m.id, m.match_date as old_date, m.match_time as old_time, m.kickoff_confirmed as old_confirmed,
           (f.kickoff_at at time zone zone)::date as new_date,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else m.match_time end as new_time,
           f.kickoff_confirmed as new_confirmed
      from private.feed_matches f
      join public.matches m on m.id = f.match_id and m.status = 'upcoming'
     where f.id = any (_feed_ids) and f.competition_id = any (_competitions) and f.state = 'scheduled' and f.kickoff_at > _moment
       and (f.kickoff_confirmed or (f.kickoff_at at time zone zone)::date <> m.match_date)
  ), changed as (
    update public.matches m set match_date = w.new_date, match_time = w.new_time, kickoff_confirmed = w.new_confirmed
      from wanted w
     where m.id = w.id and (w.old_date, w.old_time, w.old_confirmed) is distinct from (w.new_date, w.new_time, w.new_confirmed)
    returning w.*
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, old_values, new_values)
    select 'live_scores.moved', 'matches', c.id::text,
           jsonb_build_object('match_date', c.old_date, 'match_time', c.old_time, 'kickoff_confirmed', c.old_confirmed),
           jsonb_build_object('match_date', c.new_date, 'match_time', c.new_time, 'kickoff_confirmed', c.new_confirmed, 'source', _provider)
      from changed c
  )
  select count(*) into moved from changed;

  select coalesce(array_agg(f.id), '{}') into new_ids
    from private.feed_matches f
    join public.competitions c on c.id = f.competition_id
   cross join lateral (select private.team_for(f.home_name) as home, private.team_for(f.away_name) as away) n
   where f.id = any (_feed_ids) and f.match_id is null and not f.ignored and f.competition_id = any (_competitions)
     and f.state = 'scheduled' and f.kickoff_at > _moment
     and n.home <> n.away and (n.home || n.away) !~ '[<>"[:cntrl:]]' and char_length(n.home) <= 100 and char_length(n.away) <= 100
     and not exists (
       select from public.matches m
        where m.league = c.name and m.kickoff_at between f.kickoff_at - interval '30 days' and f.kickoff_at + interval '30 days'
          and private.club_of(m.home_team_name) = private.club_of(f.home_name)
          and private.club_of(m.away_team_name) = private.club_of(f.away_name));
  insert into public.teams (name)
  select distinct t.name from private.feed_matches f
   cross join lateral (values (private.team_for(f.home_name)), (private.team_for(f.away_name))) t (name)
   where f.id = any (new_ids) order by t.name
  on conflict (name) do nothing;
  with inserted as (
    insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round, kickoff_confirmed)
    select private.team_for(f.home_name), private.team_for(f.away_name), (f.kickoff_at at time zone zone)::date,
           case when f.kickoff_confirmed then (f.kickoff_at at time zone zone)::time else '20:00' end,
           c.name, left(f.season, 40), left(f.round, 60), f.kickoff_confirmed
      from private.feed_matches f join public.competitions c on c.id = f.competition_id
     where f.id = any (new_ids)
     order by f.kickoff_at, f.home_name
    on conflict do nothing
    returning *
  ), audited as (
    insert into public.admin_audit_log (action, table_name, record_id, new_values)
    select 'live_scores.added', 'matches', i.id::text, jsonb_build_object('home_team_name', i.home_team_name, 'away_team_name', i.away_team_name,
             'match_date', i.match_date, 'match_time', i.match_time, 'league', i.league, 'source', _provider)
      from inserted i
  )
  select count(*) into added from inserted;
  perform private.link_feed(_provider);
  return moved + added;
end $$;
