-- What the report of a finished matchday says: places, climbers, exact scores, the next lock, and for how long.
select plan(9);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Ben') as ben, tests.a_player('Cara') as cara,
  tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Leeds', 'Hull') as early,
  tests.a_match_kicking_off_in('2 hours', 'Premier League', 'Inter', 'Roma') as first,
  tests.a_match_kicking_off_in('3 hours', 'Premier League', 'Porto', 'Ajax') as second,
  tests.a_match_kicking_off_in('9 days', 'Premier League', 'Derby', 'Stoke') as open;
grant select on game to public;
select tests.a_subscription(u, 'premier_league') from game, unnest(array[amina, ben, cara]) u;
update public.matches m
   set season = '2026/27',
       round = case m.id when early then 'Matchday 1' when open then 'Matchday 3' else 'Matchday 2' end
  from game where m.id in (early, first, second, open);
select tests.predicts(amina, early, 1, 0), tests.predicts(amina, first, 2, 1), tests.predicts(amina, second, 0, 0),
       tests.predicts(ben, early, 0, 1), tests.predicts(ben, first, 3, 1), tests.predicts(ben, second, 2, 2),
       tests.predicts(cara, early, 2, 0), tests.predicts(cara, first, 0, 0), tests.predicts(cara, second, 1, 0)
  from game;
create function pg_temp.reports() returns setof text language sql as $$
  select concat_ws(', ', r.label, r.league, r.season, r.players) from public.round_reports() r
$$;
grant execute on function pg_temp.reports() to public;
select tests.ends(early, 1, 0) from game;
select private.refresh_winners();

select tests.act_as(olga) from game;
select results_eq('select pg_temp.reports()', array['Matchday 1, Premier League, 2026/27, 3'],
                  'a matchday is reported when its last match has a result');
select tests.act_as_owner();
select tests.ends(first, 3, 1) from game;
select private.refresh_winners();
select tests.act_as(olga) from game;
select is((select count(*)::integer from public.round_reports()), 1, 'and not before');
select tests.act_as_owner();
select tests.ends(second, 2, 2) from game;
select private.refresh_winners();
select tests.act_as(olga) from game;
select results_eq('select pg_temp.reports()', array['Matchday 2, Premier League, 2026/27, 3',
                  'Matchday 1, Premier League, 2026/27, 3'], 'the latest is first');
select is((select places from public.round_reports() limit 1),
          '[{"rank": 1, "name": "Ben", "points": 6, "perfect_scores": 2},
            {"rank": 2, "name": "Amina", "points": 2, "perfect_scores": 0},
            {"rank": 3, "name": "Cara", "points": 0, "perfect_scores": 0}]', 'the places are those of the matchday');
select is((select climbers from public.round_reports() limit 1), '[{"name": "Ben", "places": 2, "rank": 1}]',
          'who rose by two places or more on the overall leaderboard is a climber');
select is((select exact_scores from public.round_reports() limit 1),
          '[{"home": "Inter", "away": "Roma", "home_score": 3, "away_score": 1, "name": "Ben"},
            {"home": "Porto", "away": "Ajax", "home_score": 2, "away_score": 2, "name": "Ben"}]',
          'a score that one member alone had is told');
select is((select next_lock from public.round_reports() limit 1), (select locks_at from public.matches m, game
                                                                    where m.id = open), 'and the next lock');
select tests.act_as_owner();
update private.boards set over_since = now() - interval '2 days' where round = 'Matchday 1';
select tests.act_as(olga) from game;
select is((select count(*)::integer from public.round_reports()), 1, 'after two days it is no news');
select tests.act_as(amina) from game;
select throws_ok('select public.round_reports()', 'SL003', null, 'a member does not read reports');
select * from finish();
