-- The screen for the bar: who opens it, what its link shows, and that open predictions stay secret on it.
select plan(31);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Hull') as played,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Inter', 'Roma') as live,
  tests.a_match_kicking_off_in('3 hours', 'Friendly Club', 'Derby', 'Stoke') as open,
  gen_random_uuid() as key, null::text as token, null::text as old_token;
grant select, update on game to public;
select tests.predicts(amina, m, 1, 0), tests.predicts(ben, m, 0, 0) from game, unnest(array[played, live, open]) m;
-- What a visitor's browser gets with the present link.
create function pg_temp.screen(variadic _path text[] default '{}') returns jsonb language sql as $$
  select public.bar_screen(g.token) #> _path from game g
$$;
create function pg_temp.rows_of(_list text, variadic _keys text[]) returns setof text language sql as $$
  select (select string_agg(coalesce(r.value ->> k.key, '?'), ' ' order by k.nth)
            from unnest(_keys) with ordinality k (key, nth))
    from jsonb_array_elements(pg_temp.screen(variadic string_to_array(_list, '.'))) with ordinality r (value, nth)
   order by r.nth
$$;
create function pg_temp.audited() returns setof text language sql as $$
  select l.action || coalesce(' ' || l.new_values::text, '') from public.admin_audit_log l
   where l.table_name = 'bar_screen' order by l.id
$$;
grant execute on function pg_temp.screen(text[]), pg_temp.rows_of(text, text[]), pg_temp.audited() to public;

-- Who opens it.
select tests.act_as(amina) from game;
select throws_ok(format('select public.%s', a.call), 'SL003', null, a.call || ' is for organisers')
  from (values ('open_bar_screen()'), ('set_bar_screen_names(false)'), ('close_bar_screen()'),
               ('bar_screen_link()')) a (call);
select throws_ok('select * from private.bar_screen', '42501', null, 'a member does not read the link');
select tests.act_as_anonymous();
select throws_ok('select public.open_bar_screen()', '42501', null, 'a visitor opens no screen');
select throws_ok(format('select public.bar_screen(%L)', l.link), 'PT404', 'This link leads to no screen', l.name)
  from (values ('', 'before an organiser opens it no link shows anything'),
               (null, 'nor does a missing one')) l (link, name);
select tests.act_as(olga) from game;
select is_empty('select * from public.bar_screen_link()', 'without a screen there is no link');
select throws_ok('select public.set_bar_screen_names(false)', 'PT404', 'The screen is closed',
                 'names of a closed screen are not set');
update game set token = public.open_bar_screen(key);
select matches((select token from game), '^[0-9a-f]{64}$', 'the link has 64 digits');
select is(public.open_bar_screen((select key from game)), (select token from game),
          'a repeated request returns the same link');
select results_eq('select token, shows_names from public.bar_screen_link()', 'select token, true from game',
                  'organisers read the link; names are shown');

-- Before anything has locked.
select tests.act_as_anonymous();
select is(pg_temp.screen('lock'), 'null'::jsonb, 'there is no last lock before the first one');
select results_eq($$ select pg_temp.rows_of('matches', 'home_team_name', 'status') $$,
                  array['Leeds upcoming', 'Inter upcoming', 'Derby upcoming'], 'the next kick-offs are shown');
select results_eq($$ select pg_temp.rows_of('table', 'rank', 'name', 'points') $$,
                  array['? Amina 0', '? Ben 0'], 'the table has no ranks before the first result');

-- One match is over and one is live.
select tests.act_as_owner();
select tests.kickoff_moves_to(played, '-3 hours'), tests.ends(played, 1, 0) from game;
select tests.kickoff_moves_to(live, '-10 minutes') from game;
update public.matches m set status = 'live', home_score = 0, away_score = 0 from game where m.id = live;
select tests.count_all_points();
select tests.act_as_anonymous();
select results_eq($$ select pg_temp.rows_of('table', 'rank', 'previous_rank', 'name', 'points', 'gained') $$,
                  array['1 1 Amina 3 0', '1 2 Ben 3 3'],
                  'live matches count in the table, and the ranks are compared with those before them');
select is(pg_temp.screen('lock', 'home_team_name'), '"Inter"', 'the last lock is the match that locked last');
select is(pg_temp.screen('lock', 'counts'), '{"home": 1, "draw": 1, "away": 0}', 'with the outcomes of the picks');
select results_eq($$ select pg_temp.rows_of('lock.scores', 'home', 'away', 'picks') $$, array['0 0 1', '1 0 1'],
                  'with the most frequent scores; of equally frequent ones first that with fewer goals');
select results_eq($$ select pg_temp.rows_of('lock.picks', 'name', 'home', 'away', 'points') $$,
                  array['Ben 0 0 3', 'Amina 1 0 0'], 'and with names, the best first');
select unalike(pg_temp.screen()::text, '%' || open || '%', 'it has no ids') from game;
select is((select count(*) from game, unnest(array[amina, ben, played, live]) id
            where pg_temp.screen()::text like '%' || id || '%'), 0::bigint, 'of members neither');

-- A match that is reopened is open again: its predictions from before are not on the screen.
select tests.act_as(olga) from game;
select public.reopen_match(live, now() + interval '2 days', 'Abandoned') from game;
select tests.act_as_anonymous();
select is(pg_temp.screen('lock', 'home_team_name'), '"Leeds"', 'a reopened match is not the last lock');

-- Without names.
select tests.act_as(olga) from game;
select public.set_bar_screen_names(false);
select tests.act_as_anonymous();
select results_eq($$ select pg_temp.rows_of('table', 'rank', 'name', 'points') $$, array['1 ? 3', '2 ? 0'],
                  'without names the table has ranks and points');
select is(pg_temp.screen('lock', 'picks'), '[]', 'and nobody''s picks');
select unalike(pg_temp.screen()::text, '%Amina%', 'no name is left');

-- A new link, and closing.
select tests.act_as(olga) from game;
update game set old_token = token;
update game set token = public.open_bar_screen();
select tests.act_as_anonymous();
select throws_ok('select public.bar_screen(old_token) from game', 'PT404', 'This link leads to no screen',
                 'a new link ends the old one');
select is(pg_temp.screen('shows_names'), 'false', 'and names stay as they were');
select tests.act_as(olga) from game;
select public.close_bar_screen();
select public.close_bar_screen();
select tests.act_as_anonymous();
select throws_ok('select pg_temp.screen()', 'PT404', 'This link leads to no screen', 'a closed screen shows nothing');
select tests.act_as_owner();
select results_eq('select pg_temp.audited()', array[
  'open_bar_screen {"replaced": false}', 'set_bar_screen_names {"shows_names": false}',
  'open_bar_screen {"replaced": true}', 'close_bar_screen'], 'each act is audited once, without the link');

select * from finish();
