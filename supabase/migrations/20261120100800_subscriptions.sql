create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  subscription_type text not null references public.competitions (id),
  status text not null default 'active' constraint status_is_known check (status in ('active', 'inactive', 'expired')),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  assigned_by_admin boolean not null default false,
  constraint one_subscription_per_player_and_competition unique (user_id, subscription_type),
  constraint a_subscription_ends_after_it_starts check (expires_at > started_at)
);
create index subscriptions_by_type on public.subscriptions (subscription_type, status, expires_at);
create index subscriptions_by_start on public.subscriptions (started_at);
alter table public.subscriptions enable row level security;
revoke all on public.subscriptions from anon, authenticated, service_role;
grant select on public.subscriptions to authenticated, service_role;
grant insert, update, delete on public.subscriptions to service_role;

create policy "players see their own subscriptions" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see every subscription" on public.subscriptions
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

create trigger subscriptions_are_audited after insert or update or delete on public.subscriptions
  for each row execute function private.audit_row();

create table public.plan_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null constraint codes_are_7_digits check (code ~ '^[1-9][0-9]{6}$'),
  plan_type text not null constraint plan_is_known check (plan_type in ('premier_league', 'fa_cup', 'league_cup')),
  is_used boolean not null default false,
  expires_at timestamptz not null,
  used_by uuid references public.profiles (id) on delete set null,
  used_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint used_codes_say_when check (is_used = (used_at is not null))
);
create unique index an_unused_code_is_unique on public.plan_codes (code) where not is_used;
create index plan_codes_by_code on public.plan_codes (code);
create index plan_codes_newest on public.plan_codes (created_at desc);
alter table public.plan_codes enable row level security;
revoke all on public.plan_codes from anon, authenticated, service_role;
grant select on public.plan_codes to authenticated, service_role;
grant insert (code, plan_type, is_used, expires_at), delete on public.plan_codes to authenticated, service_role;

create policy "admins see the codes" on public.plan_codes
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));
create policy "admins add unused codes" on public.plan_codes
  for insert to authenticated
  with check (not is_used and expires_at > now() and (select public.has_role((select auth.uid()), 'admin')));
create policy "admins revoke unused codes" on public.plan_codes
  for delete to authenticated using (not is_used and (select public.has_role((select auth.uid()), 'admin')));

create trigger only_admins_write_codes before insert or update or delete on public.plan_codes
  for each statement execute function private.guard_admin_write();
create trigger codes_are_audited after insert or update or delete on public.plan_codes
  for each row execute function private.audit_row();

-- The last moment of a date where the club is: when a code or a subscription that names the date ends.
create function private.end_of_day(_date date) returns timestamptz
language sql stable set search_path = ''
as $$ select ((_date + 1)::timestamp at time zone private.club_time_zone()) - interval '1 second' $$;

-- Seven digits between 1000000 and 9999999, uniformly and unpredictably: gen_random_uuid() draws on the system's
-- secure random source in every PostgreSQL, with no extension; 60 of its bits are random by position.
create function private.random_code() returns text
language sql volatile set search_path = ''
as $$
  select (1000000 + ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 18, 15))::bit(60)::bigint % 9000000)::text
$$;

-- Makes one code for the plan, good until the end of the date (club time). Returns the code's row.
-- Admins only (SL003), 50 in 5 minutes (SL004); raises 22023 for a date that has passed or an unknown plan.
create function public.generate_plan_code(plan_type text, expires_on date) returns public.plan_codes
language plpgsql security definer set search_path = ''
as $$
declare
  made public.plan_codes;
begin
  perform private.begin_admin_action('generate_plan_code');
  if plan_type is null or plan_type not in ('premier_league', 'fa_cup', 'league_cup') then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if expires_on is null or expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  -- Nine million codes: a clash with an unused one is rare, so trying again beats remembering which are free.
  for attempt in 1 .. 20 loop
    insert into public.plan_codes (code, plan_type, expires_at)
    values (private.random_code(), generate_plan_code.plan_type, private.end_of_day(expires_on))
    on conflict do nothing
    returning * into made;
    exit when made.id is not null;
  end loop;
  if made.id is null then
    raise exception 'No free code was found' using errcode = '55000';
  end if;
  -- Never the code itself: whoever reads the log must not be able to redeem it.
  perform private.write_audit('generate_plan_code', 'plan_codes', made.id::text, null,
    jsonb_build_object('plan_type', made.plan_type, 'expires_at', made.expires_at));
  return made;
end $$;
grant execute on function public.generate_plan_code(text, date) to authenticated, service_role;

-- Redeems a code for the signed-in player, once. One row comes back: outcome is 'redeemed' (with the subscription
-- and its new end), 'invalid', 'used', 'expired', or 'locked' (10 wrong codes within 15 minutes, by this player or
-- from this address; with the seconds to wait). Nothing raises: a raise would forget the wrong attempt.
create function public.redeem_plan_code(code text)
returns table (outcome text, subscription_type text, expires_at timestamptz, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := (select auth.uid());
  my_bucket text := format('redeem:%s', me);
  address_bucket text := 'redeem-from:' || private.caller_address();
  failures_window constant interval := interval '15 minutes';
  found_code public.plan_codes;
  ends_at timestamptz;
begin
  if me is null then
    raise exception 'Sign in to redeem a code' using errcode = '42501';
  end if;
  if private.attempts_within(my_bucket, failures_window) >= 10 then
    return query select 'locked', null::text, null::timestamptz, private.seconds_until_free(my_bucket, failures_window);
    return;
  end if;
  if address_bucket is not null and private.attempts_within(address_bucket, failures_window) >= 10 then
    return query select 'locked', null::text, null::timestamptz, private.seconds_until_free(address_bucket, failures_window);
    return;
  end if;

  -- An unused code first: digits may come back once they are used up.
  select * into found_code from public.plan_codes c
   where c.code = regexp_replace(coalesce(redeem_plan_code.code, ''), '\s', '', 'g')
   order by c.is_used, c.created_at desc limit 1
     for update;
  if found_code.id is null or found_code.is_used or found_code.expires_at <= clock_timestamp() then
    insert into private.attempts (bucket) select b from unnest(array[my_bucket, address_bucket]) b where b is not null;
    return query select
      case when found_code.id is null then 'invalid' when found_code.is_used then 'used' else 'expired' end,
      null::text, null::timestamptz, null::integer;
    return;
  end if;

  update public.plan_codes set is_used = true, used_by = me, used_at = clock_timestamp() where id = found_code.id;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at)
  values (me, found_code.plan_type, found_code.expires_at)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at else now() end,
        expires_at = case when s.status = 'active' then greatest(s.expires_at, excluded.expires_at) else excluded.expires_at end,
        status = 'active'
  returning s.expires_at into ends_at;
  return query select 'redeemed', found_code.plan_type, ends_at, null::integer;
end $$;
grant execute on function public.redeem_plan_code(text) to authenticated;

-- Where the signed-in player may predict now: every competition, in order, with the end of the subscription if there is one.
create function public.my_playable_competitions()
returns table (competition_id text, league text, needs_subscription boolean, may_play boolean, expires_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.name, c.needs_subscription, not c.needs_subscription or s.id is not null, s.expires_at
    from public.competitions c
    left join public.subscriptions s
      on s.subscription_type = c.id and s.user_id = (select auth.uid()) and s.status = 'active' and s.expires_at > clock_timestamp()
   order by c.position
$$;
grant execute on function public.my_playable_competitions() to authenticated;
