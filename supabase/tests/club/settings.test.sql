select plan(13);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga;
grant select on game to public;
create or replace function tests.saves_home(_value text) returns void language sql as $$
  insert into public.admin_settings (setting_key, setting_value)
  select k, _value from unnest(array['home_display_countdowns_config', 'home_display_leaderboards',
                                     'home_display_matches',
                                     'show_friendly_club_leaderboard_page', 'jackpot_display_settings']) k
  on conflict (setting_key) do update set setting_value = excluded.setting_value
$$;
grant execute on function tests.saves_home(text) to public;

select tests.act_as((select amina from game));
select throws_ok($$ select tests.saves_home('"mine"') $$, 'SL003', null, 'players cannot save home settings');
select tests.act_as((select olga from game));
select tests.saves_home('"first"');
select results_eq(
  $$ select action, old_values, (select count(*)::int from jsonb_each(new_values)) from public.admin_audit_log $$,
  $$ values ('update_home_display_settings', null::jsonb, 5) $$,
  'the first save of the five settings writes one audit row'
);

select tests.saves_home('"second"');
select results_eq(
  $$
    select old_values ->> 'home_display_matches', new_values ->> 'home_display_matches',
           (select count(*)::int from jsonb_each(new_values)) from public.admin_audit_log order by id desc limit 1
  $$,
  $$ values ('"first"', '"second"', 5) $$,
  'the second save writes one audit row with old and new values'
);

select is((select count(*)::int from public.admin_audit_log), 2, 'no other audit row is written');
delete from public.admin_settings where setting_key in ('home_display_matches', 'jackpot_display_settings');
select is(
  (select count(*)::int from public.admin_audit_log where action = 'admin_settings.delete'),
  2,
  'a deleted setting is audited like any other'
);

select tests.saves_home('"third"');
select results_eq(
  $$
    select (select count(*)::int from jsonb_each(old_values)), (select count(*)::int from jsonb_each(new_values))
      from public.admin_audit_log order by id desc limit 1
  $$,
  $$ values (3, 5) $$,
  'a save that adds and changes settings writes one audit row'
);

select tests.saves_home('"third"');
select results_eq(
  $$ select old_values, new_values from public.admin_audit_log order by id desc limit 1 $$,
  $$ values ('{}'::jsonb, '{}'::jsonb) $$,
  'a save that changes nothing is audited as such'
);

insert into public.admin_settings (setting_key, setting_value) values ('custom_countdown_config', '{}');
update public.admin_settings set setting_value = '{"a": 1}' where setting_key = 'custom_countdown_config';
select results_eq(
  $$
    select action, new_values ->> 'setting_value' from public.admin_audit_log
      where record_id = 'custom_countdown_config' order by id
  $$,
  $$ values ('admin_settings.insert', '{}'), ('admin_settings.update', '{"a": 1}') $$,
  'other settings are audited row by row'
);

select is(
  (select count(*)::int from public.admin_audit_log where action = 'update_home_display_settings'),
  4,
  'other settings are not part of the home audit row'
);

-- Subjects.
insert into public.teams (name) values ('Leeds'), ('Hull');
insert into public.matches (home_team_name, away_team_name, match_date, league)
  values ('Leeds', 'Hull', current_date + 2, 'Friendly Club');
update public.matches set round = 'Final';
select public.delete_match((select id from public.matches));
insert into public.leaderboard_archives (name, league, start_date, end_date)
  values ('Autumn', 'Premier League', '2001-08-01', '2001-12-31');
delete from public.leaderboard_archives where name = 'Autumn';
select results_eq(
  $$
    select action, regexp_replace(subject, '\d+ \w+ \d+$', 'date') from public.admin_audit_log
     where table_name in ('matches', 'leaderboard_archives') order by id
  $$,
  $$ values ('matches.insert', 'Leeds v Hull, date'), ('matches.update', 'Leeds v Hull, date'),
            ('delete_match', 'Leeds v Hull, date'), ('leaderboard_archives.insert', 'Autumn'),
            ('leaderboard_archives.delete', 'Autumn') $$,
  'an entry keeps the name of what it is about'
);
select public.set_admin_role((select amina from game), true), public.set_admin_role((select amina from game), false);
select is_empty(
  $$ select from public.admin_audit_log where subject ilike '%amina%' or new_values::text ilike '%amina%' $$,
  'an entry about a player does not contain the name'
);

select tests.act_as_secret_key();
select tests.saves_home('"fourth"');
select is(
  (select admin_user_id from public.admin_audit_log order by id desc limit 1),
  null,
  'a save with the secret key is audited without a name'
);

select tests.act_as((select olga from game));
do $$ begin for n in 1 .. 45 loop perform tests.saves_home(n::text); end loop; end $$;
select throws_ok(
  $$ select tests.saves_home('"fifty-first"') $$,
  'SL004', null,
  'a save is one action: the 51st is refused'
);

select * from finish();
