select plan(107);

-- Every action that can be undone, and what happens in the club before it is undone.
create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Double', 'double@example.com') as double,
  tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup') as match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as played,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as kept,
  tests.a_match_kicking_off_in('2 hours', 'FA Cup', 'Derby', 'Hull') as twin,
  tests.a_match_kicking_off_in('50 days', 'FA Cup', 'Ayr', 'Derby') as distant,
  tests.a_match_kicking_off_in('60 days', 'FA Cup', 'Bury', 'Hull') as last;
grant select on game to public;
select tests.a_subscription(p.id, 'fa_cup') from game, unnest(array[amina, double, bruno]) p (id);
select tests.a_subscription(double, 'premier_league') from game;
select tests.predicts(amina, match, 1, 0), tests.predicts(bruno, match, 0, 0), tests.predicts(double, match, 2, 2),
       tests.predicts(amina, played, 2, 0), tests.predicts(bruno, played, 1, 0), tests.predicts(double, played, 1, 0),
       tests.predicts(bruno, kept, 1, 0), tests.predicts(double, twin, 1, 0) from game;
select tests.ends(played, 1, 0) from game;
insert into public.plan_codes (code, plan_type, expires_at) values ('1234567', 'fa_cup', now() + interval '1 day');
insert into public.groups (id, name, first_colour, second_colour, owner_id)
select '00000000-0000-4000-8000-000000000001'::uuid, 'All three', '#000000', '#ffffff', double from game;
insert into public.group_members (group_id, user_id)
select '00000000-0000-4000-8000-000000000001', u from game, unnest(array[amina, double, bruno]) u;
insert into public.payments (id, user_id, plan_type, expires_at, payer_name, amount_rs, method, paid_on)
select '00000000-0000-4000-8000-000000000002', double, 'fa_cup', now(), 'Double', 250, 'cash', '2026-01-02' from game;
insert into public.member_notes (id, user_id, note, author_name)
select '00000000-0000-4000-8000-000000000003', double, 'Pays in cash', 'Olga' from game;
insert into public.news (id, title, content, is_active) values
  ('00000000-0000-4000-8000-000000000004', 'Welcome', 'To the club', true);
insert into public.leaderboard_archives (id, name, league, start_date, end_date)
values ('00000000-0000-4000-8000-00000000000a', 'Old', 'FA Cup', '2025-01-01', '2025-02-01');
insert into public.archived_leaderboard_rows ("position", archive_id, rank, user_id, full_name, predictions_scored,
                                              points, perfect_scores)
select 1, '00000000-0000-4000-8000-00000000000a', 1, double, 'Double', 1, 3, 1 from game;
insert into public.teams (name) values ('Spare'), ('Spare Two');
insert into public.team_aliases (alias, team_name) values ('Spare Parts', 'Spare');
insert into public.subscription_period_archives (id, name, start_date, end_date)
values ('00000000-0000-4000-8000-00000000000b', 'Old', '2025-01-01', '2025-02-01');
insert into public.archived_subscriptions (archive_id, user_id, full_name, subscription_type, subscription_status,
                                           started_at, expires_at, was_admin_assigned)
select '00000000-0000-4000-8000-00000000000b', double, 'Double', 'fa_cup', 'expired', now() - interval '1 day', now(),
       false from game;
insert into public.season_questions (id, competition_id, points, title, kind, locks_at)
values ('00000000-0000-4000-8000-000000000005', 'fa_cup', 5, 'How many goals?', 'number', now() + interval '1 hour');
insert into public.season_questions (id, competition_id, points, title, kind, locks_at, correct_answers, settled_at)
values ('00000000-0000-4000-8000-000000000006', 'fa_cup', 5, 'Red cards?', 'number', now() - interval '1 hour',
        null, null),
       ('00000000-0000-4000-8000-000000000007', 'fa_cup', 5, 'Draws?', 'number', now() - interval '1 hour',
        '{7}', now());
insert into public.admin_settings (setting_key, setting_value) values ('home_news_position', '3');
insert into public.season_answers (question_id, user_id, answer)
select '00000000-0000-4000-8000-000000000005', u, '{7}' from game, unnest(array[amina, double]) u;
select private.rules_off();
insert into public.season_answers (question_id, user_id, answer)
select '00000000-0000-4000-8000-000000000006', double, '{6}' from game;
select private.rules_on();
select public.move_in('Carried over', 'fa_cup', '[{"name": "Late Comer", "points": 12}]');
select private.rebuild_totals();
select private.count_predictions();
select private.refresh_records();
select public.draw_divisions('FA Cup', 'overall', 8, 5);
select public.draw_cup('FA Cup', 'The cup');
insert into private.last_standing_games (id, competition_id, season, name, needs_code)
values ('00000000-0000-4000-8000-00000000000c', 'fa_cup', 'tests', 'Winter', true);
insert into private.last_standing_matchdays (game_id, number, round)
select '00000000-0000-4000-8000-00000000000c', 1, m.round from game, public.matches m where m.id = distant;
insert into private.last_standing_entries (game_id, user_id)
select '00000000-0000-4000-8000-00000000000c', u from game, unnest(array[amina, double, bruno]) u;
insert into private.last_standing_choices (entry_id, number, team_id)
select e.id, 1, t.id from private.last_standing_entries e, public.teams t where t.name = 'Derby';

insert into private.prize_plans (id) values ('00000000-0000-4000-8000-00000000000d');
insert into private.prize_lines (plan_id, kind, place, amount_rs)
select '00000000-0000-4000-8000-00000000000d', k, 1, 100 from unnest(array['overall', 'cup']) k;
insert into private.prize_settlements (id, plan_id, kind, percent)
values ('00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000d', 'overall', 0);
insert into private.prizes (id, settlement_id, user_id, place, shared_by, amount_rs)
select '00000000-0000-4000-8000-00000000000d', '00000000-0000-4000-8000-00000000000d', double, 1, 1, 100 from game;

create temporary table acts as
  select row_number() over () as n, a.name, a.action from game, lateral (values
    ('cancel_match', format('select public.cancel_match(%L)', match)),
    ('delete_match', format('select public.delete_match(%L)', match)),
    ('delete_matches', format('select public.delete_matches(%L)', array[match, played])),
    ('complete_matches', format($$ select public.complete_matches('[{"id": "%s", "home_score": 2,
       "away_score": 0}]') $$, played)),
    ('void_match', format($$ select public.void_match(%L) $$, played)),
    ('clear_player_points', format('select public.clear_player_points(%L)', bruno)),
    ('clear_all_points', 'select public.clear_all_points()'),
    ('clear_user_predictions', format('select public.clear_user_predictions(%L)', bruno)),
    ('sell_subscriptions', format($$ select public.sell_subscriptions('[{"plan_type": "fa_cup", "member_id": "%s",
       "expires_on": "%s", "amount_rs": 250, "method": "cash"}]') $$, amina, current_date + 9)),
    ('revoke_plan_code', $$ select public.revoke_plan_code('1234567') $$),
    ('end_subscription', format($$ select public.end_subscription(%L, 'fa_cup') $$, bruno)),
    ('keep_matches_apart', format('select public.keep_matches_apart(%L, %L)', kept, twin)),
    ('merge_matches', format($$ select public.merge_matches('[{"keep": "%s", "remove": "%s"}]') $$, kept, twin)),
    ('merge_members', format('select public.merge_members(%L, %L)', amina, double)),
    ('delete-user', format('select public.close_account(%L)', double)),
    ('close_group', $$ select public.close_group('00000000-0000-4000-8000-000000000001') $$),
    ('delete_season_question',
     $$ select public.delete_season_question('00000000-0000-4000-8000-000000000005') $$),
    ('delete_payment', $$ select public.delete_payment('00000000-0000-4000-8000-000000000002') $$),
    ('delete_member_note', $$ select public.delete_member_note('00000000-0000-4000-8000-000000000003') $$),
    ('news.delete', $$ delete from public.news where id = '00000000-0000-4000-8000-000000000004' $$),
    ('leaderboard_archives.delete',
     $$ delete from public.leaderboard_archives where id = '00000000-0000-4000-8000-00000000000a' $$),
    ('merge_teams', (select format('select public.merge_teams(%L, %L)', k.id, r.id) from public.teams k, public.teams r
                      where k.name = 'Spare' and r.name = 'Spare Two')),
    ('delete_user_prediction', (select format('select public.delete_user_prediction(%L)', p.id)
                                  from public.user_predictions p where p.user_id = bruno and p.match_id = played)),
    ('settle_season_question',
     $$ select public.settle_season_question('00000000-0000-4000-8000-000000000006', '{7}') $$),
    ('reopen_season_question',
     $$ select public.reopen_season_question('00000000-0000-4000-8000-000000000007') $$),
    ('matches.delete', format('delete from public.matches where id = %L', played)),
    ('user_predictions.delete', format('delete from public.user_predictions where match_id = %L and user_id = %L',
                                       played, bruno)),
    ('teams.delete', $$ delete from public.teams where name = 'Spare' $$),
    ('team_aliases.delete', $$ delete from public.team_aliases where alias = 'Spare Parts' $$),
    ('plan_codes.delete', $$ delete from public.plan_codes where code = '1234567' $$),
    ('admin_settings.delete', $$ delete from public.admin_settings where setting_key = 'home_news_position' $$),
    ('subscription_period_archives.delete',
     $$ delete from public.subscription_period_archives where id = '00000000-0000-4000-8000-00000000000b' $$),
    ('archived_subscriptions.delete',
     $$ delete from public.archived_subscriptions where archive_id = '00000000-0000-4000-8000-00000000000b' $$),
    ('draw_divisions', $$ select public.draw_divisions('FA Cup', 'tables', 8, 1) $$),
    ('end_divisions', 'select public.end_divisions()'),
    ('draw_cup', $$ select public.draw_cup('FA Cup', 'Another cup') $$),
    ('end_cup', 'select public.end_cup()'),
    ('start_last_standing', format($$ select public.start_last_standing('FA Cup', 'Spring', m.round, true)
       from public.matches m where m.id = %L $$, distant)),
    ('end_last_standing', 'select public.end_last_standing()'),
    ('pay_prize', $$ select public.pay_prize('00000000-0000-4000-8000-00000000000d', 'cash', current_date - 1) $$),
    ('move_in', $$ select public.move_in('Another pool', 'fa_cup', '[{"name": "Amina", "points": 30},
       {"name": "Newly Come", "points": 20, "by_round": [5]}]', '{1}') $$),
    ('archive_past_table', $$ select public.archive_past_table('Past', '', 'FA Cup', '2020-08-01', '2021-05-30',
       '[{"name": "Amina", "points": 30}, {"name": "Old Hand", "points": 20}]') $$),
    ('claim_points', (select format('select public.claim_points(%L)', l.code) from private.placeholders l)),
    ('import_matches', $$ select public.import_matches('FA Cup', '2020/21', 'UTC', '[{"round": "Final",
       "home": "Leeds", "away": "Derby", "date": "2021-05-15", "time": "16:00", "confirmed": true}]') $$)
    ) a (name, action);
grant select on acts to public;

-- When a match was changed last is not restored if only its number of predictions has changed.
create function pg_temp.compared(_table text, _rows jsonb) returns jsonb language sql as $$
  select case when _table = 'public.matches'
              then coalesce((select jsonb_agg(r - 'updated_at' order by n)
                               from jsonb_array_elements(_rows) with ordinality e (r, n)), '[]')
              else coalesce(_rows, '[]') end
$$;

-- Changes tables that an undo restores.
create function pg_temp.alter_tables(_change text, _tables regclass[]) returns void language plpgsql as $$
declare
  recorded regclass;
begin
  set constraints all immediate;
  set constraints all deferred;
  foreach recorded in array _tables loop
    execute format('alter table %s %s', recorded, _change);
  end loop;
end $$;

-- How many rows have the value of the new column, and how many its default.
create function pg_temp.values_in(_rows jsonb, out kept bigint, out lost bigint) language sql as $$
  select count(*) filter (where r ->> 'new_column' = 'kept'), count(*) filter (where r ->> 'new_column' = 'default')
    from jsonb_array_elements(_rows) r
$$;

-- The tables in which rows have lost the value of the new column: there are fewer with it, and more without it. The
-- records are computed again.
create function pg_temp.forgetful(_before jsonb) returns text language sql as $$
  select string_agg('forgotten in ' || w.name || ', ', '' order by w.name)
    from tests.whole_club() w, pg_temp.values_in(w.rows) now, pg_temp.values_in(_before -> w.name) was
   where now.kept < was.kept and now.lost > was.lost and w.name <> 'private.records'
$$;

-- Does an action, then something else, and undoes it. Returns the tables that differ from before.
create function pg_temp.difference_after(_action text, _since text) returns text language plpgsql as $$
declare
  before jsonb;
  latest uuid;
  touched regclass[];
  refusal text := '';
begin
  -- A game of last one standing starts only while none runs.
  update private.last_standing_games set ended_at = case when _action like '%start_last_standing%' then now() end;
  set constraints all immediate;
  set constraints all deferred;
  before := (select jsonb_object_agg(w.name, w.rows) from tests.whole_club() w);
  -- The clear needs no PIN with the secret key; all others act as an organiser.
  if _action not like '%clear_all_points%' then
    perform tests.act_as(olga) from game;
  end if;
  execute _action;
  perform tests.act_as_owner();
  latest := (select u.id from private.undos u order by u.done_at desc limit 1);
  set constraints all immediate;
  set constraints all deferred;
  if _since = 'columns' then
    refusal := coalesce(pg_temp.forgetful(before), '');
    touched := array(select distinct u.table_name::regclass from private.undo_rows u where u.undo_id = latest);
    perform pg_temp.alter_tables('add column added_since text not null default ''default''', touched);
  elsif _since = 'jobs' then
    perform pg_temp.run_jobs();
    -- Matches have started, subscriptions have expired, and at some hours members are reminded.
    before := before - '{public.matches,public.subscriptions,private.jobs,private.job_runs,private.announcements,
                         public.notifications}'::text[];
  end if;
  delete from private.attempts;
  perform tests.act_as(oscar) from game;
  begin
    perform public.undo(latest);
  exception when others then
    refusal := refusal || sqlerrm || ', ';
  end;
  perform tests.act_as_owner();
  set constraints all immediate;
  set constraints all deferred;
  if _since = 'columns' then
    perform pg_temp.alter_tables('drop column added_since', touched);
  end if;
  refusal := refusal || (select coalesce(string_agg(w.name, ', '), 'no difference') from tests.whole_club() w
           where before ? w.name and pg_temp.compared(w.name, before -> w.name) <> pg_temp.compared(w.name, w.rows)
             -- Calendars, groups and news count another change, the snapshot stays.
             and w.name not in ('private.match_revisions', 'public.group_changes', 'public.news_changes',
                                'public.predictions_snapshots',
                                'public.snapshot_players', 'private.record_computations', 'private.messages',
                                'private.request_results',
                                -- They do not count unless their matchday has settled.
                                'private.division_results', 'private.cup_results',
                                -- The number of a receipt is not given again.
                                'private.receipts'));
  return refusal;
end $$;

create function pg_temp.run_jobs() returns void language plpgsql as $$
declare
  job record;
  done bigint;
begin
  for job in select j.query from private.jobs j where j.query is not null loop
    execute job.query into done;
  end loop;
end $$;

-- A column whose value only the present rows have, as an act would lose it that copies the columns of a list.
select pg_temp.alter_tables(c.change, array(select g.tgrelid from pg_trigger g
                                             where g.tgname = 'changes_are_recorded_for_undo'))
  from (values ('add column new_column text not null default ''kept'''),
               ('alter column new_column set default ''default''')) c (change);
select is(pg_temp.difference_after(a.action, 'columns'), 'no difference',
          a.name || ' keeps every column, and is undone after its tables got one') from acts a order by a.n;

-- What the club's jobs change is no change by a person: here the matches are due to start, and the subscriptions to
-- expire.
create function pg_temp.make_due() returns void language plpgsql as $$
begin
  perform private.rules_off();
  update public.matches m
     set status = 'upcoming', home_score = null, away_score = null, completed_at = null,
         kickoff_at = now() - interval '1 minute', locks_at = now() - interval '1 minute'
    from game where m.id in (match, kept, twin);
  perform private.rules_on();
  update public.subscriptions set status = 'active', expires_at = now() - interval '1 minute';
end $$;
select pg_temp.run_jobs();
select pg_temp.make_due(), is(pg_temp.difference_after(a.action, 'jobs'), 'no difference',
                              a.name || ' is undone after every job of the club has run') from acts a order by a.n;
select is((select count(*) from public.matches m where m.season = '2020/21'), 0::bigint,
          'a match that an import added and a job started is gone');

-- A column that the action left alone keeps what a job has set since; one that it changed is as before.
create temporary table act as select null::uuid as undo_id;
grant select on act to public;
create function pg_temp.act(_action text) returns void language plpgsql as $$
begin
  if _action not like '%clear_all_points%' then
    perform tests.act_as(olga) from game;
  end if;
  execute _action;
  perform tests.act_as_owner();
  update act set undo_id = (select u.id from private.undos u order by u.done_at desc limit 1);
end $$;
select pg_temp.make_due();
select pg_temp.act(a.action) from acts a where a.name = 'merge_matches';
select public.start_due_matches();
select set_config('scoreline.recording_undo', 'jobs', true);
update public.matches m set status = 'completed', home_score = 4, away_score = 1 from game where m.id = kept;
select set_config('scoreline.recording_undo', '', true);
select tests.act_as(olga) from game;
select lives_ok('select public.undo(undo_id) from act', 'a merge of matches is undone after a result of the provider');
select tests.act_as_owner();
select is((select m.status || m.home_score from public.matches m, game where m.id = kept), 'completed4',
          'which the kept match keeps');
select is_empty('select * from tests.wrong_boards()', 'and every total is right');
create temporary table moved as select tests.a_match_kicking_off_in('100 days', 'Premier League', 'Ayr', 'Bury') as id;
update public.matches m set season = '2021/22', round = 'Round 1' from moved where m.id = moved.id;
create temporary table planned as select m.match_date, m.locks_at from public.matches m join moved on m.id = moved.id;
select public.start_due_matches();
select pg_temp.act($$ select public.import_matches('Premier League', '2021/22', 'UTC', '[{"round": "Round 1",
  "home": "Ayr", "away": "Bury", "date": "2021-08-16", "time": "15:00", "confirmed": true}]') $$);
select is(public.start_due_matches(), 1, 'an import moves a match into the past, so it starts');
select tests.act_as(olga) from game;
select lives_ok('select public.undo(undo_id) from act', 'the import is undone');
select tests.act_as_owner();
select results_eq($$ select m.status, m.match_date, m.locks_at from public.matches m join moved on m.id = moved.id $$,
                  $$ select 'upcoming', p.match_date, p.locks_at from planned p $$, 'and the match is open again');

-- A person's change refuses the undo, also after a job's.
select pg_temp.make_due();
select public.start_due_matches();
select pg_temp.act(a.action) from acts a where a.name = 'cancel_match';
update public.matches m set round = 'Final' from game where m.id = match;
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL015', null, 'a person''s change refuses the undo');
select tests.act_as_owner();

-- Within 24 hours the club goes on: results of other matches, and picks.
update public.subscriptions set status = 'active', expires_at = now() + interval '9 days';
create function pg_temp.undone_after_a_result(_action text) returns text language plpgsql as $$
declare
  later constant uuid := tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Ayr', 'Luton');
begin
  perform tests.predicts(u, later, 1, 0) from game, unnest(array[amina, double, bruno]) u;
  perform private.count_predictions();
  perform pg_temp.act(_action);
  perform tests.ends(later, 1, 0);
  perform tests.act_as(oscar) from game;
  perform public.undo(undo_id) from act;
  perform tests.act_as_owner();
  return (select string_agg(p.points_earned || '', ' ') from public.user_predictions p where p.match_id = later)
         || coalesce(', ' || (select string_agg(w::text, ', ') from tests.wrong_boards() w), '');
end $$;
select is(pg_temp.undone_after_a_result(a.action), '3 3 3', a.name || ' is undone after the next result')
  from acts a where a.name in ('delete-user', 'merge_members', 'clear_all_points') order by a.n;

-- A kept match takes the removed one's result with what was reported about it.
create temporary table twins as select
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Stoke', 'York') as kept,
  tests.a_match_kicking_off_in('2 hours', 'FA Cup', 'Stoke', 'York') as removed;
select tests.kickoff_moves_to(t, '-3 hours') from twins, unnest(array[kept, removed]) t;
select tests.ends(removed, 2, 1) from twins;
insert into private.manual_scores (match_id) select removed from twins on conflict do nothing;
insert into public.live_scores (match_id, source, state, is_provisional)
select removed, 'club', 'finished', false from twins on conflict do nothing;
select is(pg_temp.difference_after(format('select public.merge_matches(%L)', jsonb_build_array(
            jsonb_build_object('keep', kept, 'remove', removed))), 'columns'), 'no difference',
          'a merge that takes a result and its undo keep every column') from twins;

-- A step of the season's end has its own undo.
insert into private.undos (action, admin_user_id) select 'take_season_step', olga from game;
insert into private.undo_rows (undo_id, table_name, row_key, after)
select u.id, 'public.news', gen_random_uuid(), '{}' from private.undos u where u.action = 'take_season_step' limit 1;
select tests.act_as(olga) from game;
select is_empty($$ select * from public.open_undos() where action = 'take_season_step' $$,
                'a step of the season''s end is not offered');
select tests.act_as_owner();
create temporary table step as select u.id from private.undos u where u.action = 'take_season_step' limit 1;
grant select on step to public;
select tests.act_as(olga) from game;
select throws_ok('select public.undo(id) from step', 'PT404', null, 'and is undone only as a step');
select tests.act_as_owner();

-- Nothing that an organiser does is final: each action can be undone, or its form does the reverse.
create temporary table undoable as
  select distinct a.name[1] as name
    from pg_proc p
   cross join lateral regexp_matches(p.prosrc, '(?:begin_undo|clear_points_for_now)\(''([a-z_-]+)''', 'g') a (name)
   where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  union all
  select 'clear_all_points'
  union all
  select c.relname || '.delete' from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where g.tgname = 'undo_is_kept_after_deletion';
create temporary table reversible (name text, reason text);
insert into reversible values
  ('undo', 'an undo'), ('undo_season', 'an undo'), ('undo_season_step', 'an undo'),
  ('skip_season_step', 'undone with the season''s end'), ('admin_user_predictions', 'reads'),
  ('find_members', 'reads'),
  ('accept_provider_match', 'the match is edited or reopened'),
  ('accept_provider_score', 'the result is corrected'), ('reject_provider_score', 'the result is entered'),
  ('set_running_score', 'another score is entered'), ('reopen_match', 'the result is entered again'),
  ('ignore_provider_matches', 'they are linked'), ('link_provider_match', 'another link is chosen'),
  ('set_provider_settings', 'edited'), ('set_admin_role', 'given again'), ('set_helper_role', 'given again'),
  ('set_clear_points_pin', 'set again'), ('give_subscription', 'ended'), ('record_payment', 'deleted'),
  ('change_payment', 'edited'), ('generate_plan_code', 'revoked'), ('generate_plan_codes', 'revoked'),
  ('mark_plan_code_sent', 'adds a mark'), ('note_reminder', 'taken back'), ('add_member_note', 'deleted'),
  ('make_last_standing_codes', 'not given out'),
  ('save_prize_plan', 'saved again'),
  ('add_season_question', 'deleted'), ('change_season_question', 'edited'),
  ('add_archived_subscription', 'deleted'), ('create_subscription_archive', 'deleted'),
  ('create_leaderboard_snapshot', 'deleted with its archive'), ('create_predictions_snapshot', 'adds a copy'),
  ('predictions_snapshots.insert', 'adds a copy'), ('recalculate_all_points', 'repairs, nothing is taken away'),
  ('run_job_now', 'a job that runs anyway'), ('hold_winners', 'released'),
  ('tell_results', 'a message'), ('tell_winners', 'a message'), ('message_member', 'a message'),
  ('notify_everyone', 'withdrawn'), ('send_club_message', 'withdrawn'), ('schedule_club_message', 'cancelled'),
  ('reschedule_club_message', 'rescheduled'), ('cancel_club_message', 'its text can be sent again'),
  ('withdraw_club_message', 'its text can be sent again'), ('notifications.insert', 'a message'),
  ('teams.insert', 'deleted'), ('add_member', 'deleted'), ('add_match', 'deleted'), ('matches.insert', 'deleted'),
  ('add_return_match', 'deleted'), ('open_bar_screen', 'closed'), ('close_bar_screen', 'opened with a new link'),
  ('set_bar_screen_names', 'set again'), ('publish_club_text', 'withdrawn'),
  ('withdraw_club_text', 'published again'), ('confirm_age_of_member', 'what a member has said');
create temporary table audited as
  select distinct a.name[1] as name
    from pg_proc p
   cross join lateral regexp_matches(
     p.prosrc, '(?:write_audit|begin_admin_action)\(\s*''([a-z_.-]*[a-z])''', 'g') a (name)
   where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
  union
  -- Rows that admins delete directly. What they add or edit, the same form deletes or edits again.
  select c.relname || '.delete' from pg_trigger g join pg_class c on c.oid = g.tgrelid
   where g.tgfoid = 'private.guard_admin_write'::regproc and g.tgtype & 8 > 0;
select is_empty('select name from audited except select name from undoable except select name from reversible',
                'every action of the audit log can be undone or reversed');
select is_empty('select name from reversible intersect select name from undoable', 'no action is listed in vain');
select is_empty('select name from undoable where name not like ''%.%'' except select name from audited',
                'every action that can be undone is in the audit log');
select is_empty($$
  with recursive reached as (
    select g.tgrelid as id from pg_trigger g where g.tgname = 'undo_is_kept_after_deletion'
    union
    select c.conrelid from pg_constraint c join reached r on c.confrelid = r.id
     where c.contype = 'f' and c.confdeltype = 'c'
  )
  select id::regclass::text from reached
  except select g.tgrelid::regclass::text from pg_trigger g where g.tgname = 'changes_are_recorded_for_undo'
  -- Made again when the match is scored; reports of devices.
  except values ('private.crowd_predictions'), ('private.matches_to_score'), ('prediction_refusals')
$$, 'all rows that a direct deletion deletes are recorded');
select bag_eq('select name from undoable except values (''take_season_step'')', 'select name from acts',
              'the actions above are all that can be undone');

select * from finish();
