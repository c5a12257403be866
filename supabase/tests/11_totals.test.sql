-- A season in small, at random but repeatable: whatever happened, the running totals equal what the predictions say.
select plan(5);

select setseed(0.42);
create temporary table crowd as select tests.a_player('Player') as id, n from generate_series(1, 40) n;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', (array['Champions League', 'Friendly Club'])[1 + n % 2], 'Home ' || n,
                                      'Away ' || n) as id, n
    from generate_series(1, 30) n;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select c.id, g.id, floor(random() * 4)::int, floor(random() * 4)::int from crowd c, games g where random() < 0.8;

-- Completed on days of the past, not in their order, one of them twice.
do $$
declare g record;
begin
  for g in select id, n from games where n <= 24 order by random() loop
    update public.matches set status = 'completed', home_score = floor(random() * 4), away_score = floor(random() * 4),
      completed_at = now() - make_interval(days => (g.n / 4)::int) where id = g.id;
  end loop;
end $$;
select is_empty('select * from tests.wrong_totals()', 'after 24 matches completed on seven days, out of order');

do $$
declare g record;
begin
  for g in select id from games where n <= 24 order by random() limit 10 loop
    update public.matches set home_score = floor(random() * 4), away_score = floor(random() * 4) where id = g.id;
  end loop;
end $$;
select is_empty('select * from tests.wrong_totals()', 'after corrections of old and new matches');

delete from public.matches where id in (select id from games where n % 5 = 0 and n < 24);
delete from public.user_predictions where user_id in (select id from crowd where n < 4)
  and match_id in (select id from games where n > 10);
delete from auth.users where id in (select id from crowd where n between 10 and 12);
select private.clear_points((select array_agg(id) from crowd where n > 30));
select is_empty('select * from tests.wrong_totals()', 'after deletions and clearing');

-- The latest day's matches disappear: the day before becomes the latest.
delete from public.matches where status = 'completed'
  and private.completion_day(matches) = (select latest_day from private.scopes where scope = 'overall');
select is(
  (select latest_day from private.scopes where scope = 'overall'),
  (select max(private.completion_day(m)) from public.matches m where m.status = 'completed'),
  'when the latest day''s matches are deleted, the day before is the latest'
);

do $$
declare g record;
begin
  for g in select id, n from games where n > 24 loop
    update public.matches set status = 'completed', home_score = floor(random() * 4), away_score = floor(random() * 4)
      where id = g.id;
  end loop;
end $$;
select is_empty('select * from tests.wrong_totals()', 'after the latest day went and a new one came');
select * from finish();
