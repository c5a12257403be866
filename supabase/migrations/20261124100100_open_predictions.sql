-- The summary cards stand above every tab and need kept totals alone. Who has predicted the open matches is counted from the
-- predictions themselves, a hundred times the work in a big club, so it is a question of its own.

drop function public.admin_overview();

-- The summary cards and the Overview's figures, one row. accuracy pools all scored predictions (per cent, one decimal, null
-- before the first); completion_rate: completed / all matches in per cent; engagement: predictions per user; top predictor:
-- the first of the overall table, null before the first result. Admins only (SL003).
create function public.admin_overview()
returns table (total_users integer, total_matches integer, completed_matches integer, predictions bigint, accuracy numeric,
               top_user_id uuid, top_name text, top_points integer, completion_rate numeric, engagement numeric, open_matches integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1), m.still_open
    from (select count(*)::integer as players from public.profiles) u
   cross join (select count(*)::integer as matches, (count(*) filter (where status = 'completed'))::integer as completed,
                      (count(*) filter (where status = 'upcoming' and locks_at > clock_timestamp()))::integer as still_open,
                      coalesce(sum(predictions_count), 0)::bigint as predictions
                 from public.matches) m
   cross join (select private.accuracy_of(sum(right_outcomes), sum(predictions_scored)) as accuracy
                 from private.player_totals where scope = 'overall') t
    left join (select r.user_id, r.full_name, r.points
                 from private.scopes s cross join lateral private.ranked(s.scope, s.head[1:1]) r
                where s.scope = 'overall' and s.latest_day is not null) top on true;
end $$;
grant execute on function public.admin_overview() to authenticated, service_role;

-- How many of the players who may predict at least one open match have predicted all of theirs, some, and none; one row.
-- Admins only (SL003).
create function public.admin_open_predictions()
returns table (predicted_all integer, predicted_some integer, predicted_none integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.only_admins();
  return query
  select (count(*) filter (where c.predictions_made = c.total_upcoming))::integer,
         (count(*) filter (where c.predictions_made between 1 and c.total_upcoming - 1))::integer,
         (count(*) filter (where c.predictions_made = 0))::integer
    from private.completion_of_everyone() c where c.total_upcoming > 0;
end $$;
grant execute on function public.admin_open_predictions() to authenticated, service_role;
