-- The points of season questions: in all totals after every act, and taken back by the undo.
select plan(48);

-- Amina joined before the questions locked, Bruno's group counts from a later day.
create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara,
  tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar, tests.a_player('Rita') as rita,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as second;
create temporary table asked (name text primary key, id uuid);
grant select on game to public;
grant all on asked to public;
select tests.a_subscription(amina, 'fa_cup'), tests.a_subscription(bruno, 'fa_cup'),
       tests.a_subscription(cara, 'fa_cup') from game;
insert into public.user_roles (user_id, role) select rita, 'results' from game;
insert into public.groups (id, name, first_colour, second_colour, owner_id, counts_from_joining)
select '00000000-0000-4000-8000-000000000001'::uuid, 'From joining', '#000000', '#ffffff', amina, true from game;
insert into public.group_members (group_id, user_id, joined_on)
select '00000000-0000-4000-8000-000000000001', u, d::date
  from game, lateral (values (amina, '2020-01-01'), (bruno, '2090-01-01')) v (u, d);

create function pg_temp.asked(_name text) returns uuid language sql stable as $$
  select id from asked where name = _name
$$;
create function pg_temp.add(_kind text, _title text, _points integer, _count integer default 1) returns uuid
language sql as $$
  select public.add_season_question('fa_cup', _kind, _title, '', _points, now() + interval '1 hour', _count)
$$;
create function pg_temp.answers(_user uuid, _winner text, _scorer text, _goals text, _out text) returns void
language plpgsql as $$
begin
  perform tests.act_as(_user);
  perform public.answer_season_question(pg_temp.asked('winner'), array[_winner]),
          public.answer_season_question(pg_temp.asked('scorer'), array[_scorer]),
          public.answer_season_question(pg_temp.asked('goals'), array[_goals]),
          public.answer_season_question(pg_temp.asked('out'), _out::text[]);
  perform tests.act_as_owner();
end $$;
-- The names with their points and those for questions.
create function pg_temp.board(_league text default 'FA Cup') returns text language sql as $$
  select string_agg(l.full_name || ' ' || l.points || '/' || q.points, ', ' order by l.points desc, l.full_name)
    from public.leaderboard(_league) l
    join public.question_points(_league, array(select user_id from public.leaderboard(_league))) q
      on q.user_id = l.user_id
   where l.points > 0
$$;
create function pg_temp.settles(_name text, _correct text) returns uuid language sql as $$
  select public.settle_season_question(pg_temp.asked(_name), _correct::text[])
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(olga) from game;
insert into asked values
  ('winner', pg_temp.add('team', 'Winner', 3)), ('scorer', pg_temp.add('text', 'Top scorer', 5)),
  ('goals', pg_temp.add('number', 'Goals in the final', 6)), ('out', pg_temp.add('teams', 'First two out', 4, 2));
select tests.act_as_owner();
select pg_temp.answers(amina, 'Leeds', 'Müller', '4', '{Derby,Hull}'),
       pg_temp.answers(bruno, 'Hull', 'muller ', '4', '{Hull,Fulham}'),
       pg_temp.answers(cara, 'Leeds', 'T. Müller', '3', '{Leeds,Fulham}') from game;
select tests.predicts(amina, first, 2, 1), tests.predicts(bruno, first, 1, 0) from game;
update public.matches m set status = 'completed', home_score = 2, away_score = 1,
                            completed_at = now() - interval '2 days' from game where m.id = first;
select is(pg_temp.board(), 'Amina 3/0, Bruno 1/0', 'before a question is settled only matches count');
select is((select has_questions from public.leaderboard_summary('FA Cup')), false, 'and there is no column');
update public.season_questions set locks_at = clock_timestamp() - interval '1 hour';
select is_empty('select * from tests.wrong_boards()', 'the totals are right');

-- Settling.
select tests.act_as(amina) from game;
select throws_ok($$ select pg_temp.settles('winner', '{Leeds}') $$, 'SL003', null, 'a member settles nothing');
select tests.act_as(rita) from game;
select isnt(pg_temp.settles('winner', '{Leeds}'), null, 'a helper for results settles');
select is(pg_temp.settles('winner', '{Leeds}'), null, 'the same again changes nothing');
select is((select count(*) from public.admin_season_questions()), 4::bigint, 'and sees the questions');
select throws_ok($$ select public.reopen_season_question(pg_temp.asked('winner')) $$, 'SL003', null,
                 'but does not reopen one');
select throws_ok($$ select public.delete_season_question(pg_temp.asked('winner')) $$, 'SL003', null, 'or delete one');
select throws_ok($$ select pg_temp.add('text', 'Mine', 1) $$, 'SL003', null, 'or add one');
select tests.act_as_owner();
select is(pg_temp.board(), 'Amina 6/3, Cara 3/3, Bruno 1/0', 'points count, in a part of their own');
select is(pg_temp.board('Overall'), 'Amina 6/3, Cara 3/3, Bruno 1/0', 'also on the overall leaderboard');
select results_eq($$ select full_name, predictions_scored, perfect_scores, accuracy
                       from public.leaderboard('FA Cup') where points > 0 order by full_name $$,
  $$ values ('Amina', 1, 1, 100.0), ('Bruno', 1, 0, 100.0), ('Cara', 0, 0, null) $$,
  'an answer is no scored prediction and no perfect score');
select results_eq($$ select full_name, rank, previous_rank from public.leaderboard('FA Cup') where points > 0 $$,
  $$ values ('Amina', 1, 1), ('Cara', 2, 3), ('Bruno', 3, 2) $$, 'movement compares with the day before');
select is((select has_questions from public.leaderboard_summary('FA Cup')), true, 'the leaderboard has a column');
select is((select has_questions from public.leaderboard_summary('Premier League')), false, 'another has none');
select is_empty('select * from tests.wrong_boards()', 'the totals are right after settling');
select tests.act_as(olga) from game;
select throws_ok(format($$ select pg_temp.settles(%L, %L) $$, q, a), '22023', m, n)
  from (values ('goals', '{3,4}', 'Give one number', 'a number has one answer'),
               ('scorer', '{}', 'Give 1 to 50 answers', 'no answer'),
               ('out', '{Leeds,Hull,Derby}', 'Give 1 to 2 teams', 'too many teams'),
               ('winner', '{Ajax}', 'Choose teams of the club''s list', 'another team')) v (q, a, m, n);
select pg_temp.settles('scorer', '{Mueller,muller}'), pg_temp.settles('goals', '{4}'),
       pg_temp.settles('out', '{Fulham,Hull}');
select tests.act_as_owner();
select is(pg_temp.board(), 'Amina 21/18, Bruno 20/19, Cara 7/7',
          'a text without accents and case, a number exactly, and each right team');
select results_eq($$ select answer, members, is_right from public.season_answer_counts(pg_temp.asked('scorer')) $$,
  $$ values ('Müller', 2, true), ('T. Müller', 1, false) $$, 'the numbers say which answers are right');
select results_eq($$ select title, answer, correct_answers, points_earned
                       from public.player_season_answers((select bruno from game), 'FA Cup') order by title $$,
  $$ values ('First two out', '{Hull,Fulham}'::text[], '{Fulham,Hull}'::text[], 8),
            ('Goals in the final', '{4}', '{4}', 6), ('Top scorer', '{muller}', '{Mueller,muller}', 5),
            ('Winner', '{Hull}', '{Leeds}', 0) $$, 'a member''s answers with their points');
select is_empty('select * from tests.wrong_boards()', 'the totals are right after all');
select results_eq($$ select full_name, points from private.rank_group('00000000-0000-4000-8000-000000000001',
                                                              private.board_of('FA Cup'), 9, 0) $$,
  $$ values ('Amina', 21), ('Bruno', 0) $$, 'a group that counts from joining leaves out what locked before');

-- Correcting, reopening, deleting, and their undo.
select is(tests.difference_after_undo($$ select pg_temp.settles('winner', '{Hull}') $$, olga, oscar), 'no difference',
          'the undo of a correction') from game;
select is(tests.difference_after_undo($$ select public.reopen_season_question(pg_temp.asked('out')) $$, olga, oscar),
          'no difference', 'the undo of a reopening') from game;
select is(tests.difference_after_undo($$ select public.delete_season_question(pg_temp.asked('goals')) $$, olga, oscar),
          'no difference', 'the undo of a deletion') from game;
select is(tests.difference_after_undo($$ select public.clear_player_points((select amina from game)) $$, olga, oscar),
          'no difference', 'the undo of clearing a member''s points') from game;
select is_empty('select * from tests.wrong_boards()', 'the totals are right after the undos');
select tests.act_as(olga) from game;
select pg_temp.settles('winner', '{Hull}'), public.reopen_season_question(pg_temp.asked('out'));
select tests.act_as_owner();
select is(pg_temp.board(), 'Bruno 15/14, Amina 14/11', 'a corrected and a reopened question');
select is_empty('select * from tests.wrong_boards()', 'the totals are right');
select is(tests.difference_after_undo($$ select pg_temp.settles('out', '{Hull}') $$, olga, oscar), 'no difference',
          'the undo of settling') from game;
select tests.act_as(olga) from game;
select lives_ok($$ select public.delete_season_question(pg_temp.asked('goals')) $$, 'a question is deleted');
select tests.act_as_owner();
select is(pg_temp.board(), 'Bruno 9/8, Amina 8/5', 'with its points');
select is_empty('select * from tests.wrong_boards()', 'the totals are right after the deletion');
select is((select count(*) from public.season_answer_changes c where c.change = 'deleted' and c.question_id is null
             and c.question_title = 'Goals in the final'), 3::bigint, 'and the log says so');

-- Archives.
insert into public.leaderboard_archives (id, name, league, start_date, end_date)
values ('00000000-0000-4000-8000-00000000000a', 'Season', 'FA Cup', current_date - 9, current_date + 9),
       ('00000000-0000-4000-8000-00000000000b', 'Before', 'FA Cup', current_date - 19, current_date - 9);
select public.create_leaderboard_snapshot(a.id, a.league, a.start_date, a.end_date)
  from public.leaderboard_archives a;
select results_eq($$ select a.name, r.full_name, r.predictions_scored, r.points, r.question_points
    from public.archived_leaderboard_rows r join public.leaderboard_archives a on a.id = r.archive_id
   order by r.position $$,
  $$ values ('Season', 'Bruno', 1, 9, 8), ('Season', 'Amina', 1, 8, 5) $$, 'an archive keeps the points of questions');
select public.create_predictions_snapshot('Now');
select results_eq($$ select user_name, total_points, jsonb_array_length(predictions) from public.snapshot_players
                      order by position $$,
  $$ values ('Bruno', 9, 4), ('Amina', 8, 4), ('Cara', 0, 3) $$, 'and a snapshot the answers');

-- Merging.
select tests.act_as(olga) from game;
insert into asked select 'merge', public.merge_members(bruno, cara) from game;
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right after a merge');
select tests.act_as(oscar) from game;
select is(public.undo(pg_temp.asked('merge')), 'merge_members', 'the merge is undone');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals are right after its undo');

-- The definition, and clearing.
create temporary table totals as select * from private.player_totals;
select private.recalculate_points();
select is((select count(*) from (select board_id, user_id, points, question_points from private.player_totals
                                 except select board_id, user_id, points, question_points from totals) d), 0::bigint,
          'a recalculation changes nothing');
select private.clear_points(null);
select is(pg_temp.board(), null, 'clearing all points clears those of questions');
select is((select has_questions from public.leaderboard_summary('FA Cup')), false, 'and closes them');
select is_empty('select * from tests.wrong_boards()', 'the totals are right after clearing');
delete from auth.users using game where id = amina;
select is_empty('select * from tests.wrong_boards()', 'and after an account is deleted');
select * from finish();
