select plan(21);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cleo') as cleo,
  tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Ajax') as third,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Hull', 'Derby') as still_open;
grant select on game to public;
-- first: Amina 3, Ben 1, Cleo 0.  second: Amina 0, Ben 3, Cleo 1.  third: Cleo 3.
select tests.predicts((select amina from game), (select first from game), 1, 0),
       tests.predicts((select ben from game), (select first from game), 2, 0),
       tests.predicts((select cleo from game), (select first from game), 0, 0),
       tests.predicts((select amina from game), (select second from game), 0, 1),
       tests.predicts((select ben from game), (select second from game), 2, 2),
       tests.predicts((select cleo from game), (select second from game), 1, 1),
       tests.predicts((select cleo from game), (select third from game), 1, 0),
       tests.predicts((select amina from game), (select still_open from game), 4, 4);
update public.matches set status = 'completed', home_score = 1, away_score = 0,
  completed_at = now() - interval '20 days' where id = (select first from game);
update public.matches set status = 'completed', home_score = 2, away_score = 2,
  completed_at = now() - interval '10 days' where id = (select second from game);
select tests.ends((select third from game), 1, 0);

select tests.act_as((select ben from game));
select results_eq(
  $$ select points, rank from public.player_ranks((select amina from game)) $$,
  $$ values (3, 1), (3, 2), (3, 3) $$,
  'player_ranks has the rank at the end of each day'
);

select results_eq(
  $$ select points, rank from public.player_ranks((select cleo from game)) $$,
  $$ values (0, 3), (1, 3), (4, 1) $$,
  'a player who joins later is last until then, and equal standings share a rank'
);

select results_eq(
  $$ select points, rank from public.player_ranks((select ben from game), 'Friendly Club') $$,
  $$ values (1, 2), (4, 1) $$,
  'a competition has its own days'
);

select results_eq(
  $$
    select rank, players, predictions_scored, points, perfect_scores, right_outcomes, accuracy
      from public.player_figures((select ben from game))
  $$,
  $$ values (1, 3, 2, 4, 1, 2, 100.0) $$,
  'player_figures returns the player''s figures'
);

select results_eq(
  $$
    select points, perfect_scores, right_outcomes from public.player_rounds((select ben from game), 'Friendly Club')
      order by points
  $$,
  $$ values (1, 0, 1), (3, 1, 1) $$,
  'player_rounds returns the points by round'
);

select is(
  (select sum(predictions_scored)::int from public.player_rounds((select cleo from game))),
  3,
  'the overall rounds contain every competition'
);

select is_empty(
  $$ select * from public.player_ranks(gen_random_uuid()) $$,
  'a player who is on no leaderboard has no ranks'
);

select is_empty(
  $$ select * from public.player_figures((select olga from game)) $$,
  'a player who is on no leaderboard has no figures'
);

select results_eq(
  $$
    select home_team_name, home_prediction, points_earned, my_home_prediction, my_points_earned
      from public.player_predictions((select amina from game)) order by points_earned
  $$,
  $$ values ('Leeds', 0, 0, 2, 3), ('Arsenal', 1, 3, 2, 1) $$,
  'player_predictions shows another player''s locked predictions beside the caller''s, without open ones'
);

select is(
  (select count(*)::int from public.player_predictions((select amina from game), 'Overall', 1, 1)),
  1,
  'player_predictions comes in pages'
);

select tests.act_as((select amina from game));
select is(
  (select count(*)::int from public.player_predictions((select amina from game))),
  3,
  'player_predictions shows the caller''s own open predictions'
);
create temporary table first_page as
  select kickoff_at, match_id from public.player_predictions((select amina from game), page_limit => 1);
select tests.act_as_owner();
select tests.predicts((select amina from game),
                      tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'York', 'Bury'), 1, 1);
select tests.act_as((select amina from game));
select bag_eq(
  $$
    select p.home_team_name
      from first_page f, public.player_predictions((select amina from game), before_kickoff => f.kickoff_at,
                                                   before_match => f.match_id) p
  $$,
  $$ values ('Arsenal'), ('Leeds') $$,
  'the next page begins after the previous one, also when a later match was predicted meanwhile'
);

select tests.act_as_owner();
update public.matches set home_score = 0, away_score = 1 where id = (select first from game);
select tests.act_as((select ben from game));
select results_eq(
  $$ select points, rank from public.player_ranks((select ben from game)) $$,
  $$ values (0, 1), (3, 1), (3, 2) $$,
  'a corrected older result changes the ranks since then'
);

select tests.act_as_owner();
delete from public.matches where id = (select second from game);
select tests.act_as((select ben from game));
select results_eq(
  $$ select points, rank from public.player_ranks((select ben from game)) $$,
  $$ values (0, 1), (0, 2) $$,
  'a deleted match leaves no day behind'
);

-- A match and two season questions of one day: each member is counted once.
select tests.act_as_owner();
insert into public.season_questions (id, competition_id, kind, title, points, locks_at)
select gen_random_uuid(), 'friendly_club', 'number', t, 5, now() + interval '1 hour'
  from unnest(array['One', 'Two']) t;
insert into public.season_answers (user_id, question_id, answer)
select cleo, q.id, '{7}' from game, public.season_questions q;
select private.rules_off();
update public.season_questions set locks_at = now() - interval '1 hour';
select private.rules_on();
select tests.act_as((select olga from game));
select public.settle_season_question(q.id, '{7}') from public.season_questions q;
select tests.act_as_owner();
delete from private.past_ranks;
select is((select r.ranks[1] from private.latest_past_ranks(private.board_of('Overall')) r order by r.day limit 1),
          1 + (select count(*)::integer from private.player_totals t where t.board_id = private.board_of('Overall')),
          'a day that is computed again counts each member once');

select tests.act_as((select olga from game));
select cmp_ok(
  public.clear_player_points((select cleo from game)),
  '=', 2,
  'clearing returns the number of cleared predictions'
);

select tests.act_as((select ben from game));
select results_eq(
  $$ select points, rank from public.player_ranks((select cleo from game)) $$,
  $$ values (0, 1) $$,
  'clearing changes past ranks, and a day without points that count is not shown'
);

select tests.act_as_owner();
insert into private.clear_points_pin (hash) values (extensions.crypt('4711', extensions.gen_salt('bf', 4)));
select tests.act_as((select olga from game));
select lives_ok($$ select public.clear_all_points('4711', null, null) $$, 'all points are cleared');
select is_empty($$ select * from public.player_ranks((select ben from game)) $$,
                'after that no day of before is shown');

select tests.act_as_anonymous();
select throws_ok(
  $$ select * from public.player_ranks((select ben from game)) $$,
  '42501', null,
  'visitors cannot call player_rounds'
);

select throws_ok(
  $$ select * from public.player_figures((select ben from game)) $$,
  '42501', null,
  'visitors cannot call player_figures'
);

select * from finish();
