select plan(28);

select is(public.calculate_prediction_points(2, 1, 2, 1), 3, 'the exact score earns 3');
select is(public.calculate_prediction_points(3, 1, 2, 1), 1, 'the right winner earns 1');
select is(public.calculate_prediction_points(0, 0, 2, 2), 1, 'a draw predicted with other goals earns 1');
select is(public.calculate_prediction_points(1, 2, 2, 1), 0, 'the wrong winner earns 0');
select is(public.calculate_prediction_points(1, 1, 2, 1), 0, 'a predicted draw earns 0 when one side wins');
select is(public.calculate_prediction_points(50, 50, 50, 50), 3, 'fifty goals per side are possible');

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
  'completing a match scores all of its predictions'
);

select is(
  (select array_agg(points_earned) from public.user_predictions where match_id = (select second from game)),
  array[null, null, null]::int[],
  'completing a match scores no other match''s predictions'
);

select is_empty('select * from tests.wrong_boards()', 'totals, points distribution and top players agree');
select tests.ends((select first from game), 2, 1);
select is(
  (select points from private.player_totals
    where board_id = private.board_of('Overall') and user_id = (select amina from game)),
  3,
  'saving the same score again adds nothing'
);

select tests.ends((select first from game), 1, 0);
select is(
  (select points from private.player_totals
    where board_id = private.board_of('Overall') and user_id = (select amina from game)),
  1,
  'a correction replaces the points'
);

select is(
  (select points from private.player_totals
    where board_id = private.board_of('Champions League') and user_id = (select ben from game)),
  3,
  'a correction replaces everyone''s points'
);

select is_empty('select * from tests.wrong_boards()', 'the totals follow the correction');

select is(
  (select count(*)::int from public.get_points_by_league_for_users(array[(select ben from game)], 'Champions League')
   where total_points = 3 and perfect_scores = 1),
  1,
  'get_points_by_league_for_users returns points and perfect scores'
);

-- Cancelled matches.
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
  'a cancelled match cannot be completed'
);

select throws_ok(
  $$ update public.matches set status = 'upcoming' where id = (select first from game) $$,
  'SL005', null,
  'a completed match stays completed'
);

select throws_ok(
  $$ update public.matches set home_score = 51 where id = (select first from game) $$,
  '23514', null,
  '51 goals are refused'
);

select lives_ok(
  $$ update public.matches set home_score = 50 where id = (select first from game) $$,
  '50 goals are accepted'
);

select tests.ends((select first from game), 1, 0);

-- Clearing is permanent; predictions scored later count.
select is(
  private.clear_points(array[(select ben from game)]),
  1,
  'clearing returns the number of cleared predictions'
);

select is(
  (select points from private.player_totals
    where board_id = private.board_of('Overall') and user_id = (select ben from game)),
  0,
  'cleared points leave the totals'
);

select tests.ends((select first from game), 3, 2);
select results_eq(
  $$ select t.points, (select max(p.points_earned) from public.user_predictions p
                        where p.user_id = t.user_id and p.cleared_at is not null)
       from private.player_totals t
      where t.board_id = private.board_of('Overall') and t.user_id = (select ben from game) $$,
  $$ values (0, 0) $$,
  'a later correction does not restore cleared points'
);

select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition after the correction');
create temporary table third as select tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Derby',
                                                                    'Hull') as id;
select tests.predicts((select ben from game), (select id from third), 1, 0);
select tests.ends((select id from third), 1, 0);
select is(
  (select points from private.player_totals
    where board_id = private.board_of('Overall') and user_id = (select ben from game)),
  3,
  'points scored after clearing count'
);

-- Deleting removes the points.
delete from public.user_predictions where user_id = (select ben from game) and match_id = (select id from third);
select is(
  (select points from private.player_totals
    where board_id = private.board_of('Overall') and user_id = (select ben from game)),
  0,
  'deleting a prediction removes its points'
);

delete from public.matches where id = (select first from game);
select is(
  (select coalesce(sum(points), 0)::int from private.player_totals),
  0,
  'deleting a match removes its points'
);

delete from auth.users where id = (select amina from game);
select is(
  (select count(*)::int from private.player_totals where user_id = (select amina from game)),
  0,
  'deleting a player removes them from the leaderboards'
);

select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition after the deletions');
select * from finish();
