-- What helps to predict a match: the form of both teams, their places in the real table, and their last meeting, from
-- the club's own matches.

-- The last five results of a team before a kick-off, in all competitions, the latest first: [{result: "W", "D" or "L",
-- home, away: the teams, home_score, away_score, date}].
create function private.team_form(_team text, _before timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'result', case sign((m.home_score - m.away_score) * case m.home_team_name when _team then 1 else -1 end)
                  when 1 then 'W' when 0 then 'D' else 'L' end,
      'home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score, 'away_score', m.away_score,
      'date', m.match_date) order by m.kickoff_at desc, m.id), '[]')
    from (select r.* from public.matches r
           where (r.home_team_name = _team or r.away_team_name = _team) and r.status = 'completed'
             and r.kickoff_at < _before
           order by r.kickoff_at desc, r.id limit 5) m
$$;

-- The table of a competition's season before a kick-off: three points for a win and one for a draw, then goal
-- difference, then goals. Teams that are equal in all three share a place.
create function private.real_table(_league text, _season text, _before timestamptz)
returns table (team text, played integer, points integer, place integer)
language sql stable security definer set search_path = ''
as $$
  with sides as (
    select s.team, s.goals, s.against
      from public.matches m
     cross join lateral (values (m.home_team_name, m.home_score, m.away_score),
                                (m.away_team_name, m.away_score, m.home_score)) s (team, goals, against)
     where m.league = _league and m.season is not distinct from _season and m.status = 'completed'
       and m.kickoff_at < _before
  ), totals as (
    select s.team, count(*)::integer as played,
           sum(case sign(s.goals - s.against) when 1 then 3 when 0 then 1 else 0 end)::integer as points,
           sum(s.goals - s.against) as difference, sum(s.goals) as goals
      from sides s group by s.team
  )
  select t.team, t.played, t.points, (rank() over (order by t.points desc, t.difference desc, t.goals desc))::integer
    from totals t
$$;

-- What helps to predict the match, as one object: {home, away: {form (private.team_form), place, played, points},
-- last_meeting: {home, away, home_score, away_score, date}}. place is null before the team's first result of the
-- season, last_meeting if the teams have not met in the club's matches. No row for an unknown match.
create function public.match_guide(_match_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with game as (
    select * from public.matches m where m.id = _match_id
  ), standing as (
    select t.* from game g cross join lateral private.real_table(g.league, g.season, g.kickoff_at) t
  ), sides as (
    select s.side, jsonb_build_object('form', private.team_form(s.team, g.kickoff_at), 'place', t.place,
                                      'played', coalesce(t.played, 0), 'points', coalesce(t.points, 0)) as facts
      from game g
     cross join lateral (values ('home', g.home_team_name), ('away', g.away_team_name)) s (side, team)
      left join standing t on t.team = s.team
  )
  select jsonb_build_object(
    'home', (select s.facts from sides s where s.side = 'home'),
    'away', (select s.facts from sides s where s.side = 'away'),
    'last_meeting', (
      select jsonb_build_object('home', m.home_team_name, 'away', m.away_team_name, 'home_score', m.home_score,
                                'away_score', m.away_score, 'date', m.match_date)
        from public.matches m
       where m.status = 'completed' and m.kickoff_at < g.kickoff_at
         and ((m.home_team_name = g.home_team_name and m.away_team_name = g.away_team_name)
           or (m.home_team_name = g.away_team_name and m.away_team_name = g.home_team_name))
       order by m.kickoff_at desc, m.id limit 1))
    from game g
$$;
grant execute on function public.match_guide(uuid) to authenticated, service_role;
