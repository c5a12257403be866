-- The draws. Every division has `size` places. One draw runs at a time.
create table private.division_draws (
  id uuid primary key default gen_random_uuid(),
  competition_id text not null references public.competitions (id),
  season text,
  divisions integer not null,
  size integer not null constraint sizes_are_even check (size % 2 = 0),
  at_most integer not null
    constraint divisions_have_8_to_20_members check (at_most between 8 and 20 and at_most % 2 = 0),
  drawn_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_draw_runs_at_a_time on private.division_draws ((true)) where ended_at is null;

-- The matchdays of a draw in their order.
create table private.division_matchdays (
  draw_id uuid not null references private.division_draws (id) on delete cascade,
  number integer not null,
  round text not null,
  settled_at timestamptz,
  primary key (draw_id, number)
);

-- The places of the divisions; a ghost has no user_id. since: when the member got the place.
create table private.division_places (
  draw_id uuid not null references private.division_draws (id) on delete cascade,
  division integer not null,
  place integer not null,
  user_id uuid references public.profiles (id) on delete set null,
  since timestamptz not null default clock_timestamp(),
  primary key (draw_id, division, place),
  constraint one_place_per_member unique (draw_id, user_id)
);
create index division_places_by_user on private.division_places (user_id);

-- What each place earned on the matchdays that have settled. A row without settled_at of its matchday does not count.
create table private.division_results (
  draw_id uuid not null,
  number integer not null,
  division integer not null,
  place integer not null,
  points integer not null,
  primary key (draw_id, number, division, place),
  foreign key (draw_id, number) references private.division_matchdays on delete cascade
);

insert into private.jobs (name, every, query) values
  ('Settle divisions', interval '1 minute', 'select private.settle_divisions()');
