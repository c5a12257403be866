-- Why a member's prediction was not saved, as the member's page reports it, so that an organiser can answer "Why could
-- I not predict?". The database cannot record a refusal itself: its transaction is rolled back, and a request without
-- a connection or a session never arrives.

-- One row for a member, a match and a reason. Contains no score: nobody else sees predictions before the lock.
create table public.prediction_refusals (
  user_id uuid not null references public.profiles (id) on delete cascade,
  match_id uuid not null references public.matches (id) on delete cascade,
  reason text not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, match_id, reason),
  constraint reason_is_known
    check (reason in ('lock', 'subscription', 'age', 'clock', 'session', 'connection', 'server')),
  constraint times_is_positive check (times > 0),
  constraint last_is_not_before_first check (last_at >= first_at)
);
comment on column public.prediction_refusals.first_at is 'by the server''s clock as the page knew it';
create index prediction_refusals_by_match on public.prediction_refusals (match_id);
create index prediction_refusals_oldest on public.prediction_refusals (last_at);

alter table public.prediction_refusals enable row level security;
revoke all on public.prediction_refusals from anon, authenticated, service_role;
grant select on public.prediction_refusals to authenticated, service_role;
create policy "members see their own refusals" on public.prediction_refusals
  for select to authenticated using (user_id = (select auth.uid()));
create policy "admins see refusals" on public.prediction_refusals
  for select to authenticated using ((select public.has_role((select auth.uid()), 'admin')));

-- Records that the caller's prediction of the match was not saved at `_tried_at`, which is moved into the last 30
-- days. Ignores an unknown match, and a new row beyond the member's 200. Raises 23514 for an unknown reason.
create function public.report_refused_prediction(_match_id uuid, _reason text, _tried_at timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  tried timestamptz := least(clock_timestamp(), greatest(_tried_at, clock_timestamp() - interval '30 days'));
begin
  if me is null then
    raise exception 'Sign in to report' using errcode = '42501';
  end if;
  update public.prediction_refusals r
     set times = least(r.times, 1000000) + 1, first_at = least(r.first_at, tried),
         last_at = greatest(r.last_at, tried)
   where r.user_id = me and r.match_id = _match_id and r.reason = _reason;
  if found then
    return;
  end if;
  insert into public.prediction_refusals as r (user_id, match_id, reason, first_at, last_at)
  select me, m.id, _reason, tried, tried from public.matches m
   where m.id = _match_id
     and exists (select from public.profiles p where p.id = me)
     and (select count(*) from public.prediction_refusals o where o.user_id = me) < 200
  on conflict (user_id, match_id, reason) do update
     set times = least(r.times, 1000000) + 1, first_at = least(r.first_at, tried),
         last_at = greatest(r.last_at, tried);
end $$;
grant execute on function public.report_refused_prediction(uuid, text, timestamptz) to authenticated;

-- Deletes refusals after 30 days; returns their number.
create function private.delete_old_refusals() returns bigint
language sql security definer set search_path = ''
as $$
  with deleted as (
    delete from public.prediction_refusals where last_at <= clock_timestamp() - interval '30 days' returning 1
  )
  select count(*) from deleted
$$;
