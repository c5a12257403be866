-- Entries by code, and what others see of choices.
select plan(33);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara,
  tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Leeds', 'Fulham') as first,
  tests.a_match_kicking_off_in('2 days', 'Friendly Club', 'Derby', 'Hull') as second,
  tests.a_match_kicking_off_in('9 days', 'Friendly Club', 'Leeds', 'Hull') as third;
select private.rules_off();
update public.matches m set round = case m.id when third then 'Final' else 'Semi-final' end from game
 where m.id in (first, second, third);
select private.rules_on();
create temporary table codes (n integer, code text);
create temporary table acts (name text, id uuid);
grant all on game, codes, acts to public;
create function pg_temp.code(_n integer) returns text language sql as $$ select code from codes where n = _n $$;
create function pg_temp.enter(_n integer) returns text language sql as $$
  select public.enter_last_standing(pg_temp.code(_n)) ->> 'outcome'
$$;
create function pg_temp.own(_nth integer default 0) returns uuid language sql as $$
  select (g.mine -> _nth ->> 'id')::uuid from public.last_standing() g
$$;
create function pg_temp.team(_name text) returns uuid language sql security definer as $$
  select id from public.teams where name = _name
$$;
create function pg_temp.seen() returns text language sql as $$
  select string_agg(format('%s %s', t.row ->> 'team', t.row ->> 'entries'), ', ')
    from public.last_standing() g, jsonb_array_elements(g.matchdays -> 0 -> 'teams') t (row)
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(amina) from game;
select throws_ok('select public.enter_last_standing()', 'PT404', null, 'nobody enters a game that there is not');
select is_empty('select * from public.last_standing()', 'a club without a game shows none');
select tests.act_as(olga) from game;
select public.start_last_standing('Friendly Club', 'Winter', 'Semi-final', true);
insert into codes select c.n, c.code
  from unnest(public.make_last_standing_codes(4)) with ordinality c (code, n);

select tests.act_as(amina) from game;
select is(public.enter_last_standing() ->> 'outcome', 'invalid', 'an entry needs a code');
select is(public.enter_last_standing('1234567') ->> 'outcome', 'invalid', 'of the game');
select is(pg_temp.enter(1), 'entered', 'a code is an entry');
select is(pg_temp.enter(1), 'entered', 'a repeated call is answered as the first one');
select is(public.enter_last_standing(overlay(pg_temp.code(2) placing ' ' from 4 for 0)) ->> 'outcome', 'entered',
          'a member has an entry for each code');
select is((select jsonb_array_length(mine) from public.last_standing()), 2, 'and two in all');
select tests.act_as(bruno) from game;
select is(pg_temp.enter(1), 'used', 'a code is used once');
select is(pg_temp.enter(3), 'entered', 'another member has an own one');
select tests.act_as(cara) from game;
select public.enter_last_standing('7654321') from generate_series(1, 10);
select is(pg_temp.enter(4), 'locked', 'ten wrong codes wait');
select cmp_ok((public.enter_last_standing(pg_temp.code(4)) ->> 'retry_after_seconds')::integer, '>', 800,
              'for 15 minutes');
select is((public.redeem_plan_code('1111111') -> 0 ->> 'outcome'), 'locked', 'as those of subscriptions do');

-- What is secret.
select tests.act_as(bruno) from game;
select throws_ok(format('select public.choose_last_standing_team(%L, 1, %L)', e.id, pg_temp.team('Leeds')), 'PT404',
                 null, 'nobody chooses for the entry of another member')
  from (select '00000000-0000-4000-8000-000000000000'::uuid as id) e;
select tests.act_as(amina) from game;
select public.choose_last_standing_team(pg_temp.own(0), 1, pg_temp.team('Leeds'));
select public.choose_last_standing_team(pg_temp.own(1), 1, pg_temp.team('Derby'));
select throws_ok(format('select public.choose_last_standing_team(%L, 1, %L)', pg_temp.own(0),
                        pg_temp.team('Arsenal')), 'SL026', null, 'a team that does not play cannot be chosen');
select is(pg_temp.seen(), null, 'even the own choice is not among those that all see');
select is((select mine #>> '{0,choices,0,team}' from public.last_standing()), 'Leeds', 'only among the own ones');
select tests.act_as(olga) from game;
select is(pg_temp.seen(), null, 'an organiser does not see it before the lock');
select is((select matchdays -> 0 ->> 'chosen' from public.last_standing()), '2', 'only how many have chosen');
select throws_ok('select * from private.last_standing_choices', '42501', null, 'the tables themselves are closed');
select tests.act_as_owner();
select private.rules_off();
update public.matches m set locks_at = clock_timestamp() - interval '1 hour',
                            kickoff_at = clock_timestamp() - interval '1 hour' from game where m.id = first;
select private.rules_on();
select tests.act_as(bruno) from game;
select is(pg_temp.seen(), 'Leeds 1', 'after its lock a choice is seen, and the others are not');
select is(pg_temp.enter(4), 'closed', 'entries close at the first lock');
select tests.act_as(olga) from game;
select public.reopen_match(first, now() + interval '3 days', 'interrupted') from game;
select tests.act_as(bruno) from game;
select is(pg_temp.seen(), 'Leeds 1', 'what was seen stays seen after a reopening');
select tests.act_as(amina) from game;
select public.choose_last_standing_team(pg_temp.own(0), 1, pg_temp.team('Fulham'));
select is(pg_temp.seen(), null, 'a change after it is secret again');
select results_eq($$ select d ->> 'game', jsonb_array_length(d -> 'choices')
                       from jsonb_array_elements(public.my_data() -> 'last_standing') d order by 1 $$,
                  $$ values ('Winter', 1), ('Winter', 1) $$, 'the export of the own data has the entries');

-- Merged accounts and teams.
select tests.act_as(olga) from game;
insert into acts select 'merged', public.merge_members(amina, bruno) from game;
select tests.act_as(amina) from game;
select is((select jsonb_array_length(mine) from public.last_standing()), 3, 'a merge moves the entries');
select tests.act_as(olga) from game;
select is(public.undo(id), 'merge_members', 'undoing it') from acts where name = 'merged';
select tests.act_as(bruno) from game;
select is((select jsonb_array_length(mine) from public.last_standing()), 1, 'gives them back');
select tests.act_as_owner();
insert into public.teams (name) values ('Fulham FC London');
select tests.act_as(olga) from game;
insert into acts select 'teams', public.merge_teams(pg_temp.team('Fulham FC London'), pg_temp.team('Fulham'));
select tests.act_as(amina) from game;
select is((select mine #>> '{0,choices,0,team}' from public.last_standing()), 'Fulham FC London',
          'a team that is merged stays chosen');
select tests.act_as(olga) from game;
select is(public.undo(id), 'merge_teams', 'undoing that merge') from acts where name = 'teams';
select tests.act_as(amina) from game;
select is((select mine #>> '{0,choices,0,team}' from public.last_standing()), 'Fulham', 'gives the choice back');
select tests.act_as_owner();
delete from auth.users u using game where u.id = bruno;
select is((select standing from public.last_standing()), 2, 'an account that is erased leaves an entry that is out');
select tests.act_as_anonymous();
select throws_ok('select * from public.last_standing()', '42501', null, 'a visitor sees no game');
