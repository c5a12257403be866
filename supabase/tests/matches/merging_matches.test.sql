select plan(50);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Carla') as carla,
  tests.a_player('Dora') as dora,
  tests.a_match_kicking_off_in('2 hours') as kept, tests.a_match_kicking_off_in('2 days') as removed,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Leeds', 'Hull') as open,
  tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Leeds', 'Hull') as played,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Stoke', 'Derby') as home,
  tests.a_match_kicking_off_in('2 days', 'Friendly Club', 'Derby', 'Stoke') as away;
grant select on game to public;

create function pg_temp.pair(_keep uuid, _remove uuid) returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('keep', _keep, 'remove', _remove))
$$;
grant execute on function pg_temp.pair(uuid, uuid) to public;
create function pg_temp.merged(_pairs jsonb) returns uuid language plpgsql as $$
declare
  undo_id uuid;
begin
  perform tests.act_as(olga) from game;
  undo_id := public.merge_matches(_pairs);
  perform tests.act_as_owner();
  return undo_id;
end $$;
create function pg_temp.undone(_pairs jsonb) returns text language sql as $$
  select tests.difference_after_undo(format('select public.merge_matches(%L)', _pairs), olga, oscar) from game
$$;
-- The prediction of a player as "1-0", with its points.
create function pg_temp.prediction(_match_id uuid, _player uuid) returns text language sql as $$
  select p.home_prediction || '-' || p.away_prediction || coalesce(' ' || p.points_earned, '')
    from public.user_predictions p where p.match_id = _match_id and p.user_id = _player
$$;
-- Moves the time at which a prediction was saved.
create function pg_temp.saved(_match_id uuid, _player uuid, _at timestamptz) returns void language sql as $$
  update public.user_predictions p set updated_at = _at where p.match_id = _match_id and p.user_id = _player
$$;

select tests.predicts(amina, kept, 1, 0), tests.predicts(amina, removed, 2, 1), tests.predicts(bruno, removed, 0, 0),
       tests.predicts(bruno, kept, 3, 0), tests.predicts(carla, removed, 1, 1), tests.predicts(dora, kept, 4, 4)
  from game;
select tests.predicts(amina, open, 2, 0), tests.predicts(bruno, played, 2, 1), tests.predicts(carla, played, 0, 0)
  from game;
select tests.predicts(amina, home, 2, 0), tests.predicts(bruno, away, 0, 1), tests.predicts(carla, away, 3, 1)
  from game;

-- Who may merge, and what.
select tests.act_as_anonymous();
select throws_ok($$ select public.merge_matches('[]') $$, '42501', null, 'a visitor may not merge matches');
select tests.act_as(amina) from game;
select throws_ok('select public.merge_matches(pg_temp.pair(kept, removed)) from game', 'SL003', null,
                 'a player may not merge matches');
select tests.act_as_owner();
create temporary table others as
  select tests.a_match_kicking_off_in('2 hours', 'Premier League', 'Arsenal', 'Chelsea') as league,
         tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Arsenal', 'Hull') as teams,
         tests.a_match_kicking_off_in('98 hours') as season, tests.a_match_kicking_off_in('1 hour') as third;
update public.matches set season = '2025/26' where id = (select season from others);
grant select on others to public;
select tests.act_as(olga) from game;
select throws_ok(format('select public.merge_matches(%L)', pg_temp.pair(kept, o.id)), '22023', null,
                 'a match of another ' || o.what || ' is another match')
  from game, others
 cross join lateral (values ('competition', league), ('team', teams), ('season', season)) o (what, id);
select throws_ok('select public.merge_matches(pg_temp.pair(kept, kept)) from game', '22023', null,
                 'a match is not merged with itself');
select throws_ok('select public.merge_matches(pg_temp.pair(kept, gen_random_uuid())) from game', '22023', null,
                 'an unknown match is refused');
select throws_ok($$ select public.merge_matches('[{"keep": "x"}]') $$, '22023', null, 'an id that is none is refused');
select throws_ok('select public.merge_matches(pg_temp.pair(kept, removed) || pg_temp.pair(third, removed))
                    from game, others', '22023', null, 'a match is not merged into two');
select throws_ok('select public.merge_matches(pg_temp.pair(kept, removed) || pg_temp.pair(removed, third))
                    from game, others', '22023', null, 'a match is not kept and removed');
select throws_ok($$ select public.merge_matches('[]') $$, '22023', null, 'no pairs are refused');
select throws_ok('select public.merge_matches((select jsonb_agg(n) from generate_series(1, 1001) n))', '22023',
                 'Merges are a list of 1 to 1,000 pairs of matches', 'more than 1,000 pairs are refused');
select throws_matching('select public.merge_matches(pg_temp.pair(kept, removed) || pg_temp.pair(kept, teams))
                          from game, others', '^Entry 2 \(Arsenal v Hull, .*\): They are different matches',
                       'the message names the pair');
select tests.act_as_owner();
select is((select count(*) from public.matches m, game where m.id in (kept, removed)), 2::bigint,
          'a refused merge changes nothing');

-- Each kind of merge is undone exactly.
insert into private.provider_matches (provider, external_id, competition_id, home_name, away_name, kickoff_at,
                                      kickoff_confirmed, state, state_since, seen_at, match_id, linked_by)
select 'football_data', m.id::text, 'friendly_club', m.home_team_name, m.away_team_name, m.kickoff_at, true,
       'scheduled', now(), now(), m.id, 'names'
  from public.matches m, game where m.id in (removed, played, away);
insert into public.live_scores (match_id, source, state, is_provisional)
select played, 'football_data', 'finished', false from game;
select tests.kickoff_moves_to(played, '-1 day') from game;
update public.user_predictions p set updated_at = clock_timestamp() - interval '2 days'
  from game where p.match_id in (open, played);
select tests.ends(played, 2, 1) from game;
select private.rebuild_totals();
delete from private.match_revisions;
select is(pg_temp.undone(pg_temp.pair(kept, removed)), 'no difference', 'a merge of open matches is undone') from game;
select is(pg_temp.undone(pg_temp.pair(open, played)), 'private.match_revisions, public.matches',
          'a merge that takes a result is undone; calendars count another change, and predictions stay visible')
  from game;
delete from private.match_revisions;
select is(pg_temp.undone(pg_temp.pair(played, open)), 'public.matches',
          'a merge of an open match into a played one is undone, and the match stays locked')
  from game;
select is(pg_temp.undone(pg_temp.pair(home, away)), 'no difference', 'a merge with exchanged sides is undone')
  from game;
select is(pg_temp.undone(pg_temp.pair(kept, removed) || pg_temp.pair(kept, third) || pg_temp.pair(home, away)
                           || pg_temp.pair(open, played)),
          'private.match_revisions', 'a merge of several pairs is undone as one act') from game, others;

-- What a listing says before the merge.
select is((select p - 'keep' - 'remove' from game, jsonb_array_elements(public.duplicates() -> 'matches') p
            where array[p -> 'keep' ->> 'id', p -> 'remove' ->> 'id'] @> array[kept::text, removed::text]),
          '{"both": 2, "is_certain": true, "is_exchanged": false}'::jsonb,
          'the list counts the members who predicted both');

-- Open matches.
select isnt(pg_temp.merged(pg_temp.pair(kept, removed)), null, 'a merge returns the id of its undo') from game;
select is((select count(*) from public.matches m, game where m.id = removed), 0::bigint, 'the removed match is gone');
select is(pg_temp.prediction(kept, amina), '2-1', 'a later prediction of the removed match counts') from game;
select is(pg_temp.prediction(kept, bruno), '3-0', 'a later prediction of the kept match counts') from game;
select is(pg_temp.prediction(kept, carla), '1-1', 'the only prediction moves') from game;
select is(pg_temp.prediction(kept, dora), '4-4', 'a prediction of the kept match only stays') from game;
select is((select m.predictions_count from public.matches m, game where m.id = kept), 4, 'predictions are counted');
select results_eq($$ select c.change, c.home_prediction from public.prediction_changes c, game
                      where c.user_id = amina and c.match_id = kept order by c.id $$,
                  $$ values ('made', 1), ('made', 2), ('deleted', 1) $$, 'the log keeps both');
select is((select f.match_id from private.provider_matches f, game where f.external_id = removed::text),
          (select kept from game), 'the provider''s link moves');
select results_eq($$ select l.subject like 'Arsenal v Chelsea%', (l.new_values - 'undo_id')
                       from public.admin_audit_log l where l.action = 'merge_matches' order by l.id desc limit 1 $$,
                  $$ values (true, '{"merged": 1, "moved": 2, "dropped": 2}'::jsonb) $$,
                  'it is audited with its counts');
select is((select u.lasts from private.undos u order by u.done_at desc limit 1), interval '30 days',
          'it can be undone for 30 days');

-- Exchanged sides.
select pg_temp.merged(pg_temp.pair(home, away)) from game;
select is(pg_temp.prediction(home, bruno), '1-0', 'the prediction of a match with exchanged sides is exchanged')
  from game;
select is((select f.match_id from private.provider_matches f, game where f.external_id = away::text), null,
          'and its provider''s link, whose goals would be exchanged, is not moved');

-- A result that only the removed match has.
select pg_temp.merged(pg_temp.pair(open, played)) from game;
select results_eq($$ select m.status, m.home_score, m.away_score, m.locks_at < now(),
                             m.kickoff_at < now() - interval '23 hours'
                       from public.matches m, game where m.id = open $$,
                  $$ values ('completed', 2, 1, true, true) $$, 'the kept match takes it, with its kick-off');
select is(pg_temp.prediction(open, amina), '2-0 1', 'its own predictions get points') from game;
select is(pg_temp.prediction(open, bruno), '2-1 3', 'and those that moved') from game;
select is((select l.state from public.live_scores l, game where l.match_id = open), 'finished', 'with the live score');
select is_empty('select * from tests.wrong_boards()', 'every total is right after merges');

-- Matches of a team that the club has under two names, as two versions of a file left them.
select private.rules_off();
insert into public.teams (name) values ('Alpha'), ('Alpha F.C.');
select private.rules_on();
create temporary table named as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Alpha', 'Watford') as one,
         tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Alpha F.C.', 'Watford') as other;
update public.matches m set round = 'Round 1' from named n where m.id in (n.one, n.other);
select tests.predicts(bruno, n.other, 1, 1) from game, named n;
select is((select d.is_exchanged from private.duplicate_matches() d, named n
            where array[d.keep_id, d.remove_id] @> array[n.one, n.other]), false,
          'a match of two names of a team is found');
create temporary table teams as
  select d.keep_id as keep, d.remove_id as remove from private.duplicate_teams() d
    join public.teams t on t.id = d.keep_id where t.name like 'Alpha%';
grant select on teams to public;
select tests.act_as(olga) from game;
select throws_ok('select public.merge_teams(keep, remove) from teams', '22023', null,
                 'its teams are not merged before its matches');
select tests.act_as_owner();
select is((select pg_temp.undone(pg_temp.pair(n.one, n.other)) from named n), 'no difference',
          'their merge is undone');
select pg_temp.merged(pg_temp.pair(n.one, n.other)) from named n;
select tests.act_as(olga) from game;
select isnt((select public.merge_teams(keep, remove) from teams), null, 'afterwards the teams are merged');
select tests.act_as_owner();

-- Predictions that were saved after a lock.
create temporary table late as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Bury', 'Luton') as kept,
         tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Bury', 'Luton') as removed;
select tests.predicts(amina, l.removed, 1, 1), tests.predicts(bruno, l.removed, 1, 1),
       tests.predicts(carla, l.removed, 1, 1), tests.predicts(carla, l.kept, 2, 2), tests.predicts(dora, l.kept, 3, 3)
  from game, late l;
select tests.kickoff_moves_to(l.kept, '-1 hour') from late l;
select pg_temp.saved(l.removed, amina, m.locks_at - interval '1 microsecond'),
       pg_temp.saved(l.removed, bruno, m.locks_at), pg_temp.saved(l.removed, carla, m.locks_at + interval '1 minute'),
       pg_temp.saved(l.kept, carla, m.locks_at - interval '1 minute'), pg_temp.saved(l.kept, dora, m.locks_at)
  from game, late l join public.matches m on m.id = l.kept;
select is((select s.match ->> 'late' from late l, jsonb_array_elements(public.duplicates() -> 'matches') p
            cross join lateral (values (p -> 'keep'), (p -> 'remove')) s (match)
            where s.match ->> 'id' = l.removed::text), '2', 'the list counts the late ones');
select pg_temp.merged(pg_temp.pair(l.kept, l.removed)) from late l;
select is(pg_temp.prediction(l.kept, amina), '1-1', 'a prediction from before the lock counts') from game, late l;
select is(pg_temp.prediction(l.kept, bruno), null, 'a prediction from the lock on does not') from game, late l;
select is(pg_temp.prediction(l.kept, carla), '2-2', 'and does not replace one from before it') from game, late l;
select is(pg_temp.prediction(l.kept, dora), '3-3', 'the kept match keeps its own predictions') from game, late l;

-- Predictions from before a reopening are visible, and secret ones must not become so.
create temporary table opened as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Wigan', 'Barnet') as again,
         tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Wigan', 'Barnet') as secret;
grant select on opened to public;
select tests.predicts(amina, o.secret, 1, 1) from game, opened o;
update public.matches set status = 'live' where id = (select again from opened);
select tests.act_as(olga) from game;
select public.reopen_match(again, clock_timestamp() + interval '1 hour', 'Started by mistake') from opened;
select throws_matching('select public.merge_matches(pg_temp.pair(again, secret)) from opened', 'Keep the other one',
                       'secret predictions do not move to a match that was reopened');
select tests.act_as_owner();
select is((select d.keep_id from private.duplicate_matches() d, opened where d.remove_id = again),
          (select secret from opened), 'the other one is suggested');
select pg_temp.merged(pg_temp.pair(secret, again)) from opened;
select tests.act_as(bruno) from game;
select is((select count(*) from public.user_predictions p, opened o where p.match_id = o.secret), 0::bigint,
          'and the predictions stay secret');
select tests.act_as_owner();

select * from finish();
