-- The comparison of two players, match by match.
select plan(13);

create temporary table people as select tests.a_player('Player ' || n) as id, n from generate_series(1, 3) n;
grant select on people to authenticated;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 4) n;
grant select on games to authenticated;
update public.matches m set season = case when g.n = 3 then '2029/30' else '2030/31' end from games g
 where m.id = g.id;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id, p.n, 0 from people p, games g where not (p.n = 2 and g.n = 2);
select tests.ends((select id from games where n = 1), 2, 0);
select tests.ends((select id from games where n = 2), 3, 0);
select tests.ends((select id from games where n = 3), 0, 1);
create function pg_temp.duel(_other integer, _season text) returns table (home text, mine text, theirs text)
language sql as $$
  select d.home_team_name, format('%s-%s: %s', d.my_home, d.my_away, d.my_points),
         format('%s-%s: %s', d.their_home, d.their_away, d.their_points)
    from public.head_to_head((select id from people where n = _other), 'Overall', _season) d
$$;
grant execute on function pg_temp.duel(integer, text) to authenticated;

select tests.act_as((select id from people where n = 1));
select results_eq(
  $$ select * from pg_temp.duel(2, '2030/31') order by home $$,
  $$ values ('Home 1', '1-0: 1', '2-0: 3'), ('Home 2', '1-0: 1', '-: ') $$,
  'locked matches of the season have both predictions with their points, and open ones are missing');
select is((select count(*) from pg_temp.duel(2, null)), 3::bigint, 'without a season all of them are listed');
select is((select count(*) from public.head_to_head((select id from people where n = 2), 'FA Cup')), 0::bigint,
          'another competition has none of them');
select is((select count(*) from pg_temp.duel(1, null)), 0::bigint, 'nobody is compared with themselves');
select bag_eq('select season from public.seasons()', $$ values ('2030/31'), ('2029/30') $$, 'the seasons are listed');
select tests.act_as_owner();
select private.clear_points(null);
select tests.act_as((select id from people where n = 2));
select results_eq(
  $$ select mine, theirs from pg_temp.duel(3, '2030/31') where home = 'Home 1' $$,
  $$ values ('2-0: 3', '3-0: 1') $$, 'cleared points are shown as they were earned');
select results_eq(
  $$ select count(d.home_score), sum(d.my_points), sum(d.their_points)
       from public.head_to_head((select id from people where n = 3), 'Overall', '2030/31') d $$,
  $$ values (2::bigint, 3::bigint, 4::bigint) $$,
  'a rivalry has the points of matches that one of the two missed, and cleared points');

-- Any two players, for a third one who reads the comparison.
create function pg_temp.duel_of(_one integer, _other integer) returns table (home text, mine text, theirs text)
language sql as $$
  select d.home_team_name, format('%s-%s: %s', d.my_home, d.my_away, d.my_points),
         format('%s-%s: %s', d.their_home, d.their_away, d.their_points)
    from public.head_to_head((select id from people where n = _other), 'Overall', '2030/31',
                             _with_id => (select id from people where n = _one)) d
$$;
select results_eq(
  'select * from pg_temp.duel_of(1, 3) order by home',
  $$ values ('Home 1', '1-0: 1', '3-0: 1'), ('Home 2', '1-0: 1', '3-0: 3') $$,
  'two other players are compared, and their open matches are missing');
select set_eq('select home, theirs, mine from pg_temp.duel_of(3, 1)', 'select * from pg_temp.duel_of(1, 3)',
              'the order of the players only exchanges the columns');
select is((select count(*) from pg_temp.duel_of(3, 3)), 0::bigint, 'a player is not compared with the same player');
select is((select json_array_length(public.read_together(jsonb_build_array(jsonb_build_object(
            'name', 'head_to_head', 'arguments', jsonb_build_object(
              '_user_id', (select id from people where n = 3), '_season', '2030/31',
              '_with_id', (select id from people where n = 1))))) -> 0)),
          2, 'reads that are sent together name both players');

-- More matches than one answer has, all of one kick-off.
select tests.act_as_owner();
create temporary table long_season as select gen_random_uuid() as id, n from generate_series(1, 1010) n;
insert into public.matches (id, home_team_name, away_team_name, match_date, league, season, round)
  select id, tests.a_team('Long'), tests.a_team('Season'), '2020-02-01', 'Friendly Club', '2019/20', 'Round ' || n
    from long_season;
-- Predictions after the lock, as an import of an old season makes them.
set local session_replication_role = replica;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, s.id, p.n, 0 from people p, long_season s where p.n < 3;
set local session_replication_role = origin;
analyze public.matches, public.user_predictions;
grant select on long_season to authenticated;
create function pg_temp.whole_duel() returns setof uuid language plpgsql as $$
declare
  page uuid[];
  first_id uuid;
  first_kickoff timestamptz;
begin
  loop
    select array_agg(d.match_id order by d.kickoff_at, d.match_id) into page
      from public.head_to_head((select id from people where n = 2), 'Overall', '2019/20', first_kickoff, first_id) d;
    return query select unnest(page);
    exit when cardinality(page) < 1000;
    first_id := page[1];
    select m.kickoff_at into first_kickoff from public.matches m where m.id = first_id;
  end loop;
end $$;
grant execute on function pg_temp.whole_duel() to authenticated;
select tests.act_as((select id from people where n = 1));
select results_eq('select id from pg_temp.whole_duel() w (id) order by 1', 'select id from long_season order by 1',
                  'all answers together have every match once');
select tests.act_as_anonymous();
select throws_ok($$ select * from public.head_to_head(gen_random_uuid()) $$, '42501', null,
                 'visitors cannot compare players');

select * from finish();
