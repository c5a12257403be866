-- Codes by the hundred, their list, and taking one back.

-- Makes how_many codes for the plan, good until the end of the date (club time). Returns their rows. Admins only (SL003);
-- one call is one action (SL004) and one audit row. Raises 22023 for a date that has passed, an unknown plan, or a number
-- that is not 1 to 100.
create function public.generate_plan_codes(plan_type text, expires_on date, how_many integer) returns setof public.plan_codes
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  made uuid[] := '{}';
begin
  perform private.begin_admin_action('generate_plan_codes');
  if plan_type is null or plan_type not in ('premier_league', 'fa_cup', 'league_cup') then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if expires_on is null or expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  if how_many is null or how_many not between 1 and 100 then
    raise exception 'Between 1 and 100 codes can be made at once' using errcode = '22023';
  end if;
  -- As for a single code: a clash with an unused one is rare, so the few that clashed are drawn again.
  for attempt in 1 .. 20 loop
    with added as (
      insert into public.plan_codes (code, plan_type, expires_at)
      select private.random_code(), plan_type, private.end_of_day(expires_on) from generate_series(1, how_many - cardinality(made))
      on conflict do nothing
      returning plan_codes.id
    )
    select made || coalesce(array_agg(a.id), '{}') into made from added a;
    exit when cardinality(made) = how_many;
  end loop;
  if cardinality(made) < how_many then
    raise exception 'No free code was found' using errcode = '55000';
  end if;
  -- Never the codes themselves: whoever reads the log must not be able to redeem them.
  perform private.write_audit('generate_plan_codes', 'plan_codes', null, null,
    jsonb_build_object('plan_type', plan_type, 'expires_on', expires_on, 'how_many', how_many));
  return query select c.* from public.plan_codes c where c.id = any (made) order by c.code;
end $$;
grant execute on function public.generate_plan_codes(text, date, integer) to authenticated, service_role;

-- Takes back a code that nobody has used: it opens nothing any more. Raises P0002 for an unknown or used one.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited.
create function public.revoke_plan_code(code text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  revoked public.plan_codes;
begin
  perform private.begin_admin_action('revoke_plan_code');
  delete from public.plan_codes c where c.code = revoke_plan_code.code and not c.is_used returning c.* into revoked;
  if revoked.id is null then
    raise exception 'There is no unused code %', code using errcode = 'P0002';
  end if;
  perform private.write_audit('revoke_plan_code', 'plan_codes', revoked.id::text, to_jsonb(revoked), null);
end $$;
grant execute on function public.revoke_plan_code(text) to authenticated, service_role;

-- The codes, newest first, with who made and who used each, and how many there are. state: 'unused', 'used' or 'expired'
-- (null: all). page_limit: 1 to 200. Admins only (SL003).
create function public.admin_plan_codes(state text default null, page_limit integer default 50, page_offset integer default 0)
returns table (id uuid, code text, plan_type text, code_state text, expires_at timestamptz, created_at timestamptz,
               created_by_name text, used_by uuid, used_by_name text, used_at timestamptz, total_count integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  with chosen as (
    select c.*, case when c.is_used then 'used' when c.expires_at <= now() then 'expired' else 'unused' end as now_is
      from public.plan_codes c
  ), page as (
    select h.*, (count(*) over ())::integer as in_all
      from chosen h where admin_plan_codes.state is null or h.now_is = admin_plan_codes.state
     order by h.created_at desc, h.id
     limit least(greatest(coalesce(page_limit, 50), 1), 200) offset greatest(coalesce(page_offset, 0), 0)
  )
  select p.id, p.code, p.plan_type, p.now_is, p.expires_at, p.created_at, maker.full_name, p.used_by, holder.full_name, p.used_at, p.in_all
    from page p
    left join public.profiles maker on maker.id = p.created_by
    left join public.profiles holder on holder.id = p.used_by
   order by p.created_at desc, p.id;
end $$;
grant execute on function public.admin_plan_codes(text, integer, integer) to authenticated, service_role;
