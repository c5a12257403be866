-- The own place in groups, and who of a group has not predicted the next matches.
select plan(10);

create temporary table people as
  select tests.a_player(name) as id, name from unnest(array['Aisha', 'Ben', 'Chloé', 'Zoë']) name;
create function pg_temp.person(_name text) returns uuid language sql as $$ select id from people where name = _name $$;
create temporary table games as
  select tests.a_match_kicking_off_in(in_time::interval, league, 'Home ' || n, 'Away ' || n) as id, n
    from (values (1, '1 hour', 'Friendly Club'), (2, '2 hours', 'Premier League'), (3, '3 hours', 'Friendly Club'),
                 (4, '4 hours', 'Friendly Club'), (5, '5 hours', 'Friendly Club')) v (n, in_time, league);
create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
create temporary table made (id uuid, code text);
grant all on people, games, made to public;
grant execute on function pg_temp.person(text), pg_temp.game(integer) to public;

select tests.predicts(pg_temp.person('Aisha'), pg_temp.game(1), 1, 0);
select tests.predicts(pg_temp.person('Ben'), pg_temp.game(1), 2, 0);
select tests.predicts(pg_temp.person('Chloé'), pg_temp.game(1), 0, 2);

select tests.act_as(pg_temp.person('Aisha'));
insert into made (id) select public.create_group('Éléphants', '#000000', '#ffffff');
update made set code = (select d.code from public.group_details(made.id) d);
select is_empty('select * from public.my_group_standings()', 'nobody has a place before the first result');
select tests.act_as(id), public.join_group((select code from made)) from people where name in ('Ben', 'Chloé');
select tests.act_as_owner();
select tests.ends(pg_temp.game(1), 1, 0);
select private.count_points();

select tests.act_as(pg_temp.person('Aisha'));
select results_eq('select name, rank, members, points, behind, above_name from public.my_group_standings()',
  $$ values ('Éléphants', 1, 3, 3, null::integer, null::text) $$, 'the first is behind nobody');
select tests.act_as(pg_temp.person('Chloé'));
select results_eq('select rank, points, behind, above_name from public.my_group_standings()',
  $$ values (3, 0, 1, 'Ben') $$, 'others see how many points they are behind whom');
select tests.act_as(pg_temp.person('Zoë'));
select is_empty('select * from public.my_group_standings()', 'a stranger has no place');
select is_empty('select * from public.group_next_matches((select id from made))', 'and no matches of the group');

select tests.act_as_owner();
select tests.predicts(pg_temp.person('Ben'), pg_temp.game(3), 4, 4);
select tests.predicts(pg_temp.person(name), pg_temp.game(4), 1, 1) from unnest(array['Aisha', 'Ben', 'Chloé']) name;
select tests.act_as(pg_temp.person('Ben'));
select results_eq(
  $$ select home_team_name, members, missing, missing_names, is_mine_missing
       from public.group_next_matches((select id from made)) $$,
  $$ values ('Home 3', 3, 2, array['Aisha', 'Chloé'], false), ('Home 4', 3, 0, '{}', false),
            ('Home 5', 3, 3, array['Aisha', 'Chloé'], true) $$,
  'the next three matches say who has not predicted, without one that needs a subscription');
select tests.act_as_owner();
select tests.a_subscription(pg_temp.person('Chloé'), 'premier_league');
select tests.act_as(pg_temp.person('Ben'));
select results_eq(
  $$ select home_team_name, members, missing_names, is_mine_missing
       from public.group_next_matches((select id from made)) limit 1 $$,
  $$ values ('Home 2', 1, array['Chloé'], false) $$, 'and of subscribers only where it needs one');
select tests.act_as_owner();
select tests.kickoff_moves_to(pg_temp.game(2), '-1 minute');
select tests.act_as(pg_temp.person('Ben'));
select is((select min(home_team_name) from public.group_next_matches((select id from made))), 'Home 3',
          'a match that has locked is not listed');
select is(public.read_together('[{"name": "my_group_standings"}]')::jsonb -> 0 -> 0 ->> 'rank', '2',
          'the places are read together with other reads');
select tests.act_as_owner();
insert into public.group_members (group_id, user_id)
  select (select id from made), tests.a_player('Member') from generate_series(1, 20);
select tests.act_as(pg_temp.person('Ben'));
select is((select cardinality(missing_names) || ' of ' || missing
             from public.group_next_matches((select id from made)) limit 1), '12 of 22',
          'at most 12 names are listed');
select * from finish();
