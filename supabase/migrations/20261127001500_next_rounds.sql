set local search_path = pg_catalog;

set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.next_rounds()
 RETURNS SETOF public.matches
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select m.* from public.competitions c
    cross join lateral (
      select n.locks_at, n.season, n.round from public.matches n
       where n.league = c.name and n.status = 'upcoming' and n.locks_at > now()
       order by n.locks_at, n.id limit 1
    ) first
    join public.matches m on m.league = c.name and m.status = 'upcoming' and m.locks_at > now()
     and case when first.round is not null and m.round is not null
           then m.round = first.round and m.season is not distinct from first.season
                and m.locks_at <= first.locks_at + interval '7 days'
         else m.locks_at <= first.locks_at + interval '4 days' end
   order by m.locks_at, m.id
$function$;
