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

-- What the open predictions depend on: two equal states have equal counts. Every change of a prediction leaves a line in the
-- log, and its match counts it.
create function private.open_predictions_state() returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ',
    (select md5(string_agg(m.id || ':' || m.predictions_count, ',' order by m.id)) from public.matches m
      where m.status = 'upcoming' and m.locks_at > clock_timestamp()),
    (select max(c.id) from public.prediction_changes c),
    (select count(*) from public.profiles),
    (select count(*) || ' ' || max(s.started_at) from public.subscriptions s
      where s.status = 'active' and s.expires_at > clock_timestamp()))
$$;

-- The last count and the state it is of: at most one row.
create table private.open_predictions_count (
  is_the_one boolean primary key default true constraint one_row check (is_the_one),
  state text not null,
  predicted_all integer not null,
  predicted_some integer not null,
  predicted_none integer not null
);

-- How many of the players who may predict at least one open match have predicted all of theirs, some, and none; one row.
-- Counted anew only when something has changed. Admins only (SL003).
create function public.admin_open_predictions()
returns table (predicted_all integer, predicted_some integer, predicted_none integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  -- Before the count: what changes meanwhile is counted at the next look.
  present text := private.open_predictions_state();
begin
  perform private.only_admins();
  return query
  select c.predicted_all, c.predicted_some, c.predicted_none from private.open_predictions_count c where c.state = present;
  if found then
    return;
  end if;
  return query
  insert into private.open_predictions_count as c (state, predicted_all, predicted_some, predicted_none)
  select present,
         count(*) filter (where e.predictions_made = e.total_upcoming),
         count(*) filter (where e.predictions_made between 1 and e.total_upcoming - 1),
         count(*) filter (where e.predictions_made = 0)
    from private.completion_of_everyone() e where e.total_upcoming > 0
  on conflict (is_the_one) do update set state = excluded.state, predicted_all = excluded.predicted_all,
    predicted_some = excluded.predicted_some, predicted_none = excluded.predicted_none
  returning c.predicted_all, c.predicted_some, c.predicted_none;
end $$;
grant execute on function public.admin_open_predictions() to authenticated, service_role;
