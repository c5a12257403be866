select plan(13);

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

insert into public.matches (home_team_name, away_team_name, match_date, kickoff_confirmed, league)
select tests.a_team('Home ' || n), tests.a_team('Away'), private.club_today() + d, confirmed, 'Friendly Club'
  from (values (1, -1, false), (2, 0, false), (3, 3, false), (4, 4, false), (5, 1, true)) v (n, d, confirmed);
select is(
  (select jsonb_agg(split_part(m, ' v ', 1)) from jsonb_array_elements_text(
     public.club_health() -> 'matches_without_time') m),
  '["Home 2", "Home 3"]'::jsonb,
  'it names the matches of today and the next three days whose time is to be confirmed'
);
select tests.a_match_kicking_off_in(n * interval '1 day') from generate_series(1, 3) n;
insert into public.team_aliases (alias, team_name) values ('Home 4', 'Home 1');
select is(
  (select public.club_health() - array(select jsonb_object_keys(public.club_health())
                                       except values ('duplicate_teams'), ('duplicate_matches'))),
  '{"duplicate_teams": 1, "duplicate_matches": 2}'::jsonb,
  'it counts teams and matches that are listed twice'
);

select * from finish();
