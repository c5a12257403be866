select plan(22);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Chloe') as chloe,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club') as played,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as open,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Stoke', 'Bury') as other;
grant select on game to public;
update auth.users set email_confirmed_at = now();
insert into private.message_choices (user_id, kind, in_app, email, push)
select p.id, 'match_change', true, true, false from game, unnest(array[amina, bruno, chloe]) p (id);
select tests.predicts(amina, played, 1, 0), tests.predicts(bruno, played, 0, 0), tests.predicts(amina, other, 1, 0),
       tests.predicts(chloe, other, 3, 0) from game;
select tests.ends(other, 1, 0) from game;
create temporary table totals_before as select * from private.player_totals;
select tests.ends(played, 1, 0) from game;

select tests.act_as_anonymous();
select throws_ok('select public.void_match(played) from game', '42501', null, 'a visitor may not void a match');
select tests.act_as(amina) from game;
select throws_ok('select public.void_match(played) from game', 'SL003', null, 'a player may not void a match');
select tests.act_as(olga) from game;
select throws_ok($$ update public.matches set status = 'cancelled' where id = (select played from game) $$,
                 'SL005', null, 'not even an admin voids a match by a direct write');
select throws_ok('select public.cancel_match(played) from game', 'SL005', null,
                 'an organiser who cancels a match does not void it because it was completed meanwhile');
select throws_ok('select public.void_match(gen_random_uuid())', 'PT404', null, 'an unknown match is refused');
select throws_ok('select public.void_match(open) from game', 'SL005', null, 'a match without a result is refused');

select tests.act_as_owner();
select is(tests.difference_after_undo(format('select public.void_match(%L)', played), olga, oscar),
          'private.match_revisions', 'voiding is undone; calendars count another change') from game;
select is_empty('select * from tests.wrong_boards()', 'every total is right after the undo');
select is_empty($$ select from public.notifications n where n.title = 'Match cancelled' $$,
                'the undo takes the message back');
select is((select count(*) from private.match_changes), 0::bigint, 'and no email or push follows');

select tests.act_as(olga) from game;
select isnt((select public.void_match(played) from game), null, 'a completed match is void, and that can be undone');
select tests.act_as_owner();
select is((select row(m.status, m.home_score, m.away_score)::text from public.matches m, game
            where m.id = played),
          row('cancelled', null::integer, null::integer)::text, 'it is cancelled and has no score');
select is((select array_agg(row(p.home_prediction, p.points_earned)::text order by p.home_prediction)
             from public.user_predictions p, game where p.match_id = played),
          array[row(0, null::integer)::text, row(1, null::integer)::text],
          'predictions are kept, and their points are taken back');
select is_empty('select * from tests.wrong_boards()', 'every total follows');
select set_eq('select board_id, user_id, predictions_scored, points, perfect_scores from private.player_totals',
              'select board_id, user_id, predictions_scored, points, perfect_scores from totals_before',
              'every total is as before the result');
select results_eq(
  $$ select n.user_id, n.message from public.notifications n, game where n.title = 'Match cancelled'
      order by n.user_id = bruno $$,
  $$ select u.id, 'Arsenal v Chelsea is cancelled, so its result no longer counts. Its points were taken back.'
       from game, unnest(array[amina, bruno]) u (id) order by u.id = bruno $$,
  'the members who predicted it are told once, and nobody else is');
select is(private.announce_match_changes(clock_timestamp() + interval '3 minutes'), 2::bigint,
          'they get one email each');
select is((select string_agg(distinct x.body, '|') from private.messages x where x.kind = 'match_change'),
          E'Arsenal v Chelsea is cancelled, so its result no longer counts.\n'
            'No points are given for a cancelled match.', 'which says that the result no longer counts');
select is((select l.admin_user_id = g.olga and l.old_values ->> 'home_score' = '1'
             from public.admin_audit_log l, game g where l.action = 'void_match' order by l.id desc limit 1), true,
          'it is audited with the result');

select tests.act_as(olga) from game;
select throws_ok('select public.void_match(played) from game', 'SL005', null, 'a void match is not voided again');
select lives_ok($$ select public.reopen_match(played, clock_timestamp() + interval '1 day', 'It is replayed')
                     from game $$, 'a void match is reopened for its replay');
select tests.act_as_owner();
select is((select m.completed_at from public.matches m, game where m.id = played), null,
          'and has not been completed any more');

select * from finish();
