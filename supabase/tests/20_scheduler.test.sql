select plan(24);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
-- Only the jobs of this test; each is due when it is put here.
delete from private.jobs;
create temporary table beats (at timestamptz default clock_timestamp());
insert into private.jobs (name, every, query)
  values ('Beat', '15 seconds', 'with b as (insert into beats default values returning 1) select count(*) from b');

select results_eq(
  'select job, edge_function from private.run_next_job()',
  $$ values ('Beat', null::text) $$,
  'a job that is due is run'
);

select is((select count(*)::int from beats), 1, 'once');
select is_empty('select * from private.run_next_job()', 'and is not due again before its next beat');

select is(
  (select next_run_at > clock_timestamp() and next_run_at <= clock_timestamp() + interval '15 seconds'
   from private.jobs),
  true,
  'which is at most its interval away'
);

select results_eq(
  'select has_failed, detail from private.job_runs',
  $$ values (false, '1') $$,
  'what it did is on the list of runs'
);

update private.jobs set next_run_at = clock_timestamp() - interval '3 hours' - interval '5 seconds';
select private.run_next_job();
select is_empty('select * from private.run_next_job()', 'beats that nobody was there for are caught up once');
select is((select next_run_at > clock_timestamp() from private.jobs), true, 'and the rhythm goes on');
select is((select count(*)::int from beats), 2, 'with one run');

update private.jobs set query = 'select 0', next_run_at = clock_timestamp();
select private.run_next_job();
select is((select count(*)::int from private.job_runs), 2, 'a run that found nothing to do leaves no line');
select is((select last_run_failed from private.jobs), false, 'but its job says that it ran');

update private.jobs
   set query = 'with b as (insert into beats default values returning 1) select 1 / (count(*) - 1) from b',
       next_run_at = clock_timestamp();
select lives_ok('select private.run_next_job()', 'a job that fails does not fail the scheduler');
select is((select count(*)::int from beats), 2, 'what it did is undone');

select results_eq(
  'select has_failed, detail from private.job_runs order by id desc limit 1',
  $$ values (true, 'division by zero (22012)') $$,
  'why is on the list'
);

-- Edge functions tell how they ended.
delete from private.jobs;
insert into private.jobs (name, every, edge_function) values ('Call', '1 minute', 'sync-live-scores');
select is_empty('select * from private.run_next_job(false)', 'who cannot call functions leaves them to others');

select results_eq(
  'select job, edge_function from private.run_next_job()',
  $$ values ('Call', 'sync-live-scores') $$,
  'who can is told which one to call'
);

update private.jobs set next_run_at = clock_timestamp();
select is_empty('select * from private.run_next_job()', 'a function that has not told its end is not called again');
select tests.act_as_secret_key();
select is(public.is_open_job_run(1), false, 'and knows a run that is not open');
select tests.act_as_owner();
select public.finish_job_run(max(id), false, 'Updated 3 matches') from private.job_runs;
select results_eq(
  'select has_failed, detail from private.job_runs',
  $$ values (false, 'Updated 3 matches') $$,
  'it tells what it did'
);

select private.run_next_job();
update private.job_runs set started_at = clock_timestamp() - private.job_patience() where finished_at is null;
update private.jobs set next_run_at = clock_timestamp();
select private.run_next_job();
select results_eq(
  'select has_failed, detail from private.job_runs where finished_at is not null order by id desc limit 1',
  $$ values (true, 'It did not tell how it ended') $$,
  'one that died is given up and called again'
);

-- Who may look and push.
select tests.act_as((select amina from game));
select throws_ok('select * from public.scheduled_jobs()', 'SL003', null, 'players do not see the jobs');
select throws_ok($$ select public.run_job_now('Call') $$, 'SL003', null, 'nor start one');
select tests.act_as((select olga from game));
select results_eq(
  'select name, every_seconds, is_running from public.scheduled_jobs()',
  $$ values ('Call', 60, true) $$,
  'admins see them'
);

select lives_ok($$ select public.run_job_now('Call') $$, 'and can make one due');

-- Subscriptions.
select tests.act_as_owner();
insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
  values ((select amina from game), 'fa_cup', now() - interval '9 days', now() + interval '1 day');
update public.subscriptions set expires_at = now() - interval '1 millisecond';
select results_eq(
  $$
    select private.expire_subscriptions(),
           (select count(*)::int from private.player_totals where user_id = (select amina from game)
            and scope = 'fa_cup')
  $$,
  $$ values (1, 0) $$,
  'a subscription whose end has passed is marked as expired, and its player leaves a table nothing else holds them on'
);

select * from finish();
