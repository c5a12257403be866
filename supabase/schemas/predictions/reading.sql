-- Reading predictions: the split of a match, a player's list, and what admins see.

-- The number of home win, draw and away win predictions of each match that has locked, or of those that were visible
-- when it was reopened.
create function public.match_splits(_match_ids uuid[])
returns table (match_id uuid, home integer, draw integer, away integer)
language sql stable security definer set search_path = ''
as $$
  select m.id,
         count(*) filter (where p.home_prediction > p.away_prediction)::integer,
         count(*) filter (where p.home_prediction = p.away_prediction)::integer,
         count(*) filter (where p.home_prediction < p.away_prediction)::integer
    from public.matches m join public.user_predictions p on p.match_id = m.id
   where m.id = any (_match_ids[1:200])
     and private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at)
   group by m.id
$$;
comment on function public.match_splits(uuid[]) is '@shared';
grant execute on function public.match_splits(uuid[]) to authenticated;

-- A player's predictions with their matches, latest kick-off first, and the caller's own predictions of them.
-- Security invoker: row-level security hides other players' predictions of open matches. Further pages begin after the
-- row with before_kickoff and before_match. page_limit: 1 to 100.
create function public.player_predictions(_user_id uuid, league text default 'Overall', page_limit integer default 20,
                                          page_offset integer default 0, before_kickoff timestamptz default null,
                                          before_match uuid default null)
returns table (match_id uuid, home_team_name text, away_team_name text, match_league text, round text,
               kickoff_at timestamptz, locks_at timestamptz, status text, home_score integer, away_score integer,
               home_prediction integer, away_prediction integer, points_earned integer, updated_at timestamptz,
               my_home_prediction integer, my_away_prediction integer, my_points_earned integer,
               kickoff_confirmed boolean, match_date date, is_double boolean, my_is_double boolean)
language sql stable set search_path = ''
as $$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.locks_at, m.status, m.home_score,
         m.away_score, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at,
         mine.home_prediction, mine.away_prediction, mine.points_earned, m.kickoff_confirmed, m.match_date,
         p.is_double, mine.is_double
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and player_predictions.league in ('Overall', m.league)
    left join public.user_predictions mine on mine.match_id = p.match_id and mine.user_id = (select auth.uid())
   where p.user_id = _user_id and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
   order by m.kickoff_at desc, m.id desc
   limit private.page_limit(page_limit, 20, 100) offset private.page_offset(page_offset)
$$;
grant execute on function public.player_predictions(uuid, text, integer, integer, timestamptz, uuid)
  to authenticated;

-- A player's predictions, newest first, with the total count. Predictions of open matches are hidden: is_open is
-- true and the scores are null. Admins only (SL003), 50 in 5 minutes (SL004); every call is audited. Further pages
-- begin after the row with before_created and before_id. page_limit: 1 to 400.
create function public.admin_user_predictions(_user_id uuid, page_limit integer default 100,
                                              page_offset integer default 0, before_created timestamptz default null,
                                              before_id uuid default null)
returns table (id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text,
               kickoff_at timestamptz, is_open boolean, home_prediction integer, away_prediction integer, status text,
               home_score integer, away_score integer, points_earned integer, cleared_at timestamptz,
               created_at timestamptz, total_count integer, is_double boolean)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (select count(*) from public.user_predictions a where a.user_id = _user_id)::integer,
         case when not o.is_open then p.is_double end
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (
     select not private.may_see(p.updated_at, m.locks_at, m.predictions_revealed_at) as is_open) o
   where p.user_id = _user_id and (before_id is null or (p.created_at, p.id) < (before_created, before_id))
   order by p.created_at desc, p.id desc
   limit private.page_limit(page_limit, 100, 400) offset private.page_offset(page_offset);
end $$;
grant execute on function public.admin_user_predictions(uuid, integer, integer, timestamptz, uuid)
  to authenticated, service_role;
