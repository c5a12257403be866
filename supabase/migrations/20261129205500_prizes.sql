-- The plans. fund_rs: the sum of which percentages are paid. One runs at a time.
create table private.prize_plans (
  id uuid primary key default gen_random_uuid(),
  fund_rs integer constraint funds_are_1_to_10000000_rupees check (fund_rs between 1 and 10000000),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index one_prize_plan_runs_at_a_time on private.prize_plans ((true)) where ended_at is null;

-- What each place pays. A matchday pays its lines each time.
create table private.prize_lines (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references private.prize_plans (id) on delete cascade,
  kind text not null
    constraint prize_kinds_are_known check (kind in ('overall', 'competition', 'matchday', 'cup', 'last_standing')),
  competition_id text references public.competitions (id),
  place integer not null constraint prizes_have_20_places check (place between 1 and 20),
  amount_rs integer constraint lines_pay_1_to_1000000_rupees check (amount_rs between 1 and 1000000),
  percent integer constraint lines_pay_1_to_100_percent check (percent between 1 and 100),
  constraint one_line_for_each_place unique nulls not distinct (plan_id, kind, competition_id, place),
  constraint a_line_has_the_competition_of_its_kind check (
    (competition_id is not null) = (kind in ('competition', 'matchday'))),
  constraint a_line_pays_rupees_or_percent check ((amount_rs is null) <> (percent is null)),
  constraint matchdays_pay_rupees check (kind <> 'matchday' or percent is null)
);

-- What has settled, once for each leaderboard, cup and game. name: the matchday, or that of the cup or game. percent:
-- the percentages of the fund that were due. kept_rs: what was due and stays with the club.
create table private.prize_settlements (
  id uuid primary key default gen_random_uuid(),
  plan_id uuid not null references private.prize_plans (id),
  kind text not null,
  competition_id text references public.competitions (id),
  board_id bigint references private.boards (id),
  cup_id uuid references private.cups (id),
  game_id uuid references private.last_standing_games (id),
  name text,
  season text,
  percent integer not null,
  kept_rs integer not null default 0 constraint the_club_keeps_no_debt check (kept_rs >= 0),
  settled_at timestamptz not null default clock_timestamp(),
  constraint what_pays_settles_once unique nulls not distinct (plan_id, board_id, cup_id, game_id)
);

-- The prizes that were won. place: the first one that shared_by members share. A deleted account has no user_id.
-- method and paid_on: null until an organiser marks it as paid.
create table private.prizes (
  id uuid primary key default gen_random_uuid(),
  settlement_id uuid not null references private.prize_settlements (id),
  user_id uuid references public.profiles (id) on delete set null,
  place integer not null,
  shared_by integer not null,
  amount_rs integer not null constraint prizes_pay_rupees check (amount_rs > 0),
  method text constraint method_is_known
    check (method in ('cash', 'juice', 'my_t_money', 'bank_transfer', 'other')),
  paid_on date,
  constraint paid_prizes_have_a_method_and_a_day check ((method is null) = (paid_on is null))
);
create index prizes_by_settlement on private.prizes (settlement_id);
create index prizes_by_user on private.prizes (user_id);

