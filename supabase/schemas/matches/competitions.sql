-- The five competitions.

-- The competitions, with the name that matches carry and the id that settings and plans carry.
create table public.competitions (
  id text primary key,
  name text not null unique,
  needs_subscription boolean not null,
  position smallint not null unique,
  is_cup boolean not null
);
comment on column public.competitions.is_cup is 'whether matches can have extra time; points are for 90 minutes';

alter table public.competitions enable row level security;
revoke all on public.competitions from anon, authenticated, service_role;
grant select on public.competitions to anon, authenticated, service_role;

create policy "anyone sees the competitions" on public.competitions
  for select to anon, authenticated using (true);

-- Part of the product, not of a club's data.
insert into public.competitions (id, name, needs_subscription, position, is_cup) values
  ('premier_league', 'Premier League', true, 1, false),
  ('fa_cup', 'FA Cup', true, 2, true),
  ('league_cup', 'League Cup', true, 3, true),
  ('champions_league', 'Champions League', false, 4, true),
  ('friendly_club', 'Friendly Club', false, 5, false);

-- Whether subscriptions and codes can be for the competition.
create function private.is_plan(_competition_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.competitions c where c.id = _competition_id and c.needs_subscription)
$$;

-- Refuses (23514) a row whose plan_type is no plan.
create function private.refuse_unknown_plan() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_plan(new.plan_type) then
    raise exception 'There is no plan %', new.plan_type using errcode = '23514', constraint = 'plan_is_known';
  end if;
  return new;
end $$;
