set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."calendar_feed"(text);

CREATE OR REPLACE FUNCTION public.calendar_feed(_token text)
 RETURNS TABLE(match_id uuid, home_team_name text, away_team_name text, league text, round text, kickoff_at timestamp with time zone, kickoff_confirmed boolean, is_cancelled boolean, sequence integer, changed_at timestamp with time zone, match_date date, language text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.id, m.home_team_name, m.away_team_name, m.league, m.round, m.kickoff_at, m.kickoff_confirmed,
         m.status = 'cancelled',
         coalesce(r.sequence, 0), coalesce(r.changed_at, m.created_at), m.match_date, p.language
    from private.calendar_tokens t
    join public.profiles p on p.id = t.user_id
    left join public.matches m on m.kickoff_at > now() - interval '90 days' and m.league in (
      select c.name from public.competitions c
       where not c.needs_subscription or exists (
         select from public.subscriptions s
          where s.user_id = t.user_id and s.subscription_type = c.id and s.status = 'active' and s.expires_at > now()))
    left join private.match_revisions r on r.match_id = m.id
   where t.token = _token
   order by m.kickoff_at, m.id
$function$;

ALTER FUNCTION "public"."calendar_feed"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."calendar_feed"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "public"."calendar_feed"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_feed"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."calendar_feed"(text) TO "service_role";
