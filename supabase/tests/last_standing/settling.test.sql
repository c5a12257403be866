-- When a matchday of last one standing settles, and what becomes of matches that are not played.
select plan(33);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_player('Bruno') as bruno, tests.a_player('Cara') as cara, tests.a_player('Dora') as dora;
-- Four matchdays of three matches, a week apart.
create temporary table games as
  select n, tests.a_match_kicking_off_in((1 + (n - 1) / 3 * 7 + n % 3) * interval '1 day', 'Friendly Club',
                                         'Home ' || n % 3, 'Away ' || n % 3) as id
    from generate_series(1, 12) n;
select private.rules_off();
update public.matches m set round = 'Matchday ' || (g.n + 2) / 3 from games g where g.id = m.id;
select private.rules_on();
create temporary table acts (name text, id uuid);
grant all on game, games, acts to public;

create function pg_temp.a_game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
create function pg_temp.locks(_n integer, _in interval) returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches set locks_at = clock_timestamp() + _in, kickoff_at = clock_timestamp() + _in
   where id = pg_temp.a_game(_n);
  perform private.rules_on();
end $$;
-- A member enters if needed, and chooses a team.
create function pg_temp.choose(_member uuid, _number integer, _team text) returns text language plpgsql as $$
declare
  answer text := 'chosen';
begin
  perform tests.act_as(_member);
  perform public.enter_last_standing();
  begin
    perform public.choose_last_standing_team((e.row ->> 'id')::uuid, _number, t.id)
       from public.last_standing() g, jsonb_array_elements(g.mine) e (row), public.teams t where t.name = _team;
  exception when others then
    answer := sqlstate;
  end;
  perform tests.act_as_owner();
  return answer;
end $$;
-- "Amina 1 out": the entries with the matchday on which they went out, or how they stand.
create function pg_temp.entries() returns text language plpgsql as $$
declare
  found text := '';
  member record;
begin
  for member in select f.id, f.full_name from public.profiles f, game g
                 where f.id in (g.amina, g.bruno, g.cara, g.dora) order by f.full_name loop
    perform tests.act_as(member.id);
    found := found || (
      select left(member.full_name, 1) || coalesce(e.row ->> 'out_number',
                                                   case when (e.row ->> 'is_out')::boolean then '?' else '' end)
        from public.last_standing() g, jsonb_array_elements(g.mine) e (row));
    perform tests.act_as_owner();
  end loop;
  return found;
end $$;
create function pg_temp.day(_number integer) returns text language sql as $$
  select concat_ws(' ', d.row ->> 'state', d.row ->> 'entries', d.row ->> 'out',
                   case when (d.row ->> 'all_back')::boolean then 'all back' end)
    from public.last_standing() g, jsonb_array_elements(g.matchdays) d (row)
   where (d.row ->> 'number')::integer = _number
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(olga) from game;
select public.start_last_standing('Friendly Club', 'Winter', 'Matchday 1', false);
select tests.act_as_owner();
select is(private.play_last_standing(), 0, 'nothing settles before the first lock');
select is(pg_temp.choose(amina, 1, 'Home 1'), 'chosen', 'a member enters and chooses a team') from game;
select is(pg_temp.choose(bruno, 1, 'Away 1'), 'chosen', 'so does another') from game;
select is(pg_temp.choose(cara, 1, 'Home 2'), 'chosen', 'and another') from game;
select is(pg_temp.choose(dora, 1, 'Home 0'), 'chosen', 'and one who waits for a later match') from game;
select is(pg_temp.choose(amina, 2, 'Home 2'), 'PT404', 'the next matchday is not open yet') from game;

-- The first match locks. The next matchday can be chosen.
select pg_temp.locks(1, '-2 hours');
select private.play_last_standing();
select is(pg_temp.day(1), 'running 4 0', 'the first lock begins the matchday');
select is(pg_temp.choose(amina, 1, 'Home 2'), 'SL001', 'a choice whose match has locked stays') from game;
select is(pg_temp.choose(cara, 1, 'Away 1'), 'SL001', 'nobody changes to a match that has locked') from game;
select is(pg_temp.choose(cara, 1, 'Away 2'), 'chosen', 'but to one that is open') from game;
select is(pg_temp.choose(amina, 2, 'Home 1'), 'SL026', 'no team is chosen twice') from game;
select is(pg_temp.choose(amina, 2, 'Home 2'), 'chosen', 'the next matchday is open') from game;
select tests.ends(pg_temp.a_game(1), 1, 1);
select is(pg_temp.entries(), 'A?B?CD', 'a draw is out for both teams');
select tests.ends(pg_temp.a_game(1), 2, 1);
select is(pg_temp.entries(), 'AB?CD', 'a correction is followed before the matchday settles');

-- One match is postponed, and one is cancelled.
select tests.act_as(olga) from game;
select public.cancel_match(pg_temp.a_game(2));
select tests.act_as_owner();
select pg_temp.locks(3, '40 days');
select pg_temp.locks(4, '-1 hour'), pg_temp.locks(5, '-1 hour'), pg_temp.locks(6, '1 hour');
select is(private.play_last_standing(), 1, 'the first lock of the next matchday settles it');
select is(pg_temp.entries(), 'AB1CD', 'a cancelled and a postponed match keep their entries in');
select is(pg_temp.choose(dora, 2, 'Home 0'), 'SL026', 'and their teams are used') from game;
select is(pg_temp.choose(cara, 2, 'Home 0'), 'chosen', 'a late choice is one of the matches that are open') from game;
select tests.ends(pg_temp.a_game(1), 0, 1);
select is(pg_temp.entries(), 'AB1CD', 'a correction after the settlement changes nothing');
select is(pg_temp.day(1), 'settled 4 1', 'what has settled is told');

-- All that are left go out.
select tests.ends(pg_temp.a_game(5), 0, 1), pg_temp.locks(6, '-1 minute');
select is(pg_temp.entries(), 'A?B1CD?', 'no choice is out when no match is open');
select tests.ends(pg_temp.a_game(6), 0, 0);
select is(pg_temp.day(2), 'running 3 3 all back', 'if all are out, all come back, as soon as it is certain');
select is(pg_temp.entries(), 'AB1CD', 'and are in');
select pg_temp.choose(amina, 3, 'Away 2'), pg_temp.choose(cara, 3, 'Home 2'), pg_temp.choose(dora, 3, 'Away 0')
  from game;
select pg_temp.locks(7, '-1 hour'), pg_temp.locks(8, '-1 hour'), pg_temp.locks(9, '-1 hour');
select private.play_last_standing();
select is(pg_temp.day(2), 'settled 3 3 all back', 'which stays when the matchday settles');

-- A deleted account, and a winner.
select tests.act_as(olga) from game;
insert into acts select 'closed', public.close_account(dora) from game;
select is((select standing from public.last_standing()), 2, 'an entry of a deleted account is out');
select is(public.undo(id), 'delete-user', 'undoing it') from acts where name = 'closed';
select is((select standing from public.last_standing()), 3, 'gives the entry back');
select tests.act_as_owner();
select tests.ends(pg_temp.a_game(8), 3, 0), tests.ends(pg_temp.a_game(9), 1, 0);
select is(pg_temp.entries(), 'A?B1CD?', 'one is left');
select pg_temp.locks(n, '-1 hour') from generate_series(10, 12) n;
select private.play_last_standing();
select tests.act_as(bruno) from game;
select results_eq($$ select nth, name, entries, last_game #>> '{winners,0,full_name}', jsonb_array_length(matchdays)
                       from public.last_standing() $$,
                  $$ values (2, 'Winter', 0, 'Cara', 0) $$,
                  'the winner is told, and the next game waits for a matchday');
select tests.act_as_owner();
select is(private.play_last_standing(), 0, 'the competition has none');
select is_empty('select * from private.last_standing_choices where number > 3',
                'choices beyond the end are forgotten');

-- The next season begins the next game.
insert into games select 13, tests.a_match_kicking_off_in('9 days', 'Friendly Club', 'Home 0', 'Away 0');
select private.rules_off();
update public.matches set season = 'next', round = 'Matchday 1' where id = pg_temp.a_game(13);
select private.rules_on();
select private.play_last_standing();
select is((select season from public.last_standing()), 'next', 'a game takes the season of its first matchday');
select pg_temp.choose(amina, 1, 'Home 0'), pg_temp.locks(13, '-1 hour') from game;
select private.play_last_standing();
select results_eq('select entries, is_closed, jsonb_array_length(matchdays) from public.last_standing()',
                  'values (1, false, 0)', 'a game with one entry does not begin, and keeps the entry');
