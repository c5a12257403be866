select plan(59);

create temporary table game as select
  tests.a_player('Amina Zed') as amina, tests.a_player('Ben', 'ben@club.test') as ben, tests.a_player('Cleo') as cleo,
  tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Ajax') as second,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Hull', 'Derby') as open_match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as cup,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Stoke', 'Bury') as void;
grant select on game to public;
update auth.users set phone = '23052500001' where id = (select amina from game);
update public.matches set status = 'cancelled' where id = (select void from game);
select tests.a_subscription((select amina from game), 'fa_cup'),
       tests.a_subscription((select ben from game), 'fa_cup', '-1 minute');
select tests.predicts((select amina from game), (select first from game), 2, 1),
       tests.predicts((select ben from game), (select first from game), 1, 0),
       tests.predicts((select ben from game), (select second from game), 0, 1),
       tests.predicts((select amina from game), (select open_match from game), 1, 1),
       tests.predicts((select ben from game), (select open_match from game), 1, 1);
select tests.ends((select first from game), 2, 1), tests.ends((select second from game), 1, 0);

select tests.act_as((select amina from game));
select throws_ok(
  format('select * from public.%s', call),
  'SL003', null,
  format('players cannot call %s', call)
) from (values
  ('admin_overview()'), ('admin_open_predictions()'), ('admin_players()'), ('admin_export()'),
  ('players_missing_predictions()'), ('admin_recent_activity()'), ('points_over_time()'), ('predictions_over_time()')
) c (call);

-- Summary and Overview.
select tests.act_as((select olga from game));
select results_eq(
  $$
    select total_users, total_matches, completed_matches, predictions, accuracy, top_name, top_points, completion_rate,
           engagement, open_matches from public.admin_overview()
  $$,
  $$ values (4, 5, 2, 5::bigint, 66.7, 'Amina Zed', 3, 40.0, 1.3, 2) $$,
  'the overview adds up'
);

select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (1, 1, 2) $$,
  'admin_open_predictions counts the players who predicted all, some and none'
);

-- The list of members.
select results_eq(
  $$
    select full_name, rank, predictions, predictions_scored, points, perfect_scores, accuracy, is_admin, total_count
      from public.admin_players() limit 2
  $$,
  $$ values ('Amina Zed', 1, 2, 1, 3, 1, 100.0, false, 4), ('Ben', 2, 3, 2, 1, 0, 50.0, false, 4) $$,
  'players come best first, with their figures'
);

select is((select is_admin from public.admin_players('olga')), true, 'admins are marked');
select is((select rank from public.admin_players('olga')), null, 'a player who is on no leaderboard has no rank');

select results_eq(
  $$ select full_name, phone_number from public.admin_players('2500001') $$,
  $$ values ('Amina Zed', '+23052500001') $$,
  'search finds phone numbers'
);

select is((select full_name from public.admin_players('BEN@club')), 'Ben', 'search finds emails');
select is((select count(*)::int from public.admin_players('%')), 0, 'search treats a wildcard literally');

select is(
  (select string_agg(full_name, ',') from public.admin_players(null, 'name') ),
  'Amina Zed,Ben,Cleo,Olga',
  'players can be sorted by name'
);

select is(
  (select full_name from public.admin_players(null, 'predictions', 1)),
  'Ben',
  'players can be sorted by scored predictions'
);

select is(
  (select full_name from public.admin_players(null, 'accuracy', 1, 1)),
  'Ben',
  'players can be sorted by accuracy, in pages'
);

select throws_ok(
  $$ select * from public.admin_players(null, 'password') $$,
  '22023', null,
  'any other sort is refused'
);

-- Completion.
select results_eq(
  $$
    select full_name, predictions_made, total_upcoming, total_count
      from public.admin_players(completion => 'everyone') where full_name in ('Amina Zed', 'Ben')
  $$,
  $$ values ('Amina Zed', 1, 2, 4), ('Ben', 1, 1, 4) $$,
  'completion counts the open matches that each player may predict'
);

select is(
  (select array_agg(predictions_made) from public.admin_players(null, 'name', 2, 1, 'everyone')),
  array[1, 0],
  'completion comes in pages, in the order of the list'
);
select is_empty(
  $$ select * from public.admin_players() where predictions_made is not null or total_upcoming is not null $$,
  'completion is not counted without being asked for'
);
select results_eq(
  format($$ select full_name, total_count from public.admin_players(null, 'name', completion => %L) $$, completion),
  names,
  format('%s lists only these players, with their number', completion)
) from (values
  ('predicted_all', $$ values ('Ben', 1) $$), ('predicted_some', $$ values ('Amina Zed', 1) $$),
  ('predicted_none', $$ values ('Cleo', 2), ('Olga', 2) $$)
) c (completion, names);
select is(
  (select array_agg(full_name) from public.admin_players('cleo', completion => 'predicted_none')),
  array['Cleo'],
  'completion and search are combined'
);
select throws_ok(
  $$ select * from public.admin_players(completion => 'predicted_twice') $$,
  '22023', null,
  'any other completion is refused'
);
select is(
  (select array_agg(helper_roles::text || is_admin order by full_name) from public.admin_players()),
  array['{}false', '{}false', '{}false', '{}true'],
  'the role of an admin is not a role of helpers'
);
select public.set_helper_role((select cleo from game), role, true) from (values ('results'), ('news')) r (role);
select is(
  (select helper_roles from public.admin_players('cleo') where not is_admin),
  array['news', 'results'],
  'the roles of helpers are listed'
);
select tests.act_as_owner();
select tests.a_subscription((select amina from game), 'champions_league');
select tests.act_as((select olga from game));
select results_eq(
  $$
    select predictions_made, total_upcoming
      from public.get_prediction_completion_for_users(array[(select amina from game)])
  $$,
  $$ values (1, 2) $$,
  'a match that needs no subscription counts once per player, whatever their subscriptions'
);

select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (1, 1, 2) $$,
  'such a match counts once among all players too'
);

select tests.act_as_owner();
update private.open_predictions_count set predicted_none = 7;
select tests.act_as((select olga from game));
select is(
  (select predicted_none from public.admin_open_predictions()),
  7,
  'the stored count is used while nothing has changed'
);

select tests.act_as_owner();
select tests.predicts((select olga from game), (select open_match from game), 2, 2);
select tests.act_as((select olga from game));
select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (2, 1, 1) $$,
  'a new prediction is counted at the next call'
);

select public.delete_user_prediction((select id from public.user_predictions where user_id = (select olga from game)));
select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (1, 1, 2) $$,
  'a deleted prediction is counted at the next call'
);

update public.matches set league = 'Friendly Club' where id = (select cup from game);
select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (0, 2, 2) $$,
  'a match that moves to another competition is counted at the next call'
);
update public.matches set league = 'FA Cup' where id = (select cup from game);
select results_eq(
  $$ select predicted_all, predicted_some, predicted_none from public.admin_open_predictions() $$,
  $$ values (1, 1, 2) $$,
  'a match that moves back is counted at the next call'
);

select results_eq(
  $$
    select full_name, phone_number, missing, total_count from public.players_missing_predictions()
      where full_name in ('Amina Zed', 'Olga')
  $$,
  $$ values ('Amina Zed', '+23052500001', 1, 3), ('Olga', null, 1, 3) $$,
  'a player who misses a prediction is listed with the number missing'
);

select results_eq(
  $$ select full_name from public.players_missing_predictions((select cup from game)) $$,
  $$ values ('Amina Zed') $$,
  'for one match only players who may predict it are listed'
);

select is_empty(
  $$ select * from public.players_missing_predictions((select first from game)) $$,
  'for a match that is not open nobody is listed'
);

create temporary table later_matches as select
  tests.a_match_kicking_off_in('6 days', 'Friendly Club', 'Wigan', 'Luton') as in_six_days,
  tests.a_match_kicking_off_in('8 days', 'Friendly Club', 'Luton', 'Wigan') as in_eight_days;
select results_eq(
  format('select missing from public.players_missing_predictions(%s) where full_name = %L', arguments, 'Amina Zed'),
  array[missing],
  format('Amina misses %s with (%s)', missing, arguments)
) from (values ('', 1), ('_matches => ''next_7_days''', 2), ('_matches => ''all''', 3)) c (arguments, missing);
select throws_ok(
  $$ select * from public.players_missing_predictions(_matches => 'tomorrow') $$,
  '22023', null,
  'another choice of matches is refused'
);
delete from public.matches m using later_matches l where m.id in (l.in_six_days, l.in_eight_days);

-- Recent activity.
select is(
  (select count(*)::int from public.admin_recent_activity(100) where kind in ('made', 'joined', 'completed')),
  12,
  'joining, predicting and results are activity'
);

select is(
  (select bool_and(subject like 'Arsenal v Chelsea,%' or subject like 'Inter v Ajax,%'
                   or subject like 'Hull v Derby,%') from public.admin_recent_activity(100) where kind = 'made'),
  true,
  'activity has the match but not the prediction'
);

select is((select count(*)::int from public.admin_recent_activity(3, 2)), 3, 'activity comes in pages');

select is(
  (select max(kind) from public.admin_recent_activity(1)),
  (select kind from public.admin_recent_activity(100) limit 1),
  'activity comes newest first'
);

-- Charts.
select results_eq(
  $$ select matches, predictions_scored, points, perfect_scores from public.points_over_time() $$,
  $$ values (2, 3, 4, 1) $$,
  'points by day add up'
);

update public.matches set home_score = 1, away_score = 0 where id = (select first from game);
select is((select points from public.points_over_time()), 4, 'points by day follow a correction');

select is(
  (select perfect_scores from public.points_over_time()),
  1,
  'the correction gives the other player a perfect score'
);

select public.clear_player_points((select ben from game));
select results_eq(
  $$ select predictions_scored, points from public.points_over_time() $$,
  $$ values (1, 1) $$,
  'points by day follow clearing'
);

select public.clear_user_predictions((select amina from game));
select results_eq(
  $$ select matches, predictions_scored, points from public.points_over_time() $$,
  $$ values (2, 0, 0) $$,
  'points by day follow deleted predictions'
);

select tests.act_as_owner();
delete from private.match_figures;
select is(private.add_missing_match_figures(40), 2, 'add_missing_match_figures computes the missing figures');
select is(private.add_missing_match_figures(40), 0, 'add_missing_match_figures computes them once');
select tests.act_as((select olga from game));
select is((select sum(predictions)::int from public.predictions_over_time()), 3, 'predictions by match day add up');
select is((select sum(matches)::int from public.predictions_over_time()), 4, 'cancelled matches are not counted');
delete from public.matches where id = (select second from game);
select is((select sum(matches)::int from public.points_over_time()), 1, 'a deleted match leaves the chart');
select tests.act_as_secret_key();
select is((select total_users from public.admin_overview()), 4, 'the secret key reads the charts');
select * from finish();
