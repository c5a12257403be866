select plan(27);

-- Names that mean one team.
select is(private.team_key(n.name), private.team_key('Arsenal'), n.name || ' is Arsenal')
  from (values ('Arsenal FC'), ('arsenal '), ('ARSENAL  fc'), ('Arsenal F.C.'), ('Arsenal FC (ENG)'),
        ('Ársenal')) n (name);
select is(private.team_key(n.one), private.team_key(n.other), n.one || ' is ' || n.other)
  from (values ('St. Gallen', 'FC St Gallen'), ('Bodø/Glimt', 'FK Bodo Glimt'), ('Brighton & Hove Albion',
        'Brighton and Hove Albion FC'), ('Österreich Wien', 'Osterreich Wien'), ('Nott''m Forest', 'Nottm Forest'))
       n (one, other);
select isnt(private.team_key(n.one), private.team_key(n.other), n.one || ' is not ' || n.other)
  from (values ('Manchester City', 'Manchester United'),
        ('Dundee', 'Dundee United'), ('Freiburg', 'Freiburg II'))
       n (one, other);
select is(private.team_key('FC'), 'fc', 'a name of such letters only keeps them');
select is(private.canonical_team_name('Spurs'), private.canonical_team_name('TOTTENHAM HOTSPUR'),
          'aliases are compared in the same way');

-- One team has one name in the club.
insert into public.teams (name) values ('Racing Club');
select throws_ok($$ insert into public.teams (name) values ('Racing  Club F.C.') $$, '23505',
  '“Racing  Club F.C.” is a name of Racing Club, which is a team already', 'a second name of a team is refused');
select throws_ok($$ insert into public.teams (name) values ('Racing Club') $$, '23505', null, 'as its name is');
select lives_ok($$ update public.teams set name = 'Racing Club FC' where name = 'Racing Club' $$,
                'a team can take another spelling of its name');
insert into public.teams (name) values ('Estudiantes');
select throws_ok($$ update public.teams set name = 'RACING CLUB' where name = 'Estudiantes' $$, '23505', null,
                 'a team cannot take the name of another');
insert into public.matches (home_team_name, away_team_name, match_date, league)
values ('racing club', 'ESTUDIANTES', '2027-05-01', 'Friendly Club');
select results_eq(
  $$ select home_team_name, away_team_name from public.matches where match_date = '2027-05-01' $$,
  $$ values ('Racing Club FC', 'Estudiantes') $$, 'a match is added with the club''s names of its teams');
select throws_ok(
  $$ insert into public.matches (home_team_name, away_team_name, match_date, league)
     values ('Racing Club', 'Racing Club FC', '2027-05-02', 'Friendly Club') $$,
  '23514', null, 'a team does not play itself under two names');

-- Teams that a name means: every spelling of every alias.
insert into public.teams (name) values ('Tottenham');
select is((select array_agg(t.name) from private.teams_meant(n.name) t), array['Tottenham'], n.name || ' is Tottenham')
  from (values ('Spurs'), ('Tottenham Hotspur FC'), ('TOTTENHAM  fc')) n (name);
select is_empty($$ select from private.teams_meant('Nowhere') $$, 'an unknown name means no team');

-- A match costs the same in a club of any number of teams.
insert into public.teams (name) select 'Village ' || i from generate_series(1, 1000) i;
set local track_functions = 'all';
insert into public.matches (home_team_name, away_team_name, match_date, league)
values ('Spurs', 'Village 7 FC', '2027-05-03', 'Friendly Club'),
       ('New Town', 'Village 9', '2027-05-03', 'Friendly Club');
select cmp_ok((select calls from pg_stat_xact_user_functions where funcname = 'team_key'), '<', 200::bigint,
              'a new match does not compare its teams with every team of the club');
select * from finish();
