select plan(18);

create temporary table game as select
  tests.a_player('Émile Appadoo', 'emile@example.com') as emile, tests.a_player('Zoë Ramgoolam') as zoe,
  tests.a_player('Søren Łukasz') as soren, tests.a_player('App Emily') as emily, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour') as played;
grant select on game to public;
update auth.users set phone = '23057123456' where id = (select zoe from game);
insert into public.plan_codes (code, plan_type, expires_at, is_used, used_by, used_at)
select '7654321', 'fa_cup', now() + interval '9 days', true, zoe, now() from game
union all select '7651234', 'fa_cup', now() + interval '9 days', false, null, null;
select tests.predicts(p.id, played, 2, 1)
  from game cross join lateral (values (emile), (zoe), (soren), (emily)) p (id);

create function tests.on_leaderboard(_words text) returns text[] language sql as $$
  select array_agg(full_name order by full_name collate "C") from public.search_leaderboard('Overall', _words)
$$;
create function tests.in_management(_words text) returns text[] language sql as $$
  select array_agg(full_name order by full_name collate "C") from public.admin_players(_words)
$$;
grant execute on function tests.on_leaderboard(text), tests.in_management(text) to public;

select tests.act_as((select olga from game));
select is(tests.on_leaderboard('zoe'), array['Zoë Ramgoolam'], 'the leaderboard ignores accents');
select is(tests.on_leaderboard('ZOË'), array['Zoë Ramgoolam'], 'accents in the search are ignored too');
select is(tests.on_leaderboard('soren lukasz'), array['Søren Łukasz'], 'letters with strokes are found');
select is(tests.on_leaderboard('emile app'), array['Émile Appadoo'], 'the words of a name are found');
select is(tests.on_leaderboard(' app   emile '), array['Émile Appadoo'], 'the order of the words does not matter');
select is(tests.on_leaderboard('emil'), array['App Emily', 'Émile Appadoo'], 'a part of a name is enough');
select is(tests.on_leaderboard('emile zoe'), null, 'a player has every word');
select is(tests.on_leaderboard('%'), null, 'a per cent sign is literal');
select is(tests.on_leaderboard('5712'), null, 'the leaderboard does not search phone numbers');
select is(tests.on_leaderboard('example.com'), null, 'the leaderboard does not search emails');
select is(tests.in_management('zoe 5712'), array['Zoë Ramgoolam'], 'organisers combine a name and a phone number');
select is(tests.in_management('app emile@'), array['Émile Appadoo'], 'organisers combine a name and an email');
select is(
  (select array_agg(full_name) from public.admin_players(sort => 'name')),
  array['App Emily', 'Émile Appadoo', 'Olga', 'Søren Łukasz', 'Zoë Ramgoolam'],
  'names are in the order of their letters'
);
select is((select array_agg(code) from public.admin_plan_codes(search => 'zoe')), array['7654321'],
          'a code is found by the player who used it');
select is((select count(*)::integer from public.admin_plan_codes(search => '765')), 2,
          'a code is found by its digits');

select tests.act_as_owner();
update public.profiles set full_name = 'Chloé Müller' where id = (select zoe from game);
update auth.users set email = 'chloe@example.com' where id = (select zoe from game);
select tests.act_as((select olga from game));
select is(tests.in_management('muller chloe@'), array['Chloé Müller'], 'a new name and a new email are found');

-- In a club of 10,000 players, searches use an index and do not read every player. An index scan of the table's
-- primary key does not count.
select tests.act_as_owner();
set local session_replication_role = replica;
insert into auth.users (id, email) select md5('player ' || n)::uuid, 'player' || n || '@example.com'
  from generate_series(1, 10000) n;
insert into public.profiles (id, full_name) select md5('player ' || n)::uuid,
       'Player ' || translate(n::text, '0123456789', 'abcdefghij') from generate_series(1, 10000) n;
insert into private.player_search (user_id, name, name_and_contact)
select p.id, private.searchable(p.full_name), private.searchable(p.full_name || ' ' || u.email)
  from public.profiles p join auth.users u on u.id = p.id on conflict do nothing;
set local session_replication_role = origin;
analyze;

create function tests.scans_of_search(_index text) returns bigint[] language sql as $$
  select array[pg_stat_get_xact_numscans('private.player_search'::regclass),
               pg_stat_get_xact_numscans(('private.' || _index)::regclass)]
$$;
create temporary table before as select tests.scans_of_search('player_search_by_name') as by_name,
  tests.scans_of_search('player_search_by_name_and_contact') as by_contact;
select tests.on_leaderboard('emile app'), tests.in_management('emile app');
-- The planner may combine several scans of an index.
create function tests.uses_only(_index text, _before bigint[]) returns boolean language sql as $$
  select now[1] = _before[1] and now[2] > _before[2] from (select tests.scans_of_search(_index)) s (now)
$$;
select ok(
  (select tests.uses_only('player_search_by_name', by_name) from before),
  'the leaderboard''s search uses the index among 10,000 players'
);
select ok(
  (select tests.uses_only('player_search_by_name_and_contact', by_contact) from before),
  'an organiser''s search uses the index among 10,000 players'
);

select * from finish();
