-- The acts of organisers: the plan, and what is paid.

-- The lines of a plan in their order as [{kind, competition_id, place, amount_rs, percent}].
create function private.lines_of_prizes(_plan_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'kind', l.kind, 'competition_id', l.competition_id, 'place', l.place, 'amount_rs', l.amount_rs,
           'percent', l.percent) order by k.nth, c.position, l.place), '[]')
    from private.prize_lines l
    join unnest(array['overall', 'competition', 'matchday', 'cup', 'last_standing']) with ordinality k (kind, nth)
      on k.kind = l.kind
    left join public.competitions c on c.id = l.competition_id
   where l.plan_id = _plan_id
$$;

-- Replaces the plan that runs, or starts one; without lines it ends. _lines: as private.lines_of_prizes() has them.
-- _seen: {fund_rs, lines} as the caller loaded them. Raises SL016 if they have changed, 22023 for percentages without
-- a fund or of more than 100 with those that have settled, and to end a plan that does not run, 23514 and 23505 for a
-- line that is not valid. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.save_prize_plan(_fund_rs integer, _lines jsonb, _seen jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plan private.prize_plans;
  lines constant private.prize_lines[] := array(
    select row(gen_random_uuid(), null, l.kind, l.competition_id, l.place, l.amount_rs,
               l.percent)::private.prize_lines
      from jsonb_populate_recordset(null::private.prize_lines, coalesce(_lines, '[]')) l);
  before jsonb;
begin
  perform private.begin_admin_action('save_prize_plan');
  if _fund_rs is null and exists (select from unnest(lines) l where l.percent is not null) then
    raise exception 'Enter the fund of which percentages are paid'
      using errcode = '22023', detail = '{"kind": "prizes_need_a_fund"}';
  end if;
  if lines <> '{}' then
    insert into private.prize_plans (fund_rs) values (_fund_rs) on conflict do nothing;
  end if;
  select * into plan from private.prize_plans p where p.ended_at is null for update;
  if plan.id is null then
    raise exception 'Enter a prize' using errcode = '22023', detail = '{"kind": "no_prizes"}';
  end if;
  before := private.lines_of_prizes(plan.id);
  perform private.refuse_changed(_seen, jsonb_build_object(
    'fund_rs', case when before <> '[]' then plan.fund_rs end, 'lines', before), 'prize_plans', plan.id::text);
  if 100 < (select coalesce(sum(l.percent), 0) from unnest(lines) l
             where not private.percent_is_taken(plan.id, l.kind))
           + (select coalesce(sum(s.percent), 0) from private.prize_settlements s where s.plan_id = plan.id) then
    raise exception 'The percentages are more than 100 together with those that have settled'
      using errcode = '22023', detail = '{"kind": "prizes_exceed_the_fund"}';
  end if;
  delete from private.prize_lines l where l.plan_id = plan.id;
  insert into private.prize_lines (id, plan_id, kind, competition_id, place, amount_rs, percent)
  select l.id, plan.id, l.kind, l.competition_id, l.place, l.amount_rs, l.percent from unnest(lines) l;
  update private.prize_plans p
     set fund_rs = _fund_rs, ended_at = case when lines = '{}' then clock_timestamp() end
   where p.id = plan.id;
  perform private.write_audit('save_prize_plan', 'prize_plans', plan.id::text,
                              jsonb_build_object('fund_rs', plan.fund_rs, 'lines', before),
                              jsonb_build_object('fund_rs', _fund_rs, 'lines', private.lines_of_prizes(plan.id)));
end $$;
grant execute on function public.save_prize_plan(integer, jsonb, jsonb) to authenticated, service_role;

-- Marks a settled prize as paid. Returns the id for public.undo(), which is valid for 24 hours. Raises PT404 for an
-- unknown prize, 22023 for one that is paid and for a day that is not valid, 23514 for an unknown method. A second
-- call with the same _request_key returns the first result and changes nothing. Admins only (SL003), 50 in 5 minutes
-- (SL004), audited.
create function public.pay_prize(_prize_id uuid, _method text, _paid_on date, _request_key uuid default null)
returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  prize private.prizes;
  undo_id uuid;
begin
  perform private.begin_admin_action('pay_prize');
  first := private.first_result(_request_key, 'pay_prize');
  if first is not null then
    return (first ->> 'undo_id')::uuid;
  end if;
  if _method is null or coalesce(_paid_on not between '2000-01-01' and private.club_today(), true) then
    raise exception 'Choose how it was paid, and a day that is not in the future'
      using errcode = '22023', detail = '{"kind": "payment_of_prize_is_not_valid"}';
  end if;
  select * into prize from private.prizes p where p.id = _prize_id for update;
  if prize.id is null then
    raise exception 'There is no such prize' using errcode = 'PT404';
  elsif prize.paid_on is not null then
    raise exception 'This prize is marked as paid already'
      using errcode = '22023', detail = '{"kind": "prize_is_paid"}';
  end if;
  perform private.begin_undo('pay_prize', _prize_id::text);
  update private.prizes p set method = _method, paid_on = _paid_on where p.id = _prize_id;
  undo_id := private.end_undo(private.long_undo_window());
  perform private.write_audit('pay_prize', 'prizes', _prize_id::text, null, jsonb_build_object(
    'amount_rs', prize.amount_rs, 'method', _method, 'paid_on', _paid_on, 'undo_id', undo_id));
  perform private.keep_result(_request_key, jsonb_build_object('undo_id', undo_id));
  return undo_id;
end $$;
grant execute on function public.pay_prize(uuid, text, date, uuid) to authenticated, service_role;

-- The settled prizes, those that are owed first, at most 1,000. A deleted account has no name. Admins only (SL003).
create function public.admin_prizes()
returns table (prize_id uuid, kind text, competition_id text, name text, season text, settled_at timestamptz,
               user_id uuid, full_name text, place integer, amount_rs integer, paid_by text, paid_on date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select p.id, s.kind, s.competition_id, s.name, s.season, s.settled_at, f.id,
         case when f.id is not null then coalesce(f.full_name, 'Player') end, p.place, p.amount_rs, p.method, p.paid_on
    from private.prizes p
    join private.prize_settlements s on s.id = p.settlement_id
    left join private.members() f on f.id = p.user_id
   order by p.paid_on desc nulls first, s.settled_at desc, s.id, p.place, f.full_name, p.id limit 1000;
end $$;
grant execute on function public.admin_prizes() to authenticated, service_role;
