-- A matrix of picks: columns are found or asked, picks are scored as all others, and totals are equal to the point.
select plan(66);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.an_admin('Olga') as olga,
  tests.an_admin('Oscar') as oscar,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as second,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Hull', 'Leeds') as third,
  tests.a_match_kicking_off_in('5 days', 'FA Cup', 'Hull', 'Fulham') as coming,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Bury', 'Wigan') as other_league;
create temporary table acts (name text, id uuid);
create temporary table keys as select '00000000-0000-4000-8000-000000000001'::uuid as key;
grant all on game, acts, keys to public;
select tests.a_subscription(amina, 'fa_cup'), tests.a_subscription(bruno, 'fa_cup') from game;
select tests.predicts(amina, first, 2, 1), tests.predicts(bruno, first, 0, 0) from game;
select private.rules_off();
update public.matches m set round = 'Matchday 1', season = '2024/25' from game g
 where m.id in (g.first, g.second, g.third, g.coming);
-- The same teams in the season before.
create temporary table past as
  select tests.a_match_kicking_off_in('-400 days', 'FA Cup', 'Leeds', 'Fulham') as last_season;
update public.matches m set season = '2023/24' from past where m.id = last_season;
grant all on past to public;
select private.rules_on();

create function pg_temp.finish(_match_id uuid, _home integer, _away integer) returns void language sql as $$
  select tests.kickoff_moves_to(_match_id, '-3 hours');
  update public.matches m set status = 'completed', home_score = _home, away_score = _away where m.id = _match_id;
$$;
select pg_temp.finish(first, 2, 1), pg_temp.finish(second, 0, 0), pg_temp.finish(third, 1, 3) from game;

-- "Leeds-Fulham;Derby-Hull" as columns.
create function pg_temp.columns(_titles text) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('home', split_part(t, '-', 1), 'away', split_part(t, '-', 2)) order by n)
    from unnest(string_to_array(_titles, ';')) with ordinality u (t, n)
$$;
-- "Amina,4,2:1,0-0" as lines of name, total and picks.
create function pg_temp.lines(_csv text, _counts text default null) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('name', v[1], 'points', nullif(v[2], ''), 'picks', to_jsonb(v[3:]))
                   || case when _counts is null then '{}' else jsonb_build_object('counts', _counts) end order by n)
    from unnest(string_to_array(_csv, ';')) with ordinality l (line, n), string_to_array(l.line, ',') v
$$;
create function pg_temp.preview(_columns jsonb, _lines jsonb) returns jsonb language sql as $$
  select public.preview_move_in('fa_cup', _lines, '{}', _columns)
$$;
create function pg_temp.matched(_columns jsonb) returns text language sql as $$
  select string_agg(coalesce(c #>> '{problem,kind}', case when (c ->> 'is_over')::boolean then 'over'
                             when c ->> 'match_id' is null then 'out' else 'not over' end), ' ')
    from jsonb_array_elements(pg_temp.preview(_columns, pg_temp.lines('Amina,1,')) -> 'columns') c
$$;
create function pg_temp.compared(_lines jsonb) returns text language sql as $$
  select string_agg(format('%s %s+%s ours %s carried %s%s, %s→%s', l ->> 'name', l #>> '{picks,entered}',
                           l #>> '{picks,kept}', l #>> '{picks,ours}', l #>> '{picks,carried}',
                           ' ' || (l #>> '{problem,kind}'), l ->> 'before', l ->> 'after'), '; ')
    from jsonb_array_elements(pg_temp.preview(pg_temp.columns('Leeds-Fulham;Derby-Hull;Hull-Leeds'), _lines)
                              -> 'lines') l
$$;
create function pg_temp.move(_lines jsonb, _columns text default 'Leeds-Fulham;Derby-Hull;Hull-Leeds')
returns uuid language sql as $$
  select public.move_in('Old pool', 'fa_cup', _lines, '{}', pg_temp.columns(_columns))
$$;
create function pg_temp.board(_league text default 'FA Cup') returns text language sql as $$
  select string_agg(format('%s %s/%s/%s', l.full_name, l.points, l.perfect_scores, l.predictions_scored), ', '
                    order by l.points desc, l.full_name)
    from public.leaderboard(_league) l
$$;
create function pg_temp.crowd() returns text language sql as $$
  select format('%s of %s', points, predictions_scored) from public.crowd('FA Cup')
$$;
create function pg_temp.code(_name text) returns text language sql security definer as $$
  select l.code from private.placeholders l join public.profiles f on f.id = l.user_id where f.full_name = _name
$$;
create function pg_temp.picks() returns bigint language sql security definer as $$
  select count(*) from public.user_predictions p where p.move_in_id is not null
$$;
grant execute on all functions in schema pg_temp to public;

-- Who moves a matrix in.
select tests.act_as(amina) from game;
select throws_ok($$ select pg_temp.preview(pg_temp.columns('Leeds-Fulham'), pg_temp.lines('Amina,3,2-1')) $$, 'SL003',
                 null, 'a member previews no matrix');
select throws_ok($$ select pg_temp.move(pg_temp.lines('Amina,3,2-1')) $$, 'SL003', null, 'or moves one in');
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                    select amina, second, 0, 0 from game $$, 'SL001', null, 'or predicts a match that is over');
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction,
                                                         move_in_id)
                    select amina, second, 0, 0, gen_random_uuid() from game $$, '42501', null,
                 'or names a move for it');
select tests.act_as(olga) from game;
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                    select olga, second, 0, 0 from game $$, 'SL001', null, 'an organiser predicts none either');
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                    select bruno, second, 0, 0 from game $$, '42501', null, 'and none for a member');

-- Columns.
select is(pg_temp.matched(pg_temp.columns('Leeds-Fulham;LEEDS fc-Hull;Derby-Hull')), 'over match_is_not_found over',
          'a match is found in the season of the last result, by the names that imports know');
select is(pg_temp.matched(pg_temp.columns('LEE-FUL;der-hul;HUL-LED')), 'over over match_is_not_found',
          'three letters are the only team that begins with them');
select is(pg_temp.matched(pg_temp.columns('Fulham-Leeds')), 'match_is_not_found', 'the home team is named first');
select is(pg_temp.matched(pg_temp.columns('Bury-Wigan')), 'match_is_not_found', 'in the competition of the list');
select is(pg_temp.matched(pg_temp.columns('Hull-Fulham')), 'not over', 'a match that is not over is left out');
select is(pg_temp.matched(pg_temp.columns('Leeds-Fulham;Leeds-Fulham')), 'over same_match_as_column',
          'no match has two columns');
select is(pg_temp.matched(jsonb_build_array(jsonb_build_object('home', 'Leedes', 'away', 'Fullham', 'match_id', first),
                                            '{"home": "Leeds", "away": "Fulham", "is_left_out": true}'::jsonb)),
          'over out', 'the organiser chooses a match or leaves a column out') from game;
select is(pg_temp.matched((
            select jsonb_agg(jsonb_build_object('home', 'Leeds', 'away', 'Fulham', 'match_id', i))
              from game, past, unnest(array[last_season, other_league]) i)), 'match_is_not_found match_is_not_found',
          'but none of another season or competition');
select is(jsonb_array_length(pg_temp.preview(pg_temp.columns('Leeds-Fullham'), pg_temp.lines('Amina,3,2-1'))
                             -> 'matches'), 3, 'from the matches that are over');
select tests.act_as_owner();
select private.rules_off();
create temporary table replay as select tests.a_match_kicking_off_in('-2 hours', 'FA Cup', 'Leeds', 'Fulham') as id;
update public.matches m set season = '2024/25' from replay r where m.id = r.id;
select private.rules_on();
select tests.act_as(olga) from game;
select is(pg_temp.matched(pg_temp.columns('Leeds-Fulham')), 'several_matches_found', 'of two matches one is chosen');
select throws_ok($$ select pg_temp.move(pg_temp.lines('Amina,3,2-1')) $$, '22023',
  'Column 1 cannot be moved in: Several matches of these teams are in this season. Choose one',
  'and none is guessed');
select tests.act_as_owner();
select private.rules_off();
delete from public.matches m using replay r where m.id = r.id;
select private.rules_on();
select tests.act_as(olga) from game;
select throws_ok($$ select public.move_in('Old pool', null, pg_temp.lines('Amina,3,2-1'), '{}',
                                          pg_temp.columns('Leeds-Fulham')) $$, '22023',
                 'Choose the competition of the matches', 'a matrix has a competition');
select throws_ok($$ select pg_temp.preview(pg_temp.columns(repeat('A-B;', 400) || 'A-B'),
                                           pg_temp.lines('Amina,3,')) $$, '22023',
                 'A matrix has at most 400 matches and 25,000 picks', 'with 400 matches at most');
select throws_ok($$ select public.preview_move_in('fa_cup', (
                      select jsonb_agg(jsonb_build_object('name', 'A', 'points', 1)) from generate_series(1, 251)),
                      '{}', pg_temp.columns(repeat('A-B;', 99) || 'A-B')) $$,
                 '22023', 'A matrix has at most 400 matches and 25,000 picks', 'and 25,000 picks');

-- What picks earn here.
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,4,2:1,1–1,-')), 'Zoé Labelle 2+0 ours 4 carried 0, 0→4',
          'picks earn what predictions earn, and an empty cell is none');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,9,2 - 1,,0-2')), 'Zoé Labelle 2+0 ours 4 carried 5, 0→9',
          'a higher total is carried over to the point');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,9,2-1,,0-2', 'ours')),
          'Zoé Labelle 2+0 ours 4 carried 0, 0→4',
          'or the organiser takes the points of the picks');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,3,2-1,,0-2')),
          'Zoé Labelle 2+0 ours 4 carried 0 picks_exceed_total, 0→4', 'a lower total is asked');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,3,2-1,,0-2', 'total')),
          'Zoé Labelle 0+0 ours 4 carried 3, 0→3',
          'the total without the picks is an answer');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,3,2-1,,0-2', 'something')),
          'Zoé Labelle 2+0 ours 4 carried 0 picks_exceed_total, 0→4', 'another word is none');
select is(pg_temp.compared(pg_temp.lines('Zoé Labelle,,2-1,,0-2')), 'Zoé Labelle 2+0 ours 4 carried 0, 0→4',
          'without a total nothing is compared');
select is(pg_temp.compared(pg_temp.lines('Amina,6,0-0,0-0,')), 'Amina 1+1 ours 6 carried 0, 3→6',
          'a prediction that is here stays and is a part of the total');
select is(pg_temp.compared(pg_temp.lines('Amina,7,0-0,0-0,', 'total')), 'Amina 0+1 ours 6 carried 4, 3→7',
          'also if the picks are left out');
select is(pg_temp.compared(pg_temp.lines('Bruno,4,2-1,51-0,')),
          'Bruno 1+1 ours 0 carried 4 pick_is_not_valid, 0→4', 'a pick has goals from 0 to 50');
select throws_ok($$ select pg_temp.move(pg_temp.lines('Bruno,4,2-1,x,')) $$, '22023',
  'Line 1 cannot be moved in: The pick in column 2 is not two numbers from 0 to 50', 'another pick is refused');
select is(pg_temp.picks(), 0::bigint, 'a preview and a refusal enter nothing');

-- The act.
select is(pg_temp.crowd(), '0 of 1', 'before');
create temporary table before as select pg_temp.board() as board, pg_temp.crowd() as crowd;
insert into acts select 'matrix', public.move_in(
  'Old pool', 'fa_cup', pg_temp.lines('Amina,10,0-0,0-0,;Bruno,4,,1-1,1-3;Zoé Labelle,,2-1,0-0,0-0'), '{}',
  pg_temp.columns('Leeds-Fulham;Derby-Hull;Hull-Leeds'), key) from keys;
select is(public.move_in('Old pool', 'fa_cup', pg_temp.lines('Amina,99,'), '{}', pg_temp.columns('Derby-Hull'), key),
          id, 'a repeated request is the first one') from acts, keys;
select is(pg_temp.board(), 'Amina 10/2/2, Zoé Labelle 6/2/3, Bruno 4/1/3',
          'totals are those of the other pool, and picks are predictions');
select is(pg_temp.board('Overall'), 'Amina 10/2/2, Zoé Labelle 6/2/3, Bruno 4/1/3', 'on the overall leaderboard too');
select is(pg_temp.picks(), 6::bigint, 'each is marked');
select is((select string_agg(predictions_count::text, ' ' order by home_team_name desc) from public.matches
            where league = 'FA Cup' and status = 'completed'), '3 2 3', 'and counted on its match');
select is((select count(*) from public.prediction_changes c, game where c.match_id in (second, third)), 0::bigint,
          'the log has none of them');
select is((select string_agg(points || ' ' || label, ', ' order by points) from public.carried_points(
             'FA Cup', array(select user_id from public.leaderboard('FA Cup')))),
          '4 Old pool, 6 Old pool, 7 Old pool', 'the leaderboard names where the points come from');
select is((select carried_from from public.leaderboard_summary('FA Cup')), 'Old pool', 'and so does its summary');
select is(pg_temp.crowd(), '6 of 3', 'the crowd has them');
select is((select string_agg(p ->> 'name' || ' ' || (p ->> 'points'), ', ')
             from jsonb_array_elements(public.moved_in() -> 'placeholders') p), 'Zoé Labelle 6',
          'a new member has them before claiming');
select is((select m - 'id' - 'moved_at' from jsonb_array_elements(public.moved_in() -> 'moves') m),
          '{"label": "Old pool", "competition": "FA Cup", "members": 3, "points": 17, "predictions": 6}',
          'the list of moves counts points and picks');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select is((select l.new_values - 'undo_id' from public.admin_audit_log l where l.action = 'move_in'),
          '{"label": "Old pool", "competition": "fa_cup", "members": 3, "new_members": 1, "points": 4,
            "predictions": 6}',
          'the audit log has the numbers and no names');
select private.rebuild_totals();
select is_empty('select * from tests.wrong_boards()', 'after a recount too');
select private.refresh_records();
select is((select string_agg(full_name || ' ' || value, ', ' order by full_name) from private.records
            where kind = 'exact_scores'), 'Amina 2, Zoé Labelle 2', 'records have them as all predictions');
select tests.act_as(bruno) from game;
select is((select string_agg(p ->> 'moved_in_from', ', ')
             from jsonb_array_elements(public.my_data() -> 'predictions') p),
          'Old pool, Old pool', 'and the member''s data says that they were moved in');
select throws_ok($$ update public.user_predictions set home_prediction = 0 where move_in_id is not null $$, 'SL001',
                 null, 'the member changes none of them');

-- A correction, a claim and the undo.
select tests.act_as(olga) from game;
update public.matches set home_score = 1, away_score = 1 from game where id = second;
select is(pg_temp.board(), 'Amina 8/1/2, Bruno 6/2/3, Zoé Labelle 4/1/3', 'they follow a corrected result');
update public.matches set home_score = 0, away_score = 0 from game where id = second;
select tests.act_as(oscar) from game;
create temporary table codes as select pg_temp.code('Zoé Labelle') as code;
grant select on codes to public;
select is(public.claim_points(code) ->> 'name', 'Zoé Labelle', 'a member claims the predictions') from codes;
select tests.act_as(olga) from game;
select is(pg_temp.board(), 'Amina 10/2/2, Oscar 6/2/3, Bruno 4/1/3', 'and has them');
select is(pg_temp.picks(), 6::bigint, 'with their mark');
select is(public.undo(id), 'move_in', 'the move can be undone') from acts;
select is(pg_temp.board(), board, 'it takes claimed predictions too') from before;
select is(pg_temp.crowd(), crowd, 'also from the crowd') from before;
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select is(tests.difference_after_undo($$ select pg_temp.move(pg_temp.lines('Amina,10,,0-0,;Yara,9,1-0,0-0,1-1')) $$,
                                      olga, oscar), 'no difference', 'everything is as before') from game;

-- The only late predictions.
create temporary table moves as
  with added as (insert into private.moves_in (label, competition_id) values ('Another', 'fa_cup') returning id)
  select id from added;
select set_config('scoreline.allowed_change', 'moving in ' || id, true) from moves;
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction,
                                                         move_in_id)
                    select bruno, coming, 0, 0, id from game, moves $$, '23514', null,
                 'a move enters no prediction for a match that is not over');
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
                    select bruno, second, 0, 0 from game $$, 'SL001', null, 'and none without its mark');
select set_config('scoreline.allowed_change', '', true);

-- What a member changes is the member's own.
select tests.act_as(olga) from game;
select pg_temp.move(pg_temp.lines('Bruno,4,,1-1,1-3'));
select status from public.reopen_match((select second from game), now() + interval '2 days', 'It is replayed');
select tests.act_as(bruno) from game;
update public.user_predictions p set home_prediction = 2 from game where p.match_id = second and p.user_id = bruno;
select is(pg_temp.picks(), 1::bigint, 'a prediction that its member changes in a reopened match is no longer marked');

-- A match with such picks that is deleted, and the move undone.
select tests.act_as(olga) from game;
insert into acts select 'next move', pg_temp.move(pg_temp.lines('Oscar,3,2-0;Yann,3,0-0'), 'Leeds-Fulham');
insert into acts select 'deletion', public.delete_match(first) from game;
select is(public.undo(id), 'move_in', 'a move can be undone whose match was deleted') from acts
 where name = 'next move';
select throws_ok(format('select public.undo(%L)', id), 'SL015', null, 'then the deletion cannot, which had its picks')
  from acts where name = 'deletion';
select is(pg_temp.picks(), 1::bigint, 'so no pick comes back without its move');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right after both');
