set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.e164(_phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with digits as (
    select regexp_replace(regexp_replace(coalesce(_phone, ''), '\(0\)|[\s().-]', '', 'g'), '^00', '+') as written
  ), full_number as (
    select case when written like '+%' then written else '+230' || written end as number from digits
  )
  select number from full_number where number ~ '^\+[1-9][0-9]{6,14}$'
$function$;
