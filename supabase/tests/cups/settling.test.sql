-- When a round begins, stands and settles, and on which matchday it is played.
select plan(34);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara, tests.a_player('Dora') as dora;
create temporary table games as
  select n, tests.a_match_kicking_off_in(n * interval '1 day', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(1, 12) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || (g.n + 2) / 3 from games g where g.id = m.id;
select private.rules_on();
grant select on game, games to public;
-- Amina is right, Bruno has the outcomes, and the others are wrong.
select tests.predicts(amina, id, 1, 0), tests.predicts(bruno, id, 2, 0), tests.predicts(cara, id, 0, 1),
       tests.predicts(dora, id, 0, 1) from game, games;
select private.count_predictions();
create temporary table acts (name text, id uuid);
grant all on acts to public;
select tests.act_as(olga) from game;
select public.draw_cup('Friendly Club', 'The cup', null);
select tests.act_as_owner();
-- Whom Amina meets is the test's choice.
update private.cup_entries set position = position + 4;
update private.cup_entries e set position = p.position, place = p.position
  from game, lateral (values (amina, 1), (bruno, 2), (cara, 3), (dora, 4)) p (id, position) where e.user_id = p.id;

create function pg_temp.a_game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
create function pg_temp.locks(_n integer, _in interval) returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches set locks_at = clock_timestamp() + _in, kickoff_at = clock_timestamp() + _in
   where id = pg_temp.a_game(_n);
  perform private.rules_on();
end $$;
create function pg_temp.ends(_n integer) returns void language plpgsql as $$
begin
  perform tests.ends(pg_temp.a_game(_n), 1, 0);
  perform tests.count_all_points();
end $$;
create function pg_temp.rounds() returns text language sql as $$
  select string_agg(format('%s %s', split_part(r.round, ' ', 2), r.state), ', ' order by r.number)
    from public.cup_rounds() r
$$;
create function pg_temp.ties(_number integer) returns text language sql as $$
  select string_agg(concat_ws(' ', t.first_name, t.first_points, '-', t.second_points, t.second_name, t.ahead, t.by),
                    ', ' order by t.tie) from public.cup_ties() t where t.number = _number
$$;
grant execute on all functions in schema pg_temp to public;

select is(pg_temp.rounds(), '1 upcoming, 2 upcoming', 'a cup of four has two rounds');
select is(pg_temp.ties(1), 'Amina - Bruno, Cara - Dora', 'a tie has no points before the first lock');
select is(pg_temp.ties(2), null, 'the next ones are not known');
-- What its picture shows: each round with its ties.
create function pg_temp.picture() returns text language sql as $$
  select concat_ws(', winner ', (
    select string_agg(concat_ws(' ', c ->> 'number', c ->> 'state', (
             select string_agg(coalesce(s ->> 'name', '?') || coalesce(' ' || (s ->> 'points'), '')
                                 || case when (s ->> 'is_out')::boolean then ' out' else '' end
                                 || case when (s ->> 'is_own')::boolean then ' own' else '' end, ' - ')
               from jsonb_array_elements(c -> 'ties') t, jsonb_array_elements(t -> 'sides') s)), ', ')
      from jsonb_array_elements(p.shown -> 'columns') c), p.shown -> 'winner' ->> 'name')
    from (select public.share_picture_data('cup', (select c.cup_id from public.cup() c)::text) as shown) p
$$;
grant execute on function pg_temp.picture() to public;
select tests.act_as(bruno) from game;
select is(pg_temp.picture(), '1 upcoming Amina - Bruno own - Cara - Dora, 2 upcoming ? - ?',
          'its picture has the ties, and room for who goes on');
select throws_ok($$ select public.share_picture_data('cup', gen_random_uuid()::text) $$, 'PT404', null,
                 'another cup has none');
select tests.act_as_owner();
-- How many days after half of its matches lock a round settles.
create function pg_temp.days(_number integer, _half integer) returns numeric language sql as $$
  select round(extract(epoch from r.settles_at - m.locks_at) / 86400, 2)
    from public.cup_rounds() r, public.matches m where r.number = _number and m.id = pg_temp.a_game(_half)
$$;
select is(pg_temp.days(1, 2), 2.00, 'a round settles at the first lock of the next one');
select is(pg_temp.days(2, 5), 7.00, 'and the final seven days after half of its matches lock');
select pg_temp.locks(4, '12 hours');
select is(pg_temp.days(1, 2), 3.00, 'a lock of the next round before half of the own ones does not settle it');
select pg_temp.locks(4, '4 days');

-- A matchday that is postponed as a whole, and a void one.
select pg_temp.locks(n, '6 days') from generate_series(1, 3) n;
select is(pg_temp.rounds(), '2 upcoming, 1 upcoming', 'a matchday that is postponed as a whole changes its place');
select pg_temp.locks(n, n * interval '1 day') from generate_series(1, 3) n;
create function pg_temp.cancel(_n integer) returns uuid language sql as $$
  select public.cancel_match(pg_temp.a_game(_n))
$$;
grant execute on all functions in schema pg_temp to public;
select tests.act_as(olga) from game;
insert into acts select 'cancelled ' || n, pg_temp.cancel(n) from generate_series(1, 3) n;
select is(pg_temp.rounds(), '2 upcoming, 3 upcoming', 'a void matchday moves the round to the next one');
select public.undo(id) from acts where name in ('cancelled 2', 'cancelled 3');
select is(pg_temp.rounds(), '1 upcoming, 2 upcoming', 'undoing the cancellation moves it back');
select is((select matches from public.cup_rounds() where number = 1), 2, 'a cancelled match is none of the round');
select public.undo(id) from acts where name = 'cancelled 1';

-- The first round.
select tests.act_as_owner();
select pg_temp.locks(1, '-2 hours');
select is(pg_temp.ties(1), 'Amina 0 - 0 Bruno 1 place, Cara 0 - 0 Dora 1 place', 'level ties go to the higher place');
select pg_temp.locks(2, '-1 hour'), pg_temp.locks(3, '-1 hour'), pg_temp.ends(1), pg_temp.ends(2);
select is(pg_temp.rounds(), '1 running, 2 upcoming', 'a round runs until its matches are over');
select pg_temp.ends(3);
select is(pg_temp.rounds(), '1 over, 2 upcoming', 'then it stands');
select is(pg_temp.ties(1), 'Amina 9 - 3 Bruno 1 points, Cara 0 - 0 Dora 1 place', 'with its points');
select is(private.settle_cup(), 0, 'it is not due');
select tests.act_as(olga) from game;
select public.reopen_match(pg_temp.a_game(3), clock_timestamp() + interval '1 day', 'A mistake');
select tests.act_as_owner();
select tests.count_all_points();
select is(pg_temp.rounds(), '1 running, 2 upcoming', 'a reopened match makes it run again');
select is(pg_temp.ties(1), 'Amina 6 - 2 Bruno 1 points, Cara 0 - 0 Dora 1 place', 'without its points');
select tests.act_as(amina) from game;
select results_eq('select my_points, their_points, their_home from public.cup_tie()',
                  'values (3, 1, 2), (3, 1, 2), (null, null, null)',
                  'a member sees the own tie, and no pick before the lock');
select tests.act_as_owner();

-- The next round begins before the reopened match is played.
select pg_temp.locks(4, '-1 minute'), pg_temp.locks(5, '1 hour'), pg_temp.locks(6, '1 hour');
select is(pg_temp.rounds(), '1 running, 2 upcoming', 'a round waits for the one before to settle');
select is(private.settle_cup(), 1, 'the next lock settles the round');
select is(pg_temp.rounds(), '1 settled, 2 running', 'and the next one runs');
select is(pg_temp.ties(2), 'Amina 0 - 0 Cara 1 place', 'between the winners');
select pg_temp.locks(3, '-1 minute'), pg_temp.ends(3);
select is(pg_temp.ties(1), 'Amina 6 - 2 Bruno 1 points, Cara 0 - 0 Dora 1 place',
          'what is played later does not count');
select tests.ends(pg_temp.a_game(1), 0, 1), tests.count_all_points();
select is(pg_temp.ties(1), 'Amina 6 - 2 Bruno 1 points, Cara 0 - 0 Dora 1 place', 'nor do corrections');

select tests.act_as(bruno) from game;
select is(pg_temp.picture(), '1 settled Amina 6 - Bruno 2 out own - Cara 0 - Dora 0 out, 2 running Amina 0 - Cara 0',
          'the picture says who is out');
select tests.act_as_owner();

-- Clearing all points, and the final.
select pg_temp.ends(4);
select tests.act_as_secret_key();
select public.clear_all_points();
select tests.act_as_owner();
select is(pg_temp.ties(2), 'Amina 3 - 0 Cara 1 points', 'clearing all points settles the round that has begun');
select isnt((select ended_at from public.cup()), null, 'the final ends the cup');
insert into acts select 'cleared', u.id from private.undos u where u.action = 'clear_all_points';
select tests.act_as(olga) from game;
select public.undo(id) from acts where name = 'cleared';
select tests.act_as_owner();
select is(pg_temp.rounds(), '1 settled, 2 running', 'undoing it gives the final back');
select pg_temp.locks(n, '-20 days') from generate_series(1, 3) n;
select pg_temp.locks(n, '-8 days') from generate_series(4, 6) n;
select pg_temp.ends(5), pg_temp.ends(6);
select is(private.settle_cup(), 1, 'it settles after seven days');
select is(pg_temp.ties(2), 'Amina 9 - 0 Cara 1 points', 'with all its points');
select tests.act_as(amina) from game;
select matches(pg_temp.picture(), '2 settled Amina 9 own - Cara 0 out, winner Amina$',
               'and the picture has the winner');
select tests.act_as_owner();
select is(private.settle_cup(), 0, 'and the cup is over');
