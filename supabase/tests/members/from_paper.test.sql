select plan(17);

create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina Ramgoolam') as amina,
  tests.a_player('Zoë Ní Bhriain', 'zoe@example.com') as zoe, tests.a_player('象 王') as wang;
grant select on game to public;
update public.profiles p set phone_number = '+23057123456' from game where p.id = amina;
update auth.users u set phone = '447700900123' from game where u.id = zoe;

create function pg_temp.read(_name text, _phone text default null, _email text default null) returns text
language sql as $$
  select concat_ws(' / ', r.outcome, r.full_name, r.phone_number, r.email, r.reason, r.member_name)
    from public.preview_new_members(jsonb_build_array(
      jsonb_build_object('name', _name, 'phone', _phone, 'email', _email))) r
$$;

grant execute on function pg_temp.read(text, text, text) to public;

select tests.act_as(amina) from game;
select throws_ok($$ select * from public.preview_new_members('[{}]') $$, 'SL003', null, 'a player checks no list');
select throws_ok($$ select public.note_added_members('{}', null) $$, '42501', null, 'nor writes the audit log');
select tests.act_as(olga) from game;
select throws_ok($$ select public.note_added_members('{}', null) $$, '42501', null, 'nor does an admin');
select throws_ok($$ select * from public.preview_new_members('[]') $$, '22023', null, 'an empty list is refused');
select throws_ok($$ select * from public.preview_new_members(
                      (select jsonb_agg('{}'::jsonb) from generate_series(1, 301))) $$, '22023', null,
                 '301 lines are refused');
select throws_ok($$ select * from public.preview_new_members('{"name": "Amina"}') $$, '22023', null,
                 'an object is no list');
select is((select count(*) from public.preview_new_members(
             (select jsonb_agg('{}'::jsonb) from generate_series(1, 300)))), 300::bigint, '300 lines are read');

select is(pg_temp.read(' Ben  Li ', '5712 9999', ' Ben@Example.com '),
          'new / Ben Li / +23057129999 / ben@example.com', 'a new member is read in the form that is stored');
select results_eq($$ select pg_temp.read(n, p, e) from (values
    ('Somebody', '57123456', null), ('Somebody', null, 'ZOE@example.com'), ('Somebody', '+44 7700 900123', null))
    v (n, p, e) $$,
  $$ values ('member / Somebody / +23057123456 / A member has this phone number / Amina Ramgoolam'),
            ('member / Somebody / zoe@example.com / A member has this email / Zoë Ní Bhriain'),
            ('member / Somebody / +447700900123 / A member has this phone number / Zoë Ní Bhriain') $$,
  'a member is found by phone number and email');
select results_eq($$ select pg_temp.read(n, '57000000') from (values
    ('AMINA RAMGOOLAM'), ('Ramgoolam Amina'), ('Zoe Ni Bhriain'), ('象 王'), ('Amina Ramgolam'), ('Amina'),
    ('Aminata Ramdin')) v (n) $$,
  $$ values ('similar / AMINA RAMGOOLAM / +23057000000 / A member has the same name / Amina Ramgoolam'),
            ('similar / Ramgoolam Amina / +23057000000 / A member has the same name / Amina Ramgoolam'),
            ('similar / Zoe Ni Bhriain / +23057000000 / A member has the same name / Zoë Ní Bhriain'),
            ('similar / 象 王 / +23057000000 / A member has the same name / 象 王'),
            ('similar / Amina Ramgolam / +23057000000 / A member has a similar name / Amina Ramgoolam'),
            ('new / Amina / +23057000000'), ('new / Aminata Ramdin / +23057000000') $$,
  'perhaps a member by the name, without accents, case and order');
select results_eq($$ select pg_temp.read(n, p, e) from (values
    (null, '57000000', null), ('  ', '57000000', null), ('Ben 2', '57000000', null),
    (repeat('a', 101), '57000000', null), ('Ben', null, null), ('Ben', ' ', ''), ('Ben', '12', null),
    ('Ben', null, 'ben@example'), ('Ben', null, repeat('b', 250) || '@example.com')) v (n, p, e) $$,
  $$ select o from (values ('unusable / +23057000000 / There is no name'),
       ('unusable / +23057000000 / There is no name'),
       ('unusable / Ben 2 / +23057000000 / A name has letters, spaces, apostrophes and hyphens, up to 100'),
       ('unusable / ' || repeat('a', 101)
        || ' / +23057000000 / A name has letters, spaces, apostrophes and hyphens, up to 100'),
       ('unusable / Ben / A phone number or an email is needed'),
       ('unusable / Ben / A phone number or an email is needed'),
       ('unusable / Ben / The phone number is not valid'),
       ('unusable / Ben / ben@example / The email is not valid'),
       ('unusable / Ben / ' || repeat('b', 250) || '@example.com / The email is not valid')) v (o) $$,
  'a line that cannot be used says why');
select results_eq($$ select r.outcome, r.reason from public.preview_new_members('[
    {"name": "Ben", "phone": "57000001"}, {"name": "Ben", "phone": "57000002"}, {"name": "Cleo", "phone": "57000001"},
    {"name": "Dan", "email": "d@example.com"}, {"name": "Eve", "phone": "+23057000003", "email": "D@example.com"},
    {"name": "Ben 3", "phone": "57000004"}, {"name": "Fay", "phone": "57000004"}, 7, null]') r order by r.place $$,
  $$ values ('new', null), ('similar', 'The same name as line 1'),
            ('unusable', 'The same phone number or email as line 1'), ('new', null),
            ('unusable', 'The same phone number or email as line 4'),
            ('unusable', 'A name has letters, spaces, apostrophes and hyphens, up to 100'), ('new', null),
            ('unusable', 'There is no name'), ('unusable', 'There is no name') $$,
  'lines are compared with those before them that can be used');
select is((select r.member_id from public.preview_new_members('[{"name": "X", "phone": "57123456"}]') r), amina,
          'the member is identified') from game;

-- A closed account still has its phone number and email.
select tests.act_as_owner();
update auth.users u set banned_until = now() + interval '1 day' from game where u.id = zoe;
select tests.act_as(olga) from game;
select matches(pg_temp.read('X', null, 'zoe@example.com'), '^member', 'the email of a banned account is taken');

select tests.act_as_owner();
select public.note_added_members(array[amina, zoe], olga) from game;
select results_eq($$ select l.admin_user_id, l.record_id::uuid, l.subject, l.old_values, l.new_values
                       from public.admin_audit_log l where l.action = 'add_member' order by l.id $$,
                  $$ select olga, i, null::text, null::jsonb, null::jsonb from game, unnest(array[amina, zoe]) i $$,
                  'each added account has an entry without personal data');
select is((select count(*) from public.profiles), 4::bigint, 'a check adds nobody');
select ok('add-members' = any (private.admin_functions()), 'the edge function acts for admins');
select * from finish();
