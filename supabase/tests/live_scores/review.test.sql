select plan(44);

-- Begins a poll as an admin does and answers it.
create function tests.apply_answer(variadic _matches jsonb[]) returns void
language sql as $$
  select public.apply_provider_answer(b.poll, to_jsonb(_matches)) from public.begin_provider_poll(true) b
$$;
create function tests.reported(_id text, _home text, _away text, _kickoff timestamptz, _state text default 'scheduled',
                               _more jsonb default '{}') returns jsonb
language sql as $$
  select jsonb_build_object('id', _id, 'competition', 'premier_league', 'home', _home, 'away', _away,
                            'kickoff', _kickoff, 'confirmed', true, 'state', _state) || _more
$$;
create function tests.kickoff(_match_id uuid) returns timestamptz language sql security definer as $$
  select kickoff_at from public.matches where id = _match_id $$;
create function tests.state_of(_match_id uuid) returns text language sql as $$
  select concat_ws(' ', home_team_name, 'v', away_team_name, status, home_score || '-' || away_score,
                   case when not kickoff_confirmed then 'unconfirmed' end)
    from public.matches where id = _match_id $$;
create function tests.link_of(_match_id uuid) returns text language sql security definer as $$
  select string_agg(external_id || ' by ' || linked_by, ',') from private.provider_matches
   where match_id = _match_id $$;
create function tests.points_of(_user_id uuid) returns integer language sql security definer as $$
  select coalesce(sum(points), 0)::integer from private.player_totals
   where board_id = private.board_of('Overall') and user_id = _user_id $$;
create function tests.issue_of(_match_id uuid) returns text language sql as $$
  select string_agg(kind, ',') from public.provider_issues() where match_id = _match_id $$;
-- Accepts the issue of a match as the page does.
create function tests.accept(_match_id uuid) returns void language sql as $$
  select public.accept_provider_match(provider_match_id, kind, provider_home_name, provider_away_name,
                                      provider_kickoff_at)
    from public.provider_issues() where match_id = _match_id $$;
create function tests.provider_id(_external_id text) returns uuid language sql security definer as $$
  select id from private.provider_matches where external_id = _external_id $$;
grant execute on all functions in schema tests to public;

update private.live_score_provider
   set min_poll_gap = '0', minute_limit = 1000, day_left = null, follows_fixtures = false;
select public.save_live_score_api_key('a key');
create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_match_kicking_off_in('10 minutes', 'Premier League', 'Arsenal FC', 'Chelsea FC') as final,
  tests.a_match_kicking_off_in('11 minutes', 'Premier League', 'Leeds United FC', 'Fulham FC') as other,
  tests.a_match_kicking_off_in('12 minutes', 'Premier League', 'Everton FC', 'Gunnersbury Rovers') as odd,
  tests.a_match_kicking_off_in('13 minutes', 'Premier League', 'Hull City AFC', 'Reading FC') as broken,
  tests.a_match_kicking_off_in('2 days', 'Premier League', 'Derby County FC', 'Wigan Athletic FC') as later;
grant select on game to public;
select tests.a_subscription(amina, 'premier_league'), tests.predicts(amina, final, 2, 1),
       tests.predicts(amina, broken, 1, 1), tests.predicts(amina, later, 0, 0) from game;
select tests.apply_answer(tests.reported('1', 'Arsenal', 'Chelsea', tests.kickoff(final)),
                          tests.reported('2', 'Leeds', 'Fulham', tests.kickoff(other)),
                          tests.reported('4', 'Hull City', 'Reading', tests.kickoff(broken)),
                          tests.reported('5', 'Derby', 'Wigan', tests.kickoff(later))) from game;

-- Exchanged sides: the club's match follows, and each team keeps its predicted goals.
select tests.apply_answer(tests.reported('1', 'Chelsea', 'Arsenal', tests.kickoff(final), 'in_play',
                                         '{"home_score": 1, "away_score": 0}')) from game;
select tests.act_as(amina) from game;
select throws_ok(
  $$ select public.accept_provider_match(gen_random_uuid(), 'exchanged', 'a', 'b', now()) $$,
  'SL003', null,
  'players accept nothing'
);

select tests.act_as(olga) from game;
select throws_ok(
  format('select public.accept_provider_match(%L, %L, %L, %L, %L)', tests.provider_id('1'), 'exchanged', 'Chelsea',
         'Everton', tests.kickoff(final)),
  'PT404', 'The provider no longer reports this',
  'an admin accepts only what the admin saw'
) from game;

select throws_ok(
  format('select public.accept_provider_match(%L, %L, %L, %L, %L)', tests.provider_id('1'), 'other_teams', 'Chelsea',
         'Arsenal', tests.kickoff(final)),
  'PT404', null,
  'an admin accepts only the problem that the match has'
) from game;

select lives_ok($$ select tests.accept(final) from game $$, 'an admin exchanges the sides');
select is(tests.issue_of(final), null, 'nothing is left to decide') from game;

select is(
  tests.state_of(final),
  'Chelsea FC v Arsenal FC live 1-0',
  'the sides are exchanged, and what the provider reports is applied at once'
) from game;

select results_eq(
  $$ select home_prediction, away_prediction from public.user_predictions p join game g on p.match_id = g.final $$,
  $$ values (1, 2) $$,
  'each team keeps its predicted goals'
);

select results_eq(
  $$
    select old_values ->> 'home', new_values ->> 'home', new_values ->> 'problem', admin_user_id = g.olga
      from public.admin_audit_log, game g where action = 'accept_provider_match'
  $$,
  $$ values ('Arsenal FC', 'Chelsea', 'exchanged', true) $$,
  'it is audited as the admin''s action'
);

select tests.act_as_owner();
select tests.apply_answer(tests.reported('1', 'Chelsea', 'Arsenal', tests.kickoff(final), 'finished',
                                         '{"home_score": 1, "away_score": 2}')) from game;
select tests.apply_answer(tests.reported('1', 'Chelsea', 'Arsenal', tests.kickoff(final), 'finished',
                                         '{"home_score": 1, "away_score": 2}')) from game;
select is(tests.points_of(amina), 3, 'the match follows the provider to its result') from game;

-- After the result the provider exchanges them again.
select tests.apply_answer(tests.reported('1', 'Arsenal', 'Chelsea', tests.kickoff(final), 'finished',
                                         '{"home_score": 2, "away_score": 1}')) from game;
select is(tests.state_of(final), 'Chelsea FC v Arsenal FC completed 1-2', 'a result is not replaced') from game;
select tests.act_as(olga) from game;
select tests.accept(final) from game;
select is(tests.state_of(final), 'Arsenal FC v Chelsea FC completed 2-1', 'the result is exchanged too') from game;
select tests.act_as_owner();
select is(tests.points_of(amina), 3, 'the points stay') from game;
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition');

-- Other teams.
select tests.apply_answer(tests.reported('2', 'Leeds', 'Brentford', tests.kickoff(other), 'in_play',
                                         '{"home_score": 1, "away_score": 0}')) from game;
select tests.act_as(olga) from game;
select tests.accept(other) from game;
select is(
  tests.state_of(other),
  'Leeds United FC v Fulham FC live 1-0',
  'other teams are accepted by an admin''s decision about these names'
) from game;

select tests.act_as_owner();
select tests.apply_answer(tests.reported('2', 'Leeds', 'Burnley', tests.kickoff(other), 'in_play',
                                         '{"home_score": 9, "away_score": 0}')) from game;
select is(tests.issue_of(other), 'other_teams', 'the decision is not about another name') from game;
select tests.apply_answer(tests.reported('2', 'Fulham', 'Brentford', tests.kickoff(other), 'in_play',
                                         '{"home_score": 9, "away_score": 0}')) from game;
select tests.act_as(olga) from game;
select throws_ok(
  $$ select tests.accept(other) from game $$,
  '22023', 'One of these teams is on the other side of the match',
  'a team on the other side cannot be accepted'
);

select lives_ok(
  format('select public.link_provider_match(%L, null)', tests.provider_id('2')),
  'an admin ends the link'
);

select is(tests.link_of(other), null, 'the match has no link') from game;
select is_empty(
  $$ select from public.provider_issues() where provider_match_id = tests.provider_id('2') $$,
  'the provider''s match leaves the list'
);

select is(tests.state_of(other), 'Leeds United FC v Fulham FC live 1-0', 'nothing was written') from game;

-- Linking again, in place of a link that has a problem.
select tests.act_as_owner();
select tests.apply_answer(tests.reported('4', 'Stoke', 'Luton', tests.kickoff(broken)),
                          tests.reported('6', 'Hull Tigers', 'Reading Royals', tests.kickoff(broken), 'in_play',
                                         '{"home_score": 0, "away_score": 1}')) from game;
select tests.act_as(olga) from game;
select ok(
  (select g.broken = any (i.candidates) from public.provider_issues() i, game g
    where i.provider_match_id = tests.provider_id('6')),
  'a match of the club may be linked if its link has a problem'
);

select ok(
  (select g.odd = any (i.candidates) and not g.broken = any (i.candidates) from public.provider_issues() i, game g
    where i.provider_match_id = tests.provider_id('4')),
  'the provider''s match with the problem may be linked to the club''s other matches'
);

select lives_ok(
  format('select public.link_provider_match(%L, %L)', tests.provider_id('6'), broken),
  'an admin links another match of the provider'
) from game;

select is(tests.link_of(broken), '6 by admin', 'it replaces the old link') from game;
select is(tests.state_of(broken), 'Hull City AFC v Reading FC live 0-1', 'its score is applied at once') from game;

select throws_ok(
  format('select public.link_provider_match(%L, %L)', tests.provider_id('4'), broken),
  '23505', null,
  'a link without a problem is not replaced'
) from game;

-- Exchanged sides that an admin has linked still need a decision, and their names are not joined.
select tests.act_as_owner();
select tests.apply_answer(tests.reported('7', 'Gunnersbury Rovers', 'Everton', tests.kickoff(odd), 'in_play',
                                         '{"home_score": 5, "away_score": 0}')) from game;
select tests.act_as(olga) from game;
select public.link_provider_match(tests.provider_id('7'), odd) from game;
select is(tests.issue_of(odd), 'exchanged', 'an admin''s link does not accept exchanged sides') from game;

select is_empty(
  $$ select from public.team_aliases where 'Gunnersbury Rovers' in (alias, team_name) $$,
  'a team does not become a name of its opponent'
);

select is(tests.state_of(odd), 'Everton FC v Gunnersbury Rovers upcoming', 'their score is not written') from game;

-- A link whose match the provider has deleted.
select tests.act_as_owner();
select tests.apply_answer(tests.reported('8', 'Hull', 'Royals', tests.kickoff(broken), 'in_play',
                                         '{"home_score": 0, "away_score": 2}')) from game;
select tests.act_as(olga) from game;
select lives_ok(
  format('select public.link_provider_match(%L, %L)', tests.provider_id('8'), broken),
  'a link to a match that the provider has deleted is replaced'
) from game;

select is(tests.state_of(broken), 'Hull City AFC v Reading FC live 0-2', 'the score follows the new one') from game;

-- An abandoned match with a new date.
select tests.act_as_owner();
select tests.apply_answer(tests.reported('8', 'Hull', 'Royals', tests.kickoff(broken), 'abandoned',
                                         '{"home_score": 0, "away_score": 2}')) from game;
create temporary table new_date as select date_trunc('minute', clock_timestamp()) + interval '8 days' as at;
grant select on new_date to public;
select tests.apply_answer(tests.reported('8', 'Hull', 'Royals', at)) from new_date;
select is(tests.issue_of(broken), 'rearranged', 'the admin decides what counts') from game;
select tests.act_as(olga) from game;
create temporary table locked as select m.locks_at from public.matches m join game g on g.broken = m.id;
grant select on locked to public;
select lives_ok($$ select tests.accept(broken) from game $$, 'an admin keeps the predictions for the new date');

select results_eq(
  $$
    select m.status, m.home_score, m.kickoff_at, m.kickoff_confirmed, m.locks_at
      from public.matches m join game g on g.broken = m.id
  $$,
  $$ select 'upcoming', null::integer, n.at, true, l.locks_at from new_date n, locked l $$,
  'the match is played on that date, and stays locked because its predictions were visible'
);

select is_empty(
  $$ select from public.live_scores l join game g on g.broken = l.match_id $$,
  'the interrupted match is no longer published'
);

select tests.act_as(amina) from game;
select throws_ok(
  $$ select tests.predicts(amina, broken, 3, 3) from game $$,
  'SL001', null,
  'nobody changes a prediction'
);

select tests.act_as_owner();
select throws_ok(
  $$ update public.matches set status = 'upcoming' where id = (select other from game) $$,
  'SL005', null,
  'only this decision takes a live match back'
);

select tests.kickoff_moves_to(broken, '-1 minute') from game;
select tests.apply_answer(tests.reported('8', 'Hull', 'Royals', tests.kickoff(broken), 'finished',
                                         '{"home_score": 1, "away_score": 1}')) from game;
select tests.apply_answer(tests.reported('8', 'Hull', 'Royals', tests.kickoff(broken), 'finished',
                                         '{"home_score": 1, "away_score": 1}')) from game;
select is(tests.points_of(amina), 6, 'the result of the new date counts for the kept predictions') from game;

-- A match that has not locked moves with its lock.
select tests.apply_answer(tests.reported('5', 'Derby', 'Wigan', at + interval '10 days')) from new_date;
select is(tests.issue_of(later), 'other_date', 'another week needs a decision') from game;
select tests.act_as(olga) from game;
select tests.accept(later) from game;
select results_eq(
  $$ select m.kickoff_at, m.locks_at, m.status from public.matches m join game g on g.later = m.id $$,
  $$ select at + interval '10 days', at + interval '10 days', 'upcoming' from new_date $$,
  'an accepted kick-off moves the match and its open predictions'
);

select is(tests.issue_of(later), null, 'nothing is left to decide') from game;

-- The other choice: void. And a result that is entered by hand.
select tests.act_as_owner();
select tests.apply_answer(tests.reported('7', 'Gunnersbury Rovers', 'Everton', tests.kickoff(odd), 'suspended')),
       tests.apply_answer(tests.reported('5', 'Derby', 'Chelsea', tests.kickoff(later))) from game;
select tests.act_as(olga) from game;
select public.cancel_match(odd) from game;
select is(tests.issue_of(odd), null, 'a cancelled match needs no decision') from game;

select lives_ok(
  $$
    select public.complete_matches(jsonb_build_array(
      jsonb_build_object('id', later, 'home_score', 2, 'away_score', 2))) from game
  $$,
  'a result is entered by hand, whatever the provider reports'
);

select is(
  tests.state_of(later),
  'Derby County FC v Wigan Athletic FC completed 2-2',
  'it counts'
) from game;

select * from finish();
