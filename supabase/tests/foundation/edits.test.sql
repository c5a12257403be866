-- Edits with what the organiser saw: refused if it has changed since.
select plan(39);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as open, tests.a_match_kicking_off_in('-3 hours') as over,
  (select id from public.teams where name = 'Arsenal') as team, null::uuid as group_id;
grant select, update on game to public;
update game set team = t.id from public.teams t where t.name = 'Arsenal';
insert into public.news (title, content, title_formatting) values ('Title', 'Content', '{"isBold": true}');

-- One row: matches, news and teams.
select tests.act_as(amina) from game;
select throws_ok($$ select public.change_row('teams', team, '{"logo_url": null}', '{}') from game $$, 'SL003', null,
                 'players cannot change a row');
select throws_ok($$ select public.save_settings('{"quiet_hours": "23:00-07:00"}') $$, 'SL003', null,
                 'players cannot save settings');
select tests.act_as(olga) from game;
select lives_ok($$ select public.change_row('matches', open, '{"round": "Final"}',
                     jsonb_build_object('round', open::text, 'match_time', m.match_time, 'season', 'tests'))
                     from game join public.matches m on m.id = open $$, 'a match that is as it was seen is changed');
select is(m.round, 'Final', 'only the given columns change') from public.matches m, game where m.id = open;
select throws_ok($$ select public.change_row('matches', open, '{"round": "Semi-final"}', '{"round": "Quarter-final"}')
                     from game $$, 'SL016', null, 'a match that has changed since is not');
select throws_ok($$ select public.change_row('matches', open, '{"round": "Semi-final"}', '{"round": null}')
                     from game $$, 'SL016', null, 'a value that was missing when it was seen has changed too');
select throws_ok($$ select public.change_row('matches', open, '{"round": null}', '{"season": "Tests"}') from game $$,
                 'SL016', null, 'seen columns that stay count too');
select is(m.round, 'Final', 'a refused change leaves the match') from public.matches m, game where m.id = open;
select lives_ok($$ select public.change_row('news', id, '{"title_formatting": {"isBold": false}, "title": "New"}',
                     '{"title_formatting": {"isBold": true}, "title": "Title", "image_url": null}')
                     from public.news $$, 'news with formatting is compared and changed');
select throws_ok($$ select public.change_row('news', id, '{"title": "Newer"}', '{"title_formatting": {}}')
                     from public.news $$, 'SL016', null, 'a part of the seen formatting is not the same');
select lives_ok($$ select public.change_row('teams', team, '{"logo_url": "https://x.example/a.png"}',
                     '{"name": "Arsenal", "logo_url": null}') from game $$, 'a team is changed');
select is((select a.new_values from public.admin_audit_log a where a.action = 'teams.update'),
          '{"logo_url": "https://x.example/a.png"}', 'the change is audited as a direct one');
select throws_ok($$ select public.change_row('teams', gen_random_uuid(), '{"name": "X"}', '{}') $$, 'PT404', null,
                 'an unknown row is not found');
select throws_ok($$ select public.change_row('profiles', amina, '{"full_name": "X"}', '{}') from game $$, '22023',
                 null, 'other tables are refused');
select throws_ok($$ select public.change_row(null, amina, '{"full_name": "X"}', '{}') from game $$, '22023', null,
                 'no table is refused');
select throws_ok($$ select public.change_row('teams', team, '{}', '{}') from game $$, '22023', null,
                 'no value is refused');
select throws_ok($$ select public.change_row('matches', open, '{"predictions_count": 7}', '{}') from game $$, '42501',
                 null, 'columns without the privilege are refused');

-- Settings.
select lives_ok($$ select public.save_settings('{"quiet_hours": "23:00-07:00", "home_display_matches": "[]"}',
                                               '{"quiet_hours": null, "home_display_matches": null}') $$,
                'settings that did not exist are added');
select throws_ok($$ select public.save_settings('{"quiet_hours": "22:00-07:00"}', '{"quiet_hours": null}') $$, 'SL016',
                 null, 'a setting that another organiser added is not replaced');
select throws_ok($$ select public.save_settings('{"home_display_matches": "[1]", "quiet_hours": "22:00-07:00"}',
                      '{"home_display_matches": "[]", "quiet_hours": "21:00-07:00"}') $$, 'SL016', null,
                 'one changed setting refuses all');
select is((select setting_value from public.admin_settings where setting_key = 'home_display_matches'), '[]',
          'so none is saved');
select lives_ok($$ select public.save_settings('{"home_display_matches": "[1]"}',
                     '{"home_display_matches": "[]", "quiet_hours": "21:00-07:00"}') $$,
                'settings that are not saved are not compared');
delete from public.admin_settings where setting_key = 'home_display_matches';
select throws_ok($$ select public.save_settings('{"home_display_matches": "[2]"}',
                                                '{"home_display_matches": "[1]"}') $$, 'SL016',
                 null, 'a deleted setting has changed');
select lives_ok($$ select public.save_settings('{"quiet_hours": "21:00-07:00"}') $$,
                'without what was seen, the setting is replaced');

-- Results.
create function pg_temp.completes(_home integer, _seen text) returns text language sql as $$
  select format($call$ select public.complete_matches('[{"id": "%s", "home_score": %s, "away_score": 0%s}]') $call$,
                upper(over::text), _home, coalesce(', "seen": ' || _seen, '')) from game
$$;
select lives_ok(pg_temp.completes(1, '{"is_completed": false, "home_score": null, "away_score": null}'),
                'a result is entered if there was none');
select throws_ok(pg_temp.completes(2, '{"is_completed": false, "home_score": null, "away_score": null}'), 'SL016',
                 null, 'a result that another organiser entered is not replaced');
select throws_ok(pg_temp.completes(2, '{"is_completed": false, "home_score": 1, "away_score": 0}'), 'SL016', null,
                 'neither is one that equals the running score that was seen');
select lives_ok(pg_temp.completes(1, '{"is_completed": false, "home_score": null, "away_score": null}'),
                'two organisers may enter the same result');
select lives_ok(pg_temp.completes(2, '{"is_completed": true, "home_score": 1, "away_score": 0}'),
                'the result that was seen can be corrected');
select throws_ok(pg_temp.completes(3, '[]'), '22023', null, 'what was seen is an object');

-- Payments, the provider's settings and groups.
select throws_ok($$ select public.set_provider_settings(true, true, '{}', '{"follows_scores": null}') $$, 'SL016',
                 null, 'changed provider settings are not replaced');
select tests.act_as_owner();
insert into public.payments (plan_type, expires_at, payer_name, amount_rs, method, paid_on)
values ('fa_cup', now() + interval '1 day', 'Ben', 100, 'cash', '2000-01-01');
select tests.act_as(olga) from game;
select throws_ok($$ select public.change_payment(id, '{"payer_name": "Ben", "amount_rs": 200, "method": "cash",
                      "paid_on": "2000-01-01"}', '{"amount_rs": 150}') from public.payments $$, 'SL016', null,
                 'a changed payment is not replaced');
select tests.act_as(amina) from game;
update game set group_id = public.create_group('Friday five', '#000000', '#ffffff');
select lives_ok($$ select public.update_group(group_id, 'Saturday', '#000000', '#ffffff', false,
                      '{"name": "Friday five", "counts_from_joining": false}') from game $$,
                'a group that is as it was seen is changed');
select throws_ok($$ select public.update_group(group_id, 'Sunday', '#000000', '#ffffff', false,
                      '{"name": "Friday five"}') from game $$, 'SL016', null, 'a changed group is not');

-- Who saved first.
create function pg_temp.detail_of(_call text) returns jsonb language plpgsql as $$
declare
  detail text;
begin
  execute _call;
  return null;
exception when sqlstate 'SL016' then
  get stacked diagnostics detail = pg_exception_detail;
  return nullif(detail, '')::jsonb - 'saved_at';
end $$;
grant execute on function pg_temp.detail_of(text) to public;
create function pg_temp.of_news() returns jsonb language sql as $$
  select pg_temp.detail_of(format('select public.change_row(''news'', %L, ''{"title": "x"}'', ''{"title": "y"}'')',
                                  n.id))
    from public.news n
$$;
grant execute on function pg_temp.of_news() to public;
select tests.act_as_owner();
create temporary table others as select tests.an_admin('Oscar') as oscar, tests.a_player('Nora') as nora;
insert into public.user_roles (user_id, role) select nora, 'news' from others;
grant select on others to public;
select tests.act_as(oscar) from others;
select public.change_row('news', id, '{"title": "Later"}', '{}') from public.news;
select public.save_settings('{"quiet_hours": "21:00-07:00"}');
select public.complete_matches(jsonb_build_array(jsonb_build_object('id', over, 'home_score', 4, 'away_score', 4)))
  from game;
select tests.act_as(olga) from game;
select is(pg_temp.of_news(), '{"saved_by": "Oscar", "is_me": false}', 'an organiser is told who saved');
select is(pg_temp.detail_of($$ select public.save_settings('{"quiet_hours": "20:00-07:00"}',
                                                           '{"quiet_hours": "x"}') $$),
          '{"saved_by": "Oscar", "is_me": false}', 'also of a setting');
select is(pg_temp.detail_of(format('select public.complete_matches(%L)', jsonb_build_array(jsonb_build_object(
            'id', over, 'home_score', 1, 'away_score', 1, 'seen', '{"home_score": 9, "away_score": 9}'::jsonb)))),
          '{"saved_by": "Oscar", "is_me": false}', 'and of a result') from game;
select tests.act_as(oscar) from others;
select is(pg_temp.of_news(), '{"saved_by": "Oscar", "is_me": true}', 'oneself too, in another window');
select tests.act_as(nora) from others;
select is(pg_temp.of_news(), null, 'a helper is not');
