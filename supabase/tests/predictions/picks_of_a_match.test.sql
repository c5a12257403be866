-- Lists of predictions that are longer than one answer.
select plan(10);

-- 1,200 members whose names repeat and who made three different predictions. The reader is the last by every order.
create temporary table members as
  select gen_random_uuid() as id, n, 'Member ' || translate((n % 500)::text, '0123456789', 'abcdefghij') as name
    from generate_series(1, 1199) n
  union all select gen_random_uuid(), 1200, 'Zoe';
grant select on members to authenticated;
insert into auth.users (id, email, raw_user_meta_data)
  select id, id || '@example.com', jsonb_build_object('full_name', name) from members;
create temporary table game as
  select tests.a_match_kicking_off_in('1 hour') as match_id, tests.an_admin('Olga') as olga,
         (select id from members where name = 'Zoe') as zoe;
grant select on game to authenticated;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select m.id, g.match_id, case when m.name = 'Zoe' then 0 else 1 + m.n % 3 end, 1 from members m, game g;
insert into public.groups (id, name, first_colour, second_colour, owner_id)
  select '6e1b1de0-0000-4000-8000-000000000001', 'Everyone', '#112233', '#445566', zoe from game;
insert into public.group_members (group_id, user_id)
  select '6e1b1de0-0000-4000-8000-000000000001', id from members on conflict do nothing;
select tests.kickoff_moves_to((select match_id from game), '-1 second');
analyze public.user_predictions, public.profiles, public.group_members;

-- All pages of a list as the page asks for them. `lists`: the function.
create function pg_temp.walk(_lists text, _limit integer)
returns table (user_id uuid, place bigint) language plpgsql as $$
declare
  found uuid[] := '{}';
  last record;
  rows integer;
begin
  select null::integer as points, null::text as full_name, null::uuid as user_id into last;
  loop
    rows := 0;
    for last in execute format('select * from public.%I($1, $2, $3, $4, $5)', _lists)
                using (select match_id from game), _limit, last.points, last.full_name, last.user_id loop
      found := found || last.user_id;
      rows := rows + 1;
    end loop;
    exit when rows < _limit;
  end loop;
  return query select f.id, f.at from unnest(found) with ordinality f (id, at);
end $$;
grant execute on function pg_temp.walk(text, integer) to authenticated;

select tests.act_as((select zoe from game));
select is((select count(*) from public.match_predictions((select match_id from game))), 1000::bigint,
          'one answer has 1,000 rows at most');
select ok((select zoe from game) in (select user_id from public.match_predictions((select match_id from game))),
          'and contains the reader''s own');
select results_eq(
  $$ select count(*), count(distinct user_id), min(place) filter (where user_id = (select zoe from game))
       from pg_temp.walk('match_predictions', 100) $$,
  $$ values (1200::bigint, 1200::bigint, 1::bigint) $$, 'all pages have every member once, the reader first');
select ok((select count(distinct full_name) between 2 and 999
             from public.match_predictions((select match_id from game))),
          'names repeat');
select results_eq(
  $$ select user_id from pg_temp.walk('match_predictions', 100) order by place $$,
  $$ select user_id from pg_temp.walk('match_predictions', 1000) order by place $$,
  'in the same order as longer pages');
select results_eq(
  $$ select count(*), count(distinct user_id), min(place) filter (where user_id = (select zoe from game))
       from pg_temp.walk('group_match_predictions', 100) $$,
  $$ values (1200::bigint, 1200::bigint, 1::bigint) $$, 'and the pages of a group as well');
select tests.act_as_owner();
update public.matches set status = 'live', home_score = 1, away_score = 1 where id = (select match_id from game);
select tests.act_as((select zoe from game));
select results_eq(
  $$ select array_agg(distinct points order by points) from public.match_predictions((select match_id from game)) $$,
  $$ values (array[0, 3]) $$, 'a running score gives points');
select is((select count(distinct user_id) from pg_temp.walk('match_predictions', 100)), 1200::bigint,
          'and its order has everyone once');
select is((select home_prediction from public.match_predictions((select match_id from game)) offset 1 limit 1), 1,
          'with the best after the reader''s own');
select tests.act_as((select olga from game));
select is((select count(distinct user_id) from pg_temp.walk('match_predictions', 100)), 1200::bigint,
          'a reader without a prediction sees everyone once');

select * from finish();
