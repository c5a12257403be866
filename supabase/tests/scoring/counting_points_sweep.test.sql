-- Points of more than 1,000 predictions are counted by a job. The totals are right afterwards, also after other
-- changes before it runs.
select plan(15);

create temporary table crowd as select tests.a_player('Player') as id, n from generate_series(1, 1001) n;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 5) n;
update public.matches m set season = '2030/31', round = 'Matchday 1' from games g where m.id = g.id;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select c.id, g.id, (c.n + g.n) % 4, c.n % 3 from crowd c, games g;
create temporary table people as select tests.an_admin('Olga') as olga, tests.a_player('Late') as late;
grant select on games, crowd, people to public;

create function pg_temp.is_counting() returns boolean language sql as $$
  select is_counting from public.leaderboard_summary('Friendly Club')
$$;
create function pg_temp.leader() returns integer language sql as $$
  select points from public.leaderboard('Friendly Club', 1)
$$;
create function pg_temp.ends(_n integer, _home integer, _away integer, _days_ago integer default 0) returns void
language sql as $$
  update public.matches m set status = 'completed', home_score = _home, away_score = _away,
                              completed_at = now() - make_interval(days => _days_ago)
    from games g where g.n = _n and m.id = g.id
$$;

-- The limit: 1,000 are counted at once.
delete from public.user_predictions where user_id = (select id from crowd where n = 1)
  and match_id = (select id from games where n = 5);
select pg_temp.ends(5, 1, 0, 2);
select ok(not pg_temp.is_counting() and pg_temp.leader() = 3, '1,000 predictions are counted with the result');
select pg_temp.ends(1, 1, 0, 1);
select ok(pg_temp.is_counting() and pg_temp.leader() = 3, '1,001 wait, and the leaderboard says so');
select is((select bool_and(is_counting) from public.leaderboard_periods('month')), true, 'as do the months');
select is_empty('select * from tests.wrong_boards()', 'the job counts them');
select ok(not pg_temp.is_counting() and pg_temp.leader() > 3, 'and the leaderboard shows them');

-- What happens before the job runs.
select pg_temp.ends(2, 0, 0, 1);
select private.recalculate_points();
select is((select count(*) from private.crowd_predictions k join games g on g.id = k.match_id), 3::bigint,
          'a recalculation counts the crowd of a result that waits');
select pg_temp.ends(2, 2, 1, 1);
select pg_temp.ends(2, 1, 1);
select ok(pg_temp.is_counting(), 'a correction waits with its result');
select is_empty('select * from tests.wrong_boards()', 'a result that was corrected before it was counted');
select pg_temp.ends(3, 0, 0);
select tests.act_as(olga) from people;
select public.reopen_match((select id from games where n = 3), now() + interval '3 days', 'By mistake');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'a result that was taken back before it was counted');
select pg_temp.ends(4, 3, 1, 1);
delete from public.matches where id in (select id from games where n in (2, 4));
select is_empty('select * from tests.wrong_boards()', 'deleted matches, one of them counted before');
select pg_temp.ends(3, 1, 2);
delete from auth.users where id in (select id from crowd where n between 10 and 12);
select is_empty('select * from tests.wrong_boards()', 'deleted players');
select is_empty($$ select from private.player_totals t join crowd c on c.id = t.user_id where c.n between 10 and 12 $$,
                'who are on no leaderboard');

-- The latest day has one match, which is taken back.
select tests.act_as(olga) from people;
select public.reopen_match((select id from games where n = 3), now() + interval '3 days', 'By mistake');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'movement is right after the latest day is taken back');

select pg_temp.ends(3, 2, 2);
select private.clear_points(null);
select is_empty('select * from tests.wrong_boards()', 'points that were cleared before they were counted');
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select late, tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Late', 'Later'), 1, 1 from people;
select is_empty('select * from tests.wrong_boards()', 'a player who joins');
