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
  'the defaults are everything in the app and by push, and urgent kinds by email'
);

select lives_ok($$ select public.set_message_choice('results', false, true, false) $$, 'a player makes a choice');

select results_eq(
  $$ select in_app, email, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (false, true, false) $$,
  'the choice is stored'
);

select public.set_message_choice('results', true, true, false);
select results_eq(
  $$ select in_app, email, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (true, true, false) $$,
  'the choice can be changed'
);

select throws_ok(
  $$ select public.set_message_choice('weather', true, true, true) $$,
  '22023', null,
  'an unknown kind is refused'
);

select throws_ok(
  $$ select public.set_message_choice('news', true, null, true) $$,
  '23502', null,
  'a missing channel is refused'
);

select tests.act_as((select ben from game));
select results_eq(
  $$ select in_app, email, push from public.my_message_choices() where kind = 'results' $$,
  $$ values (true, false, true) $$,
  'another player''s choices stay'
);

select tests.act_as_anonymous();
select throws_ok('select * from public.my_message_choices()', '42501', null, 'visitors have no choices');

select throws_ok(
  $$ select public.set_message_choice('news', true, true, true) $$,
  '42501', null,
  'visitors cannot choose'
);

-- Browsers.
select tests.act_as((select amina from game));
select is(public.push_key(), null, 'there is no key before the first pair is created');
select lives_ok($$ select tests.saves(tests.a_browser(1)) $$, 'a browser is stored');
select lives_ok($$ select tests.saves(tests.a_browser(1)) $$, 'the same browser can be stored again');

select results_eq(
  'select endpoint from public.my_push_subscriptions()',
  $$ values (tests.a_browser(1)) $$,
  'it is stored once'
);

select throws_ok(
  $$ select tests.saves('http://push.example.com/1') $$,
  '23514', null,
  'an address without TLS is refused'
);

select throws_ok($$ select tests.saves('https://10.0.0.1/1') $$, '23514', null, 'a numeric address is refused');

select throws_ok(
  $$ select tests.saves('https://localhost/1') $$,
  '23514', null,
  'a host name without a domain is refused'
);

select throws_ok(
  $$ select tests.saves('https://a@push.example.com/1') $$,
  '23514', null,
  'a user name in the address is refused'
);

select lives_ok($$ select tests.saves('http://127.0.0.1:4000/1') $$, '127.0.0.1 is accepted and left to the sender');

select throws_ok(
  $$ select public.save_push_subscription(tests.a_browser(2), 'x', repeat('y', 22)) $$,
  '23514', null,
  'an invalid key is refused'
);

select throws_ok(
  $$ select public.save_push_subscription(tests.a_browser(2), 'B' || repeat('x', 86), 'y') $$,
  '23514', null,
  'an invalid secret is refused'
);

do $$ begin for n in 2 .. 11 loop perform tests.saves(tests.a_browser(n)); end loop; end $$;
select results_eq(
  'select count(*)::int, min(endpoint) from public.my_push_subscriptions()',
  $$ values (10, tests.a_browser(10)) $$,
  'beyond ten browsers the oldest are deleted'
);

select tests.act_as((select ben from game));
select public.delete_push_subscription(tests.a_browser(5));
select tests.saves(tests.a_browser(11));
select results_eq(
  'select endpoint from public.my_push_subscriptions()',
  $$ values (tests.a_browser(11)) $$,
  'a browser belongs to the player who signed in last'
);

select tests.act_as((select amina from game));
select is((select count(*)::int from public.my_push_subscriptions()), 9, 'another player does not have it any more');
select public.delete_push_subscription(tests.a_browser(5));
select is((select count(*)::int from public.my_push_subscriptions()), 8, 'a browser is deleted by its player only');
select throws_ok('select * from private.push_subscriptions', '42501', null, 'players cannot read the keys');
select throws_ok('select * from private.messages', '42501', null, 'players cannot read the queue');

-- The key pair is created once.
select tests.act_as_secret_key();
select is_empty('select * from public.store_push_keys(null, null)', 'reading the key pair creates none');

select results_eq(
  $$ select * from public.store_push_keys('public', 'private') $$,
  $$ values ('public', 'private') $$,
  'the first key pair is stored'
);

select results_eq(
  $$ select * from public.store_push_keys('other', 'other') $$,
  $$ values ('public', 'private') $$,
  'the key pair is never replaced'
);

select tests.act_as((select amina from game));
select is(public.push_key(), 'public', 'players read the public key');

-- Links in emails.
select tests.act_as_owner();
insert into private.unsubscribe_tokens (user_id) select ben from game;
create temporary table link as select token from private.unsubscribe_tokens;
grant select on link to public;
select matches((select token from link), '^[0-9a-f]{64}$', 'a token has 64 hexadecimal digits');
select tests.act_as_anonymous();
select results_eq(
  $$
    select kind, email
      from link, unnest(array['reminder', 'results', 'weather']) kind, public.email_choice(token, kind)
  $$,
  $$ values ('reminder', true), ('results', false) $$,
  'a visitor with the token sees whether emails of a kind are on'
);

select is_empty(
  $$ select * from link, public.email_choice('x' || token, 'reminder') $$,
  'another token returns nothing'
);

select results_eq(
  $$
    select public.unsubscribe(token, 'reminder'), public.unsubscribe(token, 'weather'),
           public.unsubscribe('x' || token, 'reminder') from link
  $$,
  $$ values (true, false, false) $$,
  'a visitor with the token turns emails of a known kind off'
);

select tests.act_as((select ben from game));
select results_eq(
  $$ select in_app, email, push from public.my_message_choices() where kind = 'reminder' $$,
  $$ values (true, false, true) $$,
  'the other channels stay'
);

select tests.act_as_anonymous();
select results_eq(
  $$ select email from link, public.email_choice(token, 'reminder') $$,
  $$ values (false) $$,
  'email_choice follows'
);

select public.resubscribe(token, 'reminder') from link;
select tests.act_as((select ben from game));
select results_eq(
  $$ select email from public.my_message_choices() where kind = 'reminder' $$,
  $$ values (true) $$,
  'a visitor with the token turns emails on again'
);

select * from finish();
