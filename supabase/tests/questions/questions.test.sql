-- Season questions: who may answer until when, and who sees what.
select plan(56);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara,
  tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as second;
create temporary table asked (name text primary key, id uuid);
grant select on game to public;
grant all on asked to public;
select tests.a_subscription(amina, 'fa_cup'), tests.a_subscription(bruno, 'fa_cup') from game;

-- The lock of a question passes.
create function pg_temp.locks(_question uuid, _ago interval default '1 second') returns void
language sql security definer as $$
  update public.season_questions set locks_at = clock_timestamp() - _ago where id = _question
$$;
create function pg_temp.asked(_name text) returns uuid language sql stable as $$
  select id from asked where name = _name
$$;
create function pg_temp.add(_kind text, _title text, _points integer default 5, _count integer default 1) returns uuid
language sql as $$
  select public.add_season_question('fa_cup', _kind, _title, '', _points, now() + interval '1 hour', _count)
$$;
create function pg_temp.answers() returns bigint language sql as $$ select count(*) from public.season_answers $$;
grant execute on all functions in schema pg_temp to public;

-- Adding questions.
select tests.act_as(amina) from game;
select throws_ok($$ select pg_temp.add('team', 'Winner') $$, 'SL003', null, 'a member adds no question');
select is_empty('select * from public.my_season_questions()', 'without a question there is nothing to show');
select tests.act_as(olga) from game;
insert into asked values
  ('winner', pg_temp.add('team', ' Winner ', 10)), ('scorer', pg_temp.add('text', 'Top scorer')),
  ('goals', pg_temp.add('number', 'Goals in the final')), ('out', pg_temp.add('teams', 'First two out', 4, 2));
select results_eq($$ select title, help, answer_count from public.season_questions order by title $$,
  $$ values ('First two out', null::text, 2), ('Goals in the final', null, 1), ('Top scorer', null, 1),
            ('Winner', null, 1) $$, 'an admin adds questions');
select throws_ok($$ select pg_temp.add('team', '  ') $$, '23514', null, 'a question needs a title');
select throws_ok($$ select pg_temp.add('team', 'Winner', 0) $$, '23514', null, 'and points');
select throws_ok($$ select pg_temp.add('team', 'Winner', 101) $$, '23514', null, 'at most 100');
select throws_ok($$ select pg_temp.add('score', 'Winner') $$, '23514', null, 'of a known kind');
select throws_ok($$ select pg_temp.add('text', 'Winner', 1, 2) $$, '23514', null, 'only teams can be several');
select throws_ok($$ select public.add_season_question('fa_cup', 'text', 'Late', '', 5, now()) $$, '22023',
                 'The lock must be in the future', 'a lock that has passed is refused');
select throws_ok(format($$ select public.add_season_question('fa_cup', 'text', 'Late', '', 5, %L) $$, day), '22023',
                 'The date must be before the year 2200', 'as is one that no browser can read')
  from unnest(array['infinity', '20270-05-31']) day;
select throws_ok($$ select public.add_season_question('chess', 'text', 'Late', '', 5, now() + interval '1 day') $$,
                 '23503', null, 'as is an unknown competition');
select throws_ok($$ select pg_temp.add('text', E'\u200b\u202e') $$, '23514', null, 'and an invisible title');

-- Answering.
select tests.act_as(cara) from game;
select throws_ok($$ select public.answer_season_question(pg_temp.asked('winner'), '{Leeds}') $$, 'SL002',
                 'Answering in the FA Cup needs a subscription', 'a member without the subscription cannot answer');
select tests.act_as(amina) from game;
select lives_ok($$ select public.answer_season_question(pg_temp.asked('winner'), '{Hull}') $$, 'a subscriber answers');
select lives_ok($$ select public.answer_season_question(pg_temp.asked('winner'), '{Leeds}') $$, 'and changes it');
select lives_ok($$ select public.answer_season_question(pg_temp.asked('winner'), '{Leeds}') $$, 'the same again');
select results_eq($$ select change, old_answer, answer from public.season_answer_changes order by id $$,
  $$ values ('made', null::text[], '{Hull}'::text[]), ('changed', '{Hull}', '{Leeds}') $$,
  'the log has old and new, and an answer that is sent twice once');
select throws_ok(format($$ select public.answer_season_question(pg_temp.asked(%L), %L::text[]) $$, q, a), '22023', m,
                 n)
  from (values ('winner', '{Ajax}', 'Choose teams of the club''s list', 'another team is refused'),
               ('winner', '{Leeds,Hull}', 'Give one team', 'as are two teams for one'),
               ('winner', '{}', 'Give one team', 'no team'),
               ('out', '{Leeds}', 'Choose 2 teams', 'one team for two'),
               ('out', '{Leeds,Leeds}', 'Choose different teams', 'the same team twice'),
               ('scorer', '{" "}', 'Give one answer', 'an empty text'),
               ('scorer', array[E'\u200b\u2060']::text, 'Give one answer', 'a text of invisible characters'),
               ('scorer', '{' || repeat('x', 101) || '}', 'An answer has at most 100 characters', 'a long text'),
               ('goals', '{2.5}', 'The answer is a whole number from 0 to 999,999,999', 'half a goal')) v (q, a, m, n);
select throws_ok($$ select public.answer_season_question(gen_random_uuid(), '{1}') $$, 'PT404', null,
                 'an unknown question');
select throws_ok($$ insert into public.season_answers (question_id, user_id, answer)
                    select pg_temp.asked('scorer'), amina, '{Saka}' from game $$, '42501', null,
                 'nothing is written past the function');
select public.answer_season_question(pg_temp.asked('scorer'), array[E'  Son \u200b  Heung-Min\u202c\u00a0']),
       public.answer_season_question(pg_temp.asked('goals'), '{007}'),
       public.answer_season_question(pg_temp.asked('out'), '{Derby,Hull}');
select tests.act_as(bruno) from game;
select public.answer_season_question(pg_temp.asked('scorer'), '{"SON heung-min"}'),
       public.answer_season_question(pg_temp.asked('goals'), '{7}'),
       public.answer_season_question(pg_temp.asked('out'), '{Leeds,Hull}');
select results_eq(
  $$ select title, answer, answers, is_open, may_answer, teams from public.my_season_questions() order by title $$,
  $$ values ('First two out', '{Leeds,Hull}'::text[], 2, true, true, '{Derby,Fulham,Hull,Leeds}'::text[]),
            ('Goals in the final', '{7}', 2, true, true, null),
            ('Top scorer', '{"SON heung-min"}', 2, true, true, null),
            ('Winner', null, 1, true, true, '{Derby,Fulham,Hull,Leeds}') $$,
  'a member sees the questions with the own answer');

-- Secrecy before the lock.
select is(pg_temp.answers(), 3::bigint, 'before the lock a member reads only the own answers');
select is((select count(*) from public.season_answer_changes), 3::bigint, 'and their log');
select is_empty($$ select * from public.season_answer_counts(pg_temp.asked('scorer')) $$, 'answers are not counted');
select is_empty($$ select * from public.season_answers_of(pg_temp.asked('scorer')) $$, 'nor listed');
select tests.act_as(cara) from game;
select is(pg_temp.answers(), 0::bigint, 'another member reads none');
select tests.act_as(olga) from game;
select is(pg_temp.answers(), 0::bigint, 'nor does an admin');
select is((select count(*) from public.season_answer_changes), 0::bigint, 'or a change of one');
select is_empty($$ select * from public.season_answer_counts(pg_temp.asked('scorer')) $$, 'or their numbers');
select is((select count(*) from public.admin_audit_log a where a.new_values::text ~ 'Heung|Leeds'), 0::bigint,
          'the audit log has no answer');
select tests.act_as_anonymous();
select throws_ok($$ select * from public.season_answers $$, '42501', null, 'visitors see no answers');
select throws_ok($$ select * from public.season_questions $$, '42501', null, 'and no questions');
select tests.act_as_secret_key();
select is(pg_temp.answers(), 7::bigint, 'the secret key reads all, as it does predictions');

-- Editing.
select tests.act_as(olga) from game;
select throws_ok($$ select public.change_season_question(pg_temp.asked('winner'), 'fa_cup', 'team', 'Winner', '', 9,
                                                         now() + interval '1 hour') $$, 'SL005',
                 'Members have answered, so only the help and the lock can change', 'points stay after an answer');
select lives_ok($$ select public.change_season_question(pg_temp.asked('winner'), 'fa_cup', 'team', 'Winner', 'The cup',
                                                        10, now() + interval '2 hours') $$, 'the lock can move');
select throws_ok($$ select public.change_season_question(pg_temp.asked('winner'), 'fa_cup', 'team', 'Winner', 'Cup',
                      10, now() + interval '2 hours', 1, '{"help": null}') $$, 'SL016', null,
                 'an edit of what another admin changed is refused');
select throws_ok($$ select public.settle_season_question(pg_temp.asked('winner'), '{Leeds}') $$, 'SL005', null,
                 'an open question is not settled');

-- The limit.
select tests.act_as_owner();
update public.season_questions set locks_at = clock_timestamp() where id = pg_temp.asked('winner');
select pg_temp.locks(pg_temp.asked('scorer'));
select tests.act_as(bruno) from game;
select throws_ok($$ select public.answer_season_question(pg_temp.asked('winner'), '{Hull}') $$, 'SL001',
                 'Answers to this question are closed', 'at the lock an answer is refused');
select tests.act_as(olga) from game;
select throws_ok($$ select public.change_season_question(pg_temp.asked('winner'), 'fa_cup', 'team', 'Winner', '', 10,
                                                         now() + interval '1 hour') $$, 'SL005', null,
                 'a lock that has passed cannot move');
select is(pg_temp.answers(), 3::bigint, 'after the lock everybody signed in reads the answers');
select tests.act_as(cara) from game;
select is(pg_temp.answers(), 3::bigint, 'also without a subscription');
select results_eq($$ select answer, members, is_right from public.season_answer_counts(pg_temp.asked('scorer')) $$,
  $$ values ('SON heung-min', 2, null::boolean) $$, 'equal texts are counted together');
select results_eq($$ select full_name, answer from public.season_answers_of(pg_temp.asked('scorer')) $$,
  $$ values ('Amina', '{"Son Heung-Min"}'::text[]), ('Bruno', '{"SON heung-min"}') $$, 'who said what');
select is((select count(*) from public.season_answer_changes), 4::bigint, 'and the log of locked questions');

select tests.act_as(amina) from game;
select is(jsonb_array_length(public.my_data() -> 'season_answers'), 4, 'the export has the own answers');
select is(jsonb_array_length(public.my_data() -> 'season_answer_changes'), 5, 'and their log');
select tests.act_as_owner();
delete from auth.users using game where id = amina;
select is(pg_temp.answers(), 3::bigint, 'a deleted member''s answers are deleted');
select * from finish();
