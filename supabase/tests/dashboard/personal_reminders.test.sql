-- What organisers note about the reminders that they sent.
select plan(20);

create temporary table club as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.an_admin('Oscar') as oscar, tests.a_player('Mona') as mona,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club') as soon,
  tests.a_match_kicking_off_in('2 days', 'Friendly Club', 'Leeds', 'Fulham') as later,
  tests.a_match_kicking_off_in('9 days', 'Friendly Club', 'Derby', 'Hull') as next_round;
grant select on club to public;
insert into public.user_roles (user_id, role) select mona, 'money' from club;
update public.matches m set round = 'Round 1' from club where m.id in (soon, later);
create temporary table seen as select null::timestamptz as at;
grant all on seen to public;

select tests.act_as(amina) from club;
select throws_ok($$ select public.note_reminder(amina, 'picks') from club $$, 'SL003', null,
                 'members note no reminders');
select throws_ok($$ select public.remind_in_app(ben, 'picks', 'Picks', 'Pick') from club $$, 'SL003', null,
                 'members remind nobody');
select tests.act_as(mona) from club;
select throws_ok($$ select public.note_reminder(amina, 'payment') from club $$, 'SL003', null,
                 'helpers note no reminders');

select tests.act_as(olga) from club;
select throws_ok($$ select public.note_reminder(amina, 'weather') from club $$, '22023',
                 'A reminder is about picks or a payment', 'a reminder is about picks or a payment');
select throws_ok($$ select public.note_reminder(gen_random_uuid(), 'picks') $$, 'PT404', null,
                 'an unknown player is not reminded');
select isnt((select public.note_reminder(amina, 'picks') from club), null, 'an organiser notes a reminder');
select tests.act_as(oscar) from club;
select results_eq(
  $$ select full_name, written_at is not null, written_by from public.players_missing_predictions()
      where full_name in ('Amina', 'Ben') $$,
  $$ values ('Amina', true, 'Olga'), ('Ben', false, null) $$, 'every organiser sees who was reminded and by whom');
select tests.act_as_owner();
select is((select r.forgotten_at from private.personal_reminders r),
          (select m.locks_at from public.matches m, club where m.id = later),
          'a reminder about picks counts until the last lock of the round');
select tests.act_as(oscar) from club;
insert into seen select public.note_reminder(amina, 'picks') from club;
select results_eq($$ select written_at, written_by from public.players_missing_predictions()
                      where full_name = 'Amina' $$,
                  $$ select at, 'Oscar' from seen where at is not null $$, 'the latest reminder counts');
select is((select public.note_reminder(amina, 'picks', false) from club), null, 'a reminder that was not sent');
select is((select count(*) from public.players_missing_predictions() where written_at is not null), 0::bigint,
          'is taken back');
select tests.act_as_owner();
select tests.predicts(ben, soon, 1, 0), tests.predicts(ben, later, 1, 0) from club;
select tests.act_as(olga) from club;
select public.note_reminder(ben, 'picks') from club;
select tests.act_as_owner();
select is((select r.forgotten_at from private.personal_reminders r),
          (select m.locks_at from public.matches m, club where m.id = next_round),
          'about a later round it counts until that locks');
select tests.predicts(ben, next_round, 1, 0) from club;
delete from private.personal_reminders;
select tests.act_as(olga) from club;
select is((select public.note_reminder(ben, 'picks') from club), null,
          'who misses no picks any more is not noted');

-- Payments.
select public.note_reminder(ben, 'payment') from club;
select tests.act_as_owner();
select ok((select r.forgotten_at between now() + interval '29 days' and now() + interval '31 days'
             from private.personal_reminders r), 'one about a payment counts for 30 days at least');
update private.personal_reminders r set written_at = now() - interval '2 days', forgotten_at = now();
select is((select count(*) from private.reminders_about('payment')), 0::bigint, 'and is then forgotten');
select tests.act_as(olga) from club;
select public.note_reminder(amina, 'payment') from club;
select tests.act_as_owner();
select results_eq('select user_id from private.personal_reminders', 'select amina from club',
                  'forgotten reminders are deleted with the next note');

-- In the app.
select tests.act_as(olga) from club;
select isnt(public.remind_in_app(amina, 'picks', 'Your picks', 'Two are missing',
                                 '00000000-0000-4000-8000-000000000001'), null, 'a reminder is sent in the app')
  from club;
select public.remind_in_app(amina, 'picks', 'Your picks', 'Two are missing',
                            '00000000-0000-4000-8000-000000000001') from club;
select tests.act_as_owner();
select is((select count(*) from private.club_messages c, club where c.member_id = amina), 1::bigint,
          'once for each request');
select tests.act_as(amina) from club;
select is((select jsonb_array_length(public.my_data() -> 'reminders_of_organisers')), 2,
          'the export has the reminders');
select tests.act_as_owner();
select is((select count(*) from public.admin_audit_log l where l.action = 'note_reminder'), 7::bigint,
          'each note is in the audit log');

select * from finish();
