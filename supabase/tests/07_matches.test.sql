select plan(17);

create temporary table game as select tests.a_player('Amina') as amina,
  tests.a_match_kicking_off_in('1 hour') as later,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as due,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Derby', 'Hull') as unconfirmed;
grant select on game to public;
select tests.kickoff_moves_to((select due from game), '-1 millisecond');
select tests.kickoff_moves_to((select unconfirmed from game), '-1 minute');
update public.matches set kickoff_confirmed = false where id = (select unconfirmed from game);

select is(public.start_due_matches(), 1, 'a due match goes live');

select is(
  (select status from public.matches where id = (select due from game)),
  'live',
  'it is the one whose kick-off has come'
);

select is(
  (select status from public.matches where id = (select unconfirmed from game)),
  'upcoming',
  'a kick-off to be confirmed starts nothing'
);

select is(public.start_due_matches(), 0, 'and it starts once');

select is(
  (select kickoff_at from public.matches where id = (select later from game)),
  (select (match_date + match_time) at time zone 'Indian/Mauritius' from public.matches
   where id = (select later from game)),
  'the kick-off is the club''s local time'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Leeds', current_date, 'FA Cup')
  $$,
  '23514', null,
  'a team does not meet itself'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Nobody', current_date, 'FA Cup')
  $$,
  '23503', null,
  'teams are known teams'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Hull', current_date, 'La Liga')
  $$,
  '23503', null,
  'leagues are known leagues'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league, status)
      values ('Leeds', 'Hull', current_date, 'FA Cup', 'live')
  $$,
  'SL005', null,
  'a new match is upcoming'
);

insert into public.matches (home_team_name, away_team_name, match_date, league)
  values ('Leeds', 'Hull', current_date, 'FA Cup');
select is(
  (select match_time from public.matches where league = 'FA Cup' and home_team_name = 'Leeds'),
  '20:00'::time,
  'the time is 20:00 unless it says otherwise'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Hull', current_date, 'FA Cup')
  $$,
  '23505', null,
  'a match is listed once'
);

select throws_ok(
  $$ update public.matches set status = 'upcoming' where id = (select due from game) $$,
  'SL005', null,
  'a live match does not go back'
);

select throws_ok(
  $$ update public.matches set status = 'completed' where id = (select due from game) $$,
  '23514', null,
  'nor end without a score'
);

select tests.predicts((select amina from game), (select later from game), 1, 0);
select throws_ok(
  $$ update public.matches set away_team_name = 'Hull' where id = (select later from game) $$,
  'SL006', null,
  'teams are fixed once somebody has predicted'
);

select throws_ok(
  $$ update public.matches set league = 'FA Cup' where id = (select later from game) $$,
  'SL006', null,
  'and so is the competition'
);

select throws_ok(
  $$ delete from public.teams where name = 'Arsenal' $$,
  '23503', null,
  'a team with matches cannot be deleted'
);

select throws_ok(
  $$ select public.set_club_time_zone('Europe/London') $$,
  'SL008', null,
  'the club''s time zone is fixed once there are matches'
);

select * from finish();
