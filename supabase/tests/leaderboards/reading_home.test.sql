select plan(19);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as friendly,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Ajax') as european;
grant select on game to public;
select tests.predicts((select amina from game), (select friendly from game), 1, 0),
       tests.predicts((select ben from game), (select european from game), 1, 0);
select tests.a_subscription((select amina from game), 'premier_league'),
       tests.a_subscription((select ben from game), 'premier_league'),
       tests.a_subscription((select amina from game), 'fa_cup', '-1 minute');

select tests.act_as((select amina from game));
select results_eq(
  $$ select * from public.subscriber_count() $$,
  $$ values ('premier_league', 2), ('fa_cup', 0), ('league_cup', 0) $$,
  'subscriber_count counts each plan without expired subscriptions'
);

select tests.act_as_anonymous();
select throws_ok(
  $$ select * from public.subscriber_count() $$,
  '42501', null,
  'visitors cannot call subscriber_count'
);

select is_empty($$ select * from public.home_leaderboards() $$, 'no leaderboard is on Home before an admin chose one');

select tests.act_as((select olga from game));
insert into public.admin_settings (setting_key, setting_value) values
  ('home_display_leaderboards', '["friendly_club", "premier_league"]'),
    ('jackpot_display_settings', '{"enabled": true}');
select tests.act_as_anonymous();
select is_empty(
  $$ select * from public.home_leaderboards() $$,
  'a chosen leaderboard has no rows before its first result'
);

select tests.act_as_owner();
select tests.ends((select friendly from game), 1, 0), tests.ends((select european from game), 1, 0);
select tests.act_as_anonymous();
select results_eq(
  $$ select league, rank, full_name, points from public.home_leaderboards() $$,
  $$ values ('Friendly Club', 1, 'Amina', 3) $$,
  'visitors read the chosen leaderboards and no others'
);

select throws_ok(
  $$ select * from public.leaderboard('Friendly Club') $$,
  '42501', null,
  'visitors cannot read leaderboards in other ways'
);

select is_empty(
  $$ select setting_value from public.admin_settings where setting_key = 'jackpot_display_settings' $$,
  'visitors cannot read the jackpot''s setting'
);

select tests.act_as((select olga from game));
update public.admin_settings set setting_value = 'not json' where setting_key = 'home_display_leaderboards';
select is_empty($$ select * from public.home_leaderboards() $$, 'a setting that is not JSON chooses no leaderboard');
update public.admin_settings set setting_value = '{"a": 1}' where setting_key = 'home_display_leaderboards';
select is_empty(
  $$ select * from public.home_leaderboards() $$,
  'a setting that is JSON but not a list chooses no leaderboard'
);

select tests.act_as((select amina from game));
select is((public.my_data() #>> '{profile,full_name}'), 'Amina', 'my_data contains the player''s profile');
select is(jsonb_array_length(public.my_data() -> 'predictions'), 1, 'my_data contains only the player''s predictions');
-- The next matches of each competition.
select tests.act_as_owner();
delete from public.matches;
create temporary table coming as select
  tests.a_match_kicking_off_in('1 hour', 'Premier League') as first,
  tests.a_match_kicking_off_in('4 days 59 minutes 59 seconds', 'Premier League', 'Everton', 'Fulham') as last,
  tests.a_match_kicking_off_in('4 days 1 hour 1 second', 'Premier League', 'Leeds', 'Burnley') as beyond,
  tests.a_match_kicking_off_in('60 days', 'Friendly Club', 'Wrexham', 'Celtic') as friendly;
grant select on coming to public;
update public.matches set season = null, round = null;
select tests.act_as_anonymous();
select results_eq(
  'select id from public.next_rounds()',
  'select unnest(array[first, last, friendly]) from coming',
  'next_rounds has four days of each competition, however far off, in order of their locks'
);

select tests.act_as_owner();
select tests.kickoff_moves_to((select first from coming), '-1 minute');
select is_empty(
  'select id from public.next_rounds() where id = (select first from coming)',
  'next_rounds leaves out locked matches'
);

-- The same with rounds.
select tests.act_as_owner();
delete from public.matches;
create temporary table round as select
  tests.a_match_kicking_off_in('1 hour', 'Premier League') as first,
  tests.a_match_kicking_off_in('2 hours', 'Premier League', 'Leeds', 'Burnley') as other,
  tests.a_match_kicking_off_in('7 days 59 minutes 59 seconds', 'Premier League', 'Everton', 'Fulham') as last,
  tests.a_match_kicking_off_in('7 days 1 hour 1 second', 'Premier League', 'Hull', 'Derby') as postponed,
  tests.a_match_kicking_off_in('4 days', 'Premier League', 'Wrexham', 'Celtic') as without,
  tests.a_match_kicking_off_in('5 hours', 'Premier League', 'Inter', 'Ajax') as next_season;
grant select on round to public;
update public.matches set season = '2030/31', round = 'Matchday 1'
 where id in (select unnest(array[first, last, postponed]) from round);
update public.matches set season = null, round = null where id = (select without from round);
update public.matches set season = '2030/31', round = 'Matchday 2' where id = (select other from round);
update public.matches set season = '2031/32', round = 'Matchday 1' where id = (select next_season from round);
select tests.act_as_anonymous();
select results_eq(
  'select id from public.next_rounds()',
  'select unnest(array[first, without, last]) from round',
  'next_rounds has the round of the next match up to seven days after its lock, and matches without a round by date'
);

select tests.act_as((select olga from game));
select is(
  (select missing from public.players_missing_predictions() where user_id = (select amina from game)), 3,
  'missing predictions of the next matchday are those of next_rounds'
);

select tests.act_as_owner();
update public.matches set season = null, round = null where id = (select first from round);
select tests.act_as_anonymous();
select results_eq(
  'select id from public.next_rounds()',
  'select unnest(array[first, other, next_season, without]) from round',
  'next_rounds goes by dates if the next match has no round'
);

select tests.act_as_owner();
select throws_ok(
  $$
    insert into public.admin_settings (setting_key, setting_value)
      values ('jackpot_display_settings', '{"multiplier": 0.99}')
      on conflict (setting_key) do update set setting_value = excluded.setting_value
  $$,
  '23514', null,
  'a jackpot''s multiplier is at least 1'
);

select throws_ok(
  $$
    insert into public.admin_settings (setting_key, setting_value)
      values ('jackpot_display_settings', '{"deductionPercent": 100.5}')
      on conflict (setting_key) do update set setting_value = excluded.setting_value
  $$,
  '23514', null,
  'a jackpot''s deduction is at most 100 per cent'
);

select lives_ok(
  $$
    insert into public.admin_settings (setting_key, setting_value)
      values ('jackpot_display_settings', '{"multiplier": 1, "deductionPercent": 100}')
      on conflict (setting_key) do update set setting_value = excluded.setting_value
  $$,
  'both bounds of the jackpot are allowed'
);

select * from finish();
