select plan(30);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Derby', 'Hull') as open,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Stoke', 'Bury') as cancelled;
grant select on game to public;
select tests.predicts(amina, first, 1, 0), tests.predicts(bruno, first, 0, 0), tests.predicts(amina, second, 1, 0),
       tests.predicts(bruno, open, 2, 2) from game;
select tests.kickoff_moves_to(first, '-3 hours'), tests.kickoff_moves_to(second, '-3 hours') from game;
update public.matches set status = 'cancelled' where id = (select cancelled from game);

-- One entry of a list of results.
create function pg_temp.result(_id uuid, _home jsonb, _away jsonb) returns jsonb language sql as $$
  select jsonb_build_object('id', _id, 'home_score', _home, 'away_score', _away)
$$;
-- The completion of the first match 1-0 and of another entry.
create function pg_temp.with_entry(_entry jsonb) returns text language sql as $$
  select format('select * from public.complete_matches(%L)',
                jsonb_build_array(pg_temp.result(first, '1', '0'), _entry)) from game
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as_anonymous();
select throws_ok($$ select public.complete_matches('[]') $$, '42501', null, 'a visitor may not enter results');
select tests.act_as(amina) from game;
select throws_ok($$ select public.complete_matches('[]') $$, 'SL003', null, 'a player may not enter results');
select throws_ok($$ select public.preview_results('[]') $$, 'SL003', null, 'a player may not preview results');
select throws_ok($$ select public.set_running_score(first, 1, 0) from game $$, 'SL003', null,
                 'a player may not set a score');

select tests.act_as(olga) from game;
select throws_ok($$ select public.complete_matches('{}') $$, '22023', null, 'results are a list');
select throws_ok($$ select public.complete_matches('[]') $$, '22023', null, 'an empty list is refused');
select throws_ok(pg_temp.with_entry('7'), '22023', 'Entry 2: There is no such match', 'an entry is an object');
select throws_ok(pg_temp.with_entry(pg_temp.result(gen_random_uuid(), '1', '1')), '22023',
                 'Entry 2: There is no such match', 'an unknown match refuses the list');
select throws_like(pg_temp.with_entry(pg_temp.result(first, '1', '1')),
                   'Entry 1 (Arsenal v Chelsea, %): The match is listed twice', 'a match is listed once') from game;
select throws_like(pg_temp.with_entry(pg_temp.result(cancelled, '1', '1')),
                   'Entry 2 (Stoke v Bury, %): The match is cancelled', 'a cancelled match refuses the list')
  from game;
select throws_like(pg_temp.with_entry(pg_temp.result(second, score, '1')),
                   'Entry 2 (Leeds v Fulham, %): Each score must be a whole number from 0 to 50',
                   format('the score %s refuses the list', score))
  from game, unnest(array['51', '-1', '1.5', 'null', '"x"']::jsonb[]) score;
select tests.act_as_owner();
select is((select count(*) from public.matches where status = 'completed'), 0::bigint,
          'nothing is completed when an entry is invalid');

select tests.act_as(olga) from game;
select results_eq(
  $$ select p.* from game, public.preview_results(jsonb_build_array(pg_temp.result(first, '1', '0'),
       pg_temp.result(second, '2', '0'), pg_temp.result(open, '2', '2'))) p $$,
  $$ values (3, 3, 2, 1, 1, 1, 1) $$,
  'the preview counts who will score, without the open match'
);
select results_eq(
  $$ select c.matches, c.predictions, c.scoring_players, c.undo_id is not null
       from game, public.complete_matches(jsonb_build_array(pg_temp.result(first, '1', '0'))) c $$,
  $$ values (1, 2, 1, true) $$,
  'a part of the matches can be entered'
);
create temporary table later as select c.matches, c.undo_id from game, public.complete_matches(jsonb_build_array(
  pg_temp.result(first, '0', '0'), pg_temp.result(second, '2', '0'))) c;
select results_eq('select * from later', 'select 2, (select id from public.open_undos() limit 1)',
                  'the rest is entered later, with a correction');
select results_eq(
  $$ select c.matches, c.undo_id from game, public.complete_matches(jsonb_build_array(
       pg_temp.result(second, '2', '0'))) c $$,
  $$ values (0, null::uuid) $$,
  'a result that is already entered changes nothing'
);
select tests.act_as_owner();
select is((select array_agg(p.points_earned order by m.home_team_name, p.home_prediction)
             from public.user_predictions p join public.matches m on m.id = p.match_id, game
            where m.id in (first, second)), '{3,0,1}', 'the points are those of the entered scores');
select is_empty('select * from tests.wrong_boards()', 'every total follows');
select is((select count(*) from public.admin_audit_log where action = 'complete_matches'), 2::bigint,
          'each list that changed something is one entry in the audit log');

-- Many matches are scored in one pass.
create temporary table round as
select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
  from generate_series(1, 30) n;
grant select on round to public;
select tests.predicts(amina, id, 1, 0), tests.predicts(bruno, id, n % 3, 0) from game, round;
select tests.act_as(olga) from game;
select is((select c.predictions from public.complete_matches((select jsonb_agg(pg_temp.result(id, '1', '0'))
             from round)) c), 60, 'thirty matches are completed in one call');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'every total follows after thirty matches');

-- The running score.
select tests.kickoff_moves_to(open, '-1 minute') from game;
select tests.act_as(olga) from game;
select throws_ok($$ select public.set_running_score(first, 1, 0) from game $$, 'SL005', null,
                 'a completed match has no running score');
select is((select row(m.status, m.home_score, m.away_score)::text
             from game, public.set_running_score(open, 1, 0, '{"home_score": null, "away_score": null}') m),
          '(live,1,0)', 'the first score starts a match that has kicked off');
select throws_ok($$ select public.set_running_score(open, 1, 1, '{"home_score": null}') from game $$, 'SL016', null,
                 'a score that another admin has changed is not overwritten');
select lives_ok($$ select public.set_running_score(open, 2, 0, '{"home_score": 1, "away_score": 0}') from game $$,
                'the score is raised');
select throws_ok($$ select public.set_running_score(open, 51, 0) from game $$, '23514', null,
                 'there are at most 50 goals');
select tests.act_as_owner();

select * from finish();
