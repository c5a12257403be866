-- The lists of players for admins, page by page and as an export.

-- Members for the list of Users, Predictions and Management, with the total count. search: words of a name, phone
-- number or email, in any order and without regard to accents.
-- sort: 'points' (default), 'perfect_scores', 'accuracy', 'predictions' (scored ones), 'name' or 'joined' (newest
-- first). rank, points, perfect_scores, accuracy and predictions_scored are those of the overall leaderboard, null or
-- 0 for players who are not on it; predictions counts all. completion: 'everyone' also counts the open matches that
-- each may predict and has predicted (null without it); 'predicted_all', 'predicted_some' and 'predicted_none' list
-- only those players, of the ones with an open match. page_limit: 1 to 200. Admins only (SL003); raises 22023 for
-- another sort or completion.
create function public.admin_players(search text default null, sort text default 'points',
                                     page_limit integer default 50, page_offset integer default 0,
                                     completion text default null)
returns table (user_id uuid, full_name text, email text, phone_number text, joined_at timestamptz, is_admin boolean,
               rank integer, predictions integer, predictions_scored integer, points integer, perfect_scores integer,
               accuracy numeric, total_count integer, helper_roles text[], predictions_made integer,
               total_upcoming integer)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  is_search boolean := coalesce(trim(search), '') <> '';
  is_filter boolean := completion is not null and completion <> 'everyone';
  overall constant bigint := private.board_of('Overall');
  players uuid[];
  found_in_all integer;
begin
  perform private.require_admin();
  if coalesce(sort, 'points') not in ('points', 'perfect_scores', 'accuracy', 'predictions', 'name', 'joined') then
    raise exception 'Players cannot be sorted by %', sort using errcode = '22023';
  end if;
  if is_filter and completion not in ('predicted_all', 'predicted_some', 'predicted_none') then
    raise exception 'There is no completion %', completion using errcode = '22023';
  end if;
  with found as materialized (
    select f.id, f.full_name, t.perfect_scores,
           case sort when 'name' then null when 'joined' then extract(epoch from f.created_at)
                     when 'perfect_scores' then t.perfect_scores
                     when 'accuracy' then private.accuracy_of(t.right_outcomes, t.predictions_scored)
                     when 'predictions' then t.predictions_scored else t.points end as figure
      from private.members() f
      left join private.player_totals t on t.board_id = overall and t.user_id = f.id
     where (not is_search or f.id in (select private.players_found(search, true)))
       and (not is_filter or f.id in (
             select c.user_id from private.prediction_completion() c
              where c.total_upcoming > 0
                and completion = case c.predictions_made when c.total_upcoming then 'predicted_all'
                                                         when 0 then 'predicted_none' else 'predicted_some' end))
  )
  select array(select f.id from found f
                order by f.figure desc nulls last,
                         case when coalesce(sort, 'points') = 'points' then f.perfect_scores end desc nulls last,
                         f.full_name collate "und-x-icu", f.id
                limit private.page_limit(page_limit, 50, 200) offset private.page_offset(page_offset)),
         (select count(*) from found)
    into players, found_in_all;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at, 'admin' = any (r.roles),
         k.rank, (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(k.predictions_scored, 0), coalesce(k.points, 0), coalesce(k.perfect_scores, 0), k.accuracy,
         found_in_all, array_remove(r.roles, 'admin'), c.predictions_made, c.total_upcoming
    from unnest(players) with ordinality n (id, place)
    join public.profiles f on f.id = n.id
   cross join lateral (select array(select o.role::text from public.user_roles o where o.user_id = f.id
                                     order by o.role) as roles) r
    left join auth.users u on u.id = f.id
    left join private.ranked_players(overall, players) k on k.user_id = f.id
    left join public.get_prediction_completion_for_users(case when completion is not null then players end) c
      on c.user_id = f.id
   order by n.place;
end $$;
grant execute on function public.admin_players(text, text, integer, integer, text) to authenticated, service_role;

-- All players for a file, page by page: those of the overall leaderboard in its order, then the others by id. A page
-- begins after the `place` of the page before (_after), which its last row has, so that each costs the same.
-- total_count: all players, on the first page only. A player whose points change meanwhile may be on two pages or on
-- none. The lateral queries with a limit look players up by their keys, also while the planner's statistics know none.
-- page_limit: 1 to 1,000. Admins only (SL003).
create function public.admin_export(_after jsonb default null, page_limit integer default 1000)
returns table (user_id uuid, full_name text, email text, phone_number text, joined_at timestamptz, rank integer,
               predictions integer, points integer, perfect_scores integer, accuracy numeric, place jsonb,
               total_count integer, points_per_match numeric)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  after private.leaderboard_place := jsonb_populate_record(null::private.leaderboard_place, _after);
  after_unlisted uuid := case when not _after ? 'minus_points' then (after).user_id end;
  page_size integer := private.page_limit(page_limit, 1000, 1000);
  players uuid[] := '{}';
  overall constant bigint := private.board_of('Overall');
  locks timestamptz[] := private.locks_of_counted_matches(overall);
begin
  perform private.require_admin();
  if after_unlisted is null then
    players := private.players_after(overall, after, page_size);
  end if;
  if cardinality(players) < page_size then
    players := players || array(
      select f.id from private.members() f
       where (after_unlisted is null or f.id > after_unlisted)
         and not exists (select from private.player_totals t
                          where t.board_id = overall and t.user_id = f.id offset 0)
       order by f.id limit page_size - cardinality(players));
  end if;
  return query
  select f.id, f.full_name, u.email::text, f.phone_number, f.created_at,
         case when b.latest_day is not null then (
           select d.better + 1 from private.points_distribution d
            where d.board_id = b.id and d.points = t.points and d.perfect_scores = t.perfect_scores) end,
         (select count(*)::integer from public.user_predictions p where p.user_id = f.id),
         coalesce(t.points, 0), coalesce(t.perfect_scores, 0),
         private.accuracy_of(t.right_outcomes, t.predictions_scored),
         case when n.nth < cardinality(players) then null
              when t.user_id is null then jsonb_build_object('user_id', f.id)
              else to_jsonb(private.place_of(t.points, t.perfect_scores, f.full_name, f.id)) end,
         case when _after is null then (select count(*)::integer from private.members()) end,
         round(private.per_match(coalesce(t.points - t.question_points - t.carried_points, 0),
                                 private.matches_since_joining(locks, f.created_at, t.predictions_scored)) / 100.0, 2)
    from unnest(players) with ordinality n (id, nth)
    join private.boards b on b.id = overall
   cross join lateral (select o.* from public.profiles o where o.id = n.id limit 1) f
    left join lateral (select o.email from auth.users o where o.id = n.id limit 1) u on true
    left join lateral (
      select o.* from private.player_totals o where o.board_id = overall and o.user_id = n.id limit 1) t on true
   order by n.nth;
end $$;
grant execute on function public.admin_export(jsonb, integer) to authenticated, service_role;
