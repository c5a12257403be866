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
