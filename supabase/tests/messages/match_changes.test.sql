select plan(40);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga;
grant select on game to public;
update auth.users set email_confirmed_at = now();
insert into private.message_choices (user_id, kind, in_app, email, push) select p, k.kind, true, true, true from game,
  unnest(array[amina, ben, olga]) p, private.message_kinds k;
create function tests.emails(_kind text) returns table (name text, title text, body text) language sql as $$
  select p.full_name, m.title, m.body from private.messages m join public.profiles p on p.id = m.user_id
    where m.channel = 'email' and m.kind = _kind order by p.full_name, m.id
$$;
create function tests.in_words(_match uuid) returns text language sql as $$
  select to_char(m.match_date + m.match_time, 'FMDay FMDD FMMonth YYYY, HH24:MI') || ' (club time)'
    from public.matches m where m.id = _match
$$;

-- Matches that change.
create temporary table day as select
  tests.a_match_kicking_off_in('3 days') as one,
    tests.a_match_kicking_off_in('4 days', 'Friendly Club', 'Everton') as two,
    tests.a_match_kicking_off_in('5 days', 'Friendly Club', 'Leeds') as three;
select tests.predicts(amina, one, 1, 0), tests.predicts(amina, two, 1, 0), tests.predicts(amina, three, 1, 0),
       tests.predicts(ben, one, 1, 0) from game, day;
select tests.kickoff_moves_to(one, '6 days'), tests.kickoff_moves_to(two, '7 days') from day;
select is(
  (select count(*)::int from public.notifications, day
    where title = 'Kick-off moved' and link in (private.match_link(one), private.match_link(two))),
  3,
  'in the app every move is announced at once, to players who predicted'
);

select is_empty($$ select * from tests.emails('match_change') $$, 'no email is sent at once');

select is(
  private.announce_match_changes(clock_timestamp() + interval '1 minute 59 seconds'),
  0::bigint,
  'no email is sent while more may move'
);

update public.matches set status = 'cancelled' where id = (select three from day);
select is(
  (select message from public.notifications where title = 'Match cancelled'),
  'Leeds v Chelsea is cancelled. No points are given for it.',
  'a cancelled match is announced too'
);

select is(
  private.announce_match_changes(clock_timestamp() + interval '2 minutes'),
  2::bigint,
  'after two minutes without a change there is one email per player'
);

select results_eq(
  $$ select * from tests.emails('match_change') $$,
  $$
  select 'Amina', '3 of your matches have changed',
         format(E'Leeds v Chelsea is cancelled,\nArsenal v Chelsea now kicks off on %s,\n'
                'Everton v Chelsea now kicks off on %s.\nYour picks are kept, and you can change them until then.\n'
                'No points are given for a cancelled match.',
                tests.in_words(one), tests.in_words(two)) from day
  union all select 'Ben', 'Kick-off moved: Arsenal v Chelsea',
  format(E'Arsenal v Chelsea now kicks off on %s.\nYour picks are kept, and you can change them until then.',
         tests.in_words(one)) from day $$,
  'the email has all changes'
);
select is(
  (select m.link from private.messages m, game where m.channel = 'email' and m.user_id = amina),
  (select private.match_link(three) from day),
  'and leads to the first of them'
);

select is(private.announce_match_changes(clock_timestamp() + interval '1 hour'), 0::bigint, 'the email is sent once');
update public.matches set match_date = match_date + 1 where id = (select one from day);
update public.matches set match_date = match_date - 1 where id = (select one from day);
select is(
  private.announce_match_changes(clock_timestamp() + interval '1 hour'),
  0::bigint,
  'a match that is back at its time is left out'
);

update public.matches set match_date = match_date + 1 where id = (select one from day);
update private.match_changes set changed_at = clock_timestamp() - interval '10 minutes';
update public.matches set match_date = match_date + 1 where id = (select two from day);
select is(private.announce_match_changes(), 2::bigint, 'a first change ten minutes ago waits no longer');
insert into private.match_changes (match_id, old_kickoff) select one, now() from day;
delete from public.matches where id = (select one from day);
select is(
  private.announce_match_changes(clock_timestamp() + interval '1 hour'),
  0::bigint,
  'a deleted match is left out'
);

update private.message_choices set in_app = false where kind = 'match_change';
select tests.kickoff_moves_to(two, '9 days') from day;
select is(
  (select count(*)::int from public.notifications n, day where n.title = 'Kick-off moved'
   and n.message like 'Everton%'),
  2,
  'a player who turned the kind off in the app gets no notification'
);

-- Results.
create temporary table played as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Roma') as one,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Inter') as two;
create function tests.results_at(_interval interval) returns bigint language sql as $$
  select private.announce_results((m.match_date + interval '1 day') at time zone private.club_time_zone() + _interval)
    from public.matches m, played where m.id = one
$$;
select tests.predicts(amina, one, 2, 1), tests.predicts(amina, two, 0, 0), tests.predicts(ben, one, 1, 0) from game,
       played;
-- Both on the club's current date, whatever the time is.
update public.matches set match_date = private.club_today(), match_time = '00:00'
  where id in (select unnest(array[one, two]) from played);
select tests.ends(one, 2, 1) from played;
select is(tests.results_at('-1 minute'), 0::bigint, 'nobody is told while a match of the day is open');
select tests.ends(two, 3, 1) from played;
select is(tests.results_at('-1 minute'), 4::bigint, 'after the last match every player who predicted is told');

select results_eq(
  $$ select * from tests.emails('results') $$,
  $$
  select 'Amina', 'You scored 3 points',
         format(E'%s: 3 points from 2 matches, 1 of them perfect.\nYou now rank 1 of 2 overall.',
                private.format_day(match_date))
    from public.matches, played where id = one
  union all select 'Ben', 'You scored 1 point',
  format(E'%s: 1 point from 1 match.\nYou now rank 2 of 2 overall.', private.format_day(match_date))
  from public.matches, played where id = one $$,
  'the message has points and rank'
);

select is(tests.results_at('-1 minute'), 0::bigint, 'the results are announced once');
update public.matches set home_score = 0 where id = (select two from played);
select is(tests.results_at('8 hours'), 0::bigint, 'a correction tells nobody again');
delete from private.announcements;
delete from private.messages;
create temporary table open_end as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Ajax') as match_id;
update public.matches set match_date = private.club_today(), match_time = '23:59'
  where id = (select match_id from open_end);
select is(tests.results_at('6 hours 59 minutes'), 0::bigint, 'a day with an open match waits');
select is(tests.results_at('7 hours'), 4::bigint, 'an open match waits until seven the next morning');
select is(tests.results_at('12 hours'), 0::bigint, 'such a day is announced once');
delete from private.announcements;
delete from private.messages;
select is(tests.results_at('1 day 23 hours'), 4::bigint, 'results are announced up to two days later');
delete from private.announcements;
delete from private.messages;
select is(tests.results_at('2 days'), 0::bigint, 'results are not announced three days later');
select private.clear_points(array[amina]) from game;
delete from private.messages;
select is(tests.results_at('7 hours'), 2::bigint, 'cleared points are not announced');
delete from private.messages;
delete from private.announcements;

-- Subscriptions.
create function tests.subscribes(_user uuid, _type text, _day date) returns void language sql as $$
  insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
    values (_user, _type, now() - interval '60 days', private.end_of_day(_day))
$$;
create temporary table term as select private.club_today() + 10 as day;
select tests.subscribes(amina, 'premier_league', day), tests.subscribes(amina, 'fa_cup', day),
       tests.subscribes(ben, 'fa_cup', day + 1), tests.subscribes(olga, 'league_cup', day) from game, term;
select is(
  private.announce_subscriptions(private.end_of_day(day) - interval '3 days 1 millisecond'),
  0::bigint,
  'more than three days before its end nobody is told about a subscription'
) from term;

update public.subscriptions set status = 'inactive' where user_id = (select olga from game);
select is(
  private.announce_subscriptions(private.end_of_day(day) - interval '3 days'),
  2::bigint,
  'three days before its end the player is told in the app and by email'
) from term;

select results_eq(
  $$ select * from tests.emails('subscription') $$,
  $$ select 'Amina', 'Your 2 subscriptions end soon',
  format(E'Premier League, FA Cup: your subscription ends at the end of %s (club time).\n'
         'To continue, ask your organiser for a new code and redeem it under Subscriptions.',
         private.format_day(day)) from term $$,
  'subscriptions that end on one day share a message'
);

select is(
  private.announce_subscriptions(private.end_of_day(day) - interval '2 days 1 minute'),
  0::bigint,
  'the message is sent once'
) from term;

select is(
  private.announce_subscriptions(private.end_of_day(day) - interval '2 days'),
  2::bigint,
  'each date has its own message'
) from term;

select is(
  (select title from tests.emails('subscription') where name = 'Ben'),
  'Your FA Cup subscription ends soon',
  'that message names its subscription'
);

delete from private.messages;
update public.subscriptions set expires_at = private.end_of_day(day + 60) from term
  where user_id = (select amina from game) and subscription_type = 'fa_cup';
select is(
  private.announce_subscriptions(private.end_of_day(day) - interval '1 millisecond'),
  0::bigint,
  'nothing is announced before the end'
) from term;

select is(
  private.announce_subscriptions(private.end_of_day(day)),
  2::bigint,
  'the player is told about the end'
) from term;

select results_eq(
  $$ select * from tests.emails('subscription') $$,
  $$ select 'Amina', 'Your Premier League subscription has ended',
  format(E'Premier League: your subscription ended at the end of %s (club time).\n'
         'To predict again, ask your organiser for a new code and redeem it under Subscriptions. '
         'Your picks and points are kept.',
         private.format_day(day)) from term $$,
  'nothing is announced about an extended subscription or one that an admin ended'
);

select tests.a_subscription(olga, 'fa_cup', '1 day') from game;
update public.subscriptions set started_at = now() where user_id = (select olga from game)
  and subscription_type = 'fa_cup';
delete from private.announcements;
select is(private.announce_subscriptions(), 0::bigint, 'a subscription of two days gets no warning');

-- News.
delete from private.messages;
create temporary table piece as select gen_random_uuid() as id;
grant select on piece to public;
select tests.act_as((select olga from game));
insert into public.news (id, title, content, is_active) select id, 'Draft', 'Words', false from piece;
select tests.act_as_owner();
select is(private.announce_news(), 0::bigint, 'inactive news is not announced');
update public.news set is_active = true, title = 'Cup final' where id = (select id from piece);
update public.news set is_active = false where id = (select id from piece);
select is(private.announce_news(), 0::bigint, 'news that was deactivated before the run is not announced');
update public.news set is_active = true where id = (select id from piece);
select is(private.announce_news(), 6::bigint, 'active news is announced to everyone');

select results_eq(
  $$ select title, body from tests.emails('news') where name = 'Ben' $$,
  $$ values ('Cup final', 'Words') $$,
  'the message has the text of the news'
);

update public.news set content = 'Other words', is_active = false where id = (select id from piece);
update public.news set is_active = true where id = (select id from piece);
select is(private.announce_news(), 0::bigint, 'news is announced once, however often it is switched');
insert into public.news (title, content) values ('Second', 'More');
select is(private.announce_news(), 6::bigint, 'another item is announced too');
delete from public.news;
select is(private.announce_news(), 0::bigint, 'a deleted item is not announced');
select * from finish();
