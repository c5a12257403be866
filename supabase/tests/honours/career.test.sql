-- A player's seasons and what stands out in them.
select plan(14);

create temporary table people as
  select tests.a_player('Player ' || chr(64 + n)) as id, n from generate_series(1, 4) n;
create temporary table games as
  select tests.a_match_kicking_off_in(interval '1 hour' + n * interval '1 minute', 'Premier League', 'Home ' || n,
                                      'Away ' || n) as id, n
    from generate_series(1, 6) n;
grant select on people, games to authenticated;
insert into public.subscriptions (user_id, subscription_type, expires_at)
  select id, 'premier_league', now() + interval '30 days' from people;
update public.matches m set season = '2030/31', round = 'Matchday ' || (1 + (g.n - 1) / 3)
  from games g where m.id = g.id;
-- Each match ends 1-0. A: exact, right, wrong, right, right, exact. B: always right. C: always wrong. D: exact in the
-- first match, and no other prediction.
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select p.id, g.id,
         case p.n when 1 then (array[1, 2, 0, 2, 2, 1])[g.n] when 2 then 2 when 3 then 0 else 1 end,
         case when p.n = 3 or (p.n = 1 and g.n = 3) then 1 else 0 end
    from people p, games g where p.n < 4 or g.n = 1;
select tests.ends(id, 1, 0) from games order by n;
select tests.count_all_points();
select private.refresh_winners(_at_once => array(select b.id from private.boards b));

create function pg_temp.player(_n integer) returns uuid language sql as $$ select id from people where n = _n $$;
create function pg_temp.seasons(_n integer) returns setof text language sql as $$
  select format('%s%s: %s of %s, %s points, %s exact, %s%%, %s won', coalesce(c.name || ', ', ''), c.league, c.rank,
                c.players, c.points, c.perfect_scores, c.accuracy, c.matchdays)
    from public.career(pg_temp.player(_n)) c
$$;
create function pg_temp.highlights(_n integer, _season text) returns setof text language sql as $$
  select concat_ws('; ', 'run ' || h.run, h.call_home || format('-%s %s:%s by %s of %s', h.call_away,
                   h.call_home_score, h.call_away_score, h.call_players, h.call_predictions),
                   format('%s %s, %s won, %s lost', h.rival_name, h.rival_points, h.rival_won, h.rival_lost))
    from public.season_highlights(pg_temp.player(_n), _season) h
$$;
create function pg_temp.archived() returns text language sql as $$ select id::text from public.leaderboard_archives $$;

grant execute on function pg_temp.player(integer), pg_temp.seasons(integer), pg_temp.highlights(integer, text)
  to authenticated;
select tests.act_as(pg_temp.player(4));
select is(pg_temp.seasons(1), 'Premier League: 1 of 4, 9 points, 2 exact, 83.3%, 2 won',
          'a running season has the place and the matchdays that the player has won');
select is(pg_temp.seasons(3), 'Premier League: 4 of 4, 0 points, 0 exact, 0.0%, 0 won',
          'a season without points is one too');
select is(pg_temp.highlights(1, 'premier_league'), 'run 3; Home 6-Away 6 1:0 by 1 of 3; Player B 6, 2 won, 1 lost',
          'a season has the longest run, the rarest perfect score, and the player with the closest points');
select is(pg_temp.highlights(2, 'premier_league'), 'run 6; Player A 9, 1 won, 2 lost',
          'of two rivals the better one is named, and without a perfect score there is no call');
select is(pg_temp.highlights(3, 'premier_league'), 'Player D 3, 0 won, 1 lost',
          'without points there is no run');
select is_empty($$ select pg_temp.highlights(1, 'fa_cup') $$, 'a season without a prediction has no highlights');
select is_empty($$ select pg_temp.highlights(1, 'no such') $$, 'an unknown season has none');
select tests.act_as_anonymous();
select throws_ok($$ select public.career(gen_random_uuid()) $$, '42501', null, 'visitors see no career');
select tests.act_as_owner();

insert into public.leaderboard_archives (name, league, start_date, end_date)
  values ('Season 2030/31', 'Premier League', current_date - 40, current_date + 40);
select public.create_leaderboard_snapshot(pg_temp.archived()::uuid, 'Premier League', current_date - 40,
                                          current_date + 40);
create temporary table before as select n, h from people, pg_temp.highlights(n, 'premier_league') h;
select is((select array_agg(x) from pg_temp.seasons(1) x),
          array['Premier League: 1 of 4, 9 points, 2 exact, 83.3%, 2 won',
                'Season 2030/31, Premier League: 1 of 4, 9 points, 2 exact, 83.3%, 0 won'],
          'an archive of a running season does not count its matchdays a second time');
select private.clear_points(null);
select is(pg_temp.seasons(1), 'Season 2030/31, Premier League: 1 of 4, 9 points, 2 exact, 83.3%, 2 won',
          'a season that has ended keeps its place and its matchdays');
select results_eq('select n, h from people, pg_temp.highlights(n, pg_temp.archived()) h order by n',
                  'select n, h from before order by n', 'and what stood out, though the points are cleared');
select is_empty($$ select pg_temp.highlights(1, 'premier_league') $$, 'and the next season begins empty');
delete from auth.users where id = pg_temp.player(2);
select is(pg_temp.highlights(1, pg_temp.archived()), 'run 3; Home 6-Away 6 1:0 by 1 of 2; Player D 3, 0 won, 0 lost',
          'a deleted account is no rival');
delete from public.leaderboard_archives;
select is_empty('select pg_temp.seasons(1)', 'without the archive the season is gone');
