set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP TRIGGER "name_changes_are_copied_to_the_account" ON "public"."profiles";

DROP FUNCTION "private"."copy_name_to_account"();

ALTER TABLE "public"."profiles" ADD COLUMN "language" text;

CREATE OR REPLACE FUNCTION private.copy_profile_to_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users u
     set raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}')
                           || jsonb_build_object('full_name', new.full_name, 'language', new.language)
   where u.id = new.id;
  return null;
end $function$;

ALTER FUNCTION "private"."copy_profile_to_account"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.profiles (id, full_name, phone_number, language)
  values (
    new.id,
    private.permitted_name(new.raw_user_meta_data ->> 'full_name'),
    coalesce(private.e164('+' || nullif(new.phone, '')),
             private.e164(nullif(new.raw_user_meta_data ->> 'phone_number', ''))),
    -- Anything can be in the metadata, and no account is refused because of its language.
    (select l from unnest(array['en', 'fr', 'mfe']) l where l = new.raw_user_meta_data ->> 'language')
  );
  return null;
end $function$;

ALTER TABLE "public"."profiles" ADD CONSTRAINT "language_is_spoken" CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text, 'mfe'::text])));

CREATE TRIGGER profile_changes_are_copied_to_the_account AFTER UPDATE OF full_name, language ON public.profiles FOR EACH ROW WHEN (((new.full_name IS DISTINCT FROM old.full_name) OR (new.language IS DISTINCT FROM old.language))) EXECUTE FUNCTION private.copy_profile_to_account();

REVOKE ALL ON FUNCTION "private"."copy_profile_to_account"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."copy_profile_to_account"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."copy_profile_to_account"() TO "postgres";

REVOKE ALL ("language") ON TABLE "public"."profiles" FROM "authenticated";

GRANT UPDATE ("language") ON TABLE "public"."profiles" TO "authenticated";

REVOKE ALL ("language") ON TABLE "public"."profiles" FROM "service_role";

GRANT UPDATE ("language") ON TABLE "public"."profiles" TO "service_role";
