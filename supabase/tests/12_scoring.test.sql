select plan(28);

select is(public.calculate_prediction_points(2, 1, 2, 1), 3, 'the exact score earns 3');
select is(public.calculate_prediction_points(3, 1, 2, 1), 1, 'the right winner earns 1');
select is(public.calculate_prediction_points(0, 0, 2, 2), 1, 'a draw foreseen with other goals earns 1');
select is(public.calculate_prediction_points(1, 2, 2, 1), 0, 'the wrong winner earns 0');
select is(public.calculate_prediction_points(1, 1, 2, 1), 0, 'a draw foreseen where one side won earns 0');
select is(public.calculate_prediction_points(50, 50, 50, 50), 3, 'up to fifty goals a side');

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cleo') as cleo,
  tests.a_match_kicking_off_in('1 hour', 'Champions League') as first,
  tests.a_match_kicking_off_in('2 hours', 'Champions League', 'Leeds', 'Fulham') as second;
grant select on game to public;
select tests.predicts((select amina from game), m, 2, 1), tests.predicts((select ben from game), m, 1, 0),
       tests.predicts((select cleo from game), m, 0, 2)
  from (select first as m from game union all select second from game) q;

select tests.ends((select first from game), 2, 1);
select results_eq(
  $$
    select points_earned from public.user_predictions where match_id = (select first from game)
      order by points_earned desc
  $$,
  array[3, 1, 0],
  'completing a match scores every pick of it'
);

select is(
  (select array_agg(points_earned) from public.user_predictions where match_id = (select second from game)),
  array[null, null, null]::int[],
  'and no other'
);

select is_empty('select * from tests.wrong_totals()', 'totals, ladder and head follow');
select tests.ends((select first from game), 2, 1);
select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select amina from game)),
  3,
  'saving the same score again adds nothing'
);

select tests.ends((select first from game), 1, 0);
select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select amina from game)),
  1,
  'a correction replaces points'
);

select is(
  (select points from private.player_totals where scope = 'champions_league' and user_id = (select ben from game)),
  3,
  'for everyone'
);

select is_empty('select * from tests.wrong_totals()', 'and the totals follow the correction');

select is(
  (select count(*)::int from public.get_points_by_league_for_users(array[(select ben from game)], 'Champions League')
   where total_points = 3 and perfect_scores = 1),
  1,
  'get_points_by_league_for_users tells a player''s points and perfect scores'
);

-- Cancelled means void.
select tests.act_as_owner();
update public.matches set status = 'cancelled' where id = (select second from game);
select is(
  (select count(points_earned)::int from public.user_predictions where match_id = (select second from game)),
  0,
  'a cancelled match earns nothing'
);

select throws_ok(
  $$ select tests.ends((select second from game), 1, 0) $$,
  'SL005', null,
  'and cannot be completed any more'
);

select throws_ok(
  $$ update public.matches set status = 'upcoming' where id = (select first from game) $$,
  'SL005', null,
  'a completed match stays completed'
);

select throws_ok(
  $$ update public.matches set home_score = 51 where id = (select first from game) $$,
  '23514', null,
  'nobody scores 51 goals'
);

select lives_ok($$ update public.matches set home_score = 50 where id = (select first from game) $$, '50 is accepted');
select tests.ends((select first from game), 1, 0);

-- Clearing is for good; what is scored afterwards counts.
select is(private.clear_points(array[(select ben from game)]), 1, 'clearing tells how many predictions it cleared');

select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select ben from game)),
  0,
  'cleared points leave the totals'
);

select tests.ends((select first from game), 3, 2);
select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select ben from game)),
  0,
  'a later correction does not bring them back'
);

select is_empty('select * from tests.wrong_totals()', 'and the totals still agree with the predictions');
create temporary table third as select tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Derby',
                                                                    'Hull') as id;
select tests.predicts((select ben from game), (select id from third), 1, 0);
select tests.ends((select id from third), 1, 0);
select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select ben from game)),
  3,
  'points scored after clearing count'
);

-- Deleting takes the points away.
delete from public.user_predictions where user_id = (select ben from game) and match_id = (select id from third);
select is(
  (select points from private.player_totals where scope = 'overall' and user_id = (select ben from game)),
  0,
  'a deleted prediction takes its points along'
);

delete from public.matches where id = (select first from game);
select is(
  (select coalesce(sum(points), 0)::int from private.player_totals),
  0,
  'a deleted match takes its points along'
);

delete from auth.users where id = (select amina from game);
select is(
  (select count(*)::int from private.player_totals where user_id = (select amina from game)),
  0,
  'a deleted player leaves the tables'
);

select is_empty('select * from tests.wrong_totals()', 'and everything still agrees');
select * from finish();
