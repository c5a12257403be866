-- Drawing, ending and undoing divisions.
select plan(40);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Watcher') as watcher;
create temporary table members as
  select n, tests.a_player('Member ' || chr(64 + n)) as id from generate_series(1, 17) n;
create temporary table games as
  select n, tests.a_match_kicking_off_in(n * interval '1 day', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(1, 4) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || g.n from games g where g.id = m.id;
select private.rules_on();
grant select on game, members, games to public;

create function pg_temp.plan(_league text, _at_most integer, _matchdays integer) returns setof record
language sql stable as $$
  select p.members, p.divisions, p.size, p.ghosts, p.matchdays, p.first_round, p.last_round, p.has_tables
    from public.preview_divisions(_league, _at_most, _matchdays) p
$$;
-- The members of each division of the running draw, as numbers.
create function pg_temp.drawn() returns setof integer[] language sql security definer as $$
  select array_agg(m.n order by p.place) filter (where m.n is not null)
    from private.division_places p join private.division_draws d on d.id = p.draw_id and d.ended_at is null
    left join members m on m.id = p.user_id
   group by p.division order by p.division
$$;
-- The members that the preview has for each division, as numbers.
create function pg_temp.previewed(_order text, _at_most integer) returns setof integer[] language sql as $$
  select array_agg(m.n order by p.place)
    from public.preview_division_members('Friendly Club', _order, _at_most) p join members m on m.id = p.user_id
   group by p.division order by p.division
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(watcher) from game;
select throws_ok($$ select public.draw_divisions('Friendly Club', 'overall', 8, 4) $$, 'SL003', null,
                 'a member draws no divisions');
select throws_ok($$ select public.end_divisions() $$, 'SL003', null, 'and ends none');
select throws_ok($$ select * from public.preview_divisions('Friendly Club', 8, 4) $$, 'SL003', null,
                 'and sees no preview');
select throws_ok($$ select * from public.preview_division_members('Friendly Club', 'overall', 8) $$, 'SL003', null,
                 'not of the members either');
select tests.act_as(olga) from game;
select throws_ok($$ select public.draw_divisions('Friendly Club', 'overall', 8, 4) $$, '22023',
                 'Divisions need two members on the leaderboard of the competition', 'nobody has predicted yet');
select tests.act_as_owner();
-- The first member has the most points.
select tests.predicts(m.id, g.id, 2, 0) from members m, games g where g.n = 1 or m.n < 9;
select private.count_predictions();
select tests.act_as(olga) from game;
select throws_ok($$ select public.end_divisions() $$, 'PT404', null, 'there are none to end');
select throws_ok($$ select public.draw_divisions('Friendly Club', 'best', 8, 4) $$, '22023', null,
                 'an unknown order is refused');
select throws_ok(format('select public.draw_divisions(''Friendly Club'', ''overall'', %s, 4)', n), '23514', null,
                 'as are divisions of at most ' || n) from unnest(array[6, 9, 22]) n;
select throws_ok($$ select public.draw_divisions('Friendly Club', 'overall', 0, 4) $$, '23514', null, 'or of none');
select throws_ok($$ select public.draw_divisions('Friendly Club', 'tables', 8, 4) $$, '22023',
                 'The competition has no earlier divisions to follow', 'the first draw follows no tables');
select throws_ok($$ select public.draw_divisions('Friendly Club', 'overall', 8, 0) $$, '22023',
                 'The competition has no matchday that is still open', 'a draw has a matchday');
select results_eq($$ select * from pg_temp.plan('Friendly Club', 8, 3) p (members integer, divisions integer,
                       size integer, ghosts integer, matchdays integer, first_round text, last_round text,
                       has_tables boolean) $$,
                  $$ values (17, 3, 6, 1, 3, 'Matchday 1', 'Matchday 3', false) $$,
                  'the preview has as few divisions as possible, of even size');
select results_eq($$ select * from pg_temp.plan('Chess', 8, 3) p (members integer, divisions integer, size integer,
                       ghosts integer, matchdays integer, first_round text, last_round text, has_tables boolean) $$,
                  $$ values (0, 0, null::integer, null::integer, 0, null::text, null::text, false) $$,
                  'that of an unknown competition is empty');

select results_eq($$ select * from pg_temp.previewed('overall', 8) $$, $$ values ('{1,2,3,4,5,6}'::integer[]),
                  ('{7,8,9,10,11,12}'), ('{13,14,15,16,17}') $$, 'the preview has the members of each division');
select is_empty($$ select * from pg_temp.previewed('random', 8) $$, 'but none who will be drawn at random');
create temporary table acts (name text, id uuid);
grant all on acts to public;
insert into acts values ('drawn', public.draw_divisions('Friendly Club', 'overall', 8, 99,
                                                        '00000000-0000-4000-8000-000000000001'));
select is(public.draw_divisions('Friendly Club', 'overall', 8, 99, '00000000-0000-4000-8000-000000000001'),
          (select id from acts), 'a second call with the same key returns the first result');
select results_eq('select pg_temp.drawn()', $$ values ('{1,2,3,4,5,6}'::integer[]), ('{7,8,9,10,11,12}'),
                  ('{13,14,15,16,17}') $$, 'the order of the overall leaderboard is that of names without points');
select results_eq($$ select league, season, divisions, size, matchdays, division, may_join from public.divisions() $$,
                  $$ values ('Friendly Club', 'tests', 3, 6, 4, null::integer, true) $$,
                  'the draw has all matchdays that there are');
select results_eq($$ select distinct first_name from public.division_fixtures(3) where number = 1 order by 1 $$,
                  $$ values ('Member M'), ('Member N'), ('Member O') $$, 'fixtures are published');
select is(public.undo(id), 'draw_divisions', 'the draw can be undone') from acts;
select is_empty('select * from public.divisions()', 'as if there had been none');
select tests.act_as_owner();
select is_empty('select draw_id from private.division_matchdays union all select draw_id from private.division_places',
                'nothing of it is left');

-- At random: another order, but the same members.
select tests.act_as(olga) from game;
select setseed(0.5);
select isnt(public.draw_divisions('Friendly Club', 'random', 8, 4), null, 'a draw can be at random');
select isnt((select string_agg(d::text, ' ') from pg_temp.drawn() d),
            '{1,2,3,4,5,6} {7,8,9,10,11,12} {13,14,15,16,17}', 'then it has another order');
select results_eq($$ select n from pg_temp.drawn() d, unnest(d) n order by n $$,
                  'select generate_series(1, 17)', 'of the same members');
select tests.act_as_owner();
select is((select count(*) from private.division_places where since = '-infinity'), 18::bigint,
          'all places count from the beginning');
select tests.act_as(olga) from game;
select lives_ok('select public.end_divisions()', 'it ends');

-- The half-season of the order by names is played: who has the lower number wins.
insert into acts values ('second', public.draw_divisions('Friendly Club', 'overall', 8, 1));
select tests.act_as_owner();
insert into private.division_results (draw_id, number, division, place, points)
select d.id, 1, p.division, p.place, 10 - p.place
  from private.division_draws d join private.division_places p on p.draw_id = d.id where d.ended_at is null;
update private.division_matchdays m set settled_at = now()
  from private.division_draws d where d.id = m.draw_id and d.ended_at is null;
select tests.act_as(olga) from game;
insert into acts values ('ended', public.end_divisions());
select results_eq($$ select full_name, goes from public.division_table(2) $$,
  $$ values ('Member G', 'up'), ('Member H', 'up'), ('Member I', null::text), ('Member J', null),
            ('Member K', 'down'), ('Member L', 'down') $$, 'the ended tables can still be read');
select results_eq($$ select ended_at is not null, may_join from public.divisions() $$, $$ values (true, false) $$,
                  'without joining them');
select results_eq($$ select * from pg_temp.previewed('tables', 8) $$, $$ values ('{1,2,3,4,7,8}'::integer[]),
                  ('{5,6,9,10,13,14}'), ('{11,12,15,16,17}') $$, 'the preview of the next draw follows them');
select lives_ok($$ select public.draw_divisions('Friendly Club', 'tables', 8, 4) $$, 'as the next draw does');
select results_eq('select pg_temp.drawn()', $$ values ('{1,2,3,4,7,8}'::integer[]), ('{5,6,9,10,13,14}'),
                  ('{11,12,15,16,17}') $$, 'two up and two down');
select throws_ok(format('select public.undo(%L)', id), 'SL015', null,
                 'the end of divisions cannot be undone after the next draw') from acts where name = 'ended';
select results_eq($$ select * from pg_temp.previewed('tables', 12) $$,
                  $$ values ('{1,2,3,4,7,8,5,6,9}'::integer[]), ('{10,13,14,11,12,15,16,17}') $$,
                  'a preview follows the tables of the draw that runs');
insert into acts values ('third', public.draw_divisions('Friendly Club', 'tables', 12, 4));
select results_eq('select pg_temp.drawn()', $$ values ('{1,2,3,4,7,8,5,6,9}'::integer[]),
                  ('{10,13,14,11,12,15,16,17}') $$, 'a draw ends the one that runs and follows its tables');
select is(public.undo(id), 'draw_divisions', 'undoing it') from acts where name = 'third';
select results_eq('select pg_temp.drawn()', $$ values ('{1,2,3,4,7,8}'::integer[]), ('{5,6,9,10,13,14}'),
                  ('{11,12,15,16,17}') $$, 'lets the others run again');
select results_eq($$ select action, new_values ->> 'divisions' from public.admin_audit_log
                      where action = 'draw_divisions' order by id desc limit 1 $$,
                  $$ values ('draw_divisions', '2') $$, 'the log has the draw');
