select plan(14);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cleo') as cleo,
  tests.a_player('Dan') as dan,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second;
grant select on game to public;
select tests.predicts((select amina from game), (select first from game), 1, 0),
       tests.predicts((select ben from game), (select first from game), 2, 0),
       tests.predicts((select cleo from game), (select first from game), 3, 0),
       tests.predicts((select dan from game), (select first from game), 0, 0);
select tests.predicts((select amina from game), (select second from game), 0, 1),
       tests.predicts((select dan from game), (select second from game), 1, 0);

select tests.act_as((select amina from game));
select results_eq(
  $$ select rank, full_name, accuracy from public.leaderboard('Friendly Club') $$,
  $$ values (null::int, 'Amina', null::numeric), (null, 'Ben', null), (null, 'Cleo', null), (null, 'Dan', null) $$,
  'before the first result there are names but no ranks and no accuracy'
);

select tests.act_as_owner();
update public.matches set status = 'completed', home_score = 1, away_score = 0,
  completed_at = now() - interval '3 days' where id = (select first from game);
select tests.act_as((select amina from game));
select results_eq(
  $$ select rank, full_name, points from public.leaderboard('Friendly Club') $$,
  $$ values (1, 'Amina', 3), (2, 'Ben', 1), (2, 'Cleo', 1), (4, 'Dan', 0) $$,
  'players with equal points and perfect scores share a rank: 1-2-2-4'
);

select is(
  (select count(previous_rank)::int from public.leaderboard('Friendly Club')),
  0,
  'on the first day there is no previous rank'
);

select results_eq(
  $$ select predictions_scored, perfect_scores, accuracy from public.my_leaderboard_row('Friendly Club') $$,
  $$ values (1, 1, 100.0) $$,
  'my_leaderboard_row returns the player''s own row'
);

select tests.act_as_owner();
select tests.ends((select second from game), 1, 0);
select tests.act_as((select amina from game));
select results_eq(
  $$ select rank, previous_rank, full_name, points, accuracy from public.leaderboard('Friendly Club') $$,
  $$ values (1, 1, 'Amina', 3, 50.0), (1, 4, 'Dan', 3, 50.0), (3, 2, 'Ben', 1, 100.0), (3, 2, 'Cleo', 1, 100.0) $$,
  'movement compares with the day before'
);

select results_eq(
  $$ select players, matches_completed from public.leaderboard_summary('Friendly Club') $$,
  $$ values (4, 2) $$,
  'the summary counts players and matches'
);

select is(
  (select compared_with from public.leaderboard_summary('Friendly Club')),
  ((now() - interval '3 days') at time zone 'Indian/Mauritius')::date,
  'the summary names the day it compares with'
);

select results_eq(
  $$ select rank, full_name from public.leaderboard('Overall', 2, 2) $$,
  $$ values (3, 'Ben'), (3, 'Cleo') $$,
  'the second page of the overall leaderboard has the remaining players'
);

select results_eq(
  $$ select full_name from public.search_leaderboard('Overall', 'a') $$,
  $$ values ('Amina'), ('Dan') $$,
  'search finds a part of a name'
);

select is_empty(
  $$ select * from public.search_leaderboard('Overall', '%') $$,
  'search treats a per cent sign literally'
);

select results_eq(
  $$
    select position, points_earned from public.last_five('Friendly Club', array[(select ben from game)])
      order by points_earned nulls last
  $$,
  $$ values ((select position from public.last_five('Friendly Club', array[(select ben from game)])
              where points_earned = 1), 1),
            ((select position from public.last_five('Friendly Club', array[(select ben from game)])
              where points_earned is null), null) $$,
  'last_five has no points where the player did not predict'
);

select is_empty($$ select * from public.leaderboard('No such league') $$, 'an unknown league has no rows');

select is(
  (select count(*)::int from public.leaderboard('Premier League')),
  0,
  'a player without prediction or subscription is on no leaderboard'
);

select tests.act_as_anonymous();
select throws_ok($$ select * from public.leaderboard() $$, '42501', null, 'visitors cannot read leaderboards');
select * from finish();
