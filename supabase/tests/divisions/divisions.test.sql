-- Who has a place, who takes one, and what becomes of the places of accounts that are deleted or merged.
select plan(24);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara, tests.a_player('Dora') as dora,
  tests.a_player('Emil') as emil,
  tests.a_match_kicking_off_in('1 day', 'FA Cup', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('2 days', 'FA Cup', 'Derby', 'Hull') as second;
select private.rules_off();
update public.matches m set round = case m.id when first then 'Semi-final' else 'Final' end from game
 where m.id in (first, second);
select private.rules_on();
grant select on game to public;
select tests.a_subscription(p, 'fa_cup') from game, unnest(array[amina, bruno, cara]) p;
select tests.predicts(p, first, 1, 0) from game, unnest(array[amina, bruno, cara]) p;
select private.count_predictions();
create function pg_temp.names() returns text language sql as $$
  select string_agg(coalesce(t.full_name, 'Ghost') || case when t.user_id is null then '' else ' ' || t.points end,
                    ', ' order by t.rank) from public.division_table() t
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(dora) from game;
select throws_ok('select public.join_divisions()', 'PT404', null, 'nobody joins divisions that there are not');
select tests.act_as(olga) from game;
select public.draw_divisions('FA Cup', 'overall', 8, 2);
select is(pg_temp.names(), 'Amina 0, Bruno 0, Cara 0, Ghost', 'an odd number of members has a ghost');

select tests.act_as_owner();
select tests.a_subscription(dora, 'fa_cup') from game;

-- The first matchday is played: all have three points, and the ghost none.
-- The draw was before the lock that the test moves into the past.
update private.division_places set since = now() - interval '1 day';
select private.rules_off();
update public.matches m set locks_at = clock_timestamp() - interval '1 hour',
                            kickoff_at = clock_timestamp() - interval '1 hour' from game where m.id = first;
select private.rules_on();
select tests.ends(first, 1, 0) from game;
select tests.count_all_points();
select tests.act_as(cara) from game;
select is((select points from public.division_table() where user_id is null), 0,
          'which loses to a member with points');
select is((select sum(points)::integer from public.division_table()), 5, 'of two ties one was level');

-- A member who comes late.
select tests.act_as(emil) from game;
select is((select may_join from public.divisions()), false, 'a member without the subscription cannot take a place');
select throws_ok('select public.join_divisions()', 'SL002', null, 'which the database refuses');
select tests.act_as(dora) from game;
select results_eq('select division, may_join from public.divisions()', 'values (null::integer, true)',
                  'a subscriber can');
select is(public.join_divisions(), 1, 'and takes the place of the ghost');
select is(public.join_divisions(), 1, 'once');
select results_eq('select division, may_join from public.divisions()', 'values (1, false)', 'and has a place then');
select is((select matchday from public.divisions()), 2, 'which plays from the next matchday');
select matches(pg_temp.names(), 'Dora 0$', 'with the points of the ghost');
select throws_ok('select * from private.division_places', '42501', null, 'the tables themselves are closed');
select results_eq($$ select d ->> 'competition', d ->> 'division' from jsonb_array_elements(
                       public.my_data() -> 'divisions') d $$, $$ values ('fa_cup', '1') $$,
                  'the export of the own data has the place');
select tests.act_as_owner();
select tests.a_subscription(emil, 'fa_cup') from game;
select tests.act_as(emil) from game;
select throws_ok('select public.join_divisions()', 'SL025', null, 'without a ghost nobody joins');

-- What Dora earned before joining does not count in the ties of the place.
select tests.act_as_owner();
select private.rules_off();
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
select dora, first, 1, 0 from game;
select private.rules_on();
select private.score_matches(array[first], array[dora]), tests.count_all_points() from game;
select tests.act_as(dora) from game;
select matches(pg_temp.names(), 'Dora 0$', 'a member plays from the next matchday that begins');

-- Deleted and merged accounts.
create temporary table acts (name text, id uuid);
grant all on acts to public;
select tests.act_as(olga) from game;
insert into acts select 'closed', public.close_account(amina) from game;
select is((select count(*) from public.division_table() where user_id is null), 1::bigint,
          'a deleted account leaves a ghost');
select is(public.undo(id), 'delete-user', 'undoing it') from acts where name = 'closed';
select tests.act_as_owner();
select tests.count_all_points();
select tests.act_as(olga) from game;
select is((select count(*) from public.division_table() where user_id is null), 0::bigint, 'gives the place back');
insert into acts select 'merged', public.merge_members(emil, bruno) from game;
select is((select count(*) from public.division_table() t, game where t.user_id = emil), 1::bigint,
          'gives its place to the kept one');
insert into acts select 'both', public.merge_members(emil, cara) from game;
select results_eq($$ select count(*) filter (where t.user_id = emil), count(*) filter (where t.user_id is null)
                       from public.division_table() t, game $$, 'values (1::bigint, 1::bigint)',
                  'of two places the kept account''s stays');
select tests.act_as_owner();
delete from auth.users u using game where u.id = dora;
select is((select count(*) from public.division_table() where user_id is null), 2::bigint,
          'an account that is erased leaves a ghost');
select tests.act_as_anonymous();
select throws_ok('select * from public.divisions()', '42501', null, 'a visitor sees no divisions');
select throws_ok('select * from public.division_table()', '42501', null, 'and no table');
