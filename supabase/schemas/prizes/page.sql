-- What members see of the prizes.

-- The plan that pages show: the one that runs, or the last one for 30 days after its end. Null without one.
create function private.shown_prize_plan() returns private.prize_plans
language sql stable security definer set search_path = ''
as $$
  select p from private.prize_plans p
   where p.ended_at is null or p.ended_at > clock_timestamp() - interval '30 days'
   order by p.ended_at desc nulls first limit 1
$$;

-- The leaderboards for which the running plan pays and that have points but have not settled.
create function private.boards_for_prizes() returns setof private.boards
language sql stable security definer set search_path = ''
as $$
  with open as (
    select b.* from private.boards b where b.is_standing and b.latest_day is not null
    union all
    select * from private.matchdays_for_prizes()
  )
  select o.* from open o
   where exists (select from private.prize_lines l
                  where l.plan_id = (private.running_prize_plan()).id and l.kind = o.kind
                    and l.competition_id is not distinct from o.competition_id)
$$;

-- The plan of the club with what it pays as it stands, and what has settled; one row. plan_id: null without a shown
-- plan. lines: [{kind, competition_id, place, amount_rs, percent, pays_rs: in rupees, 0 if an earlier cup or game took
-- the percentage}]. is_played: the kinds of 'cup' and 'last_standing' that run. standing: [{kind, competition_id,
-- name, season, period_id, winners, more, mine_rs}], of leaderboards with points. settled: the latest 100 as [{kind,
-- competition_id, name, season, settled_at, kept_rs, winners, more, mine}], mine as [{amount_rs, paid_by, paid_on}].
-- winners: the first 20 and the caller, as [{user_id, full_name, place, shared_by, amount_rs}], of `more` others only
-- the number. A deleted account has no user_id and no name.
create function public.prizes()
returns table (plan_id uuid, fund_rs integer, started_at timestamptz, ended_at timestamptz, lines jsonb,
               is_played text[], mine_rs integer, standing jsonb, settled jsonb)
language sql stable security definer set search_path = ''
as $$
  with shares as materialized (
    select b.id as board_id, b.kind, b.competition_id, b.round, b.season, s.*,
           (select auth.uid()) = s.user_id as is_mine,
           row_number() over (partition by b.id order by s.place, f.full_name, s.user_id) as nth,
           coalesce(f.full_name, 'Player') as full_name
      from private.boards_for_prizes() b
     cross join lateral private.prize_shares(private.running_prize_plan(), b.kind, b.competition_id, b.id) s
      left join public.profiles f on f.id = s.user_id
  ), standing as (
    select s.board_id, s.kind, s.competition_id, s.round, s.season,
           jsonb_agg(jsonb_build_object('user_id', s.user_id, 'full_name', s.full_name, 'place', s.place,
                                        'shared_by', s.shared_by, 'amount_rs', s.amount_rs) order by s.nth)
             filter (where s.nth <= 20 or s.is_mine) as winners,
           count(*) filter (where s.nth > 20 and not s.is_mine) as more,
           coalesce(sum(s.amount_rs) filter (where s.is_mine), 0)::integer as mine_rs
      from shares s group by 1, 2, 3, 4, 5
  ), latest as materialized (
    select s.* from private.prize_settlements s
     where s.kept_rs > 0 or exists (select from private.prizes p where p.settlement_id = s.id)
     order by s.settled_at desc, s.id limit 100
  ), won as materialized (
    select p.*, f.id as member, case when f.id is not null then coalesce(f.full_name, 'Player') end as full_name,
           coalesce((select auth.uid()) = f.id, false) as is_mine,
           row_number() over (partition by p.settlement_id order by p.place, f.full_name, p.id) as nth
      from latest l
      join private.prizes p on p.settlement_id = l.id
      left join private.members() f on f.id = p.user_id
  ), settled as (
    select l.id, jsonb_build_object(
             'kind', l.kind, 'competition_id', l.competition_id, 'name', l.name, 'season', l.season,
             'settled_at', l.settled_at, 'kept_rs', l.kept_rs,
             'winners', coalesce(jsonb_agg(jsonb_build_object(
                          'user_id', w.member, 'full_name', w.full_name, 'place', w.place, 'shared_by', w.shared_by,
                          'amount_rs', w.amount_rs) order by w.nth) filter (where w.nth <= 20 or w.is_mine), '[]'),
             'more', count(*) filter (where w.nth > 20 and not w.is_mine),
             'mine', coalesce(jsonb_agg(jsonb_build_object(
                       'amount_rs', w.amount_rs, 'paid_by', w.method, 'paid_on', w.paid_on) order by w.nth)
                       filter (where w.is_mine), '[]')) as row, l.settled_at
      from latest l left join won w on w.settlement_id = l.id
     group by l.id, l.kind, l.competition_id, l.name, l.season, l.settled_at, l.kept_rs
  )
  select p.id, p.fund_rs, p.started_at, p.ended_at,
         (select coalesce(jsonb_agg(l.line || jsonb_build_object('pays_rs', a.amount_rs) order by l.nth), '[]')
            from jsonb_array_elements(private.lines_of_prizes(p.id)) with ordinality l (line, nth)
            join private.prize_amounts(p) a
              on a.kind = l.line ->> 'kind' and a.competition_id is not distinct from l.line ->> 'competition_id'
             and a.place = (l.line ->> 'place')::integer),
         array(select 'cup' from private.cups c where c.ended_at is null
               union all select 'last_standing' from private.last_standing_games g where g.ended_at is null),
         (select coalesce(sum(s.mine_rs), 0)::integer from standing s),
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'kind', s.kind, 'competition_id', s.competition_id, 'name', s.round, 'season', s.season,
                   'period_id', case when s.kind = 'matchday' then s.board_id end, 'winners', s.winners,
                   'more', s.more, 'mine_rs', s.mine_rs)
                   order by s.kind = 'matchday' desc, s.kind = 'overall' desc, c.position, s.board_id), '[]')
            from standing s left join public.competitions c on c.id = s.competition_id),
         (select coalesce(jsonb_agg(s.row order by s.settled_at desc, s.id), '[]') from settled s)
    from (values (1)) one (row)
    left join private.shown_prize_plan() p on p.id is not null
$$;
grant execute on function public.prizes() to authenticated, service_role;
