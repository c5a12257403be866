-- Reports of the provider with exchanged sides: the same match, or the return match.
select plan(16);

create function pg_temp.report(_id text, _home text, _away text, _kickoff timestamptz) returns void
language plpgsql security definer as $$
declare
  claims text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', '', true);
  perform public.apply_provider_answer(b.poll, jsonb_build_array(jsonb_build_object(
            'id', _id, 'competition', 'premier_league', 'home', _home, 'away', _away, 'kickoff', _kickoff,
            'confirmed', true, 'state', 'scheduled', 'season', '2026/27')))
     from public.begin_provider_poll(true) b;
  perform set_config('request.jwt.claims', claims, true);
end $$;
create function pg_temp.listed(_in interval, _home text, _away text) returns uuid language plpgsql as $$
declare
  new_id uuid := tests.a_match_kicking_off_in(_in, 'Premier League', _home, _away);
begin
  update public.matches m set season = '2026/27' where m.id = new_id;
  return new_id;
end $$;
create function pg_temp.issue(_match_id uuid) returns text language sql as $$
  select concat_ws(' ', i.kind, case when i.return_match_id is not null then 'listed' end)
    from public.provider_issues() i where i.match_id = _match_id
$$;
create function pg_temp.kickoff(_match_id uuid) returns timestamptz language sql as $$
  select m.kickoff_at from public.matches m where m.id = _match_id
$$;
create function pg_temp.reported_id(_id text) returns uuid language sql security definer as $$
  select f.id from private.provider_matches f where f.external_id = _id
$$;
grant execute on all functions in schema pg_temp to public;

update private.live_score_provider
   set min_poll_gap = '0', minute_limit = 1000, day_left = null, follows_fixtures = false;
select public.save_live_score_api_key('a key');
create temporary table game as select tests.an_admin('Olga') as olga, tests.a_player('Amina') as amina,
  pg_temp.listed('5 days', 'Leeds', 'Hull') as leg, pg_temp.listed('60 days', 'Hull', 'Leeds') as return_leg,
  pg_temp.listed('6 days', 'Derby', 'Stoke') as lone, pg_temp.listed('7 days', 'Bury', 'Wigan') as tie,
  pg_temp.listed('70 days', 'Wigan', 'Bury') as tie_return, null::uuid as added;
grant select, update on game to public;
select tests.act_as(olga) from game;

-- The sides of a report on the date of the club's match are exchanged.
select pg_temp.report('1', 'Hull', 'Leeds', pg_temp.kickoff(leg) + interval '3 days') from game;
select is(pg_temp.issue(leg), 'exchanged', 'three days away it is the club''s match with exchanged sides') from game;
select is(pg_temp.issue(return_leg), null, 'and the return match is not offered its date') from game;
select tests.act_as_owner();
update private.provider_matches set match_id = return_leg, problem = 'other_date' from game where external_id = '1';
select tests.act_as(olga) from game;
select pg_temp.report('1', 'Hull', 'Leeds', pg_temp.kickoff(leg)) from game;
select is(pg_temp.issue(leg), 'exchanged', 'a link to the return match from before is corrected') from game;
select is(pg_temp.issue(return_leg), null, 'so that the return match has no issue') from game;
select tests.act_as_owner();
delete from private.provider_matches;
select tests.act_as(olga) from game;

-- On another date they are the return match, which the club has.
select pg_temp.report('2', 'Bury', 'Wigan', pg_temp.kickoff(tie)) from game;
select pg_temp.report('2', 'Wigan', 'Bury', pg_temp.kickoff(tie) + interval '4 days') from game;
select is(pg_temp.issue(tie), 'return_match listed', 'four days away it is the return match that the club has')
  from game;
select throws_ok(format('select public.accept_provider_match(%L, %L, %L, %L, %L)', pg_temp.reported_id('2'),
                        'return_match', 'Wigan', 'Bury', pg_temp.kickoff(tie) + interval '4 days'),
                 '22023', null, 'whose sides are then not exchanged') from game;
select throws_ok(format('select public.add_return_match(%L, %L, %L, %L)', pg_temp.reported_id('2'), 'Wigan', 'Bury',
                        pg_temp.kickoff(tie) + interval '4 days'),
                 '22023', null, 'and which is not added again') from game;
select lives_ok(format('select public.link_provider_match(%L, %L)', pg_temp.reported_id('2'), tie_return),
                'it is linked') from game;
select is(pg_temp.issue(tie), null, 'and the club''s match follows the provider no longer') from game;

-- Or which the club lacks.
select pg_temp.report('3', 'Derby', 'Stoke', pg_temp.kickoff(lone)) from game;
select pg_temp.report('3', 'Stoke', 'Derby', pg_temp.kickoff(lone) + interval '90 days') from game;
select is(pg_temp.issue(lone), 'return_match', 'a return match that the club lacks') from game;
select throws_ok(format('select public.add_return_match(%L, %L, %L, %L)', pg_temp.reported_id('3'), 'Stoke', 'Derby',
                        pg_temp.kickoff(lone)), 'PT404', null, 'another report than the organiser saw is not added')
  from game;
update game set added = public.add_return_match(pg_temp.reported_id('3'), 'Stoke', 'Derby',
                                                pg_temp.kickoff(lone) + interval '90 days');
select results_eq('select m.home_team_name, m.season from public.matches m join game on m.id = added',
                  $$ values ('Stoke', '2026/27') $$, 'is added with its season');
select is(pg_temp.issue(added), null, 'and linked') from game;
select is(pg_temp.issue(lone), null, 'while the club''s match stays') from game;
select tests.act_as_owner();
select is((select l.subject from public.admin_audit_log l where l.action = 'add_return_match'),
          (select private.match_label(m) from public.matches m join game on m.id = added), 'it is audited');

select tests.act_as(amina) from game;
select throws_ok('select public.add_return_match(gen_random_uuid(), ''a'', ''b'', now())', 'SL003', null,
                 'a player adds none');

select * from finish();
