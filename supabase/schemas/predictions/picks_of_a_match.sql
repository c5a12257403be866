-- The lists of members' predictions of one match, page by page.

-- The predictions of a match after its lock, and those that were visible when it was reopened. points: earned, or
-- those of the running score; null without a score.
create function private.visible_picks(_match_id uuid)
returns table (user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer,
               points integer, is_double boolean)
language sql stable set search_path = ''
as $$
  select p.user_id, coalesce(f.full_name, 'Player'), p.home_prediction, p.away_prediction, p.points_earned,
         coalesce(p.points_earned, case when m.home_score is not null and m.away_score is not null
           then private.prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score,
                                          p.is_double)
         end), p.is_double
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
    join public.profiles f on f.id = p.user_id
   where m.id = _match_id and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
$$;

-- Everyone's visible predictions of a match: the caller's first, then the best first, then by name. Further pages
-- begin after the row with after_points (0 for null), after_name and after_user. page_limit: 1 to 1,000.
create function public.match_predictions(_match_id uuid, page_limit integer default 1000,
                                         after_points integer default null, after_name text default null,
                                         after_user uuid default null)
returns table (user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer,
               points integer, is_double boolean)
language sql stable security definer set search_path = ''
as $$
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, p.points, p.is_double
    from private.visible_picks(_match_id) p
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit private.page_limit(page_limit, 1000, 1000)
$$;
grant execute on function public.match_predictions(uuid, integer, integer, text, uuid) to authenticated;

-- The same of the members of the caller's groups. group_ids: the caller's groups that the player is in.
create function public.group_match_predictions(_match_id uuid, page_limit integer default 1000,
                                               after_points integer default null, after_name text default null,
                                               after_user uuid default null)
returns table (user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer,
               group_ids uuid[], points integer, is_double boolean)
language sql stable security definer set search_path = ''
as $$
  with mates as materialized (
    select m.user_id, array_agg(m.group_id order by m.group_id) as group_ids
      from public.group_members m
      join public.groups g on g.id = m.group_id and g.deleted_at is null and g.closed_at is null
     where m.group_id in (select private.my_group_ids())
     group by m.user_id
  )
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, t.group_ids, p.points,
         p.is_double
    from private.visible_picks(_match_id) p join mates t on t.user_id = p.user_id
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit private.page_limit(page_limit, 1000, 1000)
$$;
grant execute on function public.group_match_predictions(uuid, integer, integer, text, uuid) to authenticated;
