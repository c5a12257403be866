-- What the page of last one standing shows.

-- All choices of a game, with what is known of them. is_seen: others may see it, after the lock or the settlement.
-- Without a match of the team the lock is the first one of the matchday.
create function private.choices_of_game(_game private.last_standing_games)
returns table (entry_id uuid, number integer, team_id uuid, team text, logo text, result text, is_locked boolean,
               is_seen boolean)
language sql stable security definer set search_path = ''
as $$
  with teams as materialized (select * from private.teams_of_game(_game)),
  days as materialized (select * from private.matchdays_of_game(_game))
  select c.entry_id, c.number, c.team_id, n.name, n.logo_url,
         coalesce(c.result, t.result, case when t.match_id is null and d.state <> 'upcoming' then 'kept' end, 'open'),
         d.state = 'settled' or coalesce(t.locks_at <= clock_timestamp(), false),
         d.state = 'settled' or private.may_see(c.chosen_at, coalesce(t.locks_at, d.starts_at), t.revealed_at)
    from private.last_standing_entries e
    join private.last_standing_choices c on c.entry_id = e.id
    join days d on d.number = c.number
    left join teams t on t.number = c.number and t.team_id = c.team_id
    left join public.teams n on n.id = c.team_id
   where e.game_id = (_game).id
$$;

-- The matchdays of a game as [{number, round, state, starts_at, settles_at, all_back, entries, out, chosen, teams}].
-- entries: those that were in before it; out: those that went out, on the matchday that runs as it stands. teams: the
-- choices that everybody may see, as [{team, logo, result, entries}], most first.
create function private.story_of_game(_game private.last_standing_games) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with entries as materialized (
    select e.id, e.user_id, e.out_number from private.last_standing_entries e where e.game_id = (_game).id
  ), outcomes as materialized (
    select o.number, count(*) filter (where o.is_out) as out, bool_and(o.all_out) as all_out
      from private.outcomes_of_game(_game) o group by o.number
  ), choices as materialized (
    select c.* from private.choices_of_game(_game) c
  ), teams as (
    select s.number, jsonb_agg(jsonb_build_object('team', s.team, 'logo', s.logo, 'result', s.result,
                                                  'entries', s.entries)
                               order by s.entries desc, s.team) as teams
      from (select c.number, c.team, c.logo, c.result, count(*) as entries from choices c
             where c.is_seen and c.team is not null group by 1, 2, 3, 4) s
     group by s.number
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'number', d.number, 'round', d.round, 'state', d.state, 'starts_at', d.starts_at,
           'settles_at', d.settles_at, 'all_back', d.all_back or coalesce(o.all_out, false),
           'entries', n.entries,
           'out', coalesce(case when d.all_back then n.entries when d.state = 'settled' then n.out else o.out end, 0),
           'chosen', (select count(*) from choices c where c.number = d.number),
           'teams', coalesce(t.teams, '[]')) order by d.number), '[]')
    from private.matchdays_of_game(_game) d
   cross join lateral (
     select count(*) filter (where coalesce(e.out_number, d.number) >= d.number
                               and (e.out_number is not null or e.user_id is not null)) as entries,
            count(*) filter (where e.out_number = d.number) as out from entries e) n
    left join outcomes o on o.number = d.number
    left join teams t on t.number = d.number
$$;

-- The entries of the caller as [{id, out_number, is_out, choices}], choices as [{number, team_id, team, logo, result,
-- is_locked}], in the order in which they were made. is_out: out, or out as it stands on the matchday that runs.
create function private.own_entries(_game private.last_standing_games) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with mine as materialized (
    select e.* from private.last_standing_entries e
     where e.game_id = (_game).id and e.user_id = (select auth.uid())
  ), choices as materialized (
    select c.entry_id, jsonb_agg(jsonb_build_object(
             'number', c.number, 'team_id', c.team_id, 'team', c.team, 'logo', c.logo, 'result', c.result,
             'is_locked', c.is_locked) order by c.number) as choices
      from private.choices_of_game(_game) c where c.entry_id in (select m.id from mine m) group by c.entry_id
  )
  select coalesce(jsonb_agg(jsonb_build_object(
           'id', m.id, 'out_number', m.out_number,
           'is_out', m.out_number is not null or coalesce(o.is_out and not o.all_out, false),
           'choices', coalesce(c.choices, '[]')) order by m.entered_at, m.id), '[]')
    from mine m
    left join choices c on c.entry_id = m.id
    left join private.outcomes_of_game(_game) o on o.entry_id = m.id
$$;

-- The matches of the matchdays that can be chosen, in the order of their locks, as [{number, match_id, locks_at,
-- is_open, status, kickoff_at, home_score, away_score, home, away}]; home and away: {id, name, logo}.
create function private.matches_of_game(_game private.last_standing_games) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'number', t.number, 'match_id', m.id, 'locks_at', m.locks_at, 'kickoff_at', m.kickoff_at,
           'is_open', m.status = 'upcoming' and m.locks_at > clock_timestamp(), 'status', m.status,
           'home_score', m.home_score, 'away_score', m.away_score,
           'home', jsonb_build_object('id', h.id, 'name', h.name, 'logo', h.logo_url),
           'away', jsonb_build_object('id', a.id, 'name', a.name, 'logo', a.logo_url))
           order by t.number, m.locks_at, m.kickoff_at, m.id), '[]')
    from (select distinct g.number, g.match_id from private.teams_of_game(_game) g) t
    join public.matches m on m.id = t.match_id
    join public.teams h on h.name = m.home_team_name
    join public.teams a on a.name = m.away_team_name
$$;

-- The members who have entries that are in, by name, at most 100, as [{user_id, full_name, entries}]. Those of a game
-- that is decided are its winners.
create function private.standing_members(_game private.last_standing_games) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.full_name, s.user_id), '[]') from (
    select f.id as user_id, coalesce(f.full_name, 'Player') as full_name, count(*) as entries
      from private.last_standing_entries e
      join public.profiles f on f.id = e.user_id
      left join private.outcomes_of_game(_game) o on o.entry_id = e.id
     where e.game_id = (_game).id and e.out_number is null and not coalesce(o.is_out and not o.all_out, false)
     group by f.id, f.full_name order by full_name, f.id limit 100) s
$$;

-- The game that the club plays, or played last; no row without one. entries: all; standing: those that are in, as it
-- stands. last_game: the decided game before, for 30 days, as {name, nth, ended_at, winners}.
create function public.last_standing()
returns table (game_id uuid, name text, nth integer, league text, season text, needs_code boolean,
               started_at timestamptz, ended_at timestamptz, is_decided boolean, is_closed boolean, entries integer,
               standing integer, members jsonb, mine jsonb, matchdays jsonb, matches jsonb, last_game jsonb)
language sql stable security definer set search_path = ''
as $$
  select g.id, g.name, g.nth, c.name, g.season, g.needs_code, g.started_at, g.ended_at, g.is_decided,
         private.entries_are_closed(g), n.entries, n.standing, private.standing_members(g), private.own_entries(g),
         private.story_of_game(g), private.matches_of_game(g),
         (select jsonb_build_object('name', b.name, 'nth', b.nth, 'ended_at', b.ended_at,
                                    'winners', private.standing_members(b))
            from private.last_standing_games b
           where b.is_decided and b.id <> g.id and b.ended_at > clock_timestamp() - interval '30 days'
           order by b.ended_at desc limit 1)
    from private.shown_game() g
    join public.competitions c on c.id = g.competition_id
   cross join lateral (
     select count(*)::integer as entries,
            (count(*) filter (where e.out_number is null and e.user_id is not null
                                and not coalesce(o.is_out and not o.all_out, false)))::integer as standing
       from private.last_standing_entries e
       left join private.outcomes_of_game(g) o on o.entry_id = e.id
      where e.game_id = g.id) n
$$;
grant execute on function public.last_standing() to authenticated, service_role;
