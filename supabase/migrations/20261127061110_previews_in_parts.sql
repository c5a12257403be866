set local search_path = pg_catalog;

set local check_function_bodies = off;

DROP FUNCTION "public"."link_preview"(text);

CREATE OR REPLACE FUNCTION public.link_preview(_path text)
 RETURNS TABLE(title text, description text, image text, inviter text, group_name text, members integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  code text := private.normal_invite(substr(_path, 7));
begin
  if _path !~ '^/join/' then
    return;
  end if;
  return query
  select format('%s invites you to %s', g.inviter_name, g.name),
         format('%s. Predict scores and compare your points.',
                case g.members when 1 then '1 member' else g.members || ' members' end),
         '/functions/v1/share-picture?invite=' || code, g.inviter_name, g.name, g.members
    from public.preview_group(code) g where g.outcome in ('found', 'member');
end $function$;

ALTER FUNCTION "public"."link_preview"(text) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."link_preview"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."link_preview"(text) TO "postgres";
