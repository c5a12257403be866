select plan(22);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('2 days', 'Friendly Club', 'Arsenal', 'Chelsea') as friendly,
  tests.a_match_kicking_off_in('3 days', 'FA Cup', 'Leeds', 'Luton') as cup,
  tests.a_match_kicking_off_in('4 days', 'Premier League', 'Everton', 'Fulham') as league;
select tests.a_subscription(amina, 'fa_cup') from game;
select tests.a_subscription(amina, 'premier_league', '-1 day') from game;
create temporary table links (name text primary key, token text);
grant select on game to public;
grant all on links to public;

select tests.act_as((select amina from game));
insert into links values ('amina', public.my_calendar_token());
select matches(
  (select token from links where name = 'amina'),
  '^[0-9a-f]{32}$',
  'a player has a calendar address of 122 random bits'
);

select is(public.my_calendar_token(), (select token from links where name = 'amina'), 'the address stays the same');
select tests.act_as((select ben from game));
insert into links values ('ben', public.my_calendar_token());
select isnt(
  (select token from links where name = 'ben'),
  (select token from links where name = 'amina'),
  'another player has another address'
);

select throws_ok($$ select * from private.calendar_tokens $$, '42501', null, 'players cannot read addresses');

select throws_ok(
  $$ select * from public.calendar_feed((select token from links where name = 'amina')) $$,
  '42501', null,
  'players cannot read a feed directly'
);

select tests.act_as_anonymous();
select throws_ok($$ select public.my_calendar_token() $$, '42501', null, 'visitors have no calendar');

select tests.act_as_secret_key();
select results_eq(
  $$
    select match_id, sequence from public.calendar_feed((select token from links where name = 'amina'))
      where match_id in (select unnest(array[friendly, cup, league]) from game)
  $$,
  $$ select friendly, 0 from game union all select cup, 0 from game $$,
  'a feed has free competitions and current subscriptions, by kick-off'
);

select results_eq(
  $$
    select match_id from public.calendar_feed((select token from links where name = 'ben'))
      where match_id in (select unnest(array[friendly, cup, league]) from game)
  $$,
  $$ select friendly from game $$,
  'without a subscription a feed has only free competitions'
);

select is_empty($$ select * from public.calendar_feed(repeat('0', 32)) $$, 'an unknown address returns nothing');

-- Changes of calendar entries.
select tests.act_as_owner();
select tests.kickoff_moves_to(friendly, '5 days') from game;
select tests.act_as_secret_key();
select is(
  (select sequence from public.calendar_feed((select token from links where name = 'ben'))
   where match_id = (select friendly from game)),
  1,
  'a moved match has a higher sequence'
);

select is(
  (select round(extract(epoch from kickoff_at - now()) / 86400)
   from public.calendar_feed((select token from links where name = 'ben'))
   where match_id = (select friendly from game)),
  5::numeric,
  'a moved match has its new time'
);

select tests.act_as_owner();
update public.matches set kickoff_confirmed = false where id = (select friendly from game);
select is(
  (select sequence from private.match_revisions where match_id = (select friendly from game)),
  2,
  'an unconfirmed kick-off raises the sequence'
);

select tests.predicts(ben, friendly, 1, 0) from game;
update public.matches set home_team_logo = 'https://example.com/a.png' where id = (select friendly from game);
select is(
  (select sequence from private.match_revisions where match_id = (select friendly from game)),
  2,
  'a prediction or a logo does not change the entry'
);

update public.matches set status = 'cancelled' where id = (select friendly from game);
select tests.act_as_secret_key();
select results_eq(
  $$
    select is_cancelled, sequence from public.calendar_feed((select token from links where name = 'ben'))
      where match_id = (select friendly from game)
  $$,
  $$ values (true, 3) $$,
  'a cancelled match stays in the feed as cancelled'
);

select tests.act_as_owner();
select tests.kickoff_moves_to(cup, '-1 minute') from game;
update public.matches set status = 'live' where id = (select cup from game);
select tests.ends(cup, 2, 1) from game;
select is(
  (select sequence from private.match_revisions where match_id = (select cup from game)),
  1,
  'playing and completing a match does not change the entry'
);

select tests.kickoff_moves_to(league, '-91 days') from game;
select tests.a_subscription(ben, 'premier_league') from game;
select is_empty(
  $$
    select 1 from public.calendar_feed((select token from links where name = 'ben'))
      where match_id = (select league from game)
  $$,
  'a match of more than 90 days ago leaves the feed'
);

-- Renewing the address.
select tests.act_as((select amina from game));
insert into links values ('new', public.renew_calendar_token());
select isnt(
  (select token from links where name = 'new'),
  (select token from links where name = 'amina'),
  'a renewed address is another one'
);

select is(public.my_calendar_token(), (select token from links where name = 'new'), 'a player has one address only');
select tests.act_as_secret_key();
select is_empty(
  $$ select * from public.calendar_feed((select token from links where name = 'amina')) $$,
  'the old address returns nothing'
);

select isnt_empty(
  $$ select * from public.calendar_feed((select token from links where name = 'new')) $$,
  'the new address returns the feed'
);

select tests.act_as_owner();
delete from public.matches where league in (select name from public.competitions where not needs_subscription);
select results_eq(
  $$
    select count(*)::int, count(match_id)::int from public.calendar_feed((select token from links where name = 'new'))
      where match_id is null or match_id <> (select cup from game)
  $$,
  $$ values (0, 0) $$,
  'a deleted match leaves the feed'
);

delete from auth.users where id = (select amina from game);
select is_empty(
  $$ select * from public.calendar_feed((select token from links where name = 'new')) $$,
  'deleting an account deletes its address'
);

select * from finish();
