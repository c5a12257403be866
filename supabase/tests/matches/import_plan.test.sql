select plan(40);

create temporary table fixtures as select '[
  {"round": "Matchday 1", "home": "Ajax", "away": "Celtic", "date": "2025-08-16", "time": "15:00", "confirmed": true,
  "home_score": 2, "away_score": 1},
  {"round": "Matchday 2", "home": "Celtic", "away": "Ajax", "date": "2026-01-10", "time": "20:00", "confirmed": true,
  "home_score": null, "away_score": null}
]'::jsonb as body;

select results_eq(
  $$
    select teams_added, matches_added, matches_changed, results_entered
      from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
  $$,
  $$ values (2, 2, 0, 1) $$,
  'teams, matches and results are added'
);

select is(
  (select kickoff_at from public.matches where round = 'Matchday 1' and home_team_name = 'Ajax'),
  '2025-08-16 15:00 Europe/London'::timestamptz,
  'a summer time is read in its time zone'
);

select is(
  (select kickoff_at from public.matches where round = 'Matchday 2' and home_team_name = 'Celtic'),
  '2026-01-10 20:00 Europe/London'::timestamptz,
  'a winter time is read in its time zone'
);

select is(
  (select match_time from public.matches where round = 'Matchday 1' and home_team_name = 'Ajax'),
  '18:00'::time,
  'the time is stored in the club''s time zone'
);

select is(
  (select completed_at - kickoff_at from public.matches where round = 'Matchday 1' and home_team_name = 'Ajax'),
  interval '2 hours',
  'a result is dated two hours after kick-off'
);

select results_eq(
  $$
    select teams_added, matches_added, matches_changed, results_entered
      from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
  $$,
  $$ values (0, 0, 0, 0) $$,
  'a second run changes nothing'
);

update fixtures set body = jsonb_set(jsonb_set(body, '{1,date}', '"2026-01-11"'), '{0,home_score}', '5');
select results_eq(
  $$
    select teams_added, matches_added, matches_changed, results_entered
      from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
  $$,
  $$ values (0, 0, 1, 1) $$,
  'a second run moves changed matches and corrects changed results'
);

select throws_ok(
  $$
    select public.import_matches('Champions League', '2026/27', 'Europe/London',
                                 (select body || jsonb_build_array(body -> 0) from fixtures))
  $$,
  '22023', '2 of 3 matches cannot be imported, the first is match 1 (Ajax v Celtic): The match is in the file twice',
  'the same round and pair twice is refused'
);

select is((select count(*)::int from public.matches where season = '2026/27'), 0, 'a refused import writes nothing');

create function tests.imported(_matches jsonb, _options jsonb default '{}', _season text default '2025-26')
returns text language sql as $$
  select format('%s new, %s changed, %s results, %s cancelled, %s left out', i.matches_added, i.matches_changed,
                i.results_entered, i.matches_cancelled, i.left_out)
    from public.import_matches('FA Cup', _season, 'Europe/London', _matches, _options) i
$$;
create function tests.a_row(_home text, _away text, _more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('round', 'Third round', 'home', _home, 'away', _away, 'date', '2026-01-10',
                            'time', '15:00', 'confirmed', true) || _more
$$;
create function tests.of_pair(_home text, _away text) returns public.matches language sql as $$
  select m from public.matches m where (m.league, m.home_team_name, m.away_team_name) = ('FA Cup', _home, _away)
$$;

-- The identity of a match.
select is(tests.imported(jsonb_build_array(tests.a_row('Wrexham', 'Walsall'), tests.a_row('Torquay', 'Barnet FC'))),
          '2 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'new matches are added');
select is(tests.imported(jsonb_build_array(tests.a_row('WREXHAM  A.F.C.', 'Walsall FC (ENG)'),
                                           tests.a_row('Torquay', 'Barnet')), '{}', 'English FA Cup 2025/26'),
          '0 new, 0 changed, 0 results, 0 cancelled, 0 left out',
          'other spellings of teams and season are the same matches');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Wrexham', 'Walsall', '{"round": "Round 3", "date": "2026-01-20"}'))),
          '0 new, 1 changed, 0 results, 0 cancelled, 0 left out', 'another round and date move the match');
select results_eq(
  $$ select (tests.of_pair('Wrexham', 'Walsall')).round, (tests.of_pair('Wrexham', 'Walsall')).season,
            (tests.of_pair('Wrexham', 'Walsall')).match_date $$,
  $$ values ('Round 3', '2025-26', '2026-01-20'::date) $$, 'with the season''s name in the club');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Walsall', 'Wrexham', '{"round": "Final", "date": "2026-01-23"}'))),
          '0 new, 1 changed, 0 results, 0 cancelled, 0 left out',
          'exchanged sides within three days are the same match');
select isnt(tests.of_pair('Walsall', 'Wrexham'), null, 'whose sides are exchanged');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Wrexham', 'Walsall', '{"round": "Replay", "date": "2026-01-27"}'))),
          '1 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'a replay four days later is another match');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Torquay', 'Barnet', '{"home_score": 1, "away_score": 1}'))),
          '0 new, 0 changed, 1 results, 0 cancelled, 0 left out', 'a result is entered');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Torquay', 'Barnet', '{"round": "Fourth round", "date": "2026-02-10"}'))),
          '1 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'a later match of two teams leaves the played one');

-- States.
select is(tests.imported(jsonb_build_array(
            tests.a_row('Bury', 'Leeds', '{"status": "cancelled"}'),
            tests.a_row('Hull', 'Derby', '{"status": "awarded", "home_score": 3, "away_score": 0}'),
            tests.a_row('Stoke', 'Luton', '{"status": "abandoned", "home_score": 1, "away_score": 0}'),
            tests.a_row('Crewe', 'Fulham', '{"status": "postponed"}'))),
          '4 new, 0 changed, 0 results, 2 cancelled, 0 left out', 'cancelled and awarded matches are cancelled');
select results_eq(
  $$ select (tests.of_pair('Stoke', 'Luton')).status, (tests.of_pair('Stoke', 'Luton')).kickoff_confirmed,
            (tests.of_pair('Crewe', 'Fulham')).status, (tests.of_pair('Crewe', 'Fulham')).kickoff_confirmed $$,
  $$ values ('upcoming', true, 'upcoming', false) $$, 'an abandoned match has no result, a postponed one no kick-off');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Ajax', 'Porto', '{"status": "awarded", "home_score": 3, "away_score": 0}')),
            '{"count_awarded": true}'),
          '1 new, 0 changed, 1 results, 0 cancelled, 0 left out', 'an awarded score counts if the organiser says so');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Bury', 'Leeds', '{"home_score": 3, "away_score": 0}'),
            tests.a_row('Leeds', 'Bury FC', '{"date": "x"}')),
            '{"skip_invalid": true}'),
          '0 new, 0 changed, 0 results, 0 cancelled, 2 left out', 'undecided and invalid rows are left out');

-- The day is known, the time is not.
select is(tests.imported(jsonb_build_array(
            tests.a_row('Reading', 'Millwall', '{"time": null, "confirmed": false}'))),
          '1 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'a match without a time is added');
select results_eq(
  $$ select m.match_date, m.locks_at from tests.of_pair('Reading', 'Millwall') m $$,
  $$ values ('2026-01-10'::date, '2026-01-10 12:00 Europe/London'::timestamptz) $$,
  'it keeps the file''s day and locks at 12:00 where the file is');
select is(tests.imported(jsonb_build_array(tests.a_row('Reading', 'Millwall', '{"time": "20:30"}'))),
          '0 new, 1 changed, 0 results, 0 cancelled, 0 left out', 'a time that becomes known is set');
select results_eq(
  $$ select m.match_date, m.match_time, m.kickoff_at, m.day_time_zone from tests.of_pair('Reading', 'Millwall') m $$,
  $$ values ('2026-01-11'::date, '00:30'::time, '2026-01-10 20:30 Europe/London'::timestamptz, null::text) $$,
  'and the day is the club''s from then on');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Reading', 'Millwall', '{"time": null, "confirmed": false, "date": "2026-01-11"}'))),
          '0 new, 0 changed, 0 results, 0 cancelled, 0 left out',
          'a file without a time does not replace a known one');

-- A file without rounds.
select is(tests.imported(jsonb_build_array(
            tests.a_row('Reading', 'Millwall', '{"round": null, "date": "2026-01-11", "time": "15:00"}'))),
          '0 new, 1 changed, 0 results, 0 cancelled, 0 left out', 'a file without rounds moves the match');
select is((tests.of_pair('Reading', 'Millwall')).round, 'Third round', 'which keeps its round');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Bath', 'Yeovil', '{"round": null}'),
            tests.a_row('Bath', 'Yeovil', '{"round": null, "date": "2026-03-10"}'))),
          '2 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'two dates of two teams are two matches');
select is(tests.imported(jsonb_build_array(
            tests.a_row('Bath', 'Yeovil', '{"round": null}'),
            tests.a_row('Bath', 'Yeovil', '{"round": null, "date": "2026-03-10"}'))),
          '0 new, 0 changed, 0 results, 0 cancelled, 0 left out', 'a second import finds both');

-- The names of a season.
select is((select array_agg(distinct private.season_key(s))
             from unnest('{27/28,2027/28,2027-28,2027-2028,27-28}'::text[]) s),
          '{2027/28}', 'names with the same two years are one season');
select is(private.season_key('99/00'), '1999/00', 'two figures are of the nearest century');
select isnt(private.season_key('Cup 10/30'), '2010/30', 'two figures that do not follow each other are no years');

-- Names of one team.
create function tests.asked(_season text, _matches jsonb, _options jsonb default '{}') returns text language sql as $$
  select string_agg(format('%s: %s%s', t ->> 'name', t ->> 'resembles',
                           case when (t ->> 'fits')::boolean then '!' end), ', ' order by t ->> 'name')
    from jsonb_array_elements(public.preview_import('League Cup', _season, 'UTC', _matches, _options) -> 'teams') t
   where t ->> 'resembles' is not null
$$;
-- A double round of six teams, in which the first team is also called _other in the second half.
create function tests.a_double_round(_first text, _other text) returns jsonb language sql as $$
  with teams (place, name) as (
    values (1, _first), (2, 'Aaa'), (3, 'Bbbbb'), (4, 'Ccccc'), (5, 'Ddddd'), (6, 'Eeeee'))
  select jsonb_agg(jsonb_build_object(
           'round', null, 'date', (private.club_today() + h.place * 7 + a.place)::text, 'time', null,
           'home', case when h.place = 1 then _other else h.name end, 'away', a.name))
    from teams h join teams a on a.place <> h.place
$$;
select is(tests.asked('2029/30', tests.a_double_round('Quorn Albion', 'Quorn')), 'Quorn: Quorn Albion!',
          'two new names of one file that complete each other are asked about with a suggestion');
select is(tests.asked('2029/30', tests.a_double_round('Quorn Albion', 'Quorn'),
                      '{"same_teams": {"Quorn": "Quorn Albion"}}'), null, 'and not after the answer');
select lives_ok($$ select public.import_matches('League Cup', '2029/30', 'UTC',
                                                tests.a_double_round('Quorn Albion', 'Quorn Albion')) $$, 'one name');
select is(tests.asked('29/30', tests.a_double_round('Quorn Albion', 'Quorn')), 'Quorn: Quorn Albion!',
          'a name of the club''s team beside another of it is asked about');
select is(tests.asked('29/30', tests.a_double_round('Xyz', 'Xyz')), 'Xyz: Quorn Albion!',
          'a new team whose matches are exactly those that the file lacks is asked about');
select is((select array_agg(private.team_similarity(private.team_key(a), private.team_key(b)) >= 0.4)
             from (values ('Wigan Athletic', 'Athletic Club'), ('Bristol City', 'Bristol Rovers'),
                          ('Leeds United', 'Hull United'), ('Derby County FC', 'Notts County'),
                          ('Burton', 'Burton Albion'), ('Lutton', 'Luton Town'), ('Oxford Utd', 'Oxford United')
                  ) n (a, b)),
          '{f,f,f,f,t,t,t}', 'words that many teams have make no resemblance');

select * from finish();
