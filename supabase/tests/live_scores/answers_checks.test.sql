select plan(44);

-- Begins a poll as an admin does and answers it.
create function tests.apply_answer(variadic _matches jsonb[]) returns table (linked integer, started integer,
                                   results integer, fixtures integer)
language sql as $$
  select t.linked, t.started, t.results, t.fixtures from public.begin_provider_poll(true) b
    cross join lateral public.apply_provider_answer(b.poll, to_jsonb(_matches)) t
$$;
create function tests.reported(_id text, _home text, _away text, _kickoff timestamptz, _state text default 'scheduled',
                               _more jsonb default '{}') returns jsonb
language sql as $$
  select jsonb_build_object('id', _id, 'competition', 'premier_league', 'home', _home, 'away', _away,
                            'kickoff', _kickoff, 'confirmed', true, 'state', _state,
                            'season', '2026/27', 'round', 'Matchday 12') || _more
$$;
create function tests.a_league_match(_in interval, _home text, _away text) returns uuid language plpgsql as $$
declare
  new_id uuid := tests.a_match_kicking_off_in(_in, 'Premier League', _home, _away);
begin
  update public.matches set season = 'English Premier League 2026-27', round = 'Matchday 12' where id = new_id;
  return new_id;
end $$;
create function tests.kickoff(_match_id uuid) returns timestamptz language sql as $$
  select kickoff_at from public.matches where id = _match_id $$;
create function tests.problem_of(_match_id uuid) returns text language sql as $$
  select private.link_problem(f, m) from private.provider_matches f join public.matches m on m.id = f.match_id
   where m.id = _match_id $$;
create function tests.state_of(_match_id uuid) returns text language sql as $$
  select concat_ws(' ', status, home_score || '-' || away_score,
                   case when not kickoff_confirmed then 'unconfirmed' end)
    from public.matches where id = _match_id $$;
create function tests.link_of(_match_id uuid) returns text language sql as $$
  select string_agg(external_id, ',') from private.provider_matches where match_id = _match_id $$;

update private.live_score_provider
   set min_poll_gap = '0', minute_limit = 1000, day_left = null, follows_fixtures = false;
select public.save_live_score_api_key('a key');
create temporary table game as select tests.an_admin('Olga') as olga,
  tests.a_league_match('10 minutes', 'Arsenal FC', 'Chelsea FC') as match_id,
  tests.a_league_match('20 hours', 'Leeds United FC', 'Fulham FC') as later;
grant select on game to public;
create temporary view issues as select i.kind, i.match_id, i.home, i.away, i.provider_home_name, i.provider_away_name,
  i.candidates from public.provider_issues() i;

-- Exchanged sides.
select tests.apply_answer(tests.reported('1', 'Arsenal', 'Chelsea', tests.kickoff(match_id))) from game;
select is(tests.problem_of(match_id), null, 'a report about these teams and this kick-off has no problem') from game;

select tests.apply_answer(tests.reported('1', 'Chelsea', 'Arsenal', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 3, "away_score": 0}')) from game;
select tests.apply_answer(tests.reported('1', 'Chelsea', 'Arsenal', tests.kickoff(match_id), 'finished',
                                         '{"home_score": 3, "away_score": 0}')) from game;
select results_eq(
  $$
    select t.started, t.results from game g cross join lateral tests.apply_answer(tests.reported(
      '1', 'Chelsea', 'Arsenal', tests.kickoff(g.match_id), 'finished', '{"home_score": 3, "away_score": 0}')) t
  $$,
  $$ values (0, 0) $$,
  'exchanged sides write neither a start nor a result, however often they are reported'
);

select is(tests.state_of(match_id), 'upcoming', 'the match is as it was') from game;
select is((select count(*)::int from public.live_scores), 0, 'nothing of them is published');

select results_eq(
  $$
    select kind, home, away, provider_home_name, provider_away_name from issues i join game g using (match_id)
  $$,
  $$ values ('exchanged', 'Arsenal FC', 'Chelsea FC', 'Chelsea', 'Arsenal') $$,
  'the admin sees both, and only that'
);

select results_eq(
  $$ select title, message, link from public.notifications where user_id = (select olga from game) $$,
  $$
    values ('Match to check', 'The live-score provider reports Chelsea v Arsenal, '
                              || 'the club has Arsenal FC v Chelsea FC. Go to API Settings to decide.',
            '/admin-dashboard/api-settings')
  $$,
  'admins are notified once, with a link to the decision'
);

select tests.apply_answer(tests.reported('1', 'Arsenal', 'Chelsea', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 0, "away_score": 1}')) from game;
select is(tests.state_of(match_id), 'live 0-1', 'a report that is right again is applied') from game;

-- Other teams.
select tests.apply_answer(tests.reported('1', 'Arsenal', 'Everton', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 4, "away_score": 4}')) from game;
select is(tests.problem_of(match_id), 'other_teams', 'one other team is another match') from game;
select is(tests.state_of(match_id), 'live 0-1', 'its score is not written') from game;
select tests.apply_answer(tests.reported('1', 'Chelsea', 'Everton', tests.kickoff(match_id), 'postponed')) from game;
select is(tests.state_of(match_id), 'live 0-1', 'its state is not written either') from game;

select is(
  (select count(*)::int from public.notifications where title = 'Match postponed'),
  0,
  'no admin is told that the match is postponed'
);

insert into public.team_aliases (alias, team_name) values ('The Gunners', 'Arsenal'), ('The Pensioners', 'Chelsea');
select tests.apply_answer(tests.reported('1', 'The Gunners', 'The Pensioners', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 0, "away_score": 2}')) from game;
select is(tests.state_of(match_id), 'live 0-2', 'other names of the same teams are the same teams') from game;

-- The kick-off, tested at the limit.
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later))) from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later) + interval '7 days')) from game;
select is(tests.problem_of(later), null, 'a kick-off seven days later is that of the match') from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later)
                                         + interval '7 days 1 second')) from game;
select is(tests.problem_of(later), 'other_date', 'a second more needs a decision') from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later) - interval '7 days')) from game;
select is(tests.problem_of(later), null, 'a kick-off seven days earlier is that of the match') from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later)
                                         - interval '7 days 1 second', 'finished',
                                         '{"home_score": 1, "away_score": 1}')) from game;
select is(tests.problem_of(later), 'other_date', 'a second earlier needs a decision') from game;
select is(tests.state_of(later), 'upcoming', 'the result of a match of another week is not written') from game;

select throws_ok(
  $$ select public.accept_provider_score(f.id) from private.provider_matches f, game g where f.match_id = g.later $$,
  'SL005', 'Decide first whether the provider''s match is this match',
  'an admin cannot accept the score of a match whose link has a problem'
);

update private.live_score_provider set follows_fixtures = true;
create temporary table before as select tests.kickoff(later) as kickoff_at from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later) + interval '8 days')) from game;
select is(tests.kickoff(later), before.kickoff_at, 'the match does not move by eight days') from game, before;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', date_trunc('minute', tests.kickoff(later))
                                         + interval '1 day')) from game;
select is(
  tests.kickoff(later),
  date_trunc('minute', before.kickoff_at) + interval '1 day',
  'it moves by one day'
) from game, before;

select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(later) + interval '30 days',
                                         'postponed')) from game;
select is(tests.state_of(later), 'upcoming unconfirmed', 'a postponed match has no kick-off') from game;
select tests.apply_answer(tests.reported('2', 'Leeds', 'Fulham', date_trunc('minute', now())
                                         + interval '40 days')) from game;
select results_eq(
  $$ select tests.problem_of(later), tests.state_of(later), tests.kickoff(later) from game $$,
  $$ values (null, 'upcoming', date_trunc('minute', now()) + interval '40 days') $$,
  'so it may get any new one'
);

select is_empty(
  $$ select from public.live_scores l join game g on g.later = l.match_id $$,
  'it is no longer published as postponed'
);

-- A neutral ground: the same match with exchanged sides is not added beside the club's.
select tests.apply_answer(tests.reported('3', 'Fulham', 'Leeds', tests.kickoff(later) + interval '3 days'))
  from game;
select is(
  (select count(*)::int from public.matches where home_team_name = 'Fulham FC'),
  0,
  'a match with exchanged sides three days later is not added'
);

select tests.apply_answer(tests.reported('4', 'Fulham', 'Leeds', tests.kickoff(later) + interval '4 days'))
  from game;
select is(
  (select count(*)::int from public.matches where home_team_name = 'Fulham FC'),
  1,
  'a day more is the return match'
);

-- A match that the provider has deleted and recreated.
update private.live_score_provider set follows_fixtures = false;
create temporary table again as select tests.a_league_match('8 minutes', 'Everton FC', 'Brentford FC') as match_id;
grant select on again to public;
select tests.apply_answer(tests.reported('10', 'Everton', 'Brentford', tests.kickoff(match_id))) from again;
select tests.apply_answer(tests.reported('10', 'Everton', 'Brentford', tests.kickoff(match_id)),
                          tests.reported('11', 'Everton', 'Brentford', tests.kickoff(match_id))) from again;
select is(tests.link_of(match_id), '10', 'a second entry does not replace one that is still there') from again;
select tests.apply_answer(tests.reported('11', 'Everton', 'Brentford', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 1, "away_score": 0}')) from again;
select is(tests.link_of(match_id), '11', 'it replaces one that the answer lacks') from again;
select is(tests.state_of(match_id), 'live 1-0', 'its score is written at once') from again;

select is_empty(
  $$ select from private.provider_matches where external_id = '10' $$,
  'the deleted entry is deleted here too'
);

select tests.apply_answer(variadic '{}'::jsonb[]);
select is(tests.link_of(match_id), '11', 'an empty answer does not end a link') from again;
select ok((select missing_since is not null from private.provider_matches where external_id = '11'), 'it is missing');

select results_eq(
  $$ select i.kind from issues i join again using (match_id) $$,
  $$ values ('missing') $$,
  'the admin sees that the provider lacks a match that is being played'
);

-- A postponed entry, with a new one on another date and in another spelling of the season.
create temporary table moved as select tests.a_league_match('90 minutes', 'Burnley FC', 'Stoke City FC') as match_id;
grant select on moved to public;
select tests.apply_answer(tests.reported('20', 'Burnley', 'Stoke', tests.kickoff(match_id))) from moved;
select tests.apply_answer(tests.reported('20', 'Burnley', 'Stoke', tests.kickoff(match_id), 'postponed'),
                          tests.reported('21', 'Burnley', 'Stoke', tests.kickoff(match_id) + interval '20 days',
                                         'scheduled', '{"season": "2026-2027", "round": "Matchday 12"}'),
                          tests.reported('22', 'Burnley', 'Stoke', tests.kickoff(match_id) + interval '25 days',
                                         'scheduled', '{"season": "2026-2027", "round": "Matchday 29"}')) from moved;
select is(tests.link_of(match_id), '21', 'a new entry of the same round replaces a postponed one')
  from moved;

select is(
  (select count(*)::int from issues where kind = 'unlinked' and home = 'Burnley'),
  1,
  'only the entry of another round is listed as not linked'
);

select tests.apply_answer(tests.reported('20', 'Burnley', 'Stoke', tests.kickoff(match_id), 'postponed'),
                          tests.reported('21', 'Burnley', 'Stoke', tests.kickoff(match_id) + interval '20 days',
                                         'postponed'),
                          tests.reported('22', 'Burnley', 'Stoke', tests.kickoff(match_id) + interval '25 days',
                                         'cancelled')) from moved;
select is(tests.link_of(match_id), '21', 'a cancelled entry replaces nothing') from moved;

-- A completed match is not another one that the same teams play later.
create temporary table played as select tests.a_league_match('3 hours', 'Hull City AFC', 'Reading FC') as match_id;
select tests.apply_answer(tests.reported('30', 'Hull City', 'Reading', tests.kickoff(match_id))) from played;
select tests.ends(match_id, 1, 0) from played;
select tests.apply_answer(tests.reported('31', 'Hull City', 'Reading', tests.kickoff(match_id) + interval '60 days',
                                         'scheduled', '{"round": "Matchday 30"}')) from played;
select is(tests.link_of(match_id), '30', 'a match with a result is not another one weeks later') from played;

-- An interrupted match with a new date.
create temporary table broken as select tests.a_league_match('12 minutes', 'Luton Town FC', 'Watford FC') as match_id;
grant select on broken to public;
select tests.apply_answer(tests.reported('40', 'Luton', 'Watford', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 1, "away_score": 0}')) from broken;
select tests.apply_answer(tests.reported('40', 'Luton', 'Watford', tests.kickoff(match_id), 'suspended',
                                         '{"home_score": 1, "away_score": 0}')) from broken;
select is(tests.state_of(match_id), 'live 1-0 unconfirmed', 'a suspended match keeps its score') from broken;
select tests.apply_answer(tests.reported('40', 'Luton', 'Watford', tests.kickoff(match_id) + interval '12 hours',
                                         'in_play', '{"home_score": 2, "away_score": 0}')) from broken;
select is(tests.state_of(match_id), 'live 2-0', 'it is resumed up to twelve hours later') from broken;
select tests.apply_answer(tests.reported('40', 'Luton', 'Watford', tests.kickoff(match_id)
                                         + interval '12 hours 1 second', 'scheduled')) from broken;
select tests.apply_answer(tests.reported('40', 'Luton', 'Watford', tests.kickoff(match_id)
                                         + interval '12 hours 1 second', 'in_play',
                                         '{"home_score": 0, "away_score": 3}')) from broken;
select is(tests.problem_of(match_id), 'rearranged', 'a second more is another date') from broken;
select is(tests.state_of(match_id), 'live 2-0', 'what happens on that date is not written') from broken;

select results_eq(
  $$ select i.kind from issues i join broken using (match_id) $$,
  $$ values ('rearranged') $$,
  'it stays in the list'
);

-- A recreated entry of an abandoned match.
create temporary table ended as select tests.a_league_match('14 minutes', 'Derby County FC', 'Wigan Athletic FC')
  as match_id;
select tests.apply_answer(tests.reported('50', 'Derby', 'Wigan', tests.kickoff(match_id), 'in_play',
                                         '{"home_score": 1, "away_score": 0}')) from ended;
select tests.apply_answer(tests.reported('50', 'Derby', 'Wigan', tests.kickoff(match_id), 'abandoned',
                                         '{"home_score": 1, "away_score": 0}'),
                          tests.reported('51', 'Derby', 'Wigan', tests.kickoff(match_id) + interval '5 days'))
  from ended;
select is(tests.link_of(match_id), '51', 'a new entry replaces an abandoned one') from ended;
select is(tests.problem_of(match_id), 'rearranged', 'the match was interrupted under its old number') from ended;

-- The club's own decisions.
update public.matches set status = 'cancelled' where id = (select match_id from broken);
select is(tests.problem_of(match_id), null, 'a match that the club has cancelled needs no decision') from broken;

select * from finish();
