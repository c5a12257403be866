select plan(24);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga;
grant select on game to public;
create temporary table kept (id uuid, archived integer);
grant all on kept to public;
update auth.users set phone = '23052500001' where id = (select amina from game);
-- The year is later than that of every other subscription.
insert into public.subscriptions (user_id, subscription_type, started_at, expires_at, assigned_by_admin)
select amina, 'premier_league', '2050-01-01 00:00:00+00'::timestamptz, '2050-06-01 00:00:00+00'::timestamptz, true
  from game
union all select amina, 'fa_cup', '2049-12-31 23:59:59.999+00', '2050-06-01 00:00:00+00', false from game
union all select ben, 'fa_cup', '2050-01-31 23:59:59.5+00', '2050-06-01 00:00:00+00', false from game
union all select ben, 'league_cup', '2050-02-01 00:00:00+00', '2050-06-01 00:00:00+00', false from game;

select tests.act_as((select amina from game));
select throws_ok(
  $$ select * from public.create_subscription_archive('Mine', null, '2050-01-01', '2050-01-31') $$,
  'SL003', null,
  'players cannot create an archive'
);

select tests.act_as_anonymous();
select throws_ok(
  $$ select * from public.subscription_period_archives $$,
  '42501', null,
  'visitors cannot read archives'
);

select tests.act_as((select olga from game));
insert into kept select * from public.create_subscription_archive(' January ', '', '2050-01-01', '2050-01-31');
select is(
  (select archived from kept),
  2,
  'an archive contains what started between the first and the last day, UTC'
);

select results_eq(
  $$
    select full_name, phone_number, subscription_type, subscription_status, was_admin_assigned
      from public.archived_subscriptions order by full_name
  $$,
  $$ values ('Amina', '+23052500001', 'premier_league', 'active', true), ('Ben', null, 'fa_cup', 'active', false) $$,
  'the rows have names, phone numbers and who assigned them'
);

select results_eq(
  $$ select name, description, created_by_admin from public.subscription_period_archives $$,
  $$ select 'January', null, olga from game $$,
  'the archive names its admin'
);

select results_eq(
  $$ select archived from public.create_subscription_archive('Nobody', null, '2051-01-01', '2051-01-31') $$,
  $$ values (0) $$,
  'a period without subscriptions gives an empty archive'
);

select throws_ok(
  $$ select * from public.create_subscription_archive('Backwards', null, '2050-02-01', '2050-01-31') $$,
  '23514', null,
  'a period that ends before it starts is refused'
);

select throws_ok(
  $$ select * from public.create_subscription_archive(' ', null, '2050-01-01', '2050-01-31') $$,
  '23514', null,
  'an archive needs a name'
);

select results_eq(
  $$
    select outcome, id is not null from public.add_archived_subscription((select id from kept), '5250 0001',
           'friendly_club', 'expired', '2050-01-05', '2050-02-05')
  $$,
  $$ values ('added', true) $$,
  'a subscription is added by its phone number'
);

select results_eq(
  $$
    select full_name, subscription_status, was_admin_assigned from public.archived_subscriptions
      where subscription_type = 'friendly_club'
  $$,
  $$ values ('Amina', 'expired', true) $$,
  'the added row belongs to the player with that number'
);

select results_eq(
  $$
    select outcome, id from public.add_archived_subscription((select id from kept), '+23052599999', 'fa_cup', 'active',
                                                             '2050-01-05', '2050-02-05')
  $$,
  $$ values ('user_not_found', null::uuid) $$,
  'an unknown phone number returns user_not_found'
);

select throws_ok(
  $$
    select * from public.add_archived_subscription((select id from kept), '52500001', 'fa_cup', 'paused', '2050-01-05',
                                                   '2050-02-05')
  $$,
  '23514', null,
  'an unknown status is refused'
);

select throws_ok(
  $$
    select * from public.add_archived_subscription((select id from kept), '52500001', 'champions_league', 'active',
                                                   '2050-01-05', '2050-02-05')
  $$,
  '23514', null,
  'an unknown type is refused'
);

select throws_ok(
  $$
    select * from public.add_archived_subscription((select id from kept), '52500001', 'fa_cup', 'active', '2050-02-05',
                                                   '2050-02-05')
  $$,
  '23514', null,
  'a subscription that ends before it starts is refused'
);

select throws_ok(
  $$
    select * from public.add_archived_subscription(gen_random_uuid(), '52500001', 'fa_cup', 'active', '2050-01-05',
                                                   '2050-02-05')
  $$,
  'PT404', null,
  'an unknown archive is refused'
);

select tests.act_as_owner();
alter table public.archived_subscriptions add constraint none_today check (full_name = '') not valid;
select tests.act_as((select olga from game));
select throws_ok(
  $$ select * from public.create_subscription_archive('Unfilled', null, '2050-01-01', '2050-01-31') $$,
  'SL011', null,
  'an archive that cannot be filled is refused with its own code'
);

select is(
  (select count(*)::int from public.subscription_period_archives where name = 'Unfilled'),
  0,
  'an archive that could not be filled does not exist'
);

select tests.act_as_owner();
alter table public.archived_subscriptions drop constraint none_today;

select tests.act_as((select amina from game));
select is((select count(*)::int from public.archived_subscriptions), 0, 'players cannot read archives');

select throws_ok(
  $$ delete from public.subscription_period_archives $$,
  'SL003', null,
  'players cannot delete archives'
);

select tests.act_as_owner();
delete from auth.users where id = (select amina from game);
select tests.act_as((select olga from game));
select results_eq(
  $$ select distinct user_id, full_name, phone_number from public.archived_subscriptions where full_name = 'Amina' $$,
  $$ values (null::uuid, 'Amina', null::text) $$,
  'a deleted player''s rows keep the name and lose the phone number'
);

delete from public.archived_subscriptions where full_name = 'Ben';
select results_eq(
  $$
    select jsonb_array_length(old_values), old_values -> 0 ->> 'full_name', old_values -> 0 ? 'phone_number'
      from public.admin_audit_log where action = 'archived_subscriptions.delete'
  $$,
  $$ values (1, 'Ben', false) $$,
  'deleting rows is audited without phone numbers'
);

delete from public.subscription_period_archives where id = (select id from kept);
select is((select count(*)::int from public.archived_subscriptions), 0, 'deleting an archive deletes its rows');

select is(
  (select old_values ->> 'name' from public.admin_audit_log where action = 'subscription_period_archives.delete'),
  'January',
  'deleting an archive is audited'
);

select is(
  (select new_values ->> 'subscriptions' from public.admin_audit_log where action = 'create_subscription_archive'
   order by id limit 1),
  '2',
  'creating an archive is audited'
);

select * from finish();
