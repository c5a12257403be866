-- The dashboard's overview and its latest activity.

-- The summary cards and the Overview's figures, one row. accuracy: over all scored predictions (per cent, one
-- decimal, null before the first); completion_rate: completed / all matches in per cent; engagement: predictions per
-- user; top predictor: the first of the overall leaderboard, null before the first result. Admins only (SL003).
create function public.admin_overview()
returns table (total_users integer, total_matches integer, completed_matches integer, predictions bigint,
               accuracy numeric, top_user_id uuid, top_name text, top_points integer, completion_rate numeric,
               engagement numeric, open_matches integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select u.players, m.matches, m.completed, m.predictions, t.accuracy, top.user_id, top.full_name, top.points,
         round(100.0 * m.completed / nullif(m.matches, 0), 1), round(m.predictions::numeric / nullif(u.players, 0), 1),
         m.still_open
    from (select count(*)::integer as players from private.members()) u
   cross join (select count(*)::integer as matches,
                      (count(*) filter (where status = 'completed'))::integer as completed,
                      (count(*) filter (where status = 'upcoming'
                                        and locks_at > clock_timestamp()))::integer as still_open,
                      coalesce(sum(predictions_count), 0)::bigint as predictions
                 from public.matches) m
   cross join (select private.accuracy_of(sum(right_outcomes), sum(predictions_scored)) as accuracy
                 from private.player_totals where board_id = (select private.board_of('Overall'))) t
    left join (select r.user_id, r.full_name, r.points
                 from private.boards b cross join lateral private.ranked_players(
                   b.id, private.players_at(b.id, 0, 1)) r
                where b.kind = 'overall' and b.latest_day is not null) top on true;
end $$;
grant execute on function public.admin_overview() to authenticated, service_role;

-- Recent activity, newest first: players who joined ('joined'), predicted ('made', 'changed', 'deleted'; never the
-- scores) or redeemed a code ('redeemed'), and results ('completed'). subject: the match, or the plan's competition.
-- page_limit: 1 to 100, up to the newest 1,000. Admins only (SL003).
create function public.admin_recent_activity(page_limit integer default 20, page_offset integer default 0)
returns table (kind text, user_id uuid, full_name text, subject text, happened_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  page_size integer := private.page_limit(page_limit, 20, 100);
  first_row integer := least(private.page_offset(page_offset), 1000);
  rows_per_kind integer := page_size + first_row;
begin
  perform private.require_admin();
  return query
  with activity as (
    (select c.change as kind, c.user_id, c.match_label as subject, c.changed_at as moment
       from public.prediction_changes c order by c.id desc limit rows_per_kind)
    union all
    (select 'joined', f.id, null, f.created_at from private.members() f order by f.created_at desc limit rows_per_kind)
    union all
    (select 'redeemed', p.used_by, c.name, p.used_at
       from public.plan_codes p join public.competitions c on c.id = p.plan_type where p.is_used
         order by p.used_at desc limit rows_per_kind)
    union all
    (select 'completed', null, private.match_label(m), m.completed_at
       from public.matches m where m.status = 'completed' order by m.completed_at desc limit rows_per_kind)
  )
  select h.kind, h.user_id, f.full_name, h.subject, h.moment
    from activity h left join public.profiles f on f.id = h.user_id
   order by h.moment desc, h.kind, h.user_id
   limit page_size offset first_row;
end $$;
grant execute on function public.admin_recent_activity(integer, integer) to authenticated, service_role;
