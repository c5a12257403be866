-- Reads for pages that follow results.
select plan(13);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.a_player('Cleo') as cleo,
  tests.a_match_kicking_off_in('1 hour') as match,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Leeds', 'Fulham') as second;
grant select on game to public;
select tests.predicts((select amina from game), (select match from game), 1, 0),
       tests.predicts((select ben from game), (select match from game), 1, 0),
       tests.predicts((select cleo from game), (select match from game), 3, 0),
       tests.predicts((select ben from game), (select second from game), 0, 1);

select tests.act_as((select cleo from game));
select is_empty($$ select * from public.player_above('Friendly Club') $$, 'nobody is above before the first result');

select tests.act_as_owner();
update public.matches set status = 'completed', home_score = 1, away_score = 0 where id = (select match from game);
select tests.act_as((select cleo from game));
select results_eq($$ select full_name, points from public.player_above('Friendly Club') $$, $$ values ('Ben', 3) $$,
                  'the player above is the last one of a better rank');
select tests.act_as_owner();
update public.matches set status = 'completed', home_score = 1, away_score = 0 where id = (select second from game);
select tests.act_as((select cleo from game));
select set_eq($$ select user_id, points from public.leaderboard_form('Friendly Club', 2, 1) $$,
              $$ values ((select ben from game), array[3, 0]), ((select cleo from game), array[1, null]) $$,
              'the form of a page has the points of its players, the oldest match first');
select is(
  (select public.read_together('[
     {"name": "leaderboard", "arguments": {"league": "Friendly Club", "page_limit": 2, "page_offset": 1}},
     {"name": "my_leaderboard_row", "arguments": {"league": "Friendly Club"}},
     {"name": "player_above"}]')::jsonb),
  (select jsonb_build_array(
     (select jsonb_agg(r) from public.leaderboard('Friendly Club', 2, 1) r),
     (select jsonb_agg(r) from public.my_leaderboard_row('Friendly Club') r),
     (select jsonb_agg(r) from public.player_above() r))),
  'reads are answered in their order, each with the rows of its function');
select is(public.read_together('[{"name": "crowd", "arguments": {"league": "FA Cup"}}]')::text, '[[]]',
          'a read without rows has an empty list');
select is(
  (select public.read_together(jsonb_build_array(jsonb_build_object('name', 'last_five', 'arguments',
     jsonb_build_object('league', 'Friendly Club', 'user_ids', jsonb_build_array(ben, amina), 'unknown', 1))))
     from game)::jsonb -> 0,
  (select jsonb_agg(r) from public.last_five('Friendly Club', (select array[ben, amina] from game)) r),
  'a list is an argument too, and one that the function does not have is ignored');
select throws_ok($$ select public.read_together('[{"name": "delete_match"}]') $$, '22023',
                 'No read together: delete_match', 'functions that write are refused');
select throws_ok($$ select public.read_together('[{"name": "read_together"}]') $$, '22023', null,
                 'functions that return no rows are refused, as this one');
select throws_ok($$ select public.read_together('[{"name": "crowd", "arguments": {"league\" := null); --": "x"}},
                                                  {"name": "crowd(); delete from public.matches"}]') $$, '22023', null,
                 'names in a read are never part of the statement');
select throws_ok($$ select public.read_together((select jsonb_agg('{"name": "crowd"}'::jsonb)
                                                 from generate_series(1, 17))) $$, '22023', null,
                 'a list of more than 16 reads is refused');
select throws_ok($$ select public.read_together('[{"name": "crowd"}, {"name": "results_to_enter"}]') $$, 'SL003', null,
                 'each read is refused as it is alone');
-- What the host asks for once, for all who wait (record 94).
create temporary table called as
with recursive code as (
  select p.oid, format('%s.%s', n.nspname, p.proname) as name,
         coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) as body
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ('public', 'private') and p.prokind = 'f'),
shared as (
  select p.oid from pg_proc p where obj_description(p.oid, 'pg_proc') ~ '^@shared( |$)'),
reached as (
  select s.oid as shared, s.oid as function from shared s
  union
  select r.shared, other.oid
    from reached r
    join code on code.oid = r.function
    join code other on code.body ~ format('\m%s\(', replace(other.name, '.', '\.')))
select p.proname as shared, p.prosecdef and p.provolatile <> 'v' as reads_as_owner, code.name, code.body
  from reached r join pg_proc p on p.oid = r.shared join code on code.oid = r.function;
select set_eq($$ select shared from called where not reads_as_owner or body ~ 'auth\.|current_setting' $$,
              array[]::name[], 'what is shared only reads, without policies, and asks for no caller');
select ok((select count(distinct shared) > 10 and bool_or(name = 'private.ranked_players') from called),
          'what shared functions call is looked at too');
select * from finish();
