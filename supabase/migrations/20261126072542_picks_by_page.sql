set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."admin_user_predictions"(uuid, integer, integer);

DROP FUNCTION "public"."group_match_predictions"(uuid);

DROP FUNCTION "public"."head_to_head"(uuid, text, text);

DROP FUNCTION "public"."match_predictions"(uuid);

DROP FUNCTION "public"."player_predictions"(uuid, text, integer, integer);

CREATE OR REPLACE FUNCTION private.visible_picks(_match_id uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.user_id, coalesce(f.full_name, 'Player'), p.home_prediction, p.away_prediction, p.points_earned,
         coalesce(p.points_earned, case when m.home_score is not null and m.away_score is not null
           then public.calculate_prediction_points(p.home_prediction, p.away_prediction, m.home_score, m.away_score)
         end)
    from public.matches m
    join public.user_predictions p on p.match_id = m.id
    join public.profiles f on f.id = p.user_id
   where m.id = _match_id and (m.locks_at <= clock_timestamp() or p.updated_at <= m.predictions_revealed_at)
$function$;

ALTER FUNCTION "private"."visible_picks"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.admin_user_predictions(_user_id uuid, page_limit integer DEFAULT 100, page_offset integer DEFAULT 0, before_created timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, match_id uuid, home_team_name text, away_team_name text, match_league text, kickoff_at timestamp with time zone, is_open boolean, home_prediction integer, away_prediction integer, status text, home_score integer, away_score integer, points_earned integer, cleared_at timestamp with time zone, created_at timestamp with time zone, total_count integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_admin_action('admin_user_predictions');
  perform private.write_audit('admin_user_predictions', 'user_predictions', _user_id::text, null, null);
  return query
  select p.id, m.id, m.home_team_name, m.away_team_name, m.league, m.kickoff_at, o.is_open,
         case when not o.is_open then p.home_prediction end, case when not o.is_open then p.away_prediction end,
         m.status, m.home_score, m.away_score, p.points_earned, p.cleared_at, p.created_at,
         (select count(*) from public.user_predictions a where a.user_id = _user_id)::integer
    from public.user_predictions p
    join public.matches m on m.id = p.match_id
   cross join lateral (
     select m.locks_at > clock_timestamp() and (p.updated_at <= m.predictions_revealed_at) is not true as is_open) o
   where p.user_id = _user_id and (before_id is null or (p.created_at, p.id) < (before_created, before_id))
   order by p.created_at desc, p.id desc
   limit least(greatest(coalesce(page_limit, 100), 1), 400) offset greatest(coalesce(page_offset, 0), 0);
end $function$;

ALTER FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.group_match_predictions(_match_id uuid, page_limit integer DEFAULT 1000, after_points integer DEFAULT NULL::integer, after_name text DEFAULT NULL::text, after_user uuid DEFAULT NULL::uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, group_ids uuid[], points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with mates as materialized (
    select m.user_id, array_agg(m.group_id order by m.group_id) as group_ids
      from public.group_members m
      join public.groups g on g.id = m.group_id and g.deleted_at is null and g.closed_at is null
     where m.group_id in (select private.my_group_ids())
     group by m.user_id
  )
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, t.group_ids, p.points
    from private.visible_picks(_match_id) p join mates t on t.user_id = p.user_id
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit least(greatest(coalesce(page_limit, 1000), 1), 1000)
$function$;

ALTER FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.head_to_head(_user_id uuid, league text DEFAULT 'Overall'::text, _season text DEFAULT NULL::text, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, kickoff_at timestamp with time zone, match_league text, season text, round text, home_team_name text, away_team_name text, home_score integer, away_score integer, my_home integer, my_away integer, my_points integer, their_home integer, their_away integer, their_points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select q.id, q.kickoff_at, q.league, q.season, q.round, q.home_team_name, q.away_team_name, q.home_score,
         q.away_score, q.my_home, q.my_away,
         case when q.my_home is not null and q.home_score is not null then public.calculate_prediction_points(
           q.my_home, q.my_away, q.home_score, q.away_score) end,
         q.their_home, q.their_away,
         case when q.their_home is not null and q.home_score is not null then public.calculate_prediction_points(
           q.their_home, q.their_away, q.home_score, q.away_score) end
    from (select m.id, m.kickoff_at, m.league, m.season, m.round, m.home_team_name, m.away_team_name,
                 case when m.status = 'completed' then m.home_score end as home_score,
                 case when m.status = 'completed' then m.away_score end as away_score,
                 mine.home_prediction as my_home, mine.away_prediction as my_away,
                 theirs.home_prediction as their_home, theirs.away_prediction as their_away
            from public.matches m
            left join public.user_predictions mine on mine.match_id = m.id and mine.user_id = (select auth.uid())
            left join public.user_predictions theirs on theirs.match_id = m.id and theirs.user_id = _user_id
           where _user_id <> (select auth.uid()) and m.locks_at <= clock_timestamp() and m.status <> 'cancelled'
             and head_to_head.league in ('Overall', m.league)
             and (head_to_head._season is null or m.season = head_to_head._season)
             and (mine.match_id is not null or theirs.match_id is not null)
             and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
           order by m.kickoff_at desc, m.id desc limit 1000) q
   order by q.kickoff_at, q.id
$function$;

ALTER FUNCTION "public"."head_to_head"(uuid, text, text, timestamp with time zone, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.match_predictions(_match_id uuid, page_limit integer DEFAULT 1000, after_points integer DEFAULT NULL::integer, after_name text DEFAULT NULL::text, after_user uuid DEFAULT NULL::uuid)
 RETURNS TABLE(user_id uuid, full_name text, home_prediction integer, away_prediction integer, points_earned integer, points integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.user_id, p.full_name, p.home_prediction, p.away_prediction, p.points_earned, p.points
    from private.visible_picks(_match_id) p
   where after_user is null
      or (p.user_id is distinct from (select auth.uid())
          and (-coalesce(p.points, 0), p.full_name, p.user_id) > (-coalesce(after_points, 0), after_name, after_user))
   order by p.user_id is not distinct from (select auth.uid()) desc, coalesce(p.points, 0) desc, p.full_name, p.user_id
   limit least(greatest(coalesce(page_limit, 1000), 1), 1000)
$function$;

ALTER FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.player_predictions(_user_id uuid, league text DEFAULT 'Overall'::text, page_limit integer DEFAULT 20, page_offset integer DEFAULT 0, before_kickoff timestamp with time zone DEFAULT NULL::timestamp with time zone, before_match uuid DEFAULT NULL::uuid)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, match_league text, round text, kickoff_at timestamp with time zone, locks_at timestamp with time zone, status text, home_score integer, away_score integer, home_prediction integer, away_prediction integer, points_earned integer, updated_at timestamp with time zone, my_home_prediction integer, my_away_prediction integer, my_points_earned integer, kickoff_confirmed boolean, match_date date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.locks_at, m.status, m.home_score,
         m.away_score, p.home_prediction, p.away_prediction, p.points_earned, p.updated_at,
         mine.home_prediction, mine.away_prediction, mine.points_earned, m.kickoff_confirmed, m.match_date
    from public.user_predictions p
    join public.matches m on m.id = p.match_id and player_predictions.league in ('Overall', m.league)
    left join public.user_predictions mine on mine.match_id = p.match_id and mine.user_id = (select auth.uid())
   where p.user_id = _user_id and (before_match is null or (m.kickoff_at, m.id) < (before_kickoff, before_match))
   order by m.kickoff_at desc, m.id desc
   limit least(greatest(coalesce(page_limit, 20), 1), 100) offset greatest(coalesce(page_offset, 0), 0)
$function$;

ALTER FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."visible_picks"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."visible_picks"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."visible_picks"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."admin_user_predictions"(uuid, integer, integer, timestamp with time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_match_predictions"(uuid, integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."head_to_head"(uuid, text, text, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."head_to_head"(uuid, text, text, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."head_to_head"(uuid, text, text, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."head_to_head"(uuid, text, text, timestamp with time zone, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."match_predictions"(uuid, integer, integer, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."player_predictions"(uuid, text, integer, integer, timestamp with time zone, uuid) TO "postgres";
