select plan(52);

-- Amina has two accounts: amina is kept, double is removed. Bruno looks on.
create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina Ramgoolam') as amina, tests.a_player('Amina R', 'double@example.com') as double,
  tests.a_player('Bruno') as bruno,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup') as both_played,
  tests.a_match_kicking_off_in('1 hour', 'FA Cup', 'Leeds', 'Fulham') as only_double,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Derby', 'Hull') as yesterday,
  tests.a_match_kicking_off_in('2 hours', 'Friendly Club', 'Stoke', 'Bury') as both_open,
  tests.a_match_kicking_off_in('2 hours', 'Premier League', 'Luton', 'Ajax') as open;
grant select on game to public;
select tests.a_subscription(amina, 'fa_cup', '10 days'), tests.a_subscription(double, 'fa_cup', '30 days'),
       tests.a_subscription(double, 'premier_league', '5 days'), tests.a_subscription(bruno, 'fa_cup') from game;
select tests.predicts(amina, both_played, 0, 0), tests.predicts(double, both_played, 2, 1),
       tests.predicts(bruno, both_played, 1, 0), tests.predicts(double, only_double, 1, 0),
       tests.predicts(double, yesterday, 3, 3), tests.predicts(amina, yesterday, 0, 2),
       tests.predicts(amina, both_open, 1, 1), tests.predicts(double, both_open, 2, 2),
       tests.predicts(double, open, 0, 4), tests.predicts(double, open, 0, 3) from game;
select tests.ends(yesterday, 3, 3), tests.ends(both_played, 2, 1), tests.ends(only_double, 1, 1) from game;
update public.matches m set completed_at = now() - interval '1 day' from game where m.id = yesterday;
insert into public.plan_codes (code, plan_type, expires_at, is_used, used_by, used_at, sold_to)
select '1234567', 'fa_cup', now() + interval '30 days', true, double, now(), bruno from game
union all select '2345678', 'fa_cup', now() + interval '30 days', false, null, null, double from game;
insert into public.payments (user_id, payer_id, plan_type, expires_at, payer_name, amount_rs, method, paid_on)
select u, p, 'fa_cup', now(), 'Amina R', 250, 'cash', '2026-01-02'
  from game, lateral (values (double, double), (amina, double), (bruno, bruno)) v (u, p);
-- A group of all three that counts from joining, a group of the removed account, and one of the kept account.
insert into public.groups (id, name, first_colour, second_colour, owner_id, counts_from_joining)
select '00000000-0000-4000-8000-000000000001'::uuid, 'All three', '#000000', '#ffffff', bruno, true from game
union all select '00000000-0000-4000-8000-000000000002', 'Of the double', '#000000', '#ffffff', double, false from game
union all select '00000000-0000-4000-8000-000000000003', 'Of Amina', '#000000', '#ffffff', amina, false from game;
insert into public.group_members (group_id, user_id, joined_on, joined_at)
select ('00000000-0000-4000-8000-00000000000' || n)::uuid, u, d::date, d::timestamptz
  from game, lateral (values (1, bruno, '2026-01-01'), (1, amina, '2090-01-01'), (1, double, '2026-02-02'),
                             (2, double, '2026-01-01'), (2, bruno, '2026-01-02'),
                             (3, amina, '2026-01-01')) v (n, u, d);
select private.rebuild_totals();
insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
select p.id, w.u, 'Amina', 3, 1 from game, private.boards p
  cross join lateral (values (amina), (double)) w (u) where p.kind = 'month'
union all select p.id, double, 'Amina R', 3, 1 from game, private.boards p where p.kind = 'matchday';
insert into private.records (kind, user_id, full_name, value, happened_on, detail)
select 'climb', double, 'Amina R', 2, '2026-01-02', '' from game;
insert into public.member_notes (user_id, note, author_name) select double, 'Pays in cash', 'Olga' from game;
insert into private.age_confirmations (user_id, age) select double, 18 from game;
insert into public.leaderboard_archives (id, name, league, start_date, end_date)
values ('00000000-0000-4000-8000-00000000000a', 'Old', 'FA Cup', '2025-01-01', '2025-02-01');
insert into public.archived_leaderboard_rows ("position", archive_id, rank, user_id, full_name, predictions_scored,
                                              points, perfect_scores)
select 1, '00000000-0000-4000-8000-00000000000a', 1, double, 'Amina R', 1, 3, 1 from game;

create temporary table honours as
  select count(*) as wins from private.period_winners w, game where w.user_id = double;
grant select on honours to public;

create function pg_temp.merge(_prefer uuid[] default '{}') returns uuid language plpgsql as $$
declare
  undo_id uuid;
begin
  perform tests.act_as(olga) from game;
  undo_id := (select public.merge_members(amina, double, _prefer) from game);
  perform tests.act_as_owner();
  return undo_id;
end $$;

-- Who may merge what.
select tests.act_as(amina) from game;
select throws_ok('select public.preview_merge_members(amina, double) from game', 'SL003', null,
                 'a player sees nothing');
select throws_ok('select public.merge_members(amina, double) from game', 'SL003', null, 'a player merges nothing');
select tests.act_as_anonymous();
select throws_ok('select public.merge_members(amina, double) from game', '42501', null, 'nor does a visitor');
select tests.act_as(olga) from game;
select throws_ok('select public.merge_members(amina, amina) from game', '22023', null, 'an account is not its double');
select throws_ok('select public.merge_members(amina, olga) from game', '22023', null,
                 'an admin does not close the own account');
select throws_ok('select public.merge_members(amina, gen_random_uuid()) from game', 'PT404', null, 'unknown accounts');
select throws_ok('select public.merge_members(amina, null) from game', 'PT404', null, 'a missing account');
select is((select public.preview_merge_members(amina, olga) ->> 'problem' from game),
          'Your own account can only be the one to keep', 'the preview says why');
select tests.act_as_owner();
create temporary table admins as select user_id from public.user_roles;
delete from public.user_roles r using game where r.user_id = olga;
select throws_ok('select public.merge_members(amina, oscar) from game', '22023',
                 'The last admin of a club cannot be removed', 'the last admin stays');
insert into public.user_roles (user_id, role) select user_id, 'admin' from admins on conflict do nothing;

-- The preview.
select tests.act_as(olga) from game;
create temporary table seen as select public.preview_merge_members(amina, double) as facts from game;
select is((select facts -> 'predictions' from seen), '1', 'it counts the predictions that move');
select is((select facts -> 'secret' from seen), '2', 'and those of open matches, which do not');
select is((select jsonb_agg(c - 'match_id' - 'match' order by c ->> 'keep', c ->> 'remove')
             from seen, jsonb_array_elements(facts -> 'conflicts') c),
          '[{"keep": "0-0", "is_open": false, "remove": "2-1", "keep_points": 0, "remove_points": 3},
            {"keep": "0-2", "is_open": false, "remove": "3-3", "keep_points": 0, "remove_points": 3}]'::jsonb,
          'it lists the locked matches that both predicted');
select is((select jsonb_agg(s - 'expires_at' order by s ->> 'type')
             from seen, jsonb_array_elements(facts -> 'subscriptions') s),
          '[{"type": "fa_cup", "both": true}, {"type": "premier_league", "both": false}]'::jsonb, 'the subscriptions');
select is((select facts -> 'groups' from seen),
          '[{"name": "All three", "is_owner": false, "both": true},
            {"name": "Of the double", "is_owner": true, "both": false}]'::jsonb, 'the groups');
select is((select row(facts ->> 'payments', facts ->> 'codes', facts ->> 'honours',
                      facts -> 'remove' ->> 'email')::text from seen),
          (select row(2, 2, wins, 'double@example.com')::text from honours), 'the payments, codes and honours');
select tests.act_as_owner();

-- Every table is as before after the undo. Groups count another change.
select is(tests.difference_after_undo('select public.merge_members(amina, double) from game', olga, oscar),
          'public.group_changes', 'a merge is undone') from game;
select is(tests.difference_after_undo(format('select public.merge_members(amina, double, %L) from game',
                                             array[both_played, both_open]), olga, oscar),
          'public.group_changes', 'also with preferred predictions') from game;
select is_empty('select * from tests.wrong_boards()', 'and every total is right');
select is((select u.banned_until from auth.users u, game where u.id = double), null, 'the account is open again');

-- A merge.
create temporary table log as select c.match_id, c.changed_at, c.home_prediction, c.change
  from public.prediction_changes c, game
 where c.user_id = amina or (c.user_id = double and c.match_id not in (open, both_open));
create temporary table mine as select p.match_id, p.created_at, p.updated_at, p.points_earned
  from public.user_predictions p, game where p.user_id = double;
create temporary table act as select pg_temp.merge(array[both_played]) as undo_id from game;
grant select on act to public;
select is((select count(*) from public.user_predictions p, game where p.user_id = double), 0::bigint,
          'no prediction stays');
select results_eq($$ select p.home_prediction, p.away_prediction, p.points_earned from public.user_predictions p
                       join public.matches m on m.id = p.match_id, game where p.user_id = amina
                      order by p.home_prediction, p.away_prediction $$,
                  $$ values (0, 2, 0), (1, 0, 0), (1, 1, null), (2, 1, 3) $$,
                  'the kept account''s prediction stays unless the other one is preferred');
select results_eq($$ select p.created_at, p.updated_at, p.points_earned from public.user_predictions p
                       join game on p.user_id = amina and p.match_id in (only_double, both_played)
                      order by p.match_id $$,
                  $$ select m.created_at, m.updated_at, m.points_earned from mine m
                       join game on m.match_id in (only_double, both_played) order by m.match_id $$,
                  'predictions keep their times and points');
select is_empty($$ select match_id, changed_at, home_prediction, change from log
                   except select c.match_id, c.changed_at, c.home_prediction, c.change
                     from public.prediction_changes c, game where c.user_id = amina $$, 'their log moves too');
select results_eq($$ select c.home_prediction, c.away_prediction from public.prediction_changes c, game
                      where c.user_id = amina and c.change = 'deleted' order by 1, 2 $$,
                  $$ values (0, 0), (3, 3) $$, 'and says which predictions were given up');
select private.count_predictions();
select is_empty($$ select m.id from public.matches m
                    where m.predictions_count <> (select count(*) from public.user_predictions p
                                                   where p.match_id = m.id) $$, 'matches count their predictions');
select is_empty('select * from tests.wrong_boards()', 'every total is the sum of the predictions');
create temporary table totals as select t.board_id, t.user_id, t.predictions_scored, t.points, t.perfect_scores,
  t.right_outcomes from private.player_totals t;
create temporary table baselines as select * from private.group_baselines;
select private.rebuild_totals();
select is_empty($$ select * from totals except select t.board_id, t.user_id, t.predictions_scored, t.points,
                     t.perfect_scores, t.right_outcomes from private.player_totals t $$,
                'as if they were counted again');
select is_empty($$ (select * from baselines except select * from private.group_baselines)
                   union all (select * from private.group_baselines except select * from baselines) $$,
                'also the points before joining a group');
select is_empty('select t.* from private.player_totals t, game where t.user_id = double',
                'the closed account is on no leaderboard');
select results_eq($$ select s.user_id = amina, s.subscription_type, (s.expires_at - now())::text
                       from public.subscriptions s, game where s.user_id in (amina, double) order by 2 $$,
                  $$ values (true, 'fa_cup', '30 days'), (true, 'premier_league', '5 days') $$,
                  'subscriptions move, and the longer one of a plan stays');
select results_eq($$ select count(*) filter (where p.user_id = amina), count(*) filter (where p.payer_id = amina),
                            count(*) filter (where double in (p.user_id, p.payer_id)), min(p.payer_name)
                       from public.payments p, game $$, $$ values (2::bigint, 2::bigint, 0::bigint, 'Amina R') $$,
                  'payments move, with the name under which they were paid');
select results_eq($$ select c.code, c.used_by = amina, c.sold_to = amina from public.plan_codes c, game order by 1 $$,
                  $$ values ('1234567', true, false), ('2345678', null, true) $$, 'codes move');
select results_eq($$ select g.name, m.joined_on, g.owner_id = amina from public.groups g
                       join public.group_members m on m.group_id = g.id join game on m.user_id = amina
                      order by g.id $$,
                  $$ values ('All three', '2026-02-02'::date, false), ('Of the double', '2026-01-01', true),
                            ('Of Amina', '2026-01-01', true) $$,
                  'groups move, and of two memberships the earlier day counts');
select is((select count(*) from public.group_members m, game where m.user_id = double), 0::bigint,
          'the closed account is in no group');
select is_empty($$ select w.period_id from private.period_winners w group by 1 having count(*) > 1 $$,
                'a win of both is one win');
select results_eq($$ select (select r.user_id from private.records r), a.user_id,
                            (select n.user_id from public.member_notes n),
                            (select c.user_id from private.age_confirmations c)
                       from public.archived_leaderboard_rows a $$,
                  'select amina, amina, amina, amina from game',
                  'records, archives, notes and the confirmed age link to the kept account');

-- The closed account.
select tests.act_as(double) from game;
select throws_ok('select private.require_open_session()', 'SL012', null, 'the closed account does nothing');
select tests.act_as(olga) from game;
select throws_ok('select public.merge_members(bruno, double) from game', '22023', null, 'and is not merged again');
select throws_ok('select public.merge_members(double, bruno) from game', '22023', null, 'nor kept');
select tests.act_as_owner();
select results_eq($$ select l.record_id::uuid, l.old_values ->> 'removed_id', l.new_values -> 'predictions',
                            l.new_values ->> 'undo_id' from public.admin_audit_log l
                      where l.action = 'merge_members' order by l.id desc limit 1 $$,
                  $$ select amina, double::text, '2'::jsonb, undo_id::text from game, act $$, 'the merge is audited');

-- Results and new predictions since do not prevent the undo, changes of moved rows do.
select tests.kickoff_moves_to(both_open, '3 hours'), tests.ends(open, 0, 3) from game;
update public.user_predictions p set home_prediction = 9 from game
 where p.user_id = amina and p.match_id = both_open;
update public.groups g set members_invite = false where g.id = '00000000-0000-4000-8000-000000000002';
select tests.act_as(olga) from game;
select lives_ok('select public.undo(undo_id) from act',
                'a merge is undone after a result, a new prediction and another setting of a moved group');
select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'with the totals of the present results');
select is((select p.points_earned from public.user_predictions p, game where p.user_id = double and p.match_id = open),
          3, 'a returned prediction has the points of a result that came since');
update act set undo_id = pg_temp.merge();
delete from public.group_members m using game
 where m.user_id = amina and m.group_id = '00000000-0000-4000-8000-000000000002';
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL015', null,
                 'a group that was left since refuses the undo');

-- After 24 hours.
select tests.act_as_owner();
select is(private.erase_closed_accounts(), 0::bigint, 'the closed account stays while the merge can be undone');
select is((select count(*) from game, private.message_choices_of('news') c where c.user_id = double)
            + (select count(*) from game, private.club_message_recipients('everyone', null, null) r where r = double)
            + (select count(*) from game, private.messages m where m.user_id = double and m.state = 'waiting'),
          0::bigint, 'and gets no message');
update private.closed_accounts set closed_at = closed_at - interval '24 hours';
update private.undos u set done_at = done_at - interval '24 hours' from act where u.id = act.undo_id;
select tests.act_as(olga) from game;
select throws_ok('select public.undo(undo_id) from act', 'SL014', null, 'after 24 hours it is too late');
select tests.act_as_owner();
select is(private.erase_closed_accounts(), 1::bigint, 'and the closed account is deleted');
select is((select count(*) from private.closed_accounts) + (select count(*) from public.profiles p, game
                                                           where p.id = double), 0::bigint, 'nothing of it is left');
select is_empty('select * from tests.wrong_boards()', 'every total is right');

-- An account without anything.
create temporary table empty as select tests.an_admin('Empty') as id;
grant select on empty to public;
select is(tests.difference_after_undo('select public.merge_members(bruno, id) from game, empty', olga, oscar),
          'no difference', 'an admin''s account without predictions is merged') from game;
-- A new reference to a member is moved too, or goes with the removed account.
select set_eq(
  $$ select c.conrelid::regclass || '.' || a.attname from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and not exists (
        select from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname ~ '^(move_|merge_accounts$)'
           and p.prosrc ~ format('(insert into|update) (public|private)\.%s\M.*\m%s\M',
                                 (select relname from pg_class where oid = c.conrelid), a.attname)) $$,
  array['prediction_refusals.user_id', 'notifications.user_id', 'private.calendar_tokens.user_id',
        'private.player_search.user_id', 'private.club_messages.member_id', 'private.message_choices.user_id',
        'private.match_reopenings.reopened_by', 'private.push_subscriptions.user_id', 'private.messages.user_id',
        'private.unsubscribe_tokens.user_id', 'private.personal_reminders.user_id',
        -- Of a member who has no sign-in yet.
        'private.placeholders.user_id'],
  'every reference to a member is moved, except those of devices, of messages and of organisers'
);

select * from finish();
