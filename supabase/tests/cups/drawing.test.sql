-- Drawing, ending and undoing cups, and the places of accounts that are deleted or merged.
select plan(33);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Watcher') as watcher;
create temporary table members as
  select n, tests.a_player('Member ' || chr(64 + n)) as id from generate_series(1, 5) n;
create temporary table games as
  select n, tests.a_match_kicking_off_in(n * interval '1 day', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(1, 4) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || g.n from games g where g.id = m.id;
select private.rules_on();
grant select on game, members, games to public;
create temporary table acts (name text, id uuid);
grant all on acts to public;
create function pg_temp.cups() returns setof text language sql as $$
  select format('%s, %s: %s of %s in %s rounds', c.name, c.season, c.members, c.size, c.rounds) from public.cup() c
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(watcher) from game;
select throws_ok($$ select public.draw_cup('Friendly Club', 'The cup') $$, 'SL003', null, 'a member draws no cup');
select throws_ok('select public.end_cup()', 'SL003', null, 'and ends none');
select throws_ok($$ select * from public.preview_cup('Friendly Club') $$, 'SL003', null, 'and sees no preview');
select is_empty('select * from public.cup()', 'a club has no cup');
select is_empty('select number from public.cup_rounds() union all select number from public.cup_ties()
                 union all select nth from public.cup_draw()', 'and neither rounds, ties nor a draw');
select is_empty('select * from public.cup_tie()', 'and nobody has a tie');
select tests.act_as(olga) from game;
select throws_ok($$ select public.draw_cup('Friendly Club', 'The cup') $$, '22023',
                 'A cup needs two members on the leaderboard of the competition', 'nobody has predicted yet');
select results_eq($$ select members, size, rounds, byes, cardinality(matchdays)
                       from public.preview_cup('Friendly Club') $$,
                  $$ values (0, null::integer, null::integer, null::integer, 4) $$, 'which the preview says');
select throws_ok('select public.end_cup()', 'PT404', null, 'there is none to end');
select tests.act_as_owner();
select tests.predicts(m.id, g.id, 2, 0) from members m, games g where g.n = 1;
select private.count_predictions();
select tests.act_as(olga) from game;
select results_eq($$ select members, size, rounds, byes, matchdays[1] from public.preview_cup('Friendly Club') $$,
                  $$ values (5, 8, 3, 3, 'Matchday 1') $$, 'the preview has the size, rounds and byes');
select results_eq($$ select members, size, rounds, byes from public.preview_cup('Friendly Club', 4) $$,
                  $$ values (4, 4, 2, 0) $$, 'also for a number of members');
select throws_ok($$ select public.draw_cup('Friendly Club', 'The cup', null, 'Matchday 3') $$, '22023',
                 'A cup needs an open matchday for each round', 'three rounds need three matchdays');
select throws_ok($$ select public.draw_cup('Friendly Club', 'The cup', null, 'Final') $$, '22023',
                 'A cup needs an open matchday for each round', 'an unknown matchday is none');
select throws_ok($$ select public.draw_cup('Friendly Club', ' x ') $$, '23514', null, 'a name has three characters');
select throws_ok($$ select public.draw_cup('Friendly Club', 'The cup', 3) $$, '23514', null,
                 'a cup has at least four members');
insert into acts values ('drawn', public.draw_cup('Friendly Club', ' The  cup ', null, 'Matchday 2',
                                                  '00000000-0000-4000-8000-000000000001'));
select is(public.draw_cup('Friendly Club', 'The cup', null, null, '00000000-0000-4000-8000-000000000001'),
          (select id from acts), 'a second call with the same key returns the first result');
select results_eq('select pg_temp.cups()', $$ values ('The cup, tests: 5 of 8 in 3 rounds') $$, 'the cup is drawn');
select results_eq('select number, round, state from public.cup_rounds()',
                  $$ values (1, 'Matchday 2', 'upcoming'), (2, 'Matchday 3', 'upcoming'),
                            (3, 'Matchday 4', 'upcoming') $$, 'each round has its matchday, from the first one on');
select results_eq($$ select tie, first_id is not null, second_id is not null, ahead from public.cup_ties() $$,
                  $$ values (1, true, true, null::integer), (2, true, false, null), (3, true, false, null),
                            (4, true, false, null) $$, 'members without an opponent have a bye');
select is_empty($$ select from public.cup() c, public.cup_draw() d where d.lot <> md5(c.seed || d.user_id) $$,
                'everybody can repeat the draw');
select tests.act_as_owner();
select throws_ok(format('update private.cups set size = %s', n), '23514', null, n || ' positions are no bracket')
  from unnest(array[1, 6]) n;
select tests.act_as(id) from members where n = 1;
select results_eq($$ select d ->> 'name', d ->> 'competition' from jsonb_array_elements(
                       public.my_data() -> 'cups') d $$,
                  $$ values ('The cup', 'friendly_club') $$, 'the export of the own data has the place');
select throws_ok('select * from private.cup_entries', '42501', null, 'the tables themselves are closed');

-- A second cup ends the first one; undoing it brings that back.
select tests.act_as(olga) from game;
insert into acts values ('second', public.draw_cup('Friendly Club', 'Another cup', 4));
select results_eq('select pg_temp.cups()', $$ values ('Another cup, tests: 4 of 4 in 2 rounds') $$,
                  'a new cup ends the one that runs');
select public.undo(id) from acts where name = 'second';
select results_eq('select pg_temp.cups()', $$ values ('The cup, tests: 5 of 8 in 3 rounds') $$,
                  'undoing the draw brings that back');

-- Deleted and merged accounts.
insert into acts select 'closed', public.close_account(id) from members where n = 1;
select is((select count(*) from public.cup_draw() where user_id is null), 1::bigint, 'a deleted account leaves');
select public.undo(id) from acts where name = 'closed';
select is((select count(*) from public.cup_draw() where user_id is null), 0::bigint,
          'undoing it gives the place back');
select tests.act_as_owner();
select tests.count_all_points();
select tests.act_as(olga) from game;
select public.merge_members(w.watcher, m.id) from game w, members m where m.n = 2;
select is((select count(*) from public.cup_draw() d, game w where d.user_id = w.watcher), 1::bigint,
          'a merge gives the place to the kept account');
select public.merge_members(w.watcher, m.id) from game w, members m where m.n = 3;
select results_eq($$ select count(*) filter (where d.user_id = w.watcher), count(*) filter (where d.user_id is null)
                       from public.cup_draw() d, game w $$, 'values (1::bigint, 1::bigint)',
                  'of two places the kept account''s stays');
insert into acts values ('ended', public.end_cup());
select results_eq('select ended_at is not null, state from public.cup(), public.cup_rounds() where number = 1',
                  $$ values (true, 'dropped') $$, 'an organiser ends the cup');
select public.undo(id) from acts where name = 'ended';
select is((select ended_at from public.cup()), null, 'which can be undone');
select tests.act_as_anonymous();
select throws_ok('select * from public.cup()', '42501', null, 'a visitor sees no cup');
