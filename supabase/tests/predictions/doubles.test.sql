select plan(38);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Stoke', 'Bury') as third,
  tests.a_match_kicking_off_in('4 hours', 'Champions League', 'Porto', 'Ajax') as elsewhere;
grant select on game to public;
update public.matches set round = 'One' where id in (select unnest(array[first, second]) from game);
update public.matches set round = null where id = (select third from game);
select tests.predicts(amina, i, 1, 0) from game, unnest(array[first, second, elsewhere]) i;
select tests.predicts(bruno, first, 1, 0) from game;

-- Saves the rule, as the page does.
create function pg_temp.rule_becomes(_rule text) returns void language plpgsql as $$
begin
  perform tests.act_as((select olga from game));
  perform public.save_settings(jsonb_build_object('doubles', _rule));
  perform tests.act_as((select amina from game));
end $$;

grant execute on function pg_temp.rule_becomes(text) to public;

-- The matches that are doubles of Amina, by their kick-off.
create function pg_temp.doubles_of_amina() returns text language sql security definer as $$
  select string_agg(m.home_team_name, ', ' order by m.kickoff_at)
    from public.user_predictions p join public.matches m on m.id = p.match_id
   where p.is_double and p.user_id = (select amina from game)
$$;

grant execute on function pg_temp.doubles_of_amina() to public;

select tests.act_as_anonymous();
select throws_ok('select public.mark_double(first, true) from game', '42501', null, 'a visitor marks nothing');
select throws_ok('select * from public.my_doubles()', '42501', null, 'and has no doubles');
select tests.act_as(amina) from game;
select throws_ok('select public.mark_double(first, true) from game', 'SL021', null, 'doubles are off by default');
select throws_ok($$ select public.save_settings('{"doubles": "matchday"}') $$, 'SL003', null,
                 'a member does not set the rule');

select tests.act_as(olga) from game;
select throws_ok($$ select public.save_settings('{"doubles": "season 0"}') $$, '23514', null,
                 'a rule of no doubles is refused');
select throws_ok($$ select public.save_settings('{"doubles": "all"}') $$, '23514', null, 'an unknown rule is refused');
select pg_temp.rule_becomes('season 1');

select throws_ok('select public.mark_double(third, true) from game', 'SL023', null,
                 'a match is marked after it was predicted');
select throws_ok('select public.mark_double(first, null) from game', '22023', null, 'a missing mark is refused');
select throws_ok('update public.user_predictions set is_double = true', '42501', null,
                 'a direct write of the column is refused');
select throws_ok($$ insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction,
                                                         is_double)
                    select amina, third, 1, 0, true from game $$, '42501', null, 'in an insert too');
select tests.act_as_secret_key();
select throws_ok('update public.user_predictions p set is_double = true from game where p.user_id = amina', 'SL022',
                 'You have no doubles left for this season', 'the secret key marks no more than the rule allows');
select tests.act_as(amina) from game;
select is((select public.mark_double(first, true) from game), 0, 'the only double of the season is spent');
select is((select public.mark_double(first, true) from game), 0, 'the same request again changes nothing');
select throws_ok('select public.mark_double(second, true) from game', 'SL022',
                 'You have no doubles left for this season', 'a second one is refused');
select is((select public.mark_double(elsewhere, true) from game), 0, 'another competition has its own doubles');
select set_eq('select league, season, round, spent from public.my_doubles()',
              $$ values ('Friendly Club', 'tests', null, 1), ('Champions League', 'tests', null, 1) $$,
              'a member reads the doubles that are spent');
select results_eq($$ select change, is_double from public.prediction_changes, game
                      where match_id = first order by id $$,
                  $$ values ('made', false), ('changed', true) $$, 'a mark is logged as a change');
select is((select public.mark_double(first, false) from game), 1, 'a mark is taken back before the lock');
select is((select public.mark_double(second, true) from game), 0, 'and spent on another match');
select tests.act_as_owner();
select throws_ok('update public.user_predictions set is_double = true where match_id = (select first from game)',
                 'SL022', null, 'the limit is the same for the owner of the table');

-- Secrecy.
select tests.act_as(bruno) from game;
select is_empty('select from public.user_predictions p, game where p.match_id = second',
                'nobody else reads a mark before the lock');
select is_empty('select from public.match_predictions((select second from game))', 'also not in the list of picks');
select is_empty('select from public.prediction_changes c, game where c.match_id = second', 'nor in the log');
select is_empty('select from public.my_doubles()', 'another member has spent none');
select tests.act_as(olga) from game;
select is_empty('select from public.user_predictions p, game where p.match_id = second', 'not even an admin does');
select results_eq($$ select is_double from public.admin_user_predictions((select amina from game)) $$,
                  $$ values (null::boolean), (null), (null) $$, 'nor in the list of a player''s predictions');

-- The lock.
select tests.act_as_owner();
select tests.kickoff_moves_to(second, '-1 second') from game;
select tests.act_as(amina) from game;
select throws_ok('select public.mark_double(second, false) from game', 'SL001', null,
                 'after the lock a mark is not taken back');
select tests.act_as_owner();
select tests.kickoff_moves_to(first, '-1 second') from game;
select tests.act_as(amina) from game;
select throws_ok('select public.mark_double(first, true) from game', 'SL001', null, 'and none is made');
select tests.act_as(bruno) from game;
select is((select p.is_double from public.match_predictions((select second from game)) p), true,
          'after the lock everyone sees the mark');
select is((select p.is_double from public.player_predictions((select amina from game), 'Friendly Club') p
            where p.home_team_name = 'Leeds'), true, 'also in the list of a player''s predictions');

-- One per matchday. A rule never takes back the mark of a locked match.
select tests.act_as_owner();
select tests.predicts(amina, third, 1, 0) from game;
select pg_temp.rule_becomes('matchday');
select throws_ok('select public.mark_double(third, true) from game', 'SL022',
                 'This match belongs to no matchday, so it has no double', 'a match without a round has no double');
select tests.act_as_owner();
update public.matches set round = 'One' where id = (select third from game);
select tests.act_as(amina) from game;
select throws_ok('select public.mark_double(third, true) from game', 'SL022',
                 'You have used your double for this matchday', 'the matchday has one double');
select tests.act_as_owner();
update public.matches set round = 'Two' where id = (select third from game);
select tests.act_as(amina) from game;
select is((select public.mark_double(third, true) from game), 0, 'and the next matchday another');
select is(pg_temp.doubles_of_amina(), 'Leeds, Stoke, Porto', 'all three are doubles');
select pg_temp.rule_becomes('season 1');
select is(pg_temp.doubles_of_amina(), 'Leeds, Porto', 'a smaller rule takes marks back from open matches only');
select pg_temp.rule_becomes('off');
select is(pg_temp.doubles_of_amina(), 'Leeds', 'without doubles the marks of locked matches stay');
select throws_ok('select public.mark_double(third, true) from game', 'SL021', null, 'and no more are made');
select results_eq($$ select change, is_double from public.prediction_changes, game
                      where match_id = third order by id $$,
                  $$ values ('made', false), ('changed', true), ('changed', false) $$, 'the log says it');

select * from finish();
