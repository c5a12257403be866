-- Plan codes: single-use codes that players redeem for a subscription.

-- Single-use codes for a subscription.
create table public.plan_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null constraint codes_are_7_digits check (code ~ '^[1-9][0-9]{6}$'),
  plan_type text not null,
  is_used boolean not null default false,
  expires_at timestamptz not null,
  used_by uuid references public.profiles (id) on delete set null,
  used_at timestamptz,
  created_by uuid default auth.uid() references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- For whom it was sold: a member, or somebody from paper. Anyone may redeem it.
  sold_to uuid references public.profiles (id) on delete set null,
  sold_to_name text constraint names_are_1_to_100_long check (char_length(sold_to_name) between 1 and 100),
  constraint sold_to_a_member_or_a_name check (sold_to is null or sold_to_name is null),
  constraint used_codes_have_a_time check (is_used = (used_at is not null)),
  constraint it_ends_before_2200 check (expires_at < '2200-01-01 00:00:00+00')
);
comment on column public.plan_codes.sent_at is 'when an admin last sent the code as a message';
create unique index an_unused_code_is_unique on public.plan_codes (code) where not is_used;
create index plan_codes_by_code on public.plan_codes (code);
create index plan_codes_by_user on public.plan_codes (used_by);
create index plan_codes_by_buyer on public.plan_codes (sold_to);
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

-- Seven random digits between 1000000 and 9999999. gen_random_uuid() uses the system's secure random source on every
-- PostgreSQL version without an extension; the 60 bits used here are random ones.
create function private.random_code() returns text
language sql volatile set search_path = ''
as $$
  select (1000000
          + ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 18, 15))::bit(60)::bigint % 9000000)::text
$$;

-- Adds these codes, whose digits it draws. Raises 55000 if no unused ones are left.
create function private.insert_codes(_wanted public.plan_codes[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- There are nine million possible codes, so collisions with unused codes are rare. The draw is repeated for them.
  for attempt in 1 .. 20 loop
    insert into public.plan_codes (id, code, plan_type, expires_at, sold_to, sold_to_name)
    select w.id, private.random_code(), w.plan_type, w.expires_at, w.sold_to, w.sold_to_name from unnest(_wanted) w
     where not exists (select from public.plan_codes c where c.id = w.id)
    on conflict do nothing;
    if (select count(*) from public.plan_codes c join unnest(_wanted) w on w.id = c.id) = cardinality(_wanted) then
      return;
    end if;
  end loop;
  raise exception 'No unused code could be generated' using errcode = '55000';
end $$;

-- Raises 22023 unless codes for the plan can be valid until the end of the date (club time).
create function private.require_plan_until(_plan_type text, _expires_on date) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_plan(_plan_type) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  perform private.require_plausible(_expires_on);
end $$;

-- Adds how_many codes for the plan, valid until the end of the date (club time). Raises 22023 for a date that has
-- passed, an unknown plan, or a number outside 1 to 100.
create function private.add_plan_codes(_plan_type text, _expires_on date, _how_many integer)
returns setof public.plan_codes
language plpgsql security definer set search_path = ''
as $$
declare
  wanted public.plan_codes[];
begin
  perform private.require_plan_until(_plan_type, _expires_on);
  if _how_many is null or _how_many not between 1 and 100 then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  wanted := array(
    select jsonb_populate_record(null::public.plan_codes, jsonb_build_object(
             'id', gen_random_uuid(), 'plan_type', _plan_type, 'expires_at', private.end_of_day(_expires_on)))
      from generate_series(1, _how_many));
  perform private.insert_codes(wanted);
  return query select c.* from public.plan_codes c join unnest(wanted) w on w.id = c.id order by c.code;
end $$;

-- Creates one code for the plan, valid until the end of the date (club time), and returns it. Admins only (SL003), 50
-- in 5 minutes (SL004). Raises 22023 for a date that has passed or an unknown plan.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.generate_plan_code(plan_type text, expires_on date, _request_key uuid default null)
returns public.plan_codes
language plpgsql security definer set search_path = ''
as $$
declare
  first jsonb;
  created public.plan_codes;
begin
  perform private.begin_admin_action('generate_plan_code');
  first := private.first_result(_request_key, 'generate_plan_code');
  if first is not null then
    return jsonb_populate_record(null::public.plan_codes, first);
  end if;
  select * into created from private.add_plan_codes(plan_type, expires_on, 1);
  -- The audit log never contains the code: a reader of the log must not be able to redeem it.
  perform private.write_audit('generate_plan_code', 'plan_codes', created.id::text, null,
    jsonb_build_object('plan_type', created.plan_type, 'expires_at', created.expires_at));
  perform private.keep_result(_request_key, to_jsonb(created));
  return created;
end $$;
grant execute on function public.generate_plan_code(text, date, uuid) to authenticated, service_role;

-- Creates how_many codes for the plan, valid until the end of the date (club time), and returns them. Admins only
-- (SL003); a call is one action (SL004) and one audit row. Raises 22023 as private.add_plan_codes() does.
-- A second call with the same _request_key returns the first result and changes nothing.
create function public.generate_plan_codes(plan_type text, expires_on date,
                                           how_many integer, _request_key uuid default null)
returns setof public.plan_codes
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  first jsonb;
  created jsonb;
begin
  perform private.begin_admin_action('generate_plan_codes');
  first := private.first_result(_request_key, 'generate_plan_codes');
  if first is not null then
    return query select * from jsonb_populate_recordset(null::public.plan_codes, first);
    return;
  end if;
  select jsonb_agg(to_jsonb(c)) into created from private.add_plan_codes(plan_type, expires_on, how_many) c;
  -- The audit log never contains the codes: a reader of the log must not be able to redeem them.
  perform private.write_audit('generate_plan_codes', 'plan_codes', null, null,
    jsonb_build_object('plan_type', plan_type, 'expires_on', expires_on, 'how_many', how_many));
  perform private.keep_result(_request_key, created);
  return query select * from jsonb_populate_recordset(null::public.plan_codes, created);
end $$;
grant execute on function public.generate_plan_codes(text, date, integer, uuid) to authenticated, service_role;

-- Deletes an unused code. Raises PT404 for an unknown or used one. Admins only (SL003), 50 in 5 minutes (SL004),
-- audited. Can be undone.
create function public.revoke_plan_code(code text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  revoked public.plan_codes;
begin
  perform private.begin_admin_action('revoke_plan_code');
  select c.* into revoked from public.plan_codes c where c.code = revoke_plan_code.code and not c.is_used for update;
  if revoked.id is null then
    raise exception 'There is no unused code %', code using errcode = 'PT404';
  end if;
  -- By its id: the audit row of undo() names the record too.
  perform private.begin_undo('revoke_plan_code', revoked.id::text);
  delete from public.plan_codes c where c.id = revoked.id;
  perform private.end_undo();
  perform private.write_audit('revoke_plan_code', 'plan_codes', revoked.id::text, to_jsonb(revoked), null);
end $$;
grant execute on function public.revoke_plan_code(text) to authenticated, service_role;

-- Records that an admin sent this unused code to somebody now, for example by WhatsApp. Returns the time. Raises PT404
-- for an unknown or used code. Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.mark_plan_code_sent(code_id uuid) returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  marked public.plan_codes;
begin
  perform private.begin_admin_action('mark_plan_code_sent');
  update public.plan_codes c set sent_at = clock_timestamp() where c.id = code_id and not c.is_used
  returning c.* into marked;
  if marked.id is null then
    raise exception 'There is no such unused code' using errcode = 'PT404';
  end if;
  perform private.write_audit('mark_plan_code_sent', 'plan_codes', marked.id::text, null,
                              jsonb_build_object('plan_type', marked.plan_type));
  return marked.sent_at;
end $$;
grant execute on function public.mark_plan_code_sent(uuid) to authenticated, service_role;

-- Where wrong codes of a player are counted: by the player, and by the caller's address if it is known.
create function private.code_buckets(_user_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$ select array_remove(array['redeem:' || _user_id, 'redeem-from:' || private.caller_address()], null) $$;

-- The seconds until a player may enter codes again after 10 wrong ones within 15 minutes; null if now.
create function private.seconds_until_next_code(_user_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  failures_window constant interval := interval '15 minutes';
  bucket text;
begin
  foreach bucket in array private.code_buckets(_user_id) loop
    if private.count_recent_attempts(bucket, failures_window) >= 10 then
      return private.seconds_until_retry(bucket, failures_window);
    end if;
  end loop;
  return null;
end $$;

-- Counts a wrong code of a player.
create function private.count_wrong_code(_user_id uuid) returns void
language sql security definer set search_path = ''
as $$ insert into private.attempts (bucket) select b from unnest(private.code_buckets(_user_id)) b $$;

-- The digits of a code without the spaces that were typed between them.
create function private.typed_code(_code text) returns text
language sql immutable set search_path = ''
as $$ select regexp_replace(coalesce(_code, ''), '\s', '', 'g') $$;

-- Redeems a code as public.redeem_plan_code() describes.
create function private.redeem_code(code text)
returns table (outcome text, subscription_type text, expires_at timestamptz, retry_after_seconds integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me uuid := (select auth.uid());
  wait integer;
  found_code public.plan_codes;
  ends_at timestamptz;
begin
  if me is null then
    raise exception 'Sign in to redeem a code' using errcode = '42501';
  end if;
  perform private.require_open_session();
  perform private.require_confirmation(me);
  wait := private.seconds_until_next_code(me);
  if wait is not null then
    return query select 'locked', null::text, null::timestamptz, wait;
    return;
  end if;

  -- Prefers an unused code, because the digits of a used code may be drawn again.
  select * into found_code from public.plan_codes c
   where c.code = private.typed_code(redeem_code.code)
   order by c.is_used, c.created_at desc limit 1
     for update;
  if found_code.used_by = me then
    return query select 'used', s.subscription_type, s.expires_at, null::integer
      from (select) as one left join public.subscriptions s
        on s.user_id = me and s.subscription_type = found_code.plan_type
       and private.is_active(s, clock_timestamp());
    return;
  end if;
  if found_code.id is null or found_code.is_used or found_code.expires_at <= clock_timestamp() then
    perform private.count_wrong_code(me);
    return query select
      case when found_code.id is null then 'invalid' when found_code.is_used then 'used' else 'expired' end,
      null::text, null::timestamptz, null::integer;
    return;
  end if;

  update public.plan_codes set is_used = true, used_by = me, used_at = clock_timestamp() where id = found_code.id;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at)
  values (me, found_code.plan_type, found_code.expires_at)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when private.is_active(s, clock_timestamp()) then s.started_at else now() end,
        expires_at = case when s.status = 'active' then greatest(s.expires_at, excluded.expires_at)
                          else excluded.expires_at end,
        status = 'active'
  returning s.expires_at into ends_at;
  return query select 'redeemed', found_code.plan_type, ends_at, null::integer;
end $$;

-- Redeems a code for the signed-in player. Returns [{ outcome, subscription_type, expires_at, retry_after_seconds }].
-- outcome: 'redeemed' (with the subscription and its new end), 'invalid', 'used', 'expired', or 'locked' (10 wrong
-- codes within 15 minutes by this player or from this IP address; with the seconds to wait). A code that this player
-- has redeemed is 'used', with the subscription and its end while that is active: the answer to the first call may
-- have been lost, so it counts as no wrong code. It does not raise, because an error would roll back the counted
-- attempt. It returns one value instead of rows, because a request can filter and cast rows so that it fails for a
-- wrong code. Only for a session that has ended it raises SL012, and SL027 if the age is not confirmed.
create function public.redeem_plan_code(code text) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select jsonb_agg(to_jsonb(r)) from private.redeem_code(code) r $$;
grant execute on function public.redeem_plan_code(text) to authenticated;

-- The codes, newest first, with the names of the admin, of the player who used it and of whom it was sold to, and the
-- total count. state: 'unused', 'used', 'expired' or null for all. search: digits of the code, words of the name,
-- phone number or email of the player who used it or to whom it was sold, or words of the name from paper. page_limit:
-- 1 to 200. Admins only (SL003); helpers do not search emails.
create function public.admin_plan_codes(state text default null, page_limit integer default 50,
                                        page_offset integer default 0, search text default null)
returns table (id uuid, code text, plan_type text, code_state text, expires_at timestamptz, created_at timestamptz,
               created_by_name text, used_by uuid, used_by_name text, used_at timestamptz, sent_at timestamptz,
               sold_to uuid, sold_to_name text, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_search boolean := coalesce(trim(search), '') <> '';
  patterns text[] := private.search_patterns(search);
  players uuid[];
begin
  perform private.require_act('admin_plan_codes');
  if is_search then
    players := array(select private.players_found_by_caller(search));
  end if;
  return query
  with chosen as (
    select c.*, case when c.is_used then 'used' when c.expires_at <= now() then 'expired' else 'unused' end as now_is
      from public.plan_codes c
  ), page as (
    select h.*, (count(*) over ())::integer as in_all
      from chosen h
     where (admin_plan_codes.state is null or h.now_is = admin_plan_codes.state)
       and (not is_search or h.code like all (patterns) or h.used_by = any (players) or h.sold_to = any (players)
            or (h.sold_to_name is not null and private.searchable(h.sold_to_name) like all (patterns)))
     order by h.created_at desc, h.id
     limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset)
  )
  select p.id, p.code, p.plan_type, p.now_is, p.expires_at, p.created_at, maker.full_name, p.used_by, holder.full_name,
         p.used_at, p.sent_at, p.sold_to, coalesce(buyer.full_name, p.sold_to_name), p.in_all
    from page p
    left join public.profiles maker on maker.id = p.created_by
    left join public.profiles holder on holder.id = p.used_by
    left join public.profiles buyer on buyer.id = p.sold_to
   order by p.created_at desc, p.id;
end $$;
grant execute on function public.admin_plan_codes(text, integer, integer, text) to authenticated, service_role;

create trigger refuse_unknown_plan before insert or update of plan_type on public.plan_codes
  for each row execute function private.refuse_unknown_plan();
create trigger only_admins_write_codes before insert or update or delete on public.plan_codes
  for each statement execute function private.guard_admin_write();
create trigger codes_are_audited after insert or update or delete on public.plan_codes
  for each row execute function private.audit_row();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.plan_codes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger undo_is_kept_after_deletion after delete on public.plan_codes
  for each statement execute function private.end_direct_undo();
