-- When a matchday begins, counts and settles.
select plan(30);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno;
create temporary table games as
  select n, tests.a_match_kicking_off_in(n * interval '1 day', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id
    from generate_series(1, 8) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || (g.n + 2) / 3 from games g where g.id = m.id;
select private.rules_on();
grant select on game, games to public;
-- Amina is right, Bruno is not.
select tests.predicts(amina, id, 1, 0), tests.predicts(bruno, id, 0, 1) from game, games;
select private.count_predictions();
select tests.act_as(olga) from game;
create temporary table acts as select 'drawn' as name, public.draw_divisions('Friendly Club', 'overall', 8, 3) as id;
select tests.act_as_owner();
-- The draw was before the locks that the test moves into the past.
update private.division_places set since = now() - interval '60 days';
grant all on acts to public;

create function pg_temp.a_game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
-- Moves the lock of a match, which has been upcoming until then.
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
create function pg_temp.days() returns table (number integer, state text, matches integer, completed integer,
                                              points integer[]) language sql as $$
  select f.number, f.state, f.matches, f.matches_completed, array[f.first_points, f.second_points]
    from public.division_fixtures() f order by f.number
$$;
create function pg_temp.day(_number integer) returns record language sql as $$
  select (d.state, d.matches, d.completed, d.points) from pg_temp.days() d where d.number = _number
$$;
create function pg_temp.is_day(_number integer, _state text, _matches integer, _completed integer, _points integer[],
                               _what text) returns text language sql as $$
  select is(pg_temp.day(_number)::text, row(_state, _matches, _completed, _points)::text, _what)
$$;
create function pg_temp.amina() returns text language sql as $$
  select format('%s %s %s %s', t.played, t.won, t.level, t.points)
    from public.division_table() t where t.full_name = 'Amina'
$$;

select pg_temp.is_day(1, 'upcoming', 3, 0, '{null,null}', 'a matchday has no points before its first lock');
select is(pg_temp.amina(), '0 0 0 0', 'nor has the table');
select is(round(extract(epoch from f.settles_at - m.locks_at)), 7 * 86400::numeric,
          'it settles seven days after half of its matches lock')
  from public.division_fixtures() f, public.matches m where f.number = 1 and m.id = pg_temp.a_game(2);

-- A match that is brought forward, and one that is postponed.
select pg_temp.locks(1, '-30 days'), pg_temp.locks(2, '8 days'), pg_temp.locks(3, '9 days'), pg_temp.ends(1);
select pg_temp.is_day(1, 'upcoming', 3, 1, '{null,null}', 'a match of long before does not begin it');
select pg_temp.locks(2, '6 days');
select pg_temp.is_day(1, 'running', 3, 1, '{3,0}', 'but it counts from seven days before the half');
select pg_temp.locks(2, '-6 days'), pg_temp.locks(3, '-1 day'), pg_temp.ends(2);
select pg_temp.is_day(1, 'running', 3, 2, '{6,0}', 'ties run on two of three matches');
select is(pg_temp.amina(), '0 0 0 0', 'and do not count in the table');
select is(private.settle_divisions(), 0, 'nothing is due');
select pg_temp.ends(3);
select pg_temp.is_day(1, 'over', 3, 3, '{9,0}', 'when the last match is over');
select is(pg_temp.amina(), '1 1 0 3', 'the tie counts');
select tests.ends(pg_temp.a_game(3), 0, 2), tests.count_all_points();
select pg_temp.is_day(1, 'over', 3, 3, '{6,1}', 'a correction counts until the matchday settles');
select pg_temp.locks(2, '-8 days');
select is(private.settle_divisions(), 1, 'which it does after seven days');
select is(private.settle_divisions(), 0, 'once');
select tests.ends(pg_temp.a_game(2), 5, 5), tests.count_all_points();
select pg_temp.is_day(1, 'settled', 3, 3, '{6,1}', 'a later correction does not change the tie');

-- It settles without the match that was postponed.
select pg_temp.locks(4, '-8 days'), pg_temp.locks(5, '-8 days'), pg_temp.locks(6, '20 days'), pg_temp.ends(4);
select is(private.settle_divisions(), 1, 'a matchday settles without matches that were not played');
select pg_temp.ends(5), pg_temp.locks(6, '-1 day'), pg_temp.ends(6);
select pg_temp.is_day(2, 'settled', 3, 3, '{3,0}', 'with the points that were earned until then');
select is(pg_temp.amina(), '2 2 0 6', 'as the table has it');

-- A void matchday.
select pg_temp.locks(7, '-1 hour'), pg_temp.locks(8, '-1 hour');
create function pg_temp.cancel(_n integer) returns uuid language sql as $$
  select public.cancel_match(pg_temp.a_game(_n))
$$;
grant execute on all functions in schema pg_temp to public;
select tests.act_as(olga) from game;
insert into acts values ('cancelled', pg_temp.cancel(7));
select pg_temp.is_day(3, 'running', 1, 0, '{0,0}', 'a cancelled match is none of the matchday');
insert into acts values ('void', pg_temp.cancel(8));
select pg_temp.is_day(3, 'over', 0, 0, '{0,0}', 'a matchday without matches is over');
select is(pg_temp.amina(), '3 2 1 7', 'and level for all');
select is(public.undo(id), 'cancel_match', 'undoing the cancellation') from acts where name = 'void';
select pg_temp.is_day(3, 'running', 1, 0, '{0,0}', 'makes its ties run again');
select tests.act_as_owner();
select private.rules_off();
update public.matches set round = 'Final' where id in (pg_temp.a_game(7), pg_temp.a_game(8));
select pg_temp.is_day(3, 'over', 0, 0, '{0,0}', 'a matchday of which no match is left is level too');
update public.matches set round = 'Matchday 3' where id in (pg_temp.a_game(7), pg_temp.a_game(8));
select private.rules_on();

-- Clearing all points, and ending the draw.
select pg_temp.ends(8);
select tests.act_as_secret_key();
select public.clear_all_points();
select tests.act_as_owner();
select pg_temp.is_day(3, 'settled', 1, 1, '{3,0}', 'clearing all points settles what has begun');
insert into acts select 'cleared', u.id from private.undos u where u.action = 'clear_all_points';
select tests.act_as(olga) from game;
select is(public.undo(id), 'clear_all_points', 'undoing it') from acts where name = 'cleared';
select pg_temp.is_day(3, 'over', 1, 1, '{3,0}', 'gives the matchday back');
insert into acts values ('ended', public.end_divisions());
select pg_temp.is_day(3, 'settled', 1, 1, '{3,0}', 'ending the divisions settles it too');
select is(public.undo(id), 'end_divisions', 'which can be undone') from acts where name = 'ended';
select pg_temp.is_day(3, 'over', 1, 1, '{3,0}', 'and gives it back');
select is(ended_at, null, 'with the divisions') from public.divisions();
