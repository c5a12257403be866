select plan(36);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
update private.live_score_provider set min_poll_gap = '0';
create function tests.next_poll(_by_admin boolean default false) returns text
  language sql as $$ select outcome || coalesce(' ' || purpose, '') from public.begin_provider_poll(_by_admin) $$;
create function tests.time_passes(_interval interval) returns void language sql as $$
  update private.live_score_provider
     set polled_at = polled_at - _interval, fixtures_polled_at = fixtures_polled_at - _interval,
  paused_until = paused_until - _interval,
         minute_ends_at = minute_ends_at - _interval, failed_at = failed_at - _interval
$$;

-- When a poll is due.
select is(tests.next_poll(true), 'no_key', 'without a key there is no poll');
select public.save_live_score_api_key('a key', 'api_football');
select is(tests.next_poll(), 'not_due', 'with no match near there is no poll');
create temporary table near as select tests.a_match_kicking_off_in('10 minutes 1 second',
                                                                   'Premier League') as match_id;
select is(tests.next_poll(), 'not_due', 'ten minutes and a second before the kick-off there is no poll');
select tests.kickoff_moves_to((select match_id from near), '9 minutes 59 seconds');
select is(tests.next_poll(), 'poll scores', 'ten minutes before the kick-off there is a poll');

select results_eq(
  'select provider, api_key, competitions, to_date - from_date from (select (public.begin_provider_poll(false)).*) b',
  $$ values ('api_football', 'a key', '{premier_league}'::text[], 3) $$,
  'the poll comes with everything it needs'
);

select tests.kickoff_moves_to((select match_id from near), '-2 hours');
select public.start_due_matches();
select is(tests.next_poll(), 'poll scores', 'a live match is polled');
select tests.ends((select match_id from near), 1, 0);
select is(tests.next_poll(), 'not_due', 'a live match is polled until it has its result');
select tests.time_passes('61 minutes');
select is(tests.next_poll(), 'poll scores', 'after the result there is a poll per hour');
select tests.kickoff_moves_to((select match_id from near), '-49 hours');
select tests.time_passes('61 minutes');
select is(tests.next_poll(), 'not_due', 'corrections are polled for two days');
select is(tests.next_poll(true), 'poll scores', 'an admin may poll at any time');
create temporary table own as select tests.a_match_kicking_off_in('1 minute', 'Friendly Club', 'Fulham',
                                                                  'Barnet') as match_id;
select is(tests.next_poll(), 'not_due', 'the club''s own competition is not polled');
create temporary table other as select tests.a_match_kicking_off_in('-1 minute', 'FA Cup', 'Fulham',
                                                                    'Barnet') as match_id;
insert into private.provider_matches (provider, external_id, competition_id, home_name, away_name, kickoff_at,
                                      kickoff_confirmed, state, state_since, seen_at, match_id)
select 'api_football', '1', 'fa_cup', 'Fulham', 'Barnet', now(), true, 'postponed', now(), now(), match_id from other;
select is(tests.next_poll(), 'not_due', 'a match that is not being played is not polled every minute');
update private.provider_matches set state = 'in_play';
select is(tests.next_poll(), 'poll scores', 'only competitions with a match in play are polled');

-- Settings.
select tests.act_as((select olga from game));
select public.set_provider_settings(false, true, '{fa_cup,premier_league}');
select tests.act_as_owner();
select is(tests.next_poll(), 'poll fixtures', 'with scores switched off only fixtures are polled');
select is(tests.next_poll(), 'not_due', 'fixtures are not polled again at once');
select tests.time_passes('6 hours');
select is(tests.next_poll(), 'poll fixtures', 'fixtures are polled every six hours');
select tests.act_as((select olga from game));
select public.set_provider_settings(false, false, '{premier_league}');
select is(
  (select new_values -> 'follows_fixtures' from public.admin_audit_log where action = 'set_provider_settings'
   order by id desc limit 1),
  'false'::jsonb,
  'changing the settings is audited'
);

select tests.act_as_owner();
select is(tests.next_poll(true), 'off', 'with both switched off there is no poll');
update private.live_score_provider set follows_scores = true, competitions = '{fa_cup,premier_league}';

-- Request limits.
update private.live_score_provider set min_poll_gap = '20 seconds', minute_left = 10,
  minute_ends_at = now() + interval '1 hour', polled_at = clock_timestamp();
select results_eq(
  'select outcome, wait_seconds between 19 and 20 from public.begin_provider_poll(true)',
  $$ values ('wait', true) $$,
  'nobody polls twice within the gap, not even an admin'
);

select tests.time_passes('20 seconds');
select is(tests.next_poll(), 'poll scores', 'after the gap there is a poll');
update private.live_score_provider set min_poll_gap = '0', minute_left = 1,
  minute_ends_at = clock_timestamp() + interval '30 seconds';
select results_eq(
  'select outcome, wait_seconds between 29 and 30 from public.begin_provider_poll(true)',
  $$ values ('wait', true) $$,
  'two requests do not fit into one that is left'
);

select tests.time_passes('30 seconds');
select is(tests.next_poll(true), 'poll scores', 'in the next minute two requests fit');
select is((select minute_left from private.live_score_provider), 8, 'the requests are counted');
update private.live_score_provider set day_left = 1;
select is(tests.next_poll(true), 'wait', 'two requests do not fit into one that is left of the day');
update private.live_score_provider set day_left = 150;
select is(tests.next_poll(), 'not_due', 'a day''s requests are spread over its matches');
select tests.time_passes('1 minute');
select is(tests.next_poll(), 'poll scores', 'spread polls come at their pace');
update private.live_score_provider set day_left = null;

-- Failures.
create function tests.fails(_wait integer default null) returns integer language sql as $$
  select public.fail_provider_poll((select latest_poll from private.live_score_provider), 'They answered 503', _wait);
  select round(extract(epoch from paused_until - clock_timestamp()))::integer from private.live_score_provider
$$;
select is(tests.fails(), 45, 'after a failure there is no poll for 45 seconds');

select results_eq(
  'select outcome, wait_seconds, last_error from public.begin_provider_poll(true)',
  $$ values ('wait', 45, 'They answered 503') $$,
  'an admin sees the reason'
);

select is(tests.fails(), 90, 'after two failures the wait doubles');
do $$ begin perform tests.fails() from generate_series(1, 9); end $$;
select is(tests.fails(), 1800, 'the wait is half an hour at most');
select is(tests.fails(600), 600, 'the provider''s own waiting time is used');
select public.fail_provider_poll((select latest_poll from private.live_score_provider) - 1, 'Late');
select is(
  (select last_error from private.live_score_provider),
  'They answered 503',
  'an answer to an earlier poll is dropped'
);

select is_empty(
  $$ select * from public.apply_provider_answer((select latest_poll from private.live_score_provider) - 1, '[]') $$,
  'a good answer to an earlier poll is dropped too'
);

select public.apply_provider_answer((select latest_poll from private.live_score_provider), '[]', 7, 41, 99);
select results_eq(
  'select failures, paused_until, minute_left, day_left from private.live_score_provider',
  $$ values (0, null::timestamptz, 7, 99) $$,
  'an answer ends the wait, and its headers replace the counts'
);

-- Permissions.
select tests.act_as((select amina from game));
select throws_ok('select * from public.provider_state()', 'SL003', null, 'players cannot see the provider''s state');
select tests.act_as((select olga from game));
select is(
  (select to_jsonb(s)::text like '%a key%' from public.provider_state() s),
  false,
  'admins see the state without the key'
);

select * from finish();
