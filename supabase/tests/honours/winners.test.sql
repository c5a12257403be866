-- Winners of matchdays and months, records, and champions.
select plan(31);

create temporary table people as select tests.a_player('Player ' || n) as id, n from generate_series(1, 6) n;
grant select on people to authenticated;
update public.profiles f set full_name = 'Player ' || chr(64 + p.n) from people p where f.id = p.id;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 4) n;
insert into public.subscriptions (user_id, subscription_type, expires_at)
  select id, 'premier_league', now() + interval '30 days' from people;
update public.matches m set season = '2030/31', round = 'Matchday ' || (1 + (g.n - 1) / 2) from games g
 where m.id = g.id;
-- Player A has every score right, player B misses the first match, the others predict 0-0.
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id, case when p.n = 1 or (p.n = 2 and g.n > 1) then g.n else 0 end, 0
    from people p, games g;
create function pg_temp.winners() returns text language sql as $$
  select string_agg(format('%s: %s with %s', private.period_label(p), w.full_name, w.points), ', '
                    order by p.kind, p.id, w.full_name)
    from private.period_winners w join private.boards p on p.id = w.period_id
$$;

-- The messages of a run now and of another after the quiet time and the end of the month.
create function pg_temp.announced() returns bigint language sql as $$
  select private.announce_winners();
  select private.announce_winners(clock_timestamp() + interval '40 days');
$$;

select tests.ends((select id from games where n = 1), 1, 0);
select is(pg_temp.announced(), 0::bigint, 'a matchday with an open match has no winner');
select is(pg_temp.winners(), null, 'no winner of an open matchday is stored');
select tests.ends((select id from games where n = 2), 2, 0);
select cmp_ok(pg_temp.announced(), '>', 0::bigint, 'the winner of a complete matchday is told');
select is(pg_temp.winners(), 'Matchday 1: Player A with 6', 'the player with the most points wins the matchday');
select results_eq(
  $$ select title, message from public.notifications n where title like 'You won%' $$,
  $$ values ('You won Matchday 1 with 6 points', 'Premier League 2030/31, 2 matches.') $$,
  'the message has the matchday and the points');
select is(pg_temp.announced(), 0::bigint, 'a winner is told once');

update public.matches set home_score = 0, away_score = 0 where id = (select id from games where n = 1);
select pg_temp.announced();
select is(pg_temp.winners(), 'Matchday 1: Player B with 6', 'a correction changes the winner');
update public.matches set home_score = 1 where id = (select id from games where n = 1);
select cmp_ok(pg_temp.announced(), '>', 0::bigint, 'who wins a matchday again after another player is told so');

select tests.ends((select id from games where n = 3), 3, 0);
select tests.ends((select id from games where n = 4), 4, 0);
select pg_temp.announced();
select matches(pg_temp.winners(),
               'Matchday 1: Player A with 6, Matchday 2: Player A with 6, Matchday 2: Player B with 6, '
                 '.+: Player A with 12',
               'a tie has several winners, and the month has its own');
select matches((select message from public.notifications n join people p on p.id = n.user_id and p.n = 2
                 where n.title like 'You won Matchday 2%'), 'You share the win with 1 other player',
               'a shared win says so');
select is((select count(*) from public.period_winners('matchday', 1)), 2::bigint,
          'a limit counts matchdays, and lists all winners of each');
-- With the same kick-off, which stays in the month.
select public.reopen_match(m.id, m.kickoff_at, 'A wrong result') from public.matches m
 where m.id = (select id from games where n = 4);
select pg_temp.announced();
select is(pg_temp.winners(), 'Matchday 1: Player A with 6', 'a period that is no longer final loses its winners');
select public.cancel_match((select id from games where n = 4));
select private.announce_winners();
select is(pg_temp.winners(), 'Matchday 1: Player A with 6', 'a period waits for the quiet time after a cancellation');
update private.undos set done_at = done_at - interval '1 day';
select pg_temp.announced();
select matches(pg_temp.winners(), 'Matchday 2: Player A with 3, Matchday 2: Player B with 3, .+: Player A with 9',
               'a period with a cancelled match has winners');
create temporary table late as
  select tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Home 5', 'Away 5') as id;
update public.matches set season = '2030/31', round = 'Matchday 2' where id = (select id from late);
select pg_temp.announced();
select is(pg_temp.winners(), 'Matchday 1: Player A with 6', 'a period loses its winners when a match is added to it');
delete from public.matches where id = (select id from late);
select pg_temp.announced();

-- Records.
select is(private.update_records(), 1::bigint, 'the first records are computed at once');
update private.boards set changed_at = clock_timestamp();
select is(private.update_records(), 0::bigint, 'later records wait until results are ten minutes old');
select is(private.update_records(clock_timestamp() + interval '11 minutes'), 1::bigint,
          'records are computed ten minutes after the last change');
select is(private.update_records(clock_timestamp() + interval '12 minutes'), 0::bigint,
          'records are not computed again without a change');
select tests.act_as((select id from people where n = 3));
select results_eq(
  $$ select kind, full_name, value, detail from public.club_records() $$,
  $$ values ('best_matchday', 'Player A', 6, 'Premier League 2030/31, Matchday 1'),
            ('exact_scores', 'Player A', 3, 'Home 3 3–0 Away 3'), ('scoring_run', 'Player A', 3, 'Home 3 3–0 Away 3'),
            ('only_exact', 'Player A', 6, 'Home 1 1–0 Away 1') $$,
  'the records of a season'
);
select results_eq(
  $$ select full_name, matchdays, months from public.winner_counts() $$,
  $$ values ('Player A', 2, 1), ('Player B', 1, 0) $$, 'wins are counted for each player');
select results_eq(
  $$ select o.* from public.honours_of((select id from people where n = 1)) o $$,
  'values (0, 2, 1, 4)', 'a player has badges for wins and records');
select is((select count(*) from public.period_winners('matchday')), 3::bigint, 'the winners of matchdays are listed');
select throws_ok('select from private.records', '42501', null, 'members cannot read the stored records');
select tests.act_as_owner();

-- The end of a season, an archive, and a deleted account.
insert into public.leaderboard_archives (id, name, league, start_date, end_date)
  values ('00000000-0000-4000-8000-000000000001', 'Season 2030/31', 'Premier League', current_date - 40,
          current_date + 40);
select public.create_leaderboard_snapshot('00000000-0000-4000-8000-000000000001', 'Premier League', current_date - 40,
                                          current_date + 40);
select results_eq($$ select name, full_name, points, players from public.champions() $$,
                  $$ values ('Season 2030/31', 'Player A', 9, 6) $$, 'the first of an archive is its champion');
select private.clear_points(null);
select pg_temp.announced();
select results_eq('select count(*), bool_or(is_running) from public.club_records()', 'values (4::bigint, false)',
                  'clearing all points ends the season of the records and keeps them');
select is(private.update_records(clock_timestamp() + interval '13 minutes'), 1::bigint,
          'records are computed after the points are cleared');
select is(private.update_records(clock_timestamp() + interval '14 minutes'), 0::bigint,
          'a season without records is not computed again without a change');
delete from auth.users where id = (select id from people where n = 1);
select pg_temp.announced();
select results_eq(
  $$ select full_name, user_id is null, matchdays from public.winner_counts() $$,
  $$ values ('Player A', true, 2), ('Player B', false, 1) $$, 'the name of a deleted winner remains');
select is((select count(*) from public.club_records() where full_name = 'Player A' and user_id is null), 4::bigint,
          'the name of a deleted member remains in the records');
select is((select full_name from public.champions()), 'Player A', 'the name of a deleted champion remains');

select * from finish();
