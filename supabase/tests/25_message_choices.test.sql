select plan(37);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben;
grant select on game to public;
create function tests.a_browser(_number integer) returns text
  language sql as $$ select 'https://push.example.com/' || _number $$;
create function tests.saves(_endpoint text) returns void
  language sql as $$ select public.save_push_subscription(_endpoint, 'B' || repeat('x', 86), repeat('y', 22)) $$;
grant execute on all functions in schema tests to public;

-- Choices.
select tests.act_as((select amina from game));
select results_eq(
  'select * from public.my_message_choices()',
  $$
    values ('reminder', true, true, true), ('match_change', true, true, true), ('results', true, false, true),
      ('subscription', true, true, true), ('news', true, false, true)
  $$,
  'without a choice a player has the defaults: all in the app and by push, by mail what cannot wait'
);

select lives_ok($$ select public.choose_messages('results', false, true, false) $$, 'a choice can be made');

select results_eq(
  $$ select in_app, mail, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (false, true, false) $$,
  'and is kept'
);

select public.choose_messages('results', true, true, false);
select results_eq(
  $$ select in_app, mail, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (true, true, false) $$,
  'and changed'
);

select throws_ok(
  $$ select public.choose_messages('weather', true, true, true) $$,
  '22023', null,
  'of a kind that there is'
);

select throws_ok($$ select public.choose_messages('news', true, null, true) $$, '23502', null, 'on each channel');
select tests.act_as((select ben from game));
select results_eq(
  $$ select in_app, mail, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (true, false, true) $$,
  'it is nobody else''s'
);

select tests.act_as_anonymous();
select throws_ok('select * from public.my_message_choices()', '42501', null, 'visitors have no choices');
select throws_ok($$ select public.choose_messages('news', true, true, true) $$, '42501', null, 'and make none');

-- Browsers.
select tests.act_as((select amina from game));
select is(public.push_key(), null, 'there is no key before the first pair is made');
select lives_ok($$ select tests.saves(tests.a_browser(1)) $$, 'a browser is kept');
select lives_ok($$ select tests.saves(tests.a_browser(1)) $$, 'saved again');

select results_eq(
  'select endpoint from public.my_push_subscriptions()',
  $$ values (tests.a_browser(1)) $$,
  'it is still one'
);

select throws_ok(
  $$ select tests.saves('http://push.example.com/1') $$,
  '23514', null,
  'nothing is pushed without TLS'
);

select throws_ok($$ select tests.saves('https://10.0.0.1/1') $$, '23514', null, 'nor to a number');

select throws_ok(
  $$ select tests.saves('https://localhost/1') $$,
  '23514', null,
  'nor to a name of the club''s own network'
);

select throws_ok(
  $$ select tests.saves('https://a@push.example.com/1') $$,
  '23514', null,
  'nor with a name in front of the host''s'
);

select lives_ok($$ select tests.saves('http://127.0.0.1:4000/1') $$, 'this machine is for the sender to judge');

select throws_ok(
  $$ select public.save_push_subscription(tests.a_browser(2), 'x', repeat('y', 22)) $$,
  '23514', null,
  'a key is a point'
);

select throws_ok(
  $$ select public.save_push_subscription(tests.a_browser(2), 'B' || repeat('x', 86), 'y') $$,
  '23514', null,
  'and a secret has 16 bytes'
);

do $$ begin for n in 2 .. 11 loop perform tests.saves(tests.a_browser(n)); end loop; end $$;
select results_eq(
  'select count(*)::int, min(endpoint) from public.my_push_subscriptions()',
  $$ values (10, tests.a_browser(10)) $$,
  'of the eleventh and twelfth browser the oldest make room'
);

select tests.act_as((select ben from game));
select public.forget_push_subscription(tests.a_browser(5));
select tests.saves(tests.a_browser(11));
select results_eq(
  'select endpoint from public.my_push_subscriptions()',
  $$ values (tests.a_browser(11)) $$,
  'a browser belongs to whoever signed in last'
);

select tests.act_as((select amina from game));
select is((select count(*)::int from public.my_push_subscriptions()), 9, 'and to nobody else');
select public.forget_push_subscription(tests.a_browser(5));
select is((select count(*)::int from public.my_push_subscriptions()), 8, 'its player can forget it, another cannot');
select throws_ok('select * from private.push_subscriptions', '42501', null, 'nobody reads the keys');
select throws_ok('select * from private.messages', '42501', null, 'nor the queue');

-- The pair is made once.
select tests.act_as_secret_key();
select is_empty('select * from public.keep_push_keys(null, null)', 'asking for the pair makes none');

select results_eq(
  $$ select * from public.keep_push_keys('public', 'private') $$,
  $$ values ('public', 'private') $$,
  'the first pair is kept'
);

select results_eq(
  $$ select * from public.keep_push_keys('other', 'other') $$,
  $$ values ('public', 'private') $$,
  'and never replaced'
);

select tests.act_as((select amina from game));
select is(public.push_key(), 'public', 'players read the public key');

-- Links in mails.
select tests.act_as_owner();
insert into private.unsubscribe_tokens (user_id) select ben from game;
create temporary table link as select token from private.unsubscribe_tokens;
grant select on link to public;
select matches((select token from link), '^[0-9a-f]{64}$', 'a token is 64 letters that nobody guesses');
select tests.act_as_anonymous();
select results_eq(
  $$
    select kind, mail from link, unnest(array['reminder', 'results', 'weather']) kind, public.mail_choice(token, kind)
  $$,
  $$ values ('reminder', true), ('results', false) $$,
  'a visitor with the token sees whether mails of a kind are on'
);

select is_empty(
  $$ select * from link, public.mail_choice('x' || token, 'reminder') $$,
  'with another they see nothing'
);

select results_eq(
  $$
    select public.unsubscribe(token, 'reminder'), public.unsubscribe(token, 'weather'),
           public.unsubscribe('x' || token, 'reminder') from link
  $$,
  $$ values (true, false, false) $$,
  'a visitor with the token turns mails off, of a kind that there is'
);

select tests.act_as((select ben from game));
select results_eq(
  $$ select in_app, mail, push from public.my_message_choices() where kind = 'reminder' $$,
  $$ values (true, false, true) $$,
  'the other channels stay'
);

select tests.act_as_anonymous();
select results_eq(
  $$ select mail from link, public.mail_choice(token, 'reminder') $$,
  $$ values (false) $$,
  'the link says so from then on'
);

select public.resubscribe(token, 'reminder') from link;
select tests.act_as((select ben from game));
select results_eq(
  $$ select mail from public.my_message_choices() where kind = 'reminder' $$,
  $$ values (true) $$,
  'and on again'
);

select * from finish();
