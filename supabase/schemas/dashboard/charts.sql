-- The charts of the dashboard.

-- Figures of each completed match, for the charts. They are computed after scoring, because summing 1.9 million
-- predictions per request is slow and computing them while scoring would slow every result. There is no foreign key:
-- its check, made while the totals are locked, could deadlock with the deletion of a match, which waits for that lock.
create table private.match_figures (
  match_id uuid primary key,
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null
);

-- Computes the figures of completed matches that have none, latest first, at most _at_most; returns their number.
-- Holds the totals' lock, so that no points change at the same time.
create function private.add_missing_match_figures(_at_most integer default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  missing uuid[] := array(
    select m.id from public.matches m
     where m.status = 'completed' and not exists (select from private.match_figures g where g.match_id = m.id)
       and m.id not in (select s.match_id from private.matches_to_score s)
     order by m.completed_at desc limit _at_most);
  added integer;
begin
  if cardinality(missing) = 0 then
    return 0;
  end if;
  perform private.lock_totals();
  insert into private.match_figures (match_id, predictions_scored, points, perfect_scores)
  select m.id, count(p.id), coalesce(sum(p.points_earned), 0),
         count(*) filter (where private.is_perfect(p.points_earned))
    from public.matches m
    left join public.user_predictions p on p.match_id = m.id and p.points_earned is not null and p.cleared_at is null
   where m.id = any (missing) and m.status = 'completed'
     and m.id not in (select s.match_id from private.matches_to_score s)
   group by m.id
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

-- Deletes a match's figures when it is deleted; private.forget_figures() when its points change.
create function private.delete_match_figures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_figures g where g.match_id = old.id;
  return null;
end $$;

-- The points of each completion day (club dates), oldest first, the latest 366 days. Cleared predictions do not count.
-- Not stable, because it may first compute missing figures. Admins only (SL003).
create function public.points_over_time()
returns table (day date, matches integer, predictions_scored integer, points integer, perfect_scores integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.add_missing_match_figures();
  return query
  select d.day, d.matches, d.predictions_scored, d.points, d.perfect_scores
    from (select private.completion_day(m) as day, count(*)::integer as matches,
          sum(g.predictions_scored)::integer as predictions_scored,
                 sum(g.points)::integer as points, sum(g.perfect_scores)::integer as perfect_scores
            from public.matches m join private.match_figures g on g.match_id = m.id
           where m.status = 'completed'
           group by 1 order by 1 desc limit 366) d
   order by d.day;
end $$;
grant execute on function public.points_over_time() to authenticated, service_role;

-- The number of predictions of each match day (club dates), oldest first: the latest 366 days up to today and the
-- days ahead, at most 732. Admins only (SL003).
create function public.predictions_over_time() returns table (day date, matches integer, predictions integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select m.match_date, count(*)::integer, sum(m.predictions_count)::integer
    from public.matches m
   where m.status <> 'cancelled' and m.match_date between private.club_today() - 365 and private.club_today() + 366
   group by m.match_date order by m.match_date;
end $$;
grant execute on function public.predictions_over_time() to authenticated, service_role;

create trigger match_figures_are_reset_on_deleted_match after delete on public.matches
  for each row when (old.status = 'completed') execute function private.delete_match_figures();
