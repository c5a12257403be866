select plan(13);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club') as played,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second;
grant select on game to public;
create temporary table days as select private.club_today() - 3 as first, private.club_today() + 3 as last;
grant select on days to public;
create function pg_temp.warnings(_act text, _first date default null, _last date default null) returns text
language plpgsql as $$
declare
  found text;
begin
  perform tests.act_as(olga) from game;
  found := (select string_agg(w ->> 'text', ' ') from public.season_warnings(
    _act, 'Friendly Club', coalesce(_first, (select first from days)), coalesce(_last, (select last from days))) w);
  perform tests.act_as_owner();
  return found;
end $$;

select tests.act_as(amina) from game;
select throws_ok($$ select public.season_warnings('clear') $$, 'SL003', null, 'a player gets no warnings');
select tests.act_as_owner();
select throws_ok($$ select pg_temp.warnings('paint') $$, '22023', null, 'another act is refused');
select is(pg_temp.warnings('archive'),
          'No match of Friendly Club was completed on these days, so the table would be empty.',
          'an archive without a completed match is warned of');
select is(pg_temp.warnings('clear'), null, 'without points, clearing is harmless');
select tests.predicts(amina, played, 2, 1), tests.predicts(amina, second, 2, 1) from game;
select tests.ends(played, 2, 1) from game;
select is(pg_temp.warnings('archive'), null, 'an archive of a completed match is not warned of');
select is(pg_temp.warnings('archive', current_date - 90, current_date - 60),
          'No match of Friendly Club was completed on these days, so the table would be empty.',
          'its days decide');
select is(pg_temp.warnings('clear'),
          'No archive has all points of Friendly Club. After clearing, an archive of them is empty.',
          'clearing without an archive is warned of');
create temporary table archive (id uuid default gen_random_uuid());
insert into archive default values;
grant select on archive to public;
insert into public.leaderboard_archives (id, name, league, start_date, end_date)
select a.id, 'Season', 'Friendly Club', d.first, d.last from archive a, days d;
select is(pg_temp.warnings('clear') is null, false, 'an archive without its rows is not enough');
select tests.act_as(olga) from game;
select public.create_leaderboard_snapshot(a.id, 'Friendly Club', d.first, d.last) from archive a, days d;
select tests.act_as_owner();
select is(pg_temp.warnings('clear'), null, 'after archiving, clearing is harmless');
select tests.ends(second, 0, 0) from game;
select is(pg_temp.warnings('clear') is null, false, 'not when a result came after the archive');

create temporary table late as select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Hull', n) as id
  from unnest('{Derby,Luton,Stoke,York}'::text[]) n;
select tests.kickoff_moves_to(id, '-5 hours') from late;
select is(pg_temp.warnings('archive'), '4 matches have no result yet, although the time has passed.',
          'unplayed matches are warned of');
select private.clear_points(null);
select tests.count_all_points();
select is(pg_temp.warnings('clear'), '4 matches have no result yet, although the time has passed.',
          'also before clearing');
select is(pg_temp.warnings('archive') like 'The points of these days were cleared%', true,
          'an archive after clearing is warned of');
select * from finish();
