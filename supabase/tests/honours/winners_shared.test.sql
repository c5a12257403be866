-- Records that several players share, the leaders of matchdays that are not final, and winners by page.
select plan(16);

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
-- Players A and B have both scores of the first matchday right, the others one of them. All have the second right.
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id, case when p.n > 2 and g.n = 1 then 0 else g.n end, 0 from people p, games g;
create function pg_temp.announced() returns bigint language sql as $$
  select private.announce_winners();
  select private.announce_winners(clock_timestamp() + interval '3 hours');
$$;
create function pg_temp.ends(first integer, last integer) returns void language sql as $$
  select tests.ends(g.id, g.n, 0) from games g where g.n between first and last order by g.n
$$;
create function pg_temp.matchdays(_count integer, before_day date default null, before_period bigint default null)
returns text language sql as $$
  select string_agg(format('%s: %s, %s of %s%s', w.label, w.full_name, w.points, w.winners,
                           case when w.is_final then ' final' else '' end), '; ')
    from public.period_winners('matchday', _count, before_day, before_period) w
$$;
grant execute on function pg_temp.matchdays(integer, date, bigint) to authenticated;

select pg_temp.ends(1, 1);
select private.count_waiting_points();
select is(pg_temp.matchdays(20), 'Matchday 1: Player A, 3 of 2; Matchday 1: Player B, 3 of 2',
          'a matchday that is not final lists who leads');
select is((select count(*) from private.period_winners), 0::bigint, 'leaders are not stored as winners');
select pg_temp.ends(2, 2);
select pg_temp.announced();
select is(pg_temp.matchdays(20), 'Matchday 1: Player A, 6 of 2 final; Matchday 1: Player B, 6 of 2 final',
          'a final matchday lists its winners');
select private.refresh_records();
select results_eq(
  $$ select kind, full_name, value, holders, record from public.club_records() $$,
  $$ values ('best_matchday', 'Player A', 6, 2, 1), ('best_matchday', 'Player B', 6, 2, 1),
            ('exact_scores', 'Player A', 2, 2, 2), ('exact_scores', 'Player B', 2, 2, 2),
            ('scoring_run', 'Player A', 2, 2, 3), ('scoring_run', 'Player B', 2, 2, 3) $$,
  'two players share a record');
select is((select count(*) from public.club_records() r join private.boards p on p.id = r.period_id
            where p.round = 'Matchday 1' and r.competition = 'premier_league'), 6::bigint,
          'a record and the match of a record lead to their matchday');

select pg_temp.ends(3, 4);
select pg_temp.announced();
select private.refresh_records();
select results_eq(
  $$ select kind, full_name, value, holders from public.club_records()
      where kind in ('best_matchday', 'exact_scores') $$,
  $$ values ('best_matchday', 'Player A', 6, 6), ('best_matchday', 'Player B', 6, 6),
            ('best_matchday', 'Player C', 6, 6),
            ('exact_scores', 'Player A', 4, 2), ('exact_scores', 'Player B', 4, 2) $$,
  'a record of many players lists three and their number');
select is((select detail from public.club_records() where kind = 'best_matchday' limit 1),
          'Premier League 2030/31, Matchday 1', 'a player who reached a record twice holds it since the first time');
select is((select records from public.honours_of((select id from people where n = 6))), 1,
          'a holder who is not listed has the badge');
select tests.act_as((select id from people where n = 6));
select results_eq($$ select full_name from public.club_records() where kind = 'best_matchday' $$,
                  $$ values ('Player F'), ('Player A'), ('Player B') $$, 'the own name is the first of a record');
select is(pg_temp.matchdays(1),
          'Matchday 2: Player F, 6 of 6 final; Matchday 2: Player A, 6 of 6 final; '
            'Matchday 2: Player B, 6 of 6 final',
          'a page has the latest matchday with three of its winners, the own name first');
select is((select pg_temp.matchdays(1, w.last_day, w.period_id)
             from public.period_winners('matchday', 1) w limit 1),
          'Matchday 1: Player A, 6 of 2 final; Matchday 1: Player B, 6 of 2 final',
          'the next page begins after the last matchday');
select is((select pg_temp.matchdays(1, w.last_day, w.period_id)
             from public.period_winners('matchday', 2) w where w.label = 'Matchday 1' limit 1), null,
          'no page follows the first matchday');
select ok((select bool_and(has_leaderboard) from public.period_winners('matchday')), 'a matchday has its leaderboard');
select tests.act_as_owner();

-- A season that equals the record of the season before.
select private.clear_points(null);
select ok((select bool_and(not has_leaderboard) from public.period_winners('matchday')),
          'a matchday of a season that has ended has no leaderboard');
select is((select count(period_id) from public.club_records()), 0::bigint, 'nor do its records lead to one');
insert into private.records (kind, user_id, full_name, value, happened_on, detail, is_running)
  select 'exact_scores', p.id, 'Player', 4, current_date + 400, 'A later season', true
    from people p where p.n in (1, 3);
select results_eq($$ select full_name, holders, is_running from public.club_records() where kind = 'exact_scores' $$,
                  $$ values ('Player A', 3, false), ('Player B', 3, false), ('Player C', 3, true) $$,
                  'players of two seasons share a record, each once');

select * from finish();
