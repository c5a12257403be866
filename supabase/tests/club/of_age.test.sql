-- "I am of age": what a sign-up, a prediction and a code need, and who confirms it.
select plan(36);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club') as open,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Inter', 'Roma') as locked;
grant select on game to public;
insert into public.plan_codes (code, plan_type, expires_at) values ('1234567', 'fa_cup', now() + interval '30 days');
insert into public.season_questions (id, competition_id, points, title, kind, locks_at)
values ('00000000-0000-4000-8000-000000000001', 'friendly_club', 5, 'Goals?', 'number', now() + interval '1 hour');
select tests.predicts(amina, open, 1, 0) from game;
create function pg_temp.sign_up(_metadata jsonb, _provider text default 'email') returns text language sql as $$
  select public.before_user_created(jsonb_build_object('user', jsonb_build_object(
           'email', 'zoe@example.com', 'app_metadata', jsonb_build_object('provider', _provider),
           'user_metadata', _metadata))) #>> '{error,message}'
$$;
create function pg_temp.predict(_goals integer) returns text language sql as $$
  select format('insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                 select auth.uid(), open, %1$s, 0 from game
                     on conflict (match_id, user_id) do update set home_prediction = %1$s', _goals)
$$;
create function pg_temp.confirmations() returns setof text language sql as $$
  select concat_ws(' ', p.full_name, c.age, 'terms ' || c.terms, case when c.by_organiser then 'by organiser' end)
    from private.age_confirmations c join public.profiles p on p.id = c.user_id order by c.id
$$;
grant execute on function pg_temp.predict(integer) to public;

-- Off.
select is(pg_temp.sign_up('{}'), null, 'a club that asks for no age lets everyone sign up');
select tests.act_as(amina) from game;
select is_empty('select * from public.my_due_confirmation()', 'members have nothing to confirm');
select public.confirm_age(18);
select lives_ok(pg_temp.predict(2), 'and predict');
select tests.act_as(olga) from game;
select public.confirm_age_of_member(amina) from game;
select tests.act_as_owner();
select is_empty('select pg_temp.confirmations()', 'nothing is stored');

-- On: signing up.
insert into public.admin_settings (setting_key, setting_value) values ('minimum_age', '18');
select is(pg_temp.sign_up(s.metadata), s.message, s.name)
  from (values ('{}'::jsonb, 'Please confirm that you are 18 or older', 'a sign-up without the confirmation'),
               (null, 'Please confirm that you are 18 or older', 'one without any metadata'),
               ('{"confirmed_age": 17}', 'Please confirm that you are 18 or older', 'a lower age'),
               ('{"confirmed_age": true}', 'Please confirm that you are 18 or older', 'something that is no age'),
               ('{"confirmed_age": 18}', null, 'the age is enough'),
               ('{"confirmed_age": "21"}', null, 'a higher one too')) s (metadata, message, name);
select is(pg_temp.sign_up('{}', 'google'), null, 'another provider confirms nothing, and its account is made');
insert into auth.users (id, email, raw_user_meta_data)
values (gen_random_uuid(), 'zoe@example.com', '{"full_name": "Zoe", "confirmed_age": 18, "terms": 4}'),
       (gen_random_uuid(), 'yan@example.com', '{"full_name": "Yan", "confirmed_age": 17}');
select results_eq('select pg_temp.confirmations()', array['Zoe 18'],
                  'a sign-up stores what was confirmed, without terms that do not exist');

-- A member who has not confirmed.
select tests.act_as(amina) from game;
select results_eq('select age, terms from public.my_due_confirmation()', 'values (18, null::integer)',
                  'members have to confirm');
select throws_ok(a.call, 'SL027', 'Confirm first that you are 18 or older', a.name)
  from (values (pg_temp.predict(3), 'they predict only afterwards'),
               ($$ select public.redeem_plan_code('1234567') $$, 'and redeem codes'),
               ($$ select public.answer_season_question('00000000-0000-4000-8000-000000000001', '{7}') $$,
                'answer season questions'),
               ('select public.enter_last_standing()', 'and enter games')) a (call, name);
select is((select p.home_prediction from public.user_predictions p, game where p.user_id = amina), 2,
          'an earlier prediction stays');
select tests.act_as_secret_key();
select throws_ok($$ update public.user_predictions set home_prediction = 4 $$, 'SL027', null,
                 'the secret key does not predict for them either');
select tests.act_as_owner();
select tests.kickoff_moves_to(locked, '-1 minute') from game;
select tests.act_as(amina) from game;
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                    select amina, locked, 1, 0 from game $$, 'SL001', null, 'a closed match says that it is closed');

-- Confirming.
select throws_ok('select public.confirm_age(17)', 'SL016', null, 'a lower age is not confirmed');
select throws_ok('select public.confirm_age(18, 1)', 'SL016', null, 'nor terms that are not shown');
select public.confirm_age(18);
select public.confirm_age(18);
select is_empty('select * from public.my_due_confirmation()', 'once is enough');
select lives_ok(pg_temp.predict(3), 'then members predict');
select is(public.redeem_plan_code('1234567') #>> '{0,outcome}', 'redeemed', 'and redeem codes');
select throws_ok('select public.confirm_age_of_member(ben) from game', 'SL003', null, 'members confirm for nobody');
select tests.act_as(olga) from game;
select throws_ok('select public.confirm_age_of_member(gen_random_uuid())', 'PT404', null, 'there is no such member');
select public.confirm_age_of_member(ben), public.confirm_age_of_member(ben) from game;
select tests.act_as_owner();
select results_eq('select pg_temp.confirmations()', array['Zoe 18', 'Amina 18', 'Ben 18 by organiser'],
                  'each confirmation is stored once, and who made it');
select is((select count(*) from public.admin_audit_log where action = 'confirm_age_of_member'), 1::bigint,
          'an organiser''s is audited');

-- Terms.
select tests.act_as(olga) from game;
select public.publish_club_text('terms', 'Be fair', false, 0);
select tests.act_as(amina) from game;
select is_empty('select * from public.my_due_confirmation()', 'new terms ask nobody again');
select tests.act_as(olga) from game;
select public.publish_club_text('terms', 'Be fair to all', true, 1);
select tests.act_as(amina) from game;
select results_eq('select age, terms from public.my_due_confirmation()', 'values (18, 2)',
                  'unless the organiser says so');
select throws_ok(pg_temp.predict(4), 'SL027', null, 'then members predict after they have confirmed them');
select throws_ok('select public.confirm_age(18, 1)', 'SL016', null, 'an earlier version is not enough');
select public.confirm_age(18, 2);
select lives_ok(pg_temp.predict(4), 'the present one is');
select tests.act_as(olga) from game;
select public.publish_club_text('terms', 'Be fair to everyone', false, 2);
select tests.act_as(amina) from game;
select is_empty('select * from public.my_due_confirmation()', 'a correction does not ask again');
select is(public.my_data() -> 'age_confirmations' -> 1 ->> 'terms', '2',
          'the copy of the own data has what was confirmed');

select * from finish();
