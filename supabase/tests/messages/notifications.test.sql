select plan(7);

create temporary table game as select tests.a_player('Amina') as amina, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga;
grant select on game to public;

select tests.act_as((select olga from game));
insert into public.notifications (user_id, type, title, message)
select amina, 'fanfare', 'Hello', 'there' from game
union all select ben, 'warning', 'Hello', 'there' from game
union all select olga, null, 'Hello', 'there' from game;

select tests.act_as_owner();
select results_eq(
  $$ select user_id, type from public.notifications order by type, user_id = (select olga from game) $$,
  $$ select p.id, p.type from game
      cross join lateral (values (1, amina, 'info'), (2, olga, 'info'), (3, ben, 'warning')) p (place, id, type)
      order by p.place $$,
  'an unknown type is stored as info'
);
select results_eq(
  $$ select admin_user_id, new_values from public.admin_audit_log where action = 'notifications.insert'
      order by new_values ->> 'type' $$,
  $$ select olga, jsonb_build_object('title', 'Hello', 'message', 'there', 'type', 'info', 'players', 2) from game
     union all
     select olga, jsonb_build_object('title', 'Hello', 'message', 'there', 'type', 'warning', 'players', 1)
       from game $$,
  'inserted notifications are audited once for each text'
);

select tests.act_as((select olga from game));
select is(public.notify_everyone('Round 5', 'Picks are open', 'fanfare'),
          (select count(*)::integer from public.profiles), 'an unknown type is sent to everyone');
select tests.act_as_owner();
select is((select array_agg(distinct type) from public.notifications where title = 'Round 5'), array['info'],
          'an unknown type is sent as info');
select is(
  (select new_values ->> 'type' from public.admin_audit_log where action = 'notify_everyone'),
  'info', 'the audit log has the type that was sent'
);

select tests.act_as((select amina from game));
select throws_ok(
  $$ insert into public.notifications (user_id, title, message) select ben, 'Hi', 'there' from game $$,
  'SL003', null, 'players cannot notify'
);
select tests.act_as((select olga from game));
select throws_ok(
  $$ do $d$ begin
       for n in 1 .. 51 loop
         insert into public.notifications (user_id, title, message) select ben, 'Hi', 'there' from game;
       end loop;
     end $d$ $$,
  'SL004', null, 'at most 50 inserts of notifications in 5 minutes'
);

select * from finish();
