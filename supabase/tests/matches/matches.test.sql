select plan(21);

create temporary table game as select tests.a_player('Amina') as amina,
  tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as later,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as due,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Derby', 'Hull') as unconfirmed;
grant select on game to public;
select tests.kickoff_moves_to((select due from game), '-1 millisecond');
select tests.kickoff_moves_to((select unconfirmed from game), '-1 minute');
update public.matches set kickoff_confirmed = false where id = (select unconfirmed from game);

select is(public.start_due_matches(), 1, 'start_due_matches starts one due match');

select is(
  (select status from public.matches where id = (select due from game)),
  'live',
  'the started match is the one whose kick-off has come'
);

select is(
  (select status from public.matches where id = (select unconfirmed from game)),
  'upcoming',
  'a match with an unconfirmed kick-off does not start'
);

select is(public.start_due_matches(), 0, 'a match starts only once');

select is(
  (select kickoff_at from public.matches where id = (select later from game)),
  (select (match_date + match_time) at time zone 'Indian/Mauritius' from public.matches
   where id = (select later from game)),
  'kickoff_at is the club''s local time as an instant'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Leeds', current_date + 2, 'FA Cup')
  $$,
  '23514', null,
  'a team cannot play itself'
);

select tests.act_as((select olga from game));
insert into public.matches (home_team_name, away_team_name, match_date, league)
  values ('Wrexham', 'Yeovil', current_date + 2, 'FA Cup');
select results_eq(
  $$ select name, created_by_admin from public.teams where name in ('Leeds', 'Wrexham', 'Yeovil') order by name $$,
  $$ select n.name, n.admin from game
      cross join lateral (values ('Leeds', null), ('Wrexham', olga), ('Yeovil', olga)) n (name, admin) $$,
  'teams that are not listed yet are added with their match'
);
update public.matches set away_team_name = 'Barnet' where home_team_name = 'Wrexham';
select results_eq(
  $$ select admin_user_id, new_values ->> 'name' from public.admin_audit_log where action = 'teams.insert'
      order by id $$,
  $$ select olga, n from game, unnest(array['Wrexham', 'Yeovil', 'Barnet']) n $$,
  'an added team is audited, also when a match changes to it'
);
select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', ' <Nobody>', current_date + 2, 'FA Cup')
  $$,
  '23514', null,
  'an invalid team name is refused'
);
select tests.act_as((select amina from game));
select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Nobody', current_date + 2, 'FA Cup')
  $$,
  'SL003', null,
  'players cannot add a team with a match'
);
select tests.act_as_owner();
select is((select count(*)::integer from public.teams where name = 'Nobody'), 0, 'a refused match adds no team');

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Hull', current_date + 2, 'La Liga')
  $$,
  '23503', null,
  'an unknown competition is refused'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league, status)
      values ('Leeds', 'Hull', current_date + 2, 'FA Cup', 'live')
  $$,
  'SL005', null,
  'a new match must be upcoming'
);

insert into public.matches (home_team_name, away_team_name, match_date, league)
  values ('Leeds', 'Hull', current_date + 2, 'FA Cup');
select is(
  (select match_time from public.matches where league = 'FA Cup' and home_team_name = 'Leeds'),
  '20:00'::time,
  'the default kick-off time is 20:00'
);

select throws_ok(
  $$
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Leeds', 'Hull', current_date + 2, 'FA Cup')
  $$,
  '23505', null,
  'a match cannot be listed twice'
);

select throws_ok(
  $$ update public.matches set status = 'upcoming' where id = (select due from game) $$,
  'SL005', null,
  'a live match cannot become upcoming'
);

select throws_ok(
  $$ update public.matches set status = 'completed' where id = (select due from game) $$,
  '23514', null,
  'a match cannot be completed without a score'
);

select tests.predicts((select amina from game), (select later from game), 1, 0);
select throws_ok(
  $$ update public.matches set away_team_name = 'Hull' where id = (select later from game) $$,
  'SL006', null,
  'teams are fixed after the first prediction'
);

select throws_ok(
  $$ update public.matches set league = 'FA Cup' where id = (select later from game) $$,
  'SL006', null,
  'the competition is fixed after the first prediction'
);

select throws_ok(
  $$ delete from public.teams where name = 'Arsenal' $$,
  '23503', null,
  'a team with matches cannot be deleted'
);

select throws_ok(
  $$ select public.set_club_time_zone('Europe/London') $$,
  'SL008', null,
  'the club''s time zone is fixed after the first match'
);

select * from finish();
