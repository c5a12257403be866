select plan(78);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Pete') as pete,
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cora') as cora,
  tests.a_match_kicking_off_in('1 hour', 'Premier League') as first,
  tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Hull', 'Derby') as cup,
  tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Luton', 'Stoke') as unplayed,
  tests.a_match_kicking_off_in('1 hour', 'Premier League', 'Bury', 'York') as postponed;
grant select on game to public;
select tests.a_subscription(p.id, t.type)
  from game, unnest(array[amina, ben, cora]) p (id), (values ('premier_league'), ('fa_cup')) t (type);
-- Cora has paid for longer than the season.
update public.subscriptions s set expires_at = now() + interval '200 days'
  from game where s.user_id = cora and s.subscription_type = 'fa_cup';
insert into public.plan_codes (code, plan_type, expires_at)
values ('1234567', 'fa_cup', now() + interval '10 days'), ('2345678', 'premier_league', now() + interval '10 days'),
       ('3456789', 'premier_league', now() + interval '300 days');
select tests.predicts(amina, first, 2, 1), tests.predicts(ben, first, 1, 0), tests.predicts(cora, first, 0, 0),
       tests.predicts(amina, second, 1, 1), tests.predicts(ben, second, 2, 0), tests.predicts(amina, cup, 3, 0),
       tests.predicts(cora, cup, 1, 0), tests.predicts(amina, unplayed, 1, 0), tests.predicts(ben, postponed, 1, 1)
  from game;

-- Acts as an admin and returns the result as text.
create function pg_temp.as_admin(_who uuid, _call text) returns text language plpgsql as $$
declare
  answer text;
begin
  perform tests.act_as(_who);
  execute 'select (' || _call || ')::text' into answer;
  perform tests.act_as_owner();
  return answer;
exception when others then
  perform tests.act_as_owner();
  raise;
end $$;
create function pg_temp.take(_step text, _choices jsonb default '{}', _pin text default null) returns text
language sql as $$
  select pg_temp.as_admin(olga, format('public.take_season_step(%L, %L, %L) ->> %L', _step, _choices, _pin, 'outcome'))
    from game
$$;
-- The call of an undo, as the text of what it keeps.
create function pg_temp.kept(_call text) returns text language sql as $$
  select format('(select string_agg(k ->> ''text'', ''; '') from jsonb_array_elements(%s) k)', _call)
$$;
create function pg_temp.back(_step text) returns text language sql as $$
  select pg_temp.as_admin(olga, pg_temp.kept(format('public.undo_season_step(%L)', _step))) from game
$$;
create function pg_temp.words(_step text) returns text language plpgsql as $$
begin
  return (select s ->> 'words'
            from jsonb_array_elements(pg_temp.as_admin((select olga from game), 'public.season_plan()')::jsonb
                                      -> 'steps') s where s ->> 'step' = _step);
end $$;

-- The club without what an ending keeps: its own rows, times of computations, numbers of records, calendars, and the
-- snapshot that clearing takes.
create function pg_temp.club() returns jsonb language sql as $$
  select tests.count_all_points();
  select jsonb_object_agg(w.name, (select jsonb_agg(case w.name when 'private.period_winners' then e - 'id'
                                                      -- Without points it may say any day.
                                                      when 'private.player_totals' then e - 'earlier_day'
                                                      else e end
                                                    order by e ->> 'user_id', e ->> 'period_id', e ->> 'board_id', nth)
                                     from jsonb_array_elements(w.rows) with ordinality r (e, nth)))
    from tests.whole_club() w
   where w.name not in ('private.season_endings', 'private.season_steps', 'private.record_computations',
                        'private.records', 'private.match_revisions', 'public.predictions_snapshots',
                        'public.snapshot_players', 'private.club_messages', 'private.messages', 'private.jobs',
                        'private.clear_points_pin')
$$;
create function pg_temp.records() returns jsonb language sql as $$
  select jsonb_agg(to_jsonb(r) - 'id' order by r.kind, r.user_id, r.match_id) from private.records r
$$;
create function pg_temp.crowd() returns jsonb language sql as $$
  select jsonb_agg(to_jsonb(c) order by c.match_id) from private.crowd_predictions c
$$;
create function pg_temp.difference(_before jsonb) returns text language sql as $$
  select coalesce(string_agg(key, ', '), 'no difference')
    from jsonb_each(pg_temp.club()) n where _before -> key is distinct from value
$$;

-- Nothing to end.
select is(pg_temp.as_admin(olga, 'public.season_plan() ->> ''state''') , 'nothing',
          'before a match with predictions is completed there is nothing to end') from game;
select throws_ok($$ select pg_temp.take('matches') $$, '22023',
                 'There is nothing to end: no match with predictions was completed', 'and no step can be done');

select tests.ends(first, 2, 1), tests.ends(second, 2, 2), tests.ends(cup, 1, 0) from game;
select tests.kickoff_moves_to(unplayed, '-1 day') from game;
select private.refresh_winners(), private.refresh_records();
select private.rebuild_totals();
insert into private.clear_points_pin (hash) values (extensions.crypt('4711', extensions.gen_salt('bf', 4)));
create temporary table before as select pg_temp.club() as club, pg_temp.records() as records, pg_temp.crowd() as crowd;

-- Who may.
select tests.act_as(amina) from game;
select throws_ok('select public.season_plan()', 'SL003', null, 'a player may not see the plan');
select throws_ok($$ select public.take_season_step('matches') $$, 'SL003', null, 'a player may not do a step');
select throws_ok('select public.undo_season()', 'SL003', null, 'a player may not undo');
select tests.act_as_anonymous();
select throws_ok('select public.season_plan()', '42501', null, 'a visitor may not see the plan');
select tests.act_as_owner();

-- The plan.
select is(pg_temp.as_admin(olga, $$ public.season_plan() ->> 'state' $$), 'ready', 'a season can be ended') from game;
select is(pg_temp.words(s.step), s.words, 'the plan counts: ' || s.step)
  from (values ('matches', '2 unfinished matches'), ('leaderboards', '2 leaderboards with 3 members'),
               ('subscriptions', '6 subscriptions'),
               ('access', '5 subscriptions and 2 unused codes end'),
               ('points', '7 predictions set to 0 points'), ('import', 'No match of the next season yet'),
               ('members', 'To 5 members')) s (step, words);
select is((select string_agg(home || ' ' || is_awaiting_result, ', ') from public.season_unfinished_matches()),
          'Luton true, Bury false', 'the unfinished matches are listed');

-- The wrong order.
select throws_ok($$ select pg_temp.take('points', '{}', '4711') $$, '22023',
                 'First comes the step "Unfinished matches"', 'points are not cleared first');
select throws_ok($$ select pg_temp.take('holiday') $$, '22023', null, 'an unknown step is refused');
select is((select count(*) from private.season_endings), 0::bigint, 'a refused step begins no ending');

-- Each step, its undo, and the step again.
create function pg_temp.step_and_back(_step text, _choices jsonb default '{}') returns text language plpgsql as $$
declare
  before jsonb := pg_temp.club();
  changed text;
  outcome text := pg_temp.take(_step, _choices, '4711');
  kept text;
begin
  changed := pg_temp.difference(before);
  kept := pg_temp.back(_step);
  return concat_ws('; ', outcome, case when changed = 'no difference' then 'nothing changed' end,
                   pg_temp.difference(before), kept);
end $$;
select is(pg_temp.step_and_back('matches', jsonb_build_object('cancel', array[unplayed])), 'done; no difference',
          'cancelling unfinished matches is undone') from game;
select is((select count(*) from private.season_endings where undone_at is null), 0::bigint,
          'when every step is undone, no season is being ended');
select is(pg_temp.take('matches', jsonb_build_object('cancel', array[unplayed])), 'done', 'it can be ended again')
  from game;
select is((select string_agg(m.status, ' ' order by m.home_team_name desc) from public.matches m, game
            where m.id in (unplayed, postponed)), 'cancelled upcoming', 'one match is cancelled and one is kept');
select is((select count(*) from public.notifications), 0::bigint, 'members are not told of each cancelled match');
select is(pg_temp.take('matches', jsonb_build_object('cancel', array[postponed])), 'already',
          'a double press does the step once') from game;
select is(pg_temp.as_admin(pete, $$ public.take_season_step('matches') ->> 'summary' $$), '1 match cancelled, 1 kept',
          'another organiser gets the first result') from game;
select throws_ok($$ select pg_temp.as_admin(olga, 'public.skip_season_step(''leaderboards'')') from game $$, '22023',
                 'The step "Archive the leaderboards" cannot be skipped', 'the archives cannot be skipped');
select is(pg_temp.step_and_back('leaderboards'), 'done; no difference', 'archiving leaderboards is undone');
select is(pg_temp.take('leaderboards'), 'done', 'leaderboards are archived');
select results_eq(
  'select name, league, (select count(*) from public.archived_leaderboard_rows r where r.archive_id = a.id)
     from public.leaderboard_archives a order by name',
  $$ values ('tests FA Cup', 'FA Cup', 2::bigint), ('tests Premier League', 'Premier League', 3) $$,
  'one for each competition, with its members');
select throws_ok($$ select pg_temp.back('matches') $$, '22023', 'First undo the later step "Archive the leaderboards"',
                 'an earlier step is not undone before a later one');
select throws_ok($$ select pg_temp.back('points') $$, 'PT404', null, 'a step that is not done is not undone');
select is(pg_temp.step_and_back('subscriptions'), 'done; no difference', 'archiving subscriptions is undone');
select is(pg_temp.take('subscriptions'), 'done', 'subscriptions are archived');
select is((select count(*) from public.archived_subscriptions), 6::bigint, 'all of the season');
select is(pg_temp.as_admin(olga, $$ public.skip_season_step('snapshot') $$), '', 'a snapshot can be skipped')
  from game;
select is(pg_temp.back('snapshot'), null, 'a skipped step is undone');
select is(pg_temp.take('snapshot'), 'done', 'a snapshot is taken');
select is(pg_temp.step_and_back('honours'), 'done; no difference', 'closing the honours is undone');
select is(pg_temp.records(), records, 'with the records') from before;
select is(pg_temp.take('honours'), 'done', 'honours are closed');
select is((select count(*) from private.records where is_running), 0::bigint, 'no record runs');
create temporary table won as select jsonb_agg(w order by w.id) as rows from private.period_winners w;
select is(private.update_records(now() + interval '1 hour'), 0::bigint, 'the job does not compute them again');
select private.refresh_winners();
select is((select jsonb_agg(w order by w.id) from private.period_winners w), won.rows,
          'nor does it remove the winners of a month that has not ended') from won;
select is(pg_temp.step_and_back('access'), 'done; no difference', 'ending subscriptions and codes is undone');
select is(pg_temp.as_admin(olga, $$ public.season_plan() -> 'lasting' $$), '2', 'some last longer') from game;
select is(pg_temp.step_and_back('access', '{"all": true}'), 'done; no difference', 'ending all of them is undone');
select is(pg_temp.take('access'), 'done', 'subscriptions and codes end');
select is((select string_agg(code, ' ') from public.plan_codes where expires_at > clock_timestamp()), '3456789',
          'a code for longer than the season stays');

-- Clearing with the PIN.
select is(pg_temp.take('points', '{}', '0000'), 'wrong_pin', 'a wrong PIN clears nothing');
select is((select count(*) from private.attempts where bucket like 'clear-points-pin:%'), 1::bigint, 'and is counted');
create temporary table closed as select pg_temp.records() as records;
select is(pg_temp.step_and_back('points'),
          'done; no difference; The snapshot that was taken before clearing is kept', 'clearing points is undone');
select is_empty('select * from tests.wrong_boards()', 'every total is the sum of the predictions');
select is(pg_temp.crowd(), crowd, 'the crowd has its points again') from before;
select is(pg_temp.records(), c.records, 'the records are closed as before') from closed c;
select is(pg_temp.take('points', '{}', '4711'), 'done', 'points are cleared');
select is((select jsonb_agg(to_jsonb(r) - 'id' - 'closed_by' order by r.kind, r.user_id, r.match_id)
             from private.records r),
          (select jsonb_agg(e - 'closed_by' order by nth)
             from closed, jsonb_array_elements(records) with ordinality x (e, nth)),
          'the records are not doubled');

-- The next season, and members who are active meanwhile.
select throws_ok($$ select pg_temp.take('import') $$, '22023',
                 'No match of the next season is open yet. Import it first, or skip this step',
                 'the next season must be there');
create temporary table next as select tests.a_player('Dora') as dora,
  tests.a_match_kicking_off_in('40 days', 'Friendly Club', 'Arsenal', 'Leeds') as match;
grant select on next to public;
update public.matches m set season = '2026/27' from next where m.id = match;
select is(pg_temp.take('import'), 'done', 'the next season is noticed');
select is(pg_temp.words('members'), 'To 6 members: 6 in the bell, 0 by push, 0 by email',
          'the recipients are counted');
select is(pg_temp.as_admin(olga, $$ public.season_plan() -> 'draft' ->> 'message' $$),
  'Thank you for playing! The final leaderboards are in the archives, and everyone starts again with 0 points. '
  '1 match was not played and gave no points. The subscriptions of the season have ended. '
  'The matches of the new season are open: make your first picks.', 'the draft says what was done') from game;
select throws_ok($$ select pg_temp.take('members', '{"title": " "}') $$, '22023',
                 'Please fill in both title and message', 'an empty message is refused');
select is(pg_temp.take('members', '{"title": "The end", "message": "Thank you!"}'), 'done', 'members are told');
select is(pg_temp.as_admin(olga, 'public.season_plan()')::jsonb
            - '{steps,undo_until,lasting,first_day,last_day}'::text[],
          '{"state": "done", "season": "tests", "next": null, "undone_at": null, "draft": null}'::jsonb,
          'the season has ended') from game;
select tests.predicts(dora, match, 1, 0), tests.predicts(amina, match, 2, 0) from next, game;
insert into public.plan_codes (code, plan_type, expires_at) values ('7654321', 'fa_cup', now() + interval '300 days');
select tests.act_as(amina) from game;
select public.redeem_plan_code('7654321');
select tests.act_as_owner();
update public.notifications n set read = true from game where n.user_id = ben;
update public.matches m set round = 'Final' from game where m.id = unplayed;
select is(pg_temp.as_admin(pete, pg_temp.kept('public.undo_season()')), array_to_string(array[
  '1 member has read the message and keeps it', '1 match of the next season stays with its predictions',
  'The snapshot that was taken before clearing is kept',
  '1 subscription or code has changed since and stays as it is',
  '1 cancelled match has changed since and stays as it is'], '; '), 'everything is undone, and what changed is named')
  from game;
select is((select count(*) from public.user_predictions p, next where p.match_id = match), 2::bigint,
          'predictions for the next season stay');
select is((select s.status || ' ' || (s.expires_at > now() + interval '200 days') from public.subscriptions s, game
            where s.user_id = amina and s.subscription_type = 'fa_cup'), 'active true',
          'a redeemed code stays redeemed');
select is_empty('select * from tests.wrong_boards()', 'every total is right');
select is(pg_temp.records(), records, 'the records run again') from before;
select is((select string_agg(t.points::text, ' ' order by f.full_name) from private.player_totals t
             join public.profiles f on f.id = t.user_id where t.board_id = private.board_of('Overall')), '5 1 3 0',
          'and all points are back');

-- Points that the separate panel has cleared after the archive: what is their only record stays.
select pg_temp.take(s) from unnest('{matches,leaderboards,subscriptions,snapshot,honours}'::text[]) s;
select is(pg_temp.as_admin(olga, $$ public.clear_all_points('4711') -> 0 ->> 'outcome' $$), 'cleared',
          'the separate panel clears during the end of a season') from game;
create temporary table winners as select count(*) as number from private.period_winners;
select is(pg_temp.as_admin(olga, pg_temp.kept('public.undo_season()')),
          '2 archives are kept, because the points were cleared since', 'the archives of its points are kept')
  from game;
select is((select count(*) from private.period_winners), w.number, 'and the winners') from winners w
  where w.number > 0;
select is(pg_temp.as_admin(olga, $$ public.season_plan() ->> 'state' $$), 'nothing',
          'without points there is nothing to end') from game;
select is((select count(*) from private.records where closed_by is not null), 0::bigint, 'no record stays closed');

-- After a day it is too late.
select tests.ends(match, 1, 0) from next;
select pg_temp.take('matches');
update private.season_steps set done_at = done_at - interval '24 hours';
select throws_ok($$ select pg_temp.back('matches') $$, '22023',
                 'It is too late to undo this: 24 hours have passed since the last step',
                 'a step is not undone after it');
select throws_ok($$ select pg_temp.as_admin(olga, 'public.undo_season()') from game $$, '22023', null,
                 'and not everything');
select is(pg_temp.as_admin(olga, $$ public.season_plan() -> 'undo_until' $$), 'null', 'nothing is offered') from game;
select is(pg_temp.take('leaderboards'), 'done', 'the next step continues') from game;
select * from finish();
