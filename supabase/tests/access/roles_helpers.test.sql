-- Helpers with one role each: what they may do, to which rows, and what ends it.
select plan(70);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Rita') as rita,
  tests.a_player('Mona', 'mona@example.com') as mona, tests.a_player('Nils') as nils,
  tests.a_player('Amina', 'secretmail@example.com') as amina,
  tests.a_match_kicking_off_in('1 hour') as played,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as open,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Derby', 'Hull') as other;
grant select on game to public;
update public.profiles p set phone_number = '+23052551234' from game where p.id = amina;
select tests.predicts(amina, played, 2, 1), tests.predicts(amina, open, 1, 0), tests.predicts(amina, other, 3, 3)
  from game;
select tests.kickoff_moves_to(played, '-3 hours'), tests.kickoff_moves_to(other, '-3 hours') from game;
update public.matches m set status = 'live' from game where m.id in (played, other);
create function pg_temp.result(_match uuid, _home integer, _away integer) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('id', _match, 'home_score', _home, 'away_score', _away))
$$;
create function pg_temp.paying() returns jsonb language sql as $$
  select jsonb_build_object('payer_name', 'Aunt Rose', 'amount_rs', 250, 'method', 'juice', 'paid_on', '2026-01-02')
$$;
create function pg_temp.claims() returns text language sql as $$ select current_setting('request.jwt.claims') $$;
grant execute on all functions in schema pg_temp to public;

-- Naming helpers.
select tests.act_as(rita) from game;
select throws_ok($$ select public.set_helper_role(rita, 'results', true) from game $$, 'SL003', null,
                 'a player does not become a helper');
select tests.act_as(olga) from game;
select throws_ok($$ select public.set_helper_role(rita, 'admin', true) from game $$, '22023', null,
                 'the admin role is not a helper''s');
select throws_ok($$ select public.set_helper_role(rita, null, true) from game $$, '22023', null, 'nor is none');
select throws_ok($$ select public.set_helper_role(rita, 'news', null) from game $$, '22023', null,
                 'an unstated wish is refused');
select throws_ok($$ select public.set_helper_role(gen_random_uuid(), 'news', true) $$, 'PT404', null,
                 'an unknown player is refused');
select is(public.set_helper_role(rita, 'results', true), true, 'an admin names a helper for results') from game;
select is(public.set_helper_role(rita, 'results', true), true, 'twice is once') from game;
select is(public.set_helper_role(mona, 'money', true), true, 'a helper for payments') from game;
select is(public.set_helper_role(nils, 'news', true), true, 'a helper for news') from game;
select is((select count(*) from public.admin_audit_log a, game
            where a.action = 'set_helper_role' and a.record_id = rita::text and a.admin_user_id = olga),
          1::bigint, 'the audit log has it once');
select results_eq('select public.my_roles()', $$ values ('{admin}'::text[]) $$, 'an admin is told the own role');

-- The reminder of missing results.
select public.set_helper_role(olga, 'results', true) from game;
select tests.act_as_owner();
select private.remind_organisers((current_date + 2 + time '12:00') at time zone private.club_time_zone());
select bag_eq($$ select user_id from public.notifications where title like 'Results to enter%' $$,
              'select unnest(array[olga, rita]) from game',
              'admins and helpers for results are reminded of missing ones, an account with both roles once');

-- Results.
select tests.act_as(rita) from game;
select results_eq('select public.my_roles()', $$ values ('{results}'::text[]) $$, 'a helper is told the own roles');
select is(public.has_role(rita, 'results'), true, 'has_role knows the role') from game;
select is(public.has_role(rita, 'admin'), false, 'and a helper is no admin') from game;
select throws_ok($$ select public.set_helper_role(rita, 'money', true) from game $$, 'SL003', null,
                 'a helper takes no further role');
select throws_ok($$ select public.set_admin_role(rita, true) from game $$, 'SL003', null, 'nor the admin role');
select throws_ok($$ insert into public.user_roles (user_id, role) select rita, 'admin' from game $$, '42501', null,
                 'nor by a direct write');
select is((public.set_running_score(played, 1, 0)).home_score, 1, 'sets a running score') from game;
select throws_ok('select public.complete_matches(pg_temp.result(open, 1, 0)) from game', 'SL003', null,
                 'completes no match that is still open');
select throws_ok($$ select public.complete_matches(pg_temp.result(open, 1, 0) || pg_temp.result(played, 1, 0))
                      from game $$, 'SL003', null, 'nor together with another one');
select is((select count(*) from public.user_predictions p, game where p.match_id = open), 0::bigint,
          'so predictions of an open match stay secret');
select is((select open_matches from game, public.preview_results(pg_temp.result(open, 1, 0))), 1,
          'the preview counts no predictions of an open match');
create temporary table mine as select undo_id from game, public.complete_matches(pg_temp.result(played, 2, 1));
select is((select count(*) from public.open_undos()), 1::bigint, 'the own act can be undone');
select is((select public.undo(undo_id) from mine), 'complete_matches', 'and is undone');
select is((select matches from game, public.complete_matches(pg_temp.result(played, 2, 1))), 1, 'a result is entered');
select is((select matches from game, public.complete_matches(pg_temp.result(played, 2, 2))), 1, 'and corrected');
select throws_ok('select public.cancel_match(other) from game', 'SL003', null, 'a helper cancels no match');
select throws_ok('select public.delete_match(other) from game', 'SL003', null, 'and deletes none');
select throws_ok('select public.void_match(played) from game', 'SL003', null, 'and voids none');
select throws_ok($$ select public.change_row('matches', other, '{"season": "x"}', '{}') from game $$, 'SL003', null,
                 'and changes none');
select throws_ok($$ update public.matches set status = 'cancelled' $$, 'SL003', null, 'nor by a direct write');
select throws_ok($$ insert into public.news (title, content) values ('x', 'y') $$, 'SL003', null,
                 'a helper for results writes no news');
select throws_ok($$ select public.generate_plan_code('fa_cup', current_date + 9) $$, 'SL003', null,
                 'and generates no code');
select is((select count(*) from public.admin_audit_log), 0::bigint, 'and reads no audit log');
select tests.act_as(olga) from game;
select is((select count(*) from public.admin_audit_log a, game
            where a.admin_user_id = rita and a.action = 'complete_matches'), 3::bigint,
          'the audit log says which helper entered results');
create temporary table hers as select undo_id from game, public.complete_matches(pg_temp.result(other, 1, 0));
grant select on hers to public;
select tests.act_as(rita) from game;
select throws_ok('select public.undo(undo_id) from hers', 'SL003', null, 'a helper undoes no act of another one');

-- Codes and payments.
select tests.act_as(mona) from game;
create temporary table code as select c.* from public.generate_plan_code('fa_cup', current_date + 9) c;
select is((public.record_payment(code.id, pg_temp.paying())).amount_rs, 250, 'records a payment') from code;
select is((public.give_subscription(amina, 'fa_cup', current_date + 30)).subscription_type, 'fa_cup',
          'gives a subscription') from game;
select is((select count(*) from public.subscriptions), 1::bigint, 'sees the subscriptions');
select results_eq($$ select full_name, phone_number from public.find_members('amin') $$,
                  $$ values ('Amina', '+230•••••234') $$, 'finds a member by name, with a part of the number');
select is((select count(*) from public.find_members('5255')), 1::bigint, 'and by phone number');
select is((select count(*) from public.find_members('secretmail')), 0::bigint, 'but not by email');
select is((select count(*) from public.find_members(' am ')), 0::bigint, 'and not by two letters');
select is((select count(*) from public.find_members('a m i')), 0::bigint, 'nor by several');
select is((select count(*) from public.find_members('a' || repeat(' ', 200) || 'amina')), 0::bigint,
          'nor with a word behind the 200 characters that are searched');
select is((select count(*) from public.find_members(E'\u0301\u0301\u0301')), 0::bigint,
          'nor by accents without letters');
select is((select count(*) from public.profiles), 1::bigint, 'and reads no other profile');
select throws_ok('select public.admin_players()', 'SL003', null, 'and no list of players');
select throws_ok($$ select public.change_payment(p.id, pg_temp.paying()) from public.admin_payments() l
                      join lateral (select l.payment_id as id) p on true $$, 'SL003', null,
                 'changes no payment');
select results_eq('select may_delete from public.admin_payments()', 'values (true)', 'the own payment may be deleted');
select lives_ok($$ select public.delete_payment(l.payment_id) from public.admin_payments() l $$, 'and is deleted');
create temporary table later as select (public.record_payment(code.id, pg_temp.paying())).id as payment from code;
grant select on later to public;
select tests.act_as_owner();
update public.payments set created_at = created_at - interval '25 hours';
select tests.act_as(mona) from game;
select results_eq('select may_delete from public.admin_payments()', 'values (false)', 'a day later it may not');
select throws_ok('select public.delete_payment(payment) from later', 'SL003', null, 'and is not deleted');
select lives_ok('select public.revoke_plan_code(code.code) from code', 'revokes a code');
select is((select public.undo(u.id) from (select * from public.open_undos() limit 1) u), 'revoke_plan_code',
          'and takes that back');
select throws_ok('select public.complete_matches(pg_temp.result(played, 1, 0)) from game', 'SL003', null,
                 'a helper for payments enters no result');

select tests.act_as(olga) from game;
select is((public.give_paid_subscription(amina, 'league_cup', current_date + 30, pg_temp.paying())).status, 'active',
          'an admin records a payment') from game;
select tests.act_as(mona) from game;
select results_eq($$ select may_delete from public.admin_payments(plan => 'league_cup') $$, 'values (false)',
                  'which a helper may not delete');
select throws_ok($$ select public.delete_payment(payment_id) from public.admin_payments(plan => 'league_cup') $$,
                 'SL003', null, 'and does not delete');

-- News.
select tests.act_as(nils) from game;
insert into public.news (title, content, is_active) values ('Draft', 'Soon', false);
select lives_ok($$ select public.change_row('news', n.id, '{"title": "Later"}', '{"title": "Draft"}')
                     from public.news n $$, 'a helper for news changes hidden news');
select is((select title from public.news), 'Later', 'which are saved');
select throws_ok($$ select public.change_row('teams', gen_random_uuid(), '{"name": "x"}', '{}') $$, 'SL003', null,
                 'but no team');
select throws_ok($$ select public.send_club_message('Hello', 'there') $$, 'SL003', null, 'and sends no message');
select is_empty('select * from public.open_undos()', 'and has nothing to undo');

-- What ends it.
select tests.act_as_owner();
update auth.users u set banned_until = now() + interval '1 day' from game where u.id = nils;
select tests.act_as(nils) from game;
select throws_ok('delete from public.news', 'SL003', null, 'a banned helper has no role');
select results_eq('select public.my_roles()', $$ values ('{}'::text[]) $$, 'and is told so');
select tests.act_in_session(mona, gen_random_uuid()) from game;
select throws_ok('select public.admin_plan_codes()', 'SL003', null, 'nor has a helper whose session has ended');
select tests.act_as(olga) from game;
select is(public.set_helper_role(rita, 'results', false), false, 'an admin takes the role away') from game;
select tests.act_as(rita) from game;
select throws_ok('select public.complete_matches(pg_temp.result(played, 1, 0)) from game', 'SL003', null,
                 'and the former helper enters no result');

select * from finish();
