select plan(9);

create temporary table fixtures as select '[
  {"round": "Matchday 1", "home": "Ajax", "away": "Celtic", "date": "2025-08-16", "time": "15:00", "confirmed": true,
  "home_score": 2, "away_score": 1},
  {"round": "Matchday 2", "home": "Celtic", "away": "Ajax", "date": "2026-01-10", "time": "20:00", "confirmed": false,
  "home_score": null, "away_score": null}
]'::jsonb as body;

select results_eq(
  $$
    select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
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
    select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
  $$,
  $$ values (0, 0, 0, 0) $$,
  'a second run changes nothing'
);

update fixtures set body = jsonb_set(jsonb_set(body, '{1,date}', '"2026-01-11"'), '{0,home_score}', '5');
select results_eq(
  $$
    select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from fixtures))
  $$,
  $$ values (0, 0, 1, 1) $$,
  'a second run moves changed matches and corrects changed results'
);

select throws_ok(
  $$
    select public.import_matches('Champions League', '2026/27', 'Europe/London',
                                 (select body || jsonb_build_array(body -> 0) from fixtures))
  $$,
  '23505', null,
  'the same round and pair twice is refused'
);

select is((select count(*)::int from public.matches where season = '2026/27'), 0, 'a refused import writes nothing');
select * from finish();
