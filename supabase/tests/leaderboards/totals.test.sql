-- A small season, random but repeatable. After every step the running totals must equal the sum of the predictions.
select plan(5);

select setseed(0.42);
create temporary table crowd as select tests.a_player('Player') as id, n from generate_series(1, 40) n;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', (array['Champions League', 'Friendly Club'])[1 + n % 2], 'Home ' || n,
                                      'Away ' || n) as id, n
    from generate_series(1, 30) n;
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
  select c.id, g.id, floor(random() * 4)::int, floor(random() * 4)::int from crowd c, games g where random() < 0.8;

-- Matches are completed on past days, out of order; one result is entered twice.
do $$
declare g record;
begin
  for g in select id, n from games where n <= 24 order by random() loop
    update public.matches set status = 'completed', home_score = floor(random() * 4), away_score = floor(random() * 4),
      completed_at = now() - make_interval(days => (g.n / 4)::int) where id = g.id;
  end loop;
end $$;
select is_empty(
  'select * from tests.wrong_boards()',
  'totals are right after 24 matches completed on seven days, out of order'
);

do $$
declare g record;
begin
  for g in select id from games where n <= 24 order by random() limit 10 loop
    update public.matches set home_score = floor(random() * 4), away_score = floor(random() * 4) where id = g.id;
  end loop;
end $$;
select is_empty('select * from tests.wrong_boards()', 'totals are right after corrections of old and new matches');

delete from public.matches where id in (select id from games where n % 5 = 0 and n < 24);
delete from public.user_predictions where user_id in (select id from crowd where n < 4)
  and match_id in (select id from games where n > 10);
delete from auth.users where id in (select id from crowd where n between 10 and 12);
select private.clear_points((select array_agg(id) from crowd where n > 30));
select is_empty('select * from tests.wrong_boards()', 'totals are right after deletions and clearing');

-- Deleting the latest day's matches makes the day before the latest.
delete from public.matches where status = 'completed'
  and private.completion_day(matches) = (select latest_day from private.boards where kind = 'overall');
select is(
  (select latest_day from private.boards where kind = 'overall'),
  (select max(private.completion_day(m)) from public.matches m where m.status = 'completed'),
  'deleting the latest day''s matches makes the day before the latest'
);

do $$
declare g record;
begin
  for g in select id, n from games where n > 24 loop
    update public.matches set status = 'completed', home_score = floor(random() * 4), away_score = floor(random() * 4)
      where id = g.id;
  end loop;
end $$;
select is_empty(
  'select * from tests.wrong_boards()',
  'totals are right after the latest day is deleted and a new one added'
);

select * from finish();
