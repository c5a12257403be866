-- The matches of an import, as the club writes their kick-offs.
create function private.incoming_matches(_time_zone text, _matches jsonb)
returns table (place integer, round text, home text, away text, confirmed boolean, home_score integer, away_score integer,
               club_date date, club_time time)
language sql stable set search_path = ''
as $$
  select (row_number() over ())::integer, m.round, m.home, m.away, m.confirmed, m.home_score, m.away_score, k.kickoff::date, k.kickoff::time
    from jsonb_to_recordset(_matches) as m (round text, home text, away text, date date, "time" time, confirmed boolean,
                                            home_score integer, away_score integer)
   cross join lateral (select ((m.date + m.time) at time zone _time_zone) at time zone private.club_time_zone() as kickoff) k
$$;

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
  new_teams integer;
  new_matches integer;
  moved_matches integer;
  results integer;
begin
  insert into public.teams (name)
  select name from (select unnest(array[i.home, i.away]) as name from private.incoming_matches(_time_zone, _matches) i) t
   group by name order by name
  on conflict (name) do nothing;
  get diagnostics new_teams = row_count;

  update public.matches m
     set match_date = i.club_date, match_time = i.club_time, kickoff_confirmed = i.confirmed
    from private.incoming_matches(_time_zone, _matches) i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away)
     and m.status <> 'completed'
     and (m.match_date, m.match_time, m.kickoff_confirmed) is distinct from (i.club_date, i.club_time, i.confirmed);
  get diagnostics moved_matches = row_count;

  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round, kickoff_confirmed)
  select i.home, i.away, i.club_date, i.club_time, _league, _season, i.round, i.confirmed
    from private.incoming_matches(_time_zone, _matches) i
   where not exists (
     select from public.matches m
      where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away))
   order by i.place;
  get diagnostics new_matches = row_count;

  update public.matches m
     set status = 'completed', home_score = i.home_score, away_score = i.away_score, completed_at = m.kickoff_at + interval '2 hours'
    from private.incoming_matches(_time_zone, _matches) i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home, i.away)
     and i.home_score is not null
     and (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score);
  get diagnostics results = row_count;

  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', _season, 'teams_added', new_teams, 'matches_added', new_matches,
    'matches_changed', moved_matches, 'results_entered', results));
  return query select new_teams, new_matches, moved_matches, results;
end $$;
grant execute on function public.import_matches(text, text, text, jsonb) to service_role;
