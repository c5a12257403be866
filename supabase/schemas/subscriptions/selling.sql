-- Selling: codes for a member or a name from paper, with their payments, in one act; and who has not paid.

-- A line of a sale {plan_type, expires_on, member_id or name, amount_rs, method, paid_on, remark} as the payment of a
-- new code. The buyer pays, today if the line has no day. Raises 22023 for a missing or wrong value, and PT404 for an
-- unknown member or one whose account is closed.
create function private.payment_of_sale(_line jsonb) returns public.payments
language plpgsql stable security definer set search_path = ''
as $$
declare
  member constant uuid := (_line ->> 'member_id')::uuid;
  expires_on constant date := (_line ->> 'expires_on')::date;
begin
  perform private.require_plan_until(_line ->> 'plan_type', expires_on);
  if member is not null and not exists (select from private.members() m where m.id = member) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  return private.payment_with(
    jsonb_populate_record(null::public.payments, jsonb_build_object(
      'code_id', gen_random_uuid(), 'plan_type', _line ->> 'plan_type',
      'expires_at', private.end_of_day(expires_on))),
    jsonb_build_object('payer_id', member, 'payer_name', _line ->> 'name', 'amount_rs', _line -> 'amount_rs',
                       'method', _line -> 'method', 'remark', _line -> 'remark',
                       'paid_on', coalesce(_line ->> 'paid_on', private.club_today()::text)));
end $$;

-- Sells 1 to 20 subscriptions: each line (private.payment_of_sale) gets a code that remembers for whom it is, and a
-- payment with the next number of a receipt. Returns the lines in their order. member_id: null for a name from paper.
-- phone_number: null for helpers. member_language: null if the member has chosen none. Raises 22023 and PT404 as the
-- lines do; then nothing is sold. Admins and helpers for money only (SL003), 50 in 5 minutes (SL004), audited without
-- the codes and names. Can be undone until a code is sent or used.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.sell_subscriptions(_sales jsonb, _request_key uuid default null)
returns table (code_id uuid, code text, plan_type text, expires_at timestamptz, member_id uuid, sold_to text,
               phone_number text, member_language text, receipt_no integer, amount_rs integer, paid_by text,
               paid_on date)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  first jsonb;
  paying public.payments[];
  receipts integer[];
begin
  perform private.begin_admin_action('sell_subscriptions');
  first := private.first_result(_request_key, 'sell_subscriptions');
  if first is null then
    if jsonb_typeof(_sales) is distinct from 'array' or jsonb_array_length(_sales) not between 1 and 20 then
      raise exception 'Between 1 and 20 subscriptions are sold at once' using errcode = '22023';
    end if;
    paying := array(select private.payment_of_sale(s.line)
                      from jsonb_array_elements(_sales) with ordinality s (line, place) order by s.place);
    perform private.begin_undo('sell_subscriptions', null);
    perform private.insert_codes(array(
      select jsonb_populate_record(null::public.plan_codes, jsonb_build_object(
               'id', p.code_id, 'plan_type', p.plan_type, 'expires_at', p.expires_at, 'sold_to', p.payer_id,
               'sold_to_name', case when p.payer_id is null then p.payer_name end))
        from unnest(paying) p));
    receipts := array(select p.receipt_no from private.insert_payments(paying) p order by p.receipt_no);
    perform private.end_undo();
    perform private.write_audit('sell_subscriptions', 'payments', null, null, jsonb_build_object(
      'how_many', cardinality(paying), 'amount_rs', (select sum(p.amount_rs) from unnest(paying) p),
      'receipts', receipts));
    perform private.keep_result(_request_key, to_jsonb(receipts));
    first := to_jsonb(receipts);
  end if;
  return query
  select c.id, c.code, c.plan_type, c.expires_at, c.sold_to, coalesce(f.full_name, c.sold_to_name, 'Player'),
         case when private.acts_as_admin() then f.phone_number end, f.language, p.receipt_no, p.amount_rs, p.method,
         p.paid_on
    from public.payments p
    join public.plan_codes c on c.id = p.code_id
    left join public.profiles f on f.id = c.sold_to
   where p.receipt_no in (select r::integer from jsonb_array_elements(first) r)
   order by p.receipt_no;
end $$;
grant execute on function public.sell_subscriptions(jsonb, uuid) to authenticated, service_role;

-- For each plan: the amount of the payment that was recorded last, or null, and how many payments are for codes and
-- subscriptions that have not ended. Admins and helpers for money only (SL003).
create function public.plan_sales() returns table (plan_type text, usual_amount_rs integer, running integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_act('sell_subscriptions');
  return query
  select c.id, (select p.amount_rs from public.payments p
                 where p.plan_type = c.id order by p.receipt_no desc limit 1),
         (select count(*)::integer from public.payments p where p.plan_type = c.id and p.expires_at > now())
    from public.competitions c where c.needs_subscription order by c.position;
end $$;
grant execute on function public.plan_sales() to authenticated, service_role;

-- The members who owe a subscription, by name, with the total count: for a plan, they have a subscription that runs or
-- has ended within the last year, and no payment that has not ended was recorded for a code or subscription of theirs,
-- including a code that was sold to them and is not redeemed. plans: [{plan_type, ends_at, is_running}]. written_at
-- and written_by: the reminder about it (dashboard/personal_reminders.sql). page_limit: 1 to 500. Admins only (SL003).
create function public.members_who_owe(page_limit integer default 50, page_offset integer default 0)
returns table (user_id uuid, full_name text, phone_number text, member_language text, plans jsonb,
               written_at timestamptz, written_by text, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
  with paid as materialized (
    select distinct coalesce(p.user_id, c.used_by, c.sold_to) as user_id, p.plan_type
      from public.payments p left join public.plan_codes c on c.id = p.code_id where p.expires_at > now()
  ), owing as materialized (
    select s.user_id, jsonb_agg(jsonb_build_object(
             'plan_type', s.subscription_type, 'ends_at', s.expires_at,
             'is_running', private.is_active(s, clock_timestamp())) order by c.position) as plans
      from public.subscriptions s join public.competitions c on c.id = s.subscription_type and c.needs_subscription
     where s.expires_at > now() - interval '1 year'
       and not exists (select from paid p where p.user_id = s.user_id and p.plan_type = s.subscription_type)
     group by s.user_id
  )
  select f.id, coalesce(f.full_name, 'Player'), f.phone_number, f.language, o.plans, r.written_at, r.written_by,
         (count(*) over ())::integer
    from owing o
    join private.members() f on f.id = o.user_id
    left join private.reminders_about('payment') r on r.user_id = f.id
   order by f.full_name collate "und-x-icu", f.id
   limit private.page_limit(page_limit, 50, 500) offset private.page_offset(page_offset);
end $$;
grant execute on function public.members_who_owe(integer, integer) to authenticated, service_role;
