select plan(18);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cleo') as cleo,
  tests.a_player('Dan') as dan,
  tests.an_admin('Olga') as olga, gen_random_uuid() as archive_id,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('40 days', 'Friendly Club', 'Hull', 'Derby') as later,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Ajax') as elsewhere;
grant select on game to public;
select tests.predicts((select amina from game), (select first from game), 1, 0),
       tests.predicts((select ben from game), (select first from game), 2, 0),
       tests.predicts((select cleo from game), (select first from game), 3, 0),
       tests.predicts((select dan from game), (select first from game), 0, 0),
       tests.predicts((select dan from game), (select second from game), 1, 1),
       tests.predicts((select dan from game), (select later from game), 2, 0),
       tests.predicts((select ben from game), (select elsewhere from game), 1, 0);
select tests.ends((select first from game), 1, 0), tests.ends((select later from game), 2, 0),
       tests.ends((select elsewhere from game), 1, 0);

create temporary view period as select (now() at time zone 'Indian/Mauritius')::date - 1 as from_day,
  (now() at time zone 'Indian/Mauritius')::date + 2 as to_day;
grant select on period to public;

select tests.act_as((select olga from game));
select lives_ok(
  $$ insert into public.leaderboard_archives (id, name, league, start_date, end_date)
  select archive_id, 'Friendlies', 'Friendly Club', from_day, to_day from game, period $$,
  'an admin creates an archive'
);

select is(
  public.create_leaderboard_snapshot((select archive_id from game), 'Friendly Club', (select from_day from period),
                                     (select to_day from period)),
  4,
  'filling it adds the players of completed matches of the league in the period'
);

select tests.act_as_anonymous();
select results_eq(
  $$
    select "position", rank, full_name, points, perfect_scores, accuracy from public.archived_leaderboard_rows
      order by archive_id, "position"
  $$,
  $$
    values (1, 1, 'Amina', 3, 1, 100.0), (2, 2, 'Ben', 1, 0, 100.0), (3, 2, 'Cleo', 1, 0, 100.0),
      (4, 4, 'Dan', 0, 0, 0.0)
  $$,
  'anyone reads it, ranked 1-2-2-4, without other leagues and later days'
);

select is(
  (select count(*)::int from public.leaderboard_archives where name = 'Friendlies'),
  1,
  'anyone reads the list of archives'
);

select throws_ok($$ delete from public.leaderboard_archives $$, '42501', null, 'visitors cannot delete an archive');

select throws_ok(
  $$
    select public.create_leaderboard_snapshot((select archive_id from game), 'Friendly Club', '2026-01-01',
                                              '2026-01-02')
  $$,
  '42501', null,
  'visitors cannot fill an archive'
);

select tests.act_as((select amina from game));
select throws_ok(
  $$
    select public.create_leaderboard_snapshot((select archive_id from game), 'Friendly Club', '2026-01-01',
                                              '2026-01-02')
  $$,
  'SL003', null,
  'players cannot fill an archive'
);

select throws_ok(
  $$ insert into public.archived_leaderboard_rows select * from public.archived_leaderboard_rows $$,
  '42501', null,
  'nobody can insert rows directly'
);

select tests.act_as_owner();
select tests.ends((select second from game), 1, 1);
delete from auth.users where id = (select cleo from game);
select tests.act_as((select olga from game));
select results_eq(
  $$ select full_name, user_id is null from public.archived_leaderboard_rows where full_name = 'Cleo' $$,
  $$ values ('Cleo', true) $$,
  'a deleted player''s row stays, without the link to the account'
);

select is(
  public.create_leaderboard_snapshot((select archive_id from game), 'Friendly Club', (select from_day from period),
                                     (select to_day from period)),
  3,
  'an archive can be filled again'
);

select results_eq(
  $$
    select full_name, points from public.archived_leaderboard_rows where archive_id = (select archive_id from game)
      order by "position"
  $$,
  $$ values ('Amina', 3), ('Dan', 3), ('Ben', 1) $$,
  'filling it again replaces the rows'
);

select results_eq(
  $$
    select old_values, new_values -> 'players' from public.admin_audit_log where action = 'create_leaderboard_snapshot'
      order by created_at desc, id desc limit 1
  $$,
  $$ values ('{"players": 4, "points": 5}'::jsonb, '3'::jsonb) $$,
  'the audit log has the number of replaced rows and points'
);

select tests.act_as_owner();
update public.user_predictions set points_earned = 0, cleared_at = now() where points_earned is not null;
select tests.act_as((select olga from game));
select throws_ok(
  $$
    select public.create_leaderboard_snapshot((select archive_id from game), 'Friendly Club',
                                              (select from_day from period), (select to_day from period))
  $$,
  'SL010', null,
  'an archive whose points were all cleared cannot be filled again'
);

select is(
  (select count(*)::int from public.archived_leaderboard_rows where archive_id = (select archive_id from game)),
  3,
  'the refused filling leaves the rows'
);

select throws_ok(
  $$ select public.create_leaderboard_snapshot(gen_random_uuid(), 'Friendly Club', '2026-01-01', '2026-01-02') $$,
  'PT404', null,
  'an unknown archive is refused'
);

select throws_ok(
  $$
    insert into public.leaderboard_archives (name, league, start_date, end_date)
      values ('Backwards', 'FA Cup', '2026-02-02', '2026-02-01')
  $$,
  '23514', null,
  'a period that ends before it starts is refused'
);

select lives_ok(
  $$ delete from public.leaderboard_archives where id = (select archive_id from game) $$,
  'an admin deletes an archive'
);

select is(
  (select count(*)::int from public.archived_leaderboard_rows where archive_id = (select archive_id from game)),
  0,
  'deleting an archive deletes its rows'
);

select * from finish();
