-- Importing fixtures and results.

-- The matches of an import, with their kick-offs in the club's time zone.
create function private.incoming_matches(_time_zone text, _matches jsonb)
returns table (place integer, round text, home text, away text, confirmed boolean, home_score integer,
               away_score integer, club_date date, club_time time)
language sql stable set search_path = ''
as $$
  select (row_number() over ())::integer, m.round, m.home, m.away, m.confirmed, m.home_score, m.away_score,
         k.kickoff::date, k.kickoff::time
    from jsonb_to_recordset(_matches) as m (round text, home text, away text, date date, "time" time,
                                            confirmed boolean, home_score integer, away_score integer)
   cross join lateral (
     select ((m.date + m.time) at time zone _time_zone) at time zone private.club_time_zone() as kickoff) k
$$;

-- What an import would do with each match: 'added', 'moved' (another kick-off), 'result' (entered or corrected),
-- 'moved and result', 'unchanged' or 'refused' with the reason. Reads the file and finds existing matches as
-- import_matches does.
create function private.plan_import(_league text, _season text, _time_zone text, _matches jsonb)
returns table (place integer, round text, home text, away text, match_date date, match_time time, home_score integer,
               away_score integer, change text, reason text)
language sql stable security definer set search_path = ''
as $$
  with incoming as (
    select i.*, m.id, m.status,
           (m.match_date, m.match_time, m.kickoff_confirmed) is distinct from (i.club_date, i.club_time,
           i.confirmed) as moves,
           i.home_score is not null
             and (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score,
             i.away_score) as scores,
           count(*) over (partition by i.round, i.home, i.away) as times
      from private.incoming_matches(_time_zone, _matches) i
      left join public.matches m
        on (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home,
          i.away)
  ), judged as (
    select n.*, case
        when n.home is null or n.away is null then 'A team is missing'
        when n.home <> trim(n.home) or n.away <> trim(n.away) or char_length(n.home) not between 1 and 100
          or char_length(n.away) not between 1 and 100 or n.home ~ '[<>"[:cntrl:]]'
            or n.away ~ '[<>"[:cntrl:]]' then 'A team name is not valid'
        when n.home = n.away then 'Home and away teams must be different'
        when n.club_date is null or n.club_time is null then 'The date or time is missing'
        when n.club_date not between '1950-01-01' and '2200-01-01' then 'The date is out of range'
        when n.confirmed is null then 'It is not stated whether the time is confirmed'
        when n.round is null then 'The round is missing'
        when char_length(n.round) not between 1 and 60 then 'The round''s name must have 1 to 60 characters'
        when (n.home_score is null) <> (n.away_score is null) then 'One score is missing'
        when n.home_score not between 0 and 50 or n.away_score not between 0 and 50 then 'The score is out of range'
        when n.times > 1 then 'The match is in the file twice'
        when n.status = 'cancelled' and n.scores then 'A cancelled match cannot have a result'
      end as reason
      from incoming n
  )
  select j.place, j.round, j.home, j.away, j.club_date, j.club_time, j.home_score, j.away_score,
         case when j.reason is not null then 'refused'
              when j.id is null then 'added'
              when j.status <> 'completed' and j.moves and j.scores then 'moved and result'
              when j.status <> 'completed' and j.moves then 'moved'
              when j.scores then 'result'
              else 'unchanged' end,
         j.reason
    from judged j order by j.place
$$;

-- What import_matches would do with each match of this file, in its order; nothing is written. change: 'added',
-- 'moved', 'result', 'moved and result', 'unchanged' or 'refused' (with the reason). One refused match refuses the
-- import. Raises 22023 for more than 1,000 matches, an unknown competition or an unknown time zone. Admins only
-- (SL003).
create function public.preview_import(_league text, _season text, _time_zone text, _matches jsonb)
returns table (place integer, round text, home text, away text, match_date date, match_time time, home_score integer,
               away_score integer, change text, reason text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if jsonb_typeof(_matches) is distinct from 'array' or jsonb_array_length(_matches) > 1000 then
    raise exception 'An import is a list of at most 1,000 matches' using errcode = '22023';
  end if;
  if not exists (select from public.competitions c where c.name = _league) then
    raise exception 'There is no competition %', _league using errcode = '22023';
  end if;
  return query select * from private.plan_import(_league, _season, _time_zone, _matches);
end $$;
grant execute on function public.preview_import(text, text, text, jsonb) to authenticated, service_role;

-- Adds or updates a competition's fixtures and results in one transaction; if a match is refused, nothing is written.
-- _matches: [{ "round", "home", "away", "date": "YYYY-MM-DD", "time": "HH:MM", "confirmed": bool, "home_score",
-- "away_score" }], dates and times in _time_zone, scores null without a result. A match is found by competition,
-- season, round and teams. Results are scored like an admin's, with a completion two hours after kick-off. Returns
-- counts. Raises 22023 for a match without a round. Admins (SL003), 50 in 5 minutes (SL004), and the secret key;
-- audited as one action. Slow in a large club, so it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.import_matches(_league text, _season text, _time_zone text, _matches jsonb)
returns table (teams_added integer, matches_added integer, matches_changed integer, results_entered integer)
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
#variable_conflict use_column
declare
  new_teams integer;
  new_matches integer;
  moved_matches integer;
  results integer;
begin
  perform private.begin_admin_action('import_matches');
  if exists (select from private.incoming_matches(_time_zone, _matches) i where i.round is null) then
    raise exception 'Every match of an import needs a round, because matches are found by it' using errcode = '22023';
  end if;
  insert into public.teams (name)
  select name from (select unnest(array[i.home, i.away]) as name
                    from private.incoming_matches(_time_zone, _matches) i) t
   group by name order by name
  on conflict (name) do nothing;
  get diagnostics new_teams = row_count;

  update public.matches m
     set match_date = i.club_date, match_time = i.club_time, kickoff_confirmed = i.confirmed
    from private.incoming_matches(_time_zone, _matches) i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home,
     i.away)
     and m.status <> 'completed'
     and (m.match_date, m.match_time, m.kickoff_confirmed) is distinct from (i.club_date, i.club_time, i.confirmed);
  get diagnostics moved_matches = row_count;

  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round,
                              kickoff_confirmed)
  select i.home, i.away, i.club_date, i.club_time, _league, _season, i.round, i.confirmed
    from private.incoming_matches(_time_zone, _matches) i
   where not exists (
     select from public.matches m
      where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home,
        i.away))
   order by i.place;
  get diagnostics new_matches = row_count;

  update public.matches m
     set status = 'completed', home_score = i.home_score, away_score = i.away_score,
       completed_at = m.kickoff_at + interval '2 hours'
    from private.incoming_matches(_time_zone, _matches) i
   where (m.league, m.season, m.round, m.home_team_name, m.away_team_name) = (_league, _season, i.round, i.home,
     i.away)
     and i.home_score is not null
     and (m.status, m.home_score, m.away_score) is distinct from ('completed', i.home_score, i.away_score);
  get diagnostics results = row_count;

  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', _season, 'teams_added', new_teams, 'matches_added', new_matches,
    'matches_changed', moved_matches, 'results_entered', results));
  return query select new_teams, new_matches, moved_matches, results;
end $$;
grant execute on function public.import_matches(text, text, text, jsonb) to authenticated, service_role;
