set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.crowd_of(_league text, _period_id bigint, _since date)
 RETURNS TABLE(predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer, sum(s.points)::integer, (count(*) filter (where s.points = 3))::integer,
         private.accuracy_of((count(*) filter (where s.points > 0))::integer, count(*)::integer)
    from private.crowd_predictions k
    join public.matches m on m.id = k.match_id and m.status = 'completed'
    left join public.competitions c on c.name = m.league
    left join private.periods p on p.id = _period_id
   cross join lateral (select public.calculate_prediction_points(
     k.home_prediction, k.away_prediction, m.home_score, m.away_score) as points) s
   where not k.is_cleared and (_since is null or m.match_date >= _since)
     and case when _period_id is null then _league in ('Overall', m.league)
              when p.kind = 'month' then p.month = private.month_of(m)
              else p.competition_id = c.id and p.round = m.round and p.season is not distinct from m.season end
  having count(*) > 0
$function$;

ALTER FUNCTION "private"."crowd_of"(text, bigint, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.crowd(league text DEFAULT 'Overall'::text, _period_id bigint DEFAULT NULL::bigint)
 RETURNS TABLE(predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select * from private.crowd_of(crowd.league, crowd._period_id, null) $function$;

CREATE OR REPLACE FUNCTION public.group_crowd(_group_id uuid, league text DEFAULT 'Overall'::text)
 RETURNS TABLE(predictions_scored integer, points integer, perfect_scores integer, accuracy numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select c.*
    from public.groups g
   cross join lateral private.crowd_of(
     group_crowd.league, null,
     case when g.counts_from_joining
          then (g.created_at at time zone private.club_time_zone())::date end) c
   where g.id = _group_id and (select private.is_in_group(_group_id))
$function$;

ALTER FUNCTION "public"."group_crowd"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.group_last_five(_group_id uuid, league text, user_ids uuid[])
 RETURNS TABLE(user_id uuid, "position" integer, match_id uuid, points_earned integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with latest as materialized (
    select m.id, m.match_date, row_number() over (order by m.kickoff_at desc, m.id)::integer as place
      from public.matches m
     where m.status = 'completed' and (group_last_five.league = 'Overall' or m.league = group_last_five.league)
     order by m.kickoff_at desc, m.id limit 5
  )
  select o.user_id, l.place, l.id, case when p.cleared_at is null then p.points_earned end
    from public.groups g
    join public.group_members o on o.group_id = g.id and o.user_id = any (user_ids[1:200])
    join latest l on l.match_date >= case when g.counts_from_joining then o.joined_on else '-infinity' end
    left join public.user_predictions p on p.match_id = l.id and p.user_id = o.user_id
   where g.id = _group_id and (select private.is_in_group(_group_id))
   order by o.user_id, l.place
$function$;

ALTER FUNCTION "public"."group_last_five"(uuid, text, uuid[]) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "private"."crowd_of"(text, bigint, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."crowd_of"(text, bigint, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."crowd_of"(text, bigint, date) TO "postgres";

REVOKE ALL ON FUNCTION "public"."group_crowd"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_crowd"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_crowd"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_crowd"(uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."group_last_five"(uuid, text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."group_last_five"(uuid, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."group_last_five"(uuid, text, uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."group_last_five"(uuid, text, uuid[]) TO "postgres";
