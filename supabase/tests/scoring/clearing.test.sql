select plan(44);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.an_admin('Pete') as pete,
  tests.a_match_kicking_off_in('1 hour') as first,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Leeds', 'Fulham') as second,
  tests.a_match_kicking_off_in('1 hour', 'Friendly Club', 'Hull', 'Derby') as open_match;
grant select on game to public;
create temporary table kept (id uuid);
grant all on kept to public;
select tests.predicts((select amina from game), (select first from game), 2, 1),
       tests.predicts((select ben from game), (select first from game), 1, 0),
       tests.predicts((select amina from game), (select second from game), 0, 0),
       tests.predicts((select amina from game), (select open_match from game), 4, 4);
select tests.ends((select first from game), 2, 1);
select tests.kickoff_moves_to((select second from game), '-1 minute');

-- Acts as an admin whose token has this sign-in method and time.
create or replace function tests.act_as_signed_in(_user_id uuid, _method text, _ago interval) returns void
  language plpgsql as $$
begin
  perform tests.act_as(_user_id);
  perform set_config('request.jwt.claims',
                     json_build_object('sub', _user_id, 'role', 'authenticated', 'amr', json_build_array(
    json_build_object('method', _method, 'timestamp', floor(extract(epoch from clock_timestamp() - _ago)))))::text,
      true);
end $$;
grant execute on function tests.act_as_signed_in(uuid, text, interval) to public;

-- Snapshots.
select tests.act_as((select amina from game));
select throws_ok(
  $$ select public.create_predictions_snapshot('Mine') $$,
  'SL003', null,
  'players cannot take snapshots'
);

select tests.act_as((select olga from game));
insert into kept select (public.create_predictions_snapshot(' Half-way ', 'Before the cup')).id;
select results_eq(
  $$ select snapshot_name, description, created_by_admin, players, predictions from public.predictions_snapshots $$,
  $$ select 'Half-way', 'Before the cup', olga, 2, 3 from game $$,
  'a snapshot names its admin and counts players and predictions'
);

select results_eq(
  $$
    select "position", user_name, total_points, jsonb_array_length(predictions) from public.snapshot_players order by 1
  $$,
  $$ values (1, 'Amina', 3, 2), (2, 'Ben', 1, 1) $$,
  'a snapshot has one row per player, without open predictions'
);

select results_eq(
  $$ select p ->> 'prediction', p ->> 'actual', p ->> 'points', p ->> 'match' like 'Arsenal v Chelsea, %'
  from public.snapshot_players s, jsonb_array_elements(s.predictions) p where user_name = 'Ben' $$,
  $$ values ('1-0', '2-1', '1', true) $$,
  'each prediction has its match, prediction, actual score and points'
);

select is(
  (select p -> 'points' from public.snapshot_players s, jsonb_array_elements(s.predictions) p where user_name = 'Amina'
   and p ->> 'prediction' = '0-0'),
  'null'::jsonb,
  'a locked match without a result has no points'
);

select throws_ok($$ select public.create_predictions_snapshot('  ') $$, '23514', null, 'a snapshot needs a name');

select throws_ok($$ delete from public.predictions_snapshots $$, '42501', null, 'nobody can delete a snapshot');

select is(
  (select new_values ->> 'predictions' from public.admin_audit_log where action = 'create_predictions_snapshot'),
  '3',
  'taking a snapshot is audited'
);

select tests.act_as((select amina from game));
select is(
  (select count(*)::int from public.predictions_snapshots) + (select count(*)::int from public.snapshot_players),
  0,
  'players cannot read snapshots'
);

-- Recalculating.
select throws_ok($$ select public.recalculate_all_points() $$, 'SL003', null, 'players cannot recalculate points');
select tests.act_as_owner();
update public.user_predictions set points_earned = 0 where user_id = (select amina from game)
  and match_id = (select first from game);
select private.rebuild_totals();
select tests.act_as((select olga from game));
select is(public.recalculate_all_points(), 2, 'recalculating covers every prediction of a completed match');

select is(
  (select points_earned from public.user_predictions where user_id = (select amina from game)
   and match_id = (select first from game)),
  3,
  'recalculating restores lost points'
);

select is(
  (select new_values from public.admin_audit_log where action = 'recalculate_all_points'),
  '{"predictions": 2, "changed": 1}'::jsonb,
  'recalculating is audited'
);

select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition after recalculating');

-- The PIN.
select tests.act_as_signed_in((select amina from game), 'password', '1 minute');
select throws_ok($$ select public.set_clear_points_pin('2580') $$, 'SL003', null, 'players cannot set the PIN');
select tests.act_as_signed_in((select olga from game), 'password', '1 minute');
select results_eq(
  $$ select * from public.clear_points_pin_state() $$,
  $$ values (false, null::timestamptz) $$,
  'there is no PIN at first'
);

select is(public.clear_all_points('2580') -> 0 ->> 'outcome', 'no_pin', 'without a PIN nothing is cleared');

select throws_ok(
  format($$ select public.set_clear_points_pin(%L) $$, pin),
  '22023', null,
  format('%L is not a PIN', pin)
) from (values ('258'), ('25800'), ('25a0'), (null)) p (pin);

select tests.act_as_signed_in((select olga from game), 'password', '5 minutes 1 second');
select throws_ok(
  $$ select public.set_clear_points_pin('2580') $$,
  'SL009', null,
  'a password given more than five minutes ago cannot set the PIN'
);

select tests.act_as_signed_in((select olga from game), 'otp', '1 minute');
select throws_ok(
  $$ select public.set_clear_points_pin('2580') $$,
  'SL009', null,
  'a sign-in by code cannot set the PIN'
);

select tests.act_as_signed_in((select olga from game), 'password', '4 minutes 50 seconds');
select lives_ok(
  $$ select public.set_clear_points_pin('2580') $$,
  'a password given within five minutes can set the PIN'
);

select is((select is_set from public.clear_points_pin_state()), true, 'the state says that a PIN is set');

select is(
  (select count(*)::int from public.admin_audit_log where action = 'set_clear_points_pin'
   and (new_values is not null or old_values is not null)),
  0,
  'the audit does not contain the PIN'
);

select throws_ok($$ select * from private.clear_points_pin $$, '42501', null, 'an admin cannot read the hash');

-- Clearing.
select results_eq(
  $$ select r ->> 'outcome', (r ->> 'attempts_left')::integer
       from jsonb_array_elements(public.clear_all_points('0000')) r $$,
  $$ values ('wrong_pin', 4) $$,
  'a wrong PIN leaves four attempts'
);

select is(public.clear_all_points(null) -> 0 ->> 'outcome', 'wrong_pin', 'a missing PIN counts as a wrong one');
select is((select sum(points_earned)::int from public.user_predictions), 4, 'a wrong PIN clears nothing');

select results_eq(
  $$ select r ->> 'outcome', (r ->> 'cleared')::integer
       from jsonb_array_elements(public.clear_all_points('2580', 'Season 1')) r $$,
  $$ values ('cleared', 2) $$,
  'the right PIN clears the points'
);

select results_eq(
  $$
    select s.snapshot_name, s.predictions from public.admin_audit_log a
      join public.predictions_snapshots s on s.id::text = a.new_values ->> 'snapshot_id'
  $$,
  $$ values ('Season 1', 3) $$,
  'clearing takes a snapshot'
);

select is(
  (select total_points from public.snapshot_players s join public.predictions_snapshots h on h.id = s.snapshot_id
   where h.snapshot_name = 'Season 1' and user_name = 'Amina'),
  3,
  'the snapshot contains the cleared points'
);

select is((select sum(points_earned)::int from public.user_predictions), 0, 'the points are gone');
select is(public.recalculate_all_points(), 0, 'recalculating does not restore cleared points');

select results_eq(
  $$
    select new_values ->> 'outcome', count(*)::int from public.admin_audit_log where action = 'clear_all_points'
      group by 1 order by 1
  $$,
  $$ values ('cleared', 1), ('wrong_pin', 2) $$,
  'wrong PINs and the clearing are audited'
);

select throws_ok(
  $$ select public.clear_all_points('2580', repeat('x', 101)) $$,
  '23514', null,
  'nothing is cleared if the snapshot fails'
);

do $$ begin for n in 1 .. 2 loop perform public.clear_all_points('0000'); end loop; end $$;
select results_eq(
  $$ select r ->> 'outcome', (r ->> 'attempts_left')::integer
       from jsonb_array_elements(public.clear_all_points('0000')) r $$,
  $$ values ('wrong_pin', 0) $$,
  'the fifth wrong PIN is still answered'
);

select results_eq(
  $$ select r ->> 'outcome', (r ->> 'retry_after_seconds')::integer between 1 and 900
       from jsonb_array_elements(public.clear_all_points('2580')) r $$,
  $$ values ('locked', true) $$,
  'then the right PIN is locked too and returns the waiting time'
);

select tests.act_as((select pete from game));
select is(public.clear_all_points('2580') -> 0 ->> 'outcome', 'cleared', 'another admin is not locked');
select tests.act_as((select amina from game));
select throws_ok(
  $$ select public.clear_all_points('2580') $$,
  'SL003', null,
  'a player who knows the PIN cannot clear points'
);

select tests.act_as_owner();
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition');
delete from auth.users where id = (select amina from game);
select is(
  (select count(*)::int from public.snapshot_players where user_name = 'Amina'),
  3,
  'a deleted player stays readable in snapshots'
);

select tests.act_as_secret_key();
select is(public.clear_all_points() -> 0 ->> 'outcome', 'cleared', 'the secret key needs no PIN');
select * from finish();
