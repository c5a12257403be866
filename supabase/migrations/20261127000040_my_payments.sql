set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.my_payments()
 RETURNS TABLE(payment_id uuid, league text, amount_rs integer, paid_by text, paid_on date, paid_until timestamp with time zone, payer_name text, by_me boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with own as (
    select p.id from public.payments p where p.user_id = (select auth.uid())
    union
    select p.id from public.payments p where p.payer_id = (select auth.uid())
    union
    select p.id from public.plan_codes c join public.payments p on p.code_id = c.id
     where c.used_by = (select auth.uid())
  )
  select p.id, c.name, p.amount_rs, p.method, p.paid_on, p.expires_at, p.payer_name,
         p.payer_id is not distinct from (select auth.uid())
    from own o
    join public.payments p on p.id = o.id
    join public.competitions c on c.id = p.plan_type
   order by p.paid_on desc, p.created_at desc, p.id
$function$;

ALTER FUNCTION "public"."my_payments"() OWNER TO "postgres";

CREATE INDEX plan_codes_by_user ON public.plan_codes USING btree (used_by);

REVOKE ALL ON FUNCTION "public"."my_payments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."my_payments"() TO "authenticated";

REVOKE ALL ON FUNCTION "public"."my_payments"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."my_payments"() TO "postgres";
