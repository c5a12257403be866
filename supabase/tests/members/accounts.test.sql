select plan(21);

select is(private.e164('5712 3456'), '+23057123456', 'a number without a plus is Mauritian');
select is(private.e164('+44 (20) 7946-0000'), '+442079460000', 'punctuation is removed');
select is(private.e164('+44 (0)20 7946 0000'), '+442079460000', 'a 0 in brackets is for calls within the country');
select is(private.e164('00442079460000'), '+442079460000', 'two leading zeros become a plus');
select is(private.e164('abc'), null, 'letters are not a phone number');
select is(private.e164('+0123456789'), null, 'no country code starts with zero');

insert into auth.users (id, email, raw_user_meta_data)
  values (gen_random_uuid(), 'zoe@example.com',
          '{"full_name": "Zoë  O''Neill-Ngô", "phone_number": "+23057000001"}');
select results_eq(
  $$ select full_name, phone_number from public.profiles where phone_number = '+23057000001' $$,
  $$ values ('Zoë O''Neill-Ngô', '+23057000001') $$,
  'an account gets a profile with its accents and apostrophe'
);

select is(
  (public.before_user_created('{"user": {"phone": "23057000001", "user_metadata": {}}}') #>> '{error,message}'),
  'This phone number is already registered with another account. Please use a different phone number or sign in.',
  'a phone number of another account is refused with the text of the spec'
);

select is(
  (public.before_user_created(
    '{"user": {"email": "a@example.com", "user_metadata": {"phone_number": "+230 5700 0001"}}}'
  ) #>> '{error,http_code}'),
  '422',
  'a phone number in the metadata only is refused too'
);

select is(
  public.before_user_created(
    '{"user": {"email": "a@example.com", "user_metadata": {"full_name": "Ann Li", "phone_number": "+23057000002"}}}'),
  '{}'::jsonb,
  'a new phone number is accepted'
);

select isnt(
  public.before_user_created(
    '{"user": {"email": "a@example.com", "user_metadata": {"full_name": "R2-D2"}}}') -> 'error',
  null,
  'digits are not a name'
);

select isnt(
  public.before_user_created(jsonb_build_object(
    'user', jsonb_build_object('user_metadata', jsonb_build_object('full_name', repeat('a', 101))))) -> 'error',
  null,
  'a name of 101 letters is refused'
);

select is(
  public.before_user_created(jsonb_build_object(
    'user', jsonb_build_object('user_metadata', jsonb_build_object('full_name', repeat('a', 100))))),
  '{}'::jsonb,
  'a name of 100 letters is accepted'
);

select is(
  public.before_user_created(
    '{"user": {"email": "a@example.com", "app_metadata": {"provider": "github"},
               "user_metadata": {"full_name": "a_1"}}}'),
  '{}'::jsonb,
  'a name that another provider tells is not refused'
);
insert into auth.users (id, email, raw_user_meta_data)
  select gen_random_uuid(), format('told.%s@example.com', n), jsonb_build_object('full_name', name)
    from (values (1, 'mia_92'), (2, 'Dr. "Kim" O''Hara-Ngô 3rd <kim>'), (3, '1337.'), (4, repeat('a ', 60)))
      told (n, name);
select results_eq(
  $$ select p.full_name from public.profiles p join auth.users u on u.id = p.id where u.email like 'told.%'
      order by u.email $$,
  $$ values ('mia'), ('Dr Kim O''Hara-Ngô rd kim'), (null), (trim(repeat('a ', 50))) $$,
  'a profile starts with what of a name is permitted'
);

select is(
  array(select private.tidy(t) from unnest(array[
    E'\u202aAnn\u202c\u00a0 Li\u200b', E'\u202egnA', E'\u200c\u2060\u3164 \t',
    E'نمی\u200cخواهم', E'An\u200dn\u200c']) t),
  array['Ann Li', 'gnA', '', E'نمی\u200cخواهم', 'Ann'],
  'a text has no invisible characters, and the joiners only of scripts that use them');
update public.profiles set full_name = E' Zoë\u200b\u2060 Ngô\u00a0' where phone_number = '+23057000001';
select is((select full_name from public.profiles where phone_number = '+23057000001'), 'Zoë Ngô',
          'a changed name is stored without them');
select throws_ok(
  $$ update public.profiles set full_name = E' \u200b\u200b' where phone_number = '+23057000001' $$, '23514', null,
  'a name has other characters');

select tests.act_as_secret_key();
do $$ begin for n in 1 .. 5 loop perform public.phone_lookup('+23057000001', '10.0.0.' || n); end loop; end $$;
select is(
  (select outcome from public.phone_lookup('+23057000001', '10.0.0.9')),
  'limited',
  'the sixth lookup of one number in 15 minutes is refused from every address'
);

select tests.act_as_owner();
select results_eq(
  $$
    select private.limited_address(a) from (values ('203.0.113.7'), ('2001:db8:1:2:3:4:5:6'), ('2001:db8:1:2::9'),
      ('::ffff:203.0.113.7'), ('somewhere:else'), (null)) v (a)
  $$,
  $$
    values ('203.0.113.7'), ('2001:db8:1:2::/64'), ('2001:db8:1:2::/64'), ('::ffff:203.0.113.7'), ('somewhere:else'),
      (null)
  $$,
  'limits count the /64 prefix of an IPv6 address'
);

select is(
  (select (array_agg(l.outcome order by n))[31] from generate_series(1, 31) n
    cross join lateral public.phone_lookup('+2305711' || 1000 + n, '2001:db8:7::' || n) l),
  'limited',
  'thirty lookups come from one /64 network'
);

select * from finish();
