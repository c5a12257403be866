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
  ('{"round": "4", "home": "AJAX FC", "away": "Ajax"}', 'Home and away teams must be different'),
  ('{"round": "4", "date": null}', 'The date is missing or does not exist'),
  ('{"round": "4", "date": "2027-02-29"}', 'The date is missing or does not exist'),
  ('{"round": "4", "date": "1989-12-31"}', 'The date must be between 1990 and two years from now'),
  ('{"round": "4", "date": "9999-12-31"}', 'The date must be between 1990 and two years from now'),
  ('{"round": "4", "time": "25:00"}', 'The time does not exist'),
  ('{"round": "4", "status": "exploded"}', 'The status is not known'),
  ('{"round": "4", "home_score": "two", "away_score": 1}', 'The score is out of range'),
  ('{"round": " "}', 'The round is missing'),
  ('{"round": "4", "home_score": 1}', 'One score is missing'),
  ('{"round": "4", "home_score": 51, "away_score": 0}', 'The score is out of range');
grant select on wrong to public;
-- The rows of a preview of this file.
create function tests.previewed(_matches jsonb, _season text default '2025/26', _zone text default 'Europe/London')
returns table (place integer, home text, match_time time, changes text, reason text) language sql as $$
  select m.place, m.home, m.match_time, array_to_string(m.changes, ','), m.reason
    from jsonb_to_recordset(public.preview_import('Champions League', _season, _zone, _matches) -> 'matches') as m (
      place integer, home text, match_time time, changes text[], reason text)
$$;
grant execute on function tests.previewed(jsonb, text, text) to public;

select tests.act_as((select amina from game));
select throws_ok(
  $$ select * from public.preview_import('Champions League', '2025/26', 'UTC', '[]') $$,
  'SL003', null,
  'players cannot preview an import'
);

select throws_ok(
  $$ select teams_added, matches_added, matches_changed, results_entered
       from public.import_matches('Champions League', '2025/26', 'UTC', (select body from file)) $$,
  'SL003', null,
  'players cannot import'
);

select tests.act_as((select olga from game));
select results_eq(
  $$
    select place, home, match_time, changes, reason from tests.previewed((select body from file))
  $$,
  $$
    values (1, 'Ajax', '18:00'::time, 'added,result', null::text), (2, 'Celtic', '00:00', 'added', null),
      (3, 'Porto', '00:00', 'added', null)
  $$,
  'a preview says what will be added, in club time'
);

select is((select count(*)::int from public.matches where season = '2025/26'), 0, 'a preview writes nothing');

select results_eq(
  $$ select teams_added, matches_added, matches_changed, results_entered
       from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from file)) $$,
  $$ values (3, 3, 0, 1) $$,
  'an admin imports the file'
);

select is(
  (select count(*)::int from public.admin_audit_log where admin_user_id = (select olga from game)),
  1,
  'the import is audited as one action'
);

select is(
  (select string_agg(distinct changes, ',') from tests.previewed((select body from file))),
  'unchanged',
  'a second preview finds nothing to do'
);

update public.matches set status = 'cancelled' where season = '2025/26' and round = '3';
update file set body = jsonb_set(jsonb_set(jsonb_set(jsonb_set(body, '{0,home_score}', '5'), '{1,date}',
                                                     '"2026-01-11"'), '{1,home_score}', '0'), '{1,away_score}', '0');
select results_eq(
  $$
    select changes from tests.previewed((select body from file))
  $$,
  $$ values ('corrected'), ('moved,result'), ('unchanged') $$,
  'a preview shows moved matches and results'
);

select results_eq(
  $$ select teams_added, matches_added, matches_changed, results_entered
       from public.import_matches('Champions League', '2025/26', 'Europe/London', (select body from file)) $$,
  $$ values (0, 0, 1, 2) $$,
  'the import then does the same'
);

update file set body = jsonb_set(jsonb_set(body, '{2,home_score}', '1'), '{2,away_score}', '0');
select results_eq(
  $$
    select reason from tests.previewed((select body from file)) where changes = 'undecided'
  $$,
  $$ values ('It is cancelled in the club, and the file has a result') $$,
  'a result of a cancelled match is left to the organiser'
);

select results_eq(
  $$ select left_out from public.import_matches('Champions League', '2025/26', 'Europe/London',
                                                (select body from file)) $$,
  $$ values (1) $$,
  'the import leaves it out'
);

select is(
  (select count(*)::int from tests.previewed((select body || jsonb_build_array(body -> 0) from file))
    where reason = 'The match is in the file twice'),
  2,
  'a match that is in the file twice is refused'
);

select results_eq(
  $$ select p.reason from wrong w cross join lateral tests.previewed(jsonb_build_array(
    '{"home": "Ajax", "away": "Porto", "date": "2028-01-17", "time": "20:00", "confirmed": true}'::jsonb || w.match),
    '2027/28', 'UTC') p order by w.ctid $$,
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
    select matches_added from public.import_matches('FA Cup', '2025/26', 'UTC',
                                        (select jsonb_set(body, '{0,round}', '" "') from file))
  $$,
  '22023', null,
  'a match without a round is refused'
);

select * from finish();
