-- The club's records.

-- The club's records. Those of the running season are computed again after changes; clearing all points ends the
-- season and keeps them.
create table private.records (
  id bigint generated always as identity primary key,
  kind text not null constraint record_kinds_are_known
    check (kind in ('best_matchday', 'exact_scores', 'scoring_run', 'climb', 'only_exact')),
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null,
  value integer not null,
  happened_on date not null,
  -- Without a foreign key, because a record outlives its match.
  match_id uuid,
  detail text not null,
  is_running boolean not null default true,
  -- The matchday, of a match its matchday. Without a foreign key, as above.
  period_id bigint,
  -- The ending of the season (season/ending.sql) that has closed the record while its points are not cleared yet.
  closed_by uuid
);

comment on column private.records.value is
  'points of the matchday, exact scores, predictions in a row, places climbed in a day, or predictions of the match';
comment on column private.records.detail is 'the matchday, or the match with its result';
create index records_by_user on private.records (user_id);

-- When the records were last computed; one row at most.
create table private.record_computations (
  only_row boolean primary key default true constraint there_is_one_time check (only_row),
  computed_at timestamptz not null
);
-- A completed match as "Arsenal 2–1 Chelsea".
create function private.result_label(_match public.matches) returns text
language sql immutable set search_path = ''
as $$
  select format('%s %s–%s %s', _match.home_team_name, _match.home_score, _match.away_score, _match.away_team_name)
$$;

-- The players with the longest run of scored predictions with points, in the order of kick-offs, each with the last
-- match of their first run of this length.
create function private.best_scoring_runs()
returns table (user_id uuid, value integer, match_id uuid)
language sql stable security definer set search_path = ''
as $$
  with scored as (
    select p.user_id, p.match_id, p.points_earned > 0 as has_points,
           row_number() over player as place,
           count(*) filter (where p.points_earned = 0) over player as misses
      from public.user_predictions p
      join public.matches m on m.id = p.match_id and m.status = 'completed'
     where p.points_earned is not null and p.cleared_at is null
    window player as (partition by p.user_id order by m.kickoff_at, m.id)
  ), runs as (
    select s.user_id, s.misses, count(*)::integer as value, rank() over (order by count(*) desc) as rank,
           (array_agg(s.match_id order by s.place desc))[1] as match_id
      from scored s where s.has_points group by s.user_id, s.misses
  )
  select distinct on (r.user_id) r.user_id, r.value, r.match_id from runs r where r.rank = 1
   order by r.user_id, r.misses
$$;

-- The players with the biggest climb on the overall leaderboard within one completion day, each with the first such
-- day. A player climbs from the second scored day on, as in public.leaderboard(). Carried points count from the
-- beginning, so that nobody climbs with them.
create function private.biggest_climbs()
returns table (user_id uuid, value integer, day date)
language sql stable security definer set search_path = ''
as $$
  with gains as (
    select e.user_id, e.day, sum(e.points) as points, sum(e.perfect) as perfect
      from (select p.user_id, m.day, p.points_earned as points, private.is_perfect(p.points_earned)::integer as perfect
              from public.user_predictions p join private.scored_matches m on m.match_id = p.match_id
             where p.points_earned is not null and p.cleared_at is null
            union all
            select q.user_id, case when q.is_carried then '-infinity' else q.day end, q.points, 0
              from private.other_gains(private.board_of('Overall')) q) e
     group by 1, 2
  ), players as (
    select t.user_id from private.player_totals t where t.board_id = (select private.board_of('Overall'))
  ), ranks as (
    select t.user_id, t.day, rank() over (partition by t.day order by t.points desc, t.perfect desc) as rank
      from (select u.user_id, d.day, sum(coalesce(g.points, 0)) over so_far as points,
                   sum(coalesce(g.perfect, 0)) over so_far as perfect
              from players u
             cross join (select distinct g.day from gains g) d
              left join gains g on g.user_id = u.user_id and g.day = d.day
            window so_far as (partition by u.user_id order by d.day)) t
  ), climbs as (
    select r.user_id, r.day, lag(r.rank) over (partition by r.user_id order by r.day) - r.rank as value from ranks r
  )
  select distinct on (c.user_id) c.user_id, c.value::integer, c.day
    from (select l.*, rank() over (order by l.value desc) as rank from climbs l where l.value > 0) c
   where c.rank = 1
   order by c.user_id, c.day
$$;

-- Computes the records of the running season, each with all players who share it. It reads all predictions of the
-- season, so the job waits for a quiet time.
create function private.refresh_records() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.record_computations as c (computed_at) values (clock_timestamp())
  on conflict (only_row) do update set computed_at = excluded.computed_at;
  delete from private.records r where r.is_running or r.closed_by is not null;
  insert into private.records (kind, user_id, full_name, value, happened_on, match_id, detail, period_id)
  select q.kind, q.user_id, coalesce(f.full_name, 'Player'), q.value, coalesce(q.happened_on, m.match_date),
         q.match_id, coalesce(q.detail, private.result_label(m)), coalesce(q.period_id, r.id)
    from (
      (select distinct on (t.user_id) 'best_matchday' as kind, t.user_id, t.points as value, s.last_day as happened_on,
              null::uuid as match_id, p.id as period_id,
              concat_ws(', ', concat_ws(' ', c.name, p.season), p.round) as detail
         from (select d.board_id, d.points, d.perfect_scores, rank() over (order by d.points desc) as rank
                 from private.points_distribution d
                 join private.boards n on n.id = d.board_id and n.kind = 'matchday'
                where d.points > 0
                  -- Points of another pool may follow another rule.
                  and not exists (select from private.player_totals o
                                   where o.board_id = d.board_id and o.carried_points > 0)) b
         join private.player_totals t on t.board_id = b.board_id and t.points = b.points
              and t.perfect_scores = b.perfect_scores
         join private.boards p on p.id = b.board_id
         join public.competitions c on c.id = p.competition_id
         join private.period_states('matchday') s on s.period_id = p.id
        where b.rank = 1
        order by t.user_id, s.last_day, p.id)
      union all
      (select distinct on (t.user_id) 'exact_scores', t.user_id, t.perfect_scores, null, n.id, null, null
         from (select o.user_id, o.perfect_scores, rank() over (order by o.perfect_scores desc) as rank
                 from private.player_totals o
                where o.board_id = (select private.board_of('Overall')) and o.perfect_scores > 0) t
         join public.user_predictions p on p.user_id = t.user_id and private.is_perfect(p.points_earned)
          and p.cleared_at is null
         join public.matches n on n.id = p.match_id and n.status = 'completed'
        where t.rank = 1
        order by t.user_id, n.kickoff_at desc, n.id)
      union all
      select 'scoring_run', b.user_id, b.value, null, b.match_id, null, null
        from private.best_scoring_runs() b where b.value > 1
      union all
      (select distinct on (b.user_id) 'climb', b.user_id, b.value, b.day, n.id, null, null
         from private.biggest_climbs() b
         join private.scored_matches d on d.day = b.day
         join public.user_predictions p on p.match_id = d.match_id and p.user_id = b.user_id
         join public.matches n on n.id = p.match_id
        order by b.user_id, p.points_earned desc, n.kickoff_at desc, n.id)
      union all
      (select 'only_exact', e.user_id, e.predictions, null, e.match_id, null, null
         from (select p.match_id,
                      (array_agg(p.user_id) filter (where private.is_perfect(p.points_earned)))[1] as user_id,
                      count(*)::integer as predictions
                 from public.user_predictions p
                where p.points_earned is not null and p.cleared_at is null
                group by p.match_id
               having count(*) filter (where private.is_perfect(p.points_earned)) = 1 and count(*) >= 5) e
         join public.matches n on n.id = e.match_id
        order by e.predictions desc, n.kickoff_at, n.id limit 3)
    ) q
    left join public.profiles f on f.id = q.user_id
    left join public.matches m on m.id = q.match_id
    left join public.competitions c on c.name = m.league
    left join private.boards r on r.kind = 'matchday' and r.competition_id = c.id and r.round = m.round
         and r.season is not distinct from m.season
   -- A match that was deleted since its points were counted.
   where q.match_id is null or m.id is not null;
end $$;

-- Computes the records if results have changed, but not for ten minutes; the first records at once. Returns 1 if so.
-- Closed records wait for the season's end.
create function private.update_records(_now timestamptz default clock_timestamp()) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  changed timestamptz := (select max(p.changed_at) from private.boards p where not p.is_standing);
  computed timestamptz := (select c.computed_at from private.record_computations c);
begin
  if private.honours_are_closed() then
    return 0;
  end if;
  if changed is null or changed <= computed or (computed is not null and changed > _now - interval '10 minutes') then
    return 0;
  end if;
  if not private.settle_points() then
    return 0;
  end if;
  perform private.refresh_records();
  return 1;
end $$;

-- Keeps the winners and records of the season whose points are about to be cleared, without waiting for quiet times.
create function private.end_season_of_records() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_winners(_at_once => array(select p.id from private.boards p));
  perform private.refresh_records();
  update private.records r set is_running = false where r.is_running;
end $$;

-- The holders of each record: of the best of its kind and, if another, of the best of the running season. Each of the
-- three best of 'only_exact' is a record. `record` numbers the records in the order of the page.
create function private.record_holders()
returns table (record integer, holder private.records)
language sql stable security definer set search_path = ''
as $$
  select dense_rank() over (
           order by array_position('{best_matchday,exact_scores,scoring_run,climb,only_exact}', h.kind),
                    h.value desc, h.number)::integer, h.stored
    from (select distinct on (r.kind, r.value, r.number, coalesce(r.user_id::text, r.id::text)) r.*
            from (select o as stored, o.id, o.kind, o.user_id, o.value, o.happened_on, o.is_running,
                         case o.kind when 'only_exact' then row_number() over w else 0 end as number,
                         rank() over (partition by o.kind order by o.value desc) as rank,
                         rank() over (partition by o.kind, o.is_running order by o.value desc) as rank_in_season
                    from private.records o
                  window w as (partition by o.kind order by o.value desc, o.happened_on, o.id)) r
           where case r.kind when 'only_exact' then r.number <= 3
                             else r.rank = 1 or (r.is_running and r.rank_in_season = 1) end
           order by r.kind, r.value, r.number, coalesce(r.user_id::text, r.id::text), r.happened_on, r.id) h
$$;

-- The club's records, each with at most three of its holders, the caller first, then the earliest; `holders` is their
-- number. period_id: the matchday, if it has a leaderboard.
create function public.club_records()
returns table (kind text, user_id uuid, full_name text, value integer, happened_on date, match_id uuid, detail text,
               is_running boolean, record integer, holders integer, period_id bigint, competition text)
language sql stable security definer set search_path = ''
as $$
  select (r.holder).kind, (r.holder).user_id, coalesce(f.full_name, (r.holder).full_name), (r.holder).value,
         (r.holder).happened_on, (r.holder).match_id, (r.holder).detail, (r.holder).is_running, r.record,
         r.holders::integer, p.id, p.competition_id
    from (select h.*, count(*) over (partition by h.record) as holders,
                 row_number() over (partition by h.record
                                    order by coalesce((h.holder).user_id = (select auth.uid()), false) desc,
                                             (h.holder).happened_on, (h.holder).full_name, (h.holder).id) as place
            from private.record_holders() h) r
    left join public.profiles f on f.id = (r.holder).user_id
    left join private.boards p on p.id = (r.holder).period_id
         and exists (select from private.points_distribution d where d.board_id = p.id)
   where r.place <= 3
   order by r.record, r.place
$$;
grant execute on function public.club_records() to authenticated, service_role;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.records
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
