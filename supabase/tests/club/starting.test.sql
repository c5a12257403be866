-- How a club starts in the browser.
select plan(16);

create temporary table people as select tests.a_player('Nadia', 'nadia@club.test') as nadia;
grant select on people to public;

select is(private.open_start_link('first'), true, 'a club without an admin has a start link');
select is(private.open_start_link('second'), true, 'a new link can be made');
select is_empty($$ select private.lock_start_link('first') $$, 'it ends the one before');
select results_eq($$ select state, started_at from private.lock_start_link('second') $$,
                  $$ values ('open', null::timestamptz) $$, 'the newest can start the club');
select throws_ok(
  $$ select private.start_club('first', (select nadia from people), 'Reds', 'Europe/Paris', 'fr') $$,
  '42501', null, 'an ended link starts nothing');
select throws_ok(
  $$ select private.start_club('second', (select nadia from people), repeat('a', 61), 'Europe/Paris', 'fr') $$,
  '22023', null, 'a name of 61 characters is refused');
select throws_ok(
  $$ select private.start_club('second', (select nadia from people), 'Reds', 'Europe/Paris', 'de') $$,
  '22023', null, 'a language that the page does not speak is refused');
select tests.a_match_kicking_off_in('1 hour', 'Friendly Club');
select throws_ok(
  $$ select private.start_club('second', (select nadia from people), 'Reds', 'Europe/Paris', 'fr') $$,
  'SL008', null, 'the time zone cannot change after the first match');

select ok(has_function_privilege('supabase_auth_admin', 'private.start_club(text, uuid, text, text, text)', 'execute'),
          'the auth service may start a club');
select lives_ok(
  $$ select private.start_club('second', (select nadia from people), ' The  Reds ', 'Indian/Mauritius', 'fr') $$,
  'the link starts the club');
select results_eq($$ select name, language, time_zone, started_at is not null from private.club_facts() $$,
                  $$ values ('The Reds', 'fr', 'Indian/Mauritius', true) $$, 'its facts are stored');
select results_eq($$ select user_id from public.user_roles where role = 'admin' $$,
                  $$ select nadia from people $$, 'the account is its first admin');
select results_eq($$ select admin_user_id from public.admin_audit_log where action = 'start_club' $$,
                  $$ select nadia from people $$, 'the audit log says who started it');
select results_eq($$ select state, started_at is not null from private.lock_start_link('second') $$,
                  $$ values ('used', true) $$, 'the link is used');
select is(private.open_start_link('third'), false, 'a club with an admin has no link');
select tests.act_as((select nadia from people));
select throws_ok($$ select private.lock_start_link('second') $$, '42501', null, 'members cannot look links up');
