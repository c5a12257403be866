-- The first steps of a club that was started in the browser.
select plan(14);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
create function pg_temp.now_is(_matches integer, _members integer, _test text, _put_away text, _when text) returns text
language sql as $$
  select results_eq('select matches, members, test_email, put_away from public.club_set_up()',
                    format('values (%L::integer, %L::integer, %L, %L)', _matches, _members, _test, _put_away), _when)
$$;
grant execute on function pg_temp.now_is(integer, integer, text, text, text) to authenticated;

select tests.act_as((select amina from game));
select throws_ok($$ select public.club_set_up() $$, 'SL003', null, 'members do not see the first steps');
select tests.act_as((select olga from game));
select is_empty($$ select public.club_set_up() $$, 'a club that was not started in the browser has none');

select tests.act_as_owner();
update private.club set started_at = now();
select tests.act_as((select olga from game));
select pg_temp.now_is(0, 1, null, '', 'the caller is not counted as a member');
select alike((select email from public.club_set_up()), '%@%', 'the caller''s email is named');

select tests.act_as_owner();
select tests.a_match_kicking_off_in('1 day', 'Friendly Club');
select tests.act_as((select olga from game));
select pg_temp.now_is(1, 1, null, '', 'a match is counted');
select isnt((select next_home from public.club_set_up()), null, 'the next open match is named');

select tests.act_as_secret_key();
select public.note_test_email((select olga from game), 'outbox');
select tests.act_as((select olga from game));
select pg_temp.now_is(1, 1, 'outbox', '', 'the outcome of a test email is told');
select tests.act_as_secret_key();
select public.note_test_email((select olga from game), 'sent');
select throws_ok($$ select public.note_test_email((select olga from game), 'lost') $$, '22023', null,
                 'no other outcome is kept');
select tests.act_as((select olga from game));
select pg_temp.now_is(1, 1, 'sent', '', 'the newest counts');
select throws_ok($$ select public.note_test_email((select olga from game), 'sent') $$, '42501', null,
                 'an admin cannot write an outcome');

select lives_ok($$ select public.save_settings('{"set_up": "codes,mail"}', '{"set_up": null}') $$,
                'an organiser puts steps away');
select pg_temp.now_is(1, 1, 'sent', 'codes,mail', 'and sees which');
select throws_ok($$ select public.save_settings('{"set_up": "codes,dinner"}') $$, '23514', null,
                 'an unknown step is refused');
select lives_ok($$ select public.save_settings('{"set_up": "all"}') $$, 'the whole list can be put away');
