select plan(28);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga, tests.an_admin('Pete') as pete,
  tests.a_match_kicking_off_in('1 hour') as match_id,
  gen_random_uuid() as amina_session, gen_random_uuid() as olga_session, gen_random_uuid() as pete_session;
grant select on game to public;
insert into auth.sessions (id, user_id)
  select amina_session, amina from game union all select olga_session, olga from game
  union all select pete_session, pete from game;

select tests.act_in_session(olga, olga_session) from game;
select is(public.has_role((select olga from game), 'admin'), true, 'has_role is true in an open session');
select lives_ok($$ select * from public.admin_overview() $$, 'an admin in an open session reads the dashboard');

select tests.act_in_session(olga, pete_session) from game;
select is(public.has_role((select olga from game), 'admin'), false, 'has_role is false in another user''s session');

select tests.act_as_owner();
delete from auth.sessions where id = (select olga_session from game);
select tests.act_in_session(olga, olga_session) from game;
select is(public.has_role((select olga from game), 'admin'), false, 'has_role is false after the session was removed');
select throws_ok($$ select * from public.admin_overview() $$, 'SL003', null,
  'a removed session reads no dashboard');
select throws_ok($$ insert into public.teams (name) values ('Mine') $$, 'SL003', null,
  'a removed session adds no team');
select is_empty($$ select * from public.profiles where id = (select amina from game) $$,
  'a removed session reads no other profile');

select tests.act_as_owner();
update auth.sessions set not_after = now() - interval '1 second' where id = (select pete_session from game);
select tests.act_in_session(pete, pete_session) from game;
select is(public.has_role((select pete from game), 'admin'), false, 'has_role is false after the session expired');

select tests.act_as_owner();
update auth.users set banned_until = now() + interval '1 day' where id = (select olga from game);
update auth.users set deleted_at = now() where id = (select pete from game);
select tests.act_as((select olga from game));
select throws_ok($$ select public.clear_all_points() $$, 'SL003', null, 'a banned admin cannot clear points');
select tests.act_as((select pete from game));
select throws_ok($$ select public.clear_all_points() $$, 'SL003', null, 'a deleted admin cannot clear points');

select tests.act_in_session(amina, amina_session) from game;
select lives_ok($$ select tests.predicts(amina, match_id, 1, 0) from game $$, 'a player in an open session predicts');
select tests.act_as_owner();
update auth.users set banned_until = now() + interval '1 day' where id = (select amina from game);
select tests.act_in_session(amina, amina_session) from game;
select throws_ok($$ select tests.predicts(amina, match_id, 2, 0) from game $$, 'SL012', null,
  'a banned player cannot predict');
select throws_ok($$ update public.user_predictions set home_prediction = 3 $$, 'SL012', null,
  'a banned player cannot change a prediction');
select throws_ok($$ update public.profiles set full_name = 'Nobody' $$, 'SL012', null,
  'a banned player cannot change the name');
select throws_ok($$ update public.notifications set read = true $$, 'SL012', null,
  'a banned player cannot mark notifications');
select throws_ok($$ select public.redeem_plan_code('1234567') $$, 'SL012', null,
  'a banned player cannot redeem a code');
select throws_ok($$ select public.set_message_choice('results', true, true, true) $$, 'SL012', null,
  'a banned player cannot choose messages');
select throws_ok($$ select public.save_push_subscription('https://example.com/1', 'a', 'b') $$, 'SL012', null,
  'a banned player cannot save a push subscription');
select throws_ok($$ select public.my_calendar_token() $$, 'SL012', null,
  'a banned player cannot make a calendar address');
select throws_ok($$ select public.renew_calendar_token() $$, 'SL012', null,
  'a banned player cannot renew the calendar address');
select tests.act_as_owner();
update auth.users set banned_until = now() - interval '1 second' where id = (select amina from game);
select tests.act_in_session(amina, amina_session) from game;
select lives_ok($$ select tests.predicts(amina, match_id, 2, 0) from game $$, 'a player predicts after the ban');

select tests.act_as_owner();
update auth.users set banned_until = null where id = (select amina from game);
update auth.users set encrypted_password = 'temporary' where id = (select amina from game);
update auth.users set raw_app_meta_data = '{"temporary_password": true, "provider": "email"}'
 where id = (select amina from game);
select tests.act_in_session(amina, amina_session) from game;
select throws_ok($$ select tests.predicts(amina, match_id, 2, 0) from game $$, 'SL017', null,
  'a player with a temporary password cannot predict');
select throws_ok($$ update public.profiles set full_name = 'Nobody' $$, 'SL017', null,
  'a player with a temporary password cannot change the name');
select tests.act_as_owner();
select throws_ok($$ update auth.users set email_change = 'other@example.com' where id = (select amina from game) $$,
  'SL017', null, 'an account with a temporary password requests no other email');
insert into public.user_roles (user_id, role) select amina, 'admin' from game;
select tests.act_in_session(amina, amina_session) from game;
select is(public.has_role((select amina from game), 'admin'), false, 'has_role is false with a temporary password');
select tests.act_as_owner();
update auth.users set encrypted_password = 'own' where id = (select amina from game);
select is((select raw_app_meta_data from auth.users where id = (select amina from game)), '{"provider": "email"}',
  'a change of the password removes the mark and keeps other data');
select tests.act_in_session(amina, amina_session) from game;
select is(public.has_role((select amina from game), 'admin'), true, 'has_role is true after the change');
select throws_ok(
  $$ select public.begin_admin_call('set-temporary-password', (select amina::text from game)) $$, 'SL003', null,
  'an admin''s password is not replaced by an admin');

select * from finish();
