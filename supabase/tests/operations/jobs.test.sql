select plan(28);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
-- Only this test's jobs; each is due when it is inserted.
delete from private.jobs;
create temporary table beats (at timestamptz default clock_timestamp());
insert into private.jobs (name, every, query)
  values ('Beat', '15 seconds', 'with b as (insert into beats default values returning 1) select count(*) from b');

select results_eq(
  'select job, edge_function from private.run_next_job()',
  $$ values ('Beat', null::text) $$,
  'a due job is run'
);

select is((select count(*)::int from beats), 1, 'the query ran once');
select is_empty('select * from private.run_next_job()', 'the job is not due again at once');

select is(
  (select next_run_at > clock_timestamp() and next_run_at <= clock_timestamp() + interval '15 seconds'
   from private.jobs),
  true,
  'the next run is at most one interval away'
);

select results_eq(
  'select has_failed, detail from private.job_runs',
  $$ values (false, '1') $$,
  'the run is listed with what it did'
);

update private.jobs set next_run_at = clock_timestamp() - interval '3 hours' - interval '5 seconds';
select private.run_next_job();
select is_empty('select * from private.run_next_job()', 'missed runs are made up for once');
select is((select next_run_at > clock_timestamp() from private.jobs), true, 'the rhythm continues after missed runs');
select is((select count(*)::int from beats), 2, 'missed runs give one listed run');

update private.jobs set query = 'select 0', next_run_at = clock_timestamp();
select private.run_next_job();
select is((select count(*)::int from private.job_runs), 2, 'a run that found nothing to do leaves no row');
select is((select last_run_failed from private.jobs), false, 'its job has the time of the run');

update private.jobs
   set query = 'with b as (insert into beats default values returning 1) select 1 / (count(*) - 1) from b',
       next_run_at = clock_timestamp();
select lives_ok('select private.run_next_job()', 'a failing job does not fail the scheduler');
select is((select count(*)::int from beats), 2, 'a failing query is rolled back');

select results_eq(
  'select has_failed, detail from private.job_runs order by id desc limit 1',
  $$ values (true, 'division by zero (22012)') $$,
  'a failed run is listed with its error'
);

-- Edge functions report how they ended.
delete from private.jobs;
insert into private.jobs (name, every, edge_function) values ('Call', '1 minute', 'a-function');
select is_empty(
  'select * from private.run_next_job(false)',
  'a caller that cannot call functions leaves them to others'
);

select results_eq(
  'select job, edge_function from private.run_next_job()',
  $$ values ('Call', 'a-function') $$,
  'a caller that can call functions is told which one'
);

update private.jobs set next_run_at = clock_timestamp();
select is_empty('select * from private.run_next_job()', 'a function that has not reported is not called again');
select tests.act_as_secret_key();
select is(public.is_open_job_run(1), false, 'is_open_job_run is false for another run');
select tests.act_as_owner();
select public.finish_job_run(max(id), false, 'Updated 3 matches') from private.job_runs;
select results_eq(
  'select has_failed, detail from private.job_runs',
  $$ values (false, 'Updated 3 matches') $$,
  'the function reports what it did'
);

select private.run_next_job();
update private.job_runs set started_at = clock_timestamp() - private.job_timeout() where finished_at is null;
update private.jobs set next_run_at = clock_timestamp();
select private.run_next_job();
select results_eq(
  'select has_failed, detail from private.job_runs where finished_at is not null order by id desc limit 1',
  $$ values (true, 'The function did not report its result') $$,
  'a function that never reported is given up and called again'
);

-- A function that has nothing to do is not called.
delete from private.jobs;
insert into private.jobs (name, every, edge_function)
  values ('Poll', '1 minute', 'sync-live-scores'), ('Send', '1 minute', 'send-messages');
create function pg_temp.called() returns table (job text, edge_function text) language sql
as $$
  select job, edge_function from private.run_next_job() union all select job, edge_function from private.run_next_job()
$$;
delete from private.secrets where name in ('live_score_api_key', 'push_keys');
select results_eq(
  'select * from pg_temp.called() order by job',
  $$ values ('Poll', null), ('Send', 'send-messages') $$,
  'the function that makes the keys of push messages is called'
);

select public.finish_job_run(max(id), false, null) from private.job_runs;
insert into private.secrets (name, value) values ('push_keys', 'public private');
update private.jobs set next_run_at = clock_timestamp();
select results_eq(
  'select * from pg_temp.called() order by job',
  $$ values ('Poll', null), ('Send', null::text) $$,
  'without a key of a provider or a message no function is called'
);

select is(
  (select count(*)::int from private.job_runs where job in ('Poll', 'Send')), 0, 'which leaves no row either'
);

insert into private.secrets (name, value) values ('live_score_api_key', 'a key');
insert into public.admin_settings (setting_key, setting_value) values ('quiet_hours', '00:00-00:00');
insert into private.messages (user_id, kind, channel, dedupe_key, title, body)
  select amina, 'news', 'email', 'news', 'News', 'Of today' from game;
update private.jobs set next_run_at = clock_timestamp();
select results_eq(
  'select * from pg_temp.called() order by job',
  $$ values ('Poll', 'sync-live-scores'), ('Send', 'send-messages') $$,
  'with a key and a message both are'
);

delete from private.jobs;
insert into private.jobs (name, every, edge_function) values ('Call', '1 minute', 'a-function');
select private.run_next_job();

-- Permissions.
select tests.act_as((select amina from game));
select throws_ok('select * from public.scheduled_jobs()', 'SL003', null, 'players cannot see the jobs');
select throws_ok($$ select public.run_job_now('Call') $$, 'SL003', null, 'players cannot start a job');
select tests.act_as((select olga from game));
select results_eq(
  'select name, every_seconds, is_running from public.scheduled_jobs()',
  $$ values ('Call', 60, true) $$,
  'admins see the jobs'
);

select lives_ok($$ select public.run_job_now('Call') $$, 'admins can make a job due');

-- Subscriptions.
select tests.act_as_owner();
insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
  values ((select amina from game), 'fa_cup', now() - interval '9 days', now() + interval '1 day');
update public.subscriptions set expires_at = now() - interval '1 millisecond';
select results_eq(
  $$
    select private.expire_subscriptions(),
           (select count(*)::int from private.player_totals where user_id = (select amina from game)
            and board_id = private.board_of('FA Cup'))
  $$,
  $$ values (1, 0) $$,
  'an ended subscription is marked as expired, and its player leaves the leaderboard'
);

select * from finish();
