-- When winners of matchdays and months are told, corrections that change them, and the organisers' list.
select plan(45);

create temporary table people as select tests.a_player('Player ' || chr(64 + n)) as id, n from generate_series(1, 3) n;
create temporary table roles as select tests.an_admin('Olivia') as admin;
create temporary table games (id uuid, n integer);
grant select on people, roles, games to public;
-- The days are far away, so that the clock of the tests decides.
with added as (
  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round)
  select tests.a_team('Home ' || d.n), tests.a_team('Away ' || d.n), d.day, '15:00', 'Friendly Club', '2030/31',
         'Matchday ' || d.round
    from (values (1, 1, date '2031-03-15'), (2, 1, '2031-03-15'), (3, 2, '2031-03-22'), (4, 2, '2031-03-22'),
                 (5, 3, '2031-03-30'), (6, 4, '2031-05-01'), (7, 5, '2031-05-20')) d (n, round, day)
  returning id, home_team_name
)
insert into games select id, right(home_team_name, 1)::integer from added;
-- Player A has every score right, player B misses the first match, player C predicts 0-0.
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id, case when p.n = 1 or (p.n = 2 and g.n > 1) then g.n else 0 end, 0 from people p, games g;

create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
create function pg_temp.period(_label text) returns bigint language sql security definer as $$
  select p.id from private.boards p where private.period_label(p) = _label
$$;
grant execute on function pg_temp.game(integer), pg_temp.period(text) to public;
-- A moment by the club's clock.
create function pg_temp.club(_at timestamp) returns timestamptz language sql as $$
  select _at at time zone private.club_time_zone()
$$;
-- The messages of a run at this moment.
create function pg_temp.told(_at timestamp) returns text language plpgsql as $$
declare
  told text;
begin
  delete from public.notifications;
  perform private.announce_winners(pg_temp.club(_at));
  select string_agg(format('%s: %s: %s', f.full_name, n.title, n.message), E'\n' order by f.full_name, n.title)
    into told from public.notifications n join public.profiles f on f.id = n.user_id;
  return told;
end $$;
create function pg_temp.winners(_label text) returns text language sql as $$
  select string_agg(format('%s with %s', w.full_name, w.points), ', ' order by w.full_name)
    from private.period_winners w where w.period_id = pg_temp.period(_label)
$$;
-- Corrects a result at this moment.
create function pg_temp.corrects(_n integer, _home integer, _away integer, _at timestamp) returns void
language sql as $$
  select tests.ends(pg_temp.game(_n), _home, _away);
  update private.boards set changed_at = pg_temp.club(_at) where kind = 'matchday' and round = 'Matchday 1';
$$;
select isnt(private.club_time_zone(), 'UTC', 'the club''s days are not those of UTC');

-- The quiet time.
select tests.ends(pg_temp.game(1), 1, 0);
select is(pg_temp.told('2031-03-15 17:00'), null, 'a matchday with an open match has no winner');
select tests.ends(pg_temp.game(2), 2, 0);
select is(pg_temp.told('2031-03-15 18:00'), null, 'a matchday that has just become final has no winner');
select is(pg_temp.told('2031-03-15 19:59:59'), null, 'nobody is told a second before the quiet time has passed');
select is(pg_temp.winners('Matchday 1'), null, 'no winner is stored before');
select results_eq(
  $$ select label, league, season, winners, winner_count, points, due_at, is_held, is_correction
       from public.winners_to_tell() $$,
  $$ values ('Matchday 1', 'Friendly Club', '2030/31', array['Player A'], 1, 6, pg_temp.club('2031-03-15 20:00'),
             false, false) $$, 'a final matchday waits in the list of organisers');
select is(pg_temp.told('2031-03-15 20:00'),
          'Player A: You won Matchday 1 with 6 points: Friendly Club 2030/31, 2 matches.',
          'the winner is told two hours after the last change');
select is(pg_temp.winners('Matchday 1'), 'Player A with 6', 'the winner is stored then');
select is((select count(*) from public.winners_to_tell()), 0::bigint, 'a matchday that was told leaves the list');
select is(pg_temp.told('2031-03-15 20:01'), null, 'the winner is told once');

-- Corrections.
select pg_temp.corrects(2, 3, 0, '2031-03-16 10:00');
select is((select count(*) from public.winners_to_tell()), 0::bigint, 'a change of points only is not to be told');
select is(pg_temp.told('2031-03-16 12:00'), null, 'a correction that changes only points tells nobody');
select is(pg_temp.winners('Matchday 1'), 'Player A with 4', 'the points of the winner are corrected');
select pg_temp.corrects(1, 0, 0, '2031-03-17 10:00');
select is(pg_temp.told('2031-03-17 11:59:59'), null, 'a correction waits for the quiet time too');
select is(pg_temp.told('2031-03-17 12:00'),
          'Player A: Matchday 1 has another winner: The result of Home 1 v Away 1 was corrected. Player B now wins '
            'Matchday 1 with 4 points; you have 1 point.' || E'\n'
            'Player B: You now win Matchday 1: The result of Home 1 v Away 1 was corrected. You now win Matchday 1 '
            'with 4 points; Player A has 1 point.',
          'a correction that changes the winner tells both');
select is(pg_temp.told('2031-03-17 12:01'), null, 'a correction is told once');
select pg_temp.corrects(2, 0, 1, '2031-03-18 10:00');
select is(pg_temp.told('2031-03-18 12:00'),
          'Player B: You now share Matchday 1: The result of Home 2 v Away 2 was corrected. You now share Matchday 1 '
            'with Player C: 3 points each.' || E'\n'
            'Player C: You now share Matchday 1: The result of Home 2 v Away 2 was corrected. You now share '
            'Matchday 1 with Player B: 3 points each.',
          'a correction that adds a winner tells those who share');

-- Held by an organiser.
select pg_temp.corrects(2, 2, 0, '2031-03-19 10:00');
select tests.act_as((select id from people where n = 1));
select throws_ok('select public.winners_to_tell()', 'SL003', null, 'players cannot read who will be told');
select throws_ok('select public.tell_winners(1)', 'SL003', null, 'players cannot send the messages');
select throws_ok('select public.hold_winners(1, true)', 'SL003', null, 'players cannot hold the messages');
select tests.act_as((select admin from roles));
select public.hold_winners(pg_temp.period('Matchday 1'), true);
select results_eq('select label, winners, is_held, is_correction from public.winners_to_tell()',
                  $$ values ('Matchday 1', array['Player B'], true, true) $$, 'a held correction stays in the list');
select tests.act_as_owner();
select is(pg_temp.told('2031-03-25 12:00'), null, 'nobody is told what is held');
select tests.act_as((select admin from roles));
select public.hold_winners(pg_temp.period('Matchday 1'), false);
select tests.act_as_owner();
select is(pg_temp.told('2031-03-25 12:01'),
          'Player B: You now win Matchday 1: The result of Home 2 v Away 2 was corrected. You now win Matchday 1 with '
            '6 points; Player C has 3 points.' || E'\n'
            'Player C: Matchday 1 has another winner: The result of Home 2 v Away 2 was corrected. Player B now wins '
            'Matchday 1 with 6 points; you have 3 points.',
          'a correction is told after its release');
select pg_temp.corrects(2, 0, 1, '2031-03-25 13:00');
select public.hold_winners(pg_temp.period('Matchday 1'), true);
select pg_temp.corrects(2, 2, 0, '2031-03-25 14:00');
select is(pg_temp.told('2031-03-25 16:00'), null, 'a correction that is taken back tells nobody');
select is((select is_held from private.boards where id = pg_temp.period('Matchday 1')), false,
          'and nothing stays held');

-- A cancelled last match.
select tests.ends(pg_temp.game(3), 3, 0);
select is(pg_temp.told('2031-03-23 09:00'), null, 'a matchday waits for its last match');
select public.cancel_match(pg_temp.game(4));
select is(concat(pg_temp.told('2031-03-23 10:00'), pg_temp.told('2031-03-23 11:59:59')), '',
          'a cancelled match is a change');
select is(pg_temp.told('2031-03-23 12:00'),
          'Player A: You won Matchday 2 with 3 points: Friendly Club 2030/31, 1 match. You share the win with 1 other '
            'player.' || E'\n'
            'Player B: You won Matchday 2 with 3 points: Friendly Club 2030/31, 1 match. You share the win with 1 '
            'other player.', 'the winners of a matchday are told two hours after its last match is cancelled');

-- The month: its last match moves into the next one.
update public.matches set match_date = '2031-04-02' where id = pg_temp.game(5);
select is(pg_temp.told('2031-03-29 12:00'), null, 'a month that has not ended has no winner');
select is(pg_temp.told('2031-03-31 23:59:59'), null, 'nor in its last second');
select is(pg_temp.told('2031-04-01 00:00'),
          'Player B: You won March 2031 with 9 points: All competitions, 3 matches.',
          'a month is told when it has ended, without the match that was moved out of it');

-- Sent by an organiser.
select tests.act_as((select admin from roles));
select throws_ok('select public.tell_winners(-1)', 'PT404', 'There is no such matchday or month', 'unknown periods');
create temporary table done as select c.undo_id from public.complete_matches(jsonb_build_array(jsonb_build_object(
  'id', pg_temp.game(5), 'home_score', 5, 'away_score', 0))) c;
select throws_ok($$ select public.tell_winners(pg_temp.period('Matchday 3')) $$, '22023',
                 'A result of Matchday 3 can still be undone. Try again in a minute.',
                 'a result that can be undone is not told');
select throws_ok($$ select public.tell_winners(pg_temp.period('April 2031')) $$, '22023', 'April 2031 is not final',
                 'a month that has not ended is not told');
select tests.act_as_owner();
update private.undos set done_at = done_at - interval '1 day';
select tests.act_as((select admin from roles));
select is(public.tell_winners(pg_temp.period('Matchday 3')), (select count(*) from people where n < 3),
          'an organiser tells the winners at once');
select is(public.tell_winners(pg_temp.period('Matchday 3')), 0::bigint, 'winners who were told are not told again');
select throws_ok($$ select public.hold_winners(pg_temp.period('Matchday 3'), true) $$, '22023',
                 'The winners of Matchday 3 were told already', 'what was told is not held');
select results_eq(
  $$ select action, new_values from public.admin_audit_log where action ~ '_winners$'
      order by created_at desc limit 2 $$,
  $$ values ('tell_winners', '{"period": "Matchday 3"}'::jsonb),
            ('hold_winners', '{"period": "Matchday 1", "is_held": true}') $$, 'acts of organisers are audited');
select tests.act_as_owner();

-- Periods that ended long ago, and the end of a season.
select pg_temp.told('2031-05-01 00:00');
select tests.act_as((select admin from roles));
select from public.complete_matches(jsonb_build_array(jsonb_build_object(
  'id', pg_temp.game(6), 'home_score', 6, 'away_score', 0)));
select tests.act_as_owner();
update private.boards set over_since = pg_temp.club('2031-05-04 12:00') where id = pg_temp.period('Matchday 4');
select private.announce_winners();
select is(pg_temp.winners('Matchday 4'), null, 'no winner is stored while a result can be undone');
update private.undos set done_at = done_at - interval '1 day';
select private.announce_winners();
select is(concat(pg_temp.told('2031-05-04 12:00'), pg_temp.told('2031-05-10 12:00')), '',
          'a result that comes three days later, as after an import, tells nobody');
select is(pg_temp.winners('Matchday 4'), 'Player A with 3, Player B with 3', 'but its winners are stored');
select is((select count(*) from public.winners_to_tell()), 0::bigint, 'and do not wait in the list');
select tests.ends(pg_temp.game(7), 7, 0);
select private.clear_points(null);
select is(pg_temp.winners('Matchday 5'), 'Player A with 3, Player B with 3',
          'the end of a season does not wait for the quiet time to store winners');
select matches(pg_temp.told('2031-05-20 20:00'), 'Player A: You won Matchday 5 with 3 points',
               'and they are told after it');
select matches(concat(pg_temp.told('2031-05-31 23:59:59'), 'and ', pg_temp.told('2031-06-01 00:00')),
               '^and Player A: You won May 2031 with 6 points', 'also those of its last month, when it has ended');

select * from finish();
