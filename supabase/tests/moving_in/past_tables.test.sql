-- Final tables of past seasons of another pool: archives with champions, which an undo takes away.
select plan(27);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno, tests.a_player('Twin') as twin,
  tests.a_player('Twin') as other_twin, tests.an_admin('Olga') as olga;
create temporary table acts (name text, id uuid);
grant all on game, acts to public;

-- "1,Amina,30;2,Bruno,20" as a list.
create function pg_temp.lines(_csv text) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object('place', nullif(v[1], ''), 'name', v[2], 'points', v[3]) order by n)
    from unnest(string_to_array(_csv, ';')) with ordinality l (line, n), string_to_array(l.line, ',') v
$$;
create function pg_temp.preview(_csv text) returns text language sql as $$
  select string_agg(coalesce(l #>> '{problem,kind}', l ->> 'place' || ' ' || (l ->> 'name')), ', ')
    from jsonb_array_elements(public.preview_past_table(pg_temp.lines(_csv))) l
$$;
create function pg_temp.archived(_csv text, _name text, _last_day date default '2021-05-30', _key uuid default null)
returns uuid language sql as $$
  select public.archive_past_table(_name, 'From another pool', 'FA Cup', '2020-08-01', _last_day,
                                   pg_temp.lines(_csv), _key)
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(amina) from game;
select throws_ok($$ select pg_temp.preview('1,Amina,30') $$, 'SL003', null, 'a member previews no table');
select throws_ok($$ select pg_temp.archived('1,Amina,30', 'Past') $$, 'SL003', null, 'or archives one');

-- Places.
select tests.act_as(olga) from game;
select is(pg_temp.preview(',Bruno,20;,Amina,30;,Old Hand,20'), '1 Amina, 2 Bruno, 2 Old Hand',
          'without places the points make them');
select is(pg_temp.preview('1,Amina,30;2,Bruno,30;3,Old Hand,20'), '1 Amina, 2 Bruno, 3 Old Hand',
          'pasted places break ties');
select is(pg_temp.preview('1,Amina,30;1,Bruno,30;2,Old Hand,20'), '1 Amina, 1 Bruno, 2 Old Hand',
          'and may be shared by equal points');
select is(pg_temp.preview('1,Amina,20;2,Bruno,30'), '1 Bruno, 2 Amina', 'places against the points do not count');
select is(pg_temp.preview('1,Amina,30;1,Bruno,20'), '1 Amina, 2 Bruno', 'or places that unequal points share');
select is(pg_temp.preview('1,Amina,30;,Bruno,20;2,Old Hand,20'), '1 Amina, 2 Bruno, 2 Old Hand',
          'or places of which one is missing');
select is(pg_temp.preview('2,Amina,30;3,Bruno,20'), '1 Amina, 2 Bruno', 'or places without a first');

-- Names.
select is((select l ->> 'member_id' from jsonb_array_elements(public.preview_past_table(
             pg_temp.lines('1,Amina,30'))) l)::uuid, amina, 'a member is found by the exact name') from game;
select is((select l - 'points' - 'line' - 'place' from jsonb_array_elements(public.preview_past_table(
             pg_temp.lines('1,Twin,30'))) l), '{"name": "Twin", "member_id": null, "problem": null}',
          'a name of several members stays a name');
select is(pg_temp.preview('1,Amina,10001;2,Bruno,2.5;3,,5;4,Bruno,0'),
          'points_are_not_valid, points_are_not_valid, no_name, same_name_as_line', 'points and names are checked');

-- Refusals.
select throws_ok($$ select pg_temp.archived('1,Amina,30', 'Past', current_date + 2) $$, '22023',
                 'The last day is in the future. Choose an earlier one', 'the season has ended');
select throws_ok($$ select pg_temp.archived('1,Amina,30;1,Amina,20', 'Past') $$, '22023',
                 'Line 2 cannot be moved in: The same name as line 1', 'a table with a problem is refused');
select throws_ok($$ select public.archive_past_table('Past', '', 'FA Cup', '2020-08-01', '2021-05-30', '[]') $$,
                 '22023', null, 'an empty one too');
select throws_ok($$ select pg_temp.archived('1,Amina,30', ' ') $$, '23514', null, 'an archive has a name');
select throws_ok($$ select public.archive_past_table('Past', '', 'Serie A', '2020-08-01', '2021-05-30',
                                                     pg_temp.lines('1,Amina,30')) $$,
                 '23503', null, 'and a competition of the club');

-- The archive.
insert into acts values ('first', pg_temp.archived('1,Old Hand,30;1,Amina,30;3,Twin,0', 'Past ', '2021-05-30',
                                                   '00000000-0000-4000-8000-000000000001'));
select is(pg_temp.archived('1,Bruno,30', 'Other', '2021-05-30', '00000000-0000-4000-8000-000000000001'), id,
          'a repeated request is the first one') from acts;
select results_eq($$ select rank, full_name, user_id, points, predictions_scored, accuracy
                       from public.archived_leaderboard_rows order by "position" $$,
                  $$ select v.rank, v.name, v.id, v.points, 0, null::numeric from game, lateral (values
                       (1, 'Amina', amina, 30), (1, 'Old Hand', null, 30), (3, 'Twin', null, 0))
                       v (rank, name, id, points) $$,
                  'its rows have names, and the accounts of members');
select is((select string_agg(c.name || ' ' || c.full_name || ' ' || c.players, ', ') from public.champions() c),
          'Past Amina 3, Past Old Hand 3', 'honours have its champions');
select is((select championships from public.honours_of(amina)), 1, 'also on the member''s sheet') from game;
select is((select name || ' ' || rank || ' ' || players from public.career(amina)), 'Past 1 3',
          'and the career has the season') from game;
select throws_ok($$ select pg_temp.archived('1,Amina,30', 'PAST') $$, '22023',
                 'An archive has this name. Choose another one', 'a name is given once');
select is((select l.new_values - 'undo_id' from public.admin_audit_log l where l.action = 'archive_past_table'),
          '{"name": "Past", "league": "FA Cup", "players": 3}', 'the audit log has it without names of members');
select throws_ok($$ select public.create_leaderboard_snapshot(a.id, a.league, a.start_date, a.end_date)
                      from public.leaderboard_archives a $$,
                 'SL010', null, 'its leaderboard cannot be counted again');

-- Undoing.
select is(public.undo(id), 'archive_past_table', 'it can be undone') from acts;
select is_empty('select from public.archived_leaderboard_rows', 'and nothing stays');
