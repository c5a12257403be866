-- Matches with more predictions than one statement can score. Parts of 40 predictions, so that 161 are too many.
select plan(42);
select set_config('scoreline.part_size', '40', true);

create temporary table crowd as select tests.a_player('Player') as id, n from generate_series(1, 170) n;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 8) n;
update public.matches m set season = '2030/31', round = 'Matchday 1' from games g where m.id = g.id;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select c.id, g.id, (c.n + g.n) % 4, c.n % 3 from crowd c, games g where g.n < 7 or c.n <= 100;
create temporary table people as select tests.an_admin('Olga') as olga, tests.an_admin('Pete') as pete;
create temporary table sums (is_right boolean);
grant select on games, crowd, people to public;

create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
grant execute on function pg_temp.game(integer) to public;
create function pg_temp.ends(_n integer, _home integer, _away integer, _days_ago integer default 0) returns void
language sql as $$
  update public.matches m set status = 'completed', home_score = _home, away_score = _away,
                              completed_at = now() - make_interval(days => _days_ago)
   where m.id = pg_temp.game(_n)
$$;
-- Whether the totals plus what is uncounted are the points of the predictions of the matches that count.
create function pg_temp.sums_are_right() returns boolean language sql as $$
  select (select coalesce(sum(points), 0) from private.player_totals where board_id = private.board_of('Overall'))
       + (select coalesce(sum(v.sign * v.points), 0)
            from private.uncounted_points v join public.profiles p on p.id = v.user_id)
       = (select coalesce(sum(p.points_earned), 0)
            from public.user_predictions p join private.scored_matches s on s.match_id = p.match_id
           where p.cleared_at is null)
$$;
-- Runs the job so many times, and notes whether the sums are right after each.
create function pg_temp.job_runs(_times integer) returns void language plpgsql as $$
begin
  for nth in 1 .. _times loop
    perform private.count_waiting_points();
    insert into sums select pg_temp.sums_are_right();
  end loop;
end $$;
create function pg_temp.scored(_n integer) returns integer language sql as $$
  select count(points_earned)::integer from public.user_predictions where match_id = pg_temp.game(_n)
$$;
-- After everything is counted: the predictions without the points of their match's state, and the wrong totals.
create function pg_temp.wrong() returns table (what text) language plpgsql as $$
begin
  for nth in 1 .. 200 loop
    exit when not private.is_counting();
    perform pg_temp.job_runs(1);
  end loop;
  return query
  select format('points of %s', m.home_team_name)
    from public.user_predictions p join public.matches m on m.id = p.match_id
   where p.cleared_at is null and p.points_earned is distinct from case when m.status = 'completed'
         then public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score) end
  union all
  select w.what from tests.wrong_boards() w
  union all
  select 'rows that wait' from private.matches_to_score;
end $$;

-- A result.
select pg_temp.ends(8, 1, 0, 2);
select is(pg_temp.scored(8), 100, '160 predictions and fewer are scored with the result');
select is_empty('select * from pg_temp.wrong()', 'and counted in parts');
select pg_temp.ends(1, 1, 0, 1);
select is(pg_temp.scored(1), 0, 'more predictions wait for the job');
select results_eq($$ select is_counting, points_counted, points_to_count from public.leaderboard_summary() $$,
                  $$ values (true, 0, 170) $$, 'the leaderboard says so');
select pg_temp.job_runs(1);
select is(pg_temp.scored(1), 40, 'the job scores a part');
select results_eq($$ select is_counting, points_counted, points_to_count from public.leaderboard_summary() $$,
                  $$ values (true, 40, 170) $$, 'the leaderboard says how many are scored');
select results_eq($$ select distinct is_counting, points_counted, points_to_count
                       from public.leaderboard_periods('month') $$,
                  $$ values (true, 40, 170) $$, 'as do the months');
select ok((select next_run_at <= clock_timestamp() from private.jobs where name = 'Count points'),
          'the job is due again at once');
select is(private.settle_points(), false, 'what needs the totals has to wait');
select is(private.add_missing_match_figures(), 1, 'the figures of other matches only are kept');
select is_empty($$ select private.latest_past_ranks(private.board_of('Overall')) $$,
                'no ranks of half the points are kept');
select is(private.announce_winners(now() + interval '2 days'), 0::bigint, 'no winners are announced');
select is(private.announce_results(now() + interval '2 days'), 0::bigint, 'nor results');
select is_empty('select * from pg_temp.wrong()', 'the job scores and counts everything');
select results_eq($$ select is_counting, points_counted, points_to_count from public.leaderboard_summary() $$,
                  $$ values (false, null::integer, null::integer) $$, 'the leaderboard says so');
select is(private.settle_points(), true, 'what needs the totals goes on');

-- Acts on a match of which a part is scored.
select pg_temp.ends(2, 2, 1, 1);
select pg_temp.job_runs(3);
select pg_temp.ends(2, 0, 0, 1);
select is_empty('select * from pg_temp.wrong()', 'a correction');
select pg_temp.ends(2, 1, 1, 1);
select pg_temp.job_runs(2);
select pg_temp.ends(2, 1, 1);
select pg_temp.job_runs(3);
select is_empty('select * from pg_temp.wrong()', 'a result that moves to another day');
select pg_temp.ends(2, 3, 1);
select pg_temp.job_runs(4);
select tests.act_as(olga) from people;
select public.reopen_match(pg_temp.game(2), now() + interval '3 days', 'By mistake');
select tests.act_as_owner();
select pg_temp.job_runs(3);
select is_empty('select * from pg_temp.wrong()', 'a reopening, which takes the latest day back');
select is(pg_temp.scored(2), 0, 'takes every point back');
select pg_temp.ends(2, 3, 1);
select pg_temp.job_runs(4);
select tests.act_as(olga) from people;
select public.reopen_match(pg_temp.game(2), now() + interval '3 days', 'By mistake');
select tests.act_as_owner();
select pg_temp.job_runs(2);
select pg_temp.ends(2, 0, 2);
select pg_temp.job_runs(2);
select is_empty('select * from pg_temp.wrong()', 'a result after a reopening');
update public.matches set round = 'Matchday 2' where id = pg_temp.game(2);
select pg_temp.job_runs(1);
select pg_temp.ends(2, 1, 2);
select is_empty('select * from pg_temp.wrong()', 'a match that moves to another matchday');

select tests.act_as(olga) from people;
create temporary table act as select * from public.complete_matches(jsonb_build_array(
  jsonb_build_object('id', pg_temp.game(3), 'home_score', 2, 'away_score', 1),
  jsonb_build_object('id', pg_temp.game(4), 'home_score', 0, 'away_score', 1)));
select tests.act_as_owner();
select is((select scoring_players from act), (
  select count(distinct p.user_id)::integer from public.user_predictions p
    join (values (3, 2, 1), (4, 0, 1)) r (n, home, away) on p.match_id = pg_temp.game(r.n)
   where public.calculate_prediction_points(p.home_prediction, p.away_prediction, r.home, r.away) > 0),
  'two results say at once how many players earn points');
select pg_temp.job_runs(5);
select is((select points_to_count from public.leaderboard_summary()), 340, 'the progress counts both');
select tests.act_as(pete) from people;
select public.undo((select undo_id from act));
select tests.act_as_owner();
select pg_temp.job_runs(3);
select is_empty('select * from pg_temp.wrong()', 'an undo');
select is(pg_temp.scored(3) + pg_temp.scored(4), 0, 'takes every point back');

select pg_temp.ends(3, 2, 1, 1);
select pg_temp.ends(4, 1, 1, 1);
select pg_temp.job_runs(3);
select tests.act_as(olga) from people;
create temporary table deletion as
  select public.delete_match(pg_temp.game(n)) as undo_id, n from games where n in (3, 4);
select tests.act_as_owner();
select pg_temp.job_runs(2);
select is_empty('select * from pg_temp.wrong()', 'a deletion of two matches');
select tests.act_as(pete) from people;
select public.undo(undo_id) from deletion where n = 3;
select tests.act_as_owner();
select pg_temp.job_runs(1);
select is_empty('select * from pg_temp.wrong()', 'the undo of the deletion of a match with points');
select is(pg_temp.scored(3), 170, 'scores it again');

select pg_temp.ends(5, 2, 0);
select pg_temp.job_runs(2);
select pg_temp.ends(3, 0, 0, 1);
select private.clear_points(array(select id from crowd where n < 20));
select is((select count(*) from public.user_predictions where match_id = pg_temp.game(5) and cleared_at is not null),
          19::bigint, 'clearing players clears what they have not earned yet');
select is_empty('select * from pg_temp.wrong()', 'and counts the others');
select is((select sum(points)::integer from private.player_totals
            where user_id in (select id from crowd where n < 20)), 0, 'the cleared players have no points');

select pg_temp.ends(5, 2, 1);
select pg_temp.job_runs(2);
select tests.act_as(olga) from people;
select public.reopen_match(pg_temp.game(3), now() + interval '3 days', 'By mistake');
select tests.act_as_owner();
select pg_temp.job_runs(1);
select private.clear_points(array(select id from crowd where n between 20 and 30));
select is((select count(*) from public.user_predictions p join crowd c on c.id = p.user_id
            where p.match_id = pg_temp.game(3) and p.cleared_at is not null and c.n between 20 and 30),
          0::bigint, 'clearing leaves the predictions of a reopened match');
select is_empty('select * from pg_temp.wrong()', 'whose points are taken back');

select pg_temp.ends(6, 2, 0);
select pg_temp.job_runs(1);
select pg_temp.ends(5, 0, 0);
select private.recalculate_points();
select is_empty('select from private.matches_to_score', 'a recalculation scores what waits');
select is_empty('select * from pg_temp.wrong()', 'and counts it');

select pg_temp.ends(6, 1, 0);
select pg_temp.job_runs(2);
delete from auth.users where id in (select id from crowd where n between 160 and 170);
select tests.act_as(olga) from people;
select (public.create_predictions_snapshot('Before the cup')).id;
select tests.act_as_owner();
select is((select sum(total_points)::integer from public.snapshot_players), (
  select sum(points_earned)::integer from public.user_predictions), 'a snapshot has the points of every prediction');
select is(pg_temp.scored(6), 159, 'because it finishes the scoring');
select is_empty('select * from pg_temp.wrong()', 'also after players were deleted');

select pg_temp.ends(6, 3, 0);
select pg_temp.job_runs(1);
update public.profiles set full_name = 'Renamed' where id = (select id from crowd where n = 40);
select pg_temp.job_runs(1);
select private.rebuild_totals();
select is_empty('select * from pg_temp.wrong()', 'totals that were rebuilt, and a new name');
select is((select count(*) from sums where not is_right), 0::bigint,
          'after each run the totals plus what waits are the sum of the points');
select ok((select count(*) from sums) > 100, 'of more than 100 runs');
select * from finish();
