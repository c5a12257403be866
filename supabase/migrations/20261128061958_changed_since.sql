set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE TABLE "private"."deleted_matches" ("match_id" uuid NOT NULL, "deleted_at" timestamp with time zone NOT NULL DEFAULT clock_timestamp());

ALTER TABLE "private"."deleted_matches" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."deleted_matches" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.note_deleted_matches()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.deleted_matches d where d.deleted_at < clock_timestamp() - interval '1 day';
  insert into private.deleted_matches (match_id) select d.id from deleted d;
  return null;
end $function$;

ALTER FUNCTION "private"."note_deleted_matches"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.changed_since(_since bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
  answer jsonb := jsonb_build_object('known', false, 'now', pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
  most constant integer := 200;
  oldest integer;
  member uuid := (select auth.uid());
  changed jsonb;
  deleted uuid[];
  logged text[];
  subjects text[];
begin
  if coalesce(_since not between greatest(next - 1000000, 3) and next, true) then
    return answer;
  end if;
  -- How many transactions began since: an age is an integer, where comparing numbers would need text of each row.
  oldest := age((_since & 4294967295)::text::xid);
  select jsonb_agg(to_jsonb(c)) into changed from (
    select m.* from public.matches m where age(m.xmin) <= oldest limit most + 1) c;
  deleted := array(
    select d.match_id from private.deleted_matches d
     where age(d.xmin) <= oldest
       and not exists (select from public.matches m where m.id = d.match_id) limit most + 1);
  -- Other deletions are in the audit log only.
  logged := array(
    select l.table_name
      from (select a.*, a.xmin from public.admin_audit_log a order by a.created_at desc limit most + 1) l
     where age(l.xmin) <= oldest);
  if jsonb_array_length(changed) > most or cardinality(deleted) > most or cardinality(logged) > most then
    return answer;
  end if;
  subjects := array(
    select s.name from (values
      ('settings', 'admin_settings' = any (logged) or exists (
        select from public.admin_settings r where age(r.xmin) <= oldest)),
      ('news', 'news' = any (logged) or exists (
        select from public.news r where age(r.xmin) <= oldest)),
      ('subscriptions', 'subscriptions' = any (logged) or exists (
        select from public.subscriptions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('predictions', 'user_predictions' = any (logged) or exists (
        select from public.user_predictions r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('questions', 'season_questions' = any (logged) or exists (
        select from public.season_answers r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('notifications', exists (
        select from public.notifications r
         where r.user_id = member and age(r.xmin) <= oldest)),
      ('profile', exists (
        select from public.profiles r where r.id = member and age(r.xmin) <= oldest)),
      ('groups', exists (
        select from public.group_changes r join public.group_members g on g.group_id = r.group_id
         where g.user_id = member and age(r.xmin) <= oldest))
    ) s (name, has_changed) where s.has_changed);
  return answer || jsonb_build_object('known', true, 'matches', coalesce(changed, '[]'), 'deleted', deleted,
                                      'subjects', subjects);
end $function$;

ALTER FUNCTION "public"."changed_since"(bigint) OWNER TO "postgres";

CREATE TRIGGER deleted_matches_are_noted AFTER DELETE ON public.matches REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION private.note_deleted_matches();

REVOKE ALL ON FUNCTION "private"."note_deleted_matches"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."note_deleted_matches"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."note_deleted_matches"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."changed_since"(bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."changed_since"(bigint) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."changed_since"(bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."changed_since"(bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."changed_since"(bigint) TO "service_role";
