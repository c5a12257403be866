-- The plan of prizes, and what is paid.
select plan(34);

create temporary table game as select tests.an_admin('Olga') as olga, tests.an_admin('Oscar') as oscar,
  tests.a_player('Amina') as amina, tests.a_player('Bruno') as bruno,
  '[{"kind": "overall", "place": 1, "percent": 60}, {"kind": "overall", "place": 2, "percent": 40},
    {"kind": "matchday", "competition_id": "friendly_club", "place": 1, "amount_rs": 100}]'::jsonb as lines;
create temporary table acts (name text, id uuid);
grant all on game, acts to public;
create function pg_temp.plan_of(_lines jsonb, _fund integer default 1000) returns text language sql as $$
  select format('select public.save_prize_plan(%s, %L)', coalesce(_fund::text, 'null'), _lines)
$$;
create function pg_temp.seen() returns jsonb language sql as $$
  select jsonb_build_object('fund_rs', p.fund_rs, 'lines', (
           select coalesce(jsonb_agg(l.line - 'pays_rs' order by l.nth), '[]')
             from jsonb_array_elements(p.lines) with ordinality l (line, nth))) from public.prizes() p
$$;
grant execute on all functions in schema pg_temp to public;

select tests.act_as(amina) from game;
select throws_ok(pg_temp.plan_of(lines), 'SL003', null, 'a member plans no prizes') from game;
select throws_ok('select * from public.admin_prizes()', 'SL003', null, 'or sees what is owed') from game;
select results_eq('select plan_id, lines, mine_rs from public.prizes()', $$ values (null::uuid, '[]'::jsonb, 0) $$,
                  'a club has no prizes');
select is((select prizes from public.club_pages()), false, 'and no link to them');
select tests.act_as(olga) from game;
select throws_ok(pg_temp.plan_of('[]'), '22023', 'Enter a prize', 'a plan has a prize');
select throws_ok(pg_temp.plan_of(lines, null), '22023', 'Enter the fund of which percentages are paid',
                 'percentages need a fund') from game;
select throws_ok(pg_temp.plan_of(lines || '[{"kind": "cup", "place": 1, "percent": 1}]'), '22023',
                 'The percentages are more than 100 together with those that have settled',
                 'and are 100 at most') from game;
select throws_ok(pg_temp.plan_of(v.lines), v.code, null, v.reason) from (values
  ('[{"kind": "overall", "place": 21, "amount_rs": 5}]'::jsonb, '23514', 'there are 20 places'),
  ('[{"kind": "overall", "place": 1, "amount_rs": 0}]', '23514', 'a place pays at least a rupee'),
  ('[{"kind": "overall", "place": 1, "amount_rs": 5, "percent": 5}]', '23514', 'rupees or a percentage'),
  ('[{"kind": "overall", "place": 1}]', '23514', 'and one of both'),
  ('[{"kind": "month", "place": 1, "amount_rs": 5}]', '23514', 'months pay nothing'),
  ('[{"kind": "competition", "place": 1, "amount_rs": 5}]', '23514', 'a competition is named'),
  ('[{"kind": "matchday", "competition_id": "fa_cup", "place": 1, "percent": 5}]', '23514',
   'a matchday pays rupees'),
  ('[{"kind": "cup", "place": 1, "percent": 5}, {"kind": "cup", "place": 1, "amount_rs": 5}]', '23505',
   'a place pays once')) v (lines, code, reason);

select public.save_prize_plan(1000, lines, '{"fund_rs": null, "lines": []}') from game;
select results_eq($$ select fund_rs, l ->> 'kind', l ->> 'competition_id', (l ->> 'place')::integer,
                            (l ->> 'pays_rs')::integer
                       from public.prizes(), jsonb_array_elements(lines) l $$,
                  $$ values (1000, 'overall', null::text, 1, 600), (1000, 'overall', null, 2, 400),
                            (1000, 'matchday', 'friendly_club', 1, 100) $$,
                  'percentages are of the fund');
select is((select prizes from public.club_pages()), true, 'a plan brings the link');
select tests.act_as(oscar) from game;
select throws_ok(format('select public.save_prize_plan(9, %L, %L)', lines, '{"fund_rs": null, "lines": []}'),
                 'SL016', null, 'a plan that another organiser has saved is not replaced') from game;
create temporary table before as select pg_temp.seen() as seen, (select plan_id from public.prizes()) as plan_id;
grant all on before to public;
select public.save_prize_plan(3000, lines, seen) from game, before;
select results_eq('select plan_id, fund_rs from public.prizes()', 'select plan_id, 3000 from before',
                  'one that was seen is changed');
select tests.act_as(olga) from game;
select results_eq($$ select new_values ->> 'fund_rs' from public.admin_audit_log
                      where action = 'save_prize_plan' order by id $$, $$ values ('1000'), ('3000') $$,
                  'each change is audited');

-- What is won.
select tests.act_as_owner();
create temporary table match as select tests.a_match_kicking_off_in('1 hour') as id;
grant select on match to public;
select tests.predicts(amina, id, 1, 0) from game, match;
select tests.ends(id, 1, 0) from match;
select tests.count_all_points(), private.announce_winners();
select private.announce_winners(clock_timestamp() + interval '3 hours');
select tests.act_as(olga) from game;
create function pg_temp.the_prize() returns uuid language sql as $$ select prize_id from public.admin_prizes() $$;
create function pg_temp.pays(_on date default current_date - 1, _way text default 'juice') returns text
language sql as $$ select format('select public.pay_prize(%L, %L, %L)', pg_temp.the_prize(), _way, _on) $$;
grant execute on all functions in schema pg_temp to public;
select results_eq('select kind, full_name, place, amount_rs, paid_on from public.admin_prizes()',
                  $$ values ('matchday', 'Amina', 1, 100, null::date) $$, 'an organiser sees what is owed to whom');
select throws_ok(pg_temp.pays(current_date + 9), '22023', null, 'nothing is paid tomorrow');
select throws_ok(pg_temp.pays(null), '22023', null, 'or without a day');
select throws_ok(pg_temp.pays(_way => 'gold'), '23514', null, 'or in gold');
select throws_ok($$ select public.pay_prize(gen_random_uuid(), 'cash', current_date - 1) $$, 'PT404', null,
                 'a prize exists');
insert into acts select 'paid', public.pay_prize(pg_temp.the_prize(), 'juice', current_date - 1,
                                                 '00000000-0000-4000-8000-000000000002');
select is(public.pay_prize(pg_temp.the_prize(), 'juice', current_date - 1, '00000000-0000-4000-8000-000000000002'), id,
          'a repeated request is the first one') from acts;
select throws_ok(pg_temp.pays(), '22023', 'This prize is marked as paid already', 'a prize is paid once');
select tests.act_as(amina) from game;
select is((select settled #> '{0,mine}' from public.prizes()),
          jsonb_build_array(jsonb_build_object('amount_rs', 100, 'paid_by', 'juice', 'paid_on', current_date - 1)),
          'a member sees the own payment');
select is((public.my_data() #>> '{prizes,0,paid_on}')::date, current_date - 1, 'and exports it');
select tests.act_as(bruno) from game;
select results_eq($$ select settled #> '{0,mine}', settled #> '{0,winners,0,amount_rs}', settled::text ~ 'juice'
                       from public.prizes() $$, $$ values ('[]'::jsonb, '100'::jsonb, false) $$,
                  'others see the prize and not the payment');
select tests.act_as(oscar) from game;
select is(public.undo(id), 'pay_prize', 'a payment can be undone') from acts;
select is((select paid_on from public.admin_prizes()), null, 'and is owed again');

-- The end of the plan.
select public.save_prize_plan(null, '[]');
select results_eq('select ended_at is not null, jsonb_array_length(lines), jsonb_array_length(settled)
                     from public.prizes()', 'values (true, 0, 1)',
                  'a plan without lines ends, and what has settled stays');
select throws_ok(pg_temp.plan_of('[]'), '22023', 'Enter a prize', 'it ends once');
