select plan(41);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina;
grant select on game to public;

create function pg_temp.listed(_home text, _away text, _day date, _round text default null,
                               _season text default '2026/27', _league text default 'FA Cup') returns uuid
language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
begin
  insert into public.matches (id, home_team_name, away_team_name, match_date, league, season, round)
  values (new_id, _home, _away, _day, _league, _season, _round);
  return new_id;
end $$;
-- Whether these two matches are found as one, and how.
create function pg_temp.found(_one uuid, _other uuid) returns text language sql as $$
  select coalesce((select case when d.is_exchanged then 'exchanged' else 'one match' end
                     from private.duplicate_matches() d
                    where (d.keep_id, d.remove_id) in ((_one, _other), (_other, _one))), 'two matches')
$$;

-- Matches that stand twice.
create temporary table first as select pg_temp.listed('Leeds', 'Hull', '2026-10-10', 'Third round') as id;
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-14', ' third  Round')), 'one match',
          'the same round is one match, however far apart and however written') from first;
delete from public.matches m where m.home_team_name = 'Leeds' and m.id <> (select id from first);
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-13', 'Round 3')), 'one match',
          'another round three days later is one match') from first;
delete from public.matches m where m.home_team_name = 'Leeds' and m.id <> (select id from first);
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-14', 'Round 3')), 'two matches',
          'another round four days later is another match') from first;
delete from public.matches m where m.home_team_name = 'Leeds' and m.id <> (select id from first);
select is(pg_temp.found(id, pg_temp.listed('Hull', 'Leeds', '2026-10-07', 'Round 3')), 'exchanged',
          'exchanged sides three days before are one match') from first;
delete from public.matches m where m.away_team_name = 'Leeds';
select is(pg_temp.found(id, pg_temp.listed('Hull', 'Leeds', '2026-10-06', 'Third round')), 'two matches',
          'exchanged sides four days before are another match, in the same round too') from first;
delete from public.matches m where m.away_team_name = 'Leeds';
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-11', 'Round 3', '2026-2027')), 'one match',
          'another spelling of the season is the same season') from first;
delete from public.matches m where m.home_team_name = 'Leeds' and m.id <> (select id from first);
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-11', 'Third round', '2025/26')), 'one match',
          'a day later is one match, whatever season was typed') from first;
delete from public.matches m where m.home_team_name = 'Leeds' and m.id <> (select id from first);
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-14', 'Third round', '2025/26')), 'two matches',
          'another season is another match') from first;
select is(pg_temp.found(id, pg_temp.listed('Leeds', 'Hull', '2026-10-11', 'Third round', '2026/27', 'League Cup')),
          'two matches', 'another competition is another match') from first;
select is(pg_temp.found(pg_temp.listed('Derby', 'Hull', '2026-10-10'),
                        pg_temp.listed('Derby', 'Hull', '2026-10-15')),
          'two matches', 'matches without a round are not in the same round');
select is(pg_temp.found(pg_temp.listed('Derby', 'Stoke', '2021-10-10', 'Final', null),
                        pg_temp.listed('Derby', 'Stoke', '2025-10-10', 'Final', null)),
          'two matches', 'finals of unknown seasons are not of the same season');
create temporary table copies as
  select pg_temp.listed('Bury', 'Wigan', '2026-10-10', 'A') as one,
         pg_temp.listed('Bury', 'Wigan', '2026-10-11', 'B') as two,
         pg_temp.listed('Bury', 'Wigan', '2026-10-12', 'C') as three;
select results_eq($$ select d.keep_id, count(*) from private.duplicate_matches() d, copies
                      where d.keep_id in (one, two, three) group by 1 $$,
                  'select least(one, two, three), 2::bigint from copies',
                  'three copies are two pairs with the same match to keep');
update public.matches set status = 'completed', home_score = 1, away_score = 0 where id = (select three from copies);
select is((select count(*) from private.duplicate_matches() d, copies where d.keep_id = three), 2::bigint,
          'which is the one with a result');

-- Teams that are one, because an alias was added later.
select pg_temp.listed('Totten', 'Luton', '2026-11-01', 'A'), pg_temp.listed('Luton', 'Totten', '2026-12-01', 'B'),
       pg_temp.listed('Spurs XI', 'Barnet', '2026-11-08', 'C'), pg_temp.listed('Watford', 'Totten', '2026-11-15', 'D');
insert into public.team_aliases (alias, team_name) values ('Tott', 'Totten');
select is_empty('select * from private.duplicate_teams()', 'no team has two names yet');
update public.teams set logo_url = 'https://example.com/' || name where name in ('Totten', 'Watford');
create temporary table teams as
  select (select id from public.teams where name = 'Spurs XI') as keep,
         (select id from public.teams where name = 'Totten') as remove;
grant select on teams to public;
create view pg_temp.names as
  select private.canonical_team_name('Tott') as tott, private.canonical_team_name('Totten') as totten,
         private.canonical_team_name('Spurs XI') as spurs;

-- Who may look and merge.
select tests.act_as(amina) from game;
select throws_ok('select public.duplicates()', 'SL003', null, 'a player may not list duplicates');
select throws_ok('select public.merge_teams(keep, remove) from teams', 'SL003', null, 'a player may not merge teams');
select tests.act_as_anonymous();
select throws_ok('select public.duplicates()', '42501', null, 'a visitor may not list duplicates');
select tests.act_as(olga) from game;
select throws_ok('select public.merge_teams(keep, keep) from teams', '22023', null,
                 'a team is not merged with itself');
select throws_ok('select public.merge_teams(keep, gen_random_uuid()) from teams', 'PT404', null,
                 'an unknown team is refused');
select tests.act_as_owner();

-- Merging two teams, whose names mean different teams so far.
select is(tests.difference_after_undo(format('select public.merge_teams(%L, %L)', keep, remove), olga, oscar),
          'private.match_revisions', 'a merge of teams is undone; calendars count another change') from game, teams;
delete from private.match_revisions;
select tests.act_as(olga) from game;
select isnt((select public.merge_teams(keep, remove) from teams), null, 'a merge returns the id of its undo');
select tests.act_as_owner();
select is((select count(*) from public.teams t where t.name = 'Totten'), 0::bigint, 'the removed team is gone');
select results_eq($$ select m.home_team_name, m.away_team_name, m.home_team_logo, m.away_team_logo
                       from public.matches m where 'Spurs XI' in (m.home_team_name, m.away_team_name)
                      order by m.match_date $$,
                  $$ values ('Spurs XI', 'Luton', 'https://example.com/Totten', null),
                            ('Spurs XI', 'Barnet', 'https://example.com/Totten', null),
                            ('Watford', 'Spurs XI', 'https://example.com/Watford', 'https://example.com/Totten'),
                            ('Luton', 'Spurs XI', null, 'https://example.com/Totten') $$,
                  'its matches are the kept team''s, which takes its logo');
select results_eq('select tott, totten from pg_temp.names', 'select spurs, spurs from pg_temp.names',
                  'its name and its aliases are names of the kept team');
select is(private.club_team_name('Totten'), 'Spurs XI', 'so an import finds the kept team');
select results_eq($$ select l.subject, l.old_values ->> 'name', (l.new_values ->> 'matches')::integer
                       from public.admin_audit_log l where l.action = 'merge_teams' order by l.id desc limit 1 $$,
                  $$ values ('Spurs XI', 'Totten', 3) $$, 'it is audited');

-- A team whose names are a product's: the canonical name is then an alias too.
select pg_temp.listed('Wolves', 'Luton', '2026-11-02', 'A'),
       pg_temp.listed('Wanderers XI', 'Luton', '2026-11-09', 'B');
select tests.act_as(olga) from game;
select isnt((select public.merge_teams(k.id, r.id) from public.teams k, public.teams r
              where k.name = 'Wanderers XI' and r.name = 'Wolves'), null,
            'a team with aliases of the product is merged');
select tests.act_as_owner();
select is(private.club_team_name('Wolverhampton Wanderers FC'), 'Wanderers XI', 'and found by each of its names');

-- Teams that are one already.
select pg_temp.listed('Celtic', 'Porto', '2026-11-03', 'A'), pg_temp.listed('Celtic', 'Brest', '2026-11-10', 'A'),
       pg_temp.listed('Ajax', 'Bhoys', '2026-11-04', 'B');
update public.teams set logo_url = 'https://example.com/keep' where name = 'Celtic';
update public.teams set logo_url = 'https://example.com/gone' where name = 'Bhoys';
insert into public.team_aliases (alias, team_name) values ('Bhoys', 'Celtic');
select results_eq($$ select k.name, r.name from private.duplicate_teams() d join public.teams k on k.id = d.keep_id
                       join public.teams r on r.id = d.remove_id $$, $$ values ('Celtic', 'Bhoys') $$,
                  'two names of one team are found');
select tests.act_as(olga) from game;
select is((select jsonb_path_query_array(public.duplicates(), '$.teams[*].*.name')), '["Celtic", "Bhoys"]'::jsonb,
          'and listed for admins');
select is((select public.duplicates() -> 'teams' -> 0 -> 'remove') - 'id',
          '{"name": "Bhoys", "logo_url": "https://example.com/gone", "matches": 1, "predictions": 0}'::jsonb,
          'with what each has');
select tests.act_as_owner();
create temporary table celtic as
  select k.id as keep, r.id as remove from public.teams k, public.teams r where k.name = 'Celtic' and r.name = 'Bhoys';
grant select on celtic to public;

-- Matches that a merge of teams would make one.
create temporary table between as select pg_temp.listed('Bhoys', 'Porto', '2026-12-03', 'A') as id;
select tests.act_as(olga) from game;
select throws_ok('select public.merge_teams(keep, remove) from celtic', '22023',
                 'Merge or delete these matches first: Celtic v Porto, 3 Nov 2026 and Bhoys v Porto, 3 Dec 2026',
                 'a merge that would list a match twice names the matches') from celtic;
select tests.act_as_owner();
update public.matches set round = null, match_date = '2026-11-03' where id = (select id from between);
update public.matches set round = null where home_team_name = 'Celtic' and away_team_name = 'Porto';
select tests.act_as(olga) from game;
select throws_ok('select public.merge_teams(keep, remove) from celtic', '22023', null,
                 'two matches without a round on one day would be one');
select tests.act_as_owner();
update public.matches set match_date = '2026-11-20', away_team_name = 'Bhoys', home_team_name = 'Celtic'
 where id = (select id from between);
select tests.act_as(olga) from game;
select throws_ok('select public.merge_teams(keep, remove) from celtic', '22023',
                 'Merge or delete these matches first: Celtic v Bhoys, 20 Nov 2026',
                 'teams that play each other are not merged');
select is((select count(*) from public.matches m where 'Bhoys' in (m.home_team_name, m.away_team_name)), 2::bigint,
          'and nothing is changed');
select tests.act_as_owner();
delete from public.matches where id = (select id from between);
select is(tests.difference_after_undo(format('select public.merge_teams(%L, %L)', keep, remove), olga, oscar),
          'private.match_revisions', 'a merge of two names of one team is undone') from game, celtic;
select tests.act_as(olga) from game;
select isnt((select public.merge_teams(keep, remove) from celtic), null, 'and merged');
select is((select count(*) from public.team_aliases a where 'Bhoys' in (a.alias, a.team_name)), 1::bigint,
          'without another alias');
select is((select t.logo_url from public.teams t where t.name = 'Celtic'), 'https://example.com/keep',
          'the kept team keeps its logo');
select is(public.duplicates() -> 'teams', '[]'::jsonb, 'no team has two names afterwards');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'every total is right');

select * from finish();
