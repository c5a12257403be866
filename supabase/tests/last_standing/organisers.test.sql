-- Starting and ending a game, its codes, and the game that follows.
select plan(23);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno;
create temporary table games as
  select n, tests.a_match_kicking_off_in(n * interval '7 days', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(1, 4) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || g.n from games g where g.id = m.id;
select private.rules_on();
create temporary table acts (name text, id uuid);
create temporary table codes (n integer, code text);
grant all on game, games, acts, codes to public;
create function pg_temp.locks(_n integer) returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches m set locks_at = clock_timestamp() - interval '1 hour',
                              kickoff_at = clock_timestamp() - interval '1 hour'
    from games g where g.id = m.id and g.n = _n;
  perform private.rules_on();
end $$;
create function pg_temp.chooses(_member uuid, _n integer, _team text) returns void language plpgsql as $$
begin
  perform tests.act_as(_member);
  perform public.enter_last_standing((select code from codes where n = _n));
  perform public.choose_last_standing_team((g.mine #>> '{0,id}')::uuid, 1, t.id)
     from public.last_standing() g, public.teams t where t.name = _team;
end $$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(amina) from game;
select throws_ok($$ select public.start_last_standing('Friendly Club', 'Winter', 'Matchday 1', true) $$, 'SL003', null,
                 'a member does not start a game');
select throws_ok('select public.last_standing_codes()', 'SL003', null, 'or see its codes');
select tests.act_as(olga) from game;
select results_eq($$ select round from public.preview_last_standing('Friendly Club') $$,
                  $$ select 'Matchday ' || n from generate_series(1, 4) n $$,
                  'a game can start with each open matchday');
select throws_ok($$ select public.start_last_standing('Friendly Club', ' ', 'Matchday 1', true) $$, '23514', null,
                 'a game has a name');
select throws_ok($$ select public.start_last_standing('Friendly Club', 'Winter', 'Matchday 9', true) $$, '22023',
                 'The matchday is no longer open', 'and a first matchday');
select throws_ok('select public.make_last_standing_codes(2)', 'PT404', null, 'codes are of a game');
insert into acts values ('started', public.start_last_standing('Friendly Club', ' Winter ', 'Matchday 1', true,
                                                                '00000000-0000-4000-8000-000000000001'));
select is(public.start_last_standing('Friendly Club', 'Winter', 'Matchday 1', true,
                                     '00000000-0000-4000-8000-000000000001'), id, 'a repeated start is the first one')
  from acts;
select throws_ok($$ select public.start_last_standing('FA Cup', 'Spring', 'Final', true) $$, '22023',
                 'A game of last one standing is under way', 'one game runs at a time');
select is(public.undo(id), 'start_last_standing', 'a start can be undone') from acts;
select is_empty('select * from public.last_standing()', 'and leaves nothing');
select public.start_last_standing('Friendly Club', 'Winter', 'Matchday 1', true);
select is((select name from public.last_standing()), 'Winter', 'a game can be started after that');
insert into codes select c.n, c.code
  from unnest(public.make_last_standing_codes(3, '00000000-0000-4000-8000-000000000002')) with ordinality c (code, n);
select set_eq('select code from public.last_standing_codes()', 'select code from codes',
              'an organiser sees the codes');
select set_eq($$ select * from unnest(public.make_last_standing_codes(3, '00000000-0000-4000-8000-000000000002')) $$,
              'select code from codes', 'a repeated call makes no others');
select throws_ok('select public.make_last_standing_codes(0)', '22023', null, 'at least one is made');
select is_empty($$ select from public.admin_audit_log l, codes c where l::text like '%' || c.code || '%' $$,
                'the audit log has no code');

-- The game is decided: the next one starts with the code that nobody used.
select pg_temp.chooses(amina, 1, 'Home 1'), pg_temp.chooses(bruno, 2, 'Away 1') from game;
select tests.act_as_owner();
select pg_temp.locks(1), private.play_last_standing();
select tests.ends(id, 1, 0) from games where n = 1;
select pg_temp.locks(2), private.play_last_standing();
select private.play_last_standing();
select tests.act_as(olga) from game;
select results_eq($$ select nth, needs_code, matchdays #>> '{0,round}', last_game #>> '{winners,0,full_name}'
                       from public.last_standing() $$,
                  $$ values (2, true, 'Matchday 3', 'Amina') $$, 'the next game starts with the next matchday');
select results_eq('select code, used_by_name from public.last_standing_codes()',
                  'select code, null::text from codes where n = 3', 'with the codes that wait');
select tests.act_as(bruno) from game;
select is(public.enter_last_standing((select code from codes where n = 2)) ->> 'outcome', 'invalid',
          'a used code is not one of the next game');
select is(public.enter_last_standing((select code from codes where n = 3)) ->> 'outcome', 'entered',
          'one that nobody used is');

-- An organiser ends the game.
select tests.act_as(olga) from game;
insert into acts values ('ended', public.end_last_standing());
select results_eq('select ended_at is not null, is_decided from public.last_standing()', 'values (true, false)',
                  'nobody wins a game that an organiser ends');
select throws_ok('select public.end_last_standing()', 'PT404', null, 'it ends once');
select is(public.undo(id), 'end_last_standing', 'which can be undone') from acts where name = 'ended';
select is((select ended_at from public.last_standing()), null, 'and gives the game back');
