select plan(27);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga, tests.a_match_kicking_off_in('1 hour', 'Premier League') as open;
create temporary table mark as select gen_random_uuid() as first_key, null::uuid as message, null::uuid as scheduled;
grant all on game, mark to public;
select tests.a_subscription((select amina from game), 'premier_league'),
       tests.a_subscription((select ben from game), 'premier_league', '-1 minute');
insert into public.groups (id, name, first_colour, second_colour, owner_id)
select '00000000-0000-4000-8000-000000000057', 'Friday five', '#0b4f9e', '#f2d13c', ben from game;
insert into public.group_members (group_id, user_id)
select '00000000-0000-4000-8000-000000000057', ben from game
on conflict do nothing;
-- Ben receives news by push and email, Amina by neither.
insert into private.push_subscriptions (endpoint, user_id, p256dh, auth)
select 'https://push.example.com/ben', ben, 'B' || repeat('x', 86), repeat('x', 22) from game;
insert into private.message_choices (user_id, kind, in_app, email, push)
select ben, 'news', false, true, true from game union all select amina, 'news', false, false, true from game;
update auth.users set email_confirmed_at = now(), email = 'ben@example.com' where id = (select ben from game);

select tests.act_as((select olga from game));
select results_eq(
  $$ select members, bell, push, email from public.preview_club_message('group', null,
       '00000000-0000-4000-8000-000000000057') $$,
  'values (1, 1, 1, 1)', 'the preview counts members by bell, push and email'
);
select results_eq(
  $$ select members, bell, push, email from public.preview_club_message('subscribers', 'premier_league') $$,
  'values (1, 1, 0, 0)', 'only active subscribers of the competition are counted'
);
select is(
  (select members from public.preview_club_message('missing_picks')), 1,
  'a player who may predict the open match of the next round misses it'
);
select throws_ok($$ select public.preview_club_message('friends') $$, '22023', null, 'recipients must be known');
select throws_ok($$ select public.preview_club_message('subscribers', 'premier') $$, '22023', 'Choose a competition',
                 'the competition must exist');
select throws_ok($$ select public.preview_club_message('group', null, gen_random_uuid()) $$, '22023',
                 'Choose a group', 'the group must exist');

select is(
  public.send_club_message('Pub', 'Open at six', 'info', 'group', null, '00000000-0000-4000-8000-000000000057', null,
                           (select first_key from mark)), 1, 'a message goes to the members of a group');
select is(
  public.send_club_message('Pub', 'Open at six', 'info', 'group', null, '00000000-0000-4000-8000-000000000057', null,
                           (select first_key from mark)), 1, 'the same request is answered with the first result');
select tests.act_as_owner();
select results_eq(
  $$ select n.user_id, n.type from public.notifications n where n.title = 'Pub' $$,
  'select ben, ''info''::text from game', 'the bell shows it once, also without news in the bell'
);
select results_eq(
  $$ select channel from private.messages where title = 'Pub' order by channel $$,
  $$ values ('email'), ('push') $$, 'email and push are queued as previewed'
);
select is(
  (select new_values ->> 'audience' from public.admin_audit_log where action = 'send_club_message'), 'group',
  'sending is audited'
);

-- Withdrawing.
select tests.act_as((select olga from game));
select is(public.send_club_message('All', 'Hello'), (select count(*)::integer from public.profiles),
          'a message goes to everyone');
update mark set message = (select id from public.club_messages() where title = 'All');
select tests.act_as_owner();
update public.notifications set read = true where title = 'All' and user_id = (select amina from game);
update private.messages set state = 'sent', sent_at = now() where title = 'All' and channel = 'push';
select tests.act_as((select olga from game));
select results_eq(
  'select unread, has_read, waiting from public.club_message_progress((select message from mark))',
  'select count(*)::integer - 1, 1, 1 from public.profiles', 'the progress counts readers and waiting emails'
);
select is(
  public.withdraw_club_message((select message from mark)), (select count(*)::integer - 1 from public.profiles),
  'withdrawing removes it from the bells of those who have not read it'
);
select throws_ok('select public.withdraw_club_message((select message from mark))', '22023',
                 'This message was withdrawn already', 'a message is withdrawn once');
select tests.act_as_owner();
select results_eq($$ select user_id from public.notifications where title = 'All' $$, 'select amina from game',
                  'those who have read it keep it');
select results_eq(
  $$ select channel, state from private.messages where title = 'All' order by channel $$,
  $$ values ('email', 'dropped'), ('push', 'sent') $$, 'what still waits in the queue is dropped'
);
select is(
  (select new_values ->> 'players' from public.admin_audit_log where action = 'withdraw_club_message'),
  (select (count(*) - 1)::text from public.profiles), 'withdrawing is audited'
);

-- Scheduling.
select tests.act_as((select olga from game));
select throws_ok($$ select public.send_club_message('Late', 'Hello', _send_at => now() - interval '1 second') $$,
                 '22023', null, 'a message is not scheduled for the past');
select is(public.send_club_message('Later', 'Pick now', 'info', 'missing_picks',
                                   _send_at => now() + interval '2 hours'),
          null, 'a scheduled message is not sent yet');
update mark set scheduled = (select id from public.club_messages() where title = 'Later');
select public.reschedule_club_message((select scheduled from mark), now() + interval '30 minutes');
select tests.act_as_owner();
select is(private.send_scheduled_messages(now() + interval '29 minutes'), 0::bigint, 'it waits for its time');
-- The recipients are those of the moment of sending.
select tests.a_subscription((select olga from game), 'premier_league');
select tests.predicts((select amina from game), (select open from game), 1, 0);
select is(private.send_scheduled_messages(now() + interval '30 minutes'), 1::bigint, 'it is sent at its time');
select is(private.send_scheduled_messages(now() + interval '31 minutes'), 0::bigint, 'it is sent once');
select results_eq($$ select user_id from public.notifications where title = 'Later' $$, 'select olga from game',
                  'its recipients are chosen when it is sent');
select tests.act_as((select olga from game));
select throws_ok('select public.cancel_club_message((select scheduled from mark))', '22023',
                 'This message was sent already', 'a message that was sent is not cancelled');
select public.send_club_message('Never', 'Hello', _send_at => now() + interval '1 hour');
select public.cancel_club_message((select id from public.club_messages() where title = 'Never'));
select is_empty($$ select from public.club_messages() where title = 'Never' $$, 'a cancelled message is not listed');
select tests.act_as_owner();
select is(private.send_scheduled_messages(now() + interval '2 hours'), 0::bigint, 'a cancelled message is not sent');

select * from finish();
