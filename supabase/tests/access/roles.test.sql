select plan(32);

select is_empty(
  $$
  select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not c.relrowsecurity
$$,
  'every table has row-level security'
);

select is_empty(
  $$
  select p.proname from pg_proc p where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false)
$$,
  'every security definer function sets its search path'
);

select is_empty(
  $$
  select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and has_function_privilege('anon', p.oid, 'execute')
      and p.proname not in ('has_role', 'calculate_prediction_points', 'home_leaderboards', 'next_rounds',
                            'email_choice', 'unsubscribe', 'resubscribe', 'preview_group', 'link_preview',
                            'changed_since', 'bar_screen', 'club_text', 'club_notices')
$$,
  'visitors may call thirteen functions only'
);

select is_empty(
  $$
  select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proretset
    and 'retry_after_seconds' = any (p.proargnames)
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
$$,
  'functions that count attempts return no rows, which a request could filter so that it fails for wrong ones'
);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga, tests.an_admin('Pete') as pete,
  tests.a_match_kicking_off_in('1 hour') as match_id;
grant select on game to public;

select tests.act_as((select amina from game));
select throws_ok($$ insert into public.teams (name) values ('Mine') $$, 'SL003', null, 'players cannot add teams');
select throws_ok($$ update public.matches set status = 'live' $$, 'SL003', null, 'players cannot change matches');
select throws_ok($$ delete from public.matches $$, 'SL003', null, 'players cannot delete matches');

select throws_ok(
  $$ insert into public.notifications (user_id, title, message) select amina, 'Hi', 'there' from game $$,
  'SL003', null,
  'players cannot send notifications'
);

select throws_ok(
  $$ insert into public.user_roles (user_id, role) select amina, 'admin' from game $$,
  '42501', null,
  'players cannot make themselves admins'
);

select throws_ok(
  $$
    insert into public.subscriptions (user_id, subscription_type, expires_at) select amina, 'fa_cup',
      now() + interval '1 day' from game
  $$,
  '42501', null,
  'players cannot give themselves a subscription'
);

select throws_ok(
  $$ insert into public.admin_audit_log (action, table_name) values ('x', 'y') $$,
  '42501', null,
  'nobody can write to the audit log'
);

select throws_ok(
  $$ insert into public.admin_settings (setting_key, setting_value) values ('a', 'b') $$,
  'SL003', null,
  'players cannot save settings'
);

select throws_ok($$ select public.start_due_matches() $$, '42501', null, 'players cannot start matches');

select throws_ok(
  $$ select public.import_matches('FA Cup', 's', 'UTC', '[]') $$,
  'SL003', null,
  'players cannot import matches'
);

select throws_ok($$ select public.grant_admin('x@example.com') $$, '42501', null, 'players cannot grant roles');
select throws_ok($$ select public.clear_all_points() $$, 'SL003', null, 'players cannot clear everyone''s points');

select throws_ok(
  $$ select public.clear_player_points((select amina from game)) $$,
  'SL003', null,
  'players cannot clear their own points'
);

select throws_ok($$ select * from private.attempts $$, '42501', null, 'players cannot read the private schema');
select is(public.has_role((select olga from game), 'admin'), false, 'a player cannot find out who is an admin');
select is((select count(*)::int from public.profiles), 1, 'a player reads only their own profile');

select throws_ok(
  $$ update public.profiles set phone_number = '+2305000000' $$,
  '42501', null,
  'a player changes only their name'
);

select tests.act_as((select olga from game));
select is(public.has_role((select olga from game), 'admin'), true, 'has_role is true for an admin');
select cmp_ok((select count(*)::int from public.profiles), '>=', 3, 'admins read every profile');
select lives_ok($$ insert into public.teams (name) values ('Luton') $$, 'admins add teams');

select results_eq(
  $$ select action, new_values ->> 'name' from public.admin_audit_log where admin_user_id = (select olga from game) $$,
  $$ values ('teams.insert', 'Luton') $$,
  'adding a team is audited'
);

update public.teams set name = 'Luton Town' where name = 'Luton';
select results_eq(
  $$ select old_values, new_values from public.admin_audit_log where action = 'teams.update' $$,
  $$ values ('{"name": "Luton"}'::jsonb, '{"name": "Luton Town"}'::jsonb) $$,
  'the audit has the changed columns, old and new'
);

update public.teams set name = 'Arsenal FC' where name = 'Arsenal';
select is(
  (select home_team_name from public.matches where id = (select match_id from game)),
  'Arsenal FC',
  'renaming a team renames it in its matches'
);

select throws_ok(
  $$ update public.matches set predictions_count = 9 $$,
  '42501', null,
  'admins cannot write the prediction count'
);

-- The limit: 50 actions pass, the 51st fails.
do $$ begin for n in 3 .. 50 loop update public.teams set logo_url = 'https://example.com/' || n
  where name = 'Luton Town'; end loop; end $$;
select throws_ok(
  $$ update public.teams set logo_url = null where name = 'Luton Town' $$,
  'SL004', null,
  'the 51st action within five minutes is refused'
);

select lives_ok(
  $$ insert into public.teams (name) values ('Wigan') $$,
  'actions of another kind are counted separately'
);

select tests.act_as((select pete from game));
select lives_ok(
  $$ update public.teams set logo_url = null where name = 'Luton Town' $$,
  'actions of another admin are counted separately'
);

select tests.act_as_owner();
delete from public.user_roles where user_id <> (select olga from game);
select throws_ok(
  $$ delete from public.user_roles where user_id = (select olga from game) $$,
  'SL007', null,
  'the last admin cannot be removed'
);

select * from finish();
