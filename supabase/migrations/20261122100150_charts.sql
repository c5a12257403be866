-- The dashboard's charts over time.

-- What a completed match gave. Worked out after it: summing 1.9 million predictions at every look is slow, and doing it while
-- scoring would slow every result. No foreign key: it would be checked
-- while the totals are locked, against a match that is being deleted and waits for them.
create table private.match_figures (
  match_id uuid primary key,
  predictions_scored integer not null,
  points integer not null,
  perfect_scores integer not null
);

-- Adds the completed matches that are still missing, the latest first and at most so many of them; returns how many. Under the
-- totals' lock, so that nothing is scored, cleared or deleted meanwhile.
create function private.complete_match_figures(_at_most integer default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  missing uuid[] := array(
    select m.id from public.matches m
     where m.status = 'completed' and not exists (select from private.match_figures g where g.match_id = m.id)
     order by m.completed_at desc limit _at_most);
  added integer;
begin
  if cardinality(missing) = 0 then
    return 0;
  end if;
  perform private.lock_totals();
  insert into private.match_figures (match_id, predictions_scored, points, perfect_scores)
  select m.id, count(p.id), coalesce(sum(p.points_earned), 0), count(*) filter (where p.points_earned = 3)
    from public.matches m
    left join public.user_predictions p on p.match_id = m.id and p.points_earned is not null and p.cleared_at is null
   where m.id = any (missing) and m.status = 'completed'
   group by m.id
  on conflict do nothing;
  get diagnostics added = row_count;
  return added;
end $$;

-- Forgotten when a result is corrected, points are cleared or recalculated, or matches and predictions go.
create function private.forget_match_figures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_figures g where g.match_id = old.id;
  return null;
end $$;
create trigger figures_follow_results after update of status, home_score, away_score on public.matches
  for each row
  when (old.status = 'completed' and (old.home_score, old.away_score) is distinct from (new.home_score, new.away_score))
  execute function private.forget_match_figures();
create trigger figures_follow_deleted_matches after delete on public.matches
  for each row when (old.status = 'completed') execute function private.forget_match_figures();

create function private.forget_gone_figures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_figures g where g.match_id in (select match_id from gone);
  return null;
end $$;
create trigger figures_follow_deleted_predictions after delete on public.user_predictions
  referencing old table as gone
  for each statement execute function private.forget_gone_figures();

create function private.forget_all_match_figures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.match_figures;
  return null;
end $$;
-- clear_points() is the one writer of this column.
create trigger figures_follow_cleared_points after update of cleared_at on public.user_predictions
  for each statement execute function private.forget_all_match_figures();

-- What each day on which matches were completed gave (club dates), oldest first, the latest 366. Cleared predictions stay
-- out. Not stable: it may first work out matches that nobody asked for yet. Admins only (SL003).
create function public.points_over_time()
returns table (day date, matches integer, predictions_scored integer, points integer, perfect_scores integer)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  perform private.complete_match_figures();
  return query
  select d.day, d.matches, d.predictions_scored, d.points, d.perfect_scores
    from (select private.completion_day(m) as day, count(*)::integer as matches, sum(g.predictions_scored)::integer as predictions_scored,
                 sum(g.points)::integer as points, sum(g.perfect_scores)::integer as perfect_scores
            from public.matches m join private.match_figures g on g.match_id = m.id
           where m.status = 'completed'
           group by 1 order by 1 desc limit 366) d
   order by d.day;
end $$;
grant execute on function public.points_over_time() to authenticated, service_role;

-- How many predictions the matches of each day have (club dates), oldest first: the latest 366 days up to today and the
-- days ahead, at most 732. Admins only (SL003).
create function public.predictions_over_time() returns table (day date, matches integer, predictions integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select m.match_date, count(*)::integer, sum(m.predictions_count)::integer
    from public.matches m
   where m.status <> 'cancelled' and m.match_date between private.club_today() - 365 and private.club_today() + 366
   group by m.match_date order by m.match_date;
end $$;
grant execute on function public.predictions_over_time() to authenticated, service_role;
