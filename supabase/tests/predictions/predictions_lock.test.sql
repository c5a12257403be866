select plan(22);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as open_match,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as other_match;
grant select on game to public;

-- The last moment before the kick-off, the kick-off, and the first moment after it.
select tests.act_as((select amina from game));
select lives_ok(
  $$ select tests.predicts((select amina from game), (select open_match from game), 2, 1) $$,
  'a prediction is accepted before kick-off'
);

select tests.predicts((select amina from game), (select open_match from game), 2, 2);
select results_eq(
  $$ select change, changed_at from public.prediction_changes where match_id = (select open_match from game)
      order by id $$,
  $$ select 'made', created_at from public.user_predictions where match_id = (select open_match from game)
     union all select 'changed', updated_at from public.user_predictions
                where match_id = (select open_match from game) $$,
  'the log has the moments at which the predictions were judged'
);

select tests.act_as_owner();
create temporary table last_moment as select tests.a_match_kicking_off_in('3 seconds', 'Friendly Club',
  'Everton', 'Burnley') as id;
grant select on last_moment to public;
select tests.act_as((select amina from game));
select lives_ok(
  $$ select tests.predicts((select amina from game), (select id from last_moment), 0, 0) $$,
  'a prediction is accepted in the last moment before kick-off'
);

do $$ begin
  perform pg_sleep_until(locks_at) from public.matches where id = (select id from last_moment);
end $$;
select throws_ok(
  $$ select tests.predicts((select amina from game), (select id from last_moment), 1, 0) $$,
  'SL001', null,
  'a prediction is refused from kick-off on, within the same transaction too'
);

select tests.act_as_owner();
select tests.kickoff_moves_to((select open_match from game), '-1 millisecond');
select tests.act_as((select amina from game));
select throws_ok(
  $$ select tests.predicts((select amina from game), (select open_match from game), 3, 1) $$,
  'SL001', null,
  'a change one millisecond after kick-off is refused'
);

select tests.act_as((select ben from game));
select throws_ok(
  $$ select tests.predicts((select ben from game), (select open_match from game), 1, 1) $$,
  'SL001', null,
  'a first prediction after kick-off is refused'
);

select tests.act_as_secret_key();
select throws_ok(
  $$ select tests.predicts((select ben from game), (select open_match from game), 1, 1) $$,
  'SL001', null,
  'the secret key cannot predict after kick-off'
);

select throws_ok(
  $$ update public.user_predictions set points_earned = 3 $$,
  '42501', null,
  'the secret key cannot write points'
);

select tests.act_as_owner();
select throws_ok(
  $$ select tests.predicts((select ben from game), (select open_match from game), 1, 1) $$,
  'SL001', null,
  'the owner of the table cannot predict after kick-off'
);

select is(
  (select home_prediction from public.user_predictions where match_id = (select open_match from game)),
  2,
  'the refused changes left the prediction as it was'
);

-- A locked match never unlocks.
select tests.kickoff_moves_to((select open_match from game), '2 hours');
select throws_ok(
  $$ select tests.predicts((select ben from game), (select open_match from game), 1, 1) $$,
  'SL001', null,
  'moving the kick-off later does not reopen a locked match'
);

select cmp_ok(
  (select locks_at from public.matches where id = (select open_match from game)),
  '<',
  clock_timestamp(),
  'the lock stays where it was'
);

select tests.ends((select other_match from game), 1, 0);
select throws_ok(
  $$ select tests.predicts((select ben from game), (select other_match from game), 1, 0) $$,
  'SL001', null,
  'a match completed early is locked'
);

select cmp_ok(
  (select locks_at from public.matches where id = (select other_match from game)),
  '<=',
  clock_timestamp(),
  'locks_at of that match has passed, so its predictions are shown'
);

-- Judged by the clock, not by the start of the transaction, which may have waited for the predictions.
create temporary table early as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Luton', 'Wigan') as id;
select tests.predicts((select amina from game), (select id from early), 2, 2);
update public.matches set status = 'live' where id = (select id from early);
select cmp_ok(
  (select locks_at from public.matches where id = (select id from early)),
  '>',
  (select updated_at from public.user_predictions where match_id = (select id from early)),
  'a match that starts early locks after the predictions that were accepted'
);

-- Before the lock: the lock moves with the kick-off, predictions stay, and their players are told.
create temporary table moved as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Derby', 'Hull') as id;
grant select on moved to public;
select tests.predicts((select amina from game), (select id from moved), 2, 2);
select tests.kickoff_moves_to((select id from moved), '3 hours');
select lives_ok(
  $$ select tests.predicts((select ben from game), (select id from moved), 1, 1) $$,
  'a match moved before its lock stays open'
);

select is(
  (select count(*)::int from public.notifications where title = 'Kick-off moved'),
  1,
  'one player is told of the moved kick-off'
);

select is(
  (select user_id from public.notifications where title = 'Kick-off moved'),
  (select amina from game),
  'the player who predicted is told'
);

-- A prediction belongs to its player.
select tests.act_as((select ben from game));
select throws_ok(
  $$ select tests.predicts((select amina from game), (select id from moved), 9, 9) $$,
  '42501', null,
  'nobody can change another player''s prediction'
);

select throws_ok(
  $$
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction) select olga, id, 9, 9
      from game, moved
  $$,
  '42501', null,
  'nobody can predict for another player'
);

select throws_ok(
  $$ update public.user_predictions set user_id = (select amina from game) where user_id = (select ben from game) $$,
  '23514', null,
  'a prediction cannot be handed to another player'
);

select throws_ok($$ delete from public.user_predictions $$, 'SL003', null, 'players cannot delete predictions');
select * from finish();
