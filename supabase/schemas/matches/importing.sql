-- Importing fixtures and results: the preview and the act.

-- Raises 22023 for what no import can have: more than 1,000 matches, an unknown competition or time zone, no season.
create function private.check_import(_league text, _season text, _time_zone text, _matches jsonb, _options jsonb)
returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if jsonb_typeof(_matches) is distinct from 'array' or jsonb_array_length(_matches) > 1000 then
    raise exception 'An import is a list of at most 1,000 matches'
      using errcode = '22023', detail = '{"kind": "import_is_too_long"}';
  end if;
  if jsonb_typeof(coalesce(_options, '{}')) <> 'object' then
    raise exception 'The options of an import are an object' using errcode = '22023';
  end if;
  if not exists (select from public.competitions c where c.name = _league) then
    raise exception 'There is no competition %', _league using errcode = '22023';
  end if;
  if char_length(coalesce(btrim(_season), '')) not between 1 and 40 then
    raise exception 'The season''s name must have 1 to 40 characters'
      using errcode = '22023', detail = '{"kind": "season_name_is_not_valid"}';
  end if;
  if not exists (select from pg_timezone_names z where z.name = _time_zone) then
    raise exception 'There is no time zone %', _time_zone using errcode = '22023';
  end if;
end $$;

-- What import_matches would do with this file; nothing is written. { "season": its name in the club, "matches": the
-- rows of private.plan_import, "teams": [{ "name": in the file, "team": the club's name, null for a new team,
-- "resembles": the team of the club or of the file that a new team may be, or null, "fits": whether their matches
-- together are those of one team }] } with the teams whose names differ. Raises 22023 as private.check_import. Admins
-- only (SL003).
create function public.preview_import(_league text, _season text, _time_zone text, _matches jsonb,
                                      _options jsonb default '{}')
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  season text := private.stored_season(_league, _season);
begin
  perform private.require_admin();
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  return (
    with plan as materialized (
      select * from private.plan_import(_league, season, _time_zone, _matches, _options)
    ), names as (
      select distinct n.name, n.team, private.canonical_team_name(n.team) as key from plan p
       cross join lateral (values (p.file_home, p.home), (p.file_away, p.away)) n (name, team)
       where p.place is not null and p.changes <> '{refused}' and n.name is not null
    ), known as (
      select t.name, private.canonical_team_name(t.name) as key from public.teams t
    ), spellings as (
      -- A new name may resemble the club's name of a team more than the full one: "Lutton", "Luton" and "Luton Town".
      select name, key, false as is_new from known union select name, private.team_key(name), false from known
      union select n.team, n.key, true from names n where not exists (select from known k where k.name = n.team)
    ), sides as materialized (
      select p.place is not null as is_in_file, s.team, s.opponent, s.side, p.match_date,
             private.round_key(p.round) as round_key
        from plan p cross join lateral (
               values (p.home, p.away, 'home'), (p.away, p.home, 'away')) s (team, opponent, side)
       where p.changes <> '{refused}'
    ), counts as materialized (
      select team, count(*) filter (where is_in_file) as in_file, count(*) filter (where not is_in_file) as missing
        from sides group by team
    ), resembling as (
      select n.team, o.name, o.is_new, max(private.team_similarity(n.key, o.key)) as similarity
        from (select distinct team, key from names) n join spellings o on o.name <> n.team
       where not exists (select from known k where k.name = n.team)
       group by n.team, o.name, o.is_new
    ), candidates as (
      select a.*, coalesce(
               -- What the file lacks of the team is what is new, or both together are as many as a team plays.
               case when c.missing > 0 then
                      c.missing = m.in_file and m.in_file >= 3 and 2 * m.in_file <= 3 * (
                        select count(*) from sides x join sides y using (opponent, side)
                         where x.team = a.team and x.is_in_file and y.team = a.name and not y.is_in_file)
                    when a.similarity >= 0.4 then
                      c.in_file + m.in_file = (select max(in_file) from counts)
                      and not exists (select from sides x join sides y using (opponent, side)
                                       where x.team = a.team and y.team = a.name) end, false) as fits
        from resembling a join counts m on m.team = a.team left join counts c on c.team = a.name
       -- Of two new names that are one team, the rare one is asked about, otherwise the shorter one.
       where (not a.is_new
              or (2 * m.in_file >= c.in_file, char_length(a.team), a.team)
                 < (2 * c.in_file >= m.in_file, char_length(a.name), a.name))
         -- Two teams that meet, or play on one day or in one round, are two.
         and not exists (select from sides x join sides y on x.is_in_file and y.is_in_file
                            and (x.opponent = a.name or x.match_date = y.match_date or x.round_key = y.round_key)
                          where x.team = a.team and y.team = a.name)
    )
    select jsonb_build_object(
      'season', season,
      'matches', (select coalesce(jsonb_agg(to_jsonb(p) order by p.place nulls last, p.match_date, p.home), '[]')
                    from plan p),
      'teams', (
        select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'team', k.name, 'resembles', r.name,
                                                     'fits', coalesce(r.fits, false))
                                  order by n.name), '[]')
          from names n
          left join known k on k.name = n.team
          left join lateral (
            select c.name, c.fits from candidates c
             where k.name is null and c.team = n.team and (c.similarity >= 0.4 or c.fits)
             order by c.fits desc, c.is_new, c.similarity desc, c.name limit 1) r on true
         where k.name is distinct from n.name)));
end $$;
grant execute on function public.preview_import(text, text, text, jsonb, jsonb) to authenticated, service_role;

-- Exchanges home and away of matches, with their scores, and with the predictions of them, so that each team keeps its
-- goals. The caller scores the matches afterwards.
create function private.exchange_sides(_match_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The rules of matches and predictions do not apply: no prediction changes its meaning.
  perform private.rules_off();
  update public.matches m
     set home_team_name = m.away_team_name, away_team_name = m.home_team_name, home_team_logo = m.away_team_logo,
         away_team_logo = m.home_team_logo, home_score = m.away_score, away_score = m.home_score, updated_at = now()
   where m.id = any (_match_ids);
  update public.user_predictions p
     set home_prediction = p.away_prediction, away_prediction = p.home_prediction, updated_at = p.updated_at
   where p.match_id = any (_match_ids);
  update public.live_scores l
     set extra_home = l.extra_away, extra_away = l.extra_home, penalties_home = l.penalties_away,
         penalties_away = l.penalties_home
   where l.match_id = any (_match_ids);
  perform private.rules_on();
end $$;

-- Adds or updates a competition's fixtures and results in one transaction. _matches: [{ "round", "home", "away",
-- "date": "YYYY-MM-DD", "time": "HH:MM" or null, "confirmed": bool, "status": null, "postponed", "abandoned",
-- "awarded" or "cancelled", "home_score", "away_score" }], dates and times in _time_zone, scores null without a
-- result, a round null in a file without rounds. private.find_imported_matches says which match of the club each is.
-- Matches that the file lacks stay.
-- _options: { "skip_invalid": import the rest if a match is refused (otherwise nothing is written, 22023),
-- "count_awarded": an awarded score counts as the result (otherwise the match is cancelled), "exchange": exchange
-- home and away of matches that members have predicted, "same_teams": { name in the file: a team of the club } }.
-- Results are scored like an admin's, with a completion two hours after kick-off. Returns counts and the id for
-- public.undo(), null if nothing changed. Admins (SL003), 50 in 5 minutes (SL004), and the secret key; audited as one
-- action. Slow in a large club, so it sets its own statement_timeout, which the data API applies
-- (https://docs.postgrest.org/en/v12/references/transactions.html).
create function public.import_matches(_league text, _season text, _time_zone text, _matches jsonb,
                                      _options jsonb default '{}')
returns table (teams_added integer, matches_added integer, matches_changed integer, results_entered integer,
               matches_cancelled integer, left_out integer, undo_id uuid)
language plpgsql security definer set search_path = '' set statement_timeout = '5min'
as $$
#variable_conflict use_column
declare
  stored text;
  plan jsonb;
  refused record;
  changed uuid[];
  locked uuid[] := '{}';
begin
  perform private.begin_admin_action('import_matches');
  perform private.check_import(_league, _season, _time_zone, _matches, _options);
  -- One import at a time, because each decides by what the club has.
  perform pg_advisory_xact_lock(hashtextextended('import_matches', 0));
  stored := private.stored_season(_league, _season);
  loop
    select coalesce(jsonb_agg(to_jsonb(p) order by p.place), '[]') into plan
      from private.plan_import(_league, stored, _time_zone, _matches, _options) p where p.place is not null;
    changed := array(select m.id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
                      where not p.changes && '{refused,undecided}' and (p.changes <> '{}' or m.season is null));
    exit when changed <@ locked;
    perform from public.matches m where m.id = any (changed) order by m.id for no key update;
    -- Again after the wait: a match may have got a result.
    locked := locked || changed;
  end loop;
  select count(*) over () as matches, p.* into refused
    from jsonb_to_recordset(plan) p (place integer, file_home text, file_away text, changes text[], reason text,
                                     reason_kind text)
   where p.changes = '{refused}' order by p.place limit 1;
  if found and not coalesce((_options ->> 'skip_invalid')::boolean, false) then
    raise exception '% of % matches cannot be imported, the first is match % (% v %): %', refused.matches,
      jsonb_array_length(plan), refused.place, coalesce(refused.file_home, '?'), coalesce(refused.file_away, '?'),
      refused.reason using errcode = '22023',
      detail = jsonb_build_object('kind', 'matches_cannot_be_imported', 'refused', refused.matches,
                                  'matches', jsonb_array_length(plan), 'place', refused.place,
                                  'home', coalesce(refused.file_home, '?'), 'away', coalesce(refused.file_away, '?'),
                                  'reason', jsonb_build_object('kind', refused.reason_kind));
  end if;

  perform private.begin_undo('import_matches', null);
  perform set_config('scoreline.scoring_together', 'on', true);
  insert into public.team_aliases (alias, team_name)
  select btrim(s.key), s.value from jsonb_each_text(coalesce(_options -> 'same_teams', '{}')) s
   where private.canonical_team_name(s.key) <> private.canonical_team_name(s.value)
  on conflict do nothing;
  insert into public.teams (name)
  select distinct n.name
    from private.import_rows(plan) p cross join lateral (values (p.home), (p.away)) n (name)
   where 'added' = any (p.changes) and not exists (select from public.teams t where t.name = n.name)
   order by n.name
  on conflict (name) do nothing;
  get diagnostics teams_added = row_count;

  perform private.exchange_sides(array(select p.match_id from private.import_rows(plan) p
                                        where 'exchanged' = any (p.changes)));
  -- A round that another match of the two teams leaves in this import is free only after that.
  update public.matches m set round = null
    from private.import_rows(plan) p
   where m.id = p.match_id and 'round' = any (p.changes)
     and exists (select from public.matches o
                  where (o.league, o.season, o.round, o.home_team_name, o.away_team_name)
                        = (_league, stored, p.round, p.home, p.away));
  update public.matches m
     set round = p.round, season = stored,
         match_date = case when p.moves then p.match_date else m.match_date end,
         match_time = case when p.moves then p.match_time else m.match_time end,
         day_time_zone = case when p.moves then p.day_time_zone else m.day_time_zone end,
         kickoff_confirmed = case when p.moves then p.kickoff_confirmed else m.kickoff_confirmed end
    from (select r.*, 'moved' = any (r.changes) as moves from private.import_rows(plan) r) p
   where m.id = p.match_id and not p.changes && '{added,refused,undecided}'
     and (p.changes && '{moved,round,exchanged}' or m.season is null);
  get diagnostics matches_changed = row_count;

  insert into public.matches (id, home_team_name, away_team_name, match_date, match_time, day_time_zone, league,
                              season, round, kickoff_confirmed)
  select p.match_id, p.home, p.away, p.match_date, p.match_time, p.day_time_zone, _league, stored, p.round,
         p.kickoff_confirmed
    from private.import_rows(plan) p where 'added' = any (p.changes) order by p.place;
  get diagnostics matches_added = row_count;

  update public.matches m
     set status = 'completed', home_score = p.home_score, away_score = p.away_score,
         completed_at = m.kickoff_at + interval '2 hours'
    from private.import_rows(plan) p
   where m.id = p.match_id and p.changes && '{result,corrected}';
  get diagnostics results_entered = row_count;
  perform set_config('scoreline.scoring_together', '', true);
  perform private.score_matches(array(
    select p.match_id from private.import_rows(plan) p join public.matches m on m.id = p.match_id
     where p.changes && '{result,corrected,exchanged,moved,round}' and m.status = 'completed'));
  update public.matches m set status = 'cancelled'
    from private.import_rows(plan) p where m.id = p.match_id and 'cancelled' = any (p.changes);
  get diagnostics matches_cancelled = row_count;
  select count(*)::integer into left_out from private.import_rows(plan) p where p.changes && '{refused,undecided}';

  undo_id := private.end_undo(interval '30 days');
  perform private.write_audit('import_matches', 'matches', null, null, jsonb_build_object(
    'league', _league, 'season', stored, 'teams_added', teams_added, 'matches_added', matches_added,
    'matches_changed', matches_changed, 'results_entered', results_entered, 'matches_cancelled', matches_cancelled,
    'left_out', left_out, 'undo_id', undo_id));
  return next;
end $$;
grant execute on function public.import_matches(text, text, text, jsonb, jsonb) to authenticated, service_role;
