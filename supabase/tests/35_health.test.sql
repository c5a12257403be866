select plan(11);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;

select public.report_host('one:3000', '{"sockets": 3}');
select public.report_host('one:3000', '{"sockets": 4}');
select public.report_host('two:3000', '{"sockets": 5}');

select results_eq(
  'select host, figures ->> ''sockets'' from private.host_reports order by host',
  $$ values ('one:3000', '4'), ('two:3000', '5') $$,
  'the latest report of each host is kept'
);

select public.report_host('two:3000', null);
select results_eq(
  'select host from private.host_reports', $$ values ('one:3000') $$, 'a host that stops removes its report'
);

update private.host_reports set reported_at = clock_timestamp() - interval '1 day 1 second';
select public.report_host('three:3000', '{}');
select results_eq(
  'select host from private.host_reports', $$ values ('three:3000') $$, 'reports of a day ago are deleted'
);

select tests.act_as((select amina from game));
select throws_ok('select public.club_health()', 'SL003', null, 'a player may not read the health');
select throws_ok(
  $$ select public.report_host('mine:1', '{}') $$, '42501', null, 'a player may not report a host'
);

select tests.act_as((select olga from game));
select is(
  (select public.club_health() -> 'hosts' -> 0 ->> 'host'), 'three:3000', 'an admin reads the hosts'
);

select tests.act_as_owner();
delete from private.messages;
insert into private.messages (user_id, kind, channel, dedupe_key, title, body, state, send_after)
select amina, 'news', 'email', 'health ' || n, 'T', 'B', state, clock_timestamp() - age
  from game, (values (1, 'waiting', interval '0'), (2, 'waiting', interval '11 minutes'), (3, 'failed', interval '0'))
       v (n, state, age);
select is(
  (select (public.club_health() -> 'messages' -> 0) - 'paused_until'),
  '{"channel": "email", "waiting": 2, "late": 1, "failed": 1}'::jsonb,
  'it counts messages that wait, are late or failed'
);

update private.jobs set last_run_failed = name = 'Clean up',
  next_run_at = clock_timestamp() - case name when 'Remind players' then interval '6 minutes' else '0' end;
select is(
  (select jsonb_agg(j -> 'name') from jsonb_array_elements(public.club_health() -> 'jobs') j
    where (j ->> 'failed')::boolean),
  '["Clean up"]'::jsonb,
  'it names jobs whose last run failed'
);
select is(
  (select jsonb_agg(j -> 'name') from jsonb_array_elements(public.club_health() -> 'jobs') j
    where (j ->> 'late')::boolean),
  '["Remind players"]'::jsonb,
  'it names jobs that are more than five minutes late'
);

select private.report_backup('copy', 'The disk is full', clock_timestamp() - interval '1 hour');
select private.report_backup('backup', null, clock_timestamp() - interval '49 hours');
select results_eq(
  $$ select b ->> 'kind', b ->> 'error', (b ->> 'missing')::boolean
       from jsonb_array_elements(public.club_health() -> 'backups') b $$,
  $$ values ('backup', null, true), ('copy', 'The disk is full', false) $$,
  'it says which backups failed or are missing'
);

select private.report_backup('copy', null, clock_timestamp(), clock_timestamp() - interval '1 hour 1 second');
select is((select jsonb_agg(b -> 'kind') from jsonb_array_elements(public.club_health() -> 'backups') b), '["backup"]',
          'a kind of backup that no host reported for an hour is left out');

select * from finish();
