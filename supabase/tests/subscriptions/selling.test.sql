-- Sales of subscriptions, their receipts, and who owes.
select plan(37);

create temporary table club as select
  tests.a_player('Devi Khan') as devi, tests.a_player('Ravi Óle') as ravi, tests.a_player('Zoe Last') as zoe,
  tests.an_admin('Olga') as olga, tests.a_player('Mona Money') as mona;
grant select on club to public;
insert into public.user_roles (user_id, role) select mona, 'money' from club;
update public.profiles f set phone_number = '+23052500001', language = 'fr' from club where f.id = devi;
create function pg_temp.line(_more jsonb default '{}') returns jsonb language sql as $$
  select jsonb_build_object('plan_type', 'premier_league', 'expires_on', current_date + 90, 'amount_rs', 500,
                            'method', 'cash') || _more
$$;
create function pg_temp.lines(_how_many integer) returns jsonb language sql as $$
  select jsonb_agg(pg_temp.line(jsonb_build_object('name', 'Guest ' || n))) from generate_series(1, _how_many) n
$$;
grant execute on function pg_temp.line(jsonb), pg_temp.lines(integer), private.club_today() to authenticated;
create temporary table sold (at integer, code_id uuid, code text, receipt_no integer);
grant all on sold to public;

select tests.act_as(devi) from club;
select throws_ok('select public.sell_subscriptions(pg_temp.lines(1))', 'SL003', null, 'members sell nothing');
select throws_ok('select public.plan_sales()', 'SL003', null, 'members do not see what was sold');
select throws_ok('select public.members_who_owe()', 'SL003', null, 'members do not see who owes');

-- A member and a name from paper in one act.
select tests.act_as(olga) from club;
select results_eq(
  $$ select r.plan_type, r.member_id = devi, r.sold_to, r.phone_number, r.member_language, r.receipt_no, r.amount_rs,
            r.paid_by, r.paid_on = private.club_today(), r.code ~ '^\d{7}$'
       from club, public.sell_subscriptions(jsonb_build_array(
         pg_temp.line(jsonb_build_object('member_id', devi)),
         pg_temp.line('{"name": " Aunt Rose ", "plan_type": "fa_cup", "amount_rs": 250, "method": "juice",
                        "remark": "for two"}')), '00000000-0000-4000-8000-000000000001') r $$,
  $$ values ('premier_league', true, 'Devi Khan', '+23052500001', 'fr', 1, 500, 'cash', true, true),
            ('fa_cup', null, 'Aunt Rose', null, null, 2, 250, 'juice', true, true) $$,
  'each line gets a code and a receipt, in the order of the lines');
select results_eq(
  $$ select r.sold_to, r.receipt_no from public.sell_subscriptions(pg_temp.lines(3),
       '00000000-0000-4000-8000-000000000001') r $$,
  $$ values ('Devi Khan', 1), ('Aunt Rose', 2) $$, 'a request that is repeated sells nothing again');
select is((select count(*) from public.plan_codes), 2::bigint, 'and makes no code');
select results_eq(
  $$ select c.sold_to = devi, c.sold_to_name, p.payer_id = devi, p.payer_name, p.remark
       from club, public.payments p join public.plan_codes c on c.id = p.code_id order by p.receipt_no $$,
  $$ values (true, null, true, 'Devi Khan', null), (null, 'Aunt Rose', null, 'Aunt Rose', 'for two') $$,
  'the code and the payment remember for whom they are');
select results_eq(
  $$ select l.new_values from public.admin_audit_log l where l.action = 'sell_subscriptions' $$,
  $$ values ('{"how_many": 2, "amount_rs": 750, "receipts": [1, 2]}'::jsonb) $$,
  'a sale is one entry of the audit log, without codes and names');

-- What a sale refuses.
select throws_ok('select public.sell_subscriptions(pg_temp.lines(21))', '22023',
                 'Between 1 and 20 subscriptions are sold at once', '21 lines are refused');
select throws_ok($$ select public.sell_subscriptions('[]') $$, '22023', null, 'a sale has a line');
select throws_ok($$ select public.sell_subscriptions('{}') $$, '22023', null, 'a sale is a list');
select throws_ok(format('select public.sell_subscriptions(%L)', pg_temp.lines(1) || pg_temp.line(bad)), code, message,
                 reason)
  from (values
    ('{"name": "A", "plan_type": "friendly_club"}'::jsonb, '22023', 'Please select a subscription plan', 'no plan'),
    (jsonb_build_object('name', 'A', 'expires_on', current_date - 2), '22023', 'The expiry date has passed',
     'a day that has passed'),
    ('{"name": "A", "expires_on": null}', '22023', 'The expiry date has passed', 'no day'),
    ('{"name": " "}', '22023', 'Enter who paid, in up to 100 characters', 'nobody'),
    (jsonb_build_object('name', repeat('n', 101)), '22023', 'Enter who paid, in up to 100 characters', 'a long name'),
    ('{"name": "A", "amount_rs": 0}', '22023', 'An amount is between Rs 1 and Rs 1,000,000', 'no amount'),
    ('{"name": "A", "method": "barter"}', '22023', 'Choose how it was paid', 'an unknown method'),
    ('{"member_id": "00000000-0000-4000-8000-000000000000"}', 'PT404', 'There is no such player', 'an unknown member')
  ) b (bad, code, message, reason);
select is((select count(*) from public.plan_codes), 2::bigint, 'a line that is refused sells no other line');
insert into sold select 1, r.code_id, r.code, r.receipt_no from public.sell_subscriptions(pg_temp.lines(20)) r;
select results_eq('select min(receipt_no), max(receipt_no), count(distinct code) from sold',
                  $$ values (3, 22, 20::bigint) $$, '20 lines are sold, and refused sales took no receipt number');

-- The list of codes shows and finds for whom they are.
select results_eq($$ select c.sold_to_name, c.total_count from public.admin_plan_codes(search => 'aunt') c $$,
                  $$ values ('Aunt Rose', 1) $$, 'a code is found by the name from paper');
select results_eq($$ select c.sold_to_name from public.admin_plan_codes(search => '2500001') c $$,
                  $$ values ('Devi Khan') $$, 'a code is found by the phone number of the member');
select results_eq($$ select member_name, receipt_no from public.admin_payments(plan => 'fa_cup') $$,
                  $$ values ('Aunt Rose', 2) $$, 'the list of payments has the receipt');
select results_eq('select plan_type, usual_amount_rs, running from public.plan_sales()',
                  $$ values ('premier_league', 500, 21), ('fa_cup', 250, 1), ('league_cup', null, 0) $$,
                  'each plan has its latest amount and the number that runs');

-- Undo, and receipts of deleted payments.
insert into sold select 2, r.code_id, r.code, r.receipt_no from public.sell_subscriptions(pg_temp.lines(1)) r;
select lives_ok($$ select public.undo(u.id) from public.open_undos() u where u.action = 'sell_subscriptions'
                    order by u.done_at desc limit 1 $$, 'a sale is undone');
select is_empty('select from public.plan_codes c join sold s on s.code_id = c.id and s.at = 2', 'its code is gone');
insert into sold select 3, r.code_id, r.code, r.receipt_no from public.sell_subscriptions(pg_temp.lines(1)) r;
select is((select receipt_no from sold where at = 3), 24, 'the number of its receipt is not given again');
select public.mark_plan_code_sent((select code_id from sold where at = 3));
select throws_ok($$ select public.undo(u.id) from public.open_undos() u where u.action = 'sell_subscriptions'
                     order by u.done_at desc limit 1 $$, 'SL015', null, 'a sale whose code was sent is not undone');

-- A helper for money.
select tests.act_as(mona) from club;
select results_eq(
  $$ select r.sold_to, r.phone_number
       from club, public.sell_subscriptions(jsonb_build_array(
         pg_temp.line(jsonb_build_object('member_id', devi, 'plan_type', 'league_cup')))) r $$,
  $$ values ('Devi Khan', null::text) $$, 'a helper sells, and reads no phone number');
select throws_ok('select public.members_who_owe()', 'SL003', null, 'a helper does not list who owes');

-- The member.
select tests.act_as(devi) from club;
select results_eq($$ select league, receipt_no from public.my_payments() order by receipt_no $$,
                  $$ values ('Premier League', 1), ('League Cup', 25) $$, 'a member sees the receipts');
select is((select jsonb_array_length(public.my_data() -> 'codes')), 2, 'the export has the codes that were sold');

-- Who owes.
select tests.act_as_owner();
delete from public.subscriptions;
select tests.a_subscription(devi, 'premier_league'), tests.a_subscription(devi, 'fa_cup'),
       tests.a_subscription(ravi, 'fa_cup', '-1 day') from club;
insert into public.subscriptions (user_id, subscription_type, started_at, expires_at)
select zoe, 'fa_cup', now() - interval '2 years', now() - interval '1 year' from club;
select tests.act_as(olga) from club;
select results_eq(
  $$ select full_name, phone_number, member_language, jsonb_path_query_array(plans, '$[*].plan_type'),
            jsonb_path_query_array(plans, '$[*].is_running'), total_count from public.members_who_owe() $$,
  $$ values ('Devi Khan', '+23052500001', 'fr', '["fa_cup"]'::jsonb, '[true]'::jsonb, 2),
            ('Ravi Óle', null, null, '["fa_cup"]', '[false]', 2) $$,
  'a member owes what runs or ended within a year and is not paid, with a code that waits counting as paid');
select is((select count(*) from public.members_who_owe(page_limit => 1, page_offset => 1)), 1::bigint,
          'the list has pages');
select public.give_paid_subscription(ravi, 'fa_cup', current_date + 9, pg_temp.line(jsonb_build_object(
         'payer_name', 'Ravi', 'paid_on', private.club_today()))) from club;
select is((select string_agg(full_name, ', ') from public.members_who_owe()), 'Devi Khan',
          'who has paid does not owe any more');

-- A deleted account.
select tests.act_as_owner();
delete from auth.users u using club where u.id = devi;
select results_eq(
  $$ select c.sold_to, c.sold_to_name from public.plan_codes c join public.payments p on p.code_id = c.id
      where p.receipt_no = 1 $$, $$ values (null::uuid, null::text) $$,
  'a code forgets the member whose account is deleted');

select * from finish();
