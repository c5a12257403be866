select plan(15);

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
  'the number of predictions is public'
);

select tests.act_as((select ben from game));
select is((select count(*)::int from public.user_predictions), 1, 'a player sees only their own prediction');

select is(
  (select count(*)::int from public.match_predictions((select match_id from game))),
  0,
  'match_predictions returns nothing before the lock'
);

select is(
  (select count(*)::int from public.match_splits(array[(select match_id from game)])),
  0,
  'match_splits returns nothing before the lock'
);

select is((select count(*)::int from public.prediction_changes), 1, 'a player cannot read other players'' changes');
select tests.act_as((select olga from game));
select is((select count(*)::int from public.user_predictions), 0, 'an admin cannot read an open prediction');

select is(
  (select count(*)::int from public.prediction_changes),
  0,
  'an admin cannot read an open prediction''s changes'
);

select is(
  (select count(*)::int from public.match_predictions((select match_id from game))),
  0,
  'an admin gets nothing from match_predictions'
);

select tests.act_as_secret_key();
delete from public.user_predictions where user_id = (select ben from game);
select tests.act_as((select olga from game));
select is(
  (select array_agg(k order by k) from public.admin_audit_log a, jsonb_object_keys(a.old_values) k
    where a.action = 'user_predictions.delete'
      and k in ('user_id', 'home_prediction', 'away_prediction', 'is_double')),
  '{user_id}',
  'the audit of a deleted open prediction does not have its score'
);
select tests.act_as((select ben from game));
select tests.predicts((select ben from game), (select match_id from game), 0, 1);

select tests.act_as_anonymous();
select throws_ok($$ select * from public.user_predictions $$, '42501', null, 'visitors see no predictions');

select tests.act_as_owner();
select tests.kickoff_moves_to((select match_id from game), '-1 second');
select tests.act_as((select ben from game));
select is(
  (select count(*)::int from public.user_predictions),
  2,
  'after the lock signed-in players see every prediction'
);

select is(
  (select full_name from public.match_predictions((select match_id from game)) where home_prediction = 3),
  'Amina',
  'after the lock match_predictions has the players'' names'
);

select results_eq(
  $$ select home, draw, away from public.match_splits(array[(select match_id from game)]) $$,
  $$ values (1, 0, 1) $$,
  'after the lock match_splits counts the predictions'
);

select results_eq(
  $$
    select change, home_prediction from public.prediction_changes where user_id = (select amina from game) order by id
  $$,
  $$ values ('made', 2), ('changed', 3) $$,
  'after the lock the changes are visible'
);

select tests.act_as_secret_key();
delete from public.user_predictions where user_id = (select ben from game);
select tests.act_as((select olga from game));
select is(
  (select old_values -> 'away_prediction' from public.admin_audit_log order by id desc limit 1),
  '1',
  'the audit of a deleted locked prediction has its score'
);

select * from finish();
