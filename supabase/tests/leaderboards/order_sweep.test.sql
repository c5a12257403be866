-- The order of leaderboards in blocks, with more players than a block (512) and a section (128 blocks) have.
select plan(12);

-- Accounts without their triggers, because 33,000 of them would take a minute.
create function pg_temp.add_players(_from integer, _to integer, _prefix text) returns uuid[] language plpgsql as $$
declare
  added uuid[];
begin
  set local session_replication_role = replica;
  added := array(select gen_random_uuid() from generate_series(_from, _to));
  insert into auth.users (id, email) select id, id || '@example.com' from unnest(added) id;
  insert into public.profiles (id, full_name)
  select p.id, _prefix || translate(md5((_from + p.n)::text), '0123456789', 'ghijklmnop')
    from unnest(added) with ordinality p (id, n);
  set local session_replication_role = origin;
  return added;
end $$;
create temporary table overall as select private.board_of('Overall') as id;
create function pg_temp.join_overall(_players uuid[]) returns void language sql as $$
  select private.join_leaderboards(array(
    select row('friendly_club', p)::private.leaderboard_entry from unnest(_players) p))
$$;
create function pg_temp.shape() returns text language sql as $$
  select format('%s blocks of at most %s, %s sections of at most %s', count(*), max(size),
                (select count(*) from private.leaderboard_sections s where s.board_id = (select id from overall)),
                (select max(cardinality(s.sizes)) from private.leaderboard_sections s
                  where s.board_id = (select id from overall)))
    from private.leaderboard_blocks b where b.board_id = (select id from overall)
$$;

select is_empty('select * from tests.wrong_order()', 'a club without players has no order');
select is(private.players_at((select id from overall), 0, 50), '{}'::uuid[], 'and no players');
select pg_temp.join_overall(pg_temp.add_players(1, 33000, ''));
select is(pg_temp.shape(), '129 blocks of at most 256, 3 sections of at most 64', 'all players at once are sorted');
-- The planner's statistics know none of the players, as after an autovacuum while they were being added. A plan that
-- depends on them reads all players for each player, and the rest of this file takes ten minutes instead of seconds.
update pg_class set reltuples = 0, relpages = 100
 where oid = any ('{private.player_totals, private.leaderboard_blocks, private.leaderboard_sections, public.profiles,
                    auth.users}'::regclass[]);

-- Fewer than one in 200 at a time, all between the same two names.
select pg_temp.join_overall(pg_temp.add_players(33000 + n, 33000 + n, 'M')) from generate_series(1, 3) n;
select is_empty('select * from tests.wrong_order()', 'players who join one by one are in the order of their names');
select pg_temp.join_overall(pg_temp.add_players(33003 + n * 160, 33003 + n * 160 + 159, 'M'))
  from generate_series(1, 3) n;
select is((select max(size) <= 512 and count(*) > 129 from private.leaderboard_blocks
            where board_id = (select id from overall)), true,
          'a block with more than 512 players is divided');
select is_empty('select * from tests.wrong_order()', 'and its players are at their places');
delete from private.leaderboard_sections
 where board_id = (select id from overall) and starts_at <> private.first_place();
select pg_temp.join_overall(pg_temp.add_players(40000, 40000, 'M'));
select is_empty('select * from tests.wrong_order()', 'a section with more than 128 blocks is divided');

-- Names, also of a player whose account is gone when the place is searched.
update public.profiles set full_name = case when left(full_name, 1) = 'M' then 'A' else 'Z' end || left(full_name, 20)
 where id = any (array(select unnest(private.players_at((select id from overall), 20000, 100))));
select is_empty('select * from tests.wrong_order()', 'renamed players move');
delete from public.profiles
 where id = any (array(select unnest(private.players_at((select id from overall), 30000, 20))));
select is_empty('select * from tests.wrong_order()', 'deleted players leave');
delete from public.profiles where id in (select unnest(b.players) from private.leaderboard_blocks b
                                          where b.board_id = (select id from overall) order by b.starts_at limit 1);
select is_empty('select * from tests.wrong_order()', 'also all players of a block');

-- The export: pages of 1,000, each after the last place of the one before, then the players without a leaderboard.
create temporary table exported (nth bigint generated always as identity, user_id uuid, place jsonb, total integer);
grant all on exported to public;
select from pg_temp.add_players(50000, 51500, 'U');
select tests.act_as(tests.an_admin('Olga'));
do $$
begin
  loop
    insert into exported (user_id, place, total)
    select e.user_id, e.place, e.total_count
      from public.admin_export((select x.place from exported x order by x.nth desc limit 1), 1000) e;
    exit when not found;
  end loop;
end $$;
select tests.act_as_owner();
select is((select array_agg(x.user_id order by x.nth) from exported x),
          private.players_at((select id from overall), 0, 100000)
            || array(select p.id from public.profiles p
                      where not exists (select from private.player_totals t
                                         where t.board_id = (select id from overall) and t.user_id = p.id offset 0)
                      order by p.id),
          'the export has every player once, in the order of the overall leaderboard');
select is((select array_agg(distinct x.total order by x.total) from exported x),
          array[(select count(*) from public.profiles), null]::integer[], 'its first page has their number');
select * from finish();
