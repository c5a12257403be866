-- Settling prizes: who has won what is stored, and stays.

-- Stores what the running plan pays for a leaderboard, a cup or a game (the others are null), once. Nothing without a
-- plan, or without a line for it; a matchday without one is noted, so that a later line does not pay it.
create function private.settle_prizes(_kind text, _competition_id text, _name text, _season text,
                                      _board bigint default null, _cup uuid default null, _game uuid default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  plan private.prize_plans;
  due record;
  settlement uuid;
begin
  -- A change of the plan comes before or after.
  select * into plan from private.prize_plans p where p.ended_at is null for share;
  if plan.id is null then
    return;
  end if;
  select count(*) as lines, coalesce(sum(a.percent), 0) as percent, coalesce(sum(a.amount_rs), 0) as amount_rs
    into due
    from private.prize_amounts(plan) a
   where a.kind = _kind and a.competition_id is not distinct from _competition_id;
  if due.lines = 0 and _kind <> 'matchday' then
    return;
  end if;
  insert into private.prize_settlements (plan_id, kind, competition_id, board_id, cup_id, game_id, name, season,
                                         percent)
  values (plan.id, _kind, _competition_id, _board, _cup, _game, _name, _season, 0)
  on conflict do nothing returning id into settlement;
  insert into private.prizes (settlement_id, user_id, place, shared_by, amount_rs)
  select settlement, s.user_id, s.place, s.shared_by, s.amount_rs
    from private.prize_shares(plan, _kind, _competition_id, _board, _cup, _game) s
   where settlement is not null and s.user_id is not null
   order by s.place, s.user_id;
  update private.prize_settlements s
     set percent = due.percent,
         kept_rs = due.amount_rs - coalesce((select sum(p.amount_rs) from private.prizes p
                                              where p.settlement_id = settlement), 0)
   where s.id = settlement;
end $$;

-- The matchdays of the running plan that have not settled: one of their matches locked after the plan began.
create function private.matchdays_for_prizes() returns setof private.boards
language sql stable security definer set search_path = ''
as $$
  select b.*
    from private.prize_plans p
    join private.boards b on b.kind = 'matchday'
    join public.competitions c on c.id = b.competition_id
   where p.ended_at is null
     and exists (select from private.points_distribution d where d.board_id = b.id)
     and not exists (select from private.prize_settlements s where s.plan_id = p.id and s.board_id = b.id)
     and exists (select from public.matches m
                  where m.league = c.name and m.season is not distinct from b.season and m.round = b.round
                    and m.locks_at > p.started_at)
$$;

-- Settles these matchdays, as far as they are of the running plan and have not settled.
create function private.settle_matchday_prizes(_board_ids bigint[]) returns void
language sql security definer set search_path = ''
as $$
  select private.settle_prizes('matchday', b.competition_id, b.round, b.season, _board => b.id)
    from private.matchdays_for_prizes() b where b.id = any (_board_ids) order by b.id
$$;

-- Settles the matchdays that are over and the leaderboards of the season, and ends the plan: all points are cleared
-- next. The caller holds the totals' lock.
create function private.settle_season_prizes() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.running_prize_plan() is null then
    return;
  end if;
  perform private.settle_matchday_prizes(array(
    select s.period_id from private.period_states('matchday') s where s.is_over));
  perform private.settle_prizes(b.kind, b.competition_id, null, s.season, _board => b.id)
     from private.boards b
     left join public.competitions c on c.id = b.competition_id
    cross join lateral private.running_season(c.name) s
    where b.is_standing order by b.id;
  update private.prize_plans p set ended_at = clock_timestamp() where p.ended_at is null;
end $$;
