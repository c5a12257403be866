-- The winners of matchdays and months, and the champions of archived leaderboards. Names are copied, as in archives:
-- they remain when an account is deleted.

-- The winners of each final period; several share a tie. Corrections replace them. Clearing all points keeps them.
create table private.period_winners (
  id bigint generated always as identity primary key,
  period_id bigint not null references private.boards (id),
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null,
  points integer not null,
  perfect_scores integer not null,
  constraint a_player_wins_a_period_once unique (period_id, user_id)
);
create index period_winners_by_user on private.period_winners (user_id);

-- What a period is called: "Matchday 12" or "November 2026".
create function private.period_label(_period private.boards) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(_period.round, to_char(_period.month, 'FMMonth YYYY'))
$$;

-- The name of a period as facts: { round, month }.
create function private.period_facts(_period private.boards) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('round', _period.round, 'month', _period.month) $$;

-- The players with the most points, then the most perfect scores, of each of these periods. A deleted account with a
-- better result stays the winner, so that its period has no other.
create function private.best_in_periods(_period_ids bigint[])
returns table (period_id bigint, user_id uuid, full_name text, points integer, perfect_scores integer)
language sql stable security definer set search_path = ''
as $$
  with best as (
    select distinct on (d.board_id) d.board_id, d.points, d.perfect_scores
      from private.points_distribution d
     where d.board_id = any (_period_ids) and d.points > 0
     order by d.board_id, d.points desc, d.perfect_scores desc
  )
  select t.board_id, t.user_id, coalesce(f.full_name, 'Player'), t.points, t.perfect_scores
    from best b
    join private.player_totals t on t.board_id = b.board_id and t.points = b.points
         and t.perfect_scores = b.perfect_scores
    left join public.profiles f on f.id = t.user_id
   where not exists (
     select from private.period_winners w
      where w.period_id = b.board_id and w.user_id is null
        and (w.points, w.perfect_scores) > (b.points, b.perfect_scores))
$$;

-- The champions of the archived leaderboards, latest first; several share a tie.
create function public.champions()
returns table (archive_id uuid, name text, league text, end_date date, user_id uuid, full_name text, points integer,
               perfect_scores integer, players integer)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.name, a.league, a.end_date, r.user_id, r.full_name, r.points, r.perfect_scores,
         (select count(*)::integer from public.archived_leaderboard_rows o where o.archive_id = a.id)
    from public.leaderboard_archives a
    join public.archived_leaderboard_rows r on r.archive_id = a.id and r.rank = 1 and r.points > 0
   order by a.end_date desc, a.created_at desc, r."position"
   limit 200
$$;
grant execute on function public.champions() to authenticated, service_role;

-- The players who won matchdays or months, most wins first, the first 100.
create function public.winner_counts()
returns table (user_id uuid, full_name text, matchdays integer, months integer)
language sql stable security definer set search_path = ''
as $$
  select w.user_id, w.name, (count(*) filter (where w.kind = 'matchday'))::integer,
         (count(*) filter (where w.kind = 'month'))::integer
    from (select v.user_id, p.kind, coalesce(f.full_name, v.full_name) as name
            from private.period_winners v
            join private.boards p on p.id = v.period_id
            left join public.profiles f on f.id = v.user_id) w
   group by w.user_id, w.name
   order by count(*) desc, count(*) filter (where w.kind = 'month') desc, w.name, w.user_id
   limit 100
$$;
grant execute on function public.winner_counts() to authenticated, service_role;

-- The winners of the last periods of a kind, latest first, and of periods that are not final the players who lead;
-- several share a tie. Lists at most three of each period, the caller first; `winners` is their number. last_periods:
-- 1 to 200. The next page begins after the last row's last_day and period_id.
create function public.period_winners(kind text, last_periods integer default 20, before_day date default null,
                                      before_period bigint default null)
returns table (period_id bigint, label text, league text, season text, user_id uuid, full_name text, points integer,
               perfect_scores integer, last_day date, competition text, is_final boolean, has_leaderboard boolean,
               winners integer)
language sql stable security definer set search_path = ''
as $$
  with latest as materialized (
    select p.id as period_id, p as period, s.last_day, l.is_final, l.has_leaderboard
      from private.boards p
      left join private.period_states(period_winners.kind) s on s.period_id = p.id
     cross join lateral (
       select exists (select from private.period_winners w where w.period_id = p.id) as is_final,
              exists (select from private.points_distribution d where d.board_id = p.id) as has_leaderboard,
              exists (select from private.points_distribution d
                       where d.board_id = p.id and d.points > 0) as has_points) l
     where p.kind = period_winners.kind and (l.is_final or (l.has_points and s.period_id is not null))
       and (before_period is null
            or (coalesce(s.last_day, '-infinity'), p.id) < (coalesce(before_day, '-infinity'), before_period))
     order by s.last_day desc nulls last, p.id desc
     limit private.page_limit(last_periods, 20, 200)
  ), leaders as (
    select distinct on (d.board_id) d.board_id, d.points, d.perfect_scores
      from latest l join private.points_distribution d on d.board_id = l.period_id
     where not l.is_final
     order by d.board_id, d.points desc, d.perfect_scores desc
  ), best as (
    select w.period_id, w.user_id, w.full_name, w.points, w.perfect_scores
      from latest l join private.period_winners w on w.period_id = l.period_id
    union all
    select t.board_id, t.user_id, 'Player', t.points, t.perfect_scores
      from leaders b
      join private.player_totals t on t.board_id = b.board_id and t.points = b.points
           and t.perfect_scores = b.perfect_scores
  ), named as (
    select b.period_id, b.user_id, coalesce(f.full_name, b.full_name) as name, b.points, b.perfect_scores,
           count(*) over (partition by b.period_id) as winners,
           row_number() over (partition by b.period_id order by coalesce(b.user_id = (select auth.uid()), false) desc,
                              coalesce(f.full_name, b.full_name), b.user_id) as place
      from best b left join public.profiles f on f.id = b.user_id
  )
  select l.period_id, private.period_label(l.period), c.name, (l.period).season, n.user_id, n.name, n.points,
         n.perfect_scores, l.last_day, c.id, l.is_final, l.has_leaderboard, n.winners::integer
    from latest l
    join named n on n.period_id = l.period_id and n.place <= 3
    left join public.competitions c on c.id = (l.period).competition_id
   order by l.last_day desc nulls last, l.period_id desc, n.place
$$;
grant execute on function public.period_winners(text, integer, date, bigint) to authenticated, service_role;

-- The numbers of a player's honours, for the badges on the player's sheet.
create function public.honours_of(_user_id uuid)
returns table (championships integer, matchdays integer, months integer, records integer)
language sql stable security definer set search_path = ''
as $$
  select (select count(*)::integer from public.champions() c where c.user_id = _user_id),
         (count(*) filter (where p.kind = 'matchday'))::integer,
         (count(*) filter (where p.kind = 'month'))::integer,
         (select count(*)::integer from private.record_holders() r where (r.holder).user_id = _user_id)
    from private.period_winners w join private.boards p on p.id = w.period_id
   where w.user_id = _user_id
$$;
grant execute on function public.honours_of(uuid) to authenticated, service_role;

-- When the winners of each period are written and told: two hours after its last change, and a month after it has
-- ended. is_silent: they are written at once and not told, because the period ended more than three days before its
-- last result, as after an import.
create function private.winner_times(_now timestamptz)
returns table (period_id bigint, is_final boolean, is_silent boolean, due_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select p.id, s.is_final,
         coalesce((private.end_of_month(p.month) at time zone private.club_time_zone())::date - 1, s.last_day)
           < (o.since at time zone private.club_time_zone())::date - 2
           and not exists (select from private.told_periods t where t.period_id = p.id),
         greatest(greatest(o.since, p.changed_at) + interval '2 hours', private.end_of_month(p.month))
    from private.boards p
    join private.period_states(_now => _now) s on s.period_id = p.id
   cross join lateral (select coalesce(p.over_since, _now) as since) o
$$;

-- The periods with a result that can still be undone.
create function private.undoable_periods(_now timestamptz) returns setof bigint
language sql stable security definer set search_path = ''
as $$
  select unnest(private.boards_of(m, c.id))
    from public.matches m
    join public.competitions c on c.name = m.league
   where m.id::text in (select r.row_key from private.undo_rows r where r.table_name = 'public.matches')
     and private.can_be_undone(m, _now)
$$;

-- Writes the winners of final periods that are due, and removes those of periods that are no longer final. A period
-- waits while it is held or one of its results can be undone. Periods without players are skipped: their points were
-- cleared at the end of a season. _at_once: periods that are neither held nor wait for the quiet time. Returns false,
-- and writes nothing, while points are counted in parts.
create function private.refresh_winners(_now timestamptz default clock_timestamp(), _at_once bigint[] default '{}')
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  are_closed boolean := private.honours_are_closed();
  waiting bigint[];
  final_periods private.boards[];
  settled bigint[];
  reopened bigint[];
begin
  -- With the lock, so that no result comes between.
  perform private.lock_totals();
  if not private.settle_points() then
    return false;
  end if;
  update private.boards p set over_since = case when s.is_over then _now end
    from private.period_states(_now => _now) s
   where s.period_id = p.id and s.is_over is distinct from (p.over_since is not null);
  waiting := array(select private.undoable_periods(_now));
  select array_agg(p) filter (where e.is_final), array_agg(p.id) filter (where e.is_final),
         array_agg(p.id) filter (where not e.is_final)
    into final_periods, settled, reopened
    from private.boards p
    join private.winner_times(_now) t on t.period_id = p.id
   -- The season's end also ends a month whose matches are over.
   cross join lateral (select t.is_final or ((are_closed or p.id = any (_at_once)) and p.over_since is not null)
                                as is_final) e
   where case when e.is_final then p.winners_of is distinct from p.changed_at and p.id <> all (waiting)
                and (t.is_silent or p.id = any (_at_once) or (t.due_at <= _now and not p.is_held))
              else p.winners_of is not null end
     and exists (select from private.points_distribution d where d.board_id = p.id);
  delete from private.period_winners w where w.period_id = any (settled || reopened) and w.user_id is not null;
  insert into private.period_winners (period_id, user_id, full_name, points, perfect_scores)
  select b.* from private.best_in_periods(settled) b;
  update private.boards p set winners_of = null where p.id = any (reopened);
  -- The value that was read first: a result that was scored meanwhile is then found by the next run.
  update private.boards p set winners_of = f.changed_at from unnest(final_periods) f where p.id = f.id;
  perform private.settle_matchday_prizes(settled);
  return true;
end $$;

-- The players with the most points of each of these periods; of a period whose points were cleared, the players who
-- had won it.
create function private.current_winners(_period_ids bigint[])
returns table (period_id bigint, user_id uuid, full_name text, points integer)
language sql stable security definer set search_path = ''
as $$
  select b.period_id, b.user_id, b.full_name, b.points from private.best_in_periods(_period_ids) b
  union all
  select w.period_id, w.user_id, coalesce(f.full_name, w.full_name), w.points
    from private.period_winners w left join public.profiles f on f.id = w.user_id
   where w.period_id = any (_period_ids)
     and not exists (select from private.points_distribution d where d.board_id = w.period_id)
$$;

create trigger changes_are_recorded_for_undo after insert or update or delete on private.period_winners
  for each row when (current_setting('scoreline.recording_undo', true) <> '')
  execute function private.record_for_undo('id');
