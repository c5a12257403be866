-- The crowd's row on leaderboards.
select plan(9);

create temporary table people as select tests.a_player('Player ' || n) as id, n from generate_series(1, 5) n;
grant select on people to authenticated;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 4) n;
update public.matches set season = '2030/31', round = 'Matchday 1' where id in (select id from games where n < 3);
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id, v.home, v.away
    from (values (1, 1, 2, 1), (1, 2, 2, 1), (1, 3, 0, 0), (1, 4, 0, 0), (1, 5, 3, 3),
                 (2, 1, 0, 1), (2, 2, 1, 0), (2, 3, 4, 4),
                 (3, 1, 2, 2)) v (game, player, home, away)
    join games g on g.n = v.game join people p on p.n = v.player;

select is_empty('select from public.crowd()', 'the crowd has no row before the first result');

select tests.ends((select id from games where n = 1), 1, 1);
select results_eq('select home_prediction, away_prediction from private.crowd_predictions', 'values (0, 0)',
                  'of two equally common scores the crowd has the one with fewer goals');
select tests.ends((select id from games where n = 2), 1, 0);
select results_eq(
  $$ select home_prediction, away_prediction from private.crowd_predictions
      where match_id = (select id from games where n = 2) $$, 'values (1, 0)',
  'of equally common scores with as many goals it has the one with more goals of the home team');
select tests.ends((select id from games where n = 4), 1, 0);
select results_eq($$ select predictions_scored, points, perfect_scores, accuracy from public.crowd('Friendly Club') $$,
                  'values (2, 4, 1, 100.0)', 'a match without predictions and an open match do not count');
select results_eq(
  $$ select c.predictions_scored, c.points
       from public.leaderboard_periods('matchday', 'Friendly Club') p, public.crowd(null, p.period_id) c $$,
  'values (2, 4)', 'a matchday has the crowd of its matches');

update public.matches set home_score = 2, away_score = 1 where id = (select id from games where n = 1);
select results_eq('select points from public.crowd()', 'values (3)', 'a correction changes the points of the crowd');
select public.reopen_match((select id from games where n = 2), now() + interval '3 days', 'A wrong result');
select results_eq('select predictions_scored, points from public.crowd()', 'values (1, 0)',
                  'a reopened match does not count');

select private.clear_points(array[(select id from people where n = 1)]);
select results_eq('select predictions_scored from public.crowd()', 'values (1)',
                  'clearing the points of a player leaves the crowd');
select private.clear_points(null);
select is_empty('select from public.crowd()', 'clearing all points clears those of the crowd');

select * from finish();
