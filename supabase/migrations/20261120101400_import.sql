-- Adds or updates a competition's fixtures and results in one transaction; nothing is written when any of it is refused.
-- _matches: [{ "round", "home", "away", "date": "YYYY-MM-DD", "time": "HH:MM", "confirmed": bool, "home_score", "away_score" }],
-- dates and times in _time_zone, scores null where there is no result yet. Matches are found again by competition, season, round and teams.
-- Results go through the same scoring as an admin's, dated two hours after kick-off. Returns counts. Secret key only, audited.
create function public.import_matches(_league text, _season text, _time_zone text, _matches jsonb)
returns table (teams_added integer, matches_added integer, matches_changed integer, results_entered integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  club_zone constant text := private.club_time_zone();
  new_teams integer;
  new_matches integer;
  moved_matches integer;
  results integer;
begin
  create temporary table incoming on commit drop as
  select (row_number() over ())::integer as place, m.round, m.home, m.away, m.confirmed, m.home_score, m.away_score,
         (((m.date + m.time) at time zone _time_zone) at time zone club_zone) as club_kickoff
    from jsonb_to_recordset(_matches) as m (round text, home text, away text, date date, "time" time, confirmed boolean,
                                            home_score integer, away_score integer);

  insert into public.teams (name)
  select name from (select home as name from incoming union select away from incoming) t order by name
  on conflict (name) do nothing;
  get diagnostics new_teams = row_count;

  update public.matches m
     set match_date = i.club_kickoff::date, match_time = i.club_kickoff::time, kickoff_confirmed = i.confirmed
    from incoming i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away)
     and m.status <> 'completed'
     and (m.match_date, m.match_time, m.kickoff_confirmed) is distinct from (i.club_kickoff::date, i.club_kickoff::time, i.confirmed);
  get diagnostics moved_matches = row_count;

  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round, kickoff_confirmed)
  select i.home, i.away, i.club_kickoff::date, i.club_kickoff::time, _league, _season, i.round, i.confirmed
    from incoming i
   where not exists (
     select from public.matches m
      where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away))
   order by i.place;
  get diagnostics new_matches = row_count;

  update public.matches m
     set status = 'completed', home_score = i.home_score, away_score = i.away_score, completed_at = m.kickoff_at + interval '2 hours'
    from incoming i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away)
     and i.home_score is not null
     and (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score);
  get diagnostics results = row_count;

  drop table incoming;
  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', _season, 'teams_added', new_teams, 'matches_added', new_matches,
    'matches_changed', moved_matches, 'results_entered', results));
  return query select new_teams, new_matches, moved_matches, results;
end $$;
grant execute on function public.import_matches(text, text, text, jsonb) to service_role;
