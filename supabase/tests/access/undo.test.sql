select plan(56);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup') as match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as played,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as neighbour;
grant select on game to public;
select tests.a_subscription(p.id, 'fa_cup') from game, unnest(array[amina, bruno]) p (id);
select tests.predicts(amina, match, 1, 0), tests.predicts(bruno, match, 0, 0), tests.predicts(amina, played, 2, 0),
       tests.predicts(amina, match, 1, 1), tests.predicts(bruno, played, 1, 0),
       tests.predicts(amina, neighbour, 1, 0) from game;
select tests.ends(played, 1, 0) from game;
insert into private.provider_matches (provider, external_id, competition_id, home_name, away_name, kickoff_at,
                                      kickoff_confirmed, state, state_since, seen_at, match_id, linked_by)
select 'football_data', m.id::text, 'fa_cup', m.home_team_name, m.away_team_name, m.kickoff_at, true, 'in_play', now(),
       now(), m.id, 'names'
  from public.matches m, game where m.id in (match, played);
insert into public.live_scores (match_id, source, state, is_provisional)
select unnest(array[match, played]), 'football_data', 'in_play', false from game;
insert into public.plan_codes (code, plan_type, expires_at) values ('1234567', 'fa_cup', now() + interval '1 day');
select private.rebuild_totals();

-- Does the action as Olga and undoes it as Oscar.
create function pg_temp.difference_after_undo(_action text) returns text language sql as $$
  select tests.difference_after_undo(_action, olga, oscar) from game
$$;

-- Each action is undone exactly.
select is(pg_temp.difference_after_undo(format('select public.cancel_match(%L)', match)),
          'private.match_revisions', 'cancelling is undone; calendars count another change') from game;
delete from private.match_revisions;
select is(pg_temp.difference_after_undo(format('select public.delete_match(%L)', match)), 'no difference',
          'deleting an open match is undone, with predictions, log, link and live score') from game;
select is(pg_temp.difference_after_undo(format('select public.delete_match(%L)', played)), 'no difference',
          'deleting a completed match is undone, with its points') from game;
select is(pg_temp.difference_after_undo(format('select public.delete_matches(%L)', array[match, played, neighbour])),
          'no difference', 'deleting several matches is undone as one act, with their points') from game;
select is(pg_temp.difference_after_undo(format($$ select public.complete_matches('[{"id": "%s", "home_score": 1,
            "away_score": 1}]') $$, match)),
          'public.matches', 'completing an open match is undone; its predictions stay visible') from game;
select tests.kickoff_moves_to(neighbour, '-1 hour') from game;
select is(pg_temp.difference_after_undo(format($$ select public.complete_matches('[{"id": "%s", "home_score": 1,
            "away_score": 0}]') $$, neighbour)), 'no difference', 'completing a locked match is undone') from game;
select is(pg_temp.difference_after_undo(format($$ select public.complete_matches('[{"id": "%s", "home_score": 2,
            "away_score": 0}]') $$, played)), 'no difference', 'a correction is undone') from game;
select is(pg_temp.difference_after_undo(format('select public.clear_player_points(%L)', bruno)), 'no difference',
          'resetting the points of a player is undone') from game;
select is(pg_temp.difference_after_undo(format('select public.clear_user_predictions(%L)', bruno)), 'no difference',
          'deleting the predictions of a player is undone, with their log') from game;
select is(pg_temp.difference_after_undo(format('select public.delete_user_prediction(%L)', p.id)), 'no difference',
          'deleting one prediction is undone') from public.user_predictions p, game
  where p.user_id = bruno and p.match_id = match;
select is(pg_temp.difference_after_undo($$ select public.revoke_plan_code('1234567') $$),
          'no difference', 'revoking a code is undone');
select is(pg_temp.difference_after_undo(format($$ select public.end_subscription(%L, 'fa_cup') $$, bruno)),
          'no difference', 'ending a subscription is undone') from game;
select is_empty('select * from tests.wrong_boards()', 'every total is right');

-- On a new completion day, the movement changes too.
create temporary table yesterday as select tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Stoke', 'Bury') as id;
select tests.predicts(bruno, y.id, 3, 3) from game, yesterday y;
select tests.ends(y.id, 3, 3) from yesterday y;
update public.matches m set completed_at = now() - interval '1 day' from yesterday y where m.id = y.id;
select private.rebuild_totals();
grant select on yesterday to public;
select is(pg_temp.difference_after_undo(format('select public.delete_match(%L)', played)), 'no difference',
          'the movement is as before when the only match of the latest day comes back') from game;

-- Deleting several matches at once.
create temporary table several as
  select array_agg(tests.a_match_kicking_off_in('1 hour')) as ids from generate_series(1, 1000);
grant select on several to public;
select tests.act_as(olga) from game;
select throws_ok($$ select public.delete_matches('{}') $$, '22023', null, 'no matches are refused');
select throws_ok('select public.delete_matches(ids || ids[1]) from several', '22023', null,
                 'more than 1,000 matches are refused');
select throws_ok('select public.delete_matches(ids[2:] || gen_random_uuid()) from several', 'PT404', null,
                 'an unknown match is refused');
select is((select count(*) from public.matches m, several where m.id = any (ids)), 1000::bigint,
          'and no match is deleted');
select isnt((select public.delete_matches(ids) from several), null, 'a thousand matches are deleted at once');
select is((select count(*) from public.matches m, several where m.id = any (ids)), 0::bigint, 'all of them');
select is((select jsonb_array_length(l.old_values -> 'matches') from public.admin_audit_log l
            where l.action = 'delete_matches' order by l.id desc limit 1), 1000, 'as one audited act');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'every total is right after it');

-- Who may undo, and when.
create function pg_temp.cancelled() returns uuid language plpgsql as $$
declare
  undo_id uuid;
begin
  perform tests.act_as(olga) from game;
  undo_id := (select public.cancel_match(match) from game);
  perform tests.act_as_owner();
  return undo_id;
end $$;
create temporary table act as select pg_temp.cancelled() as undo_id;
grant select on act to public;
select tests.act_as_anonymous();
select throws_ok('select public.undo(undo_id) from act', '42501', null, 'a visitor may not undo');
select throws_ok('select public.cancel_match(match) from game', '42501', null, 'a visitor may not cancel');
select tests.act_as(amina) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL003', null, 'a player may not undo');
select throws_ok('select * from public.open_undos()', 'SL003', null, 'a player may not list what can be undone');
select throws_ok('select public.cancel_match(match) from game', 'SL003', null, 'a player may not cancel');
select throws_ok('select public.delete_match(match) from game', 'SL003', null, 'a player may not delete');
select throws_ok('select public.delete_matches(array[match]) from game', 'SL003', null,
                 'a player may not delete several');
select throws_ok('select * from private.undo_rows', '42501', null, 'a player may not read what was recorded');
select tests.act_as(olga) from game;
select throws_ok('select * from private.undo_rows', '42501', null, 'not even an admin reads what was recorded');
select is((select row(u.action, u.record_id, u.seconds_left between 1 and 30)::text
             from public.open_undos() u limit 1),
          (select row('cancel_match', match, true)::text from game), 'an admin sees the own action and the time left');
select throws_ok('select public.undo(gen_random_uuid())', 'PT404', null, 'an unknown action is refused');
select tests.act_as_owner();
update private.undos u set done_at = clock_timestamp() - interval '35 seconds' from act where u.id = act.undo_id;
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL014', null, 'after 35 seconds it is too late');
select is((select count(*) from public.open_undos() u, act where u.id = act.undo_id), 0::bigint,
          'and the action is not offered');
select tests.act_as_owner();
update private.undos u set done_at = clock_timestamp() - interval '34 seconds' from act where u.id = act.undo_id;
select tests.act_as(olga) from game;
select is((select public.undo(undo_id) from act), 'cancel_match', 'before, it is undone');
select throws_ok('select public.undo(undo_id) from act', 'SL014', null, 'once');
select tests.act_as_owner();
select results_eq($$ select l.old_values ->> 'action', l.admin_user_id from public.admin_audit_log l
                      where l.action = 'undo' order by l.id desc limit 1 $$,
                  $$ select 'cancel_match', olga from game $$, 'it is audited');

-- Something has changed since.
update act set undo_id = pg_temp.cancelled();
update public.matches set match_time = '12:34' where id = (select match from game);
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL015', null,
                 'a match that was edited since is not restored');
select tests.act_as_owner();
select is((select m.status || m.match_time from public.matches m, game where m.id = match), 'cancelled12:34:00',
          'a refused undo changes nothing');
select tests.act_as(olga) from game;
select public.reopen_match(match, clock_timestamp() + interval '1 hour', 'For the next test') from game;
create function pg_temp.undo_of(_action text) returns uuid language plpgsql as $$
declare
  undo_id uuid;
begin
  perform tests.act_as(olga) from game;
  execute _action;
  undo_id := (select u.id from public.open_undos() u limit 1);
  perform tests.act_as_owner();
  return undo_id;
end $$;
select tests.act_as_owner();
update act set undo_id = pg_temp.undo_of($$ select public.revoke_plan_code('1234567') $$);
insert into public.plan_codes (code, plan_type, expires_at) values ('1234567', 'fa_cup', now() + interval '1 day');
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL015', null, 'a code that exists again is not restored');
select tests.act_as_owner();
update act set undo_id = pg_temp.undo_of(format('select public.clear_user_predictions(%L)', bruno)) from game;
select tests.act_as(bruno) from game;
select tests.predicts(bruno, match, 5, 5) from game;
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL015', null,
                 'deleted predictions are not restored over a new one');
select tests.act_as_owner();
update act set undo_id = pg_temp.undo_of(format('select public.clear_user_predictions(%L)', amina)) from game;
select tests.predicts(bruno, match, 6, 6) from game;
select tests.act_as(olga) from game;
select is((select public.undo(undo_id) from act), 'clear_user_predictions',
          'a prediction of another player is no obstacle');
select tests.act_as_owner();
select is((select m.predictions_count from public.matches m, game where m.id = match),
          (select count(*)::integer from public.user_predictions p, game where p.match_id = match),
          'and the number of predictions is right');
select is_empty('select * from tests.wrong_boards()', 'every total is still right');

-- Nobody can use what undoing needs.
select tests.act_as(amina) from game;
select throws_ok($$ update public.user_predictions p set home_prediction = 9 from game where match_id = played $$,
                 'SL001', null, 'the lock applies after an undo');
select tests.act_as(olga) from game;
select throws_ok($$ update public.matches set status = 'upcoming' where id = (select played from game) $$,
                 'SL005', null,
                 'the life cycle applies after an undo');
select tests.act_as_owner();
create temporary table recorded as select count(*) as rows from private.undo_rows;
update public.matches set match_time = '12:35' where id = (select match from game);
select is((select count(*) from private.undo_rows), (select rows from recorded), 'nothing is recorded afterwards');
select bag_eq(
  $$ select t.table_name::regclass::text || ' ' || array_to_string(t.key_columns, ' ') from private.undo_tables() t
     -- restored around the others
     union all values ('teams id') $$,
  $$ select g.tgrelid::regclass::text || ' '
            || trim(replace(encode(g.tgargs, 'escape'), '\000', ' '))
       from pg_trigger g where g.tgname = 'changes_are_recorded_for_undo' $$,
  'every table that is restored is recorded by its key'
);
select is_empty(
  $$ select c.conrelid::regclass::text from pg_constraint c
      where c.contype = 'f' and c.confrelid in ('public.matches'::regclass, 'public.user_predictions'::regclass)
        -- The crowd's prediction and what is left of a scoring in parts are determined again when the match is
        -- scored. Refusals are reports of devices.
        and c.conrelid not in ('private.crowd_predictions'::regclass, 'private.matches_to_score'::regclass,
                               'public.prediction_refusals'::regclass)
        and c.conrelid::regclass::text not in (
          select t.table_name::regclass::text from private.undo_tables() t) $$,
  'every table that belongs to a match is restored'
);
create temporary table result as select tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Wigan', 'Luton') as id;
select tests.predicts(bruno, r.id, 1, 0) from game, result r;
-- The day before yesterday at any hour: no other match is on that day, and the day is still told.
select tests.kickoff_moves_to(r.id, '-2 days') from result r;
grant select on result to public;
select tests.act_as(olga) from game;
select * from result r, public.complete_matches(jsonb_build_array(
  jsonb_build_object('id', r.id, 'home_score', 1, 'away_score', 0)));
select tests.act_as_owner();
select is(private.announce_results(now()), 0::bigint, 'no result is announced that can still be undone');
update private.undos set done_at = clock_timestamp() - interval '71 seconds';
select ok(private.announce_results(now()) > 0, 'afterwards it is announced');
update private.undos set done_at = clock_timestamp() - 2 * lasts - interval '1 second';
select ok(private.delete_old_undos() > 10, 'old actions are deleted');
select is((select count(*) from private.undo_rows), 0::bigint, 'with the rows that they changed');
select ok((select j.query like '%delete_old_undos()%' from private.jobs j where j.name = 'Clean up'),
          'by the scheduled cleanup');

-- A deleted account.
update act set undo_id = pg_temp.undo_of(format('select public.clear_user_predictions(%L)', amina)) from game;
delete from auth.users where id = (select amina from game);
select is((select count(*) from private.undo_rows), 0::bigint, 'nothing is kept about a deleted account');

select * from finish();
