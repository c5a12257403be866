-- Receipts have numbers, codes remember for whom they were sold, and organisers see who has reminded a member.

create table private.receipts (
  only_row boolean primary key default true constraint one_row check (only_row),
  latest integer not null
);
create function private.next_receipt() returns integer
language sql security definer set search_path = ''
as $$
  insert into private.receipts as r (latest) values (1)
  on conflict (only_row) do update set latest = r.latest + 1 returning r.latest
$$;

-- Payments of earlier versions have the numbers of the order in which they were recorded.
alter table public.payments add column receipt_no integer;
update public.payments p set receipt_no = n.place
  from (select o.id, row_number() over (order by o.created_at, o.id) as place from public.payments o) n
 where n.id = p.id;
insert into private.receipts (latest) select max(p.receipt_no) from public.payments p having count(*) > 0;
alter table public.payments alter column receipt_no set default private.next_receipt();
alter table public.payments alter column receipt_no set not null;
alter table public.payments add constraint a_receipt_has_one_number unique (receipt_no);

alter table public.plan_codes add column sold_to uuid references public.profiles (id) on delete set null;
alter table public.plan_codes add column sold_to_name text
  constraint names_are_1_to_100_long check (char_length(sold_to_name) between 1 and 100);
alter table public.plan_codes add constraint sold_to_a_member_or_a_name
  check (sold_to is null or sold_to_name is null);
create index plan_codes_by_buyer on public.plan_codes (sold_to);

create table private.personal_reminders (
  user_id uuid not null references public.profiles (id) on delete cascade,
  about text not null constraint subject_is_known check (about in ('picks', 'payment')),
  written_at timestamptz not null default clock_timestamp(),
  written_by uuid,
  forgotten_at timestamptz not null,
  primary key (user_id, about)
);
