select plan(51);

-- Begins a poll as an admin does and answers it.
create function tests.apply_answer(variadic _matches jsonb[]) returns table (linked integer, started integer,
                                   scores integer, results integer, corrections integer)
language sql as $$
  select t.linked, t.started, t.scores, t.results, t.corrections
    from public.begin_provider_poll(true) b
    cross join lateral public.apply_provider_answer(b.poll, to_jsonb(_matches)) t
$$;
create function tests.a_provider_match(_state text, _home integer default null, _away integer default null,
                                       _more jsonb default '{}') returns jsonb
language sql as $$
  select jsonb_build_object('id', '1', 'competition', 'premier_league', 'home', 'Arsenal', 'away', 'Chelsea FC',
                            'kickoff', m.kickoff_at, 'confirmed', true,
                            'state', _state, 'home_score', _home, 'away_score', _away) || _more
    from public.matches m where m.home_team_name = 'Arsenal FC' and m.away_team_name = 'Chelsea'
$$;

update private.live_score_provider
   set min_poll_gap = '0', minute_limit = 1000, day_left = null, follows_fixtures = false;
select public.save_live_score_api_key('a key');
create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('10 minutes', 'Premier League', 'Arsenal FC', 'Chelsea') as match_id;
grant select on game to public;
select tests.a_subscription(amina, 'premier_league'), tests.predicts(amina, match_id, 2, 1) from game;
create temporary view the_match as select status, home_score, away_score from public.matches
  where id = (select match_id from game);
grant select on the_match to public;
create temporary view amina as select coalesce(sum(points), 0)::int as points from private.player_totals
  where board_id = private.board_of('Overall') and user_id = (select amina from game);
grant select on amina to public;
create temporary view issue as
  select kind, provider_home, provider_away, club_home, club_away from public.provider_issues()
  where kind <> 'unlinked';
grant select on issue to public;

-- Start, score and result.
select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('scheduled')) $$,
  $$ values (1, 0, 0, 0, 0) $$,
  'a match is linked by competition, day and clubs, however their names are spelled'
);

select is((select linked_by from private.provider_matches), 'names', 'the link says that it is by names');

select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('in_play', 0, 0)) $$,
  $$ values (0, 1, 0, 0, 0) $$,
  'a match that has begun near its kick-off becomes live at once'
);

select results_eq('select * from the_match', $$ values ('live', 0, 0) $$, 'it has the current score');
select throws_ok($$ select tests.predicts(amina, match_id, 1, 1) from game $$, 'SL001', null, 'it is locked');

select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('half_time', 2, 1, '{"minute": 45}')) $$,
  $$ values (0, 0, 1, 0, 0) $$,
  'the score follows the provider'
);

select results_eq(
  'select state, minute, is_provisional from public.live_scores',
  $$ values ('half_time', 45, false) $$,
  'everyone sees the minute'
);

select is((select points from amina), 0, 'a live match gives no points');

select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('finished', 2, 1)) $$,
  $$ values (0, 0, 0, 0, 0) $$,
  'the first finished poll confirms nothing'
);

select results_eq('select * from the_match', $$ values ('live', 2, 1) $$, 'the match stays live');
select is((select is_provisional from public.live_scores), true, 'its result is provisional');

select results_eq(
  'select * from issue',
  $$ values ('provisional', 2, 1, 2, 1) $$,
  'admins see the provisional result'
);

select tests.apply_answer(tests.a_provider_match('finished', 2, 2));
select results_eq(
  'select * from the_match',
  $$ values ('live', 2, 2) $$,
  'a second poll with another score confirms nothing'
);

select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('finished', 2, 1)) $$,
  $$ values (0, 0, 1, 0, 0) $$,
  'the other score counts as the first poll'
);

select results_eq(
  $$ select * from tests.apply_answer(tests.a_provider_match('finished', 2, 1)) $$,
  $$ values (0, 0, 0, 1, 0) $$,
  'two polls that agree confirm the result'
);

select results_eq('select * from the_match', $$ values ('completed', 2, 1) $$, 'the match is completed');
select is((select points from amina), 3, 'the match is scored');
select is_empty('select * from issue', 'nothing waits for an admin');
select is_empty('select * from private.manual_scores', 'no score was set by hand');

select results_eq(
  $$
    select action, admin_user_id is null, new_values ->> 'source' from public.admin_audit_log
      where action like 'live_scores.%' order by id
  $$,
  $$ values ('live_scores.started', true, 'football_data'), ('live_scores.score', true, 'football_data'),
  ('live_scores.score', true, 'football_data'),
            ('live_scores.score', true, 'football_data'), ('live_scores.result', true, 'football_data') $$,
  'every change is audited with the provider as its source'
);

-- Corrections.
select tests.apply_answer(tests.a_provider_match('finished', 2, 0));
select results_eq(
  'select * from issue',
  $$ values ('correction', 2, 0, 2, 1) $$,
  'a correction waits for a second poll'
);

select is((select points from amina), 3, 'until then the points stay');
select tests.apply_answer(tests.a_provider_match('finished', 2, 0));
select results_eq('select * from the_match', $$ values ('completed', 2, 0) $$, 'the second poll replaces the result');
select is((select points from amina), 1, 'the second poll replaces the points');
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition');

-- A score that an admin set.
select tests.act_as((select olga from game));
update public.matches set home_score = 3, away_score = 3 where id = (select match_id from game);
select tests.act_as_owner();
select is((select is_manual from public.live_scores), true, 'everyone sees that people set the score');
select tests.apply_answer(tests.a_provider_match('finished', 2, 0));
select tests.apply_answer(tests.a_provider_match('finished', 2, 0));
select results_eq(
  'select * from the_match',
  $$ values ('completed', 3, 3) $$,
  'a score that an admin set is not overwritten, however often the provider reports another'
);

select results_eq(
  'select * from issue',
  $$ values ('contradiction', 2, 0, 3, 3) $$,
  'the admin sees both scores'
);

select tests.act_as((select olga from game));
select lives_ok(
  $$ select public.reject_provider_score((select provider_match_id from public.provider_issues())) $$,
  'the admin keeps the own score'
);

select is_empty('select * from issue', 'the same score of the provider is not reported again');
select tests.act_as_owner();
select tests.apply_answer(tests.a_provider_match('finished', 1, 0));
select results_eq(
  'select * from issue',
  $$ values ('contradiction', 1, 0, 3, 3) $$,
  'another score of the provider is reported'
);

select tests.act_as((select olga from game));
select lives_ok(
  $$ select public.accept_provider_score((select provider_match_id from public.provider_issues())) $$,
  'the admin takes the provider''s score'
);

select results_eq('select * from the_match', $$ values ('completed', 1, 0) $$, 'it becomes the result');

select results_eq(
  $$
    select old_values ->> 'home_score', new_values ->> 'home_score' from public.admin_audit_log
      where action = 'accept_provider_score'
  $$,
  $$ values ('3', '1') $$,
  'taking it is audited as the admin''s action'
);

select tests.act_as_owner();
select is_empty('select * from private.manual_scores', 'the match follows the provider again');
select is((select is_manual from public.live_scores), false, 'everyone sees that the provider set the score');

-- The admin confirms without a second poll; extra time does not count.
create temporary table cup as select tests.a_match_kicking_off_in('-1 minute', 'FA Cup', 'Leeds United FC',
                                                                  'Everton FC') as match_id;
grant select on cup to public;
create function tests.a_cup_match(_state text, _more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('id', '2', 'competition', 'fa_cup', 'home', 'Leeds', 'away', 'Everton',
                            'kickoff', m.kickoff_at, 'confirmed', true, 'state', _state,
                            'home_score', 1, 'away_score', 1) || _more from public.matches m
                              where m.id = (select match_id from cup)
$$;
select tests.apply_answer(tests.a_cup_match('extra_time', '{"extra_home": 1, "extra_away": 0}'));
select tests.apply_answer(tests.a_cup_match(
  'finished', '{"extra_home": 1, "extra_away": 1, "penalties_home": 4, "penalties_away": 3}'));
select tests.act_as((select olga from game));
select public.accept_provider_score(
  (select provider_match_id from public.provider_issues() where kind = 'provisional'));
select results_eq(
  'select status, home_score, away_score from public.matches where id = (select match_id from cup)',
  $$ values ('completed', 1, 1) $$,
  'an admin confirms a provisional result of 90 minutes'
);

select results_eq(
  $$ select extra_home, extra_away, penalties_home, penalties_away, is_provisional
       from public.live_scores where match_id = (select match_id from cup) $$,
  $$ values (1, 1, 4, 3, false) $$,
  'extra time and shoot-out are published'
);

select tests.act_as_owner();
select is_empty('select * from private.manual_scores', 'confirming does not count as setting a score');

-- Postponed, abandoned and awarded matches.
create temporary table odd as select tests.a_match_kicking_off_in('5 minutes', 'League Cup', 'Luton Town FC',
                                                                  'Fulham FC') as match_id;
grant select on odd to public;
create function tests.an_odd_match(_state text, _home integer default null, _away integer default null) returns jsonb
  language sql as $$
  select jsonb_build_object('id', '3', 'competition', 'league_cup', 'home', 'Luton', 'away', 'Fulham',
                            'kickoff', m.kickoff_at, 'confirmed', true, 'state', _state,
                            'home_score', _home, 'away_score', _away) from public.matches m
                              where m.id = (select match_id from odd)
$$;
create temporary view the_odd_match as select status, home_score, away_score, kickoff_confirmed from public.matches
  where id = (select match_id from odd);
grant select on the_odd_match to public;
select tests.apply_answer(tests.an_odd_match('postponed'));
select results_eq(
  'select * from the_odd_match',
  $$ values ('upcoming', null::int, null::int, false) $$,
  'a postponed match has an unconfirmed kick-off'
);

select is(
  (select count(*)::int from public.notifications where title = 'Match postponed'
   and user_id = (select olga from game)),
  1,
  'admins are notified'
);

select tests.apply_answer(tests.an_odd_match('postponed'));
select is(
  (select count(*)::int from public.notifications where title = 'Match postponed'),
  1,
  'admins are notified once'
);

select tests.apply_answer(tests.an_odd_match('scheduled'));
select is((select kickoff_confirmed from the_odd_match), true, 'back at its time the kick-off is confirmed again');
select tests.apply_answer(tests.an_odd_match('in_play', 1, 0));
select tests.apply_answer(tests.an_odd_match('suspended', 1, 0));
select results_eq(
  'select * from the_odd_match',
  $$ values ('live', 1, 0, false) $$,
  'a suspended match keeps its score and stays live'
);

select tests.apply_answer(tests.an_odd_match('abandoned', 1, 0));
select results_eq(
  $$ select kind, provider_home from issue $$,
  $$ values ('abandoned', 1) $$,
  'an abandoned match waits for an admin'
);

select tests.apply_answer(tests.an_odd_match('awarded', 3, 0));
select tests.apply_answer(tests.an_odd_match('awarded', 3, 0));
select results_eq(
  'select status, home_score from the_odd_match',
  $$ values ('live', 1) $$,
  'an awarded score is not applied automatically'
);

select tests.act_as((select olga from game));
select public.accept_provider_score((select provider_match_id from public.provider_issues() where kind = 'awarded'));
select results_eq(
  'select status, home_score, away_score from the_odd_match',
  $$ values ('completed', 3, 0) $$,
  'an admin can take an awarded score'
);

-- A finished match without a score.
select tests.act_as_owner();
create temporary table mute as select tests.a_match_kicking_off_in('-2 hours', 'League Cup', 'Wrexham AFC',
                                                                   'Hull City AFC') as match_id;
grant select on mute to public;
create function tests.a_mute_match() returns jsonb language sql as $$
  select jsonb_build_object('id', '5', 'competition', 'league_cup', 'home', 'Wrexham', 'away', 'Hull City',
                            'kickoff', m.kickoff_at, 'confirmed', true, 'state', 'finished')
    from public.matches m where m.id = (select match_id from mute)
$$;
select tests.apply_answer(tests.a_mute_match());
select tests.apply_answer(tests.a_mute_match());
select is(
  (select status from public.matches where id = (select match_id from mute)),
  'live',
  'a match that finished without a score of 90 minutes is not completed'
);

select is((select kind from issue), 'no_score', 'such a match waits for an admin');

-- The provider does not change a cancelled match.
create temporary table gone as select tests.a_match_kicking_off_in('5 minutes', 'Champions League', 'Reading FC',
                                                                   'Millwall FC') as match_id;
update public.matches set status = 'cancelled' where id = (select match_id from gone);
select tests.apply_answer(jsonb_build_object('id', '4', 'competition', 'champions_league', 'home', 'Reading',
                                              'away', 'Millwall', 'kickoff', now() + interval '5 minutes',
  'confirmed', true, 'state', 'in_play', 'home_score', 1, 'away_score', 0));
select is(
  (select status from public.matches where id = (select match_id from gone)),
  'cancelled',
  'a match that the club cancelled stays cancelled'
);

select is(
  (select count(*)::int from private.provider_matches where match_id is not null),
  5,
  'a cancelled match is linked'
);

select * from finish();
