-- What organisers see about one member, their notes, and messages to one member.
select plan(26);

create temporary table game as select
  tests.a_player('Ali Baba', 'ali@example.com') as ali, tests.a_player('Ben') as ben,
  tests.an_admin('Olga') as olga, tests.a_match_kicking_off_in('1 day', 'FA Cup', 'Roma') as cup,
  tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Inter') as friendly,
  tests.a_match_kicking_off_in('1 day', 'Friendly Club', 'Milan') as predicted,
  tests.a_match_kicking_off_in('20 days', 'Friendly Club', 'Genoa') as later;
grant select on game to public;
update public.matches set season = 'tests', round = 'Matchday 1'
  where id in (select unnest(array[friendly, predicted]) from game);
select tests.predicts(ali, predicted, 1, 0) from game;
update auth.users set phone = '23057001234', phone_confirmed_at = now(), encrypted_password = 'a hash',
                      last_sign_in_at = '2026-11-01 10:00+00'
  where id = (select ali from game);
insert into auth.identities (provider_id, user_id, identity_data, provider)
  select p, ali, '{}', p from game, unnest(array['email', 'phone', 'google']) p;
-- Ben paid for Ali, and Ali paid for Ben.
insert into public.payments (user_id, plan_type, expires_at, payer_id, payer_name, amount_rs, method, paid_on)
  select ali, 'fa_cup', now() - interval '1 day', ben, 'Ben', 250, 'cash', current_date - 2 from game
  union all select ben, 'fa_cup', now(), ali, 'Ali Baba', 300, 'juice', current_date - 1 from game
  union all select ben, 'fa_cup', now(), ben, 'Ben', 400, 'juice', current_date from game;
create function pg_temp.sheet(_path text) returns text language sql as $$
  select public.member_sheet((select ali from game)) #>> string_to_array(_path, ' ')
$$;
grant execute on function pg_temp.sheet(text) to public;

select tests.act_as(ali) from game;
select throws_ok('select public.member_sheet((select ali from game))', 'SL003', null, 'members see no sheet');
select throws_ok($$ select public.add_member_note((select ben from game), 'x') $$, 'SL003', null, 'write no note');
select throws_ok($$ select public.message_member((select ben from game), 'x', 'y') $$, 'SL003', null, 'send nothing');
select tests.act_as(olga) from game;
select throws_ok('select public.member_sheet(gen_random_uuid())', 'PT404', null, 'an unknown player has none');
select is(pg_temp.sheet('sign_in phone'), '+23057001234', 'the sheet has the number that signs in');
select is(pg_temp.sheet('sign_in email'), 'ali@example.com', 'and the email');
select is(pg_temp.sheet('sign_in providers'), '["google"]', 'and the other ways');
select is(pg_temp.sheet('sign_in has_password'), 'true', 'it says that there is a password');
select ok(public.member_sheet((select ali from game))::text !~ 'a hash', 'and never which one');
select is(
  (select jsonb_agg(jsonb_build_array(m -> 'label', m -> 'may_predict') order by m ->> 'label')
     from jsonb_array_elements(public.member_sheet((select ali from game)) -> 'missing_picks') m),
  '[["Inter v Chelsea", true], ["Roma v Chelsea", false]]'::jsonb,
  'it lists what is not predicted in the next round, and what needs a subscription'
);
select lives_ok($$ select public.give_subscription((select ali from game), 'fa_cup', current_date + 9) $$, 'with one');
select is(
  (select bool_and((m ->> 'may_predict')::boolean)
     from jsonb_array_elements(public.member_sheet((select ali from game)) -> 'missing_picks') m),
  true, 'the member may predict all of them'
);
select is(pg_temp.sheet('subscriptions 0 league'), 'FA Cup', 'subscriptions are listed');
select is(
  (select array_agg((p ->> 'amount_rs')::integer)
     from jsonb_array_elements(public.member_sheet((select ali from game)) -> 'payments') p),
  array[300, 250], 'and payments for and by the member, the latest first'
);

create temporary table note as select n.* from game, public.add_member_note(ali, '  Pays in cash  ') n;
grant select on note to public;
select is(pg_temp.sheet('notes 0 note'), 'Pays in cash', 'a note is kept');
select is(pg_temp.sheet('notes 0 author_name'), 'Olga', 'with its author');
select throws_ok($$ select public.add_member_note((select ali from game), ' ') $$, '22023', null, 'not without text');
select throws_ok($$ select public.add_member_note((select ali from game), repeat('x', 501)) $$, '22023', null,
  'and not with 501 characters');
select is(
  (select count(*)::int from public.admin_audit_log
    where action = 'add_member_note' and new_values is null and record_id = (select ali::text from game)),
  1, 'the log says whom it is about, and not what'
);
select tests.act_as(ali) from game;
select is(
  (select public.my_data() -> 'notes_of_organisers' -> 0 ->> 'note'), 'Pays in cash', 'the member''s own data has it'
);
select is_empty('select * from public.member_notes', 'the table does not');
select tests.act_as(olga) from game;
select lives_ok('select public.delete_member_note((select id from note))', 'a note can be deleted');

select is(
  (select public.message_member(ali, 'Dues', 'Please pay.') from game), 1, 'a message to one member is sent'
);
select results_eq(
  $$ select audience, recipients, players from public.club_messages() $$,
  $$ values ('member', 'Ali Baba', 1) $$, 'and is listed, so that it can be withdrawn'
);

-- A number that only the profile has signs in too.
select tests.act_as_owner();
update auth.users set phone = null, phone_confirmed_at = null where id = (select ali from game);
update public.profiles set phone_number = '+23057001235' where id = (select ali from game);
select is(private.sign_in_methods(ali) ->> 'phone', '+23057001235', 'the number of the profile signs in')
  from game;
select is(private.sign_in_methods(ali) ->> 'phone_is_confirmed', 'true', 'without being confirmed') from game;
select * from finish();
