-- What live matches may change for a member: the boards near the member, and the picks of live matches only.
select plan(9);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Far') as far,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Hull') as played,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Inter', 'Roma') as live,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Porto', 'Ajax') as second,
  tests.a_match_kicking_off_in('9 days', 'Friendly Club', 'Derby', 'Stoke') as open;
grant select on game to public;
select tests.predicts(amina, m, 1, 0), tests.predicts(ben, m, 2, 0) from game, unnest(array[played, live, open]) m;
select tests.predicts(far, live, 0, 3) from game;
select tests.act_as(amina) from game;
create temporary table made as select public.create_group('Friday five', '#0b4f9e', '#f2d13c') as id;
grant select on made to public;
select tests.act_as_owner();
insert into public.group_members (group_id, user_id) select id, ben from made, game;
select tests.ends(played, 1, 0) from game;
-- The rows of the caller: the group or "Club", those out of reach ahead, name, points, perfect scores.
create function pg_temp.standings() returns setof text language sql as $$
  select concat_ws(' ', coalesce(s.group_name, 'Club'), s.ahead, s.full_name, s.points, s.perfect_scores)
    from public.live_standings() s
$$;
grant execute on function pg_temp.standings() to public;

select tests.act_as(amina) from game;
select is_empty('select pg_temp.standings()', 'without a live match there is nothing to say');
select tests.act_as_owner();
select tests.kickoff_moves_to(live, '-10 minutes') from game;
update public.matches m set status = 'live', home_score = 0, away_score = 0 from game where m.id = live;
select tests.act_as(amina) from game;
select results_eq('select pg_temp.standings()',
  array['Friday five 0 Amina 3 1', 'Friday five 0 Ben 1 0', 'Club 0 Amina 3 1', 'Club 0 Ben 1 0', 'Club 0 Far 0 0'],
  'groups come first, each with its members; then everyone on the leaderboard of the club');
select is((select jsonb_agg(s.picks order by s.full_name) from public.live_standings() s where s.group_id is null),
          (select jsonb_build_array(jsonb_build_object(live, '[1, 0, 0]'::jsonb),
                                    jsonb_build_object(live, '[2, 0, 0]'::jsonb),
                                    jsonb_build_object(live, '[0, 3, 0]'::jsonb)) from game),
          'picks of live matches are told, picks of open matches are not');
select tests.act_as_owner();
create temporary table late as select tests.a_player('Zoe') as zoe;
grant select on late to public;
select tests.act_as(zoe) from late;
select is_empty('select pg_temp.standings()', 'a member who is on no leaderboard has no rows');
select tests.act_as_owner();

-- One live match can bring six points: with a double.
select tests.act_as_owner();
update private.player_totals set points = points + 6 where board_id = private.board_of('Overall')
   and user_id = (select ben from game);
select tests.act_as(amina) from game;
select results_eq('select pg_temp.standings()',
  array['Friday five 0 Ben 7 0', 'Friday five 0 Amina 3 1', 'Club 0 Ben 7 0', 'Club 0 Amina 3 1', 'Club 0 Far 0 0'],
  'four points ahead is near');
select tests.act_as_owner();
update private.player_totals set points = 10 where board_id = private.board_of('Overall')
   and user_id = (select ben from game);
select tests.act_as(amina) from game;
select results_eq('select pg_temp.standings()',
  array['Club 1 Amina 3 1', 'Club 1 Far 0 0'],
  'seven points ahead is out of reach and only counted; a group without anyone near is left out');
select tests.act_as_owner();
select tests.kickoff_moves_to(second, '-5 minutes') from game;
update public.matches m set status = 'live' from game where m.id = second;
select tests.act_as(amina) from game;
select is((select count(*)::integer from public.live_standings() where full_name = 'Ben'), 2,
          'with a second live match it is near again');

select tests.act_as_anonymous();
select throws_ok('select public.live_standings()', '42501', null, 'a visitor sees nothing');
select tests.act_as_owner();
set session_replication_role = replica;
update public.matches m set locks_at = now() + interval '1 hour' from game where m.id = live;
set session_replication_role = origin;
select tests.act_as(amina) from game;
select is_empty($$ select s.picks from public.live_standings() s, game where s.picks ? live::text $$,
                'a live match that is not locked keeps its picks secret');
select * from finish();
