set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.canonical_team_name(_name text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select coalesce(
    (select private.team_key(a.team_name) from public.team_aliases a
      where private.team_key(a.alias) = private.team_key(_name)
      order by lower(a.alias) <> lower(trim(_name)), a.alias limit 1),
    private.team_key(_name))
$function$;

CREATE OR REPLACE FUNCTION private.is_known_team(_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$ select exists (select from public.team_aliases a where private.team_key(a.alias) = private.team_key(_name)
                     or private.team_key(a.team_name) = private.team_key(_name)) $function$;

CREATE OR REPLACE FUNCTION private.teams_meant(_name text)
 RETURNS SETOF public.teams
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select t.* from public.teams t
   where private.team_key(t.name) = any (array(
           select private.canonical_team_name(_name)
           union select private.team_key(a.alias) from public.team_aliases a
                  where private.team_key(a.team_name) = private.canonical_team_name(_name)))
     and private.canonical_team_name(t.name) = private.canonical_team_name(_name)
$function$;
