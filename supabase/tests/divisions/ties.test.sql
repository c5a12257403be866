-- Who meets whom, and the tables, compared with what the predictions say.
select plan(20);

-- The circle method, for every size and twice as many matchdays as opponents.
create temporary table pairs as
  select s.size, n.number, p.place, private.division_opponent(s.size, n.number, p.place) as opponent
    from generate_series(2, 20, 2) s (size)
   cross join lateral generate_series(1, 2 * (s.size - 1)) n (number)
   cross join lateral generate_series(1, s.size) p (place);
select is_empty('select * from pairs where opponent not between 1 and size or opponent = place',
                'every place meets another one on every matchday');
select is_empty($$ select * from pairs a join pairs b on (b.size, b.number, b.place) = (a.size, a.number, a.opponent)
                    where b.opponent <> a.place $$, 'which meets it');
select is_empty($$ select size, place, (number - 1) / (size - 1) from pairs group by 1, 2, 3
                   having count(distinct opponent) <> size - 1 $$, 'and all others before it meets one again');
select is_empty($$ select * from pairs a
                     join pairs b on (b.size, b.place, b.number) = (a.size, a.place, a.number + a.size - 1)
                    where b.opponent <> a.opponent $$, 'then they begin again');

-- Eleven members, two divisions of six places, and seven matchdays with two matches.
create temporary table members as
  select n, tests.a_player('Member ' || chr(64 + n)) as id from generate_series(1, 11) n;
create temporary table games as
  select r as number, i, tests.a_match_kicking_off_in(r * interval '1 day' + i * interval '1 hour', 'Friendly Club',
                                                      'Home ' || r || i, 'Away ' || r || i) as id
    from generate_series(1, 7) r, generate_series(1, 2) i;
select private.rules_off();
update public.matches m set round = 'Matchday ' || g.number from games g where g.id = m.id;
select private.rules_on();
-- Each member's picks differ. One in seven is a double, which counts once in a tie.
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
select m.id, g.id, (m.n * g.number + g.i) % 3, (m.n + g.number * g.i) % 2 from members m, games g
 where (m.n + g.number) % 5 > 0;
select private.rules_off();
update public.user_predictions p set is_double = true from members m, games g
 where p.user_id = m.id and p.match_id = g.id and (m.n + g.number) % 7 = 0;
select private.rules_on();
select private.count_predictions();
create temporary table olga as select tests.an_admin('Olga') as id;
grant select on members, games, olga to public;

select is_empty('select * from public.divisions()', 'a club has no divisions');
select is_empty('select * from public.division_table() union all select null, null, null, null, null, null, null, null,
                 null, null, null from public.division_fixtures()', 'and neither tables nor fixtures');
select tests.act_as(id) from olga;
select isnt(public.draw_divisions('Friendly Club', 'overall', 8, 7), null, 'an organiser draws them');
select tests.act_as(id) from members where n = 2;
select is((select matchday from public.divisions()), 1, 'the first matchday is shown first');
select results_eq('select count(*), count(my_home), count(their_home) from public.division_tie()',
                  $$ values (2::bigint, 2::bigint, 0::bigint) $$, 'a tie has no pick of the opponent before the lock');
select tests.act_as_owner();

-- Completes the matches of a matchday.
create function pg_temp.play(_number integer) returns void language sql as $$
  select tests.ends(g.id, (g.number + g.i) % 3, g.number % 2) from games g where g.number = _number
$$;
-- The table of a division by the picks of its members, each matchday in the order of its fixtures.
create function pg_temp.expected(_division integer) returns jsonb language plpgsql as $$
declare
  tie record;
  mine integer;
  other integer;
  sums jsonb := (select jsonb_object_agg(coalesce(t.user_id::text, 'ghost'), '[0, 0, 0, 0, 0, 0]'::jsonb)
                   from public.division_table(_division) t);
  row_of jsonb;
  side record;
begin
  for tie in select * from public.division_fixtures(_division) f where f.state in ('over', 'settled') loop
    for side in select * from (values (tie.first_id, tie.second_id), (tie.second_id, tie.first_id)) v (me, them) loop
      select coalesce(sum(public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
               m.away_score)) filter (where p.user_id = side.me), 0),
             coalesce(sum(public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score,
               m.away_score)) filter (where p.user_id = side.them), 0) into mine, other
        from public.matches m join public.user_predictions p on p.match_id = m.id
       where m.round = tie.round and m.status = 'completed';
      row_of := sums -> coalesce(side.me::text, 'ghost');
      sums := sums || jsonb_build_object(coalesce(side.me::text, 'ghost'), jsonb_build_array(
        (row_of ->> 0)::integer + 1, (row_of ->> 1)::integer + (mine > other)::integer,
        (row_of ->> 2)::integer + (mine = other)::integer, (row_of ->> 3)::integer + (mine < other)::integer,
        (row_of ->> 4)::integer + mine,
        (row_of ->> 5)::integer + case when mine > other then 3 when mine = other then 1 else 0 end));
    end loop;
  end loop;
  return sums;
end $$;
create function pg_temp.shown(_division integer) returns jsonb language sql as $$
  select jsonb_object_agg(coalesce(t.user_id::text, 'ghost'),
                          jsonb_build_array(t.played, t.won, t.level, t.lost, t.points_for, t.points))
    from public.division_table(_division) t
$$;
-- What differs from the picks after each matchday, and how often a table was in another order than its rows.
create function pg_temp.season() returns setof text language plpgsql as $$
begin
  for r in 1 .. 7 loop
    perform pg_temp.play(r);
    perform tests.count_all_points();
    for d in 1 .. 2 loop
      if pg_temp.shown(d) <> pg_temp.expected(d) then
        return next format('matchday %s, division %s: %s instead of %s', r, d, pg_temp.shown(d), pg_temp.expected(d));
      end if;
    end loop;
  end loop;
end $$;
select is_empty('select * from pg_temp.season()', 'the tables are what the picks earned in the ties');
select results_eq($$ select sum(played)::integer, sum(points)::integer > 0 from public.division_table(2) $$,
                  $$ values (42, true) $$, 'of all seven matchdays');
select is((select count(*) from private.boards b join private.player_totals t on t.board_id = b.id
            where b.kind = 'matchday' and t.points > t.right_outcomes + 2 * t.perfect_scores) > 0, true,
          'with doubles that earned points twice on the leaderboards');
select is_empty($$ select from (select t.*, lag(row (t.points, t.points_for, t.won)) over (order by t.rank) as above
                                  from public.division_table(1) t) o
                    where row (o.points, o.points_for, o.won) > o.above $$,
                'a table is ordered by points, points in the ties and ties won');
select results_eq($$ select division, goes, count(*) from private.shown_draw() d, private.division_standings(d)
                      where goes is not null group by 1, 2 order by 1 $$,
                  $$ values (1, 'down', 2::bigint), (2, 'up', 2) $$, 'two go up and two go down');
select is((select goes from public.division_table(2) where user_id is null), null, 'a ghost does not move');
select results_eq($$ select count(*), count(*) filter (where first_id is null or second_id is null)
                       from public.division_fixtures(2) $$, $$ values (21::bigint, 7::bigint) $$,
                  'fixtures are known for all matchdays, with the one against the ghost');

-- The matches of a member's own tie.
create function pg_temp.tie() returns setof text language sql as $$
  select format('%s %s-%s, %s-%s', t.home_team_name, t.my_points, t.their_points, t.my_home, t.their_home)
    from public.division_tie() t
$$;
create function pg_temp.expected_tie(_me integer, _them integer, _number integer) returns setof text
language sql security definer as $$
  select format('%s %s-%s, %s-%s', m.home_team_name,
                public.calculate_prediction_points(a.home_prediction, a.away_prediction, m.home_score, m.away_score),
                public.calculate_prediction_points(b.home_prediction, b.away_prediction, m.home_score, m.away_score),
                a.home_prediction, b.home_prediction)
    from games g join public.matches m on m.id = g.id
    left join public.user_predictions a on a.match_id = g.id and a.user_id = (select id from members where n = _me)
    left join public.user_predictions b on b.match_id = g.id and b.user_id = (select id from members where n = _them)
   where g.number = _number order by m.kickoff_at
$$;
grant execute on all functions in schema pg_temp to public;
select tests.act_as(id) from members where n = 2;
select is((select matchday from public.divisions()), 7, 'the matchday that began last is shown first');
-- By the circle method place 2 meets place 6 on the second and the seventh matchday of six places.
select results_eq('select * from pg_temp.tie()', 'select * from pg_temp.expected_tie(2, 6, 7)',
                  'a tie has the picks of both, with points without doubles');
select tests.act_as_owner();
update private.division_places p set since = clock_timestamp() from members m where m.id = p.user_id and m.n = 6;
select tests.act_as(id) from members where n = 2;
select is((select count(their_home) from public.division_tie()), 0::bigint,
          'without those of an opponent who came later');
select tests.act_as(id) from olga;
select is_empty('select * from public.division_tie()', 'a member without a place has no tie');
