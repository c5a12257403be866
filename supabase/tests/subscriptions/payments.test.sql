-- Payments for codes and subscriptions.
select plan(28);

create temporary table people as select tests.a_player('Player ' || n) as id, n from generate_series(1, 3) n;
grant select on people to authenticated;
update public.profiles f set full_name = 'Player ' || chr(64 + p.n) from people p where f.id = p.id;
insert into public.user_roles (user_id, role) select id, 'admin' from people where n = 1;
create function pg_temp.paying(_more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('payer_name', 'Aunt Rose', 'amount_rs', 250, 'method', 'juice',
                            'paid_on', private.club_today()) || _more
$$;
grant execute on function pg_temp.paying(jsonb) to authenticated;
grant execute on function private.club_today() to authenticated;

select tests.act_as((select id from people where n = 1));
select is((select count(*) from public.generate_paid_plan_codes('fa_cup', current_date + 9, 3, pg_temp.paying())),
          3::bigint, 'codes are created with their payment');
select is((select sum(amount_rs) from public.payments), 750::bigint, 'each code has the amount');
select throws_ok(
  $$ select public.generate_paid_plan_codes('fa_cup', current_date + 9, 2, pg_temp.paying('{"amount_rs": 0}')) $$,
  '22023', 'An amount is between Rs 1 and Rs 1,000,000', 'a wrong payment is refused');
select is((select count(*) from public.plan_codes), 3::bigint, 'a refused payment creates no code');
select throws_ok($$ select public.record_payment(gen_random_uuid(), pg_temp.paying()) $$, 'PT404', null,
                 'an unknown code cannot be paid');
create temporary table unpaid as select (public.generate_plan_code('league_cup', current_date + 9)).id;
select is((select count(*) from public.admin_payments(paid => false)), 1::bigint, 'unpaid codes are listed');
select is(
  (public.record_payment((select id from unpaid), pg_temp.paying(jsonb_build_object(
    'payer_id', (select id from people where n = 2), 'amount_rs', 1000000)))).payer_name,
  'Player B', 'a code is marked as paid later, by a member');
select throws_ok($$ select public.record_payment((select id from unpaid), pg_temp.paying()) $$, '23505', null,
                 'a code is paid once');
select is((select count(*) from public.admin_payments(paid => false)), 0::bigint,
          'a paid code is not listed as unpaid');
select throws_ok($$ select public.change_payment((select id from public.payments where plan_type = 'league_cup'),
                                                 pg_temp.paying('{"amount_rs": 1000001}')) $$,
                 '22023', null, 'more than a million rupees are refused');
select throws_ok($$ select public.change_payment((select id from public.payments where plan_type = 'league_cup'),
                                                 pg_temp.paying(jsonb_build_object('paid_on', current_date + 2))) $$,
                 '22023', null, 'a payment in the future is refused');
select throws_ok($$ select public.change_payment((select id from public.payments where plan_type = 'league_cup'),
                                                 pg_temp.paying('{"method": "barter"}')) $$,
                 '22023', 'Choose how it was paid', 'an unknown method is refused');
select is((public.change_payment(
            (select id from public.payments where plan_type = 'league_cup'),
            pg_temp.paying('{"amount_rs": 300, "method": "cash", "remark": " by hand "}'))).remark,
          'by hand', 'a payment can be changed');
select is((public.give_paid_subscription((select id from people where n = 3), 'premier_league', current_date + 9,
                                         pg_temp.paying())).subscription_type,
          'premier_league', 'a subscription is given with its payment');
select results_eq(
  $$ select plan_type, payments, amount_rs from public.payment_totals() order by plan_type $$,
  $$ values ('fa_cup', 3, 750::bigint), ('league_cup', 1, 300), ('premier_league', 1, 250) $$,
  'totals are by competition and month');
select results_eq(
  $$ select member_name, payer_name, total_count from public.admin_payments(plan => 'premier_league') $$,
  $$ values ('Player C', 'Aunt Rose', 1) $$, 'the list has the member and who paid');
select is((select count(*) from public.admin_payments(method => 'cash')), 1::bigint, 'the list is filtered by method');
select is((select count(*) from public.admin_payments(month => date_trunc('month', current_date + 70)::date)),
          0::bigint, 'the list is filtered by month');
select lives_ok(
  $$ select public.revoke_plan_code((select code from public.plan_codes where plan_type = 'league_cup')) $$,
                  'a paid code can be revoked');
select is((select count(*) from public.admin_payments(plan => 'league_cup')), 1::bigint,
          'the payment of a revoked code remains');
select public.delete_payment((select id from public.payments where plan_type = 'league_cup'));
select is((select array_agg(distinct action order by action) from public.admin_audit_log
            where table_name = 'payments'),
          '{change_payment,delete_payment,record_payment}', 'every change is audited');
select throws_ok('insert into public.payments default values', '42501', null, 'nobody writes the table directly');
select tests.act_as_owner();

insert into public.admin_settings (setting_key, setting_value)
  values ('jackpot_display_settings', '{"enabled": true, "multiplier": 100, "deductionPercent": 10}');
select tests.act_as((select id from people where n = 2));
select is(public.payments_received(), null, 'members see no sum while the jackpot counts subscribers');
select tests.act_as_owner();
update public.admin_settings set setting_value = setting_value::jsonb || '{"basis": "payments"}'
 where setting_key = 'jackpot_display_settings';
select tests.act_as((select id from people where n = 2));
select results_eq('select public.payments_received(), (select count(*) from public.payments)',
                  'values (1000::bigint, 0::bigint)',
                  'members see the sum that the jackpot shows, and no payment');
select is((select count(*) from public.my_payments()), 0::bigint, 'a member without a payment sees none');

-- The own payments.
select tests.act_as_owner();
create temporary table paid_code as select code from public.plan_codes where plan_type = 'fa_cup' limit 1;
grant select on paid_code to authenticated;
select tests.act_as((select id from people where n = 2));
select public.redeem_plan_code((select code from paid_code));
select results_eq('select league, amount_rs, paid_by, payer_name, by_me from public.my_payments()',
                  $$ values ('FA Cup', 250, 'juice', 'Aunt Rose', false) $$, 'a redeemed code brings its payment');
select tests.act_as((select id from people where n = 1));
select public.change_payment((select id from public.payments where plan_type = 'premier_league'),
                             pg_temp.paying(jsonb_build_object('payer_id', (select id from people where n = 2))));
select tests.act_as((select id from people where n = 2));
select results_eq('select league, by_me from public.my_payments() order by league',
                  $$ values ('FA Cup', false), ('Premier League', true) $$, 'and what the member paid for another');
select tests.act_as((select id from people where n = 3));
select results_eq('select league, payer_name, by_me, paid_until::date > current_date from public.my_payments()',
                  $$ values ('Premier League', 'Player B', false, true) $$, 'a given subscription says who paid');
select tests.act_as_owner();

select * from finish();
