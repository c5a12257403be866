set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "totals_are_updated_on_changed_subscription" ON "public"."subscriptions";

DROP TRIGGER "totals_are_updated_on_deleted_subscription" ON "public"."subscriptions";

DROP TRIGGER "totals_are_updated_on_new_subscription" ON "public"."subscriptions";

DROP FUNCTION "private"."update_totals_on_subscription"();

CREATE OR REPLACE FUNCTION private.update_totals_on_subscriptions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from old_rows o join new_rows n on n.id = o.id
       where (o.status, o.expires_at > now()) is distinct from (n.status, n.expires_at > now())) then
      return null;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    perform private.join_leaderboards((
      select array_agg(row(n.subscription_type, n.user_id)::private.leaderboard_entry)
        from new_rows n where n.status = 'active' and n.expires_at > now()));
  end if;
  if tg_op <> 'INSERT' then
    if exists (select from old_rows) then
      perform private.leave_leaderboards((select array_agg(distinct o.user_id) from old_rows o));
    end if;
  end if;
  return null;
end $function$;

ALTER FUNCTION "private"."update_totals_on_subscriptions"() OWNER TO "postgres";

CREATE TRIGGER totals_are_updated_on_changed_subscription AFTER UPDATE ON public.subscriptions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_totals_on_subscriptions();

CREATE TRIGGER totals_are_updated_on_deleted_subscription AFTER DELETE ON public.subscriptions REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_totals_on_subscriptions();

CREATE TRIGGER totals_are_updated_on_new_subscription AFTER INSERT ON public.subscriptions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.update_totals_on_subscriptions();

REVOKE ALL ON FUNCTION "private"."update_totals_on_subscriptions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."update_totals_on_subscriptions"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."update_totals_on_subscriptions"() TO "postgres";
