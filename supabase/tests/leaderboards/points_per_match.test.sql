select plan(16);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Chloe') as chloe, tests.a_player('Dan') as dan,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Stoke', 'Bury') as third,
  tests.a_match_kicking_off_in('4 hours', 'Friendly Club', 'Porto', 'Ajax') as elsewhere,
  tests.a_match_kicking_off_in('5 hours', 'Champions League', 'Porto', 'Ajax') as abroad;
grant select on game to public;
select tests.predicts(amina, i, 2, 1) from game, unnest(array[first, second, third, abroad]) i;
select tests.predicts(bruno, second, 2, 1), tests.predicts(bruno, third, 0, 0), tests.predicts(chloe, third, 1, 0),
       tests.predicts(dan, elsewhere, 1, 0) from game;
-- "name matches per_match" of the players of a leaderboard, in the order of points per match.
create function pg_temp.board(_league text default 'Friendly Club') returns text[] language sql as $$
  select array_agg(concat_ws(' ', l.full_name, k.matches, coalesce(k.per_match::text, '-')) order by l.nth)
    from public.leaderboard_per_match(_league) with ordinality
           l (rank, previous_rank, user_id, full_name, predictions_scored, points, perfect_scores, accuracy, nth)
    join public.points_per_match(_league, array(select p.id from public.profiles p)) k on k.user_id = l.user_id
$$;
grant execute on function pg_temp.board(text) to public;

select is(pg_temp.board(), array['Amina 0 -', 'Bruno 0 -', 'Chloe 0 -', 'Dan 0 -'],
          'before a result nobody has a figure, and the order is that of the leaderboard');
select tests.ends(i, 2, 1) from game, unnest(array[first, second, third]) i;
-- Bruno joined when the first match locked, Chloe when the second one did, Dan after all of them.
update public.profiles p set created_at = m.locks_at
  from game g, public.matches m where (p.id, m.id) in ((g.bruno, g.first), (g.chloe, g.second));
update public.profiles set created_at = clock_timestamp() + interval '1 day' where id = (select dan from game);
select is(pg_temp.board(), array['Amina 3 3.00', 'Bruno 2 1.50', 'Chloe 1 1.00', 'Dan 0 -'],
          'points are divided by the matches that locked after joining; without a match a player is last');
select tests.ends(abroad, 2, 2) from game;
select is(pg_temp.board(), array['Amina 3 3.00', 'Bruno 2 1.50', 'Chloe 1 1.00', 'Dan 0 -'],
          'matches of another competition are not counted');
select is(pg_temp.board('Overall'), array['Amina 4 2.25', 'Bruno 3 1.00', 'Chloe 2 0.50', 'Dan 0 -'],
          'but in the overall leaderboard');
update public.profiles p set created_at = p.created_at - interval '1 microsecond' where id = (select chloe from game);
select is(pg_temp.board(), array['Amina 3 3.00', 'Bruno 2 1.50', 'Chloe 2 0.50', 'Dan 0 -'],
          'a match counts that locked after joining');
update public.profiles p set created_at = p.created_at + interval '1 microsecond' where id = (select chloe from game);
update public.matches set home_score = 1, away_score = 0 where id = (select third from game);
select is(pg_temp.board(), array['Chloe 1 3.00', 'Amina 3 2.33', 'Bruno 2 1.50', 'Dan 0 -'],
          'who joined last can be first');
update public.profiles set created_at = now() + interval '1 day' where id = (select amina from game);
select is(pg_temp.board(), array['Chloe 1 3.00', 'Amina 3 2.33', 'Bruno 2 1.50', 'Dan 0 -'],
          'a match that a player predicted counts, even if another account brought it');
select is((select array_agg(l.full_name order by l.nth) from public.leaderboard_per_match('Friendly Club', 2, 1)
             with ordinality l (rank, previous_rank, user_id, full_name, predictions_scored, points, perfect_scores,
                                accuracy, nth)), array['Amina', 'Bruno'], 'a page begins at its offset');
select is((select array_agg(l.rank order by l.full_name) from public.leaderboard_per_match('Friendly Club') l),
          array[1, 2, 2, 4], 'ranks are those of the points');
select is_empty($$ select public.leaderboard_per_match('No League') $$, 'an unknown leaderboard has no rows');
select tests.act_as(amina) from game;
select isnt_empty($$ select public.leaderboard_per_match() $$, 'a member reads it');
select tests.act_as_anonymous();
select throws_ok($$ select public.leaderboard_per_match() $$, '42501', null, 'a visitor does not');
select throws_ok($$ select public.points_per_match('Overall', '{}') $$, '42501', null, 'nor the figures');
select tests.act_as(olga) from game;
select results_eq($$ select full_name, points_per_match from public.admin_export()
                      where full_name <> 'Olga' order by 1 $$,
                  $$ values ('Amina', 1.75), ('Bruno', 1.00), ('Chloe', 1.50), ('Dan', null) $$, 'a file has them');
select isnt((select public.void_match(first) from game), null, 'a match is void');
select tests.act_as_owner();
select private.clear_points(null);
select is(pg_temp.board(), array['Amina 0 -', 'Bruno 0 -', 'Chloe 0 -', 'Dan 0 -'],
          'matches whose points were cleared are not counted');

select * from finish();
