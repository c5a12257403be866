select plan(33);

-- Every action that can be undone, and what happens in the club before it is undone.
create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Double', 'double@example.com') as double,
  tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup') as match,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as played,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Derby', 'Hull') as kept,
  tests.a_match_kicking_off_in('2 hours', 'FA Cup', 'Derby', 'Hull') as twin;
grant select on game to public;
select tests.a_subscription(p.id, 'fa_cup') from game, unnest(array[amina, double, bruno]) p (id);
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
insert into public.season_questions (id, competition_id, points, title, kind, locks_at)
values ('00000000-0000-4000-8000-000000000005', 'fa_cup', 5, 'How many goals?', 'number', now() + interval '1 hour');
insert into public.season_answers (question_id, user_id, answer)
select '00000000-0000-4000-8000-000000000005', u, '{7}' from game, unnest(array[amina, double]) u;
select private.rebuild_totals();
select private.count_predictions();
select private.refresh_records();

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
    ('revoke_plan_code', $$ select public.revoke_plan_code('1234567') $$),
    ('end_subscription', format($$ select public.end_subscription(%L, 'fa_cup') $$, bruno)),
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
    ('import_matches', $$ select public.import_matches('FA Cup', '2020/21', 'UTC', '[{"round": "Final",
       "home": "Leeds", "away": "Derby", "date": "2021-05-15", "time": "16:00", "confirmed": true}]') $$)
    ) a (name, action);
grant select on acts to public;

-- Does an action, then something else, and undoes it. Returns the tables that differ from before.
create function pg_temp.difference_after(_action text, _since text) returns text language plpgsql as $$
declare
  before jsonb := (select jsonb_object_agg(w.name, w.rows) from tests.whole_club() w);
  latest uuid;
  found_in record;
begin
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
    for found_in in select distinct g.tgrelid::regclass as name from pg_trigger g
                     where g.tgname = 'changes_are_recorded_for_undo' loop
      execute format('alter table %s add column added_since text not null default %L', found_in.name, 'default');
    end loop;
  elsif _since = 'jobs' then
    perform pg_temp.run_jobs();
    before := (select jsonb_object_agg(w.name, w.rows) from tests.whole_club() w
                where w.name in ('public.user_roles', 'private.closed_accounts'));
  end if;
  perform tests.act_as(oscar) from game;
  perform public.undo(latest);
  perform tests.act_as_owner();
  set constraints all immediate;
  set constraints all deferred;
  if _since = 'columns' then
    for found_in in select distinct g.tgrelid::regclass as name from pg_trigger g
                     where g.tgname = 'changes_are_recorded_for_undo' loop
      execute format('alter table %s drop column added_since', found_in.name);
    end loop;
  end if;
  return (select coalesce(string_agg(w.name, ', '), 'no difference') from tests.whole_club() w
           where before -> w.name is distinct from w.rows
             -- Calendars and groups count another change, the snapshot stays.
             and w.name not in ('private.match_revisions', 'public.group_changes', 'public.predictions_snapshots',
                                'public.snapshot_players', 'private.record_computations', 'private.messages',
                                'private.request_results'));
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

select is(pg_temp.difference_after(a.action, 'columns'), 'no difference',
          a.name || ' is undone after every table has got a column') from acts a order by a.n;

-- What the club's jobs change is no change by a person.
select tests.kickoff_moves_to(match, '-1 hour'), tests.kickoff_moves_to(kept, '-1 hour') from game;
