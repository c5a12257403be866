-- Leaderboards of matchdays and months. After every kind of change their totals must equal the sum of the predictions.
select plan(20);

select setseed(0.37);
create temporary table crowd as select tests.a_player('Player ' || n) as id, n from generate_series(1, 30) n;
grant select on crowd to authenticated;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', (array['Champions League', 'Friendly Club'])[1 + n % 2], 'Home ' || n,
                                      'Away ' || n) as id, n
    from generate_series(1, 24) n;
update public.matches m set season = '2030/31', round = 'Matchday ' || (1 + g.n / 6) from games g
 where m.id = g.id and g.n % 7 <> 0;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select c.id, g.id, floor(random() * 4)::int, floor(random() * 4)::int from crowd c, games g where random() < 0.8;

do $$
declare g record;
begin
  for g in select id from games where n <= 20 order by random() loop
    update public.matches set status = 'completed', home_score = floor(random() * 4), away_score = floor(random() * 4)
     where id = g.id;
  end loop;
end $$;
select cmp_ok((select count(*) from private.player_totals t join private.boards b on b.id = t.board_id
                where not b.is_standing), '>', 60::bigint, 'scoring fills the periods');
select is_empty('select * from tests.wrong_boards()', 'periods are right after scoring');

update public.matches set home_score = 3, away_score = 3 where id in (select id from games where n in (2, 5, 9, 13));
select is_empty('select * from tests.wrong_boards()', 'periods are right after corrections');

-- After each change, because a recount of a player corrects all of the player's periods.
update public.matches set match_date = match_date - 40 where id in (select id from games where n in (3, 4));
select is_empty('select * from tests.wrong_boards()', 'points follow a match to another month');
update public.matches set round = 'Matchday 9', home_score = 1, away_score = 0
 where id = (select id from games where n = 5);
select is_empty('select * from tests.wrong_boards()', 'a match that changes its round and its result is scored once');
update public.matches set round = null where id = (select id from games where n = 6);
select is_empty('select * from tests.wrong_boards()', 'a match without a round leaves its matchday');
update public.matches set round = 'Matchday 7' where id = (select id from games where n = 6);
select is_empty('select * from tests.wrong_boards()', 'a match that gets a round joins its matchday');
update public.matches set season = null where id = (select id from games where n = 8);
select is_empty('select * from tests.wrong_boards()', 'points follow a match to another season');
select cmp_ok((select count(*) from private.boards where kind = 'month'), '>', 1::bigint,
              'a moved kick-off adds the month before');

select private.score_matches(array(select id from games where n in (1, 10)));
select public.reopen_match((select id from games where n = 11), now() + interval '3 days', 'A wrong result');
select is_empty('select * from tests.wrong_boards()', 'periods are right after a reopening');

delete from public.matches where id in (select id from games where n in (12, 15));
select public.clear_user_predictions((select id from crowd where n = 1));
delete from auth.users where id in (select id from crowd where n in (2, 3));
select is_empty('select * from tests.wrong_boards()', 'periods are right after deletions of matches and members');

select public.undo(public.delete_match((select id from games where n = 16)));
select public.undo((select undo_id from public.complete_matches(jsonb_build_array(jsonb_build_object(
  'id', (select id from games where n = 21), 'home_score', 2, 'away_score', 1)))));
select is_empty('select * from tests.wrong_boards()', 'periods are right after undone actions');

select private.clear_points(array(select id from crowd where n between 10 and 14));
update public.matches set home_score = 0, away_score = 2 where id in (select id from games where n in (1, 2));
select is_empty('select * from tests.wrong_boards()', 'a cleared prediction never counts again');

-- Reading.
create temporary table months as select * from public.leaderboard_periods('month');
grant select on months to authenticated;
select is((select bool_or(is_final) from months where matches > matches_completed), false,
          'a period with an unplayed match is provisional');
update public.matches set status = 'cancelled' where status = 'upcoming';
select is((select bool_and(is_final) from private.period_states(_now => clock_timestamp() + interval '60 days')), true,
          'a period is final when all its matches are completed or cancelled and a month has ended');
select is_empty(
  $$ select from public.leaderboard_periods('matchday', 'Friendly Club') where round is null $$,
  'matches without a round make no matchday'
);

select tests.act_as((select id from crowd where n = 20));
select results_eq(
  $$ select l.rank, l.user_id
       from months m cross join lateral (
         select * from public.period_leaderboard(m.period_id, 7, 0) union all
         select * from public.period_leaderboard(m.period_id, 7, 7) union all
         select * from public.period_leaderboard(m.period_id, 200, 14)) l $$,
  $$ select rank, user_id from months m cross join lateral public.period_leaderboard(m.period_id, 200, 0) l $$,
  'pages join without gaps'
);
select is_empty(
  $$ select from (select l.*, rank() over (partition by m.period_id
                                           order by points desc, perfect_scores desc) as right_rank
                    from months m cross join lateral public.period_leaderboard(m.period_id, 200, 0) l) r
      where r.rank <> r.right_rank $$,
  'players with equal points and perfect scores share a rank'
);
select results_eq(
  $$ select l.* from months m cross join lateral public.my_period_row(m.period_id) l order by m.period_id $$,
  $$ select l.* from months m cross join lateral public.period_leaderboard(m.period_id, 200, 0) l
      where l.user_id = (select auth.uid()) order by m.period_id $$,
  'my row is the row of the leaderboard'
);
select tests.act_as_owner();

select private.clear_points(null);
select is_empty($$ select from public.leaderboard_periods('month') $$, 'clearing all points empties the periods');

select * from finish();
