-- Admins are told when a backup failed or is missing.
select plan(11);

create temporary table game as
  select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina, timestamptz '2026-03-05 20:30+00' as last;
grant select on game to public;

-- What an admin was told, and nobody else.
create function pg_temp.told() returns setof text language sql as $$
  select title || ': ' || message from public.notifications where user_id = (select olga from game) and type = 'error'
$$;

select is(private.report_backup('backup', null, last, last + interval '2 days' - interval '1 second'), 0::bigint,
          'a backup of less than two days ago is not reported') from game;
select is(private.report_backup('backup', 'The disk is full.', last, last + interval '1 day'), 1::bigint,
          'a failed backup is reported to the admins') from game;
select is(private.report_backup('backup', 'The disk is full.', last, last + interval '3 days'), 0::bigint,
          'further failures are not reported until a backup succeeds') from game;
select is(private.report_backup('backup', null, last + interval '3 days', last + interval '4 days'), 0::bigint,
          'a success is not reported') from game;
select is(private.report_backup('backup', null, last + interval '3 days', last + interval '5 days'), 1::bigint,
          'a backup that is missing for two days is reported') from game;
select is(private.report_backup('backup', 'No place', null, last + interval '6 days'), 1::bigint,
          'a failure without any success is reported') from game;
select is(private.report_backup('copy', 'The disk is full.', last, last + interval '6 days'), 1::bigint,
          'a failed daily copy is reported apart from the backups') from game;
select bag_eq('select * from pg_temp.told()', $$ values
  ('The backup failed: The backup of the club failed: The disk is full. The last one that succeeded is from '
   || 'Friday 6 March 2026, 00:30 (club time).'),
  ('The backup is missing: There has been no backup of the club for two days. The last one that succeeded is from '
   || 'Monday 9 March 2026, 00:30 (club time).'),
  ('The backup failed: The backup of the club failed: No place. None has succeeded yet.'),
  ('The daily copy failed: The daily copy of the club failed: The disk is full. The last one that succeeded is from '
   || 'Friday 6 March 2026, 00:30 (club time).') $$,
  'an admin reads why, and from when the last backup is');
select is_empty($$ select from public.notifications where user_id = (select amina from game) $$,
                'players are not told');
select results_eq($$ select kind, error from private.backup_states order by kind $$,
                  $$ values ('backup', 'No place'), ('copy', 'The disk is full.') $$,
                  'the latest state of each kind is kept');
select is(private.report_backup('copy', repeat('x', 501), last + interval '1 second', last), 1::bigint,
          'a reason of more than 500 characters is shortened') from game;
select * from finish();
