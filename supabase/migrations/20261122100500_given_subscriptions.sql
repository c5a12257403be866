-- Subscriptions that an admin gives, extends or ends. The tables follow by the triggers on subscriptions.

-- Gives a player the plan until the end of the date (club time), or moves the end of the one they have. Returns the
-- subscription. Raises 22023 for a plan that does not exist or a date that has passed, P0002 for an unknown player.
-- Admins only (SL003), 50 in 5 minutes (SL004), audited with old and new values.
create function public.give_subscription(_user_id uuid, _type text, _expires_on date) returns public.subscriptions
language plpgsql security definer set search_path = ''
as $$
declare
  before public.subscriptions;
  given public.subscriptions;
begin
  perform private.begin_admin_action('give_subscription');
  if not exists (select from public.competitions c where c.id = _type and c.needs_subscription) then
    raise exception 'Please select a subscription plan' using errcode = '22023';
  end if;
  if _expires_on is null or _expires_on < private.club_today() then
    raise exception 'The expiry date has passed' using errcode = '22023';
  end if;
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'P0002';
  end if;
  select * into before from public.subscriptions s where s.user_id = _user_id and s.subscription_type = _type for update;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at, assigned_by_admin)
  values (_user_id, _type, private.end_of_day(_expires_on), true)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when s.status = 'active' and s.expires_at > clock_timestamp() then s.started_at else now() end,
        expires_at = excluded.expires_at, status = 'active', assigned_by_admin = true
  returning s.* into given;
  perform private.write_audit('give_subscription', 'subscriptions', given.id::text,
    case when before.id is not null then to_jsonb(before) end, to_jsonb(given));
  return given;
end $$;
grant execute on function public.give_subscription(uuid, text, date) to authenticated, service_role;

-- Ends a player's active subscription now. Returns it. Raises P0002 when there is none to end. Admins only (SL003),
-- 50 in 5 minutes (SL004), audited with old and new values.
create function public.end_subscription(_user_id uuid, _type text) returns public.subscriptions
language plpgsql security definer set search_path = ''
as $$
declare
  before public.subscriptions;
  ended public.subscriptions;
begin
  perform private.begin_admin_action('end_subscription');
  select * into before from public.subscriptions s
   where s.user_id = _user_id and s.subscription_type = _type and s.status = 'active' for update;
  if before.id is null then
    raise exception 'There is no active subscription to end' using errcode = 'P0002';
  end if;
  update public.subscriptions s set status = 'inactive' where s.id = before.id returning s.* into ended;
  perform private.write_audit('end_subscription', 'subscriptions', ended.id::text, to_jsonb(before), to_jsonb(ended));
  return ended;
end $$;
grant execute on function public.end_subscription(uuid, text) to authenticated, service_role;
