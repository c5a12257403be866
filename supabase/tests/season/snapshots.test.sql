select plan(20);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as played, tests.a_match_kicking_off_in('2 hours') as open;
grant select on game to public;
create temporary table made (id uuid);
grant all on made to public;
select tests.predicts(amina, played, 2, 1) from game;
select tests.predicts(amina, open, 1, 1) from game;
select tests.ends(played, 2, 1) from game;

select tests.act_as((select amina from game));
select throws_ok(
  $$ insert into public.predictions_snapshots (snapshot_name) values ('Mine') $$,
  'SL003', null, 'players cannot insert a snapshot'
);
select throws_ok(
  $$ insert into public.subscription_period_archives (name, start_date, end_date)
     values ('Mine', '2050-01-01', '2050-01-31') $$,
  'SL003', null, 'players cannot insert a subscription archive'
);
select throws_ok(
  $$ insert into public.archived_subscriptions (archive_id, full_name, subscription_type, subscription_status,
                                                started_at, expires_at, was_admin_assigned)
     values (gen_random_uuid(), 'Amina', 'fa_cup', 'active', '2050-01-01', '2050-02-01', false) $$,
  'SL003', null, 'players cannot insert archived subscriptions'
);

select tests.act_as((select olga from game));
insert into public.predictions_snapshots (snapshot_name, description) values ('Autumn', 'Before clearing');
select results_eq(
  $$ select snapshot_name, description, created_by_admin, players, predictions, data
       from public.predictions_snapshots $$,
  $$ select 'Autumn', 'Before clearing', olga, 1, 1, null::jsonb from game $$,
  'an inserted snapshot is taken by the database, without open matches'
);
select results_eq(
  $$ select user_name, total_points, predictions -> 0 ->> 'prediction' from public.snapshot_players $$,
  $$ values ('Amina', 3, '2-1') $$,
  'an inserted snapshot has the players with their predictions'
);
select results_eq(
  $$ select admin_user_id, new_values ->> 'snapshot_name', new_values ->> 'players', new_values ? 'data'
       from public.admin_audit_log where action = 'predictions_snapshots.insert' $$,
  $$ select olga, 'Autumn', '1', false from game $$,
  'an inserted snapshot is audited without its data'
);

insert into public.predictions_snapshots (snapshot_name, created_by_admin, data)
select 'Winter', olga, jsonb_build_array(
         jsonb_build_object('user_id', amina, 'user_name', 'Amina', 'total_points', 1,
                            'predictions',
                            '[{"match": "A v B", "prediction": "1-0", "actual": "2-0", "points": 1}]'::jsonb),
         jsonb_build_object('user_id', olga, 'user_name', 'Olga', 'total_points', 3, 'predictions', '[]'::jsonb))
  from game;
select results_eq(
  $$ select players, predictions, data -> 0 ->> 'user_name' from public.predictions_snapshots
      where snapshot_name = 'Winter' $$,
  $$ values (2, 1, 'Amina') $$,
  'an inserted snapshot keeps the data that the client sent'
);
select results_eq(
  $$ select p.position, p.user_name, p.total_points, p.predictions -> 0 ->> 'match'
       from public.snapshot_players p join public.predictions_snapshots s on s.id = p.snapshot_id
      where s.snapshot_name = 'Winter' order by p.position $$,
  $$ values (1, 'Olga', 3, null), (2, 'Amina', 1, 'A v B') $$,
  'the data that the client sent is shown like a snapshot that the database took'
);
select throws_ok(
  $$ insert into public.predictions_snapshots (snapshot_name, data) values ('Broken', '{"user_name": "Amina"}') $$,
  '22023', null, 'data that is not a list is refused'
);
select throws_ok(
  $$ insert into public.predictions_snapshots (snapshot_name, data) values ('Broken', '[{"user_name": "Amina"}]') $$,
  '23502', null, 'a player without an id is refused'
);
select throws_ok(
  $$ insert into public.predictions_snapshots (snapshot_name, created_by_admin) select 'Not mine', amina from game $$,
  '42501', null, 'an admin cannot insert a snapshot in another name'
);
select throws_ok(
  $$ do $d$ begin
       for n in 1 .. 51 loop
         insert into public.predictions_snapshots (snapshot_name, data) values ('Many', '[]');
       end loop;
     end $d$ $$,
  'SL004', null, 'at most 50 snapshots are inserted in 5 minutes'
);

with added as (
  insert into public.subscription_period_archives (name, description, start_date, end_date)
  values ('January', 'Of the year 2050', '2050-01-01', '2050-01-31') returning id
)
insert into made select id from added;
select results_eq(
  $$ select name, created_by_admin from public.subscription_period_archives $$,
  $$ select 'January', olga from game $$,
  'an admin inserts a subscription archive'
);
select results_eq(
  $$ select admin_user_id, new_values ->> 'name' from public.admin_audit_log
      where action = 'subscription_period_archives.insert' $$,
  $$ select olga, 'January' from game $$,
  'an inserted subscription archive is audited'
);
select throws_ok(
  $$ insert into public.subscription_period_archives (name, start_date, end_date, created_by_admin)
     select 'Not mine', '2050-01-01', '2050-01-31', amina from game $$,
  '42501', null, 'an admin cannot insert an archive in another name'
);
select throws_ok(
  $$ do $d$ begin
       for n in 1 .. 51 loop
         insert into public.subscription_period_archives (name, start_date, end_date)
         values ('Many', '2050-01-01', '2050-01-31');
       end loop;
     end $d$ $$,
  'SL004', null, 'at most 50 subscription archives are inserted in 5 minutes'
);

insert into public.archived_subscriptions (archive_id, user_id, full_name, phone_number, subscription_type,
                                           subscription_status, started_at, expires_at, was_admin_assigned)
select made.id, amina, 'Amina', '+23052500001', 'fa_cup', 'active', '2050-01-05', '2050-02-05', false from made, game;
select results_eq(
  $$ select full_name, phone_number, was_admin_assigned from public.archived_subscriptions $$,
  $$ values ('Amina', '+23052500001', false) $$,
  'an admin inserts the subscriptions of an archive'
);
select results_eq(
  $$ select admin_user_id, record_id, new_values -> 0 ->> 'full_name', new_values -> 0 ? 'phone_number'
       from public.admin_audit_log where action = 'archived_subscriptions.insert' $$,
  $$ select olga, made.id::text, 'Amina', false from game, made $$,
  'inserted subscriptions are audited without phone numbers'
);
select throws_ok(
  $$ insert into public.archived_subscriptions (archive_id, full_name, phone_number, subscription_type,
                                                subscription_status, started_at, expires_at, was_admin_assigned)
     select id, 'Nobody', '+23052500002', 'fa_cup', 'active', '2050-01-05', '2050-02-05', false from made $$,
  '23514', null, 'a phone number without its account is refused, because it could not be removed with the account'
);

select tests.act_as_owner();
delete from auth.users where id = (select amina from game);
select results_eq(
  $$ select full_name, phone_number from public.archived_subscriptions $$,
  $$ values ('Amina', null::text) $$,
  'an inserted row loses its phone number with the account'
);

select * from finish();
