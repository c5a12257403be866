select plan(17);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
create temporary table file as select '[
  {"round": "1", "home": "Ajax", "away": "Celtic", "date": "2025-08-16", "time": "15:00", "confirmed": true,
  "home_score": 2, "away_score": 1},
  {"round": "2", "home": "Celtic", "away": "Ajax", "date": "2026-01-10", "time": "20:00", "confirmed": true,
  "home_score": null, "away_score": null},
  {"round": "3", "home": "Porto", "away": "Ajax", "date": "2026-01-17", "time": "20:00", "confirmed": true,
  "home_score": null, "away_score": null}
]'::jsonb as body;
grant select, update on file to public;
create temporary table wrong (match jsonb, reason text);
insert into wrong values
  ('{"round": "4", "home": null}', 'A team is missing'),
  ('{"round": "4", "home": "Porto"}', 'Home and away teams must be different'),
  ('{"round": "4", "home": "Ajax<"}', 'A team name is not valid'),
  ('{"round": "4", "home": " Ajax"}', 'A team name is not valid'),
  ('{"round": "4", "date": null}', 'The date or time is missing'),
  ('{"round": "4", "date": "1949-12-30"}', 'The date is out of range'),
  ('{"round": null}', 'The round is missing'),
  ('{"round": "4", "home_score": 1}', 'One score is missing'),
  ('{"round": "4", "home_score": 51, "away_score": 0}', 'The score is out of range');
grant select on wrong to public;

select tests.act_as((select amina from game));
select throws_ok(
  $$ select * from public.preview_import('Champions League', '2025/26', 'UTC', '[]') $$,
  'SL003', null,
  'players cannot preview an import'
);

select throws_ok(
  $$ select * from public.import_matches('Champions League', '2025/26', 'UTC', (select body from file)) $$,
  'SL003', null,
  'players cannot import'
);

select tests.act_as((select olga from game));
select results_eq(
  $$
    select place, home, match_time, change, reason
      from public.preview_import('Champions League', '2025/26', 'Europe/London', (select body from file))
  $$,
  $$
    values (1, 'Ajax', '18:00'::time, 'added', null::text), (2, 'Celtic', '00:00', 'added', null),
      (3, 'Porto', '00:00', 'added', null)
  $$,
  'a preview says what will be added, in club time'
);

select is((select count(*)::int from public.matches where season = '2025/26'), 0, 'a preview writes nothing');

select results_eq(
  $$ select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from file)) $$,
  $$ values (3, 3, 0, 1) $$,
  'an admin imports the file'
);

select is(
  (select count(*)::int from public.admin_audit_log where admin_user_id = (select olga from game)),
  1,
  'the import is audited as one action'
);

select is(
  (select string_agg(distinct change, ',')
   from public.preview_import('Champions League', '2025/26', 'Europe/London', (select body from file))),
  'unchanged',
  'a second preview finds nothing to do'
);

update public.matches set status = 'cancelled' where season = '2025/26' and round = '3';
update file set body = jsonb_set(jsonb_set(jsonb_set(jsonb_set(body, '{0,home_score}', '5'), '{1,date}',
                                                     '"2026-01-11"'), '{1,home_score}', '0'), '{1,away_score}', '0');
select results_eq(
  $$
    select change from public.preview_import('Champions League', '2025/26', 'Europe/London', (select body from file))
  $$,
  $$ values ('result'), ('moved and result'), ('unchanged') $$,
  'a preview shows moved matches and results'
);

select results_eq(
  $$ select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from file)) $$,
  $$ values (0, 0, 1, 2) $$,
  'the import then does the same'
);

update file set body = jsonb_set(jsonb_set(body, '{2,home_score}', '1'), '{2,away_score}', '0');
select results_eq(
  $$
    select reason from public.preview_import('Champions League', '2025/26', 'Europe/London', (select body from file))
      where change = 'refused'
  $$,
  $$ values ('A cancelled match cannot have a result') $$,
  'a cancelled match is refused a result'
);

select throws_ok(
  $$ select * from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from file)) $$,
  'SL005', null,
  'the import refuses it too'
);

select is(
  (select count(*)::int from public.preview_import('Champions League', '2025/26', 'Europe/London',
                                                   (select body || jsonb_build_array(body -> 0) from file))
                                                   where reason = 'The match is in the file twice'),
  2,
  'a match that is in the file twice is refused'
);

select results_eq(
  $$ select p.reason from wrong w cross join lateral public.preview_import('Champions League', '2027/28', 'UTC',
    jsonb_build_array(
    '{"home": "Ajax", "away": "Porto", "date": "2028-01-17", "time": "20:00", "confirmed": true}'::jsonb || w.match)) p
      order by w.ctid $$,
  $$ select reason from wrong order by ctid $$,
  'each wrong line says what is wrong with it'
);

select throws_ok(
  $$ select * from public.preview_import('La Liga', '2025/26', 'UTC', '[]') $$,
  '22023', null,
  'an unknown competition is refused'
);

select throws_ok(
  $$ select * from public.preview_import('FA Cup', '2025/26', 'Mars/Olympus', (select body from file)) $$,
  '22023', null,
  'an unknown time zone is refused'
);

select throws_ok(
  $$
    select * from public.preview_import('FA Cup', '2025/26', 'UTC',
                                        (select jsonb_agg(n) from generate_series(1, 1001) n))
  $$,
  '22023', null,
  'more than a thousand matches are refused'
);

select throws_ok(
  $$
    select * from public.import_matches('FA Cup', '2025/26', 'UTC',
                                        (select jsonb_set(body, '{0,round}', 'null') from file))
  $$,
  '22023', null,
  'a match without a round is refused'
);

select * from finish();
