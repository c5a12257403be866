-- The form, places and last meeting of the teams of a match.
select plan(13);

create temporary table people as select tests.a_player('Amina') as amina;
grant select on people to public;
create temporary table games (n integer, id uuid);
grant select on games to public;
-- Alpha, Bravo, Cedar and Delta. Match 9 is to be predicted, 10 and 11 are after it.
with added as (
  insert into public.matches (home_team_name, away_team_name, match_date, match_time, league, season, round)
  select tests.a_team(d.home), tests.a_team(d.away), d.day, '15:00', d.league, d.season, 'Round ' || d.n
    from (values (1, 'Alpha', 'Bravo', date '2030-03-01', 'Premier League', '2029/30'),
                 (2, 'Alpha', 'Cedar', '2030-08-10', 'Premier League', '2030/31'),
                 (3, 'Bravo', 'Delta', '2030-08-11', 'Premier League', '2030/31'),
                 (4, 'Delta', 'Alpha', '2030-08-17', 'Premier League', '2030/31'),
                 (5, 'Cedar', 'Bravo', '2030-08-18', 'Premier League', '2030/31'),
                 (6, 'Alpha', 'Delta', '2030-08-24', 'FA Cup', '2030/31'),
                 (7, 'Alpha', 'Echo', '2030-08-27', 'FA Cup', '2030/31'),
                 (8, 'Echo', 'Alpha', '2030-08-28', 'FA Cup', '2030/31'),
                 (9, 'Bravo', 'Alpha', '2030-09-01', 'Premier League', '2030/31'),
                 (10, 'Alpha', 'Bravo', '2030-09-08', 'Premier League', '2030/31'),
                 (11, 'Fox', 'Gull', '2030-09-08', 'Premier League', '2031/32')) d (n, home, away, day, league, season)
  returning id, right(round, -6)::integer as n
)
insert into games select n, id from added;
create function pg_temp.game(_n integer) returns uuid language sql as $$ select id from games where n = _n $$;
create function pg_temp.guide(_n integer, _path text) returns text language sql as $$
  select public.match_guide(pg_temp.game(_n)) #>> string_to_array(_path, ' ')
$$;
grant execute on function pg_temp.game(integer), pg_temp.guide(integer, text) to public;
select tests.ends(pg_temp.game(n), home, away)
  from (values (1, 2, 2), (2, 3, 0), (3, 1, 0), (4, 1, 1), (5, 2, 0), (6, 0, 1), (7, 1, 0), (8, 0, 2), (10, 9, 0))
       r (n, home, away);
-- What a team did in its last five matches, in letters.
create function pg_temp.form(_n integer, _side text) returns text language sql as $$
  select string_agg(f ->> 'result', '' order by at)
    from jsonb_array_elements(public.match_guide(pg_temp.game(_n)) -> _side -> 'form') with ordinality f (f, at)
$$;
grant execute on function pg_temp.form(integer, text) to public;

select tests.act_as(amina) from people;
select is(pg_temp.form(9, 'away'), 'WWLDW', 'the last five results of a team, the latest first, in all competitions');
select is(pg_temp.guide(9, 'away form 0 away_score'), '2', 'with their scores');
select is(pg_temp.form(9, 'home'), 'LWD', 'a team with fewer has fewer, also of the season before');
select is(pg_temp.guide(9, 'away place'), '1', 'Alpha has four points');
select is(pg_temp.guide(9, 'away points'), '4', 'of the competition''s season only');
select is(pg_temp.guide(9, 'home place'), '3', 'Cedar and Bravo have three and one difference, and Cedar more goals');
select is(pg_temp.guide(9, 'home played'), '2', 'from two matches');
select is(pg_temp.guide(9, 'last_meeting date'), '2030-03-01', 'the last meeting may be of another season');
select is(pg_temp.guide(10, 'last_meeting date'), '2030-03-01', 'and is a completed match, not one to come');
select is(pg_temp.guide(11, 'home place'), null, 'before the first result of a season there is no place');
select is(pg_temp.guide(11, 'home form'), '[]', 'no form');
select is(pg_temp.guide(11, 'last_meeting'), null, 'and no meeting');
select is(public.match_guide(gen_random_uuid()), null, 'an unknown match has no guide');

select * from finish();
