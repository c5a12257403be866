select plan(35);

-- In London the clocks change twice a year: on the next day of 23 hours, and on the next one of 25.
select public.set_club_time_zone('Europe/London');
create temporary table days as
  select min(d::date) filter (where length = interval '23 hours') as spring,
         min(d::date) filter (where length = interval '25 hours') as autumn
    from generate_series(current_date + 3, current_date + 400, interval '1 day') d
   cross join lateral (
     select ((d::date + 1)::timestamp at time zone 'Europe/London')
          - (d::date::timestamp at time zone 'Europe/London') as length) l;
create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben;
update auth.users set email_confirmed_at = now();
create function tests.a_match_at(_day date, _time time, _league text default 'Friendly Club',
                                 _home text default 'Arsenal') returns uuid language sql as $$
  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round)
  values (tests.a_team(_home), tests.a_team('Chelsea'), _day, _time, _league, 'tests', gen_random_uuid()::text)
    returning id;
$$;
create function tests.london(_day date, _time time) returns timestamptz
  language sql as $$ select (_day + _time) at time zone 'Europe/London' $$;
-- The players who get an email about a day, with the number of emails.
create function tests.reminded(_lead text, _day date) returns text language sql as $$
  select string_agg(p.full_name, ', ' order by p.full_name) from private.messages m
    join public.profiles p on p.id = m.user_id
   where m.channel = 'email' and m.dedupe_key = format('reminder %s %s', _lead, _day)
$$;

-- A day of 23 hours: kick-off on Sunday at three is 24 hours after Saturday at two.
create temporary table spring as select tests.a_match_at(spring, '15:00') as early,
  tests.a_match_at(spring, '17:30', 'Friendly Club', 'Everton') as late from days;
select is(
  private.send_reminders(tests.london(spring - 1, '13:59:59.999')),
  0::bigint,
  'a millisecond before 24 hours nobody is reminded'
) from days;

select is(
  private.send_reminders(tests.london(spring - 1, '14:00')),
  4::bigint,
  '24 hours before, across the missing hour, everyone is reminded in the app and by email'
) from days;

select is(private.send_reminders(tests.london(spring - 1, '14:00')), 0::bigint, 'the reminder is sent once') from days;

select results_eq(
  $$
    select title, body, link, drop_after from private.messages m, game where m.channel = 'email' and m.user_id = amina
  $$,
  $$ select '2 matches not yet predicted for Sunday',
  format(E'Not yet predicted for Sunday %s (club time):\nArsenal v Chelsea at 15:00,\nEverton v Chelsea at 17:30.',
         to_char(spring::timestamp, 'FMDD FMMonth YYYY')),
       private.match_link(early), tests.london(spring, '15:00') from days, spring $$,
  'the reminder lists what is missing and ends at the kick-off'
);

select tests.predicts(amina, early, 1, 0) from game, spring;
select is(
  private.send_reminders(tests.london(spring, '12:59:59.999')),
  0::bigint,
  'a millisecond before 2 hours nobody is reminded again'
) from days;

select tests.predicts(ben, early, 1, 0), tests.predicts(ben, late, 1, 0) from game, spring;
select is(
  private.send_reminders(tests.london(spring, '13:00')),
  2::bigint,
  '2 hours before, a player who has not predicted everything is reminded'
) from days;

select is(tests.reminded('2 h', spring), 'Amina', 'nobody else is reminded') from days;

select is(
  (select title from private.messages m, days where m.channel = 'email'
   and m.dedupe_key = format('reminder 2 h %s', spring)),
  'Not yet predicted: Everton v Chelsea at 17:30',
  'the reminder lists what is still missing'
);

select is(
  (select string_agg(state || ': ' || coalesce(last_error, ''), ', ') from private.messages m, days, game
   where m.user_id = amina and m.channel = 'email' and m.dedupe_key = format('reminder 24 h %s', spring)),
  'dropped: The next reminder replaces it',
  'a waiting first reminder is replaced'
);

select is(
  private.send_reminders(tests.london(spring, '15:00')),
  0::bigint,
  'from the first kick-off on nobody is reminded'
) from days;

-- A day of 25 hours: kick-off on Sunday at three is 24 hours after Saturday at four.
create temporary table autumn as select tests.a_match_at(autumn, '15:00') as match_id from days;
select is(
  private.send_reminders(tests.london(autumn - 1, '15:59:59.999')),
  0::bigint,
  'across the repeated hour nobody is reminded a millisecond before 24 hours'
) from days;

select is(
  private.send_reminders(tests.london(autumn - 1, '16:00')),
  4::bigint,
  'across the repeated hour everyone is reminded at 24 hours'
) from days;

select is(
  private.send_reminders(tests.london(autumn, '13:00')),
  4::bigint,
  'everyone is reminded at 2 hours'
) from days;

-- In the night of the change itself.
create temporary table night as select tests.a_match_at(autumn + 1, '00:15') as after_midnight from days;
delete from public.matches where id = (select match_id from autumn);
select tests.a_match_at(autumn, '02:30') from days;
delete from private.messages;
delete from private.announcements;
select is((select lead from private.due_reminders(timestamptz '2000-01-01')), null, 'nothing is due at another time');

select results_eq(
  $$
    select r.lead from days, private.due_reminders(tests.london(autumn, '02:30') - interval '2 hours 1 millisecond') r
      where r.match_date = autumn
  $$,
  $$ values ('24 h') $$,
  'a millisecond before the first 01:30 nothing is due for a kick-off at 02:30'
);

select results_eq(
  $$
    select r.lead from days, private.due_reminders(tests.london(autumn, '02:30') - interval '2 hours') r
      where r.match_date = autumn
  $$,
  $$ values ('2 h') $$,
  'at the first 01:30 the 2-hour reminder is due'
);

-- Across midnight each day has its own reminder.
select tests.a_match_at(autumn, '23:45', 'Friendly Club', 'Leeds') from days;
select results_eq(
  $$
    select r.match_date - autumn, r.lead from days,
           private.due_reminders(tests.london(autumn + 1, '00:15') - interval '2 hours') r
  $$,
  $$ values (1, '2 h') $$,
  'a kick-off just after midnight is reminded of the evening before, with its own date'
);

-- A moved kick-off is reminded of again, but no reminder is repeated.
create temporary table moving as select spring + 7 as day, tests.a_match_at(spring + 7, '15:00') as match_id from days;
update private.messages set state = 'dropped' where state = 'waiting';
select is(
  private.send_reminders(tests.london(day, '13:00')),
  4::bigint,
  '2 hours before, everyone is reminded'
) from moving;
update private.messages set state = 'sent', sent_at = now() where channel = 'email'
  and user_id = (select amina from game) and dedupe_key = (select format('reminder 2 h %s', day) from moving);
update public.matches set match_time = '20:00' where id = (select match_id from moving);
select is(
  (select count(*)::int from private.messages m, moving where m.dedupe_key = format('reminder 2 h %s', day)
   and m.state = 'waiting'),
  0,
  'a waiting email is taken back when the match moves'
);

select is(
  private.send_reminders(tests.london(day, '17:59')),
  0::bigint,
  'after the later reminder the earlier one is not sent'
) from moving;

select is(
  private.send_reminders(tests.london(day, '18:00')),
  1::bigint,
  '2 hours before the new time, the player whose email was not sent is reminded'
) from moving;

select results_eq(
  $$
    select p.full_name, m.state, m.drop_after from private.messages m join public.profiles p on p.id = m.user_id,
           moving where m.channel = 'email' and m.dedupe_key = format('reminder 2 h %s', day) order by 1
  $$,
  $$
    select 'Amina', 'sent', tests.london(day, '15:00') from moving union all select 'Ben', 'waiting',
           tests.london(day, '20:00') from moving
  $$,
  'that email has the new time, and nobody gets two'
);

select is(
  (select count(*)::int from public.notifications n, moving
   where n.title = 'Not yet predicted: Arsenal v Chelsea at 15:00'
   or n.title = 'Not yet predicted: Arsenal v Chelsea at 20:00'),
  6,
  'the in-app reminder is not repeated'
);

update public.matches set match_date = match_date + 1 where id = (select match_id from moving);
select is(
  private.send_reminders(tests.london(day + 1, '18:00')),
  4::bigint,
  'another day has another reminder'
) from moving;

-- Only players who may predict, and only open matches.
create temporary table cup as select spring + 20 as day, tests.a_match_at(spring + 20, '15:00', 'FA Cup') as match_id
  from days;
select is(
  private.send_reminders(tests.london(day, '13:00')),
  0::bigint,
  'a player without a subscription is not reminded of the cup'
) from cup;

select tests.a_subscription(ben, 'fa_cup', interval '500 days') from game;
delete from private.announcements;
select is(
  private.send_reminders(tests.london(day, '13:00')),
  2::bigint,
  'with a subscription there is one reminder'
) from cup;
select is(tests.reminded('2 h', day), 'Ben', 'it goes to the subscriber') from cup;
delete from private.announcements;
delete from private.messages;
update public.matches set kickoff_confirmed = false where id = (select match_id from cup);
select is(
  private.send_reminders(tests.london(day, '13:00')),
  0::bigint,
  'an unconfirmed kick-off is not reminded of'
) from cup;

update public.matches set kickoff_confirmed = true where id = (select match_id from cup);
select is(
  private.send_reminders(tests.london(day, '13:00')),
  2::bigint,
  'a confirmed kick-off is reminded of'
) from cup;
update public.matches set status = 'cancelled' where id = (select match_id from cup);
delete from private.announcements;
delete from private.messages;
select is(
  private.send_reminders(tests.london(day, '13:00')),
  0::bigint,
  'a cancelled match is not reminded of'
) from cup;

-- A player who predicts while the reminder waits gets none.
insert into public.admin_settings (setting_key, setting_value) values ('quiet_hours', '00:00-00:00');
create temporary table soon as select tests.a_match_kicking_off_in('90 minutes') as match_id;
select ok(private.send_reminders() >= 4, 'a new match that is near is reminded of at once');
select tests.predicts(amina, match_id, 2, 1) from game, soon;
select results_eq(
  $$
    select p.full_name from public.claim_messages('email', 10) c join auth.users u on u.email = c.email
      join public.profiles p on p.id = u.id
  $$,
  $$ values ('Ben') $$,
  'a player who predicted since gets no email'
);

select is(
  (select m.last_error from private.messages m, game where m.user_id = amina and m.channel = 'email'
   and m.state = 'dropped' order by m.id desc limit 1),
  'Already predicted',
  'the dropped email has the reason'
);

-- Quiet hours across the change of the clocks.
delete from public.admin_settings where setting_key = 'quiet_hours';
select results_eq(
  $$
    select private.quiet_hours_end(tests.london(spring - 1, '22:59:59')),
           private.quiet_hours_end(tests.london(spring - 1, '23:00')),
           private.quiet_hours_end(tests.london(spring, '06:59:59')),
           private.quiet_hours_end(tests.london(spring, '07:00'))
           from days
  $$,
  $$
    select null::timestamptz, tests.london(spring, '07:00'), tests.london(spring, '07:00'), null::timestamptz from days
  $$,
  'the quiet night with the missing hour ends at seven local time'
);

select results_eq(
  $$
    select private.quiet_hours_end(tests.london(autumn - 1, '23:00')) - tests.london(autumn - 1, '23:00'),
           private.quiet_hours_end(tests.london(spring - 1, '23:00')) - tests.london(spring - 1, '23:00') from days
  $$,
  $$ values (interval '9 hours', interval '7 hours') $$,
  'quiet nights last nine and seven hours'
);

select * from finish();
