select plan(30);

create temporary table game as select
  tests.a_player('Amina') as amina, tests.a_player('Ben') as ben, tests.an_admin('Olga') as olga,
  tests.a_match_kicking_off_in('1 hour', 'Premier League') as paid,
  tests.a_match_kicking_off_in('1 hour', 'Champions League', 'Inter', 'Roma') as free;
grant select on game to public;
create temporary table made (code text, plan text);
grant all on made to public;

select tests.act_as((select amina from game));
select throws_ok(
  $$ select tests.predicts((select amina from game), (select paid from game), 1, 0) $$,
  'SL002', null,
  'the Premier League needs a subscription'
);

select lives_ok(
  $$ select tests.predicts((select amina from game), (select free from game), 1, 0) $$,
  'the Champions League needs no subscription'
);

select results_eq(
  $$ select league, may_predict from public.my_competitions() $$,
  $$
    values ('Premier League', false), ('FA Cup', false), ('League Cup', false), ('Champions League', true),
      ('Friendly Club', true)
  $$,
  'a player sees where they may predict'
);

select throws_ok(
  $$ select public.generate_plan_code('premier_league', current_date + 30) $$,
  'SL003', null,
  'players cannot create codes'
);

select throws_ok(
  $$
    insert into public.plan_codes (code, plan_type, expires_at) values ('1234567', 'fa_cup', now() + interval '1 day')
  $$,
  'SL003', null,
  'players cannot insert codes'
);

select is((select count(*)::int from public.plan_codes), 0, 'players cannot read codes');

select tests.act_as((select olga from game));
insert into made select (public.generate_plan_code('premier_league', current_date + 30)).code, 'premier_league';
select matches((select code from made), '^[1-9][0-9]{6}$', 'a code has seven digits');

select throws_ok(
  $$ select public.generate_plan_code('premier_league', current_date - 2) $$,
  '22023', null,
  'a past expiry date is refused'
);
select throws_ok(format($$ select public.generate_plan_code('premier_league', %L) $$, day), '22023',
                 'The date must be before the year 2200', 'and one that no browser can read')
  from unnest(array['infinity', '20270-05-31']) day;

select throws_ok(
  $$ select public.generate_plan_code('friendly_club', current_date) $$,
  '22023', null,
  'the Friendly Club has no plan'
);

select throws_ok(
  $$
    insert into public.plan_codes (code, plan_type, expires_at) values ('0123456', 'fa_cup', now() + interval '1 day')
  $$,
  '23514', null,
  'codes start at 1000000'
);

select is(
  (select new_values ? 'code' from public.admin_audit_log where action = 'generate_plan_code'),
  false,
  'the audit log does not contain the code'
);

select tests.act_as((select amina from game));
select is(public.redeem_plan_code('9999999x') -> 0 ->> 'outcome', 'invalid', 'a wrong code returns invalid');

select results_eq(
  $$ select r ->> 'outcome', r ->> 'subscription_type'
       from jsonb_array_elements(public.redeem_plan_code((select code from made))) r $$,
  $$ values ('redeemed', 'premier_league') $$,
  'a valid code opens its plan'
);

select is(
  (select expires_at from public.subscriptions),
  (select (current_date + 31)::timestamp at time zone 'Indian/Mauritius' - interval '1 second'),
  'the subscription lasts until the end of the expiry date in club time'
);

select lives_ok(
  $$ select tests.predicts((select amina from game), (select paid from game), 1, 0) $$,
  'the subscription allows predictions'
);

select results_eq(
  $$ select r -> 0 ->> 'outcome', r -> 0 ->> 'subscription_type', (r -> 0 ->> 'expires_at')::timestamptz = s.expires_at
       from public.redeem_plan_code((select code from made)) r, public.subscriptions s $$,
  $$ values ('used', 'premier_league', true) $$,
  'a code works only once, and tells the player who redeemed it what it opened'
);
select tests.act_as((select ben from game));
select is(
  public.redeem_plan_code((select code from made)) -> 0 ->> 'outcome',
  'used',
  'a code works for one player only'
);

select tests.act_as_owner();
insert into public.plan_codes (code, plan_type, expires_at)
  values ('1000000', 'premier_league', now() - interval '1 second'),
  ('2000000', 'premier_league', now() + interval '9 days'), ('3000000', 'premier_league', now() + interval '90 days');
select tests.act_as((select amina from game));
select is(
  public.redeem_plan_code('1000000') -> 0 ->> 'outcome',
  'expired',
  'an expired code returns expired'
);

select is(
  (public.redeem_plan_code('2000000') -> 0 ->> 'expires_at')::timestamptz > now() + interval '20 days',
  true,
  'a shorter code does not shorten a subscription'
);

select is(
  (public.redeem_plan_code('3000000') -> 0 ->> 'expires_at')::timestamptz > now() + interval '80 days',
  true,
  'a longer code extends a subscription'
);

-- Ben has entered one wrong code so far; ten lock him out.
select tests.act_as((select ben from game));
do $$ begin for n in 1 .. 8 loop perform public.redeem_plan_code('7777777'); end loop; end $$;
select is(
  public.redeem_plan_code('7777777') -> 0 ->> 'outcome',
  'invalid',
  'the tenth wrong code is still answered'
);

select results_eq(
  $$ select r ->> 'outcome', (r ->> 'retry_after_seconds')::integer between 1 and 900
       from jsonb_array_elements(public.redeem_plan_code('7777777')) r $$,
  $$ values ('locked', true) $$,
  'the eleventh attempt is locked and returns the waiting time'
);

select tests.act_as((select amina from game));
select is(public.redeem_plan_code('7777777') -> 0 ->> 'outcome', 'invalid', 'other players are not locked');

-- Expiry.
select tests.act_as_owner();
update public.subscriptions set started_at = now() - interval '9 days', expires_at = now() - interval '1 millisecond'
  where user_id = (select amina from game);
select throws_ok(
  $$ select tests.predicts((select amina from game), (select paid from game), 2, 0) $$,
  'SL002', null,
  'an expired subscription allows no predictions'
);

select is(
  (select count(*)::int from private.player_totals where user_id = (select amina from game)
   and board_id = private.board_of('Premier League')),
  1,
  'a player who has predicted stays on the leaderboard'
);

delete from public.subscriptions;
select is_empty('select * from tests.wrong_boards()', 'the totals still equal their definition');

-- The audit log never contains a code.
select tests.act_as((select olga from game));
insert into public.plan_codes (code, plan_type, expires_at) values ('7654321', 'fa_cup', now() + interval '1 day');
select public.revoke_plan_code('7654321');
select public.undo(u.id) from public.open_undos() u;
select isnt_empty($$ select from public.plan_codes where code = '7654321' $$,
                   'a revoked code is restored with its code');
delete from public.plan_codes where code = '7654321';
select results_eq(
  $$ select action, a::text ~ '7654321' from public.admin_audit_log a order by id desc limit 4 $$,
  $$
    values ('plan_codes.delete', false), ('undo', false), ('revoke_plan_code', false), ('plan_codes.insert', false)
  $$,
  'codes that were added, revoked, restored and deleted are not in the audit log'
);
select * from finish();
