select plan(55);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Hull', 'Derby') as open_match,
  tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Leeds', 'Fulham') as paid,
  (now() at time zone 'Indian/Mauritius')::date as today;
grant select on game to public;
create temporary table made (code text);
grant all on made to public;
update auth.users set phone = '23052500001' where id = (select amina from game);
select tests.predicts((select amina from game), (select first from game), 2, 1),
       tests.predicts((select ben from game), (select first from game), 1, 0),
       tests.predicts((select amina from game), (select open_match from game), 4, 3);
select tests.ends((select first from game), 2, 1);

-- A player's predictions.
select tests.act_as((select ben from game));
select throws_ok(
  $$ select * from public.admin_user_predictions((select amina from game)) $$,
  'SL003', null,
  'players cannot read each other''s predictions through the admin function'
);

select throws_ok(
  $$ select public.clear_user_predictions((select amina from game)) $$,
  'SL003', null,
  'players cannot delete each other''s predictions'
);

select tests.act_as((select olga from game));
select results_eq(
  $$
    select home_team_name, is_open, home_prediction, away_prediction, points_earned, total_count
      from public.admin_user_predictions((select amina from game)) order by is_open
  $$,
  $$ values ('Arsenal', false, 2, 1, 3, 2), ('Hull', true, null, null, null, 2) $$,
  'an admin reads all predictions but those of open matches'
);

select is(
  (select count(*)::int from public.admin_user_predictions((select amina from game), 1)),
  1,
  'predictions come in pages'
);

select is(
  (select count(*)::int from public.admin_audit_log where action = 'admin_user_predictions'
   and record_id = (select amina::text from game)),
  2,
  'every call is audited'
);

select is(
  public.clear_user_predictions((select amina from game)),
  2,
  'an admin deletes all of a player''s predictions'
);

select results_eq(
  $$ select old_values ->> 'open', old_values -> 'predictions' -> 0 ->> 'prediction',
    jsonb_array_length(old_values -> 'predictions'), new_values ->> 'deleted'
  from public.admin_audit_log where action = 'clear_user_predictions' $$,
  $$ values ('1', '2-1', 1, '2') $$,
  'deleting is audited once, without the open predictions'
);

select is(
  (select count(*)::int from public.admin_audit_log where action = 'user_predictions.delete'),
  0,
  'deleting is not audited row by row'
);

select is(
  (select predictions_count from public.matches where id = (select first from game)),
  1,
  'the matches'' prediction counts follow'
);

select is(public.clear_user_predictions((select amina from game)), 0, 'a second call deletes nothing');

select lives_ok(
  $$ select public.delete_user_prediction((select id from public.admin_user_predictions((select ben from game)))) $$,
  'an admin deletes one prediction'
);

select throws_ok(
  $$ select public.delete_user_prediction(gen_random_uuid()) $$,
  'PT404', null,
  'deleting an unknown prediction is refused'
);

select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition');

-- Roles.
select tests.act_as((select ben from game));
select throws_ok(
  $$ select public.set_admin_role((select ben from game), true) $$,
  'SL003', null,
  'players cannot make themselves admins through the admin function'
);

select tests.act_as((select olga from game));
select is(public.set_admin_role((select ben from game), true), true, 'an admin makes another player an admin');
select is(public.set_admin_role((select ben from game), true), true, 'a second call changes nothing');

select results_eq(
  $$ select old_values, new_values from public.admin_audit_log where action = 'set_admin_role' $$,
  $$ values ('{"is_admin": false}'::jsonb, '{"is_admin": true}'::jsonb) $$,
  'one change is audited once'
);

select throws_ok(
  $$ select public.set_admin_role(gen_random_uuid(), true) $$,
  'PT404', null,
  'an unknown player is refused'
);

select throws_ok(
  $$ select public.set_admin_role((select ben from game), null) $$,
  '22023', null,
  'a null role is refused'
);

select is(public.set_admin_role((select ben from game), false), false, 'an admin takes the role away again');
select tests.act_as_owner();
delete from public.user_roles where user_id <> (select olga from game);
select tests.act_as((select olga from game));
select throws_ok(
  $$ select public.set_admin_role((select olga from game), false) $$,
  'SL007', null,
  'the last admin cannot be removed'
);

-- Subscriptions.
select tests.act_as((select ben from game));
select throws_ok(
  $$ select public.give_subscription((select ben from game), 'premier_league', current_date + 9) $$,
  'SL003', null,
  'players cannot give themselves a subscription'
);

select throws_ok(
  $$ select public.end_subscription((select ben from game), 'premier_league') $$,
  'SL003', null,
  'players cannot end a subscription'
);

select tests.act_as((select olga from game));
select results_eq(
  $$
    select status, assigned_by_admin, expires_at
      from public.give_subscription((select ben from game), 'premier_league', (select today + 9 from game))
  $$,
  $$ select 'active', true, (today + 10)::timestamp at time zone 'Indian/Mauritius' - interval '1 second' from game $$,
  'an admin gives a subscription until the end of a day in club time'
);

select tests.act_as((select ben from game));
select lives_ok(
  $$ select tests.predicts((select ben from game), (select paid from game), 1, 0) $$,
  'the subscription opens its competition'
);

select tests.act_as((select olga from game));
select is(
  (public.give_subscription((select ben from game), 'premier_league', (select today from game))).expires_at < now()
    + interval '1 day',
  true,
  'giving it again moves its end'
);

select results_eq(
  $$
    select old_values is null, new_values ->> 'status' from public.admin_audit_log where action = 'give_subscription'
      order by id
  $$,
  $$ values (true, 'active'), (false, 'active') $$,
  'the change is audited with the old values'
);

select throws_ok(
  $$ select public.give_subscription((select ben from game), 'premier_league', (select today - 1 from game)) $$,
  '22023', null,
  'a past date is refused'
);

select throws_ok(
  $$ select public.give_subscription((select ben from game), 'friendly_club', (select today from game)) $$,
  '22023', null,
  'a competition that needs no subscription is refused'
);

select throws_ok(
  $$ select public.give_subscription(gen_random_uuid(), 'fa_cup', (select today from game)) $$,
  'PT404', null,
  'an unknown player is refused'
);

select is(
  (public.end_subscription((select ben from game), 'premier_league')).status,
  'inactive',
  'an admin ends a subscription'
);

select throws_ok(
  $$ select public.end_subscription((select ben from game), 'premier_league') $$,
  'PT404', null,
  'an ended subscription cannot be ended again'
);

select tests.act_as((select ben from game));
select throws_ok(
  $$ select tests.predicts((select ben from game), (select paid from game), 2, 0) $$,
  'SL002', null,
  'an ended subscription opens nothing'
);

select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the leaderboards follow');

-- Codes.
select tests.act_as((select ben from game));
select throws_ok(
  $$ select public.generate_plan_codes('fa_cup', current_date + 9, 2) $$,
  'SL003', null,
  'players cannot create codes'
);

select throws_ok($$ select * from public.admin_plan_codes() $$, 'SL003', null, 'players cannot list codes');
select throws_ok($$ select public.revoke_plan_code('1234567') $$, 'SL003', null, 'players cannot revoke codes');
select tests.act_as((select olga from game));
insert into made select code from public.generate_plan_codes('fa_cup', (select today from game), 100);
select is(
  (select count(distinct code)::int from made where code ~ '^[1-9][0-9]{6}$'),
  100,
  'a hundred codes are created at once'
);

select throws_ok(
  $$ select public.generate_plan_codes('fa_cup', current_date + 9, 101) $$,
  '22023', null,
  'a hundred and one codes are refused'
);

select throws_ok(
  $$ select public.generate_plan_codes('fa_cup', current_date + 9, 0) $$,
  '22023', null,
  'zero codes are refused'
);

select results_eq(
  $$ select new_values ->> 'how_many' from public.admin_audit_log where action = 'generate_plan_codes' $$,
  $$ values ('100') $$,
  'creating codes is audited once, without the codes'
);

select tests.act_as((select ben from game));
select is(
  public.redeem_plan_code((select min(code) from made)) -> 0 ->> 'outcome',
  'redeemed',
  'each code opens its plan'
);

select tests.act_as((select olga from game));
select results_eq(
  $$
    select code_state, created_by_name, used_by_name, used_at is not null, total_count
      from public.admin_plan_codes('used')
  $$,
  $$ values ('used', 'Olga', 'Ben', true, 1) $$,
  'the list shows who used a code and when'
);

select is((select count(*)::int from public.admin_plan_codes('unused', 60, 60)), 39, 'codes come in pages');
create temporary table sent as select id from public.plan_codes where code = (select max(code) from made);
grant select on sent to public;
create temporary table marked as select public.mark_plan_code_sent(id) as at from sent;
select is((select at from marked),
          (select p.sent_at from public.admin_plan_codes('unused', 200) p, sent where p.id = sent.id),
          'an admin records that a code was sent');
select throws_ok(
  $$ select public.mark_plan_code_sent(c.id) from public.plan_codes c where c.code = (select min(code) from made) $$,
  'PT404', null,
  'a used code is not sent'
);
select is((select count(*)::int from public.admin_audit_log where action = 'mark_plan_code_sent'), 1,
          'sending is audited');
select tests.act_as((select ben from game));
select throws_ok($$ select public.mark_plan_code_sent((select id from sent)) $$, 'SL003', null,
                 'a player cannot record it');
select tests.act_as((select olga from game));
select lives_ok($$ select public.revoke_plan_code((select max(code) from made)) $$, 'an unused code can be revoked');

select throws_ok(
  $$ select public.revoke_plan_code((select min(code) from made)) $$,
  'PT404', null,
  'a used code cannot be revoked'
);

select is((select count(*)::int from public.plan_codes), 99, 'a revoked code is gone');

-- Notifications to every player.
select tests.act_as((select ben from game));
select throws_ok($$ select public.notify_everyone('Hi', 'there') $$, 'SL003', null, 'players cannot notify everyone');
select tests.act_as((select olga from game));
select is(
  public.notify_everyone(' Round 5 ', 'Picks are open', 'success'),
  (select count(*)::int from public.profiles),
  'an admin notifies everyone'
);

select throws_ok(
  $$ select public.notify_everyone('Hi', '  ') $$,
  '22023', null,
  'an empty title or message is refused'
);

select results_eq(
  $$
    select new_values ->> 'title', (new_values ->> 'players')::int from public.admin_audit_log
      where table_name = 'notifications'
  $$,
  $$ select 'Round 5', count(*)::int from public.profiles $$,
  'notifying everyone is audited once'
);

select * from finish();
