-- Why predictions were not saved: what members report, and who sees it.
select plan(13);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in(interval '1 day') as match;
grant select on game to public;

select tests.act_as((select amina from game));
select lives_ok($$ select public.report_refused_prediction(match, 'lock', now() - interval '2 hours') from game $$,
                'a member reports a refusal');
select public.report_refused_prediction(match, 'lock', now() - interval '1 hour') from game;
select public.report_refused_prediction(match, 'lock', now() - interval '3 hours') from game;
select results_eq(
  $$ select reason, times, first_at, last_at from public.prediction_refusals $$,
  $$ values ('lock', 3, now() - interval '3 hours', now() - interval '1 hour') $$,
  'reports of one match and reason are counted in one row, in any order');
select public.report_refused_prediction(match, 'connection', now() + interval '5 days') from game;
select ok((select last_at <= clock_timestamp() from public.prediction_refusals where reason = 'connection'),
          'a time in the future is now');
select public.report_refused_prediction(match, 'session', now() - interval '300 days') from game;
select ok((select first_at > now() - interval '31 days' from public.prediction_refusals where reason = 'session'),
          'a time long ago is 30 days ago');
select throws_ok($$ select public.report_refused_prediction(match, 'the dog', now()) from game $$, '23514', null,
                 'an unknown reason is refused');
select lives_ok($$ select public.report_refused_prediction(gen_random_uuid(), 'lock', now()) $$,
                'an unknown match is ignored');
select is((select count(*) from public.prediction_refusals), 3::bigint, 'and adds nothing');
select throws_ok($$ insert into public.prediction_refusals (user_id, match_id, reason, first_at, last_at)
                    select bruno, match, 'lock', now(), now() from game $$, '42501', null,
                 'nobody writes the table directly');
select is(jsonb_array_length(public.my_data() -> 'prediction_refusals'), 3, 'the export of own data contains them');

select tests.act_as((select bruno from game));
select is_empty($$ select from public.prediction_refusals $$, 'another member sees none');
select tests.act_as((select olga from game));
select is((select count(*) from public.prediction_refusals), 3::bigint, 'an admin sees them');

select tests.act_as_owner();
insert into public.prediction_refusals (user_id, match_id, reason, first_at, last_at)
select g.amina, m.id, 'server', now(), now()
  from game g, (select tests.a_match_kicking_off_in(n * interval '1 day') as id from generate_series(2, 198) n) m;
select tests.act_as((select amina from game));
select public.report_refused_prediction(match, 'clock', now()) from game;
select public.report_refused_prediction(match, 'lock', now()) from game;
select results_eq($$ select count(*), max(times) from public.prediction_refusals $$, $$ values (200::bigint, 4) $$,
                  'a member has at most 200 rows, which are still counted');

select tests.act_as_owner();
update public.prediction_refusals set first_at = clock_timestamp() - interval '40 days',
       last_at = clock_timestamp() - case reason when 'session' then interval '30 days' else interval '29 days' end
 where reason in ('session', 'connection');
select private.delete_old_refusals();
select set_eq($$ select reason from public.prediction_refusals where reason in ('session', 'connection') $$,
              array['connection'], 'a refusal is deleted 30 days after the last report');

select * from finish();
