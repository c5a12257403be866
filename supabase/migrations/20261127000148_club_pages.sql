set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.club_pages()
 RETURNS TABLE(groups boolean, honours boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.matches)
           or exists (select from public.groups g where g.deleted_at is null and g.closed_at is null),
         exists (select from public.matches m where m.status = 'completed')
           or exists (select from public.leaderboard_archives)
$function$;

ALTER FUNCTION "public"."club_pages"() OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."club_pages"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."club_pages"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."club_pages"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."club_pages"() TO "postgres";
