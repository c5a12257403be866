select plan(39);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Chloe') as chloe,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup') as played,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as cancelled,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Derby', 'Hull') as open,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Stoke', 'Bury') as other,
  clock_timestamp() + interval '2 days' as kickoff;
grant select on game to public;
select tests.a_subscription(p.id, 'fa_cup') from game, unnest(array[amina, bruno, chloe]) p (id);
select tests.predicts(amina, played, 1, 0), tests.predicts(bruno, played, 0, 0), tests.predicts(amina, other, 1, 0),
       tests.predicts(bruno, cancelled, 2, 2) from game;
select tests.ends(other, 1, 0) from game;
create temporary table totals_before as select * from private.player_totals;
select tests.ends(played, 1, 0) from game;
update public.matches set status = 'cancelled' where id = (select cancelled from game);

select tests.act_as_anonymous();
select throws_ok($$ select public.reopen_match(played, kickoff, 'A mistake') from game $$, '42501', null,
                 'a visitor may not reopen a match');
select tests.act_as(amina) from game;
select throws_ok($$ select public.reopen_match(played, kickoff, 'A mistake') from game $$, 'SL003', null,
                 'a player may not reopen a match');
select throws_ok($$ update public.matches set predictions_revealed_at = now() $$, '42501', null,
                 'a player may not reveal predictions');

select tests.act_as(olga) from game;
select throws_ok($$ update public.matches set status = 'upcoming' where id = (select played from game) $$,
                 'SL005', null, 'not even an admin reopens a match by a direct write');
select throws_ok($$ update public.matches set predictions_revealed_at = now() $$, '42501', null,
                 'not even an admin reveals predictions');
select throws_ok($$ select public.reopen_match(gen_random_uuid(), kickoff, 'A mistake') from game $$, 'PT404', null,
                 'an unknown match is refused');
select throws_ok($$ select public.reopen_match(open, kickoff, 'A mistake') from game $$, 'SL005', null,
                 'an open match is refused');
select throws_ok($$ select public.reopen_match(played, clock_timestamp() - interval '1 second', 'A mistake')
                      from game $$, 'SL013', null, 'a kick-off in the past is refused');
select throws_ok($$ select public.reopen_match(played, now() + interval '1 microsecond', 'A mistake') from game $$,
                 'SL013', null, 'the kick-off is compared with the clock, not with the start of the transaction');
select throws_ok($$ select public.reopen_match(played, null, 'A mistake') from game $$, 'SL013', null,
                 'a missing kick-off is refused');
select throws_ok($$ select public.reopen_match(played, 'infinity', 'A mistake') from game $$, 'SL013', null,
                 'an infinite kick-off is refused');
select throws_ok($$ select public.reopen_match(played, kickoff, ' No ') from game $$, '22023', null,
                 'a reason of two characters is refused');
select throws_ok($$ select public.reopen_match(played, kickoff, repeat('x', 201)) from game $$, '22023', null,
                 'a reason of 201 characters is refused');

select is(r.status, 'upcoming', 'a completed match is upcoming again')
  from game, public.reopen_match(played, kickoff, '  Wrong   match ') r;

select tests.act_as_owner();
select is(
  (select row(m.status, m.home_score, m.completed_at, m.kickoff_at, m.locks_at, m.kickoff_confirmed)::text
     from public.matches m, game where m.id = played),
  (select row('upcoming', null::integer, null::timestamptz, kickoff, kickoff, true)::text from game),
  'it has no score, and locks at its new kick-off'
);
select is(
  (select array_agg(row(p.home_prediction, p.points_earned)::text order by p.home_prediction)
     from public.user_predictions p, game where p.match_id = played),
  array[row(0, null::integer)::text, row(1, null::integer)::text],
  'predictions are kept, and their points are taken back'
);
select is_empty('select * from tests.wrong_boards()', 'every total follows');
select set_eq('select board_id, user_id, predictions_scored, points, perfect_scores from private.player_totals',
              'select board_id, user_id, predictions_scored, points, perfect_scores from totals_before',
              'every total is as before the completion');
select results_eq(
  $$ select r.reason, r.old_status, r.new_kickoff_at, r.organiser
       from game, public.match_reopenings(array[played]) r $$,
  $$ select 'Wrong match', 'completed', kickoff, 'Olga' from game $$,
  'the log has the reason, the old state, the new kick-off and the organiser'
);
select results_eq(
  $$ select l.admin_user_id, l.new_values ->> 'reason', l.old_values ->> 'home_score' from public.admin_audit_log l
      where l.action = 'reopen_match' $$,
  $$ select olga, 'Wrong match', '1' from game $$,
  'the reopening is audited'
);
select results_eq(
  $$ select n.user_id, n.message like '%Your pick is kept%' from public.notifications n, game
      where n.title = 'Open again: Arsenal v Chelsea' order by n.user_id = chloe, n.user_id = bruno $$,
  $$ select amina, true from game union all select bruno, true from game union all select chloe, false from game $$,
  'players who predicted and subscribers of the competition are told once'
);
select is_empty($$ select from public.notifications n where n.title = 'Kick-off moved' $$,
                'nobody is told a second time that the kick-off has moved');
select is((select count(*) from public.notifications n, game
            where n.message like '%Wrong match%' and n.user_id = olga), 0::bigint, 'others are not told');

-- What the others see.
select tests.act_as(chloe) from game;
select is((select count(*) from public.user_predictions p, game where p.match_id = played), 2::bigint,
          'predictions that were visible stay visible');
select is((select count(*) from game, public.match_predictions(played)), 2::bigint, 'also in the list of all picks');
select is((select s.home + s.draw + s.away from game, public.match_splits(array[played]) s), 2, 'and in the split');
select tests.predicts(chloe, played, 3, 3) from game;
select tests.act_as(bruno) from game;
select tests.predicts(bruno, played, 4, 4) from game;
select is((select array_agg(p.user_id order by p.user_id = amina) from public.user_predictions p, game
            where p.match_id = played),
          (select array[bruno, amina] from game), 'a prediction that is made afterwards is hidden');
select tests.act_as(amina) from game;
select is((select array_agg(p.user_id) from public.user_predictions p, game where p.match_id = played),
          (select array[amina] from game), 'and so is one that is changed afterwards');
select is((select array_agg(c.change || c.home_prediction order by c.id) from public.prediction_changes c, game
            where c.match_id = played), '{made1,made0}', 'the log shows the changes from before the reopening only');
select is((select count(*) from game, public.match_predictions(played)), 1::bigint,
          'the list of all picks hides what was made or changed afterwards');
select is((select s.home + s.draw + s.away from game, public.match_splits(array[played]) s), 1,
          'and so does the split');
select tests.act_as(olga) from game;
select is((select a.is_open from game, public.admin_user_predictions(chloe) a where a.match_id = played), true,
          'it is hidden from admins too');
select is((select a.is_open from game, public.admin_user_predictions(amina) a where a.match_id = played), false,
          'what was visible is shown to admins');

-- The other states, and the next round of the life cycle.
select lives_ok($$ select public.reopen_match(cancelled, kickoff, 'It is on after all') from game $$,
                'a cancelled match is reopened');
select tests.act_as_owner();
select tests.kickoff_moves_to(open, '-1 second') from game;
select public.start_due_matches();
select tests.act_as(olga) from game;
select lives_ok($$ select public.reopen_match(open, kickoff, 'Wrong day') from game $$, 'a live match is reopened');
select tests.act_as_owner();
select tests.kickoff_moves_to(open, '-1 second') from game;
select tests.act_as(olga) from game;
select lives_ok($$ select public.reopen_match(open, kickoff, 'Wrong day again') from game $$,
                'a locked match is reopened');
select tests.act_as_owner();
select tests.kickoff_moves_to(played, '-1 second') from game;
select tests.ends(played, 1, 0) from game;
select is((select array_agg(p.points_earned order by p.points_earned) from public.user_predictions p, game
            where p.match_id = played), '{0,0,3}', 'a reopened match is completed again');
select is_empty('select * from tests.wrong_boards()', 'every total follows again');
select throws_ok($$ insert into private.match_reopenings (match_id, reason, old_status, old_kickoff_at, new_kickoff_at)
                      select open, 'A mistake', 'live', now(), now() from game $$, '23514', null,
                 'the log accepts no reopening for a kick-off that has passed');

select * from finish();
