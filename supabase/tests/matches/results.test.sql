select plan(15);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_match_kicking_off_in('1 hour') as league_match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as cup_match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as unconfirmed;
grant select on game to public;
update public.matches set kickoff_confirmed = false where id = (select unconfirmed from game);

-- Whether the match awaits its result this long after its kick-off.
create function pg_temp.awaits(_match_id uuid, _since_kickoff interval) returns boolean language sql as $$
  select private.is_awaiting_result(m, m.kickoff_at + _since_kickoff) from public.matches m where m.id = _match_id
$$;

select ok(not pg_temp.awaits(league_match, '149 minutes 59.999 seconds') and pg_temp.awaits(league_match, '150 min'),
          'a league match awaits its result 150 minutes after its kick-off') from game;

select ok(not pg_temp.awaits(cup_match, '209 minutes 59.999 seconds') and pg_temp.awaits(cup_match, '210 minutes'),
          'a cup match awaits its result 210 minutes after its kick-off') from game;

select ok(not pg_temp.awaits(unconfirmed, '3 days'), 'a postponed match awaits no result') from game;

select tests.kickoff_moves_to(league_match, '-150 minutes'), tests.kickoff_moves_to(cup_match, '-150 minutes')
  from game;
select public.start_due_matches();
select ok(pg_temp.awaits(league_match, '150 minutes') and not pg_temp.awaits(cup_match, '150 minutes'),
          'a live match awaits its result from the same moment') from game;

select tests.act_as_anonymous();
select throws_ok('select * from public.results_to_enter()', '42501', null, 'a visitor may not list missing results');

select tests.act_as((select amina from game));
select throws_ok('select * from public.results_to_enter()', 'SL003', null, 'a player may not list missing results');

select tests.act_as((select olga from game));
select is(
  (select array_agg(row(r.league, r.matches)::text) from public.results_to_enter() r),
  array[row('Friendly Club', 1)::text],
  'an admin sees the matches that await their result, and no live ones'
);

select tests.act_as_owner();
-- A season whose results were never entered.
create temporary table season as
select jsonb_agg(jsonb_build_object('round', 'Matchday ' || n, 'home', 'Home ' || n, 'away', 'Away ' || n,
                                    'date', '2000-01-01', 'time', '15:00', 'confirmed', true)) as matches
  from generate_series(1, 3) n;
select i.* from season s, public.import_matches('Premier League', '1999', 'UTC', s.matches) i;
select tests.act_as((select olga from game));
select is(
  (select array_agg(r.round || ' ' || r.matches order by r.round) from public.results_to_enter() r
    where r.league = 'Premier League'),
  array['Matchday 1 1', 'Matchday 2 1', 'Matchday 3 1'],
  'imported matches of the past await their results at once, by round'
);

select tests.act_as_owner();
-- 08:00 of tomorrow in the club's time zone.
create temporary table morning as
select (private.club_today() + 1 + time '08:00') at time zone private.club_time_zone() as starts_at;
delete from private.announcements;
select is(private.remind_organisers((select starts_at from morning) - interval '1 second'), 0::bigint,
          'nobody is reminded at night');
select is(private.remind_organisers((select starts_at from morning)), 1::bigint,
          'every organiser is reminded at 08:00');
select is(
  (select array_agg(row(n.user_id, n.title, n.message, n.link)::text) from public.notifications n),
  (select array[row(olga, 'Results to enter: 5', '5 matches are over and without a result.', '/enter-results')::text]
     from game),
  'one notification names the number of all missing results'
);
select is(private.remind_organisers((select starts_at + interval '10 hours' from morning)), 0::bigint,
          'there is one reminder a day');
select tests.ends(league_match, 1, 0), tests.ends(cup_match, 1, 0) from game;
select tests.ends(m.id, 1, 1) from public.matches m where m.season = '1999';
select is(private.remind_organisers((select starts_at + interval '1 day' from morning)), 0::bigint,
          'there is no reminder when all results are entered');
select tests.act_as((select olga from game));
select is((select count(*) from public.results_to_enter()), 0::bigint, 'entered results are no longer listed');
select tests.act_as_owner();

select is(
  (select array_agg(c.id order by c.position) from public.competitions c where c.is_cup),
  '{fa_cup,league_cup,champions_league}',
  'the cups and the Champions League can have extra time'
);

select * from finish();
