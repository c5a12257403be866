-- The club's terms, privacy notice and prize rules: who publishes them, and what everyone reads.
select plan(32);

create temporary table game as select tests.a_player('Amina') as amina, tests.an_admin('Olga') as olga,
                                      tests.an_admin('Oscar') as oscar, gen_random_uuid() as key;
grant select on game to public;
create function pg_temp.audited() returns setof text language sql as $$
  select l.action || ' ' || l.record_id || ' ' || l.new_values::text from public.admin_audit_log l
   where l.table_name = 'club_texts' order by l.id
$$;

-- Nothing is said before an organiser publishes something.
select tests.act_as_anonymous();
select is(public.club_notices(), null, 'a club without texts says nothing');
select is_empty($$ select * from public.club_text('terms') $$, 'and shows none');
select tests.act_as(amina) from game;
select throws_ok(format('select public.%s', a.call), 'SL003', null, a.call || ' is for organisers')
  from (values ($$publish_club_text('terms', 'Be fair', false, 0)$$), ($$withdraw_club_text('terms')$$),
               ('club_text_versions()')) a (call);
select throws_ok('select * from private.club_texts', '42501', null, 'members do not read earlier versions');

-- Publishing.
select tests.act_as(olga) from game;
select throws_ok(format('select public.publish_club_text(%L, %L, %L, 0)', t.kind, t.content, t.asks), '23514', null,
                 t.name)
  from (values ('recipe', 'Be fair', false, 'an unknown text is refused'),
               ('terms', e' \n\t ', false, 'so is an empty one'),
               ('terms', repeat('a', 20001), false, 'and one that is too long'),
               ('privacy', 'Be fair', true, 'only terms ask members again')) t (kind, content, asks, name);
select is(public.publish_club_text('terms', e'\n# Terms\n\nBe fair\n', false, 0, key), 1,
          'the first version has number 1') from game;
select is(public.publish_club_text('terms', 'Be fair', false, 0, key), 1, 'a repeated request publishes nothing')
  from game;
select tests.act_as(oscar) from game;
select throws_ok($$ select public.publish_club_text('terms', 'Be quick', false, 0) $$, 'SL016', null,
                 'an organiser who has not seen the newest version does not replace it');
select throws_ok($$ select public.publish_club_text('terms', 'Be quick', false, 7) $$, 'SL016', null,
                 'nor one who has seen a version that does not exist');
select is(public.publish_club_text('terms', 'Be quick', true, 1), 2, 'the next version has the next number');
select is(public.publish_club_text('prize_rules', 'First: Rs 100', false, 0), 1, 'each text counts its own versions');
select tests.act_as_anonymous();
select results_eq($$ select version, content from public.club_text('terms') $$, $$ values (2, 'Be quick') $$,
                  'visitors read the newest version');
select is(public.club_notices(), '{"texts": ["terms", "prize_rules"], "terms": 2}', 'and pages name the texts');
select tests.act_as(olga) from game;
select results_eq($$ select kind, version, content, asks_again, author, is_shown
                       from public.club_text_versions() $$,
                  $$ values ('prize_rules', 1, 'First: Rs 100', false, 'Oscar', true),
                            ('terms', 2, 'Be quick', true, 'Oscar', true),
                            ('terms', 1, e'# Terms\n\nBe fair', false, 'Olga', false) $$,
                  'organisers read every version with its author');

-- Withdrawing.
select public.withdraw_club_text('terms');
select public.withdraw_club_text('terms');
select public.withdraw_club_text('privacy');
select is(public.club_notices(), '{"texts": ["prize_rules"]}', 'a withdrawn text is not shown');
select is_empty($$ select * from public.club_text('terms') $$, 'nor an earlier version of it');
select is(public.publish_club_text('terms', 'Be fair', false, 2), 3, 'it can be published again');

-- The other notices.
select lives_ok($$ select public.save_settings('{"contact_email": "hello@club.example", "entry": "free",
                     "contact_phone": "+230 5712 3456", "minimum_age": "off"}') $$, 'an organiser saves the contact');
select tests.act_as_anonymous();
select is(public.club_notices() - 'texts' - 'terms',
          '{"email": "hello@club.example", "phone": "+230 5712 3456", "entry": "free"}', 'and pages say it');
select tests.act_as(olga) from game;
select throws_ok(format('select public.save_settings(%L)', v.value), '23514', null, v.value || ' is refused')
  from (values ('{"contact_email": "hello@club"}'), ('{"contact_email": "a b@club.example"}'),
               ('{"contact_phone": "5712"}'), ('{"contact_phone": "+230 57a2 3456"}'), ('{"entry": "maybe"}'),
               ('{"minimum_age": "12"}'), ('{"minimum_age": "26"}')) v (value);
select tests.act_as_owner();
select results_eq('select pg_temp.audited()', array[
  'publish_club_text terms {"version": 1, "asks_again": false}',
  'publish_club_text terms {"version": 2, "asks_again": true}',
  'publish_club_text prize_rules {"version": 1, "asks_again": false}', 'withdraw_club_text terms {"version": 2}',
  'publish_club_text terms {"version": 3, "asks_again": false}'], 'each act is audited once, without the text');

select * from finish();
