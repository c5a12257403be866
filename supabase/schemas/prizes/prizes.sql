-- Prizes (docs/rules.md): the plan says what each place pays, and settled prizes are stored. Before that amounts are
-- computed from the leaderboards. Without a plan nothing is read or computed.

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

-- The plan that runs; null without one.
create function private.running_prize_plan() returns private.prize_plans
language sql stable security definer set search_path = ''
as $$ select p from private.prize_plans p where p.ended_at is null $$;

-- Whether an earlier cup or game of last one standing took the percentages of this kind.
create function private.percent_is_taken(_plan_id uuid, _kind text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select _kind in ('cup', 'last_standing') and exists (
    select from private.prize_settlements s where s.plan_id = _plan_id and s.kind = _kind and s.percent > 0)
$$;

-- What the lines of a plan pay now, in rupees; 0 if its percentage is taken.
create function private.prize_amounts(_plan private.prize_plans)
returns table (kind text, competition_id text, place integer, percent integer, amount_rs integer)
language sql stable security definer set search_path = ''
as $$
  select l.kind, l.competition_id, l.place, coalesce(d.percent, 0),
         coalesce(l.amount_rs, ((_plan).fund_rs::bigint * d.percent / 100)::integer, 0)
    from private.prize_lines l
   cross join lateral (
     select case when not private.percent_is_taken(l.plan_id, l.kind) then l.percent end as percent) d
   where l.plan_id = (_plan).id
$$;

-- The members with points in the first _most places of a leaderboard, and how many share each place.
create function private.places_on_board(_board bigint, _most integer)
returns table (user_id uuid, place integer, shared_by integer)
language sql stable security definer set search_path = ''
as $$
  select t.user_id, r.rank, r.players
    from private.ranks_on_board(_board) r
    join private.player_totals t
      on t.board_id = _board and t.points = r.points and t.perfect_scores = r.perfect_scores
   where r.rank <= _most and r.points > 0
$$;

-- The places in a cup of which the final has settled. A member who left has no user_id.
create function private.places_in_cup(_cup_id uuid)
returns table (user_id uuid, place integer, shared_by integer)
language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.place, (count(*) over (partition by p.place))::integer
    from (select e.user_id, coalesce((c.size >> min(r.number) filter (where not r.has_won)) + 1, 1) as place
            from private.cups c
            join private.cup_entries e on e.cup_id = c.id
            join private.cup_results r on r.cup_id = c.id and r.position = e.position
           where c.id = _cup_id
           group by c.size, e.position, e.user_id) p
$$;

-- The places in a decided game of last one standing: none if no entry was left.
create function private.places_in_game(_game_id uuid)
returns table (user_id uuid, place integer, shared_by integer)
language sql stable security definer set search_path = ''
as $$
  with members as (
    select e.user_id, max(coalesce(e.out_number, 2147483647)) as lasted
      from private.last_standing_entries e
     where e.game_id = _game_id and e.user_id is not null group by e.user_id
  )
  select m.user_id, (rank() over (order by m.lasted desc))::integer,
         (count(*) over (partition by m.lasted))::integer
    from members m
   where exists (select from members w where w.lasted = 2147483647)
$$;

-- What a plan pays for a leaderboard, a cup or a game (the others are null) as it stands now: members with the same
-- place share equally what the places that they take pay, in whole rupees. A member who left has no user_id.
create function private.prize_shares(_plan private.prize_plans, _kind text, _competition_id text,
                                     _board bigint default null, _cup uuid default null, _game uuid default null)
returns table (user_id uuid, place integer, shared_by integer, amount_rs integer)
language sql stable security definer set search_path = ''
as $$
  with amounts as materialized (
    select a.place, a.amount_rs from private.prize_amounts(_plan) a
     where a.kind = _kind and a.competition_id is not distinct from _competition_id
  ), places as materialized (
    select * from private.places_on_board(_board, (select max(a.place) from amounts a)) where _board is not null
    union all select * from private.places_in_cup(_cup) where _cup is not null
    union all select * from private.places_in_game(_game) where _game is not null
  )
  select p.user_id, p.place, p.shared_by, s.amount_rs
    from places p
    join (select o.place, (sum(a.amount_rs) / o.shared_by)::integer as amount_rs
            from (select distinct l.place, l.shared_by from places l) o
            join amounts a on a.place between o.place and o.place + o.shared_by - 1
           group by o.place, o.shared_by) s on s.place = p.place
   where s.amount_rs > 0
$$;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.prizes
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after insert or update or delete on private.prize_settlements
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
create trigger changes_are_recorded_for_undo after update on private.prize_plans
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
