-- When members are told the results of a round, and that organisers can send them earlier.
select plan(22);

create temporary table people as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga;
grant select on people to public;
update auth.users set email_confirmed_at = now();
insert into private.message_choices (user_id, kind, in_app, email, push)
  select p, 'results', true, true, false from people, unnest(array[amina, ben]) p;
create temporary table games (id uuid, n integer);
grant select on games to public;
-- The days are far away, so that the clock of the tests decides. Matchday 1 is played from a Saturday to a Monday,
-- matchday 2 has a match that was postponed by four days, and matchday 9 is another competition's on that Sunday.
with added as (
  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round)
  select tests.a_team('Home ' || d.n), tests.a_team('Away ' || d.n), d.day, '15:00', d.league, '2030/31', d.round
    from (values (1, date '2031-03-15', 'Friendly Club', 'Matchday 1'),
                 (2, '2031-03-16', 'Friendly Club', 'Matchday 1'), (3, '2031-03-17', 'Friendly Club', 'Matchday 1'),
                 (4, '2031-03-16', 'FA Cup', 'Matchday 9'), (5, '2031-04-05', 'Friendly Club', 'Matchday 2'),
                 (6, '2031-04-09', 'Friendly Club', 'Matchday 2'), (7, '2031-04-19', 'Friendly Club', null),
                 (8, '2031-04-20', 'Friendly Club', null))
         d (n, day, league, round)
  returning id, home_team_name
)
insert into games select id, right(home_team_name, 1)::integer from added;
create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select amina, g.id, 2, 1 from people, games g where g.n <> 4
  union all select ben, pg_temp.game(2), 1, 0 from people;
-- What members are told at a moment by the club's clock.
create function pg_temp.told(_at timestamp) returns text language plpgsql as $$
declare
  told text;
begin
  delete from private.messages;
  perform private.announce_results(_at at time zone private.club_time_zone());
  select string_agg(format('%s: %s', p.full_name, split_part(m.body, E'.\n', 1)), E'\n' order by p.full_name)
    into told from private.messages m join public.profiles p on p.id = m.user_id
   where m.channel = 'email';
  return told;
end $$;

select tests.ends(pg_temp.game(1), 2, 1);
select is(pg_temp.told('2031-03-15 18:00'), null, 'the results of a day wait for the later matches of its round');
select is(pg_temp.told('2031-03-16 07:00'), null, 'also the next morning');
select tests.ends(pg_temp.game(2), 3, 1);
select tests.ends(pg_temp.game(4), 0, 0);
select is(pg_temp.told('2031-03-16 18:00'), null, 'a day with matches of two rounds waits for both');
select tests.ends(pg_temp.game(3), 0, 1);
select is(pg_temp.told('2031-03-17 18:00'),
  E'Amina: Saturday 15 to Monday 17 March 2031: 4 points from 3 matches, 1 of them perfect\n'
  'Ben: Sunday 16 March 2031: 1 point from 1 match',
  'after the last match each member gets one message for the round');
select is(pg_temp.told('2031-03-17 18:01'), null, 'which is sent once');

-- A round with a match that is not played in time.
select tests.ends(pg_temp.game(5), 2, 1);
select is(pg_temp.told('2031-04-05 18:00'),
  'Amina: Saturday 5 April 2031: 3 points from 1 match, 1 of them perfect',
  'a match that was postponed by four days is not waited for');
update public.matches set match_date = '2031-04-08' where id = pg_temp.game(6);
delete from private.announcements;
select is(pg_temp.told('2031-04-05 18:00'), null, 'one that was postponed by three days is');
select is(pg_temp.told('2031-04-09 06:59'), null, 'until seven in the morning after its day');
select is(pg_temp.told('2031-04-09 07:00'),
  'Amina: Saturday 5 April 2031: 3 points from 1 match, 1 of them perfect',
  'then what is known is told, four days after it');
select tests.ends(pg_temp.game(6), 2, 1);
select is(pg_temp.told('2031-04-09 08:00'),
  'Amina: Tuesday 8 April 2031: 3 points from 1 match, 1 of them perfect', 'and the late match when it is over');
delete from private.announcements;
select is(pg_temp.told('2031-04-11 00:00'), null, 'results of a round are not told three days after its last match');

-- Matches without a round.
select tests.ends(pg_temp.game(7), 2, 1);
select is(pg_temp.told('2031-04-19 18:00'),
  'Amina: Saturday 19 April 2031: 3 points from 1 match, 1 of them perfect',
  'a match without a round waits for no other day');

select is(private.format_days('2031-03-15', '2031-03-15'), 'Saturday 15 March 2031', 'one day');
select is(private.format_days('2031-02-28', '2031-03-01'), 'Friday 28 February to Saturday 1 March 2031',
  'two days of two months');

-- Organisers, with the club's real clock: a match of today, and one of tomorrow in the same round.
create temporary table today as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Roma') as one,
  tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Inter') as two;
grant select on today to public;
-- Predicted before it is moved to a kick-off that has passed.
select tests.predicts(amina, one, 2, 1) from people, today;
update public.matches set match_date = private.club_today(), match_time = '00:00', round = 'Matchday 3'
  where id = (select one from today);
update public.matches set match_date = private.club_today() + 1, round = 'Matchday 3'
  where id = (select two from today);
select tests.ends(one, 2, 1) from today;
delete from private.messages;

select tests.act_as(amina) from people;
select throws_ok('select * from public.results_to_tell()', 'SL003', null, 'members do not see what waits');
select throws_ok('select public.tell_results()', 'SL003', null, 'and cannot send it');
select tests.act_as(olga) from people;
select results_eq(
  $$ select completed, matches, split_part(waits_for, ',', 1) from public.results_to_tell() $$,
  $$ values (1::bigint, 1::bigint, 'Inter v Chelsea') $$,
  'organisers see the day that waits, and for which match'
);
select ok(public.tell_results() > 0, 'and can tell its results now');
select is(public.tell_results(), 0::bigint, 'once');
select is_empty('select * from public.results_to_tell()', 'then nothing waits');
select tests.act_as_owner();
select is(
  (select count(*)::int from public.admin_audit_log where action = 'tell_results'), 1, 'the log has it once'
);
select is(private.announce_results(), 0::bigint, 'the job does not tell it a second time');

select * from finish();
