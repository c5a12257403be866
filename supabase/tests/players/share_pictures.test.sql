-- The data of pictures: what it has, and what it refuses.
select plan(41);

create temporary table people as
  select tests.a_player(name) as id, name from unnest(array['Aisha Appadoo', 'Łukasz Šimić', 'Farah Naidoo']) name;
grant select on people to authenticated;
create temporary table games as
  select tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Home ' || n, 'Away ' || n) as id, n
    from generate_series(1, 8) n;
grant select on games to authenticated, anon;
update public.matches m set season = '2030/31', round = 'Matchday 3' from games g where m.id = g.id;
insert into public.admin_settings (setting_key, setting_value) values ('doubles', 'matchday');
insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction, is_double)
  select p.id, g.id, case p.name when 'Farah Naidoo' then 0 else 2 end, 0, g.n = 8 and p.name like 'Łukasz%'
    from people p, games g
   where not (p.name = 'Farah Naidoo' and g.n = 8);
create function pg_temp.person(_name text) returns uuid language sql as $$
  select id from people where name like _name || '%' $$;
create function pg_temp.game(_n integer) returns text language sql as $$ select id::text from games where n = _n $$;
grant execute on function pg_temp.person(text), pg_temp.game(integer) to authenticated, anon;

select tests.act_as(pg_temp.person('Aisha'));
select throws_ok($$ select public.share_picture_data('match', pg_temp.game(8)) $$, 'PT404', null,
                 'there is no picture of a prediction before the lock');
select throws_ok($$ select public.share_picture_data('own_round', pg_temp.game(8)) $$, 'PT404', null,
                 'there is no picture of a round before its first lock');
select throws_ok($$ select public.share_picture_data('leaderboard', 'Overall') $$, 'PT404', null,
                 'there is no picture of a leaderboard without a result');
select tests.act_as_owner();
select tests.ends(id, 2, 0) from games where n <= 7;
select tests.act_as(pg_temp.person('Aisha'));
select is(public.share_picture_data('own_round', pg_temp.game(8)) -> 'locked', '7',
          'a round has its locked matches and no open one');
select tests.act_as_owner();
select tests.kickoff_moves_to(id, '-1 minute') from games where n = 8;
select private.count_points();
select private.refresh_winners();

select tests.act_as(pg_temp.person('Aisha'));
select is(public.share_picture_data('match', pg_temp.game(8)) - 'user_id' - 'day' - 'date' - 'status' - 'league',
  '{"home": "Home 8", "away": "Away 8", "home_score": null, "away_score": null, "my_home": 2, "my_away": 0,
    "points": null, "is_double": false, "name": "Aisha Appadoo", "same": 2, "players": 2,
    "split": [2, 0, 0]}'::jsonb,
  'after the lock a match has the own prediction, and how everyone predicted');
select is(public.share_picture_data('match', pg_temp.game(1)) -> 'points', '3', 'a result has the points');
select is(public.share_picture_data('own_round', pg_temp.game(1)) - 'matches' - 'user_id' - 'date',
  '{"title": "Matchday 3", "detail": "Friendly Club 2030/31", "name": "Aisha Appadoo", "points": 21, "results": 7,
    "locked": 8}'::jsonb, 'a round has the own points of its results');
select is((select m from jsonb_array_elements(public.share_picture_data('own_round', pg_temp.game(1)) -> 'matches') m
            where m ->> 'home' = 'Home 8'),
  '{"home": "Home 8", "away": "Away 8", "home_score": null, "away_score": null, "my_home": 2, "my_away": 0,
    "points": null, "is_double": false}'::jsonb, 'and the pick of a match without a result');
select tests.act_as_owner();
update public.user_predictions set cleared_at = now(), points_earned = 0
 where user_id = pg_temp.person('Aisha') and match_id = pg_temp.game(1)::uuid;
select tests.act_as(pg_temp.person('Aisha'));
select is(public.share_picture_data('own_round', pg_temp.game(1)) -> 'points', '18', 'but none that were cleared');
select tests.act_as_owner();
update public.user_predictions set cleared_at = null, points_earned = 3
 where user_id = pg_temp.person('Aisha') and match_id = pg_temp.game(1)::uuid;
select tests.act_as(pg_temp.person('Aisha'));
create temporary table period as
  select p.period_id::text as id from public.leaderboard_periods('matchday', 'Friendly Club') p;
grant select on period to anon;
select is((public.share_picture_data('matchday', (select id from period)) - 'matches' - 'user_id'),
  '{"title": "Matchday 3", "month": null, "detail": "Friendly Club 2030/31", "name": "Aisha Appadoo",
    "points": 21, "rank": 1, "players": 3, "more": 1, "more_points": 3}'::jsonb,
  'a matchday has the own points and place');
select is(jsonb_array_length(public.share_picture_data('matchday', (select id from period)) -> 'matches'), 6,
          'and six of the matches');
select is((select string_agg(r ->> 'name' || case when (r ->> 'is_own')::boolean then ' (me)' else '' end, ', ')
             from jsonb_array_elements(public.share_picture_data('leaderboard', 'Overall') -> 'rows') r),
          'Aisha Appadoo (me), Łukasz Šimić, Farah Naidoo', 'a leaderboard has the first players and the caller');
select throws_ok($$ select public.share_picture_data('leaderboard', 'No League') $$, 'PT404', null,
                 'there is no picture of an unknown competition');
select throws_ok(format($$ select public.share_picture_data(%L, %L) $$, kind, of), 'PT404', null,
                 format('there is no picture of %s %s', kind, of))
  from (values ('match', 'none'), ('matchday', '99999999999999999999'), ('portrait', 'me')) v (kind, of);

create temporary table clubs as
  select public.create_group('Les Éléphants', '#0b5d33', '#f2c14e')::text as id;
select is(public.share_picture_data('invite', (select id from clubs)) - 'user_id',
  '{"group": "Les Éléphants", "first_colour": "#0b5d33", "second_colour": "#f2c14e", "members": 1,
    "name": "Aisha Appadoo"}'::jsonb, 'an invite has what its link shows to a visitor');
select is(jsonb_array_length(public.share_picture_data('group', (select id from clubs)) -> 'rows'), 1,
          'a group has its leaderboard for a member');
grant select on clubs to authenticated, service_role;
select tests.act_as_owner();
insert into public.group_members (group_id, user_id) select clubs.id::uuid, pg_temp.person('Łukasz') from clubs;
create temporary table pairs as select clubs.id || '/' || pg_temp.game(8) as id from clubs;
grant select on pairs to authenticated;
select tests.act_as(pg_temp.person('Aisha'));
select is(public.share_picture_data('picks', (select id from pairs)) - 'league' - 'date' - 'status',
  '{"group": "Les Éléphants", "first_colour": "#0b5d33", "second_colour": "#f2c14e", "home": "Home 8",
    "away": "Away 8", "home_score": null, "away_score": null, "players": 2, "split": [2, 0, 0], "more": 0,
    "scores": [{"home": 2, "away": 0, "players": 2, "names": [
      {"name": "Aisha Appadoo", "is_double": false}, {"name": "Łukasz Šimić", "is_double": true}]}]}'::jsonb,
  'after the lock a group has what each of its members predicted, with doubles');
select is(public.share_picture_data('picks', (select clubs.id from clubs) || '/' || pg_temp.game(1)) -> 'players',
          '2', 'and of nobody else');
select tests.act_as_owner();
select tests.act_as(tests.an_admin('Olga Owner'));
select status from public.reopen_match(pg_temp.game(8)::uuid, clock_timestamp() + interval '2 hours', 'Postponed');
select tests.act_as_owner();
select tests.act_as(pg_temp.person('Aisha'));
select throws_ok($$ select public.share_picture_data('picks', (select id from pairs)) $$, 'PT404', null,
                 'there is no picture of the picks while a match is open again');
select throws_ok(format($$ select public.share_picture_data('picks', %L) $$, of), 'PT404', null,
                 format('there is no picture of the picks %s', of))
  from unnest(array['', '/']) of;
select tests.act_as_owner();
select tests.kickoff_moves_to(pg_temp.game(8)::uuid, '-1 minute');
select tests.act_as(pg_temp.person('Farah'));
select throws_ok($$ select public.share_picture_data('picks', (select id from pairs)) $$, 'PT404', null,
                 'there is no picture of the picks for others');
select tests.act_as(pg_temp.person('Aisha'));
create temporary table links as select d.code from clubs, public.group_details(clubs.id::uuid) d;
grant select on links to service_role;
select tests.act_as_secret_key();
select is(public.invite_picture_data((select code from links), '192.0.2.1') ->> 'name', 'Aisha Appadoo',
          'the link is enough for the picture of an invite');
select is(public.invite_picture_data('00000000', '192.0.2.1'), null, 'a wrong code has none');
select is(count(public.invite_picture_data('00000000', '192.0.2.1')), 0::bigint, 'and is counted')
  from generate_series(1, 19);
select is(public.invite_picture_data((select code from links), '192.0.2.1'), null,
          'after 20 wrong codes the address gets no picture');
select isnt(public.invite_picture_data((select code from links), '192.0.2.2'), null, 'and another address does');
select tests.act_as_owner();
create temporary table month as
  select b.id, b.month from private.boards b where b.kind = 'month' order by b.month limit 1;
create temporary table standing as select b.id from private.boards b where b.kind = 'overall';
insert into private.period_winners (period_id, full_name, points, perfect_scores)
select b.id, name, 9, 3 from private.boards b, unnest(array['Farah', 'Aisha']) name
 where b.kind in ('matchday', 'month');
grant select on month, standing to anon;
select tests.act_as(pg_temp.person('Farah'));
select throws_ok(format($$ select public.share_picture_data(%L, (select id from clubs)) $$, kind), 'PT404', null,
                 format('there is no picture of the %s for others', kind))
  from unnest(array['group', 'invite']) kind;

select tests.act_as_anonymous();
select is(public.link_preview('/subscriptions?code=1234567&plan=fa_cup'),
  '[{"kind": "ticket", "image": "/functions/v1/share-picture?ticket=fa_cup",
     "facts": {"competition": "FA Cup"}}]'::jsonb,
  'a link with a code shows a messenger the plan that it names, and nothing about its code');
select is(public.link_preview('/subscriptions?code=1234567&plan=friendly_club'), '[]',
          'there is no ticket for what needs none');
select is(public.link_preview('/leaderboard?competition=friendly_club&period=matchday&of=' || (select id from period)),
  '[{"kind": "matchday", "image": null,
     "facts": {"round": "Matchday 3", "competition": "Friendly Club 2030/31"}}]'::jsonb,
  'a matchday has its name and no member');
select is(public.link_preview('/leaderboard?competition=overall&period=month&of=' || (select id from month)),
  (select jsonb_build_array(jsonb_build_object('kind', 'month', 'image', null, 'facts',
                                               jsonb_build_object('month', month))) from month),
  'and a month its first day');
select is(public.link_preview('/leaderboard?of=' || (select id from standing)), '[]',
          'the whole season has the general one');
select is(public.link_preview('/honours') -> 0 -> 'facts', '{"matchdays": 1, "months": 1}',
          'the honours have the number of those with winners, and no member');
select is(public.link_preview('/matches?match=' || pg_temp.game(8)) -> 0 -> 'facts',
  '{"home": "Home 8", "away": "Away 8", "competition": "Friendly Club", "is_open": false}'::jsonb,
  'a match has its teams, and whether it can be predicted');
select is(public.link_preview('/matches?match=next'), '[]', 'and the next match is whichever a member may predict');

-- Two calls of Farah have been counted, which the errors rolled back.
select tests.act_as_owner();
insert into private.attempts (bucket) select 'share-picture:' || pg_temp.person('Farah') from generate_series(1, 29);
select tests.act_as(pg_temp.person('Farah'));
select lives_ok($$ select public.share_picture_data('leaderboard', 'Overall') $$,
                'the 30th picture in a minute is drawn');
select throws_ok($$ select public.share_picture_data('leaderboard', 'Overall') $$, 'SL004', null,
                 'the 31st picture in a minute is refused');
