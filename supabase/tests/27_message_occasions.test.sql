select plan(39);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga;
grant select on game to public;
update auth.users set email_confirmed_at = now();
insert into private.message_choices (user_id, kind, in_app, mail, push) select p, k.kind, true, true, true from game,
  unnest(array[amina, ben, olga]) p, private.message_kinds k;
create function tests.mails(_kind text) returns table (name text, title text, body text) language sql as $$
  select p.full_name, m.title, m.body from private.messages m join public.profiles p on p.id = m.user_id
    where m.channel = 'mail' and m.kind = _kind order by m.id
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
  (select count(*)::int from public.notifications where title = 'Kick-off moved' and link = '/matches'),
  3,
  'in the app every move is told at once, to who had predicted'
);

select is_empty($$ select * from tests.mails('match_change') $$, 'by mail not yet');

select is(
  private.tell_match_changes(clock_timestamp() + interval '1 minute 59 seconds'),
  0::bigint,
  'nor as long as more may move'
);

update public.matches set status = 'cancelled' where id = (select three from day);
select is(
  (select message from public.notifications where title = 'Match cancelled'),
  'Leeds v Chelsea is cancelled. It earns nobody points.',
  'a cancelled match is told too'
);

select is(
  private.tell_match_changes(clock_timestamp() + interval '2 minutes'),
  2::bigint,
  'after two quiet minutes there is one mail each'
);

select results_eq(
  $$ select * from tests.mails('match_change') $$,
  $$
  select 'Amina', '3 of your matches have changed',
         format(E'Leeds v Chelsea is cancelled,\nArsenal v Chelsea now kicks off on %s,\n'
                'Everton v Chelsea now kicks off on %s.\nYour picks stay, and you can change them until then.\n'
                'A cancelled match earns nobody points.',
                tests.in_words(one), tests.in_words(two)) from day
  union all select 'Ben', 'Kick-off moved: Arsenal v Chelsea',
  format(E'Arsenal v Chelsea now kicks off on %s.\nYour picks stay, and you can change them until then.',
         tests.in_words(one)) from day $$,
  'of all that has changed'
);

select is(private.tell_match_changes(clock_timestamp() + interval '1 hour'), 0::bigint, 'once');
update public.matches set match_date = match_date + 1 where id = (select one from day);
update public.matches set match_date = match_date - 1 where id = (select one from day);
select is(
  private.tell_match_changes(clock_timestamp() + interval '1 hour'),
  0::bigint,
  'a match that is back where it was is no news'
);

update public.matches set match_date = match_date + 1 where id = (select one from day);
update private.match_changes set changed_at = clock_timestamp() - interval '10 minutes';
update public.matches set match_date = match_date + 1 where id = (select two from day);
select is(private.tell_match_changes(), 2::bigint, 'what was first moved ten minutes ago waits for no more');
insert into private.match_changes (match_id, old_kickoff) select one, now() from day;
delete from public.matches where id = (select one from day);
select is(
  private.tell_match_changes(clock_timestamp() + interval '1 hour'),
  0::bigint,
  'a deleted match is not told of'
);

update private.message_choices set in_app = false where kind = 'match_change';
select tests.kickoff_moves_to(two, '9 days') from day;
select is(
  (select count(*)::int from public.notifications n, day where n.title = 'Kick-off moved'
   and n.message like 'Everton%'),
  2,
  'who does not want it in the app does not get it there'
);

-- Results.
create temporary table played as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Roma') as one,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Inter') as two;
create function tests.results_at(_interval interval) returns bigint language sql as $$
  select private.tell_results((m.match_date + interval '1 day') at time zone private.club_time_zone() + _interval)
    from public.matches m, played where m.id = one
$$;
select tests.predicts(amina, one, 2, 1), tests.predicts(amina, two, 0, 0), tests.predicts(ben, one, 1, 0) from game,
       played;
-- Both on today's date of the club, whatever the time is now.
update public.matches set match_date = private.club_today(), match_time = '00:00'
  where id in (select unnest(array[one, two]) from played);
select tests.ends(one, 2, 1) from played;
select is(tests.results_at('-1 minute'), 0::bigint, 'while a match of the day is open nobody is told');
select tests.ends(two, 3, 1) from played;
select is(tests.results_at('-1 minute'), 4::bigint, 'after the last one everybody is who had predicted');

select results_eq(
  $$ select * from tests.mails('results') $$,
  $$
  select 'Amina', 'You scored 3 points',
         format(E'%s: 3 points from 2 matches, 1 of them perfect.\nYou now rank 1 of 2 overall.',
                private.day_in_words(match_date))
    from public.matches, played where id = one
  union all select 'Ben', 'You scored 1 point',
  format(E'%s: 1 point from 1 match.\nYou now rank 2 of 2 overall.', private.day_in_words(match_date))
  from public.matches, played where id = one $$,
  'with points and rank'
);

select is(tests.results_at('-1 minute'), 0::bigint, 'once');
update public.matches set home_score = 0 where id = (select two from played);
select is(tests.results_at('8 hours'), 0::bigint, 'a correction tells nobody again');
delete from private.occasions;
delete from private.messages;
create temporary table open_end as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Ajax') as match_id;
update public.matches set match_date = private.club_today(), match_time = '23:59'
  where id = (select match_id from open_end);
select is(tests.results_at('6 hours 59 minutes'), 0::bigint, 'a day with a match still open waits');
select is(tests.results_at('7 hours'), 4::bigint, 'until the next morning at seven');
select is(tests.results_at('12 hours'), 0::bigint, 'and that is told once');
delete from private.occasions;
delete from private.messages;
select is(tests.results_at('1 day 23 hours'), 4::bigint, 'after two days off it is caught up');
delete from private.occasions;
delete from private.messages;
select is(tests.results_at('2 days'), 0::bigint, 'after three nobody wants to know');
select private.clear_points(array[amina]) from game;
delete from private.messages;
select is(tests.results_at('7 hours'), 2::bigint, 'cleared points are not told of');
delete from private.messages;
delete from private.occasions;

-- Subscriptions.
create function tests.subscribes(_user uuid, _type text, _day date) returns void language sql as $$
  insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
    values (_user, _type, now() - interval '60 days', private.end_of_day(_day))
$$;
create temporary table term as select private.club_today() + 10 as day;
select tests.subscribes(amina, 'premier_league', day), tests.subscribes(amina, 'fa_cup', day),
       tests.subscribes(ben, 'fa_cup', day + 1), tests.subscribes(olga, 'league_cup', day) from game, term;
select is(
  private.tell_subscriptions(private.end_of_day(day) - interval '3 days 1 millisecond'),
  0::bigint,
  'more than three days before its end nobody is told of a subscription'
) from term;

update public.subscriptions set status = 'inactive' where user_id = (select olga from game);
select is(
  private.tell_subscriptions(private.end_of_day(day) - interval '3 days'),
  2::bigint,
  'three days before its holder is, in the app and by mail'
) from term;

select results_eq(
  $$ select * from tests.mails('subscription') $$,
  $$ select 'Amina', 'Your 2 subscriptions end soon',
  format(E'Premier League, FA Cup: your right to predict there ends with %s (club time).\n'
         'To go on, ask your organiser for a new code and redeem it under Subscriptions.',
         private.day_in_words(day)) from term $$,
  'of all that end on that day, in one message'
);

select is(
  private.tell_subscriptions(private.end_of_day(day) - interval '2 days 1 minute'),
  0::bigint,
  'once'
) from term;

select is(
  private.tell_subscriptions(private.end_of_day(day) - interval '2 days'),
  2::bigint,
  'each day has its own'
) from term;

select is(
  (select title from tests.mails('subscription') where name = 'Ben'),
  'Your FA Cup subscription ends soon',
  'which names the one'
);

delete from private.messages;
update public.subscriptions set expires_at = private.end_of_day(day + 60) from term
  where user_id = (select amina from game) and subscription_type = 'fa_cup';
select is(
  private.tell_subscriptions(private.end_of_day(day) - interval '1 millisecond'),
  0::bigint,
  'until it has ended'
) from term;

select is(private.tell_subscriptions(private.end_of_day(day)), 2::bigint, 'it is told that it has') from term;

select results_eq(
  $$ select * from tests.mails('subscription') $$,
  $$ select 'Amina', 'Your Premier League subscription has ended',
  format(E'Premier League: your right to predict there ended with %s (club time).\n'
         'A new code opens it again: ask your organiser for one and redeem it under Subscriptions. '
         'Your picks and points stay.',
         private.day_in_words(day)) from term $$,
  'but not of one that was extended, or ended by an admin'
);

select tests.a_subscription(olga, 'fa_cup', '1 day') from game;
update public.subscriptions set started_at = now() where user_id = (select olga from game)
  and subscription_type = 'fa_cup';
delete from private.occasions;
select is(private.tell_subscriptions(), 0::bigint, 'one that was taken for two days is not warned of');

-- News.
delete from private.messages;
create temporary table piece as select gen_random_uuid() as id;
grant select on piece to public;
select tests.act_as((select olga from game));
insert into public.news (id, title, content, is_active) select id, 'Draft', 'Words', false from piece;
select tests.act_as_owner();
select is(private.tell_news(), 0::bigint, 'news that is not active is told to nobody');
update public.news set is_active = true, title = 'Cup final' where id = (select id from piece);
update public.news set is_active = false where id = (select id from piece);
select is(private.tell_news(), 0::bigint, 'nor what was taken back before it was told');
update public.news set is_active = true where id = (select id from piece);
select is(private.tell_news(), 6::bigint, 'what is active is told to everybody');

select results_eq(
  $$ select title, body from tests.mails('news') where name = 'Ben' $$,
  $$ values ('Cup final', 'Words') $$,
  'in its own words'
);

update public.news set content = 'Other words', is_active = false where id = (select id from piece);
update public.news set is_active = true where id = (select id from piece);
select is(private.tell_news(), 0::bigint, 'once, however often it is switched');
insert into public.news (title, content) values ('Second', 'More');
select is(private.tell_news(), 6::bigint, 'another piece is told again');
delete from public.news;
select is(private.tell_news(), 0::bigint, 'a deleted one is not');
select * from finish();
