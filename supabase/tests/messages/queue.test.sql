select plan(54);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.a_player('Cora') as cora, tests.an_admin('Olga') as olga;
grant select on game to public;
-- No quiet hours until they are tested below.
insert into public.admin_settings (setting_key, setting_value) values ('quiet_hours', '00:00-00:00');
-- Amina has a confirmed address and a browser, Ben only a browser, Cora neither.
update auth.users set email_confirmed_at = now() where id = (select amina from game);
insert into private.push_subscriptions (endpoint, user_id, p256dh, auth)
select 'https://push.example.com/' || n, p, 'B' || repeat('x', 86), repeat('y', 22) from game,
       unnest(array[amina, ben]) with ordinality u (p, n);
-- One call for each player, so that the order of the messages does not depend on the plan.
create function tests.queue_messages(_key text, _drop_after timestamptz default null) returns bigint language sql as $$
  select sum(private.queue_messages('reminder', _key, array[
           row(p.id, 'Title', 'Body', '/matches', _drop_after, null, null)::private.message_content]))::bigint
    from (select id from public.profiles where full_name in ('Amina', 'Ben', 'Cora') order by full_name) p
$$;
create function tests.queue(_key text) returns table (name text, channel text, state text) language sql as $$
  select p.full_name, m.channel, m.state from private.messages m join public.profiles p on p.id = m.user_id
    where m.dedupe_key = _key order by 1, 2
$$;
create function tests.email() returns bigint language sql as $$ select m.id from private.messages m
  where m.channel = 'email' and m.state = 'waiting' order by 1 limit 1 $$;
grant execute on all functions in schema tests to public;

-- Queueing.
select is(tests.queue_messages('one'), 6::bigint, 'everyone gets a message on each of their channels');

select results_eq(
  $$ select * from tests.queue('one') $$,
  $$ values ('Amina', 'email', 'waiting'), ('Amina', 'in_app', 'sent'), ('Amina', 'push', 'waiting'),
  ('Ben', 'in_app', 'sent'), ('Ben', 'push', 'waiting'), ('Cora', 'in_app', 'sent') $$,
  'emails need a confirmed address and push messages a browser'
);

select results_eq(
  $$ select title, message, link, read from public.notifications where user_id = (select cora from game) $$,
  $$ values ('Title', 'Body', '/matches', false) $$,
  'in-app messages are delivered at once'
);

select is(tests.queue_messages('one'), 0::bigint, 'nobody gets two messages for the same reason');

select is(
  (select count(*)::int from public.notifications where title = 'Title'),
  3,
  'nobody gets two notifications for the same reason'
);

insert into private.message_choices (user_id, kind, in_app, email, push) select amina, 'reminder', false, false, true
  from game;
select is(tests.queue_messages('two'), 4::bigint, 'a kind that a player turned off is not queued');

select results_eq(
  $$ select * from tests.queue('two') $$,
  $$
    values ('Amina', 'push', 'waiting'), ('Ben', 'in_app', 'sent'), ('Ben', 'push', 'waiting'),
      ('Cora', 'in_app', 'sent')
  $$,
  'a message goes only to the chosen channels'
);

select throws_ok(
  $$
    insert into public.notifications (user_id, title, message, link) select amina, 'x', 'x', '//evil.example.com'
      from game
  $$,
  '23514', null,
  'a notification''s link must be a path of the site'
);

-- Claiming.
select tests.act_as((select olga from game));
select throws_ok(
  $$ select * from public.claim_messages('email', 10) $$,
  '42501', null,
  'admins cannot claim messages'
);
select tests.act_as_owner();
delete from private.message_choices;
create temporary table claimed as select * from public.claim_messages('email', 10);
select results_eq(
  $$
    select kind, tag, title, body, link, email = (select u.email from auth.users u, game where u.id = amina),
           char_length(token), devices from claimed
  $$,
  $$ values ('reminder', 'one', 'Title', 'Body', '/matches', true, 64, null::jsonb) $$,
  'a claimed email has its address and its unsubscribe token'
);

select is_empty($$ select * from public.claim_messages('email', 10) $$, 'a claimed message cannot be claimed again');

select results_eq(
  $$
    select send_after > now() + interval '2 minutes', attempts from private.messages
      where id = (select id from claimed)
  $$,
  $$ values (true, 1) $$,
  'it cannot be claimed until the lease ends'
);

update private.messages set send_after = now() where id = (select id from claimed);
select is((select count(*)::int from public.claim_messages('email', 10)), 1, 'it can be claimed after the lease');

select results_eq(
  $$ select tag, jsonb_array_length(devices), devices -> 0 ->> 'endpoint' from public.claim_messages('push', 1) $$,
  $$ values ('one', 1, 'https://push.example.com/1') $$,
  'a push message has its browsers, and the limit is kept'
);

-- Reporting.
select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'later', 'error', '450 busy')))
  from claimed;
select results_eq(
  $$
    select state, last_error, round(extract(epoch from send_after - clock_timestamp())) from private.messages
      where id = (select id from claimed)
  $$,
  $$ values ('waiting', '450 busy', 60::numeric) $$,
  'a second failure waits twice as long as the first'
);

update private.messages set attempts = 12 where id = (select id from claimed);
select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'later', 'error', '450 busy')))
  from claimed;
select is(
  (select round(extract(epoch from send_after - clock_timestamp())) from private.messages
   where id = (select id from claimed)),
  3600::numeric,
  'the wait is an hour at most'
);

select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'later', 'error', '429',
                                                                   'wait_seconds', 7200))) from claimed;
select is(
  (select round(extract(epoch from send_after - clock_timestamp())) from private.messages
   where id = (select id from claimed)),
  7200::numeric,
  'a longer wait that the receiver asks for is used'
);

select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'untried'))) from claimed;
select results_eq(
  $$
    select state, attempts, round(extract(epoch from send_after - clock_timestamp())) from private.messages
      where id = (select id from claimed)
  $$,
  $$ values ('waiting', 11, 60::numeric) $$,
  'an untried message goes back to the queue'
);

select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'sent'))) from claimed;
select results_eq(
  $$ select state, sent_at is not null from private.messages where id = (select id from claimed) $$,
  $$ values ('sent', true) $$,
  'a sent message has its time'
);

select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'later', 'error', 'late')))
  from claimed;
select is(
  (select state from private.messages where id = (select id from claimed)),
  'sent',
  'a later report does not change a sent message'
);

-- A push message that one of two browsers received is retried only for the other; an expired subscription is deleted.
insert into private.push_subscriptions (endpoint, user_id, p256dh, auth) select 'https://push.example.com/3', ben,
  'B' || repeat('x', 86), repeat('y', 22) from game;
create temporary table pushed as select * from public.claim_messages('push', 10) where tag = 'one'
  and jsonb_array_length(devices) = 2;
select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'later', 'error', '503',
                                                                   'finished_endpoints',
                                                                   '["https://push.example.com/2"]'::jsonb)))
                                                                   from pushed;
update private.messages set send_after = now() where id = (select id from pushed);
select results_eq(
  $$
    select jsonb_array_length(devices), devices -> 0 ->> 'endpoint' from public.claim_messages('push', 10)
      where id = (select id from pushed)
  $$,
  $$ values (1, 'https://push.example.com/3') $$,
  'a browser that received a message does not get it again'
);

select public.report_messages(jsonb_build_array(jsonb_build_object(
  'id', id, 'outcome', 'failed', 'error', 'gone',
  'expired_endpoints', '["https://push.example.com/3"]'::jsonb))) from pushed;
select is_empty(
  $$ select * from private.push_subscriptions where endpoint = 'https://push.example.com/3' $$,
  'an expired subscription is deleted'
);

select is(
  (select state from private.messages where id = (select id from pushed)),
  'failed',
  'a message that failed for good has its error'
);

-- A channel that refuses every message.
create function tests.fails() returns void language sql as $$
  select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'untried',
                                                                     'error', 'ECONNREFUSED', 'pauses_channel', true)))
                                                                     from claimed
$$;
create function tests.pause_seconds() returns numeric language sql as $$
  select round(extract(epoch from paused_until - clock_timestamp())) from private.paused_channels
    where channel = 'email'
$$;
select tests.queue_messages('dead');
select tests.fails();
select tests.fails();
select is(tests.pause_seconds(), 30::numeric, 'several failures at once count once');
select is_empty($$ select * from public.claim_messages('email', 10) $$, 'a paused channel sends nothing');

select isnt_empty(
  $$ select * from public.claim_messages('push', 10) where tag = 'dead' $$,
  'the other channel still sends'
);

update private.paused_channels set paused_until = clock_timestamp();
select tests.fails();
select is(tests.pause_seconds(), 60::numeric, 'the second pause is twice as long');
update private.paused_channels set paused_until = clock_timestamp(), failures = 2000;
select tests.fails();
select is(tests.pause_seconds(), 960::numeric, 'a pause is 16 minutes at most');
select public.report_messages(jsonb_build_array(jsonb_build_object('id', id, 'outcome', 'sent'))) from claimed;
select is_empty('select * from private.paused_channels', 'a sent message ends the pause');
update private.messages set state = 'dropped' where state = 'waiting';

-- Reasons to drop a waiting message.
select tests.queue_messages('three');
insert into private.message_choices (user_id, kind, in_app, email, push) select amina, 'reminder', true, false, true
  from game;
select is_empty(
  $$ select * from public.claim_messages('email', 10) $$,
  'a waiting email is dropped when the player turns emails off'
);

select results_eq(
  $$ select state, last_error from private.messages where dedupe_key = 'three' and channel = 'email' $$,
  $$ values ('dropped', 'Turned off by the player') $$,
  'the dropped email has the reason'
);

delete from private.message_choices;
select tests.queue_messages('four');
update auth.users set email_confirmed_at = null where id = (select amina from game);
select is_empty(
  $$ select * from public.claim_messages('email', 10) $$,
  'an email to an address that is no longer confirmed is dropped'
);

update auth.users set email_confirmed_at = now() where id = (select amina from game);
select tests.queue_messages('five');
update auth.users set banned_until = now() + interval '1 day' where id = (select amina from game);
select is_empty($$ select * from public.claim_messages('email', 10) $$, 'an email to a banned account is dropped');
update auth.users set banned_until = null where id = (select amina from game);
update private.messages set state = 'dropped' where state = 'waiting';
select tests.queue_messages('six');
delete from private.push_subscriptions where user_id = (select ben from game);
select results_eq(
  $$ select count(*)::int from public.claim_messages('push', 10) $$,
  $$ values (1) $$,
  'a push message without a browser is dropped'
);

select is(
  (select last_error from private.messages m where m.dedupe_key = 'six' and m.state = 'dropped'),
  'No browser receives push messages',
  'the dropped push message has the reason'
);

-- Messages that are too late or wait too long.
update private.messages set state = 'dropped' where state = 'waiting';
select tests.queue_messages('seven', clock_timestamp() + interval '1 hour');
select results_eq(
  'select * from public.expire_messages()',
  $$ values (0, 0) $$,
  'a message before its time limit waits'
);

update private.messages set drop_after = clock_timestamp() where dedupe_key = 'seven';
select is_empty(
  $$ select * from public.claim_messages('email', 10) $$,
  'a message after its time limit is not claimed'
);

select results_eq(
  'select * from public.expire_messages()',
  $$ values (2, 0) $$,
  'a message after its time limit is dropped'
);

select is(
  (select min(last_error) from private.messages where dedupe_key = 'seven' and state = 'dropped'),
  'Too late',
  'the dropped message has the reason'
);

select tests.queue_messages('eight');
update private.messages set created_at = now() - interval '23 hours 59 minutes', last_error = 'refused'
  where dedupe_key = 'eight';
select results_eq('select * from public.expire_messages()', $$ values (0, 0) $$, 'a message is retried for a day');
update private.messages set created_at = now() - interval '1 day 1 second' where dedupe_key = 'eight';
select results_eq('select * from public.expire_messages()', $$ values (0, 2) $$, 'after a day it has failed');

select is(
  (select min(last_error) from private.messages where dedupe_key = 'eight' and state = 'failed'),
  'refused',
  'the failed message has the last error'
);

update private.messages set created_at = now() - interval '90 days 1 second' where dedupe_key = 'eight';
select is(private.delete_old_messages(), 5::bigint, 'messages are deleted after 90 days');

-- Quiet hours.
select tests.queue_messages('nine');
update public.admin_settings
   set setting_value = to_char(clock_timestamp() at time zone private.club_time_zone() - interval '1 hour', 'HH24:MI')
       || '-' || to_char(clock_timestamp() at time zone private.club_time_zone() + interval '1 hour', 'HH24:MI')
 where setting_key = 'quiet_hours';
select is_empty(
  $$ select * from public.claim_messages('email', 10) union all select * from public.claim_messages('push', 10) $$,
  'nothing is sent in the quiet hours'
);
insert into private.secrets (name, value) values ('push_keys', '{}') on conflict do nothing;
select is(private.has_work('send-messages'), false, 'so the function is not started');
update private.messages set created_at = created_at - interval '2 days' where dedupe_key = 'nine' and channel = 'push';
select is(private.has_work('send-messages'), true, 'unless a message has ended, which it marks');
update private.messages set created_at = created_at + interval '2 days' where dedupe_key = 'nine' and channel = 'push';

select is(
  (select count(*)::int from tests.queue('nine') where channel = 'in_app' and state = 'sent'),
  3,
  'in-app messages are delivered in the quiet hours'
);

update public.admin_settings set setting_value = '00:00-00:00' where setting_key = 'quiet_hours';
select is(private.has_work('send-messages'), true, 'after the quiet hours it is');
insert into private.paused_channels (channel, failures, paused_until)
values ('email', 1, now() + interval '1 hour'), ('push', 1, now() + interval '1 hour')
on conflict (channel) do update set paused_until = excluded.paused_until;
select is(private.has_work('send-messages'), false, 'unless every channel is paused');
delete from private.paused_channels;
select is(
  (select count(*)::int from public.claim_messages('email', 10)),
  1,
  'messages are sent after the quiet hours'
);

select throws_ok(
  $$ update public.admin_settings set setting_value = 'at night' where setting_key = 'quiet_hours' $$,
  '23514', null,
  'quiet hours must be two times'
);

delete from public.admin_settings where setting_key = 'quiet_hours';
select results_eq(
  'select * from public.quiet_hours()',
  $$ values (time '23:00', time '07:00') $$,
  'the default quiet hours are at night'
);

-- Deleting an account deletes its messages.
delete from auth.users where id = (select amina from game);
select is_empty(
  $$ select * from private.messages m where m.user_id = (select amina from game) $$,
  'deleting an account deletes its messages'
);

select is_empty(
  $$ select * from private.unsubscribe_tokens m where m.user_id = (select amina from game) $$,
  'deleting an account deletes its token'
);

select * from finish();
