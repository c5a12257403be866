-- Subscriptions: a player's right to predict in a competition until a date.

-- Players' subscriptions: one row per player and competition.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  subscription_type text not null references public.competitions (id),
  status text not null default 'active' constraint status_is_known check (status in ('active', 'inactive', 'expired')),
  started_at timestamptz not null default now(),
  expires_at timestamptz not null,
  assigned_by_admin boolean not null default false,
  constraint one_subscription_per_player_and_competition unique (user_id, subscription_type),
  constraint a_subscription_ends_after_it_starts check (expires_at > started_at),
  constraint it_ends_before_2200 check (expires_at < '2200-01-01 00:00:00+00')
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

create policy "helpers for payments see every subscription" on public.subscriptions
  for select to authenticated using ((select private.helps_with('subscriptions.select')));

-- Whether a subscription opens its competition at a moment. It sets no search_path, because PostgreSQL then makes it a
-- part of the query.
create function private.is_active(_subscription public.subscriptions, _at timestamptz) returns boolean
language sql immutable parallel safe
as $$ select _subscription.status = 'active' and _subscription.expires_at > _at $$;
grant execute on function private.is_active(public.subscriptions, timestamptz) to authenticated, service_role;

-- Whether a member may predict the matches of a competition, and answer its questions, at a moment. It is plpgsql,
-- because plpgsql keeps the plan, and every prediction that is saved asks.
create function private.may_play(_user_id uuid, _competition public.competitions, _at timestamptz) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not _competition.needs_subscription or exists (
    select from public.subscriptions s
     where s.user_id = _user_id and s.subscription_type = _competition.id and private.is_active(s, _at));
end $$;

-- Every competition in order, with whether the signed-in player may predict in it now and when the player's
-- subscription ends.
create function public.my_competitions()
returns table (competition_id text, league text, needs_subscription boolean, may_predict boolean,
               expires_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.name, c.needs_subscription, not c.needs_subscription or s.id is not null, s.expires_at
    from public.competitions c
    left join public.subscriptions s
      on s.subscription_type = c.id and s.user_id = (select auth.uid()) and private.is_active(s, clock_timestamp())
   order by c.position
$$;
grant execute on function public.my_competitions() to authenticated;

-- The number of active, unexpired subscriptions of each plan that the jackpot counts, including plans with none.
create function public.subscriber_count() returns table (subscription_type text, subscribers integer)
language sql stable security definer set search_path = ''
as $$
  select c.id, count(s.id)::integer
    from public.competitions c
    left join public.subscriptions s on s.subscription_type = c.id and private.is_active(s, now())
   where c.needs_subscription
   group by c.id, c.position order by c.position
$$;
grant execute on function public.subscriber_count() to authenticated, service_role;

-- Gives a player the plan until the end of the date (club time), or changes the end of an existing subscription.
-- Returns the subscription. Raises 22023 for an unknown plan or a date that has passed, PT404 for an unknown player.
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
  perform private.require_plausible(_expires_on);
  perform private.lock_totals();
  if not exists (select from public.profiles p where p.id = _user_id) then
    raise exception 'There is no such player' using errcode = 'PT404';
  end if;
  select * into before from public.subscriptions s where s.user_id = _user_id and s.subscription_type = _type;
  insert into public.subscriptions as s (user_id, subscription_type, expires_at, assigned_by_admin)
  values (_user_id, _type, private.end_of_day(_expires_on), true)
  on conflict on constraint one_subscription_per_player_and_competition do update
    set started_at = case when private.is_active(s, clock_timestamp()) then s.started_at else now() end,
        expires_at = excluded.expires_at, status = 'active', assigned_by_admin = true
  returning s.* into given;
  perform private.write_audit('give_subscription', 'subscriptions', given.id::text,
    case when before.id is not null then to_jsonb(before) end, to_jsonb(given));
  return given;
end $$;
grant execute on function public.give_subscription(uuid, text, date) to authenticated, service_role;

-- Ends a player's active subscription now and returns it. Raises PT404 if there is none. Admins only (SL003), 50 in 5
-- minutes (SL004), audited with old and new values. Can be undone.
create function public.end_subscription(_user_id uuid, _type text) returns public.subscriptions
language plpgsql security definer set search_path = ''
as $$
declare
  before public.subscriptions;
  ended public.subscriptions;
begin
  perform private.begin_admin_action('end_subscription');
  perform private.lock_totals();
  select * into before from public.subscriptions s
   where s.user_id = _user_id and s.subscription_type = _type and s.status = 'active';
  if before.id is null then
    raise exception 'There is no active subscription to end' using errcode = 'PT404';
  end if;
  perform private.begin_undo('end_subscription', before.id::text);
  update public.subscriptions s set status = 'inactive' where s.id = before.id returning s.* into ended;
  perform private.end_undo();
  perform private.write_audit('end_subscription', 'subscriptions', ended.id::text, to_jsonb(before), to_jsonb(ended));
  return ended;
end $$;
grant execute on function public.end_subscription(uuid, text) to authenticated, service_role;

-- Sets the status of ended subscriptions to expired; returns their number. Triggers then update the leaderboards.
create function private.expire_subscriptions() returns integer
language sql security definer set search_path = '' set scoreline.recording_undo = 'jobs'
as $$
  with ended as (
    update public.subscriptions set status = 'expired' where status = 'active' and expires_at <= clock_timestamp()
      returning 1
  )
  select count(*)::integer from ended
$$;

-- Whether the first subscription is better than the second: active before ended, then the longer one.
create function private.outlasts(_one public.subscriptions, _other public.subscriptions) returns boolean
language sql stable set search_path = ''
as $$
  select (private.is_active(_one, now()), _one.expires_at)
         > (private.is_active(_other, now()), _other.expires_at)
$$;

create trigger subscriptions_are_audited after insert or update or delete on public.subscriptions
  for each row execute function private.audit_row();
create trigger changes_are_recorded_for_undo after insert or update or delete on public.subscriptions
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
