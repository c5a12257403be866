select plan(14);

-- More players than a block has, who join in another order than that of their names.
create temporary table game as select tests.a_match_kicking_off_in('1 hour') as first_match,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Hull') as second_match;

create function pg_temp.add_players(_from integer, _to integer, _match_id uuid) returns void language sql as $$
  with made as (
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), format('p%s@example.com', n),
           jsonb_build_object('full_name', translate(md5(n::text), '0123456789', 'ghijklmnop'))
      from generate_series(_from, _to) n
    returning id
  )
  insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select id, _match_id, row_number() over () % 3, 0 from made
$$;

-- What is wrong with the pages of a leaderboard: players on several pages or on none, and places that are not in the
-- order of points, perfect scores and names. Null if they are right.
create function pg_temp.fault(_league text, _page_size integer) returns text language plpgsql as $$
declare
  shown uuid[] := '{}';
  page uuid[];
  expected uuid[];
begin
  loop
    select array_agg(l.user_id order by l.place) into page
      from public.leaderboard(_league, _page_size, cardinality(shown)) with ordinality
        l (rank, previous_rank, user_id, full_name, predictions_scored, points, perfect_scores, accuracy, place);
    exit when page is null;
    shown := shown || page;
  end loop;
  select array_agg(t.user_id order by t.points desc, t.perfect_scores desc, p.full_name, t.user_id) into expected
    from private.player_totals t join public.profiles p on p.id = t.user_id
   where t.board_id = private.board_of(_league);
  return case when shown = expected and not exists (select from tests.wrong_order()) then null
              else format('%s places, %s players of %s', cardinality(shown),
                          (select count(distinct id) from unnest(shown) id), cardinality(expected)) end;
end $$;

select pg_temp.add_players(n, n, first_match) from game, generate_series(1, 40) n;
select is(pg_temp.fault('Friendly Club', 7), null, 'players who join one by one are in the order of their names');
select pg_temp.add_players(41, 1180, first_match) from game;
select pg_temp.add_players(n, n, first_match) from game, generate_series(1181, 1200) n;
select is(pg_temp.fault('Friendly Club', 200), null, 'the pages of 1,200 players have each once before a result');
select is(pg_temp.fault('Overall', 170), null, 'also on pages that contain the thousandth place');

update public.profiles p set full_name = 'Aaron ' || left(p.full_name, 9)
 where p.id in (select t.user_id from private.player_totals t
                where t.board_id = private.board_of('Overall') order by t.user_id limit 20);
update public.profiles p set full_name = 'Zora ' || left(p.full_name, 9)
 where p.id in (select unnest(private.players_at(private.board_of('Overall'), 29, 21)));
select is(pg_temp.fault('Friendly Club', 200), null, 'after players at both ends were renamed');

delete from auth.users u where u.id in (select unnest(private.players_at(private.board_of('Overall'), 989, 11)));
select is(pg_temp.fault('Overall', 200), null, 'after accounts were deleted');

select tests.kickoff_moves_to(first_match, '-3 hours') from game;
select tests.ends(first_match, 1, 0) from game;
select is(pg_temp.fault('Friendly Club', 200), null, 'after a result');
select pg_temp.add_players(1201, 1250, second_match) from game;
select is(pg_temp.fault('Friendly Club', 200), null, 'after more players joined between results');
update public.profiles p set full_name = 'Bert ' || left(p.full_name, 9)
 where p.id in (select t.user_id from private.player_totals t where t.board_id = private.board_of('Overall')
                 order by t.user_id desc limit 40);
select is(pg_temp.fault('Overall', 170), null, 'after 40 new names');
select tests.ends(first_match, 0, 0) from game;
select is(pg_temp.fault('Friendly Club', 200), null, 'after a correction');
select private.count_waiting_points();
select is(pg_temp.fault('Friendly Club', 200), null, 'and after it was counted');
select tests.act_as((select user_id from private.player_totals limit 1));
select set_eq(
  $$ select r.user_id from json_populate_recordset(null::public.leaderboard_row, public.read_together(
       '[{"name": "leaderboard", "arguments": {"page_limit": 50, "page_offset": 0}}]') -> 0) r $$,
  $$ select r.user_id from public.leaderboard('Overall', 50, 0) r $$,
  'a page that asks for its reads together gets the same players');
select tests.act_as_owner();
create temporary table people as select tests.an_admin('Olga') as olga;
grant select on game, people to public;
select tests.act_as(olga) from people;
create temporary table done as select public.delete_match(first_match) as undo_id from game;
select tests.act_as_owner();
select private.count_waiting_points();
select is(pg_temp.fault('Friendly Club', 200), null, 'after the match was deleted');
select tests.act_as(olga) from people;
select public.undo(undo_id) from done;
select tests.act_as_owner();
select private.count_waiting_points();
select is(pg_temp.fault('Overall', 170), null, 'after the deletion was undone');
select private.clear_points(null);
select private.count_waiting_points();
select is(pg_temp.fault('Overall', 200), null, 'after all points were cleared');

select * from finish();
