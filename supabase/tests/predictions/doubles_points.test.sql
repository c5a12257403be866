select plan(33);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Chloe') as chloe,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Stoke', 'Bury') as third;
grant select on game to public;
insert into public.admin_settings (setting_key, setting_value) values ('doubles', 'season 1');
select tests.predicts(amina, i, 2, 1) from game, unnest(array[first, second, third]) i;
select tests.predicts(bruno, first, 1, 0), tests.predicts(chloe, first, 2, 1), tests.predicts(bruno, second, 2, 1)
  from game;

-- Marks the prediction of this match as a double of the player.
create function pg_temp.marks(_user_id uuid, _match_id uuid) returns void language plpgsql as $$
begin
  perform tests.act_as(_user_id);
  perform public.mark_double(_match_id, true);
  perform tests.act_as_owner();
end $$;

-- "points of the match, total points, perfect scores, right outcomes" of a player.
create function pg_temp.figures(_user_id uuid, _match_id uuid) returns text language sql as $$
  select concat_ws(' ', (select coalesce(p.points_earned::text, '-') from public.user_predictions p
                          where p.user_id = _user_id and p.match_id = _match_id),
                   t.points, t.perfect_scores, t.right_outcomes)
    from private.player_totals t where t.board_id = private.board_of('Friendly Club') and t.user_id = _user_id
$$;

select pg_temp.marks(amina, first), pg_temp.marks(bruno, first) from game;
select throws_ok('select pg_temp.marks(amina, second) from game', 'SL022', null, 'the double is spent');
select tests.act_as_owner();

select tests.ends(first, 2, 1) from game;
select is(pg_temp.figures(amina, first), '6 6 1 1', 'a perfect double earns 6 points and is one perfect score')
  from game;
select is(pg_temp.figures(bruno, first), '2 2 0 1', 'a right outcome of a double earns 2') from game;
select is(pg_temp.figures(chloe, first), '3 3 1 1', 'other predictions earn what they did') from game;
select is_empty('select * from tests.wrong_boards()', 'every total is the sum');
select is_empty('select * from tests.wrong_boards()', 'those of matchdays and months too');
select throws_ok('update public.user_predictions set points_earned = 6 where user_id = (select chloe from game)',
                 '23514', null, 'no prediction without a mark has 6 points');

select is(tests.difference_after_undo(format(
            'select public.complete_matches(jsonb_build_array(jsonb_build_object(''id'', %L, ''home_score'', 1,
             ''away_score'', 0)))', first), olga, oscar), 'no difference', 'a correction is undone') from game;
select is(pg_temp.figures(amina, first), '6 6 1 1', 'with the points of the double') from game;
update public.matches set home_score = 1, away_score = 0 where id = (select first from game);
select is(pg_temp.figures(amina, first), '2 2 0 1', 'a correction scores it again') from game;
select is(pg_temp.figures(bruno, first), '6 6 1 1', 'for each member') from game;
select is_empty('select * from tests.wrong_boards()', 'every total follows the correction');

select private.rebuild_totals();
select is(pg_temp.figures(bruno, first), '6 6 1 1', 'the rebuilt totals are the same') from game;
select tests.act_as(olga) from game;
select isnt(public.recalculate_all_points(), 0, 'all points are calculated again');
select tests.act_as_owner();
select is(pg_temp.figures(bruno, first), '6 6 1 1', 'and stay the same') from game;

-- Moving to another matchday, cancelling and reopening.
update public.matches set round = 'Nine' where id = (select first from game);
select is_empty('select * from tests.wrong_boards()', 'the points of a double move with its match');
select is(tests.difference_after_undo(format('select public.void_match(%L)', first), olga, oscar),
          'private.match_revisions', 'voiding its match is undone') from game;
select tests.act_as(olga) from game;
select isnt(public.void_match(first), null, 'its match is void') from game;
select tests.act_as_owner();
select is(pg_temp.figures(amina, first), '- 0 0 0', 'its points are taken back') from game;
select is_empty('select * from tests.wrong_boards()', 'in every total');
select lives_ok('select pg_temp.marks(amina, second) from game', 'a cancelled match gives its double back');
select tests.act_as(olga) from game;
select is((public.reopen_match(first, now() + interval '1 day', 'Played after all')).status, 'upcoming',
          'it is reopened') from game;
select tests.act_as_owner();
set constraints all immediate;
set constraints all deferred;
select results_eq(
  $$ select m.home_team_name, p.is_double from public.user_predictions p join public.matches m on m.id = p.match_id
       join game on p.user_id = amina order by m.kickoff_at $$,
  $$ values ('Leeds', true), ('Stoke', false), ('Arsenal', false) $$,
  'of too many marks the one stays whose match locks first');
select is((select count(*) from public.user_predictions p, game where p.match_id = first and p.is_double), 1::bigint,
          'and the marks of others stay');

-- Deleting and merging.
select tests.ends(second, 2, 1) from game;
select is(pg_temp.figures(amina, second), '6 6 1 1', 'the other match counts twice') from game;
select is(tests.difference_after_undo(format('select public.delete_matches(array[%L]::uuid[])', second), olga, oscar),
          'no difference', 'a deleted match comes back with its doubles') from game;
select is_empty('select * from tests.wrong_boards()', 'and its points');
select tests.act_as(olga) from game;
select isnt((select public.merge_members(bruno, amina, array[second]) from game), null, 'two accounts are merged');
select tests.act_as_owner();
select is((select string_agg(m.home_team_name, ', ') from public.user_predictions p
             join public.matches m on m.id = p.match_id join game on p.user_id = bruno where p.is_double), 'Leeds',
          'the kept account has as many doubles as the rule allows');
select is_empty('select * from tests.wrong_boards()', 'every total is right after the merge');
select is((select count(*) from private.points_distribution d where d.points < 0), 0::bigint, 'none is negative');
select tests.act_as(olga) from game;
select isnt(public.clear_player_points(bruno), null, 'points of doubles are cleared') from game;
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'as others are');

select * from finish();
