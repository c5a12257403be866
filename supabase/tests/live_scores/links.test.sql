select plan(37);

create function tests.apply_answer(variadic _matches jsonb[]) returns table (linked integer, started integer,
                                   fixtures integer)
language sql as $$
  select t.linked, t.started, t.fixtures from public.begin_provider_poll(true) b
    cross join lateral public.apply_provider_answer(b.poll, to_jsonb(_matches)) t
$$;
create function tests.a_provider_match(_id text, _home text, _away text, _kickoff timestamptz,
                                       _state text default 'scheduled', _more jsonb default '{}') returns jsonb
language sql as $$
  select jsonb_build_object('id', _id, 'competition', 'premier_league', 'home', _home, 'away', _away,
                            'kickoff', _kickoff, 'confirmed', true, 'state', _state) || _more
$$;
update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000, day_left = null;
select public.save_live_score_api_key('a key');
create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('2 days', 'Premier League', 'Arsenal FC', 'Gunnersbury') as strange,
  tests.a_match_kicking_off_in('2 days', 'Premier League', 'Wolves', 'Spurs') as spoken;
grant select on game to public;
create function tests.kickoff(_match_id uuid) returns timestamptz language sql as $$ select kickoff_at
  from public.matches where id = _match_id $$;
create temporary view links as select external_id, match_id, linked_by from private.provider_matches
  order by external_id;
grant select on links to public;
create temporary view unlinked as
  select home, away, cardinality(candidates) as candidates from public.provider_issues()
  where kind = 'unlinked';
grant select on unlinked to public;

-- Names.
select is(
  private.canonical_team_name('  WOLVES '),
  private.canonical_team_name('Wolverhampton Wanderers FC'),
  'a club is found by its aliases in upper and lower case'
);

select isnt(
  private.canonical_team_name('Sheffield United'),
  private.canonical_team_name('Sheffield Wednesday'),
  'a club is not found by a similar name'
);

select tests.act_as((select olga from game));
select lives_ok(
  $$ insert into public.team_aliases (alias, team_name) values ('The Gunners', 'Arsenal') $$,
  'admins add aliases'
);

select is(
  (select team_name from public.team_aliases where alias = 'The Gunners'),
  'Arsenal FC',
  'a new alias points to the club itself'
);

select throws_ok(
  $$ insert into public.team_aliases (alias, team_name) values ('the gunners', 'Chelsea FC') $$,
  '23505', null,
  'a name means one club only'
);

select throws_ok(
  $$ insert into public.team_aliases (alias, team_name) values ('Arsenal FC', 'The Gunners') $$,
  '23514', null,
  'an alias cannot point to itself'
);

select is(
  (select count(*)::int from public.admin_audit_log where action = 'team_aliases.insert'),
  1,
  'adding an alias is audited'
);

select tests.act_as((select amina from game));
select is((select count(*)::int from public.team_aliases), 0, 'players cannot see aliases');

select throws_ok(
  $$ insert into public.team_aliases (alias, team_name) values ('x', 'y') $$,
  'SL003', null,
  'players cannot add aliases'
);

-- Linking by names.
select tests.act_as_owner();
select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('1', 'Wolverhampton Wanderers FC', 'Tottenham',
                                                              tests.kickoff((select spoken from game))
                                                              + interval '30 minutes'))
  $$,
  $$ values (1) $$,
  'the same clubs on the same day are the same match'
);

select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('2', 'Arsenal', 'Chelsea FC',
                                                              tests.kickoff((select strange from game))))
  $$,
  $$ values (0) $$,
  'an unknown name links nothing'
);

select results_eq(
  $$ select * from unlinked $$,
  $$ values ('Arsenal', 'Chelsea FC', 1) $$,
  'the admin sees the match with candidates'
);

select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('3', 'Spurs', 'Wolves',
                                                              tests.kickoff((select spoken from game))))
  $$,
  $$ values (0) $$,
  'home and away are not interchangeable'
);

select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('4', 'Wolves', 'Spurs',
                                                              tests.kickoff((select spoken from game))))
  $$,
  $$ values (0) $$,
  'a match is linked once'
);

select tests.apply_answer(tests.a_provider_match('1', 'Somebody', 'Else',
                                              tests.kickoff((select spoken from game)) + interval '9 days'));
select is(
  (select match_id from links where external_id = '1'),
  (select spoken from game),
  'a match stays linked by the provider''s number'
);

-- A club from before the rule that two names of a team are one team.
select private.rules_off();
insert into public.teams (name) values ('Leeds United FC'), ('Fulham FC'), ('Leeds'), ('Fulham')
on conflict do nothing;
select private.rules_on();
select tests.a_match_kicking_off_in('3 days', 'Premier League', 'Leeds United FC', 'Fulham FC'),
       tests.a_match_kicking_off_in('3 days', 'Premier League', 'Leeds', 'Fulham');
select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('5', 'Leeds', 'Fulham',
                                                              clock_timestamp() + interval '3 days'))
  $$,
  $$ values (0) $$,
  'two candidates are left to the admin'
);

select is(
  (select candidates from unlinked where home = 'Leeds'),
  4,
  'the admin sees both candidates, and the match whose link now has other teams'
);

create temporary table later as select tests.a_match_kicking_off_in('20 days', 'Premier League', 'Everton FC',
                                                                    'Reading FC') as match_id;
update public.matches set season = '2026/27', round = 'Matchday 30' where id = (select match_id from later);
select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('6', 'Everton', 'Reading',
                                                              clock_timestamp() + interval '15 days'))
  $$,
  $$ values (0) $$,
  'another day is another match'
);

select results_eq(
  $$
    select linked from tests.apply_answer(tests.a_provider_match('6', 'Everton', 'Reading',
                                                              clock_timestamp() + interval '15 days', 'scheduled',
                                                              '{"season": "2026/27", "round": "Matchday 30"}'))
  $$,
  $$ values (1) $$,
  'the same season and round is the same match'
);

select results_eq(
  $$
    select kind, home from public.provider_issues()
     where kind = 'moved' and match_id = (select match_id from later)
  $$,
  $$ values ('moved', 'Everton FC') $$,
  'the admin sees its other kick-off'
);

-- Linking by hand.
select tests.act_as((select amina from game));
select throws_ok(
  $$ select public.link_provider_match(gen_random_uuid(), null) $$,
  'SL003', null,
  'players cannot link matches'
);

select tests.act_as((select olga from game));
select lives_ok(
  $$
    select public.link_provider_match((select provider_match_id from public.provider_issues() where home = 'Arsenal'
                                   and kind = 'unlinked'), (select strange from game))
  $$,
  'an admin links a match by hand'
);

select tests.act_as_owner();
select is(
  (select linked_by from links where external_id = '2'),
  'admin',
  'the link says that it is by an admin'
);

select is(private.canonical_team_name('Gunnersbury'), 'chelsea', 'the unknown name becomes an alias');

select is(
  (select count(*)::int from public.admin_audit_log where action = 'link_provider_match'
   and admin_user_id = (select olga from game)),
  1,
  'linking by hand is audited'
);

select tests.act_as((select olga from game));
select throws_ok(
  $$
    select public.link_provider_match((select provider_match_id from public.provider_issues() where home = 'Leeds'),
                                  (select strange from game))
  $$,
  '23505', null,
  'a match of the club takes one link only'
);

select is(
  public.ignore_provider_matches(array(select provider_match_id from public.provider_issues() where home = 'Leeds')),
  1,
  'a provider''s match can be ignored'
);

select is_empty($$ select from unlinked where home = 'Leeds' $$, 'an ignored match leaves the list');

-- Fixtures.
select throws_ok(
  $$ select public.set_provider_settings(true, true, '{friendly_club}') $$,
  '22023', null,
  'the club''s own competition cannot be followed'
);

select lives_ok(
  $$ select public.set_provider_settings(true, true, '{premier_league}') $$,
  'an admin switches fixtures on'
);

select tests.act_as_owner();
select tests.apply_answer(tests.a_provider_match('6', 'Everton', 'Reading', clock_timestamp() + interval '15 days'),
  tests.a_provider_match('7', 'Luton', 'Burnley FC', date_trunc('minute', now() + interval '15 days'),
                     'scheduled', '{"season": "2026/27", "round": "Matchday 31"}'),
  tests.a_provider_match('8', 'Bad<Name>', 'Burnley FC', clock_timestamp() + interval '15 days'),
  tests.a_provider_match('9', 'Wigan', 'Hull City', clock_timestamp() + interval '15 days', 'scheduled',
                     '{"competition": "fa_cup"}'));
select cmp_ok(
  (select kickoff_at from public.matches where id = (select match_id from later)),
  '<',
  now() + interval '16 days',
  'a linked match moves with the provider'
);

select results_eq(
  $$
    select m.home_team_name, m.away_team_name, m.season, m.round, m.kickoff_at, m.status from public.matches m
      join private.provider_matches f on f.match_id = m.id where f.external_id = '7'
  $$,
  $$
    values ('Luton Town FC', 'Burnley FC', '2026/27', 'Matchday 31',
            date_trunc('minute', now() + interval '15 days'), 'upcoming')
  $$,
  'a new match is added with the full names of its teams'
);

select is(
  (select count(*)::int from public.matches where home_team_name in ('Bad<Name>', 'Wigan Athletic FC')),
  0,
  'an invalid name or an unchosen competition adds nothing'
);

select results_eq(
  $$
    select action from public.admin_audit_log where action in ('live_scores.moved', 'live_scores.added') order by 1
  $$,
  $$ values ('live_scores.added'), ('live_scores.moved') $$,
  'each change is audited'
);

select is(
  (select count(*)::int from public.matches where home_team_name = 'Arsenal FC'),
  1,
  'a match that the club has under any name is not added'
);

-- A lock does not move.
create temporary table locked as select tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Stoke City FC',
                                                                     'Derby County FC') as match_id;
select tests.apply_answer(
  tests.a_provider_match('10', 'Stoke', 'Derby', tests.kickoff((select match_id from locked))));
select tests.kickoff_moves_to((select match_id from locked), '-1 minute');
update public.matches set kickoff_confirmed = false where id = (select match_id from locked);
select tests.apply_answer(tests.a_provider_match('10', 'Stoke', 'Derby', clock_timestamp() + interval '2 days'));
select results_eq(
  $$ select kickoff_at > now(), locks_at < clock_timestamp() from public.matches
      where id = (select match_id from locked) $$,
  $$ values (true, true) $$,
  'a locked match moves and stays locked'
);

-- A match that begins early.
create temporary table early as select tests.a_match_kicking_off_in('3 hours', 'Premier League', 'Watford FC',
                                                                    'Stevenage FC') as match_id;
select tests.apply_answer(tests.a_provider_match('11', 'Watford', 'Stevenage',
                                              tests.kickoff((select match_id from early)), 'in_play',
                                              '{"home_score": 0, "away_score": 0}'));
select tests.apply_answer(tests.a_provider_match('11', 'Watford', 'Stevenage',
                                              tests.kickoff((select match_id from early)), 'in_play',
                                              '{"home_score": 0, "away_score": 0}'));
select is(
  (select status from public.matches where id = (select match_id from early)),
  'live',
  'a match in play hours before the club''s kick-off is live and locked after two polls'
);

select * from finish();
