-- Payments for codes and subscriptions, which organisers record. Functions write them, and each change is audited.

-- The number of the latest receipt: at most one row.
create table private.receipts (
  only_row boolean primary key default true constraint one_row check (only_row),
  latest integer not null
);

-- The number of a new receipt. An act that fails takes none, and the number of a deleted payment is not given again.
-- Acts that record payments wait here for each other, so this is the last lock that they take.
create function private.next_receipt() returns integer
language sql security definer set search_path = ''
as $$
  insert into private.receipts as r (latest) values (1)
  on conflict (only_row) do update set latest = r.latest + 1 returning r.latest
$$;

-- What was paid for a code, or for a subscription that an admin gave to user_id. payer_id is null if the payer is not
-- a member. The name is copied, so that the record is complete after accounts are deleted.
create table public.payments (
  id uuid primary key default gen_random_uuid(),
  -- Without a foreign key, because the payment of a revoked code remains.
  code_id uuid constraint a_code_is_paid_once unique,
  user_id uuid references public.profiles (id) on delete set null,
  plan_type text not null,
  expires_at timestamptz not null,
  payer_id uuid references public.profiles (id) on delete set null,
  payer_name text not null constraint names_are_1_to_100_long check (char_length(payer_name) between 1 and 100),
  amount_rs integer not null constraint amounts_are_1_to_1000000_rupees check (amount_rs between 1 and 1000000),
  method text not null
    constraint method_is_known check (method in ('cash', 'juice', 'my_t_money', 'bank_transfer', 'other')),
  paid_on date not null,
  remark text constraint remarks_are_1_to_200_long check (char_length(remark) between 1 and 200),
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  receipt_no integer not null default private.next_receipt() constraint a_receipt_has_one_number unique
);
comment on column public.payments.expires_at is 'the end of what was paid for; the jackpot counts payments until then';
create index payments_by_day on public.payments (paid_on desc);
create index payments_by_user on public.payments (user_id);
create index payments_by_payer on public.payments (payer_id);

alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated, service_role;
grant select on public.payments to authenticated, service_role;

create policy "admins see the payments" on public.payments
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- A payment with the values of the object {payer_id, payer_name, amount_rs, method, paid_on, remark}; the rest is that
-- of _payment. Raises 22023 for a missing or wrong value, and PT404 for an unknown member.
create function private.payment_with(_payment public.payments, _values jsonb) returns public.payments
language plpgsql stable security definer set search_path = ''
as $$
declare
  given public.payments := jsonb_populate_record(_payment, jsonb_build_object(
    'payer_id', _values -> 'payer_id', 'payer_name', trim(_values ->> 'payer_name'),
    'amount_rs', _values -> 'amount_rs', 'method', _values -> 'method', 'paid_on', _values -> 'paid_on',
    'remark', nullif(trim(_values ->> 'remark'), '')));
begin
  if given.payer_id is not null then
    select coalesce(p.full_name, 'Player') into given.payer_name from public.profiles p where p.id = given.payer_id;
    if not found then
      raise exception 'There is no such player' using errcode = 'PT404';
    end if;
  end if;
  if coalesce(given.payer_name, '') = '' or char_length(given.payer_name) > 100 then
    raise exception 'Enter who paid, in up to 100 characters' using errcode = '22023';
  elsif given.amount_rs is null or given.amount_rs not between 1 and 1000000 then
    raise exception 'An amount is between Rs 1 and Rs 1,000,000' using errcode = '22023';
  elsif given.method is null or given.method not in ('cash', 'juice', 'my_t_money', 'bank_transfer', 'other') then
    raise exception 'Choose how it was paid' using errcode = '22023';
  elsif given.paid_on is null or given.paid_on > private.club_today() or given.paid_on < '2000-01-01' then
    raise exception 'A payment has a date that is not in the future' using errcode = '22023';
  elsif char_length(given.remark) > 200 then
    raise exception 'A remark has at most 200 characters' using errcode = '22023';
  end if;
  return given;
end $$;

-- Stores payments with their receipts' numbers in this order, and returns them.
create function private.insert_payments(_payments public.payments[]) returns setof public.payments
language sql security definer set search_path = ''
as $$
  insert into public.payments (code_id, user_id, plan_type, expires_at, payer_id, payer_name, amount_rs, method,
                               paid_on, remark)
  select p.code_id, p.user_id, p.plan_type, p.expires_at, p.payer_id, p.payer_name, p.amount_rs, p.method, p.paid_on,
         p.remark
    from unnest(_payments) with ordinality p order by p.ordinality
  returning *
$$;

-- Stores a payment and audits it.
create function private.add_payment(_payment public.payments) returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  added public.payments;
begin
  select * into added from private.insert_payments(array[_payment]);
  perform private.write_audit('record_payment', 'payments', added.id::text, null, to_jsonb(added));
  return added;
end $$;

-- Like generate_plan_codes(), and records the payment for each of the codes, in one transaction.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.generate_paid_plan_codes(plan_type text, expires_on date, how_many integer, payment jsonb,
                                                _request_key uuid default null)
returns setof public.plan_codes
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  first jsonb;
  created public.plan_codes;
  all_created jsonb := '[]';
begin
  perform private.require_act('generate_plan_codes');
  first := private.first_result(_request_key, 'generate_paid_plan_codes');
  if first is not null then
    return query select * from jsonb_populate_recordset(null::public.plan_codes, first);
    return;
  end if;
  for created in select c.* from public.generate_plan_codes(plan_type, expires_on, how_many) c loop
    perform private.add_payment(private.payment_with(
      jsonb_populate_record(null::public.payments, jsonb_build_object(
        'code_id', created.id, 'plan_type', created.plan_type, 'expires_at', created.expires_at)), payment));
    all_created := all_created || to_jsonb(created);
    return next created;
  end loop;
  perform private.keep_result(_request_key, all_created);
end $$;
grant execute on function public.generate_paid_plan_codes(text, date, integer, jsonb, uuid)
  to authenticated, service_role;

-- Like give_subscription(), and records its payment, in one transaction.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.give_paid_subscription(_user_id uuid, _type text, _expires_on date, payment jsonb,
                                              _request_key uuid default null)
returns public.subscriptions
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  given public.subscriptions;
begin
  perform private.require_act('give_subscription');
  first := private.first_result(_request_key, 'give_paid_subscription');
  if first is not null then
    return jsonb_populate_record(null::public.subscriptions, first);
  end if;
  given := public.give_subscription(_user_id, _type, _expires_on);
  perform private.add_payment(private.payment_with(
    jsonb_populate_record(null::public.payments, jsonb_build_object(
      'user_id', given.user_id, 'plan_type', given.subscription_type, 'expires_at', given.expires_at)), payment));
  perform private.keep_result(_request_key, to_jsonb(given));
  return given;
end $$;
grant execute on function public.give_paid_subscription(uuid, text, date, jsonb, uuid) to authenticated, service_role;

-- Records the payment of a code that is not paid yet. Raises PT404 for an unknown code, 23505 for a paid one. Admins
-- only (SL003), 50 in 5 minutes (SL004), audited.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.record_payment(_code_id uuid, payment jsonb, _request_key uuid default null)
returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  paid public.plan_codes;
  added public.payments;
begin
  perform private.begin_admin_action('record_payment');
  first := private.first_result(_request_key, 'record_payment');
  if first is not null then
    return jsonb_populate_record(null::public.payments, first);
  end if;
  select * into paid from public.plan_codes c where c.id = _code_id for key share;
  if not found then
    raise exception 'There is no such code' using errcode = 'PT404';
  end if;
  added := private.add_payment(private.payment_with(
    jsonb_populate_record(null::public.payments, jsonb_build_object(
      'code_id', paid.id, 'plan_type', paid.plan_type, 'expires_at', paid.expires_at)), payment));
  perform private.keep_result(_request_key, to_jsonb(added));
  return added;
end $$;
grant execute on function public.record_payment(uuid, jsonb, uuid) to authenticated, service_role;

-- Replaces the values of a payment. _seen: the values that the admin saw, by column. Raises SL016 if one of them has
-- changed, PT404 for an unknown payment. Admins only (SL003), 50 in 5 minutes (SL004), audited with old and new
-- values.
create function public.change_payment(_payment_id uuid, payment jsonb, _seen jsonb default null)
returns public.payments
language plpgsql security definer set search_path = ''
as $$
declare
  before public.payments;
  given public.payments;
begin
  perform private.begin_admin_action('change_payment');
  select * into before from public.payments p where p.id = _payment_id for update;
  if not found then
    raise exception 'There is no such payment' using errcode = 'PT404';
  end if;
  perform private.refuse_changed(_seen, to_jsonb(before), 'payments', _payment_id::text);
  given := private.payment_with(before, payment);
  update public.payments p
     set payer_id = given.payer_id, payer_name = given.payer_name, amount_rs = given.amount_rs, method = given.method,
         paid_on = given.paid_on, remark = given.remark
   where p.id = _payment_id;
  perform private.write_audit('change_payment', 'payments', _payment_id::text, to_jsonb(before), to_jsonb(given));
  return given;
end $$;
grant execute on function public.change_payment(uuid, jsonb, jsonb) to authenticated, service_role;

-- Whether the caller may delete the payment: an admin always, a helper for a day after having recorded it.
create function private.may_delete_payment(_payment public.payments) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.acts_as_admin()
      or coalesce(_payment.created_by = (select auth.uid())
                  and _payment.created_at > clock_timestamp() - interval '1 day', false)
$$;

-- Deletes a payment; the audit log keeps it. Can be undone for 24 hours. Raises PT404 for an unknown one, SL003 for a
-- helper who did not record it within the last day. Admins only (SL003), 50 in 5 minutes (SL004).
create function public.delete_payment(_payment_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  deleted public.payments;
begin
  perform private.begin_admin_action('delete_payment');
  perform private.begin_undo('delete_payment', _payment_id::text);
  delete from public.payments p where p.id = _payment_id returning p.* into deleted;
  if deleted.id is null then
    raise exception 'There is no such payment' using errcode = 'PT404';
  end if;
  if not private.may_delete_payment(deleted) then
    raise exception 'Only an admin deletes the payment of another organiser or of another day' using errcode = 'SL003';
  end if;
  perform private.write_audit('delete_payment', 'payments', _payment_id::text, to_jsonb(deleted),
    jsonb_build_object('undo_id', private.end_undo(private.long_undo_window())));
end $$;
grant execute on function public.delete_payment(uuid) to authenticated, service_role;

-- Payments and unpaid codes, latest first, with the total count. paid: only payments, only unpaid codes, or null for
-- both. plan, method and month (its first day) filter too; unpaid codes have the month in which they were created and
-- no method. member_name: who used the code, else to whom it was sold, or who was given the subscription. page_limit:
-- 1 to 1,000. may_delete: whether the caller may delete the payment. Admins only (SL003).
create function public.admin_payments(paid boolean default null, plan text default null, method text default null,
                                      month date default null, page_limit integer default 50,
                                      page_offset integer default 0)
returns table (payment_id uuid, code_id uuid, code text, plan_type text, member_id uuid, member_name text,
               payer_id uuid, payer_name text, amount_rs integer, paid_by text, paid_on date, remark text,
               may_delete boolean, receipt_no integer, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_act('admin_payments');
  return query
  select p.id, coalesce(p.code_id, c.id), c.code, coalesce(p.plan_type, c.plan_type), f.id,
         coalesce(f.full_name, c.sold_to_name), p.payer_id, p.payer_name, p.amount_rs, p.method, p.paid_on, p.remark,
         p.id is not null and private.may_delete_payment(p), p.receipt_no, (count(*) over ())::integer
    from public.payments p
    full join public.plan_codes c on c.id = p.code_id
    left join public.profiles f on f.id = coalesce(p.user_id, c.used_by, c.sold_to)
   cross join lateral (
     select coalesce(p.paid_on, (c.created_at at time zone private.club_time_zone())::date) as day) d
   where (admin_payments.paid is null or admin_payments.paid = (p.id is not null))
     and (admin_payments.plan is null or admin_payments.plan = coalesce(p.plan_type, c.plan_type))
     and (admin_payments.method is null or admin_payments.method = p.method)
     and (admin_payments.month is null or date_trunc('month', d.day)::date = admin_payments.month)
   order by d.day desc, coalesce(p.created_at, c.created_at) desc, coalesce(p.id, c.id)
   limit private.page_limit(page_limit, 50, 1000) offset private.page_offset(page_offset);
end $$;
grant execute on function public.admin_payments(boolean, text, text, date, integer, integer)
  to authenticated, service_role;

-- The payments of each competition and month, latest month first. Admins only (SL003).
create function public.payment_totals()
returns table (plan_type text, month date, payments integer, amount_rs bigint)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_act('payment_totals');
  return query
  select p.plan_type, date_trunc('month', p.paid_on)::date, count(*)::integer, sum(p.amount_rs)
    from public.payments p group by 1, 2 order by 2 desc, 1;
end $$;
grant execute on function public.payment_totals() to authenticated, service_role;

-- The caller's own payments, latest first: those that the caller made, and those for codes and subscriptions that the
-- caller has. paid_until: the end of what was paid for. by_me: false if somebody else paid, whose name is payer_name.
create function public.my_payments()
returns table (payment_id uuid, league text, amount_rs integer, paid_by text, paid_on date, paid_until timestamptz,
               payer_name text, by_me boolean, receipt_no integer)
language sql stable security definer set search_path = ''
as $$
  with own as (
    select p.id from public.payments p where p.user_id = (select auth.uid())
    union
    select p.id from public.payments p where p.payer_id = (select auth.uid())
    union
    select p.id from public.plan_codes c join public.payments p on p.code_id = c.id
     where c.used_by = (select auth.uid())
  )
  select p.id, c.name, p.amount_rs, p.method, p.paid_on, p.expires_at, p.payer_name,
         p.payer_id is not distinct from (select auth.uid()), p.receipt_no
    from own o
    join public.payments p on p.id = o.id
    join public.competitions c on c.id = p.plan_type
   order by p.paid_on desc, p.created_at desc, p.id
$$;
grant execute on function public.my_payments() to authenticated;

-- The rupees paid for codes and subscriptions that have not ended, if the jackpot shows them; otherwise null, so that
-- members learn no sum that Home does not show.
create function public.payments_received() returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce((select sum(p.amount_rs) from public.payments p where p.expires_at > now()), 0)::bigint
    from public.admin_settings s
   where s.setting_key = 'jackpot_display_settings' and s.setting_value::jsonb ->> 'basis' = 'payments'
     and (s.setting_value::jsonb ->> 'enabled')::boolean
$$;
grant execute on function public.payments_received() to authenticated, service_role;

create trigger refuse_unknown_plan before insert or update of plan_type on public.payments
  for each row execute function private.refuse_unknown_plan();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.payments
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
