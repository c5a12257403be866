select plan(57);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina;
grant select on game to public;

-- The rule, at its limits: 'same' sides, three days, the same season, rounds.
create function pg_temp.rule(_sides text, _days integer, _season boolean, _round text, _other text,
                             _round_robin boolean default false) returns boolean
language sql as $$ select private.may_be_one_match(_sides, _days, _season, _round, _other, _round_robin) $$;
select ok(pg_temp.rule(s, 3, false, 'a', 'b'), 'three days apart they may be one: ' || s)
  from unnest('{same,exchanged,resembling}'::text[]) s;
select ok(not pg_temp.rule(s, 4, true, 'a', 'a'), 'four days apart only with the same sides, not: ' || s)
  from unnest('{exchanged,resembling}'::text[]) s;
select ok(pg_temp.rule('same', 4, true, 'a', 'a'), 'the same round of a season is one match');
select ok(not pg_temp.rule('same', 4, false, 'a', 'a'), 'the same round of another season is not');
select ok(not pg_temp.rule('same', 4, true, 'a', 'b'), 'two rounds of a cup are two matches');
select ok(pg_temp.rule('same', 4, true, 'a', 'b', true),
          'two rounds of a league are one: a team is host once a season');
select ok(not pg_temp.rule('same', 4, false, 'a', 'b', true), 'two seasons of a league are two');
select ok(pg_temp.rule('same', 90, true, null, 'b'), 'a match without a round may be the one with a round');
select ok(not pg_temp.rule('same', 4, true, null, null), 'two cup matches without a round are two');
select is(pg_temp.rule(null, 4, null, null, null), false, 'nothing known is not one match');

-- Seasons of dates.
select results_eq($$ select private.season_on(d::date) from unnest(
                       '{2026-06-30,2026-07-01,2027-06-30,2027-07-01,1999-08-01}'::text[]) d $$,
                  $$ values ('2025/26'), ('2026/27'), ('2026/27'), ('2027/28'), ('1999/00') $$,
                  'a season begins on 1 July');
select results_eq($$ select private.season_key_of(s, '2026-11-28')
                       from unnest(array['2025-26', null, ' ', '2026']) s $$,
                  $$ values ('2025/26'), ('2026/27'), ('2026/27'), ('2026') $$, 'an empty season is that of the date');

-- A new match gets its season, by the club's name of it.
create function pg_temp.listed(_home text, _away text, _day date, _round text default null, _season text default null,
                               _league text default 'FA Cup') returns uuid
language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
begin
  insert into public.matches (id, home_team_name, away_team_name, match_date, league, season, round)
  values (new_id, _home, _away, _day, _league, _season, _round);
  return new_id;
end $$;
create function pg_temp.season_of(_id uuid) returns text language sql as $$
  select m.season from public.matches m where m.id = _id
$$;
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Wigan', '2030-08-01')), '2030/31',
          'a match without a season gets that of its date');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Wigan', '2031-08-01', null, ' ')), '2031/32',
          'a blank season is none');
select pg_temp.listed('Bury', 'Derby', '2032-08-01', 'A', '2032-2033', 'League Cup');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Wigan', '2032-09-01')), '2032-2033',
          'by the name that the club has in another competition');
select pg_temp.listed('Bury', 'Derby', '2034-08-01', 'A', '2034-2035', 'League Cup'),
       pg_temp.listed('Bury', 'Derby', '2034-08-01', 'A', 'FA Cup 34/35');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Stoke', '2034-09-01')), 'FA Cup 34/35',
          'or rather in this competition');
select pg_temp.listed('Bury', 'Derby', '2033-08-01', 'A', '2033');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Stoke', '2033-09-01')), '2033',
          'a competition whose seasons are years has the year');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Stoke', '2033-09-01', 'B', '2040')), '2040',
          'a given season stays');

select pg_temp.listed('Bury', 'Derby', '2042-08-01', 'A', 'Our first season');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Stoke', '2042-08-31', 'B')), 'Our first season',
          'a season without years is that of the matches within thirty days');
select is(pg_temp.season_of(pg_temp.listed('Bury', 'Hull', '2042-10-01', 'C')), '2042/43', 'and not of later ones');

-- Adding.
create function pg_temp.values_of(_home text, _away text, _day date, _more jsonb default '{}') returns jsonb
language sql as $$
  select jsonb_build_object('home_team_name', _home, 'away_team_name', _away, 'match_date', _day,
                            'match_time', '15:00', 'league', 'FA Cup', 'season', null, 'round', null,
                            'kickoff_confirmed', true) || _more
$$;
grant execute on function pg_temp.values_of(text, text, date, jsonb) to public;
create temporary table brentford as
  select pg_temp.listed('Brentford FC', 'Burnley FC', '2026-11-28', 'Third round', '2026/27') as id;
grant select on brentford to public;
select tests.act_as(olga) from game;
select is(public.preview_match(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29')) - 'resembling',
          '{"home": "Brentford FC", "away": "Burnley FC", "season": "2026/27", "is_home_new": false,
            "is_away_new": false}'::jsonb, 'the preview has what is stored');
select is(public.preview_match(pg_temp.values_of('Brentfrd', 'Burnley', null)) - 'season',
          '{"home": "Brentfrd", "away": "Burnley FC", "is_home_new": true, "is_away_new": false,
            "resembling": []}'::jsonb,
          'says that a team is new, and asks nothing while a field is empty');
create function pg_temp.asks(_values jsonb, _match_id uuid default null) returns text language sql as $$
  select coalesce(string_agg((r -> 'match' ->> 'home') || case when (r ->> 'is_exchanged')::boolean then ' exchanged'
                                                               else '' end, ', '), 'nothing')
    from jsonb_array_elements(public.preview_match(_values, _match_id) -> 'resembling') r
$$;
select is(pg_temp.asks(pg_temp.values_of('Brentford', 'Burnley', '2026-12-01')), 'Brentford FC',
          'three days later, under other names: asked');
select is(pg_temp.asks(pg_temp.values_of('Brentfrd', 'Burnley', '2026-11-29')), 'Brentford FC',
          'with a mistyped team: asked');
select is(pg_temp.asks(pg_temp.values_of('Burnley', 'Brentford', '2026-11-29')), 'Brentford FC exchanged',
          'with exchanged sides: asked');
select is(pg_temp.asks(pg_temp.values_of('Brentford', 'Burnley', '2027-02-01')), 'Brentford FC',
          'without a round, in the same season: asked');
select is(pg_temp.asks(pg_temp.values_of('Brentford', 'Burnley', '2027-02-01', '{"round": "Final"}')), 'nothing',
          'in another round of the cup: not asked');
select is(pg_temp.asks(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29', '{"league": "League Cup"}')), 'nothing',
          'in another competition: not asked');
select is(pg_temp.asks(pg_temp.values_of('Brentford', 'Chelsea', '2026-11-29')), 'nothing',
          'against another team: not asked');
select is(pg_temp.asks(pg_temp.values_of('Bristol City', 'Burnley', '2026-11-29')), 'nothing',
          'two names that are known are two teams');
select throws_ok($$ select public.add_match(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29')) $$, 'SL024', null,
                 'a match that the club may have is not added without the question');
select throws_ok($$ select public.add_match(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29'),
                                            array[gen_random_uuid()]) $$,
                 'SL024', null, 'nor after a question about another match');
select is((select count(*) from public.matches m where m.home_team_name = 'Brentford FC'), 1::bigint,
          'and nothing is added');
create temporary table added as
  select public.add_match(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29'), array[b.id],
                          '00000000-0000-4000-8000-000000000001') as id from brentford b;
grant select on added to public;
select is((select public.add_match(pg_temp.values_of('Brentford', 'Burnley', '2026-11-29'), array[b.id],
                                   '00000000-0000-4000-8000-000000000001') from brentford b),
          (select id from added), 'a repeated request adds one match');
select results_eq($$ select m.home_team_name, m.season from public.matches m join added using (id) $$,
                  $$ values ('Brentford FC', '2026/27') $$, 'it has the club''s name of the team, and its season');
select is((select l.subject from public.admin_audit_log l where l.action = 'matches.insert'
            order by l.id desc limit 1), 'Brentford FC v Burnley FC, 29 Nov 2026', 'it is audited');
select tests.act_as_owner();
select is_empty($$ select from private.duplicate_matches() d, added a where a.id in (d.keep_id, d.remove_id) $$,
                'Health remembers that they are two');

-- Changing.
select tests.act_as(olga) from game;
create temporary table later as
  select public.add_match(pg_temp.values_of('Brentford', 'Burnley', '2027-05-01', '{"round": "Final"}'),
                          (select array_agg(id) from added)) as id;
grant select on later to public;
select is(pg_temp.asks('{"match_date": "2027-05-02"}', id), 'nothing', 'a match is not asked about itself') from later;
select is(pg_temp.asks('{"match_date": "2026-11-30"}', id), 'Brentford FC',
          'an edit asks about the matches that it comes near to, but those that are known to be others') from later;
select throws_ok(format('select public.change_match(%L, ''{"match_date": "2026-11-30"}'', null)', id), 'SL024', null,
                 'and is refused without the question') from later;
select throws_ok(format('select public.change_match(%L, ''{"match_date": "2026-11-30"}'', %L)', id,
                        '{"match_date": "2027-05-09"}'), 'SL016', null,
                 'or if somebody else has changed the match') from later;
select lives_ok(format('select public.change_match(%L, ''{"match_date": "2026-11-30"}'', null, %L, false)', l.id,
                       array[b.id]), 'it is saved as one that is merged afterwards') from later l, brentford b;
select tests.act_as_owner();
select results_eq($$ select d.is_certain from private.duplicate_matches() d, later l
                      where l.id in (d.keep_id, d.remove_id) $$, 'values (true)', 'which Health then lists');

-- Health.
select is(tests.difference_after_undo(format('select public.keep_matches_apart(%L, %L)', l.id, b.id), olga, oscar),
          'no difference', 'the decision is undone') from game, later l, brentford b;
select tests.act_as(olga) from game;
select isnt((select public.keep_matches_apart(l.id, b.id) from later l, brentford b), null, 'two matches are two');
select throws_ok(format('select public.keep_matches_apart(%1$L, %1$L)', id), 'PT404', null,
                 'a match is not apart from itself') from later;
select tests.act_as_owner();
select is_empty($$ select from private.duplicate_matches() d, later l where l.id in (d.keep_id, d.remove_id) $$,
                'Health no longer lists them');
create temporary table slip as select pg_temp.listed('Watford', 'Everton', '2026-09-01', 'A', '2026/27') as one,
  pg_temp.listed('Watforrd', 'Everton', '2026-09-02', 'A', '2026/27') as other;
grant select on slip to public;
select results_eq($$ select d.is_certain, d.is_exchanged from private.duplicate_matches() d, slip
                      where one in (d.keep_id, d.remove_id) $$, 'values (false, false)',
                  'a mistyped team is found, and not merged with all others');
select tests.act_as(olga) from game;
select isnt((select public.merge_matches(jsonb_build_array(jsonb_build_object('keep', one, 'remove', other)))
               from slip), null, 'such matches are merged');
select throws_ok(format('select public.merge_matches(%L)', format('[{"keep": "%s", "remove": "%s"}]', one, b.id)),
                 '22023', null, 'others are not') from slip, brentford b;

-- Who may.
select tests.act_as(amina) from game;
select throws_ok('select public.preview_match(''{}'')', 'SL003', null, 'a player previews no match');
select throws_ok('select public.add_match(''{}'')', 'SL003', null, 'nor adds one');
select throws_ok('select public.change_match(gen_random_uuid(), ''{}'', null)', 'SL003', null, 'nor changes one');
select throws_ok('select public.keep_matches_apart(gen_random_uuid(), gen_random_uuid())', 'SL003', null,
                 'nor says that two are two');

select * from finish();
