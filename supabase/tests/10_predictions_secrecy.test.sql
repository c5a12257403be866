select plan(13);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as match_id;
grant select on game to public;
select tests.predicts((select amina from game), (select match_id from game), 2, 1);
select tests.predicts((select amina from game), (select match_id from game), 3, 1);
select tests.predicts((select ben from game), (select match_id from game), 0, 1);

select is(
  (select predictions_count from public.matches where id = (select match_id from game)),
  2,
  'their number shows'
);

select tests.act_as((select ben from game));
select is((select count(*)::int from public.user_predictions), 1, 'a player sees their own pick and no other');

select is(
  (select count(*)::int from public.match_picks((select match_id from game))),
  0,
  'the list of picks is empty'
);

select is(
  (select count(*)::int from public.match_splits(array[(select match_id from game)])),
  0,
  'the split is not told'
);

select is((select count(*)::int from public.prediction_changes), 1, 'nor are the changes of others');
select tests.act_as((select olga from game));
select is((select count(*)::int from public.user_predictions), 0, 'admins see no open pick either');
select is((select count(*)::int from public.prediction_changes), 0, 'nor its changes');
select is((select count(*)::int from public.match_picks((select match_id from game))), 0, 'nor the list');
select tests.act_as_anonymous();
select throws_ok($$ select * from public.user_predictions $$, '42501', null, 'visitors see none at all');

select tests.act_as_owner();
select tests.kickoff_moves_to((select match_id from game), '-1 second');
select tests.act_as((select ben from game));
select is(
  (select count(*)::int from public.user_predictions),
  2,
  'after the lock everyone signed in sees who picked what'
);

select is(
  (select full_name from public.match_picks((select match_id from game)) where home_prediction = 3),
  'Amina',
  'with the names'
);

select results_eq(
  $$ select home, draw, away from public.match_splits(array[(select match_id from game)]) $$,
  $$ values (1, 0, 1) $$,
  'and the split'
);

select results_eq(
  $$
    select change, home_prediction from public.prediction_changes where user_id = (select amina from game) order by id
  $$,
  $$ values ('made', 2), ('changed', 3) $$,
  'and how picks changed'
);

select * from finish();
